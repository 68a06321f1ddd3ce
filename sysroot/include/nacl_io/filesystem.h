/* A file system as a class. KernelProxy mounts one by the factory of its type, and POSIX's functions
   use it then. Paths are absolute within it. */
#ifndef _NACL_IO_FILESYSTEM_H
#define _NACL_IO_FILESYSTEM_H

#include <stdarg.h>

#include <map>
#include <string>

#include "nacl_io/error.h"
#include "nacl_io/inode_pool.h"
#include "nacl_io/node.h"
#include "nacl_io/path.h"
#include "nacl_io/pepper_interface.h"
#include "sdk_util/macros.h"
#include "sdk_util/ref_object.h"
#include "sdk_util/scoped_ref.h"

struct fuse_operations;

namespace nacl_io {

typedef sdk_util::ScopedRef<Filesystem> ScopedFilesystem;
typedef std::map<std::string, std::string> StringMap_t;

/* What a file system is made of: the number of its device, and the options of mount by name, among
   them "SOURCE". `ppapi` is the browser, or null without one. */
struct FsInitArgs {
    FsInitArgs() : dev(0), ppapi(nullptr), fuse_ops(nullptr) {
    }
    explicit FsInitArgs(int device) : dev(device), ppapi(nullptr), fuse_ops(nullptr) {
    }

    int dev;
    StringMap_t string_map;
    PepperInterface *ppapi;
    fuse_operations *fuse_ops;
};

class Filesystem : public sdk_util::RefObject {
public:
    Filesystem(const Filesystem &) = delete;
    Filesystem &operator=(const Filesystem &) = delete;

protected:
    Filesystem();
    virtual ~Filesystem();

    virtual Error Init(const FsInitArgs &args);
    virtual void Destroy();

public:
    PepperInterface *ppapi() {
        return ppapi_;
    }
    int dev() {
        return dev_;
    }

    /* Finds a file, or makes it if the flags say so. Open makes files that everyone may read and
       write. */
    virtual Error OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node) = 0;
    Error Open(const Path &path, int open_flags, ScopedNode *node);
    virtual Error OpenResource(const Path &path, ScopedNode *node);

    virtual Error Unlink(const Path &path) = 0;
    virtual Error Mkdir(const Path &path, int mode) = 0;
    virtual Error Rmdir(const Path &path) = 0;
    /* A file or a folder. */
    virtual Error Remove(const Path &path) = 0;
    virtual Error Rename(const Path &path, const Path &new_path) = 0;

    virtual Error Filesystem_VIoctl(int request, va_list arguments);
    Error Filesystem_Ioctl(int request, ...);

    /* Give a node its number, and take it back. */
    virtual void OnNodeCreated(Node *node);
    virtual void OnNodeDestroyed(Node *node);

protected:
    int dev_;
    PepperInterface *ppapi_;
    INodePool inode_pool_;

    friend class KernelProxy;
};

}

#endif
