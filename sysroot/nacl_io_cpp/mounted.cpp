/* File systems that are classes, among those of the library: each of its functions calls a method
   of the class. */
#include "nacl_io_cpp/mounted.h"

#include <fcntl.h>
#include <string.h>

#include <new>
#include <vector>

extern "C" {
#include "nacl_io/files.h"
}

namespace nacl_io {

/* An open node of a class. */
struct MountedNode {
    struct node base;
    ScopedNode held;

    static Node &of(struct node *node) {
        return *reinterpret_cast<MountedNode *>(node)->held;
    }

    /* The type and rights, of the node as it is. */
    static uint32_t mode_of(Node &node) {
        return (uint32_t) (node.GetType() | node.GetMode());
    }
};

struct MountedSystem {
    struct file_system base;
    ScopedFilesystem held;

    static Filesystem &of(struct file_system *system) {
        return *reinterpret_cast<MountedSystem *>(system)->held;
    }
};

namespace {

HandleAttr attributes_of(int64_t position, int flags) {
    HandleAttr attributes;
    attributes.offs = position;
    attributes.flags = flags;
    return attributes;
}

int read_class(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    int moved = 0;
    Error error = MountedNode::of(node).Read(attributes_of(position, flags), bytes, size, &moved);
    *count = (size_t) moved;
    return error;
}

int write_class(
    struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    int moved = 0;
    Error error = MountedNode::of(node).Write(attributes_of(position, flags), bytes, size, &moved);
    *count = (size_t) moved;
    return error;
}

int class_status(struct node *node, struct nacl_irt_stat *status) {
    struct stat found = {};
    Error error = MountedNode::of(node).GetStat(&found);
    *status = {};
    status->st_dev = (int64_t) node->system->device;
    status->st_ino = found.st_ino;
    status->st_mode = found.st_mode;
    status->st_nlink = found.st_nlink;
    status->st_uid = found.st_uid;
    status->st_gid = found.st_gid;
    status->st_size = S_ISDIR(found.st_mode) && found.st_size == 0 ? 4096 : found.st_size;
    status->st_blksize = 4096;
    status->st_atime_seconds = found.st_atim.tv_sec;
    status->st_atime_nanoseconds = found.st_atim.tv_nsec;
    status->st_mtime_seconds = found.st_mtim.tv_sec;
    status->st_mtime_nanoseconds = found.st_mtim.tv_nsec;
    status->st_ctime_seconds = found.st_ctim.tv_sec;
    status->st_ctime_nanoseconds = found.st_ctim.tv_nsec;
    return error;
}

int list_class(struct node *node, struct listing *listing) {
    std::vector<struct dirent> entries(16);
    int error = 0, count = 1;
    for (size_t offset = 0; !error && count > 0; offset += (size_t) count) {
        size_t room = entries.size() * sizeof(entries[0]);
        error = MountedNode::of(node).GetDents(offset, entries.data(), room, &count);
        for (size_t index = 0; !error && index < count / sizeof(entries[0]); ++index) {
            const char *name = entries[index].d_name;
            if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
                error = __nacl_io_add_entry(listing, entries[index].d_ino, name, strlen(name));
        }
    }
    return error;
}

int truncate_class(struct node *node, int64_t length) {
    return MountedNode::of(node).FTruncate(length);
}

int sync_class(struct node *node) {
    return MountedNode::of(node).FSync();
}

int change_class_mode(struct node *node, uint32_t mode) {
    Node &own = MountedNode::of(node);
    Error error = own.Fchmod(mode);
    node->mode = MountedNode::mode_of(own);
    return error;
}

int control_class(struct node *node, unsigned long request, void *argument) {
    return MountedNode::of(node).Ioctl((int) request, argument);
}

int map_class(struct node *node, void **address, size_t length, int protection, int flags, int64_t offset) {
    return MountedNode::of(node).MMap(*address, length, protection, flags, (size_t) offset, address);
}

bool may_open_class(struct node *node, int flags) {
    return MountedNode::of(node).CanOpen(flags);
}

short class_events(struct node *node) {
    return (short) MountedNode::of(node).GetEventStatus();
}

void destroy_class(struct node *node) {
    delete reinterpret_cast<MountedNode *>(node);
}

struct node_operations operations_of(bool is_folder) {
    struct node_operations made = {};
    made.read = is_folder ? nullptr : read_class;
    made.write = is_folder ? nullptr : write_class;
    made.status = class_status;
    made.list = is_folder ? list_class : nullptr;
    made.truncate = truncate_class;
    made.sync = sync_class;
    made.change_mode = change_class_mode;
    made.control = control_class;
    made.map = is_folder ? nullptr : map_class;
    made.may_open = may_open_class;
    made.events = is_folder ? nullptr : class_events;
    made.destroy = destroy_class;
    return made;
}

const struct node_operations *operations(bool is_folder) {
    static const struct node_operations file = operations_of(false), folder = operations_of(true);
    return is_folder ? &folder : &file;
}

int open_class(struct file_system *system, const char *path, int flags, uint32_t mode, struct node **node) {
    ScopedNode found;
    Error error = MountedSystem::of(system).OpenWithMode(Path(path), flags, mode, &found);
    if (error)
        return error;
    if (!found)
        return ENOENT;
    MountedNode *made = new (std::nothrow) MountedNode;
    if (!made)
        return ENOMEM;
    made->held = found;
    uint32_t type = MountedNode::mode_of(*found);
    __nacl_io_begin_node(&made->base, operations(S_ISDIR(type)), type, system);
    made->base.is_stream = !found->IsSeekable();
    made->base.checks_rights = true;
    *node = &made->base;
    return 0;
}

int unlink_class(struct file_system *system, const char *path) {
    return MountedSystem::of(system).Unlink(Path(path));
}

int make_class_folder(struct file_system *system, const char *path, uint32_t mode) {
    return MountedSystem::of(system).Mkdir(Path(path), (int) mode);
}

int remove_class_folder(struct file_system *system, const char *path) {
    return MountedSystem::of(system).Rmdir(Path(path));
}

int rename_class(struct file_system *system, const char *path, const char *new_path) {
    return MountedSystem::of(system).Rename(Path(path), Path(new_path));
}

int change_path_mode(struct file_system *system, const char *path, uint32_t mode) {
    ScopedNode found;
    Error error = MountedSystem::of(system).Open(Path(path), O_RDONLY, &found);
    return error ? error : found->Fchmod(mode);
}

int set_class_times(struct file_system *system, const char *path, const struct timespec times[2]) {
    ScopedNode found;
    Error error = MountedSystem::of(system).Open(Path(path), O_RDONLY, &found);
    return error ? error : found->Futimens(times);
}

int control_system(struct file_system *system, unsigned long request, void *argument) {
    return MountedSystem::of(system).Filesystem_Ioctl((int) request, argument);
}

void destroy_system(struct file_system *system) {
    delete reinterpret_cast<MountedSystem *>(system);
}

const struct file_system_operations system_operations = {
    open_class, unlink_class, make_class_folder, remove_class_folder, rename_class, change_path_mode,
    set_class_times, nullptr, destroy_system, control_system,
};

}

struct file_system *mounted(const ScopedFilesystem &filesystem) {
    MountedSystem *made = new (std::nothrow) MountedSystem;
    if (!made)
        return nullptr;
    made->base = {&system_operations, 1, 0};
    made->held = filesystem;
    return &made->base;
}

Filesystem *class_of(struct file_system *system) {
    return system->operations == &system_operations ? &MountedSystem::of(system) : nullptr;
}

}
