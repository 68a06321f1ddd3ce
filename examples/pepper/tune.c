/* Plays a short tune: a voice of sine waves, computed in the thread that Pepper calls
 * for sound. The page is told when it is over.
 *
 *   pinnacle cc -O2 tune.c -lppapi -lm -o tune.pexe
 *   pinnacle run tune.pexe --sound tune.wav --until message:1
 */

#include "program.h"

#include <math.h>

#include "ppapi/c/ppb_audio.h"
#include "ppapi/c/ppb_audio_config.h"

/* Half tones above A4, each for a quarter of a second. */
static const int notes[] = {3, 7, 10, 15, 10, 7, 3, 3};
#define NOTES (sizeof notes / sizeof *notes)
#define FRAMES 2048

static PP_AudioSampleRate rate;
static uint32_t position;
static PP_Resource audio;

static void finish(void *data, int32_t result) {
    const PPB_Audio *sound = data;
    (void)result;
    sound->StopPlayback(audio);
    say("played %d notes", (int)NOTES);
}

static void play(void *buffer, uint32_t bytes, PP_TimeDelta latency, void *data) {
    int16_t *samples = buffer;
    (void)latency;
    for (uint32_t frame = 0; frame < bytes / 4; frame++, position++) {
        uint32_t note = position / (rate / 4);
        double time = (double)position / rate, within = fmod(time, 0.25);
        double value = 0;
        if (note < NOTES) {
            double pitch = 440 * pow(2, notes[note] / 12.0);
            value = 9000 * exp(-8 * within) * sin(2 * M_PI * pitch * time);
        }
        samples[2 * frame] = samples[2 * frame + 1] = (int16_t)value;
        if (position == NOTES * (rate / 4)) {
            struct PP_CompletionCallback callback = PP_MakeCompletionCallback(finish, data);
            core->CallOnMainThread(0, callback, PP_OK);
        }
    }
}

static int32_t start(void) {
    const PPB_AudioConfig *configs = browser(PPB_AUDIO_CONFIG_INTERFACE);
    const PPB_Audio *sound = browser(PPB_AUDIO_INTERFACE);
    PP_Resource config;
    if (!configs || !sound) {
        return PP_ERROR_NOINTERFACE;
    }
    rate = configs->RecommendSampleRate(the_instance);
    config = configs->CreateStereo16Bit(the_instance, rate, FRAMES);
    audio = sound->Create(the_instance, config, play, (void *)sound);
    core->ReleaseResource(config);
    return sound->StartPlayback(audio) ? PP_OK : PP_ERROR_FAILED;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    (void)message;
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
