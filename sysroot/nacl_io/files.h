/* Files, file systems and open files of nacl_io. Functions give 0 or the number of an error. */
#ifndef FILES_H
#define FILES_H

#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "internal.h"

/* The longest path, with its end. */
#define PATH_ROOM 4096
/* One more than the highest descriptor. */
#define MOST_DESCRIPTORS 1024

struct node;
struct file_system;
struct listing;
struct socket_operations;

/* What a kind of files can do; null where it cannot. */
struct node_operations {
    int (*read)(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count);
    int (*write)(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count);
    int (*status)(struct node *node, struct nacl_irt_stat *status);
    /* Adds all entries of a folder. */
    int (*list)(struct node *node, struct listing *listing);
    int (*truncate)(struct node *node, int64_t length);
    int (*sync)(struct node *node);
    int (*change_mode)(struct node *node, uint32_t mode);
    int (*control)(struct node *node, unsigned long request, void *argument);
    /* Maps it in a way of its own; without it, it is copied. */
    int (*map)(struct node *node, void **address, size_t length, int protection, int flags, int64_t offset);
    /* Whether its rights allow flags; without it, those in `mode` say so. */
    bool (*may_open)(struct node *node, int flags);
    /* What poll says of it; without it, it can be read and written. */
    short (*events)(struct node *node);
    void (*destroy)(struct node *node);
    const struct socket_operations *socket;
};

/* A file that is open somewhere. The kind's own structure begins with it. */
struct node {
    const struct node_operations *operations;
    int references;
    /* Type and rights, as in st_mode. */
    uint32_t mode;
    uint64_t number;
    /* Bytes come and go in their order, without a position. */
    bool is_stream, is_terminal;
    /* Only opens that the rights allow succeed. */
    bool checks_rights;
    /* A position past the end does not make it longer. */
    bool keeps_size;
    struct file_system *system;
};

/* Paths begin with a slash and have no `.`, `..` or doubled slashes. */
struct file_system_operations {
    /* Opens a file, or makes it if the flags say so; a folder too. */
    int (*open)(struct file_system *system, const char *path, int flags, uint32_t mode, struct node **node);
    int (*unlink)(struct file_system *system, const char *path);
    int (*make_folder)(struct file_system *system, const char *path, uint32_t mode);
    int (*remove_folder)(struct file_system *system, const char *path);
    int (*rename)(struct file_system *system, const char *old_path, const char *new_path);
    int (*change_mode)(struct file_system *system, const char *path, uint32_t mode);
    int (*set_times)(struct file_system *system, const char *path, const struct timespec times[2]);
    int (*check_access)(struct file_system *system, const char *path, int mode);
    void (*destroy)(struct file_system *system);
    /* ioctl of the file that the file system itself is: /dev/fs/DEVICE. */
    int (*control)(struct file_system *system, unsigned long request, void *argument);
};

struct file_system {
    const struct file_system_operations *operations;
    int references;
    dev_t device;
};

/* Makes a file system. `options` is the last argument of mount, or null. */
typedef int make_file_system(const char *source, const char *options, const void *context, struct file_system **made);

make_file_system __nacl_io_memory_files, __nacl_io_devices, __nacl_io_passing, __nacl_io_html5, __nacl_io_http,
    __nacl_io_fuse;

/* The value of `name` in `name=value,name=value`, copied to `value`. False without one. */
bool __nacl_io_option(const char *options, const char *name, char *value, size_t room);

static inline struct node *keep_node(struct node *node) {
    __atomic_fetch_add(&node->references, 1, __ATOMIC_RELAXED);
    return node;
}

/* Each reference of a node that `open` gave comes with one of its file system, and goes with it. */
void __nacl_io_release_node(struct node *node);
void __nacl_io_release_system(struct file_system *system);

/* Begins a node that has one reference, with one of the file system unless that is null. */
void __nacl_io_begin_node(
    struct node *node, const struct node_operations *operations, uint32_t mode, struct file_system *system);

/* The entries of a folder while it is read. */
struct listing {
    struct listing_entry {
        uint64_t number;
        char *name;
    } *entries;
    size_t count, room;
};

int __nacl_io_add_entry(struct listing *listing, uint64_t number, const char *name, size_t length);
void __nacl_io_free_listing(struct listing *listing);

/* An open file, of which several descriptors may be. */
struct open_file {
    struct node *node;
    int references;
    int flags;
    int64_t position;
    /* Held while the position is used. */
    pthread_mutex_t lock;
    /* Of a folder: its path, and its entries when they are read. */
    char *path;
    struct listing *listing;
};

/* The open file of a descriptor, kept; null if it is not open. */
struct open_file *__nacl_io_take(int fd);
void __nacl_io_release_file(struct open_file *file);

/* The lowest free descriptor for a node, whose reference it takes over, also if it fails: -EMFILE,
   -ENOMEM. */
int __nacl_io_new_descriptor(struct node *node, int flags, const char *path);

/* Paths: absolute, from the current folder; and the file system there, kept, with the path in it. */
int __nacl_io_absolute(const char *path, char whole[PATH_ROOM]);
struct file_system *__nacl_io_find(const char *whole, const char **inside);
/* The mounted file system with the number of a device, kept; null without one. */
struct file_system *__nacl_io_find_device(dev_t device);
int __nacl_io_set_folder(const char *whole);
void __nacl_io_get_folder(char whole[PATH_ROOM]);
int __nacl_io_open_node(const char *whole, int flags, uint32_t mode, struct node **node);

/* Exchange the mounts and the current folder, and the open files, with those of the argument. An
   argument of zeros has none. */
struct mount;
struct mounts {
    struct mount *first;
    char folder[PATH_ROOM];
    void (*callback)(const char *source, const char *target, const char *type, unsigned long flags,
        const void *data, dev_t device, void *user_data);
    void *callback_data;
};
void __nacl_io_exchange_mounts(struct mounts *other);
void __nacl_io_exchange_files(struct open_file *other[MOST_DESCRIPTORS]);

int __nacl_io_mount(const char *source, const char *target, const char *type, const void *data, dev_t *device);
int __nacl_io_unmount_all(void);
void __nacl_io_close_all(void);

/* The IRT that the program had before. */
extern size_t (*__nacl_io_host)(const char *name, void *table, size_t size);
const struct nacl_irt_fdio *__nacl_io_host_files(void);
const struct nacl_irt_dev_filename *__nacl_io_host_names(void);

/* The tables of this library. */
extern const struct nacl_irt_dev_fdio __nacl_io_descriptors;
extern const struct nacl_irt_dev_filename __nacl_io_names;

/* Part of the layer of libc: descriptors.c, sockets.c. */
int __nacl_io_get_flags(int fd);
int __nacl_io_set_flags(int fd, int flags);
short __nacl_io_events(int fd);
int __nacl_io_control(int fd, unsigned long request, void *argument);
int __nacl_io_map(void **address, size_t length, int protection, int flags, int fd, nacl_irt_off_t offset);
struct socket_layer;
extern const struct socket_layer __nacl_io_sockets;

/* Writes what waits for the ends of lines. */
void __nacl_io_end_consoles(void);

/* Gives the time as files have it. */
struct timespec __nacl_io_now(void);

#endif
