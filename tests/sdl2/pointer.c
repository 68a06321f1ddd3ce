/* The mouse: where it is, its cursors, and the mouse that is locked and only moves the program. */
#include "SDL.h"

#include <stdio.h>

/* A picture with a hot spot in its middle, and one that is too large for browsers. */
static void show_cursors(void) {
    SDL_Surface *small = SDL_CreateRGBSurfaceWithFormat(0, 16, 16, 32, SDL_PIXELFORMAT_RGBA32);
    SDL_Surface *large = SDL_CreateRGBSurfaceWithFormat(0, 64, 64, 32, SDL_PIXELFORMAT_RGBA32);
    SDL_FillRect(small, NULL, SDL_MapRGBA(small->format, 255, 0, 0, 128));
    SDL_Cursor *cursors[] = {SDL_CreateColorCursor(small, 8, 8), SDL_CreateColorCursor(large, 0, 0),
        SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND)};
    for (unsigned index = 0; index < SDL_arraysize(cursors); ++index) {
        SDL_SetCursor(cursors[index]);
        printf("cursor %u %s\n", index, cursors[index] && SDL_GetCursor() == cursors[index] ? "set" : SDL_GetError());
    }
    printf("shown %d", SDL_ShowCursor(SDL_QUERY));
    SDL_ShowCursor(SDL_DISABLE);
    printf(", then %d\n", SDL_ShowCursor(SDL_QUERY));
    SDL_ShowCursor(SDL_ENABLE);
    SDL_SetCursor(SDL_GetDefaultCursor());
    for (unsigned index = 0; index < SDL_arraysize(cursors); ++index)
        SDL_FreeCursor(cursors[index]);
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    SDL_Event event;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !SDL_CreateWindow("pointer", 0, 0, 320, 240, 0)) {
        printf("no window: %s\n", SDL_GetError());
        return 1;
    }
    show_cursors();
    while (SDL_WaitEvent(&event)) {
        switch (event.type) {
        case SDL_MOUSEMOTION:
            printf("moved to %d, %d by %d, %d\n", event.motion.x, event.motion.y, event.motion.xrel, event.motion.yrel);
            break;
        case SDL_MOUSEBUTTONDOWN:
            printf("button %d, %d times, at %d, %d\n", event.button.button, event.button.clicks, event.button.x, event.button.y);
            break;
        case SDL_MOUSEBUTTONUP:
            /* The left button locks the mouse, the right one unlocks it. */
            if (event.button.button == SDL_BUTTON_LEFT)
                printf("locking: %d\n", SDL_SetRelativeMouseMode(SDL_TRUE));
            else
                printf("unlocking: %d\n", SDL_SetRelativeMouseMode(SDL_FALSE));
            break;
        case SDL_MOUSEWHEEL:
            printf("wheel %d, %d\n", event.wheel.x, event.wheel.y);
            break;
        case SDL_KEYDOWN:
            SDL_Quit();
            return 0;
        default:
            break;
        }
        fflush(stdout);
    }
    return 1;
}
