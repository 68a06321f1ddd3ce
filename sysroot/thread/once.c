/* Initialisation that happens once: 0 not begun, 1 going on, 2 done. */
#include <pthread.h>

#include "internal.h"

int pthread_once(pthread_once_t *once, void (*initialise)(void)) {
    for (;;) {
        int state = __atomic_load_n(once, __ATOMIC_ACQUIRE);
        if (state == 2)
            return 0;
        if (state == 1) {
            __futex_wait(once, 1, NULL);
        } else if (__atomic_compare_exchange_n(once, &state, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            initialise();
            __atomic_store_n(once, 2, __ATOMIC_RELEASE);
            __futex_wake(once, 0x7fffffff);
            return 0;
        }
    }
}
