/* The devices of /dev, as a class. */
#ifndef _NACL_IO_DEVFS_DEV_FS_H
#define _NACL_IO_DEVFS_DEV_FS_H

#include "nacl_io/filesystem.h"
#include "nacl_io/typed_fs_factory.h"

struct file_system;

namespace nacl_io {

/* A file system of the library's own, whose functions the methods call. */
class LibraryFs : public Filesystem {
protected:
    LibraryFs();
    virtual ~LibraryFs();

public:
    virtual Error OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node);
    virtual Error Unlink(const Path &path);
    virtual Error Mkdir(const Path &path, int mode);
    virtual Error Rmdir(const Path &path);
    virtual Error Remove(const Path &path);
    virtual Error Rename(const Path &path, const Path &new_path);

protected:
    struct ::file_system *system_;
};

class DevFs : public LibraryFs {
protected:
    DevFs();

    virtual Error Init(const FsInitArgs &args);

    friend class TypedFsFactory<DevFs>;
};

}

#endif
