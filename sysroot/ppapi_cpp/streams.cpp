/* Streams of sound and of pictures: their parts, tracks, decoders and encoders. */
#include <ppapi/c/ppb_audio_encoder.h>
#include <ppapi/c/ppb_video_decoder.h>
#include <ppapi/c/ppb_video_encoder.h>
#include <ppapi/cpp/audio_encoder.h>
#include <ppapi/cpp/media_stream_audio_track.h>
#include <ppapi/cpp/media_stream_video_track.h>
#include <ppapi/cpp/video_decoder.h>
#include <ppapi/cpp/video_encoder.h>

#include "interfaces.h"

INTERFACE(samples, PPB_AudioBuffer, PPB_AUDIOBUFFER_INTERFACE)
INTERFACE(frames, PPB_VideoFrame, PPB_VIDEOFRAME_INTERFACE)
INTERFACE(audio_tracks, PPB_MediaStreamAudioTrack, PPB_MEDIASTREAMAUDIOTRACK_INTERFACE)
INTERFACE(video_tracks, PPB_MediaStreamVideoTrack, PPB_MEDIASTREAMVIDEOTRACK_INTERFACE)
INTERFACE(decoders, PPB_VideoDecoder, PPB_VIDEODECODER_INTERFACE)
INTERFACE(video_encoders, PPB_VideoEncoder, PPB_VIDEOENCODER_INTERFACE)
INTERFACE(audio_encoders, PPB_AudioEncoder, PPB_AUDIOENCODER_INTERFACE_0_1)

