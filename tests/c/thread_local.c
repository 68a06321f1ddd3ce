// Thread-local variables: initialised, zero, aligned, of several threads.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static _Thread_local int counter = 100;
static _Thread_local char text[10] = "abc";
static _Thread_local long long zero;
static _Thread_local _Alignas(16) unsigned char aligned[16];
_Thread_local int *pointer;
static int results[4][3];

static void *work(void *argument)
{
    int number = (int)(intptr_t)argument;
    pointer = &counter;
    for (int i = 0; i < 1000 * number; i++)
        ++*pointer;
    text[0] = (char)('a' + number);
    zero += number;
    aligned[3] = (unsigned char)number;
    results[number][0] = counter;
    results[number][1] = text[0] + text[1] + (int)zero + aligned[3];
    results[number][2] = (uintptr_t)aligned % 16 == 0;
    return &results[number];
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        int *row = result;
        printf("%d %d %d\n", row[0], row[1], row[2]);
    }
    printf("%d %s %lld %d\n", counter, text, zero, pointer == NULL);
    return 0;
}
