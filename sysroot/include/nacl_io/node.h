/* A file or folder of a file system that is written as a class (<nacl_io/filesystem.h>). Methods
   that a derived class does not override fail as they must for a file without contents. */
#ifndef _NACL_IO_NODE_H
#define _NACL_IO_NODE_H

#include <stdarg.h>

#include <string>

#include "nacl_io/error.h"
#include "nacl_io/event_listener.h"
#include "nacl_io/log.h"
#include "nacl_io/osdirent.h"
#include "nacl_io/osstat.h"
#include "nacl_io/ostermios.h"
#include "nacl_io/ostypes.h"
#include "sdk_util/ref_object.h"
#include "sdk_util/scoped_ref.h"
#include "sdk_util/simple_lock.h"

/* The rights of everyone. */
#define S_IRALL (S_IRUSR | S_IRGRP | S_IROTH)
#define S_IWALL (S_IWUSR | S_IWGRP | S_IWOTH)
#define S_IXALL (S_IXUSR | S_IXGRP | S_IXOTH)
#define S_MODEBITS 07777

namespace nacl_io {

class Filesystem;
class Node;

typedef sdk_util::ScopedRef<Node> ScopedNode;

/* The position and the flags of the open file that a call is for. */
struct HandleAttr {
    HandleAttr() : offs(0), flags(0) {
    }
    bool IsBlocking() const;

    off_t offs;
    int flags;
};

class Node : public sdk_util::RefObject {
protected:
    /* A file that everyone may read and write. The file system may be null. */
    explicit Node(Filesystem *filesystem);
    virtual ~Node();

    virtual Error Init(int open_flags);
    virtual void Destroy();

public:
    /* Checks the rights. */
    virtual bool CanOpen(int open_flags);

    /* Null, unless its events change: then poll and select wait for its emitter. */
    virtual EventEmitter *GetEventEmitter();
    /* Those of the emitter; without one, it can always be read and written. */
    virtual uint32_t GetEventStatus();

    virtual Error FSync();
    virtual Error FTruncate(off_t length);
    /* Fills in whole entries; the offset is one of bytes, a multiple of their size. */
    virtual Error GetDents(size_t offset, struct dirent *entries, size_t size, int *count);
    virtual Error GetStat(struct stat *status);
    Error Ioctl(int request, ...);
    virtual Error VIoctl(int request, va_list arguments);
    virtual Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count);
    virtual Error Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count);
    /* Copies the file into new memory. */
    virtual Error MMap(void *address, size_t length, int protection, int flags, size_t offset, void **mapped);
    virtual Error Tcflush(int queue);
    virtual Error Tcgetattr(struct termios *settings);
    virtual Error Tcsetattr(int when, const struct termios *settings);
    virtual Error Futimens(const struct timespec times[2]);
    virtual Error Fchmod(mode_t mode);

    virtual int GetLinks();
    /* The rights, and the type, as in st_mode. */
    virtual int GetMode();
    virtual void SetMode(int mode);
    virtual int GetType();
    virtual void SetType(int type);
    virtual Error GetSize(off_t *size);
    /* 0 for a terminal. */
    virtual Error Isatty();
    virtual bool IsaDir();
    virtual bool IsaFile();
    virtual bool IsaSock();
    virtual bool IsSeekable();
    virtual int ChildCount();

protected:
    virtual Error AddChild(const std::string &name, const ScopedNode &node);
    virtual Error RemoveChild(const std::string &name);
    virtual Error FindChild(const std::string &name, ScopedNode *node);

    /* Count the names of the file. */
    virtual void Link();
    virtual void Unlink();

    enum {
        UPDATE_ATIME = 1,
        UPDATE_MTIME = 2,
        UPDATE_CTIME = 4,
    };
    /* Sets times to the current one. */
    void UpdateTime(int which);

    struct stat stat_;
    sdk_util::SimpleLock node_lock_;
    Filesystem *filesystem_;

    friend class DirNode;
    friend class Filesystem;
    friend class MemFs;
};

}

#endif
