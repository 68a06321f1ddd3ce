/* A format of a camera. */
#ifndef PPAPI_C_PRIVATE_PP_VIDEO_CAPTURE_FORMAT_H_
#define PPAPI_C_PRIVATE_PP_VIDEO_CAPTURE_FORMAT_H_

#include "ppapi/c/pp_size.h"

struct PP_VideoCaptureFormat {
    struct PP_Size frame_size;
    float frame_rate;
};

#endif
