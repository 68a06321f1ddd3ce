/* Sound, OpenGL ES, the screen and the mouse. */
#include <ppapi/c/ppb_fullscreen.h>
#include <ppapi/c/ppb_mouse_lock.h>
#include <ppapi/c/ppp_graphics_3d.h>
#include <ppapi/c/ppp_mouse_lock.h>
#include <ppapi/cpp/audio.h>
#include <ppapi/cpp/fullscreen.h>
#include <ppapi/cpp/graphics_3d.h>
#include <ppapi/cpp/graphics_3d_client.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/mouse_cursor.h>
#include <ppapi/cpp/mouse_lock.h>

#include "interfaces.h"

INTERFACE(audios, PPB_Audio, PPB_AUDIO_INTERFACE)
INTERFACE(audios_1_0, PPB_Audio_1_0, PPB_AUDIO_INTERFACE_1_0)
INTERFACE(configurations, PPB_AudioConfig, PPB_AUDIO_CONFIG_INTERFACE)
INTERFACE(contexts, PPB_Graphics3D, PPB_GRAPHICS_3D_INTERFACE)
INTERFACE(screens, PPB_Fullscreen, PPB_FULLSCREEN_INTERFACE)
INTERFACE(locks, PPB_MouseLock, PPB_MOUSELOCK_INTERFACE)
INTERFACE(cursors, PPB_MouseCursor, PPB_MOUSECURSOR_INTERFACE)

static void context_lost(PP_Instance instance) {
    if (void *client = pp::Instance::GetPerInstanceObject(instance, PPP_GRAPHICS_3D_INTERFACE))
        static_cast<pp::Graphics3DClient *>(client)->Graphics3DContextLost();
}

static const PPP_Graphics3D client_interface = {context_lost};

static void lock_lost(PP_Instance instance) {
    if (void *lock = pp::Instance::GetPerInstanceObject(instance, PPP_MOUSELOCK_INTERFACE))
        static_cast<pp::MouseLock *>(lock)->MouseLockLost();
}

static const PPP_MouseLock lock_interface = {lock_lost};

namespace pp {

AudioConfig::AudioConfig(const InstanceHandle &instance, PP_AudioSampleRate rate, uint32_t frames)
    : Resource(PASS_REF, configurations()->CreateStereo16Bit(instance.pp_instance(), rate, frames)), rate_(rate),
      frames_(frames) {}

PP_AudioSampleRate AudioConfig::RecommendSampleRate(const InstanceHandle &instance) {
    return configurations()->RecommendSampleRate(instance.pp_instance());
}

uint32_t AudioConfig::RecommendSampleFrameCount(
    const InstanceHandle &instance, PP_AudioSampleRate rate, uint32_t frames) {
    return configurations()->RecommendSampleFrameCount(instance.pp_instance(), rate, frames);
}

Audio::Audio(const InstanceHandle &instance, const AudioConfig &config, PPB_Audio_Callback callback, void *data)
    : Resource(PASS_REF, audios()->Create(instance.pp_instance(), config.pp_resource(), callback, data)),
      config_(config) {}

Audio::Audio(const InstanceHandle &instance, const AudioConfig &config, PPB_Audio_Callback_1_0 callback, void *data)
    : Resource(PASS_REF, audios_1_0()->Create(instance.pp_instance(), config.pp_resource(), callback, data)),
      config_(config) {}

bool Audio::StartPlayback() {
    return PP_ToBool(audios()->StartPlayback(pp_resource()));
}

bool Audio::StopPlayback() {
    return PP_ToBool(audios()->StopPlayback(pp_resource()));
}

Graphics3D::Graphics3D(const InstanceHandle &instance, const int32_t attributes[])
    : Resource(PASS_REF, contexts()->Create(instance.pp_instance(), 0, attributes)) {}

Graphics3D::Graphics3D(const InstanceHandle &instance, const Graphics3D &shared, const int32_t attributes[])
    : Resource(PASS_REF, contexts()->Create(instance.pp_instance(), shared.pp_resource(), attributes)) {}

int32_t Graphics3D::GetAttribMaxValue(Resource instance, int32_t attribute, int32_t *value) {
    return contexts()->GetAttribMaxValue(instance.pp_resource(), attribute, value);
}

int32_t Graphics3D::GetAttribs(int32_t attributes[]) const {
    return contexts()->GetAttribs(pp_resource(), attributes);
}

int32_t Graphics3D::SetAttribs(const int32_t attributes[]) {
    return contexts()->SetAttribs(pp_resource(), attributes);
}

int32_t Graphics3D::GetError() {
    return contexts()->GetError(pp_resource());
}

int32_t Graphics3D::ResizeBuffers(int32_t width, int32_t height) {
    return contexts()->ResizeBuffers(pp_resource(), width, height);
}

int32_t Graphics3D::SwapBuffers(const CompletionCallback &callback) {
    return contexts()->SwapBuffers(pp_resource(), callback.pp_completion_callback());
}

Graphics3DClient::Graphics3DClient(Instance *instance) : associated_instance_(instance) {
    Module::Get()->AddPluginInterface(PPP_GRAPHICS_3D_INTERFACE, &client_interface);
    instance->AddPerInstanceObject(PPP_GRAPHICS_3D_INTERFACE, this);
}

Graphics3DClient::~Graphics3DClient() {
    Instance::RemovePerInstanceObject(associated_instance_, PPP_GRAPHICS_3D_INTERFACE, this);
}

bool Fullscreen::IsFullscreen() {
    return PP_ToBool(screens()->IsFullscreen(instance_.pp_instance()));
}

bool Fullscreen::SetFullscreen(bool fullscreen) {
    return PP_ToBool(screens()->SetFullscreen(instance_.pp_instance(), PP_FromBool(fullscreen)));
}

bool Fullscreen::GetScreenSize(Size *size) {
    return PP_ToBool(screens()->GetScreenSize(instance_.pp_instance(), &size->pp_size()));
}

bool MouseCursor::SetCursor(
    const InstanceHandle &instance, PP_MouseCursor_Type type, const ImageData &image, const Point &hot_spot) {
    PP_Point spot = hot_spot.pp_point();
    return PP_ToBool(cursors()->SetCursor(instance.pp_instance(), type, image.pp_resource(), &spot));
}

MouseLock::MouseLock(Instance *instance) : associated_instance_(instance) {
    Module::Get()->AddPluginInterface(PPP_MOUSELOCK_INTERFACE, &lock_interface);
    instance->AddPerInstanceObject(PPP_MOUSELOCK_INTERFACE, this);
}

MouseLock::~MouseLock() {
    Instance::RemovePerInstanceObject(associated_instance_, PPP_MOUSELOCK_INTERFACE, this);
}

int32_t MouseLock::LockMouse(const CompletionCallback &callback) {
    return locks()->LockMouse(associated_instance_.pp_instance(), callback.pp_completion_callback());
}

void MouseLock::UnlockMouse() {
    locks()->UnlockMouse(associated_instance_.pp_instance());
}

} // namespace pp
