/* The number that changes with every file that threads can wait for. */
#include "readiness.h"

static int changes, waiting;

int __readiness(void) {
    return __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
}

void __readiness_changed(void) {
    __atomic_fetch_add(&changes, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&changes, 0x7fffffff);
}

int __readiness_wait(int before, const struct timespec *deadline) {
    __atomic_fetch_add(&waiting, 1, __ATOMIC_SEQ_CST);
    int error = __futex_wait(&changes, before, deadline);
    __atomic_fetch_sub(&waiting, 1, __ATOMIC_SEQ_CST);
    return error;
}
