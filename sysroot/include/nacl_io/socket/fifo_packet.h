/* A queue of datagrams. It is full once they have as many bytes together as its size. */
#ifndef _NACL_IO_SOCKET_FIFO_PACKET_H
#define _NACL_IO_SOCKET_FIFO_PACKET_H

#include <list>
#include <string.h>

#include "nacl_io/fifo_interface.h"
#include "ppapi/c/pp_resource.h"
#include "sdk_util/macros.h"

namespace nacl_io {

class Packet;

class FIFOPacket : public FIFOInterface {
public:
    explicit FIFOPacket(size_t size);
    FIFOPacket(const FIFOPacket &) = delete;
    FIFOPacket &operator=(const FIFOPacket &) = delete;
    virtual ~FIFOPacket();

    virtual bool IsEmpty();
    virtual bool IsFull();
    virtual bool Resize(size_t size);

    virtual size_t ReadAvailable();
    virtual size_t WriteAvailable();

    /* The first packet, which stays in the queue; null in an empty one. */
    Packet *PeekPacket();
    /* Removes the first packet, which is the caller's then. */
    Packet *ReadPacket();
    /* Adds a packet, which is the queue's then. */
    void WritePacket(Packet *packet);

    /* Removes the first packet; bytes after `size` are lost. */
    virtual size_t Read(void *bytes, size_t size);
    /* Adds a packet without an address. */
    virtual size_t Write(const void *bytes, size_t size);

private:
    std::list<Packet *> packets_;
    size_t size_;
    size_t count_;
};

}

#endif
