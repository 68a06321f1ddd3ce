// Vertices: arrays in memory and in buffers, indices, types, vertex arrays, instances.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static GLint attribute(GLuint index, GLenum what) {
    GLint values[4] = {-77, -77, -77, -77};
    glGetVertexAttribiv(index, what, values);
    return values[0];
}

static const float square[] = {-1, -1, 1, -1, -1, 1, 1, 1};

static void states(void) {
    CHECK("an array is off", attribute(0, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 0);
    CHECK("it has four numbers", attribute(0, GL_VERTEX_ATTRIB_ARRAY_SIZE), 4);
    CHECK("side by side", attribute(0, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 0);
    CHECK("floats", attribute(0, GL_VERTEX_ATTRIB_ARRAY_TYPE), GL_FLOAT);
    CHECK("as they are", attribute(0, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), 0);
    CHECK("of no buffer", attribute(0, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), 0);
    GLfloat value[4] = {9, 9, 9, 9};
    glGetVertexAttribfv(2, GL_CURRENT_VERTEX_ATTRIB, value);
    CHECK_TRUE("its value is 0, 0, 0, 1", value[0] == 0 && value[1] == 0 && value[2] == 0 && value[3] == 1);
    glVertexAttrib2f(2, 0.25f, 0.5f);
    glGetVertexAttribfv(2, GL_CURRENT_VERTEX_ATTRIB, value);
    CHECK_TRUE("two numbers leave the others", value[0] == 0.25f && value[1] == 0.5f && value[2] == 0 && value[3] == 1);
    const GLfloat three[] = {1, 2, 3};
    glVertexAttrib3fv(2, three);
    glGetVertexAttribfv(2, GL_CURRENT_VERTEX_ATTRIB, value);
    CHECK_TRUE("three by their address", value[0] == 1 && value[1] == 2 && value[2] == 3 && value[3] == 1);
    glVertexAttrib1f(2, 7);
    CHECK("one as a number", attribute(2, GL_CURRENT_VERTEX_ATTRIB), 7);
    glBindBuffer(GL_ARRAY_BUFFER, 3);
    glVertexAttribPointer(1, 3, GL_SHORT, GL_TRUE, 12, (void *) 24);
    glEnableVertexAttribArray(1);
    CHECK("an array can be on", attribute(1, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 1);
    CHECK("with three numbers", attribute(1, GL_VERTEX_ATTRIB_ARRAY_SIZE), 3);
    CHECK("apart", attribute(1, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 12);
    CHECK("integers", attribute(1, GL_VERTEX_ATTRIB_ARRAY_TYPE), GL_SHORT);
    CHECK("between -1 and 1", attribute(1, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), 1);
    CHECK("of that buffer", attribute(1, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), 3);
    void *pointer = NULL;
    glGetVertexAttribPointerv(1, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    CHECK("at that place", (uintptr_t) pointer, 24);
    GLuint gone = 3;
    glDeleteBuffers(1, &gone);
    CHECK("a buffer that is gone is none of an array", attribute(1, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), 0);
    glDisableVertexAttribArray(1);
    GLuint most = integer(GL_MAX_VERTEX_ATTRIBS);
    CHECK_ERROR("an attribute that is none", glEnableVertexAttribArray(most), GL_INVALID_VALUE);
    CHECK_ERROR("off as well", glDisableVertexAttribArray(most), GL_INVALID_VALUE);
    CHECK_ERROR("its value", glVertexAttrib1f(most, 1), GL_INVALID_VALUE);
    CHECK_ERROR("its array", glVertexAttribPointer(most, 4, GL_FLOAT, 0, 0, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("what is asked of it", attribute(most, GL_VERTEX_ATTRIB_ARRAY_SIZE), GL_INVALID_VALUE);
    CHECK_ERROR("five numbers", glVertexAttribPointer(0, 5, GL_FLOAT, 0, 0, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("none", glVertexAttribPointer(0, 0, GL_FLOAT, 0, 0, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("numbers of another OpenGL", glVertexAttribPointer(0, 4, GL_UNSIGNED_INT, 0, 0, NULL), GL_INVALID_ENUM);
    CHECK_ERROR("fixed numbers", glVertexAttribPointer(0, 4, GL_FIXED, 0, 0, NULL), GL_INVALID_ENUM);
    CHECK_ERROR("backwards", glVertexAttribPointer(0, 4, GL_FLOAT, 0, -4, NULL), GL_INVALID_VALUE);
    glBindBuffer(GL_ARRAY_BUFFER, 4);
    CHECK_ERROR("too far apart", glVertexAttribPointer(0, 4, GL_FLOAT, 0, 256, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("a distance with a rest", glVertexAttribPointer(0, 4, GL_FLOAT, 0, 18, NULL), GL_INVALID_OPERATION);
    CHECK_ERROR("a place with a rest", glVertexAttribPointer(0, 4, GL_FLOAT, 0, 16, (void *) 2), GL_INVALID_OPERATION);
    gone = 4;
    glDeleteBuffers(1, &gone);
    CHECK_ERROR("what is none of an attribute", attribute(0, GL_BLEND), GL_INVALID_ENUM);
    CHECK_ERROR("no place of that name", glGetVertexAttribPointerv(0, GL_BLEND, &pointer), GL_INVALID_ENUM);
    glVertexAttrib4f(2, 0, 0, 0, 1);
}

/* Draws what attribute 0 has in memory, and says what is seen in the middle. */
static uint32_t drawn(GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void *vertices) {
    clear(BLACK);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, size, type, normalized, stride, vertices);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    return pixel(32, 32);
}

/* Draws from structures of any size and alignment, which OpenGL refuses in buffers. */
static void irregular_memory(void) {
    struct __attribute__((packed)) {
        uint8_t other;
        float place[2];
    } packed[4];
    struct {
        float place[2], others[100];
    } large[4];
    for (int vertex = 0; vertex < 4; ++vertex) {
        memcpy((char *) &packed[vertex] + 1, square + 2 * vertex, 2 * sizeof *square);
        memcpy(large[vertex].place, square + 2 * vertex, 2 * sizeof *square);
    }
    const void *place = (char *) packed + 1;
    check_colour("structures without padding", drawn(2, GL_FLOAT, 0, sizeof *packed, place), RED, 0);
    check_colour("structures of 408 bytes", drawn(2, GL_FLOAT, 0, sizeof *large, large), RED, 0);
    CHECK("neither is an error", glGetError(), GL_NO_ERROR);
}

static void memory(void) {
    use_colour(RED);
    check_colour("floats in memory", drawn(2, GL_FLOAT, 0, 0, square), RED, 0);
    static const int8_t bytes[] = {-127, -127, 127, -127, -127, 127, 127, 127};
    check_colour("bytes between -1 and 1", drawn(2, GL_BYTE, 1, 0, bytes), RED, 0);
    static const int8_t small[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    check_colour("bytes as they are", drawn(2, GL_BYTE, 0, 0, small), RED, 0);
    static const uint8_t positive[] = {0, 0, 2, 0, 0, 2, 2, 2};
    check_colour("bytes without a sign", drawn(2, GL_UNSIGNED_BYTE, 0, 0, positive), RED, 0);
    static const int16_t shorts[] = {-32767, -32767, 32767, -32767, -32767, 32767, 32767, 32767};
    check_colour("shorts", drawn(2, GL_SHORT, 1, 0, shorts), RED, 0);
    static const uint16_t words[] = {0, 0, 2, 0, 0, 2, 2, 2};
    check_colour("shorts without a sign", drawn(2, GL_UNSIGNED_SHORT, 0, 0, words), RED, 0);
    static const struct {
        float other[3], place[2];
    } vertices[] = {{{9, 9, 9}, {-1, -1}}, {{9, 9, 9}, {1, -1}}, {{9, 9, 9}, {-1, 1}}, {{9, 9, 9}, {1, 1}}};
    check_colour("within structures", drawn(2, GL_FLOAT, 0, sizeof *vertices, vertices[0].place), RED, 0);
    irregular_memory();
    CHECK_TRUE("fixed numbers can be allowed", glEnableFeatureCHROMIUM("pepper3d_support_fixed_attribs"));
    static const GLfixed fixed[] = {-65536, -65536, 65536, -65536, -65536, 65536, 65536, 65536};
    check_colour("then they draw", drawn(2, GL_FIXED, 0, 0, fixed), RED, 0);
    float changing[8];
    memcpy(changing, square, sizeof changing);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, changing);
    memset(changing, 0, sizeof changing);
    clear(BLACK);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_PIXEL("memory is read when it is drawn", 32, 32, BLACK);
    memcpy(changing, square, sizeof changing);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    memset(changing, 0, sizeof changing);
    CHECK_PIXEL("and not later", 32, 32, RED);
    clear(BLACK);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, square - 4);
    glDrawArrays(GL_TRIANGLE_STRIP, 2, 4);
    CHECK_PIXEL("an array can be begun late", 32, 32, RED);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, square);
    CHECK_ERROR("an array before its beginning", glDrawArrays(GL_TRIANGLES, -1, 3), GL_INVALID_VALUE);
    CHECK_ERROR("less than no vertices", glDrawArrays(GL_TRIANGLES, 0, -3), GL_INVALID_VALUE);
    CHECK_ERROR("no vertices", glDrawArrays(GL_TRIANGLES, 0, 0), GL_NO_ERROR);
    CHECK_ERROR("shapes of no kind", glDrawArrays(GL_TRIANGLE_FAN + 1, 0, 3), GL_INVALID_ENUM);
    glUseProgram(0);
    CHECK("without a program nothing is drawn", drawn(2, GL_FLOAT, 0, 0, square), BLACK);
    while (glGetError())
        ;
}

static void indices(void) {
    static const uint8_t bytes[] = {0, 1, 2, 2, 1, 3};
    static const uint16_t shorts[] = {0, 1, 2, 2, 1, 3};
    static const uint32_t words[] = {0, 1, 2, 2, 1, 3};
    use_colour(GREEN);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, square);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, bytes);
    CHECK_PIXEL("bytes are indices", 10, 10, GREEN);
    CHECK_PIXEL("of as many vertices as are wanted", 54, 54, BLACK);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, shorts);
    CHECK_PIXEL("so are shorts", 54, 54, GREEN);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, words);
    CHECK_PIXEL("and words", 54, 54, GREEN);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 10);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof shorts, shorts, GL_STATIC_DRAW);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *) 6);
    CHECK_PIXEL("they can lie in a buffer", 54, 54, GREEN);
    CHECK_PIXEL("from some place on", 10, 10, BLACK);
    CHECK_ERROR("not beyond its end", glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, (void *) 2), GL_INVALID_OPERATION);
    CHECK_ERROR("nor between two of them", glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *) 1), GL_INVALID_OPERATION);
    glBindBuffer(GL_ARRAY_BUFFER, 11);
    glBufferData(GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
    CHECK_PIXEL("with vertices in another", 54, 54, GREEN);
    const uint16_t far = 4;
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 2, 2, &far);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
    CHECK_TRUE("an index beyond the vertices is refused or reads nothing there", is_refused_or_safe());
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *) 6);
    CHECK_PIXEL("others still draw", 54, 54, GREEN);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, shorts);
    CHECK_PIXEL("indices in memory take vertices of a buffer", 10, 10, GREEN);
    CHECK_ERROR("indices that are none", glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, shorts), GL_INVALID_ENUM);
    CHECK_ERROR("shapes of no kind", glDrawElements(7, 3, GL_UNSIGNED_BYTE, bytes), GL_INVALID_ENUM);
    CHECK_ERROR("less than no indices", glDrawElements(GL_TRIANGLES, -1, GL_UNSIGNED_BYTE, bytes), GL_INVALID_VALUE);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void shapes(void) {
    static const float corners[] = {-0.9f, 0.015625f, 0.9f, 0.015625f, 0.9f, 0.9f, -0.9f, 0.9f};
    use_colour(WHITE);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, corners);
    clear(BLACK);
    glDrawArrays(GL_LINES, 0, 2);
    CHECK_PIXEL("a line", 32, 32, WHITE);
    CHECK_PIXEL("is not wide", 32, 34, BLACK);
    clear(BLACK);
    glDrawArrays(GL_LINE_STRIP, 0, 3);
    CHECK_TRUE("lines that go on", pixel(60, 50) == WHITE && pixel(3, 50) == BLACK);
    clear(BLACK);
    glDrawArrays(GL_LINE_LOOP, 0, 4);
    CHECK_TRUE("and come back", pixel(60, 50) == WHITE && pixel(3, 50) == WHITE);
    clear(BLACK);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    CHECK_PIXEL("triangles about a point", 10, 50, WHITE);
    clear(BLACK);
    used_program("attribute vec4 place; void main() { gl_Position = place; gl_PointSize = 6.0; }",
                 "precision mediump float; void main() { gl_FragColor = vec4(gl_PointCoord, 0, 1); }");
    static const float points[] = {0, 0};
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, points);
    glDrawArrays(GL_POINTS, 0, 1);
    CHECK_TRUE("a point has a size", pixel(29, 29) != BLACK && pixel(34, 34) != BLACK && pixel(28, 28) == BLACK);
    check_colour("and knows where it is", pixel(29, 34), 0x151500FF, 24);
}

