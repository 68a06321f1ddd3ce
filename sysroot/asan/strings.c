/* Functions on strings and memory that check what they access. They take the place of
   libc's. */
#include <stdlib.h>
#include <string.h>

#include "asan/asan.h"

EXPORTED size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        ++length;
    __asan_check_range(text, length + 1, false, "strlen");
    return length;
}

EXPORTED size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length])
        ++length;
    __asan_check_range(text, length < most ? length + 1 : most, false, "strnlen");
    return length;
}

/* The length, for a function that the program called. */
static size_t length_of(const char *text, const char *function) {
    size_t length = 0;
    while (text[length])
        ++length;
    __asan_check_range(text, length + 1, false, function);
    return length;
}

static void check_overlap(const char *to, const char *from, size_t size, const char *function) {
    if (to < from + size && from < to + size)
        __asan_report_misuse("strcpy-param-overlap", function, (uintptr_t) to,
                             "%s-param-overlap: memory ranges [%p,%p) and [%p, %p) overlap", function, (void *) to,
                             (void *) (to + size), (void *) from, (void *) (from + size));
}

EXPORTED char *strcpy(char *restrict to, const char *restrict from) {
    size_t size = length_of(from, "strcpy") + 1;
    __asan_check_range(to, size, true, "strcpy");
    check_overlap(to, from, size, "strcpy");
    return memcpy(to, from, size);
}

EXPORTED char *stpcpy(char *restrict to, const char *restrict from) {
    size_t length = length_of(from, "stpcpy");
    __asan_check_range(to, length + 1, true, "stpcpy");
    memcpy(to, from, length + 1);
    return to + length;
}

EXPORTED char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = 0;
    while (length < size && from[length])
        ++length;
    __asan_check_range(from, length < size ? length + 1 : size, false, "strncpy");
    __asan_check_range(to, size, true, "strncpy");
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to;
}

EXPORTED char *strcat(char *restrict to, const char *restrict from) {
    size_t before = length_of(to, "strcat"), size = length_of(from, "strcat") + 1;
    __asan_check_range(to + before, size, true, "strcat");
    memcpy(to + before, from, size);
    return to;
}

EXPORTED char *strncat(char *restrict to, const char *restrict from, size_t most) {
    size_t before = length_of(to, "strncat"), length = 0;
    while (length < most && from[length])
        ++length;
    __asan_check_range(from, length < most ? length + 1 : most, false, "strncat");
    __asan_check_range(to + before, length + 1, true, "strncat");
    memcpy(to + before, from, length);
    to[before + length] = '\0';
    return to;
}

EXPORTED int strcmp(const char *left, const char *right) {
    size_t at = 0;
    while (left[at] && left[at] == right[at])
        ++at;
    __asan_check_range(left, at + 1, false, "strcmp");
    __asan_check_range(right, at + 1, false, "strcmp");
    return (unsigned char) left[at] - (unsigned char) right[at];
}

EXPORTED int strncmp(const char *left, const char *right, size_t most) {
    size_t at = 0;
    while (at < most && left[at] && left[at] == right[at])
        ++at;
    size_t read = at < most ? at + 1 : most;
    __asan_check_range(left, read, false, "strncmp");
    __asan_check_range(right, read, false, "strncmp");
    return at < most ? (unsigned char) left[at] - (unsigned char) right[at] : 0;
}

EXPORTED int memcmp(const void *left, const void *right, size_t size) {
    __asan_check_range(left, size, false, "memcmp");
    __asan_check_range(right, size, false, "memcmp");
    const unsigned char *one = left, *other = right;
    for (size_t at = 0; at < size; ++at)
        if (one[at] != other[at])
            return one[at] - other[at];
    return 0;
}

EXPORTED void *memchr(const void *memory, int byte, size_t size) {
    const unsigned char *bytes = memory;
    size_t at = 0;
    while (at < size && bytes[at] != (unsigned char) byte)
        ++at;
    __asan_check_range(memory, at < size ? at + 1 : size, false, "memchr");
    return at < size ? (void *) (bytes + at) : NULL;
}

EXPORTED char *strchr(const char *text, int byte) {
    size_t at = 0;
    while (text[at] && text[at] != (char) byte)
        ++at;
    __asan_check_range(text, at + 1, false, "strchr");
    return text[at] == (char) byte ? (char *) text + at : NULL;
}

EXPORTED char *strrchr(const char *text, int byte) {
    for (size_t at = length_of(text, "strrchr") + 1; at > 0; --at)
        if (text[at - 1] == (char) byte)
            return (char *) text + at - 1;
    return NULL;
}

EXPORTED char *strdup(const char *text) {
    size_t size = length_of(text, "strdup") + 1;
    char *copy = __asan_allocate(size, 0, FROM_MALLOC, "strdup");
    return copy ? memcpy(copy, text, size) : NULL;
}

EXPORTED char *strndup(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length])
        ++length;
    __asan_check_range(text, length < most ? length + 1 : most, false, "strndup");
    char *copy = __asan_allocate(length + 1, 0, FROM_MALLOC, "strndup");
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
