/* What the programs of this folder are made of: a context, checks of errors and pixels,
   and shapes to draw.

   A program defines checks(), which is called once a context of SIDE by SIDE pixels is
   current and bound, and picture(), which draws what the page is to see at the end. It
   says "picture" to the page then, and ends when the page answers "done". One that
   defines OWN_CONTEXTS defines begin() instead of checks(), and ends with
   show_picture(). */
#ifndef TESTS_PEPPER_GL_GL_H
#define TESTS_PEPPER_GL_GL_H

#include "../check.h"

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <ppapi/c/pp_graphics_3d.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/lib/gl/gles2/gl2ext_ppapi.h>

#define SIDE 64

static const PPB_Graphics3D *contexts UNUSED;
static const PPB_Instance *instances UNUSED;
static PP_Resource context UNUSED;

#ifndef OWN_CONTEXTS
static void checks(void);
#endif
static void picture(void);

/* A context with depth and stencil. */
static UNUSED PP_Resource context_of(int32_t width, int32_t height, PP_Resource share, int32_t alpha) {
    int32_t attributes[] = {
        PP_GRAPHICS3DATTRIB_WIDTH, width, PP_GRAPHICS3DATTRIB_HEIGHT, height,
        PP_GRAPHICS3DATTRIB_ALPHA_SIZE, alpha, PP_GRAPHICS3DATTRIB_DEPTH_SIZE, 24,
        PP_GRAPHICS3DATTRIB_STENCIL_SIZE, 8, PP_GRAPHICS3DATTRIB_NONE,
    };
    return contexts->Create(instance, share, attributes);
}

/* Checks. */

/* What a call leaves as the error. */
#define CHECK_ERROR(name, call, expected) \
    do { \
        call; \
        CHECK(name, glGetError(), expected); \
    } while (0)

#define CHECK_INTEGER(name, what, expected) CHECK(name, integer(what), expected)

static UNUSED GLint integer(GLenum what) {
    GLint values[4] = {-77, -77, -77, -77};
    glGetIntegerv(what, values);
    return values[0];
}

/* Browsers may take a draw beyond the end of a buffer: then it reads what is harmless. */
static UNUSED int is_refused_or_safe(void) {
    GLenum error = glGetError();
    return error == GL_INVALID_OPERATION || error == GL_NO_ERROR;
}

/* Red, green, blue, alpha of a pixel, as 0xRRGGBBAA. */
static UNUSED uint32_t pixel(int x, int y) {
    uint8_t bytes[4] = {0xDE, 0xAD, 0xBE, 0xEF};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    return (uint32_t) bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/* Each part of a colour may be off by so much. */
static UNUSED void check_colour(const char *name, uint32_t got, uint32_t expected, int tolerance) {
    int is_near = 1;
    for (int shift = 0; shift < 32; shift += 8)
        is_near &= abs((int) (got >> shift & 255) - (int) (expected >> shift & 255)) <= tolerance;
    if (is_near)
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got #%08" PRIx32 ", expected #%08" PRIx32 "\n", name, got, expected);
    fflush(stdout);
}

#define CHECK_PIXEL(name, x, y, expected) check_colour(name, pixel(x, y), expected, 0)
#define CHECK_NEAR(name, x, y, expected) check_colour(name, pixel(x, y), expected, 2)

/* Programs and shapes. */

#define BLACK 0x000000FF
#define WHITE 0xFFFFFFFF
#define RED 0xFF0000FF
#define GREEN 0x00FF00FF
#define BLUE 0x0000FFFF
#define YELLOW 0xFFFF00FF

static UNUSED GLuint compiled(GLenum kind, const char *text) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    GLint status = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    if (!status) {
        char log[512] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        printf("FAILED a shader compiles: %s\n", log);
    }
    return shader;
}

/* A program that is in use then. Attribute 0 is "place", 1 is "more". */
static UNUSED GLuint used_program(const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram();
    GLuint shaders[] = {compiled(GL_VERTEX_SHADER, vertex), compiled(GL_FRAGMENT_SHADER, fragment)};
    for (int index = 0; index < 2; index++) {
        glAttachShader(program, shaders[index]);
        glDeleteShader(shaders[index]);
    }
    glBindAttribLocation(program, 0, "place");
    glBindAttribLocation(program, 1, "more");
    glLinkProgram(program);
    GLint status = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (!status) {
        char log[512] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        printf("FAILED a program links: %s\n", log);
    }
    glUseProgram(program);
    return program;
}

