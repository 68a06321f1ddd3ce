/* OpenGL ES 2 in the window. */
#include "pepper.h"

#include <GLES2/gl2.h>
#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/lib/gl/gles2/gl2ext_ppapi.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>

/* Every function of OpenGL ES 2, without its prefix. */
#define FUNCTIONS(_)                                                                               \
    _(ActiveTexture) _(AttachShader) _(BindAttribLocation) _(BindBuffer) _(BindFramebuffer)        \
    _(BindRenderbuffer) _(BindTexture) _(BlendColor) _(BlendEquation) _(BlendEquationSeparate)     \
    _(BlendFunc) _(BlendFuncSeparate) _(BufferData) _(BufferSubData) _(CheckFramebufferStatus)     \
    _(Clear) _(ClearColor) _(ClearDepthf) _(ClearStencil) _(ColorMask) _(CompileShader)            \
    _(CompressedTexImage2D) _(CompressedTexSubImage2D) _(CopyTexImage2D) _(CopyTexSubImage2D)      \
    _(CreateProgram) _(CreateShader) _(CullFace) _(DeleteBuffers) _(DeleteFramebuffers)            \
    _(DeleteProgram) _(DeleteRenderbuffers) _(DeleteShader) _(DeleteTextures) _(DepthFunc)         \
    _(DepthMask) _(DepthRangef) _(DetachShader) _(Disable) _(DisableVertexAttribArray)             \
    _(DrawArrays) _(DrawElements) _(Enable) _(EnableVertexAttribArray) _(Finish) _(Flush)          \
    _(FramebufferRenderbuffer) _(FramebufferTexture2D) _(FrontFace) _(GenBuffers)                  \
    _(GenerateMipmap) _(GenFramebuffers) _(GenRenderbuffers) _(GenTextures) _(GetActiveAttrib)     \
    _(GetActiveUniform) _(GetAttachedShaders) _(GetAttribLocation) _(GetBooleanv)                  \
    _(GetBufferParameteriv) _(GetError) _(GetFloatv) _(GetFramebufferAttachmentParameteriv)        \
    _(GetIntegerv) _(GetProgramInfoLog) _(GetProgramiv) _(GetRenderbufferParameteriv)              \
    _(GetShaderInfoLog) _(GetShaderiv) _(GetShaderPrecisionFormat) _(GetShaderSource)              \
    _(GetString) _(GetTexParameterfv) _(GetTexParameteriv) _(GetUniformfv) _(GetUniformiv)         \
    _(GetUniformLocation) _(GetVertexAttribfv) _(GetVertexAttribiv) _(GetVertexAttribPointerv)     \
    _(Hint) _(IsBuffer) _(IsEnabled) _(IsFramebuffer) _(IsProgram) _(IsRenderbuffer)               \
    _(IsShader) _(IsTexture) _(LineWidth) _(LinkProgram) _(PixelStorei) _(PolygonOffset)           \
    _(ReadPixels) _(ReleaseShaderCompiler) _(RenderbufferStorage) _(SampleCoverage) _(Scissor)     \
    _(ShaderBinary) _(ShaderSource) _(StencilFunc) _(StencilFuncSeparate) _(StencilMask)           \
    _(StencilMaskSeparate) _(StencilOp) _(StencilOpSeparate) _(TexImage2D) _(TexParameterf)        \
    _(TexParameterfv) _(TexParameteri) _(TexParameteriv) _(TexSubImage2D) _(Uniform1f)             \
    _(Uniform1fv) _(Uniform1i) _(Uniform1iv) _(Uniform2f) _(Uniform2fv) _(Uniform2i)               \
    _(Uniform2iv) _(Uniform3f) _(Uniform3fv) _(Uniform3i) _(Uniform3iv) _(Uniform4f)               \
    _(Uniform4fv) _(Uniform4i) _(Uniform4iv) _(UniformMatrix2fv) _(UniformMatrix3fv)               \
    _(UniformMatrix4fv) _(UseProgram) _(ValidateProgram) _(VertexAttrib1f) _(VertexAttrib1fv)      \
    _(VertexAttrib2f) _(VertexAttrib2fv) _(VertexAttrib3f) _(VertexAttrib3fv) _(VertexAttrib4f)    \
    _(VertexAttrib4fv) _(VertexAttribPointer) _(Viewport)

