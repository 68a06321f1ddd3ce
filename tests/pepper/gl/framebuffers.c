// Framebuffers and renderbuffers: names, attachments, completeness, blits, several colours.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static GLint attached(GLenum attachment, GLenum what) {
    GLint value = -77;
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, what, &value);
    return value;
}

static GLint stored(GLenum what) {
    GLint value = -77;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, what, &value);
    return value;
}

static void names(void) {
    GLuint framebuffer = 0, renderbuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    CHECK_FALSE("a name is no framebuffer yet", glIsFramebuffer(framebuffer));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    CHECK_TRUE("once it was bound it is", glIsFramebuffer(framebuffer));
    CHECK_INTEGER("it is bound", GL_FRAMEBUFFER_BINDING, framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    CHECK_FALSE("a name is no renderbuffer yet", glIsRenderbuffer(renderbuffer));
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    CHECK_TRUE("nor before it was bound", glIsRenderbuffer(renderbuffer));
    CHECK_INTEGER("then it is", GL_RENDERBUFFER_BINDING, renderbuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, 321);
    glBindRenderbuffer(GL_RENDERBUFFER, 321);
    CHECK("names of one's own can be bound", glGetError(), GL_NO_ERROR);
    CHECK_TRUE("as a framebuffer", glIsFramebuffer(321));
    CHECK_TRUE("and as a renderbuffer", glIsRenderbuffer(321));
    GLuint own = 321;
    glDeleteFramebuffers(1, &own);
    glDeleteRenderbuffers(1, &own);
    CHECK_INTEGER("without it framebuffer 0 is bound", GL_FRAMEBUFFER_BINDING, 0);
    CHECK_INTEGER("and no renderbuffer", GL_RENDERBUFFER_BINDING, 0);
    CHECK_FALSE("0 is no framebuffer", glIsFramebuffer(0));
    CHECK_FALSE("nor a renderbuffer", glIsRenderbuffer(0));
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &renderbuffer);
    CHECK_ERROR("bound to nothing known", glBindFramebuffer(GL_TEXTURE_2D, 1), GL_INVALID_ENUM);
    CHECK_ERROR("the other as well", glBindRenderbuffer(GL_TEXTURE_2D, 1), GL_INVALID_ENUM);
    CHECK_ERROR("less than no framebuffers", glGenFramebuffers(-1, &own), GL_INVALID_VALUE);
    CHECK_ERROR("less than no renderbuffers", glDeleteRenderbuffers(-1, &own), GL_INVALID_VALUE);
}

static void storage(void) {
    static const struct {
        const char *name;
        GLenum format, what;
        GLint least;
    } formats[] = {
        {"4 bits each", GL_RGBA4, GL_RENDERBUFFER_ALPHA_SIZE, 4},
        {"5 bits and 1", GL_RGB5_A1, GL_RENDERBUFFER_ALPHA_SIZE, 1},
        {"5, 6 and 5 bits", GL_RGB565, GL_RENDERBUFFER_GREEN_SIZE, 6},
        {"8 bits each", 0x8058, GL_RENDERBUFFER_RED_SIZE, 8},
        {"16 bits of depth", GL_DEPTH_COMPONENT16, GL_RENDERBUFFER_DEPTH_SIZE, 16},
        {"a stencil", GL_STENCIL_INDEX8, GL_RENDERBUFFER_STENCIL_SIZE, 8},
        {"both", GL_DEPTH24_STENCIL8_OES, GL_RENDERBUFFER_STENCIL_SIZE, 8},
    };
    glBindRenderbuffer(GL_RENDERBUFFER, 1);
    CHECK("a new one has no width", stored(GL_RENDERBUFFER_WIDTH), 0);
    CHECK("nor bits", stored(GL_RENDERBUFFER_RED_SIZE), 0);
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
        glRenderbufferStorage(GL_RENDERBUFFER, formats[index].format, 8, 4);
        CHECK_TRUE(formats[index].name, glGetError() == GL_NO_ERROR && stored(formats[index].what) >= formats[index].least &&
                                            stored(GL_RENDERBUFFER_INTERNAL_FORMAT) == (GLint) formats[index].format);
    }
    CHECK("it has its width", stored(GL_RENDERBUFFER_WIDTH), 8);
    CHECK("and height", stored(GL_RENDERBUFFER_HEIGHT), 4);
    CHECK_ERROR("a format that is none", glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA, 8, 8), GL_INVALID_ENUM);
    CHECK_ERROR("sizes below 0", glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, -1, 8), GL_INVALID_VALUE);
    CHECK_ERROR("sizes far beyond", glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 1 << 20, 8), GL_INVALID_VALUE);
    CHECK_ERROR("of nothing known", glRenderbufferStorage(GL_TEXTURE_2D, GL_RGBA4, 8, 8), GL_INVALID_ENUM);
    CHECK_ERROR("asked what is not known", stored(GL_BLEND), GL_INVALID_ENUM);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    CHECK_ERROR("none has no storage", glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, 8), GL_INVALID_OPERATION);
    CHECK_ERROR("nor a width", stored(GL_RENDERBUFFER_WIDTH), GL_INVALID_OPERATION);
}

