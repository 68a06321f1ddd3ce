//! TCP sockets: their states, and what is under way.
//!
//! One kind of socket stands behind `PPB_TCPSocket` in all versions and behind the two
//! private interfaces; they differ in a few rules ([`Version`]).
//!
//! Source: Chromium's `ppapi/proxy/tcp_socket_resource_base.cc`,
//! `ppapi/proxy/tcp_server_socket_private_resource.cc` and
//! `ppapi/shared_impl/ppb_tcp_socket_shared.cc`.

use super::{Queue, code};
use crate::device::network::{NetworkError, NetworkEvent, Operation, Request, SocketOption};
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, Delivery, Ending, PendingId};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use core::net::SocketAddr;
use pinnacle_system::memory::Fault;
use std::any::Any;

/// At most so many bytes are read or written at once.
const MOST_BYTES: u32 = 1 << 20;

/// By which interface a socket was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Version {
    /// `PPB_TCPSocket_Private` or `PPB_TCPServerSocket_Private`.
    Private,
    /// `PPB_TCPSocket;1.0`.
    V1_0,
    /// A later one.
    V1_1,
}

/// What a socket is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Initial,
    Bound,
    Connected,
    Listening,
    Closed,
}

/// What a socket is about to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transition {
    Bind,
    Connect,
    /// With the greatest number of connections that wait.
    Listen(u32),
    /// The same, bound first.
    BindAndListen(u32),
}

/// A TCP socket.
#[derive(Debug)]
pub(crate) struct TcpSocket {
    version: Version,
    state: State,
    transition: Option<(Transition, PendingId)>,
    /// Where what is read goes.
    reading: Option<(PendingId, u32)>,
    writing: Option<PendingId>,
    /// Where the id of the next connection goes, and its resource, which the host
    /// holds.
    accepting: Option<(PendingId, u32, u32)>,
    /// Connections that have come and that the program has not been told of; the host
    /// holds them.
    accepted: Vec<u32>,
    changing: Queue,
    local: Option<SocketAddr>,
    remote: Option<SocketAddr>,
}

impl Resource for TcpSocket {
    fn name(&self) -> &'static str {
        "TcpSocket"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.tcp_gone(id, *self);
    }
}

/// One of `PPB_TCPSocket_Private`.
#[derive(Debug)]
pub(crate) struct TcpSocketPrivate(pub(crate) TcpSocket);

impl Resource for TcpSocketPrivate {
    fn name(&self) -> &'static str {
        "TcpSocketPrivate"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.tcp_gone(id, self.0);
    }
}

/// One of `PPB_TCPServerSocket_Private`.
#[derive(Debug)]
pub(crate) struct TcpServerSocketPrivate(pub(crate) TcpSocket);

impl Resource for TcpServerSocketPrivate {
    fn name(&self) -> &'static str {
        "TcpServerSocketPrivate"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.tcp_gone(id, self.0);
    }
}

impl TcpSocket {
    /// A socket that is neither bound nor connected.
    pub(crate) fn new(version: Version) -> TcpSocket {
        TcpSocket {
            version,
            state: State::Initial,
            transition: None,
            reading: None,
            writing: None,
            accepting: None,
            accepted: Vec::new(),
            changing: Queue::new(),
            local: None,
            remote: None,
        }
    }

    /// A socket for a connection that has not come yet.
    fn awaited(version: Version) -> TcpSocket {
        TcpSocket {
            state: State::Closed,
            ..TcpSocket::new(version)
        }
    }

    /// Where it is bound to.
    pub(crate) fn local(&self) -> Option<SocketAddr> {
        let is_bound = !matches!(self.state, State::Initial | State::Closed);
        self.local.filter(|_| is_bound)
    }

    /// With whom it is connected.
    pub(crate) fn remote(&self) -> Option<SocketAddr> {
        self.remote.filter(|_| self.state == State::Connected)
    }

    /// Whether it takes connections.
    pub(crate) fn is_listening(&self) -> bool {
        self.state == State::Listening
    }

    /// Whether it is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.state == State::Connected
    }

    /// Whether it can become so now.
    fn check(&self, transition: Transition) -> Result<(), PpError> {
        let kind = std::mem::discriminant(&transition);
        match self.transition {
            Some((now, _)) if std::mem::discriminant(&now) == kind => {
                return Err(PpError::InProgress);
            }
            Some(_) => return Err(PpError::Failed),
            None => {}
        }
        let can_be = match transition {
            Transition::Bind | Transition::BindAndListen(_) => self.state == State::Initial,
            Transition::Connect => matches!(self.state, State::Initial | State::Bound),
            Transition::Listen(_) => self.state == State::Bound,
        };
        can_be.then_some(()).ok_or(PpError::Failed)
    }
}

/// The socket that a resource is, by whichever interface it was made.
fn tcp(resource: &mut Box<dyn Resource>) -> Option<&mut TcpSocket> {
    let resource: &mut dyn Any = &mut **resource;
    if resource.is::<TcpSocketPrivate>() {
        return resource
            .downcast_mut()
            .map(|one: &mut TcpSocketPrivate| &mut one.0);
    }
    if resource.is::<TcpServerSocketPrivate>() {
        return resource
            .downcast_mut()
            .map(|one: &mut TcpServerSocketPrivate| &mut one.0);
    }
    resource.downcast_mut()
}