/* Attribute 1 is a colour. */
#define COLOUR_VERTEX \
    "attribute vec4 place, more; varying vec4 tint; void main() { tint = more; gl_Position = place; }"
#define COLOUR_FRAGMENT "precision mediump float; varying vec4 tint; void main() { gl_FragColor = tint; }"

static GLuint colour_program;

/* A strip whose second corner is the greatest index of a type. Its last half is drawn from it. */
static void greatest_indices(void) {
    static GLfloat corners[65536][2];
    static const uint8_t bytes[] = {0, 255, 1, 2};
    static const uint16_t shorts[] = {0, 65535, 1, 2};
    memcpy(corners, (GLfloat[3][2]) {{-1, -1}, {-1, 1}, {1, 1}}, 3 * sizeof *corners);
    corners[255][0] = corners[65535][0] = 1;
    corners[255][1] = corners[65535][1] = -1;
    use_colour(GREEN);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, corners);
    clear(BLACK);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, bytes);
    CHECK_TRUE("index 255 of bytes is a vertex", pixel(16, 16) == GREEN && pixel(48, 40) == GREEN);
    clear(BLACK);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, shorts);
    CHECK_TRUE("index 65535 of shorts is a vertex", pixel(16, 16) == GREEN && pixel(48, 40) == GREEN);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof shorts, shorts, GL_STATIC_DRAW);
    clear(BLACK);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL);
    CHECK_TRUE("in a buffer too", pixel(16, 16) == GREEN && pixel(48, 40) == GREEN);
    clear(BLACK);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *) 2);
    CHECK_TRUE("and the buffer stays bound", pixel(16, 16) == BLACK && pixel(48, 40) == GREEN);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
    CHECK("no index is an error", glGetError(), GL_NO_ERROR);
}

