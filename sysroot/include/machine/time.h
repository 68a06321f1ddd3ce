/* Functions that newlib's time.h lacks. newlib's file is a placeholder. */
#ifndef _MACHTIME_H_
#define _MACHTIME_H_

#include <sys/cdefs.h>
#include <sys/types.h>

#define _CLOCKS_PER_SEC_ 1000000

/* newlib has names of its own for these. */
#define _timezone timezone
#define _daylight daylight

struct tm;
struct timespec;

__BEGIN_DECLS
#if __MISC_VISIBLE || __GNU_VISIBLE
time_t timegm(struct tm *__calendar);
time_t timelocal(struct tm *__calendar);
int stime(const time_t *__time);
#endif
#if __ISO_C_VISIBLE >= 2011
#define TIME_UTC 1
int timespec_get(struct timespec *__time, int __base);
#endif
__END_DECLS

#endif
