/* Barriers: who comes last changes the number that the others wait for. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned total) {
    (void) attributes;
    if (total == 0 || total > 0x7fffffff)
        return EINVAL;
    *barrier = (pthread_barrier_t) {.__total = (int) total};
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    return __atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
    pthread_mutex_lock(&barrier->__mutex);
    int sequence = barrier->__sequence;
    if (++barrier->__arrived == barrier->__total) {
        barrier->__arrived = 0;
        __atomic_store_n(&barrier->__sequence, sequence + 1, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&barrier->__mutex);
        __futex_wake(&barrier->__sequence, 0x7fffffff);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    pthread_mutex_unlock(&barrier->__mutex);
    while (__atomic_load_n(&barrier->__sequence, __ATOMIC_ACQUIRE) == sequence)
        __futex_wait(&barrier->__sequence, sequence, NULL);
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
    attributes->__nothing = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) {
    (void) attributes;
    return 0;
}
