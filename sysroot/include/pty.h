/* Pseudo-terminals: declared, and not there. */
#ifndef _PTY_H
#define _PTY_H

#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

__BEGIN_DECLS
int openpty(int *__terminal, int *__other, char *__name, const struct termios *__settings, const struct winsize *__size);
pid_t forkpty(int *__terminal, char *__name, const struct termios *__settings, const struct winsize *__size);
int login_tty(int __fd);
__END_DECLS

#endif
