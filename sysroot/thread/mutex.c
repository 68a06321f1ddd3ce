/* Mutexes: the word of a lock (0 free, 1 held, 2 held and waited for), and for
   the kinds that ask who holds them, the owner. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    *mutex = (pthread_mutex_t) {.__type = attributes ? attributes->__type : PTHREAD_MUTEX_DEFAULT};
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    return __atomic_load_n(&mutex->__state, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

static bool take(pthread_mutex_t *mutex) {
    int free = 0;
    return __atomic_compare_exchange_n(&mutex->__state, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

/* 0 until the deadline passes, which is ETIMEDOUT. */
static int take_by(pthread_mutex_t *mutex, const struct timespec *deadline) {
    if (take(mutex))
        return 0;
    if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000))
        return EINVAL;
    while (__atomic_exchange_n(&mutex->__state, 2, __ATOMIC_ACQUIRE) != 0) {
        int error = __futex_wait(&mutex->__state, 2, deadline);
        if (error == ETIMEDOUT || error == ENOSYS)
            return error;
    }
    return 0;
}

/* Whether this thread holds it; only it could have made that so. */
static bool is_mine(pthread_mutex_t *mutex) {
    return __atomic_load_n(&mutex->__owner, __ATOMIC_ACQUIRE) == this_thread();
}

static void own(pthread_mutex_t *mutex) {
    mutex->__depth = 1;
    __atomic_store_n(&mutex->__owner, (void *) this_thread(), __ATOMIC_RELEASE);
}

/* What happens if this thread wants what it holds already. */
static int take_again(pthread_mutex_t *mutex, int error) {
    if (mutex->__type != PTHREAD_MUTEX_RECURSIVE)
        return error;
    ++mutex->__depth;
    return 0;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
    if (mutex->__type == PTHREAD_MUTEX_NORMAL)
        return take_by(mutex, deadline);
    if (is_mine(mutex))
        return take_again(mutex, EDEADLK);
    int error = take_by(mutex, deadline);
    if (!error)
        own(mutex);
    return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    if (mutex->__type == PTHREAD_MUTEX_NORMAL && take(mutex))
        return 0;
    return pthread_mutex_timedlock(mutex, NULL);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (mutex->__type == PTHREAD_MUTEX_NORMAL)
        return take(mutex) ? 0 : EBUSY;
    if (is_mine(mutex))
        return take_again(mutex, EBUSY);
    if (!take(mutex))
        return EBUSY;
    own(mutex);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (mutex->__type != PTHREAD_MUTEX_NORMAL) {
        if (!is_mine(mutex))
            return EPERM;
        if (--mutex->__depth != 0)
            return 0;
        __atomic_store_n(&mutex->__owner, NULL, __ATOMIC_RELEASE);
    }
    if (__atomic_exchange_n(&mutex->__state, 0, __ATOMIC_RELEASE) == 2)
        __futex_wake(&mutex->__state, 1);
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    attributes->__type = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void) attributes;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type) {
    *type = attributes->__type;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
        return EINVAL;
    attributes->__type = type;
    return 0;
}
