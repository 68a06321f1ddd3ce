/* A video of pictures. */
#ifndef PPAPI_CPP_VIDEO_ENCODER_H
#define PPAPI_CPP_VIDEO_ENCODER_H

#include <vector>

#include <ppapi/c/pp_codecs.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/size.h>
#include <ppapi/cpp/video_frame.h>

namespace pp {

class VideoEncoder : public Resource {
public:
    VideoEncoder() {}
    explicit VideoEncoder(const InstanceHandle &instance);
    int32_t GetSupportedProfiles(
        const CompletionCallbackWithOutput<std::vector<PP_VideoProfileDescription> > &callback);
    int32_t Initialize(const PP_VideoFrame_Format &format, const Size &visible_size, const PP_VideoProfile &profile,
        uint32_t initial_bitrate, PP_HardwareAcceleration acceleration, const CompletionCallback &callback);
    int32_t GetFramesRequired();
    int32_t GetFrameCodedSize(Size *coded_size);
    int32_t GetVideoFrame(const CompletionCallbackWithOutput<VideoFrame> &callback);
    int32_t Encode(const VideoFrame &frame, bool force_keyframe, const CompletionCallback &callback);
    int32_t GetBitstreamBuffer(const CompletionCallbackWithOutput<PP_BitstreamBuffer> &callback);
    void RecycleBitstreamBuffer(const PP_BitstreamBuffer &buffer);
    void RequestEncodingParametersChange(uint32_t bitrate, uint32_t framerate);
    void Close();
};

} // namespace pp

#endif
