/* Files in memory: a tree whose folders have lists of their entries, under one lock. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "nacl_io/files.h"

struct memory_system;

struct memory_node {
    struct node node;
    /* Null for what was removed, and for the top. */
    struct memory_node *parent;
    struct memory_node *children, *next;
    char *name;
    unsigned char *data;
    size_t size, room;
    struct timespec accessed, modified;
};

struct memory_system {
    struct file_system system;
    pthread_mutex_t lock;
    struct memory_node *top;
};

/* Entries keep a reference of their node, and nodes none of the file system, which would be a
   circle: what is open keeps it by the node that `open` gives out. */
static struct memory_system *system_of(struct node *node) {
    return (struct memory_system *) node->system;
}

static int read_memory(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    struct memory_node *file = (struct memory_node *) node;
    (void) flags;
    pthread_mutex_lock(&system_of(node)->lock);
    if (position < (int64_t) file->size) {
        size_t left = file->size - (size_t) position;
        *count = size < left ? size : left;
        memcpy(bytes, file->data + position, *count);
    }
    file->accessed = __nacl_io_now();
    pthread_mutex_unlock(&system_of(node)->lock);
    return 0;
}

/* Makes room for a size; what is new is zero. */
static int resize(struct memory_node *file, int64_t size) {
    if (size > INT32_MAX)
        return EFBIG;
    if ((size_t) size > file->room) {
        size_t room = 2 * file->room > (size_t) size ? 2 * file->room : (size_t) size;
        unsigned char *more = realloc(file->data, room);
        if (!more)
            return ENOSPC;
        file->data = more;
        file->room = room;
    }
    if ((size_t) size > file->size)
        memset(file->data + file->size, 0, (size_t) size - file->size);
    file->size = (size_t) size;
    return 0;
}

static int write_memory(
    struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    struct memory_node *file = (struct memory_node *) node;
    (void) flags;
    int error = 0;
    pthread_mutex_lock(&system_of(node)->lock);
    if (position + (int64_t) size > (int64_t) file->size)
        error = resize(file, position + (int64_t) size);
    if (!error) {
        memcpy(file->data + position, bytes, size);
        *count = size;
        file->modified = __nacl_io_now();
    }
    pthread_mutex_unlock(&system_of(node)->lock);
    return error;
}

static int memory_status(struct node *node, struct nacl_irt_stat *status) {
    struct memory_node *file = (struct memory_node *) node;
    pthread_mutex_lock(&system_of(node)->lock);
    *status = (struct nacl_irt_stat) {
        .st_dev = (int64_t) node->system->device,
        .st_ino = node->number,
        .st_mode = node->mode,
        .st_nlink = 1,
        .st_size = S_ISDIR(node->mode) ? 4096 : (int64_t) file->size,
        .st_blksize = 4096,
        .st_blocks = (int32_t) ((file->size + 511) / 512),
        .st_atime_seconds = file->accessed.tv_sec,
        .st_atime_nanoseconds = file->accessed.tv_nsec,
        .st_mtime_seconds = file->modified.tv_sec,
        .st_mtime_nanoseconds = file->modified.tv_nsec,
        .st_ctime_seconds = file->modified.tv_sec,
        .st_ctime_nanoseconds = file->modified.tv_nsec,
    };
    pthread_mutex_unlock(&system_of(node)->lock);
    return 0;
}

static int list_memory(struct node *node, struct listing *listing) {
    struct memory_node *folder = (struct memory_node *) node;
    int error = 0;
    pthread_mutex_lock(&system_of(node)->lock);
    for (struct memory_node *child = folder->children; child && !error; child = child->next)
        error = __nacl_io_add_entry(listing, child->node.number, child->name, strlen(child->name));
    pthread_mutex_unlock(&system_of(node)->lock);
    return error;
}

static int truncate_memory(struct node *node, int64_t length) {
    struct memory_node *file = (struct memory_node *) node;
    pthread_mutex_lock(&system_of(node)->lock);
    int error = resize(file, length);
    file->modified = __nacl_io_now();
    pthread_mutex_unlock(&system_of(node)->lock);
    return error;
}

static int change_node_mode(struct node *node, uint32_t mode) {
    node->mode = (node->mode & S_IFMT) | (mode & 07777);
    return 0;
}

static void destroy_memory(struct node *node) {
    struct memory_node *file = (struct memory_node *) node;
    free(file->name);
    free(file->data);
    free(file);
}