static void constants(void) {
    colour_program = used_program(COLOUR_VERTEX, COLOUR_FRAGMENT);
    CHECK("an attribute has its place", glGetAttribLocation(colour_program, "more"), 1);
    glVertexAttrib4f(1, 0, 0, 1, 1);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, square);
    clear(BLACK);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_PIXEL("an attribute without an array is one value", 32, 32, BLUE);
    static const uint8_t colours[] = {255, 255, 0, 255, 255, 255, 0, 255, 255, 255, 0, 255, 255, 255, 0, 255};
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, colours);
    glEnableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_PIXEL("with one a value for each vertex", 32, 32, YELLOW);
    glDisableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_PIXEL("without it that value again", 32, 32, BLUE);
    glDisableVertexAttribArray(0);
    glVertexAttrib4f(0, 0, 0, 0, 1);
    CHECK_ERROR("the first one needs none either", glDrawArrays(GL_TRIANGLES, 0, 3), GL_NO_ERROR);
    glEnableVertexAttribArray(0);
}

static void arrays(void) {
    GLuint made[2] = {0, 0};
    glGenVertexArraysOES(2, made);
    CHECK_TRUE("vertex arrays have names", made[0] && made[1] && made[0] != made[1]);
    CHECK_FALSE("a name is none yet", glIsVertexArrayOES(made[0]));
    glBindVertexArrayOES(made[0]);
    CHECK_TRUE("once it was bound it is", glIsVertexArrayOES(made[0]));
    CHECK_INTEGER("it is bound", GL_VERTEX_ARRAY_BINDING_OES, made[0]);
    CHECK("in a new one all is off", attribute(0, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 0);
    glBindBuffer(GL_ARRAY_BUFFER, 11);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
    glEnableVertexAttribArray(0);
    static const uint8_t order[] = {0, 1, 2, 3};
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 12);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof order, order, GL_STATIC_DRAW);
    glBindVertexArrayOES(made[1]);
    CHECK_INTEGER("indices belong to it", GL_ELEMENT_ARRAY_BUFFER_BINDING, 0);
    CHECK_INTEGER("the buffer of vertices does not", GL_ARRAY_BUFFER_BINDING, 11);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    CHECK_ERROR("its vertices do not lie in memory", glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, square), GL_INVALID_OPERATION);
    glBindVertexArrayOES(made[0]);
    CHECK_INTEGER("they come back with it", GL_ELEMENT_ARRAY_BUFFER_BINDING, 12);
    clear(BLACK);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL);
    CHECK_PIXEL("so it draws", 32, 32, BLUE);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    CHECK_ERROR("its indices do not lie in memory", glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, order), GL_INVALID_OPERATION);
    glDeleteVertexArraysOES(2, made);
    CHECK_INTEGER("without it the first one is bound", GL_VERTEX_ARRAY_BINDING_OES, 0);
    CHECK_ERROR("one that was not made cannot be bound", glBindVertexArrayOES(made[0]), GL_INVALID_OPERATION);
    CHECK("what the first one has stays", attribute(0, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 1);
    CHECK_ERROR("less than no names", glGenVertexArraysOES(-1, made), GL_INVALID_VALUE);
}

