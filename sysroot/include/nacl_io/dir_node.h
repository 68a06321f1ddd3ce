/* A folder in memory. */
#ifndef _NACL_IO_DIR_NODE_H
#define _NACL_IO_DIR_NODE_H

#include <map>
#include <string>
#include <vector>

#include "nacl_io/node.h"

namespace nacl_io {

class DirNode : public Node {
protected:
    DirNode(Filesystem *filesystem, mode_t mode);
    virtual ~DirNode();

public:
    virtual Error FTruncate(off_t length);
    virtual Error GetDents(size_t offset, struct dirent *entries, size_t size, int *count);
    virtual Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count);
    virtual Error Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count);
    virtual Error Fchmod(mode_t mode);
    virtual int ChildCount();

protected:
    virtual Error AddChild(const std::string &name, const ScopedNode &node);
    virtual Error RemoveChild(const std::string &name);
    virtual Error FindChild(const std::string &name, ScopedNode *node);

private:
    std::map<std::string, ScopedNode> children_;

    friend class MemFs;
};

}

#endif
