// Shaders and programs: their texts, logs, attributes and uniforms.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

static GLint of_shader(GLuint shader, GLenum what) {
    GLint value = -77;
    glGetShaderiv(shader, what, &value);
    return value;
}

static GLint of_program(GLuint program, GLenum what) {
    GLint value = -77;
    glGetProgramiv(program, what, &value);
    return value;
}

static void shaders(void) {
    GLuint shader = glCreateShader(GL_VERTEX_SHADER);
    CHECK_TRUE("a shader is made", shader && glIsShader(shader));
    CHECK_FALSE("it is no program", glIsProgram(shader));
    CHECK("it knows its kind", of_shader(shader, GL_SHADER_TYPE), GL_VERTEX_SHADER);
    CHECK("it is not compiled", of_shader(shader, GL_COMPILE_STATUS), 0);
    CHECK("nor deleted", of_shader(shader, GL_DELETE_STATUS), 0);
    CHECK("it has no text", of_shader(shader, GL_SHADER_SOURCE_LENGTH), 0);
    CHECK("and no log", of_shader(shader, GL_INFO_LOG_LENGTH), 0);
    static const char *const parts[] = {"attribute vec4 place;XXX", "void main() { ", "gl_Position = place; }"};
    static const GLint lengths[] = {21, -1, 22};
    glShaderSource(shader, 3, (const char **) parts, lengths);
    CHECK("its text can come in parts", of_shader(shader, GL_SHADER_SOURCE_LENGTH), 21 + 14 + 22 + 1);
    char text[128];
    GLsizei length = -1;
    glGetShaderSource(shader, sizeof text, &length, text);
    CHECK_TRUE("and is given back", length == 57 && !strcmp(text, "attribute vec4 place;void main() { gl_Position = place; }"));
    glGetShaderSource(shader, 10, &length, text);
    CHECK_TRUE("as much as there is room for", length == 9 && !strcmp(text, "attribute"));
    glGetShaderSource(shader, 0, &length, text);
    CHECK("or nothing", length, 0);
    glCompileShader(shader);
    CHECK("it compiles", of_shader(shader, GL_COMPILE_STATUS), 1);
    glShaderSource(shader, 1, (const char **) parts + 1, NULL);
    CHECK("another text does not change that", of_shader(shader, GL_COMPILE_STATUS), 1);
    glCompileShader(shader);
    CHECK("until it is compiled", of_shader(shader, GL_COMPILE_STATUS), 0);
    length = of_shader(shader, GL_INFO_LOG_LENGTH);
    CHECK_TRUE("then a log says why not", length > 1);
    char log[1024] = "";
    GLsizei written = -1;
    glGetShaderInfoLog(shader, sizeof log, &written, log);
    CHECK_TRUE("so long as it was said", written > 0 && (GLsizei) strlen(log) == written);
    glGetShaderInfoLog(shader, 5, &written, log);
    CHECK_TRUE("or as much as there is room for", written == 4 && strlen(log) == 4);
    glDeleteShader(shader);
    CHECK_FALSE("deleted it is none", glIsShader(shader));
    CHECK("no kind, no shader", glCreateShader(GL_TEXTURE_2D), 0);
    CHECK("which is an error", glGetError(), GL_INVALID_ENUM);
    CHECK_ERROR("what is none cannot be compiled", glCompileShader(998877), GL_INVALID_VALUE);
    CHECK_ERROR("nor get a text", glShaderSource(998877, 1, (const char **) parts, NULL), GL_INVALID_VALUE);
    CHECK_ERROR("nor be asked", of_shader(998877, GL_SHADER_TYPE), GL_INVALID_VALUE);
    CHECK_ERROR("nor be deleted", glDeleteShader(998877), GL_INVALID_VALUE);
    CHECK_ERROR("but 0 can", glDeleteShader(0), GL_NO_ERROR);
    GLint range[2] = {0, 0}, precision = -1;
    glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &precision);
    CHECK_TRUE("fine floats are floats", range[0] == 127 && range[1] == 127 && precision == 23);
    glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_HIGH_INT, range, &precision);
    CHECK_TRUE("fine integers are whole", range[0] >= 16 && precision == 0);
    CHECK_ERROR("a precision of no kind", glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_FLOAT, range, &precision), GL_INVALID_ENUM);
    CHECK_ERROR("no binary is known", glShaderBinary(1, &shader, GL_RGBA, text, 4), GL_INVALID_ENUM);
    CHECK_ERROR("the compiler may go", glReleaseShaderCompiler(), GL_NO_ERROR);
    GLuint later = glCreateShader(GL_FRAGMENT_SHADER);
    static const char *const modern = "#version 300 es\nprecision mediump float; out vec4 c; void main() { c = vec4(1); }";
    glShaderSource(later, 1, (const char **) &modern, NULL);
    glCompileShader(later);
    CHECK("a later version of the language is not known", of_shader(later, GL_COMPILE_STATUS), 0);
    CHECK_ERROR("nothing else is known of a shader", of_shader(later, GL_BLEND), GL_INVALID_ENUM);
    glDeleteShader(later);
}