static void instanced(void) {
    static const float quarter[] = {-1, -1, -0.5f, -1, -1, 1, -0.5f, 1};
    static const float places[] = {0, 0.5f, 1, 1.5f};
    static const uint8_t order[] = {0, 1, 2, 3};
    used_program("attribute vec4 place; attribute float more; void main() { gl_Position = place + vec4(more, 0, 0, 0); }",
                 "void main() { gl_FragColor = vec4(1, 0, 0, 1); }");
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, quarter);
    glVertexAttribPointer(1, 1, GL_FLOAT, 0, 0, places);
    glEnableVertexAttribArray(1);
    glVertexAttribDivisorANGLE(1, 1);
    CHECK("an attribute can change with the instance", attribute(1, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE), 1);
    clear(BLACK);
    glDrawArraysInstancedANGLE(GL_TRIANGLE_STRIP, 0, 4, 3);
    CHECK_PIXEL("the first is drawn", 8, 32, RED);
    CHECK_PIXEL("the third too", 40, 32, RED);
    CHECK_PIXEL("there is no fourth", 56, 32, BLACK);
    clear(BLACK);
    glDrawElementsInstancedANGLE(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, order, 4);
    CHECK_PIXEL("by indices as well", 56, 32, RED);
    clear(BLACK);
    CHECK_ERROR("no instances draw nothing", glDrawArraysInstancedANGLE(GL_TRIANGLE_STRIP, 0, 4, 0), GL_NO_ERROR);
    CHECK_PIXEL("at all", 8, 32, BLACK);
    CHECK_ERROR("less are refused", glDrawArraysInstancedANGLE(GL_TRIANGLE_STRIP, 0, 4, -1), GL_INVALID_VALUE);
    glVertexAttribDivisorANGLE(1, 2);
    glDrawArraysInstancedANGLE(GL_TRIANGLE_STRIP, 0, 4, 4);
    CHECK_TRUE("or with each second one", pixel(24, 32) == RED && pixel(40, 32) == BLACK);
    CHECK_ERROR("an attribute that is none", glVertexAttribDivisorANGLE(integer(GL_MAX_VERTEX_ATTRIBS), 1), GL_INVALID_VALUE);
    glVertexAttribDivisorANGLE(1, 0);
    glDisableVertexAttribArray(1);
}

static void checks(void) {
    states();
    memory();
    indices();
    shapes();
    greatest_indices();
    constants();
    arrays();
    instanced();
}

/* A triangle and a fan in all colours, from memory. */
static void picture(void) {
    static const struct {
        float x, y;
        uint8_t colour[4];
    } corners[] = {
        {-0.9f, -0.9f, {255, 0, 0, 255}}, {0.9f, -0.9f, {0, 255, 0, 255}}, {0, 0.1f, {0, 0, 255, 255}},
        {0, 0.55f, {255, 255, 255, 255}}, {0.8f, 0.3f, {255, 0, 255, 255}}, {0.5f, 0.9f, {0, 255, 255, 255}},
        {-0.5f, 0.9f, {255, 255, 0, 255}}, {-0.8f, 0.3f, {80, 80, 80, 255}},
    };
    clear(0x101020FF);
    glUseProgram(colour_program);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, sizeof *corners, corners);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, 1, sizeof *corners, corners[0].colour);
    glEnableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDrawArrays(GL_TRIANGLE_FAN, 3, 5);
}
