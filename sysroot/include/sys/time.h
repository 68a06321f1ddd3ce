/* Times of the day, and timers. newlib's own header has what kernels need beside it, of types that
   are not there yet where another header of this name includes it from within sys/types.h. */
#ifndef _SYS_TIME_H_
#define _SYS_TIME_H_

#include <_ansi.h>
#include <sys/_timeval.h>
#include <sys/cdefs.h>
#include <sys/timespec.h>
#include <sys/types.h>

#if __BSD_VISIBLE || __POSIX_VISIBLE >= 200112 || __XSI_VISIBLE
#include <sys/select.h>
#endif

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

#define DST_NONE 0
#define DST_USA 1
#define DST_AUST 2
#define DST_WET 3
#define DST_MET 4
#define DST_EET 5
#define DST_CAN 6

#if __BSD_VISIBLE
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timercmp(one, two, compare) \
    (((one)->tv_sec == (two)->tv_sec) ? ((one)->tv_usec compare(two)->tv_usec) \
                                      : ((one)->tv_sec compare(two)->tv_sec))
#define timeradd(one, two, sum) \
    do { \
        (sum)->tv_sec = (one)->tv_sec + (two)->tv_sec; \
        (sum)->tv_usec = (one)->tv_usec + (two)->tv_usec; \
        if ((sum)->tv_usec >= 1000000) { \
            (sum)->tv_sec++; \
            (sum)->tv_usec -= 1000000; \
        } \
    } while (0)
#define timersub(one, two, difference) \
    do { \
        (difference)->tv_sec = (one)->tv_sec - (two)->tv_sec; \
        (difference)->tv_usec = (one)->tv_usec - (two)->tv_usec; \
        if ((difference)->tv_usec < 0) { \
            (difference)->tv_sec--; \
            (difference)->tv_usec += 1000000; \
        } \
    } while (0)
#define timespecclear(time) ((time)->tv_sec = (time)->tv_nsec = 0)
#define timespecisset(time) ((time)->tv_sec || (time)->tv_nsec)
#define timespeccmp(one, two, compare) \
    (((one)->tv_sec == (two)->tv_sec) ? ((one)->tv_nsec compare(two)->tv_nsec) \
                                      : ((one)->tv_sec compare(two)->tv_sec))
#endif

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};

/* Its last type that these need. */
#ifdef _PID_T_DECLARED
#include <time.h>
#endif

__BEGIN_DECLS
int utimes(const char *__path, const struct timeval *__times);
int gettimeofday(struct timeval *__restrict __time, void *__restrict __zone);
#if __BSD_VISIBLE
int adjtime(const struct timeval *__by, struct timeval *__before);
int futimes(int __fd, const struct timeval *__times);
int lutimes(const char *__path, const struct timeval *__times);
int settimeofday(const struct timeval *__time, const struct timezone *__zone);
#endif
#if __MISC_VISIBLE || __XSI_VISIBLE
int getitimer(int __which, struct itimerval *__now);
int setitimer(int __which, const struct itimerval *__restrict __wanted, struct itimerval *__restrict __before);
#endif
#if __GNU_VISIBLE
int futimesat(int __folder, const char *__path, const struct timeval __times[2]);
#endif
#ifdef _COMPILING_NEWLIB
int _gettimeofday(struct timeval *__time, void *__zone);
#endif
__END_DECLS

#endif
