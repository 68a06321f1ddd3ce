//! `PPB_MediaStreamAudioTrack`: sound tracks. Pages never send any.

use crate::families::media::absent::{bad_operation, zero};
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_Resource, int32_t};
use crate::table::typed::{At, CallbackArg};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MEDIA_STREAM_AUDIO_TRACK_0_1: Interface = interface! { "PPB_MediaStreamAudioTrack" "0.1" Stable:
    IsMediaStreamAudioTrack(resource: PP_Resource) -> PP_Bool => zero::<bool>;
    Configure(audio_track: PP_Resource, attrib_list: *const int32_t, callback: PP_CompletionCallback) -> int32_t => configure;
    GetAttrib(audio_track: PP_Resource, attrib: PP_MediaStreamAudioTrack_Attrib, value: *mut int32_t) -> int32_t => get_attrib;
    GetId(audio_track: PP_Resource) -> PP_Var => get_id;
    HasEnded(audio_track: PP_Resource) -> PP_Bool => has_ended;
    GetBuffer(audio_track: PP_Resource, buffer: *mut PP_Resource, callback: PP_CompletionCallback) -> int32_t => get_buffer;
    RecycleBuffer(audio_track: PP_Resource, buffer: PP_Resource) -> int32_t => recycle_buffer;
    Close(audio_track: PP_Resource) => zero::<()>;
}
.with_support(Support::Refused("pages cannot post tracks with sound"));

fn configure(
    call: &mut Call<'_, '_>,
    _track: u32,
    _attributes: At<int32_t>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    bad_operation(call, callback)
}

fn get_attrib(_: &mut Call<'_, '_>, _track: u32, _attribute: u32, _value: At<int32_t>) -> i32 {
    PpError::BadResource.code()
}

fn get_id(_: &mut Call<'_, '_>, _track: u32) -> Var {
    Var::Undefined
}

/// Returns true: a track that does not exist has ended.
fn has_ended(_: &mut Call<'_, '_>, _track: u32) -> bool {
    true
}

fn get_buffer(
    call: &mut Call<'_, '_>,
    _track: u32,
    _buffer: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    bad_operation(call, callback)
}

fn recycle_buffer(_: &mut Call<'_, '_>, _track: u32, _buffer: u32) -> i32 {
    PpError::BadResource.code()
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::errors::{COMPLETION_PENDING, PpError};

    const TRACK: &str = "PPB_MediaStreamAudioTrack;0.1";

    #[test]
    fn no_resource_is_a_track() {
        let mut program = Program::started();
        assert_eq!(program.call(TRACK, "IsMediaStreamAudioTrack", &[1]), 0);
        assert_eq!(program.call(TRACK, "HasEnded", &[1]), 1);
        let (place, callback) = (program.words(&[0]), program.callback(99, false));
        let args = [1, place.into(), callback];
        assert_eq!(program.code(TRACK, "GetBuffer", &args), COMPLETION_PENDING);
        assert_eq!(program.called_back(99), PpError::BadResource.code());
    }
}
