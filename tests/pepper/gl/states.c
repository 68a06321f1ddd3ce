// What a new context has set, what can be set and read again, and what is refused.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static void defaults(void) {
    static const struct {
        const char *name;
        GLenum what;
        GLint expected;
    } numbers[] = {
        {"texture unit 0 is active", GL_ACTIVE_TEXTURE, GL_TEXTURE0},
        {"no buffer is bound", GL_ARRAY_BUFFER_BINDING, 0},
        {"no indices are bound", GL_ELEMENT_ARRAY_BUFFER_BINDING, 0},
        {"no texture is bound", GL_TEXTURE_BINDING_2D, 0},
        {"no cube is bound", GL_TEXTURE_BINDING_CUBE_MAP, 0},
        {"framebuffer 0 is bound", GL_FRAMEBUFFER_BINDING, 0},
        {"no renderbuffer is bound", GL_RENDERBUFFER_BINDING, 0},
        {"no program is in use", GL_CURRENT_PROGRAM, 0},
        {"blending is off", GL_BLEND, 0},
        {"sources count whole", GL_BLEND_SRC_RGB, GL_ONE},
        {"with their alpha", GL_BLEND_SRC_ALPHA, GL_ONE},
        {"destinations do not", GL_BLEND_DST_RGB, GL_ZERO},
        {"nor their alpha", GL_BLEND_DST_ALPHA, GL_ZERO},
        {"colours are added", GL_BLEND_EQUATION_RGB, GL_FUNC_ADD},
        {"and alpha", GL_BLEND_EQUATION_ALPHA, GL_FUNC_ADD},
        {"all sides are drawn", GL_CULL_FACE, 0},
        {"back sides would be left out", GL_CULL_FACE_MODE, GL_BACK},
        {"front sides turn left", GL_FRONT_FACE, GL_CCW},
        {"depth does not count", GL_DEPTH_TEST, 0},
        {"nearer would win", GL_DEPTH_FUNC, GL_LESS},
        {"depth is written", GL_DEPTH_WRITEMASK, 1},
        {"depth is cleared to 1", GL_DEPTH_CLEAR_VALUE, 0x7FFFFFFF},
        {"the stencil does not count", GL_STENCIL_TEST, 0},
        {"the stencil lets all through", GL_STENCIL_FUNC, GL_ALWAYS},
        {"compared with 0", GL_STENCIL_REF, 0},
        {"it keeps what fails", GL_STENCIL_FAIL, GL_KEEP},
        {"and what is hidden", GL_STENCIL_PASS_DEPTH_FAIL, GL_KEEP},
        {"and what is seen", GL_STENCIL_PASS_DEPTH_PASS, GL_KEEP},
        {"the stencil of back sides too", GL_STENCIL_BACK_FUNC, GL_ALWAYS},
        {"compared with 0 as well", GL_STENCIL_BACK_REF, 0},
        {"the stencil is cleared to 0", GL_STENCIL_CLEAR_VALUE, 0},
        {"nothing is cut off", GL_SCISSOR_TEST, 0},
        {"colours are dithered", GL_DITHER, 1},
        {"depth is not moved", GL_POLYGON_OFFSET_FILL, 0},
        {"alpha covers nothing", GL_SAMPLE_ALPHA_TO_COVERAGE, 0},
        {"nothing else does", GL_SAMPLE_COVERAGE, 0},
        {"coverage is not turned", GL_SAMPLE_COVERAGE_INVERT, 0},
        {"rows go in by 4 bytes", GL_UNPACK_ALIGNMENT, 4},
        {"and out", GL_PACK_ALIGNMENT, 4},
        {"rows are as long as they are", GL_UNPACK_ROW_LENGTH_EXT, 0},
        {"no rows are skipped", GL_UNPACK_SKIP_ROWS_EXT, 0},
        {"no pixels are", GL_UNPACK_SKIP_PIXELS_EXT, 0},
        {"mipmaps are as the driver likes", GL_GENERATE_MIPMAP_HINT, GL_DONT_CARE},
        {"shaders can be compiled", GL_SHADER_COMPILER, 1},
        {"there are no binary ones", GL_NUM_SHADER_BINARY_FORMATS, 0},
        {"red has bits", GL_RED_BITS, 8},
        {"green has", GL_GREEN_BITS, 8},
        {"blue has", GL_BLUE_BITS, 8},
        {"alpha has none", GL_ALPHA_BITS, 0},
        {"the stencil has", GL_STENCIL_BITS, 8},
    };
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
        CHECK_INTEGER(numbers[index].name, numbers[index].what, numbers[index].expected);
    CHECK_TRUE("depth has bits", integer(GL_DEPTH_BITS) >= 16);
    GLint four[4] = {-1, -1, -1, -1};
    glGetIntegerv(GL_VIEWPORT, four);
    CHECK_TRUE("the viewport is the whole", !four[0] && !four[1] && four[2] == SIDE && four[3] == SIDE);
    glGetIntegerv(GL_SCISSOR_BOX, four);
    CHECK_TRUE("so is what is not cut off", !four[0] && !four[1] && four[2] == SIDE && four[3] == SIDE);
    GLboolean mask[4] = {0, 0, 0, 0};
    glGetBooleanv(GL_COLOR_WRITEMASK, mask);
    CHECK_TRUE("all colours are written", mask[0] && mask[1] && mask[2] && mask[3]);
    GLfloat real = -1, range[2] = {-1, -1};
    glGetFloatv(GL_LINE_WIDTH, &real);
    CHECK_REAL("lines are 1 wide", real, 1);
    glGetFloatv(GL_DEPTH_RANGE, range);
    CHECK_TRUE("depth is from 0 to 1", range[0] == 0 && range[1] == 1);
    glGetFloatv(GL_SAMPLE_COVERAGE_VALUE, &real);
    CHECK_REAL("coverage is 1", real, 1);
    CHECK("the mask of the stencil has all bits", (GLuint) integer(GL_STENCIL_WRITEMASK) & 255, 255);
    CHECK("and that of back sides", (GLuint) integer(GL_STENCIL_BACK_WRITEMASK) & 255, 255);
    CHECK("and that of values", (GLuint) integer(GL_STENCIL_VALUE_MASK) & 255, 255);
    CHECK("no error is there", glGetError(), GL_NO_ERROR);
}

