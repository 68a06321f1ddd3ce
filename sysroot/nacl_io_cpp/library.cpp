/* File systems of the library as classes: each method calls a function of the file system. */
#include <nacl_io/devfs/dev_fs.h>
#include <nacl_io/fusefs/fuse_fs.h>

#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <new>

extern "C" {
#include "nacl_io/files.h"
}

namespace nacl_io {

namespace {

class LibraryNode : public Node {
public:
    /* Takes over the reference of the node. */
    LibraryNode(Filesystem *filesystem, struct ::node *node, const Path &path)
        : Node(filesystem), node_(node), path_(path.Join()) {
        stat_.st_mode = node->mode;
    }

    bool CanOpen(int open_flags) override {
        struct stat found;
        if (!GetStat(&found))
            stat_.st_mode = found.st_mode;
        return Node::CanOpen(open_flags);
    }

    Error FSync() override {
        return operations().sync ? Error(operations().sync(node_)) : Error(0);
    }

    Error FTruncate(off_t length) override {
        return operations().truncate ? Error(operations().truncate(node_, length)) : without_contents();
    }

    Error Fchmod(mode_t mode) override {
        return operations().change_mode ? Error(operations().change_mode(node_, mode)) : Error(EPERM);
    }

    Error Futimens(const struct timespec times[2]) override {
        auto set_times = node_->system->operations->set_times;
        return set_times ? Error(set_times(node_->system, path_.c_str(), times)) : Error(EPERM);
    }

    Error GetStat(struct stat *status) override;
    Error GetDents(size_t offset, struct dirent *entries, size_t size, int *count) override;

    Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count) override {
        size_t moved = 0;
        Error error = operations().read
            ? Error(operations().read(node_, attributes.offs, attributes.flags, bytes, size, &moved))
            : without_contents();
        *count = (int) moved;
        return error;
    }

    Error Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count) override {
        size_t moved = 0;
        Error error = operations().write
            ? Error(operations().write(node_, attributes.offs, attributes.flags, bytes, size, &moved))
            : without_contents();
        *count = (int) moved;
        return error;
    }

    Error VIoctl(int request, va_list arguments) override {
        if (!operations().control)
            return ENOTTY;
        return operations().control(node_, (unsigned long) request, va_arg(arguments, void *));
    }

    uint32_t GetEventStatus() override {
        return operations().events ? (uint32_t) operations().events(node_) : Node::GetEventStatus();
    }

    Error GetSize(off_t *size) override {
        struct stat found = {};
        Error error = GetStat(&found);
        *size = found.st_size;
        return error;
    }

    Error Isatty() override {
        return node_->is_terminal ? 0 : ENOTTY;
    }

    bool IsSeekable() override {
        return !node_->is_stream;
    }

protected:
    ~LibraryNode() override {
        __nacl_io_release_node(node_);
    }

private:
    const struct node_operations &operations() {
        return *node_->operations;
    }

    Error without_contents() {
        return S_ISDIR(node_->mode) ? EISDIR : EINVAL;
    }

    struct ::node *node_;
    std::string path_;
};

Error LibraryNode::GetStat(struct stat *status) {
    struct nacl_irt_stat found = {};
    Error error = operations().status(node_, &found);
    *status = stat_;
    if (error)
        return error;
    status->st_mode = (mode_t) found.st_mode;
    status->st_nlink = (nlink_t) found.st_nlink;
    status->st_size = found.st_size;
    status->st_atim = {(time_t) found.st_atime_seconds, (long) found.st_atime_nanoseconds};
    status->st_mtim = {(time_t) found.st_mtime_seconds, (long) found.st_mtime_nanoseconds};
    status->st_ctim = {(time_t) found.st_ctime_seconds, (long) found.st_ctime_nanoseconds};
    return 0;
}

Error LibraryNode::GetDents(size_t offset, struct dirent *entries, size_t size, int *count) {
    *count = 0;
    if (!operations().list)
        return ENOTDIR;
    if (offset % sizeof(*entries) != 0 || size < sizeof(*entries))
        return EINVAL;
    struct listing *listing = static_cast<struct listing *>(calloc(1, sizeof(*listing)));
    if (!listing)
        return ENOMEM;
    int error = __nacl_io_add_entry(listing, stat_.st_ino, ".", 1);
    if (!error)
        error = __nacl_io_add_entry(listing, stat_.st_ino, "..", 2);
    if (!error)
        error = operations().list(node_, listing);
    size_t first = offset / sizeof(*entries), room = size / sizeof(*entries), filled = 0;
    for (size_t index = first; !error && index < listing->count && filled < room; ++index) {
        struct dirent &entry = entries[filled++];
        entry = {};
        entry.d_ino = listing->entries[index].number ? listing->entries[index].number : 1;
        entry.d_reclen = sizeof(entry);
        strncpy(entry.d_name, listing->entries[index].name, sizeof(entry.d_name) - 1);
    }
    __nacl_io_free_listing(listing);
    *count = (int) (filled * sizeof(*entries));
    return error;
}

}

LibraryFs::LibraryFs() : system_(nullptr) {
}

LibraryFs::~LibraryFs() {
    __nacl_io_release_system(system_);
}

Error LibraryFs::OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node) {
    struct ::node *found = nullptr;
    node->reset();
    std::string name = path.Join();
    Error error = system_->operations->open(system_, name.c_str(), open_flags, mode, &found);
    if (!error)
        node->reset(new LibraryNode(this, found, path));
    return error;
}

Error LibraryFs::Unlink(const Path &path) {
    auto unlink = system_->operations->unlink;
    return unlink ? Error(unlink(system_, path.Join().c_str())) : Error(EPERM);
}

Error LibraryFs::Mkdir(const Path &path, int mode) {
    auto make = system_->operations->make_folder;
    return make ? Error(make(system_, path.Join().c_str(), (uint32_t) mode)) : Error(EPERM);
}

Error LibraryFs::Rmdir(const Path &path) {
    auto remove = system_->operations->remove_folder;
    return remove ? Error(remove(system_, path.Join().c_str())) : Error(EPERM);
}

Error LibraryFs::Remove(const Path &path) {
    Error error = Unlink(path);
    return error == EISDIR ? Rmdir(path) : error;
}

Error LibraryFs::Rename(const Path &path, const Path &new_path) {
    auto rename = system_->operations->rename;
    return rename ? Error(rename(system_, path.Join().c_str(), new_path.Join().c_str())) : Error(EPERM);
}

DevFs::DevFs() {
}

Error DevFs::Init(const FsInitArgs &args) {
    Error error = Filesystem::Init(args);
    return error ? error : Error(__nacl_io_devices("", nullptr, nullptr, &system_));
}

FuseFs::FuseFs() {
}

Error FuseFs::Init(const FsInitArgs &args) {
    Error error = Filesystem::Init(args);
    return error ? error : Error(__nacl_io_fuse("", nullptr, args.fuse_ops, &system_));
}

}
