// Does harm as far as it can, by the name that a message has. It answers "pong" to "ping", which
// shows that it lives on. With the attribute start="loop" it never comes to run.
#define BEFORE
#include "check.h"

#include <ppapi/c/ppb_audio.h>
#include <ppapi/c/ppb_audio_config.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_image_data.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_mouse_cursor.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_websocket.h>
#include <unistd.h>

static const PPB_Messaging *messaging;

static void post(struct PP_Var var) {
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static void post_text(const char *text) {
    post(text_var(text));
}

static void messages(void) {
    for (int32_t count = 0; count < 1000000; count++)
        messaging->PostMessage(instance, PP_MakeInt32(count));
    post_text("done");
}

static void large_messages(void) {
    const PPB_VarArrayBuffer *buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    struct PP_Var buffer = buffers->Create(16 << 20);
    for (int count = 0; count < 200; count++)
        messaging->PostMessage(instance, buffer);
    post_text("done");
}

static void lines(void) {
    const PPB_Console *console = ask(PPB_CONSOLE_INTERFACE);
    struct PP_Var text = text_var("a line that says nothing");
    for (int count = 0; count < 1000000; count++)
        console->Log(instance, PP_LOGLEVEL_LOG, text);
    post_text("done");
}

static void cursors(void) {
    const PPB_MouseCursor *cursor = ask(PPB_MOUSECURSOR_INTERFACE);
    for (int count = 0; count < 1000000; count++)
        cursor->SetCursor(instance, count % 2 ? PP_MOUSECURSOR_TYPE_CROSS : PP_MOUSECURSOR_TYPE_HAND, 0, NULL);
    post_text("done");
}

static void sockets(void) {
    const PPB_WebSocket *web_sockets = ask(PPB_WEBSOCKET_INTERFACE);
    struct PP_Var url = text_var("ws://127.0.0.1:1/");
    for (int count = 0; count < 10000; count++) {
        PP_Resource socket = web_sockets->Create(instance);
        web_sockets->Connect(socket, url, NULL, 0, unexpected("a socket"));
    }
    post_text("done");
}

static void play(void *samples, uint32_t size, PP_TimeDelta latency, void *data) {
    (void) latency, (void) data;
    memset(samples, 0x55, size);
}

static void sounds(void) {
    const PPB_AudioConfig *configs = ask(PPB_AUDIO_CONFIG_INTERFACE);
    const PPB_Audio *audio = ask(PPB_AUDIO_INTERFACE);
    static const uint32_t sizes[] = {0, 1, 63, 64, 4096, 32768, 32769, 0x40000000, 0xFFFFFFFF};
    static const uint32_t rates[] = {0, 1, 44100, 48000, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)
        for (size_t rate = 0; rate < sizeof rates / sizeof *rates; rate++) {
            PP_Resource config = configs->CreateStereo16Bit(instance, (PP_AudioSampleRate) rates[rate], sizes[size]);
            configs->RecommendSampleFrameCount(instance, (PP_AudioSampleRate) rates[rate], sizes[size]);
            for (int count = 0; count < 10; count++)
                audio->StartPlayback(audio->Create(instance, config, play, NULL));
        }
    PP_Resource config = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 64);
    for (int count = 0; count < 1000; count++)
        audio->StartPlayback(audio->Create(instance, config, play, NULL));
    post_text("done");
}

static void painted(void *data, int32_t result) {
    (void) data, (void) result;
}

