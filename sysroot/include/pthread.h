/* Threads of POSIX, as far as the IRT has them: no cancellation, no signals
   to threads, no priorities, no sharing between processes. newlib's header
   declares what is not defined anywhere. */
#ifndef __PTHREAD_h
#define __PTHREAD_h

#include <sys/cdefs.h>
#include <sys/types.h>
#include <sched.h>
#include <time.h>

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1

#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL

#define PTHREAD_SCOPE_PROCESS 0
#define PTHREAD_SCOPE_SYSTEM 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL

#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)

#define PTHREAD_KEYS_MAX 128
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_STACK_MIN 1024

#define PTHREAD_MUTEX_INITIALIZER {0, PTHREAD_MUTEX_NORMAL, 0, 0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER {0, PTHREAD_MUTEX_RECURSIVE, 0, 0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP PTHREAD_RECURSIVE_MUTEX_INITIALIZER
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {0, PTHREAD_MUTEX_ERRORCHECK, 0, 0}
#define PTHREAD_COND_INITIALIZER {0, 0, CLOCK_REALTIME}
#define PTHREAD_RWLOCK_INITIALIZER {0, 0, 0}
#define PTHREAD_ONCE_INIT 0

__BEGIN_DECLS

int pthread_create(pthread_t *__created, const pthread_attr_t *__attributes, void *(*__start)(void *), void *__argument);
void pthread_exit(void *__result) __attribute__((__noreturn__));
int pthread_join(pthread_t __other, void **__result);
int pthread_detach(pthread_t __other);
pthread_t pthread_self(void);
int pthread_equal(pthread_t __one, pthread_t __other);
int pthread_once(pthread_once_t *__once, void (*__initialise)(void));
int pthread_atfork(void (*__before)(void), void (*__in_parent)(void), void (*__in_child)(void));
int pthread_getconcurrency(void);
int pthread_setconcurrency(int __level);
void pthread_yield(void);

int pthread_attr_init(pthread_attr_t *__attributes);
int pthread_attr_destroy(pthread_attr_t *__attributes);
int pthread_attr_getdetachstate(const pthread_attr_t *__attributes, int *__state);
int pthread_attr_setdetachstate(pthread_attr_t *__attributes, int __state);
int pthread_attr_getstacksize(const pthread_attr_t *__attributes, size_t *__size);
int pthread_attr_setstacksize(pthread_attr_t *__attributes, size_t __size);
int pthread_attr_getstack(const pthread_attr_t *__attributes, void **__address, size_t *__size);
int pthread_attr_setstack(pthread_attr_t *__attributes, void *__address, size_t __size);

int pthread_attr_getguardsize(const pthread_attr_t *__attributes, size_t *__size);
int pthread_attr_setguardsize(pthread_attr_t *__attributes, size_t __size);
int pthread_attr_getscope(const pthread_attr_t *__attributes, int *__scope);
int pthread_attr_setscope(pthread_attr_t *__attributes, int __scope);
int pthread_attr_getinheritsched(const pthread_attr_t *__attributes, int *__inherits);
int pthread_attr_setinheritsched(pthread_attr_t *__attributes, int __inherits);
int pthread_attr_getschedpolicy(const pthread_attr_t *__attributes, int *__policy);
int pthread_attr_setschedpolicy(pthread_attr_t *__attributes, int __policy);
int pthread_attr_getschedparam(const pthread_attr_t *__attributes, struct sched_param *__parameters);
int pthread_attr_setschedparam(pthread_attr_t *__attributes, const struct sched_param *__parameters);
int pthread_getschedparam(pthread_t __which, int *__policy, struct sched_param *__parameters);
int pthread_setschedparam(pthread_t __which, int __policy, const struct sched_param *__parameters);
int pthread_setschedprio(pthread_t __which, int __priority);

int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__attributes);
int pthread_mutex_destroy(pthread_mutex_t *__mutex);
int pthread_mutex_lock(pthread_mutex_t *__mutex);
int pthread_mutex_trylock(pthread_mutex_t *__mutex);
int pthread_mutex_timedlock(pthread_mutex_t *__mutex, const struct timespec *__deadline);
int pthread_mutex_unlock(pthread_mutex_t *__mutex);
int pthread_mutexattr_init(pthread_mutexattr_t *__attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *__attributes);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *__attributes, int *__type);
int pthread_mutexattr_settype(pthread_mutexattr_t *__attributes, int __type);

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *__attributes, int *__shared);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *__attributes, int __shared);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *__attributes, int *__protocol);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *__attributes, int __protocol);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *__attributes, int *__robust);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *__attributes, int __robust);
int pthread_mutex_consistent(pthread_mutex_t *__mutex);

