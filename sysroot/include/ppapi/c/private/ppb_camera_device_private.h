/* Cameras. Chrome gave it to a few programs of its own. */
#ifndef PPAPI_C_PRIVATE_PPB_CAMERA_DEVICE_PRIVATE_H_
#define PPAPI_C_PRIVATE_PPB_CAMERA_DEVICE_PRIVATE_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_var.h"

#define PPB_CAMERADEVICE_PRIVATE_INTERFACE_0_1 "PPB_CameraDevice_Private;0.1"
#define PPB_CAMERADEVICE_PRIVATE_INTERFACE PPB_CAMERADEVICE_PRIVATE_INTERFACE_0_1

struct PPB_CameraDevice_Private_0_1 {
    PP_Resource (*Create)(PP_Instance instance);
    PP_Bool (*IsCameraDevice)(PP_Resource resource);
    int32_t (*Open)(
        PP_Resource camera_device, struct PP_Var device_id,
        struct PP_CompletionCallback callback);
    void (*Close)(PP_Resource camera_device);
    int32_t (*GetCameraCapabilities)(
        PP_Resource camera_device, PP_Resource *capabilities,
        struct PP_CompletionCallback callback);
};
typedef struct PPB_CameraDevice_Private_0_1 PPB_CameraDevice_Private;

#endif
