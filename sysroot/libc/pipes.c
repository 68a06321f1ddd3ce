/* Pipes between the threads of a program. Each end has the number of a descriptor of the host, a
   copy of one that is open, so that no other file gets that number. All pipes have one lock, and
   one word that those who wait for any of them wait for. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer.h"
#include "pipes.h"
#include "readiness.h"

#define CAPACITY 65536
/* So much is written as a whole or not at all. */
#define ATOMIC 4096
/* Numbers of descriptors are smaller. */
#define MOST 256

struct channel {
    /* The bytes from `start` on, around the end of the room. */
    size_t start, size;
    /* Open ends of either kind. */
    int readers, writers;
    unsigned char data[CAPACITY];
};

struct end {
    struct channel *channel;
    bool writes, non_blocking;
};

static struct end ends[MOST];
__LOCK_INIT(static, lock)

/* Waits with the lock given back. */
static void wait_locked(void) {
    int before = __readiness();
    __lock_release(lock);
    __readiness_wait(before, NULL);
    __lock_acquire(lock);
}

static bool has(int fd) {
    return fd >= 0 && fd < MOST && ends[fd].channel;
}

static ssize_t read_pipe(int fd, void *buffer, size_t size) {
    __lock_acquire(lock);
    int error = 0;
    size_t count = 0;
    struct channel *channel;
    while ((channel = ends[fd].channel) != NULL && size > 0) {
        if (ends[fd].writes) {
            error = EBADF;
            break;
        }
        if (channel->size > 0) {
            count = size < channel->size ? size : channel->size;
            size_t first = CAPACITY - channel->start < count ? CAPACITY - channel->start : count;
            memcpy(buffer, channel->data + channel->start, first);
            memcpy((char *) buffer + first, channel->data, count - first);
            channel->start = (channel->start + count) % CAPACITY;
            channel->size -= count;
            __readiness_changed();
            break;
        }
        if (channel->writers == 0)
            break;
        if (ends[fd].non_blocking) {
            error = EAGAIN;
            break;
        }
        wait_locked();
    }
    __lock_release(lock);
    return error ? result_of(error) : (ssize_t) count;
}

static void put(struct channel *channel, const char *bytes, size_t count) {
    size_t place = (channel->start + channel->size) % CAPACITY;
    size_t first = CAPACITY - place < count ? CAPACITY - place : count;
    memcpy(channel->data + place, bytes, first);
    memcpy(channel->data, bytes + first, count - first);
    channel->size += count;
    __readiness_changed();
}

static ssize_t write_pipe(int fd, const void *buffer, size_t size) {
    __lock_acquire(lock);
    int error = 0;
    size_t done = 0;
    struct channel *channel;
    while ((channel = ends[fd].channel) != NULL && done < size && error == 0) {
        size_t room = CAPACITY - channel->size, left = size - done;
        if (!ends[fd].writes)
            error = EBADF;
        else if (channel->readers == 0)
            error = EPIPE;
        else if (room > 0 && (size > ATOMIC || room >= left)) {
            size_t count = left < room ? left : room;
            put(channel, (const char *) buffer + done, count);
            done += count;
        } else if (ends[fd].non_blocking)
            error = EAGAIN;
        else
            wait_locked();
    }
    __lock_release(lock);
    if (done > 0 || error == 0)
        return (ssize_t) done;
    if (error == EPIPE)
        raise(SIGPIPE);
    return result_of(error);
}

static void add(struct channel *channel, int by, bool writes) {
    if (writes)
        channel->writers += by;
    else
        channel->readers += by;
}

static void closed(int fd) {
    __lock_acquire(lock);
    struct channel *channel = ends[fd].channel;
    if (channel) {
        add(channel, -1, ends[fd].writes);
        ends[fd].channel = NULL;
        if (channel->readers == 0 && channel->writers == 0)
            free(channel);
        __readiness_changed();
    }
    __lock_release(lock);
}

static void copied(int fd, int new_fd) {
    if (new_fd < 0 || new_fd >= MOST)
        return;
    __lock_acquire(lock);
    ends[new_fd] = ends[fd];
    add(ends[fd].channel, 1, ends[fd].writes);
    __lock_release(lock);
}

static int get_flags(int fd) {
    return (ends[fd].writes ? O_WRONLY : O_RDONLY) | (ends[fd].non_blocking ? O_NONBLOCK : 0);
}

static void set_flags(int fd, int flags) {
    ends[fd].non_blocking = (flags & O_NONBLOCK) != 0;
}

/* With nacl_io, poll says of the reading end when the pipe can be written, as it did in the SDK. */
static short events(int fd) {
    __lock_acquire(lock);
    struct channel *channel = ends[fd].channel;
    int found = POLLNVAL;
    int writable = channel && CAPACITY - channel->size >= ATOMIC ? POLLOUT | POLLWRNORM : 0;
    if (channel && ends[fd].writes)
        found = (channel->readers == 0 ? POLLERR : 0) | writable;
    else if (channel)
        found = (channel->writers == 0 ? POLLHUP : 0) | (channel->size > 0 ? POLLIN | POLLRDNORM : 0) |
            (__file_layer ? writable : 0);
    __lock_release(lock);
    return (short) found;
}

static const struct pipes functions = {
    has, read_pipe, write_pipe, copied, closed, get_flags, set_flags, events,
};

/* A number that no other file gets. */
static int reserve(void) {
    for (int fd = 0; fd < 3; ++fd) {
        int copy = is_pipe(fd) ? -1 : dup(fd);
        if (copy >= MOST) {
            close(copy);
            return result_of(EMFILE);
        }
        if (copy >= 0)
            return copy;
    }
    return open(".", O_RDONLY);
}

int pipe2(int fds[2], int flags) {
    if (flags & ~(O_NONBLOCK | O_CLOEXEC))
        return result_of(EINVAL);
    struct channel *channel = malloc(sizeof *channel);
    if (!channel)
        return -1;
    int reading = reserve(), writing = reading < 0 ? -1 : reserve();
    if (writing < 0 || reading >= MOST || writing >= MOST) {
        if (reading >= 0)
            close(reading);
        if (writing >= 0)
            close(writing);
        free(channel);
        return result_of(EMFILE);
    }
    channel->start = channel->size = 0;
    channel->readers = channel->writers = 1;
    bool non_blocking = (flags & O_NONBLOCK) != 0;
    __lock_acquire(lock);
    ends[reading] = (struct end) {channel, false, non_blocking};
    ends[writing] = (struct end) {channel, true, non_blocking};
    __lock_release(lock);
    __atomic_store_n(&__pipes, &functions, __ATOMIC_RELEASE);
    fds[0] = reading;
    fds[1] = writing;
    return 0;
}

int pipe(int fds[2]) {
    CALL_CLASS(pipe(fds));
    return pipe2(fds, 0);
}
