#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <sys/cdefs.h>
#include <sys/termios.h>

#define TCGETS 0x5401
#define TCSETS 0x5402
#define TCSETSW 0x5403
#define TCSETSF 0x5404
#define TCFLSH 0x540b
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

/* Requests are known to files of libraries such as nacl_io. Without one the result is always -1,
   and errno ENOTTY or EBADF. */
__BEGIN_DECLS
int ioctl(int __fd, unsigned long __request, ...);
__END_DECLS

#endif
