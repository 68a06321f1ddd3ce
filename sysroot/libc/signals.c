/* Signals: none ever comes from outside. A handler sees what the program raises itself, in the
   thread that does, and alarms. It runs with the mask as it is, so that one may be left by
   longjmp. What is raised while it is blocked waits until it is not, or is waited for. */
#include <signal.h>
#include <unistd.h>

#include "alarms.h"
#include "layer.h"

static struct sigaction actions[NSIG];

/* One bit for each signal that waits. */
static volatile int pending;

/* How many handlers have been called, in all threads. */
static volatile int handled;

static bool is_signal(int number) {
    return number > 0 && number < NSIG;
}

static void by_default(int number) {
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
    /* Those that stop a program, which would go on at once. */
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return;
    default:
        _exit(128 + number);
    }
}

static void deliver(int number, siginfo_t *information) {
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return;
    if (action.sa_handler == SIG_DFL) {
        by_default(number);
        return;
    }
    if (action.sa_flags & SA_RESETHAND)
        actions[number] = (struct sigaction) {.sa_handler = SIG_DFL};
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, information, NULL);
    else
        action.sa_handler(number);
    __atomic_fetch_add(&handled, 1, __ATOMIC_SEQ_CST);
}

bool __has_handler(int number) {
    bool is_blocked = this_thread()->blocked_signals & (1ul << number);
    _sig_func_ptr handler = actions[number].sa_handler;
    return !is_blocked && handler != SIG_IGN && handler != SIG_DFL;
}

static siginfo_t information_of(int number) {
    return (siginfo_t) {.si_signo = number, .si_code = SI_USER, .si_pid = getpid()};
}

/* A signal that waits and is in `wanted`, which then waits no more; else 0. */
static int take(sigset_t wanted) {
    int found = __atomic_load_n(&pending, __ATOMIC_ACQUIRE);
    while (found & wanted) {
        int number = __builtin_ctz(found & wanted);
        if (__atomic_compare_exchange_n(&pending, &found, found & ~(1 << number), false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return number;
    }
    return 0;
}

static int send_signal(int number, siginfo_t *information) {
    if (!is_signal(number))
        return result_of(number == 0 ? 0 : EINVAL);
    if (this_thread()->blocked_signals & (1ul << number)) {
        __atomic_fetch_or(&pending, 1 << number, __ATOMIC_ACQ_REL);
        __futex_wake(&pending, 0x7fffffff);
        return 0;
    }
    deliver(number, information);
    return 0;
}

int raise(int number) {
    siginfo_t information = information_of(number);
    return number == 0 ? result_of(EINVAL) : send_signal(number, &information);
}

/* A program can only signal itself. */
int kill(pid_t process, int number) {
    CALL_CLASS(kill(process, number));
    if (process != getpid() && process != 0 && process != -1)
        return result_of(ESRCH);
    siginfo_t information = information_of(number);
    return send_signal(number, &information);
}

int _kill_r(struct _reent *reent, int process, int number) {
    (void) reent;
    return kill(process, number);
}

int sigqueue(pid_t process, int number, const union sigval value) {
    if (process != getpid())
        return result_of(ESRCH);
    siginfo_t information = information_of(number);
    information.si_code = SI_QUEUE;
    information.si_value = value;
    return send_signal(number, &information);
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    CALL_CLASS(sigaction(number, action, before));
    bool is_fixed = number == SIGKILL || number == SIGSTOP;
    if (!is_signal(number) || (is_fixed && action))
        return result_of(EINVAL);
    struct sigaction old = actions[number];
    if (action)
        actions[number] = *action;
    if (before)
        *before = old;
    return 0;
}

/* A handler stays, as with BSD and glibc. */
_sig_func_ptr signal(int number, _sig_func_ptr function) {
    struct sigaction before = {.sa_handler = SIG_DFL}, action = {.sa_handler = function, .sa_flags = SA_RESTART};
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

/* Delivers what waits and is blocked no more. Gives whether anything was. */
static bool deliver_unblocked(void) {
    int number;
    bool any = false;
    while ((number = take(~this_thread()->blocked_signals)) != 0) {
        siginfo_t information = information_of(number);
        deliver(number, &information);
        any = true;
    }
    return any;
}

/* In one order with what is made pending, so that either the thread that blocks no more or the
   thread that raises sees the other's change. */
static void set_mask(sigset_t mask) {
    __atomic_store_n(&this_thread()->blocked_signals, mask, __ATOMIC_SEQ_CST);
}

void __raise_for_main_thread(int number) {
    __atomic_fetch_or(&pending, 1 << number, __ATOMIC_SEQ_CST);
    __futex_wake(&pending, 0x7fffffff);
    set_mask(__atomic_load_n(&__main_thread->blocked_signals, __ATOMIC_SEQ_CST));
    deliver_unblocked();
}

static int change_mask(int how, const sigset_t *set, sigset_t *before) {
    sigset_t now = this_thread()->blocked_signals, mask = now;
    if (set) {
        switch (how) {
        case SIG_BLOCK:
            mask |= *set;
            break;
        case SIG_UNBLOCK:
            mask &= ~*set;
            break;
        case SIG_SETMASK:
            mask = *set;
            break;
        default:
            return EINVAL;
        }
        set_mask(mask & ~(1ul << SIGKILL | 1ul << SIGSTOP));
    }
    if (before)
        *before = now;
    if (set)
        deliver_unblocked();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    return result_of(change_mask(how, set, before));
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    return change_mask(how, set, before);
}

int sigpending(sigset_t *set) {
    *set = (sigset_t) __atomic_load_n(&pending, __ATOMIC_ACQUIRE);
    return 0;
}

/* Returns once a handler has run: for a pending signal, for one that another thread raises while it
   blocks it, or for an alarm. The handler of an alarm may run in another thread. */
int sigsuspend(const sigset_t *set) {
    sigset_t before = this_thread()->blocked_signals;
    int seen = __atomic_load_n(&handled, __ATOMIC_SEQ_CST);
    set_mask(*set);
    while (!deliver_unblocked() && __atomic_load_n(&handled, __ATOMIC_SEQ_CST) == seen) {
        struct timespec moment = {.tv_nsec = 10000000};
        nanosleep(&moment, NULL);
    }
    set_mask(before);
    return result_of(EINTR);
}

int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *time) {
    struct timespec deadline;
    if (time) {
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_sec += time->tv_sec;
        deadline.tv_nsec += time->tv_nsec;
        deadline.tv_sec += deadline.tv_nsec / 1000000000;
        deadline.tv_nsec %= 1000000000;
    }
    for (;;) {
        int seen = __atomic_load_n(&pending, __ATOMIC_ACQUIRE);
        int number = take(*set);
        if (number) {
            if (information)
                *information = information_of(number);
            return number;
        }
        if (__futex_wait(&pending, seen, time ? &deadline : NULL) == ETIMEDOUT)
            return result_of(EAGAIN);
    }
}

int sigwaitinfo(const sigset_t *set, siginfo_t *information) {
    return sigtimedwait(set, information, NULL);
}

int sigwait(const sigset_t *set, int *number) {
    int found = sigtimedwait(set, NULL, NULL);
    if (found < 0)
        return errno;
    *number = found;
    return 0;
}
