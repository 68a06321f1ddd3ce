/* File systems and where they are mounted; the current folder. */
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>

#include <nacl_io/fuse.h>
#include <nacl_io/nacl_io.h>

#include "libc/layer.h"
#include "nacl_io/files.h"
#include "nacl_io/kernel.h"

struct mount {
    char *target;
    struct file_system *system;
    struct mount *next;
};

/* A type that the program registered. */
struct own_type {
    char *name;
    struct fuse_operations *operations;
    struct own_type *next;
};

static const struct {
    const char *name;
    make_file_system *make;
} types[] = {
    {"memfs", __nacl_io_memory_files}, {"dev", __nacl_io_devices},   {"html5fs", __nacl_io_html5},
    {"httpfs", __nacl_io_http},        {"passthroughfs", __nacl_io_passing},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mounts mounts;
static struct own_type *own_types;
static dev_t devices;

void __nacl_io_exchange_mounts(struct mounts *other) {
    pthread_mutex_lock(&lock);
    struct mounts before = mounts;
    mounts = *other;
    *other = before;
    pthread_mutex_unlock(&lock);
}

int __nacl_io_absolute(const char *path, char whole[PATH_ROOM]) {
    if (!path)
        return EFAULT;
    if (!*path)
        return ENOENT;
    size_t length = 0;
    if (*path != '/') {
        __nacl_io_get_folder(whole);
        length = strlen(whole);
        length = length == 1 ? 0 : length;
    }
    for (;;) {
        path += strspn(path, "/");
        size_t size = strcspn(path, "/");
        if (size == 0)
            break;
        if (size == 2 && memcmp(path, "..", 2) == 0) {
            while (length > 0 && whole[--length] != '/') {
            }
        } else if (size != 1 || *path != '.') {
            if (length + 1 + size >= PATH_ROOM)
                return ENAMETOOLONG;
            whole[length++] = '/';
            memcpy(whole + length, path, size);
            length += size;
        }
        path += size;
    }
    if (length == 0)
        whole[length++] = '/';
    whole[length] = 0;
    return 0;
}

void __nacl_io_get_folder(char whole[PATH_ROOM]) {
    pthread_mutex_lock(&lock);
    strcpy(whole, *mounts.folder ? mounts.folder : "/");
    pthread_mutex_unlock(&lock);
}

int __nacl_io_set_folder(const char *whole) {
    struct node *node;
    int error = __nacl_io_open_node(whole, 0, 0, &node);
    if (error)
        return error;
    bool is_folder = S_ISDIR(node->mode);
    __nacl_io_release_node(node);
    if (!is_folder)
        return ENOTDIR;
    pthread_mutex_lock(&lock);
    strcpy(mounts.folder, whole);
    pthread_mutex_unlock(&lock);
    return 0;
}

/* How much of a path is that of a mount; 0 if it is not below it. */
static size_t covered(const struct mount *mount, const char *whole) {
    size_t length = strlen(mount->target);
    if (length == 1)
        return 1;
    bool is_below = strncmp(mount->target, whole, length) == 0 && (whole[length] == '/' || whole[length] == 0);
    return is_below ? length : 0;
}

struct file_system *__nacl_io_find(const char *whole, const char **inside) {
    size_t best = 0;
    struct file_system *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct mount *mount = mounts.first; mount; mount = mount->next) {
        size_t length = covered(mount, whole);
        if (length > best) {
            best = length;
            found = mount->system;
        }
    }
    if (found)
        __atomic_fetch_add(&found->references, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    *inside = best <= 1 ? whole : whole[best] ? whole + best : "/";
    return found;
}

struct file_system *__nacl_io_find_device(dev_t device) {
    struct file_system *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct mount *mount = mounts.first; mount && !found; mount = mount->next) {
        if (mount->system->device == device)
            found = mount->system;
    }
    if (found)
        __atomic_fetch_add(&found->references, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    return found;
}

int __nacl_io_open_node(const char *whole, int flags, uint32_t mode, struct node **node) {
    const char *inside;
    struct file_system *system = __nacl_io_find(whole, &inside);
    if (!system)
        return ENOENT;
    int error = system->operations->open(system, inside, flags, mode, node);
    __nacl_io_release_system(system);
    return error;
}

/* How file systems of a type are made; null for an unknown type. */
static make_file_system *maker(const char *type, const void **context) {
    *context = NULL;
    for (size_t index = 0; index < sizeof(types) / sizeof(types[0]); ++index) {
        if (strcmp(types[index].name, type) == 0)
            return types[index].make;
    }
    make_file_system *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct own_type *own = own_types; own && !found; own = own->next) {
        if (strcmp(own->name, type) == 0) {
            *context = own->operations;
            found = __nacl_io_fuse;
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

dev_t __nacl_io_new_device(void) {
    return __atomic_add_fetch(&devices, 1, __ATOMIC_RELAXED);
}

/* Mounts a file system at an absolute path, unless there is one at that place. Takes over its
   reference. */
static int add(struct file_system *system, const char *whole, dev_t device) {
    struct mount *added = calloc(1, sizeof(*added));
    int error = 0;
    if (!added || !(added->target = strdup(whole)))
        error = ENOMEM;
    pthread_mutex_lock(&lock);
    for (struct mount *mount = mounts.first; mount && !error; mount = mount->next) {
        if (strcmp(mount->target, whole) == 0)
            error = EBUSY;
    }
    if (!error) {
        system->device = device;
        added->system = system;
        added->next = mounts.first;
        mounts.first = added;
    }
    pthread_mutex_unlock(&lock);
    if (error) {
        if (added)
            free(added->target);
        free(added);
        __nacl_io_release_system(system);
    }
    return error;
}

int __nacl_io_mount(const char *source, const char *target, const char *type, const void *data, dev_t *device) {
    char whole[PATH_ROOM];
    int error = __nacl_io_absolute(target, whole);
    if (error)
        return error;
    if (!type)
        return EFAULT;
    const void *context;
    make_file_system *make = maker(type, &context);
    if (!make)
        return ENODEV;
    struct file_system *system;
    error = make(source ? source : "", data, context, &system);
    if (error)
        return error;
    *device = __nacl_io_new_device();
    return add(system, whole, *device);
}

static void call_back(const char *source, const char *target, const char *type, unsigned long flags,
    const void *data, dev_t device) {
    if (mounts.callback)
        mounts.callback(source, target, type, flags, data, device, mounts.callback_data);
}

int __nacl_io_mount_system(struct file_system *system, dev_t device, const char *source, const char *target,
    const char *type, unsigned long flags, const void *data) {
    char whole[PATH_ROOM];
    int error = __nacl_io_absolute(target, whole);
    if (error) {
        __nacl_io_release_system(system);
        return error;
    }
    error = add(system, whole, device);
    if (!error)
        call_back(source, target, type, flags, data, device);
    return error;
}

int __nacl_io_find_system(const char *path, struct file_system **system, char *inside, size_t room) {
    char whole[PATH_ROOM];
    const char *rest;
    int error = __nacl_io_absolute(path, whole);
    if (error)
        return error;
    *system = __nacl_io_find(whole, &rest);
    if (!*system)
        return ENOENT;
    if (strlen(rest) < room) {
        strcpy(inside, rest);
        return 0;
    }
    __nacl_io_release_system(*system);
    return ENAMETOOLONG;
}

int mount(const char *source, const char *target, const char *type, unsigned long flags, const void *data) {
    CALL_CLASS(mount(source, target, type, flags, data));
    dev_t device;
    if (!__file_layer)
        return result_of(ENOSYS);
    int error = __nacl_io_mount(source, target, type, data, &device);
    if (error)
        return result_of(error);
    call_back(source, target, type, flags, data, device);
    return 0;
}

static void discard(struct mount *mount) {
    __nacl_io_release_system(mount->system);
    free(mount->target);
    free(mount);
}

int umount(const char *target) {
    CALL_CLASS(umount(target));
    char whole[PATH_ROOM];
    if (!__file_layer)
        return result_of(ENOSYS);
    int error = __nacl_io_absolute(target, whole);
    if (error)
        return result_of(error);
    struct mount *found = NULL;
    error = EINVAL;
    pthread_mutex_lock(&lock);
    for (struct mount **place = &mounts.first; *place; place = &(*place)->next) {
        if (strcmp((*place)->target, whole) != 0)
            continue;
        /* Files that are open keep it. */
        error = __atomic_load_n(&(*place)->system->references, __ATOMIC_ACQUIRE) > 1 ? EBUSY : 0;
        if (!error) {
            found = *place;
            *place = found->next;
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    if (found)
        discard(found);
    return result_of(error);
}

int __nacl_io_unmount_all(void) {
    pthread_mutex_lock(&lock);
    struct mount *all = mounts.first;
    mounts.first = NULL;
    mounts.folder[0] = 0;
    pthread_mutex_unlock(&lock);
    while (all) {
        struct mount *next = all->next;
        discard(all);
        all = next;
    }
    return 0;
}

int nacl_io_register_fs_type(const char *type, struct fuse_operations *operations) {
    const void *context;
    if (!type || !operations || maker(type, &context))
        return 0;
    struct own_type *own = calloc(1, sizeof(*own));
    if (!own || !(own->name = strdup(type))) {
        free(own);
        return 0;
    }
    own->operations = operations;
    pthread_mutex_lock(&lock);
    own->next = own_types;
    own_types = own;
    pthread_mutex_unlock(&lock);
    return 1;
}

int nacl_io_unregister_fs_type(const char *type) {
    struct own_type *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct own_type **place = &own_types; *place && !found; place = &(*place)->next) {
        if (strcmp((*place)->name, type) == 0) {
            found = *place;
            *place = found->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    if (found)
        free(found->name);
    free(found);
    return found != NULL;
}

void nacl_io_set_mount_callback(nacl_io_mount_callback_t callback, void *user_data) {
    mounts.callback = callback;
    mounts.callback_data = user_data;
}
