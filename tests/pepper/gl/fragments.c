// What becomes of fragments: scissors, masks, depth, stencil, blending, sides.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static void cuts(void) {
    clear(BLACK);
    glEnable(GL_SCISSOR_TEST);
    glScissor(10, 20, 30, 5);
    fill(RED);
    CHECK_PIXEL("scissors leave what is within them", 10, 20, RED);
    CHECK_PIXEL("up to their last pixel", 39, 24, RED);
    CHECK_PIXEL("nothing beyond", 40, 24, BLACK);
    CHECK_PIXEL("nothing above", 39, 25, BLACK);
    clear(GREEN);
    CHECK_PIXEL("clears are cut too", 9, 20, BLACK);
    CHECK_PIXEL("within they clear", 10, 20, GREEN);
    glScissor(0, 0, 0, 0);
    clear(BLUE);
    CHECK_PIXEL("scissors of no size leave nothing", 10, 20, GREEN);
    glDisable(GL_SCISSOR_TEST);
    glScissor(0, 0, SIDE, SIDE);
    clear(BLACK);
    glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_TRUE);
    fill(WHITE);
    CHECK_PIXEL("a mask leaves red", 32, 32, RED);
    glColorMask(GL_FALSE, GL_FALSE, GL_TRUE, GL_FALSE);
    clear(0x00000000);
    fill(WHITE);
    CHECK_PIXEL("then blue beside it", 32, 32, 0xFF00FFFF);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    clear(BLACK);
    glViewport(16, 16, 8, 8);
    fill(RED);
    glViewport(0, 0, SIDE, SIDE);
    CHECK_PIXEL("the viewport moves what is drawn", 16, 16, RED);
    CHECK_PIXEL("and bounds it", 24, 24, BLACK);
    CHECK("none of that is an error", glGetError(), GL_NO_ERROR);
}

static void depths(void) {
    static const struct {
        const char *name;
        GLenum comparison;
        int nearer, same, farther;
    } all[] = {
        {"nothing passes never", GL_NEVER, 0, 0, 0},
        {"what is nearer passes", GL_LESS, 1, 0, 0},
        {"what is equal passes", GL_EQUAL, 0, 1, 0},
        {"what is not farther passes", GL_LEQUAL, 1, 1, 0},
        {"what is farther passes", GL_GREATER, 0, 0, 1},
        {"what is not equal passes", GL_NOTEQUAL, 1, 0, 1},
        {"what is not nearer passes", GL_GEQUAL, 0, 1, 1},
        {"all passes", GL_ALWAYS, 1, 1, 1},
    };
    glEnable(GL_DEPTH_TEST);
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        clear(BLACK);
        glDepthMask(GL_TRUE);
        glDepthFunc(GL_ALWAYS);
        fill(BLUE);
        glDepthMask(GL_FALSE);
        glDepthFunc(all[index].comparison);
        use_colour(RED);
        rectangle(-1, -1, -0.4f, 1, -0.5f);
        rectangle(-0.3f, -1, 0.3f, 1, 0);
        rectangle(0.4f, -1, 1, 1, 0.5f);
        CHECK_TRUE(all[index].name, (pixel(8, 32) == RED) == all[index].nearer && (pixel(32, 32) == RED) == all[index].same &&
                                        (pixel(56, 32) == RED) == all[index].farther);
    }
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearDepthf(0.25f);
    clear(BLUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    fill(RED);
    CHECK_PIXEL("what is cleared to near hides", 32, 32, BLUE);
    glClearDepthf(1);
    glDepthMask(GL_FALSE);
    glClear(GL_DEPTH_BUFFER_BIT);
    fill(RED);
    CHECK_PIXEL("the mask holds for clears", 32, 32, BLUE);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    fill(RED);
    CHECK_PIXEL("cleared to far it does not hide", 32, 32, RED);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDepthRangef(0.5f, 1);
    fill(GREEN);
    glDepthRangef(0, 0.5f);
    fill(BLUE);
    CHECK_PIXEL("the range moves depth", 32, 32, BLUE);
    glDepthRangef(0, 1);
    glClear(GL_DEPTH_BUFFER_BIT);
    fill(GREEN);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(0, -16);
    fill(YELLOW);
    CHECK_PIXEL("so does the offset", 32, 32, YELLOW);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(0, 0);
    glDisable(GL_DEPTH_TEST);
    fill(WHITE);
    CHECK_PIXEL("without the test all is seen", 32, 32, WHITE);
    CHECK("no depth is an error", glGetError(), GL_NO_ERROR);
}

