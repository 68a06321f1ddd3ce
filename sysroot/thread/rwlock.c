/* Locks for many readers or one writer: the state is the number of readers,
   -1 with a writer. Readers never wait for one another, so that a thread may
   read-lock what it has read-locked. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

#define WRITER (-1)

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
    (void) attributes;
    *lock = (pthread_rwlock_t) PTHREAD_RWLOCK_INITIALIZER;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    return __atomic_load_n(&lock->__state, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    int readers = __atomic_load_n(&lock->__state, __ATOMIC_ACQUIRE);
    while (readers != WRITER) {
        if (readers == 0x7fffffff)
            return EAGAIN;
        if (__atomic_compare_exchange_n(
                &lock->__state, &readers, readers + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
            return 0;
    }
    return EBUSY;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    int free = 0;
    bool taken =
        __atomic_compare_exchange_n(&lock->__state, &free, WRITER, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    return taken ? 0 : EBUSY;
}

static int take(pthread_rwlock_t *lock, int (*try)(pthread_rwlock_t *), const struct timespec *deadline) {
    int error = try(lock);
    if (error != EBUSY)
        return error;
    __atomic_fetch_add(&lock->__waiting, 1, __ATOMIC_SEQ_CST);
    for (;;) {
        /* Read before the lock is tried again: whoever unlocks it after that
           changes it, and the host will not let this thread wait. */
        int sequence = __atomic_load_n(&lock->__sequence, __ATOMIC_SEQ_CST);
        error = try(lock);
        if (error != EBUSY)
            break;
        int waited = __futex_wait(&lock->__sequence, sequence, deadline);
        if (waited == ETIMEDOUT || waited == ENOSYS) {
            error = waited;
            break;
        }
    }
    __atomic_fetch_sub(&lock->__waiting, 1, __ATOMIC_SEQ_CST);
    return error;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    return take(lock, pthread_rwlock_tryrdlock, NULL);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline) {
    return take(lock, pthread_rwlock_tryrdlock, deadline);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    return take(lock, pthread_rwlock_trywrlock, NULL);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline) {
    return take(lock, pthread_rwlock_trywrlock, deadline);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    int state = __atomic_load_n(&lock->__state, __ATOMIC_ACQUIRE);
    if (state == 0)
        return EPERM;
    if (state == WRITER) {
        __atomic_store_n(&lock->__state, 0, __ATOMIC_SEQ_CST);
    } else if (__atomic_sub_fetch(&lock->__state, 1, __ATOMIC_SEQ_CST) != 0) {
        return 0;
    }
    __atomic_fetch_add(&lock->__sequence, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&lock->__waiting, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&lock->__sequence, 0x7fffffff);
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
    attributes->__nothing = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) {
    (void) attributes;
    return 0;
}
