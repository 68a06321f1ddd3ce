//! Operations on TCP sockets of every interface. Each method takes the resource type that its
//! interface creates.

use super::{State, Tcp, TcpSocket, TcpSocketPrivate, Transition, Version};
use crate::device::network::{Request, SocketOption};
use crate::families::network::sockets::request;
use crate::kernel::call::Call;
use crate::kernel::errors::PpError;
use crate::kernel::interface::Begun;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::Kind;
use crate::kernel::state::Kernel;
use crate::table::ctypes::{PP_Resource, char};
use crate::table::typed::{At, CallbackArg, Res};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

/// Maximum number of bytes in one read or write.
const MOST_BYTES: u32 = 1 << 20;

/// Starts a request that changes the state of a socket.
pub(crate) fn change(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    transition: Transition,
    wanted: Request,
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) else {
        return PpError::BadResource.into();
    };
    if let Err(error) = known.check(transition) {
        return error.into();
    }
    known.transition = Some((transition, pending));
    request(call.kernel, socket, wanted);
    Begun::Later
}

/// Begins to read bytes.
pub(crate) fn read<K: Kind>(
    call: &mut Call<'_, '_>,
    socket: Res<K>,
    buffer: At<char>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        Ok(begin_to_read(call, socket.id, pending, (buffer, len)))
    })
}

fn begin_to_read(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    (buffer, len): (At<char>, i32),
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) else {
        return PpError::BadResource.into();
    };
    let busy = known.reading.map(|reading| reading.0);
    let is_connected = known.is_connected();
    let len = match check_transfer(call.kernel, (buffer, len), is_connected, busy) {
        Ok(len) => len,
        Err(error) => return error.into(),
    };
    if !call.kernel.completions.charge(pending, len.into()) {
        return PpError::NoMemory.into();
    }
    if let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) {
        known.reading = Some((pending, buffer.address));
    }
    request(call.kernel, socket, Request::Read(len));
    Begun::Later
}

/// Begins to write bytes.
pub(crate) fn write<K: Kind>(
    call: &mut Call<'_, '_>,
    socket: Res<K>,
    buffer: At<char>,
    len: i32,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        begin_to_write(call, socket.id, pending, (buffer, len))
    })
}

fn begin_to_write(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    (buffer, len): (At<char>, i32),
) -> Result<Begun, Fault> {
    let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) else {
        return Ok(PpError::BadResource.into());
    };
    let (busy, is_connected) = (known.writing, known.is_connected());
    let len = match check_transfer(call.kernel, (buffer, len), is_connected, busy) {
        Ok(len) => len,
        Err(error) => return Ok(error.into()),
    };
    if !call.kernel.completions.charge(pending, len.into()) {
        return Ok(PpError::NoMemory.into());
    }
    let bytes = call.context.memory.bytes(buffer.address, len)?;
    call.context.bytes += u64::from(len);
    if let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) {
        known.writing = Some(pending);
    }
    request(call.kernel, socket, Request::Write(bytes));
    Ok(Begun::Later)
}

/// Returns the number of bytes that can be read or written at once.
fn check_transfer(
    kernel: &Kernel,
    (buffer, len): (At<char>, i32),
    is_connected: bool,
    busy: Option<PendingId>,
) -> Result<u32, PpError> {
    if buffer.address == 0 || len <= 0 {
        return Err(PpError::BadArgument);
    }
    if !is_connected {
        return Err(PpError::Failed);
    }
    if kernel.is_busy(busy) {
        return Err(PpError::InProgress);
    }
    Ok(len.unsigned_abs().min(MOST_BYTES))
}

/// Starts to accept a connection. Its ID is written to an address.
pub(crate) fn accept<K: Kind>(
    call: &mut Call<'_, '_>,
    socket: Res<K>,
    accepted: At<PP_Resource>,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    let owner = call.own(socket);
    call.complete(callback, owner, |call, pending| {
        Ok(begin_to_accept(call, socket.id, pending, accepted))
    })
}

fn begin_to_accept(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    accepted: At<PP_Resource>,
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) else {
        return PpError::BadResource.into();
    };
    if accepted.address == 0 {
        return PpError::BadArgument.into();
    }
    let (state, version) = (known.state, known.version);
    let is_waiting = known.accepting.is_some() || !known.accepted.is_empty();
    // Chrome's private interface checks the state first. The order does not matter, because only a
    // listening socket can have a pending accept or an undelivered connection.
    if is_waiting {
        return PpError::InProgress.into();
    }
    if state != State::Listening {
        return PpError::Failed.into();
    }
    let awaited = Tcp::awaited(version);
    let connection = match version {
        Version::Private => call.create_held(TcpSocketPrivate(awaited)),
        Version::V1_0 | Version::V1_1 => call.create_held(TcpSocket(awaited)),
    };
    if connection == 0 {
        return PpError::NoMemory.into();
    }
    if let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) {
        known.accepting = Some((pending, accepted.address, connection));
    }
    request(call.kernel, socket, Request::Accept(connection));
    Begun::Later
}

/// Starts to change a setting, if that is possible now. Sockets of the early interfaces must be
/// connected.
pub(crate) fn set_option(
    call: &mut Call<'_, '_>,
    socket: u32,
    pending: PendingId,
    option: Option<SocketOption>,
) -> Begun {
    let Some(known) = call.kernel.resources.of_mut::<Tcp>(socket) else {
        return PpError::BadResource.into();
    };
    let is_late = match known.version {
        Version::V1_1 => known.state == State::Closed,
        Version::Private | Version::V1_0 => known.state != State::Connected,
    };
    if is_late {
        return PpError::Failed.into();
    }
    let Some(option) = option else {
        return PpError::BadArgument.into();
    };
    known.changing.push_back(pending);
    request(call.kernel, socket, Request::SetOption(option));
    Begun::Later
}

/// Closes a socket and aborts its pending operations.
pub(crate) fn close<K: Kind>(call: &mut Call<'_, '_>, socket: Res<K>) {
    if call.get(socket).is_none() {
        return;
    }
    let (kernel, id) = (&mut *call.kernel, socket.id);
    let Some(socket) = kernel.resources.of_mut::<Tcp>(id) else {
        return;
    };
    if socket.state == State::Closed && socket.accepting.is_none() {
        return;
    }
    socket.state = State::Closed;
    (socket.transition, socket.reading, socket.writing) = (None, None, None);
    socket.changing.clear();
    let mut awaited = std::mem::take(&mut socket.accepted);
    awaited.extend(socket.accepting.take().map(|accepting| accepting.2));
    kernel.devices.network.close(id);
    kernel.abort_all(id);
    for connection in awaited {
        kernel.unhold_resource(connection);
    }
}
