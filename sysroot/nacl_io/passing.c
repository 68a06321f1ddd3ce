/* Files of the host: those that the program has from its beginning, and a file system whose paths
   are the host's. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nacl_io/devices.h"

struct host_node {
    struct node node;
    int fd;
    /* The host's position is one for all who have this file open. */
    pthread_mutex_t lock;
    bool stays_open;
};

static int fd_of(struct node *node) {
    return ((struct host_node *) node)->fd;
}

static int move_to(struct node *node, int64_t position) {
    nacl_irt_off_t now;
    return node->is_stream ? 0 : __nacl_io_host_files()->seek(fd_of(node), position, SEEK_SET, &now);
}

static int read_host(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) flags;
    /* Reading a stream may take long, and another one may write meanwhile. */
    if (node->is_stream)
        return __nacl_io_host_files()->read(fd_of(node), bytes, size, count);
    pthread_mutex_lock(&((struct host_node *) node)->lock);
    int error = move_to(node, position);
    if (!error)
        error = __nacl_io_host_files()->read(fd_of(node), bytes, size, count);
    pthread_mutex_unlock(&((struct host_node *) node)->lock);
    return error;
}

static int write_host(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) flags;
    pthread_mutex_lock(&((struct host_node *) node)->lock);
    int error = move_to(node, position);
    if (!error)
        error = __nacl_io_host_files()->write(fd_of(node), bytes, size, count);
    pthread_mutex_unlock(&((struct host_node *) node)->lock);
    return error;
}

static int host_status(struct node *node, struct nacl_irt_stat *status) {
    return __nacl_io_host_files()->fstat(fd_of(node), status);
}

/* The interface for development, of which a host may have nothing. */
static bool more_functions(struct nacl_irt_dev_fdio *functions) {
    return __nacl_io_host(NACL_IRT_DEV_FDIO_v0_3, functions, sizeof(*functions)) == sizeof(*functions);
}

static int list_host(struct node *node, struct listing *listing) {
    _Alignas(struct dirent) char buffer[4096];
    int error = move_to(node, 0);
    for (size_t count = 1; !error && count > 0;) {
        error = __nacl_io_host_files()->getdents(fd_of(node), buffer, sizeof(buffer), &count);
        for (size_t at = 0; !error && at < count;) {
            const struct dirent *entry = (const struct dirent *) (buffer + at);
            bool is_own = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
            if (!is_own)
                error = __nacl_io_add_entry(listing, entry->d_ino, entry->d_name, strlen(entry->d_name));
            at += entry->d_reclen;
        }
    }
    return error;
}

static int truncate_host(struct node *node, int64_t length) {
    struct nacl_irt_dev_fdio more;
    return more_functions(&more) ? more.ftruncate(fd_of(node), length) : ENOSYS;
}

static int sync_host(struct node *node) {
    struct nacl_irt_dev_fdio more;
    return more_functions(&more) ? more.fsync(fd_of(node)) : ENOSYS;
}

static void destroy_host(struct node *node) {
    struct host_node *host = (struct host_node *) node;
    if (!host->stays_open)
        __nacl_io_host_files()->close(host->fd);
    pthread_mutex_destroy(&host->lock);
    free(host);
}

static const struct node_operations file_operations = {
    .read = read_host,
    .write = write_host,
    .status = host_status,
    .truncate = truncate_host,
    .sync = sync_host,
    .destroy = destroy_host,
};

static const struct node_operations folder_operations = {
    .status = host_status,
    .list = list_host,
    .destroy = destroy_host,
};

static struct host_node *make_node(int fd, uint32_t mode, struct file_system *system) {
    struct host_node *made = calloc(1, sizeof(*made));
    if (!made)
        return NULL;
    __nacl_io_begin_node(&made->node, S_ISDIR(mode) ? &folder_operations : &file_operations, mode, system);
    pthread_mutex_init(&made->lock, NULL);
    made->fd = fd;
    made->node.is_stream = !S_ISREG(mode) && !S_ISDIR(mode);
    made->node.keeps_size = true;
    return made;
}

struct node *__nacl_io_make_host_file(int fd) {
    const struct nacl_irt_fdio *host = __nacl_io_host_files();
    struct nacl_irt_stat status;
    struct nacl_irt_dev_fdio more;
    /* A host without files may have none of them. */
    uint32_t mode = host && host->fstat(fd, &status) == 0 ? status.st_mode & S_IFMT : S_IFCHR;
    struct host_node *made = make_node(fd, mode ? mode | 0666 : S_IFCHR | 0666, NULL);
    if (!made)
        return NULL;
    int is_terminal = 0;
    made->node.is_stream = true;
    made->node.is_terminal = more_functions(&more) && more.isatty(fd, &is_terminal) == 0 && is_terminal;
    made->stays_open = true;
    return &made->node;
}

static int open_host(struct file_system *system, const char *path, int flags, uint32_t mode, struct node **node) {
    const struct nacl_irt_dev_filename *names = __nacl_io_host_names();
    const struct nacl_irt_fdio *host = __nacl_io_host_files();
    if (!names || !host)
        return ENOSYS;
    int fd, error = names->filename.open(path, flags, mode, &fd);
    if (error)
        return error;
    struct nacl_irt_stat status;
    error = host->fstat(fd, &status);
    struct host_node *made = error ? NULL : make_node(fd, status.st_mode, system);
    if (!made) {
        host->close(fd);
        return error ? error : ENOMEM;
    }
    *node = &made->node;
    return 0;
}

#define HOST_NAMES(call) ({ const struct nacl_irt_dev_filename *names = __nacl_io_host_names(); names ? names->call : ENOSYS; })

static int unlink_host(struct file_system *system, const char *path) {
    (void) system;
    return HOST_NAMES(unlink(path));
}

static int make_folder(struct file_system *system, const char *path, uint32_t mode) {
    (void) system;
    return HOST_NAMES(mkdir(path, mode));
}

static int remove_folder(struct file_system *system, const char *path) {
    (void) system;
    return HOST_NAMES(rmdir(path));
}

static int rename_host(struct file_system *system, const char *old_path, const char *new_path) {
    (void) system;
    return HOST_NAMES(rename(old_path, new_path));
}

static int change_mode(struct file_system *system, const char *path, uint32_t mode) {
    (void) system;
    return HOST_NAMES(chmod(path, mode));
}

static int set_times(struct file_system *system, const char *path, const struct timespec times[2]) {
    (void) system;
    struct timeval both[2] = {
        {times[0].tv_sec, times[0].tv_nsec / 1000},
        {times[1].tv_sec, times[1].tv_nsec / 1000},
    };
    return HOST_NAMES(utimes(path, both));
}

static void destroy_system(struct file_system *system) {
    free(system);
}

static const struct file_system_operations operations = {
    .open = open_host,
    .unlink = unlink_host,
    .make_folder = make_folder,
    .remove_folder = remove_folder,
    .rename = rename_host,
    .change_mode = change_mode,
    .set_times = set_times,
    .destroy = destroy_system,
};

int __nacl_io_passing(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) source, (void) options, (void) context;
    *made = calloc(1, sizeof(**made));
    if (!*made)
        return ENOMEM;
    **made = (struct file_system) {&operations, 1, 0};
    return 0;
}
