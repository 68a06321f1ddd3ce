//! Operations on UDP sockets of every interface.

use super::{Receiving, Udp};
use crate::device::network::{Request, SocketOption};
use crate::families::network::sockets::{code, request};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::Kind;
use crate::kernel::state::Kernel;
use crate::table::ctypes::{PP_Resource, char};
use crate::table::typed::{At, Res};
use core::net::{IpAddr, SocketAddr};
use pinnacle_system::memory::Fault;

/// Maximum number of bytes in one receive or send.
const MOST_BYTES: u32 = 128 << 10;

/// Begins to bind a socket.
pub(crate) fn bind(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    address: Option<SocketAddr>,
) -> Begun {
    let known = call.kernel.resources.of_mut::<Udp>(socket);
    let (Some(known), Some(address)) = (known, address) else {
        return PpError::BadArgument.into();
    };
    if known.bound.is_some() || known.is_closed {
        return PpError::Failed.into();
    }
    let busy = known.binding;
    if call.kernel.is_busy(busy) {
        return PpError::InProgress.into();
    }
    if let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) {
        known.binding = Some(pending);
    }
    request(call.kernel, socket, Request::BindUdp(address));
    Begun::Later
}

/// Begins to receive a message into a buffer. The resource of the sender's address is stored at
/// `from`, if it is not null.
pub(crate) fn receive(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    (buffer, len): (At<char>, i32),
    from: Option<At<PP_Resource>>,
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) else {
        return PpError::BadResource.into();
    };
    if buffer.address == 0 || len <= 0 {
        return PpError::BadArgument.into();
    }
    if known.bound().is_none() {
        return PpError::Failed.into();
    }
    let busy = known.receiving.map(|receiving| receiving.id);
    if call.kernel.is_busy(busy) {
        return PpError::InProgress.into();
    }
    let len = len.unsigned_abs().min(MOST_BYTES);
    if !call.kernel.completions.charge(pending, len.into()) {
        return PpError::NoMemory.into();
    }
    if let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) {
        known.receiving = Some(Receiving {
            id: pending,
            at: buffer.address,
            from_at: from.map_or(0, |from| from.address),
        });
    }
    request(call.kernel, socket, Request::Read(len));
    Begun::Later
}

/// Starts to send a message to an address.
pub(crate) fn send(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    (buffer, len): (At<char>, i32),
    to: Option<SocketAddr>,
) -> Result<Begun, Fault> {
    let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) else {
        return Ok(PpError::BadResource.into());
    };
    let Some(to) = to.filter(|_| buffer.address != 0 && len > 0) else {
        return Ok(PpError::BadArgument.into());
    };
    if known.bound().is_none() {
        return Ok(PpError::Failed.into());
    }
    let busy = known.sending;
    if call.kernel.is_busy(busy) {
        return Ok(PpError::InProgress.into());
    }
    let len = len.unsigned_abs().min(MOST_BYTES);
    if !call.kernel.completions.charge(pending, len.into()) {
        return Ok(PpError::NoMemory.into());
    }
    let bytes = call.context.memory.bytes(buffer.address, len)?;
    call.context.bytes += u64::from(len);
    if let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) {
        known.sending = Some(pending);
    }
    request(call.kernel, socket, Request::SendTo(to, bytes));
    Ok(Begun::Later)
}

/// Starts to change a setting, if that is possible now.
pub(crate) fn set_option(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    option: Option<SocketOption>,
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Udp>(socket) else {
        return PpError::BadResource.into();
    };
    if known.is_closed {
        return PpError::Failed.into();
    }
    let Some(option) = option else {
        return PpError::BadArgument.into();
    };
    if let Err(error) = known.check(option) {
        return error.into();
    }
    known.changing.push_back(pending);
    request(call.kernel, socket, Request::SetOption(option));
    Begun::Later
}

/// Starts to join or leave a group.
pub(crate) fn change_group(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    group: Option<SocketAddr>,
    wanted: fn(IpAddr) -> Request,
) -> Begun {
    let known = call.kernel.resources.of_mut::<Udp>(socket);
    let (Some(known), Some(group)) = (known, group) else {
        return PpError::BadArgument.into();
    };
    if known.bound().is_none() {
        return PpError::Failed.into();
    }
    known.changing.push_back(pending);
    request(call.kernel, socket, wanted(group.ip()));
    Begun::Later
}

/// Closes a socket and aborts its pending operations.
pub(crate) fn close<K: Kind>(call: &mut Call<'_, '_>, socket: Res<K>) {
    if call.get(socket).is_none() {
        return;
    }
    let (kernel, id) = (&mut *call.kernel, socket.id);
    let Some(socket) = kernel.resources.of_mut::<Udp>(id) else {
        return;
    };
    if !std::mem::replace(&mut socket.is_closed, true) {
        (socket.binding, socket.receiving, socket.sending) = (None, None, None);
        socket.changing.clear();
        kernel.devices.network.close(id);
        kernel.abort_all(id);
    }
}

/// Changes a setting before the socket is bound. The result only says whether the device accepted
/// the request; its later result is ignored.
pub(crate) fn set_feature(kernel: &mut Kernel, id: u32, option: Option<SocketOption>) -> i32 {
    let Some(socket) = kernel.resources.of_mut::<Udp>(id) else {
        return PpError::BadResource.code();
    };
    if socket.is_closed || socket.bound.is_some() {
        return PpError::Failed.code();
    }
    let Some(option) = option else {
        return PpError::BadArgument.code();
    };
    let wanted = Request::SetOption(option);
    match kernel.devices.network.request(id, wanted) {
        Ok(()) => OK,
        Err(error) => code(error, true),
    }
}
