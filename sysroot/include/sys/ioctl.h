#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <sys/cdefs.h>
#include <sys/termios.h>

#define TIOCEXCL 0x540c
#define TIOCNXCL 0x540d
#define TIOCSCTTY 0x540e
#define TIOCGPGRP 0x540f
#define TIOCSPGRP 0x5410
#define TIOCOUTQ 0x5411
#define TIOCSTI 0x5412
#define TIOCMGET 0x5415
#define TIOCMSET 0x5418
#define TIOCNOTTY 0x5422
#define FIONBIO 0x5421
#define FIONCLEX 0x5450
#define FIOCLEX 0x5451
#define FIOASYNC 0x5452

/* No request is known: the result is always -1, and errno ENOTTY or EBADF. */
__BEGIN_DECLS
int ioctl(int __fd, unsigned long __request, ...);
__END_DECLS

#endif