static void programs(void) {
    GLuint program = glCreateProgram();
    CHECK_TRUE("a program is made", program && glIsProgram(program));
    CHECK_FALSE("it is no shader", glIsShader(program));
    CHECK("it is not linked", of_program(program, GL_LINK_STATUS), 0);
    CHECK("nothing is attached", of_program(program, GL_ATTACHED_SHADERS), 0);
    CHECK_ERROR("so it cannot be used", glUseProgram(program), GL_INVALID_OPERATION);
    glLinkProgram(program);
    CHECK("nor linked", of_program(program, GL_LINK_STATUS), 0);
    GLuint vertex = compiled(GL_VERTEX_SHADER, PLAIN_VERTEX), fragment = compiled(GL_FRAGMENT_SHADER, PLAIN_FRAGMENT);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    CHECK("two shaders are attached", of_program(program, GL_ATTACHED_SHADERS), 2);
    CHECK_ERROR("each once", glAttachShader(program, vertex), GL_INVALID_OPERATION);
    GLuint list[4] = {0, 0, 0, 0};
    GLsizei count = -1;
    glGetAttachedShaders(program, 4, &count, list);
    CHECK_TRUE("it tells which", count == 2 && list[0] + list[1] == vertex + fragment && !list[2]);
    glGetAttachedShaders(program, 1, &count, list);
    CHECK("as many as are wanted", count, 1);
    CHECK("before it is linked it has no uniforms", glGetUniformLocation(program, "colour"), -1);
    CHECK("asking is an error", glGetError(), GL_INVALID_OPERATION);
    CHECK("nor attributes", glGetAttribLocation(program, "place"), -1);
    CHECK("an error too", glGetError(), GL_INVALID_OPERATION);
    glBindAttribLocation(program, 3, "place");
    glLinkProgram(program);
    CHECK("it links", of_program(program, GL_LINK_STATUS), 1);
    CHECK("an attribute is where it was wanted", glGetAttribLocation(program, "place"), 3);
    CHECK("what is none is nowhere", glGetAttribLocation(program, "nothing"), -1);
    CHECK("it has an attribute", of_program(program, GL_ACTIVE_ATTRIBUTES), 1);
    CHECK("with so long a name", of_program(program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), 6);
    CHECK("and a uniform", of_program(program, GL_ACTIVE_UNIFORMS), 1);
    CHECK("with its name", of_program(program, GL_ACTIVE_UNIFORM_MAX_LENGTH), 7);
    char name[32] = "";
    GLsizei length = -1;
    GLint size = -1;
    GLenum type = 0;
    glGetActiveAttrib(program, 0, sizeof name, &length, &size, &type, name);
    CHECK_TRUE("the attribute is told of", length == 5 && size == 1 && type == GL_FLOAT_VEC4 && !strcmp(name, "place"));
    glGetActiveUniform(program, 0, 4, &length, &size, &type, name);
    CHECK_TRUE("the uniform too, in the room there is", length == 3 && size == 1 && type == GL_FLOAT_VEC4 && !strcmp(name, "col"));
    CHECK_ERROR("there is no second one", glGetActiveUniform(program, 1, sizeof name, &length, &size, &type, name), GL_INVALID_VALUE);
    CHECK_ERROR("nor attribute", glGetActiveAttrib(program, 1, sizeof name, &length, &size, &type, name), GL_INVALID_VALUE);
    glValidateProgram(program);
    CHECK("it is valid", of_program(program, GL_VALIDATE_STATUS), 1);
    glUseProgram(program);
    CHECK_INTEGER("it is in use", GL_CURRENT_PROGRAM, program);
    glDeleteShader(vertex);
    CHECK_TRUE("what is attached stays when it is deleted", glIsShader(vertex));
    CHECK("it says so", of_shader(vertex, GL_DELETE_STATUS), 1);
    glDetachShader(program, vertex);
    CHECK_FALSE("until it is detached", glIsShader(vertex));
    CHECK_ERROR("once", glDetachShader(program, fragment), GL_NO_ERROR);
    CHECK_ERROR("not again", glDetachShader(program, fragment), GL_INVALID_OPERATION);
    glDeleteShader(fragment);
    glDeleteProgram(program);
    CHECK_TRUE("what is in use stays when it is deleted", glIsProgram(program));
    CHECK("it says so too", of_program(program, GL_DELETE_STATUS), 1);
    glUseProgram(0);
    CHECK_FALSE("until it is not", glIsProgram(program));
    CHECK_ERROR("what is none cannot be used", glUseProgram(998877), GL_INVALID_VALUE);
    CHECK_ERROR("nor linked", glLinkProgram(998877), GL_INVALID_VALUE);
    CHECK_ERROR("nor deleted", glDeleteProgram(998877), GL_INVALID_VALUE);
    CHECK_ERROR("but 0 can", glDeleteProgram(0), GL_NO_ERROR);
    program = glCreateProgram();
    vertex = glCreateShader(GL_VERTEX_SHADER);
    CHECK_ERROR("a shader is no program", glLinkProgram(vertex), GL_INVALID_OPERATION);
    CHECK_ERROR("a program is no shader", glCompileShader(program), GL_INVALID_OPERATION);
    CHECK_ERROR("and is not attached", glAttachShader(program, program), GL_INVALID_OPERATION);
    CHECK_ERROR("names of OpenGL are taken", glBindAttribLocation(program, 0, "gl_Thing"), GL_INVALID_OPERATION);
    CHECK_ERROR("places are few", glBindAttribLocation(program, integer(GL_MAX_VERTEX_ATTRIBS), "a"), GL_INVALID_VALUE);
    CHECK_ERROR("nothing else is known of a program", of_program(program, GL_BLEND), GL_INVALID_ENUM);
    glDeleteProgram(program);
    glDeleteShader(vertex);
}

