/* Signals as System V and BSD had them, and sets of signals. */
#include <signal.h>
#include <unistd.h>

#include "layer.h"

int killpg(pid_t group, int number) {
    return kill(group == 0 ? getpid() : group, number);
}

/* There is one stack for each thread. */
int sigaltstack(const stack_t *restrict stack, stack_t *restrict before) {
    if (before)
        *before = (stack_t) {.ss_flags = SS_DISABLE};
    (void) stack;
    return 0;
}

int siginterrupt(int number, int flag) {
    (void) flag;
    return result_of(number > 0 && number < NSIG ? 0 : EINVAL);
}

#undef sigaddset
#undef sigdelset
#undef sigemptyset
#undef sigfillset
#undef sigismember

int sigaddset(sigset_t *set, const int number) {
    *set |= 1ul << number;
    return 0;
}

int sigdelset(sigset_t *set, const int number) {
    *set &= ~(1ul << number);
    return 0;
}

int sigemptyset(sigset_t *set) {
    *set = 0;
    return 0;
}

int sigfillset(sigset_t *set) {
    *set = ~0ul;
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    return (*set >> number) & 1;
}

int sigisemptyset(const sigset_t *set) {
    return *set == 0;
}

int sigandset(sigset_t *set, const sigset_t *one, const sigset_t *other) {
    *set = *one & *other;
    return 0;
}

int sigorset(sigset_t *set, const sigset_t *one, const sigset_t *other) {
    *set = *one | *other;
    return 0;
}

static int change(int how, int number) {
    sigset_t set = 1ul << number;
    return number > 0 && number < NSIG ? sigprocmask(how, &set, NULL) : result_of(EINVAL);
}

int sighold(int number) {
    return change(SIG_BLOCK, number);
}

int sigrelse(int number) {
    return change(SIG_UNBLOCK, number);
}

int sigignore(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}

_sig_func_ptr sigset(int number, _sig_func_ptr function) {
    CALL_CLASS(sigset(number, function));
    sigset_t mask;
    struct sigaction action;
    if (sigprocmask(SIG_BLOCK, NULL, &mask) != 0 || sigaction(number, NULL, &action) != 0)
        return SIG_ERR;
    bool was_held = sigismember(&mask, number);
    if (function == SIG_HOLD)
        sighold(number);
    else if (signal(number, function) == SIG_ERR || sigrelse(number) != 0)
        return SIG_ERR;
    return was_held ? SIG_HOLD : action.sa_handler;
}

int __xpg_sigpause(int number) {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    mask &= ~(1ul << number);
    return sigsuspend(&mask);
}

/* The header has the other one by this name. */
int __bsd_sigpause(int mask) __asm__("sigpause");
int __bsd_sigpause(int mask) {
    sigset_t set = (sigset_t) mask;
    return sigsuspend(&set);
}

int sigblock(int mask) {
    sigset_t set = (sigset_t) mask, before;
    sigprocmask(SIG_BLOCK, &set, &before);
    return (int) before;
}

int sigsetmask(int mask) {
    sigset_t set = (sigset_t) mask, before;
    sigprocmask(SIG_SETMASK, &set, &before);
    return (int) before;
}

int siggetmask(void) {
    return sigblock(0);
}
