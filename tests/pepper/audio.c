// Sound: PPB_AudioConfig and PPB_Audio in both versions. How evenly buffers are asked for is seen
// elsewhere, by a clock that stands still between them: a machine that is busy asks late.
#include "check.h"

#include <ppapi/c/ppb_audio.h>
#include <ppapi/c/ppb_audio_config.h>

static const PPB_AudioConfig *configs;
static const PPB_Audio *sounds;

static void configurations(void) {
    const struct PPB_AudioConfig_1_0 *first = ask(PPB_AUDIO_CONFIG_INTERFACE_1_0);
    PP_Resource config = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 1024);
    CHECK_TRUE("a configuration is one", configs->IsAudioConfig(config));
    CHECK("its rate", configs->GetSampleRate(config), 44100);
    CHECK("its frames", configs->GetSampleFrameCount(config), 1024);
    CHECK_FALSE("a configuration is no sound", sounds->IsAudio(config));
    CHECK("the first version reads it", first->GetSampleFrameCount(config), 1024);
    core->ReleaseResource(config);
    CHECK_FALSE("one that is gone is none", configs->IsAudioConfig(config));
    CHECK("it has no rate", configs->GetSampleRate(config), PP_AUDIOSAMPLERATE_NONE);
    CHECK("nor frames", configs->GetSampleFrameCount(config), 0);
    CHECK_FALSE("nothing is no configuration", configs->IsAudioConfig(0));
    PP_Resource other = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_48000, 64);
    CHECK("the other rate", configs->GetSampleRate(other), 48000);
    core->ReleaseResource(other);
    other = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_48000, 32768);
    CHECK("the most frames", configs->GetSampleFrameCount(other), 32768);
    core->ReleaseResource(other);
    CHECK("too few frames", configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 63), 0);
    CHECK("too many frames", configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 32769), 0);
    CHECK("no frames", configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 0), 0);
    CHECK("no rate", configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_NONE, 1024), 0);
    CHECK("another rate", configs->CreateStereo16Bit(instance, (PP_AudioSampleRate) 22050, 1024), 0);
    CHECK("no instance", configs->CreateStereo16Bit(DEAD, PP_AUDIOSAMPLERATE_44100, 1024), 0);
    PP_AudioSampleRate rate = configs->RecommendSampleRate(instance);
    CHECK_TRUE("a rate is recommended that can be had", rate == 44100 || rate == 48000);
    CHECK("the first version recommends what is asked for",
          first->RecommendSampleFrameCount(PP_AUDIOSAMPLERATE_44100, 1000), 1000);
    CHECK("but no less than can be", first->RecommendSampleFrameCount(PP_AUDIOSAMPLERATE_44100, 1), 64);
    CHECK("and no more", first->RecommendSampleFrameCount(PP_AUDIOSAMPLERATE_44100, 100000), 32768);
    uint32_t frames = configs->RecommendSampleFrameCount(instance, rate, 500);
    CHECK_TRUE("the second version recommends no less", frames >= 500 && frames <= 32768);
    CHECK("nor more than can be", configs->RecommendSampleFrameCount(instance, rate, 1000000), 32768);
}

static pthread_t player;
static int calls, first_calls, wrong;
static void *first_buffer;
static double started, last_time;

static void play(void *buffer, uint32_t size, PP_TimeDelta latency, void *data) {
    if (!calls) {
        player = pthread_self();
        first_buffer = buffer;
        for (uint32_t index = 0; index < size; index++)
            wrong += ((char *) buffer)[index] != 0;
    }
    wrong += buffer != first_buffer || size != 4 * 4410 || data != &calls || core->IsMainThread() || latency < 0;
    wrong += !pthread_equal(player, pthread_self());
    last_time = core->GetTimeTicks();
    calls++;
}

static void play_first(void *buffer, uint32_t size, void *data) {
    (void) buffer;
    wrong += size != 4 * 4410 || data != NULL;
    first_calls++;
}

static PP_Resource config, sound, first_sound;

static void in_first_version(void) {
    if (first_calls < 3) {
        later(100, in_first_version);
        return;
    }
    const struct PPB_Audio_1_0 *first = ask(PPB_AUDIO_INTERFACE_1_0);
    CHECK_TRUE("the callback of the first version is called", first_calls >= 3);
    CHECK_TRUE("a sound that plays can be stopped", first->StopPlayback(first_sound));
    CHECK("with nothing wrong", wrong, 0);
    core->ReleaseResource(first_sound);
    CHECK_FALSE("a sound that is gone is none", first->IsAudio(first_sound));
    finish();
}

static int calls_when_stopped;

static void stopped(void) {
    CHECK("a sound that stands still is not asked", calls, calls_when_stopped);
    CHECK_TRUE("stopping what stands still", sounds->StopPlayback(sound));
    CHECK_TRUE("it can play again", sounds->StartPlayback(sound));
    core->ReleaseResource(sound);
    CHECK_FALSE("the last reference ends it", sounds->IsAudio(sound));
    const struct PPB_Audio_1_0 *first = ask(PPB_AUDIO_INTERFACE_1_0);
    first_sound = first->Create(instance, config, play_first, NULL);
    CHECK_TRUE("a sound of the first version", first->IsAudio(first_sound));
    CHECK_TRUE("it can play", first->StartPlayback(first_sound));
    later(500, in_first_version);
}

// How many buffers may be asked for before they are heard.
#define AHEAD 4

static void played(void) {
    if (calls < 12) {
        later(100, played);
        return;
    }
    CHECK_TRUE("starting what plays", sounds->StartPlayback(sound));
    CHECK_TRUE("stopping", sounds->StopPlayback(sound));
    CHECK_TRUE("a sound that plays is asked all the time", calls >= 12);
    CHECK_TRUE("not faster than it is heard", last_time - started > 0.1 * (calls - 1 - AHEAD));
    CHECK("with nothing wrong in it", wrong, 0);
    calls_when_stopped = calls;
    later(500, stopped);
}

static void begin(void) {
    configs = ask(PPB_AUDIO_CONFIG_INTERFACE);
    sounds = ask(PPB_AUDIO_INTERFACE);
    configurations();
    config = configs->CreateStereo16Bit(instance, PP_AUDIOSAMPLERATE_44100, 4410);
    CHECK("no callback, no sound", sounds->Create(instance, config, NULL, NULL), 0);
    CHECK("no configuration, no sound", sounds->Create(instance, 0, play, NULL), 0);
    CHECK("another resource is none", sounds->Create(instance, loops->GetForMainThread(), play, NULL), 0);
    CHECK("no instance, no sound", sounds->Create(DEAD, config, play, NULL), 0);
    sound = sounds->Create(instance, config, play, &calls);
    CHECK_TRUE("a sound is one", sounds->IsAudio(sound));
    CHECK_FALSE("a sound is no configuration", configs->IsAudioConfig(sound));
    PP_Resource same = sounds->GetCurrentConfig(sound);
    CHECK("its configuration is what it was made with", same, config);
    core->ReleaseResource(same);
    CHECK("nothing has no configuration", sounds->GetCurrentConfig(DEAD), 0);
    CHECK_FALSE("nothing does not play", sounds->StartPlayback(DEAD));
    CHECK_FALSE("nothing does not stop", sounds->StopPlayback(0));
    CHECK("a sound is silent at first", calls, 0);
    started = core->GetTimeTicks();
    CHECK_TRUE("it can play a sound", sounds->StartPlayback(sound));
    played();
}
