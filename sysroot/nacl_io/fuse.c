/* File systems of the program: functions as FUSE has them. */
#include <fcntl.h>
#include <nacl_io/fuse.h>
#include <stdlib.h>
#include <string.h>

#include "nacl_io/files.h"

struct fuse_system {
    struct file_system system;
    const struct fuse_operations *functions;
    void *data;
};

struct fuse_node {
    struct node node;
    char *path;
    struct fuse_file_info file;
};

static const struct fuse_operations *functions_of(struct node *node) {
    return ((struct fuse_system *) node->system)->functions;
}

/* The result of a function: numbers of errors have the other sign there. */
static int error_of(int result) {
    return result < 0 ? -result : 0;
}

/* Calls a function, if there is one. */
#define FUSE(functions, name, ...) ((functions)->name ? error_of((functions)->name(__VA_ARGS__)) : ENOSYS)

/* FUSE fills the whole buffer but at the end of a file. */
static int read_fuse(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    struct fuse_node *own = (struct fuse_node *) node;
    (void) flags;
    if (!functions_of(node)->read)
        return ENOSYS;
    int result = functions_of(node)->read(own->path, bytes, size, position, &own->file);
    *count = result < 0 ? 0 : (size_t) result > size ? size : (size_t) result;
    /* As with FUSE, the rest is filled with zeros. */
    if (result >= 0)
        memset((char *) bytes + *count, 0, size - *count);
    return error_of(result);
}

static int write_fuse(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    struct fuse_node *own = (struct fuse_node *) node;
    (void) flags;
    if (!functions_of(node)->write)
        return ENOSYS;
    int result = functions_of(node)->write(own->path, bytes, size, position, &own->file);
    *count = result < 0 ? 0 : (size_t) result > size ? size : (size_t) result;
    return error_of(result);
}

static int fuse_status(struct node *node, struct nacl_irt_stat *status) {
    struct fuse_node *own = (struct fuse_node *) node;
    const struct fuse_operations *functions = functions_of(node);
    struct stat found = {.st_size = 0};
    int error = functions->fgetattr ? FUSE(functions, fgetattr, own->path, &found, &own->file)
                                    : FUSE(functions, getattr, own->path, &found);
    *status = (struct nacl_irt_stat) {
        .st_dev = (int64_t) node->system->device,
        .st_ino = node->number,
        .st_mode = found.st_mode ? found.st_mode : node->mode,
        .st_nlink = found.st_nlink ? found.st_nlink : 1,
        .st_size = found.st_size,
        .st_blksize = 4096,
        .st_atime_seconds = found.st_atime,
        .st_atime_nanoseconds = found.st_atim.tv_nsec,
        .st_mtime_seconds = found.st_mtime,
        .st_mtime_nanoseconds = found.st_mtim.tv_nsec,
        .st_ctime_seconds = found.st_ctime,
        .st_ctime_nanoseconds = found.st_ctim.tv_nsec,
    };
    return error;
}

/* Entries as `readdir` gives them. */
struct filling {
    struct listing *listing;
    int error;
    off_t offset;
    size_t added;
};

static int fill(void *buffer, const char *name, const struct stat *status, off_t offset) {
    struct filling *filling = buffer;
    bool is_own = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    if (!is_own && !filling->error)
        filling->error =
            __nacl_io_add_entry(filling->listing, status ? status->st_ino : 0, name, strlen(name));
    filling->offset = offset;
    ++filling->added;
    return filling->error != 0;
}

/* All entries come at once, because there is always room; a file system that gives them by offsets
   is asked again until none comes. */
static int list_fuse(struct node *node, struct listing *listing) {
    struct fuse_node *own = (struct fuse_node *) node;
    struct filling filling = {listing, 0, 0, 0};
    off_t before;
    int error;
    do {
        before = filling.offset;
        filling.added = 0;
        error = FUSE(functions_of(node), readdir, own->path, &filling, fill, before, &own->file);
    } while (!error && !filling.error && filling.added > 0 && filling.offset > before);
    return error ? error : filling.error;
}

static int truncate_fuse(struct node *node, int64_t length) {
    struct fuse_node *own = (struct fuse_node *) node;
    const struct fuse_operations *functions = functions_of(node);
    return functions->ftruncate ? FUSE(functions, ftruncate, own->path, length, &own->file)
                                : FUSE(functions, truncate, own->path, length);
}

static int sync_fuse(struct node *node) {
    struct fuse_node *own = (struct fuse_node *) node;
    return FUSE(functions_of(node), fsync, own->path, 0, &own->file);
}

static int change_node_mode(struct node *node, uint32_t mode) {
    return FUSE(functions_of(node), chmod, ((struct fuse_node *) node)->path, mode);
}

