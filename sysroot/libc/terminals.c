/* Terminals: that a file is one can be asked, and nothing else, unless a library has them. */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "layer.h"

/* What is wrong with a descriptor whose settings are asked for. */
static int no_settings(int fd) {
    return isatty(fd) ? result_of(ENOSYS) : -1;
}

int tcgetattr(int fd, struct termios *settings) {
    CALL_CLASS(tcgetattr(fd, settings));
    return __file_layer ? ioctl(fd, TCGETS, settings) : no_settings(fd);
}

int tcsetattr(int fd, int when, const struct termios *settings) {
    CALL_CLASS(tcsetattr(fd, when, settings));
    return __file_layer ? ioctl(fd, TCSETS + (unsigned) when, settings) : no_settings(fd);
}

int tcdrain(int fd) {
    return isatty(fd) ? 0 : -1;
}

int tcflow(int fd, int action) {
    (void) action;
    return no_settings(fd);
}

int tcflush(int fd, int queue) {
    CALL_CLASS(tcflush(fd, queue));
    return __file_layer ? ioctl(fd, TCFLSH, (void *) (intptr_t) queue) : no_settings(fd);
}

int tcsendbreak(int fd, int duration) {
    (void) duration;
    return no_settings(fd);
}

pid_t tcgetsid(int fd) {
    return no_settings(fd);
}

pid_t tcgetpgrp(int fd) {
    return no_settings(fd);
}

int tcsetpgrp(int fd, pid_t group) {
    (void) group;
    return no_settings(fd);
}

speed_t cfgetispeed(const struct termios *settings) {
    return settings->c_ispeed;
}

speed_t cfgetospeed(const struct termios *settings) {
    return settings->c_ospeed;
}

int cfsetispeed(struct termios *settings, speed_t speed) {
    settings->c_ispeed = speed;
    return 0;
}

int cfsetospeed(struct termios *settings, speed_t speed) {
    settings->c_ospeed = speed;
    return 0;
}

void cfmakeraw(struct termios *settings) {
    settings->c_iflag &= ~(tcflag_t) (IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    settings->c_oflag &= ~(tcflag_t) OPOST;
    settings->c_lflag &= ~(tcflag_t) (ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    settings->c_cflag = (settings->c_cflag & ~(tcflag_t) (CSIZE | PARENB)) | CS8;
    settings->c_cc[VMIN] = 1;
    settings->c_cc[VTIME] = 0;
}

char *ttyname(int fd) {
    static char name[] = "/dev/tty";
    return isatty(fd) ? name : NULL;
}

int ttyname_r(int fd, char *buffer, size_t size) {
    static const char name[] = "/dev/tty";
    if (!isatty(fd))
        return errno;
    if (size < sizeof(name))
        return ERANGE;
    __builtin_memcpy(buffer, name, sizeof(name));
    return 0;
}
