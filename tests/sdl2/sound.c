/* A device of sound that is opened, locked and closed while the browser's thread plays it. */
#include "SDL.h"

#include <stdio.h>

static SDL_atomic_t calls;

/* Called in the thread for sound. */
static void play(void *data, Uint8 *stream, int size) {
    (void) data;
    SDL_memset(stream, 0, (size_t) size);
    SDL_AtomicAdd(&calls, 1);
}

int main(int argc, char **argv) {
    (void) argc, (void) argv;
    SDL_AudioSpec wanted = {.freq = 22050, .format = AUDIO_U8, .channels = 1, .samples = 512}, got;
    wanted.callback = play;
    if (SDL_Init(SDL_INIT_AUDIO) != 0) {
        printf("SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    for (int round = 0; round < 20; ++round) {
        SDL_AudioDeviceID device = SDL_OpenAudioDevice(NULL, 0, &wanted, round ? NULL : &got, 0);
        if (!device) {
            printf("not opened: %s\n", SDL_GetError());
            return 1;
        }
        SDL_PauseAudioDevice(device, 0);
        SDL_Delay(50);
        SDL_LockAudioDevice(device);
        int before = SDL_AtomicGet(&calls);
        SDL_Delay(100);
        if (SDL_AtomicGet(&calls) != before)
            printf("called while locked\n");
        SDL_UnlockAudioDevice(device);
        SDL_CloseAudioDevice(device);
        before = SDL_AtomicGet(&calls);
        SDL_Delay(50);
        if (SDL_AtomicGet(&calls) != before)
            printf("called after the end\n");
    }
    printf("rate %d, %d channels, %s\n", got.freq, got.channels, SDL_AtomicGet(&calls) > 20 ? "played" : "silent");
    SDL_Quit();
    return 0;
}