static const struct node_operations file_operations = {
    .read = read_memory,
    .write = write_memory,
    .status = memory_status,
    .truncate = truncate_memory,
    .change_mode = change_node_mode,
    .destroy = destroy_memory,
};

static const struct node_operations folder_operations = {
    .status = memory_status,
    .list = list_memory,
    .change_mode = change_node_mode,
    .destroy = destroy_memory,
};

/* Finds what a path names. Without it, gives the folder that it would be in, and its name. */
static int find(
    struct memory_system *system, const char *path, struct memory_node **found, struct memory_node **folder,
    const char **name) {
    struct memory_node *at = system->top;
    *found = *folder = NULL;
    *name = "";
    for (path += *path == '/'; *path;) {
        size_t size = strcspn(path, "/");
        if (!S_ISDIR(at->node.mode))
            return ENOTDIR;
        struct memory_node *child = at->children;
        while (child && (strncmp(child->name, path, size) != 0 || child->name[size]))
            child = child->next;
        const char *rest = path + size + (path[size] == '/');
        if (!child) {
            if (*rest)
                return ENOENT;
            *folder = at;
            *name = path;
            return 0;
        }
        at = child;
        path = rest;
    }
    *found = at;
    *folder = at->parent;
    return 0;
}

static struct memory_node *make_node(struct memory_system *system, const char *name, uint32_t mode) {
    struct memory_node *made = calloc(1, sizeof(*made));
    if (!made || !(made->name = strdup(name))) {
        free(made);
        return NULL;
    }
    __nacl_io_begin_node(&made->node, S_ISDIR(mode) ? &folder_operations : &file_operations, mode, NULL);
    made->node.system = &system->system;
    made->node.checks_rights = true;
    made->accessed = made->modified = __nacl_io_now();
    return made;
}

static int add(struct memory_system *system, struct memory_node *folder, const char *name, uint32_t mode,
    struct memory_node **added) {
    struct memory_node *made = make_node(system, name, mode);
    if (!made)
        return ENOSPC;
    made->parent = folder;
    /* After the others, so that they are listed in the order in which they were made. */
    struct memory_node **place = &folder->children;
    while (*place)
        place = &(*place)->next;
    *place = made;
    folder->modified = __nacl_io_now();
    *added = made;
    return 0;
}

/* Takes a node out of its folder. Its reference is the caller's then. */
static void take_out(struct memory_node *node) {
    struct memory_node **place = &node->parent->children;
    while (*place != node)
        place = &(*place)->next;
    *place = node->next;
    node->next = NULL;
    node->parent->modified = __nacl_io_now();
    node->parent = NULL;
}

/* Drops the reference that a folder has, which is not one that keeps the file system. */
static void drop(struct memory_node *node) {
    __atomic_fetch_add(&node->node.system->references, 1, __ATOMIC_RELAXED);
    __nacl_io_release_node(&node->node);
}

