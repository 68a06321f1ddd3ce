/* The handlers of `-fsanitize-minimal-runtime`, which name only the kind of error. */
#include "ubsan/ubsan.h"

#define MINIMAL(name, text) \
    void __ubsan_handle_##name##_minimal(void) { \
        static bool is_reported; \
        if (!__atomic_exchange_n(&is_reported, true, __ATOMIC_RELAXED)) \
            __sanitizer_print("ubsan: " text "\n"); \
    } \
    void __ubsan_handle_##name##_minimal_abort(void) { \
        __sanitizer_print("ubsan: " text "\n"); \
        __sanitizer_die(1); \
    }

MINIMAL(type_mismatch, "type-mismatch")
MINIMAL(alignment_assumption, "alignment-assumption")
MINIMAL(add_overflow, "add-overflow")
MINIMAL(sub_overflow, "sub-overflow")
MINIMAL(mul_overflow, "mul-overflow")
MINIMAL(negate_overflow, "negate-overflow")
MINIMAL(divrem_overflow, "divrem-overflow")
MINIMAL(shift_out_of_bounds, "shift-out-of-bounds")
MINIMAL(out_of_bounds, "out-of-bounds")
MINIMAL(local_out_of_bounds, "local-out-of-bounds")
MINIMAL(vla_bound_not_positive, "vla-bound-not-positive")
MINIMAL(float_cast_overflow, "float-cast-overflow")
MINIMAL(load_invalid_value, "load-invalid-value")
MINIMAL(invalid_builtin, "invalid-builtin")
MINIMAL(nonnull_arg, "nonnull-arg")
MINIMAL(nonnull_return, "nonnull-return")
MINIMAL(nullability_arg, "nullability-arg")
MINIMAL(nullability_return, "nullability-return")
MINIMAL(pointer_overflow, "pointer-overflow")
MINIMAL(implicit_conversion, "implicit-conversion")
MINIMAL(builtin_unreachable, "builtin-unreachable")
MINIMAL(missing_return, "missing-return")