static void limits(void) {
    static const struct {
        const char *name;
        GLenum what;
        GLint least;
    } numbers[] = {
        {"textures can be large", GL_MAX_TEXTURE_SIZE, 2048},
        {"cubes can be", GL_MAX_CUBE_MAP_TEXTURE_SIZE, 1024},
        {"renderbuffers can be", GL_MAX_RENDERBUFFER_SIZE, 2048},
        {"vertices have attributes", GL_MAX_VERTEX_ATTRIBS, 8},
        {"vertices have uniforms", GL_MAX_VERTEX_UNIFORM_VECTORS, 128},
        {"fragments have uniforms", GL_MAX_FRAGMENT_UNIFORM_VECTORS, 16},
        {"values go from one to the other", GL_MAX_VARYING_VECTORS, 8},
        {"fragments have textures", GL_MAX_TEXTURE_IMAGE_UNITS, 8},
        {"there are units of textures", GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 8},
        {"places between pixels count", GL_SUBPIXEL_BITS, 4},
        {"some images may be compressed or none", GL_NUM_COMPRESSED_TEXTURE_FORMATS, 0},
    };
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
        CHECK_TRUE(numbers[index].name, integer(numbers[index].what) >= numbers[index].least);
    GLint sides[2] = {0, 0};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, sides);
    CHECK_TRUE("viewports can be large", sides[0] >= 2048 && sides[1] >= 2048);
    GLfloat range[2] = {0, 0};
    glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, range);
    CHECK_TRUE("points can be 1 large", range[0] <= 1 && range[1] >= 1);
    glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
    CHECK_TRUE("lines can be 1 wide", range[0] <= 1 && range[1] >= 1);
    CHECK("reading gives bytes", integer(GL_IMPLEMENTATION_COLOR_READ_TYPE), GL_UNSIGNED_BYTE);
    CHECK("limits are no error", glGetError(), GL_NO_ERROR);
}

