/* What newlib's stdlib.h has not. */
#ifndef _MACHSTDLIB_H_
#define _MACHSTDLIB_H_

#include <sys/cdefs.h>

#if __MISC_VISIBLE
__BEGIN_DECLS
int clearenv(void);
int getloadavg(double __loads[], int __count);
__END_DECLS
#endif

#endif