/* What a stencil of some value lets through. */
static int passes(GLint value) {
    glStencilFunc(GL_EQUAL, value, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    clear(BLACK);
    fill(WHITE);
    return pixel(32, 32) == WHITE;
}

static void stencils(void) {
    static const struct {
        const char *name;
        GLenum operation;
        GLint before, after;
    } all[] = {
        {"kept", GL_KEEP, 3, 3},
        {"zero", GL_ZERO, 3, 0},
        {"replaced", GL_REPLACE, 3, 5},
        {"one more", GL_INCR, 3, 4},
        {"one more than the greatest", GL_INCR, 255, 255},
        {"one more, then from 0", GL_INCR_WRAP, 255, 0},
        {"one less", GL_DECR, 3, 2},
        {"one less than 0", GL_DECR, 0, 0},
        {"one less, then the greatest", GL_DECR_WRAP, 0, 255},
        {"inverted", GL_INVERT, 0x0F, 0xF0},
    };
    glEnable(GL_STENCIL_TEST);
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        glClearStencil(all[index].before);
        glClear(GL_STENCIL_BUFFER_BIT);
        glStencilFunc(GL_ALWAYS, 5, 0xFF);
        glStencilOp(GL_KEEP, GL_KEEP, all[index].operation);
        fill(RED);
        CHECK_TRUE(all[index].name, passes(all[index].after));
    }
    glClearStencil(6);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_NEVER, 9, 0xFF);
    glStencilOp(GL_REPLACE, GL_KEEP, GL_KEEP);
    fill(RED);
    CHECK_TRUE("what fails has its own operation", passes(9));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_NEVER);
    glStencilFunc(GL_ALWAYS, 11, 0xFF);
    glStencilOp(GL_KEEP, GL_REPLACE, GL_KEEP);
    fill(RED);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    CHECK_TRUE("so has what is hidden", passes(11));
    glStencilMask(0x0F);
    glClearStencil(0xFF);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilMask(0xFF);
    CHECK_TRUE("a mask bounds what is written", passes(0x0F));
    glStencilFunc(GL_EQUAL, 0xF3, 0x03);
    clear(BLACK);
    fill(GREEN);
    CHECK_PIXEL("another one what is compared", 32, 32, GREEN);
    glStencilFunc(GL_LESS, 0x10, 0xFF);
    clear(BLACK);
    fill(GREEN);
    CHECK_PIXEL("the value is less than the stencil or not", 32, 32, BLACK);
    glDisable(GL_STENCIL_TEST);
    glClearStencil(0);
    CHECK("no stencil is an error", glGetError(), GL_NO_ERROR);
}

/* The left half is a front face, the right one a back face, drawn together. */
static void both_sides(void) {
    static const GLfloat corners[] = {-1, -1, 0, -1, -1, 1, -1, 1, 0, -1, 0, 1, 0, -1, 0, 1, 1, -1, 1, -1, 0, 1, 1, 1};
    glClear(GL_STENCIL_BUFFER_BIT);
    clear(BLACK);
    use_colour(GREEN);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glDrawArrays(GL_TRIANGLES, 0, 12);
}

