/* Stacks of objects. */
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

/* What a chunk has room for if nobody says it. */
#define CHUNK 4064
#define ALIGNMENT 8

int obstack_exit_failure = 1;

static void out_of_memory(void) {
    fputs("memory exhausted\n", stderr);
    exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = out_of_memory;

static void *allocate(struct obstack *stack, size_t size) {
    void *block = stack->use_extra_arg ? stack->chunkfun(stack->extra_arg, size)
                                       : ((void *(*) (size_t)) (void *) stack->chunkfun)(size);
    if (!block)
        obstack_alloc_failed_handler();
    return block;
}

static void give_back(struct obstack *stack, void *block) {
    if (stack->use_extra_arg)
        stack->freefun(stack->extra_arg, block);
    else
        ((void (*)(void *)) (void *) stack->freefun)(block);
}

static char *aligned(const struct obstack *stack, char *place) {
    return (char *) (((uintptr_t) place + stack->alignment_mask) & ~(uintptr_t) stack->alignment_mask);
}

static struct _obstack_chunk *new_chunk(struct obstack *stack, size_t size) {
    struct _obstack_chunk *chunk = allocate(stack, size);
    chunk->limit = (char *) chunk + size;
    chunk->prev = stack->chunk;
    stack->chunk = chunk;
    stack->chunk_limit = chunk->limit;
    return chunk;
}

static int begin(struct obstack *stack, size_t size, size_t alignment) {
    stack->alignment_mask = (alignment ? alignment : ALIGNMENT) - 1;
    stack->chunk_size = size ? size : CHUNK;
    if (stack->chunk_size < sizeof(struct _obstack_chunk) + stack->alignment_mask)
        stack->chunk_size = sizeof(struct _obstack_chunk) + stack->alignment_mask;
    stack->chunk = NULL;
    struct _obstack_chunk *chunk = new_chunk(stack, stack->chunk_size);
    stack->object_base = stack->next_free = aligned(stack, (char *) (chunk + 1));
    return 1;
}

int _obstack_begin(struct obstack *stack, size_t size, size_t alignment, void *(*take)(size_t), void (*release)(void *)) {
    stack->chunkfun = (void *(*) (void *, size_t)) (void *) take;
    stack->freefun = (void (*)(void *, void *)) (void *) release;
    stack->use_extra_arg = 0;
    return begin(stack, size, alignment);
}

int _obstack_begin_1(struct obstack *stack, size_t size, size_t alignment, void *(*take)(void *, size_t),
    void (*release)(void *, void *), void *argument) {
    stack->chunkfun = take;
    stack->freefun = release;
    stack->extra_arg = argument;
    stack->use_extra_arg = 1;
    return begin(stack, size, alignment);
}

/* Moves the object that grows to a chunk with room for so many bytes more. */
void _obstack_newchunk(struct obstack *stack, size_t size) {
    size_t grown = obstack_object_size(stack), wanted;
    struct _obstack_chunk *old = stack->chunk;
    char *base = stack->object_base;
    bool is_alone = base == aligned(stack, (char *) (old + 1));
    if (__builtin_add_overflow(grown, size, &wanted)
        || __builtin_add_overflow(wanted, (grown >> 3) + sizeof *old + stack->alignment_mask + 100, &wanted))
        obstack_alloc_failed_handler();
    struct _obstack_chunk *chunk = new_chunk(stack, wanted > stack->chunk_size ? wanted : stack->chunk_size);
    stack->object_base = aligned(stack, (char *) (chunk + 1));
    memcpy(stack->object_base, base, grown);
    stack->next_free = stack->object_base + grown;
    if (is_alone) {
        chunk->prev = old->prev;
        give_back(stack, old);
    }
}

void *_obstack_finish(struct obstack *stack) {
    char *object = stack->object_base, *next = aligned(stack, stack->next_free);
    if (next > stack->chunk_limit)
        next = stack->chunk_limit;
    stack->object_base = stack->next_free = next;
    return object;
}

void _obstack_free(struct obstack *stack, void *object) {
    struct _obstack_chunk *chunk = stack->chunk;
    while (chunk && !((char *) object > (char *) chunk && (char *) object <= chunk->limit)) {
        struct _obstack_chunk *below = chunk->prev;
        give_back(stack, chunk);
        chunk = below;
    }
    stack->chunk = chunk;
    if (chunk) {
        stack->chunk_limit = chunk->limit;
        stack->object_base = stack->next_free = object;
    } else if (object) {
        abort();
    }
}

size_t _obstack_memory_used(struct obstack *stack) {
    size_t used = 0;
    for (const struct _obstack_chunk *chunk = stack->chunk; chunk; chunk = chunk->prev)
        used += (size_t) (chunk->limit - (const char *) chunk);
    return used;
}

int obstack_vprintf(struct obstack *stack, const char *format, va_list arguments) {
    char *text;
    int length = vasprintf(&text, format, arguments);
    if (length >= 0) {
        obstack_grow(stack, text, (size_t) length);
        free(text);
    }
    return length;
}

int obstack_printf(struct obstack *stack, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = obstack_vprintf(stack, format, arguments);
    va_end(arguments);
    return length;
}
