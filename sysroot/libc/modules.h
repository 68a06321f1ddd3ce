/* What a library says of itself when it is loaded, and what the program shows to it.
   crates/legalize/src/steps/library makes the first, the linker the second. */
#ifndef MODULES_H
#define MODULES_H

#include <stdbool.h>
#include <stdint.h>

#define SYMBOL_IS_FUNCTION 1u
/* The address is that of a function that gives the address in the calling thread. */
#define SYMBOL_IS_THREAD_LOCAL 2u
#define SYMBOL_MAY_BE_ABSENT 4u

struct symbol {
    const char *name;
    void *address;
    uint32_t flags;
};

struct need {
    const char *name;
    void **slot;
    uint32_t flags;
};

typedef void (*procedure)(void);

#define MODULE_VERSION 1

struct module {
    uint32_t version;
    /* Sorted by name. */
    const struct symbol *symbols;
    uint32_t symbol_count;
    const struct need *needs;
    uint32_t need_count;
    procedure relocate;
    const procedure *constructors, *constructors_end;
    const procedure *destructors, *destructors_end;
    const char *thread_data, *thread_data_end, *thread_end;
    const uint32_t *thread_alignment;
    const char *name;
    const char *const *libraries;
    uint32_t library_count;
    void *handle;
    /* NULL if it catches nothing. */
    uint32_t *exceptions;
    const void *exception_types, *exception_actions, *exception_filters;
    void *(*thread_block)(void);
};

struct program_symbols {
    /* Sorted by name. */
    const struct symbol *symbols;
    uint32_t symbol_count;
    /* The libraries that have become part of the program. */
    const char *const *libraries;
    uint32_t library_count;
};

extern const struct program_symbols __pinnacle_exports;

/* The end of the thread-local variables of a module in this thread. */
void *__pinnacle_thread_block(const struct module *module);

/* Takes up the tables of a module that catches exceptions; gives what is to be added to the
   ids of its lists, 0 if there are too many modules. Only in programs of C++. */
uint32_t __pinnacle_add_exceptions(const void *types, const void *actions, const void *filters);

/* Calls the destructors of all libraries at the end of the program, in front of the
   program's own or behind. */
void __pinnacle_end_libraries(bool is_first);

#endif
