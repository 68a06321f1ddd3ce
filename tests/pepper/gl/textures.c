// Textures: names, parameters, images of every format and type, rows in memory, parts.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

/* Of GL_EXT_texture_format_BGRA8888. */
enum { BGRA = 0x80E1 };

static GLint parameter(GLenum target, GLenum what) {
    GLint value = -77;
    glGetTexParameteriv(target, what, &value);
    return value;
}

/* The colour in the middle of the texture that is bound. */
static uint32_t shown(void) {
    clear(0x12345678);
    show_texture();
    return pixel(32, 32);
}

static void names(void) {
    GLuint made[2] = {0, 0};
    glGenTextures(2, made);
    CHECK_TRUE("names are made", made[0] && made[1] && made[0] != made[1]);
    CHECK_FALSE("a name is no texture yet", glIsTexture(made[0]));
    glBindTexture(GL_TEXTURE_2D, made[0]);
    CHECK_TRUE("once it was bound it is", glIsTexture(made[0]));
    CHECK_INTEGER("it is bound", GL_TEXTURE_BINDING_2D, made[0]);
    CHECK_ERROR("what is flat is no cube", glBindTexture(GL_TEXTURE_CUBE_MAP, made[0]), GL_INVALID_OPERATION);
    glBindTexture(GL_TEXTURE_2D, 1234);
    CHECK_TRUE("a name of one's own can be bound", glIsTexture(1234));
    glActiveTexture(GL_TEXTURE1);
    CHECK_INTEGER("each unit has its own", GL_TEXTURE_BINDING_2D, 0);
    glBindTexture(GL_TEXTURE_2D, made[0]);
    glActiveTexture(GL_TEXTURE0);
    CHECK_INTEGER("which the other does not see", GL_TEXTURE_BINDING_2D, 1234);
    GLuint own = 1234;
    glDeleteTextures(1, &own);
    CHECK_INTEGER("what is deleted is not bound any more", GL_TEXTURE_BINDING_2D, 0);
    glDeleteTextures(2, made);
    glActiveTexture(GL_TEXTURE1);
    CHECK_INTEGER("in no unit", GL_TEXTURE_BINDING_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    CHECK_FALSE("0 is no texture", glIsTexture(0));
    CHECK_ERROR("bound to nothing known", glBindTexture(GL_ARRAY_BUFFER, 1), GL_INVALID_ENUM);
    CHECK_ERROR("less than no names", glGenTextures(-1, made), GL_INVALID_VALUE);
    CHECK_ERROR("less than no textures", glDeleteTextures(-1, made), GL_INVALID_VALUE);
}

static void parameters(void) {
    glBindTexture(GL_TEXTURE_2D, 1);
    CHECK("small ones are mixed of two mipmaps", parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER), GL_NEAREST_MIPMAP_LINEAR);
    CHECK("large ones are smooth", parameter(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER), GL_LINEAR);
    CHECK("they repeat", parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S), GL_REPEAT);
    CHECK("in both directions", parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T), GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
    CHECK("a parameter is kept", parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S), GL_MIRRORED_REPEAT);
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    CHECK("as a float too", parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE);
    const GLint one[] = {GL_NEAREST};
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, one);
    CHECK("by its address", parameter(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER), GL_NEAREST);
    const GLfloat real[] = {GL_LINEAR_MIPMAP_NEAREST};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, real);
    GLfloat got = -1;
    glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &got);
    CHECK_REAL("and as a float by its address", got, GL_LINEAR_MIPMAP_NEAREST);
    CHECK_ERROR("a filter that is none", glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_REPEAT), GL_INVALID_ENUM);
    CHECK_ERROR("a filter with mipmaps for large ones",
                glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR), GL_INVALID_ENUM);
    CHECK_ERROR("a border, which is of another OpenGL", glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, 0x2900), GL_INVALID_ENUM);
    CHECK_ERROR("a parameter that is none", glTexParameteri(GL_TEXTURE_2D, GL_BLEND, 1), GL_INVALID_ENUM);
    CHECK_ERROR("one of nothing known", glTexParameteri(GL_ARRAY_BUFFER, GL_TEXTURE_WRAP_S, GL_REPEAT), GL_INVALID_ENUM);
    CHECK_ERROR("asked what is none", parameter(GL_TEXTURE_2D, GL_BLEND), GL_INVALID_ENUM);
    CHECK_ERROR("asked of nothing known", parameter(GL_ARRAY_BUFFER, GL_TEXTURE_WRAP_S), GL_INVALID_ENUM);
    CHECK("errors change nothing", parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S), GL_MIRRORED_REPEAT);
}

