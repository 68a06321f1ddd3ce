// Queries: what they tell of draws, and in which order they come.
// view: 64x64
// script: {"after":"picture","post":"done"}
#define OWN_CONTEXTS
#include "gl.h"

/* Chrome's own: GL_COMMANDS_ISSUED_CHROMIUM. */
enum { COMMANDS_ISSUED = 0x84F2 };

static GLuint made[3];

static GLuint current(GLenum target) {
    GLint name = -77;
    glGetQueryivEXT(target, GL_CURRENT_QUERY_EXT, &name);
    return name;
}

static GLuint result(GLuint query) {
    GLuint value = 77;
    glGetQueryObjectuivEXT(query, GL_QUERY_RESULT_EXT, &value);
    return value;
}

static void names(void) {
    glGenQueriesEXT(3, made);
    CHECK_TRUE("names are made", made[0] && made[1] && made[0] != made[1]);
    CHECK_FALSE("a name is no query yet", glIsQueryEXT(made[0]));
    CHECK("none is under way", current(GL_ANY_SAMPLES_PASSED_EXT), 0);
    CHECK_ERROR("what was not begun has no result", result(made[0]), GL_INVALID_OPERATION);
    CHECK_ERROR("nor an end", glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT), GL_INVALID_OPERATION);
    CHECK_ERROR("0 cannot begin", glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("nor for nothing known", glBeginQueryEXT(GL_TEXTURE_2D, made[0]), GL_INVALID_ENUM);
    CHECK_ERROR("less than no names", glGenQueriesEXT(-1, made), GL_INVALID_VALUE);
}

/* One query of what is seen, one of what is hidden. */
static void begun(void) {
    glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, made[0]);
    CHECK("a query begins", glGetError(), GL_NO_ERROR);
    CHECK_TRUE("then it is one", glIsQueryEXT(made[0]));
    CHECK("it is under way", current(GL_ANY_SAMPLES_PASSED_EXT), made[0]);
    CHECK_ERROR("one at a time", glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, made[1]), GL_INVALID_OPERATION);
    CHECK_ERROR("it has no result yet", result(made[0]), GL_INVALID_OPERATION);
    fill(RED);
    glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
    CHECK("it ends", glGetError(), GL_NO_ERROR);
    CHECK("none is under way then", current(GL_ANY_SAMPLES_PASSED_EXT), 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_NEVER);
    glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, made[1]);
    fill(GREEN);
    glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);
    CHECK("another one too", glGetError(), GL_NO_ERROR);
    CHECK_ERROR("it stays what it is for", glBeginQueryEXT(COMMANDS_ISSUED, made[0]), GL_INVALID_OPERATION);
}

static void issued(void) {
    glBeginQueryEXT(COMMANDS_ISSUED, made[2]);
    fill(BLUE);
    glEndQueryEXT(COMMANDS_ISSUED);
    CHECK("commands can be queried", glGetError(), GL_NO_ERROR);
    GLuint is_there = 0;
    for (int round = 0; round < 1000 && !is_there; round++)
        glGetQueryObjectuivEXT(made[2], GL_QUERY_RESULT_AVAILABLE_EXT, &is_there);
    CHECK("it is over soon", is_there, 1);
    CHECK_ERROR("what is no name of a result", glGetQueryObjectuivEXT(made[1], GL_BLEND, &is_there), GL_INVALID_ENUM);
    glDeleteQueriesEXT(3, made);
    CHECK_FALSE("deleted it is none", glIsQueryEXT(made[0]));
    CHECK_ERROR("deleting again is no error", glDeleteQueriesEXT(3, made), GL_NO_ERROR);
}

static GLuint seen[2];

/* Results come when the driver has drawn, in a browser only between turns of the program. */
static void wait(void) {
    static int rounds;
    GLuint is_there[2] = {0, 0};
    for (int index = 0; index < 2; index++)
        glGetQueryObjectuivEXT(made[index], GL_QUERY_RESULT_AVAILABLE_EXT, &is_there[index]);
    if (++rounds < 500 && !(is_there[0] && is_there[1])) {
        later(10, wait);
        return;
    }
    CHECK_TRUE("results come", is_there[0] && is_there[1]);
    for (int index = 0; index < 2; index++)
        seen[index] = result(made[index]);
    CHECK_TRUE("something was drawn", seen[0]);
    CHECK("nothing was drawn", seen[1], 0);
    issued();
    show_picture();
}

static void begin(void) {
    start();
    names();
    begun();
    wait();
}

/* A square for each query, whose colour is what it told. */
static void picture(void) {
    clear(0x202020FF);
    for (int index = 0; index < 2; index++) {
        use_colour(seen[index] ? BLUE : RED);
        rectangle(-0.9f + index, -0.5f, -0.1f + index, 0.5f, 0);
    }
}
