/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPB_AUDIO_ENCODER_H_
#define PPAPI_C_PPB_AUDIO_ENCODER_H_

#include "ppapi/c/pp_array_output.h"
#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_codecs.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/ppb_audio_buffer.h"

#define PPB_AUDIOENCODER_INTERFACE_0_1 "PPB_AudioEncoder;0.1" /* dev */
#define PPB_AUDIOENCODER_INTERFACE PPB_AUDIOENCODER_INTERFACE_0_1

struct PPB_AudioEncoder_0_1 {
  PP_Resource (*Create)(PP_Instance instance);
  PP_Bool (*IsAudioEncoder)(PP_Resource resource);
  int32_t (*GetSupportedProfiles)(
      PP_Resource audio_encoder, struct PP_ArrayOutput output,
      struct PP_CompletionCallback callback);
  int32_t (*Initialize)(
      PP_Resource audio_encoder, uint32_t channels,
      PP_AudioBuffer_SampleRate input_sample_rate,
      PP_AudioBuffer_SampleSize input_sample_size,
      PP_AudioProfile output_profile, uint32_t initial_bitrate,
      PP_HardwareAcceleration acceleration,
      struct PP_CompletionCallback callback);
  int32_t (*GetNumberOfSamples)(PP_Resource audio_encoder);
  int32_t (*GetBuffer)(
      PP_Resource audio_encoder, PP_Resource* audio_buffer,
      struct PP_CompletionCallback callback);
  int32_t (*Encode)(
      PP_Resource audio_encoder, PP_Resource audio_buffer,
      struct PP_CompletionCallback callback);
  int32_t (*GetBitstreamBuffer)(
      PP_Resource audio_encoder,
      struct PP_AudioBitstreamBuffer* bitstream_buffer,
      struct PP_CompletionCallback callback);
  void (*RecycleBitstreamBuffer)(
      PP_Resource audio_encoder,
      const struct PP_AudioBitstreamBuffer* bitstream_buffer);
  void (*RequestBitrateChange)(PP_Resource audio_encoder, uint32_t bitrate);
  void (*Close)(PP_Resource audio_encoder);
};

typedef struct PPB_AudioEncoder_0_1 PPB_AudioEncoder;

#endif
