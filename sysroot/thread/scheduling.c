/* How threads are scheduled and what they share with other processes: there is one way, and
   there are no processes. What asks for another is told so. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "internal.h"

int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size) {
    (void) attributes;
    *size = 0;
    return 0;
}

/* A stack has a guard only where the host gives it one. */
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) {
    (void) attributes;
    (void) size;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope) {
    (void) attributes;
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope) {
    (void) attributes;
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherits) {
    (void) attributes;
    *inherits = PTHREAD_INHERIT_SCHED;
    return 0;
}

/* All threads have what others have, so either is right. */
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherits) {
    (void) attributes;
    return inherits == PTHREAD_INHERIT_SCHED || inherits == PTHREAD_EXPLICIT_SCHED ? 0 : EINVAL;
}

static int usual_policy(int policy) {
    if (policy == SCHED_OTHER)
        return 0;
    return policy == SCHED_FIFO || policy == SCHED_RR ? ENOTSUP : EINVAL;
}

static int usual_parameters(const struct sched_param *parameters) {
    return parameters->sched_priority == 0 ? 0 : EINVAL;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy) {
    (void) attributes;
    *policy = SCHED_OTHER;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) {
    (void) attributes;
    return usual_policy(policy);
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters) {
    (void) attributes;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters) {
    (void) attributes;
    return usual_parameters(parameters);
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
    (void) thread;
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    (void) thread;
    int error = usual_policy(policy);
    return error ? error : usual_parameters(parameters);
}

int pthread_setschedprio(pthread_t thread, int priority) {
    (void) thread;
    return priority == 0 ? 0 : EINVAL;
}

int sched_getscheduler(pid_t process) {
    (void) process;
    return SCHED_OTHER;
}

int sched_getparam(pid_t process, struct sched_param *parameters) {
    (void) process;
    parameters->sched_priority = 0;
    return 0;
}

int sched_setparam(pid_t process, const struct sched_param *parameters) {
    (void) process;
    return result_of(usual_parameters(parameters));
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
    (void) process;
    int error = usual_policy(policy);
    return result_of(error ? error : usual_parameters(parameters));
}

int sched_rr_get_interval(pid_t process, struct timespec *interval) {
    (void) process;
    *interval = (struct timespec) {0};
    return 0;
}

/* What is shared by threads alone is all that there is. */
static int get_shared(int *shared) {
    *shared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

static int set_shared(int shared, int refusal) {
    if (shared == PTHREAD_PROCESS_PRIVATE)
        return 0;
    return shared == PTHREAD_PROCESS_SHARED ? refusal : EINVAL;
}

#define SHARED(kind, refusal) \
    int kind##_getpshared(const kind##_t *attributes, int *shared) { \
        (void) attributes; \
        return get_shared(shared); \
    } \
    int kind##_setpshared(kind##_t *attributes, int shared) { \
        (void) attributes; \
        return set_shared(shared, refusal); \
    }

SHARED(pthread_mutexattr, ENOTSUP)
SHARED(pthread_condattr, ENOTSUP)
SHARED(pthread_rwlockattr, EINVAL)
SHARED(pthread_barrierattr, ENOTSUP)

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol) {
    (void) attributes;
    *protocol = PTHREAD_PRIO_NONE;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
    (void) attributes;
    if (protocol == PTHREAD_PRIO_NONE)
        return 0;
    return protocol == PTHREAD_PRIO_INHERIT || protocol == PTHREAD_PRIO_PROTECT ? ENOTSUP : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust) {
    (void) attributes;
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
    (void) attributes;
    if (robust == PTHREAD_MUTEX_STALLED)
        return 0;
    return robust == PTHREAD_MUTEX_ROBUST ? ENOTSUP : EINVAL;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex) {
    (void) mutex;
    return EINVAL;
}
