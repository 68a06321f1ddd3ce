// Draws: for each number that is posted it does something and posts how many milliseconds that took,
// as they pass until the last pixel is there. 0: a uniform and a draw of a triangle, 10,000 times;
// 1: 1,000 vertices out of buffers, 1,000 times; 2: the same out of the program's memory; 3: as 0 on
// a thread; negative: the same without the wait for the pixels, as -1 - what.
#define BEFORE
#include "check.h"

#include <GLES2/gl2.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_opengles2.h>

enum { PAIRS = 10000, DRAWS = 1000, VERTICES = 1000 };

static const PPB_Messaging *messaging;
static const PPB_OpenGLES2 *gl;
static PP_Resource context;
static GLint colour;
static GLuint vertices, order;
static GLfloat places[2 * VERTICES];
static GLushort indices[VERTICES];
static int wanted;

static GLuint compiled(GLenum type, const char *text) {
    GLuint shader = gl->CreateShader(context, type);
    gl->ShaderSource(context, shader, 1, &text, NULL);
    gl->CompileShader(context, shader);
    return shader;
}

static void prepare(void) {
    const PPB_Graphics3D *contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 64, PP_GRAPHICS3DATTRIB_HEIGHT, 64, PP_GRAPHICS3DATTRIB_NONE};
    gl = ask(PPB_OPENGLES2_INTERFACE);
    context = contexts->Create(instance, 0, attributes);
    GLuint program = gl->CreateProgram(context);
    gl->AttachShader(context, program, compiled(GL_VERTEX_SHADER,
        "attribute vec2 place; void main() { gl_Position = vec4(place, 0., 1.); gl_PointSize = 1.; }"));
    gl->AttachShader(context, program, compiled(GL_FRAGMENT_SHADER,
        "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }"));
    gl->BindAttribLocation(context, program, 0, "place");
    gl->LinkProgram(context, program);
    gl->UseProgram(context, program);
    colour = gl->GetUniformLocation(context, program, "colour");
    for (int index = 0; index < VERTICES; index++) {
        places[2 * index] = index % 32 / 16.f - 1;
        places[2 * index + 1] = index / 32 / 16.f - 1;
        indices[index] = index;
    }
    gl->GenBuffers(context, 1, &vertices);
    gl->GenBuffers(context, 1, &order);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, vertices);
    gl->BufferData(context, GL_ARRAY_BUFFER, sizeof places, places, GL_STATIC_DRAW);
    gl->BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, order);
    gl->BufferData(context, GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    gl->EnableVertexAttribArray(context, 0);
    gl->Viewport(context, 0, 0, 64, 64);
}

static void draw(void) {
    int what = wanted < 0 ? -1 - wanted : wanted;
    int is_streamed = what == 2;
    gl->BindBuffer(context, GL_ARRAY_BUFFER, is_streamed ? 0 : vertices);
    gl->BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, is_streamed ? 0 : order);
    gl->VertexAttribPointer(context, 0, 2, GL_FLOAT, GL_FALSE, 0, is_streamed ? places : NULL);
    uint32_t pixel;
    gl->ReadPixels(context, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    double start = core->GetTimeTicks();
    if (what == 1 || is_streamed) {
        for (int round = 0; round < DRAWS; round++)
            gl->DrawElements(context, GL_POINTS, VERTICES, GL_UNSIGNED_SHORT, is_streamed ? indices : NULL);
    } else {
        for (int round = 0; round < PAIRS; round++) {
            gl->Uniform4f(context, colour, round & 1, 0, 0, 1);
            gl->DrawElements(context, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
        }
    }
    if (wanted >= 0)
        gl->ReadPixels(context, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    messaging->PostMessage(instance, PP_MakeDouble(1000 * (core->GetTimeTicks() - start)));
}

static void nothing(void) {
}

static void receive(struct PP_Var message) {
    wanted = message.value.as_int;
    if (wanted == 3 || wanted == -4)
        in_thread(draw, nothing);
    else
        draw();
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    messaging = ask(PPB_MESSAGING_INTERFACE);
    prepare();
    on_message = receive;
}

static void begin(void) {
}
