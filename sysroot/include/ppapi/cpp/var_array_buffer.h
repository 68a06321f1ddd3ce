#ifndef PPAPI_CPP_VAR_ARRAY_BUFFER_H
#define PPAPI_CPP_VAR_ARRAY_BUFFER_H

#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/cpp/var.h>

namespace pp {

class VarArrayBuffer : public Var {
public:
    VarArrayBuffer() {}
    explicit VarArrayBuffer(uint32_t size);
    /* Null, if the value is none. */
    explicit VarArrayBuffer(const Var &var);
    VarArrayBuffer(const VarArrayBuffer &other) = default;
    VarArrayBuffer &operator=(const VarArrayBuffer &other) = default;
    VarArrayBuffer &operator=(const Var &var) { return *this = VarArrayBuffer(var); }
    uint32_t ByteLength() const;
    void *Map();
    void Unmap();
};

} // namespace pp

#endif
