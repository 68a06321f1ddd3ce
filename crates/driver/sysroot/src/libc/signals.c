/* Signals: none ever comes from outside, so handlers only see those that the
   program raises itself, which is newlib's doing. */
#include <signal.h>
#include <unistd.h>

#include "internal.h"

/* What was asked for, of those that are handled by `handle`. */
static struct sigaction actions[NSIG];

/* newlib forgets a handler before it calls it. */
static void handle(int number) {
    struct sigaction action = actions[number];
    if (!(action.sa_flags & SA_RESETHAND))
        signal(number, handle);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t information = {.si_signo = number, .si_code = SI_USER, .si_pid = getpid()};
        action.sa_sigaction(number, &information, NULL);
    } else {
        action.sa_handler(number);
    }
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    if (number <= 0 || number >= NSIG || number == SIGKILL || number == SIGSTOP)
        return result_of(EINVAL);
    _sig_func_ptr function = SIG_DFL;
    if (action) {
        bool is_word = !(action->sa_flags & SA_SIGINFO) && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN);
        function = is_word ? action->sa_handler : handle;
    }
    _sig_func_ptr found = signal(number, function);
    if (found == SIG_ERR)
        return -1;
    struct sigaction old = {.sa_handler = found};
    if (found == handle)
        old = actions[number];
    if (action)
        actions[number] = *action;
    else
        signal(number, found);
    if (before)
        *before = old;
    return 0;
}

/* Which signals wait to be delivered is of no matter where none does; the mask
   is only remembered. */
static sigset_t mask;

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    sigset_t now = mask;
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
            return result_of(EINVAL);
        }
    }
    if (before)
        *before = now;
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    int saved = errno;
    int error = sigprocmask(how, set, before) == 0 ? 0 : errno;
    errno = saved;
    return error;
}
