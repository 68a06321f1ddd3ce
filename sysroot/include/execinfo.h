/* The calls that led to a place, which a program cannot see. */
#ifndef _EXECINFO_H
#define _EXECINFO_H

#include <sys/cdefs.h>

__BEGIN_DECLS
int backtrace(void **__addresses, int __room);
char **backtrace_symbols(void *const *__addresses, int __count);
void backtrace_symbols_fd(void *const *__addresses, int __count, int __fd);
__END_DECLS

#endif
