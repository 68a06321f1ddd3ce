/* The object of a plug-in for the page's scripts. */
#ifndef PPAPI_C_PRIVATE_PPP_INSTANCE_PRIVATE_H_
#define PPAPI_C_PRIVATE_PPP_INSTANCE_PRIVATE_H_

#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_var.h"

#define PPP_INSTANCE_PRIVATE_INTERFACE_0_1 "PPP_Instance_Private;0.1"
#define PPP_INSTANCE_PRIVATE_INTERFACE PPP_INSTANCE_PRIVATE_INTERFACE_0_1

struct PPP_Instance_Private_0_1 {
    struct PP_Var (*GetInstanceObject)(PP_Instance instance);
};
typedef struct PPP_Instance_Private_0_1 PPP_Instance_Private;

#endif