/* A texture of one pixel, and what is seen of it. */
static void check_format(const char *name, GLenum format, GLenum type, const void *bytes, uint32_t expected) {
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, format, 1, 1, 0, format, type, bytes);
    check_colour(name, shown(), expected, 1);
}

static void formats(void) {
    const uint8_t bytes[] = {0x10, 0x60, 0xA0, 0xFF};
    check_format("red, green, blue, alpha", GL_RGBA, GL_UNSIGNED_BYTE, bytes, 0x1060A0FF);
    check_format("red, green, blue", GL_RGB, GL_UNSIGNED_BYTE, bytes, 0x1060A0FF);
    check_format("alpha alone", GL_ALPHA, GL_UNSIGNED_BYTE, bytes, 0x000000FF);
    check_format("light", GL_LUMINANCE, GL_UNSIGNED_BYTE, bytes + 1, 0x606060FF);
    check_format("light and alpha", GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, bytes + 2, 0xA0A0A0FF);
    const uint16_t word = 0x8C5F;
    check_format("5, 6 and 5 bits", GL_RGB, GL_UNSIGNED_SHORT_5_6_5, &word, 0x8C8AFFFF);
    check_format("4 bits each", GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, &word, 0x88CC55FF);
    check_format("5 bits and 1", GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, &word, 0x8C8C7BFF);
    const char *all = (const char *) glGetString(GL_EXTENSIONS);
    int has_bgra = !!strstr(all, "GL_EXT_texture_format_BGRA8888");
    check_format("blue, green, red, alpha, where there is that", has_bgra ? BGRA : GL_RGBA, GL_UNSIGNED_BYTE, bytes,
                 has_bgra ? 0xA06010FF : 0x1060A0FF);
    const float floats[] = {0.25f, 0.5f, 1, 1};
    int has_floats = !!strstr(all, "GL_OES_texture_float");
    check_format("floats, where there are some", GL_RGBA, has_floats ? GL_FLOAT : GL_UNSIGNED_BYTE,
                 has_floats ? (const void *) floats : "\x40\x80\xFF\xFF", 0x4080FFFF);
    const uint16_t halves[] = {0x3400, 0x3800, 0x3C00, 0x3C00};
    int has_halves = !!strstr(all, "GL_OES_texture_half_float");
    check_format("halves of floats, where there are some", GL_RGBA, has_halves ? GL_HALF_FLOAT_OES : GL_UNSIGNED_BYTE,
                 has_halves ? (const void *) halves : "\x40\x80\xFF\xFF", 0x4080FFFF);
    check_format("light as a float", GL_LUMINANCE, has_floats ? GL_FLOAT : GL_UNSIGNED_BYTE,
                 has_floats ? (const void *) (floats + 1) : "\x80", 0x808080FF);
    check_format("light and alpha as halves", GL_LUMINANCE_ALPHA, has_halves ? GL_HALF_FLOAT_OES : GL_UNSIGNED_BYTE,
                 has_halves ? (const void *) halves : "\x40\x80", 0x404040FF);
    check_format("no pixels are zero", GL_RGBA, GL_UNSIGNED_BYTE, NULL, 0x000000FF);
    CHECK("no format is an error", glGetError(), GL_NO_ERROR);
}

/* Depths can be read through a linear filter. */
static void depths(void) {
    static const uint16_t depths[4] = {0x8080, 0x8080, 0x8080, 0x8080};
    plain_texture();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 2, 2, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, depths);
    CHECK("depths are no error", glGetError(), GL_NO_ERROR);
    check_colour("a linear filter does not make them zero", shown() & 0xFF0000FF, 0x800000FF, 1);
    CHECK("their filter is what was set", parameter(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER), GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    check_colour("also if it is set later", shown() & 0xFF0000FF, 0x800000FF, 1);
}

