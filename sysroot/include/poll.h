/* Waiting for files. Those that a program can open are always ready. */
#ifndef _POLL_H
#define _POLL_H

#include <signal.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include <time.h>

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 0x10
#define POLLNVAL 0x20
#define POLLRDNORM 0x40
#define POLLRDBAND 0x80
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events;
    short revents;
};

__BEGIN_DECLS
int poll(struct pollfd *__files, nfds_t __count, int __milliseconds);
#if __GNU_VISIBLE
int ppoll(struct pollfd *__files, nfds_t __count, const struct timespec *__time, const sigset_t *__blocked);
#endif
__END_DECLS

#endif
