//! Sockets, WebSockets and host names: the state that their interfaces share.
//!
//! A resource keeps the state that the program sees and the pending operations. It uses its own ID
//! for requests to the device. The result is an event, which ends the operation. An immediate
//! refusal by the device is treated like a later failure: programs receive the error in their
//! callbacks.

pub(crate) mod address;
pub(crate) mod resolver;
pub(crate) mod tcp;
pub(crate) mod udp;
pub(crate) mod web_socket;

use crate::device::network::{NetworkError, NetworkEvent, Request};
use crate::families::network::sockets::tcp::Tcp;
use crate::families::network::sockets::udp::Udp;
use crate::families::network::sockets::web_socket::WebSocket;
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::state::Kernel;
use crate::table::ctypes::char;
use crate::table::typed::At;
use pinnacle_system::memory::Fault;
use std::collections::VecDeque;

/// Maximum length of a host name.
const MAX_HOST_NAME: u32 = 1024;

/// Pending operations of one kind. They end in order.
pub(crate) type Queue = VecDeque<PendingId>;

/// Returns the error number for a program. The private interfaces have no error numbers for network
/// errors or missing permissions: these become `PP_ERROR_FAILED`.
pub(super) fn code(error: NetworkError, is_private: bool) -> i32 {
    let error = match error {
        NetworkError::NoAccess => PpError::NoAccess,
        NetworkError::Failed => PpError::Failed,
        NetworkError::NotSupported => PpError::NotSupported,
        NetworkError::NoMemory => PpError::NoMemory,
        NetworkError::ConnectionClosed => PpError::ConnectionClosed,
        NetworkError::ConnectionReset => PpError::ConnectionReset,
        NetworkError::ConnectionRefused => PpError::ConnectionRefused,
        NetworkError::ConnectionAborted => PpError::ConnectionAborted,
        NetworkError::ConnectionFailed => PpError::ConnectionFailed,
        NetworkError::ConnectionTimedOut => PpError::ConnectionTimedOut,
        NetworkError::AddressInvalid => PpError::AddressInvalid,
        NetworkError::AddressUnreachable => PpError::AddressUnreachable,
        NetworkError::AddressInUse => PpError::AddressInUse,
        NetworkError::MessageTooBig => PpError::MessageTooBig,
        NetworkError::NameNotResolved => PpError::NameNotResolved,
    };
    let is_hidden = error == PpError::NoAccess || error.code() <= PpError::ConnectionClosed.code();
    match is_private && is_hidden {
        true => PpError::Failed.code(),
        false => error.code(),
    }
}

/// Sends a request of a resource to the device.
fn request(kernel: &mut Kernel, id: u32, request: Request) {
    let operation = request.operation();
    if let Err(error) = kernel.devices.network.request(id, request) {
        happened(kernel, id, NetworkEvent::Failed(operation, error));
    }
}

/// Handles a network event for a resource that may no longer exist.
pub(crate) fn happened(kernel: &mut Kernel, id: u32, event: NetworkEvent) {
    let resources = &kernel.resources;
    if resources.is::<Tcp>(id) {
        tcp::events::happened(kernel, id, event);
    } else if resources.is::<Udp>(id) {
        udp::events::happened(kernel, id, event);
    } else if resources.is::<WebSocket>(id) {
        web_socket::happened(kernel, id, event);
    } else {
        resolver::happened(kernel, id, event);
    }
}

/// Completes an operation of a resource, if one was pending.
fn finish_taken(kernel: &mut Kernel, taken: Option<PendingId>, result: i32) {
    if let Some(id) = taken {
        kernel.finish(id, result);
    }
}

/// Returns the ending of an operation that writes bytes to an address and returns their number.
/// `more` may write further outputs.
fn written(
    kernel: &Kernel,
    at: u32,
    bytes: Vec<u8>,
    more: impl FnOnce(&mut Call<'_, '_>) -> Result<(), Fault> + Send + 'static,
) -> Ending {
    let Ok(kept) = kernel.budget.charge(bytes.len() as u64) else {
        return PpError::NoMemory.into();
    };
    Ending::with_output(move |call| {
        drop(kept);
        call.context.memory.write(at, &bytes)?;
        call.context.bytes += bytes.len() as u64;
        more(call)?;
        Ok(Delivery::Result(bytes.len() as i32))
    })
}

/// Reads a host name; `None` if the address is null, or the text is not UTF-8 or too long.
pub(super) fn host_name(call: &mut Call<'_, '_>, name: At<char>) -> Result<Option<String>, Fault> {
    if name.address == 0 {
        return Ok(None);
    }
    let bytes = call.context.memory.c_string(name.address, MAX_HOST_NAME)?;
    Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
}
