/* Files and folders in memory, as classes. */
#include <nacl_io/dir_node.h>
#include <nacl_io/memfs/mem_fs.h>
#include <nacl_io/memfs/mem_fs_node.h>

#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include <algorithm>
#include <new>

#include <sdk_util/auto_lock.h>

namespace nacl_io {

DirNode::DirNode(Filesystem *filesystem, mode_t mode) : Node(filesystem) {
    SetType(S_IFDIR);
    SetMode((int) mode);
    UpdateTime(UPDATE_ATIME | UPDATE_MTIME | UPDATE_CTIME);
}

DirNode::~DirNode() {
    for (auto &child : children_)
        child.second->Unlink();
}

Error DirNode::FTruncate(off_t) {
    return EISDIR;
}

Error DirNode::Read(const HandleAttr &, void *, size_t, int *count) {
    *count = 0;
    return EISDIR;
}

Error DirNode::Write(const HandleAttr &, const void *, size_t, int *count) {
    *count = 0;
    return EISDIR;
}

Error DirNode::Fchmod(mode_t mode) {
    AUTO_LOCK(node_lock_);
    SetMode((int) mode);
    UpdateTime(UPDATE_CTIME);
    return 0;
}

static struct dirent entry(ino_t number, const std::string &name) {
    struct dirent made = {};
    made.d_ino = number;
    made.d_reclen = sizeof(made);
    memcpy(made.d_name, name.c_str(), std::min(name.size() + 1, sizeof(made.d_name) - 1));
    return made;
}

Error DirNode::GetDents(size_t offset, struct dirent *entries, size_t size, int *count) {
    *count = 0;
    if (offset % sizeof(*entries) != 0 || size < sizeof(*entries))
        return EINVAL;
    AUTO_LOCK(node_lock_);
    UpdateTime(UPDATE_ATIME);
    size_t place = 0, first = offset / sizeof(*entries), room = size / sizeof(*entries), filled = 0;
    auto add = [&](ino_t number, const std::string &name) {
        if (place++ >= first && filled < room)
            entries[filled++] = entry(number, name);
    };
    add(stat_.st_ino, ".");
    add(stat_.st_ino, "..");
    for (auto &child : children_)
        add(child.second->stat_.st_ino, child.first);
    *count = (int) (filled * sizeof(*entries));
    return 0;
}

int DirNode::ChildCount() {
    AUTO_LOCK(node_lock_);
    return (int) children_.size();
}

Error DirNode::AddChild(const std::string &name, const ScopedNode &node) {
    AUTO_LOCK(node_lock_);
    if (name.empty())
        return ENOENT;
    if (name.size() >= sizeof(dirent::d_name))
        return ENAMETOOLONG;
    if (!children_.insert({name, node}).second)
        return EEXIST;
    node->Link();
    UpdateTime(UPDATE_MTIME | UPDATE_CTIME);
    return 0;
}

Error DirNode::RemoveChild(const std::string &name) {
    AUTO_LOCK(node_lock_);
    auto child = children_.find(name);
    if (child == children_.end())
        return ENOENT;
    child->second->Unlink();
    children_.erase(child);
    UpdateTime(UPDATE_MTIME | UPDATE_CTIME);
    return 0;
}

Error DirNode::FindChild(const std::string &name, ScopedNode *node) {
    AUTO_LOCK(node_lock_);
    auto child = children_.find(name);
    bool is_found = child != children_.end();
    *node = is_found ? child->second : ScopedNode();
    return is_found ? 0 : ENOENT;
}

MemFsNode::MemFsNode(Filesystem *filesystem) : Node(filesystem) {
    SetType(S_IFREG);
    UpdateTime(UPDATE_ATIME | UPDATE_MTIME | UPDATE_CTIME);
}

MemFsNode::~MemFsNode() {
}

Error MemFsNode::Resize(off_t length) {
    if (length < 0)
        return EINVAL;
    if (length > INT_MAX)
        return EFBIG;
    bytes_.resize((size_t) length);
    stat_.st_size = length;
    return 0;
}

Error MemFsNode::Read(const HandleAttr &attributes, void *bytes, size_t size, int *count) {
    AUTO_LOCK(node_lock_);
    size_t from = std::min((size_t) std::max<off_t>(attributes.offs, 0), bytes_.size());
    size = std::min(size, bytes_.size() - from);
    *count = (int) size;
    if (size > 0) {
        memcpy(bytes, bytes_.data() + from, size);
        UpdateTime(UPDATE_ATIME);
    }
    return 0;
}

Error MemFsNode::Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count) {
    *count = 0;
    if (size == 0)
        return 0;
    AUTO_LOCK(node_lock_);
    off_t end = attributes.offs + (off_t) size;
    Error error = end > stat_.st_size ? Resize(end) : Error(0);
    if (error)
        return error;
    memcpy(bytes_.data() + attributes.offs, bytes, size);
    *count = (int) size;
    UpdateTime(UPDATE_MTIME | UPDATE_CTIME);
    return 0;
}

