/* A file in memory. */
#ifndef _NACL_IO_MEMFS_MEM_FS_NODE_H
#define _NACL_IO_MEMFS_MEM_FS_NODE_H

#include <vector>

#include "nacl_io/node.h"

namespace nacl_io {

class MemFsNode : public Node {
public:
    explicit MemFsNode(Filesystem *filesystem);

protected:
    virtual ~MemFsNode();

public:
    virtual Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count);
    virtual Error Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count);
    virtual Error FTruncate(off_t length);
    virtual Error Futimens(const struct timespec times[2]);
    virtual Error Fchmod(mode_t mode);

private:
    Error Resize(off_t length);

    std::vector<char> bytes_;

    friend class MemFs;
};

}

#endif
