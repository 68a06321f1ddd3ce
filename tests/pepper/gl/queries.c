// Queries: what they tell of draws, and in which order they come.
// view: 64x64
// script: {"after":"picture","post":"done"}
#include "gl.h"

/* Chrome's own: GL_COMMANDS_ISSUED_CHROMIUM. */
enum { COMMANDS_ISSUED = 0x84F2 };

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

static void names(GLuint *made) {
    glGenQueriesEXT(2, made);
    CHECK_TRUE("names are made", made[0] && made[1] && made[0] != made[1]);
    CHECK_FALSE("a name is no query yet", glIsQueryEXT(made[0]));
    CHECK("none is under way", current(GL_ANY_SAMPLES_PASSED_EXT), 0);
    CHECK_ERROR("what was not begun has no result", result(made[0]), GL_INVALID_OPERATION);
    CHECK_ERROR("nor an end", glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT), GL_INVALID_OPERATION);
    CHECK_ERROR("0 cannot begin", glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, 0), GL_INVALID_OPERATION);
    CHECK_ERROR("nor for nothing known", glBeginQueryEXT(GL_TEXTURE_2D, made[0]), GL_INVALID_ENUM);
    CHECK_ERROR("less than no names", glGenQueriesEXT(-1, made), GL_INVALID_VALUE);
}

static void passed(GLuint *made) {
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
    CHECK_TRUE("something was drawn", result(made[0]));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_NEVER);
    glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, made[0]);
    fill(GREEN);
    glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);
    CHECK("a query can be used again", glGetError(), GL_NO_ERROR);
    CHECK("nothing was drawn", result(made[0]), 0);
    CHECK_ERROR("it stays what it is for", glBeginQueryEXT(COMMANDS_ISSUED, made[0]), GL_INVALID_OPERATION);
}

static void issued(GLuint *made) {
    glBeginQueryEXT(COMMANDS_ISSUED, made[1]);
    fill(BLUE);
    glEndQueryEXT(COMMANDS_ISSUED);
    CHECK("commands can be queried", glGetError(), GL_NO_ERROR);
    GLuint is_there = 0;
    for (int round = 0; round < 1000 && !is_there; round++)
        glGetQueryObjectuivEXT(made[1], GL_QUERY_RESULT_AVAILABLE_EXT, &is_there);
    CHECK("it is over soon", is_there, 1);
    CHECK_ERROR("what is no name of a result", glGetQueryObjectuivEXT(made[1], GL_BLEND, &is_there), GL_INVALID_ENUM);
    glDeleteQueriesEXT(2, made);
    CHECK_FALSE("deleted it is none", glIsQueryEXT(made[0]));
    CHECK_ERROR("deleting again is no error", glDeleteQueriesEXT(2, made), GL_NO_ERROR);
}

static void checks(void) {
    GLuint made[2] = {0, 0};
    names(made);
    passed(made);
    issued(made);
}

/* Squares of which those are drawn that can be seen behind a wall. */
static void picture(void) {
    GLuint query;
    glGenQueriesEXT(1, &query);
    clear(0x202020FF);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    use_colour(0x808080FF);
    rectangle(-1, -1, 0.1f, 1, -0.5f);
    for (int index = 0; index < 16; index++) {
        float left = -0.95f + 0.5f * (index % 4), bottom = -0.95f + 0.5f * (index / 4);
        glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, query);
        use_colour(BLUE);
        rectangle(left, bottom, left + 0.4f, bottom + 0.4f, 0);
        glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
        if (!result(query)) {
            use_colour(RED);
            rectangle(left + 0.1f, bottom + 0.1f, left + 0.3f, bottom + 0.3f, -0.9f);
        }
    }
    glDisable(GL_DEPTH_TEST);
}
