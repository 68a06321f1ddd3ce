/* Messages about errors, on standard error; the log of the system is there, too. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "internal.h"

static void say(const char *format, va_list arguments, int error) {
    if (format)
        vfprintf(stderr, format, arguments);
    if (error)
        fprintf(stderr, "%s%s", format ? ": " : "", strerror(error));
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) {
    say(format, arguments, errno);
}

void vwarnx(const char *format, va_list arguments) {
    say(format, arguments, 0);
}

void verr(int status, const char *format, va_list arguments) {
    say(format, arguments, errno);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments) {
    say(format, arguments, 0);
    exit(status);
}

#define WITH_ARGUMENTS(call)          \
    va_list arguments;                \
    va_start(arguments, format);      \
    call;                             \
    va_end(arguments)

void warn(const char *format, ...) {
    WITH_ARGUMENTS(vwarn(format, arguments));
}

void warnx(const char *format, ...) {
    WITH_ARGUMENTS(vwarnx(format, arguments));
}

void err(int status, const char *format, ...) {
    WITH_ARGUMENTS(verr(status, format, arguments));
}

void errx(int status, const char *format, ...) {
    WITH_ARGUMENTS(verrx(status, format, arguments));
}

static const char *log_name;
static int log_mask = LOG_UPTO(LOG_DEBUG);

void openlog(const char *name, int options, int facility) {
    (void) options;
    (void) facility;
    log_name = name;
}

void closelog(void) {
    log_name = NULL;
}

int setlogmask(int mask) {
    int before = log_mask;
    if (mask)
        log_mask = mask;
    return before;
}

void vsyslog(int priority, const char *format, va_list arguments) {
    if (!(log_mask & LOG_MASK(LOG_PRI(priority))))
        return;
    /* %m stands for what errno says. */
    char whole[512];
    const char *error = strerror(errno);
    size_t length = 0;
    for (const char *from = format; *from && length < sizeof(whole) - 1; ++from) {
        if (from[0] == '%' && from[1] == 'm') {
            length += strlcpy(whole + length, error, sizeof(whole) - length);
            length = length < sizeof(whole) ? length : sizeof(whole) - 1;
            ++from;
        } else {
            whole[length++] = *from;
            if (from[0] == '%' && from[1] == '%' && length < sizeof(whole) - 1)
                whole[length++] = *++from;
        }
    }
    whole[length] = 0;
    if (log_name)
        fprintf(stderr, "%s: ", log_name);
    say(whole, arguments, 0);
}

void syslog(int priority, const char *format, ...) {
    WITH_ARGUMENTS(vsyslog(priority, format, arguments));
}
