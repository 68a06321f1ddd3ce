/* Open files. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "file_status.h"
#include "layer.h"
#include "pipes.h"

const struct pipes *__pipes;
const struct file_layer *__file_layer;

IRT_INTERFACE(irt_fdio_public, struct nacl_irt_fdio, NACL_IRT_FDIO_v0_1)
IRT_INTERFACE(irt_fdio_development, struct nacl_irt_fdio, NACL_IRT_DEV_FDIO_v0_1)
IRT_INTERFACE(irt_dev_fdio, struct nacl_irt_dev_fdio, NACL_IRT_DEV_FDIO_v0_3)

/* The same functions under two names, of which a host may have only one. */
static const struct nacl_irt_fdio *irt_fdio(void) {
    const struct nacl_irt_fdio *fdio = irt_fdio_public();
    return fdio ? fdio : irt_fdio_development();
}

#define FDIO(call) ({ const struct nacl_irt_fdio *fdio = irt_fdio(); fdio ? fdio->call : ENOSYS; })
#define DEV_FDIO(call) ({ const struct nacl_irt_dev_fdio *fdio = irt_dev_fdio(); fdio ? fdio->call : ENOSYS; })

ssize_t read(int fd, void *buffer, size_t size) {
    if (is_pipe(fd))
        return __pipes->read(fd, buffer, size);
    size_t count = 0;
    int error = FDIO(read(fd, buffer, size, &count));
    return error ? result_of(error) : (ssize_t) count;
}

ssize_t write(int fd, const void *buffer, size_t size) {
    if (is_pipe(fd))
        return __pipes->write(fd, buffer, size);
    size_t count = 0;
    int error = FDIO(write(fd, buffer, size, &count));
    return error ? result_of(error) : (ssize_t) count;
}

off_t lseek(int fd, off_t offset, int whence) {
    if (is_pipe(fd))
        return result_of(ESPIPE);
    nacl_irt_off_t position = -1;
    int error = FDIO(seek(fd, offset, whence, &position));
    return error ? result_of(error) : position;
}

/* FD_CLOEXEC of descriptors. No program executes another, so it only has to be found again. */
#define MARKED 1024
static bool closes_on_exec[MARKED];

static void mark(int fd, bool closes) {
    if (fd >= 0 && fd < MARKED)
        closes_on_exec[fd] = closes;
}

int close(int fd) {
    if (is_pipe(fd))
        __pipes->closed(fd);
    mark(fd, false);
    return result_of(FDIO(close(fd)));
}

int dup(int fd) {
    int new_fd = -1;
    int error = FDIO(dup(fd, &new_fd));
    if (error == 0 && is_pipe(fd))
        __pipes->copied(fd, new_fd);
    return error ? result_of(error) : new_fd;
}

int dup2(int fd, int new_fd) {
    int error = FDIO(dup2(fd, new_fd));
    if (error == 0 && fd != new_fd) {
        if (is_pipe(new_fd))
            __pipes->closed(new_fd);
        if (is_pipe(fd))
            __pipes->copied(fd, new_fd);
        mark(new_fd, false);
    }
    return error ? result_of(error) : new_fd;
}

int fstat(int fd, struct stat *status) {
    if (is_pipe(fd)) {
        *status = (struct stat) {.st_mode = S_IFIFO | S_IRUSR | S_IWUSR, .st_nlink = 1, .st_blksize = 4096};
        return 0;
    }
    struct nacl_irt_stat found;
    int error = FDIO(fstat(fd, &found));
    if (error)
        return result_of(error);
    __file_status(status, &found);
    return 0;
}

int isatty(int fd) {
    CALL_CLASS(isatty(fd));
    int result = 0;
    int error = is_pipe(fd) ? ENOTTY : DEV_FDIO(isatty(fd, &result));
    if (error == 0 && !result)
        error = ENOTTY;
    if (error) {
        errno = error;
        return 0;
    }
    return 1;
}

int fsync(int fd) {
    return result_of(is_pipe(fd) ? EINVAL : DEV_FDIO(fsync(fd)));
}

