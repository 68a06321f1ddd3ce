/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPB_VIDEO_ENCODER_H_
#define PPAPI_C_PPB_VIDEO_ENCODER_H_

#include "ppapi/c/pp_array_output.h"
#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_codecs.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_size.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/ppb_video_frame.h"

#define PPB_VIDEOENCODER_INTERFACE_0_1 "PPB_VideoEncoder;0.1" /* dev */
#define PPB_VIDEOENCODER_INTERFACE_0_2 "PPB_VideoEncoder;0.2"
#define PPB_VIDEOENCODER_INTERFACE PPB_VIDEOENCODER_INTERFACE_0_2

struct PPB_VideoEncoder_0_2 {
  PP_Resource (*Create)(PP_Instance instance);
  PP_Bool (*IsVideoEncoder)(PP_Resource resource);
  int32_t (*GetSupportedProfiles)(
      PP_Resource video_encoder, struct PP_ArrayOutput output,
      struct PP_CompletionCallback callback);
  int32_t (*Initialize)(
      PP_Resource video_encoder, PP_VideoFrame_Format input_format,
      const struct PP_Size* input_visible_size,
      PP_VideoProfile output_profile, uint32_t initial_bitrate,
      PP_HardwareAcceleration acceleration,
      struct PP_CompletionCallback callback);
  int32_t (*GetFramesRequired)(PP_Resource video_encoder);
  int32_t (*GetFrameCodedSize)(
      PP_Resource video_encoder, struct PP_Size* coded_size);
  int32_t (*GetVideoFrame)(
      PP_Resource video_encoder, PP_Resource* video_frame,
      struct PP_CompletionCallback callback);
  int32_t (*Encode)(
      PP_Resource video_encoder, PP_Resource video_frame,
      PP_Bool force_keyframe, struct PP_CompletionCallback callback);
  int32_t (*GetBitstreamBuffer)(
      PP_Resource video_encoder, struct PP_BitstreamBuffer* bitstream_buffer,
      struct PP_CompletionCallback callback);
  void (*RecycleBitstreamBuffer)(
      PP_Resource video_encoder,
      const struct PP_BitstreamBuffer* bitstream_buffer);
  void (*RequestEncodingParametersChange)(
      PP_Resource video_encoder, uint32_t bitrate, uint32_t framerate);
  void (*Close)(PP_Resource video_encoder);
};

typedef struct PPB_VideoEncoder_0_2 PPB_VideoEncoder;

struct PPB_VideoEncoder_0_1 {
  PP_Resource (*Create)(PP_Instance instance);
  PP_Bool (*IsVideoEncoder)(PP_Resource resource);
  int32_t (*GetSupportedProfiles)(
      PP_Resource video_encoder, struct PP_ArrayOutput output,
      struct PP_CompletionCallback callback);
  int32_t (*Initialize)(
      PP_Resource video_encoder, PP_VideoFrame_Format input_format,
      const struct PP_Size* input_visible_size,
      PP_VideoProfile output_profile, uint32_t initial_bitrate,
      PP_HardwareAcceleration acceleration,
      struct PP_CompletionCallback callback);
  int32_t (*GetFramesRequired)(PP_Resource video_encoder);
  int32_t (*GetFrameCodedSize)(
      PP_Resource video_encoder, struct PP_Size* coded_size);
  int32_t (*GetVideoFrame)(
      PP_Resource video_encoder, PP_Resource* video_frame,
      struct PP_CompletionCallback callback);
  int32_t (*Encode)(
      PP_Resource video_encoder, PP_Resource video_frame,
      PP_Bool force_keyframe, struct PP_CompletionCallback callback);
  int32_t (*GetBitstreamBuffer)(
      PP_Resource video_encoder, struct PP_BitstreamBuffer* bitstream_buffer,
      struct PP_CompletionCallback callback);
  void (*RecycleBitstreamBuffer)(
      PP_Resource video_encoder,
      const struct PP_BitstreamBuffer* bitstream_buffer);
  void (*RequestEncodingParametersChange)(
      PP_Resource video_encoder, uint32_t bitrate, uint32_t framerate);
  void (*Close)(PP_Resource video_encoder);
};

#endif
