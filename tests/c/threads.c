// Threads: mutexes, condition variables, keys, once, read-write locks, joins.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4
#define ITEMS 2000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int queue[8], head, count, done;
static long total;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int initialised, destroyed;
static sem_t semaphore;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

static void destroy(void *value)
{
    pthread_mutex_lock(&lock);
    destroyed += *(int *)value;
    pthread_mutex_unlock(&lock);
    free(value);
}

static void initialise(void)
{
    initialised++;
    pthread_key_create(&key, destroy);
}

static void *consume(void *unused)
{
    (void)unused;
    pthread_once(&once, initialise);
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    pthread_setspecific(key, mine);
    for (;;) {
        pthread_mutex_lock(&lock);
        while (count == 0 && !done)
            pthread_cond_wait(&not_empty, &lock);
        if (count == 0) {
            pthread_mutex_unlock(&lock);
            break;
        }
        int item = queue[head];
        head = (head + 1) % 8;
        count--;
        total += item;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
        pthread_rwlock_rdlock(&shared);
        pthread_rwlock_unlock(&shared);
    }
    sem_post(&semaphore);
    return pthread_getspecific(key) == mine ? (void *)(intptr_t)7 : NULL;
}

int main(void)
{
    pthread_t workers[WORKERS];
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&workers[i], NULL, consume, NULL))
            return 1;
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == 8)
            pthread_cond_wait(&not_full, &lock);
        queue[(head + count++) % 8] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&lock);
    int good = 0;
    for (int i = 0; i < WORKERS; i++) {
        void *result;
        sem_wait(&semaphore);
        pthread_join(workers[i], &result);
        good += (int)(intptr_t)result;
    }
    printf("%ld %d %d %d\n", total, good, initialised, destroyed);
    return 0;
}
