/* Values of the page. */
#include <cstdio>

#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/cpp/var_array.h>
#include <ppapi/cpp/var_array_buffer.h>
#include <ppapi/cpp/var_dictionary.h>

#include "interfaces.h"

INTERFACE(vars, PPB_Var, PPB_VAR_INTERFACE)
INTERFACE(arrays, PPB_VarArray, PPB_VAR_ARRAY_INTERFACE)
INTERFACE(dictionaries, PPB_VarDictionary, PPB_VAR_DICTIONARY_INTERFACE)
INTERFACE(buffers, PPB_VarArrayBuffer, PPB_VAR_ARRAY_BUFFER_INTERFACE)

static bool is_counted(const PP_Var &var) {
    return var.type >= PP_VARTYPE_STRING;
}

namespace pp {

Var::Var() : var_(PP_MakeUndefined()) {}

Var::Var(Null) : var_(PP_MakeNull()) {}

Var::Var(bool value) : var_(PP_MakeBool(PP_FromBool(value))) {}

Var::Var(int32_t value) : var_(PP_MakeInt32(value)) {}

Var::Var(double value) : var_(PP_MakeDouble(value)) {}

Var::Var(const char *text) : Var(std::string(text ? text : "")) {}

Var::Var(const std::string &text) : var_(vars()->VarFromUtf8(text.data(), static_cast<uint32_t>(text.size()))) {}

Var::Var(const PP_Var &var) : var_(var) {
    if (is_counted(var_))
        vars()->AddRef(var_);
}

Var::Var(const Resource &resource) : var_(vars()->VarFromResource(resource.pp_resource())) {}

Var::Var(const Var &other) : Var(other.var_) {}

Var &Var::operator=(const Var &other) {
    PP_Var before = var_;
    bool was_managed = is_managed_;
    var_ = other.var_;
    is_managed_ = true;
    if (is_counted(var_))
        vars()->AddRef(var_);
    if (was_managed && is_counted(before))
        vars()->Release(before);
    return *this;
}

Var::~Var() {
    if (is_managed_ && is_counted(var_))
        vars()->Release(var_);
}

bool Var::operator==(const Var &other) const {
    if (is_number() && other.is_number())
        return AsDouble() == other.AsDouble();
    if (var_.type != other.var_.type)
        return false;
    switch (var_.type) {
    case PP_VARTYPE_BOOL:
        return AsBool() == other.AsBool();
    case PP_VARTYPE_STRING:
        return var_.value.as_id == other.var_.value.as_id || AsString() == other.AsString();
    case PP_VARTYPE_UNDEFINED:
    case PP_VARTYPE_NULL:
        return true;
    default:
        return var_.value.as_id == other.var_.value.as_id;
    }
}

bool Var::AsBool() const {
    return is_bool() && PP_ToBool(var_.value.as_bool);
}

int32_t Var::AsInt() const {
    if (is_double())
        return static_cast<int32_t>(var_.value.as_double);
    return is_int() ? var_.value.as_int : 0;
}

double Var::AsDouble() const {
    if (is_int())
        return var_.value.as_int;
    return is_double() ? var_.value.as_double : 0;
}

std::string Var::AsString() const {
    if (!is_string())
        return std::string();
    uint32_t length = 0;
    const char *text = vars()->VarToUtf8(var_, &length);
    return std::string(text, length);
}

Resource Var::AsResource() const {
    return is_resource() ? Resource(PASS_REF, vars()->VarToResource(var_)) : Resource();
}

PP_Var Var::Detach() {
    PP_Var var = var_;
    var_ = PP_MakeUndefined();
    is_managed_ = true;
    return var;
}

std::string Var::DebugString() const {
    char text[64];
    switch (var_.type) {
    case PP_VARTYPE_UNDEFINED:
        return "Var(UNDEFINED)";
    case PP_VARTYPE_NULL:
        return "Var(NULL)";
    case PP_VARTYPE_BOOL:
        return AsBool() ? "Var(true)" : "Var(false)";
    case PP_VARTYPE_INT32:
        std::snprintf(text, sizeof text, "Var(%d)", static_cast<int>(AsInt()));
        return text;
    case PP_VARTYPE_DOUBLE:
        std::snprintf(text, sizeof text, "Var(%f)", AsDouble());
        return text;
    case PP_VARTYPE_STRING:
        return "Var<'" + AsString() + "'>";
    case PP_VARTYPE_ARRAY:
        return "Var(ARRAY)";
    case PP_VARTYPE_DICTIONARY:
        return "Var(DICTIONARY)";
    case PP_VARTYPE_ARRAY_BUFFER:
        return "Var(ARRAY_BUFFER)";
    case PP_VARTYPE_RESOURCE:
        return "Var(RESOURCE)";
    default:
        return "Var(OBJECT)";
    }
}

VarArray::VarArray() : Var(PASS_REF, arrays()->Create()) {}

VarArray::VarArray(const Var &var) : Var(var) {
    if (!is_array())
        static_cast<Var &>(*this) = VarArray();
}

Var VarArray::Get(uint32_t index) const {
    return Var(PASS_REF, arrays()->Get(var_, index));
}

bool VarArray::Set(uint32_t index, const Var &value) {
    return PP_ToBool(arrays()->Set(var_, index, value.pp_var()));
}

uint32_t VarArray::GetLength() const {
    return arrays()->GetLength(var_);
}

bool VarArray::SetLength(uint32_t length) {
    return PP_ToBool(arrays()->SetLength(var_, length));
}

VarDictionary::VarDictionary() : Var(PASS_REF, dictionaries()->Create()) {}

VarDictionary::VarDictionary(const Var &var) : Var(var) {
    if (!is_dictionary())
        static_cast<Var &>(*this) = VarDictionary();
}

Var VarDictionary::Get(const Var &key) const {
    return Var(PASS_REF, dictionaries()->Get(var_, key.pp_var()));
}

bool VarDictionary::Set(const Var &key, const Var &value) {
    return PP_ToBool(dictionaries()->Set(var_, key.pp_var(), value.pp_var()));
}

void VarDictionary::Delete(const Var &key) {
    dictionaries()->Delete(var_, key.pp_var());
}

bool VarDictionary::HasKey(const Var &key) const {
    return PP_ToBool(dictionaries()->HasKey(var_, key.pp_var()));
}

VarArray VarDictionary::GetKeys() const {
    return VarArray(Var(PASS_REF, dictionaries()->GetKeys(var_)));
}

VarArrayBuffer::VarArrayBuffer(uint32_t size) : Var(PASS_REF, buffers()->Create(size)) {}

VarArrayBuffer::VarArrayBuffer(const Var &var) : Var(var) {
    if (!is_array_buffer())
        static_cast<Var &>(*this) = Var(Null());
}

uint32_t VarArrayBuffer::ByteLength() const {
    uint32_t length = 0;
    return buffers()->ByteLength(var_, &length) ? length : 0;
}

void *VarArrayBuffer::Map() {
    return buffers()->Map(var_);
}

void VarArrayBuffer::Unmap() {
    buffers()->Unmap(var_);
}

} // namespace pp
