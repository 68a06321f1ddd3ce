/* The file system of devices. */
#include <fcntl.h>
#include <nacl/nacl_random.h>
#include <stdlib.h>
#include <string.h>

#include <nacl_io/ioctl.h>

#include "nacl_io/devices.h"

enum { NAMES = 18 };

struct devices {
    struct file_system system;
    struct node *top;
    struct node *nodes[NAMES];
};

int __nacl_io_device_status(struct node *node, struct nacl_irt_stat *status) {
    *status = (struct nacl_irt_stat) {
        .st_dev = node->system ? (int64_t) node->system->device : 0,
        .st_ino = node->number,
        .st_mode = node->mode,
        .st_nlink = 1,
        .st_blksize = 4096,
    };
    return 0;
}

static void destroy_plain(struct node *node) {
    free(node);
}

static struct node *make_plain(const struct node_operations *operations, uint32_t mode, bool is_stream) {
    struct node *node = calloc(1, sizeof(*node));
    if (node) {
        __nacl_io_begin_node(node, operations, mode, NULL);
        node->is_stream = is_stream;
    }
    return node;
}

static int read_nothing(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) node, (void) position, (void) flags, (void) bytes, (void) size;
    *count = 0;
    return 0;
}

static int read_zeros(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) node, (void) position, (void) flags;
    memset(bytes, 0, size);
    *count = size;
    return 0;
}

static int read_random(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) node, (void) position, (void) flags;
    return nacl_secure_random(bytes, size, count);
}

static int write_anything(
    struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) node, (void) position, (void) flags, (void) bytes;
    *count = size;
    return 0;
}

static int write_full(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) node, (void) position, (void) flags, (void) bytes, (void) size;
    *count = 0;
    return ENOSPC;
}

#define DEVICE(name, read_function, write_function)                                                      \
    static const struct node_operations name = {                                                         \
        .read = read_function, .write = write_function, .status = __nacl_io_device_status, .destroy = destroy_plain, \
    };
DEVICE(null_device, read_nothing, write_anything)
DEVICE(zero_device, read_zeros, write_anything)
DEVICE(full_device, read_zeros, write_full)
DEVICE(random_device, read_random, write_anything)

enum kind { PLAIN, CONSOLE, HOST, TERMINAL, SAME_TERMINAL, PIPE };

/* Each device; the number is that of a level, of a descriptor of the host, or nothing. */
static const struct {
    const char *name;
    enum kind kind;
    int number;
    const struct node_operations *plain;
} names[NAMES] = {
    {"null", PLAIN, 0, &null_device},
    {"zero", PLAIN, 0, &zero_device},
    {"full", PLAIN, 0, &full_device},
    {"random", PLAIN, 0, &random_device},
    {"urandom", PLAIN, 0, &random_device},
    {"console0", CONSOLE, 0, NULL},
    {"console1", CONSOLE, 1, NULL},
    {"console2", CONSOLE, 2, NULL},
    {"console3", CONSOLE, 3, NULL},
    {"stdin", HOST, 0, NULL},
    {"stdout", HOST, 1, NULL},
    {"stderr", HOST, 2, NULL},
    {"tty", TERMINAL, 0, NULL},
    {"tty0", SAME_TERMINAL, 0, NULL},
    {"jspipe0", PIPE, 0, NULL},
    {"jspipe1", PIPE, 1, NULL},
    {"jspipe2", PIPE, 2, NULL},
    {"jspipe3", PIPE, 3, NULL},
};

static struct node *make(struct devices *devices, int index) {
    switch (names[index].kind) {
    case PLAIN:
        return make_plain(names[index].plain, S_IFCHR | 0666, false);
    case CONSOLE:
        return __nacl_io_make_console(names[index].number);
    case HOST:
        return __nacl_io_make_host_file(names[index].number);
    case TERMINAL:
        return __nacl_io_make_terminal();
    case SAME_TERMINAL:
        return keep_node(devices->nodes[index - 1]);
    case PIPE:
        return __nacl_io_make_pipe(names[index].name);
    }
    return NULL;
}

