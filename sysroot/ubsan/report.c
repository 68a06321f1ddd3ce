/* The form of a report: the place, "runtime error", the message, and a summary. */
#include "ubsan/ubsan.h"

static const char options[] = "UBSAN_OPTIONS";

/* There in programs that keep track of their calls. */
#pragma weak __sanitizer_stack
#pragma weak __sanitizer_print_stack

#define REPORTED UINT32_MAX

bool __ubsan_begin(struct source_location *location, struct source_location *place) {
    *place = *location;
    place->column = __atomic_exchange_n(&location->column, REPORTED, __ATOMIC_RELAXED);
    if (place->column == REPORTED)
        return false;
    __ubsan_note(place);
    __sanitizer_print("runtime error: ");
    return true;
}

static void print_place(const struct source_location *place) {
    if (!place->file) {
        __sanitizer_print("<unknown>");
        return;
    }
    __sanitizer_print("%s:%u", place->file, place->line);
    if (place->column)
        __sanitizer_print(":%u", place->column);
}

void __ubsan_note(const struct source_location *place) {
    print_place(place);
    __sanitizer_print(": ");
}

void __ubsan_end(const struct source_location *place, bool must_stop) {
    __sanitizer_print("\n");
    if (__sanitizer_stack && __sanitizer_print_stack && __sanitizer_flag(options, "print_stacktrace", false)) {
        const struct __call_site *sites[STACK_DEPTH];
        __sanitizer_print_stack(NULL, sites, __sanitizer_stack(sites, STACK_DEPTH));
    }
    if (__sanitizer_flag(options, "print_summary", true)) {
        __sanitizer_print("SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior ");
        print_place(place);
        __sanitizer_print("\n");
    }
    if (must_stop || __sanitizer_flag(options, "halt_on_error", false))
        __sanitizer_die((int) __sanitizer_number(options, "exitcode", 1));
}
