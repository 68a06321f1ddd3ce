/* Waiting for files. Reading and writing the files that a program can open never waits
   for another program, but on standard input, so all are ready that are open. */
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static bool is_open(int fd) {
    struct stat status;
    int saved = errno;
    bool is_open = fstat(fd, &status) == 0;
    errno = saved;
    return is_open;
}

/* Waits as long as is wanted; for ever if that is said. */
static int wait_for(const struct timespec *time) {
    struct timespec day = {.tv_sec = 86400};
    do {
        if (nanosleep(time ? time : &day, NULL) != 0)
            return -1;
    } while (!time);
    return 0;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    int ready = 0;
    for (nfds_t index = 0; index < count; ++index) {
        struct pollfd *file = &files[index];
        file->revents = 0;
        if (file->fd < 0)
            continue;
        file->revents = is_open(file->fd) ? file->events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM) : POLLNVAL;
        ready += file->revents != 0;
    }
    if (ready || milliseconds == 0)
        return ready;
    struct timespec time = {milliseconds / 1000, (long) (milliseconds % 1000) * 1000000};
    return wait_for(milliseconds < 0 ? NULL : &time);
}

static int select_until(int count, fd_set *reading, fd_set *writing, fd_set *other, const struct timespec *time) {
    if (count < 0 || count > FD_SETSIZE)
        return result_of(EINVAL);
    int ready = 0;
    for (int fd = 0; fd < count; ++fd) {
        bool read = reading && FD_ISSET(fd, reading), write = writing && FD_ISSET(fd, writing);
        if ((read || write || (other && FD_ISSET(fd, other))) && !is_open(fd))
            return result_of(EBADF);
        ready += read + write;
    }
    if (other)
        FD_ZERO(other);
    if (ready || (time && time->tv_sec == 0 && time->tv_nsec == 0))
        return ready;
    return wait_for(time);
}

int pselect(
    int count, fd_set *reading, fd_set *writing, fd_set *other, const struct timespec *time, const sigset_t *mask) {
    (void) mask;
    return select_until(count, reading, writing, other, time);
}

int select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *time) {
    if (!time)
        return select_until(count, reading, writing, other, NULL);
    struct timespec until = {time->tv_sec, time->tv_usec * 1000};
    return select_until(count, reading, writing, other, &until);
}