/* What does not fit together. */
static void links(void) {
    GLuint program = glCreateProgram();
    GLuint vertex = compiled(GL_VERTEX_SHADER, "attribute vec4 place; varying vec2 v; void main() { v = place.xy; gl_Position = place; }");
    GLuint other = compiled(GL_FRAGMENT_SHADER, "precision mediump float; varying vec3 v; void main() { gl_FragColor = vec4(v, 1); }");
    glAttachShader(program, vertex);
    glAttachShader(program, other);
    glLinkProgram(program);
    CHECK("shaders that differ about a value do not link", of_program(program, GL_LINK_STATUS), 0);
    CHECK_TRUE("a log says why", of_program(program, GL_INFO_LOG_LENGTH) > 1);
    char log[512] = "";
    GLsizei length = -1;
    glGetProgramInfoLog(program, sizeof log, &length, log);
    CHECK_TRUE("as long as it is", length > 0 && (GLsizei) strlen(log) == length);
    CHECK_ERROR("such a program cannot be used", glUseProgram(program), GL_INVALID_OPERATION);
    glDetachShader(program, other);
    glDeleteShader(other);
    GLuint fitting = compiled(GL_FRAGMENT_SHADER, "precision mediump float; varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); }");
    glAttachShader(program, fitting);
    glLinkProgram(program);
    CHECK("with another one it does", of_program(program, GL_LINK_STATUS), 1);
    glUseProgram(program);
    clear(BLACK);
    GLint place = glGetAttribLocation(program, "place");
    static const float square[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    glVertexAttribPointer(place, 2, GL_FLOAT, 0, 0, square);
    glEnableVertexAttribArray(place);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    CHECK_NEAR("and draws", 60, 60, 0xE3E300FF);
    glDisableVertexAttribArray(place);
    glDeleteProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fitting);
    glUseProgram(0);
}

