/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPP_H_
#define PPAPI_C_PPP_H_

#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_module.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/ppb.h"

typedef const void* (*PP_GetInterface_Func)(const char* interface_name);

typedef int32_t (*PP_InitializeModule_Func)(
    PP_Module module, PPB_GetInterface get_browser_interface);

typedef void (*PP_ShutdownModule_Func)(void);

#ifdef __cplusplus
extern "C" {
#endif

/* What a program defines. The first is called before all else, and gives PP_OK if
   the program can run. */
PP_EXPORT int32_t PPP_InitializeModule(
    PP_Module module, PPB_GetInterface get_browser_interface);
PP_EXPORT void PPP_ShutdownModule(void);

/* The interface of the program's with a name, or NULL. */
PP_EXPORT const void* PPP_GetInterface(const char* interface_name);

#ifdef __cplusplus
}
#endif

#endif
