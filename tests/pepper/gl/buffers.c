// Buffers: names, contents, sizes, what is mapped, and what is refused.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static GLint parameter(GLenum target, GLenum what) {
    GLint value = -77;
    glGetBufferParameteriv(target, what, &value);
    return value;
}

static void names(void) {
    GLuint made[3] = {0, 0, 0};
    glGenBuffers(3, made);
    CHECK_TRUE("names are made", made[0] && made[1] && made[2]);
    CHECK_TRUE("they differ", made[0] != made[1] && made[1] != made[2] && made[0] != made[2]);
    CHECK_FALSE("a name is no buffer yet", glIsBuffer(made[0]));
    glBindBuffer(GL_ARRAY_BUFFER, made[0]);
    CHECK_TRUE("once it was bound it is", glIsBuffer(made[0]));
    CHECK_INTEGER("it is bound", GL_ARRAY_BUFFER_BINDING, made[0]);
    glBindBuffer(GL_ARRAY_BUFFER, 4711);
    CHECK("a name of one's own can be bound", glGetError(), GL_NO_ERROR);
    CHECK_TRUE("then it is a buffer", glIsBuffer(4711));
    CHECK_INTEGER("and bound", GL_ARRAY_BUFFER_BINDING, 4711);
    GLuint own = 4711;
    glDeleteBuffers(1, &own);
    CHECK_INTEGER("what is deleted is not bound any more", GL_ARRAY_BUFFER_BINDING, 0);
    CHECK_FALSE("nor a buffer", glIsBuffer(4711));
    CHECK_FALSE("0 is none", glIsBuffer(0));
    glDeleteBuffers(3, made);
    own = 0;
    glDeleteBuffers(1, &own);
    own = 999999;
    glDeleteBuffers(1, &own);
    CHECK("what is none can be deleted", glGetError(), GL_NO_ERROR);
    CHECK_ERROR("less than no names", glGenBuffers(-1, made), GL_INVALID_VALUE);
    CHECK_ERROR("less than no buffers", glDeleteBuffers(-1, made), GL_INVALID_VALUE);
}

static void contents(void) {
    static const uint8_t bytes[16] = {1, 2, 3};
    glBindBuffer(GL_ARRAY_BUFFER, 5);
    CHECK("a new one is empty", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 0);
    CHECK("and drawn often", parameter(GL_ARRAY_BUFFER, GL_BUFFER_USAGE), GL_STATIC_DRAW);
    glBufferData(GL_ARRAY_BUFFER, 16, bytes, GL_DYNAMIC_DRAW);
    CHECK("it has the size of its contents", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 16);
    CHECK("and the usage that was said", parameter(GL_ARRAY_BUFFER, GL_BUFFER_USAGE), GL_DYNAMIC_DRAW);
    glBufferData(GL_ARRAY_BUFFER, 100, NULL, GL_STREAM_DRAW);
    CHECK("it can get another size", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 100);
    CHECK("and usage", parameter(GL_ARRAY_BUFFER, GL_BUFFER_USAGE), GL_STREAM_DRAW);
    CHECK_ERROR("a part can be replaced", glBufferSubData(GL_ARRAY_BUFFER, 84, 16, bytes), GL_NO_ERROR);
    CHECK_ERROR("but not beyond the end", glBufferSubData(GL_ARRAY_BUFFER, 85, 16, bytes), GL_INVALID_VALUE);
    CHECK_ERROR("nor before the beginning", glBufferSubData(GL_ARRAY_BUFFER, -1, 1, bytes), GL_INVALID_VALUE);
    CHECK_ERROR("nor less than nothing", glBufferSubData(GL_ARRAY_BUFFER, 0, -1, bytes), GL_INVALID_VALUE);
    CHECK_ERROR("nothing can be", glBufferSubData(GL_ARRAY_BUFFER, 100, 0, bytes), GL_NO_ERROR);
    CHECK_ERROR("a size below 0", glBufferData(GL_ARRAY_BUFFER, -1, NULL, GL_STATIC_DRAW), GL_INVALID_VALUE);
    CHECK_ERROR("a usage that is none", glBufferData(GL_ARRAY_BUFFER, 1, NULL, GL_FLOAT), GL_INVALID_ENUM);
    CHECK_ERROR("a target that is none", glBufferData(GL_TEXTURE_2D, 1, NULL, GL_STATIC_DRAW), GL_INVALID_ENUM);
    CHECK_ERROR("a part of none", glBufferSubData(GL_TEXTURE_2D, 0, 1, bytes), GL_INVALID_ENUM);
    CHECK_ERROR("bound to none", glBindBuffer(GL_TEXTURE_2D, 5), GL_INVALID_ENUM);
    CHECK_ERROR("asked of none", parameter(GL_TEXTURE_2D, GL_BUFFER_SIZE), GL_INVALID_ENUM);
    CHECK_ERROR("what is not known of one", parameter(GL_ARRAY_BUFFER, GL_BLEND), GL_INVALID_ENUM);
    CHECK("what failed changed nothing", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 100);
    glBufferData(GL_ARRAY_BUFFER, 0, NULL, GL_STATIC_DRAW);
    CHECK("it can become empty", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    CHECK_ERROR("no buffer has no contents", glBufferData(GL_ARRAY_BUFFER, 1, NULL, GL_STATIC_DRAW), GL_INVALID_OPERATION);
    CHECK_ERROR("nor a part", glBufferSubData(GL_ARRAY_BUFFER, 0, 1, bytes), GL_INVALID_OPERATION);
    CHECK_ERROR("nor a size", parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), GL_INVALID_OPERATION);
}

