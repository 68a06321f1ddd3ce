/* The log of the system, which is standard error. */
#ifndef _SYSLOG_H
#define _SYSLOG_H

#include <stdarg.h>
#include <sys/cdefs.h>

#define LOG_EMERG 0
#define LOG_ALERT 1
#define LOG_CRIT 2
#define LOG_ERR 3
#define LOG_WARNING 4
#define LOG_NOTICE 5
#define LOG_INFO 6
#define LOG_DEBUG 7
#define LOG_PRIMASK 7
#define LOG_PRI(priority) ((priority) & LOG_PRIMASK)
#define LOG_MASK(priority) (1 << (priority))
#define LOG_UPTO(priority) ((1 << ((priority) + 1)) - 1)

#define LOG_KERN (0 << 3)
#define LOG_USER (1 << 3)
#define LOG_MAIL (2 << 3)
#define LOG_DAEMON (3 << 3)
#define LOG_AUTH (4 << 3)
#define LOG_SYSLOG (5 << 3)
#define LOG_LPR (6 << 3)
#define LOG_NEWS (7 << 3)
#define LOG_CRON (9 << 3)
#define LOG_AUTHPRIV (10 << 3)
#define LOG_LOCAL0 (16 << 3)
#define LOG_LOCAL7 (23 << 3)

#define LOG_PID 1
#define LOG_CONS 2
#define LOG_ODELAY 4
#define LOG_NDELAY 8
#define LOG_NOWAIT 0x10
#define LOG_PERROR 0x20

__BEGIN_DECLS
void openlog(const char *__name, int __options, int __facility);
void closelog(void);
int setlogmask(int __mask);
void syslog(int __priority, const char *__format, ...) __attribute__((__format__(__printf__, 2, 3)));
void vsyslog(int __priority, const char *__format, va_list __arguments) __attribute__((__format__(__printf__, 2, 0)));
__END_DECLS

#endif
