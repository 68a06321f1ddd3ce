/* A file system of the functions of <nacl_io/fuse.h>, as a class. */
#ifndef _NACL_IO_FUSEFS_FUSE_FS_H
#define _NACL_IO_FUSEFS_FUSE_FS_H

#include "nacl_io/devfs/dev_fs.h"
#include "nacl_io/fuse.h"

namespace nacl_io {

class FuseFs : public LibraryFs {
protected:
    FuseFs();

    /* Of the functions in `args.fuse_ops`. */
    virtual Error Init(const FsInitArgs &args);

    friend class TypedFsFactory<FuseFs>;
};

}

#endif
