/* Variables of functions that are initialised when control first comes to them, and
   functions that must not be called. */
#include "cxx.h"

#include <sched.h>
#include <stdio.h>

/* A guard is 64 bits wide. Its first byte says that the variable is initialised; the
   rest is ours. */
struct guard {
    uint8_t is_done;
    int32_t is_begun;
};

int __cxa_guard_acquire(struct guard *guard) {
    for (;;) {
        if (__atomic_load_n(&guard->is_done, __ATOMIC_ACQUIRE))
            return 0;
        int32_t free = 0;
        if (__atomic_compare_exchange_n(
                &guard->is_begun, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
            /* It may have been initialised in between. */
            if (!__atomic_load_n(&guard->is_done, __ATOMIC_ACQUIRE))
                return 1;
            __atomic_store_n(&guard->is_begun, 0, __ATOMIC_RELEASE);
            return 0;
        }
        sched_yield();
    }
}

void __cxa_guard_release(struct guard *guard) {
    __atomic_store_n(&guard->is_done, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&guard->is_begun, 0, __ATOMIC_RELEASE);
}

void __cxa_guard_abort(struct guard *guard) {
    __atomic_store_n(&guard->is_begun, 0, __ATOMIC_RELEASE);
}

_Noreturn void __cxa_pure_virtual(void) {
    fputs("pure virtual function called\n", stderr);
    _ZSt9terminatev();
}

_Noreturn void __cxa_deleted_virtual(void) {
    fputs("deleted virtual function called\n", stderr);
    _ZSt9terminatev();
}
