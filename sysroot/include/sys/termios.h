/* Settings of terminals: names and structures. They are those of libraries that have
   terminals, such as nacl_io; else they can be neither read nor set. */
#ifndef _SYS_TERMIOS_H
#define _SYS_TERMIOS_H

#include <sys/cdefs.h>
#include <sys/types.h>

typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;

#define NCCS 32

struct termios {
    tcflag_t c_iflag;
    tcflag_t c_oflag;
    tcflag_t c_cflag;
    tcflag_t c_lflag;
    cc_t c_line;
    cc_t c_cc[NCCS];
    speed_t c_ispeed;
    speed_t c_ospeed;
};

struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};

#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD 0x541b

#define VINTR 0
#define VQUIT 1
#define VERASE 2
#define VKILL 3
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define VSTART 8
#define VSTOP 9
#define VSUSP 10
#define VEOL 11

#define IGNBRK 01
#define BRKINT 02
#define IGNPAR 04
#define PARMRK 010
#define INPCK 020
#define ISTRIP 040
#define INLCR 0100
#define IGNCR 0200
#define ICRNL 0400
#define IXON 02000
#define IXANY 04000
#define IXOFF 010000
#define IMAXBEL 020000

#define OPOST 01
#define ONLCR 04
#define OCRNL 010
#define ONOCR 020
#define ONLRET 040

#define CSIZE 060
#define CS5 0
#define CS6 020
#define CS7 040
#define CS8 060
#define CSTOPB 0100
#define CREAD 0200
#define PARENB 0400
#define PARODD 01000
#define HUPCL 02000
#define CLOCAL 04000

#define ISIG 01
#define ICANON 02
#define ECHO 010
#define ECHOE 020
#define ECHOK 040
#define ECHONL 0100
#define NOFLSH 0200
#define TOSTOP 0400
#define IEXTEN 0100000

#define TCOOFF 0
#define TCOON 1
#define TCIOFF 2
#define TCION 3
#define TCIFLUSH 0
#define TCOFLUSH 1
#define TCIOFLUSH 2
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

#define B0 0
#define B50 1
#define B75 2
#define B110 3
#define B134 4
#define B150 5
#define B200 6
#define B300 7
#define B600 8
#define B1200 9
#define B1800 10
#define B2400 11
#define B4800 12
#define B9600 13
#define B19200 14
#define B38400 15
#define B57600 0010001
#define B115200 0010002
#define B230400 0010003
#define EXTA B19200
#define EXTB B38400

/* Of Unix before POSIX, and of Linux. */
#define NLDLY 0400
#define CRDLY 03000
#define TABDLY 014000
#define TAB0 0
#define TAB3 014000
#define XTABS TAB3
#define BSDLY 020000
#define VTDLY 040000
#define FFDLY 0100000
#define OLCUC 02
#define OFILL 0100
#define OFDEL 0200
#define IUCLC 01000
#define IUTF8 040000
#define CBAUD 010017
#define CRTSCTS 020000000000
#define ECHOCTL 01000
#define ECHOPRT 02000
#define ECHOKE 04000
#define FLUSHO 010000
#define PENDIN 040000

__BEGIN_DECLS
int tcgetattr(int __fd, struct termios *__settings);
int tcsetattr(int __fd, int __when, const struct termios *__settings);
int tcdrain(int __fd);
int tcflow(int __fd, int __action);
int tcflush(int __fd, int __queue);
int tcsendbreak(int __fd, int __duration);
pid_t tcgetsid(int __fd);
speed_t cfgetispeed(const struct termios *__settings);
speed_t cfgetospeed(const struct termios *__settings);
int cfsetispeed(struct termios *__settings, speed_t __speed);
int cfsetospeed(struct termios *__settings, speed_t __speed);
void cfmakeraw(struct termios *__settings);
__END_DECLS

#endif
