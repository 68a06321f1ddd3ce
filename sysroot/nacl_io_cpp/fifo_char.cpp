/* A queue of bytes in a ring. */
#include <nacl_io/fifo_char.h>

#include <string.h>

#include <algorithm>

namespace nacl_io {

FIFOChar::FIFOChar(size_t size) : ring_(size), begin_(0), count_(0) {
}

FIFOChar::~FIFOChar() {
}

bool FIFOChar::IsEmpty() {
    return count_ == 0;
}

bool FIFOChar::IsFull() {
    return count_ == ring_.size();
}

bool FIFOChar::Resize(size_t size) {
    if (size < count_)
        return false;
    std::vector<char> resized(size);
    Peek(resized.data(), count_);
    ring_.swap(resized);
    begin_ = 0;
    return true;
}

size_t FIFOChar::ReadAvailable() {
    return count_;
}

size_t FIFOChar::WriteAvailable() {
    return ring_.size() - count_;
}

size_t FIFOChar::Peek(void *bytes, size_t size) {
    size = std::min(size, count_);
    size_t first = std::min(size, ring_.size() - begin_);
    char *to = static_cast<char *>(bytes);
    if (size > 0) {
        memcpy(to, ring_.data() + begin_, first);
        memcpy(to + first, ring_.data(), size - first);
    }
    return size;
}

size_t FIFOChar::Read(void *bytes, size_t size) {
    size = Peek(bytes, size);
    count_ -= size;
    begin_ = count_ == 0 ? 0 : (begin_ + size) % ring_.size();
    return size;
}

size_t FIFOChar::Write(const void *bytes, size_t size) {
    size = std::min(size, WriteAvailable());
    if (size == 0)
        return 0;
    size_t end = (begin_ + count_) % ring_.size();
    size_t first = std::min(size, ring_.size() - end);
    const char *from = static_cast<const char *>(bytes);
    memcpy(ring_.data() + end, from, first);
    memcpy(ring_.data(), from + first, size - first);
    count_ += size;
    return size;
}

}
