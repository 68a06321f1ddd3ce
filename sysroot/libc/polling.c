/* Waiting for files. Reading and writing the files that a program can open never waits
   for another program, but on standard input, so all are ready that are open; pipes are
   when another thread has written or read, and the files of a library when it says so. */
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layer.h"
#include "pipes.h"
#include "readiness.h"

static bool is_open(int fd) {
    struct stat status;
    int saved = errno;
    bool is_open = fstat(fd, &status) == 0;
    errno = saved;
    return is_open;
}

/* Files that may become ready later. */
static bool changes_later(int fd) {
    return __file_layer || is_pipe(fd);
}

/* What a file is ready for. */
static short events_of(int fd) {
    if (is_pipe(fd))
        return __pipes->events(fd);
    if (__file_layer)
        return __file_layer->events(fd);
    return is_open(fd) ? POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM : POLLNVAL;
}

/* Waits until that time, for ever without one. With files that change it ends when one has
   changed since the number was taken. Gives 0 when the time is over, else 1, or -1 and errno. */
static int wait_until(bool can_change, int changes, const struct timespec *deadline) {
    if (can_change) {
        int error = __readiness_wait(changes, deadline);
        return error == ETIMEDOUT ? 0 : 1;
    }
    struct timespec day = {.tv_sec = 86400};
    if (!deadline)
        return nanosleep(&day, NULL) != 0 ? -1 : 1;
    struct timespec now, left;
    clock_gettime(CLOCK_REALTIME, &now);
    left.tv_sec = deadline->tv_sec - now.tv_sec;
    left.tv_nsec = deadline->tv_nsec - now.tv_nsec;
    if (left.tv_nsec < 0) {
        left.tv_nsec += 1000000000;
        --left.tv_sec;
    }
    return left.tv_sec < 0 ? 0 : nanosleep(&left, NULL);
}

/* The moment after that time. */
static struct timespec deadline_after(const struct timespec *time) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += time->tv_sec;
    deadline.tv_nsec += time->tv_nsec;
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_nsec -= 1000000000;
        ++deadline.tv_sec;
    }
    return deadline;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    CALL_CLASS(poll(files, count, milliseconds));
    struct timespec time = {milliseconds / 1000, (long) (milliseconds % 1000) * 1000000}, deadline;
    if (milliseconds > 0)
        deadline = deadline_after(&time);
    for (;;) {
        int ready = 0, changes = __readiness();
        bool can_change = false;
        for (nfds_t index = 0; index < count; ++index) {
            struct pollfd *file = &files[index];
            file->revents = 0;
            if (file->fd < 0)
                continue;
            can_change |= changes_later(file->fd);
            file->revents = events_of(file->fd) & (file->events | POLLERR | POLLHUP | POLLNVAL);
            ready += file->revents != 0;
        }
        if (ready || milliseconds == 0)
            return ready;
        int waited = wait_until(can_change, changes, milliseconds < 0 ? NULL : &deadline);
        if (waited <= 0)
            return waited;
    }
}

/* What of the sets is ready; a number of an error below zero. */
static int ready_of(int count, const fd_set *reading, const fd_set *writing, const fd_set *other, fd_set *can_read,
    fd_set *can_write, bool *can_change) {
    int ready = 0;
    FD_ZERO(can_read);
    FD_ZERO(can_write);
    for (int fd = 0; fd < count; ++fd) {
        bool read = reading && FD_ISSET(fd, reading), write = writing && FD_ISSET(fd, writing);
        if (!read && !write && !(other && FD_ISSET(fd, other)))
            continue;
        *can_change |= changes_later(fd);
        short events = events_of(fd);
        if (events & POLLNVAL)
            return -EBADF;
        /* An end that nobody else has does not wait. */
        if (read && events & (POLLIN | POLLHUP)) {
            FD_SET(fd, can_read);
            ++ready;
        }
        if (write && events & (POLLOUT | POLLERR)) {
            FD_SET(fd, can_write);
            ++ready;
        }
    }
    return ready;
}

/* What is not ready leaves the set. Programs may have a smaller set than `fd_set`, so the bits of
   descriptors from `count` on are not written. */
static void keep_ready(int count, fd_set *set, const fd_set *ready) {
    for (int fd = 0; set && fd < count; ++fd) {
        if (!FD_ISSET(fd, ready))
            FD_CLR(fd, set);
    }
}

static int select_until(int count, fd_set *reading, fd_set *writing, fd_set *other, const struct timespec *time) {
    if (count < 0 || count > FD_SETSIZE)
        return result_of(EINVAL);
    bool at_once = time && time->tv_sec == 0 && time->tv_nsec == 0;
    struct timespec deadline;
    if (time && !at_once)
        deadline = deadline_after(time);
    for (;;) {
        int changes = __readiness();
        bool can_change = false;
        fd_set can_read, can_write;
        int ready = ready_of(count, reading, writing, other, &can_read, &can_write, &can_change);
        if (ready < 0)
            return result_of(-ready);
        int waited = 0;
        if (ready == 0 && !at_once)
            waited = wait_until(can_change, changes, time ? &deadline : NULL);
        if (waited < 0)
            return -1;
        if (waited > 0)
            continue;
        keep_ready(count, reading, &can_read);
        keep_ready(count, writing, &can_write);
        fd_set none;
        FD_ZERO(&none);
        keep_ready(count, other, &none);
        return ready;
    }
}

int pselect(
    int count, fd_set *reading, fd_set *writing, fd_set *other, const struct timespec *time, const sigset_t *mask) {
    (void) mask;
    return select_until(count, reading, writing, other, time);
}

int select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *time) {
    CALL_CLASS(select(count, reading, writing, other, time));
    if (!time)
        return select_until(count, reading, writing, other, NULL);
    struct timespec until = {time->tv_sec, time->tv_usec * 1000};
    return select_until(count, reading, writing, other, &until);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *blocked) {
    sigset_t before;
    if (time && (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000))
        return result_of(EINVAL);
    /* Rounded up, so that it is not over too early. */
    int milliseconds = -1;
    if (time && time->tv_sec < INT_MAX / 1000)
        milliseconds = (int) time->tv_sec * 1000 + (int) ((time->tv_nsec + 999999) / 1000000);
    if (blocked)
        sigprocmask(SIG_SETMASK, blocked, &before);
    int ready = poll(files, count, milliseconds);
    if (blocked) {
        int error = errno;
        sigprocmask(SIG_SETMASK, &before, NULL);
        errno = error;
    }
    return ready;
}
