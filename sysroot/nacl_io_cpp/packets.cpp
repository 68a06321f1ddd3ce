/* Datagrams, and queues of them. */
#include <nacl_io/socket/fifo_packet.h>
#include <nacl_io/socket/packet.h>

#include <string.h>

#include <algorithm>

#include <ppapi/c/ppb.h>
#include <ppapi/c/ppb_core.h>

extern "C" PPB_GetInterface __nacl_io_get_interface;

namespace nacl_io {

static const PPB_Core *core() {
    PPB_GetInterface get = __nacl_io_get_interface;
    return get ? static_cast<const PPB_Core *>(get(PPB_CORE_INTERFACE)) : nullptr;
}

Packet::Packet(PepperInterface *) : address_(0), bytes_(nullptr), size_(0) {
}

Packet::~Packet() {
    Copy(nullptr, 0, 0);
}

void Packet::Copy(const void *bytes, size_t size, PP_Resource address) {
    char *copied = size > 0 ? new char[size] : nullptr;
    if (copied)
        memcpy(copied, bytes, size);
    if (const PPB_Core *interface = core()) {
        if (address)
            interface->AddRefResource(address);
        if (address_)
            interface->ReleaseResource(address_);
    }
    delete[] bytes_;
    bytes_ = copied;
    size_ = size;
    address_ = address;
}

FIFOPacket::FIFOPacket(size_t size) : size_(size), count_(0) {
}

FIFOPacket::~FIFOPacket() {
    for (Packet *packet : packets_)
        delete packet;
}

bool FIFOPacket::IsEmpty() {
    return packets_.empty();
}

bool FIFOPacket::IsFull() {
    return count_ >= size_;
}

bool FIFOPacket::Resize(size_t size) {
    size_ = size;
    return true;
}

size_t FIFOPacket::ReadAvailable() {
    return count_;
}

size_t FIFOPacket::WriteAvailable() {
    return count_ < size_ ? size_ - count_ : 0;
}

Packet *FIFOPacket::PeekPacket() {
    return packets_.empty() ? nullptr : packets_.front();
}

Packet *FIFOPacket::ReadPacket() {
    if (packets_.empty())
        return nullptr;
    Packet *packet = packets_.front();
    packets_.pop_front();
    count_ -= packet->len();
    return packet;
}

void FIFOPacket::WritePacket(Packet *packet) {
    packets_.push_back(packet);
    count_ += packet->len();
}

size_t FIFOPacket::Read(void *bytes, size_t size) {
    Packet *packet = ReadPacket();
    if (!packet)
        return 0;
    size = std::min(size, packet->len());
    if (size > 0)
        memcpy(bytes, packet->buffer(), size);
    delete packet;
    return size;
}

size_t FIFOPacket::Write(const void *bytes, size_t size) {
    Packet *packet = new Packet(nullptr);
    packet->Copy(bytes, size, 0);
    WritePacket(packet);
    return size;
}

}
