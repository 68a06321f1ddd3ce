/* A square with a texture turns. Each picture is drawn over the last one, which fades, and has the
   number of those before it in a texture that is drawn on. */
#include "program.h"

#include <math.h>

#include "ppapi/c/ppb_graphics_3d.h"
#include "ppapi/c/ppb_opengles2.h"

#include <GLES2/gl2.h>

static const PPB_Graphics3D *contexts;
static const PPB_OpenGLES2 *gl;
static PP_Resource context;
static GLuint turning, filling, trace;
static GLint angle;
static int frame;

static GLuint linked(const char *vertices, const char *pixels) {
    const char *sources[] = {vertices, pixels};
    const GLenum kinds[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLuint program = gl->CreateProgram(context);
    GLint is_linked = 0;
    for (int part = 0; part < 2; part++) {
        GLuint shader = gl->CreateShader(context, kinds[part]);
        gl->ShaderSource(context, shader, 1, &sources[part], NULL);
        gl->CompileShader(context, shader);
        gl->AttachShader(context, program, shader);
        gl->DeleteShader(context, shader);
    }
    gl->BindAttribLocation(context, program, 0, "place");
    gl->LinkProgram(context, program);
    gl->GetProgramiv(context, program, GL_LINK_STATUS, &is_linked);
    if (!is_linked) {
        say("a program is not linked");
    }
    return program;
}

static void set_up(void) {
    static const GLfloat square[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    static unsigned char noise[16 * 16 * 3];
    GLuint names[2], buffer;
    turning = linked("attribute vec2 place; varying vec2 at; uniform float angle;"
                     "void main() { at = place; gl_Position = vec4(mat2(cos(angle), sin(angle),"
                     "-sin(angle), cos(angle)) * place * 0.6, 0., 1.); }",
                     "precision mediump float; varying vec2 at; uniform sampler2D noise;"
                     "void main() { gl_FragColor = vec4(texture2D(noise, at).rgb, 1.); }");
    angle = gl->GetUniformLocation(context, turning, "angle");
    filling = linked("attribute vec2 place; varying vec2 at;"
                     "void main() { at = place * .5 + .5; gl_Position = vec4(place, 0., 1.); }",
                     "precision mediump float; varying vec2 at; uniform sampler2D trace;"
                     "void main() { gl_FragColor = vec4(texture2D(trace, at).rgb, .2); }");
    gl->UseProgram(context, filling);
    gl->Uniform1i(context, gl->GetUniformLocation(context, filling, "trace"), 1);
    gl->GenBuffers(context, 1, &buffer);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, buffer);
    gl->BufferData(context, GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    gl->VertexAttribPointer(context, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->EnableVertexAttribArray(context, 0);
    for (unsigned i = 0; i < sizeof noise; i++) {
        noise[i] = i * i * 31 + i * 7;
    }
    gl->GenTextures(context, 2, names);
    gl->BindTexture(context, GL_TEXTURE_2D, names[0]);
    gl->TexImage2D(context, GL_TEXTURE_2D, 0, GL_RGB, 16, 16, 0, GL_RGB, GL_UNSIGNED_BYTE, noise);
    gl->GenerateMipmap(context, GL_TEXTURE_2D);
    gl->ActiveTexture(context, GL_TEXTURE1);
    gl->BindTexture(context, GL_TEXTURE_2D, names[1]);
    gl->TexImage2D(context, GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->TexParameteri(context, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->GenFramebuffers(context, 1, &trace);
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, trace);
    gl->FramebufferTexture2D(context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[1],
                             0);
    gl->ClearColor(context, 0, 0, .3f, 1);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
    gl->Enable(context, GL_BLEND);
    gl->BlendFunc(context, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void draw(void *data, int32_t result) {
    (void)data;
    if (result != PP_OK) {
        return;
    }
    /* A mark for each picture. */
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, trace);
    gl->Enable(context, GL_SCISSOR_TEST);
    gl->Scissor(context, frame * 5 % 64, frame * 3 % 64, 6, 6);
    gl->ClearColor(context, 1, frame % 16 / 16.f, 0, 1);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
    gl->Disable(context, GL_SCISSOR_TEST);
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, 0);
    gl->UseProgram(context, filling);
    gl->DrawArrays(context, GL_TRIANGLE_STRIP, 0, 4);
    gl->UseProgram(context, turning);
    gl->Uniform1f(context, angle, frame * 0.1f);
    gl->DrawArrays(context, GL_TRIANGLE_STRIP, 0, 4);
    frame++;
    if (gl->GetError(context) != GL_NO_ERROR) {
        say("picture %d has an error", frame);
    }
    contexts->SwapBuffers(context, PP_MakeCompletionCallback(draw, NULL));
}

static int32_t start(void) {
    contexts = browser(PPB_GRAPHICS_3D_INTERFACE);
    gl = browser(PPB_OPENGLES2_INTERFACE);
    return contexts && gl ? PP_OK : PP_ERROR_NOINTERFACE;
}

static void view_changed(struct PP_Rect rect) {
    int32_t wanted[] = {PP_GRAPHICS3DATTRIB_WIDTH, rect.size.width, PP_GRAPHICS3DATTRIB_HEIGHT,
                        rect.size.height, PP_GRAPHICS3DATTRIB_NONE};
    if (context) {
        return;
    }
    context = contexts->Create(the_instance, 0, wanted);
    if (!context || !instances->BindGraphics(the_instance, context)) {
        say("there is no context");
        return;
    }
    set_up();
    draw(NULL, PP_OK);
}

static void message_came(struct PP_Var message) {
    (void)message;
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
