/* Locks: a word that is 0 when free, 1 when held, 2 when held and there may
   be somebody waiting. Only then is the host asked for anything. */
#include "internal.h"

IRT_INTERFACE(irt_futex, struct nacl_irt_futex, NACL_IRT_FUTEX_v0_1)

int __futex_wait(volatile int *address, int value, const struct timespec *deadline) {
    const struct nacl_irt_futex *futex = irt_futex();
    return futex ? futex->futex_wait_abs(address, value, deadline) : ENOSYS;
}

void __futex_wake(volatile int *address, int most) {
    const struct nacl_irt_futex *futex = irt_futex();
    int count;
    if (futex)
        futex->futex_wake(address, most, &count);
}

int __lock_try(struct __lock *lock) {
    int free = 0;
    return __atomic_compare_exchange_n(&lock->__state, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE) ? 0 : EBUSY;
}

void __lock_take(struct __lock *lock) {
    if (__lock_try(lock) == 0)
        return;
    while (__atomic_exchange_n(&lock->__state, 2, __ATOMIC_ACQUIRE) != 0)
        __futex_wait(&lock->__state, 2, NULL);
}

void __lock_give(struct __lock *lock) {
    if (__atomic_exchange_n(&lock->__state, 0, __ATOMIC_RELEASE) == 2)
        __futex_wake(&lock->__state, 1);
}

int __lock_try_recursive(struct __lock *lock) {
    struct __pthread *self = this_thread();
    if (__atomic_load_n(&lock->__owner, __ATOMIC_ACQUIRE) != self) {
        int error = __lock_try(lock);
        if (error != 0)
            return error;
        __atomic_store_n(&lock->__owner, self, __ATOMIC_RELEASE);
    }
    ++lock->__depth;
    return 0;
}

void __lock_take_recursive(struct __lock *lock) {
    struct __pthread *self = this_thread();
    if (__atomic_load_n(&lock->__owner, __ATOMIC_ACQUIRE) != self) {
        __lock_take(lock);
        __atomic_store_n(&lock->__owner, self, __ATOMIC_RELEASE);
    }
    ++lock->__depth;
}

void __lock_give_recursive(struct __lock *lock) {
    if (--lock->__depth != 0)
        return;
    __atomic_store_n(&lock->__owner, NULL, __ATOMIC_RELEASE);
    __lock_give(lock);
}