Error MemFsNode::FTruncate(off_t length) {
    AUTO_LOCK(node_lock_);
    Error error = Resize(length);
    if (!error)
        UpdateTime(UPDATE_MTIME | UPDATE_CTIME);
    return error;
}

Error MemFsNode::Futimens(const struct timespec times[2]) {
    AUTO_LOCK(node_lock_);
    stat_.st_atim = times[0];
    stat_.st_mtim = times[1];
    return 0;
}

Error MemFsNode::Fchmod(mode_t mode) {
    AUTO_LOCK(node_lock_);
    SetMode((int) mode);
    UpdateTime(UPDATE_CTIME);
    return 0;
}

MemFs::MemFs() {
}

Error MemFs::Init(const FsInitArgs &args) {
    Error error = Filesystem::Init(args);
    if (!error)
        root_.reset(new DirNode(this, S_IRALL | S_IWALL | S_IXALL));
    return error;
}

Error MemFs::FindNode(const Path &path, int type, ScopedNode *node) {
    node->reset();
    if (!path.IsAbsolute())
        return EINVAL;
    ScopedNode found = root_;
    for (size_t index = 1; index < path.Size(); ++index) {
        ScopedNode folder = found;
        Error error = folder->FindChild(path.Part(index), &found);
        if (error)
            return error;
    }
    if (type == S_IFDIR && !found->IsaDir())
        return ENOTDIR;
    if (type == S_IFREG && found->IsaDir())
        return EISDIR;
    *node = found;
    return 0;
}

Error MemFs::OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node) {
    Error error = FindNode(path, 0, node);
    if (!error) {
        if ((open_flags & O_CREAT) && (open_flags & O_EXCL)) {
            node->reset();
            return EEXIST;
        }
        if (open_flags & O_TRUNC)
            (*node)->FTruncate(0);
        return 0;
    }
    if (error != ENOENT || !(open_flags & O_CREAT))
        return error;
    ScopedNode folder;
    error = FindNode(path.Parent(), S_IFDIR, &folder);
    if (error)
        return error;
    ScopedNode made(new MemFsNode(this));
    made->SetMode((int) mode);
    error = folder->AddChild(path.Basename(), made);
    if (!error)
        *node = made;
    return error;
}

Error MemFs::Mkdir(const Path &path, int mode) {
    ScopedNode folder, found;
    if (path.IsRoot())
        return EEXIST;
    Error error = FindNode(path.Parent(), S_IFDIR, &folder);
    if (error)
        return error;
    if (!folder->FindChild(path.Basename(), &found))
        return EEXIST;
    return folder->AddChild(path.Basename(), ScopedNode(new DirNode(this, (mode_t) mode)));
}

Error MemFs::RemoveNode(const Path &path, bool files, bool folders) {
    ScopedNode folder, found;
    Error error = FindNode(path, 0, &found);
    if (error)
        return error;
    if (found->IsaDir() && !folders)
        return EISDIR;
    if (!found->IsaDir() && !files)
        return ENOTDIR;
    if (path.IsRoot())
        return EBUSY;
    if (found->ChildCount() > 0)
        return ENOTEMPTY;
    error = FindNode(path.Parent(), S_IFDIR, &folder);
    return error ? error : folder->RemoveChild(path.Basename());
}

Error MemFs::Unlink(const Path &path) {
    return RemoveNode(path, true, false);
}

Error MemFs::Rmdir(const Path &path) {
    return RemoveNode(path, false, true);
}

Error MemFs::Remove(const Path &path) {
    return RemoveNode(path, true, true);
}

/* A file that is moved to an empty folder keeps its name there, as in the original library. */
Error MemFs::Rename(const Path &path, const Path &new_path) {
    ScopedNode node, before, folder, new_folder;
    Error error = FindNode(path, 0, &node);
    if (!error)
        error = FindNode(path.Parent(), S_IFDIR, &folder);
    if (!error)
        error = FindNode(new_path.Parent(), S_IFDIR, &new_folder);
    if (error)
        return error;
    if (path == new_path)
        return 0;
    if (path.IsRoot())
        return EBUSY;
    if (node->IsaDir() && new_path.Range(0, path.Size()) == path.Join())
        return EINVAL;
    std::string name = new_path.Basename();
    if (!FindNode(new_path, 0, &before)) {
        if (before->ChildCount() > 0)
            return ENOTEMPTY;
        if (node->IsaDir() && !before->IsaDir())
            return ENOTDIR;
        if (before->IsaDir() && !node->IsaDir()) {
            new_folder = before;
            name = path.Basename();
        } else {
            new_folder->RemoveChild(name);
        }
    }
    error = new_folder->AddChild(name, node);
    return error ? error : folder->RemoveChild(path.Basename());
}

}
