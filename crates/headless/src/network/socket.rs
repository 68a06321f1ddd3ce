//! The TCP and UDP sockets of an id.

use super::{CLOSING, LOOK_AGAIN, Line, PATIENCE, error_of};
use pinnacle_pepper::device::network::{
    NetworkError, NetworkEvent, Operation, SocketOption, Target,
};
use socket2::{Domain, Socket, Type};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Instant;

/// Maximum number of settings kept for a socket that does not exist yet.
const MOST_EARLY: usize = 16;

/// The slot for the socket of an id; `None` until it exists.
pub(super) type Slot = Arc<Mutex<Option<Arc<Socket>>>>;

/// A socket resource, whose socket may not exist yet.
#[derive(Default)]
pub(super) struct Sockets {
    slot: Slot,
    is_udp: bool,
    /// Settings to apply when the socket is created.
    early: Vec<SocketOption>,
}

fn put(slot: &Slot, socket: Arc<Socket>) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(socket);
}

fn domain(address: SocketAddr) -> Domain {
    match address.is_ipv4() {
        true => Domain::IPV4,
        false => Domain::IPV6,
    }
}

fn local_address(socket: &Socket) -> io::Result<SocketAddr> {
    let address = socket.local_addr()?.as_socket();
    address.ok_or_else(|| ErrorKind::Unsupported.into())
}

fn remote_address(socket: &Socket) -> io::Result<SocketAddr> {
    let address = socket.peer_addr()?.as_socket();
    address.ok_or_else(|| ErrorKind::NotConnected.into())
}

fn set(socket: &Socket, option: SocketOption) -> io::Result<()> {
    match option {
        SocketOption::NoDelay(on) => socket.set_tcp_nodelay(on),
        SocketOption::SendBufferSize(size) => socket.set_send_buffer_size(size as usize),
        SocketOption::ReceiveBufferSize(size) => socket.set_recv_buffer_size(size as usize),
        SocketOption::AddressReuse(on) => socket.set_reuse_address(on),
        SocketOption::Broadcast(on) => socket.set_broadcast(on),
        SocketOption::MulticastLoop(on) => socket.set_multicast_loop_v4(on),
        SocketOption::MulticastTimeToLive(hops) => socket.set_multicast_ttl_v4(hops.into()),
    }
}

impl Sockets {
    /// Returns the slot of the socket.
    pub(super) fn slot(&self) -> Slot {
        self.slot.clone()
    }

    fn socket(&self) -> Option<Arc<Socket>> {
        let slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.clone()
    }

    fn existing(&self) -> Result<Arc<Socket>, NetworkError> {
        self.socket().ok_or(NetworkError::ConnectionClosed)
    }

    /// Creates a socket with the settings made before.
    fn make(early: &[SocketOption], address: SocketAddr, ty: Type) -> io::Result<Socket> {
        let socket = Socket::new(domain(address), ty, None)?;
        for option in early {
            set(&socket, *option)?;
        }
        Ok(socket)
    }

    pub(super) fn connect(&mut self, line: &Line, target: Target) -> Result<(), NetworkError> {
        let (slot, bound) = (self.slot(), self.socket());
        let early = std::mem::take(&mut self.early);
        line.answer(Operation::Connect, move |_| {
            let addresses: Vec<SocketAddr> = match target {
                Target::Address(address) => vec![address],
                Target::Name(name, port) => (&*name, port)
                    .to_socket_addrs()
                    .map_err(|_| NetworkError::NameNotResolved)?
                    .collect(),
            };
            let mut failure = NetworkError::NameNotResolved;
            for address in addresses {
                let connected = connect(bound.clone(), &early, address);
                match connected {
                    Ok((socket, local, remote)) => {
                        put(&slot, socket);
                        return Ok(NetworkEvent::Connected { local, remote });
                    }
                    Err(error) => failure = error_of(&error),
                }
            }
            Err(failure)
        })
    }

