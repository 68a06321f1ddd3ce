/* A queue of bytes in a ring. */
#ifndef _NACL_IO_FIFO_CHAR_H
#define _NACL_IO_FIFO_CHAR_H

#include <vector>

#include "nacl_io/fifo_interface.h"
#include "sdk_util/macros.h"

namespace nacl_io {

class FIFOChar : public FIFOInterface {
public:
    explicit FIFOChar(size_t size);
    FIFOChar(const FIFOChar &) = delete;
    FIFOChar &operator=(const FIFOChar &) = delete;
    virtual ~FIFOChar();

    virtual bool IsEmpty();
    virtual bool IsFull();
    /* Fails if the bytes in the queue do not fit. */
    virtual bool Resize(size_t size);

    virtual size_t ReadAvailable();
    virtual size_t WriteAvailable();
    /* Reads without removing. */
    size_t Peek(void *bytes, size_t size);
    virtual size_t Read(void *bytes, size_t size);
    virtual size_t Write(const void *bytes, size_t size);

private:
    std::vector<char> ring_;
    size_t begin_;
    size_t count_;
};

}

#endif