static void stencils_of_sides(void) {
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 3, 0xFF);
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 5, 0xFF);
    glStencilMaskSeparate(GL_BACK, 0x04);
    both_sides();
    CHECK("each side has a reference and a mask", glGetError(), GL_NO_ERROR);
    CHECK_TRUE("both sides are drawn", pixel(16, 32) == GREEN && pixel(48, 32) == GREEN);
    CHECK_INTEGER("the front keeps its reference", GL_STENCIL_REF, 3);
    CHECK_INTEGER("the back keeps its reference", GL_STENCIL_BACK_REF, 5);
    CHECK_INTEGER("the back keeps its mask", GL_STENCIL_BACK_WRITEMASK, 4);
    CHECK_FALSE("no side is culled", glIsEnabled(GL_CULL_FACE));
    CHECK_INTEGER("which one would be stays", GL_CULL_FACE_MODE, GL_BACK);
    glStencilMask(0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glStencilFunc(GL_EQUAL, 3, 0xFF);
    clear(BLACK);
    fill(WHITE);
    CHECK_TRUE("the front has its value", pixel(16, 32) == WHITE && pixel(48, 32) == BLACK);
    glStencilFunc(GL_EQUAL, 4, 0xFF);
    clear(BLACK);
    fill(WHITE);
    CHECK_TRUE("the back has the part in its mask", pixel(16, 32) == BLACK && pixel(48, 32) == WHITE);
    glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 3, 0xFF);
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 5, 0xFF);
    glEnable(GL_CULL_FACE);
    both_sides();
    CHECK_TRUE("a side that is culled stays so", pixel(16, 32) == GREEN && pixel(48, 32) == BLACK);
    glDisable(GL_CULL_FACE);
    glStencilFunc(GL_ALWAYS, 0, 0xFF);
    glDisable(GL_STENCIL_TEST);
}

static void blends(void) {
    static const struct {
        const char *name;
        GLenum source, destination, equation;
        uint32_t expected;
    } all[] = {
        /* 0x804020 with alpha 0x80 over 0x204080. */
        {"a sum", GL_ONE, GL_ONE, GL_FUNC_ADD, 0xA080A0FF},
        {"nothing", GL_ZERO, GL_ZERO, GL_FUNC_ADD, 0x000000FF},
        {"by alpha", GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_FUNC_ADD, 0x504050FF},
        {"by the colour below", GL_DST_COLOR, GL_ZERO, GL_FUNC_ADD, 0x101010FF},
        {"by the colour above", GL_ZERO, GL_SRC_COLOR, GL_FUNC_ADD, 0x101010FF},
        {"by what it lacks", GL_ONE_MINUS_DST_COLOR, GL_ZERO, GL_FUNC_ADD, 0x703010FF},
        {"what is above lacks", GL_ZERO, GL_ONE_MINUS_SRC_COLOR, GL_FUNC_ADD, 0x103070FF},
        {"alpha below is 1", GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_FUNC_ADD, 0x804020FF},
        {"by a constant", GL_CONSTANT_COLOR, GL_ZERO, GL_FUNC_ADD, 0x802000FF},
        {"by what that lacks", GL_ONE_MINUS_CONSTANT_COLOR, GL_ZERO, GL_FUNC_ADD, 0x002020FF},
        {"by its alpha", GL_CONSTANT_ALPHA, GL_ZERO, GL_FUNC_ADD, 0x201008FF},
        {"by what its alpha lacks", GL_ONE_MINUS_CONSTANT_ALPHA, GL_ZERO, GL_FUNC_ADD, 0x603018FF},
        {"by what there is room for", GL_SRC_ALPHA_SATURATE, GL_ONE, GL_FUNC_ADD, 0x204080FF},
        {"a difference", GL_ONE, GL_ONE, GL_FUNC_SUBTRACT, 0x600000FF},
        {"the other difference", GL_ONE, GL_ONE, GL_FUNC_REVERSE_SUBTRACT, 0x000060FF},
    };
    glEnable(GL_BLEND);
    glBlendColor(1, 0.5f, 0, 0.25f);
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        clear(0x204080FF);
        glBlendFunc(all[index].source, all[index].destination);
        glBlendEquation(all[index].equation);
        fill(0x80402080);
        check_colour(all[index].name, pixel(32, 32), all[index].expected, 2);
    }
    const char *extensions = (const char *) glGetString(GL_EXTENSIONS);
    int has_least = !!strstr(extensions, "GL_EXT_blend_minmax");
    clear(0x204080FF);
    glBlendFunc(GL_ONE, GL_ONE);
    glBlendEquation(has_least ? GL_MIN_EXT : GL_FUNC_ADD);
    fill(0x80402080);
    CHECK_NEAR("the least, where that is known", 32, 32, has_least ? 0x204020FF : 0xA080A0FF);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ZERO, GL_ZERO);
    fill(0x80402080);
    CHECK_NEAR("alpha is blended by itself", 32, 32, 0x804020FF);
    glBlendFunc(GL_ONE, GL_ZERO);
    glDisable(GL_BLEND);
    fill(0x80402080);
    CHECK_NEAR("without blending colours replace", 32, 32, 0x804020FF);
    CHECK("no blending is an error", glGetError(), GL_NO_ERROR);
}

