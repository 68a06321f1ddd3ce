/* A program that is linked against the libraries. */
#include "base.h"
#include <pthread.h>
#include <stdio.h>

int replaced(void) { return 2; }

static void *other(void *unused) {
    (void)unused;
    printf("other thread: %d\n", right_thread());
    return 0;
}

__attribute__((constructor)) static void begin(void) { note("program begins"); }
__attribute__((destructor)) static void end(void) { note("program ends"); }

int main(void) {
    printf("left: %d\n", left_value());
    printf("right: %d\n", right_value());
    printf("replaced: %d %d\n", left_replaced(), call_replaced());
    printf("calls: %d %d\n", base_calls, *left_points_to_calls);
    printf("name: %s\n", base_name);
    printf("this thread: %d %d\n", right_thread(), right_thread());
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    printf("thread: %d\n", base_of_thread);
    printf("notes: %d\n", notes());
    return 0;
}
