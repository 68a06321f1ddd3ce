/* The sound of a stream that the page has posted. */
#ifndef PPAPI_CPP_MEDIA_STREAM_AUDIO_TRACK_H
#define PPAPI_CPP_MEDIA_STREAM_AUDIO_TRACK_H

#include <string>

#include <ppapi/c/ppb_media_stream_audio_track.h>
#include <ppapi/cpp/audio_buffer.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class MediaStreamAudioTrack : public Resource {
public:
    MediaStreamAudioTrack() {}
    /* Null, if the resource is another. */
    explicit MediaStreamAudioTrack(const Resource &resource);
    MediaStreamAudioTrack(PassRef, PP_Resource resource) : Resource(PASS_REF, resource) {}
    static bool IsMediaStreamAudioTrack(const Resource &resource);
    /* Pairs of an attribute and its value, and a PP_MEDIASTREAMAUDIOTRACK_ATTRIB_NONE. */
    int32_t Configure(const int32_t attributes[], const CompletionCallback &callback);
    int32_t GetAttrib(PP_MediaStreamAudioTrack_Attrib attribute, int32_t *value);
    std::string GetId() const;
    bool HasEnded() const;
    int32_t GetBuffer(const CompletionCallbackWithOutput<AudioBuffer> &callback);
    int32_t RecycleBuffer(const AudioBuffer &buffer);
    void Close();
};

} // namespace pp

#endif
