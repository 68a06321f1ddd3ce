/* Sound: the browser calls for samples in a thread of its own. */
#include "../../SDL_internal.h"

#include "SDL_audio.h"
#include "../SDL_audio_c.h"
#include "../SDL_sysaudio.h"

#include <ppapi/c/pp_bool.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>

/* The lock is ours, since SDL's does not live until the browser's thread has ended. */
struct SDL_PrivateAudioData {
    PP_Resource audio;
    SDL_mutex *lock;
};

/* A device that was not opened has no thread to lock out. */
static void lock_device(SDL_AudioDevice *device) {
    if (device->hidden)
        SDL_LockMutex(device->hidden->lock);
}

static void unlock_device(SDL_AudioDevice *device) {
    if (device->hidden)
        SDL_UnlockMutex(device->hidden->lock);
}

/* Fills a buffer from the program's callback, by way of a stream if the program has other samples. */
static void fill(SDL_AudioDevice *device, Uint8 *buffer, int size) {
    if (!device->stream) {
        device->callbackspec.callback(device->callbackspec.userdata, buffer, size);
        return;
    }
    while (SDL_AudioStreamAvailable(device->stream) < size) {
        device->callbackspec.callback(device->callbackspec.userdata, device->work_buffer, (int) device->callbackspec.size);
        if (SDL_AudioStreamPut(device->stream, device->work_buffer, (int) device->callbackspec.size) != 0)
            break;
    }
    int got = SDL_AudioStreamGet(device->stream, buffer, size);
    got = SDL_max(got, 0);
    SDL_memset(buffer + got, device->spec.silence, (size_t) (size - got));
}

static void play(void *samples, uint32_t size, PP_TimeDelta latency, void *data) {
    (void) latency;
    SDL_AudioDevice *device = data;
    lock_device(device);
    if (SDL_AtomicGet(&device->enabled) && !SDL_AtomicGet(&device->paused))
        fill(device, samples, (int) size);
    else
        SDL_memset(samples, device->spec.silence, size);
    unlock_device(device);
}

static int open_device(SDL_AudioDevice *device, const char *name) {
    (void) name;
    PP_Instance instance = PSGetInstanceId();
    device->hidden = SDL_calloc(1, sizeof(*device->hidden));
    if (!device->hidden)
        return SDL_OutOfMemory();
    device->hidden->lock = SDL_CreateMutex();
    if (!device->hidden->lock)
        return -1;
    const PPB_AudioConfig *configuration = PSInterfaceAudioConfig();
    PP_AudioSampleRate rate = PP_AUDIOSAMPLERATE_44100;
    if (device->spec.freq > (int) PP_AUDIOSAMPLERATE_44100)
        rate = PP_AUDIOSAMPLERATE_48000;
    uint32_t frames = configuration->RecommendSampleFrameCount(instance, rate, device->spec.samples);
    PP_Resource chosen = configuration->CreateStereo16Bit(instance, rate, frames);
    device->spec.freq = (int) rate;
    device->spec.format = AUDIO_S16LSB;
    device->spec.channels = 2;
    device->spec.samples = (Uint16) configuration->GetSampleFrameCount(chosen);
    SDL_CalculateAudioSpec(&device->spec);
    device->hidden->audio = PSInterfaceAudio()->Create(instance, chosen, play, device);
    PSInterfaceCore()->ReleaseResource(chosen);
    if (!device->hidden->audio || !PSInterfaceAudio()->StartPlayback(device->hidden->audio))
        return SDL_SetError("the browser plays no sound");
    return 0;
}

static void close_device(SDL_AudioDevice *device) {
    if (device->hidden->audio) {
        PSInterfaceAudio()->StopPlayback(device->hidden->audio);
        PSInterfaceCore()->ReleaseResource(device->hidden->audio);
    }
    SDL_DestroyMutex(device->hidden->lock);
    SDL_free(device->hidden);
}

static SDL_bool start(SDL_AudioDriverImpl *driver) {
    if (!PSGetInstanceId() || !PSInterfaceAudio())
        return SDL_FALSE;
    driver->OpenDevice = open_device;
    driver->CloseDevice = close_device;
    driver->LockDevice = lock_device;
    driver->UnlockDevice = unlock_device;
    driver->OnlyHasDefaultOutputDevice = SDL_TRUE;
    driver->ProvidesOwnCallbackThread = SDL_TRUE;
    return SDL_TRUE;
}

AudioBootStrap NACLAUDIO_bootstrap = {"pepper", "Pepper of a browser", start, SDL_FALSE};
