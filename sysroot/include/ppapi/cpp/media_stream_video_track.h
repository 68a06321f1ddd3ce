/* The pictures of a stream that the page has posted. */
#ifndef PPAPI_CPP_MEDIA_STREAM_VIDEO_TRACK_H
#define PPAPI_CPP_MEDIA_STREAM_VIDEO_TRACK_H

#include <string>

#include <ppapi/c/ppb_media_stream_video_track.h>
#include <ppapi/cpp/video_frame.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class MediaStreamVideoTrack : public Resource {
public:
    MediaStreamVideoTrack() {}
    /* Null, if the resource is another. */
    explicit MediaStreamVideoTrack(const Resource &resource);
    MediaStreamVideoTrack(PassRef, PP_Resource resource) : Resource(PASS_REF, resource) {}
    static bool IsMediaStreamVideoTrack(const Resource &resource);
    /* Pairs of an attribute and its value, and a PP_MEDIASTREAMVIDEOTRACK_ATTRIB_NONE. */
    int32_t Configure(const int32_t attributes[], const CompletionCallback &callback);
    int32_t GetAttrib(PP_MediaStreamVideoTrack_Attrib attribute, int32_t *value);
    std::string GetId() const;
    bool HasEnded() const;
    int32_t GetFrame(const CompletionCallbackWithOutput<VideoFrame> &callback);
    int32_t RecycleFrame(const VideoFrame &frame);
    void Close();
};

} // namespace pp

#endif
