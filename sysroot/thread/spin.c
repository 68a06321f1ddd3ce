/* Locks that are waited for by trying again. The host may run threads one
   after the other, so each try gives way to them. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void) shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
    (void) lock;
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
    while (pthread_spin_trylock(lock) != 0)
        sched_yield();
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
    return 0;
}