static int list_devices(struct node *node, struct listing *listing) {
    (void) node;
    int error = 0;
    for (int index = 0; index < NAMES && !error; ++index)
        error = __nacl_io_add_entry(listing, (uint64_t) index + 1, names[index].name, strlen(names[index].name));
    return error;
}

static const struct node_operations top_operations = {
    .status = __nacl_io_device_status,
    .list = list_devices,
    .destroy = destroy_plain,
};

/* A file system as a file, for ioctl. */
static int control_system(struct node *node, unsigned long request, void *argument) {
    struct file_system *system = node->system;
    return system->operations->control ? system->operations->control(system, request, argument) : ENOTTY;
}

static const struct node_operations system_operations = {
    .status = __nacl_io_device_status,
    .control = control_system,
    .destroy = destroy_plain,
};

/* Opens the file of the file system that has a number, as `fs/3`. The file system is kept with it. */
static int open_system(const char *name, struct node **node) {
    char *end;
    long device = strtol(name, &end, 10);
    struct file_system *system = *end || end == name ? NULL : __nacl_io_find_device((dev_t) device);
    if (!system)
        return ENOENT;
    *node = calloc(1, sizeof(**node));
    if (*node)
        __nacl_io_begin_node(*node, &system_operations, S_IFREG | 0444, system);
    __nacl_io_release_system(system);
    return *node ? 0 : ENOMEM;
}

/* Devices belong to their file system and not to those who have them open, so they keep no
   reference of it: it stays mounted, or goes with everything else. */
static int open_device(struct file_system *base, const char *path, int flags, uint32_t mode, struct node **node) {
    struct devices *devices = (struct devices *) base;
    (void) mode;
    if (strncmp(path, "/fs/", 4) == 0)
        return open_system(path + 4, node);
    struct node *found = strcmp(path, "/") == 0 ? devices->top : NULL;
    for (int index = 0; index < NAMES && !found; ++index) {
        if (strcmp(names[index].name, path + 1) == 0)
            found = devices->nodes[index];
    }
    if (!found)
        return flags & O_CREAT ? EACCES : ENOENT;
    if (flags & O_CREAT && flags & O_EXCL)
        return EEXIST;
    *node = keep_node(found);
    return 0;
}

static int forbidden(struct file_system *system, const char *path) {
    (void) system, (void) path;
    return EPERM;
}

static void destroy_devices(struct file_system *base) {
    struct devices *devices = (struct devices *) base;
    __nacl_io_release_node(devices->top);
    for (int index = 0; index < NAMES; ++index)
        __nacl_io_release_node(devices->nodes[index]);
    free(devices);
}

static const struct file_system_operations operations = {
    .open = open_device,
    .unlink = forbidden,
    .remove_folder = forbidden,
    .destroy = destroy_devices,
};

int __nacl_io_devices(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) source, (void) options, (void) context;
    struct devices *devices = calloc(1, sizeof(*devices));
    if (!devices)
        return ENOMEM;
    devices->system = (struct file_system) {&operations, 1, 0};
    devices->top = make_plain(&top_operations, S_IFDIR | 0777, false);
    bool is_whole = devices->top != NULL;
    for (int index = 0; index < NAMES && is_whole; ++index) {
        devices->nodes[index] = make(devices, index);
        is_whole = devices->nodes[index] != NULL;
    }
    if (!is_whole) {
        destroy_devices(&devices->system);
        return ENOMEM;
    }
    *made = &devices->system;
    return 0;
}

bool __nacl_io_ring_make(struct ring *ring, size_t room) {
    *ring = (struct ring) {malloc(room), room, 0, 0};
    return ring->bytes != NULL;
}

size_t __nacl_io_ring_write(struct ring *ring, const char *bytes, size_t size) {
    size_t count = 0;
    for (; count < size && ring->size < ring->room; ++count, ++ring->size)
        ring->bytes[(ring->start + ring->size) % ring->room] = bytes[count];
    return count;
}

size_t __nacl_io_ring_read(struct ring *ring, char *bytes, size_t size) {
    size_t count = 0;
    for (; count < size && ring->size > 0; ++count, --ring->size) {
        bytes[count] = ring->bytes[ring->start];
        ring->start = (ring->start + 1) % ring->room;
    }
    return count;
}
