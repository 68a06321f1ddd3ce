//! TCP sockets: their states, and pending operations.
//!
//! One type of socket implements all versions of `PPB_TCPSocket` and the two private interfaces.
//! They differ in a few rules ([`Version`]).
//!
//! Source: Chromium's `ppapi/proxy/tcp_socket_resource_base.cc`,
//! `ppapi/proxy/tcp_server_socket_private_resource.cc` and
//! `ppapi/shared_impl/ppb_tcp_socket_shared.cc`.

pub(crate) mod events;
pub(crate) mod operations;

use super::Queue;
use crate::kernel::errors::PpError;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, Kind, PLACE, Resource};
use crate::kernel::state::Kernel;
use core::net::SocketAddr;
use std::any::Any;

/// The interface that created a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Version {
    /// `PPB_TCPSocket_Private` or `PPB_TCPServerSocket_Private`.
    Private,
    /// `PPB_TCPSocket;1.0`.
    V1_0,
    /// `PPB_TCPSocket;1.1` or later.
    V1_1,
}

/// The state of a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Initial,
    Bound,
    Connected,
    Listening,
    Closed,
}

/// A pending change of state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transition {
    Bind,
    Connect,
    /// Listens, with this maximum number of waiting connections.
    Listen(u32),
    /// Binds, then listens as for [`Transition::Listen`].
    BindAndListen(u32),
}

/// A TCP socket. Several interfaces create them.
#[derive(Debug)]
pub(crate) struct Tcp {
    version: Version,
    state: State,
    transition: Option<(Transition, PendingId)>,
    /// The pending read, and the address for its bytes.
    reading: Option<(PendingId, u32)>,
    writing: Option<PendingId>,
    /// The pending accept, the address for the next connection's ID, and the connection's resource,
    /// which the host holds.
    accepting: Option<(PendingId, u32, u32)>,
    /// Accepted connections that were not reported to the program yet. The host holds them.
    accepted: Vec<u32>,
    changing: Queue,
    local: Option<SocketAddr>,
    remote: Option<SocketAddr>,
}

impl Tcp {
    /// Creates a socket that is neither bound nor connected.
    pub(crate) fn new(version: Version) -> Tcp {
        Tcp {
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

    /// Creates a socket for a connection that has not been accepted yet.
    fn awaited(version: Version) -> Tcp {
        Tcp {
            state: State::Closed,
            ..Tcp::new(version)
        }
    }

    /// Returns the local address if the socket is bound.
    pub(crate) fn local(&self) -> Option<SocketAddr> {
        let is_bound = !matches!(self.state, State::Initial | State::Closed);
        self.local.filter(|_| is_bound)
    }

    /// Returns the address of the peer if the socket is connected.
    pub(crate) fn remote(&self) -> Option<SocketAddr> {
        self.remote.filter(|_| self.state == State::Connected)
    }

    /// Returns true if the socket accepts connections.
    pub(crate) fn is_listening(&self) -> bool {
        self.state == State::Listening
    }

    /// Returns true if it is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.state == State::Connected
    }

    /// Checks that the socket can make a transition now.
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

/// A resource of `PPB_TCPSocket`.
#[derive(Debug)]
pub(crate) struct TcpSocket(pub(crate) Tcp);

impl Resource for TcpSocket {
    fn name(&self) -> &'static str {
        "TcpSocket"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        gone(kernel, id, self.0);
    }
}

/// A resource of `PPB_TCPSocket_Private`.
#[derive(Debug)]
pub(crate) struct TcpSocketPrivate(pub(crate) Tcp);

impl Resource for TcpSocketPrivate {
    fn name(&self) -> &'static str {
        "TcpSocketPrivate"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        gone(kernel, id, self.0);
    }
}

/// A resource of `PPB_TCPServerSocket_Private`.
#[derive(Debug)]
pub(crate) struct TcpServerSocketPrivate(pub(crate) Tcp);

impl Resource for TcpServerSocketPrivate {
    fn name(&self) -> &'static str {
        "TcpServerSocketPrivate"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        gone(kernel, id, self.0);
    }
}

impl Kind for Tcp {
    fn of(resource: &dyn Resource) -> Option<&Tcp> {
        let resource: &dyn Any = resource;
        let public = resource.downcast_ref().map(|one: &TcpSocket| &one.0);
        let private = || resource.downcast_ref().map(|one: &TcpSocketPrivate| &one.0);
        let server = || {
            resource
                .downcast_ref()
                .map(|one: &TcpServerSocketPrivate| &one.0)
        };
        public.or_else(private).or_else(server)
    }

    fn of_mut(resource: &mut dyn Resource) -> Option<&mut Tcp> {
        let resource: &mut dyn Any = resource;
        if resource.is::<TcpSocket>() {
            return resource
                .downcast_mut()
                .map(|one: &mut TcpSocket| &mut one.0);
        }
        if resource.is::<TcpSocketPrivate>() {
            return resource
                .downcast_mut()
                .map(|one: &mut TcpSocketPrivate| &mut one.0);
        }
        resource
            .downcast_mut()
            .map(|one: &mut TcpServerSocketPrivate| &mut one.0)
    }
}

/// Closes a socket to which no reference is left.
fn gone(kernel: &mut Kernel, id: u32, socket: Tcp) {
    kernel.devices.network.close(id);
    let awaited = socket.accepting.map(|accepting| accepting.2);
    for connection in socket.accepted.into_iter().chain(awaited) {
        kernel.unhold_resource(connection);
    }
}
