#ifndef PPAPI_CPP_VAR_ARRAY_H
#define PPAPI_CPP_VAR_ARRAY_H

#include <ppapi/c/ppb_var_array.h>
#include <ppapi/cpp/var.h>

namespace pp {

class VarArray : public Var {
public:
    VarArray();
    /* An empty one, if the value is none. */
    explicit VarArray(const Var &var);
    explicit VarArray(const PP_Var &var) : Var(VarArray(Var(var))) {}
    VarArray(const VarArray &other) = default;
    VarArray &operator=(const VarArray &other) = default;
    VarArray &operator=(const Var &var) { return *this = VarArray(var); }
    Var Get(uint32_t index) const;
    bool Set(uint32_t index, const Var &value);
    uint32_t GetLength() const;
    bool SetLength(uint32_t length);
};

} // namespace pp

#endif
