// Mipmaps, cubes, compressed images, and images that come from a framebuffer.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

/* An image of one colour. */
static void level(GLenum target, int number, int side, uint32_t colour) {
    static uint8_t bytes[64 * 64 * 4];
    for (int index = 0; index < side * side; index++)
        for (int part = 0; part < 4; part++)
            bytes[4 * index + part] = colour >> (24 - 8 * part);
    glTexImage2D(target, number, GL_RGBA, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
}

static uint32_t shown_small(int side) {
    clear(0x12345678);
    glViewport(0, 0, side, side);
    show_texture();
    glViewport(0, 0, SIDE, SIDE);
    return pixel(side / 2, side / 2);
}

static void mipmaps(void) {
    plain_texture();
    level(GL_TEXTURE_2D, 0, 32, RED);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    check_colour("without all mipmaps a texture is black", shown_small(16), BLACK, 0);
    level(GL_TEXTURE_2D, 1, 16, GREEN);
    level(GL_TEXTURE_2D, 2, 8, BLUE);
    level(GL_TEXTURE_2D, 3, 4, YELLOW);
    level(GL_TEXTURE_2D, 4, 2, WHITE);
    level(GL_TEXTURE_2D, 5, 1, BLACK);
    check_colour("the whole image is seen in its size", shown_small(32), RED, 0);
    check_colour("the next one at half of it", shown_small(16), GREEN, 0);
    check_colour("and so on", shown_small(8), BLUE, 0);
    check_colour("down to the last but one", shown_small(2), WHITE, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    check_colour("or always the whole", shown_small(8), RED, 0);
    level(GL_TEXTURE_2D, 2, 4, BLUE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    check_colour("a mipmap of a wrong size makes it black", shown_small(8), BLACK, 0);
    level(GL_TEXTURE_2D, 0, 32, YELLOW);
    glGenerateMipmap(GL_TEXTURE_2D);
    CHECK("mipmaps are made", glGetError(), GL_NO_ERROR);
    check_colour("then it is complete", shown_small(8), YELLOW, 0);

    plain_texture();
    uint8_t checkers[8 * 8 * 4];
    for (int index = 0; index < 64; index++)
        memset(checkers + 4 * index, (index / 8 + index) % 2 ? 255 : 0, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, checkers);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    check_colour("a mipmap is the middle of what it shows", shown_small(4), 0x808080FF, 3);

    plain_texture();
    static const uint32_t three[3] = {0xFF0000FF, 0xFF0000FF, 0xFF0000FF};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 3, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, three);
    CHECK_ERROR("an image of any size can have mipmaps", glGenerateMipmap(GL_TEXTURE_2D), GL_NO_ERROR);
    plain_texture();
    CHECK_ERROR("no image has none", glGenerateMipmap(GL_TEXTURE_2D), GL_INVALID_OPERATION);
    CHECK_ERROR("nothing known has none either", glGenerateMipmap(GL_ARRAY_BUFFER), GL_INVALID_ENUM);
}

static void cubes(void) {
    static const uint32_t colours[6] = {RED, GREEN, BLUE, YELLOW, WHITE, 0xFF00FFFF};
    static const char *const names[6] = {"right", "left", "above", "below", "before", "behind"};
    static const float directions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    GLuint cube;
    glGenTextures(1, &cube);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    CHECK_INTEGER("a cube is bound", GL_TEXTURE_BINDING_CUBE_MAP, cube);
    CHECK_INTEGER("beside a flat texture", GL_TEXTURE_BINDING_2D, 0);
    for (int side = 0; side < 6; side++)
        level(GL_TEXTURE_CUBE_MAP_POSITIVE_X + side, 0, 2, colours[side]);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    GLuint program = used_program(PLAIN_VERTEX,
                                  "precision mediump float; uniform samplerCube cube; uniform vec3 where;"
                                  "void main() { gl_FragColor = textureCube(cube, where); }");
    GLint where = glGetUniformLocation(program, "where");
    for (int side = 0; side < 6; side++) {
        glUniform3fv(where, 1, directions[side]);
        rectangle(-1, -1, 1, 1, 0);
        CHECK_PIXEL(names[side], 32, 32, colours[side]);
    }
    CHECK_ERROR("a cube has mipmaps", glGenerateMipmap(GL_TEXTURE_CUBE_MAP), GL_NO_ERROR);
    level(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, 4, BLUE);
    rectangle(-1, -1, 1, 1, 0);
    CHECK_PIXEL("sides of two sizes make it black", 32, 32, BLACK);
    CHECK_ERROR("then it has no mipmaps", glGenerateMipmap(GL_TEXTURE_CUBE_MAP), GL_INVALID_OPERATION);
    CHECK_ERROR("a side is square",
                glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL), GL_INVALID_VALUE);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
    glDeleteProgram(program);
}

static void compressed(void) {
    const char *all = (const char *) glGetString(GL_EXTENSIONS);
    /* Blocks of 4 by 4 pixels: two colours, which are the same. */
    static const uint8_t red[8] = {0x00, 0xF8, 0x00, 0xF8, 0, 0, 0, 0};
    static const uint8_t both[16] = {255, 255, 0, 0, 0, 0, 0, 0, 0xE0, 0x07, 0xE0, 0x07, 0, 0, 0, 0};
    int has_dxt1 = !!strstr(all, "GL_EXT_texture_compression_dxt1");
    int has_dxt5 = !!strstr(all, "GL_CHROMIUM_texture_compression_dxt5");
    plain_texture();
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, red);
    CHECK("DXT1 is taken where it is told of", glGetError(), has_dxt1 ? GL_NO_ERROR : GL_INVALID_ENUM);
    check_colour("and seen", has_dxt1 ? shown_small(32) : RED, RED, 0);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 4, 0, 16, both);
    CHECK("DXT5 is taken where it is told of", glGetError(), has_dxt5 ? GL_NO_ERROR : GL_INVALID_ENUM);
    check_colour("and seen too", has_dxt5 ? shown_small(32) : GREEN, GREEN, 0);
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, both);
    CHECK("a whole block can be replaced", glGetError(), has_dxt5 ? GL_NO_ERROR : GL_INVALID_ENUM);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 7, red);
    CHECK("too few bytes are not", glGetError(), has_dxt1 ? GL_INVALID_VALUE : GL_INVALID_ENUM);
    GLint count = integer(GL_NUM_COMPRESSED_TEXTURE_FORMATS), formats[64];
    CHECK_TRUE("formats are not many", count >= 0 && count <= 64);
    glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, formats);
    int is_there = 0;
    for (int index = 0; index < count; index++)
        is_there |= formats[index] == GL_COMPRESSED_RGB_S3TC_DXT1_EXT;
    CHECK("they are those that are told of", is_there, has_dxt1);
    CHECK_ERROR("a format that is none", glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, 8, red), GL_INVALID_ENUM);
    CHECK_ERROR("sizes below 0", glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, -4, 4, 0, 8, red),
                has_dxt1 ? GL_INVALID_VALUE : GL_INVALID_ENUM);
}

