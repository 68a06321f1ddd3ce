// Draws from a thread other than the main one: with buffers and uniforms, which can wait; with
// arrays in memory, which are read at the draw; reads what came of it. Then it swaps ten frames.
#include "check.h"

#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_opengles2.h>
#include <GLES2/gl2.h>

static const PPB_Graphics3D *contexts;
static const PPB_OpenGLES2 *gl;
static const PPB_Instance *instances;
static const PPB_Messaging *messaging;
static PP_Resource context;
static GLuint shaders;

static GLuint compiled(GLenum type, const char *text) {
    GLuint shader = gl->CreateShader(context, type);
    gl->ShaderSource(context, shader, 1, &text, NULL);
    gl->CompileShader(context, shader);
    GLint is_compiled = 0;
    gl->GetShaderiv(context, shader, GL_COMPILE_STATUS, &is_compiled);
    CHECK("a shader is compiled", is_compiled, 1);
    return shader;
}

static uint32_t pixel(int x, int y) {
    uint32_t found = 0;
    gl->ReadPixels(context, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &found);
    return found;
}

static void draw(void) {
    static const GLfloat square[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    static const GLushort order[] = {0, 1, 2, 2, 1, 3};
    static const GLfloat half[] = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const GLfloat whole[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    shaders = gl->CreateProgram(context);
    gl->AttachShader(context, shaders, compiled(GL_VERTEX_SHADER,
        "attribute vec2 place; uniform mat4 matrix; void main() { gl_Position = matrix * vec4(place, 0., 1.); }"));
    gl->AttachShader(context, shaders, compiled(GL_FRAGMENT_SHADER,
        "precision mediump float; uniform vec4 colours[2]; void main() { gl_FragColor = colours[0] + colours[1]; }"));
    gl->BindAttribLocation(context, shaders, 0, "place");
    gl->LinkProgram(context, shaders);
    gl->UseProgram(context, shaders);
    GLint matrix = gl->GetUniformLocation(context, shaders, "matrix");
    GLint colours = gl->GetUniformLocation(context, shaders, "colours");
    GLint second = gl->GetUniformLocation(context, shaders, "colours[1]");
    CHECK("an element of an array has a location of its own", second, colours + 1);

    GLuint buffers[2];
    gl->GenBuffers(context, 2, buffers);
    gl->BindBuffer(context, GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(context, GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    gl->BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(context, GL_ELEMENT_ARRAY_BUFFER, sizeof order, order, GL_STATIC_DRAW);
    gl->VertexAttribPointer(context, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->EnableVertexAttribArray(context, 0);
    gl->ClearColor(context, 0, 0, 1, 1);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
    gl->Uniform4f(context, second, 0, 0, 0, 1);
    GLfloat numbers[] = {1, 0, 0, 0};
    gl->Uniform4fv(context, colours, 1, numbers);
    numbers[0] = 0; // It was read at the call.
    GLfloat changed[16];
    memcpy(changed, half, sizeof half);
    gl->UniformMatrix4fv(context, matrix, 1, GL_FALSE, changed);
    memset(changed, 0, sizeof changed);
    gl->DrawElements(context, GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
    CHECK("numbers are those of the call: the middle is red", pixel(32, 32), 0xFF0000FF);
    CHECK("and the rim is not", pixel(2, 2), 0xFFFF0000);

    // Arrays in memory, which change right after the draw.
    gl->BindBuffer(context, GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, 0);
    GLfloat places[8];
    GLushort indices[6];
    memcpy(places, square, sizeof square);
    memcpy(indices, order, sizeof order);
    gl->VertexAttribPointer(context, 0, 2, GL_FLOAT, GL_FALSE, 0, places);
    gl->UniformMatrix4fv(context, matrix, 1, GL_FALSE, whole);
    gl->Uniform4f(context, colours, 0, 1, 0, 0);
    gl->DrawElements(context, GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, indices);
    memset(places, 0, sizeof places);
    memset(indices, 0, sizeof indices);
    CHECK("arrays are read at the draw", pixel(2, 2), 0xFF00FF00);
    CHECK("there is no error", gl->GetError(context), GL_NO_ERROR);
    gl->Uniform4f(context, 1234, 0, 1, 0, 0);
    CHECK("an error is found by the thread", gl->GetError(context), GL_INVALID_OPERATION);
    for (int frame = 0; frame < 10; frame++) {
        gl->ClearColor(context, frame / 9.f, 1, 0, 1);
        gl->Clear(context, GL_COLOR_BUFFER_BIT);
        CHECK("a swap that blocks", contexts->SwapBuffers(context, BLOCKING), PP_OK);
    }
}

static void drawn(void) {
    CHECK("the main thread reads what the other has drawn", pixel(2, 2), 0xFF00FFFF);
    messaging->PostMessage(instance, text_var("drawn"));
}

static void begin(void) {
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    gl = ask(PPB_OPENGLES2_INTERFACE);
    instances = ask(PPB_INSTANCE_INTERFACE);
    messaging = ask(PPB_MESSAGING_INTERFACE);
    int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 64, PP_GRAPHICS3DATTRIB_HEIGHT, 64, PP_GRAPHICS3DATTRIB_NONE};
    context = contexts->Create(instance, 0, attributes);
    CHECK_TRUE("there is a context", context != 0);
    CHECK_TRUE("it is shown", instances->BindGraphics(instance, context));
    in_thread(draw, drawn);
}
