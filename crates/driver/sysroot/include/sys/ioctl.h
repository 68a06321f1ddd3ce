#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <sys/cdefs.h>
#include <sys/termios.h>

/* No request is known: the result is always -1, and errno ENOTTY or EBADF. */
__BEGIN_DECLS
int ioctl(int __fd, unsigned long __request, ...);
__END_DECLS

#endif
