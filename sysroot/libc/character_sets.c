/* iconv: conversions through the numbers of Unicode. newlib's needs tables that its configuration
   chooses and builds. */
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "internal.h"

enum kind { ASCII, LATIN_1, LATIN_9, UTF_8, UTF_16, UTF_32, UCS_2 };

struct set {
    enum kind kind;
    bool is_big;
    /* Whether its texts may begin with a mark that tells the order of bytes. */
    bool is_marked;
};

struct conversion {
    struct set from, to;
    bool has_begun, ignores, replaces;
};

static const struct {
    const char *name;
    struct set set;
} names[] = {
    {"ascii", {ASCII}}, {"us-ascii", {ASCII}}, {"ansi_x3.4-1968", {ASCII}}, {"646", {ASCII}}, {"c", {ASCII}},
    {"iso-8859-1", {LATIN_1}}, {"iso8859-1", {LATIN_1}}, {"iso_8859-1", {LATIN_1}}, {"latin1", {LATIN_1}},
    {"iso-8859-15", {LATIN_9}}, {"iso8859-15", {LATIN_9}}, {"latin9", {LATIN_9}},
    {"utf-8", {UTF_8}}, {"utf8", {UTF_8}},
    {"utf-16", {UTF_16, false, true}}, {"utf16", {UTF_16, false, true}}, {"utf-16le", {UTF_16}},
    {"utf-16be", {UTF_16, true}}, {"utf-32", {UTF_32, false, true}}, {"utf-32le", {UTF_32}},
    {"utf-32be", {UTF_32, true}}, {"ucs-2", {UCS_2}}, {"ucs-2le", {UCS_2}}, {"ucs-2be", {UCS_2, true}},
    {"ucs-4", {UTF_32, true}}, {"ucs-4le", {UTF_32}}, {"ucs-4be", {UTF_32, true}}, {"wchar_t", {UTF_32}},
};

/* The places where ISO-8859-15 is not ISO-8859-1. */
static const unsigned short latin_9[8][2] = {
    {0xa4, 0x20ac}, {0xa6, 0x160}, {0xa8, 0x161}, {0xb4, 0x17d}, {0xb8, 0x17e}, {0xbc, 0x152}, {0xbd, 0x153},
    {0xbe, 0x178}};

static bool find(const char *name, struct set *set) {
    size_t length = strcspn(name, "/");
    if (length == 0)
        return *set = (struct set) {ASCII}, true;
    for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); ++index)
        if (strlen(names[index].name) == length && strncasecmp(name, names[index].name, length) == 0)
            return *set = names[index].set, true;
    return false;
}

iconv_t iconv_open(const char *to, const char *from) {
    struct conversion found = {0};
    if (!find(from, &found.from) || !find(to, &found.to)) {
        errno = EINVAL;
        return (iconv_t) -1;
    }
    found.ignores = strstr(to, "//IGNORE") != NULL;
    found.replaces = strstr(to, "//TRANSLIT") != NULL;
    struct conversion *conversion = malloc(sizeof(*conversion));
    if (!conversion)
        return (iconv_t) -1;
    *conversion = found;
    return conversion;
}

int iconv_close(iconv_t conversion) {
    free(conversion);
    return 0;
}

static uint32_t unit(const unsigned char *bytes, int size, bool is_big) {
    uint32_t value = 0;
    for (int index = 0; index < size; ++index)
        value |= (uint32_t) bytes[index] << 8 * (is_big ? size - 1 - index : index);
    return value;
}

static void put_unit(unsigned char *bytes, uint32_t value, int size, bool is_big) {
    for (int index = 0; index < size; ++index)
        bytes[index] = (unsigned char) (value >> 8 * (is_big ? size - 1 - index : index));
}

/* Reads a character. Gives how many bytes it has, 0 if there are too few, -1 if they
   are wrong. */
static int read_utf_8(const unsigned char *in, size_t left, uint32_t *character) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int size = in[0] < 0x80 ? 1 : in[0] < 0xc2 ? -1 : in[0] < 0xe0 ? 2 : in[0] < 0xf0 ? 3 : in[0] < 0xf5 ? 4 : -1;
    if (size < 0)
        return -1;
    uint32_t value = size == 1 ? in[0] : in[0] & (0x7f >> size);
    for (int index = 1; index < size; ++index) {
        if ((size_t) index >= left)
            return 0;
        if ((in[index] & 0xc0) != 0x80)
            return -1;
        value = value << 6 | (in[index] & 0x3f);
    }
    *character = value;
    return value < least[size] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? -1 : size;
}

