/* A table of descriptors, and of file systems by path, with a current folder and a mask of rights. It
   is a table of the program's own: POSIX's functions and KernelProxy have another. */
#ifndef _NACL_IO_KERNEL_OBJECT_H
#define _NACL_IO_KERNEL_OBJECT_H

#include <map>
#include <string>
#include <vector>

#include "nacl_io/error.h"
#include "nacl_io/filesystem.h"
#include "nacl_io/kernel_handle.h"
#include "nacl_io/node.h"
#include "nacl_io/path.h"
#include "sdk_util/macros.h"
#include "sdk_util/simple_lock.h"

namespace nacl_io {

class KernelObject {
public:
    struct Descriptor_t {
        Descriptor_t() : flags(0) {
        }
        Descriptor_t(const ScopedKernelHandle &open, const std::string &open_path)
            : handle(open), flags(0), path(open_path) {
        }

        ScopedKernelHandle handle;
        int flags;
        std::string path;
    };
    typedef std::vector<Descriptor_t> HandleMap_t;
    typedef std::map<std::string, ScopedFilesystem> FsMap_t;

    KernelObject();
    KernelObject(const KernelObject &) = delete;
    KernelObject &operator=(const KernelObject &) = delete;
    virtual ~KernelObject();

    /* EBUSY if there is a file system at the path. */
    Error AttachFsAtPath(const ScopedFilesystem &filesystem, const std::string &path);
    /* EINVAL if there is none, EBUSY if something else has it. */
    Error DetachFsAtPath(const std::string &path, ScopedFilesystem *filesystem);

    /* Finds the file system of a path, and the absolute path in it. ENOTDIR without one. */
    Error AcquireFsAndRelPath(const std::string &path, ScopedFilesystem *filesystem, Path *inside);
    /* Opens the node of a path, too. The mask takes rights away. */
    Error AcquireFsAndNode(const std::string &path, int open_flags, mode_t mode, ScopedFilesystem *filesystem,
        ScopedNode *node);

    /* Whether descriptors close when another program is executed: FD_CLOEXEC. */
    Error GetFDFlags(int fd, int *flags);
    Error SetFDFlags(int fd, int flags);

    /* EBADF for a descriptor that is not open. */
    Error AcquireHandle(int fd, ScopedKernelHandle *handle);
    Error AcquireHandleAndPath(int fd, ScopedKernelHandle *handle, std::string *path);

    /* Gives the lowest free descriptor. */
    int AllocateFD(const ScopedKernelHandle &handle, const std::string &path = std::string());
    /* Closes the descriptor if it is open, and opens it again for this handle unless that is null. */
    void FreeAndReassignFD(int fd, const ScopedKernelHandle &handle, const std::string &path);
    void FreeFD(int fd);

    std::string GetCWD();
    /* ENOENT or ENOTDIR unless it is a folder of a file system. */
    Error SetCWD(const std::string &path);

    mode_t GetUmask();
    /* Gives the one before. */
    mode_t SetUmask(mode_t mask);

    /* The path from the current folder on, as an absolute one. */
    Path GetAbsParts(const std::string &path);

private:
    Descriptor_t *Find(int fd);

    std::string folder_;
    mode_t mask_;
    HandleMap_t descriptors_;
    FsMap_t filesystems_;
    /* Of the descriptors, and of the rest. */
    sdk_util::SimpleLock descriptors_lock_;
    sdk_util::SimpleLock lock_;
};

}

#endif
