/* How sound is played. */
#ifndef PPAPI_CPP_AUDIO_CONFIG_H
#define PPAPI_CPP_AUDIO_CONFIG_H

#include <ppapi/c/ppb_audio_config.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class AudioConfig : public Resource {
public:
    AudioConfig() : rate_(PP_AUDIOSAMPLERATE_NONE), frames_(0) {}
    AudioConfig(const InstanceHandle &instance, PP_AudioSampleRate rate, uint32_t frames);
    static PP_AudioSampleRate RecommendSampleRate(const InstanceHandle &instance);
    static uint32_t RecommendSampleFrameCount(const InstanceHandle &instance, PP_AudioSampleRate rate, uint32_t frames);
    PP_AudioSampleRate sample_rate() const { return rate_; }
    uint32_t sample_frame_count() const { return frames_; }

private:
    PP_AudioSampleRate rate_;
    uint32_t frames_;
};

} // namespace pp

#endif
