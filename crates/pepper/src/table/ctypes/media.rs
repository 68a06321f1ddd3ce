//! Types of sound, video and codecs.

use super::*;

headers! {
    "pp_codecs.h" {
        enum PP_AudioProfile {
            PP_AUDIOPROFILE_OPUS = 0,
            PP_AUDIOPROFILE_MAX = 0,
        }
        enum PP_HardwareAcceleration {
            PP_HARDWAREACCELERATION_ONLY = 0,
            PP_HARDWAREACCELERATION_WITHFALLBACK = 1,
            PP_HARDWAREACCELERATION_NONE = 2,
            PP_HARDWAREACCELERATION_LAST = 2,
        }
        enum PP_VideoProfile {
            PP_VIDEOPROFILE_H264BASELINE = 0,
            PP_VIDEOPROFILE_H264MAIN = 1,
            PP_VIDEOPROFILE_H264EXTENDED = 2,
            PP_VIDEOPROFILE_H264HIGH = 3,
            PP_VIDEOPROFILE_H264HIGH10PROFILE = 4,
            PP_VIDEOPROFILE_H264HIGH422PROFILE = 5,
            PP_VIDEOPROFILE_H264HIGH444PREDICTIVEPROFILE = 6,
            PP_VIDEOPROFILE_H264SCALABLEBASELINE = 7,
            PP_VIDEOPROFILE_H264SCALABLEHIGH = 8,
            PP_VIDEOPROFILE_H264STEREOHIGH = 9,
            PP_VIDEOPROFILE_H264MULTIVIEWHIGH = 10,
            PP_VIDEOPROFILE_VP8_ANY = 11,
            PP_VIDEOPROFILE_VP9_ANY = 12,
            PP_VIDEOPROFILE_MAX = 12,
        }
        struct PP_AudioBitstreamBuffer {
            size: uint32_t,
            buffer: *mut void,
        }
        struct PP_AudioProfileDescription {
            profile: PP_AudioProfile,
            max_channels: uint32_t,
            sample_size: uint32_t,
            sample_rate: uint32_t,
            hardware_accelerated: PP_Bool,
        }
        struct PP_BitstreamBuffer {
            size: uint32_t,
            buffer: *mut void,
            key_frame: PP_Bool,
        }
        struct PP_VideoPicture {
            decode_id: uint32_t,
            texture_id: uint32_t,
            texture_target: uint32_t,
            texture_size: PP_Size,
            visible_rect: PP_Rect,
        }
        struct PP_VideoPicture_0_1 {
            decode_id: uint32_t,
            texture_id: uint32_t,
            texture_target: uint32_t,
            texture_size: PP_Size,
        }
        struct PP_VideoProfileDescription {
            profile: PP_VideoProfile,
            max_resolution: PP_Size,
            max_framerate_numerator: uint32_t,
            max_framerate_denominator: uint32_t,
            hardware_accelerated: PP_Bool,
        }
        struct PP_VideoProfileDescription_0_1 {
            profile: PP_VideoProfile,
            max_resolution: PP_Size,
            max_framerate_numerator: uint32_t,
            max_framerate_denominator: uint32_t,
            acceleration: PP_HardwareAcceleration,
        }
    }
    "ppb_audio.h" {
        fn PPB_Audio_Callback(sample_buffer: *mut void, buffer_size_in_bytes: uint32_t, latency: PP_TimeDelta, user_data: *mut void);
        fn PPB_Audio_Callback_1_0(sample_buffer: *mut void, buffer_size_in_bytes: uint32_t, user_data: *mut void);
        interface "PPB_Audio" PPB_Audio PPB_AUDIO;
    }
    "ppb_audio_buffer.h" {
        enum PP_AudioBuffer_SampleRate {
            PP_AUDIOBUFFER_SAMPLERATE_UNKNOWN = 0,
            PP_AUDIOBUFFER_SAMPLERATE_8000 = 8000,
            PP_AUDIOBUFFER_SAMPLERATE_16000 = 16000,
            PP_AUDIOBUFFER_SAMPLERATE_22050 = 22050,
            PP_AUDIOBUFFER_SAMPLERATE_32000 = 32000,
            PP_AUDIOBUFFER_SAMPLERATE_44100 = 44100,
            PP_AUDIOBUFFER_SAMPLERATE_48000 = 48000,
            PP_AUDIOBUFFER_SAMPLERATE_96000 = 96000,
            PP_AUDIOBUFFER_SAMPLERATE_192000 = 192000,
        }
        enum PP_AudioBuffer_SampleSize {
            PP_AUDIOBUFFER_SAMPLESIZE_UNKNOWN = 0,
            PP_AUDIOBUFFER_SAMPLESIZE_16_BITS = 2,
        }
        interface "PPB_AudioBuffer" PPB_AudioBuffer PPB_AUDIOBUFFER;
    }
    "ppb_audio_config.h" {
        enum PP_AudioFrameSize {
            PP_AUDIOMINSAMPLEFRAMECOUNT = 64,
            PP_AUDIOMAXSAMPLEFRAMECOUNT = 32768,
        }
        enum PP_AudioSampleRate {
            PP_AUDIOSAMPLERATE_NONE = 0,
            PP_AUDIOSAMPLERATE_44100 = 44100,
            PP_AUDIOSAMPLERATE_48000 = 48000,
        }
        interface "PPB_AudioConfig" PPB_AudioConfig PPB_AUDIO_CONFIG;
    }
    "ppb_audio_encoder.h" {
        interface "PPB_AudioEncoder" PPB_AudioEncoder PPB_AUDIOENCODER;
    }
    "ppb_media_stream_audio_track.h" {
        enum PP_MediaStreamAudioTrack_Attrib {
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_NONE = 0,
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_BUFFERS = 1,
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_SAMPLE_RATE = 2,
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_SAMPLE_SIZE = 3,
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_CHANNELS = 4,
            PP_MEDIASTREAMAUDIOTRACK_ATTRIB_DURATION = 5,
        }
        interface "PPB_MediaStreamAudioTrack" PPB_MediaStreamAudioTrack PPB_MEDIASTREAMAUDIOTRACK;
    }
    "ppb_media_stream_video_track.h" {
        enum PP_MediaStreamVideoTrack_Attrib {
            PP_MEDIASTREAMVIDEOTRACK_ATTRIB_NONE = 0,
            PP_MEDIASTREAMVIDEOTRACK_ATTRIB_BUFFERED_FRAMES = 1,
            PP_MEDIASTREAMVIDEOTRACK_ATTRIB_WIDTH = 2,
            PP_MEDIASTREAMVIDEOTRACK_ATTRIB_HEIGHT = 3,
            PP_MEDIASTREAMVIDEOTRACK_ATTRIB_FORMAT = 4,
        }
        interface "PPB_MediaStreamVideoTrack" PPB_MediaStreamVideoTrack PPB_MEDIASTREAMVIDEOTRACK;
    }
    "ppb_video_decoder.h" {
        interface "PPB_VideoDecoder" PPB_VideoDecoder PPB_VIDEODECODER;
    }
    "ppb_video_encoder.h" {
        interface "PPB_VideoEncoder" PPB_VideoEncoder PPB_VIDEOENCODER;
    }
    "ppb_video_frame.h" {
        enum PP_VideoFrame_Format {
            PP_VIDEOFRAME_FORMAT_UNKNOWN = 0,
            PP_VIDEOFRAME_FORMAT_YV12 = 1,
            PP_VIDEOFRAME_FORMAT_I420 = 2,
            PP_VIDEOFRAME_FORMAT_BGRA = 3,
            PP_VIDEOFRAME_FORMAT_LAST = 3,
        }
        interface "PPB_VideoFrame" PPB_VideoFrame PPB_VIDEOFRAME;
    }
}
