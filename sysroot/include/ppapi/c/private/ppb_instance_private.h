/* The page's scripts. Only plug-ins that came with Chrome had them. */
#ifndef PPAPI_C_PRIVATE_PPB_INSTANCE_PRIVATE_H_
#define PPAPI_C_PRIVATE_PPB_INSTANCE_PRIVATE_H_

#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_var.h"

typedef enum {
    PP_EXTERNAL_PLUGIN_OK = 0,
    PP_EXTERNAL_PLUGIN_FAILED = 1,
    PP_EXTERNAL_PLUGIN_ERROR_MODULE = 2,
    PP_EXTERNAL_PLUGIN_ERROR_INSTANCE = 3
} PP_ExternalPluginResult;

#define PPB_INSTANCE_PRIVATE_INTERFACE_0_1 "PPB_Instance_Private;0.1"
#define PPB_INSTANCE_PRIVATE_INTERFACE PPB_INSTANCE_PRIVATE_INTERFACE_0_1

struct PPB_Instance_Private_0_1 {
    struct PP_Var (*GetWindowObject)(PP_Instance instance);
    struct PP_Var (*GetOwnerElementObject)(PP_Instance instance);
    struct PP_Var (*ExecuteScript)(
        PP_Instance instance, struct PP_Var script, struct PP_Var *exception);
};
typedef struct PPB_Instance_Private_0_1 PPB_Instance_Private;

#endif
