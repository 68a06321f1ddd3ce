/* A picture of a track. */
#ifndef PPAPI_CPP_VIDEO_FRAME_H
#define PPAPI_CPP_VIDEO_FRAME_H

#include <ppapi/c/ppb_video_frame.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/size.h>

namespace pp {

class VideoFrame : public Resource {
public:
    VideoFrame() {}
    explicit VideoFrame(const Resource &resource) : Resource(resource) {}
    VideoFrame(PassRef, PP_Resource resource) : Resource(PASS_REF, resource) {}
    PP_TimeDelta GetTimestamp() const;
    void SetTimestamp(PP_TimeDelta time);
    PP_VideoFrame_Format GetFormat() const;
    bool GetSize(Size *size) const;
    void *GetDataBuffer();
    uint32_t GetDataBufferSize() const;
};

} // namespace pp

#endif
