/* Some samples of a track. */
#ifndef PPAPI_CPP_AUDIO_BUFFER_H
#define PPAPI_CPP_AUDIO_BUFFER_H

#include <ppapi/c/ppb_audio_buffer.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class AudioBuffer : public Resource {
public:
    AudioBuffer() {}
    explicit AudioBuffer(const Resource &resource) : Resource(resource) {}
    AudioBuffer(PassRef, PP_Resource resource) : Resource(PASS_REF, resource) {}
    PP_TimeDelta GetTimestamp() const;
    void SetTimestamp(PP_TimeDelta time);
    PP_AudioBuffer_SampleRate GetSampleRate() const;
    PP_AudioBuffer_SampleSize GetSampleSize() const;
    uint32_t GetNumberOfChannels() const;
    /* Of all channels together. */
    uint32_t GetNumberOfSamples() const;
    void *GetDataBuffer();
    uint32_t GetDataBufferSize() const;
};

} // namespace pp

#endif
