/* A picture of a video and its time. */
#ifndef PPAPI_C_PRIVATE_PP_VIDEO_FRAME_PRIVATE_H_
#define PPAPI_C_PRIVATE_PP_VIDEO_FRAME_PRIVATE_H_

#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_time.h"

struct PP_VideoFrame_Private {
    PP_TimeTicks timestamp;
    PP_Resource image_data;
    int32_t padding;
};

#endif
