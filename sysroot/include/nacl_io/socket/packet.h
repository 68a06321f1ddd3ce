/* A datagram: its bytes and the address of its other end. */
#ifndef _NACL_IO_SOCKET_PACKET_H
#define _NACL_IO_SOCKET_PACKET_H

#include <stddef.h>

#include "nacl_io/fifo_interface.h"
#include "ppapi/c/pp_resource.h"
#include "sdk_util/macros.h"

namespace nacl_io {

class PepperInterface;

class Packet {
public:
    /* The argument is unused: addresses are kept in the browser of nacl_io_init_ppapi. */
    explicit Packet(PepperInterface *ppapi);
    Packet(const Packet &) = delete;
    Packet &operator=(const Packet &) = delete;
    ~Packet();

    /* Copies the bytes, and keeps the address, which may be 0. */
    void Copy(const void *bytes, size_t size, PP_Resource address);

    char *buffer() {
        return bytes_;
    }
    PP_Resource addr() {
        return address_;
    }
    size_t len() {
        return size_;
    }

private:
    PP_Resource address_;
    char *bytes_;
    size_t size_;
};

}

#endif
