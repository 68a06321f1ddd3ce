/* Thread-local variables of libraries that were loaded: each thread has a block for
   each library, made when it first uses one of them. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "modules.h"

struct block {
    struct block *next;
    const struct module *module;
    void *memory;
    void *end;
};

static __thread struct block *blocks;

int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library);

static void free_blocks(void *unused) {
    (void) unused;
    while (blocks) {
        struct block *block = blocks;
        blocks = block->next;
        free(block->memory);
        free(block);
    }
}

static struct block *make(const struct module *module) {
    size_t size = (size_t) (module->thread_end - module->thread_data);
    size_t initialised = (size_t) (module->thread_data_end - module->thread_data);
    size_t mask = *module->thread_alignment < 8 ? 7 : *module->thread_alignment - 1;
    struct block *block = malloc(sizeof(*block));
    char *memory = calloc(1, size + mask);
    if (!block || !memory || (!blocks && __cxa_thread_atexit(free_blocks, NULL, NULL) != 0))
        abort();
    char *end = (char *) (((uintptr_t) memory + size + mask) & ~mask);
    memcpy(end - size, module->thread_data, initialised);
    *block = (struct block) {blocks, module, memory, end};
    blocks = block;
    return block;
}

void *__pinnacle_thread_block(const struct module *module) {
    struct block **place = &blocks;
    while (*place && (*place)->module != module)
        place = &(*place)->next;
    if (!*place)
        return make(module)->end;
    /* What was used last is found first. */
    struct block *block = *place;
    *place = block->next;
    block->next = blocks;
    blocks = block;
    return block->end;
}
