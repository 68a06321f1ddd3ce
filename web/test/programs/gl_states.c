/* A program with OpenGL whose state can be saved. For a message with a number it draws as many
 * steps, and posts how many it has drawn, a pixel of a renderbuffer before, and the last error. A
 * second context, which shares the objects of the first, draws marks on a texture. All colours are
 * the same with every driver. */

#include "../../../examples/pepper/program.h"

#include "ppapi/c/ppb_graphics_3d.h"
#include "ppapi/c/ppb_opengles2.h"

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

static const PPB_Graphics3D *contexts;
static const PPB_OpenGLES2 *gl;
static const PPB_OpenGLES2VertexArrayObject *arrays;
static PP_Resource context, marking;
static GLuint painting, filling, corner, array;
static GLint tint, is_turned, places;
static int steps;

/* The corners of a square, in the program's memory. */
static const GLfloat square[] = {-1, -1, 1, -1, -1, 1, 1, 1};

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
    gl->BindAttribLocation(context, program, 3, "place");
    gl->LinkProgram(context, program);
    gl->GetProgramiv(context, program, GL_LINK_STATUS, &is_linked);
    if (!is_linked) {
        say("a program is not linked");
    }
    return program;
}

static void texture(GLuint name, GLenum format, GLsizei side, const void *pixels) {
    gl->BindTexture(context, GL_TEXTURE_2D, name);
    gl->TexImage2D(context, GL_TEXTURE_2D, 0, format, side, side, 0, format, GL_UNSIGNED_BYTE, pixels);
    gl->TexParameteri(context, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(context, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(context, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
}

static void make_programs(void) {
    painting = linked("attribute vec2 place; attribute vec4 shift; varying vec2 at;"
                      "uniform vec2 places[3];"
                      "void main() { at = place * .5 + .5 + shift.xy;"
                      "gl_Position = vec4(place + places[1] + places[2], 0., 1.); }",
                      "precision mediump float; varying vec2 at; uniform sampler2D noise;"
                      "uniform vec3 tint; uniform bool is_turned;"
                      "void main() { vec2 from = is_turned ? at.yx : at;"
                      "gl_FragColor = vec4(texture2D(noise, from).rgb * tint, 1.); }");
    tint = gl->GetUniformLocation(context, painting, "tint");
    is_turned = gl->GetUniformLocation(context, painting, "is_turned");
    places = gl->GetUniformLocation(context, painting, "places[1]");
    filling = linked("attribute vec2 place; varying vec2 at;"
                     "void main() { at = place * .5 + .5; gl_Position = vec4(place, 0., 1.); }",
                     "precision mediump float; varying vec2 at; uniform sampler2D trace;"
                     "void main() { gl_FragColor = texture2D(trace, at); }");
    gl->UseProgram(context, filling);
    gl->Uniform1i(context, gl->GetUniformLocation(context, filling, "trace"), 2);
    gl->UseProgram(context, painting);
    gl->Uniform2f(context, places, 0, 0);
    gl->Uniform1i(context, is_turned, 1);
}

static void make_objects(void) {
    static unsigned char noise[16 * 16 * 3], grey[4 * 4];
    static const GLubyte order[] = {0, 1, 2, 2, 1, 3};
    GLuint names[3], buffers[2], renderbuffer, trace;
    for (unsigned i = 0; i < sizeof noise; i++) {
        noise[i] = i * i * 31 + i * 7;
    }
    for (unsigned i = 0; i < sizeof grey; i++) {
        grey[i] = 16 * i;
    }
    gl->GenTextures(context, 3, names);
    texture(names[0], GL_RGB, 16, noise);
    gl->GenerateMipmap(context, GL_TEXTURE_2D);
    gl->ActiveTexture(context, GL_TEXTURE1);
    texture(names[1], GL_LUMINANCE, 4, grey);
    gl->ActiveTexture(context, GL_TEXTURE2);
    texture(names[2], GL_RGBA, 32, NULL);
    gl->GenFramebuffers(marking, 1, &trace);
    gl->BindFramebuffer(marking, GL_FRAMEBUFFER, trace);
    gl->FramebufferTexture2D(marking, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[2], 0);
    gl->Enable(marking, GL_SCISSOR_TEST);
    gl->GenFramebuffers(context, 1, &corner);
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, corner);
    gl->GenRenderbuffers(context, 1, &renderbuffer);
    gl->BindRenderbuffer(context, GL_RENDERBUFFER, renderbuffer);
    gl->RenderbufferStorage(context, GL_RENDERBUFFER, GL_RGB565, 4, 4);
    gl->FramebufferRenderbuffer(context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                renderbuffer);
    arrays->GenVertexArraysOES(context, 1, &array);
    arrays->BindVertexArrayOES(context, array);
    gl->GenBuffers(context, 2, buffers);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(context, GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    gl->VertexAttribPointer(context, 3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->EnableVertexAttribArray(context, 3);
    gl->BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(context, GL_ELEMENT_ARRAY_BUFFER, sizeof order, order, GL_STATIC_DRAW);
    arrays->BindVertexArrayOES(context, 0);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, 0);
    gl->VertexAttribPointer(context, 3, 2, GL_FLOAT, GL_FALSE, 0, square);
    gl->EnableVertexAttribArray(context, 3);
}

/* Adds a mark to the texture, and draws everything. */
static void step(void) {
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, corner);
    gl->ClearColor(context, steps % 2, steps / 2 % 2, steps / 4 % 2, 1);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
    gl->ClearColor(marking, steps % 2, steps / 2 % 2, steps / 4 % 2, 1);
    gl->Scissor(marking, steps % 8 * 4, steps / 8 % 8 * 4, 4, 4);
    gl->Clear(marking, GL_COLOR_BUFFER_BIT);
    gl->Flush(marking);
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, 0);
    gl->Viewport(context, 0, 0, 128, 128);
    gl->UseProgram(context, filling);
    gl->DrawArrays(context, GL_TRIANGLE_STRIP, 0, 4);
    gl->UseProgram(context, painting);
    gl->Uniform3f(context, tint, 1, steps % 2, 1);
    gl->Viewport(context, 160, 96, 64, 64);
    arrays->BindVertexArrayOES(context, array);
    gl->DrawElements(context, GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, NULL);
    gl->Uniform1i(context, gl->GetUniformLocation(context, painting, "noise"), 1);
    gl->Viewport(context, 240 - 4 * (steps % 4), 8, 64, 64);
    gl->DrawElements(context, GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, NULL);
    gl->Uniform1i(context, gl->GetUniformLocation(context, painting, "noise"), 0);
    arrays->BindVertexArrayOES(context, 0);
    steps++;
}

static void shown(void *data, int32_t result) {
    unsigned char *pixel = data;
    (void)result;
    say("%d steps, the pixel was %d %d %d, error %x", steps, pixel[0], pixel[1], pixel[2],
        gl->GetError(context));
}

static int32_t start(void) {
    contexts = browser(PPB_GRAPHICS_3D_INTERFACE);
    gl = browser(PPB_OPENGLES2_INTERFACE);
    arrays = browser(PPB_OPENGLES2_VERTEXARRAYOBJECT_INTERFACE);
    return contexts && gl && arrays ? PP_OK : PP_ERROR_NOINTERFACE;
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
    marking = contexts->Create(the_instance, context, wanted);
    make_programs();
    make_objects();
}

static void message_came(struct PP_Var message) {
    static unsigned char pixel[4];
    gl->BindFramebuffer(context, GL_FRAMEBUFFER, corner);
    gl->ReadPixels(context, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    for (int count = message.value.as_int; count > 0; count--) {
        step();
    }
    contexts->SwapBuffers(context, PP_MakeCompletionCallback(shown, pixel));
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
