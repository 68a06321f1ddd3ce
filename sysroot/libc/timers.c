/* Timers and contexts: nothing comes from outside, and no stack can be left, so there are
   none of either. */
#include <signal.h>
#include <time.h>
#include <ucontext.h>

#include "internal.h"

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
    (void) clock;
    (void) event;
    (void) timer;
    return result_of(ENOSYS);
}

int timer_delete(timer_t timer) {
    (void) timer;
    return result_of(ENOSYS);
}

int timer_settime(
    timer_t timer, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict before) {
    (void) timer;
    (void) flags;
    (void) value;
    (void) before;
    return result_of(ENOSYS);
}

int timer_gettime(timer_t timer, struct itimerspec *value) {
    (void) timer;
    (void) value;
    return result_of(ENOSYS);
}

int timer_getoverrun(timer_t timer) {
    (void) timer;
    return result_of(ENOSYS);
}

int getcontext(ucontext_t *context) {
    (void) context;
    return result_of(ENOSYS);
}

int setcontext(const ucontext_t *context) {
    (void) context;
    return result_of(ENOSYS);
}

int swapcontext(ucontext_t *restrict old, const ucontext_t *restrict new) {
    (void) old;
    (void) new;
    return result_of(ENOSYS);
}

void makecontext(ucontext_t *context, void (*function)(void), int count, ...) {
    (void) context;
    (void) function;
    (void) count;
}
