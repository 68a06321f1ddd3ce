/* Reports of accesses: null and misaligned pointers, bounds, values that a type
   does not have. */
#include "ubsan/ubsan.h"

struct type_mismatch {
    struct source_location location;
    const struct type_descriptor *type;
    unsigned char alignment_bits;
    unsigned char access;
};

static const char *const accesses[] = {
    "load of",
    "store to",
    "reference binding to",
    "member access within",
    "member call on",
    "constructor call on",
    "downcast of",
    "downcast of",
    "upcast of",
    "cast to virtual base of",
    "_Nonnull binding to",
    "dynamic operation on",
};

static void mismatch(struct type_mismatch *data, value_handle pointer, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    uintptr_t alignment = (uintptr_t) 1 << data->alignment_bits;
    const void *address = (const void *) pointer;
    const char *access = data->access < sizeof(accesses) / sizeof(*accesses) ? accesses[data->access] : "access to";
    const char *type = data->type->name;
    if (!pointer)
        __sanitizer_print("%s null pointer of type %s", access, type);
    else if (pointer & (alignment - 1))
        __sanitizer_print("%s misaligned address %p for type %s, which requires %u byte alignment", access, address, type,
                          (unsigned) alignment);
    else
        __sanitizer_print("%s address %p with insufficient space for an object of type %s", access, address, type);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_type_mismatch_v1(struct type_mismatch *data, value_handle pointer) {
    mismatch(data, pointer, false);
}

void __ubsan_handle_type_mismatch_v1_abort(struct type_mismatch *data, value_handle pointer) {
    mismatch(data, pointer, true);
}

struct assumption {
    struct source_location location;
    struct source_location specified;
    const struct type_descriptor *type;
};

static void assume(struct assumption *data, uintptr_t pointer, uintptr_t alignment, uintptr_t offset, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("assumption of %u byte alignment ", (unsigned) alignment);
    if (offset)
        __sanitizer_print("(with offset of %u byte) ", (unsigned) offset);
    __sanitizer_print("for pointer of type %s failed", data->type->name);
    if (data->specified.file) {
        __sanitizer_print("\n");
        __ubsan_note(&data->specified);
        __sanitizer_print("note: alignment assumption was specified here");
    }
    uintptr_t real = pointer - offset;
    __sanitizer_print("\n");
    __ubsan_note(&place);
    __sanitizer_print("note: %saddress is %u aligned, misalignment offset is %u bytes", offset ? "offset " : "",
                      real ? (unsigned) (real & -real) : 0, (unsigned) (real & (alignment - 1)));
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_alignment_assumption(struct assumption *data, value_handle pointer, value_handle alignment,
                                         value_handle offset) {
    assume(data, pointer, alignment, offset, false);
}

void __ubsan_handle_alignment_assumption_abort(struct assumption *data, value_handle pointer, value_handle alignment,
                                               value_handle offset) {
    assume(data, pointer, alignment, offset, true);
}

struct out_of_bounds {
    struct source_location location;
    const struct type_descriptor *array;
    const struct type_descriptor *index;
};

static void bounds(struct out_of_bounds *data, value_handle index, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("index ");
    __ubsan_print_value(data->index, index);
    __sanitizer_print(" out of bounds for type %s", data->array->name);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_out_of_bounds(struct out_of_bounds *data, value_handle index) {
    bounds(data, index, false);
}

void __ubsan_handle_out_of_bounds_abort(struct out_of_bounds *data, value_handle index) {
    bounds(data, index, true);
}

struct invalid_value {
    struct source_location location;
    const struct type_descriptor *type;
};

static void load(struct invalid_value *data, value_handle value, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("load of value ");
    __ubsan_print_value(data->type, value);
    __sanitizer_print(", which is not a valid value for type %s", data->type->name);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_load_invalid_value(struct invalid_value *data, value_handle value) {
    load(data, value, false);
}

void __ubsan_handle_load_invalid_value_abort(struct invalid_value *data, value_handle value) {
    load(data, value, true);
}

struct vla_bound {
    struct source_location location;
    const struct type_descriptor *type;
};

static void vla(struct vla_bound *data, value_handle bound, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("variable length array bound evaluates to non-positive value ");
    __ubsan_print_value(data->type, bound);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_vla_bound_not_positive(struct vla_bound *data, value_handle bound) {
    vla(data, bound, false);
}

void __ubsan_handle_vla_bound_not_positive_abort(struct vla_bound *data, value_handle bound) {
    vla(data, bound, true);
}

struct pointer_overflow {
    struct source_location location;
};

static void pointer_overflow(struct pointer_overflow *data, value_handle base, value_handle result, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    const void *from = (const void *) base, *to = (const void *) result;
    if (!base && !result)
        __sanitizer_print("applying zero offset to null pointer");
    else if (!base)
        __sanitizer_print("applying non-zero offset %u to null pointer", (unsigned) result);
    else if (!result)
        __sanitizer_print("applying non-zero offset to non-null pointer %p produced null pointer", from);
    else if (((intptr_t) base >= 0) != ((intptr_t) result >= 0))
        __sanitizer_print("pointer index expression with base %p overflowed to %p", from, to);
    else if (base > result)
        __sanitizer_print("addition of unsigned offset to %p overflowed to %p", from, to);
    else
        __sanitizer_print("subtraction of unsigned offset from %p overflowed to %p", from, to);
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_pointer_overflow(struct pointer_overflow *data, value_handle base, value_handle result) {
    pointer_overflow(data, base, result, false);
}

void __ubsan_handle_pointer_overflow_abort(struct pointer_overflow *data, value_handle base, value_handle result) {
    pointer_overflow(data, base, result, true);
}