static const char *const many =
    "precision mediump float;"
    "uniform float f; uniform vec2 f2; uniform vec3 f3; uniform vec4 f4;"
    "uniform int i; uniform ivec2 i2; uniform ivec3 i3; uniform ivec4 i4;"
    "uniform bool b; uniform bvec4 b4; uniform mat2 m2; uniform mat3 m3; uniform mat4 m4;"
    "uniform sampler2D image; uniform samplerCube cube; uniform float list[5];"
    "struct Light { vec3 colour; float power; }; uniform Light lights[2];"
    "void main() {"
    "    float sum = f + f2.y + f3.z + f4.w + float(i + i2.y + i3.z + i4.w) + (b ? 1.0 : 0.0) + (b4.w ? 1.0 : 0.0);"
    "    sum += m2[1][1] + m3[2][2] + m4[3][3] + list[0] + list[1] + list[2] + list[3] + list[4];"
    "    sum += lights[0].power + lights[1].colour.x + texture2D(image, vec2(0)).x + textureCube(cube, vec3(1)).x;"
    "    gl_FragColor = vec4(sum / 255.0, 0, 0, 1); }";

static GLuint program;

static GLint place(const char *name) {
    return glGetUniformLocation(program, name);
}

static int is_real(const char *name, int count, const float *expected) {
    float got[16];
    for (int index = 0; index < 16; index++)
        got[index] = -77;
    glGetUniformfv(program, place(name), got);
    return !memcmp(got, expected, count * sizeof *got) && (count == 16 || got[count] == -77);
}

static int is_whole(const char *name, int count, const GLint *expected) {
    GLint got[5] = {-77, -77, -77, -77, -77};
    glGetUniformiv(program, place(name), got);
    return !memcmp(got, expected, count * sizeof *got) && got[count] == -77;
}

static void active(void) {
    int found = 0, arrays = 0, structures = 0;
    GLint count = of_program(program, GL_ACTIVE_UNIFORMS);
    for (GLint index = 0; index < count; index++) {
        char name[64] = "";
        GLint size = -1;
        GLenum type = 0;
        glGetActiveUniform(program, index, sizeof name, NULL, &size, &type, name);
        if (!strcmp(name, "m3"))
            found += type == GL_FLOAT_MAT3 && size == 1;
        if (!strcmp(name, "image"))
            found += type == GL_SAMPLER_2D && size == 1;
        if (!strcmp(name, "cube"))
            found += type == GL_SAMPLER_CUBE && size == 1;
        if (!strcmp(name, "b4"))
            found += type == GL_BOOL_VEC4 && size == 1;
        if (!strcmp(name, "i3"))
            found += type == GL_INT_VEC3 && size == 1;
        if (!strcmp(name, "list[0]"))
            arrays += type == GL_FLOAT && size == 5;
        if (!strcmp(name, "lights[0].power") || !strcmp(name, "lights[1].colour"))
            structures++;
    }
    CHECK("uniforms have their types", found, 5);
    CHECK("an array is one, by its first", arrays, 1);
    CHECK("parts of structures are ones of their own", structures, 2);
}

