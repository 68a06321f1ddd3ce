/* Open files of file systems that are classes. */
#include <nacl_io/kernel_handle.h>

#include <unistd.h>

#include <sdk_util/auto_lock.h>

namespace nacl_io {

KernelHandle::KernelHandle() {
}

KernelHandle::KernelHandle(const ScopedFilesystem &filesystem, const ScopedNode &node)
    : filesystem_(filesystem), node_(node) {
}

KernelHandle::~KernelHandle() {
    /* The node may need its file system at its end. */
    node_.reset();
}

Error KernelHandle::Init(int open_flags) {
    attributes_.flags = open_flags;
    if (!(open_flags & O_CREAT) && !node_->CanOpen(open_flags))
        return EACCES;
    if (OpenMode() != O_RDONLY && node_->IsaDir())
        return EISDIR;
    return open_flags & O_APPEND ? node_->GetSize(&attributes_.offs) : Error(0);
}

Error KernelHandle::Fcntl(int request, int *result, ...) {
    va_list arguments;
    va_start(arguments, result);
    Error error = VFcntl(request, result, arguments);
    va_end(arguments);
    return error;
}

Error KernelHandle::VFcntl(int request, int *result, va_list arguments) {
    AUTO_LOCK(lock_);
    if (request == F_GETFL) {
        *result = attributes_.flags;
        return 0;
    }
    if (request != F_SETFL)
        return ENOSYS;
    int flags = va_arg(arguments, int);
    if ((attributes_.flags & O_APPEND) && !(flags & O_APPEND))
        return EPERM;
    attributes_.flags = (attributes_.flags & ~O_NONBLOCK) | (flags & O_NONBLOCK);
    return 0;
}

Error KernelHandle::GetDents(struct dirent *entries, size_t size, int *count) {
    AUTO_LOCK(lock_);
    Error error = node_->GetDents((size_t) attributes_.offs, entries, size, count);
    if (!error)
        attributes_.offs += *count;
    return error;
}

Error KernelHandle::Read(void *bytes, size_t size, int *count) {
    AUTO_LOCK(lock_);
    if (OpenMode() == O_WRONLY)
        return EACCES;
    Error error = node_->Read(attributes_, bytes, size, count);
    if (!error && node_->IsSeekable())
        attributes_.offs += *count;
    return error;
}

Error KernelHandle::Write(const void *bytes, size_t size, int *count) {
    AUTO_LOCK(lock_);
    if (OpenMode() == O_RDONLY)
        return EACCES;
    Error error = node_->Write(attributes_, bytes, size, count);
    if (!error && node_->IsSeekable())
        attributes_.offs += *count;
    return error;
}

Error KernelHandle::Seek(off_t offset, int whence, off_t *position) {
    AUTO_LOCK(lock_);
    off_t size = 0;
    if (!node_->IsSeekable())
        return ESPIPE;
    Error error = node_->GetSize(&size);
    if (error)
        return error;
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)
        return EINVAL;
    off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? attributes_.offs : size;
    if (__builtin_add_overflow(from, offset, &from) || from < 0)
        return EINVAL;
    if (from > size && node_->FTruncate(from))
        return EINVAL;
    *position = attributes_.offs = from;
    return 0;
}

}