    pub(super) fn bind(
        &mut self,
        line: &Line,
        at: SocketAddr,
        is_udp: bool,
        closing: &Closing,
    ) -> Result<(), NetworkError> {
        self.is_udp = is_udp;
        let ty = if is_udp { Type::DGRAM } else { Type::STREAM };
        let early = std::mem::take(&mut self.early);
        let bound = Sockets::make(&early, at, ty).and_then(|socket| {
            // As in Chrome, a server can be restarted at once, although the system still remembers
            // the connections of the previous one. On other systems the option would let two
            // servers share an address.
            if cfg!(unix) && ty == Type::STREAM {
                socket.set_reuse_address(true)?;
            }
            bind(&socket, at, closing)?;
            let local = local_address(&socket)?;
            Ok((socket, local))
        });
        let (socket, local) = bound.map_err(|error| error_of(&error))?;
        put(&self.slot, Arc::new(socket));
        line.tell(NetworkEvent::Bound(local));
        Ok(())
    }

    pub(super) fn listen(&self, line: &Line, backlog: u32) -> Result<(), NetworkError> {
        let backlog = backlog.min(128) as i32;
        let listening = self.existing()?.listen(backlog);
        listening.map_err(|error| error_of(&error))?;
        line.tell(NetworkEvent::Listening);
        Ok(())
    }

    /// Accepts a connection and stores its socket in `slot`. The thread polls, because waking a
    /// blocked thread is not portable.
    pub(super) fn accept(&self, line: &Line, slot: Slot) -> Result<(), NetworkError> {
        let socket = self.existing()?;
        line.answer(Operation::Accept, move |line| {
            let accept = || -> io::Result<_> {
                socket.set_nonblocking(true)?;
                let (connection, remote) = loop {
                    match socket.accept() {
                        Ok(accepted) => break accepted,
                        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                        Err(error) => return Err(error),
                    }
                    if line.is_cut() {
                        return Err(ErrorKind::ConnectionAborted.into());
                    }
                    thread::sleep(LOOK_AGAIN);
                };
                connection.set_nonblocking(false)?;
                let local = local_address(&connection)?;
                let remote = remote.as_socket().ok_or(ErrorKind::Unsupported)?;
                put(&slot, Arc::new(connection));
                Ok(NetworkEvent::Accepted { local, remote })
            };
            accept().map_err(|error| error_of(&error))
        })
    }

    pub(super) fn read(&self, line: &Line, len: u32) -> Result<(), NetworkError> {
        let (socket, is_udp) = (self.existing()?, self.is_udp);
        line.answer(Operation::Read, move |line| {
            let mut bytes = vec![0; len as usize];
            let done = match is_udp {
                true => receive(line, &socket, &mut bytes).map(|(from, len)| (Some(from), len)),
                false => (&*socket).read(&mut bytes).map(|len| (None, len)),
            };
            let (from, len) = done.map_err(|error| error_of(&error))?;
            bytes.truncate(len);
            Ok(match from {
                Some(from) => NetworkEvent::Received { from, bytes },
                None => NetworkEvent::Read(bytes),
            })
        })
    }

    pub(super) fn write(&self, line: &Line, bytes: Vec<u8>) -> Result<(), NetworkError> {
        let socket = self.existing()?;
        line.answer(Operation::Write, move |_| {
            let written = (&*socket).write(&bytes);
            let len = written.map_err(|error| error_of(&error))?;
            Ok(NetworkEvent::Written(len as u32))
        })
    }

    pub(super) fn send_to(
        &self,
        line: &Line,
        to: SocketAddr,
        bytes: Vec<u8>,
    ) -> Result<(), NetworkError> {
        let socket = self.existing()?;
        line.answer(Operation::Write, move |_| {
            let sent = socket.send_to(&bytes, &to.into());
            let len = sent.map_err(|error| error_of(&error))?;
            Ok(NetworkEvent::Written(len as u32))
        })
    }

