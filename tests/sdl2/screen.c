/* The size of the window: the element's, another, the whole screen and back. */
#include "SDL.h"

#include <stdio.h>

static void print_size(const char *name, SDL_Window *window) {
    int width, height;
    SDL_GetWindowSize(window, &width, &height);
    int is_full = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN) != 0;
    printf("%s: %d by %d%s\n", name, width, height, is_full ? ", full" : "");
}

/* Paints the window; its surface has the new size. */
static void paint(SDL_Window *window) {
    SDL_Surface *surface = SDL_GetWindowSurface(window);
    if (!surface) {
        printf("no surface: %s\n", SDL_GetError());
        return;
    }
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 200, 80, 0));
    if (SDL_UpdateWindowSurface(window) != 0)
        printf("not painted: %s\n", SDL_GetError());
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    SDL_Event event;
    SDL_DisplayMode mode;
    SDL_Window *window = NULL;
    if (SDL_Init(SDL_INIT_VIDEO) == 0)
        window = SDL_CreateWindow("screen", 0, 0, 160, 120, 0);
    if (!window) {
        printf("no window: %s\n", SDL_GetError());
        return 1;
    }
    SDL_GetDesktopDisplayMode(0, &mode);
    printf("display %d by %d, %d modes\n", mode.w, mode.h, SDL_GetNumDisplayModes(0));
    print_size("window", window);
    paint(window);
    while (SDL_WaitEvent(&event)) {
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
            print_size("changed", window);
            paint(window);
        } else if (event.type == SDL_MOUSEBUTTONDOWN) {
            int is_full = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN) != 0;
            printf("switching: %d\n", SDL_SetWindowFullscreen(window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP));
        } else if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) {
            print_size("at the end", window);
            SDL_Quit();
            return 0;
        } else if (event.type == SDL_KEYDOWN) {
            SDL_SetWindowSize(window, 200, 150);
        }
    }
    return 1;
}
