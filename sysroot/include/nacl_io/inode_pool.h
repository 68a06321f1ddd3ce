/* The numbers of the files of a file system. Numbers of files that are gone are given out again. */
#ifndef _NACL_IO_INODE_POOL_H
#define _NACL_IO_INODE_POOL_H

#include <stdlib.h>
#include <sys/types.h>

#include <vector>

#include "nacl_io/osstat.h"
#include "sdk_util/auto_lock.h"
#include "sdk_util/simple_lock.h"

namespace nacl_io {

class INodePool {
public:
    INodePool() : used_(0), highest_(0) {
    }

    /* A number that is not in use, from 1 up. */
    ino_t Acquire() {
        AUTO_LOCK(lock_);
        ++used_;
        if (free_.empty())
            return ++highest_;
        ino_t number = free_.back();
        free_.pop_back();
        return number;
    }

    void Release(ino_t number) {
        AUTO_LOCK(lock_);
        --used_;
        free_.push_back(number);
    }

    size_t size() const {
        return used_;
    }
    size_t capacity() const {
        return highest_;
    }

private:
    size_t used_;
    ino_t highest_;
    std::vector<ino_t> free_;
    sdk_util::SimpleLock lock_;
};

}

#endif