static void copies(void) {
    clear(RED);
    glEnable(GL_SCISSOR_TEST);
    glScissor(32, 0, 32, 64);
    clear(GREEN);
    glDisable(GL_SCISSOR_TEST);
    plain_texture();
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 16, 16, 32, 32, 0);
    CHECK("an image comes from a framebuffer", glGetError(), GL_NO_ERROR);
    clear(BLACK);
    show_texture();
    CHECK_PIXEL("its left half", 16, 32, RED);
    CHECK_PIXEL("its right half", 48, 32, GREEN);
    clear(BLUE);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 16, 16);
    CHECK("a part comes from there too", glGetError(), GL_NO_ERROR);
    show_texture();
    CHECK_PIXEL("it is replaced", 16, 16, BLUE);
    CHECK_PIXEL("the rest is not", 16, 48, RED);
    CHECK_ERROR("where there is no alpha it cannot be copied",
                glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("a format that is none", glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_BLEND, 0, 0, 4, 4, 0), GL_INVALID_ENUM);
    CHECK_ERROR("sizes below 0", glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, -4, 4, 0), GL_INVALID_VALUE);
    CHECK_ERROR("a border", glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 4, 4, 1), GL_INVALID_VALUE);
    CHECK_ERROR("a part beyond the image", glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 30, 0, 0, 0, 4, 4), GL_INVALID_VALUE);
    plain_texture();
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
    GLenum error = glGetError();
    CHECK_TRUE("a part of no image", error == GL_INVALID_VALUE || error == GL_INVALID_OPERATION);
}

static void checks(void) {
    mipmaps();
    cubes();
    compressed();
    copies();
}

/* The same texture in four sizes, each with a mipmap of its own. */
static void picture(void) {
    static const uint32_t colours[6] = {0xD04040FF, 0x40D040FF, 0x4040D0FF, 0xD0D040FF, WHITE, BLACK};
    clear(0x202020FF);
    plain_texture();
    for (int number = 0; number < 6; number++)
        level(GL_TEXTURE_2D, number, 32 >> number, colours[number]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    for (int number = 0, at = 0; number < 4; at += 32 >> number, number++) {
        glViewport(at, 8, 32 >> number, 32 >> number);
        show_texture();
    }
    glViewport(0, 0, SIDE, SIDE);
}
