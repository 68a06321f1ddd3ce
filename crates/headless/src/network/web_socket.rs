//! A WebSocket with a reading thread and a writing thread.
//!
//! Both threads use the same connection, one at a time. The reader waits for bytes without holding
//! it. Either thread holds it only for a moment at a time, so that neither blocks the other.

use super::counted_stream::{CountedStream, Received};
use super::{Line, PATIENCE, error_of};
use pinnacle_pepper::device::network::{NetworkError, NetworkEvent, Operation, WebSocketMessage};
use std::io::ErrorKind;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::{Request, Response};
use tungstenite::http::HeaderValue;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message};

/// Maximum size of a message in bytes. Longer messages end the connection.
const MOST_BYTES: usize = 16 << 20;

/// Maximum time for which one thread holds the connection while no data is transferred.
const MOMENT: Duration = Duration::from_millis(10);

/// Time limit for the peer to confirm the close.
const FAREWELL: Duration = Duration::from_secs(10);

/// `PP_WEBSOCKETSTATUSCODE_NO_STATUS_RECEIVED`, and the code for a broken connection.
const NO_STATUS: u16 = 1005;
const ABNORMAL: u16 = 1006;

type Connection = tungstenite::WebSocket<MaybeTlsStream<CountedStream>>;

/// An order to the writer.
enum Order {
    Write(Outgoing),
    /// The connection has ended.
    Stop,
}

/// A frame for the peer.
enum Outgoing {
    Message(WebSocketMessage),
    Close(Option<CloseFrame>),
}

/// The underlying connection, which can be shut down as soon as it exists.
#[derive(Clone, Default)]
struct Wire(Arc<(Mutex<Option<TcpStream>>, AtomicBool)>);

