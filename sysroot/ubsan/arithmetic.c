/* Reports of arithmetic: overflows, divisions, shifts and conversions.

   Each handler has two forms: one that returns, and one, `_abort`, that ends
   the program. */
#include "ubsan/ubsan.h"

struct operation {
    struct source_location location;
    const struct type_descriptor *type;
};

static void overflow(struct operation *data, value_handle left, const char *operator, value_handle right, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("%s integer overflow: ", __ubsan_is_signed(data->type) ? "signed" : "unsigned");
    __ubsan_print_value(data->type, left);
    __sanitizer_print(" %s ", operator);
    __ubsan_print_value(data->type, right);
    __sanitizer_print(" cannot be represented in type %s", data->type->name);
    __ubsan_end(&place, must_stop);
}

#define OVERFLOW_HANDLERS(name, operator) \
    void __ubsan_handle_##name##_overflow(struct operation *data, value_handle left, value_handle right) { \
        overflow(data, left, operator, right, false); \
    } \
    void __ubsan_handle_##name##_overflow_abort(struct operation *data, value_handle left, value_handle right) { \
        overflow(data, left, operator, right, true); \
    }

OVERFLOW_HANDLERS(add, "+")
OVERFLOW_HANDLERS(sub, "-")
OVERFLOW_HANDLERS(mul, "*")

static void negate(struct operation *data, value_handle value, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("negation of ");
    __ubsan_print_value(data->type, value);
    __sanitizer_print(" cannot be represented in type %s", data->type->name);
    if (__ubsan_is_signed(data->type))
        __sanitizer_print("; cast to an unsigned type to negate this value to itself");
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_negate_overflow(struct operation *data, value_handle value) {
    negate(data, value, false);
}

void __ubsan_handle_negate_overflow_abort(struct operation *data, value_handle value) {
    negate(data, value, true);
}

static void divide(struct operation *data, value_handle left, value_handle right, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    if (__ubsan_is_signed(data->type) && __ubsan_signed(data->type, right) == -1) {
        __sanitizer_print("division of ");
        __ubsan_print_value(data->type, left);
        __sanitizer_print(" by -1 cannot be represented in type %s", data->type->name);
    } else {
        __sanitizer_print("division by zero");
    }
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_divrem_overflow(struct operation *data, value_handle left, value_handle right) {
    divide(data, left, right, false);
}

void __ubsan_handle_divrem_overflow_abort(struct operation *data, value_handle left, value_handle right) {
    divide(data, left, right, true);
}

struct shift {
    struct source_location location;
    const struct type_descriptor *left;
    const struct type_descriptor *right;
};

static void shift(struct shift *data, value_handle left, value_handle right, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    unsigned width = __ubsan_width(data->left);
    if (__ubsan_is_negative(data->right, right)) {
        __sanitizer_print("shift exponent ");
        __ubsan_print_value(data->right, right);
        __sanitizer_print(" is negative");
    } else if (__ubsan_bits(data->right, right) >= width) {
        __sanitizer_print("shift exponent ");
        __ubsan_print_value(data->right, right);
        __sanitizer_print(" is too large for %u-bit type %s", width, data->left->name);
    } else if (__ubsan_is_negative(data->left, left)) {
        __sanitizer_print("left shift of negative value ");
        __ubsan_print_value(data->left, left);
    } else {
        __sanitizer_print("left shift of ");
        __ubsan_print_value(data->left, left);
        __sanitizer_print(" by ");
        __ubsan_print_value(data->right, right);
        __sanitizer_print(" places cannot be represented in type %s", data->left->name);
    }
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_shift_out_of_bounds(struct shift *data, value_handle left, value_handle right) {
    shift(data, left, right, false);
}

void __ubsan_handle_shift_out_of_bounds_abort(struct shift *data, value_handle left, value_handle right) {
    shift(data, left, right, true);
}

struct float_cast {
    struct source_location location;
    const struct type_descriptor *from;
    const struct type_descriptor *to;
};

static void float_cast(struct float_cast *data, value_handle value, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __ubsan_print_value(data->from, value);
    __sanitizer_print(" is outside the range of representable values of type %s", data->to->name);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_float_cast_overflow(struct float_cast *data, value_handle value) {
    float_cast(data, value, false);
}

void __ubsan_handle_float_cast_overflow_abort(struct float_cast *data, value_handle value) {
    float_cast(data, value, true);
}

struct conversion {
    struct source_location location;
    const struct type_descriptor *from;
    const struct type_descriptor *to;
    unsigned char kind;
    /* The width of the bit-field that is assigned to, or 0. */
    unsigned bit_field;
};

static void print_width(const struct type_descriptor *type, unsigned bit_field) {
    const char *sign = __ubsan_is_signed(type) ? "" : "un";
    if (bit_field)
        __sanitizer_print(" (%u-bit bitfield, %ssigned)", bit_field, sign);
    else
        __sanitizer_print(" (%u-bit, %ssigned)", __ubsan_width(type), sign);
}

static void convert(struct conversion *data, value_handle from, value_handle to, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("implicit conversion from type %s of value ", data->from->name);
    __ubsan_print_value(data->from, from);
    print_width(data->from, 0);
    __sanitizer_print(" to type %s changed the value to ", data->to->name);
    __ubsan_print_value(data->to, to);
    print_width(data->to, data->bit_field);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_implicit_conversion(struct conversion *data, value_handle from, value_handle to) {
    convert(data, from, to, false);
}

void __ubsan_handle_implicit_conversion_abort(struct conversion *data, value_handle from, value_handle to) {
    convert(data, from, to, true);
}

struct builtin {
    struct source_location location;
    unsigned char kind;
};

static void builtin(struct builtin *data, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("passing zero to %s, which is not a valid argument", data->kind == 0 ? "ctz()" : "clz()");
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_invalid_builtin(struct builtin *data) {
    builtin(data, false);
}

void __ubsan_handle_invalid_builtin_abort(struct builtin *data) {
    builtin(data, true);
}
