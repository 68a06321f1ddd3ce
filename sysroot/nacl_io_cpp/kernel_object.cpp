/* Tables of descriptors and file systems that a program has itself. */
#include <nacl_io/kernel_object.h>

#include <fcntl.h>

#include <sdk_util/auto_lock.h>

namespace nacl_io {

KernelObject::KernelObject() : folder_("/"), mask_(0) {
}

KernelObject::~KernelObject() {
    /* Nodes may need their file systems at their end. */
    descriptors_.clear();
}

Error KernelObject::AttachFsAtPath(const ScopedFilesystem &filesystem, const std::string &path) {
    std::string whole = GetAbsParts(path).Join();
    AUTO_LOCK(lock_);
    return filesystems_.emplace(whole, filesystem).second ? 0 : EBUSY;
}

Error KernelObject::DetachFsAtPath(const std::string &path, ScopedFilesystem *filesystem) {
    std::string whole = GetAbsParts(path).Join();
    AUTO_LOCK(lock_);
    auto found = filesystems_.find(whole);
    if (found == filesystems_.end())
        return EINVAL;
    if (found->second->RefCount() != 1)
        return EBUSY;
    *filesystem = found->second;
    filesystems_.erase(found);
    return 0;
}

Error KernelObject::AcquireFsAndRelPath(const std::string &path, ScopedFilesystem *filesystem, Path *inside) {
    Path whole = GetAbsParts(path);
    filesystem->reset();
    AUTO_LOCK(lock_);
    for (size_t length = whole.Size(); length > 0; --length) {
        auto found = filesystems_.find(whole.Range(0, length));
        if (found == filesystems_.end())
            continue;
        *filesystem = found->second;
        inside->Set("/");
        for (size_t index = length; index < whole.Size(); ++index)
            inside->Append(whole.Part(index));
        return 0;
    }
    return ENOTDIR;
}

Error KernelObject::AcquireFsAndNode(
    const std::string &path, int open_flags, mode_t mode, ScopedFilesystem *filesystem, ScopedNode *node) {
    Path inside;
    node->reset();
    Error error = AcquireFsAndRelPath(path, filesystem, &inside);
    if (!error)
        error = (*filesystem)->OpenWithMode(inside, open_flags, mode & ~GetUmask(), node);
    if (error)
        filesystem->reset();
    return error;
}

KernelObject::Descriptor_t *KernelObject::Find(int fd) {
    bool is_open = fd >= 0 && (size_t) fd < descriptors_.size() && descriptors_[(size_t) fd].handle;
    return is_open ? &descriptors_[(size_t) fd] : nullptr;
}

Error KernelObject::GetFDFlags(int fd, int *flags) {
    AUTO_LOCK(descriptors_lock_);
    Descriptor_t *found = Find(fd);
    if (!found)
        return EBADF;
    *flags = found->flags;
    return 0;
}

Error KernelObject::SetFDFlags(int fd, int flags) {
    AUTO_LOCK(descriptors_lock_);
    Descriptor_t *found = Find(fd);
    if (!found)
        return EBADF;
    if (flags & ~FD_CLOEXEC)
        return EINVAL;
    found->flags = flags;
    return 0;
}

Error KernelObject::AcquireHandle(int fd, ScopedKernelHandle *handle) {
    std::string path;
    return AcquireHandleAndPath(fd, handle, &path);
}

Error KernelObject::AcquireHandleAndPath(int fd, ScopedKernelHandle *handle, std::string *path) {
    AUTO_LOCK(descriptors_lock_);
    Descriptor_t *found = Find(fd);
    handle->reset();
    if (!found)
        return EBADF;
    *handle = found->handle;
    *path = found->path;
    return 0;
}

int KernelObject::AllocateFD(const ScopedKernelHandle &handle, const std::string &path) {
    Descriptor_t added(handle, path.empty() ? path : GetAbsParts(path).Join());
    AUTO_LOCK(descriptors_lock_);
    size_t fd = 0;
    while (fd < descriptors_.size() && descriptors_[fd].handle)
        ++fd;
    if (fd == descriptors_.size())
        descriptors_.emplace_back();
    descriptors_[fd] = added;
    return (int) fd;
}

void KernelObject::FreeAndReassignFD(int fd, const ScopedKernelHandle &handle, const std::string &path) {
    if (fd < 0)
        return;
    Descriptor_t added(handle, path.empty() ? path : GetAbsParts(path).Join()), before;
    AUTO_LOCK(descriptors_lock_);
    if ((size_t) fd >= descriptors_.size())
        descriptors_.resize((size_t) fd + 1);
    before = descriptors_[(size_t) fd];
    descriptors_[(size_t) fd] = added;
}

void KernelObject::FreeFD(int fd) {
    /* The file may be closed with this, which takes time and may call others. */
    Descriptor_t before;
    AUTO_LOCK(descriptors_lock_);
    if (Descriptor_t *found = Find(fd)) {
        before = *found;
        *found = Descriptor_t();
    }
}

std::string KernelObject::GetCWD() {
    AUTO_LOCK(lock_);
    return folder_;
}

Error KernelObject::SetCWD(const std::string &path) {
    std::string whole = GetAbsParts(path).Join();
    ScopedFilesystem filesystem;
    ScopedNode node;
    Error error = AcquireFsAndNode(whole, O_RDONLY, 0, &filesystem, &node);
    if (error)
        return error;
    if (!node->IsaDir())
        return ENOTDIR;
    AUTO_LOCK(lock_);
    folder_ = whole;
    return 0;
}

mode_t KernelObject::GetUmask() {
    AUTO_LOCK(lock_);
    return mask_;
}

mode_t KernelObject::SetUmask(mode_t mask) {
    AUTO_LOCK(lock_);
    mode_t before = mask_;
    mask_ = mask & 0777;
    return before;
}

Path KernelObject::GetAbsParts(const std::string &path) {
    Path whole(!path.empty() && path[0] == '/' ? "/" : GetCWD());
    return whole.Append(path);
}

}
