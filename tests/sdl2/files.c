/* Files that the program keeps, in the folder that SDL names, and those that came with it. */
#include "SDL.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        printf("SDL_Init: %s\n", SDL_GetError());
    char *base = SDL_GetBasePath(), *place = SDL_GetPrefPath("organisation", "program");
    char *alone = SDL_GetPrefPath(NULL, "alone"), name[256], text[64] = "";
    printf("home %s\n", getenv("HOME"));
    printf("base %s\nplace %s\nalone %s\n", base, place ? place : SDL_GetError(), alone ? alone : SDL_GetError());
    if (!place)
        return 1;
    SDL_snprintf(name, sizeof(name), "%skept.txt", place);
    SDL_RWops *file = SDL_RWFromFile(name, "rb");
    int runs = 0;
    if (file) {
        SDL_RWread(file, text, 1, sizeof(text) - 1);
        SDL_RWclose(file);
        runs = SDL_atoi(text);
    }
    printf("runs before: %d\n", runs);
    file = SDL_RWFromFile(name, "wb");
    if (!file) {
        printf("not written: %s\n", SDL_GetError());
        return 1;
    }
    SDL_snprintf(text, sizeof(text), "%d\n", runs + 1);
    SDL_RWwrite(file, text, 1, strlen(text));
    printf("closed: %d\n", SDL_RWclose(file));
    SDL_free(place);
    SDL_free(alone);
    SDL_free(base);
    SDL_Quit();
    return 0;
}
