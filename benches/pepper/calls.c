/* What calls of Pepper cost: the attribute `mode` names what is done, `count` how
 * often; then the program ends. With mode `nothing` it only starts. */

#include <stdlib.h>
#include <string.h>

#include <GLES2/gl2.h>

#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_errors.h"
#include "ppapi/c/pp_module.h"
#include "ppapi/c/pp_var.h"
#include "ppapi/c/ppb.h"
#include "ppapi/c/ppb_audio.h"
#include "ppapi/c/ppb_audio_config.h"
#include "ppapi/c/ppb_core.h"
#include "ppapi/c/ppb_graphics_2d.h"
#include "ppapi/c/ppb_graphics_3d.h"
#include "ppapi/c/ppb_image_data.h"
#include "ppapi/c/ppb_instance.h"
#include "ppapi/c/ppb_messaging.h"
#include "ppapi/c/ppb_opengles2.h"
#include "ppapi/c/ppb_var.h"
#include "ppapi/c/ppb_var_dictionary.h"
#include "ppapi/c/ppp.h"
#include "ppapi/c/ppp_instance.h"

static PPB_GetInterface browser;
static PP_Instance instance;
static const PPB_Core *core;
static const PPB_Var *vars;
static int count;
static volatile double sink;

static void times(void) {
    for (int turn = 0; turn < count; turn++) {
        sink = core->GetTime();
    }
}

/* A call that does nothing but look at the thread: what crossing costs. */
static void crossings(void) {
    for (int turn = 0; turn < count; turn++) {
        sink = core->IsMainThread();
    }
}

static void texts(void) {
    for (int turn = 0; turn < count; turn++) {
        uint32_t length;
        struct PP_Var var = vars->VarFromUtf8("a text of usual length", 22);
        sink = vars->VarToUtf8(var, &length)[0];
        vars->Release(var);
    }
}

static void entries(void) {
    const PPB_VarDictionary *dictionaries = browser(PPB_VAR_DICTIONARY_INTERFACE);
    struct PP_Var dictionary = dictionaries->Create();
    struct PP_Var key = vars->VarFromUtf8("key", 3);
    for (int turn = 0; turn < count; turn++) {
        dictionaries->Set(dictionary, key, PP_MakeInt32(turn));
        sink = dictionaries->Get(dictionary, key).value.as_int;
    }
}

static void messages(void) {
    static char text[1024];
    const PPB_Messaging *messaging = browser(PPB_MESSAGING_INTERFACE);
    memset(text, 'x', sizeof text);
    for (int turn = 0; turn < count; turn++) {
        struct PP_Var var = vars->VarFromUtf8(text, sizeof text);
        messaging->PostMessage(instance, var);
        vars->Release(var);
    }
}

#define WIDTH 1280
#define HEIGHT 720

static const PPB_Graphics2D *graphics;
static PP_Resource canvas, image;
static int flushed;

static void flush(void *data, int32_t result) {
    (void)data;
    if (result != PP_OK || flushed++ == count) {
        exit(result != PP_OK);
    }
    graphics->PaintImageData(canvas, image, &(struct PP_Point){0, 0}, NULL);
    graphics->Flush(canvas, PP_MakeCompletionCallback(flush, NULL));
}

static void flushes(void) {
    struct PP_Size size = {WIDTH, HEIGHT};
    const PPB_ImageData *images = browser(PPB_IMAGEDATA_INTERFACE);
    const PPB_Instance *instances = browser(PPB_INSTANCE_INTERFACE);
    graphics = browser(PPB_GRAPHICS_2D_INTERFACE);
    canvas = graphics->Create(instance, &size, PP_TRUE);
    image = images->Create(instance, images->GetNativeImageDataFormat(), &size, PP_TRUE);
    memset(images->Map(image), 0x7f, WIDTH * HEIGHT * 4);
    instances->BindGraphics(instance, canvas);
    flush(NULL, PP_OK);
}

/* The same pixels, copied by the program itself. */
static void copies(void) {
    char *from = malloc(WIDTH * HEIGHT * 4), *to = malloc(WIDTH * HEIGHT * 4);
    memset(from, 0x7f, WIDTH * HEIGHT * 4);
    for (int turn = 0; turn < count; turn++) {
        memcpy(to, from, WIDTH * HEIGHT * 4);
        sink = to[turn];
    }
}

static const PPB_OpenGLES2 *gl;
static PP_Resource context;

static GLuint compiled(GLenum kind, const char *source) {
    GLuint shader = gl->CreateShader(context, kind);
    gl->ShaderSource(context, shader, 1, &source, NULL);
    gl->CompileShader(context, shader);
    return shader;
}

