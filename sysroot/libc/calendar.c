/* Times of the calendar, in the zone of the program and in that of Greenwich. */
#include <sys/timeb.h>
#include <time.h>

#include "internal.h"

/* Days from 1 March of the year 0 to a day: years that begin in March have their
   leap day at their end. */
static long long days_before(long long year, int month, int day) {
    year -= month < 2;
    long long era = (year >= 0 ? year : year - 399) / 400;
    int of_era = (int) (year - era * 400);
    int of_year = (153 * ((month + 10) % 12) + 2) / 5 + day;
    return era * 146097 + of_era * 365LL + of_era / 4 - of_era / 100 + of_year;
}

/* The fields may be outside their ranges, and are brought into them. */
time_t timegm(struct tm *calendar) {
    long long year = calendar->tm_year + 1900LL;
    int month = calendar->tm_mon;
    year += month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        --year;
    }
    long long days = days_before(year, month, calendar->tm_mday - 1) - days_before(1970, 0, 0);
    long long hours = days * 24 + calendar->tm_hour;
    time_t time = (time_t) ((hours * 60 + calendar->tm_min) * 60 + calendar->tm_sec);
    return gmtime_r(&time, calendar) ? time : (time_t) -1;
}

time_t timelocal(struct tm *calendar) {
    return mktime(calendar);
}

int stime(const time_t *time) {
    (void) time;
    return result_of(EPERM);
}

int timespec_get(struct timespec *time, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

int ftime(struct timeb *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *result = (struct timeb) {.time = now.tv_sec, .millitm = (unsigned short) (now.tv_nsec / 1000000)};
    return 0;
}
