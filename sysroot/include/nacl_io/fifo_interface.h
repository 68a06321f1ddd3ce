/* A queue of bytes of a bounded size. It has no lock of its own. */
#ifndef _NACL_IO_FIFO_INTERFACE_H
#define _NACL_IO_FIFO_INTERFACE_H

#include <stdint.h>
#include <stdlib.h>

namespace nacl_io {

class FIFOInterface {
public:
    virtual ~FIFOInterface() {
    }

    virtual bool IsEmpty() = 0;
    virtual bool IsFull() = 0;
    virtual bool Resize(size_t size) = 0;

    /* In bytes. */
    virtual size_t ReadAvailable() = 0;
    virtual size_t WriteAvailable() = 0;
    /* These move up to `size` bytes and return their number. */
    virtual size_t Read(void *bytes, size_t size) = 0;
    virtual size_t Write(const void *bytes, size_t size) = 0;
};

}

#endif
