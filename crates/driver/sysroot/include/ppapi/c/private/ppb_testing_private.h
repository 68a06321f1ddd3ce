/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PRIVATE_PPB_TESTING_PRIVATE_H_
#define PPAPI_C_PRIVATE_PPB_TESTING_PRIVATE_H_

#include "ppapi/c/dev/ppb_url_util_dev.h"
#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_point.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_var.h"

#define PPB_TESTING_PRIVATE_INTERFACE_1_0 "PPB_Testing_Private;1.0"
#define PPB_TESTING_PRIVATE_INTERFACE PPB_TESTING_PRIVATE_INTERFACE_1_0

struct PPB_Testing_Private_1_0 {
  PP_Bool (*ReadImageData)(
      PP_Resource device_context_2d, PP_Resource image,
      const struct PP_Point* top_left);
  void (*RunMessageLoop)(PP_Instance instance);
  void (*QuitMessageLoop)(PP_Instance instance);
  uint32_t (*GetLiveObjectsForInstance)(PP_Instance instance);
  PP_Bool (*IsOutOfProcess)(void);
  void (*PostPowerSaverStatus)(PP_Instance instance);
  void (*SubscribeToPowerSaverNotifications)(PP_Instance instance);
  void (*SimulateInputEvent)(PP_Instance instance, PP_Resource input_event);
  struct PP_Var (*GetDocumentURL)(
      PP_Instance instance, struct PP_URLComponents_Dev* components);
  uint32_t (*GetLiveVars)(struct PP_Var* live_vars, uint32_t array_size);
  void (*SetMinimumArrayBufferSizeForShmem)(
      PP_Instance instance, uint32_t threshold);
  void (*RunV8GC)(PP_Instance instance);
};

typedef struct PPB_Testing_Private_1_0 PPB_Testing_Private;

#endif
