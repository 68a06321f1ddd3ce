// Watches the track that the page posts, alone or under the name "track" in a dictionary. Orders are
// texts: "configure WIDTH HEIGHT FORMAT", "get", "recycle", "close", "ended". Of each frame it says the
// size, the format, how many bytes it has, and the first and the last of them.
#define INITIALIZE
#include "say.h"

#include <ppapi/c/ppb_media_stream_video_track.h>
#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/c/ppb_video_frame.h>

static const PPB_MediaStreamVideoTrack *tracks;
static const PPB_VideoFrame *frames;
static PP_Resource track, frame;

static void got(void *data, int32_t result) {
    (void) data;
    struct PP_Size size = {0, 0};
    if (result != PP_OK) {
        say("get: %d", (int) result);
        return;
    }
    frames->GetSize(frame, &size);
    const uint8_t *bytes = frames->GetDataBuffer(frame);
    uint32_t length = frames->GetDataBufferSize(frame);
    say("frame %dx%d format %d length %u first %d,%d,%d,%d last %d", size.width, size.height,
        (int) frames->GetFormat(frame), length, bytes[0], bytes[1], bytes[2], bytes[3], bytes[length - 1]);
}

static void take(struct PP_Var var) {
    const PPB_VarDictionary *dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    if (var.type == PP_VARTYPE_DICTIONARY) {
        struct PP_Var key = text_var("track");
        var = dictionaries->Get(var, key);
        vars->Release(key);
    }
    track = vars->VarToResource(var);
    uint32_t length = 0;
    struct PP_Var id = tracks->GetId(track);
    const char *text = vars->VarToUtf8(id, &length);
    say("track %d name %.*s", tracks->IsMediaStreamVideoTrack(track), (int) length, text);
    vars->Release(id);
}

static void obey(struct PP_Var message) {
    uint32_t length = 0;
    if (message.type != PP_VARTYPE_STRING) {
        take(message);
        return;
    }
    const char *text = vars->VarToUtf8(message, &length);
    char word[20] = "";
    int a = 0, b = 0, c = 0;
    sscanf(text, "%19s %d %d %d", word, &a, &b, &c);
    if (!strcmp(word, "configure")) {
        const int32_t attributes[] = {PP_MEDIASTREAMVIDEOTRACK_ATTRIB_WIDTH, a, PP_MEDIASTREAMVIDEOTRACK_ATTRIB_HEIGHT,
                                      b, PP_MEDIASTREAMVIDEOTRACK_ATTRIB_FORMAT, c,
                                      PP_MEDIASTREAMVIDEOTRACK_ATTRIB_NONE};
        tracks->Configure(track, attributes, CALLBACK(done, "configure"));
    } else if (!strcmp(word, "get")) {
        tracks->GetFrame(track, &frame, CALLBACK(got, NULL));
    } else if (!strcmp(word, "recycle")) {
        done("recycle", tracks->RecycleFrame(track, frame));
        core->ReleaseResource(frame);
    } else if (!strcmp(word, "close")) {
        tracks->Close(track);
    }
    if (!strcmp(word, "close") || !strcmp(word, "ended"))
        say("ended %d", tracks->HasEnded(track));
}

static void initialize(PP_Module module) {
    (void) module;
    tracks = ask(PPB_MEDIASTREAMVIDEOTRACK_INTERFACE);
    frames = ask(PPB_VIDEOFRAME_INTERFACE);
    on_message = obey;
}

static void begin(void) {
    say("ready");
}
