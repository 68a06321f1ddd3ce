/* Semaphores; those with names cannot be had. */
#include <semaphore.h>

#include "internal.h"

int sem_init(sem_t *semaphore, int shared, unsigned value) {
    (void) shared;
    if (value > SEM_VALUE_MAX)
        return result_of(EINVAL);
    *semaphore = (sem_t) {.__value = (int) value};
    return 0;
}

int sem_destroy(sem_t *semaphore) {
    return result_of(__atomic_load_n(&semaphore->__waiting, __ATOMIC_ACQUIRE) ? EBUSY : 0);
}

static bool take(sem_t *semaphore) {
    int value = __atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE);
    while (value > 0) {
        if (__atomic_compare_exchange_n(
                &semaphore->__value, &value, value - 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
            return true;
    }
    return false;
}

int sem_trywait(sem_t *semaphore) {
    return result_of(take(semaphore) ? 0 : EAGAIN);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
    if (take(semaphore))
        return 0;
    if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000))
        return result_of(EINVAL);
    int error = 0;
    __atomic_fetch_add(&semaphore->__waiting, 1, __ATOMIC_SEQ_CST);
    while (!take(semaphore)) {
        error = __futex_wait(&semaphore->__value, 0, deadline);
        if (error == ETIMEDOUT || error == ENOSYS)
            break;
        error = 0;
    }
    __atomic_fetch_sub(&semaphore->__waiting, 1, __ATOMIC_SEQ_CST);
    return result_of(error);
}

int sem_wait(sem_t *semaphore) {
    return sem_timedwait(semaphore, NULL);
}

int sem_post(sem_t *semaphore) {
    int value = __atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE);
    do {
        if (value == SEM_VALUE_MAX)
            return result_of(EOVERFLOW);
    } while (!__atomic_compare_exchange_n(
        &semaphore->__value, &value, value + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));
    if (__atomic_load_n(&semaphore->__waiting, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&semaphore->__value, 1);
    return 0;
}

int sem_getvalue(sem_t *semaphore, int *value) {
    *value = __atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE);
    return 0;
}

/* Semaphores with names are for processes to share. */
sem_t *sem_open(const char *name, int flags, ...) {
    (void) name;
    (void) flags;
    errno = ENOSYS;
    return SEM_FAILED;
}

int sem_close(sem_t *semaphore) {
    (void) semaphore;
    return result_of(EINVAL);
}

int sem_unlink(const char *name) {
    (void) name;
    return result_of(ENOENT);
}
