/* malloc and its relatives: these take the place of libc's malloc.c. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "asan/asan.h"
#include "internal.h"

#define PAGE 65536u

EXPORTED void *malloc(size_t size) {
    return __asan_allocate(size, 0, FROM_MALLOC, "malloc");
}

EXPORTED void free(void *memory) {
    __asan_release(memory, FROM_MALLOC, "free");
}

EXPORTED void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    void *memory = __asan_allocate(bytes, 0, FROM_MALLOC, "calloc");
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

EXPORTED void *realloc(void *memory, size_t size) {
    if (!memory)
        return __asan_allocate(size, 0, FROM_MALLOC, "realloc");
    if (size == 0) {
        __asan_release(memory, FROM_MALLOC, "realloc");
        return NULL;
    }
    /* Reports what is not a block, or was freed. */
    uintptr_t bad = __asan_first_bad((uintptr_t) memory, 1);
    if (bad)
        __asan_release(memory, FROM_MALLOC, "realloc");
    size_t before = malloc_usable_size(memory);
    void *other = __asan_allocate(size, 0, FROM_MALLOC, "realloc");
    if (!other)
        return NULL;
    memcpy(other, memory, before < size ? before : size);
    __asan_release(memory, FROM_MALLOC, "realloc");
    return other;
}

static void *aligned(size_t alignment, size_t size, const char *function) {
    if (alignment & (alignment - 1)) {
        __asan_report_misuse("invalid-allocation-alignment", function, 0,
                             "invalid allocation alignment: %u, alignment must be a power of two", (unsigned) alignment);
    }
    return __asan_allocate(size, alignment, FROM_MALLOC, function);
}

EXPORTED void *memalign(size_t alignment, size_t size) {
    return aligned(alignment, size, "memalign");
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) {
    return aligned(alignment, size, "aligned_alloc");
}

EXPORTED int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return EINVAL;
    void *memory = aligned(alignment, size, "posix_memalign");
    if (!memory)
        return ENOMEM;
    *result = memory;
    return 0;
}

EXPORTED void *valloc(size_t size) {
    return aligned(PAGE, size, "valloc");
}

/* newlib calls these; the first argument is always that of the thread. */
void *_malloc_r(struct _reent *reent, size_t size) {
    (void) reent;
    return malloc(size);
}

void _free_r(struct _reent *reent, void *memory) {
    (void) reent;
    free(memory);
}

void *_calloc_r(struct _reent *reent, size_t count, size_t size) {
    (void) reent;
    return calloc(count, size);
}

void *_realloc_r(struct _reent *reent, void *memory, size_t size) {
    (void) reent;
    return realloc(memory, size);
}

void *_memalign_r(struct _reent *reent, size_t alignment, size_t size) {
    (void) reent;
    return memalign(alignment, size);
}