namespace pp {

PP_TimeDelta AudioBuffer::GetTimestamp() const {
    return samples()->GetTimestamp(pp_resource());
}

void AudioBuffer::SetTimestamp(PP_TimeDelta time) {
    samples()->SetTimestamp(pp_resource(), time);
}

PP_AudioBuffer_SampleRate AudioBuffer::GetSampleRate() const {
    return samples()->GetSampleRate(pp_resource());
}

PP_AudioBuffer_SampleSize AudioBuffer::GetSampleSize() const {
    return samples()->GetSampleSize(pp_resource());
}

uint32_t AudioBuffer::GetNumberOfChannels() const {
    return samples()->GetNumberOfChannels(pp_resource());
}

uint32_t AudioBuffer::GetNumberOfSamples() const {
    return samples()->GetNumberOfSamples(pp_resource());
}

void *AudioBuffer::GetDataBuffer() {
    return samples()->GetDataBuffer(pp_resource());
}

uint32_t AudioBuffer::GetDataBufferSize() const {
    return samples()->GetDataBufferSize(pp_resource());
}

PP_TimeDelta VideoFrame::GetTimestamp() const {
    return frames()->GetTimestamp(pp_resource());
}

void VideoFrame::SetTimestamp(PP_TimeDelta time) {
    frames()->SetTimestamp(pp_resource(), time);
}

PP_VideoFrame_Format VideoFrame::GetFormat() const {
    return frames()->GetFormat(pp_resource());
}

bool VideoFrame::GetSize(Size *size) const {
    return PP_ToBool(frames()->GetSize(pp_resource(), &size->pp_size()));
}

void *VideoFrame::GetDataBuffer() {
    return frames()->GetDataBuffer(pp_resource());
}

uint32_t VideoFrame::GetDataBufferSize() const {
    return frames()->GetDataBufferSize(pp_resource());
}

MediaStreamAudioTrack::MediaStreamAudioTrack(const Resource &resource) {
    if (IsMediaStreamAudioTrack(resource))
        static_cast<Resource &>(*this) = resource;
}

bool MediaStreamAudioTrack::IsMediaStreamAudioTrack(const Resource &resource) {
    return PP_ToBool(audio_tracks()->IsMediaStreamAudioTrack(resource.pp_resource()));
}

int32_t MediaStreamAudioTrack::Configure(const int32_t attributes[], const CompletionCallback &callback) {
    return audio_tracks()->Configure(pp_resource(), attributes, callback.pp_completion_callback());
}

int32_t MediaStreamAudioTrack::GetAttrib(PP_MediaStreamAudioTrack_Attrib attribute, int32_t *value) {
    return audio_tracks()->GetAttrib(pp_resource(), attribute, value);
}

std::string MediaStreamAudioTrack::GetId() const {
    return Var(PASS_REF, audio_tracks()->GetId(pp_resource())).AsString();
}

bool MediaStreamAudioTrack::HasEnded() const {
    return PP_ToBool(audio_tracks()->HasEnded(pp_resource()));
}

int32_t MediaStreamAudioTrack::GetBuffer(const CompletionCallbackWithOutput<AudioBuffer> &callback) {
    return audio_tracks()->GetBuffer(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t MediaStreamAudioTrack::RecycleBuffer(const AudioBuffer &buffer) {
    return audio_tracks()->RecycleBuffer(pp_resource(), buffer.pp_resource());
}

void MediaStreamAudioTrack::Close() {
    audio_tracks()->Close(pp_resource());
}

MediaStreamVideoTrack::MediaStreamVideoTrack(const Resource &resource) {
    if (IsMediaStreamVideoTrack(resource))
        static_cast<Resource &>(*this) = resource;
}

bool MediaStreamVideoTrack::IsMediaStreamVideoTrack(const Resource &resource) {
    return PP_ToBool(video_tracks()->IsMediaStreamVideoTrack(resource.pp_resource()));
}

int32_t MediaStreamVideoTrack::Configure(const int32_t attributes[], const CompletionCallback &callback) {
    return video_tracks()->Configure(pp_resource(), attributes, callback.pp_completion_callback());
}

int32_t MediaStreamVideoTrack::GetAttrib(PP_MediaStreamVideoTrack_Attrib attribute, int32_t *value) {
    return video_tracks()->GetAttrib(pp_resource(), attribute, value);
}

std::string MediaStreamVideoTrack::GetId() const {
    return Var(PASS_REF, video_tracks()->GetId(pp_resource())).AsString();
}

bool MediaStreamVideoTrack::HasEnded() const {
    return PP_ToBool(video_tracks()->HasEnded(pp_resource()));
}

int32_t MediaStreamVideoTrack::GetFrame(const CompletionCallbackWithOutput<VideoFrame> &callback) {
    return video_tracks()->GetFrame(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t MediaStreamVideoTrack::RecycleFrame(const VideoFrame &frame) {
    return video_tracks()->RecycleFrame(pp_resource(), frame.pp_resource());
}

void MediaStreamVideoTrack::Close() {
    video_tracks()->Close(pp_resource());
}

VideoDecoder::VideoDecoder(const InstanceHandle &instance)
    : Resource(PASS_REF, decoders()->Create(instance.pp_instance())) {}

int32_t VideoDecoder::Initialize(const Graphics3D &context, PP_VideoProfile profile,
    PP_HardwareAcceleration acceleration, uint32_t min_picture_count, const CompletionCallback &callback) {
    return decoders()->Initialize(pp_resource(), context.pp_resource(), profile, acceleration, min_picture_count,
        callback.pp_completion_callback());
}

int32_t VideoDecoder::Decode(
    uint32_t decode_id, uint32_t size, const void *buffer, const CompletionCallback &callback) {
    return decoders()->Decode(pp_resource(), decode_id, size, buffer, callback.pp_completion_callback());
}

int32_t VideoDecoder::GetPicture(const CompletionCallbackWithOutput<PP_VideoPicture> &callback) {
    return decoders()->GetPicture(pp_resource(), callback.output(), callback.pp_completion_callback());
}

void VideoDecoder::RecyclePicture(const PP_VideoPicture &picture) {
    decoders()->RecyclePicture(pp_resource(), &picture);
}

int32_t VideoDecoder::Flush(const CompletionCallback &callback) {
    return decoders()->Flush(pp_resource(), callback.pp_completion_callback());
}

int32_t VideoDecoder::Reset(const CompletionCallback &callback) {
    return decoders()->Reset(pp_resource(), callback.pp_completion_callback());
}

VideoEncoder::VideoEncoder(const InstanceHandle &instance)
    : Resource(PASS_REF, video_encoders()->Create(instance.pp_instance())) {}

int32_t VideoEncoder::GetSupportedProfiles(
    const CompletionCallbackWithOutput<std::vector<PP_VideoProfileDescription>> &callback) {
    return video_encoders()->GetSupportedProfiles(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t VideoEncoder::Initialize(const PP_VideoFrame_Format &format, const Size &visible_size,
    const PP_VideoProfile &profile, uint32_t initial_bitrate, PP_HardwareAcceleration acceleration,
    const CompletionCallback &callback) {
    return video_encoders()->Initialize(pp_resource(), format, &visible_size.pp_size(), profile, initial_bitrate,
        acceleration, callback.pp_completion_callback());
}

int32_t VideoEncoder::GetFramesRequired() {
    return video_encoders()->GetFramesRequired(pp_resource());
}

int32_t VideoEncoder::GetFrameCodedSize(Size *coded_size) {
    return video_encoders()->GetFrameCodedSize(pp_resource(), &coded_size->pp_size());
}

int32_t VideoEncoder::GetVideoFrame(const CompletionCallbackWithOutput<VideoFrame> &callback) {
    return video_encoders()->GetVideoFrame(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t VideoEncoder::Encode(const VideoFrame &frame, bool force_keyframe, const CompletionCallback &callback) {
    return video_encoders()->Encode(
        pp_resource(), frame.pp_resource(), PP_FromBool(force_keyframe), callback.pp_completion_callback());
}

int32_t VideoEncoder::GetBitstreamBuffer(const CompletionCallbackWithOutput<PP_BitstreamBuffer> &callback) {
    return video_encoders()->GetBitstreamBuffer(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

void VideoEncoder::RecycleBitstreamBuffer(const PP_BitstreamBuffer &buffer) {
    video_encoders()->RecycleBitstreamBuffer(pp_resource(), &buffer);
}

void VideoEncoder::RequestEncodingParametersChange(uint32_t bitrate, uint32_t framerate) {
    video_encoders()->RequestEncodingParametersChange(pp_resource(), bitrate, framerate);
}

void VideoEncoder::Close() {
    video_encoders()->Close(pp_resource());
}

/* It is not in every browser. */
AudioEncoder::AudioEncoder(const InstanceHandle &instance) {
    if (audio_encoders())
        PassRefFromConstructor(audio_encoders()->Create(instance.pp_instance()));
}

int32_t AudioEncoder::GetSupportedProfiles(
    const CompletionCallbackWithOutput<std::vector<PP_AudioProfileDescription>> &callback) {
    if (!audio_encoders())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return audio_encoders()->GetSupportedProfiles(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t AudioEncoder::Initialize(uint32_t channels, PP_AudioBuffer_SampleRate rate, PP_AudioBuffer_SampleSize size,
    PP_AudioProfile profile, uint32_t initial_bitrate, PP_HardwareAcceleration acceleration,
    const CompletionCallback &callback) {
    if (!audio_encoders())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return audio_encoders()->Initialize(pp_resource(), channels, rate, size, profile, initial_bitrate, acceleration,
        callback.pp_completion_callback());
}

int32_t AudioEncoder::GetNumberOfSamples() {
    return audio_encoders() ? audio_encoders()->GetNumberOfSamples(pp_resource()) : PP_ERROR_NOINTERFACE;
}

int32_t AudioEncoder::GetBuffer(const CompletionCallbackWithOutput<AudioBuffer> &callback) {
    if (!audio_encoders())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return audio_encoders()->GetBuffer(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t AudioEncoder::Encode(const AudioBuffer &buffer, const CompletionCallback &callback) {
    if (!audio_encoders())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return audio_encoders()->Encode(pp_resource(), buffer.pp_resource(), callback.pp_completion_callback());
}

int32_t AudioEncoder::GetBitstreamBuffer(const CompletionCallbackWithOutput<PP_AudioBitstreamBuffer> &callback) {
    if (!audio_encoders())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return audio_encoders()->GetBitstreamBuffer(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

void AudioEncoder::RecycleBitstreamBuffer(const PP_AudioBitstreamBuffer &buffer) {
    if (audio_encoders())
        audio_encoders()->RecycleBitstreamBuffer(pp_resource(), &buffer);
}

void AudioEncoder::RequestBitrateChange(uint32_t bitrate) {
    if (audio_encoders())
        audio_encoders()->RequestBitrateChange(pp_resource(), bitrate);
}

void AudioEncoder::Close() {
    if (audio_encoders())
        audio_encoders()->Close(pp_resource());
}

} // namespace pp
