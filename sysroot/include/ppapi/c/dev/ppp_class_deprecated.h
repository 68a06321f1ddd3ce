/* Objects of a plug-in for the page's scripts. */
#ifndef PPAPI_C_DEV_PPP_CLASS_DEPRECATED_H_
#define PPAPI_C_DEV_PPP_CLASS_DEPRECATED_H_

#include "ppapi/c/dev/deprecated_bool.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_var.h"

struct PPP_Class_Deprecated {
    bool (*HasProperty)(void *object, struct PP_Var name, struct PP_Var *exception);
    bool (*HasMethod)(void *object, struct PP_Var name, struct PP_Var *exception);
    struct PP_Var (*GetProperty)(void *object, struct PP_Var name, struct PP_Var *exception);
    void (*GetAllPropertyNames)(
        void *object, uint32_t *property_count, struct PP_Var **properties,
        struct PP_Var *exception);
    void (*SetProperty)(
        void *object, struct PP_Var name, struct PP_Var value, struct PP_Var *exception);
    void (*RemoveProperty)(void *object, struct PP_Var name, struct PP_Var *exception);
    struct PP_Var (*Call)(
        void *object, struct PP_Var method_name, uint32_t argc, struct PP_Var *argv,
        struct PP_Var *exception);
    struct PP_Var (*Construct)(
        void *object, uint32_t argc, struct PP_Var *argv, struct PP_Var *exception);
    void (*Deallocate)(void *object);
};

#endif
