/* Pseudo-terminals, of which there are none. */
#include <pty.h>
#include <stdlib.h>

#include "internal.h"

int posix_openpt(int flags) {
    (void) flags;
    return result_of(ENOSYS);
}

int getpt(void) {
    return posix_openpt(0);
}

int grantpt(int fd) {
    (void) fd;
    return result_of(EINVAL);
}

int unlockpt(int fd) {
    return grantpt(fd);
}

char *ptsname(int fd) {
    (void) fd;
    errno = ENOTTY;
    return NULL;
}

int ptsname_r(int fd, char *name, size_t size) {
    (void) name;
    (void) size;
    ptsname(fd);
    return errno;
}

int openpty(int *terminal, int *other, char *name, const struct termios *settings, const struct winsize *size) {
    (void) terminal;
    (void) other;
    (void) name;
    (void) settings;
    (void) size;
    return posix_openpt(0);
}

pid_t forkpty(int *terminal, char *name, const struct termios *settings, const struct winsize *size) {
    return openpty(terminal, NULL, name, settings, size);
}

int login_tty(int fd) {
    (void) fd;
    return result_of(ENOTTY);
}
