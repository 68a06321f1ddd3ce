//! Encoders and media streams with sound, which are not available.
//!
//! Programs can create encoders but cannot initialize them, as on a machine without codecs. Audio
//! tracks come from pages, which do not provide any, and audio buffers come from tracks. So there
//! are never any resources of these two types.
//!
//! Source: Chromium's `ppapi/proxy/video_encoder_resource.cc` and
//! `ppapi/proxy/audio_encoder_resource.cc`.

use crate::kernel::call::{Call, NOTHING};
use crate::kernel::errors::PpError;
use crate::kernel::interface::ArrayOutput;
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{Kind, Resource};
use crate::table::ctypes::PP_ArrayOutput;
use crate::table::typed::{At, CallbackArg, Res};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// State of encoders of both kinds.
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
    /// Returns the error that all its operations fail with.
    fn error(&self) -> PpError {
        match self.is_closed {
            true => PpError::Aborted,
            false => PpError::Failed,
        }
    }
}

/// Implements `GetSupportedProfiles(encoder, output, callback)`: returns an empty array, whose
/// elements would have this size.
pub(super) fn get_supported_profiles<K: Kind + AsMut<Encoder>, const SIZE: u32>(
    call: &mut Call<'_, '_>,
    encoder: Res<K>,
    output: At<PP_ArrayOutput>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(encoder);
    call.complete(callback, owner, |call, id| {
        if let Some(encoder) = call.get(encoder)
            && encoder.as_mut().is_closed
        {
            return Ok(PpError::Aborted.into());
        }
        let nothing = ArrayOutput {
            output: output.read_words(call)?,
            count: 0,
            element_size: SIZE,
            fill: Box::new(|_, _| Ok(0)),
        };
        let ending = Ending::with_output(move |_| Ok(Delivery::Array(nothing)));
        call.kernel.finish(id, ending);
        Ok(Begun::Later)
    })
}

/// Implements `Initialize`, which fails because there is no codec.
pub(super) fn initialize<K: Kind + AsMut<Encoder>>(
    call: &mut Call<'_, '_>,
    encoder: Res<K>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(encoder);
    call.complete(callback, owner, |call, id| {
        let kernel = &mut *call.kernel;
        let found = kernel.resources.of_mut::<K>(encoder.id);
        let Some(encoder) = found.map(AsMut::as_mut) else {
            return Ok(PpError::BadResource.into());
        };
        if encoder.is_closed {
            return Ok(PpError::Aborted.into());
        }
        let under_way = encoder.initializing;
        if under_way.is_some_and(|one| kernel.completions.is_pending(one)) {
            return Ok(PpError::InProgress.into());
        }
        encoder.initializing = Some(id);
        kernel.finish(id, PpError::NotSupported);
        Ok(Begun::Later)
    })
}

/// Implements a method with a callback that needs an initialized encoder.
pub(super) fn encode<K: Kind + AsMut<Encoder>>(
    call: &mut Call<'_, '_>,
    encoder: Res<K>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(encoder);
    call.complete(
        callback,
        owner,
        |call, _| Ok(error_of(call, encoder).into()),
    )
}

/// Returns the error that all operations of an encoder fail with.
fn error_of<K: Kind + AsMut<Encoder>>(call: &mut Call<'_, '_>, encoder: Res<K>) -> PpError {
    let encoder = call.get(encoder).map(AsMut::as_mut);
    encoder.map_or(PpError::BadResource, |encoder| encoder.error())
}

/// Implements a method without a callback that needs an initialized encoder.
pub(super) fn ask<K: Kind + AsMut<Encoder>>(call: &mut Call<'_, '_>, encoder: Res<K>) -> i32 {
    error_of(call, encoder).code()
}

/// Implements `Close`.
pub(super) fn close<K: Kind + AsMut<Encoder>>(call: &mut Call<'_, '_>, encoder: Res<K>) {
    if let Some(found) = call.get(encoder) {
        found.as_mut().is_closed = true;
        call.kernel.abort_all(encoder.id);
    }
}

/// Implements a method without a result, for an object that does not exist.
pub(crate) fn nothing(_: &mut Call<'_, '_>) -> Result<Action, Fault> {
    NOTHING
}

/// Implements a method that returns zero, for an object that does not exist.
pub(super) fn zero<R: Default>(_: &mut Call<'_, '_>, _resource: u32) -> R {
    R::default()
}

/// Implements a method with a callback, for an object that does not exist.
pub(super) fn bad_operation(
    call: &mut Call<'_, '_>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let error = PpError::BadResource;
    call.complete(callback, Err(error), |_, _| Ok(error.into()))
}