impl Call<'_, '_> {
    /// The socket that the first argument names, by whichever interface it was made.
    pub(crate) fn tcp(&mut self) -> Option<&mut TcpSocket> {
        tcp(self.kernel.resources.get_mut(self.arg(0))?)
    }

    /// Begins to change what a socket is, by a request.
    pub(crate) fn tcp_change(
        &mut self,
        id: PendingId,
        transition: Transition,
        request: Request,
    ) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.tcp() else {
            return PpError::BadResource.into();
        };
        if let Err(error) = socket.check(transition) {
            return error.into();
        }
        socket.transition = Some((transition, id));
        self.kernel.request(owner, request);
        Begun::Later
    }

    /// Begins to read so many bytes to an address.
    pub(crate) fn tcp_read(&mut self, id: PendingId, at: u32, len: u32) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.tcp() else {
            return PpError::BadResource.into();
        };
        if at == 0 || len as i32 <= 0 {
            return PpError::BadArgument.into();
        }
        if socket.state != State::Connected {
            return PpError::Failed.into();
        }
        let busy = socket.reading.map(|reading| reading.0);
        if self.kernel.is_busy(busy) {
            return PpError::InProgress.into();
        }
        let len = len.min(MOST_BYTES);
        if !self.kernel.completions.charge(id, len.into()) {
            return PpError::NoMemory.into();
        }
        if let Some(socket) = self.tcp() {
            socket.reading = Some((id, at));
        }
        self.kernel.request(owner, Request::Read(len));
        Begun::Later
    }

    /// Begins to write so many bytes from an address.
    pub(crate) fn tcp_write(&mut self, id: PendingId, at: u32, len: u32) -> Result<Begun, Fault> {
        let owner = self.arg(0);
        let Some(socket) = self.tcp() else {
            return Ok(PpError::BadResource.into());
        };
        if at == 0 || len as i32 <= 0 {
            return Ok(PpError::BadArgument.into());
        }
        if socket.state != State::Connected {
            return Ok(PpError::Failed.into());
        }
        let busy = socket.writing;
        if self.kernel.is_busy(busy) {
            return Ok(PpError::InProgress.into());
        }
        let len = len.min(MOST_BYTES);
        if !self.kernel.completions.charge(id, len.into()) {
            return Ok(PpError::NoMemory.into());
        }
        let bytes = self.context.memory.bytes(at, len)?;
        self.context.bytes += u64::from(len);
        if let Some(socket) = self.tcp() {
            socket.writing = Some(id);
        }
        self.kernel.request(owner, Request::Write(bytes));
        Ok(Begun::Later)
    }

    /// Begins to take a connection, whose id goes to an address.
    pub(crate) fn tcp_accept(&mut self, id: PendingId, at: u32) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.tcp() else {
            return PpError::BadResource.into();
        };
        if at == 0 {
            return PpError::BadArgument.into();
        }
        let (state, version) = (socket.state, socket.version);
        let is_waiting = socket.accepting.is_some() || !socket.accepted.is_empty();
        // The private interface looks at the state first; both cannot be.
        if is_waiting {
            return PpError::InProgress.into();
        }
        if state != State::Listening {
            return PpError::Failed.into();
        }
        let awaited = TcpSocket::awaited(version);
        let connection = match version {
            Version::Private => self.create_held(TcpSocketPrivate(awaited)),
            Version::V1_0 | Version::V1_1 => self.create_held(awaited),
        };
        if connection == 0 {
            return PpError::NoMemory.into();
        }
        if let Some(socket) = self.tcp() {
            socket.accepting = Some((id, at, connection));
        }
        self.kernel.request(owner, Request::Accept(connection));
        Begun::Later
    }

    /// Begins to change a setting, if it can be now. Settings of sockets of the first
    /// interfaces need a connection.
    pub(crate) fn tcp_set_option(
        &mut self,
        id: PendingId,
        option: impl FnOnce() -> Option<SocketOption>,
    ) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.tcp() else {
            return PpError::BadResource.into();
        };
        let is_late = match socket.version {
            Version::V1_1 => socket.state == State::Closed,
            Version::Private | Version::V1_0 => socket.state != State::Connected,
        };
        if is_late {
            return PpError::Failed.into();
        }
        let Some(option) = option() else {
            return PpError::BadArgument.into();
        };
        socket.changing.push_back(id);
        self.kernel.request(owner, Request::SetOption(option));
        Begun::Later
    }
}