/* Images of 3 by 2 pixels with 3 bytes each, whose rows lie apart as is said. */
static void rows(void) {
    uint8_t bytes[64];
    memset(bytes, 0xEE, sizeof bytes);
    for (int index = 0; index < 9; index++) {
        bytes[index] = 10 + index;
        bytes[12 + index] = 100 + index;
    }
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    clear(BLACK);
    show_texture();
    CHECK_PIXEL("the first row is below", 32, 16, 0x0D0E0FFF);
    CHECK_PIXEL("the second one begins 12 bytes behind it", 5, 48, 0x646566FF);
    for (int index = 0; index < 9; index++)
        bytes[9 + index] = 100 + index;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    show_texture();
    CHECK_PIXEL("or right behind it", 5, 48, 0x646566FF);
    for (int index = 0; index < 9; index++)
        bytes[16 + index] = 200 + index;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    show_texture();
    CHECK_PIXEL("or 16 bytes", 5, 48, 0xC8C9CAFF);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);

    uint32_t image[16];
    for (int index = 0; index < 16; index++)
        image[index] = 0xFF000000 | index * 0x010203;
    glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 4);
    glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 1);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 2);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    show_texture();
    CHECK_PIXEL("a part of a larger image begins behind what is skipped", 8, 8, 0x120C06FF);
    CHECK_PIXEL("and goes on in the next row of that", 40, 40, 0x21160BFF);
    glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 0);
    CHECK_ERROR("rows of less than nothing", glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, -1), GL_INVALID_VALUE);
}

static void parts(void) {
    static const uint32_t red[4] = {0xFF0000FF, 0xFF0000FF, 0xFF0000FF, 0xFF0000FF};
    uint32_t blue[16];
    for (int index = 0; index < 16; index++)
        blue[index] = 0xFFFF0000;
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, blue);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, red);
    clear(BLACK);
    show_texture();
    CHECK_PIXEL("a part is replaced", 24, 40, RED);
    CHECK_PIXEL("nothing below it", 24, 24, BLUE);
    CHECK_PIXEL("nothing beside it", 56, 40, BLUE);
    CHECK_ERROR("a part beyond the right", glTexSubImage2D(GL_TEXTURE_2D, 0, 3, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_INVALID_VALUE);
    CHECK_ERROR("a part beyond the top", glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_INVALID_VALUE);
    CHECK_ERROR("a part before the left", glTexSubImage2D(GL_TEXTURE_2D, 0, -1, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_INVALID_VALUE);
    CHECK_ERROR("a part of another format", glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, red), GL_INVALID_OPERATION);
    CHECK_ERROR("a part of an image that is none",
                glTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_INVALID_OPERATION);
    CHECK_ERROR("a part of nothing known", glTexSubImage2D(GL_TEXTURE_CUBE_MAP, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_INVALID_ENUM);
    CHECK_ERROR("a part without a size", glTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, red), GL_NO_ERROR);
    uint32_t *memory = glMapTexSubImage2DCHROMIUM(GL_TEXTURE_2D, 0, 2, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, GL_WRITE_ONLY_OES);
    CHECK_TRUE("a part can be mapped", memory);
    for (int index = 0; index < 4; index++)
        memory[index] = 0xFF00FF00;
    show_texture();
    CHECK_PIXEL("it is not replaced yet", 56, 8, BLUE);
    glUnmapTexSubImage2DCHROMIUM(memory);
    show_texture();
    CHECK_PIXEL("but then", 56, 8, GREEN);
    CHECK_PIXEL("nothing beside that part", 24, 8, BLUE);
    CHECK_ERROR("it cannot end again", glUnmapTexSubImage2DCHROMIUM(memory), GL_INVALID_VALUE);
    CHECK("nobody reads what is mapped",
          (uintptr_t) glMapTexSubImage2DCHROMIUM(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, GL_BLEND), 0);
    CHECK("that is an error", glGetError(), GL_INVALID_ENUM);
}

