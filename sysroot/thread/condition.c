/* Condition variables: a number that changes with every signal, which is what
   those who wait wait for. Signals that come between unlocking and waiting
   change it too, so none is lost. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    *condition = (pthread_cond_t) {.__clock = attributes ? attributes->__clock : CLOCK_REALTIME};
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
    return __atomic_load_n(&condition->__waiting, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

static void wake(pthread_cond_t *condition, int most) {
    __atomic_fetch_add(&condition->__sequence, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&condition->__waiting, __ATOMIC_SEQ_CST) > 0)
        __futex_wake(&condition->__sequence, most);
}

int pthread_cond_signal(pthread_cond_t *condition) {
    wake(condition, 1);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    wake(condition, 0x7fffffff);
    return 0;
}

/* The host only knows deadlines of the clock of real time. */
static int to_real_time(clockid_t clock, const struct timespec *deadline, struct timespec *converted) {
    struct timespec now, real;
    if (clock_gettime(clock, &now) != 0 || clock_gettime(CLOCK_REALTIME, &real) != 0)
        return errno;
    converted->tv_sec = deadline->tv_sec - now.tv_sec + real.tv_sec;
    converted->tv_nsec = deadline->tv_nsec - now.tv_nsec + real.tv_nsec;
    while (converted->tv_nsec < 0) {
        converted->tv_nsec += 1000000000;
        --converted->tv_sec;
    }
    while (converted->tv_nsec >= 1000000000) {
        converted->tv_nsec -= 1000000000;
        ++converted->tv_sec;
    }
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
    struct timespec converted;
    if (deadline) {
        if (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000)
            return EINVAL;
        if (condition->__clock != CLOCK_REALTIME && condition->__clock != 0) {
            int error = to_real_time(condition->__clock, deadline, &converted);
            if (error)
                return error;
            deadline = &converted;
        }
    }
    __atomic_fetch_add(&condition->__waiting, 1, __ATOMIC_SEQ_CST);
    int sequence = __atomic_load_n(&condition->__sequence, __ATOMIC_SEQ_CST);
    int error = pthread_mutex_unlock(mutex);
    if (!error) {
        error = __futex_wait(&condition->__sequence, sequence, deadline);
        if (error == EAGAIN || error == EINTR)
            error = 0;
        int locked = pthread_mutex_lock(mutex);
        if (locked)
            error = locked;
    }
    __atomic_fetch_sub(&condition->__waiting, 1, __ATOMIC_SEQ_CST);
    return error;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    return pthread_cond_timedwait(condition, mutex, NULL);
}

int pthread_condattr_init(pthread_condattr_t *attributes) {
    attributes->__clock = CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes) {
    (void) attributes;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    *clock = attributes->__clock;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    attributes->__clock = clock;
    return 0;
}
