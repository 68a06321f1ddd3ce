/* What there is of signals beside handlers: no one sends any but the program itself. */
#include <signal.h>
#include <unistd.h>

#include "internal.h"

int killpg(pid_t group, int number) {
    return kill(group == 0 ? getpid() : group, number);
}

int sigaltstack(const stack_t *restrict stack, stack_t *restrict before) {
    if (before)
        *before = (stack_t) {.ss_flags = 2 /* SS_DISABLE */};
    (void) stack;
    return 0;
}

int siginterrupt(int number, int flag) {
    (void) number;
    (void) flag;
    return 0;
}

int sigwait(const sigset_t *set, int *number) {
    (void) set;
    (void) number;
    return ENOSYS;
}

int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *time) {
    (void) set;
    (void) information;
    (void) time;
    return result_of(ENOSYS);
}

int sigwaitinfo(const sigset_t *set, siginfo_t *information) {
    return sigtimedwait(set, information, NULL);
}

int sigqueue(pid_t process, int number, const union sigval value) {
    (void) value;
    return kill(process, number);
}
