/* Names, priorities and cancellation of threads: names are not kept, all threads are of
   one priority, and none can be cancelled. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "internal.h"

int pthread_setname_np(pthread_t thread, const char *name) {
    (void) thread;
    (void) name;
    return 0;
}

int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    (void) thread;
    if (size == 0)
        return ERANGE;
    name[0] = 0;
    return 0;
}

int pthread_kill(pthread_t thread, int number) {
    if (number == 0)
        return 0;
    if (!pthread_equal(thread, pthread_self()))
        return ENOSYS;
    return raise(number) == 0 ? 0 : EINVAL;
}

int pthread_cancel(pthread_t thread) {
    (void) thread;
    return ENOSYS;
}

int pthread_setcancelstate(int state, int *before) {
    if (before)
        *before = PTHREAD_CANCEL_ENABLE;
    return state == PTHREAD_CANCEL_ENABLE || state == PTHREAD_CANCEL_DISABLE ? 0 : EINVAL;
}

int pthread_setcanceltype(int type, int *before) {
    if (before)
        *before = PTHREAD_CANCEL_DEFERRED;
    return type == PTHREAD_CANCEL_DEFERRED || type == PTHREAD_CANCEL_ASYNCHRONOUS ? 0 : EINVAL;
}

void pthread_testcancel(void) {}

int sched_get_priority_max(int policy) {
    (void) policy;
    return 0;
}

int sched_get_priority_min(int policy) {
    (void) policy;
    return 0;
}
