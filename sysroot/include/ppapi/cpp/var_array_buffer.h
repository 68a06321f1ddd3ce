#ifndef PPAPI_CPP_VAR_ARRAY_BUFFER_H
#define PPAPI_CPP_VAR_ARRAY_BUFFER_H

#include <ppapi/cpp/var.h>

namespace pp {

class VarArrayBuffer : public Var {
public:
    VarArrayBuffer() {}
    explicit VarArrayBuffer(uint32_t size);
    /* Null, if the value is none. */
    explicit VarArrayBuffer(const Var &var);
    uint32_t ByteLength() const;
    void *Map();
    void Unmap();
};

} // namespace pp

#endif
