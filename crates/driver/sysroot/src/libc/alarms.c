/* Alarms. Nothing comes from outside while a program computes: an alarm that is due is raised
   where a thread sleeps or waits, which ends that. */
#include <signal.h>
#include <unistd.h>

#include "alarms.h"

__LOCK_INIT(static, lock)
static struct timespec due;
static bool is_set;

static struct timespec difference(struct timespec one, struct timespec other) {
    struct timespec result = {one.tv_sec - other.tv_sec, one.tv_nsec - other.tv_nsec};
    if (result.tv_nsec < 0) {
        result.tv_nsec += 1000000000;
        --result.tv_sec;
    }
    return result.tv_sec < 0 ? (struct timespec) {0} : result;
}

static bool is_less(struct timespec one, struct timespec other) {
    return one.tv_sec < other.tv_sec || (one.tv_sec == other.tv_sec && one.tv_nsec < other.tv_nsec);
}

/* Sleeps until the alarm if that comes first. Gives whether it did. */
static bool sleep_until_alarm(const struct timespec *wanted, struct timespec *left) {
    struct timespec now;
    __lock_acquire(lock);
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct timespec until = difference(due, now);
    bool comes_first = is_set && is_less(until, *wanted);
    if (comes_first)
        is_set = false;
    __lock_release(lock);
    if (!comes_first)
        return false;
    __plain_sleep(&until, NULL);
    if (left)
        *left = difference(*wanted, until);
    raise(SIGALRM);
    return true;
}

unsigned alarm(unsigned seconds) {
    struct timespec now;
    __lock_acquire(lock);
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct timespec before = is_set ? difference(due, now) : (struct timespec) {0};
    due = now;
    due.tv_sec += seconds;
    is_set = seconds > 0;
    __sleep_until_alarm = sleep_until_alarm;
    __lock_release(lock);
    return (unsigned) before.tv_sec + (before.tv_nsec > 0);
}
