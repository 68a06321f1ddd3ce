/* Signals. newlib's own header knows no handlers that are told more than the number. */
#ifndef _SYS_SIGNAL_H
#define _SYS_SIGNAL_H

#include <_ansi.h>
#include <sys/_sigset.h>
#include <sys/_timespec.h>
#include <sys/cdefs.h>
#include <sys/features.h>
#include <sys/types.h>
#include <sys/_pthreadtypes.h>

#if !defined(_SIGSET_T_DECLARED)
#define _SIGSET_T_DECLARED
typedef __sigset_t sigset_t;
#endif

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT SIGABRT
#define SIGEMT 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGCLD SIGCHLD
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGIO 23
#define SIGPOLL SIGIO
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGLOST 29
#define SIGUSR1 30
#define SIGUSR2 31
#define NSIG 32
#define _NSIG NSIG

typedef void (*_sig_func_ptr)(int);

union sigval {
    int sival_int;
    void *sival_ptr;
};

#define SIGEV_NONE 1
#define SIGEV_SIGNAL 2
#define SIGEV_THREAD 3

struct sigevent {
    int sigev_notify;
    int sigev_signo;
    union sigval sigev_value;
    void (*sigev_notify_function)(union sigval);
    pthread_attr_t *sigev_notify_attributes;
};

typedef struct {
    int si_signo;
    int si_code;
    union sigval si_value;
    int si_errno;
    __pid_t si_pid;
    __uid_t si_uid;
    void *si_addr;
    int si_status;
    long si_band;
} siginfo_t;

#define SI_USER 1
#define SI_QUEUE 2
#define SI_TIMER 3
#define SI_ASYNCIO 4
#define SI_MESGQ 5

#if __BSD_VISIBLE || __XSI_VISIBLE >= 4 || __POSIX_VISIBLE >= 200809
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLADR 3
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define ILL_COPROC 7
#define ILL_BADSTK 8
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define FPE_FLTOVF 4
#define FPE_FLTUND 5
#define FPE_FLTRES 6
#define FPE_FLTINV 7
#define FPE_FLTSUB 8
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_OBJERR 3
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_TRAPPED 4
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#endif

struct sigaction {
    union {
        _sig_func_ptr _handler;
        void (*_sigaction)(int, siginfo_t *, void *);
    } _signal_handlers;
    sigset_t sa_mask;
    int sa_flags;
};
#define sa_handler _signal_handlers._handler
#define sa_sigaction _signal_handlers._sigaction

#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND ((int) 0x80000000)
#if __MISC_VISIBLE
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#endif

#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SS_ONSTACK 1
#define SS_DISABLE 2

typedef struct sigaltstack {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

#define SIG_SETMASK 0
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2

__BEGIN_DECLS
#if __POSIX_VISIBLE
int kill(__pid_t __process, int __number);
int sigaction(int __number, const struct sigaction *__action, struct sigaction *__before);
int sigprocmask(int __how, const sigset_t *__set, sigset_t *__before);
int sigaddset(sigset_t *__set, const int __number);
int sigdelset(sigset_t *__set, const int __number);
int sigismember(const sigset_t *__set, int __number);
int sigfillset(sigset_t *__set);
int sigemptyset(sigset_t *__set);
int sigpending(sigset_t *__set);
int sigsuspend(const sigset_t *__set);
int sigwait(const sigset_t *__set, int *__number);
#define sigaddset(set, number) (*(set) |= (1UL << (number)), 0)
#define sigdelset(set, number) (*(set) &= ~(1UL << (number)), 0)
#define sigemptyset(set) (*(set) = 0, 0)
#define sigfillset(set) (*(set) = ~0UL, 0)
#define sigismember(set, number) (((*(set)) & (1UL << (number))) != 0)
#endif
#if __POSIX_VISIBLE >= 199309
int sigwaitinfo(const sigset_t *__set, siginfo_t *__information);
int sigtimedwait(const sigset_t *__set, siginfo_t *__information, const struct timespec *__time);
int sigqueue(__pid_t __process, int __number, const union sigval __value);
#endif
#if __POSIX_VISIBLE >= 199506
int pthread_kill(pthread_t __which, int __number);
int pthread_sigmask(int __how, const sigset_t *__set, sigset_t *__before);
#endif
#if __BSD_VISIBLE || __XSI_VISIBLE >= 4
int killpg(__pid_t __group, int __number);
int siginterrupt(int __number, int __flag);
#endif
#if __XSI_VISIBLE
int sigpause(int __number) __asm__("__xpg_sigpause");
#define SIG_HOLD ((_sig_func_ptr) 2)
_sig_func_ptr sigset(int __number, _sig_func_ptr __function);
int sighold(int __number);
int sigrelse(int __number);
int sigignore(int __number);
#elif __BSD_VISIBLE
int sigpause(int __mask);
#endif
#if __MISC_VISIBLE
#define sigmask(number) (1 << (number))
int sigblock(int __mask);
int sigsetmask(int __mask);
int siggetmask(void);
#endif
#if __GNU_VISIBLE
int sigisemptyset(const sigset_t *__set);
int sigandset(sigset_t *__set, const sigset_t *__one, const sigset_t *__other);
int sigorset(sigset_t *__set, const sigset_t *__one, const sigset_t *__other);
#endif
#if __BSD_VISIBLE || __XSI_VISIBLE >= 4 || __POSIX_VISIBLE >= 200809
int sigaltstack(const stack_t *__restrict __stack, stack_t *__restrict __before);
#endif
#ifdef _COMPILING_NEWLIB
int _kill(__pid_t __process, int __number);
#endif
__END_DECLS

/* Some take this header for <signal.h>. */
#include <signal.h>
#if __BSD_VISIBLE || __XSI_VISIBLE >= 4 || __POSIX_VISIBLE >= 200809
#include <sys/ucontext.h>
#endif

#endif
