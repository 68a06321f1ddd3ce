/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPP_INSTANCE_H_
#define PPAPI_C_PPP_INSTANCE_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_rect.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"

#define PPP_INSTANCE_INTERFACE_1_0 "PPP_Instance;1.0"
#define PPP_INSTANCE_INTERFACE_1_1 "PPP_Instance;1.1"
#define PPP_INSTANCE_INTERFACE PPP_INSTANCE_INTERFACE_1_1

struct PPP_Instance_1_1 {
  PP_Bool (*DidCreate)(
      PP_Instance instance, uint32_t argc, const char** argn,
      const char** argv);
  void (*DidDestroy)(PP_Instance instance);
  void (*DidChangeView)(PP_Instance instance, PP_Resource view);
  void (*DidChangeFocus)(PP_Instance instance, PP_Bool has_focus);
  PP_Bool (*HandleDocumentLoad)(PP_Instance instance, PP_Resource url_loader);
};

typedef struct PPP_Instance_1_1 PPP_Instance;

struct PPP_Instance_1_0 {
  PP_Bool (*DidCreate)(
      PP_Instance instance, uint32_t argc, const char** argn,
      const char** argv);
  void (*DidDestroy)(PP_Instance instance);
  void (*DidChangeView)(
      PP_Instance instance, const struct PP_Rect* position,
      const struct PP_Rect* clip);
  void (*DidChangeFocus)(PP_Instance instance, PP_Bool has_focus);
  PP_Bool (*HandleDocumentLoad)(PP_Instance instance, PP_Resource url_loader);
};

#endif
