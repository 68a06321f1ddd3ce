// Alarms, which end sleeping and waiting.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void rings(int number) {
    printf("rings %d\n", number == SIGALRM);
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = rings;
    sigaction(SIGALRM, &action, NULL);
    printf("%u\n", alarm(100));
    printf("%u\n", alarm(1));
    unsigned left = sleep(1000);
    printf("%d\n", left >= 998 && left <= 1000);
    alarm(1);
    struct timespec most = {.tv_sec = 1000000, .tv_nsec = 999999999}, rest;
    printf("%d %d\n", nanosleep(&most, &rest), errno == EINTR);
    printf("%d\n", rest.tv_sec > 999990);
    alarm(1);
    most.tv_sec = 0x7fffffffffffffff;
    printf("%d %d\n", nanosleep(&most, NULL), errno == EINTR);
    alarm(1);
    printf("%d %d\n", pause(), errno == EINTR);
    alarm(1);
    printf("%d %d\n", poll(NULL, 0, -1), errno == EINTR);
    alarm(5);
    printf("%u\n", alarm(0));
    printf("%u\n", sleep(0));
    return 0;
}