static GLuint texture_of(int side) {
    GLuint texture = plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    return texture;
}

static void attachments(void) {
    glBindFramebuffer(GL_FRAMEBUFFER, 1);
    CHECK("without attachments it is incomplete", glCheckFramebufferStatus(GL_FRAMEBUFFER),
          GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    CHECK("nothing is attached", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
    CHECK_ERROR("a clear of it", glClear(GL_COLOR_BUFFER_BIT), GL_INVALID_FRAMEBUFFER_OPERATION);
    uint8_t out[4];
    CHECK_ERROR("a read of it", glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, out), GL_INVALID_FRAMEBUFFER_OPERATION);
    GLuint texture = texture_of(16);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    CHECK("a texture makes it complete", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    CHECK("a texture is attached", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_TEXTURE);
    CHECK("that one", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), texture);
    CHECK("with its first image", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), 0);
    CHECK("which is no side of a cube", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE), 0);
    glBindRenderbuffer(GL_RENDERBUFFER, 2);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 16, 16);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 2);
    CHECK("depth goes with it", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    CHECK("it is a renderbuffer", attached(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_RENDERBUFFER);
    CHECK("that one too", attached(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 2);
    CHECK_INTEGER("the bits of depth are those", GL_DEPTH_BITS, 16);
    CHECK_INTEGER("and of alpha", GL_ALPHA_BITS, 8);
    CHECK_INTEGER("and of the stencil", GL_STENCIL_BITS, 0);
    glViewport(0, 0, 16, 16);
    clear(BLUE);
    CHECK_PIXEL("it can be cleared", 15, 15, BLUE);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    use_colour(RED);
    rectangle(-1, -1, 0, 1, -0.5f);
    use_colour(GREEN);
    rectangle(-1, -1, 1, 1, 0);
    glDisable(GL_DEPTH_TEST);
    CHECK_PIXEL("what is near is seen", 4, 8, RED);
    CHECK_PIXEL("beside it what is far", 12, 8, GREEN);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
    CHECK("it can be taken off", attached(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, SIDE, SIDE);
    show_texture();
    CHECK_PIXEL("what was drawn into a texture can be drawn", 16, 32, RED);
    CHECK_PIXEL("all of it", 48, 32, GREEN);

    glBindFramebuffer(GL_FRAMEBUFFER, 1);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 16, 16);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 2);
    CHECK("colours are no depth", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 2);
    CHECK("a renderbuffer has colours too", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    clear(WHITE);
    CHECK_PIXEL("it can be cleared as well", 3, 3, WHITE);
    GLuint gone = 2;
    glDeleteRenderbuffers(1, &gone);
    CHECK("what is deleted is attached no more", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glDeleteTextures(1, &texture);
    CHECK("nor a texture", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
    GLuint cube;
    glGenTextures(1, &cube);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    for (int side = 0; side < 6; side++)
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + side, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, 0);
    CHECK("a side of a cube is attached", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE),
          GL_TEXTURE_CUBE_MAP_NEGATIVE_Y);
    clear(YELLOW);
    CHECK_PIXEL("and cleared", 1, 1, YELLOW);
    glDeleteTextures(1, &cube);
}

static void errors(void) {
    GLuint texture = texture_of(4);
    glBindFramebuffer(GL_FRAMEBUFFER, 1);
    CHECK_ERROR("an attachment that is none", glFramebufferTexture2D(GL_FRAMEBUFFER, GL_BACK, GL_TEXTURE_2D, texture, 0), GL_INVALID_ENUM);
    CHECK_ERROR("another image than the first",
                glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 1), GL_INVALID_VALUE);
    CHECK_ERROR("a texture that is none",
                glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 998877, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("a side of what has none",
                glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, texture, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("a renderbuffer that is none",
                glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 998877), GL_INVALID_OPERATION);
    CHECK_ERROR("a renderbuffer of no kind",
                glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0), GL_INVALID_ENUM);
    attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
    GLenum error = glGetError();
    CHECK_TRUE("the level of nothing", error == GL_INVALID_ENUM || error == GL_INVALID_OPERATION);
    CHECK_ERROR("the status of nothing known", glCheckFramebufferStatus(GL_TEXTURE_2D), GL_INVALID_ENUM);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    CHECK("framebuffer 0 is complete", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    CHECK_ERROR("nothing can be attached to it",
                glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("no renderbuffer either",
                glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("nor asked", attached(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_INVALID_OPERATION);
    glDeleteTextures(1, &texture);
}

/* Whether two textures get two colours. */
static int draws_several(void) {
    int is_right = integer(GL_MAX_DRAW_BUFFERS_EXT) >= 2 && integer(GL_DRAW_BUFFER0_EXT) == GL_BACK;
    GLuint first = texture_of(4), second = texture_of(4);
    glBindFramebuffer(GL_FRAMEBUFFER, 7);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, first, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT, GL_TEXTURE_2D, second, 0);
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1_EXT};
    glDrawBuffersEXT(2, both);
    is_right &= integer(GL_DRAW_BUFFER1_EXT) == GL_COLOR_ATTACHMENT1_EXT;
    GLuint program = used_program(PLAIN_VERTEX, "#extension GL_EXT_draw_buffers : require\n"
                                                "precision mediump float; void main() {"
                                                "gl_FragData[0] = vec4(1, 0, 0, 1); gl_FragData[1] = vec4(0, 1, 0, 1); }");
    glViewport(0, 0, 4, 4);
    rectangle(-1, -1, 1, 1, 0);
    glViewport(0, 0, SIDE, SIDE);
    is_right &= pixel(2, 2) == RED;
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT, GL_TEXTURE_2D, 0, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, second, 0);
    is_right &= pixel(2, 2) == GREEN && glGetError() == GL_NO_ERROR;
    static const GLenum wrong[] = {GL_COLOR_ATTACHMENT1_EXT, GL_COLOR_ATTACHMENT0};
    glDrawBuffersEXT(2, wrong);
    is_right &= glGetError() == GL_INVALID_OPERATION;
    glDeleteProgram(program);
    glDeleteTextures(1, &first);
    glDeleteTextures(1, &second);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return is_right;
}

/* What only some have: blits and samples, and several colours at a time. */
static void extensions(void) {
    const char *all = (const char *) glGetString(GL_EXTENSIONS);
    if (strstr(all, "GL_CHROMIUM_color_buffer_float_rgba")) {
        glBindTexture(GL_TEXTURE_2D, 77);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_FLOAT, NULL);
        glBindFramebuffer(GL_FRAMEBUFFER, 77);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 77, 0);
        CHECK("floats can be drawn on", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
        glClearColor(-2, 0, 300, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        float numbers[4] = {0, 0, 0, 0};
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, numbers);
        CHECK("and are not cut", numbers[0] == -2 && numbers[2] == 300, 1);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    if (strstr(all, "GL_CHROMIUM_framebuffer_multisample")) {
        GLint most = integer(GL_MAX_SAMPLES_EXT);
        CHECK_TRUE("there can be samples", most >= 1);
        glBindRenderbuffer(GL_RENDERBUFFER, 5);
        glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, 0x8058, SIDE, SIDE);
        CHECK_TRUE("at least as many as asked for", stored(GL_RENDERBUFFER_SAMPLES_EXT) >= 4);
        CHECK_ERROR("but not too many", glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, most + 100, 0x8058, 4, 4), GL_INVALID_VALUE);
        glBindFramebuffer(GL_FRAMEBUFFER, 5);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 5);
        CHECK("such a framebuffer is complete", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
        clear(BLACK);
        use_colour(WHITE);
        static const float corners[] = {-1, -1, 1, -1, -1, 1};
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER_EXT, 0);
        CHECK_INTEGER("one is bound for reads", GL_READ_FRAMEBUFFER_BINDING_EXT, 5);
        CHECK_INTEGER("another one for draws", GL_DRAW_FRAMEBUFFER_BINDING_EXT, 0);
        uint8_t out[4];
        CHECK_ERROR("samples are not read", glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, out), GL_INVALID_OPERATION);
        glBindFramebuffer(GL_FRAMEBUFFER, 5);
        GLuint texture = texture_of(SIDE);
        glBindFramebuffer(GL_FRAMEBUFFER, 6);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        glBindFramebuffer(GL_READ_FRAMEBUFFER_EXT, 5);
        glBlitFramebufferEXT(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        CHECK("samples become pixels by a blit", glGetError(), GL_NO_ERROR);
        glBindFramebuffer(GL_FRAMEBUFFER, 6);
        CHECK_PIXEL("what is inside", 8, 8, WHITE);
        CHECK_PIXEL("what is outside", 56, 56, BLACK);
        uint32_t edge = pixel(32, 31) >> 24;
        CHECK_TRUE("edges are between", edge > 0x10 && edge < 0xF0);
        glBindFramebuffer(GL_READ_FRAMEBUFFER_EXT, 6);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER_EXT, 6);
        CHECK_ERROR("a blit of nothing known", glBlitFramebufferEXT(0, 0, 1, 1, 0, 0, 1, 1, 1, GL_NEAREST), GL_INVALID_VALUE);
        CHECK_ERROR("a blit in no known way",
                    glBlitFramebufferEXT(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_REPEAT), GL_INVALID_ENUM);
        glDeleteTextures(1, &texture);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (strstr(all, "GL_EXT_draw_buffers"))
        CHECK_TRUE("several colours at a time, where that is known", draws_several());
    else
        CHECK_TRUE("several colours at a time, where that is known", 1);
}

static void checks(void) {
    names();
    storage();
    attachments();
    errors();
    extensions();
}

/* A scene in a texture, seen four times. */
static void picture(void) {
    GLuint texture = texture_of(32);
    glBindFramebuffer(GL_FRAMEBUFFER, 20);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, 32, 32);
    clear(0x104010FF);
    use_colour(YELLOW);
    rectangle(-0.8f, -0.8f, 0.2f, 0.2f, 0);
    use_colour(0xC02020FF);
    rectangle(-0.2f, -0.2f, 0.8f, 0.8f, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    clear(WHITE);
    for (int index = 0; index < 4; index++) {
        glViewport(index % 2 * 34, index / 2 * 34, 30, 30);
        show_texture();
    }
    glViewport(0, 0, SIDE, SIDE);
}