static void errors(void) {
    plain_texture();
    CHECK_ERROR("a format that is none", glTexImage2D(GL_TEXTURE_2D, 0, GL_BLEND, 1, 1, 0, GL_BLEND, GL_UNSIGNED_BYTE, NULL), GL_INVALID_ENUM);
    CHECK_ERROR("a type that is none", glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_INT, NULL), GL_INVALID_ENUM);
    CHECK_ERROR("two formats", glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL), GL_INVALID_OPERATION);
    CHECK_ERROR("a type of another format",
                glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, NULL), GL_INVALID_OPERATION);
    CHECK_ERROR("a border", glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("no width", glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, -1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("too much of it", glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1 << 20, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("a level below 0", glTexImage2D(GL_TEXTURE_2D, -1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("a level far up", glTexImage2D(GL_TEXTURE_2D, 40, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    int most = 0;
    while (integer(GL_MAX_TEXTURE_SIZE) >> (most + 1))
        most++;
    CHECK_ERROR("no pixels above the last level",
                glTexSubImage2D(GL_TEXTURE_2D, most + 1, 0, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("a target that is none", glTexImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_ENUM);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    CHECK("an image can be empty", glGetError(), GL_NO_ERROR);
    CHECK("what is incomplete is black", shown(), BLACK);
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK("so is what is not bound", shown(), BLACK);
    uint8_t out[4];
    CHECK_ERROR("pixels are not read as light", glReadPixels(0, 0, 1, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, out), GL_INVALID_ENUM);
    CHECK_ERROR("nor as a type that is none", glReadPixels(0, 0, 1, 1, GL_RGBA, GL_INT, out), GL_INVALID_ENUM);
    CHECK_ERROR("nor less than none", glReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, out), GL_INVALID_VALUE);
}

/* Pixels on their way out. */
static void read(void) {
    uint8_t bytes[64];
    memset(bytes, 0xEE, sizeof bytes);
    clear(0x204060FF);
    glReadPixels(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    CHECK_TRUE("rows come one behind the other", bytes[0] == 0x20 && bytes[12] == 0x20 && bytes[23] == 0xFF && bytes[24] == 0xEE);
    memset(bytes, 0xEE, sizeof bytes);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glReadPixels(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    CHECK_TRUE("or begin at multiples of 8", bytes[11] == 0xFF && bytes[12] == 0xEE && bytes[16] == 0x20);
    CHECK_TRUE("nothing is written behind the last", bytes[27] == 0xFF && bytes[28] == 0xEE);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    memset(bytes, 0xEE, sizeof bytes);
    glReadPixels(-1, -1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    CHECK("a part outside is no error", glGetError(), GL_NO_ERROR);
    CHECK("what is inside comes", bytes[12], 0x20);
    glReadPixels(0, 0, 0, 5, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    CHECK("no pixels go nowhere", glGetError(), GL_NO_ERROR);
}

static void wraps(void) {
    static const uint32_t image[3] = {0xFF0000FF, 0xFF00FF00, 0xFFFF0000};
    GLuint wide = used_program(
        "attribute vec4 place; varying vec2 at; void main() { at = place.xy * 1.5 + 0.5; gl_Position = place; }",
        IMAGE_FRAGMENT);
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 3, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    static const struct {
        const char *name;
        GLenum how;
        uint32_t left, right;
    } ways[] = {
        {"edges go on", GL_CLAMP_TO_EDGE, RED, BLUE},
        {"or an image of any width repeats", GL_REPEAT, BLUE, RED},
        {"or is seen in a mirror", GL_MIRRORED_REPEAT, RED, BLUE},
    };
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, ways[index].how);
        glUseProgram(wide);
        rectangle(-1, -1, 1, 1, 0);
        uint32_t left = pixel(18, 32), right = pixel(45, 32);
        CHECK_TRUE(ways[index].name, left == ways[index].left && right == ways[index].right && pixel(32, 32) == GREEN);
    }
    glDeleteProgram(wide);
}

/* The texture 0 has images and parameters as any other, and each target has one. */
static void texture_0(void) {
    const uint8_t green[] = {0, 255, 0, 255};
    GLuint made = 0;
    glGenTextures(1, &made);
    glBindTexture(GL_TEXTURE_2D, made);
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK_ERROR("texture 0 gets an image",
                glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green), GL_NO_ERROR);
    CHECK_ERROR("and a parameter", glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST), GL_NO_ERROR);
    CHECK("texture 0 keeps it", parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER), GL_NEAREST);
    CHECK("not for the other target", parameter(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER), GL_NEAREST_MIPMAP_LINEAR);
    CHECK("texture 0 is shown", shown(), GREEN);
    glBindTexture(GL_TEXTURE_2D, made);
    CHECK("not by another texture", shown(), BLACK);
    glDeleteTextures(1, &made);
    CHECK("and again once the other one is deleted", shown(), GREEN);
    CHECK_ERROR("texture 0 loses its image",
                glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_NO_ERROR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
    CHECK("and shows black", shown(), BLACK);
}

static void checks(void) {
    names();
    texture_0();
    parameters();
    formats();
    depths();
    rows();
    parts();
    errors();
    read();
    wraps();
}

/* A smooth image, and one with edges. */
static void picture(void) {
    uint8_t image[8 * 8 * 4];
    for (int index = 0; index < 64; index++) {
        const uint8_t colour[] = {index % 8 * 36, index / 8 * 36, (index % 8 ^ index / 8) * 36, 255};
        memcpy(image + 4 * index, colour, 4);
    }
    clear(BLACK);
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    glViewport(0, 0, SIDE, SIDE / 2);
    show_texture();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glViewport(0, SIDE / 2, SIDE, SIDE / 2);
    show_texture();
    glViewport(0, 0, SIDE, SIDE);
}