int fdatasync(int fd) {
    return result_of(is_pipe(fd) ? EINVAL : DEV_FDIO(fdatasync(fd)));
}

int ftruncate(int fd, off_t length) {
    CALL_CLASS(ftruncate(fd, length));
    return result_of(is_pipe(fd) ? EINVAL : DEV_FDIO(ftruncate(fd, length)));
}

int fchdir(int fd) {
    return result_of(DEV_FDIO(fchdir(fd)));
}

int fchmod(int fd, mode_t mode) {
    return result_of(DEV_FDIO(fchmod(fd, mode)));
}

int getdents(int fd, struct dirent *buffer, size_t size) {
    size_t count = 0;
    int error = FDIO(getdents(fd, buffer, size, &count));
    return error ? result_of(error) : (int) count;
}

/* There is no reading at a place in the IRT, so the position is moved there
   and back. Threads that share a descriptor must not do this at once, so
   there is a lock around it. */
__LOCK_INIT(static, position_lock)

static ssize_t at_position(int fd, off_t offset, ssize_t (*transfer)(int, void *, size_t), void *buffer, size_t size) {
    if (offset < 0)
        return result_of(EINVAL);
    __lock_acquire(position_lock);
    ssize_t count = -1;
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before >= 0 && lseek(fd, offset, SEEK_SET) >= 0) {
        count = transfer(fd, buffer, size);
        int error = errno;
        if (lseek(fd, before, SEEK_SET) < 0)
            count = -1;
        else
            errno = error;
    }
    __lock_release(position_lock);
    return count;
}

static ssize_t write_from(int fd, void *buffer, size_t size) {
    return write(fd, buffer, size);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset) {
    return at_position(fd, offset, read, buffer, size);
}

ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset) {
    return at_position(fd, offset, write_from, (void *) buffer, size);
}

ssize_t readv(int fd, const struct iovec *pieces, int count) {
    ssize_t total = 0;
    for (int index = 0; index < count; ++index) {
        ssize_t part = read(fd, pieces[index].iov_base, pieces[index].iov_len);
        if (part < 0)
            return total ? total : -1;
        total += part;
        if ((size_t) part < pieces[index].iov_len)
            break;
    }
    return total;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
    ssize_t total = 0;
    for (int index = 0; index < count; ++index) {
        ssize_t part = write(fd, pieces[index].iov_base, pieces[index].iov_len);
        if (part < 0)
            return total ? total : -1;
        total += part;
        if ((size_t) part < pieces[index].iov_len)
            break;
    }
    return total;
}

/* The same somewhere else in a file. */
typedef ssize_t in_pieces(int fd, const struct iovec *pieces, int count);

static ssize_t pieces_at(int fd, const struct iovec *pieces, int count, off_t position, in_pieces *transfer) {
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before < 0 || lseek(fd, position, SEEK_SET) < 0)
        return -1;
    ssize_t total = transfer(fd, pieces, count);
    int error = errno;
    lseek(fd, before, SEEK_SET);
    errno = error;
    return total;
}

ssize_t preadv(int fd, const struct iovec *pieces, int count, off_t position) {
    return pieces_at(fd, pieces, count, position, readv);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t position) {
    return pieces_at(fd, pieces, count, position, writev);
}

int ioctl(int fd, unsigned long request, ...) {
    const struct class_calls *of_class = class_calls();
    if (of_class) {
        va_list arguments;
        va_start(arguments, request);
        int result = of_class->ioctl(fd, (int) request, arguments);
        va_end(arguments);
        return result;
    }
    if (__file_layer && !is_pipe(fd)) {
        va_list arguments;
        va_start(arguments, request);
        void *argument = va_arg(arguments, void *);
        va_end(arguments);
        return layer_result(__file_layer->control(fd, request, argument));
    }
    struct stat status;
    if (fstat(fd, &status) != 0)
        return -1;
    return result_of(ENOTTY);
}

/* The IRT does not tell how a file was opened, so this remembers it for the
   descriptors of `open`; others count as open for both directions. */
#define REMEMBERED 256
static int open_flags[REMEMBERED];

