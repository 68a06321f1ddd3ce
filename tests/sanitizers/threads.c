// options: -fsanitize=address -pthread
// run: none => 0
// run: race => 1
// says: AddressSanitizer: heap-use-after-free; thread T0; in main threads.c; freed by thread T1 here; in work threads.c; allocated by thread T0 here; in main threads.c
// run: inside => 1
// says: AddressSanitizer: heap-buffer-overflow; thread T1; in work threads.c
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *which;

__attribute__((noinline)) static void *work(void *argument) {
    char *own = malloc(100);
    memset(own, 1, 100);
    if (strcmp(which, "inside") == 0)
        *(volatile char *) &own[100] = 1;
    if (strcmp(which, "race") == 0)
        free(argument);
    free(own);
    if (strcmp(which, "none") == 0)
        pthread_exit(argument);
    return argument;
}

int main(int argc, char **argv) {
    which = argc > 1 ? argv[1] : "none";
    for (int round = 0; round < 3; ++round) {
        pthread_t thread;
        char *memory = malloc(10);
        memory[0] = 1;
        pthread_create(&thread, NULL, work, memory);
        void *result;
        pthread_join(thread, &result);
        *(volatile char *) result = 2;
        free(result);
    }
    return 0;
}
