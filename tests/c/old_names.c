/* Functions that old sources for Unix and GNU expect. */
#include <ctype.h>
#include <error.h>
#include <libintl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wordexp.h>

static void calendar(int year, int month, int day, int hour) {
    struct tm tm = {0};
    tm.tm_year = year;
    tm.tm_mon = month;
    tm.tm_mday = day;
    tm.tm_hour = hour;
    long long time = (long long) timegm(&tm);
    printf("%lld: %d-%d-%d %d, day %d of the week, %d of the year\n", time, tm.tm_year, tm.tm_mon, tm.tm_mday,
           tm.tm_hour, tm.tm_wday, tm.tm_yday);
}

static void words(const char *text, int flags) {
    wordexp_t found;
    int error = wordexp(text, &found, flags);
    printf("%s: %d", text, error);
    if (error == 0) {
        for (size_t index = 0; index < found.we_wordc; ++index)
            printf(" [%s]", found.we_wordv[index]);
        wordfree(&found);
    }
    puts("");
}

int main(void) {
    calendar(100, 1, 29, 12);
    calendar(69, 14, 32, -1);
    calendar(-300, -1, 1, 0);
    calendar(70, 0, 1, 0);
    calendar(400, 11, 31, 47);

    setenv("VALUE", "a b*", 1);
    setenv("HOME", "/home/user", 1);
    unsetenv("UNSET");
    words("one 'two three' \"four $VALUE\" five\\ six \"\" ~ ~/x", 0);
    words("$VALUE ${VALUE}z x$UNSET '*' \"~\"", 0);
    words("a|b", 0);
    words("'open", 0);
    words("$(command)", WRDE_NOCMD);
    words("$UNSET", WRDE_UNDEF);

    for (unsigned long count = 0; count < 3; ++count)
        printf(ngettext("%lu file\n", "%lu files\n", count), count);
    puts(gettext("as it is"));

    int before = -1;
    int result = pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    printf("%d %d\n", result, before == PTHREAD_CANCEL_ENABLE);

    int (*lower)(int) = _tolower, (*upper)(int) = _toupper;
    printf("%c%c\n", lower('Q'), upper('q'));

    error(0, 0, "told on standard error");
    printf("%u\n", error_message_count);
    return 0;
}
