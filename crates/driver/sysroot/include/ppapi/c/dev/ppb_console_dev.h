/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_DEV_PPB_CONSOLE_DEV_H_
#define PPAPI_C_DEV_PPB_CONSOLE_DEV_H_

#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_var.h"
#include "ppapi/c/ppb_console.h"

#define PPB_CONSOLE_DEV_INTERFACE_0_1 "PPB_Console(Dev);0.1"
#define PPB_CONSOLE_DEV_INTERFACE PPB_CONSOLE_DEV_INTERFACE_0_1

struct PPB_Console_Dev_0_1 {
  void (*Log)(PP_Instance instance, PP_LogLevel level, struct PP_Var value);
  void (*LogWithSource)(
      PP_Instance instance, PP_LogLevel level, struct PP_Var source,
      struct PP_Var value);
};

typedef struct PPB_Console_Dev_0_1 PPB_Console_Dev;

#endif
