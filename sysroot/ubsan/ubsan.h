/* The checks of undefined behaviour: data that clang puts into programs, and
   the report of an error.

   The layouts are those of clang's calls of `__ubsan_handle_*`. */
#ifndef UBSAN_H
#define UBSAN_H

#include <stdbool.h>
#include <stdint.h>

#include "sanitizer/sanitizer.h"

struct source_location {
    const char *file;
    uint32_t line;
    uint32_t column;
};

/* Kinds of types. */
#define INTEGER_TYPE 0
#define FLOAT_TYPE 1

struct type_descriptor {
    uint16_t kind;
    /* Of an integer: bit 0 if it is signed, and the binary logarithm of its
       width above. Of a floating-point number: its width. */
    uint16_t info;
    /* With quotation marks. */
    char name[];
};

/* A value as clang passes it: the bits of it if they fit, or else its address. */
typedef uintptr_t value_handle;

bool __ubsan_is_signed(const struct type_descriptor *type);
unsigned __ubsan_width(const struct type_descriptor *type);
uint64_t __ubsan_bits(const struct type_descriptor *type, value_handle value);
int64_t __ubsan_signed(const struct type_descriptor *type, value_handle value);
bool __ubsan_is_negative(const struct type_descriptor *type, value_handle value);
void __ubsan_print_value(const struct type_descriptor *type, value_handle value);

/* Begins a report. False if this place has been reported already. `location`
   is marked as reported, and `place` is where it was. */
bool __ubsan_begin(struct source_location *location, struct source_location *place);
/* Prints the place before a note. */
void __ubsan_note(const struct source_location *place);
/* Ends the line and the report, and the program if it must not go on. */
void __ubsan_end(const struct source_location *place, bool must_stop);

#endif
