// What is declared and fails: there is no way to do it below.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <ucontext.h>

#define TRY(call) \
    do { \
        errno = 0; \
        printf("%d %s\n", (call), errno == ENOSYS ? "ENOSYS" : "another"); \
    } while (0)

int main(void) {
    ucontext_t context;
    timer_t timer;
    struct sembuf operation = {0};
    TRY(getcontext(&context));
    TRY(swapcontext(&context, &context));
    TRY(timer_create(CLOCK_MONOTONIC, NULL, &timer));
    TRY(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    TRY(shmat(0, NULL, 0) == (void *) -1);
    TRY(semget(IPC_PRIVATE, 1, IPC_CREAT));
    TRY(semop(0, &operation, 1));
    TRY(semctl(0, 0, IPC_RMID));
    TRY(msgget(IPC_PRIVATE, IPC_CREAT));
    TRY(msgsnd(0, "", 0, 0));
    return 0;
}
