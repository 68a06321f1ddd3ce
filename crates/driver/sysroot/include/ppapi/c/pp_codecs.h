/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PP_CODECS_H_
#define PPAPI_C_PP_CODECS_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_rect.h"
#include "ppapi/c/pp_size.h"
#include "ppapi/c/pp_stdint.h"

typedef enum {
  PP_AUDIOPROFILE_OPUS = 0,
  PP_AUDIOPROFILE_MAX = 0
} PP_AudioProfile;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_AudioProfile, 4);

typedef enum {
  PP_HARDWAREACCELERATION_ONLY = 0,
  PP_HARDWAREACCELERATION_WITHFALLBACK = 1,
  PP_HARDWAREACCELERATION_NONE = 2,
  PP_HARDWAREACCELERATION_LAST = 2
} PP_HardwareAcceleration;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_HardwareAcceleration, 4);

typedef enum {
  PP_VIDEOPROFILE_H264BASELINE = 0,
  PP_VIDEOPROFILE_H264MAIN = 1,
  PP_VIDEOPROFILE_H264EXTENDED = 2,
  PP_VIDEOPROFILE_H264HIGH = 3,
  PP_VIDEOPROFILE_H264HIGH10PROFILE = 4,
  PP_VIDEOPROFILE_H264HIGH422PROFILE = 5,
  PP_VIDEOPROFILE_H264HIGH444PREDICTIVEPROFILE = 6,
  PP_VIDEOPROFILE_H264SCALABLEBASELINE = 7,
  PP_VIDEOPROFILE_H264SCALABLEHIGH = 8,
  PP_VIDEOPROFILE_H264STEREOHIGH = 9,
  PP_VIDEOPROFILE_H264MULTIVIEWHIGH = 10,
  PP_VIDEOPROFILE_VP8_ANY = 11,
  PP_VIDEOPROFILE_VP9_ANY = 12,
  PP_VIDEOPROFILE_MAX = 12
} PP_VideoProfile;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_VideoProfile, 4);

struct PP_AudioBitstreamBuffer {
  uint32_t size;
  void* buffer;
};

struct PP_AudioProfileDescription {
  PP_AudioProfile profile;
  uint32_t max_channels;
  uint32_t sample_size;
  uint32_t sample_rate;
  PP_Bool hardware_accelerated;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_AudioProfileDescription, 20);

struct PP_BitstreamBuffer {
  uint32_t size;
  void* buffer;
  PP_Bool key_frame;
};

struct PP_VideoPicture {
  uint32_t decode_id;
  uint32_t texture_id;
  uint32_t texture_target;
  struct PP_Size texture_size;
  struct PP_Rect visible_rect;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_VideoPicture, 36);

struct PP_VideoPicture_0_1 {
  uint32_t decode_id;
  uint32_t texture_id;
  uint32_t texture_target;
  struct PP_Size texture_size;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_VideoPicture_0_1, 20);

struct PP_VideoProfileDescription {
  PP_VideoProfile profile;
  struct PP_Size max_resolution;
  uint32_t max_framerate_numerator;
  uint32_t max_framerate_denominator;
  PP_Bool hardware_accelerated;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_VideoProfileDescription, 24);

struct PP_VideoProfileDescription_0_1 {
  PP_VideoProfile profile;
  struct PP_Size max_resolution;
  uint32_t max_framerate_numerator;
  uint32_t max_framerate_denominator;
  PP_HardwareAcceleration acceleration;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_VideoProfileDescription_0_1, 24);

#endif
