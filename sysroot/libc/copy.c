/* The functions of memory that are intrinsics of the stable subset, as
   functions: for whoever takes their addresses or does not optimise. */
#include <string.h>

#undef memcpy
#undef memmove
#undef memset

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    __builtin_memcpy(to, from, size);
    return to;
}

void *memmove(void *to, const void *from, size_t size) {
    __builtin_memmove(to, from, size);
    return to;
}

void *memset(void *to, int value, size_t size) {
    __builtin_memset(to, value, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    __builtin_memcpy(to, from, size);
    return (char *) to + size;
}
