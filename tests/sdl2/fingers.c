/* Touches: each finger has a place from 0 to 1 in the window, and the first moves the mouse, too. */
#include "SDL.h"

#include <stdio.h>

static void print_finger(const char *name, const SDL_TouchFingerEvent *finger) {
    printf("%s %d at %.2f, %.2f by %.2f, %.2f\n", name, (int) finger->fingerId, finger->x, finger->y, finger->dx,
        finger->dy);
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    SDL_Event event;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !SDL_CreateWindow("fingers", 0, 0, 200, 100, 0)) {
        printf("no window: %s\n", SDL_GetError());
        return 1;
    }
    while (SDL_WaitEvent(&event)) {
        switch (event.type) {
        case SDL_FINGERDOWN:
            print_finger("down", &event.tfinger);
            break;
        case SDL_FINGERMOTION:
            print_finger("moved", &event.tfinger);
            break;
        case SDL_FINGERUP:
            print_finger("up", &event.tfinger);
            break;
        case SDL_MOUSEBUTTONDOWN:
            printf("button at %d, %d, %s\n", event.button.x, event.button.y,
                event.button.which == SDL_TOUCH_MOUSEID ? "by touch" : "by mouse");
            break;
        case SDL_KEYDOWN:
            printf("%d device, %s, %d fingers\n", SDL_GetNumTouchDevices(), SDL_GetTouchName(0),
                SDL_GetNumTouchFingers(SDL_GetTouchDevice(0)));
            SDL_Quit();
            return 0;
        default:
            break;
        }
    }
    return 1;
}
