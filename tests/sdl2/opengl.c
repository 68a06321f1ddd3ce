/* OpenGL ES 2 in a context of the program's own, then the renderer that draws with it. */
#include "SDL.h"
#include "SDL_opengles2.h"

#include <stdio.h>

static const char *const vertex =
    "attribute vec2 at; void main() { gl_Position = vec4(at, 0.0, 1.0); }";
static const char *const fragment =
    "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }";

static GLuint shader(GLenum kind, const char *source) {
    GLuint made = glCreateShader(kind);
    GLint good = 0;
    glShaderSource(made, 1, &source, NULL);
    glCompileShader(made);
    glGetShaderiv(made, GL_COMPILE_STATUS, &good);
    if (!good)
        printf("a shader is refused\n");
    return made;
}

static void print_pixel(const char *name, int x, int y) {
    Uint8 pixel[4] = {0};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("%s: %d %d %d, error %#x\n", name, pixel[0], pixel[1], pixel[2], (unsigned) glGetError());
}

/* A green triangle over the lower left half of a blue window. */
static int with_context(void) {
    static const float corners[] = {-1, -1, 1, -1, -1, 1};
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 16);
    SDL_Window *window = SDL_CreateWindow("opengl", 0, 0, 200, 100, SDL_WINDOW_OPENGL);
    SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
    if (!context) {
        printf("no context: %s\n", SDL_GetError());
        return 1;
    }
    int width = 0, height = 0, depth = 0, major = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    SDL_GL_GetAttribute(SDL_GL_DEPTH_SIZE, &depth);
    SDL_GL_GetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, &major);
    printf("%d by %d, depth %s, version %d\n", width, height, depth >= 16 ? "enough" : "too small", major);
    printf("function %s, another %s\n", SDL_GL_GetProcAddress("glDrawArrays") ? "found" : "missing",
        SDL_GL_GetProcAddress("glBegin") ? "found" : "missing");
    printf("interval %d, %d, %d\n", SDL_GL_SetSwapInterval(1), SDL_GL_GetSwapInterval(), SDL_GL_SetSwapInterval(0));
    GLuint program = glCreateProgram();
    glAttachShader(program, shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment));
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "colour"), 0, 1, 0, 1);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    print_pixel("lower left", 20, 20);
    print_pixel("upper right", 180, 80);
    SDL_GL_SwapWindow(window);
    SDL_SetWindowSize(window, 240, 120);
    SDL_GL_GetDrawableSize(window, &width, &height);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    print_pixel("lower right after growing", 230, 2);
    SDL_GL_SwapWindow(window);
    SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    return 0;
}

/* A texture whose left half is red and whose right half is white, drawn turned by 180 degrees, and
   half of it through a target. */
static int with_renderer(void) {
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "opengles2");
    SDL_Window *window = SDL_CreateWindow("renderer", 0, 0, 200, 100, 0);
    SDL_Renderer *renderer = window ? SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED) : NULL;
    SDL_RendererInfo info;
    if (!renderer || SDL_GetRendererInfo(renderer, &info) != 0) {
        printf("no renderer: %s\n", SDL_GetError());
        return 1;
    }
    printf("renderer %s\n", info.name);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 64, 64, 32, SDL_PIXELFORMAT_RGBA32);
    SDL_Rect left = {0, 0, 32, 64};
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 255, 255, 255));
    SDL_FillRect(surface, &left, SDL_MapRGB(surface->format, 255, 0, 0));
    SDL_Texture *texture = SDL_CreateTextureFromSurface(renderer, surface);
    SDL_Texture *target = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_TARGET, 64, 64);
    SDL_SetRenderTarget(renderer, target);
    SDL_RenderCopy(renderer, texture, NULL, NULL);
    SDL_SetRenderTarget(renderer, NULL);
    SDL_SetRenderDrawColor(renderer, 0, 0, 128, 255);
    SDL_RenderClear(renderer);
    SDL_Rect place = {0, 0, 100, 100}, beside = {100, 0, 100, 100};
    SDL_RenderCopyEx(renderer, texture, NULL, &place, 180, NULL, SDL_FLIP_NONE);
    SDL_RenderCopy(renderer, target, NULL, &beside);
    for (int x = 25; x < 200; x += 50) {
        Uint8 pixel[4] = {0};
        SDL_Rect one = {x, 50, 1, 1};
        SDL_RenderReadPixels(renderer, &one, SDL_PIXELFORMAT_RGBA32, pixel, 4);
        printf("%d: %d %d %d\n", x, pixel[0], pixel[1], pixel[2]);
    }
    SDL_RenderPresent(renderer);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    return 0;
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        printf("SDL_Init: %s\n", SDL_GetError());
    int result = with_context() || with_renderer();
    SDL_Quit();
    return result;
}
