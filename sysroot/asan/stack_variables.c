/* Variables on the stack. clang's code marks the space around them when a function
   begins and clears the marks when it returns. */
#include <stdlib.h>
#include <string.h>

#include "asan/asan.h"
#include "internal.h"

/* The first word of a frame that has variables with red zones. */
#define FRAME_MARK 0x41b58ab3u
#define LARGEST_FRAME (1u << 20)

struct frame {
    uint32_t mark;
    const char *description;
    const void *function;
};

__attribute__((noinline)) struct stack_range __asan_stack(void) {
    struct __pthread *self = this_thread();
    char here;
    /* Above the frames of the main thread is its block. */
    void *end = self->stack_end ? self->stack_end : (void *) (self + 1);
    return (struct stack_range) {(uintptr_t) &here, (uintptr_t) end};
}

/* Frames that are left by a jump or an exception do not clear their marks. */
EXPORTED void __asan_handle_no_return(void) {
    __asan_init();
    struct stack_range stack = __asan_stack();
    uintptr_t start = stack.start / GRANULE * GRANULE, end = stack.end / GRANULE * GRANULE;
    /* A stack that the program switched to itself is not known. */
    if (start < end)
        __asan_mark(start, end - start, 0);
}

#define SET_SHADOW(name, value) \
    EXPORTED void __asan_set_shadow_##name(uintptr_t shadow, uintptr_t size) { \
        memset((void *) shadow, value, size); \
    }

SET_SHADOW(00, 0)
SET_SHADOW(01, 1)
SET_SHADOW(02, 2)
SET_SHADOW(03, 3)
SET_SHADOW(04, 4)
SET_SHADOW(05, 5)
SET_SHADOW(06, 6)
SET_SHADOW(07, 7)
SET_SHADOW(f1, STACK_LEFT)
SET_SHADOW(f2, STACK_MIDDLE)
SET_SHADOW(f3, STACK_RIGHT)
SET_SHADOW(f5, STACK_RETURNED)
SET_SHADOW(f8, OUT_OF_SCOPE)

static uintptr_t granules(uintptr_t size) {
    return (size + GRANULE - 1) / GRANULE * GRANULE;
}

EXPORTED void __asan_poison_stack_memory(uintptr_t address, uintptr_t size) {
    if (size)
        __asan_mark(address, granules(size), OUT_OF_SCOPE);
}

EXPORTED void __asan_unpoison_stack_memory(uintptr_t address, uintptr_t size) {
    if (size)
        __asan_open(address, size);
}

#define ALLOCA_REDZONE 32u

EXPORTED void __asan_alloca_poison(uintptr_t address, uintptr_t size) {
    uintptr_t end = (address + size) / GRANULE * GRANULE;
    uintptr_t whole = (address + size + ALLOCA_REDZONE - 1) / ALLOCA_REDZONE * ALLOCA_REDZONE;
    __asan_mark(address - ALLOCA_REDZONE, ALLOCA_REDZONE, ALLOCA_LEFT);
    __asan_mark(end, whole + ALLOCA_REDZONE - end, ALLOCA_RIGHT);
    if (size % GRANULE)
        *shadow_of(end) = size % GRANULE;
}

EXPORTED void __asan_allocas_unpoison(uintptr_t top, uintptr_t bottom) {
    if (top && top < bottom)
        __asan_mark(top / GRANULE * GRANULE, (bottom - top) / GRANULE * GRANULE, 0);
}

/* Reads a decimal number and the space after it. */
static unsigned long number(const char **text) {
    char *end;
    unsigned long value = strtoul(*text, &end, 10);
    *text = *end == ' ' ? end + 1 : end;
    return value;
}

/* Prints the variables of a description: their number, then for each its offset,
   size, length of the name, and name, with a colon and its line. */
static void print_variables(const char *text, uintptr_t offset) {
    unsigned long count = number(&text);
    __sanitizer_print("  This frame has %u object(s):\n", (unsigned) count);
    for (; count > 0; --count) {
        unsigned long start = number(&text), size = number(&text), length = number(&text);
        const char *name = text, *end = name + length;
        const char *colon = memchr(name, ':', length);
        __sanitizer_print("    [%u, %u) '", (unsigned) start, (unsigned) (start + size));
        for (const char *byte = name; byte < (colon ? colon : end); ++byte)
            __sanitizer_print("%c", *byte);
        __sanitizer_print("'");
        if (colon)
            __sanitizer_print(" (line %u)", (unsigned) strtoul(colon + 1, NULL, 10));
        if (offset >= start && offset < start + size)
            __sanitizer_print(" <== Memory access at offset %u is inside this variable", (unsigned) offset);
        else if (offset >= start + size && offset < start + size + 32)
            __sanitizer_print(" <== Memory access at offset %u overflows this variable", (unsigned) offset);
        else if (offset < start && offset + 16 >= start)
            __sanitizer_print(" <== Memory access at offset %u underflows this variable", (unsigned) offset);
        __sanitizer_print("\n");
        text = *end == ' ' ? end + 1 : end;
    }
}

bool __asan_describe_stack(uintptr_t address) {
    struct stack_range stack = __asan_stack();
    if (address < stack.start || address >= stack.end)
        return false;
    uintptr_t at = address / GRANULE * GRANULE, lowest = stack.start;
    if (at - lowest > LARGEST_FRAME)
        lowest = at - LARGEST_FRAME;
    while (at > lowest && *shadow_of(at) != STACK_LEFT)
        at -= GRANULE;
    while (at > lowest && *shadow_of(at - GRANULE) == STACK_LEFT)
        at -= GRANULE;
    const struct frame *frame = (const struct frame *) at;
    if (*shadow_of(at) != STACK_LEFT || frame->mark != FRAME_MARK) {
        __sanitizer_print("Address %p is located in stack of thread T%u\n\n", (void *) address, __sanitizer_thread());
        return true;
    }
    __sanitizer_print("Address %p is located in stack of thread T%u at offset %u in frame\n\n", (void *) address,
                      __sanitizer_thread(), (unsigned) (address - at));
    print_variables(frame->description, address - at);
    __sanitizer_print("\n");
    return true;
}
