/* Files in memory, as a class to derive from. */
#ifndef _NACL_IO_MEMFS_MEM_FS_H
#define _NACL_IO_MEMFS_MEM_FS_H

#include "nacl_io/filesystem.h"
#include "nacl_io/typed_fs_factory.h"

namespace nacl_io {

class MemFs : public Filesystem {
protected:
    MemFs();

    virtual Error Init(const FsInitArgs &args);

    /* Finds a file; a type other than 0 is required. */
    virtual Error FindNode(const Path &path, int type, ScopedNode *node);

public:
    virtual Error OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node);
    virtual Error Unlink(const Path &path);
    virtual Error Mkdir(const Path &path, int mode);
    virtual Error Rmdir(const Path &path);
    virtual Error Remove(const Path &path);
    virtual Error Rename(const Path &path, const Path &new_path);

private:
    Error RemoveNode(const Path &path, bool files, bool folders);

    ScopedNode root_;

    friend class TypedFsFactory<MemFs>;
};

}

#endif
