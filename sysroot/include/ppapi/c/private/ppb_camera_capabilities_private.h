/* The formats of a camera. Chrome gave it to a few programs of its own. */
#ifndef PPAPI_C_PRIVATE_PPB_CAMERA_CAPABILITIES_PRIVATE_H_
#define PPAPI_C_PRIVATE_PPB_CAMERA_CAPABILITIES_PRIVATE_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_size.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/private/pp_video_capture_format.h"

#define PPB_CAMERACAPABILITIES_PRIVATE_INTERFACE_0_1 "PPB_CameraCapabilities_Private;0.1"
#define PPB_CAMERACAPABILITIES_PRIVATE_INTERFACE PPB_CAMERACAPABILITIES_PRIVATE_INTERFACE_0_1

struct PPB_CameraCapabilities_Private_0_1 {
    PP_Bool (*IsCameraCapabilities)(PP_Resource resource);
    void (*GetSupportedVideoCaptureFormats)(
        PP_Resource capabilities, uint32_t *array_size, struct PP_VideoCaptureFormat **formats);
};
typedef struct PPB_CameraCapabilities_Private_0_1 PPB_CameraCapabilities_Private;

#endif
