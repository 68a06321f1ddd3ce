// Decodes what the page posts: each array buffer is a unit of a stream, and its number its name.
// Orders are texts: "init PROFILE ACCELERATION PICTURES", "get", "flush", "reset", "recycle TEXTURE",
// "delete TEXTURE", "close". Each call says what it gave, and each callback what it got; of a picture
// also which unit it is of, its size, its texture, and the colours in the middle of its upper and of
// its lower half.
#define INITIALIZE
#include "say.h"

#include <GLES2/gl2.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_opengles2.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_video_decoder.h>

static const PPB_VideoDecoder *decoders;
static const PPB_OpenGLES2 *gl;
static PP_Resource context, decoder;
static struct PP_VideoPicture picture;
static uint32_t units;

// What a call gives that says by a callback how it ends.
static void say_result(const char *name, int32_t result) {
    if (result != PP_OK_COMPLETIONPENDING)
        say("%s: %d at once", name, (int) result);
}

static const uint8_t *pixel(int32_t x, int32_t y) {
    static uint8_t rgba[2][4];
    static int turn;
    turn = !turn;
    gl->ReadPixels(context, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba[turn]);
    return rgba[turn];
}

static void say_picture(void) {
    GLuint framebuffer;
    struct PP_Size size = picture.texture_size;
    struct PP_Rect visible = picture.visible_rect;
    gl->GenFramebuffers(context, 1, &framebuffer);
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, picture.texture_target,
                             picture.texture_id, 0);
    const uint8_t *upper = pixel(size.width / 2, size.height / 4);
    const uint8_t *lower = pixel(size.width / 2, size.height - size.height / 4);
    say("picture of %u: %dx%d visible %d,%d %dx%d texture %u colours %d,%d,%d %d,%d,%d error %d", picture.decode_id,
        size.width, size.height, visible.point.x, visible.point.y, visible.size.width, visible.size.height,
        picture.texture_id, upper[0], upper[1], upper[2], lower[0], lower[1], lower[2], (int) gl->GetError(context));
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(context, 1, &framebuffer);
}

static void got(void *data, int32_t result) {
    (void) data;
    if (result == PP_OK)
        say_picture();
    else
        say("get: %d", (int) result);
}

static void decode(struct PP_Var unit) {
    const PPB_VarArrayBuffer *buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    uint32_t length = 0;
    buffers->ByteLength(unit, &length);
    void *bytes = buffers->Map(unit);
    say_result("decode", decoders->Decode(decoder, units++, length, bytes, OPTIONAL(done, "decode")));
    buffers->Unmap(unit);
}

static void obey(struct PP_Var message) {
    uint32_t length = 0;
    if (message.type == PP_VARTYPE_ARRAY_BUFFER) {
        decode(message);
        return;
    }
    const char *text = vars->VarToUtf8(message, &length);
    char word[20] = "";
    unsigned a = 0, b = 0, c = 0;
    sscanf(text, "%19s %u %u %u", word, &a, &b, &c);
    if (!strcmp(word, "init")) {
        if (decoder == 0)
            decoder = decoders->Create(instance);
        say_result(word, decoders->Initialize(decoder, context, (PP_VideoProfile) a, (PP_HardwareAcceleration) b, c,
                                              OPTIONAL(done, "init")));
    } else if (!strcmp(word, "get")) {
        int32_t result = decoders->GetPicture(decoder, &picture, OPTIONAL(got, NULL));
        if (result != PP_OK_COMPLETIONPENDING)
            got(NULL, result);
    } else if (!strcmp(word, "flush")) {
        say_result(word, decoders->Flush(decoder, OPTIONAL(done, "flush")));
    } else if (!strcmp(word, "reset")) {
        say_result(word, decoders->Reset(decoder, OPTIONAL(done, "reset")));
    } else if (!strcmp(word, "recycle")) {
        struct PP_VideoPicture old = {.texture_id = a};
        decoders->RecyclePicture(decoder, &old);
    } else if (!strcmp(word, "delete")) {
        gl->DeleteTextures(context, 1, &a);
    } else if (!strcmp(word, "close")) {
        core->ReleaseResource(decoder);
        decoder = 0;
        say("closed");
    }
}

static void initialize(PP_Module module) {
    (void) module;
    decoders = ask(PPB_VIDEODECODER_INTERFACE);
    gl = ask(PPB_OPENGLES2_INTERFACE);
    on_message = obey;
}

static void begin(void) {
    static const int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 64, PP_GRAPHICS3DATTRIB_HEIGHT, 64,
                                         PP_GRAPHICS3DATTRIB_NONE};
    context = ((const PPB_Graphics3D *) ask(PPB_GRAPHICS_3D_INTERFACE))->Create(instance, 0, attributes);
    say("context %d", context != 0);
}
