//! Sockets and requests to the network.
//!
//! The kernel chooses a number for each request. A request is answered by one [`NetworkEvent`] with
//! the same number, unless its documentation says otherwise. Requests of different kinds with the
//! same number may be pending at the same time, but only one of each kind.

pub use core::net::SocketAddr;

use core::net::IpAddr;

/// A message of a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WebSocketMessage {
    /// A text.
    Text(String),
    /// Bytes.
    Binary(Vec<u8>),
}

impl WebSocketMessage {
    /// Returns the length of the message in bytes.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks for that")]
    pub fn len(&self) -> usize {
        match self {
            WebSocketMessage::Text(text) => text.len(),
            WebSocketMessage::Binary(bytes) => bytes.len(),
        }
    }
}

/// The peer of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// An address.
    Address(SocketAddr),
    /// A host name to resolve, and a port.
    Name(String, u16),
}

/// A setting of a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SocketOption {
    /// True to send small pieces immediately.
    NoDelay(bool),
    /// Maximum number of bytes waiting to be sent.
    SendBufferSize(u32),
    /// Maximum number of bytes waiting to be read.
    ReceiveBufferSize(u32),
    /// True to allow other sockets to bind to the same address.
    AddressReuse(bool),
    /// True to allow broadcasts.
    Broadcast(bool),
    /// True to receive the socket's own messages to its groups.
    MulticastLoop(bool),
    /// Number of hops that messages to a group may take.
    MulticastTimeToLive(u8),
}

/// The requested family of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Any.
    Any,
    /// Version 4.
    V4,
    /// Version 6.
    V6,
}

/// The requests to a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Opens a WebSocket. The device answers with [`NetworkEvent::Opened`], then sends messages
    /// while it is open, and finally [`NetworkEvent::Closed`].
    OpenWebSocket {
        /// Begins with `ws:` or `wss:` and has no fragment.
        url: String,
        /// Sub-protocols that the program speaks.
        protocols: Vec<String>,
    },
    /// Sends a message: [`NetworkEvent::Sent`] when it has been sent. Several may be pending.
    SendMessage(WebSocketMessage),
    /// Closes a WebSocket: [`NetworkEvent::Closed`].
    CloseWebSocket {
        /// The status code for the peer.
        code: Option<u16>,
        /// The reason sent to the peer: at most 123 bytes.
        reason: String,
    },
    /// Binds a TCP socket: [`NetworkEvent::Bound`].
    BindTcp(SocketAddr),
    /// Connects a TCP socket, bound or not: [`NetworkEvent::Connected`].
    Connect(Target),
    /// Makes a bound TCP socket listen: [`NetworkEvent::Listening`]. The number is the maximum of
    /// connections waiting to be accepted.
    Listen(u32),
    /// Accepts the next connection under this number: [`NetworkEvent::Accepted`].
    Accept(u32),
    /// Reads at most this number of bytes: [`NetworkEvent::Read`], or [`NetworkEvent::Received`]
    /// for UDP.
    Read(u32),
    /// Writes bytes: [`NetworkEvent::Written`].
    Write(Vec<u8>),
    /// Changes a setting: [`NetworkEvent::Changed`]. Several may be pending, and the socket need
    /// not be bound or connected.
    SetOption(SocketOption),
    /// Binds a UDP socket: [`NetworkEvent::Bound`].
    BindUdp(SocketAddr),
    /// Sends bytes by UDP: [`NetworkEvent::Written`].
    SendTo(SocketAddr, Vec<u8>),
    /// Receives datagrams sent to a group: [`NetworkEvent::Changed`].
    JoinGroup(IpAddr),
    /// Leaves a group: [`NetworkEvent::Changed`].
    LeaveGroup(IpAddr),
    /// Looks up a name: [`NetworkEvent::Resolved`].
    Resolve {
        /// The name.
        host: String,
        /// The port of the resulting addresses.
        port: u16,
        /// The family of the addresses.
        family: Family,
        /// True if the canonical name is requested.
        canonical_name: bool,
    },
}

/// Kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Opening a WebSocket, or connecting.
    Connect,
    /// Closing a WebSocket.
    Close,
    /// Binding.
    Bind,
    /// Listening.
    Listen,
    /// Accepting.
    Accept,
    /// Reading or receiving.
    Read,
    /// Writing or sending.
    Write,
    /// Changing a setting or a group.
    Change,
    /// Looking up a name.
    Resolve,
}

