// Signals that a program raises itself.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void plain(int number) {
    printf("plain %d\n", number == SIGUSR1);
}

static void told(int number, siginfo_t *information, void *context) {
    (void) context;
    printf("told %d %d %d\n", number == SIGUSR2, information->si_signo == number, information->si_pid == getpid());
}

int main(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = plain;
    action.sa_flags = SA_RESTART;
    printf("%d %d\n", sigaction(SIGUSR1, &action, &before), before.sa_handler == SIG_DFL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    action.sa_sigaction = told;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    printf("%d\n", sigaction(SIGUSR2, &action, NULL));
    raise(SIGUSR2);
    raise(SIGUSR2);
    printf("%d %d %d\n", sigaction(SIGUSR2, NULL, &before), before.sa_sigaction == told, (before.sa_flags & SA_SIGINFO) != 0);
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigaction(SIGUSR2, &action, &before);
    raise(SIGUSR2);
    printf("%d\n", before.sa_sigaction == told);
    action.sa_handler = plain;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &before);
    printf("%d %d\n", before.sa_handler == SIG_DFL, sigaction(SIGKILL, &action, NULL));
    ucontext_t *nothing = NULL;
    printf("%d %d\n", nothing == NULL, sigismember(&action.sa_mask, SIGINT));
    return 0;
}
