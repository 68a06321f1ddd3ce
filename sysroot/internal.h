/* What the parts of this library know of each other and programs do not. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include <errno.h>
#include <irt.h>
#include <reent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/lock.h>
#include <time.h>

/* The free chunks that a thread keeps for itself, by size: see malloc.c. */
#define CACHE_BINS 64

struct thread_cache {
    /* A list that chunks are taken from and given to. */
    void *free[CACHE_BINS];
    /* A full list, or null. */
    void *full[CACHE_BINS];
    /* How many chunks the first list has room for. 0 until it is first used. */
    unsigned short room[CACHE_BINS];
};

/* A value of a thread for a key of pthread, which is that of the key only if
   it was set for the same making of it. */
#define SPECIFICS 128
struct specific {
    unsigned generation;
    void *value;
};

struct thread_exit {
    void (*function)(void *);
    void *argument;
    struct thread_exit *next;
};

/* What there is once for each thread. The thread pointer is its address;
   thread-local variables lie directly below. A block that is all zero but
   for `self` and `reent` is that of a thread that has just begun. */
struct __pthread {
    struct __pthread *self;
    struct _reent *reent;
    struct thread_cache cache;

    /* What is to be called at the end of this thread, last first. */
    struct thread_exit *exits;

    /* The rest belongs to pthread. */
    unsigned long blocked_signals;
    void *(*start)(void *);
    void *argument;
    void *result;
    int state;
    struct __cleanup *cleanups;
    struct specific specifics[SPECIFICS];
    /* The memory that this block and the stack lie in. */
    void *allocation;
    size_t allocation_size;
    /* Where its stack begins; the stack grows downwards. Null for the main thread. */
    void *stack_end;
    /* Not zero until the host has done with the stack. */
    int32_t stack_in_use;
    struct __pthread *next_dead;
    struct _reent own_reent;
};

void *__nacl_read_tp(void) __asm__("llvm.nacl.read.tp") __attribute__((const, nothrow));

static inline struct __pthread *this_thread(void) {
    return (struct __pthread *) __nacl_read_tp();
}

/* The thread-local variables of a program as they are when a thread begins,
   and how they lie around the thread pointer: symbols that are defined when
   the program is finalised. */
extern const char __tls_template_start[];
extern const char __tls_template_tdata_end[];
extern const char __tls_template_end[];
extern const uint32_t __tls_template_alignment;
ptrdiff_t __nacl_tp_tls_offset(size_t tls_size);
ptrdiff_t __nacl_tp_tdb_offset(size_t tdb_size);

/* How many bytes a thread's variables and its block need, and their making in
   that many bytes. The result is the thread pointer. */
size_t __thread_block_size(void);
struct __pthread *__thread_block_make(void *memory);

/* The thread that main() runs in. */
extern struct __pthread *__main_thread;

/* Calls what was registered for the end of this thread. */
void __run_thread_exits(void);

/* Gives all memory that a thread has kept for itself to the heap. */
void __malloc_thread_exit(struct __pthread *thread);

/* Fills `table` from the IRT unless that has been done. False if the IRT has
   no such interface. `known` is 0 at first. */
struct irt_table {
    const char *name;
    void *table;
    size_t size;
    int known;
};
bool __irt_table(struct irt_table *interface);

extern size_t (*__irt_query)(const char *name, void *table, size_t size);

/* Has all tables asked for again, from another IRT. */
void __irt_replace(size_t (*query)(const char *name, void *table, size_t size));

/* The function that `_start` calls. A library may define it instead of libc, which calls main. */
int __nacl_main(int argc, char **argv, char **envp);

/* Declares `static const TYPE *ACCESSOR(void)`, which answers NULL if the IRT
   has no interface NAME. */
#define IRT_INTERFACE(accessor, type, name) \
    static const type *accessor(void) { \
        static type table; \
        static struct irt_table interface = {name, &table, sizeof(type), 0}; \
        return __irt_table(&interface) ? &table : NULL; \
    }

/* The result of a function that gives -1 and errno, from a number of an error. */
static inline int result_of(int error) {
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int __futex_wait(volatile int *address, int value, const struct timespec *deadline);
void __futex_wake(volatile int *address, int most);

#endif
