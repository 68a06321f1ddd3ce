/* The file system of nodes that have no names, such as pipes: calls with paths fail with EACCES or
   EPERM. */
#ifndef _NACL_IO_STREAM_STREAM_FS_H
#define _NACL_IO_STREAM_STREAM_FS_H

#include "nacl_io/filesystem.h"

namespace nacl_io {

class StreamFs : public Filesystem {
protected:
    StreamFs();
    virtual ~StreamFs();

public:
    virtual Error OpenWithMode(const Path &path, int open_flags, mode_t mode, ScopedNode *node);
    virtual Error Unlink(const Path &path);
    virtual Error Mkdir(const Path &path, int mode);
    virtual Error Rmdir(const Path &path);
    virtual Error Remove(const Path &path);
    virtual Error Rename(const Path &path, const Path &new_path);
};

}

#endif