static void sides(void) {
    static const float left[] = {-1, -1, 1, -1, -1, 1}, right[] = {-1, -1, -1, 1, 1, -1};
    glEnableVertexAttribArray(0);
    use_colour(RED);
    glEnable(GL_CULL_FACE);
    struct {
        const char *name;
        GLenum mode, turn;
        const float *triangle;
        uint32_t expected;
    } all[] = {
        {"what turns left is seen", GL_BACK, GL_CCW, left, RED},
        {"what turns right is not", GL_BACK, GL_CCW, right, BLACK},
        {"front sides can be left out", GL_FRONT, GL_CCW, left, BLACK},
        {"then back sides are seen", GL_FRONT, GL_CCW, right, RED},
        {"both can be left out", GL_FRONT_AND_BACK, GL_CCW, left, BLACK},
        {"the front can turn right", GL_BACK, GL_CW, right, RED},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        clear(BLACK);
        glCullFace(all[index].mode);
        glFrontFace(all[index].turn);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, all[index].triangle);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        CHECK_PIXEL(all[index].name, 10, 10, all[index].expected);
    }
    glDisable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    used_program(PLAIN_VERTEX, "void main() { gl_FragColor = gl_FrontFacing ? vec4(0, 1, 0, 1) : vec4(0, 0, 1, 1); }");
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, right);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    CHECK_PIXEL("a fragment knows its side", 10, 10, BLUE);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, left);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    CHECK_PIXEL("the other too", 10, 10, GREEN);
    used_program(PLAIN_VERTEX, "precision mediump float; void main() { if (gl_FragCoord.x < 32.0) discard;"
                               "gl_FragColor = vec4(gl_FragCoord.xy / 64.0, 0, 1); }");
    clear(BLACK);
    rectangle(-1, -1, 1, 1, 0);
    CHECK_PIXEL("it can leave", 31, 31, BLACK);
    CHECK_NEAR("and knows where it is", 32, 31, 0x827E00FF);
}

static void checks(void) {
    cuts();
    depths();
    stencils();
    stencils_of_sides();
    blends();
    sides();
}

/* Two rectangles that cross, a third that shines through, all within a round stencil. */
static void picture(void) {
    used_program(PLAIN_VERTEX, "precision mediump float; void main() {"
                               "if (distance(gl_FragCoord.xy, vec2(32)) > 28.0) discard; gl_FragColor = vec4(0.2, 0.2, 0.3, 1); }");
    clear(0xE0E0E0FF);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    rectangle(-1, -1, 1, 1, 0.9f);
    glStencilFunc(GL_EQUAL, 1, 0xFF);
    glEnable(GL_DEPTH_TEST);
    use_colour(0xC03030FF);
    rectangle(-1, -0.3f, 0.5f, 0.3f, -0.2f);
    use_colour(0x3030C0FF);
    rectangle(-0.3f, -1, 0.3f, 1, 0.2f);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    use_colour(0xFFFF0080);
    rectangle(0, 0, 1, 1, 0);
    glDisable(GL_BLEND);
    glDisable(GL_STENCIL_TEST);
}
