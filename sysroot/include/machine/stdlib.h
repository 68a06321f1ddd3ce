/* Functions that newlib's stdlib.h lacks. newlib's file is a placeholder. */
#ifndef _MACHSTDLIB_H_
#define _MACHSTDLIB_H_

#include <stddef.h>
#include <sys/cdefs.h>

#if __MISC_VISIBLE
__BEGIN_DECLS
int clearenv(void);
int getloadavg(double __loads[], int __count);
__END_DECLS
#endif

#if __XSI_VISIBLE
__BEGIN_DECLS
int posix_openpt(int __flags);
int grantpt(int __fd);
int unlockpt(int __fd);
char *ptsname(int __fd);
__END_DECLS
#endif

#if __GNU_VISIBLE
__BEGIN_DECLS
char *canonicalize_file_name(const char *__path);
int getpt(void);
int ptsname_r(int __fd, char *__name, size_t __size);
__END_DECLS
#endif

#endif
