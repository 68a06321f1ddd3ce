#ifndef PPAPI_CPP_VAR_DICTIONARY_H
#define PPAPI_CPP_VAR_DICTIONARY_H

#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/cpp/var.h>
#include <ppapi/cpp/var_array.h>

namespace pp {

class VarDictionary : public Var {
public:
    VarDictionary();
    /* An empty one, if the value is none. */
    explicit VarDictionary(const Var &var);
    explicit VarDictionary(const PP_Var &var) : Var(VarDictionary(Var(var))) {}
    VarDictionary(const VarDictionary &other) = default;
    VarDictionary &operator=(const VarDictionary &other) = default;
    VarDictionary &operator=(const Var &var) { return *this = VarDictionary(var); }
    Var Get(const Var &key) const;
    bool Set(const Var &key, const Var &value);
    void Delete(const Var &key);
    bool HasKey(const Var &key) const;
    VarArray GetKeys() const;
};

} // namespace pp

#endif