static void targets(void) {
    glBindBuffer(GL_ARRAY_BUFFER, 5);
    CHECK_ERROR("what has vertices has no indices", glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 5), GL_INVALID_OPERATION);
    CHECK_INTEGER("so it is not bound", GL_ELEMENT_ARRAY_BUFFER_BINDING, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 6);
    CHECK_ERROR("what has indices has no vertices", glBindBuffer(GL_ARRAY_BUFFER, 6), GL_INVALID_OPERATION);
    CHECK_INTEGER("the other stays bound", GL_ARRAY_BUFFER_BINDING, 5);
    CHECK_FALSE("no feature has such a name", glEnableFeatureCHROMIUM("pepper3d_does_not_exist"));
    CHECK_TRUE("both can be allowed", glEnableFeatureCHROMIUM("pepper3d_allow_buffers_on_multiple_targets"));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 5);
    CHECK_ERROR("then one can be for both", glBindBuffer(GL_ARRAY_BUFFER, 6), GL_NO_ERROR);
    CHECK_INTEGER("as indices", GL_ELEMENT_ARRAY_BUFFER_BINDING, 5);
    CHECK_INTEGER("and as vertices", GL_ARRAY_BUFFER_BINDING, 6);
    GLuint both[] = {5, 6};
    glDeleteBuffers(2, both);
    CHECK_INTEGER("both are gone with their names", GL_ELEMENT_ARRAY_BUFFER_BINDING, 0);
    CHECK_INTEGER("from both places", GL_ARRAY_BUFFER_BINDING, 0);
}

/* Draws a rectangle whose corners a buffer has from some place on. */
static void draw_at(uint32_t colour, int offset) {
    use_colour(colour);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (void *) (intptr_t) offset);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static const float whole[] = {-1, -1, 1, -1, -1, 1, 1, 1};

