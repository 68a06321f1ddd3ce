//! `PPB_Audio`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const AUDIO_1_1: Interface = interface! { "PPB_Audio" "1.1" Stable:
    Create(instance: PP_Instance, config: PP_Resource, audio_callback: PPB_Audio_Callback, user_data: *mut void) -> PP_Resource = unfinished;
    IsAudio(resource: PP_Resource) -> PP_Bool = unfinished;
    GetCurrentConfig(audio: PP_Resource) -> PP_Resource = unfinished;
    StartPlayback(audio: PP_Resource) -> PP_Bool = unfinished;
    StopPlayback(audio: PP_Resource) -> PP_Bool = unfinished;
};

pub(super) const AUDIO_1_0: Interface = interface! { "PPB_Audio" "1.0" Stable:
    Create(instance: PP_Instance, config: PP_Resource, audio_callback: PPB_Audio_Callback_1_0, user_data: *mut void) -> PP_Resource = unfinished;
    IsAudio(resource: PP_Resource) -> PP_Bool = unfinished;
    GetCurrentConfig(audio: PP_Resource) -> PP_Resource = unfinished;
    StartPlayback(audio: PP_Resource) -> PP_Bool = unfinished;
    StopPlayback(audio: PP_Resource) -> PP_Bool = unfinished;
};
