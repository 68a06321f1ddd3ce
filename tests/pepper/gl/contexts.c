// Contexts: how they are made, shared, resized, swapped and shown.
// view: 64x64
// script: {"after":"picture","post":"done"}
#define OWN_CONTEXTS
#include "gl.h"

static PP_Resource made(const int32_t *attributes) {
    return contexts->Create(instance, 0, attributes);
}

static void creation(void) {
    static const int32_t unknown[] = {0x1234, 1, PP_GRAPHICS3DATTRIB_NONE};
    static const int32_t empty[] = {PP_GRAPHICS3DATTRIB_NONE};
    static const int32_t hints[] = {
        PP_GRAPHICS3DATTRIB_WIDTH, 8, PP_GRAPHICS3DATTRIB_HEIGHT, 8, PP_GRAPHICS3DATTRIB_RED_SIZE, 8,
        PP_GRAPHICS3DATTRIB_GREEN_SIZE, 8, PP_GRAPHICS3DATTRIB_BLUE_SIZE, 8, PP_GRAPHICS3DATTRIB_SAMPLE_BUFFERS, 0,
        PP_GRAPHICS3DATTRIB_SAMPLES, 0, PP_GRAPHICS3DATTRIB_SWAP_BEHAVIOR, PP_GRAPHICS3DATTRIB_BUFFER_PRESERVED,
        PP_GRAPHICS3DATTRIB_GPU_PREFERENCE, PP_GRAPHICS3DATTRIB_GPU_PREFERENCE_LOW_POWER, PP_GRAPHICS3DATTRIB_NONE,
    };
    CHECK("an unknown attribute, no context", made(unknown), 0);
    CHECK("no instance, no context", contexts->Create(DEAD, 0, empty), 0);
    CHECK("nothing to share with, no context", contexts->Create(instance, DEAD, empty), 0);
    PP_Resource one = made(empty);
    CHECK_TRUE("nothing needs to be said", one);
    CHECK_TRUE("a context is one", contexts->IsGraphics3D(one));
    CHECK_FALSE("nothing is none", contexts->IsGraphics3D(DEAD));
    glSetCurrentContextPPAPI(one);
    CHECK_ERROR("it draws nowhere", clear(RED), GL_NO_ERROR);
    core->ReleaseResource(one);
    CHECK_FALSE("one that is gone is none", contexts->IsGraphics3D(one));
    CHECK("and knows no error", glGetError(), 0);
    PP_Resource none = made(NULL);
    CHECK_TRUE("no list will do too", none);
    core->ReleaseResource(none);
    PP_Resource hinted = made(hints);
    CHECK_TRUE("hints are taken", hinted);
    int32_t value[] = {PP_GRAPHICS3DATTRIB_WIDTH, 0, PP_GRAPHICS3DATTRIB_NONE};
    CHECK("attributes were never told", contexts->GetAttribs(hinted, value), PP_ERROR_FAILED);
    CHECK("nor set", contexts->SetAttribs(hinted, value), PP_ERROR_FAILED);
    CHECK("errors neither", contexts->GetError(hinted), PP_ERROR_FAILED);
    CHECK("of nothing even less", contexts->GetAttribs(DEAD, value), PP_ERROR_BADRESOURCE);
    core->ReleaseResource(hinted);
}

static void alpha(void) {
    PP_Resource with = context_of(8, 8, 0, 8), without = context_of(8, 8, 0, 0);
    glSetCurrentContextPPAPI(with);
    CHECK_INTEGER("alpha that is asked for has bits", GL_ALPHA_BITS, 8);
    CHECK_PIXEL("at first all is clear", 4, 4, 0);
    clear(0x20406080);
    CHECK_NEAR("alpha is kept", 4, 4, 0x20406080);
    glSetCurrentContextPPAPI(without);
    CHECK_INTEGER("what was not asked for has none", GL_ALPHA_BITS, 0);
    clear(0x20406080);
    CHECK_NEAR("then all is opaque", 4, 4, 0x204060FF);
    core->ReleaseResource(with);
    core->ReleaseResource(without);
}