#define PLAIN_VERTEX "attribute vec4 place; void main() { gl_Position = place; }"
#define PLAIN_FRAGMENT \
    "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }"

static GLuint plain_program UNUSED;
static GLint plain_colour UNUSED;

/* Draws in this colour from now on. */
static UNUSED void use_colour(uint32_t colour) {
    if (!plain_program) {
        plain_program = used_program(PLAIN_VERTEX, PLAIN_FRAGMENT);
        plain_colour = glGetUniformLocation(plain_program, "colour");
    }
    glUseProgram(plain_program);
    glUniform4f(plain_colour, (colour >> 24) / 255.0f, (colour >> 16 & 255) / 255.0f,
                (colour >> 8 & 255) / 255.0f, (colour & 255) / 255.0f);
}

/* A rectangle as attribute 0, from a buffer of its own, which is not bound afterwards. */
static UNUSED void rectangle(float left, float bottom, float right, float top, float depth) {
    static GLuint buffer;
    float corners[] = {left, bottom, depth, right, bottom, depth, left, top, depth, right, top, depth};
    if (!buffer)
        glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STREAM_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* Everything, at the depth in the middle. */
static UNUSED void fill(uint32_t colour) {
    use_colour(colour);
    rectangle(-1, -1, 1, 1, 0);
}

static UNUSED void clear(uint32_t colour) {
    glClearColor((colour >> 24) / 255.0f, (colour >> 16 & 255) / 255.0f, (colour >> 8 & 255) / 255.0f,
                 (colour & 255) / 255.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

#define IMAGE_VERTEX \
    "attribute vec4 place; varying vec2 at;" \
    "void main() { at = place.xy * 0.5 + 0.5; gl_Position = place; }"
#define IMAGE_FRAGMENT \
    "precision mediump float; uniform sampler2D image; varying vec2 at;" \
    "void main() { gl_FragColor = texture2D(image, at); }"

/* Draws the texture of unit 0 over a rectangle that has the whole of it at -1 to 1. */
static UNUSED void show_texture(void) {
    static GLuint program;
    if (!program)
        program = used_program(IMAGE_VERTEX, IMAGE_FRAGMENT);
    glUseProgram(program);
    rectangle(-1, -1, 1, 1, 0);
}

/* A new texture that is bound, without mipmaps and with pixels as they are. */
static UNUSED GLuint plain_texture(void) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

/* The end. */

static UNUSED void say(const char *text) {
    const PPB_Messaging *messaging = ask(PPB_MESSAGING_INTERFACE);
    struct PP_Var message = text_var(text);
    messaging->PostMessage(instance, message);
    vars->Release(message);
}

static UNUSED void answered(struct PP_Var message) {
    (void) message;
    finish();
}

static UNUSED void picture_is_shown(void *data, int32_t result) {
    (void) data;
    CHECK("the picture is shown", result, PP_OK);
    on_message = answered;
    say("picture");
}

/* Draws the picture and waits for the page. */
static UNUSED void show_picture(void) {
    picture();
    CHECK("the picture is drawn without an error", glGetError(), GL_NO_ERROR);
    int32_t result = contexts->SwapBuffers(context, CALLBACK(picture_is_shown, NULL));
    CHECK("it will be shown", result, PP_OK_COMPLETIONPENDING);
}

/* Finds the functions, and makes a context that is bound and current. */
static UNUSED void start(void) {
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    instances = ask(PPB_INSTANCE_INTERFACE);
    CHECK_TRUE("the functions are there", glInitializePPAPI(browser));
    context = context_of(SIDE, SIDE, 0, 0);
    CHECK_TRUE("a context is made", context);
    CHECK_TRUE("and bound", instances->BindGraphics(instance, context));
    glSetCurrentContextPPAPI(context);
}

#ifndef OWN_CONTEXTS
static void begin(void) {
    start();
    checks();
    CHECK("no error is left", glGetError(), GL_NO_ERROR);
    show_picture();
}
#endif

#endif