/* A small surface with a program in use and a triangle in a buffer. */
static GLint prepare_drawing(void) {
    static const GLfloat corners[] = {-1, -1, 1, -1, 0, 1};
    int32_t size[] = {PP_GRAPHICS3DATTRIB_WIDTH, 16, PP_GRAPHICS3DATTRIB_HEIGHT, 16,
                      PP_GRAPHICS3DATTRIB_NONE};
    GLuint program, buffer;
    context = ((const PPB_Graphics3D *)browser(PPB_GRAPHICS_3D_INTERFACE))->Create(instance, 0, size);
    gl = browser(PPB_OPENGLES2_INTERFACE);
    program = gl->CreateProgram(context);
    gl->AttachShader(context, program,
                     compiled(GL_VERTEX_SHADER, "attribute vec4 at; void main() { gl_Position = at; }"));
    gl->AttachShader(context, program,
                     compiled(GL_FRAGMENT_SHADER, "uniform lowp vec4 colour; void main() { gl_FragColor = colour; }"));
    gl->BindAttribLocation(context, program, 0, "at");
    gl->LinkProgram(context, program);
    gl->UseProgram(context, program);
    gl->GenBuffers(context, 1, &buffer);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, buffer);
    gl->BufferData(context, GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    gl->EnableVertexAttribArray(context, 0);
    gl->VertexAttribPointer(context, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    return gl->GetUniformLocation(context, program, "colour");
}

/* Exits with a failure unless all calls were good ones, of which it waits for the last. */
static void finish_drawing(void) {
    gl->Finish(context);
    exit(gl->GetError(context) != GL_NO_ERROR);
}

static void uniforms(void) {
    GLint colour = prepare_drawing();
    for (int turn = 0; turn < count; turn++) {
        gl->Uniform4f(context, colour, turn, 0, 0, 1);
    }
    finish_drawing();
}

static void binds(void) {
    GLuint textures[2];
    prepare_drawing();
    gl->GenTextures(context, 2, textures);
    for (int turn = 0; turn < count; turn++) {
        gl->BindTexture(context, GL_TEXTURE_2D, textures[turn & 1]);
    }
    finish_drawing();
}

static void draws(void) {
    prepare_drawing();
    for (int turn = 0; turn < count; turn++) {
        gl->DrawArrays(context, GL_TRIANGLES, 0, 3);
    }
    finish_drawing();
}

static PP_Resource audio;

static void stop(void *data, int32_t result) {
    (void)data, (void)result;
    exit(0);
}

static void play(void *buffer, uint32_t bytes, PP_TimeDelta latency, void *data) {
    (void)latency, (void)data;
    memset(buffer, 1, bytes);
}

/* `count` seconds of sound. */
static void sound(void) {
    const PPB_AudioConfig *configs = browser(PPB_AUDIO_CONFIG_INTERFACE);
    const PPB_Audio *sounds = browser(PPB_AUDIO_INTERFACE);
    PP_Resource config = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 1024);
    audio = sounds->Create(instance, config, play, NULL);
    sounds->StartPlayback(audio);
    core->CallOnMainThread(1000 * count, PP_MakeCompletionCallback(stop, NULL), PP_OK);
}

static const struct {
    const char *name;
    void (*run)(void);
    int goes_on;
} modes[] = {
    {"crossings", crossings, 0}, {"times", times, 0},     {"texts", texts, 0},
    {"entries", entries, 0},     {"messages", messages, 0}, {"copies", copies, 0},
    {"uniforms", uniforms, 0},   {"binds", binds, 0},     {"draws", draws, 0},
    {"flushes", flushes, 1},     {"sound", sound, 1},
};

static PP_Bool did_create(PP_Instance created, uint32_t argc, const char *argn[],
                          const char *argv[]) {
    const char *mode = "nothing";
    instance = created;
    for (uint32_t index = 0; index < argc; index++) {
        if (strcmp(argn[index], "mode") == 0) {
            mode = argv[index];
        } else if (strcmp(argn[index], "count") == 0) {
            count = atoi(argv[index]);
        }
    }
    for (size_t index = 0; index < sizeof modes / sizeof *modes; index++) {
        if (strcmp(mode, modes[index].name) == 0) {
            modes[index].run();
            if (modes[index].goes_on) {
                return PP_TRUE;
            }
        }
    }
    exit(0);
}

static void did_destroy(PP_Instance gone) {
    (void)gone;
}

static void did_change_view(PP_Instance changed, PP_Resource view) {
    (void)changed, (void)view;
}

static void did_change_focus(PP_Instance changed, PP_Bool has_focus) {
    (void)changed, (void)has_focus;
}

static PP_Bool handle_document_load(PP_Instance loaded, PP_Resource loader) {
    (void)loaded, (void)loader;
    return PP_FALSE;
}

PP_EXPORT int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
    (void)module;
    browser = get_interface;
    core = browser(PPB_CORE_INTERFACE);
    vars = browser(PPB_VAR_INTERFACE);
    return PP_OK;
}

PP_EXPORT void PPP_ShutdownModule(void) {}

PP_EXPORT const void *PPP_GetInterface(const char *name) {
    static const PPP_Instance functions = {did_create, did_destroy, did_change_view,
                                           did_change_focus, handle_document_load};
    return strcmp(name, PPP_INSTANCE_INTERFACE) == 0 ? &functions : NULL;
}
