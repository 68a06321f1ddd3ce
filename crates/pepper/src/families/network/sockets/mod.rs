//! Sockets, WebSockets and names: what programs know of others.
//!
//! A resource keeps the state that the program sees and the operations under way. What
//! it wants done it asks the device for, under its own id; what comes of that is an
//! event, which ends the operation. A device that refuses at once is as one that fails
//! later: programs learn it by their callbacks.

pub(crate) mod address;
pub(crate) mod resolver;
pub(crate) mod tcp;
pub(crate) mod udp;
pub(crate) mod web_socket;

use crate::device::network::{NetworkError, NetworkEvent, Request};
use crate::families::network::sockets::tcp::{TcpServerSocketPrivate, TcpSocket, TcpSocketPrivate};
use crate::families::network::sockets::udp::{UdpSocket, UdpSocketPrivate};
use crate::families::network::sockets::web_socket::WebSocket;
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, PendingId};
use crate::kernel::errors::PpError;
use crate::kernel::resource::Resource;
use crate::kernel::state::Kernel;
use pinnacle_system::memory::Fault;
use std::collections::VecDeque;

/// Longer names are no host's.
const MAX_HOST_NAME: u32 = 1024;

/// What tells of a machine's connections: nothing.
#[derive(Debug)]
pub(crate) struct NetworkMonitor;

impl Resource for NetworkMonitor {
    fn name(&self) -> &'static str {
        "NetworkMonitor"
    }
}

/// Operations of one kind, which end in order.
pub(crate) type Queue = VecDeque<PendingId>;

/// The number that a program gets. The interfaces for a few know no numbers of their
/// own for the network, nor that it is not allowed.
fn code(error: NetworkError, is_private: bool) -> i32 {
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

impl Kernel {
    /// Asks the device for something on behalf of a resource.
    pub(crate) fn request(&mut self, id: u32, request: Request) {
        let operation = request.operation();
        if let Err(error) = self.devices.network.request(id, request) {
            self.network_happened(id, NetworkEvent::Failed(operation, error));
        }
    }

    /// Something has happened to a resource that may be gone.
    pub(crate) fn network_happened(&mut self, id: u32, event: NetworkEvent) {
        let resources = &self.resources;
        let is_tcp = resources.is::<TcpSocket>(id)
            || resources.is::<TcpSocketPrivate>(id)
            || resources.is::<TcpServerSocketPrivate>(id);
        let is_udp = resources.is::<UdpSocket>(id) || resources.is::<UdpSocketPrivate>(id);
        if is_tcp {
            self.tcp_happened(id, event);
        } else if is_udp {
            self.udp_happened(id, event);
        } else if resources.is::<WebSocket>(id) {
            self.web_socket_happened(id, event);
        } else {
            self.resolver_happened(id, event);
        }
    }

    /// Ends an operation that a resource had under way, if it had.
    fn finish_taken(&mut self, taken: Option<PendingId>, result: i32) {
        if let Some(id) = taken {
            self.finish(id, result);
        }
    }

    /// Whether an operation is under way in a slot of a resource.
    pub(crate) fn is_busy(&self, slot: Option<PendingId>) -> bool {
        slot.is_some_and(|id| self.completions.is_pending(id))
    }
}

impl Call<'_, '_> {
    /// An operation that fails as if somebody far away had refused it.
    pub(crate) fn fail_later(&mut self, id: PendingId, error: PpError) -> Begun {
        self.kernel.finish(id, error);
        Begun::Later
    }

    /// The text that an argument points to; none if it is null, no UTF-8, or longer
    /// than a name of a host can be.
    pub(crate) fn host_name(&mut self, index: usize) -> Result<Option<String>, Fault> {
        let at = self.arg(index);
        if at == 0 {
            return Ok(None);
        }
        let bytes = self.context.memory.c_string(at, MAX_HOST_NAME)?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
    }
}
