// Plays a sine wave on each side. Attributes of the element: rate, frames, left and right (in
// Hz), level (of 32767), first (for the first version of PPB_Audio). The page posts "start",
// "stop", "end" (the program does), "more" (beside it the same with the sides exchanged), "state", which
// is answered with [recommended rate, recommended frames for 1 frame, calls so far].

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ppapi/c/pp_errors.h>
#include <ppapi/c/ppb.h>
#include <ppapi/c/ppb_audio.h>
#include <ppapi/c/ppb_audio_config.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_instance.h>
#include <ppapi/c/ppp_messaging.h>

static const PPB_Audio *sounds;
static const struct PPB_Audio_1_0 *first_sounds;
static const PPB_AudioConfig *configs;
static const PPB_Messaging *messaging;
static const PPB_Var *vars;
static const PPB_VarArray *arrays;
static PP_Instance instance;
static int rate = 48000, frames = 1024, left = 441, right = 882, level = 8000, first;
static volatile int calls;

struct sound {
    PP_Resource audio;
    uint32_t position;
    int is_exchanged;
};
static struct sound own, other = {.is_exchanged = 1};

static void play(void *buffer, uint32_t size, PP_TimeDelta latency, void *data) {
    struct sound *sound = data;
    int16_t *samples = buffer;
    (void) latency;
    for (uint32_t frame = 0; frame < size / 4; frame++, sound->position++) {
        double turn = 2 * M_PI * sound->position / rate;
        samples[2 * frame + sound->is_exchanged] = (int16_t) lrint(level * sin(turn * left));
        samples[2 * frame + !sound->is_exchanged] = (int16_t) lrint(level * sin(turn * right));
    }
    calls++;
}

static void play_first(void *buffer, uint32_t size, void *data) {
    play(buffer, size, 0, data);
}

static void start(struct sound *sound) {
    if (!sound->audio) {
        PP_Resource config = configs->CreateStereo16Bit(instance, rate, frames);
        sound->audio = first ? first_sounds->Create(instance, config, play_first, sound)
                             : sounds->Create(instance, config, play, sound);
    }
    sounds->StartPlayback(sound->audio);
}

static void tell_state(void) {
    struct PP_Var numbers = arrays->Create();
    int recommended = configs->RecommendSampleRate(instance);
    arrays->Set(numbers, 0, PP_MakeInt32(recommended));
    arrays->Set(numbers, 1, PP_MakeInt32(configs->RecommendSampleFrameCount(instance, recommended, 1)));
    arrays->Set(numbers, 2, PP_MakeInt32(calls));
    messaging->PostMessage(instance, numbers);
    vars->Release(numbers);
}

static void handle_message(PP_Instance receiver, struct PP_Var message) {
    uint32_t length;
    const char *text = vars->VarToUtf8(message, &length);
    (void) receiver;
    if (!strncmp(text, "start", length))
        start(&own);
    else if (!strncmp(text, "more", length))
        start(&other);
    else if (!strncmp(text, "stop", length))
        sounds->StopPlayback(own.audio);
    else if (!strncmp(text, "end", length))
        exit(3);
    else
        tell_state();
    vars->Release(message);
}

static PP_Bool did_create(PP_Instance created, uint32_t count, const char *names[], const char *values[]) {
    static const struct {
        const char *name;
        int *value;
    } attributes[] = {{"rate", &rate}, {"frames", &frames}, {"left", &left},
                      {"right", &right}, {"level", &level}, {"first", &first}};
    instance = created;
    for (uint32_t index = 0; index < count; index++)
        for (size_t known = 0; known < sizeof attributes / sizeof *attributes; known++)
            if (!strcmp(names[index], attributes[known].name))
                *attributes[known].value = atoi(values[index]);
    return PP_TRUE;
}

static void did_destroy(PP_Instance destroyed) {
    (void) destroyed;
}

static void did_change_view(PP_Instance changed, PP_Resource view) {
    (void) changed, (void) view;
}

static void did_change_focus(PP_Instance changed, PP_Bool has_focus) {
    (void) changed, (void) has_focus;
}

static PP_Bool handle_document_load(PP_Instance loaded, PP_Resource loader) {
    (void) loaded, (void) loader;
    return PP_FALSE;
}

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface browser) {
    (void) module;
    sounds = browser(PPB_AUDIO_INTERFACE);
    first_sounds = browser(PPB_AUDIO_INTERFACE_1_0);
    configs = browser(PPB_AUDIO_CONFIG_INTERFACE);
    messaging = browser(PPB_MESSAGING_INTERFACE);
    vars = browser(PPB_VAR_INTERFACE);
    arrays = browser(PPB_VAR_ARRAY_INTERFACE);
    return PP_OK;
}

void PPP_ShutdownModule(void) {
}

const void *PPP_GetInterface(const char *name) {
    static const PPP_Instance instances = {did_create, did_destroy, did_change_view, did_change_focus,
                                           handle_document_load};
    static const PPP_Messaging messages = {handle_message};
    if (!strcmp(name, PPP_INSTANCE_INTERFACE))
        return &instances;
    return strcmp(name, PPP_MESSAGING_INTERFACE) ? NULL : &messages;
}
