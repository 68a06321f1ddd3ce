//! WebSockets, sockets and host names over the network of this machine, as far as the caller allows
//! them.
//!
//! Every operation that waits for others has a thread, which posts the result. The number of IDs of
//! a program, the operations of each ID, and the bytes of each operation are bounded.
//!
//! * `hosts`: hosts that may be reached;
//! * `connections`: the connections of this machine;
//! * `web_socket`: one WebSocket;
//! * `counted_stream`: charges the bytes that a WebSocket receives;
//! * `socket`: TCP and UDP.

mod connections;
mod counted_stream;
mod hosts;
mod socket;
#[cfg(test)]
mod tests;
mod web_socket;

pub use hosts::Hosts;

use crate::complaints::{Complaints, Report};
use crate::inbox::{InFlight, Inbox};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::network::{
    Connection, Family, Network, NetworkError, NetworkEvent, Operation, Request, Target,
};
use socket::{Closing, Sockets};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use ureq::Proxy;
use web_socket::WebSocket;

/// Maximum number of IDs in use at a time.
const MOST_NUMBERS: usize = 256;

/// Maximum number of resolved addresses that are remembered.
const MOST_KNOWN: usize = 1024;

/// Maximum number of events waiting for a program; beyond it, reading from its WebSockets pauses.
const MOST_WAITING: usize = 16;

/// Polling interval for threads that cannot be woken.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Time limit for the threads of closed sockets to end, when one of their addresses is needed.
const CLOSING: Duration = Duration::from_secs(5);

/// Time limit for a connection.
const PATIENCE: Duration = Duration::from_secs(60);

/// The data of an ID that its threads need.
#[derive(Clone)]
struct Line {
    id: u32,
    inbox: Arc<Inbox>,
    is_cut: Arc<AtomicBool>,
}

impl Line {
    fn tell(&self, event: NetworkEvent) {
        if !self.is_cut() {
            let id = self.id;
            self.inbox.post(Event::Network { id, event });
        }
    }

    /// Posts an event, after waiting until the program has taken enough of the earlier ones.
    fn tell_in_time(&self, event: NetworkEvent) {
        let id = self.id;
        let mut event = Event::Network { id, event };
        while !self.is_cut() {
            match self.inbox.post_in_time(event, MOST_WAITING) {
                Ok(()) => return,
                Err(refused) => event = refused,
            }
            thread::sleep(LOOK_AGAIN);
        }
    }

    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// Runs a blocking operation on a separate thread.
    fn spawn(&self, work: impl FnOnce(&Line) + Send + 'static) -> Result<(), NetworkError> {
        let (line, in_flight) = (self.clone(), self.inbox.begin());
        let run = move || {
            let _in_flight: InFlight = in_flight;
            work(&line);
        };
        let spawned = thread::Builder::new().spawn(run);
        spawned.map(drop).map_err(|_| NetworkError::NoMemory)
    }

    /// Starts an operation whose result is an event.
    fn answer(
        &self,
        operation: Operation,
        work: impl FnOnce(&Line) -> Result<NetworkEvent, NetworkError> + Send + 'static,
    ) -> Result<(), NetworkError> {
        self.spawn(move |line| {
            let event = work(line);
            line.tell(event.unwrap_or_else(|error| NetworkEvent::Failed(operation, error)));
        })
    }
}

/// Addresses of resolved names. An address may be reached if its name may be.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<BTreeMap<IpAddr, String>>>);

impl Known {
    fn add(&self, address: IpAddr, name: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_KNOWN {
            known.insert(address, name.into());
        }
    }

    fn name(&self, address: IpAddr) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&address).cloned()
    }
}

/// The object with an ID.
enum Entry {
    Web(WebSocket),
    Sockets(Sockets),
    /// A lookup of a host name.
    Name,
}

/// The network of a machine.
pub struct Net {
    hosts: Hosts,
    /// The origin of the document.
    origin: String,
    known: Known,
    inbox: Arc<Inbox>,
    entries: BTreeMap<u32, (Line, Entry)>,
    closing: Closing,
    complaints: Complaints,
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net")
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

impl Net {
    /// Creates a network that allows only some hosts, and reports events through an inbox.
    pub fn new(hosts: Hosts, inbox: Arc<Inbox>) -> Net {
        Net {
            hosts,
            origin: pinnacle_page::site::ORIGIN.to_owned(),
            known: Known::default(),
            inbox,
            entries: BTreeMap::new(),
            closing: Closing::default(),
            complaints: Complaints::default(),
        }
    }

    /// Sets the origin of the document, which is sent to WebSocket servers.
    #[must_use]
    pub fn with_origin(mut self, origin: String) -> Net {
        self.origin = origin;
        self
    }