static void sharing(void) {
    PP_Resource first = context_of(8, 8, 0, 0);
    PP_Resource second = context_of(8, 8, first, 0), stranger = context_of(8, 8, 0, 0);
    CHECK_TRUE("a context can share with another", second);
    glSetCurrentContextPPAPI(first);
    static const uint32_t red = 0xFF0000FF;
    GLuint texture = plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &red);
    GLuint program = used_program(PLAIN_VERTEX, PLAIN_FRAGMENT);
    glBindBuffer(GL_ARRAY_BUFFER, 3);
    glBindRenderbuffer(GL_RENDERBUFFER, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 5);
    glEnable(GL_BLEND);
    glFlush();
    glSetCurrentContextPPAPI(second);
    CHECK_TRUE("textures are shared", glIsTexture(texture));
    CHECK_TRUE("programs are", glIsProgram(program));
    CHECK_TRUE("buffers are", glIsBuffer(3));
    CHECK_TRUE("renderbuffers are", glIsRenderbuffer(4));
    CHECK_FALSE("framebuffers are not", glIsFramebuffer(5));
    CHECK_FALSE("nor what is set", glIsEnabled(GL_BLEND));
    CHECK_INTEGER("nor what is bound", GL_TEXTURE_BINDING_2D, 0);
    GLuint later;
    glGenTextures(1, &later);
    CHECK_TRUE("names are made for both", later != texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindFramebuffer(GL_FRAMEBUFFER, 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    CHECK_PIXEL("contents are shared too", 0, 0, RED);
    CHECK_ERROR("errors are those of one", glEnable(GL_ONE), GL_INVALID_ENUM);
    glSetCurrentContextPPAPI(stranger);
    CHECK_FALSE("others share nothing", glIsTexture(texture) || glIsProgram(program) || glIsBuffer(3));
    glSetCurrentContextPPAPI(first);
    glDisable(GL_BLEND);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    core->ReleaseResource(first);
    glSetCurrentContextPPAPI(second);
    CHECK_TRUE("what is shared outlives the first", glIsTexture(texture));
    CHECK_PIXEL("with its contents", 0, 0, RED);
    core->ReleaseResource(second);
    core->ReleaseResource(stranger);
}

static void turns(void) {
    PP_Resource one = context_of(8, 8, 0, 0), other = context_of(8, 8, 0, 0);
    glSetCurrentContextPPAPI(one);
    clear(RED);
    glClearColor(0, 1, 0, 1);
    glSetCurrentContextPPAPI(other);
    CHECK_PIXEL("contexts have framebuffers of their own", 4, 4, BLACK);
    glClear(GL_COLOR_BUFFER_BIT);
    glSetCurrentContextPPAPI(one);
    CHECK_PIXEL("what one draws the other does not", 4, 4, RED);
    glClear(GL_COLOR_BUFFER_BIT);
    CHECK_PIXEL("what is set is of one", 4, 4, GREEN);
    core->ReleaseResource(one);
    core->ReleaseResource(other);
}

static void sizes(void) {
    CHECK("a width below 0", contexts->ResizeBuffers(context, -1, 4), PP_ERROR_BADARGUMENT);
    CHECK("a height below 0", contexts->ResizeBuffers(context, 4, -1), PP_ERROR_BADARGUMENT);
    CHECK("nothing has no size", contexts->ResizeBuffers(DEAD, 4, 4), PP_ERROR_BADRESOURCE);
    clear(RED);
    CHECK("a context can get another size", contexts->ResizeBuffers(context, 100, 80), PP_OK);
    GLint box[4] = {-1, -1, -1, -1};
    glGetIntegerv(GL_VIEWPORT, box);
    CHECK_TRUE("the viewport stays", box[2] == SIDE && box[3] == SIDE);
    clear(GREEN);
    CHECK_PIXEL("what it has then can be drawn", 99, 79, GREEN);
    glViewport(0, 0, 100, 80);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    fill(BLUE);
    glDisable(GL_DEPTH_TEST);
    CHECK_PIXEL("depth has that size too", 99, 79, BLUE);
    CHECK("it can have none", contexts->ResizeBuffers(context, 0, 0), PP_OK);
    CHECK_ERROR("which is no error", clear(RED), GL_NO_ERROR);
    CHECK("and back", contexts->ResizeBuffers(context, SIDE, SIDE), PP_OK);
    glViewport(0, 0, SIDE, SIDE);
}

static int runs;

static void kept_again(void *data, int32_t result) {
    (void) data;
    CHECK("a second swap ends", result, PP_OK);
    CHECK("in its turn", runs, 1);
    CHECK_PIXEL("contents stay after a swap", 32, 32, YELLOW);
    show_picture();
}

static void swapped(void *data, int32_t result) {
    (void) data;
    CHECK("a swap ends", result, PP_OK);
    runs++;
    CHECK_PIXEL("contents stay", 32, 32, YELLOW);
    CHECK("then the next one may begin", contexts->SwapBuffers(context, CALLBACK(kept_again, NULL)), PP_OK_COMPLETIONPENDING);
}

static void unbound(void *data, int32_t result) {
    (void) data;
    CHECK("a context that nobody sees swaps too", result, PP_OK);
    glSetCurrentContextPPAPI(context);
    clear(YELLOW);
    CHECK("a swap takes its time", contexts->SwapBuffers(context, CALLBACK(swapped, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("one at a time", contexts->SwapBuffers(context, unexpected("a second swap")), PP_ERROR_INPROGRESS);
}

static void swaps(void) {
    CHECK("nothing does not swap", contexts->SwapBuffers(DEAD, unexpected("a swap of nothing")), PP_ERROR_BADRESOURCE);
    CHECK("the main thread does not wait", contexts->SwapBuffers(context, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    CHECK("nothing is bound", instances->BindGraphics(instance, DEAD), PP_FALSE);
    static PP_Resource hidden;
    hidden = context_of(8, 8, 0, 0);
    glSetCurrentContextPPAPI(hidden);
    clear(RED);
    CHECK("nor shown", contexts->SwapBuffers(hidden, CALLBACK(unbound, NULL)), PP_OK_COMPLETIONPENDING);
}

static void begin(void) {
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    instances = ask(PPB_INSTANCE_INTERFACE);
    CHECK_TRUE("the functions are there", glInitializePPAPI(browser));
    creation();
    alpha();
    sharing();
    turns();
    context = context_of(SIDE, SIDE, 0, 0);
    CHECK_TRUE("a context can be bound", instances->BindGraphics(instance, context));
    glSetCurrentContextPPAPI(context);
    sizes();
    swaps();
}

/* A smaller buffer than the element, which is stretched. */
static void picture(void) {
    contexts->ResizeBuffers(context, 16, 16);
    glViewport(0, 0, 16, 16);
    clear(0x2060A0FF);
    use_colour(0xF0C040FF);
    rectangle(-1, -1, 0, 0, 0);
    rectangle(0.5f, 0.5f, 1, 1, 0);
}