static int open_memory(struct file_system *base, const char *path, int flags, uint32_t mode, struct node **node) {
    struct memory_system *system = (struct memory_system *) base;
    struct memory_node *found, *folder;
    const char *name;
    pthread_mutex_lock(&system->lock);
    int error = find(system, path, &found, &folder, &name);
    if (!error && !found)
        error = flags & O_CREAT ? add(system, folder, name, S_IFREG | (mode & 07777), &found) : ENOENT;
    else if (!error && flags & O_CREAT && flags & O_EXCL)
        error = EEXIST;
    else if (!error && flags & O_TRUNC && S_ISREG(found->node.mode))
        error = resize(found, 0);
    if (!error) {
        *node = keep_node(&found->node);
        __atomic_fetch_add(&base->references, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&system->lock);
    return error;
}

static int make_folder(struct file_system *base, const char *path, uint32_t mode) {
    struct memory_system *system = (struct memory_system *) base;
    struct memory_node *found, *folder;
    const char *name;
    pthread_mutex_lock(&system->lock);
    int error = find(system, path, &found, &folder, &name);
    if (!error)
        error = found ? EEXIST : add(system, folder, name, S_IFDIR | (mode & 07777), &found);
    pthread_mutex_unlock(&system->lock);
    return error;
}

static int remove_any(struct file_system *base, const char *path, bool is_folder) {
    struct memory_system *system = (struct memory_system *) base;
    struct memory_node *found, *folder;
    const char *name;
    pthread_mutex_lock(&system->lock);
    int error = find(system, path, &found, &folder, &name);
    if (!error && !found)
        error = ENOENT;
    if (!error && S_ISDIR(found->node.mode) != is_folder)
        error = is_folder ? ENOTDIR : EISDIR;
    if (!error && found->children)
        error = ENOTEMPTY;
    if (!error && !found->parent)
        error = EBUSY;
    if (!error)
        take_out(found);
    pthread_mutex_unlock(&system->lock);
    if (!error)
        drop(found);
    return error;
}

static int unlink_memory(struct file_system *system, const char *path) {
    return remove_any(system, path, false);
}

static int remove_folder(struct file_system *system, const char *path) {
    return remove_any(system, path, true);
}

static bool is_inside(const struct memory_node *node, const struct memory_node *folder) {
    while (node && node != folder)
        node = node->parent;
    return node != NULL;
}

/* Whether something may take the place of what has its new name. */
static int may_replace(const struct memory_node *moved, const struct memory_node *there) {
    if (S_ISDIR(there->node.mode) != S_ISDIR(moved->node.mode))
        return S_ISDIR(there->node.mode) ? EISDIR : ENOTDIR;
    return there->children ? ENOTEMPTY : 0;
}

static int rename_memory(struct file_system *base, const char *old_path, const char *new_path) {
    struct memory_system *system = (struct memory_system *) base;
    struct memory_node *moved, *there, *folder, *other;
    const char *name, *unused;
    char *copy = strdup(strrchr(new_path, '/') + 1);
    if (!copy)
        return ENOMEM;
    pthread_mutex_lock(&system->lock);
    int error = find(system, old_path, &moved, &other, &unused);
    if (!error)
        error = moved ? find(system, new_path, &there, &folder, &name) : ENOENT;
    if (!error && (!moved->parent || !folder || is_inside(folder, moved)))
        error = EINVAL;
    if (!error && there && there != moved)
        error = may_replace(moved, there);
    bool is_same = !error && there == moved;
    if (!error && !is_same) {
        if (there)
            take_out(there);
        take_out(moved);
        char *before = moved->name;
        moved->name = copy;
        copy = before;
        moved->parent = folder;
        moved->next = folder->children;
        folder->children = moved;
    }
    pthread_mutex_unlock(&system->lock);
    free(copy);
    if (!error && !is_same && there)
        drop(there);
    return error;
}

static int change_path_mode(struct file_system *base, const char *path, uint32_t mode) {
    struct node *node;
    int error = open_memory(base, path, O_RDONLY, 0, &node);
    if (error)
        return error;
    change_node_mode(node, mode);
    __nacl_io_release_node(node);
    return 0;
}

static int set_times(struct file_system *base, const char *path, const struct timespec times[2]) {
    struct node *node;
    int error = open_memory(base, path, O_RDONLY, 0, &node);
    if (error)
        return error;
    struct memory_node *file = (struct memory_node *) node;
    file->accessed = times[0];
    file->modified = times[1];
    __nacl_io_release_node(node);
    return 0;
}

/* Frees a tree without recursion: each folder is emptied before it goes. */
static void free_tree(struct memory_node *top) {
    while (top) {
        struct memory_node *child = top->children;
        if (child) {
            top->children = child->next;
            child->next = NULL;
            top = child;
            continue;
        }
        struct memory_node *parent = top->parent;
        destroy_memory(&top->node);
        top = parent;
    }
}

static void destroy_system(struct file_system *base) {
    struct memory_system *system = (struct memory_system *) base;
    free_tree(system->top);
    pthread_mutex_destroy(&system->lock);
    free(system);
}

static const struct file_system_operations operations = {
    .open = open_memory,
    .unlink = unlink_memory,
    .make_folder = make_folder,
    .remove_folder = remove_folder,
    .rename = rename_memory,
    .change_mode = change_path_mode,
    .set_times = set_times,
    .destroy = destroy_system,
};

int __nacl_io_memory_files(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) source;
    (void) options;
    (void) context;
    struct memory_system *system = calloc(1, sizeof(*system));
    if (!system)
        return ENOMEM;
    system->system = (struct file_system) {&operations, 1, 0};
    pthread_mutex_init(&system->lock, NULL);
    system->top = make_node(system, "", S_IFDIR | 0755);
    if (!system->top) {
        free(system);
        return ENOMEM;
    }
    *made = &system->system;
    return 0;
}