impl Wire {
    fn set(&self, stream: TcpStream) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream);
        if self.0.1.load(Ordering::Relaxed) {
            self.cut();
        }
    }

    fn cut(&self) {
        self.0.1.store(true, Ordering::Relaxed);
        let mut stream = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stream) = stream.take() {
            // If the connection is already closed, this fails, which is ignored.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The program's side of a WebSocket.
pub(super) struct WebSocket {
    orders: Sender<Order>,
    wire: Wire,
}

impl WebSocket {
    /// Starts to connect, for a document of this origin.
    pub(super) fn open(
        line: &Line,
        url: &str,
        origin: &str,
        target: (String, u16),
        protocols: Vec<String>,
    ) -> Result<WebSocket, NetworkError> {
        let request = request(url, origin, &protocols).map_err(|_| NetworkError::AddressInvalid)?;
        let (orders, waiting) = channel();
        let wire = Wire::default();
        let wire_of_thread = wire.clone();
        let stop = orders.clone();
        line.spawn(move |line| {
            run(line, request, &target, &protocols, waiting, &wire_of_thread);
            // The writer also holds the connection. It must stop, because as long as the connection
            // exists, a peer that sends more than we read would wait forever.
            let _ = stop.send(Order::Stop);
        })?;
        Ok(WebSocket { orders, wire })
    }

    /// Sends a message, after all earlier ones.
    pub(super) fn send(&self, message: WebSocketMessage) -> Result<(), NetworkError> {
        let sent = self.orders.send(Order::Write(Outgoing::Message(message)));
        sent.map_err(|_| NetworkError::ConnectionClosed)
    }

    /// Closes the connection after all messages have been sent.
    pub(super) fn close(&self, code: Option<u16>, reason: String) -> Result<(), NetworkError> {
        let frame = code.map(|code| CloseFrame {
            code: code.into(),
            reason: reason.into(),
        });
        let sent = self.orders.send(Order::Write(Outgoing::Close(frame)));
        sent.map_err(|_| NetworkError::ConnectionClosed)
    }

    /// Closes the connection at once, because the program no longer needs it.
    pub(super) fn cut(self) {
        self.wire.cut();
    }
}

/// Connects, then reads until the connection ends.
fn run(
    line: &Line,
    request: Request,
    target: &(String, u16),
    protocols: &[String],
    orders: Receiver<Order>,
    wire: &Wire,
) {
    let received = Received::new(line.inbox.empty_charge());
    let opened = open(request, target, protocols, wire, &received);
    let (connection, stream, protocol) = match opened {
        Ok(opened) => opened,
        Err(error) => return line.tell(NetworkEvent::Failed(Operation::Connect, error)),
    };
    line.tell(NetworkEvent::Opened { protocol });
    let connection = Arc::new(Mutex::new(connection));
    let writer = {
        let (line, connection, wire) = (line.clone(), connection.clone(), wire.clone());
        thread::Builder::new().spawn(move || write_all(&line, &connection, &orders, &wire))
    };
    let (was_clean, code, reason) = match writer {
        Ok(_) => read_all(line, &connection, &stream, &received),
        Err(_) => (false, ABNORMAL, String::new()),
    };
    wire.cut();
    line.tell(NetworkEvent::Closed {
        was_clean,
        code,
        reason,
    });
}

fn request(url: &str, origin: &str, protocols: &[String]) -> Result<Request, Error> {
    let mut request = url.into_client_request()?;
    let headers = request.headers_mut();
    headers.insert("Origin", HeaderValue::from_str(origin)?);
    if !protocols.is_empty()
        && let Ok(value) = HeaderValue::from_str(&protocols.join(", "))
    {
        headers.insert("Sec-WebSocket-Protocol", value);
    }
    Ok(request)
}

fn open(
    request: Request,
    (host, port): &(String, u16),
    protocols: &[String],
    wire: &Wire,
    received: &Received,
) -> Result<(Connection, TcpStream, String), NetworkError> {
    let addresses = (&**host, *port).to_socket_addrs();
    let addresses = addresses.map_err(|_| NetworkError::NameNotResolved)?;
    let mut failure = NetworkError::NameNotResolved;
    let stream = addresses.into_iter().find_map(|address| {
        let connected = TcpStream::connect_timeout(&address, PATIENCE);
        connected.map_err(|error| failure = error_of(&error)).ok()
    });
    let stream = stream.ok_or(failure)?;
    let copy = || stream.try_clone().map_err(|error| error_of(&error));
    let (outside, for_wire) = (copy()?, copy()?);
    wire.set(for_wire);
    let timeouts = stream
        .set_read_timeout(Some(PATIENCE))
        .and_then(|()| stream.set_nodelay(true));
    timeouts.map_err(|error| error_of(&error))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MOST_BYTES))
        .max_frame_size(Some(MOST_BYTES))
        .max_write_buffer_size(4 * MOST_BYTES);
    let stream = CountedStream {
        stream,
        received: received.clone(),
    };
    let (connection, response) =
        tungstenite::client_tls_with_config(request, stream, Some(config), None)
            .map_err(|_| NetworkError::ConnectionFailed)?;
    received.complete();
    let write_timeout = outside.set_write_timeout(Some(MOMENT));
    write_timeout.map_err(|error| error_of(&error))?;
    let protocol = protocol(&response, protocols)?;
    Ok((connection, outside, protocol))
}

/// Returns the sub-protocol that the server has chosen, which must be one of the program's.
fn protocol(response: &Response, protocols: &[String]) -> Result<String, NetworkError> {
    let chosen = response.headers().get("Sec-WebSocket-Protocol");
    let chosen = chosen.and_then(|value| value.to_str().ok());
    match chosen {
        None => Ok(String::new()),
        Some(name) if protocols.iter().any(|one| one == name) => Ok(name.into()),
        Some(_) => Err(NetworkError::ConnectionFailed),
    }
}