static void strings(void) {
    const char *version = (const char *) glGetString(GL_VERSION);
    CHECK_TRUE("the version is that of Chrome", version && !strcmp(version, "OpenGL ES 2.0 Chromium"));
    const char *language = (const char *) glGetString(GL_SHADING_LANGUAGE_VERSION);
    CHECK_TRUE("so is the language", language && !strcmp(language, "OpenGL ES GLSL ES 1.0 Chromium"));
    const char *vendor = (const char *) glGetString(GL_VENDOR);
    CHECK_TRUE("somebody made it", vendor && *vendor);
    const char *renderer = (const char *) glGetString(GL_RENDERER);
    CHECK_TRUE("something draws", renderer && *renderer);
    const char *all = (const char *) glGetString(GL_EXTENSIONS);
    CHECK_TRUE("there are extensions", all && *all);
    CHECK_TRUE("a string stays where it is", glGetString(GL_EXTENSIONS) == (const GLubyte *) all);
    static const char *const always[] = {
        "GL_CHROMIUM_map_sub",  "GL_EXT_unpack_subimage",      "GL_OES_vertex_array_object", "GL_OES_element_index_uint",
        "GL_OES_texture_npot", "GL_OES_packed_depth_stencil", "GL_OES_rgb8_rgba8",
    };
    for (size_t index = 0; index < sizeof always / sizeof *always; index++)
        CHECK_TRUE(always[index], all && strstr(all, always[index]));
    CHECK("no other string is there", (uintptr_t) glGetString(GL_BLEND), 0);
    CHECK("which is an error", glGetError(), GL_INVALID_ENUM);
}

static void capabilities(void) {
    static const struct {
        const char *name;
        GLenum what;
    } all[] = {
        {"blending can be set", GL_BLEND},
        {"culling can be set", GL_CULL_FACE},
        {"the depth test can be set", GL_DEPTH_TEST},
        {"dithering can be set", GL_DITHER},
        {"the polygon offset can be set", GL_POLYGON_OFFSET_FILL},
        {"alpha as coverage can be set", GL_SAMPLE_ALPHA_TO_COVERAGE},
        {"coverage can be set", GL_SAMPLE_COVERAGE},
        {"scissors can be set", GL_SCISSOR_TEST},
        {"the stencil test can be set", GL_STENCIL_TEST},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        GLenum what = all[index].what;
        int was = glIsEnabled(what);
        glEnable(what);
        int is_on = glIsEnabled(what) && integer(what) == 1;
        glDisable(what);
        CHECK_TRUE(all[index].name, is_on && !glIsEnabled(what));
        if (was)
            glEnable(what);
    }
    CHECK_ERROR("textures are not enabled", glEnable(GL_TEXTURE_2D), GL_INVALID_ENUM);
    CHECK_ERROR("nor disabled", glDisable(GL_TEXTURE_2D), GL_INVALID_ENUM);
    CHECK_FALSE("nor are they", glIsEnabled(GL_TEXTURE_2D));
    CHECK("which is an error too", glGetError(), GL_INVALID_ENUM);
}

