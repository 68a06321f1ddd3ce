/* Files by names that begin at an open folder. The IRT has no such functions: the
   folder becomes the current one while one of them runs. Only one does at a time;
   other threads that use relative names meanwhile may find themselves there. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "layer.h"

int utimes(const char *path, const struct timeval times[2]);

__LOCK_INIT(static, current_folder_lock)

/* Where the program was before. */
struct place {
    char *before;
};

static bool is_elsewhere(int folder, const char *path) {
    return folder != AT_FDCWD && path[0] != '/';
}

static bool enter(int folder, struct place *place) {
    __lock_acquire(current_folder_lock);
    place->before = getcwd(NULL, 0);
    if (place->before && fchdir(folder) == 0)
        return true;
    free(place->before);
    __lock_release(current_folder_lock);
    return false;
}

static void leave(struct place *place) {
    int error = errno;
    chdir(place->before);
    free(place->before);
    errno = error;
    __lock_release(current_folder_lock);
}

/* The result of a call that is made in a folder. */
#define IN_FOLDER(folder, path, call)             \
    ({                                            \
        struct place place;                       \
        int result = -1;                          \
        if (!is_elsewhere(folder, path)) {        \
            result = (int) (call);                \
        } else if (enter(folder, &place)) {       \
            result = (int) (call);                \
            leave(&place);                        \
        }                                         \
        result;                                   \
    })

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    return IN_FOLDER(folder, path, open(path, flags, mode));
}

int fstatat(int folder, const char *restrict path, struct stat *restrict status, int flags) {
    if (flags & AT_SYMLINK_NOFOLLOW)
        return IN_FOLDER(folder, path, lstat(path, status));
    return IN_FOLDER(folder, path, stat(path, status));
}

int fchmodat(int folder, const char *path, mode_t mode, int flags) {
    struct stat status;
    if (flags & AT_SYMLINK_NOFOLLOW) {
        if (fstatat(folder, path, &status, flags) != 0)
            return -1;
        if (S_ISLNK(status.st_mode))
            return result_of(EOPNOTSUPP);
    }
    return IN_FOLDER(folder, path, chmod(path, mode));
}

int faccessat(int folder, const char *path, int mode, int flags) {
    (void) flags;
    return IN_FOLDER(folder, path, access(path, mode));
}

int fchownat(int folder, const char *path, uid_t owner, gid_t group, int flags) {
    (void) flags;
    return IN_FOLDER(folder, path, chown(path, owner, group));
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return IN_FOLDER(folder, path, mkdir(path, mode));
}

int unlinkat(int folder, const char *path, int flags) {
    if (flags & AT_REMOVEDIR)
        return IN_FOLDER(folder, path, rmdir(path));
    return IN_FOLDER(folder, path, unlink(path));
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict buffer, size_t size) {
    return IN_FOLDER(folder, path, readlink(path, buffer, size));
}

int symlinkat(const char *target, int folder, const char *path) {
    return IN_FOLDER(folder, path, symlink(target, path));
}

/* With two names there is a folder for each: only one of them may be another than
   the current one, unless they are the same. */
static int common_folder(int one, const char *one_path, int other, const char *other_path) {
    if (!is_elsewhere(one, one_path))
        return is_elsewhere(other, other_path) && one_path[0] != '/' ? -1 : other;
    if (!is_elsewhere(other, other_path))
        return other_path[0] == '/' ? one : -1;
    return one == other ? one : -1;
}

int renameat(int old_folder, const char *old_path, int new_folder, const char *new_path) {
    if (!is_elsewhere(old_folder, old_path) && !is_elsewhere(new_folder, new_path))
        return rename(old_path, new_path);
    int folder = common_folder(old_folder, old_path, new_folder, new_path);
    return folder < 0 ? result_of(ENOSYS) : IN_FOLDER(folder, "", rename(old_path, new_path));
}

int linkat(int old_folder, const char *old_path, int new_folder, const char *new_path, int flags) {
    (void) flags;
    if (!is_elsewhere(old_folder, old_path) && !is_elsewhere(new_folder, new_path))
        return link(old_path, new_path);
    int folder = common_folder(old_folder, old_path, new_folder, new_path);
    return folder < 0 ? result_of(ENOSYS) : IN_FOLDER(folder, "", link(old_path, new_path));
}

/* Times with what is said by UTIME_NOW and UTIME_OMIT put in. */
static bool resolve_times(const struct stat *status, const struct timespec times[2], struct timeval both[2]) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return false;
    const struct timespec before[2] = {status->st_atim, status->st_mtim};
    for (int which = 0; which < 2; ++which) {
        struct timespec time = times ? times[which] : now;
        if (times && times[which].tv_nsec == UTIME_NOW)
            time = now;
        if (times && times[which].tv_nsec == UTIME_OMIT)
            time = before[which];
        both[which] = (struct timeval) {.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    }
    return true;
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    struct stat status;
    struct timeval both[2];
    if (fstatat(folder, path, &status, flags) != 0)
        return -1;
    if ((flags & AT_SYMLINK_NOFOLLOW) && S_ISLNK(status.st_mode))
        return result_of(EOPNOTSUPP);
    if (!resolve_times(&status, times, both))
        return -1;
    return IN_FOLDER(folder, path, utimes(path, both));
}

/* The IRT sets times by names only. */
int futimens(int fd, const struct timespec times[2]) {
    (void) fd;
    (void) times;
    return result_of(ENOSYS);
}

int futimes(int fd, const struct timeval times[2]) {
    CALL_CLASS(futimes(fd, times));
    (void) times;
    return futimens(fd, NULL);
}

/* Times in microseconds as those in nanoseconds. */
static int set_times(int folder, const char *path, const struct timeval times[2], int flags) {
    struct timespec both[2];
    for (int which = 0; times && which < 2; ++which) {
        if (times[which].tv_usec < 0 || times[which].tv_usec >= 1000000)
            return result_of(EINVAL);
        both[which] = (struct timespec) {.tv_sec = times[which].tv_sec, .tv_nsec = times[which].tv_usec * 1000};
    }
    return utimensat(folder, path, times ? both : NULL, flags);
}

int futimesat(int folder, const char *path, const struct timeval times[2]) {
    return set_times(folder, path, times, 0);
}

int lutimes(const char *path, const struct timeval times[2]) {
    return set_times(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}
