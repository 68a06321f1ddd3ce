/* The functions of the IRT that take paths. */
#include <fcntl.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "nacl_io/files.h"

/* An operation of the file system that a path is in. */
#define IN_FILE_SYSTEM(path, operation, missing, ...)                              \
    ({                                                                             \
        char whole[PATH_ROOM];                                                     \
        const char *inside;                                                        \
        int error = __nacl_io_absolute(path, whole);                               \
        if (!error) {                                                              \
            struct file_system *system = __nacl_io_find(whole, &inside);           \
            if (!system)                                                           \
                error = ENOENT;                                                    \
            else if (!system->operations->operation)                               \
                error = missing;                                                   \
            else                                                                   \
                error = system->operations->operation(system, inside, ##__VA_ARGS__); \
            __nacl_io_release_system(system);                                      \
        }                                                                          \
        error;                                                                     \
    })

/* A trailing slash asks for a folder. */
static bool wants_folder(const char *path) {
    size_t length = strlen(path);
    return length > 1 && path[length - 1] == '/';
}

/* Whether the rights of a file allow an access. A new file can be opened whatever its rights are. */
static bool may_open(struct node *node, int flags) {
    if (!node->checks_rights || flags & O_CREAT)
        return true;
    if (node->operations->may_open)
        return node->operations->may_open(node, flags);
    int access = flags & O_ACCMODE;
    bool can_read = node->mode & 0444, can_write = node->mode & 0222;
    return (access == O_WRONLY || can_read) && (access == O_RDONLY || can_write);
}

static int open_path(const char *path, int flags, uint32_t mode, int *fd) {
    char whole[PATH_ROOM];
    int error = __nacl_io_absolute(path, whole);
    if (error)
        return error;
    struct node *node;
    error = __nacl_io_open_node(whole, flags, mode, &node);
    if (error)
        return error;
    bool is_folder = S_ISDIR(node->mode);
    if (is_folder && (flags & O_ACCMODE) != O_RDONLY)
        error = EISDIR;
    else if (!is_folder && (flags & O_DIRECTORY || wants_folder(path)))
        error = ENOTDIR;
    else if (!is_folder && !may_open(node, flags))
        error = EACCES;
    if (error) {
        __nacl_io_release_node(node);
        return error;
    }
    int result = __nacl_io_new_descriptor(node, flags, is_folder ? whole : NULL);
    if (result < 0)
        return -result;
    *fd = result;
    return 0;
}

static int path_status(const char *path, struct nacl_irt_stat *status) {
    char whole[PATH_ROOM];
    int error = __nacl_io_absolute(path, whole);
    if (error)
        return error;
    struct node *node;
    error = __nacl_io_open_node(whole, O_RDONLY, 0, &node);
    if (error)
        return error;
    error = wants_folder(path) && !S_ISDIR(node->mode) ? ENOTDIR : node->operations->status(node, status);
    __nacl_io_release_node(node);
    return error;
}

static int make_folder(const char *path, uint32_t mode) {
    return IN_FILE_SYSTEM(path, make_folder, EROFS, mode);
}

static int remove_folder(const char *path) {
    return IN_FILE_SYSTEM(path, remove_folder, EROFS);
}

static int change_folder(const char *path) {
    char whole[PATH_ROOM];
    int error = __nacl_io_absolute(path, whole);
    return error ? error : __nacl_io_set_folder(whole);
}

static int current_folder(char *path, size_t size) {
    char whole[PATH_ROOM];
    __nacl_io_get_folder(whole);
    if (strlen(whole) >= size)
        return ERANGE;
    strcpy(path, whole);
    return 0;
}

static int unlink_path(const char *path) {
    return IN_FILE_SYSTEM(path, unlink, EROFS);
}

static int truncate_path(const char *path, nacl_irt_off_t length) {
    int fd, error = open_path(path, O_WRONLY, 0, &fd);
    if (error)
        return error;
    error = __nacl_io_descriptors.ftruncate(fd, length);
    __nacl_io_descriptors.fdio.close(fd);
    return error;
}

/* Links of either kind cannot be made. */
static int no_link(const char *one, const char *other) {
    (void) one;
    (void) other;
    return EPERM;
}

static int read_link(const char *path, char *buffer, size_t size, size_t *count) {
    struct nacl_irt_stat status;
    (void) buffer;
    (void) size;
    *count = 0;
    int error = path_status(path, &status);
    return error ? error : EINVAL;
}

static int rename_path(const char *old_path, const char *new_path) {
    char old_whole[PATH_ROOM], new_whole[PATH_ROOM];
    int error = __nacl_io_absolute(old_path, old_whole);
    if (!error)
        error = __nacl_io_absolute(new_path, new_whole);
    if (error)
        return error;
    const char *old_inside, *new_inside;
    struct file_system *system = __nacl_io_find(old_whole, &old_inside);
    struct file_system *other = __nacl_io_find(new_whole, &new_inside);
    if (!system || !other)
        error = ENOENT;
    else if (system != other)
        error = EXDEV;
    else if (!system->operations->rename)
        error = EROFS;
    else
        error = system->operations->rename(system, old_inside, new_inside);
    __nacl_io_release_system(system);
    __nacl_io_release_system(other);
    return error;
}

static int change_mode(const char *path, uint32_t mode) {
    return IN_FILE_SYSTEM(path, change_mode, EROFS, mode);
}

/* Without a function of its own, rights are those that the status says. */
static int check_access(const char *path, int mode) {
    int error = IN_FILE_SYSTEM(path, check_access, -1, mode);
    if (error != -1)
        return error;
    struct nacl_irt_stat status;
    error = path_status(path, &status);
    if (error)
        return error;
    bool may = (!(mode & R_OK) || status.st_mode & 0444) && (!(mode & W_OK) || status.st_mode & 0222) &&
        (!(mode & X_OK) || status.st_mode & 0111);
    return may ? 0 : EACCES;
}

static int set_times(const char *path, const struct timeval *times) {
    struct timespec both[2] = {__nacl_io_now(), __nacl_io_now()};
    for (int index = 0; times && index < 2; ++index)
        both[index] = (struct timespec) {times[index].tv_sec, times[index].tv_usec * 1000};
    return IN_FILE_SYSTEM(path, set_times, EROFS, both);
}

const struct nacl_irt_dev_filename __nacl_io_names = {
    {open_path, path_status}, make_folder, remove_folder, change_folder, current_folder, unlink_path,  truncate_path,
    path_status,              no_link,     rename_path,   no_link,       change_mode,    check_access, read_link,
    set_times,
};
