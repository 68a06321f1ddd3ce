/* Values that programs and pages exchange. */
#ifndef PPAPI_CPP_VAR_H
#define PPAPI_CPP_VAR_H

#include <string>
#include <vector>

#include <ppapi/c/pp_var.h>
#include <ppapi/cpp/pass_ref.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class Var {
public:
    struct Null {};
    /* Says that the value is used as it is: a reference is neither added nor given back. */
    struct DontManage {};

    Var();
    Var(Null);
    Var(bool value);
    Var(int32_t value);
    Var(double value);
    Var(const char *text);
    Var(const std::string &text);
    explicit Var(const PP_Var &var);
    explicit Var(const Resource &resource);
    Var(PassRef, const PP_Var &var) : var_(var) {}
    Var(DontManage, const PP_Var &var) : var_(var), is_managed_(false) {}
    Var(const Var &other);
    Var &operator=(const Var &other);
    virtual ~Var();

    bool operator==(const Var &other) const;
    bool operator!=(const Var &other) const { return !(*this == other); }
    bool is_undefined() const { return var_.type == PP_VARTYPE_UNDEFINED; }
    bool is_null() const { return var_.type == PP_VARTYPE_NULL; }
    bool is_bool() const { return var_.type == PP_VARTYPE_BOOL; }
    bool is_string() const { return var_.type == PP_VARTYPE_STRING; }
    bool is_object() const { return var_.type == PP_VARTYPE_OBJECT; }
    bool is_array() const { return var_.type == PP_VARTYPE_ARRAY; }
    bool is_dictionary() const { return var_.type == PP_VARTYPE_DICTIONARY; }
    bool is_resource() const { return var_.type == PP_VARTYPE_RESOURCE; }
    bool is_array_buffer() const { return var_.type == PP_VARTYPE_ARRAY_BUFFER; }
    bool is_int() const { return var_.type == PP_VARTYPE_INT32; }
    bool is_double() const { return var_.type == PP_VARTYPE_DOUBLE; }
    bool is_number() const { return is_int() || is_double(); }
    /* What has another type is false, 0, empty. */
    bool AsBool() const;
    int32_t AsInt() const;
    double AsDouble() const;
    std::string AsString() const;
    Resource AsResource() const;
    const PP_Var &pp_var() const { return var_; }
    PP_Var Detach();
    /* For people. */
    std::string DebugString() const;

protected:
    PP_Var var_;
    bool is_managed_ = true;
};

} // namespace pp

#endif