#define ENTRY(name) {"gl" #name, (void *) gl##name},

static const struct {
    const char *name;
    void *address;
} functions[] = {FUNCTIONS(ENTRY)};

static int load_library(_THIS, const char *path) {
    (void) path;
    if (!glInitializePPAPI(PSGetInterface))
        return SDL_SetError("the browser has no OpenGL ES");
    SDL_strlcpy(_this->gl_config.driver_path, "pepper", sizeof(_this->gl_config.driver_path));
    return 0;
}

static void unload_library(_THIS) {
    (void) _this;
}

static void *get_address(_THIS, const char *name) {
    (void) _this;
    for (size_t index = 0; index < SDL_arraysize(functions); ++index) {
        if (SDL_strcmp(functions[index].name, name) == 0)
            return functions[index].address;
    }
    return NULL;
}

static SDL_GLContext create_context(_THIS, SDL_Window *window) {
    const int32_t attributes[] = {
        PP_GRAPHICS3DATTRIB_WIDTH, window->w,
        PP_GRAPHICS3DATTRIB_HEIGHT, window->h,
        PP_GRAPHICS3DATTRIB_GPU_PREFERENCE, PP_GRAPHICS3DATTRIB_GPU_PREFERENCE_PERFORMANCE,
        PP_GRAPHICS3DATTRIB_ALPHA_SIZE, _this->gl_config.alpha_size,
        PP_GRAPHICS3DATTRIB_DEPTH_SIZE, _this->gl_config.depth_size,
        PP_GRAPHICS3DATTRIB_STENCIL_SIZE, _this->gl_config.stencil_size,
        PP_GRAPHICS3DATTRIB_SAMPLE_BUFFERS, _this->gl_config.multisamplebuffers,
        PP_GRAPHICS3DATTRIB_SAMPLES, _this->gl_config.multisamplesamples,
        PP_GRAPHICS3DATTRIB_NONE,
    };
    const PPB_Graphics3D *graphics = PSInterfaceGraphics3D();
    PP_Resource context = graphics ? graphics->Create(PSGetInstanceId(), 0, attributes) : 0;
    if (!context) {
        SDL_SetError("no context of OpenGL ES 2");
        return NULL;
    }
    glSetCurrentContextPPAPI(context);
    return (SDL_GLContext) (intptr_t) context;
}

static int make_current(_THIS, SDL_Window *window, SDL_GLContext context) {
    (void) _this;
    (void) window;
    glSetCurrentContextPPAPI((PP_Resource) (intptr_t) context);
    return 0;
}

static int set_interval(_THIS, int interval) {
    (void) _this;
    return interval == 1 ? 0 : SDL_SetError("the browser shows one picture in each interval");
}

static int get_interval(_THIS) {
    (void) _this;
    return 1;
}

static int swap(_THIS, SDL_Window *window) {
    (void) _this;
    PP_Resource context = glGetCurrentContextPPAPI();
    if (!context)
        return SDL_SetError("no context is current");
    if (window == pepper.window && pepper_show(context) != 0)
        return -1;
    int32_t result = PSInterfaceGraphics3D()->SwapBuffers(context, PP_BlockUntilComplete());
    return result == PP_OK ? 0 : SDL_SetError("the picture is not shown: error %d", (int) result);
}

static void delete_context(_THIS, SDL_GLContext context) {
    (void) _this;
    PP_Resource resource = (PP_Resource) (intptr_t) context;
    if (glGetCurrentContextPPAPI() == resource)
        glSetCurrentContextPPAPI(0);
    pepper_release(&resource);
}

void pepper_resize_opengl(SDL_Window *window) {
    PP_Resource context = (window->flags & SDL_WINDOW_OPENGL) ? glGetCurrentContextPPAPI() : 0;
    if (context)
        PSInterfaceGraphics3D()->ResizeBuffers(context, window->w, window->h);
}

void pepper_add_opengl(SDL_VideoDevice *device) {
    device->GL_LoadLibrary = load_library;
    device->GL_UnloadLibrary = unload_library;
    device->GL_GetProcAddress = get_address;
    device->GL_CreateContext = create_context;
    device->GL_MakeCurrent = make_current;
    device->GL_SetSwapInterval = set_interval;
    device->GL_GetSwapInterval = get_interval;
    device->GL_SwapWindow = swap;
    device->GL_DeleteContext = delete_context;
}