    /// Reports each host that the program tries to reach but may not, up to a maximum number of
    /// hosts.
    #[must_use]
    pub fn with_report(mut self, report: Report) -> Net {
        self.complaints = Complaints::new(report);
        self
    }

    fn line(&self, id: u32) -> Line {
        Line {
            id,
            inbox: self.inbox.clone(),
            is_cut: Arc::default(),
        }
    }

    /// Checks that an address may be reached: because the address is allowed, or a name that
    /// resolved to it.
    fn allows(&self, address: SocketAddr) -> Result<(), NetworkError> {
        let port = address.port();
        let is_allowed = self.hosts.allows(&address.ip().to_string(), port)
            || self
                .known
                .name(address.ip())
                .is_some_and(|name| self.hosts.allows(&name, port));
        is_allowed.then_some(()).ok_or(NetworkError::NoAccess)
    }

    fn open_web_socket(
        &mut self,
        id: u32,
        url: &str,
        protocols: Vec<String>,
    ) -> Result<(), NetworkError> {
        let parsed = url::Url::parse(url).map_err(|_| NetworkError::AddressInvalid)?;
        let host = parsed.host_str().ok_or(NetworkError::AddressInvalid)?;
        let port = parsed.port_or_known_default().unwrap_or(80);
        if !self.hosts.allows(host, port) {
            return Err(NetworkError::NoAccess);
        }
        let line = self.line(id);
        let target = (host.trim_matches(['[', ']']).to_owned(), port);
        let socket = WebSocket::open(&line, url, &self.origin, target, protocols)?;
        self.entries.insert(id, (line, Entry::Web(socket)));
        Ok(())
    }

    fn resolve(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        let Request::Resolve {
            host,
            port,
            family,
            canonical_name,
        } = request
        else {
            return Err(NetworkError::Failed);
        };
        if !self.hosts.allows_some(&host) {
            return Err(NetworkError::NoAccess);
        }
        let (line, known) = (self.line(id), self.known.clone());
        line.answer(Operation::Resolve, move |_| {
            let addresses = (&*host, port).to_socket_addrs();
            let addresses = addresses.map_err(|_| NetworkError::NameNotResolved)?;
            let is_wanted = |address: &SocketAddr| match family {
                Family::Any => true,
                Family::V4 => address.is_ipv4(),
                Family::V6 => address.is_ipv6(),
            };
            let addresses: Vec<SocketAddr> = addresses.filter(is_wanted).collect();
            if addresses.is_empty() {
                return Err(NetworkError::NameNotResolved);
            }
            for address in &addresses {
                known.add(address.ip(), &host);
            }
            Ok(NetworkEvent::Resolved {
                canonical_name: if canonical_name { host } else { String::new() },
                addresses,
            })
        })?;
        self.entries.insert(id, (line, Entry::Name));
        Ok(())
    }

    /// Returns the sockets of an id, creating them if needed.
    fn sockets(&mut self, id: u32) -> Result<(&Line, &mut Sockets), NetworkError> {
        if !self.entries.contains_key(&id) {
            let sockets = Entry::Sockets(Sockets::default());
            self.entries.insert(id, (self.line(id), sockets));
        }
        match self.entries.get_mut(&id) {
            Some((line, Entry::Sockets(sockets))) => Ok((line, sockets)),
            _ => Err(NetworkError::Failed),
        }
    }

    fn web_socket(&mut self, id: u32) -> Result<&mut WebSocket, NetworkError> {
        match self.entries.get_mut(&id) {
            Some((_, Entry::Web(socket))) => Ok(socket),
            _ => Err(NetworkError::Failed),
        }
    }

    fn bind(&mut self, id: u32, address: SocketAddr, is_udp: bool) -> Result<(), NetworkError> {
        self.allows(address)?;
        let closing = std::mem::take(&mut self.closing);
        let bound = self
            .sockets(id)
            .and_then(|(line, sockets)| sockets.bind(line, address, is_udp, &closing));
        self.closing = closing;
        bound
    }

