/* Threads: their making and their end.

   The stack of a thread and its block are one piece of mapped memory. It is
   given back by whoever joins the thread, or if nobody will, when another
   thread is made or ends: not before the host has said that it has left the
   stack, in a word of the block. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

IRT_INTERFACE(irt_thread, struct nacl_irt_thread, NACL_IRT_THREAD_v0_1)

#define DEFAULT_STACK (1u << 20)
/* Smaller stacks are made as large as this. */
#define LEAST_STACK (16u << 10)
#define PAGE 65536u

/* States. Whoever joins waits for the last one. */
#define JOINABLE 0
#define DETACHED 1
#define EXITED 2

void __run_key_destructors(struct __pthread *self);

__LOCK_INIT(static, dead_lock)
static struct __pthread *dead;

/* Threads that were made and have not ended, without the main thread. */
static int running;

static void unmap(struct __pthread *thread) {
    while (__atomic_load_n(&thread->stack_in_use, __ATOMIC_ACQUIRE))
        sched_yield();
    munmap(thread->allocation, thread->allocation_size);
}

/* Gives back the memory of detached threads that are gone. */
static void bury(void) {
    __lock_acquire(dead_lock);
    for (struct __pthread **link = &dead; *link;) {
        struct __pthread *thread = *link;
        if (__atomic_load_n(&thread->stack_in_use, __ATOMIC_ACQUIRE)) {
            link = &thread->next_dead;
            continue;
        }
        *link = thread->next_dead;
        munmap(thread->allocation, thread->allocation_size);
    }
    __lock_release(dead_lock);
}

/* What was to be cleaned up in functions that have returned is not: it lay in their frames. */
static void begin(void) {
    struct __pthread *self = this_thread();
    void *result = self->start(self->argument);
    self->cleanups = NULL;
    pthread_exit(result);
}

int pthread_create(pthread_t *created, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    const struct nacl_irt_thread *host = irt_thread();
    if (!host)
        return ENOSYS;
    if (__atomic_load_n(&dead, __ATOMIC_ACQUIRE))
        bury();

    size_t stack_size = attributes && attributes->__stack_size ? attributes->__stack_size : DEFAULT_STACK;
    char *stack = attributes ? attributes->__stack_address : NULL;
    if (!stack && stack_size < LEAST_STACK)
        stack_size = LEAST_STACK;
    size_t own_stack = stack ? 0 : (stack_size + 15) & ~(size_t) 15;
    size_t size = (own_stack + __thread_block_size() + PAGE - 1) & ~(size_t) (PAGE - 1);
    if (size < own_stack)
        return EAGAIN;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return EAGAIN;
    struct __pthread *thread = __thread_block_make(memory + own_stack);
    thread->reent = &thread->own_reent;
    _REENT_INIT_PTR_ZEROED(thread->reent);
    const struct _reent *maker = _REENT;
    thread->reent->_stdin = maker->_stdin;
    thread->reent->_stdout = maker->_stdout;
    thread->reent->_stderr = maker->_stderr;
    thread->blocked_signals = this_thread()->blocked_signals;
    thread->start = start;
    thread->argument = argument;
    thread->state = attributes && attributes->__detached ? DETACHED : JOINABLE;
    thread->allocation = memory;
    thread->allocation_size = size;
    thread->stack_in_use = 1;

    char *top = stack ? stack + stack_size : memory + own_stack;
    thread->stack_end = (void *) ((uintptr_t) top & ~(uintptr_t) 15);
    __atomic_fetch_add(&running, 1, __ATOMIC_ACQ_REL);
    /* The thread may be gone before this function returns. */
    *created = thread;
    int error = host->thread_create(begin, thread->stack_end, thread);
    if (error) {
        __atomic_fetch_sub(&running, 1, __ATOMIC_ACQ_REL);
        munmap(memory, size);
        return EAGAIN;
    }
    return 0;
}

/* The main thread has no memory of its own; when it ends, the program goes on
   until all others have ended. */
static void end_main(void) {
    int others;
    while ((others = __atomic_load_n(&running, __ATOMIC_ACQUIRE)) != 0)
        __futex_wait(&running, others, NULL);
    exit(0);
}

void pthread_exit(void *result) {
    struct __pthread *self = this_thread();
    while (self->cleanups) {
        struct __cleanup *cleanup = self->cleanups;
        self->cleanups = cleanup->__next;
        cleanup->__function(cleanup->__argument);
    }
    __run_thread_exits();
    __run_key_destructors(self);
    if (!self->allocation) {
        /* Whoever joins the main thread does not wait for the others. */
        self->result = result;
        __atomic_store_n(&self->state, EXITED, __ATOMIC_RELEASE);
        __futex_wake(&self->state, 1);
        end_main();
    }
    /* Streams belong to the program: none is closed with a thread. */
    self->reent->__sdidinit = 0;
    _reclaim_reent(self->reent);
    __malloc_thread_exit(self);

    self->result = result;
    if (__atomic_exchange_n(&self->state, EXITED, __ATOMIC_ACQ_REL) == DETACHED) {
        __lock_acquire(dead_lock);
        self->next_dead = dead;
        dead = self;
        __lock_release(dead_lock);
    } else {
        __futex_wake(&self->state, 1);
    }
    if (__atomic_sub_fetch(&running, 1, __ATOMIC_ACQ_REL) == 0)
        __futex_wake(&running, 1);
    irt_thread()->thread_exit(&self->stack_in_use);
    __builtin_trap();
}

int pthread_join(pthread_t other, void **result) {
    if (other == this_thread())
        return EDEADLK;
    int state;
    while ((state = __atomic_load_n(&other->state, __ATOMIC_ACQUIRE)) == JOINABLE)
        __futex_wait(&other->state, JOINABLE, NULL);
    if (state == DETACHED)
        return EINVAL;
    if (result)
        *result = other->result;
    if (other->allocation)
        unmap(other);
    return 0;
}

int pthread_detach(pthread_t other) {
    int state = JOINABLE;
    if (__atomic_compare_exchange_n(&other->state, &state, DETACHED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return 0;
    if (state == DETACHED)
        return EINVAL;
    if (other->allocation)
        unmap(other);
    return 0;
}

/* The stack of the main thread has its block above what main() uses. */
int pthread_get_stack_end_np(pthread_t which, void **end) {
    *end = which->stack_end ? which->stack_end : (void *) (which + 1);
    return 0;
}

pthread_t pthread_self(void) {
    return this_thread();
}

int pthread_equal(pthread_t one, pthread_t other) {
    return one == other;
}

void __pthread_cleanup_push(struct __cleanup *cleanup) {
    struct __pthread *self = this_thread();
    cleanup->__next = self->cleanups;
    self->cleanups = cleanup;
}

void __pthread_cleanup_pop(struct __cleanup *cleanup) {
    this_thread()->cleanups = cleanup->__next;
}

void pthread_yield(void) {
    sched_yield();
}

/* Hints, to a host that takes none. */
int pthread_getconcurrency(void) {
    return 0;
}

int pthread_setconcurrency(int level) {
    return level < 0 ? EINVAL : 0;
}

/* What is registered would be called around a fork, and there is none. */
int pthread_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void)) {
    (void) before;
    (void) in_parent;
    (void) in_child;
    return 0;
}
