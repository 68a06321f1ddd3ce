/* Reports of control flow and of attributes: places that are never reached,
   results and arguments that are never null. */
#include <stddef.h>

#include "ubsan/ubsan.h"

struct unreachable {
    struct source_location location;
};

static _Noreturn void never(struct unreachable *data, const char *message) {
    struct source_location place = data->location;
    /* It ends the program, even if the place was reported. */
    __ubsan_note(&place);
    __sanitizer_print("runtime error: %s", message);
    __ubsan_end(&place, true);
    __builtin_trap();
}

void __ubsan_handle_builtin_unreachable(struct unreachable *data) {
    never(data, "execution reached an unreachable program point");
}

void __ubsan_handle_missing_return(struct unreachable *data) {
    never(data, "execution reached the end of a value-returning function without returning a value");
}

struct nonnull_return {
    struct source_location attribute;
};

static void print_attribute(const struct source_location *attribute, const char *what) {
    if (!attribute->file)
        return;
    __sanitizer_print("\n");
    __ubsan_note(attribute);
    __sanitizer_print("note: %s specified here", what);
}

static void null_result(struct nonnull_return *data, struct source_location *location, const char *what, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(location, &place))
        return;
    __sanitizer_print("null pointer returned from function declared to never return null");
    print_attribute(&data->attribute, what);
    __ubsan_end(&place, must_stop);
}

static const char returns_nonnull[] = "returns_nonnull attribute";
static const char nonnull_result[] = "_Nonnull return type annotation";

void __ubsan_handle_nonnull_return_v1(struct nonnull_return *data, struct source_location *location) {
    null_result(data, location, returns_nonnull, false);
}

void __ubsan_handle_nonnull_return_v1_abort(struct nonnull_return *data, struct source_location *location) {
    null_result(data, location, returns_nonnull, true);
}

void __ubsan_handle_nullability_return_v1(struct nonnull_return *data, struct source_location *location) {
    null_result(data, location, nonnull_result, false);
}

void __ubsan_handle_nullability_return_v1_abort(struct nonnull_return *data, struct source_location *location) {
    null_result(data, location, nonnull_result, true);
}

struct nonnull_argument {
    struct source_location location;
    struct source_location attribute;
    int number;
};

static void null_argument(struct nonnull_argument *data, const char *what, bool must_stop) {
    struct source_location place;
    if (!__ubsan_begin(&data->location, &place))
        return;
    __sanitizer_print("null pointer passed as argument %d, which is declared to never be null", data->number);
    print_attribute(&data->attribute, what);
    __ubsan_end(&place, must_stop);
}

static const char nonnull[] = "nonnull attribute";
static const char nonnull_type[] = "_Nonnull type annotation";

void __ubsan_handle_nonnull_arg(struct nonnull_argument *data) {
    null_argument(data, nonnull, false);
}

void __ubsan_handle_nonnull_arg_abort(struct nonnull_argument *data) {
    null_argument(data, nonnull, true);
}

void __ubsan_handle_nullability_arg(struct nonnull_argument *data) {
    null_argument(data, nonnull_type, false);
}

void __ubsan_handle_nullability_arg_abort(struct nonnull_argument *data) {
    null_argument(data, nonnull_type, true);
}

/* `-fsanitize=local-bounds` knows no place. */
static void local_bounds(bool must_stop) {
    struct source_location place = {NULL, 0, 0};
    __sanitizer_print("<unknown>: runtime error: access out of bounds");
    __ubsan_end(&place, must_stop);
}

void __ubsan_handle_local_out_of_bounds(void) {
    local_bounds(false);
}

void __ubsan_handle_local_out_of_bounds_abort(void) {
    local_bounds(true);
}
