// Contexts: one with objects of its own, two that share, sizes, swaps, loss. The page posts "begin";
// "shared", "alone", "alpha" has the context of that name shown, in red, green, half of blue; "small"
// resizes what is shown; "lost" is posted when a context is.
#define OFFERS
#include "check.h"

#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_opengles2.h>
#include <ppapi/c/ppp_graphics_3d.h>
#include <GLES2/gl2.h>

static const PPB_Graphics3D *contexts;
static const PPB_OpenGLES2 *gl;
static const PPB_Instance *instances;
static const PPB_Messaging *messaging;
static PP_Resource first, shared, alone, alpha, shown;

static void say(const char *text) {
    messaging->PostMessage(instance, text_var(text));
}

static void context_lost(PP_Instance lost) {
    CHECK("the instance of what is lost", lost, instance);
    CHECK("calls give nothing any more", gl->CreateShader(shown, GL_VERTEX_SHADER), 0);
    CHECK("and no errors", gl->GetError(shown), GL_NO_ERROR);
    gl->Clear(shown, GL_COLOR_BUFFER_BIT);
    say("lost");
}

static const void *offers(const char *name) {
    static const PPP_Graphics3D losses = {context_lost};
    return strcmp(name, PPP_GRAPHICS_3D_INTERFACE) ? NULL : &losses;
}

static PP_Resource made(PP_Resource share, int32_t alpha_size) {
    int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 8, PP_GRAPHICS3DATTRIB_HEIGHT, 8, PP_GRAPHICS3DATTRIB_DEPTH_SIZE,
                            16, PP_GRAPHICS3DATTRIB_ALPHA_SIZE, alpha_size, PP_GRAPHICS3DATTRIB_NONE};
    PP_Resource context = contexts->Create(instance, share, attributes);
    CHECK_TRUE("there is a context", context != 0);
    return context;
}

static uint32_t pixel(PP_Resource context, int x, int y) {
    uint32_t found = 0;
    gl->ReadPixels(context, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &found);
    return found;
}

static void fill(PP_Resource context, float red, float green, float blue, float opacity) {
    gl->ClearColor(context, red, green, blue, opacity);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
}

static void swapped(void *data, int32_t result) {
    CHECK("a swap ends", result, PP_OK);
    say(data);
}

static void show(PP_Resource context, const char *name) {
    shown = context;
    instances->BindGraphics(instance, context);
    struct PP_CompletionCallback callback = CALLBACK(swapped, (void *) name);
    CHECK("a swap begins", contexts->SwapBuffers(context, callback), PP_OK_COMPLETIONPENDING);
    CHECK("there is one at a time", contexts->SwapBuffers(context, unexpected("a second swap")), PP_ERROR_INPROGRESS);
}