static void mapped(void) {
    glBindBuffer(GL_ARRAY_BUFFER, 7);
    glBufferData(GL_ARRAY_BUFFER, 8 + sizeof whole, NULL, GL_STATIC_DRAW);
    clear(BLACK);
    draw_at(RED, 8);
    CHECK_PIXEL("new contents are 0", 32, 32, BLACK);
    float *memory = glMapBufferSubDataCHROMIUM(GL_ARRAY_BUFFER, 8, sizeof whole, GL_WRITE_ONLY_OES);
    CHECK_TRUE("a part can be mapped", memory);
    memcpy(memory, whole, sizeof whole);
    draw_at(RED, 8);
    CHECK_PIXEL("what is written there is not used yet", 32, 32, BLACK);
    glUnmapBufferSubDataCHROMIUM(memory);
    draw_at(RED, 8);
    CHECK_PIXEL("but once it is not mapped any more", 32, 32, RED);
    CHECK("that is no error", glGetError(), GL_NO_ERROR);
    CHECK_ERROR("it cannot be ended again", glUnmapBufferSubDataCHROMIUM(memory), GL_INVALID_VALUE);
    void *first = glMapBufferSubDataCHROMIUM(GL_ARRAY_BUFFER, 0, 4, GL_WRITE_ONLY_OES);
    void *second = glMapBufferSubDataCHROMIUM(GL_ARRAY_BUFFER, 4, 4, GL_WRITE_ONLY_OES);
    CHECK_TRUE("two parts can be mapped", first && second && first != second);
    memset(first, 0, 4);
    memset(second, 0, 4);
    glUnmapBufferSubDataCHROMIUM(first);
    glUnmapBufferSubDataCHROMIUM(second);
    CHECK("and end in any order", glGetError(), GL_NO_ERROR);
    CHECK("nobody reads what is mapped", (uintptr_t) glMapBufferSubDataCHROMIUM(GL_ARRAY_BUFFER, 0, 4, GL_BLEND), 0);
    CHECK("that is an error", glGetError(), GL_INVALID_ENUM);
    CHECK("nothing starts before the beginning",
          (uintptr_t) glMapBufferSubDataCHROMIUM(GL_ARRAY_BUFFER, -1, 4, GL_WRITE_ONLY_OES), 0);
    CHECK("that is another", glGetError(), GL_INVALID_VALUE);
}

static void replaced(void) {
    static const float none[8];
    glBindBuffer(GL_ARRAY_BUFFER, 8);
    glBufferData(GL_ARRAY_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
    clear(BLACK);
    draw_at(GREEN, 0);
    CHECK_PIXEL("vertices come from a buffer", 1, 1, GREEN);
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof none, none);
    clear(BLACK);
    draw_at(GREEN, 0);
    CHECK_PIXEL("they are as they were replaced", 1, 1, BLACK);
    glBufferData(GL_ARRAY_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_PIXEL("an array knows its buffer", 1, 1, GREEN);
    clear(BLACK);
    glDrawArrays(GL_TRIANGLE_STRIP, 1, 4);
    CHECK_TRUE("a draw beyond the end is refused or reads nothing there", is_refused_or_safe());
    glDrawArrays(GL_TRIANGLE_STRIP, 0x7FFFFFF0, 8);
    CHECK_TRUE("however far", is_refused_or_safe());
    GLuint gone = 8;
    glDeleteBuffers(1, &gone);
    glDisableVertexAttribArray(0);
}

/* Draws with vertices in memory use buffers of the host, which no name of the program means. */
static void beside_memory(void) {
    static const float left[] = {-1, -1, 0, -1, -1, 1, 0, 1};
    use_colour(RED);
    glBindBuffer(GL_ARRAY_BUFFER, 20);
    glBufferData(GL_ARRAY_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, whole);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindBuffer(GL_ARRAY_BUFFER, 21);
    glBufferData(GL_ARRAY_BUFFER, sizeof left, left, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, whole);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    clear(BLACK);
    glBindBuffer(GL_ARRAY_BUFFER, 21);
    draw_at(GREEN, 0);
    CHECK_PIXEL("a buffer that is made between draws from memory has its vertices", 16, 32, GREEN);
    CHECK_PIXEL("and not those of the draws", 48, 32, BLACK);
    GLuint gone[] = {20, 21};
    glDeleteBuffers(2, gone);
    glDisableVertexAttribArray(0);
}

static void checks(void) {
    names();
    contents();
    targets();
    mapped();
    replaced();
    beside_memory();
}

/* Stripes of one buffer, drawn from different places. */
static void picture(void) {
    float stripes[4][8];
    for (int index = 0; index < 4; index++) {
        float left = -0.9f + 0.45f * index, right = left + 0.3f, top = 0.9f - 0.3f * index;
        const float corners[] = {left, -0.9f, right, -0.9f, left, top, right, top};
        memcpy(stripes[index], corners, sizeof corners);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 9);
    glBufferData(GL_ARRAY_BUFFER, sizeof stripes, stripes, GL_STATIC_DRAW);
    clear(0x303030FF);
    draw_at(RED, 0);
    draw_at(GREEN, 32);
    draw_at(BLUE, 64);
    draw_at(YELLOW, 96);
}