impl Request {
    /// Returns the kind of the request.
    pub fn operation(&self) -> Operation {
        match self {
            Request::OpenWebSocket { .. } | Request::Connect(_) => Operation::Connect,
            Request::CloseWebSocket { .. } => Operation::Close,
            Request::BindTcp(_) | Request::BindUdp(_) => Operation::Bind,
            Request::Listen(_) => Operation::Listen,
            Request::Accept(_) => Operation::Accept,
            Request::Read(_) => Operation::Read,
            Request::SendMessage(_) | Request::Write(_) | Request::SendTo(..) => Operation::Write,
            Request::SetOption(_) | Request::JoinGroup(_) | Request::LeaveGroup(_) => {
                Operation::Change
            }
            Request::Resolve { .. } => Operation::Resolve,
        }
    }
}

/// The reason why a request failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The request is not allowed.
    NoAccess,
    /// The request failed for another reason.
    Failed,
    /// The device does not support the request.
    NotSupported,
    /// There is not enough memory.
    NoMemory,
    /// The connection was closed by the peer.
    ConnectionClosed,
    /// The connection was reset.
    ConnectionReset,
    /// Nothing accepts the connection.
    ConnectionRefused,
    /// The connection was aborted.
    ConnectionAborted,
    /// The connection cannot be made.
    ConnectionFailed,
    /// The connection took too long.
    ConnectionTimedOut,
    /// The address is invalid.
    AddressInvalid,
    /// The address cannot be reached.
    AddressUnreachable,
    /// The address is in use.
    AddressInUse,
    /// The message is too long.
    MessageTooBig,
    /// The name is unknown.
    NameNotResolved,
}

/// An event of a socket or a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEvent {
    /// A WebSocket is open.
    Opened {
        /// The chosen sub-protocol; empty if there is none.
        protocol: String,
    },
    /// A message was received.
    Message(WebSocketMessage),
    /// This number of message bytes was sent.
    Sent(u64),
    /// A WebSocket is closed.
    Closed {
        /// True if both sides agreed.
        was_clean: bool,
        /// The status code: 1005 if there was none, 1006 if the close was not clean.
        code: u16,
        /// The reason.
        reason: String,
    },
    /// A socket is bound to this address.
    Bound(SocketAddr),
    /// A socket is connected.
    Connected {
        /// The address of this machine.
        local: SocketAddr,
        /// The address of the peer.
        remote: SocketAddr,
    },
    /// A socket listens for connections.
    Listening,
    /// A connection was accepted, under the number given in the request.
    Accepted {
        /// The address of this machine.
        local: SocketAddr,
        /// The address of the peer.
        remote: SocketAddr,
    },
    /// Bytes were read; empty at the end of the stream.
    Read(Vec<u8>),
    /// Bytes were received over UDP; at most as many as requested.
    Received {
        /// The sender.
        from: SocketAddr,
        /// The data.
        bytes: Vec<u8>,
    },
    /// This number of bytes was written.
    Written(u32),
    /// A setting or a group was changed. The changes of one socket are reported in order.
    Changed,
    /// A name was looked up.
    Resolved {
        /// The canonical name; empty if it was not requested.
        canonical_name: String,
        /// The addresses, with the requested port.
        addresses: Vec<SocketAddr>,
    },
    /// A request failed. A failed change is reported in order with the other changes.
    Failed(Operation, NetworkError),
}

impl NetworkEvent {
    /// Returns the approximate size in bytes of its data.
    pub fn size(&self) -> u64 {
        match self {
            NetworkEvent::Message(message) => message.len() as u64,
            NetworkEvent::Read(bytes) | NetworkEvent::Received { bytes, .. } => bytes.len() as u64,
            _ => 64,
        }
    }
}

/// A connection of the machine to a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// A unique name, which is not empty.
    pub name: String,
    /// Addresses of the machine: at least one.
    pub addresses: Vec<IpAddr>,
}

/// A network device.
pub trait Network {
    /// Starts a request under a number.
    ///
    /// # Errors
    ///
    /// Fails if the request fails immediately. No event follows then.
    fn request(&mut self, id: u32, request: Request) -> Result<(), NetworkError>;

    /// Closes the object with a number. It has no further events.
    fn close(&mut self, id: u32);
    /// Returns the connections of the machine.
    ///
    /// # Errors
    ///
    /// Fails with [`NetworkError::NoAccess`] if the program must not know them.
    fn connections(&mut self) -> Result<Vec<Connection>, NetworkError> {
        Err(NetworkError::NoAccess)
    }

    /// Returns the proxies for a URL, in the format of proxy auto-configuration files: `DIRECT`, or
    /// `PROXY host:port`.
    ///
    /// # Errors
    ///
    /// Fails with [`NetworkError::NoAccess`] if the program must not know them.
    fn proxies(&mut self, url: &str) -> Result<String, NetworkError> {
        let _ = url;
        Err(NetworkError::NoAccess)
    }
}
