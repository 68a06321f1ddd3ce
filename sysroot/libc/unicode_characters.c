/* Characters of UTF-16 and UTF-32 from and to those of the locale. A state that has half of a
   pair has it where the state of the wide functions has the bytes of a character: while there is
   one, those are not used. */
#include <uchar.h>

#include "internal.h"

/* What __count of a state is when it has half of a pair. */
#define HALF 0x100

static mbstate_t of_mbrtoc16, of_c16rtomb, of_mbrtoc32, of_c32rtomb;

size_t mbrtoc32(char32_t *restrict to, const char *restrict from, size_t size, mbstate_t *restrict state) {
    wchar_t wide;
    if (!from)
        return mbrtoc32(NULL, "", 1, state);
    size_t used = mbrtowc(&wide, from, size, state ? state : &of_mbrtoc32);
    if (to && used <= size)
        *to = (char32_t) wide;
    return used;
}

size_t c32rtomb(char *restrict to, char32_t from, mbstate_t *restrict state) {
    return wcrtomb(to, (wchar_t) from, state ? state : &of_c32rtomb);
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict from, size_t size, mbstate_t *restrict state) {
    if (!state)
        state = &of_mbrtoc16;
    if (!from)
        return mbrtoc16(NULL, "", 1, state);
    if (state->__count == HALF) {
        if (to)
            *to = (char16_t) state->__value.__wch;
        *state = (mbstate_t) {0};
        return (size_t) -3;
    }
    wchar_t wide;
    size_t used = mbrtowc(&wide, from, size, state);
    if (used > size)
        return used;
    if (wide >= 0x10000) {
        *state = (mbstate_t) {.__count = HALF, .__value.__wch = 0xdc00 | (wide & 0x3ff)};
        wide = 0xd7c0 + (wide >> 10);
    }
    if (to)
        *to = (char16_t) wide;
    return used;
}

size_t c16rtomb(char *restrict to, char16_t from, mbstate_t *restrict state) {
    if (!state)
        state = &of_c16rtomb;
    if (!to)
        return c16rtomb((char[8]) {0}, 0, state);
    wchar_t wide = from;
    bool is_second = state->__count == HALF;
    if (!is_second && from >= 0xd800 && from < 0xdc00) {
        *state = (mbstate_t) {.__count = HALF, .__value.__wch = from};
        return 0;
    }
    if (is_second != (from >= 0xdc00 && from < 0xe000)) {
        errno = EILSEQ;
        return (size_t) -1;
    }
    if (is_second) {
        wide = (wchar_t) (((state->__value.__wch - 0xd7c0) << 10) | (from & 0x3ff));
        *state = (mbstate_t) {0};
    }
    return wcrtomb(to, wide, state);
}
