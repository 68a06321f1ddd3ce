/* A square that the arrow keys move, by SDL 2. The space key plays a tone; Escape ends the program.
 *
 *   pinnacle cc -O2 --use-port=sdl2 square.c -o square.pexe
 *   pinnacle run square.pexe --film square.png --sound square.wav --script square.jsonl
 */

#include "SDL.h"

#define SIDE 48
#define SPEED 240
#define PITCH 440

/* Frames of the tone that are still to be played, and where in its wave it is. */
static SDL_atomic_t frames_left;
static int rate, phase;

/* Called in the thread for sound. */
static void play(void *data, Uint8 *stream, int size) {
    Sint16 *samples = (Sint16 *)stream;
    (void)data;
    for (int frame = 0; frame < size / 4; frame++) {
        Sint16 value = 0;
        if (SDL_AtomicGet(&frames_left) > 0) {
            SDL_AtomicAdd(&frames_left, -1);
            phase = (phase + PITCH) % rate;
            value = (Sint16)(8000 * SDL_sin(2 * M_PI * phase / rate));
        }
        samples[2 * frame] = samples[2 * frame + 1] = value;
    }
}

static SDL_AudioDeviceID open_sound(void) {
    SDL_AudioSpec wanted = {.freq = 44100, .format = AUDIO_S16SYS, .channels = 2, .samples = 1024};
    SDL_AudioDeviceID device;
    wanted.callback = play;
    rate = wanted.freq;
    device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (device) {
        SDL_PauseAudioDevice(device, 0);
    }
    return device;
}

/* Moves by the keys that are down; the time since the last frame is in seconds. */
static void move(SDL_FRect *square, double seconds, int width, int height) {
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    float by = (float)(SPEED * seconds);
    square->x += by * (float)(keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
    square->y += by * (float)(keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]);
    square->x = SDL_clamp(square->x, 0, (float)(width - SIDE));
    square->y = SDL_clamp(square->y, 0, (float)(height - SIDE));
}

/* Returns 0 once the program is to end. */
static int take_events(void) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) {
            return 0;
        }
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) {
            return 0;
        }
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) {
            SDL_AtomicSet(&frames_left, rate / 4);
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    SDL_FRect square = {40, 40, SIDE, SIDE};
    SDL_Window *window;
    SDL_Renderer *renderer;
    Uint32 before;
    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_AUDIO) != 0) {
        SDL_Log("SDL_Init: %s", SDL_GetError());
        return 1;
    }
    window = SDL_CreateWindow("square", 0, 0, 320, 240, SDL_WINDOW_RESIZABLE);
    renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!renderer) {
        renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
    }
    if (!window || !renderer) {
        SDL_Log("no window: %s", SDL_GetError());
        return 1;
    }
    if (!open_sound()) {
        SDL_Log("no sound: %s", SDL_GetError());
    }
    before = SDL_GetTicks();
    while (take_events()) {
        Uint32 now = SDL_GetTicks();
        int width, height;
        SDL_GetRendererOutputSize(renderer, &width, &height);
        move(&square, (now - before) / 1000.0, width, height);
        before = now;
        SDL_SetRenderDrawColor(renderer, 24, 28, 40, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 240, 170, 40, 255);
        SDL_RenderFillRectF(renderer, &square);
        SDL_RenderPresent(renderer);
    }
    SDL_Quit();
    return 0;
}