impl Kernel {
    /// Closes a socket: what is under way is aborted.
    pub(crate) fn tcp_close(&mut self, id: u32) {
        let Some(socket) = self.resources.get_mut(id).and_then(tcp) else {
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
        self.devices.network.close(id);
        self.abort_all(id);
        for connection in awaited {
            self.unhold_resource(connection);
        }
    }

    /// A socket goes that nobody can name any more.
    fn tcp_gone(&mut self, id: u32, socket: TcpSocket) {
        self.devices.network.close(id);
        let awaited = socket.accepting.map(|accepting| accepting.2);
        for connection in socket.accepted.into_iter().chain(awaited) {
            self.unhold_resource(connection);
        }
    }

    /// Something has happened to a socket.
    pub(super) fn tcp_happened(&mut self, id: u32, event: NetworkEvent) {
        let Some(socket) = self.resources.get_mut(id).and_then(tcp) else {
            return;
        };
        match event {
            NetworkEvent::Bound(local) => {
                socket.local = Some(local);
                match socket.transition {
                    Some((Transition::BindAndListen(backlog), _)) => {
                        self.request(id, Request::Listen(backlog));
                    }
                    Some((Transition::Bind, _)) => self.tcp_changed(id, State::Bound),
                    _ => {}
                }
            }
            NetworkEvent::Connected { local, remote }
                if matches!(socket.transition, Some((Transition::Connect, _))) =>
            {
                (socket.local, socket.remote) = (Some(local), Some(remote));
                self.tcp_changed(id, State::Connected);
            }
            NetworkEvent::Listening => self.tcp_changed(id, State::Listening),
            NetworkEvent::Accepted { local, remote } => self.tcp_accepted(id, local, remote),
            NetworkEvent::Read(bytes) => {
                if let Some((reading, at)) = socket.reading {
                    let ending = self.written(at, bytes);
                    self.finish(reading, ending);
                }
            }
            NetworkEvent::Written(len) => {
                let writing = socket.writing;
                self.finish_taken(writing, len as i32);
            }
            NetworkEvent::Changed => {
                let changing = socket.changing.pop_front();
                self.finish_taken(changing, OK);
            }
            NetworkEvent::Failed(operation, error) => self.tcp_failed(id, operation, error),
            _ => {}
        }
    }

    /// A transition has succeeded.
    fn tcp_changed(&mut self, id: u32, state: State) {
        if let Some(socket) = self.resources.get_mut(id).and_then(tcp)
            && let Some((_, pending)) = socket.transition.take()
        {
            socket.state = state;
            self.finish(pending, OK);
        }
    }

    /// A connection has come: its resource is the program's when the callback runs.
    fn tcp_accepted(&mut self, id: u32, local: SocketAddr, remote: SocketAddr) {
        let Some(socket) = self.resources.get_mut(id).and_then(tcp) else {
            return;
        };
        let Some((pending, at, connection)) = socket.accepting.take() else {
            return;
        };
        socket.accepted.push(connection);
        if let Some(accepted) = self.resources.get_mut(connection).and_then(tcp) {
            accepted.state = State::Connected;
            (accepted.local, accepted.remote) = (Some(local), Some(remote));
        }
        let hand_over = move |call: &mut Call<'_, '_>| {
            let socket = call.kernel.resources.get_mut(id).and_then(tcp);
            if let Some(socket) = socket {
                socket.accepted.retain(|one| *one != connection);
            }
            call.kernel.resources.add_ref(connection);
            call.kernel.unhold_resource(connection);
            call.context.memory.store_u32(at, connection)?;
            Ok(Delivery::Result(OK))
        };
        self.finish(pending, Ending::with_output(hand_over));
    }

    /// What was asked of the device has failed.
    fn tcp_failed(&mut self, id: u32, operation: Operation, error: NetworkError) {
        let Some(socket) = self.resources.get_mut(id).and_then(tcp) else {
            return;
        };
        // Servers tell all errors.
        let is_server = matches!(
            operation,
            Operation::Bind | Operation::Listen | Operation::Accept
        );
        let result = code(error, socket.version == Version::Private && !is_server);
        let pending = match operation {
            Operation::Connect | Operation::Bind | Operation::Listen => {
                let transition = socket.transition.take();
                if let Some((Transition::Connect, _)) = transition {
                    // The first interfaces can try again.
                    socket.state = match socket.version {
                        Version::V1_1 => State::Closed,
                        Version::V1_0 | Version::Private => State::Initial,
                    };
                }
                transition.map(|transition| transition.1)
            }
            Operation::Accept => {
                let accepting = socket.accepting.take();
                if let Some((_, _, connection)) = accepting {
                    self.unhold_resource(connection);
                }
                accepting.map(|accepting| accepting.0)
            }
            Operation::Read => socket.reading.map(|reading| reading.0),
            Operation::Write => socket.writing,
            Operation::Change => socket.changing.pop_front(),
            Operation::Close | Operation::Resolve => None,
        };
        self.finish_taken(pending, result);
    }

    /// The end of an operation that gives bytes at an address, and how many they are.
    pub(super) fn written(&self, at: u32, bytes: Vec<u8>) -> Ending {
        let Ok(kept) = self.budget.charge(bytes.len() as u64) else {
            return PpError::NoMemory.into();
        };
        Ending::with_output(move |call| {
            drop(kept);
            call.context.memory.write(at, &bytes)?;
            call.context.bytes += bytes.len() as u64;
            Ok(Delivery::Result(bytes.len() as i32))
        })
    }
}