static void values(void) {
    glBlendColor(0.5f, 2, -1, 0.25f);
    GLfloat real[4] = {-9, -9, -9, -9};
    glGetFloatv(GL_BLEND_COLOR, real);
    CHECK_TRUE("the colour of blending is kept", real[0] == 0.5f && real[3] == 0.25f);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA);
    CHECK_INTEGER("a factor of the source", GL_BLEND_SRC_RGB, GL_SRC_ALPHA);
    CHECK_INTEGER("a factor of the destination", GL_BLEND_DST_RGB, GL_ONE_MINUS_SRC_ALPHA);
    CHECK_INTEGER("a factor of its alpha", GL_BLEND_SRC_ALPHA, GL_DST_COLOR);
    CHECK_INTEGER("a factor of the other alpha", GL_BLEND_DST_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    glBlendFunc(GL_ONE, GL_ZERO);
    glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT);
    CHECK_INTEGER("colours are subtracted", GL_BLEND_EQUATION_RGB, GL_FUNC_SUBTRACT);
    CHECK_INTEGER("alpha the other way round", GL_BLEND_EQUATION_ALPHA, GL_FUNC_REVERSE_SUBTRACT);
    glBlendEquation(GL_FUNC_ADD);
    glClearColor(0.25f, 0.5f, 0.75f, 1);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, real);
    CHECK_TRUE("the colour of clears is kept", real[0] == 0.25f && real[1] == 0.5f && real[2] == 0.75f && real[3] == 1);
    glClearDepthf(0.5f);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, real);
    CHECK_REAL("the depth of clears is kept", real[0], 0.5);
    glClearDepthf(1);
    glClearStencil(5);
    CHECK_INTEGER("the stencil of clears is kept", GL_STENCIL_CLEAR_VALUE, 5);
    glClearStencil(0);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    GLboolean mask[4] = {9, 9, 9, 9};
    glGetBooleanv(GL_COLOR_WRITEMASK, mask);
    CHECK_TRUE("the mask of colours is kept", mask[0] == 1 && mask[1] == 0 && mask[2] == 1 && mask[3] == 0);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glCullFace(GL_FRONT_AND_BACK);
    CHECK_INTEGER("both sides can be left out", GL_CULL_FACE_MODE, GL_FRONT_AND_BACK);
    glCullFace(GL_BACK);
    glFrontFace(GL_CW);
    CHECK_INTEGER("front sides can turn right", GL_FRONT_FACE, GL_CW);
    glFrontFace(GL_CCW);
    glDepthFunc(GL_GEQUAL);
    CHECK_INTEGER("farther can win", GL_DEPTH_FUNC, GL_GEQUAL);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_FALSE);
    CHECK_INTEGER("depth can be left as it is", GL_DEPTH_WRITEMASK, 0);
    glDepthMask(GL_TRUE);
    glDepthRangef(0.25f, 0.75f);
    glGetFloatv(GL_DEPTH_RANGE, real);
    CHECK_TRUE("the range of depth is kept", real[0] == 0.25f && real[1] == 0.75f);
    glDepthRangef(-1, 2);
    glGetFloatv(GL_DEPTH_RANGE, real);
    CHECK_TRUE("but within 0 and 1", real[0] == 0 && real[1] == 1);
    glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST);
    CHECK_INTEGER("a hint is kept", GL_GENERATE_MIPMAP_HINT, GL_NICEST);
    glHint(GL_GENERATE_MIPMAP_HINT, GL_DONT_CARE);
    glPolygonOffset(2, 3);
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, real);
    CHECK_REAL("the offset's factor is kept", real[0], 2);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, real);
    CHECK_REAL("and its units", real[0], 3);
    glPolygonOffset(0, 0);
    glSampleCoverage(0.5f, GL_TRUE);
    glGetFloatv(GL_SAMPLE_COVERAGE_VALUE, real);
    CHECK_REAL("coverage is kept", real[0], 0.5);
    CHECK_INTEGER("and its turn", GL_SAMPLE_COVERAGE_INVERT, 1);
    glSampleCoverage(1, GL_FALSE);
    GLint box[4];
    glScissor(1, -2, 3, 4);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    CHECK_TRUE("the scissors are kept", box[0] == 1 && box[1] == -2 && box[2] == 3 && box[3] == 4);
    glScissor(0, 0, SIDE, SIDE);
    glViewport(-5, 6, 7, 8);
    glGetIntegerv(GL_VIEWPORT, box);
    CHECK_TRUE("the viewport is kept", box[0] == -5 && box[1] == 6 && box[2] == 7 && box[3] == 8);
    glViewport(0, 0, SIDE, SIDE);
    glStencilFuncSeparate(GL_BACK, GL_EQUAL, 7, 0x0F);
    CHECK_INTEGER("back sides have a test of their own", GL_STENCIL_BACK_FUNC, GL_EQUAL);
    CHECK_INTEGER("with a value", GL_STENCIL_BACK_REF, 7);
    CHECK_INTEGER("and a mask", GL_STENCIL_BACK_VALUE_MASK, 0x0F);
    CHECK_INTEGER("front sides have theirs", GL_STENCIL_FUNC, GL_ALWAYS);
    glStencilFunc(GL_ALWAYS, 0, 0xFF);
    glStencilOpSeparate(GL_FRONT, GL_REPLACE, GL_INCR_WRAP, GL_INVERT);
    CHECK_INTEGER("what fails can be replaced", GL_STENCIL_FAIL, GL_REPLACE);
    CHECK_INTEGER("what is hidden counted", GL_STENCIL_PASS_DEPTH_FAIL, GL_INCR_WRAP);
    CHECK_INTEGER("what is seen inverted", GL_STENCIL_PASS_DEPTH_PASS, GL_INVERT);
    CHECK_INTEGER("and back sides be kept", GL_STENCIL_BACK_FAIL, GL_KEEP);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glStencilMaskSeparate(GL_BACK, 0x3C);
    CHECK_INTEGER("back sides write some bits", GL_STENCIL_BACK_WRITEMASK, 0x3C);
    CHECK("front sides all of them", (GLuint) integer(GL_STENCIL_WRITEMASK) & 255, 255);
    glStencilMask(0xFF);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    CHECK_INTEGER("rows can go in by 8 bytes", GL_UNPACK_ALIGNMENT, 8);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    CHECK_INTEGER("and out by 1", GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glActiveTexture(GL_TEXTURE3);
    CHECK_INTEGER("another unit can be active", GL_ACTIVE_TEXTURE, GL_TEXTURE3);
    glActiveTexture(GL_TEXTURE0);
    glLineWidth(1);
    CHECK("none of that is an error", glGetError(), GL_NO_ERROR);
}

