/* Messages about errors, as GNU has them. */
#ifndef _ERROR_H
#define _ERROR_H

#include <sys/cdefs.h>

__BEGIN_DECLS
extern unsigned int error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);

/* Ends the program if the status is not 0. */
void error(int __status, int __error, const char *__format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
void error_at_line(int __status, int __error, const char *__file, unsigned int __line, const char *__format, ...)
    __attribute__((__format__(__printf__, 5, 6)));
__END_DECLS

#endif
