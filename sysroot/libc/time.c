/* Clocks and waiting. */
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>
#include <utime.h>

#include "alarms.h"

IRT_INTERFACE(irt_basic, struct nacl_irt_basic, NACL_IRT_BASIC_v0_1)
IRT_INTERFACE(irt_clock, struct nacl_irt_clock, NACL_IRT_CLOCK_v0_1)

/* The number that the IRT has for one of newlib's clocks, or -1. */
static int irt_clock_number(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
        return 0;
    case CLOCK_MONOTONIC:
        return 1;
    case CLOCK_PROCESS_CPUTIME_ID:
        return 2;
    case CLOCK_THREAD_CPUTIME_ID:
        return 3;
    default:
        return -1;
    }
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void) zone;
    const struct nacl_irt_basic *basic = irt_basic();
    return result_of(basic ? basic->gettod(now) : ENOSYS);
}

int _gettimeofday_r(struct _reent *reent, struct timeval *now, void *zone) {
    (void) reent;
    return gettimeofday(now, zone);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int number = irt_clock_number(clock);
    if (number < 0)
        return result_of(EINVAL);
    const struct nacl_irt_clock *table = irt_clock();
    return result_of(table ? table->clock_gettime(number, now) : ENOSYS);
}

int clock_getres(clockid_t clock, struct timespec *resolution) {
    int number = irt_clock_number(clock);
    if (number < 0)
        return result_of(EINVAL);
    const struct nacl_irt_clock *table = irt_clock();
    return result_of(table ? table->clock_getres(number, resolution) : ENOSYS);
}

int settimeofday(const struct timeval *time, const struct timezone *zone) {
    (void) time;
    (void) zone;
    return result_of(EPERM);
}

/* To ask what is still to be done is allowed; nothing ever is. */
int adjtime(const struct timeval *by, struct timeval *before) {
    if (before)
        *before = (struct timeval) {0};
    return result_of(by ? EPERM : 0);
}

int clock_getcpuclockid(pid_t process, clockid_t *clock) {
    if (process != 0 && process != getpid())
        return ESRCH;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

int clock_settime(clockid_t clock, const struct timespec *now) {
    (void) clock;
    (void) now;
    return result_of(EPERM);
}

/* The ticks of the IRT are microseconds of processor time in 32 bits, as are
   those of clock_t. */
clock_t _times_r(struct _reent *reent, struct tms *times) {
    (void) reent;
    const struct nacl_irt_basic *basic = irt_basic();
    nacl_irt_clock_t ticks;
    int error = basic ? basic->clock(&ticks) : ENOSYS;
    if (error != 0) {
        errno = error;
        return (clock_t) -1;
    }
    times->tms_utime = (clock_t) ticks;
    times->tms_stime = 0;
    times->tms_cutime = 0;
    times->tms_cstime = 0;
    struct timeval now;
    if (gettimeofday(&now, NULL) != 0)
        return (clock_t) -1;
    return (clock_t) (now.tv_sec * CLOCKS_PER_SEC + now.tv_usec);
}

clock_t times(struct tms *times) {
    return _times_r(_REENT, times);
}

int getrusage(int who, struct rusage *usage) {
    *usage = (struct rusage) {0};
    if (who == RUSAGE_CHILDREN)
        return 0;
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        return -1;
    usage->ru_utime.tv_sec = used.tv_sec;
    usage->ru_utime.tv_usec = used.tv_nsec / 1000;
    return 0;
}

bool (*__sleep_until_alarm)(struct timespec *rest);

int __plain_sleep(const struct timespec *wanted, struct timespec *left) {
    const struct nacl_irt_basic *basic = irt_basic();
    return basic ? basic->nanosleep(wanted, left) : ENOSYS;
}

int nanosleep(const struct timespec *requested, struct timespec *remaining) {
    if (requested->tv_sec < 0 || requested->tv_nsec < 0 || requested->tv_nsec >= 1000000000)
        return result_of(EINVAL);
    struct timespec rest = *requested;
    if (__sleep_until_alarm && __sleep_until_alarm(&rest)) {
        if (remaining)
            *remaining = rest;
        return result_of(EINTR);
    }
    return result_of(__plain_sleep(&rest, remaining));
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *requested, struct timespec *remaining) {
    struct timespec wanted = *requested;
    if (flags & TIMER_ABSTIME) {
        struct timespec now;
        if (clock_gettime(clock, &now) != 0)
            return errno;
        wanted.tv_sec -= now.tv_sec;
        wanted.tv_nsec -= now.tv_nsec;
        if (wanted.tv_nsec < 0) {
            wanted.tv_nsec += 1000000000;
            --wanted.tv_sec;
        }
        if (wanted.tv_sec < 0)
            return 0;
    } else if (irt_clock_number(clock) < 0) {
        return EINVAL;
    }
    int saved = errno;
    int error = nanosleep(&wanted, remaining) == 0 ? 0 : errno;
    errno = saved;
    return error;
}

unsigned sleep(unsigned seconds) {
    struct timespec wanted = {.tv_sec = seconds, .tv_nsec = 0}, left = wanted;
    return nanosleep(&wanted, &left) == 0 ? 0 : (unsigned) left.tv_sec + (left.tv_nsec > 0);
}

int usleep(useconds_t microseconds) {
    struct timespec wanted = {.tv_sec = microseconds / 1000000, .tv_nsec = (long) (microseconds % 1000000) * 1000};
    return nanosleep(&wanted, NULL);
}
