/* Calls about files that change nothing here, and old names of others. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layer.h"

int posix_fadvise(int fd, off_t offset, off_t length, int advice) {
    (void) offset;
    (void) length;
    (void) advice;
    return fcntl(fd, F_GETFD) == -1 ? EBADF : 0;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
    if (offset < 0 || length <= 0)
        return EINVAL;
    off_t present = lseek(fd, 0, SEEK_CUR), end = lseek(fd, 0, SEEK_END);
    if (present < 0 || end < 0)
        return errno;
    lseek(fd, present, SEEK_SET);
    return end >= offset + length || ftruncate(fd, offset + length) == 0 ? 0 : errno;
}

/* No other process could have a lock. */
int lockf(int fd, int command, off_t length) {
    (void) command;
    (void) length;
    return fcntl(fd, F_GETFD) == -1 ? -1 : 0;
}

char *getwd(char *buffer) {
    CALL_CLASS(getwd(buffer));
    if (!buffer) {
        errno = EFAULT;
        return NULL;
    }
    return getcwd(buffer, PATH_MAX);
}

char *get_current_dir_name(void) {
    return getcwd(NULL, 0);
}

int dup3(int fd, int other, int flags) {
    (void) flags;
    return fd == other ? result_of(EINVAL) : dup2(fd, other);
}

int getdomainname(char *name, size_t size) {
    if (size > 0)
        name[0] = 0;
    return 0;
}

ssize_t getrandom(void *buffer, size_t size, unsigned int flags) {
    (void) flags;
    size_t part = size < 256 ? size : 256;
    return getentropy(buffer, part) == 0 ? (ssize_t) part : -1;
}
