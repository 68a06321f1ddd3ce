// Calls every function of OpenGL ES with whatever comes, many times over, on two contexts that share
// and one that does not. The attribute "seed" begins the numbers; "wild" has pointers and sizes lead
// anywhere, which ends the program sooner or later; else they lead into memory of its own.
#define BEFORE
#include "check.h"

#include <GLES2/gl2.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_opengles2.h>

enum { ROUNDS = 60000, ROOM = 1 << 24 };

static const PPB_Graphics3D *contexts;
static const PPB_OpenGLES2 *gl;
static const PPB_OpenGLES2InstancedArrays *instanced;
static const PPB_OpenGLES2FramebufferBlit *blit;
static const PPB_OpenGLES2FramebufferMultisample *multisample;
static const PPB_OpenGLES2ChromiumEnableFeature *feature;
static const PPB_OpenGLES2ChromiumMapSub *map;
static const PPB_OpenGLES2Query *query;
static const PPB_OpenGLES2VertexArrayObject *array;
static const PPB_Messaging *messaging;
static uint32_t state = 1;
static int is_wild;
static char *room;
static PP_Resource used[4];

static uint32_t number(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

/* A number of OpenGL, or another one. */
static GLenum constant(void) {
    static const GLenum known[] = {
        0, 1, 4, 0x0DE1, 0x8513, 0x8515, 0x84C0, 0x84C1, 0x8892, 0x8893, 0x88E4, 0x88E8, 0x8B30, 0x8B31, 0x1400, 0x1401,
        0x1403, 0x1405, 0x1406, 0x140C, 0x1907, 0x1908, 0x1909, 0x190A, 0x1906, 0x8363, 0x8033, 0x8D61, 0x1902, 0x84F9,
        0x84FA, 0x8D40, 0x8CA8, 0x8CA9, 0x8D41, 0x8CE0, 0x8CE1, 0x8D00, 0x8D20, 0x8CD0, 0x8CD1, 0x8B81, 0x8B84, 0x8B86,
        0x8B89, 0x8622, 0x8626, 0x8645, 0x2800, 0x2801, 0x2802, 0x2601, 0x812F, 0x2901, 0x0B71, 0x0BE2, 0x0C11, 0x0302,
        0x0303, 0x8006, 0x0404, 0x0408, 0x1E00, 0x1E01, 0x0201, 0x81A5, 0x88F0, 0x8058, 0x83F0, 0x83F3, 0x8D64, 0x88B9,
        0x8C2F, 0x84F2, 0x8865, 0x8866, 0x8867, 0x0CF5, 0x0CF2, 0x0CF3, 0x0CF4, 0x0D05, 0x86A3, 0x8894, 0x8069, 0x0BA2,
        0x0C22, 0x8B8D, 0x8CA6, 0x1F03, 0x8DF2, 0x8192, 0x0901, 0x4500, 0x2600, 0x2703, 0x8056, 0x8D48, 0x8824};
    uint32_t which = number();
    return which % 16 ? known[which / 16 % (sizeof known / sizeof *known)] : number();
}

static GLint amount(void) {
    static const GLint strange[] = {-1, (GLint) 0x80000000, 255, 0x7FFFFFFF, 65535, 65536, 0x10000000, 0x3FFFFFFF};
    uint32_t which = number();
    return which % 4 ? (GLint) (which / 4 % 9) : strange[which / 4 % (is_wild ? 8 : 3)];
}

static GLfloat real(void) {
    static const GLfloat strange[] = {0, 1, -1, 0.5f, 1e30f, -1e30f, 1.f / 0.f, 0.f / 0.f};
    return strange[number() % 8];
}

static void *place(void) {
    uint32_t which = number();
    if (is_wild && which % 8 == 0)
        return which % 16 ? (void *) (uintptr_t) number() : NULL;
    return room + which / 16 % 512 * 4 + (which % 16 == 2);
}

/* What is in memory: numbers, addresses of it, texts. */
static void fill(void) {
    static const char *texts[] = {"place", "colour", "colours[1]", "pepper3d_support_fixed_attribs",
        "pepper3d_allow_buffers_on_multiple_targets",
        "attribute vec4 place; attribute vec4 more; void main() { gl_Position = place + more; }",
        "precision mediump float; uniform vec4 colours[2]; uniform sampler2D t; void main() { gl_FragColor = colours[0] + colours[1] + texture2D(t, vec2(0.)); }"};
    uint32_t *words = (uint32_t *) room;
    for (int index = 0; index < 1024; index++)
        words[index] = number() % 8 ? number() % 6 : (uintptr_t) (room + 4096 + number() % 7 * 256);
    for (int index = 0; index < 7; index++)
        strcpy(room + 4096 + index * 256, texts[index]);
}

#define N amount()
#define E constant()
#define F real()
#define P place()

static void call(PP_Resource c) {
    switch (number() % 163) {
    case 0: gl->ActiveTexture(c, E); break;
    case 1: gl->AttachShader(c, N, N); break;
    case 2: gl->BindAttribLocation(c, N, N, P); break;
    case 3: gl->BindBuffer(c, E, N); break;
    case 4: gl->BindFramebuffer(c, E, N); break;
    case 5: gl->BindRenderbuffer(c, E, N); break;
    case 6: gl->BindTexture(c, E, N); break;
    case 7: gl->BlendColor(c, F, F, F, F); break;
    case 8: gl->BlendEquation(c, E); break;
    case 9: gl->BlendEquationSeparate(c, E, E); break;
    case 10: gl->BlendFunc(c, E, E); break;
    case 11: gl->BlendFuncSeparate(c, E, E, E, E); break;
    case 12: gl->BufferData(c, E, N, P, E); break;
    case 13: gl->BufferSubData(c, E, N, N, P); break;
    case 14: gl->CheckFramebufferStatus(c, E); break;
    case 15: gl->Clear(c, N); break;
    case 16: gl->ClearColor(c, F, F, F, F); break;
    case 17: gl->ClearDepthf(c, F); break;
    case 18: gl->ClearStencil(c, N); break;
    case 19: gl->ColorMask(c, N, N, N, N); break;
    case 20: gl->CompileShader(c, N); break;
    case 21: gl->CompressedTexImage2D(c, E, N, E, N, N, N, N, P); break;
    case 22: gl->CompressedTexSubImage2D(c, E, N, N, N, N, N, E, N, P); break;
    case 23: gl->CopyTexImage2D(c, E, N, E, N, N, N, N, N); break;
    case 24: gl->CopyTexSubImage2D(c, E, N, N, N, N, N, N, N); break;
    case 25: gl->CreateProgram(c); break;
    case 26: gl->CreateShader(c, E); break;
    case 27: gl->CullFace(c, E); break;
    case 28: gl->DeleteBuffers(c, N, P); break;
    case 29: gl->DeleteFramebuffers(c, N, P); break;
    case 30: gl->DeleteProgram(c, N); break;
    case 31: gl->DeleteRenderbuffers(c, N, P); break;
    case 32: gl->DeleteShader(c, N); break;
    case 33: gl->DeleteTextures(c, N, P); break;
    case 34: gl->DepthFunc(c, E); break;
    case 35: gl->DepthMask(c, N); break;
    case 36: gl->DepthRangef(c, F, F); break;
    case 37: gl->DetachShader(c, N, N); break;
    case 38: gl->Disable(c, E); break;
    case 39: gl->DisableVertexAttribArray(c, N); break;
    case 40: gl->DrawArrays(c, E, N, N); break;
    case 41: gl->DrawElements(c, E, N, E, P); break;
    case 42: gl->Enable(c, E); break;
    case 43: gl->EnableVertexAttribArray(c, N); break;
    case 44: gl->Finish(c); break;
    case 45: gl->Flush(c); break;
    case 46: gl->FramebufferRenderbuffer(c, E, E, E, N); break;
    case 47: gl->FramebufferTexture2D(c, E, E, E, N, N); break;
    case 48: gl->FrontFace(c, E); break;
    case 49: gl->GenBuffers(c, N, P); break;
    case 50: gl->GenerateMipmap(c, E); break;
    case 51: gl->GenFramebuffers(c, N, P); break;
    case 52: gl->GenRenderbuffers(c, N, P); break;
    case 53: gl->GenTextures(c, N, P); break;
    case 54: gl->GetActiveAttrib(c, N, N, N, P, P, P, P); break;
    case 55: gl->GetActiveUniform(c, N, N, N, P, P, P, P); break;
    case 56: gl->GetAttachedShaders(c, N, N, P, P); break;
    case 57: gl->GetAttribLocation(c, N, P); break;
    case 58: gl->GetBooleanv(c, E, P); break;
    case 59: gl->GetBufferParameteriv(c, E, E, P); break;
    case 60: gl->GetError(c); break;
    case 61: gl->GetFloatv(c, E, P); break;
    case 62: gl->GetFramebufferAttachmentParameteriv(c, E, E, E, P); break;
    case 63: gl->GetIntegerv(c, E, P); break;
    case 64: gl->GetProgramiv(c, N, E, P); break;
    case 65: gl->GetProgramInfoLog(c, N, N, P, P); break;
    case 66: gl->GetRenderbufferParameteriv(c, E, E, P); break;
    case 67: gl->GetShaderiv(c, N, E, P); break;
    case 68: gl->GetShaderInfoLog(c, N, N, P, P); break;
    case 69: gl->GetShaderPrecisionFormat(c, E, E, P, P); break;
    case 70: gl->GetShaderSource(c, N, N, P, P); break;
    case 71: gl->GetString(c, E); break;
    case 72: gl->GetTexParameterfv(c, E, E, P); break;
    case 73: gl->GetTexParameteriv(c, E, E, P); break;
    case 74: gl->GetUniformfv(c, N, N, P); break;
    case 75: gl->GetUniformiv(c, N, N, P); break;
    case 76: gl->GetUniformLocation(c, N, P); break;
    case 77: gl->GetVertexAttribfv(c, N, E, P); break;
    case 78: gl->GetVertexAttribiv(c, N, E, P); break;
    case 79: gl->GetVertexAttribPointerv(c, N, E, P); break;
    case 80: gl->Hint(c, E, E); break;
    case 81: gl->IsBuffer(c, N); break;
    case 82: gl->IsEnabled(c, E); break;
    case 83: gl->IsFramebuffer(c, N); break;
    case 84: gl->IsProgram(c, N); break;
    case 85: gl->IsRenderbuffer(c, N); break;
    case 86: gl->IsShader(c, N); break;
    case 87: gl->IsTexture(c, N); break;
    case 88: gl->LineWidth(c, F); break;
    case 89: gl->LinkProgram(c, N); break;
    case 90: gl->PixelStorei(c, E, N); break;
    case 91: gl->PolygonOffset(c, F, F); break;
    case 92: gl->ReadPixels(c, N, N, N, N, E, E, P); break;
    case 93: gl->ReleaseShaderCompiler(c); break;
    case 94: gl->RenderbufferStorage(c, E, E, N, N); break;
    case 95: gl->SampleCoverage(c, F, N); break;
    case 96: gl->Scissor(c, N, N, N, N); break;
    case 97: gl->ShaderBinary(c, N, P, E, P, N); break;
    case 98: gl->ShaderSource(c, N, N, P, P); break;
    case 99: gl->StencilFunc(c, E, N, N); break;
    case 100: gl->StencilFuncSeparate(c, E, E, N, N); break;
    case 101: gl->StencilMask(c, N); break;
    case 102: gl->StencilMaskSeparate(c, E, N); break;
    case 103: gl->StencilOp(c, E, E, E); break;
    case 104: gl->StencilOpSeparate(c, E, E, E, E); break;
    case 105: gl->TexImage2D(c, E, N, N, N, N, N, E, E, P); break;
    case 106: gl->TexParameterf(c, E, E, F); break;
    case 107: gl->TexParameterfv(c, E, E, P); break;
    case 108: gl->TexParameteri(c, E, E, N); break;
    case 109: gl->TexParameteriv(c, E, E, P); break;
    case 110: gl->TexSubImage2D(c, E, N, N, N, N, N, E, E, P); break;
    case 111: gl->Uniform1f(c, N, F); break;
    case 112: gl->Uniform1fv(c, N, N, P); break;
    case 113: gl->Uniform1i(c, N, N); break;
    case 114: gl->Uniform1iv(c, N, N, P); break;
    case 115: gl->Uniform2f(c, N, F, F); break;
    case 116: gl->Uniform2fv(c, N, N, P); break;
    case 117: gl->Uniform2i(c, N, N, N); break;
    case 118: gl->Uniform2iv(c, N, N, P); break;
    case 119: gl->Uniform3f(c, N, F, F, F); break;
    case 120: gl->Uniform3fv(c, N, N, P); break;
    case 121: gl->Uniform3i(c, N, N, N, N); break;
    case 122: gl->Uniform3iv(c, N, N, P); break;
    case 123: gl->Uniform4f(c, N, F, F, F, F); break;
    case 124: gl->Uniform4fv(c, N, N, P); break;
    case 125: gl->Uniform4i(c, N, N, N, N, N); break;
    case 126: gl->Uniform4iv(c, N, N, P); break;
    case 127: gl->UniformMatrix2fv(c, N, N, N, P); break;
    case 128: gl->UniformMatrix3fv(c, N, N, N, P); break;
    case 129: gl->UniformMatrix4fv(c, N, N, N, P); break;
    case 130: gl->UseProgram(c, N); break;
    case 131: gl->ValidateProgram(c, N); break;
    case 132: gl->VertexAttrib1f(c, N, F); break;
    case 133: gl->VertexAttrib1fv(c, N, P); break;
    case 134: gl->VertexAttrib2f(c, N, F, F); break;
    case 135: gl->VertexAttrib2fv(c, N, P); break;
    case 136: gl->VertexAttrib3f(c, N, F, F, F); break;
    case 137: gl->VertexAttrib3fv(c, N, P); break;
    case 138: gl->VertexAttrib4f(c, N, F, F, F, F); break;
    case 139: gl->VertexAttrib4fv(c, N, P); break;
    case 140: gl->VertexAttribPointer(c, N, N, E, N, N, P); break;
    case 141: gl->Viewport(c, N, N, N, N); break;
    case 142: feature->EnableFeatureCHROMIUM(c, P); break;
    case 143: map->MapBufferSubDataCHROMIUM(c, N, N, N, E); break;
    case 144: map->UnmapBufferSubDataCHROMIUM(c, P); break;
    case 145: map->MapTexSubImage2DCHROMIUM(c, E, N, N, N, N, N, E, E, E); break;
    case 146: map->UnmapTexSubImage2DCHROMIUM(c, P); break;
    case 147: blit->BlitFramebufferEXT(c, N, N, N, N, N, N, N, N, N, E); break;
    case 148: multisample->RenderbufferStorageMultisampleEXT(c, E, N, E, N, N); break;
    case 149: instanced->DrawArraysInstancedANGLE(c, E, N, N, N); break;
    case 150: instanced->DrawElementsInstancedANGLE(c, E, N, E, P, N); break;
    case 151: instanced->VertexAttribDivisorANGLE(c, N, N); break;
    case 152: query->GenQueriesEXT(c, N, P); break;
    case 153: query->DeleteQueriesEXT(c, N, P); break;
    case 154: query->IsQueryEXT(c, N); break;
    case 155: query->BeginQueryEXT(c, E, N); break;
    case 156: query->EndQueryEXT(c, E); break;
    case 157: query->GetQueryivEXT(c, E, E, P); break;
    case 158: query->GetQueryObjectuivEXT(c, N, E, P); break;
    case 159: array->GenVertexArraysOES(c, N, P); break;
    case 160: array->DeleteVertexArraysOES(c, N, P); break;
    case 161: array->IsVertexArrayOES(c, N); break;
    case 162: array->BindVertexArrayOES(c, N); break;
    }
}

static void round_of_calls(void) {
    for (int round = 0; round < ROUNDS / 20; round++) {
        if (number() % 64 == 0)
            fill();
        if (number() % 512 == 0)
            contexts->ResizeBuffers(used[number() % 4], number() % 32, number() % 32);
        call(used[number() % 16 ? 0 : number() % 4]);
        if (number() % 8 == 0)
            gl->GetError(used[0]);
    }
}

static int rounds;

/* In steps, so that the page can say that it is alive. */
static void begin(void) {
    round_of_calls();
    if (++rounds < 20) {
        then(begin);
        return;
    }
    PP_Resource last = used[2];
    for (int index = 0; index < 64; index++)
        gl->GetError(last);
    gl->BindFramebuffer(last, GL_FRAMEBUFFER, 0);
    gl->Disable(last, GL_SCISSOR_TEST);
    gl->ColorMask(last, 1, 1, 1, 1);
    gl->ClearColor(last, 1, 0, 0, 1);
    contexts->ResizeBuffers(last, 4, 4);
    gl->Clear(last, GL_COLOR_BUFFER_BIT);
    gl->PixelStorei(last, GL_PACK_ALIGNMENT, 4);
    uint32_t pixel = 0;
    gl->ReadPixels(last, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    messaging->PostMessage(instance, text_var(pixel == 0xFF0000FF ? "usable" : "not usable"));
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    for (uint32_t index = 0; index < argc; index++) {
        if (!strcmp(argn[index], "seed"))
            state = strtoul(argv[index], NULL, 10);
        is_wild |= !strcmp(argn[index], "wild");
    }
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    gl = ask(PPB_OPENGLES2_INTERFACE);
    instanced = ask(PPB_OPENGLES2_INSTANCEDARRAYS_INTERFACE);
    blit = ask(PPB_OPENGLES2_FRAMEBUFFERBLIT_INTERFACE);
    multisample = ask(PPB_OPENGLES2_FRAMEBUFFERMULTISAMPLE_INTERFACE);
    feature = ask(PPB_OPENGLES2_CHROMIUMENABLEFEATURE_INTERFACE);
    map = ask(PPB_OPENGLES2_CHROMIUMMAPSUB_INTERFACE);
    query = ask(PPB_OPENGLES2_QUERY_INTERFACE);
    array = ask(PPB_OPENGLES2_VERTEXARRAYOBJECT_INTERFACE);
    messaging = ask(PPB_MESSAGING_INTERFACE);
    room = calloc(1, ROOM);
    int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 16, PP_GRAPHICS3DATTRIB_HEIGHT, 16,
                            PP_GRAPHICS3DATTRIB_STENCIL_SIZE, 8, PP_GRAPHICS3DATTRIB_NONE};
    used[0] = contexts->Create(instance, 0, attributes);
    used[1] = contexts->Create(instance, used[0], attributes);
    used[2] = contexts->Create(instance, 0, attributes);
    used[3] = DEAD;
}