void __remember_open_flags(int fd, int flags) {
    if (fd >= 0 && fd < REMEMBERED)
        open_flags[fd] = (flags & (O_ACCMODE | O_APPEND)) + 1;
}

static int get_flags(int fd) {
    struct stat status;
    if (is_pipe(fd))
        return __pipes->get_flags(fd);
    if (__file_layer)
        return layer_result(__file_layer->get_flags(fd));
    if (fstat(fd, &status) != 0)
        return -1;
    if (fd < REMEMBERED && open_flags[fd] != 0)
        return open_flags[fd] - 1;
    return O_RDWR;
}

/* Locks on parts of files exclude other processes, of which there are none:
   a program's own never conflict with each other. */
static int lock_file(int fd, int request, struct flock *lock) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return -1;
    if (request == F_GETLK)
        lock->l_type = F_UNLCK;
    return 0;
}

int fcntl(int fd, int request, ...) {
    va_list arguments;
    va_start(arguments, request);
    const struct class_calls *of_class = class_calls();
    if (of_class) {
        int result = of_class->fcntl(fd, request, arguments);
        va_end(arguments);
        return result;
    }
    int result;
    switch (request) {
    case F_GETFL:
        result = get_flags(fd);
        break;
    case F_SETFL: {
        /* What can be changed is not known to the IRT: only what is so
           already can be asked for. */
        int wanted = va_arg(arguments, int) & (O_APPEND | O_NONBLOCK);
        if (is_pipe(fd)) {
            __pipes->set_flags(fd, wanted);
            result = 0;
            break;
        }
        if (__file_layer) {
            result = layer_result(__file_layer->set_flags(fd, wanted));
            break;
        }
        int flags = get_flags(fd);
        result = flags < 0 ? -1 : (flags & (O_APPEND | O_NONBLOCK)) == wanted ? 0 : result_of(EINVAL);
        break;
    }
    case F_GETFD:
        result = get_flags(fd) < 0 ? -1 : 0;
        if (result == 0 && fd < MARKED && closes_on_exec[fd])
            result = FD_CLOEXEC;
        break;
    case F_SETFD: {
        int flags = va_arg(arguments, int);
        result = get_flags(fd) < 0 ? -1 : 0;
        if (result == 0 && flags & ~FD_CLOEXEC)
            result = result_of(EINVAL);
        if (result == 0)
            mark(fd, flags != 0);
        break;
    }
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
        result = lock_file(fd, request, va_arg(arguments, struct flock *));
        break;
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
        int lowest = va_arg(arguments, int);
        result = dup(fd);
        if (result >= 0 && result < lowest) {
            /* Descriptors below are taken until one is high enough. */
            int below = result;
            result = fcntl(fd, request, lowest);
            close(below);
        }
        if (request == F_DUPFD_CLOEXEC)
            mark(result, true);
        break;
    }
    default:
        result = result_of(EINVAL);
    }
    va_end(arguments);
    return result;
}

int flock(int fd, int operation) {
    (void) operation;
    return get_flags(fd) < 0 ? -1 : 0;
}

/* newlib calls these; the first argument is always that of the thread. */
ssize_t _read_r(struct _reent *reent, int fd, void *buffer, size_t size) {
    (void) reent;
    return read(fd, buffer, size);
}

ssize_t _write_r(struct _reent *reent, int fd, const void *buffer, size_t size) {
    (void) reent;
    return write(fd, buffer, size);
}

_off_t _lseek_r(struct _reent *reent, int fd, _off_t offset, int whence) {
    (void) reent;
    return lseek(fd, offset, whence);
}

int _close_r(struct _reent *reent, int fd) {
    (void) reent;
    return close(fd);
}

int _fstat_r(struct _reent *reent, int fd, struct stat *status) {
    (void) reent;
    return fstat(fd, status);
}

int _isatty_r(struct _reent *reent, int fd) {
    (void) reent;
    return isatty(fd);
}

int _isatty(int fd) {
    return isatty(fd);
}

int _fcntl_r(struct _reent *reent, int fd, int request, int argument) {
    (void) reent;
    return fcntl(fd, request, argument);
}
