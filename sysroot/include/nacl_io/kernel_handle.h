/* An open file: a node of a file system, with a position and flags. */
#ifndef _NACL_IO_KERNEL_HANDLE_H
#define _NACL_IO_KERNEL_HANDLE_H

#include <fcntl.h>

#include "nacl_io/error.h"
#include "nacl_io/filesystem.h"
#include "nacl_io/node.h"
#include "nacl_io/ossocket.h"
#include "nacl_io/ostypes.h"
#include "ppapi/c/pp_resource.h"
#include "sdk_util/macros.h"
#include "sdk_util/ref_object.h"
#include "sdk_util/scoped_ref.h"
#include "sdk_util/simple_lock.h"

namespace nacl_io {

class KernelHandle : public sdk_util::RefObject {
public:
    KernelHandle();
    KernelHandle(const ScopedFilesystem &filesystem, const ScopedNode &node);
    KernelHandle(const KernelHandle &) = delete;
    KernelHandle &operator=(const KernelHandle &) = delete;
    ~KernelHandle();

    /* Checks the rights. Appending begins at the end of the file. */
    Error Init(int open_flags);

    /* F_GETFL and F_SETFL, which changes O_NONBLOCK alone. */
    Error Fcntl(int request, int *result, ...);
    Error VFcntl(int request, int *result, va_list arguments);

    /* Each moves the position. */
    Error GetDents(struct dirent *entries, size_t size, int *count);
    Error Read(void *bytes, size_t size, int *count);
    Error Write(const void *bytes, size_t size, int *count);
    Error Seek(off_t offset, int whence, off_t *position);

    const ScopedNode &node() {
        return node_;
    }
    const ScopedFilesystem &filesystem() {
        return filesystem_;
    }
    const HandleAttr &Attr() {
        return attributes_;
    }
    int OpenMode() {
        return attributes_.flags & O_ACCMODE;
    }

private:
    ScopedFilesystem filesystem_;
    ScopedNode node_;
    sdk_util::SimpleLock lock_;
    HandleAttr attributes_;
};

typedef sdk_util::ScopedRef<KernelHandle> ScopedKernelHandle;

}

#endif
