// Interfaces for development and tests, and those of what a machine without codecs and
// media streams lacks.
#include "check.h"

#include <ppapi/c/dev/ppb_crypto_dev.h>
#include <ppapi/c/dev/ppb_memory_dev.h>
#include <ppapi/c/dev/ppb_trace_event_dev.h>
#include <ppapi/c/ppb_audio_buffer.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_media_stream_audio_track.h>
#include <ppapi/c/ppb_media_stream_video_track.h>
#include <ppapi/c/ppb_opengles2.h>
#include <ppapi/c/ppb_video_decoder.h>
#include <ppapi/c/ppb_video_encoder.h>
#include <ppapi/c/ppb_video_frame.h>
#include <ppapi/c/private/ppb_testing_private.h>

static void memory(void) {
    const PPB_Memory_Dev *functions = ask(PPB_MEMORY_DEV_INTERFACE);
    char *first = functions->MemAlloc(1000), *second = functions->MemAlloc(1000);
    CHECK_TRUE("memory can be had", first && second);
    CHECK_TRUE("each piece apart", first + 1000 <= second || second + 1000 <= first);
    memset(first, 1, 1000);
    memset(second, 2, 1000);
    CHECK("it keeps what is written", first[999], 1);
    functions->MemFree(first);
    functions->MemFree(second);
    functions->MemFree(NULL);
    CHECK("there is not more than there is", (uintptr_t) functions->MemAlloc(0xFFFFFFF0), 0);
}

static void random_bytes(void) {
    const PPB_Crypto_Dev *functions = ask(PPB_CRYPTO_DEV_INTERFACE);
    char bytes[64] = {0};
    int different = 0;
    functions->GetRandomBytes(bytes, sizeof bytes);
    for (int index = 1; index < 64; index++)
        different += bytes[index] != bytes[0];
    CHECK_TRUE("random bytes are not all the same", different > 32);
    functions->GetRandomBytes(bytes, 0);
}

static void traces(void) {
    const PPB_Trace_Event_Dev *functions = ask(PPB_TRACE_EVENT_DEV_INTERFACE);
    const unsigned char *enabled = functions->GetCategoryEnabled("category");
    CHECK_TRUE("a category has a state", enabled != NULL);
    CHECK("which is off", *enabled, 0);
    functions->SetThreadName("name");
}

static void testing(void) {
    const PPB_Testing_Private *functions = ask(PPB_TESTING_PRIVATE_INTERFACE);
    uint32_t before = functions->GetLiveObjectsForInstance(instance);
    PP_Resource loop = loops->Create(instance);
    CHECK("what lives is counted", functions->GetLiveObjectsForInstance(instance), before + 1);
    core->ReleaseResource(loop);
    CHECK("what is gone is not", functions->GetLiveObjectsForInstance(instance), before);
    CHECK("no instance has nothing", functions->GetLiveObjectsForInstance(DEAD), 0);
    CHECK_TRUE("the program is a process of its own", functions->IsOutOfProcess());
    struct PP_Var live[4], text = text_var("alive");
    uint32_t count = functions->GetLiveVars(live, 4);
    CHECK("vars that live are counted", count, 1);
    CHECK("and listed", live[0].value.as_id, text.value.as_id);
    vars->Release(text);
    CHECK("until they are gone", functions->GetLiveVars(live, 4), 0);
}

static void decoders(void) {
    const PPB_VideoDecoder *decoding = ask(PPB_VIDEODECODER_INTERFACE);
    PP_Resource decoder = decoding->Create(instance);
    CHECK_TRUE("a decoder is one", decoding->IsVideoDecoder(decoder));
    CHECK_FALSE("nothing is none", decoding->IsVideoDecoder(0));
    CHECK("no instance, no decoder", decoding->Create(DEAD), 0);
    CHECK("it needs a context", decoding->Initialize(decoder, 0, PP_VIDEOPROFILE_VP8_ANY,
          PP_HARDWAREACCELERATION_WITHFALLBACK, 0, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("it decodes nothing", decoding->Decode(decoder, 1, 1, "x", BLOCKING), PP_ERROR_FAILED);
    CHECK("it is not flushed", decoding->Flush(decoder, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor reset", decoding->Reset(decoder, BLOCKING), PP_ERROR_FAILED);
    CHECK("nothing is not reset", decoding->Reset(DEAD, BLOCKING), PP_ERROR_BADRESOURCE);
    core->ReleaseResource(decoder);
    const PPB_VideoEncoder *encoding = ask(PPB_VIDEOENCODER_INTERFACE);
    PP_Resource encoder = encoding->Create(instance);
    struct PP_Size size = {64, 64};
    CHECK_TRUE("an encoder is one", encoding->IsVideoEncoder(encoder));
    CHECK_TRUE("there is no codec for it", encoding->Initialize(encoder, PP_VIDEOFRAME_FORMAT_I420, &size,
               PP_VIDEOPROFILE_VP8_ANY, 1000, PP_HARDWAREACCELERATION_WITHFALLBACK, BLOCKING) < PP_OK);
    core->ReleaseResource(encoder);
}

static void streams(void) {
    const PPB_MediaStreamAudioTrack *sounds = ask(PPB_MEDIASTREAMAUDIOTRACK_INTERFACE);
    const PPB_MediaStreamVideoTrack *videos = ask(PPB_MEDIASTREAMVIDEOTRACK_INTERFACE);
    const PPB_VideoFrame *frames = ask(PPB_VIDEOFRAME_INTERFACE);
    const PPB_AudioBuffer *buffers = ask(PPB_AUDIOBUFFER_INTERFACE);
    PP_Resource loop = loops->Create(instance);
    CHECK_FALSE("a loop is no track of sound", sounds->IsMediaStreamAudioTrack(loop));
    CHECK_FALSE("nor of pictures", videos->IsMediaStreamVideoTrack(loop));
    CHECK_FALSE("nor a frame", frames->IsVideoFrame(loop));
    CHECK_FALSE("nor a buffer", buffers->IsAudioBuffer(loop));
    CHECK("a track that is none has no id", sounds->GetId(loop).type, PP_VARTYPE_UNDEFINED);
    CHECK("nor has a frame that is none data", (uintptr_t) frames->GetDataBuffer(loop), 0);
    core->ReleaseResource(loop);
}

static void graphics(void) {
    const PPB_Graphics3D *contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    const PPB_OpenGLES2 *gl = ask(PPB_OPENGLES2_INTERFACE);
    int32_t unknown[] = {0x1234, 1, PP_GRAPHICS3DATTRIB_NONE};
    CHECK("an unknown attribute", contexts->Create(instance, 0, unknown), 0);
    CHECK("no instance, no context", contexts->Create(DEAD, 0, NULL), 0);
    CHECK_FALSE("nothing is no context", contexts->IsGraphics3D(DEAD));
    CHECK("nothing has no picture to show", contexts->SwapBuffers(DEAD, unexpected("no picture")), PP_ERROR_BADRESOURCE);
    CHECK("calls without a context give 0", gl->CreateProgram(DEAD), 0);
    CHECK("also addresses", (uintptr_t) gl->GetString(DEAD, 0x1F03), 0);
    gl->Clear(DEAD, 0x4000);
    CHECK_TRUE("an extension has two names", browser("PPB_OpenGLES2ChromiumMapSub(Dev);1.0") != NULL);
}

static void on_main(void) {
    finish();
}

static void on_thread(void) {
    memory();
    random_bytes();
    traces();
    testing();
    decoders();
    streams();
    graphics();
}

static void begin(void) {
    in_thread(on_thread, on_main);
}