static void destroy_fuse(struct node *node) {
    struct fuse_node *own = (struct fuse_node *) node;
    const struct fuse_operations *functions = functions_of(node);
    if (S_ISDIR(node->mode) && functions->releasedir)
        functions->releasedir(own->path, &own->file);
    else if (S_ISREG(node->mode) && functions->release)
        functions->release(own->path, &own->file);
    free(own->path);
    free(own);
}

static const struct node_operations file_operations = {
    .read = read_fuse,
    .write = write_fuse,
    .status = fuse_status,
    .truncate = truncate_fuse,
    .sync = sync_fuse,
    .change_mode = change_node_mode,
    .destroy = destroy_fuse,
};

static const struct node_operations folder_operations = {
    .status = fuse_status,
    .list = list_fuse,
    .change_mode = change_node_mode,
    .destroy = destroy_fuse,
};

/* Finds or makes what a path names, and opens it. With O_CREAT, `create` does all of that, whether
   the file is there or not, as in the SDK's nacl_io. */
static int open_path(
    const struct fuse_operations *functions, struct fuse_node *own, int flags, uint32_t mode, uint32_t *type) {
    if (flags & O_CREAT && functions->create)
        return FUSE(functions, create, own->path, mode, &own->file);
    struct stat found = {.st_mode = S_IFREG};
    int error = FUSE(functions, getattr, own->path, &found);
    if (!error && flags & O_CREAT && flags & O_EXCL)
        return EEXIST;
    if (error == ENOENT && flags & O_CREAT)
        error = FUSE(functions, mknod, own->path, S_IFREG | mode, 0);
    /* A file system without the function opens files and nothing else. */
    if (error && error != ENOSYS)
        return error;
    *type = S_ISDIR(found.st_mode) ? S_IFDIR : S_IFREG;
    if (*type == S_IFDIR)
        return functions->opendir ? FUSE(functions, opendir, own->path, &own->file) : 0;
    error = FUSE(functions, open, own->path, &own->file);
    if (!error && flags & O_TRUNC && found.st_size > 0)
        error = FUSE(functions, truncate, own->path, 0);
    return error;
}

static int open_fuse(struct file_system *base, const char *path, int flags, uint32_t mode, struct node **node) {
    struct fuse_system *system = (struct fuse_system *) base;
    struct fuse_node *made = calloc(1, sizeof(*made));
    if (!made || !(made->path = strdup(path))) {
        free(made);
        return ENOMEM;
    }
    uint32_t type = S_IFREG;
    made->file.flags = flags;
    int error = open_path(system->functions, made, flags, mode, &type);
    if (error) {
        free(made->path);
        free(made);
        return error;
    }
    bool is_folder = type == S_IFDIR;
    __nacl_io_begin_node(&made->node, is_folder ? &folder_operations : &file_operations,
        type | (is_folder ? 0777 : 0666), base);
    *node = &made->node;
    return 0;
}

static const struct fuse_operations *functions_in(struct file_system *system) {
    return ((struct fuse_system *) system)->functions;
}

static int unlink_fuse(struct file_system *system, const char *path) {
    return FUSE(functions_in(system), unlink, path);
}

static int make_folder(struct file_system *system, const char *path, uint32_t mode) {
    return FUSE(functions_in(system), mkdir, path, mode);
}

static int remove_folder(struct file_system *system, const char *path) {
    return FUSE(functions_in(system), rmdir, path);
}

static int rename_fuse(struct file_system *system, const char *old_path, const char *new_path) {
    return FUSE(functions_in(system), rename, old_path, new_path);
}

static int change_mode(struct file_system *system, const char *path, uint32_t mode) {
    return FUSE(functions_in(system), chmod, path, mode);
}

static int set_times(struct file_system *system, const char *path, const struct timespec times[2]) {
    return FUSE(functions_in(system), utimens, path, times);
}

/* -1 without the function, so that the status decides. */
static int check_access(struct file_system *system, const char *path, int mode) {
    const struct fuse_operations *functions = functions_in(system);
    return functions->access ? FUSE(functions, access, path, mode) : -1;
}

static void destroy_system(struct file_system *base) {
    struct fuse_system *system = (struct fuse_system *) base;
    if (system->functions->destroy)
        system->functions->destroy(system->data);
    free(system);
}

static const struct file_system_operations operations = {
    .open = open_fuse,
    .unlink = unlink_fuse,
    .make_folder = make_folder,
    .remove_folder = remove_folder,
    .rename = rename_fuse,
    .change_mode = change_mode,
    .set_times = set_times,
    .check_access = check_access,
    .destroy = destroy_system,
};

int __nacl_io_fuse(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) source;
    (void) options;
    struct fuse_system *system = calloc(1, sizeof(*system));
    if (!system)
        return ENOMEM;
    system->system = (struct file_system) {&operations, 1, 0};
    system->functions = context;
    if (system->functions->init) {
        struct fuse_conn_info connection = {0};
        system->data = system->functions->init(&connection);
    }
    *made = &system->system;
    return 0;
}
