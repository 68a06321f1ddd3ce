/* Several windows: the page shows the one in front, and input goes there. */
#include "SDL.h"

#include <stdio.h>

static SDL_Window *windows[3];

static int number_of(SDL_Window *window) {
    for (int index = 0; index < 3; ++index)
        if (window && windows[index] == window)
            return index;
    return -1;
}

static void paint(int number, Uint8 red, Uint8 green, Uint8 blue) {
    SDL_Surface *surface = SDL_GetWindowSurface(windows[number]);
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, red, green, blue));
    printf("painting %d: %d\n", number, SDL_UpdateWindowSurface(windows[number]));
}

static void print_front(const char *when) {
    SDL_Event event;
    printf("%s: mouse in %d, keys to %d;", when, number_of(SDL_GetMouseFocus()), number_of(SDL_GetKeyboardFocus()));
    while (SDL_PollEvent(&event))
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_EXPOSED)
            printf(" %d is exposed", number_of(SDL_GetWindowFromID(event.window.windowID)));
    puts("");
    SDL_Delay(100);
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        printf("SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    windows[0] = SDL_CreateWindow("first", 0, 0, 100, 80, 0);
    windows[1] = SDL_CreateWindow("hidden", 0, 0, 60, 60, SDL_WINDOW_HIDDEN);
    print_front("one is hidden");
    paint(0, 255, 0, 0);
    paint(1, 0, 255, 0);
    windows[2] = SDL_CreateWindow("third", 0, 0, 80, 100, 0);
    print_front("a third");
    paint(2, 0, 0, 255);
    paint(0, 255, 255, 0);
    print_front("painted behind");
    SDL_RaiseWindow(windows[0]);
    print_front("raised");
    SDL_ShowWindow(windows[1]);
    print_front("shown");
    SDL_HideWindow(windows[1]);
    print_front("hidden again");
    SDL_DestroyWindow(windows[2]);
    print_front("destroyed");
    SDL_DestroyWindow(windows[0]);
    windows[0] = windows[2] = NULL;
    print_front("none is shown");
    SDL_Quit();
    return 0;
}
