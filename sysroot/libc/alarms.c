/* Alarms. One that is due is raised where a thread sleeps or waits, which ends that. While all
   threads compute it is raised by a thread of its own, in which its handler then runs. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "alarms.h"

#define SECOND 1000000000ll

/* How long the thread that watches waits for one that sleeps, which is as late as the host
   wakes it. */
#define GRACE (20 * 1000000ll)

__LOCK_INIT(static, lock)
/* In nanoseconds, as long as `is_set`; an interval of none is of an alarm that comes once. */
static long long due, interval;
static bool is_set, is_watched, is_claimed;
/* Changes with what is above. */
static volatile int changes;

static long long clock_now(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

static struct timespec timespec_of(long long time) {
    if (time < 0)
        time = 0;
    return (struct timespec) {(time_t) (time / SECOND), (long) (time % SECOND)};
}

static void change(void) {
    __atomic_fetch_add(&changes, 1, __ATOMIC_ACQ_REL);
    __futex_wake(&changes, 0x7fffffff);
}

/* The alarm has come: what is next. */
static void go_on(void) {
    long long now = clock_now(CLOCK_MONOTONIC);
    is_set = interval > 0;
    while (is_set && due <= now)
        due += interval;
    change();
}

/* Whether the alarm comes before `rest` is over, and then when. Nobody else waits for it then. */
static bool claim(const struct timespec *rest, struct timespec *until) {
    __lock_acquire(lock);
    *until = timespec_of(due - clock_now(CLOCK_MONOTONIC));
    bool is_less = until->tv_sec < rest->tv_sec
        || (until->tv_sec == rest->tv_sec && until->tv_nsec < rest->tv_nsec);
    bool comes_first = is_set && !is_claimed && is_less;
    is_claimed |= comes_first;
    __lock_release(lock);
    return comes_first;
}

/* Sleeps until an alarm that comes first and has a handler here. Gives whether one did; `rest` is
   what is left to sleep. */
static bool sleep_until_alarm(struct timespec *rest) {
    struct timespec until;
    while (claim(rest, &until)) {
        __plain_sleep(&until, NULL);
        bool borrows = rest->tv_nsec < until.tv_nsec;
        rest->tv_sec -= until.tv_sec + borrows;
        rest->tv_nsec += (borrows ? SECOND : 0) - until.tv_nsec;
        __lock_acquire(lock);
        is_claimed = false;
        go_on();
        __lock_release(lock);
        bool ends_sleep = __has_handler(SIGALRM);
        raise(SIGALRM);
        if (ends_sleep)
            return true;
    }
    return false;
}

static void *watch(void *argument) {
    for (;;) {
        __lock_acquire(lock);
        int seen = changes;
        if (!is_set) {
            is_watched = false;
            __lock_release(lock);
            return argument;
        }
        long long wait = due + GRACE - clock_now(CLOCK_MONOTONIC);
        bool rings = wait <= 0 && !is_claimed;
        bool claimed = is_claimed;
        if (rings)
            go_on();
        __lock_release(lock);
        if (rings) {
            __raise_for_main_thread(SIGALRM);
            continue;
        }
        struct timespec deadline = timespec_of(clock_now(CLOCK_REALTIME) + wait);
        __futex_wait(&changes, seen, claimed ? NULL : &deadline);
    }
}

/* Where no thread can be made, an alarm ends what sleeps and no more. */
static void begin_to_watch(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &attributes, watch, NULL) != 0) {
        __lock_acquire(lock);
        is_watched = false;
        __lock_release(lock);
    }
}

static struct timeval timeval_of(long long time) {
    return (struct timeval) {(time_t) (time / SECOND), (suseconds_t) (time % SECOND / 1000)};
}

static long long nanoseconds(const struct timeval *time) {
    return time->tv_sec * SECOND + time->tv_usec * 1000ll;
}

static bool is_time(const struct timeval *time) {
    return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

/* The time of this processor is not measured for it. */
static int kind_of(int which) {
    if (which == ITIMER_REAL)
        return 0;
    return which == ITIMER_VIRTUAL || which == ITIMER_PROF ? ENOSYS : EINVAL;
}

/* What is left of the alarm; with the lock. */
static struct itimerval left_now(void) {
    struct itimerval result = {0};
    if (is_set) {
        long long left = due - clock_now(CLOCK_MONOTONIC);
        result.it_value = timeval_of(left > 1000 ? left : 1000);
        result.it_interval = timeval_of(interval);
    }
    return result;
}

int getitimer(int which, struct itimerval *now) {
    int error = kind_of(which);
    if (error)
        return result_of(error);
    __lock_acquire(lock);
    *now = left_now();
    __lock_release(lock);
    return 0;
}

int setitimer(int which, const struct itimerval *restrict wanted, struct itimerval *restrict before) {
    int error = kind_of(which);
    if (error)
        return result_of(error);
    if (wanted && (!is_time(&wanted->it_value) || !is_time(&wanted->it_interval)))
        return result_of(EINVAL);
    __lock_acquire(lock);
    struct itimerval old = left_now();
    bool begins = false;
    if (wanted) {
        long long wait = nanoseconds(&wanted->it_value);
        due = clock_now(CLOCK_MONOTONIC) + wait;
        interval = nanoseconds(&wanted->it_interval);
        is_set = wait > 0;
        __sleep_until_alarm = sleep_until_alarm;
        begins = is_set && !is_watched;
        is_watched |= is_set;
        change();
    }
    __lock_release(lock);
    if (begins)
        begin_to_watch();
    if (before)
        *before = old;
    return 0;
}

unsigned alarm(unsigned seconds) {
    struct itimerval wanted = {.it_value = {.tv_sec = seconds}}, before = {0};
    setitimer(ITIMER_REAL, &wanted, &before);
    return (unsigned) before.it_value.tv_sec + (before.it_value.tv_usec > 0);
}

useconds_t ualarm(useconds_t value, useconds_t again) {
    struct itimerval before = {0}, wanted = {
        .it_value = {value / 1000000, (suseconds_t) (value % 1000000)},
        .it_interval = {again / 1000000, (suseconds_t) (again % 1000000)},
    };
    setitimer(ITIMER_REAL, &wanted, &before);
    return (useconds_t) (before.it_value.tv_sec * 1000000 + before.it_value.tv_usec);
}
