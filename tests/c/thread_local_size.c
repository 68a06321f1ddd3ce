// Thread-local variables whose size is no multiple of what a thread's block is aligned to.
#include <pthread.h>
#include <stdio.h>

static _Thread_local volatile int first = 2;
static _Thread_local volatile int second = 40;
static _Thread_local volatile int zero;

static void *count(void *unused) {
    for (int i = 0; i < 2; i++) {
        zero++;
        second += first;
        printf("%d %d %d\n", first, second, zero);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    count(NULL);
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    count(NULL);
    return 0;
}
