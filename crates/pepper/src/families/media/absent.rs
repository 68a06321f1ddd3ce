//! Encoders and media streams with sound, of which this machine has none.
//!
//! Programs can make encoders; none can be initialized, as on a machine without codecs.
//! Tracks with sound come from pages alone, which have none, and buffers from tracks: no
//! resource is one.
//!
//! Source: Chromium's `ppapi/proxy/video_encoder_resource.cc` and
//! `ppapi/proxy/audio_encoder_resource.cc`.

use crate::kernel::call::{Call, NOTHING, code, word};
use crate::kernel::completion::{ArrayOutput, Begun, Delivery, Ending, PendingId};
use crate::kernel::errors::PpError;
use crate::kernel::resource::{Kind, Resource};
use crate::kernel::state::Kernel;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// What encoders of both kinds keep.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    is_closed: bool,
    initializing: Option<PendingId>,
}

/// An encoder of video.
#[derive(Debug, Default)]
pub(crate) struct VideoEncoder(Encoder);

impl Resource for VideoEncoder {
    fn name(&self) -> &'static str {
        "VideoEncoder"
    }
}

/// An encoder of sound.
#[derive(Debug, Default)]
pub(crate) struct AudioEncoder(Encoder);

impl Resource for AudioEncoder {
    fn name(&self) -> &'static str {
        "AudioEncoder"
    }
}

impl AsMut<Encoder> for VideoEncoder {
    fn as_mut(&mut self) -> &mut Encoder {
        &mut self.0
    }
}

impl AsMut<Encoder> for AudioEncoder {
    fn as_mut(&mut self) -> &mut Encoder {
        &mut self.0
    }
}

impl Encoder {
    /// Why it does nothing.
    fn error(&self) -> PpError {
        match self.is_closed {
            true => PpError::Aborted,
            false => PpError::Failed,
        }
    }
}

/// `GetSupportedProfiles(encoder, output, callback)`: an empty array, for descriptions
/// of so many bytes.
pub(crate) fn get_supported_profiles<K: Kind + AsMut<Encoder>>(
    call: &mut Call<'_, '_>,
    element_size: u32,
) -> Result<Action, Fault> {
    let owner = call.owner::<K>(0);
    call.complete(2, owner, |call, id| {
        if let Some(encoder) = call.resource::<K>(0)
            && encoder.as_mut().is_closed
        {
            return Ok(PpError::Aborted.into());
        }
        let output = call.words(1)?;
        let nothing = ArrayOutput {
            output,
            count: 0,
            element_size,
            fill: Box::new(|_, _| Ok(0)),
        };
        let ending = Ending::with_output(move |_| Ok(Delivery::Array(nothing)));
        call.kernel.finish(id, ending);
        Ok(Begun::Later)
    })
}

/// `Initialize`, with the callback in an argument: there is no codec.
pub(crate) fn initialize<K: Kind + AsMut<Encoder>>(
    call: &mut Call<'_, '_>,
    callback: usize,
) -> Result<Action, Fault> {
    let owner = call.owner::<K>(0);
    call.complete(callback, owner, |call, id| {
        let Some(encoder) = call.resource::<K>(0).map(AsMut::as_mut) else {
            return Ok(PpError::BadResource.into());
        };
        if encoder.is_closed {
            return Ok(PpError::Aborted.into());
        }
        let busy = encoder.initializing.replace(id);
        if call.kernel.is_busy(busy) {
            if let Some(encoder) = call.resource::<K>(0) {
                encoder.as_mut().initializing = busy;
            }
            return Ok(PpError::InProgress.into());
        }
        Ok(call.fail_later(id, PpError::NotSupported))
    })
}

/// A method with a callback that needs an initialized encoder.
pub(crate) fn encode<K: Kind + AsMut<Encoder>>(
    call: &mut Call<'_, '_>,
    callback: usize,
) -> Result<Action, Fault> {
    let owner = call.owner::<K>(0);
    call.complete(callback, owner, |call, _| {
        let encoder = call.resource::<K>(0).map(AsMut::as_mut);
        let error = encoder.map_or(PpError::BadResource, |encoder| encoder.error());
        Ok(error.into())
    })
}

/// A method without a callback that needs an initialized encoder.
pub(crate) fn ask<K: Kind + AsMut<Encoder>>(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let encoder = call.resource::<K>(0).map(AsMut::as_mut);
    let error = encoder.map_or(PpError::BadResource, |encoder| encoder.error());
    code(error.code())
}

/// `Close`.
pub(crate) fn close<K: Kind + AsMut<Encoder>>(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if let Some(encoder) = call.resource::<K>(0) {
        encoder.as_mut().is_closed = true;
        let kernel: &mut Kernel = call.kernel;
        kernel.abort_all(call.args[0] as u32);
    }
    NOTHING
}

/// A method that gives nothing, of a thing that is not there.
pub(crate) fn nothing(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    NOTHING
}

/// A method of a thing that is not there, and that gives a number, an address or a
/// truth value of it.
pub(crate) fn zero(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(0)
}

/// A method without a callback of a thing that is not there.
pub(crate) fn bad_resource(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    code(PpError::BadResource.code())
}

/// A method with a callback in an argument of a thing that is not there.
pub(crate) fn bad_operation(call: &mut Call<'_, '_>, callback: usize) -> Result<Action, Fault> {
    let error = PpError::BadResource;
    call.complete(callback, Err(error), |_, _| Ok(error.into()))
}