static void uniforms(void) {
    program = used_program(PLAIN_VERTEX, many);
    active();
    static const float reals[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const GLint wholes[4] = {4, 3, 2, 1};
    static const float zero[16] = {0};
    CHECK_TRUE("uniforms begin with 0", is_real("f4", 4, zero) && is_real("m4", 16, zero) && is_real("list[3]", 1, zero));
    glUniform1f(place("f"), 1);
    CHECK_TRUE("a float", is_real("f", 1, reals));
    glUniform2f(place("f2"), 1, 2);
    CHECK_TRUE("two", is_real("f2", 2, reals));
    glUniform3f(place("f3"), 1, 2, 3);
    CHECK_TRUE("three", is_real("f3", 3, reals));
    glUniform4f(place("f4"), 1, 2, 3, 4);
    CHECK_TRUE("four", is_real("f4", 4, reals));
    glUniform1fv(place("f"), 1, reals + 1);
    CHECK_TRUE("a float by its address", is_real("f", 1, reals + 1));
    glUniform2fv(place("f2"), 1, reals + 1);
    CHECK_TRUE("two by their address", is_real("f2", 2, reals + 1));
    glUniform3fv(place("f3"), 1, reals + 1);
    CHECK_TRUE("three by theirs", is_real("f3", 3, reals + 1));
    glUniform4fv(place("f4"), 1, reals + 1);
    CHECK_TRUE("four by theirs", is_real("f4", 4, reals + 1));
    glUniform1i(place("i"), 4);
    CHECK_TRUE("an integer", is_whole("i", 1, wholes));
    glUniform2i(place("i2"), 4, 3);
    CHECK_TRUE("two of them", is_whole("i2", 2, wholes));
    glUniform3i(place("i3"), 4, 3, 2);
    CHECK_TRUE("three of them", is_whole("i3", 3, wholes));
    glUniform4i(place("i4"), 4, 3, 2, 1);
    CHECK_TRUE("four of them", is_whole("i4", 4, wholes));
    static const GLint others[4] = {-1, -2, -3, -4};
    glUniform1iv(place("i"), 1, others);
    glUniform2iv(place("i2"), 1, others);
    glUniform3iv(place("i3"), 1, others);
    glUniform4iv(place("i4"), 1, others);
    CHECK_TRUE("all by their addresses",
               is_whole("i", 1, others) && is_whole("i2", 2, others) && is_whole("i3", 3, others) && is_whole("i4", 4, others));
    static const GLint both[] = {1, 0, 1, 1};
    glUniform1i(place("b"), 7);
    glUniform4f(place("b4"), 2, 0, -1, 0.5f);
    CHECK_TRUE("a boolean is 1 or 0", is_whole("b", 1, both));
    CHECK_TRUE("whatever it is made from", is_whole("b4", 4, both));
    glUniformMatrix2fv(place("m2"), 1, GL_FALSE, reals);
    CHECK_TRUE("a matrix of 2 by 2", is_real("m2", 4, reals));
    glUniformMatrix3fv(place("m3"), 1, GL_FALSE, reals);
    CHECK_TRUE("a matrix of 3 by 3", is_real("m3", 9, reals));
    glUniformMatrix4fv(place("m4"), 1, GL_FALSE, reals);
    CHECK_TRUE("a matrix of 4 by 4", is_real("m4", 16, reals));
    CHECK_ERROR("none is turned", glUniformMatrix2fv(place("m2"), 1, GL_TRUE, reals), GL_INVALID_VALUE);
    CHECK_TRUE("an array has a place by its name", place("list") != -1 && place("list") == place("list[0]"));
    glUniform1fv(place("list"), 3, reals);
    CHECK_TRUE("some of it can be set", is_real("list[2]", 1, reals + 2) && is_real("list[3]", 1, zero));
    glUniform1fv(place("list[3]"), 9, reals + 8);
    CHECK("too many are left out", glGetError(), GL_NO_ERROR);
    CHECK_TRUE("the rest is set", is_real("list[3]", 1, reals + 8) && is_real("list[4]", 1, reals + 9) && is_real("list[2]", 1, reals + 2));
    CHECK("there is no sixth of five", place("list[5]"), -1);
    glUniform1f(place("lights[0].power"), 5);
    CHECK_TRUE("a part of a structure", is_real("lights[0].power", 1, reals + 4));
    CHECK("the structure itself has no place", place("lights[0]"), -1);
    glUniform1i(place("image"), 2);
    glUniform1i(place("cube"), 3);
    static const GLint unit[] = {2};
    CHECK_TRUE("a texture is a unit", is_whole("image", 1, unit));
    CHECK("what is none has no place", place("nothing"), -1);
    CHECK("nor what belongs to OpenGL", place("gl_FragCoord"), -1);
    CHECK_ERROR("and can be set", glUniform1f(-1, 1), GL_NO_ERROR);
    CHECK_ERROR("with any numbers", glUniform4i(-1, 1, 2, 3, 4), GL_NO_ERROR);
    CHECK_ERROR("two numbers are not one", glUniform2f(place("f"), 1, 2), GL_INVALID_OPERATION);
    CHECK_ERROR("an integer is no float", glUniform1i(place("f"), 1), GL_INVALID_OPERATION);
    CHECK_ERROR("nor the other way round", glUniform1f(place("i"), 1), GL_INVALID_OPERATION);
    CHECK_ERROR("a unit is no float", glUniform1f(place("image"), 1), GL_INVALID_OPERATION);
    CHECK_ERROR("units are few", glUniform1i(place("image"), 10000), GL_INVALID_VALUE);
    CHECK_ERROR("a matrix is not four numbers", glUniform4f(place("m2"), 1, 2, 3, 4), GL_INVALID_OPERATION);
    CHECK_ERROR("one is not several", glUniform1fv(place("f"), 2, reals), GL_INVALID_OPERATION);
    CHECK_ERROR("less than none", glUniform1fv(place("f"), -1, reals), GL_INVALID_VALUE);
    GLfloat real;
    CHECK_ERROR("a place that is none", glGetUniformfv(program, 12345, &real), GL_INVALID_OPERATION);
    CHECK_ERROR("of no program", glGetUniformfv(998877, 0, &real), GL_INVALID_VALUE);
    glUseProgram(0);
    CHECK_ERROR("without a program nothing is set", glUniform1f(0, 1), GL_INVALID_OPERATION);
    glUseProgram(program);
    glLinkProgram(program);
    CHECK_TRUE("linked anew uniforms begin again", is_real("f", 1, zero));
    glDeleteProgram(program);
    glUseProgram(0);
}

/* Two textures of two units, and a light from an array. */
static void drawn(void) {
    program = used_program(IMAGE_VERTEX, "precision mediump float; uniform sampler2D images[2]; uniform vec3 tints[3]; varying vec2 at;"
                                         "void main() { vec3 sum = texture2D(images[0], at).rgb + texture2D(images[1], at).rgb;"
                                         "for (int n = 0; n < 3; n++) sum += tints[n]; gl_FragColor = vec4(sum, 1); }");
    static const uint32_t red = 0xFF0000FF, green = 0xFF00FF00;
    static const GLint units[] = {3, 5};
    static const float tints[] = {0, 0, 0.25f, 0, 0, 0.25f, 0, 0, 0.5f};
    glActiveTexture(GL_TEXTURE3);
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &red);
    glActiveTexture(GL_TEXTURE5);
    plain_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &green);
    glActiveTexture(GL_TEXTURE0);
    glUniform1iv(place("images"), 2, units);
    glUniform3fv(place("tints"), 1, tints);
    rectangle(-1, -1, 1, 1, 0);
    CHECK_NEAR("an array of textures takes one each", 32, 32, 0xFFFF40FF);
    glUniform3fv(place("tints"), 3, tints);
    rectangle(-1, -1, 1, 1, 0);
    CHECK_NEAR("an array of colours all", 32, 32, 0xFFFFFFFF);
    glDeleteProgram(program);
}

static void checks(void) {
    shaders();
    programs();
    links();
    uniforms();
    drawn();
}

/* Rings by a shader, turned by a matrix. */
static void picture(void) {
    program = used_program("attribute vec4 place; uniform mat2 turn; varying vec2 at;"
                           "void main() { at = turn * place.xy; gl_Position = place; }",
                           "precision mediump float; varying vec2 at; uniform vec3 tints[2];"
                           "void main() { float ring = mod(floor(length(at * vec2(1.0, 2.0)) * 5.0), 2.0);"
                           "gl_FragColor = vec4(ring < 0.5 ? tints[0] : tints[1], 1); }");
    static const float turn[] = {0.866f, 0.5f, -0.5f, 0.866f}, tints[] = {0.9f, 0.6f, 0.1f, 0.1f, 0.2f, 0.5f};
    glUniformMatrix2fv(place("turn"), 1, GL_FALSE, turn);
    glUniform3fv(place("tints"), 2, tints);
    rectangle(-1, -1, 1, 1, 0);
}