static void conversions(void) {
    GLfloat real = -1;
    glGetFloatv(GL_DEPTH_FUNC, &real);
    CHECK_REAL("an enumeration as a float", real, GL_LESS);
    GLboolean boolean = 9;
    glGetBooleanv(GL_DEPTH_FUNC, &boolean);
    CHECK("as a boolean it is true", boolean, 1);
    glGetBooleanv(GL_BLEND, &boolean);
    CHECK("what is off is false", boolean, 0);
    glGetFloatv(GL_BLEND, &real);
    CHECK_REAL("and 0", real, 0);
    GLint colour[4];
    glClearColor(1, 0, -1, 0.5f);
    glGetIntegerv(GL_COLOR_CLEAR_VALUE, colour);
    CHECK("a colour of 1 is the greatest number", colour[0], 0x7FFFFFFF);
    CHECK("0 is none", colour[1], 0);
}

static void errors(void) {
    CHECK_ERROR("a unit that is none", glActiveTexture(GL_TEXTURE0 - 1), GL_INVALID_ENUM);
    GLenum units = GL_TEXTURE0 + integer(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    CHECK_ERROR("the unit after the last", glActiveTexture(units), GL_INVALID_ENUM);
    CHECK_ERROR("the last unit", glActiveTexture(units - 1), GL_NO_ERROR);
    glActiveTexture(GL_TEXTURE0);
    CHECK_ERROR("an equation that is none", glBlendEquation(GL_ONE), GL_INVALID_ENUM);
    CHECK_ERROR("a second one", glBlendEquationSeparate(GL_FUNC_ADD, GL_ONE), GL_INVALID_ENUM);
    CHECK_ERROR("a factor that is none", glBlendFunc(GL_FUNC_ADD, GL_ONE), GL_INVALID_ENUM);
    CHECK_ERROR("one of four", glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_BLEND), GL_INVALID_ENUM);
    CHECK_ERROR("a buffer that cannot be cleared", glClear(1), GL_INVALID_VALUE);
    CHECK_ERROR("a side that is none", glCullFace(GL_CW), GL_INVALID_ENUM);
    CHECK_ERROR("a comparison that is none", glDepthFunc(GL_FUNC_ADD), GL_INVALID_ENUM);
    CHECK_ERROR("a turn that is none", glFrontFace(GL_FRONT), GL_INVALID_ENUM);
    CHECK_ERROR("a hint about nothing", glHint(GL_BLEND, GL_NICEST), GL_INVALID_ENUM);
    CHECK_ERROR("a hint of no kind", glHint(GL_GENERATE_MIPMAP_HINT, GL_BLEND), GL_INVALID_ENUM);
    CHECK_ERROR("lines without a width", glLineWidth(0), GL_INVALID_VALUE);
    CHECK_ERROR("lines with less", glLineWidth(-1), GL_INVALID_VALUE);
    CHECK_ERROR("an alignment of 3", glPixelStorei(GL_UNPACK_ALIGNMENT, 3), GL_INVALID_VALUE);
    CHECK_ERROR("an alignment of 0", glPixelStorei(GL_PACK_ALIGNMENT, 0), GL_INVALID_VALUE);
    CHECK_ERROR("an alignment of nothing", glPixelStorei(GL_BLEND, 1), GL_INVALID_ENUM);
    CHECK_ERROR("scissors of no width", glScissor(0, 0, -1, 1), GL_INVALID_VALUE);
    CHECK_ERROR("a viewport of no height", glViewport(0, 0, 1, -1), GL_INVALID_VALUE);
    CHECK_ERROR("a stencil of no comparison", glStencilFunc(GL_KEEP, 0, 1), GL_INVALID_ENUM);
    CHECK_ERROR("a stencil of no side", glStencilFuncSeparate(GL_CW, GL_LESS, 0, 1), GL_INVALID_ENUM);
    CHECK_ERROR("a mask of no side", glStencilMaskSeparate(GL_CW, 1), GL_INVALID_ENUM);
    CHECK_ERROR("a stencil that does nothing known", glStencilOp(GL_LESS, GL_KEEP, GL_KEEP), GL_INVALID_ENUM);
    CHECK_ERROR("on no side", glStencilOpSeparate(GL_CW, GL_KEEP, GL_KEEP, GL_KEEP), GL_INVALID_ENUM);
    GLint number = 77;
    CHECK_ERROR("a number of nothing", glGetIntegerv(GL_ONE, &number), GL_INVALID_ENUM);
    CHECK("which is not told", number, 77);
    GLfloat real = 77;
    CHECK_ERROR("a float of nothing", glGetFloatv(GL_TEXTURE_2D, &real), GL_INVALID_ENUM);
    GLboolean boolean = 7;
    CHECK_ERROR("a boolean of nothing", glGetBooleanv(GL_FRAGMENT_SHADER, &boolean), GL_INVALID_ENUM);
    CHECK("which is not told either", boolean, 7);
    glEnable(GL_ONE);
    glEnable(GL_ONE);
    glLineWidth(-1);
    GLenum first = glGetError(), second = glGetError();
    CHECK_TRUE("errors of two kinds are both told",
               (first == GL_INVALID_ENUM && second == GL_INVALID_VALUE) ||
                   (first == GL_INVALID_VALUE && second == GL_INVALID_ENUM));
    CHECK("each once", glGetError(), GL_NO_ERROR);
    glClearColor(0, 0, 0, 0);
}

static void checks(void) {
    defaults();
    limits();
    strings();
    capabilities();
    values();
    conversions();
    errors();
}

/* What the viewport, the scissors and the mask of colours let through. */
static void picture(void) {
    clear(0x203040FF);
    glViewport(8, 8, 48, 48);
    fill(0xE0A000FF);
    glEnable(GL_SCISSOR_TEST);
    glScissor(16, 24, 20, 30);
    clear(0x0060C0FF);
    glScissor(28, 4, 30, 30);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    clear(0xFFFFFFFF);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, SIDE, SIDE);
}
