/* The threads of C11, which are those of POSIX by other names. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#include "internal.h"

static int result_for(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
    case EAGAIN:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

struct start {
    thrd_start_t function;
    void *argument;
};

static void *begin(void *argument) {
    struct start start = *(struct start *) argument;
    free(argument);
    return (void *) (intptr_t) start.function(start.argument);
}

int thrd_create(thrd_t *created, thrd_start_t function, void *argument) {
    struct start *start = malloc(sizeof(*start));
    if (!start)
        return thrd_nomem;
    *start = (struct start) {function, argument};
    int error = pthread_create(created, NULL, begin, start);
    if (error)
        free(start);
    return result_for(error);
}

void thrd_exit(int result) {
    pthread_exit((void *) (intptr_t) result);
}

int thrd_join(thrd_t other, int *result) {
    void *value;
    int error = pthread_join(other, &value);
    if (!error && result)
        *result = (int) (intptr_t) value;
    return result_for(error);
}

int thrd_detach(thrd_t other) {
    return result_for(pthread_detach(other));
}

thrd_t thrd_current(void) {
    return pthread_self();
}

int thrd_equal(thrd_t one, thrd_t other) {
    return one == other;
}

int thrd_sleep(const struct timespec *requested, struct timespec *remaining) {
    return nanosleep(requested, remaining) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

void thrd_yield(void) {
    sched_yield();
}

void call_once(once_flag *once, void (*initialise)(void)) {
    pthread_once(once, initialise);
}

int mtx_init(mtx_t *mutex, int type) {
    *mutex = (mtx_t) {.__type = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL};
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex) {
    pthread_mutex_destroy(mutex);
}

int mtx_lock(mtx_t *mutex) {
    return result_for(pthread_mutex_lock(mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict deadline) {
    return result_for(pthread_mutex_timedlock(mutex, deadline));
}

int mtx_trylock(mtx_t *mutex) {
    return result_for(pthread_mutex_trylock(mutex));
}

int mtx_unlock(mtx_t *mutex) {
    return result_for(pthread_mutex_unlock(mutex));
}

int cnd_init(cnd_t *condition) {
    return result_for(pthread_cond_init(condition, NULL));
}

void cnd_destroy(cnd_t *condition) {
    pthread_cond_destroy(condition);
}

int cnd_signal(cnd_t *condition) {
    return result_for(pthread_cond_signal(condition));
}

int cnd_broadcast(cnd_t *condition) {
    return result_for(pthread_cond_broadcast(condition));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return result_for(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict deadline) {
    return result_for(pthread_cond_timedwait(condition, mutex, deadline));
}

int tss_create(tss_t *key, tss_dtor_t destroy) {
    return result_for(pthread_key_create(key, destroy));
}

void tss_delete(tss_t key) {
    pthread_key_delete(key);
}

void *tss_get(tss_t key) {
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value) {
    return result_for(pthread_setspecific(key, value));
}