int pthread_cond_init(pthread_cond_t *__condition, const pthread_condattr_t *__attributes);
int pthread_cond_destroy(pthread_cond_t *__condition);
int pthread_cond_signal(pthread_cond_t *__condition);
int pthread_cond_broadcast(pthread_cond_t *__condition);
int pthread_cond_wait(pthread_cond_t *__condition, pthread_mutex_t *__mutex);
int pthread_cond_timedwait(pthread_cond_t *__condition, pthread_mutex_t *__mutex, const struct timespec *__deadline);
int pthread_condattr_init(pthread_condattr_t *__attributes);
int pthread_condattr_destroy(pthread_condattr_t *__attributes);
int pthread_condattr_getclock(const pthread_condattr_t *__attributes, clockid_t *__clock);
int pthread_condattr_setclock(pthread_condattr_t *__attributes, clockid_t __clock);

int pthread_condattr_getpshared(const pthread_condattr_t *__attributes, int *__shared);
int pthread_condattr_setpshared(pthread_condattr_t *__attributes, int __shared);

int pthread_rwlock_init(pthread_rwlock_t *__lock, const pthread_rwlockattr_t *__attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *__lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *__lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *__lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *__lock, const struct timespec *__deadline);
int pthread_rwlock_wrlock(pthread_rwlock_t *__lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *__lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *__lock, const struct timespec *__deadline);
int pthread_rwlock_unlock(pthread_rwlock_t *__lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *__attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *__attributes);

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *__attributes, int *__shared);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *__attributes, int __shared);

int pthread_barrier_init(pthread_barrier_t *__barrier, const pthread_barrierattr_t *__attributes, unsigned __total);
int pthread_barrier_destroy(pthread_barrier_t *__barrier);
int pthread_barrier_wait(pthread_barrier_t *__barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *__attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *__attributes);

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *__attributes, int *__shared);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *__attributes, int __shared);

int pthread_spin_init(pthread_spinlock_t *__lock, int __shared);
int pthread_spin_destroy(pthread_spinlock_t *__lock);
int pthread_spin_lock(pthread_spinlock_t *__lock);
int pthread_spin_trylock(pthread_spinlock_t *__lock);
int pthread_spin_unlock(pthread_spinlock_t *__lock);

int pthread_key_create(pthread_key_t *__key, void (*__destroy)(void *));
int pthread_key_delete(pthread_key_t __key);
void *pthread_getspecific(pthread_key_t __key);
int pthread_setspecific(pthread_key_t __key, const void *__value);

/* Pairs of braces, as POSIX wants; what was pushed runs in pthread_exit. */
struct __cleanup {
    void (*__function)(void *);
    void *__argument;
    struct __cleanup *__next;
};
void __pthread_cleanup_push(struct __cleanup *__cleanup);
void __pthread_cleanup_pop(struct __cleanup *__cleanup);
#define pthread_cleanup_push(function, argument) \
    do { \
        struct __cleanup __cleanup = {(function), (argument), 0}; \
        __pthread_cleanup_push(&__cleanup)
#define pthread_cleanup_pop(run) \
        __pthread_cleanup_pop(&__cleanup); \
        if (run) \
            __cleanup.__function(__cleanup.__argument); \
    } while (0)

#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *) -1)
int pthread_cancel(pthread_t __which);
int pthread_setcancelstate(int __state, int *__before);
int pthread_setcanceltype(int __type, int *__before);
void pthread_testcancel(void);
int pthread_kill(pthread_t __which, int __signal);
int pthread_setname_np(pthread_t __which, const char *__name);
/* The address at which the stack of a thread begins, which grows downwards. */
int pthread_get_stack_end_np(pthread_t __which, void **__end);
int pthread_getname_np(pthread_t __which, char *__name, size_t __size);
__END_DECLS

#endif
