/* Pictures of a video, as textures. */
#ifndef PPAPI_CPP_VIDEO_DECODER_H
#define PPAPI_CPP_VIDEO_DECODER_H

#include <ppapi/c/pp_codecs.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/graphics_3d.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/size.h>

namespace pp {

class VideoDecoder : public Resource {
public:
    VideoDecoder() {}
    explicit VideoDecoder(const InstanceHandle &instance);
    int32_t Initialize(const Graphics3D &context, PP_VideoProfile profile, PP_HardwareAcceleration acceleration,
        uint32_t min_picture_count, const CompletionCallback &callback);
    /* The bytes are needed until the callback is called. */
    int32_t Decode(uint32_t decode_id, uint32_t size, const void *buffer, const CompletionCallback &callback);
    int32_t GetPicture(const CompletionCallbackWithOutput<PP_VideoPicture> &callback);
    void RecyclePicture(const PP_VideoPicture &picture);
    int32_t Flush(const CompletionCallback &callback);
    int32_t Reset(const CompletionCallback &callback);
};

} // namespace pp

#endif
