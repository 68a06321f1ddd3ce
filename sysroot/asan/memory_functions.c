/* memcpy, memmove and memset: clang's code calls these. */
#include <string.h>

#include "asan/asan.h"

static void check_overlap(const void *to, const void *from, size_t size) {
    const char *target = to, *source = from;
    if (target != source && target < source + size && source < target + size)
        __asan_report_misuse("memcpy-param-overlap", "memcpy", (uintptr_t) to,
                             "memcpy-param-overlap: memory ranges [%p,%p) and [%p, %p) overlap", to, (void *) (target + size),
                             from, (void *) (source + size));
}

EXPORTED void *__asan_memcpy(void *to, const void *from, size_t size) {
    __asan_check_range(from, size, false, "memcpy");
    __asan_check_range(to, size, true, "memcpy");
    check_overlap(to, from, size);
    return memcpy(to, from, size);
}

EXPORTED void *__asan_memmove(void *to, const void *from, size_t size) {
    __asan_check_range(from, size, false, "memmove");
    __asan_check_range(to, size, true, "memmove");
    return memmove(to, from, size);
}

EXPORTED void *__asan_memset(void *to, int byte, size_t size) {
    __asan_check_range(to, size, true, "memset");
    return memset(to, byte, size);
}
