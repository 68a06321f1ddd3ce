/* Sound that a function makes, on a thread of its own. */
#ifndef PPAPI_CPP_AUDIO_H
#define PPAPI_CPP_AUDIO_H

#include <ppapi/c/ppb_audio.h>
#include <ppapi/cpp/audio_config.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class Audio : public Resource {
public:
    Audio() {}
    Audio(const InstanceHandle &instance, const AudioConfig &config, PPB_Audio_Callback callback, void *data);
    /* One that is not told how late the sound will be heard. */
    Audio(const InstanceHandle &instance, const AudioConfig &config, PPB_Audio_Callback_1_0 callback, void *data);
    AudioConfig &config() { return config_; }
    const AudioConfig &config() const { return config_; }
    bool StartPlayback();
    bool StopPlayback();

private:
    AudioConfig config_;
};

} // namespace pp

#endif
