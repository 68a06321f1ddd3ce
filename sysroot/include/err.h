/* Messages about errors, as BSD has them. */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>
#include <sys/cdefs.h>

__BEGIN_DECLS
void warn(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
void vwarn(const char *__format, va_list __arguments) __attribute__((__format__(__printf__, 1, 0)));
void warnx(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
void vwarnx(const char *__format, va_list __arguments) __attribute__((__format__(__printf__, 1, 0)));
void err(int __status, const char *__format, ...) __attribute__((__noreturn__, __format__(__printf__, 2, 3)));
void verr(int __status, const char *__format, va_list __arguments)
    __attribute__((__noreturn__, __format__(__printf__, 2, 0)));
void errx(int __status, const char *__format, ...) __attribute__((__noreturn__, __format__(__printf__, 2, 3)));
void verrx(int __status, const char *__format, va_list __arguments)
    __attribute__((__noreturn__, __format__(__printf__, 2, 0)));
__END_DECLS

#endif
