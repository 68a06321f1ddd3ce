/* A stream of sound of samples. */
#ifndef PPAPI_CPP_AUDIO_ENCODER_H
#define PPAPI_CPP_AUDIO_ENCODER_H

#include <vector>

#include <ppapi/c/pp_codecs.h>
#include <ppapi/cpp/audio_buffer.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class AudioEncoder : public Resource {
public:
    AudioEncoder() {}
    explicit AudioEncoder(const InstanceHandle &instance);
    int32_t GetSupportedProfiles(
        const CompletionCallbackWithOutput<std::vector<PP_AudioProfileDescription> > &callback);
    int32_t Initialize(uint32_t channels, PP_AudioBuffer_SampleRate rate, PP_AudioBuffer_SampleSize size,
        PP_AudioProfile profile, uint32_t initial_bitrate, PP_HardwareAcceleration acceleration,
        const CompletionCallback &callback);
    int32_t GetNumberOfSamples();
    int32_t GetBuffer(const CompletionCallbackWithOutput<AudioBuffer> &callback);
    int32_t Encode(const AudioBuffer &buffer, const CompletionCallback &callback);
    int32_t GetBitstreamBuffer(const CompletionCallbackWithOutput<PP_AudioBitstreamBuffer> &callback);
    void RecycleBitstreamBuffer(const PP_AudioBitstreamBuffer &buffer);
    void RequestBitrateChange(uint32_t bitrate);
    void Close();
};

} // namespace pp

#endif
