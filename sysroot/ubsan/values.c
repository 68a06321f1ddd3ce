/* Values that clang passes to the handlers. */
#include <stdio.h>
#include <string.h>

#include "ubsan/ubsan.h"

#define HANDLE_WIDTH (8 * sizeof(value_handle))

bool __ubsan_is_signed(const struct type_descriptor *type) {
    return type->kind == INTEGER_TYPE && (type->info & 1);
}

unsigned __ubsan_width(const struct type_descriptor *type) {
    return type->kind == INTEGER_TYPE ? 1u << (type->info >> 1) : type->info;
}

/* The lower 64 bits of an integer. */
uint64_t __ubsan_bits(const struct type_descriptor *type, value_handle value) {
    if (__ubsan_width(type) > HANDLE_WIDTH)
        return *(const uint64_t *) value;
    return value;
}

int64_t __ubsan_signed(const struct type_descriptor *type, value_handle value) {
    unsigned width = __ubsan_width(type);
    uint64_t bits = __ubsan_bits(type, value);
    if (width >= 64)
        return (int64_t) bits;
    return (int64_t) (bits << (64 - width)) >> (64 - width);
}

bool __ubsan_is_negative(const struct type_descriptor *type, value_handle value) {
    if (!__ubsan_is_signed(type))
        return false;
    if (__ubsan_width(type) > 64)
        return (((const uint64_t *) value)[1] >> 63) != 0;
    return __ubsan_signed(type, value) < 0;
}

static void print_float(const struct type_descriptor *type, value_handle value) {
    double number;
    if (__ubsan_width(type) == 32) {
        float narrow;
        memcpy(&narrow, &value, sizeof(narrow));
        number = narrow;
    } else {
        memcpy(&number, (const void *) value, sizeof(number));
    }
    char text[32];
    snprintf(text, sizeof(text), "%g", number);
    __sanitizer_print("%s", text);
}

void __ubsan_print_value(const struct type_descriptor *type, value_handle value) {
    if (type->kind == FLOAT_TYPE) {
        print_float(type, value);
    } else if (type->kind != INTEGER_TYPE) {
        __sanitizer_print("<unknown>");
    } else if (__ubsan_width(type) > 64) {
        const uint64_t *words = (const uint64_t *) value;
        __sanitizer_print("0x%16llx%16llx", (unsigned long long) words[1], (unsigned long long) words[0]);
    } else if (__ubsan_is_signed(type)) {
        __sanitizer_print("%lld", (long long) __ubsan_signed(type, value));
    } else {
        __sanitizer_print("%llu", (unsigned long long) __ubsan_bits(type, value));
    }
}
