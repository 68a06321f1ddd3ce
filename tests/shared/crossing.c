/* Threads that run before a library is loaded, and call it. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#ifndef SUFFIX
#define SUFFIX ".pso"
#endif

typedef int (*number)(void);

static _Atomic(number) function;
static atomic_int running;

static void *wait_and_call(void *unused) {
    (void) unused;
    number found;
    running++;
    while ((found = function) == NULL)
        ;
    int sum = 0;
    for (int times = 0; times < 1000; times++)
        sum += found();
    return (void *) (long) sum;
}

int main(void) {
    pthread_t threads[3];
    for (int index = 0; index < 3; index++)
        pthread_create(&threads[index], 0, wait_and_call, 0);
    while (running < 3)
        ;
    void *right = dlopen("./libright" SUFFIX, RTLD_NOW);
    if (!right) {
        printf("%s\n", dlerror());
        return 1;
    }
    function = (number) dlsym(right, "right_thread");
    for (int index = 0; index < 3; index++) {
        void *sum;
        pthread_join(threads[index], &sum);
        printf("%ld\n", (long) sum);
    }
    /* A thread that starts when everything is there, in the library itself. */
    pthread_t last;
    void *sum;
    function = (number) dlsym(right, "base_value");
    pthread_create(&last, 0, wait_and_call, 0);
    pthread_join(last, &sum);
    printf("%ld\n", (long) sum);
    return 0;
}
