// Signals that stay, that are blocked and waited for, and alarms while the program computes. An
// alarm may come late, as on a machine that is busy: nothing here depends on when it comes.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t count, last;

// The handler of an alarm may run in another thread: whoever sees the count sees the number too.
static void handler(int number) {
    last = number;
    ++count;
}

static void told(int number, siginfo_t *information, void *context) {
    (void) context;
    printf("told %d %d\n", number == information->si_signo, information->si_value.sival_int);
}

static void *sends(void *argument) {
    kill(getpid(), SIGTERM);
    return argument;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static void set_timer(int value, int interval) {
    struct itimerval timer = {{0, interval}, {0, value}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void handlers(void) {
    signal(SIGUSR1, handler);
    for (int i = 0; i < 3; ++i)
        raise(SIGUSR1);
    printf("stays %d %d\n", count, last == SIGUSR1);
    kill(getpid(), SIGUSR1);
    printf("kill %d\n", count);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESETHAND}, old;
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR2);
    sigaction(SIGUSR2, NULL, &old);
    printf("once %d %d\n", count, old.sa_handler == SIG_DFL);
    signal(SIGUSR2, SIG_IGN);
    raise(SIGUSR2);
    raise(SIGCHLD);
    printf("ignored %d\n", count);
}

static void masks(void) {
    sigset_t set, pending, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR1);
    raise(SIGUSR1);
    sigpending(&pending);
    printf("blocked %d %d\n", count, sigismember(&pending, SIGUSR1));
    sigprocmask(SIG_SETMASK, &before, NULL);
    printf("unblocked %d\n", count);
    struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    sigqueue(getpid(), SIGUSR1, (union sigval) {.sival_int = 42});
}

static void waiting(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, sends, NULL);
    int number = 0, error = sigwait(&set, &number);
    printf("wait %d %d\n", error, number == SIGTERM);
    pthread_join(thread, NULL);
    struct timespec moment = {.tv_nsec = 20000000};
    printf("timed %d\n", sigtimedwait(&set, NULL, &moment));
}

static void alarms(void) {
    signal(SIGALRM, handler);
    count = 0;
    set_timer(50000, 0);
    for (double start = now(); !count && now() - start < 10;)
        continue;
    printf("alarm %d %d\n", count, last == SIGALRM);
    count = 0;
    set_timer(30000, 30000);
    for (double start = now(); count < 5 && now() - start < 10;)
        continue;
    struct itimerval left;
    getitimer(ITIMER_REAL, &left);
    printf("again %d %d\n", count >= 5, (int) left.it_interval.tv_usec / 1000);
    set_timer(0, 0);
    getitimer(ITIMER_REAL, &left);
    printf("off %d\n", (int) left.it_value.tv_usec);
    count = 0;
    // The first may come before the program sleeps; one of the next ends the sleep.
    set_timer(100000, 100000);
    unsigned rest = sleep(10000);
    printf("sleep %d %d\n", count >= 1, rest > 0);
    set_timer(0, 0);
}

static void held_alarms(void) {
    sigset_t alarms, none, pending;
    sigemptyset(&none);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    count = 0;
    set_timer(1000, 0);
    do
        sigpending(&pending);
    while (!sigismember(&pending, SIGALRM));
    printf("held %d\n", count);
    int result = sigsuspend(&none);
    printf("suspend at once %d %d\n", count, result);
    set_timer(100000, 0);
    result = sigsuspend(&none);
    printf("suspend %d %d\n", count, result);
    set_timer(1000, 0);
    struct timespec moment = {.tv_nsec = 50000000};
    int slept = nanosleep(&moment, NULL);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    printf("after sleeping %d %d\n", slept, count);
}

int main(void) {
    handlers();
    masks();
    waiting();
    alarms();
    held_alarms();
    return 3;
}