    pub(super) fn set_option(
        &mut self,
        line: &Line,
        option: SocketOption,
    ) -> Result<(), NetworkError> {
        match self.socket() {
            Some(socket) => {
                let is_set = set(&socket, option);
                let event = is_set.map_or_else(
                    |error| NetworkEvent::Failed(Operation::Change, error_of(&error)),
                    |()| NetworkEvent::Changed,
                );
                line.tell(event);
            }
            None if self.early.len() < MOST_EARLY => {
                self.early.push(option);
                line.tell(NetworkEvent::Changed);
            }
            None => {
                let error = NetworkError::NoMemory;
                line.tell(NetworkEvent::Failed(Operation::Change, error));
            }
        }
        Ok(())
    }

    pub(super) fn change_group(
        &self,
        line: &Line,
        group: IpAddr,
        joins: bool,
    ) -> Result<(), NetworkError> {
        let changed = self.existing().and_then(|socket| {
            let any = Ipv4Addr::UNSPECIFIED;
            let changed = match (group, joins) {
                (IpAddr::V4(group), true) => socket.join_multicast_v4(&group, &any),
                (IpAddr::V4(group), false) => socket.leave_multicast_v4(&group, &any),
                (IpAddr::V6(group), true) => socket.join_multicast_v6(&group, 0),
                (IpAddr::V6(group), false) => socket.leave_multicast_v6(&group, 0),
            };
            changed.map_err(|error| error_of(&error))
        });
        line.tell(match changed {
            Ok(()) => NetworkEvent::Changed,
            Err(error) => NetworkEvent::Failed(Operation::Change, error),
        });
        Ok(())
    }

    /// Closes the socket, which wakes threads that wait for it.
    pub(super) fn cut(self, closing: &mut Closing) {
        if let Some(socket) = self.socket() {
            // If the socket is not connected, this returns an error, which is ignored.
            let _ = socket.shutdown(Shutdown::Both);
            closing.add(&socket);
        }
    }
}

/// Sockets that the program has closed. Those whose threads have not ended still have their
/// addresses.
#[derive(Default)]
pub(super) struct Closing(Vec<Weak<Socket>>);

impl Closing {
    fn add(&mut self, socket: &Arc<Socket>) {
        self.0.retain(|socket| socket.strong_count() > 0);
        self.0.push(Arc::downgrade(socket));
    }

    /// Returns true if every thread of these sockets has ended.
    fn is_over(&self) -> bool {
        self.0.iter().all(|socket| socket.strong_count() == 0)
    }
}

/// Binds a socket. If the address is in use, perhaps by a socket that the program has closed, this
/// waits until its threads have ended.
fn bind(socket: &Socket, at: SocketAddr, closing: &Closing) -> io::Result<()> {
    let end = Instant::now() + CLOSING;
    let mut is_last = closing.0.is_empty();
    loop {
        match socket.bind(&at.into()) {
            Err(error) if error.kind() == ErrorKind::AddrInUse && !is_last => {
                // The address is free shortly after the last thread has ended.
                is_last = closing.is_over() || Instant::now() >= end;
                thread::sleep(LOOK_AGAIN / 10);
            }
            bound => return bound,
        }
    }
}

/// Connects a socket, which may already be bound.
fn connect(
    bound: Option<Arc<Socket>>,
    early: &[SocketOption],
    address: SocketAddr,
) -> io::Result<(Arc<Socket>, SocketAddr, SocketAddr)> {
    let socket = match bound {
        Some(socket) => socket,
        None => Arc::new(Sockets::make(early, address, Type::STREAM)?),
    };
    socket.connect_timeout(&address.into(), PATIENCE)?;
    let (local, remote) = (local_address(&socket)?, remote_address(&socket)?);
    Ok((socket, local, remote))
}

/// Receives a datagram from any sender. The thread polls, because waking a blocked thread is not
/// portable.
fn receive(line: &Line, socket: &Socket, bytes: &mut [u8]) -> io::Result<(SocketAddr, usize)> {
    // With the standard library, receiving does not need uninitialized memory.
    let socket = std::net::UdpSocket::from(socket.try_clone()?);
    socket.set_read_timeout(Some(LOOK_AGAIN))?;
    loop {
        match socket.recv_from(bytes) {
            Ok((len, from)) => return Ok((from, len)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        if line.is_cut() {
            return Err(ErrorKind::ConnectionAborted.into());
        }
    }
}