static void checks(void) {
    first = made(0, 0);
    shared = made(first, 0);
    alone = made(0, 0);
    alpha = made(0, 8);
    GLint number = 0;

    // Objects are shared, state is not.
    gl->BindBuffer(first, GL_ARRAY_BUFFER, 77);
    gl->BufferData(first, GL_ARRAY_BUFFER, 12, NULL, GL_STATIC_DRAW);
    CHECK("a name that was never generated makes a buffer", gl->IsBuffer(first, 77), GL_TRUE);
    gl->GetIntegerv(shared, GL_ARRAY_BUFFER_BINDING, &number);
    CHECK("another context has not bound it", number, 0);
    CHECK("but knows it", gl->IsBuffer(shared, 77), GL_TRUE);
    CHECK("one that does not share knows it not", gl->IsBuffer(alone, 77), GL_FALSE);
    gl->BindBuffer(shared, GL_ARRAY_BUFFER, 77);
    gl->GetBufferParameteriv(shared, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &number);
    CHECK("its contents are shared", number, 12);
    gl->Enable(first, GL_DEPTH_TEST);
    gl->BlendFunc(first, GL_ONE, GL_SRC_ALPHA);
    gl->ClearColor(first, 0.25f, 0.5f, 0.75f, 1);
    CHECK("a state of one", gl->IsEnabled(first, GL_DEPTH_TEST), GL_TRUE);
    CHECK("is not that of another", gl->IsEnabled(shared, GL_DEPTH_TEST), GL_FALSE);
    GLfloat colour[4] = {9, 9, 9, 9};
    gl->GetFloatv(shared, GL_COLOR_CLEAR_VALUE, colour);
    CHECK_REAL("numbers neither", colour[1], 0);
    gl->GetFloatv(first, GL_COLOR_CLEAR_VALUE, colour);
    CHECK_REAL("but it has its own again", colour[1], 0.5);
    gl->GetIntegerv(first, GL_BLEND_DST_RGB, &number);
    CHECK("all of them", number, GL_SRC_ALPHA);
    gl->GetIntegerv(first, GL_ARRAY_BUFFER_BINDING, &number);
    CHECK("and what was bound", number, 77);
    GLuint texture = 0;
    gl->GenTextures(first, 1, &texture);
    gl->BindTexture(first, GL_TEXTURE_2D, texture);
    gl->TexImage2D(first, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, "abcd");
    GLuint framebuffer = 0;
    gl->GenFramebuffers(shared, 1, &framebuffer);
    gl->BindFramebuffer(shared, GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(shared, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    CHECK("a texture of one in a framebuffer of another", pixel(shared, 0, 0), 0x64636261);
    gl->BindFramebuffer(shared, GL_FRAMEBUFFER, 0);

    // Framebuffer 0.
    fill(first, 1, 0, 0, 0.5f);
    fill(shared, 1, 0, 0, 0);
    CHECK("without alpha all is opaque", pixel(first, 3, 3), 0xFF0000FF);
    fill(alpha, 0, 0, 0.5f, 0.5f);
    CHECK("with alpha it counts", pixel(alpha, 3, 3) >> 24, 0x80);
    CHECK("no depth was asked for in vain", gl->CheckFramebufferStatus(first, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->GetIntegerv(first, GL_DEPTH_BITS, &number);
    CHECK_TRUE("depth has as many bits as were asked for", number >= 16);
    GLint viewport[4];
    gl->GetIntegerv(first, GL_VIEWPORT, viewport);
    CHECK("the viewport is all of it", viewport[2], 8);
    CHECK("it takes another size", contexts->ResizeBuffers(first, 16, 4), PP_OK);
    CHECK("a new one is empty", pixel(first, 12, 2) & 0xFFFFFF, 0);
    gl->GetIntegerv(first, GL_VIEWPORT, viewport);
    CHECK("the viewport stays", viewport[2], 8);
    CHECK("it may be nothing", contexts->ResizeBuffers(first, 0, 0), PP_OK);
    fill(first, 1, 1, 1, 1);
    CHECK("then nothing is wrong either", gl->GetError(first), GL_NO_ERROR);
    CHECK("it cannot be less", contexts->ResizeBuffers(first, -1, 4), PP_ERROR_BADARGUMENT);
    core->ReleaseResource(first);
    CHECK("what it shared is still there", gl->IsBuffer(shared, 77), GL_TRUE);
    CHECK("calls on it do nothing", gl->IsBuffer(first, 77), GL_FALSE);

    // Errors.
    gl->Enable(alone, 0x1234);
    gl->BindBuffer(alone, 0x1234, 1);
    gl->DrawArrays(alone, GL_TRIANGLES, 0, 3);
    gl->Viewport(alone, 0, 0, -1, 1);
    CHECK("each error is told once", gl->GetError(alone), GL_INVALID_ENUM);
    CHECK("a draw without a program", gl->GetError(alone), GL_INVALID_OPERATION);
    CHECK("a negative size", gl->GetError(alone), GL_INVALID_VALUE);
    CHECK("no more of them", gl->GetError(alone), GL_NO_ERROR);
    CHECK("those of another context are its own", gl->GetError(shared), GL_NO_ERROR);
    fill(alone, 0, 1, 0, 1);
    fill(shared, 1, 0, 0, 1);
    say("begun");
}

static void heard(struct PP_Var message) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(message, &length);
    if (!strncmp(text, "begin", length)) checks();
    if (!strncmp(text, "shared", length)) show(shared, "shared");
    if (!strncmp(text, "alone", length)) show(alone, "alone");
    if (!strncmp(text, "alpha", length)) show(alpha, "alpha");
    if (!strncmp(text, "small", length)) {
        contexts->ResizeBuffers(shown, 2, 2);
        gl->Enable(shown, GL_SCISSOR_TEST);
        gl->Scissor(shown, 0, 0, 1, 1);
        fill(shown, 1, 1, 0, 1);
        show(shown, "small");
    }
}

static void begin(void) {
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    gl = ask(PPB_OPENGLES2_INTERFACE);
    instances = ask(PPB_INSTANCE_INTERFACE);
    messaging = ask(PPB_MESSAGING_INTERFACE);
    on_message = heard;
    say("ready");
}