static void pictures(void) {
    const PPB_Graphics2D *graphics = ask(PPB_GRAPHICS_2D_INTERFACE);
    const PPB_ImageData *images = ask(PPB_IMAGEDATA_INTERFACE);
    const PPB_Instance *instances = ask(PPB_INSTANCE_INTERFACE);
    static const int32_t sides[] = {INT32_MIN, -1, 0, 1, 300, 20000, 65536, INT32_MAX};
    const size_t count = sizeof sides / sizeof *sides;
    for (size_t across = 0; across < count; across++)
        for (size_t down = 0; down < count; down++) {
            struct PP_Size size = {sides[across], sides[down]};
            struct PP_Point where = {sides[down], sides[across]};
            struct PP_Rect part = {where, size};
            PP_Resource context = graphics->Create(instance, &size, PP_FALSE);
            PP_Resource image = images->Create(instance, PP_IMAGEDATAFORMAT_BGRA_PREMUL, &size, PP_TRUE);
            images->Map(image);
            instances->BindGraphics(instance, context);
            graphics->PaintImageData(context, image, &where, &part);
            graphics->Scroll(context, &part, &where);
            graphics->ReplaceContents(context, image);
            graphics->Flush(context, CALLBACK(painted, NULL));
            core->ReleaseResource(image);
            core->ReleaseResource(context);
        }
    struct PP_Size size = {300, 300};
    PP_Resource context = graphics->Create(instance, &size, PP_FALSE);
    instances->BindGraphics(instance, context);
    for (int flush = 0; flush < 100000; flush++)
        graphics->Flush(context, CALLBACK(painted, NULL));
    post_text("done");
}

/* Keeps compilers from leaving out memory that nobody looks at. */
static char *volatile newest;

static void memory(void) {
    int32_t pieces = 0;
    for (char *piece; (piece = malloc(1 << 20)) != NULL; pieces++)
        newest = memset(piece, 1, 1 << 20);
    messaging->PostMessage(instance, PP_MakeInt32(pieces));
    post_text("done");
}

static void *sleep_on(void *data) {
    for (;;)
        sleep(1000);
    return data;
}

static void threads(void) {
    pthread_t thread;
    int count = 0;
    while (count < 10000 && pthread_create(&thread, NULL, sleep_on, NULL) == 0)
        count++;
    post_text(count < 10000 ? "refused" : "done");
}

static void loop(void) {
    for (volatile int count = 0;;)
        count++;
}

static void fault(void) {
    __builtin_trap();
}

/* Requests of another origin, without a wish for CORS and with. */

static const PPB_URLLoader *loaders;

static void opened(void *data, int32_t result) {
    char text[64];
    snprintf(text, sizeof text, "%s: %" PRId32, (const char *) data, result);
    post_text(text);
}

static void open_url(struct PP_Var url, PP_Bool with_cors, const char *name) {
    const PPB_URLRequestInfo *requests = ask(PPB_URLREQUESTINFO_INTERFACE);
    PP_Resource request = requests->Create(instance);
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_URL, url);
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_ALLOWCROSSORIGINREQUESTS, PP_MakeBool(with_cors));
    loaders->Open(loaders->Create(instance), request, CALLBACK(opened, (void *) name));
}

static void foreign(struct PP_Var url) {
    loaders = ask(PPB_URLLOADER_INTERFACE);
    open_url(url, PP_FALSE, "without");
    open_url(url, PP_TRUE, "with");
}

static const struct {
    const char *name;
    void (*act)(void);
} HARM[] = {{"messages", messages}, {"large messages", large_messages}, {"lines", lines}, {"cursors", cursors},
            {"sockets", sockets},   {"threads", threads},               {"loop", loop},   {"abort", abort},
            {"sounds", sounds},     {"pictures", pictures},             {"memory", memory}, {"fault", fault}};

static void receive(struct PP_Var message) {
    uint32_t size = 0;
    const char *name = vars->VarToUtf8(message, &size);
    if (size == 4 && !memcmp(name, "ping", 4))
        post_text("pong");
    else if (size > 4 && !memcmp(name, "http", 4))
        foreign(message);
    else if (size > 5 && !memcmp(name, "exit ", 5))
        exit(name[5] - '0');
    for (size_t at = 0; at < sizeof HARM / sizeof *HARM; at++)
        if (size == strlen(HARM[at].name) && !memcmp(name, HARM[at].name, size))
            HARM[at].act();
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    messaging = ask(PPB_MESSAGING_INTERFACE);
    on_message = receive;
    for (uint32_t at = 0; at < argc; at++)
        if (!strcmp(argn[at], "start") && !strcmp(argv[at], "loop"))
            loop();
}

static void begin(void) {
}
