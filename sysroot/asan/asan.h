/* AddressSanitizer: what its parts know of each other.

   Each 8 bytes of memory have a byte of shadow: 0 if all of them may be
   accessed, 1 to 7 if only that many, and a negative number, which says why,
   if none. clang's code checks the shadow and calls the report functions. */
#ifndef ASAN_H
#define ASAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sanitizer/sanitizer.h"

#define GRANULE 8u
#define EXPORTED __attribute__((noinline))

/* Reasons in the shadow. */
#define HEAP_REDZONE 0xfa
#define HEAP_FREED 0xfd
#define STACK_LEFT 0xf1
#define STACK_MIDDLE 0xf2
#define STACK_RIGHT 0xf3
#define STACK_RETURNED 0xf5
#define OUT_OF_SCOPE 0xf8
#define GLOBAL_REDZONE 0xf9
#define BY_USER 0xf7
#define IN_CONTAINER 0xfc
#define ALLOCA_LEFT 0xca
#define ALLOCA_RIGHT 0xcb
#define INTERNAL 0xfe

/* Where the shadow of address 0 is. clang's code reads it. */
extern uintptr_t __asan_shadow_memory_dynamic_address;
/* The last address that has shadow. */
extern uintptr_t __asan_last_address;

void __asan_init(void);

static inline uint8_t *shadow_of(uintptr_t address) {
    return (uint8_t *) (address / GRANULE + __asan_shadow_memory_dynamic_address);
}

/* Marks whole granules. */
void __asan_mark(uintptr_t start, uintptr_t size, uint8_t value);
/* Makes bytes from the start of a granule accessible, and the rest of the last granule not. */
void __asan_open(uintptr_t start, uintptr_t size);
/* The first byte of a range that must not be accessed, or 0 if there is none. */
uintptr_t __asan_first_bad(uintptr_t start, uintptr_t size);

/* The ways to allocate. */
enum allocation_kind { FROM_MALLOC, FROM_NEW, FROM_NEW_ARRAY };

/* The settings in ASAN_OPTIONS. */
extern const char __asan_options[];

/* Stack traces that are kept. */
struct trace {
    const struct trace *next;
    uint32_t hash;
    const char *library_function;
    unsigned count;
    const struct __call_site *sites[];
};
const struct trace *__asan_trace(const char *library_function);
void __asan_print_trace(const struct trace *trace);

/* A block of the heap: this lies directly before the bytes of the program. */
struct block {
    uint32_t state;
    uint32_t size;
    void *allocation;
    uint32_t whole;
    uint8_t kind;
    uint8_t is_ignored;
    /* For the search for leaks. */
    uint8_t is_reached;
    uint8_t is_indirect;
    uint16_t allocating_thread;
    uint16_t freeing_thread;
    const struct trace *allocated;
    const struct trace *freed;
    struct block *next;
    struct block *previous;
};

#define ALLOCATED 0x6b636f6cu
#define QUARANTINED 0x65657266u

static inline uintptr_t start_of(const struct block *block) {
    return (uintptr_t) (block + 1);
}

/* The blocks that are allocated. */
extern struct block *__asan_blocks;
void __asan_heap_lock(void);
void __asan_heap_unlock(void);
/* The block whose memory or red zones have an address, or null. */
const struct block *__asan_find_block(uintptr_t address);

/* `function` is what the program called. */
void *__asan_allocate(size_t size, size_t alignment, enum allocation_kind kind, const char *function);
void __asan_release(void *memory, enum allocation_kind kind, const char *function);

/* Prints the description of an address that belongs to a global variable or the stack. */
bool __asan_describe_global(uintptr_t address);
bool __asan_describe_stack(uintptr_t address);

/* Reports an access that is not allowed. */
void __asan_report_access(uintptr_t address, uintptr_t size, bool is_write, bool may_go_on, const char *function);
/* Checks a range that a library function accesses. */
void __asan_check_range(const void *start, uintptr_t size, bool is_write, const char *function);

/* Reports of misused functions: a line, then the stack, then what is known of the address. */
_Noreturn void __asan_report_misuse(const char *kind, const char *function, uintptr_t address, const char *format, ...);

/* True in a program that is only searched for leaks. */
extern bool __asan_is_for_leaks_only;
/* Has leaks reported at the end of the program. */
void __asan_check_leaks_at_exit(void);
/* Remembers this thread, whose stack may lead to blocks. */
void __asan_know_thread(void);
/* True while blocks of this thread are not leaks. */
bool __asan_ignores_leaks(void);

/* The bounds of the stack of this thread that are in use. */
struct stack_range {
    uintptr_t start;
    uintptr_t end;
};
struct stack_range __asan_stack(void);

#endif