    /// Performs a request of the program.
    fn answer(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        if self.entries.len() >= MOST_NUMBERS && !self.entries.contains_key(&id) {
            return Err(NetworkError::NoMemory);
        }
        match request {
            Request::OpenWebSocket { url, protocols } => self.open_web_socket(id, &url, protocols),
            Request::SendMessage(message) => self.web_socket(id)?.send(message),
            Request::CloseWebSocket { code, reason } => self.web_socket(id)?.close(code, reason),
            Request::Resolve { .. } => self.resolve(id, request),
            Request::Connect(target) => {
                match &target {
                    Target::Address(address) => self.allows(*address)?,
                    Target::Name(name, port) if self.hosts.allows(name, *port) => {}
                    Target::Name(..) => return Err(NetworkError::NoAccess),
                }
                let (line, sockets) = self.sockets(id)?;
                sockets.connect(line, target)
            }
            Request::BindTcp(address) => self.bind(id, address, false),
            Request::BindUdp(address) => self.bind(id, address, true),
            Request::SendTo(to, bytes) => {
                self.allows(to)?;
                let (line, sockets) = self.sockets(id)?;
                sockets.send_to(line, to, bytes)
            }
            Request::Accept(connection) => {
                if self.entries.len() >= MOST_NUMBERS {
                    return Err(NetworkError::NoMemory);
                }
                let accepted = Sockets::default();
                let slot = accepted.slot();
                let (line, sockets) = self.sockets(id)?;
                sockets.accept(line, slot)?;
                let entry = (self.line(connection), Entry::Sockets(accepted));
                self.entries.insert(connection, entry);
                Ok(())
            }
            Request::Listen(backlog) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.listen(line, backlog)
            }
            Request::Read(len) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.read(line, len)
            }
            Request::Write(bytes) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.write(line, bytes)
            }
            Request::SetOption(option) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.set_option(line, option)
            }
            Request::JoinGroup(group) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.change_group(line, group, true)
            }
            Request::LeaveGroup(group) => {
                let (line, sockets) = self.sockets(id)?;
                sockets.change_group(line, group, false)
            }
        }
    }
}

/// The peer in a request.
enum Asked {
    Address(SocketAddr),
    Name(String),
}

impl Asked {
    fn by(request: &Request) -> Option<Asked> {
        Some(match request {
            Request::Connect(Target::Address(address))
            | Request::BindTcp(address)
            | Request::BindUdp(address)
            | Request::SendTo(address, _) => Asked::Address(*address),
            Request::Connect(Target::Name(name, port)) => Asked::Name(format!("{name}:{port}")),
            Request::OpenWebSocket { url, .. } => Asked::Name(url.clone()),
            Request::Resolve { host, .. } => Asked::Name(host.clone()),
            _ => return None,
        })
    }
}

impl Network for Net {
    fn request(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        let asked = Asked::by(&request);
        let answer = self.answer(id, request);
        if answer == Err(NetworkError::NoAccess)
            && let Some(asked) = asked
        {
            let name = match asked {
                Asked::Address(address) => address.to_string(),
                Asked::Name(name) => name,
            };
            let why =
                "the program is not allowed to use this part of the network; --net=HOST allows it";
            self.complaints.tell_of("reach", &name, why);
        }
        answer
    }

    fn close(&mut self, id: u32) {
        let Some((line, entry)) = self.entries.remove(&id) else {
            return;
        };
        line.is_cut.store(true, Ordering::Relaxed);
        match entry {
            Entry::Web(socket) => socket.cut(),
            Entry::Sockets(sockets) => sockets.cut(&mut self.closing),
            Entry::Name => {}
        }
        self.inbox
            .retain(|event| !matches!(event, Event::Network { id: of, .. } if *of == id));
    }

    fn connections(&mut self) -> Result<Vec<Connection>, NetworkError> {
        self.allows_any()?;
        Ok(connections::connections(self.hosts.is_local()))
    }

    fn proxies(&mut self, url: &str) -> Result<String, NetworkError> {
        self.allows_any()?;
        Ok(connections::proxies(Proxy::try_from_env().as_ref(), url))
    }
}

impl Net {
    /// Fails if the program may not reach any host.
    fn allows_any(&self) -> Result<(), NetworkError> {
        match self.hosts.is_empty() {
            true => Err(NetworkError::NoAccess),
            false => Ok(()),
        }
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        let ids: Vec<u32> = self.entries.keys().copied().collect();
        for id in ids {
            self.close(id);
        }
    }
}

/// Converts an error of the operating system.
fn error_of(error: &io::Error) -> NetworkError {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::PermissionDenied => NetworkError::NoAccess,
        ErrorKind::ConnectionRefused => NetworkError::ConnectionRefused,
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => NetworkError::ConnectionReset,
        ErrorKind::ConnectionAborted => NetworkError::ConnectionAborted,
        ErrorKind::NotConnected => NetworkError::ConnectionClosed,
        ErrorKind::AddrInUse => NetworkError::AddressInUse,
        ErrorKind::AddrNotAvailable | ErrorKind::InvalidInput => NetworkError::AddressInvalid,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            NetworkError::AddressUnreachable
        }
        ErrorKind::TimedOut => NetworkError::ConnectionTimedOut,
        ErrorKind::OutOfMemory => NetworkError::NoMemory,
        ErrorKind::Unsupported => NetworkError::NotSupported,
        _ => NetworkError::Failed,
    }
}
