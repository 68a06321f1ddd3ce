/* Files by name. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "file_status.h"
#include "layer.h"

int utimes(const char *path, const struct timeval times[2]);
void __remember_open_flags(int fd, int flags);

IRT_INTERFACE(irt_filename, struct nacl_irt_filename, NACL_IRT_FILENAME_v0_1)
IRT_INTERFACE(irt_dev_filename, struct nacl_irt_dev_filename, NACL_IRT_DEV_FILENAME_v0_3)

/* The development interface begins with the functions of the other one, and a
   host may have only one of them. */
static const struct nacl_irt_filename *irt_any_filename(void) {
    const struct nacl_irt_dev_filename *development = irt_dev_filename();
    return development ? &development->filename : irt_filename();
}

#define FILENAME(call) \
    ({ const struct nacl_irt_filename *filename = irt_any_filename(); filename ? filename->call : ENOSYS; })
#define DEV_FILENAME(call) \
    ({ const struct nacl_irt_dev_filename *filename = irt_dev_filename(); filename ? filename->call : ENOSYS; })

/* The host has a mask of its own; this one comes before it. */
static mode_t mode_mask;

mode_t umask(mode_t mask) {
    CALL_CLASS(umask(mask));
    mode_t before = mode_mask;
    mode_mask = mask & 0777;
    return before;
}

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t) & ~mode_mask;
        va_end(arguments);
    }
    int fd = -1;
    int error = FILENAME(open(path, flags, mode, &fd));
    if (error)
        return result_of(error);
    __remember_open_flags(fd, flags);
    return fd;
}

int stat(const char *restrict path, struct stat *restrict status) {
    struct nacl_irt_stat found;
    int error = FILENAME(stat(path, &found));
    if (error)
        return result_of(error);
    __file_status(status, &found);
    return 0;
}

int lstat(const char *restrict path, struct stat *restrict status) {
    struct nacl_irt_stat found;
    int error = DEV_FILENAME(lstat(path, &found));
    if (error)
        return result_of(error);
    __file_status(status, &found);
    return 0;
}

int access(const char *path, int mode) {
    return result_of(DEV_FILENAME(access(path, mode)));
}

int mkdir(const char *path, mode_t mode) {
    return result_of(DEV_FILENAME(mkdir(path, mode & ~mode_mask)));
}

int rmdir(const char *path) {
    return result_of(DEV_FILENAME(rmdir(path)));
}

int chdir(const char *path) {
    return result_of(DEV_FILENAME(chdir(path)));
}

int unlink(const char *path) {
    return result_of(DEV_FILENAME(unlink(path)));
}

int link(const char *old_path, const char *new_path) {
    return result_of(DEV_FILENAME(link(old_path, new_path)));
}

int symlink(const char *target, const char *path) {
    CALL_CLASS(symlink(target, path));
    return result_of(DEV_FILENAME(symlink(target, path)));
}

int rename(const char *old_path, const char *new_path) {
    return result_of(DEV_FILENAME(rename(old_path, new_path)));
}

int chmod(const char *path, mode_t mode) {
    return result_of(DEV_FILENAME(chmod(path, mode)));
}

int truncate(const char *path, off_t length) {
    return result_of(DEV_FILENAME(truncate(path, length)));
}

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size) {
    size_t count = 0;
    int error = DEV_FILENAME(readlink(path, buffer, size, &count));
    return error ? result_of(error) : (ssize_t) count;
}

int utimes(const char *path, const struct timeval times[2]) {
    return result_of(DEV_FILENAME(utimes(path, times)));
}

int utime(const char *path, const struct utimbuf *times) {
    CALL_CLASS(utime(path, times));
    if (!times)
        return utimes(path, NULL);
    struct timeval both[2] = {{.tv_sec = times->actime}, {.tv_sec = times->modtime}};
    return utimes(path, both);
}

/* Removes a file or an empty folder, whichever it is. */
int remove(const char *path) {
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return rmdir(path);
    return unlink(path);
}

#define LONGEST_PATH 4096

char *getcwd(char *buffer, size_t size) {
    if (buffer) {
        int error = size == 0 ? EINVAL : DEV_FILENAME(getcwd(buffer, size));
        return result_of(error) == 0 ? buffer : NULL;
    }
    char *own = malloc(size ? size : LONGEST_PATH);
    if (own && !getcwd(own, size ? size : LONGEST_PATH)) {
        int error = errno;
        free(own);
        errno = error;
        return NULL;
    }
    return own;
}

static bool is_folder(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    return S_ISDIR(status.st_mode) || result_of(ENOTDIR) == 0;
}

char *realpath(const char *restrict path, char *restrict resolved) {
    /* Links are followed by the host, which never leaves the folders that it
       was given; here only `.`, `..` and doubled slashes are resolved. */
    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    struct stat status;
    if (stat(path, &status) != 0)
        return NULL;
    char whole[2 * LONGEST_PATH];
    size_t length = 0;
    if (path[0] != '/') {
        if (!getcwd(whole, LONGEST_PATH))
            return NULL;
        length = strlen(whole);
        if (length == 1)
            length = 0;
    }
    for (const char *part = path; *part;) {
        while (*part == '/')
            ++part;
        size_t size = strcspn(part, "/");
        if (size == 2 && part[0] == '.' && part[1] == '.') {
            whole[length] = 0;
            if (length > 0 && !is_folder(whole))
                return NULL;
            while (length > 0 && whole[--length] != '/') {
            }
        } else if (size > 0 && !(size == 1 && part[0] == '.')) {
            if (length + 1 + size >= LONGEST_PATH) {
                errno = ENAMETOOLONG;
                return NULL;
            }
            whole[length++] = '/';
            memcpy(whole + length, part, size);
            length += size;
        }
        part += size;
    }
    if (length == 0)
        whole[length++] = '/';
    whole[length] = 0;
    if (!resolved)
        return strdup(whole);
    return strcpy(resolved, whole);
}

/* newlib calls these; the first argument is always that of the thread. */
int _open_r(struct _reent *reent, const char *path, int flags, int mode) {
    (void) reent;
    return open(path, flags, mode);
}

int _stat_r(struct _reent *reent, const char *path, struct stat *status) {
    (void) reent;
    return stat(path, status);
}

int _mkdir_r(struct _reent *reent, const char *path, int mode) {
    (void) reent;
    return mkdir(path, (mode_t) mode);
}

int _unlink_r(struct _reent *reent, const char *path) {
    (void) reent;
    return unlink(path);
}

int _link_r(struct _reent *reent, const char *old_path, const char *new_path) {
    (void) reent;
    return link(old_path, new_path);
}

int _rename_r(struct _reent *reent, const char *old_path, const char *new_path) {
    (void) reent;
    return rename(old_path, new_path);
}

int _remove_r(struct _reent *reent, const char *path) {
    (void) reent;
    return remove(path);
}

char *canonicalize_file_name(const char *path) {
    return realpath(path, NULL);
}

/* Nobody has the rights of another. */
int eaccess(const char *path, int mode) {
    return access(path, mode);
}

int euidaccess(const char *path, int mode) {
    return access(path, mode);
}