fn is_moment(error: &Error) -> bool {
    matches!(error, Error::Io(error)
        if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

/// Reads until the connection closes. Returns three facts about the close: true if it was clean,
/// its code and its reason.
fn read_all(
    line: &Line,
    connection: &Mutex<Connection>,
    stream: &TcpStream,
    received: &Received,
) -> (bool, u16, String) {
    let mut end = (false, ABNORMAL, String::new());
    loop {
        // Data that arrived with the handshake is read before the timeout is set.
        let read = stream.set_read_timeout(Some(MOMENT)).map_err(Error::Io);
        let mut read = read.map(|()| true);
        while let Ok(true) = read {
            let message = connection
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .read();
            read = match message {
                Ok(Message::Text(text)) => {
                    let text = WebSocketMessage::Text(text.as_str().into());
                    received.complete();
                    line.tell_in_time(NetworkEvent::Message(text));
                    Ok(true)
                }
                Ok(Message::Binary(bytes)) => {
                    let bytes = WebSocketMessage::Binary(bytes.to_vec());
                    received.complete();
                    line.tell_in_time(NetworkEvent::Message(bytes));
                    Ok(true)
                }
                Ok(Message::Close(frame)) => {
                    end = match frame {
                        Some(frame) => (true, frame.code.into(), frame.reason.as_str().into()),
                        None => (true, NO_STATUS, String::new()),
                    };
                    Ok(true)
                }
                Ok(Message::Ping(payload) | Message::Pong(payload)) => {
                    received.drop_frame(payload.len());
                    Ok(true)
                }
                Ok(Message::Frame(_)) => Ok(true),
                Err(error) if is_moment(&error) => Ok(false),
                Err(error) => Err(error),
            };
        }
        match read {
            Ok(_) => {}
            Err(Error::ConnectionClosed | Error::AlreadyClosed) => return end,
            Err(_) => {
                let error = NetworkError::Failed;
                line.tell(NetworkEvent::Failed(Operation::Read, error));
                return (false, ABNORMAL, String::new());
            }
        }
        let waited = stream.set_read_timeout(None);
        if waited.and_then(|()| stream.peek(&mut [0])).is_err() || line.is_cut() {
            return (false, ABNORMAL, String::new());
        }
    }
}

/// Writes the program's messages until it closes or the connection ends.
fn write_all(line: &Line, connection: &Mutex<Connection>, orders: &Receiver<Order>, wire: &Wire) {
    while let Ok(Order::Write(outgoing)) = orders.recv() {
        let (len, is_end) = match &outgoing {
            Outgoing::Message(message) => (message.len() as u64, false),
            Outgoing::Close(_) => (0, true),
        };
        if write(connection, outgoing).is_err() {
            return wire.cut();
        }
        if is_end {
            // The peer has some time to confirm the close. The reader notices the end and reports
            // it.
            let end = Instant::now() + FAREWELL;
            let rest = || end.saturating_duration_since(Instant::now());
            while orders
                .recv_timeout(rest())
                .is_ok_and(|order| !matches!(order, Order::Stop))
            {}
            return wire.cut();
        }
        line.tell(NetworkEvent::Sent(len));
    }
}

fn write(connection: &Mutex<Connection>, outgoing: Outgoing) -> Result<(), Error> {
    let lock = || connection.lock().unwrap_or_else(PoisonError::into_inner);
    let mut written = match outgoing {
        Outgoing::Message(WebSocketMessage::Text(text)) => lock().send(Message::text(text)),
        Outgoing::Message(WebSocketMessage::Binary(bytes)) => lock().send(Message::binary(bytes)),
        Outgoing::Close(frame) => {
            let mut connection = lock();
            connection.close(frame).and_then(|()| connection.flush())
        }
    };
    // Bytes that were not sent are kept, and the reader may use the connection in between.
    while let Err(error) = &written {
        if !is_moment(error) {
            return written;
        }
        thread::sleep(Duration::from_millis(1));
        written = lock().flush();
    }
    written
}
