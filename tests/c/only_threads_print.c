// Threads write, and the first thread never does: what they wrote is there at the end.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *print(void *unused)
{
    (void)unused;
    for (int count = 0; count < 100; ++count)
        printf("a line that is longer than none\n");
    return NULL;
}

static void *leave(void *unused)
{
    (void)unused;
    printf("no line feed");
    exit(3);
}

int main(void)
{
    pthread_t threads[4], last;
    for (int index = 0; index < 4; ++index)
        pthread_create(&threads[index], NULL, print, NULL);
    for (int index = 0; index < 4; ++index)
        pthread_join(threads[index], NULL);
    pthread_create(&last, NULL, leave, NULL);
    pthread_join(last, NULL);
    return 0;
}
