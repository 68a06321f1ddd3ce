/* Signals: none ever comes from outside, so handlers only see those that the
   program raises itself, which is newlib's doing. */
#include <signal.h>
#include <unistd.h>

#include "internal.h"

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    if (number <= 0 || number >= NSIG || number == SIGKILL || number == SIGSTOP)
        return result_of(EINVAL);
    struct sigaction found = {0};
    found.sa_handler = signal(number, action ? action->sa_handler : SIG_DFL);
    if (found.sa_handler == SIG_ERR)
        return -1;
    if (!action)
        signal(number, found.sa_handler);
    if (before)
        *before = found;
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