static int read_character(const struct set *set, const unsigned char *in, size_t left, uint32_t *character) {
    switch (set->kind) {
    case UTF_8:
        return read_utf_8(in, left, character);
    case ASCII:
        *character = in[0];
        return in[0] < 0x80 ? 1 : -1;
    case LATIN_1:
    case LATIN_9:
        *character = in[0];
        for (int index = 0; set->kind == LATIN_9 && index < 8; ++index)
            if (latin_9[index][0] == in[0])
                *character = latin_9[index][1];
        return 1;
    case UTF_32:
        if (left < 4)
            return 0;
        *character = unit(in, 4, set->is_big);
        return *character > 0x10ffff || (*character >= 0xd800 && *character < 0xe000) ? -1 : 4;
    default:
        if (left < 2)
            return 0;
        *character = unit(in, 2, set->is_big);
        if (*character < 0xd800 || *character >= 0xe000)
            return 2;
        if (set->kind == UCS_2 || *character >= 0xdc00)
            return -1;
        if (left < 4)
            return 0;
        uint32_t second = unit(in + 2, 2, set->is_big);
        *character = 0x10000 + ((*character - 0xd800) << 10) + (second - 0xdc00);
        return second < 0xdc00 || second >= 0xe000 ? -1 : 4;
    }
}

/* Writes a character to four bytes. Gives how many it has, -1 if the set lacks it. */
static int write_character(const struct set *set, uint32_t character, unsigned char *out) {
    switch (set->kind) {
    case UTF_8: {
        if (character < 0x80)
            return out[0] = (unsigned char) character, 1;
        int size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
        for (int index = size - 1; index > 0; --index, character >>= 6)
            out[index] = (unsigned char) (0x80 | (character & 0x3f));
        out[0] = (unsigned char) (0xf00 >> size | character);
        return size;
    }
    case LATIN_9:
        for (int index = 0; index < 8; ++index) {
            if (latin_9[index][1] == character)
                return out[0] = (unsigned char) latin_9[index][0], 1;
            if (latin_9[index][0] == character)
                return -1;
        }
        /* fall through */
    case LATIN_1:
    case ASCII:
        out[0] = (unsigned char) character;
        return character < (set->kind == ASCII ? 0x80u : 0x100u) ? 1 : -1;
    case UTF_32:
        put_unit(out, character, 4, set->is_big);
        return 4;
    default:
        if (character < 0x10000)
            return put_unit(out, character, 2, set->is_big), 2;
        if (set->kind == UCS_2)
            return -1;
        put_unit(out, 0xd800 + ((character - 0x10000) >> 10), 2, set->is_big);
        put_unit(out + 2, 0xdc00 + (character & 0x3ff), 2, set->is_big);
        return 4;
    }
}

/* How long the mark is with which a text begins, which tells the order of bytes. */
static size_t mark_size(struct set *set, const unsigned char *in, size_t left) {
    int size = set->kind == UTF_32 ? 4 : 2;
    if (!set->is_marked || left < (size_t) size)
        return 0;
    bool is_big = unit(in, size, true) == 0xfeff;
    if (!is_big && unit(in, size, false) != 0xfeff)
        return 0;
    set->is_big = is_big;
    return (size_t) size;
}

size_t iconv(
    iconv_t handle,
    char **restrict input,
    size_t *restrict input_size,
    char **restrict output,
    size_t *restrict output_size) {
    struct conversion *conversion = handle;
    size_t replaced = 0;
    if (!input || !*input) {
        conversion->has_begun = false;
        return 0;
    }
    while (*input_size > 0) {
        uint32_t character;
        const unsigned char *in = (const unsigned char *) *input;
        size_t mark = conversion->has_begun ? 0 : mark_size(&conversion->from, in, *input_size);
        conversion->has_begun = true;
        if (mark) {
            *input += mark;
            *input_size -= mark;
            continue;
        }
        int size = read_character(&conversion->from, in, *input_size, &character);
        if (size <= 0 && !(size < 0 && conversion->ignores)) {
            errno = size < 0 ? EILSEQ : EINVAL;
            return (size_t) -1;
        }
        unsigned char bytes[4];
        int count = 0;
        if (size > 0) {
            count = write_character(&conversion->to, character, bytes);
            if (count < 0 && conversion->replaces) {
                count = write_character(&conversion->to, '?', bytes);
                ++replaced;
            }
            if (count < 0 && !conversion->ignores) {
                errno = EILSEQ;
                return (size_t) -1;
            }
        }
        if (count > 0) {
            if (*output_size < (size_t) count) {
                errno = E2BIG;
                return (size_t) -1;
            }
            memcpy(*output, bytes, (size_t) count);
            *output += count;
            *output_size -= (size_t) count;
        }
        size = size > 0 ? size : 1;
        *input += size;
        *input_size -= (size_t) size;
    }
    return replaced;
}
