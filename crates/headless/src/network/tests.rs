//! Tests of the network, against servers on this machine.

use super::{Hosts, Net};
use crate::inbox::Inbox;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::network::{
    Family, Network, NetworkError, NetworkEvent, Operation, Request, SocketOption, Target,
    WebSocketMessage,
};
use pinnacle_system::memory_budget::MemoryBudget;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// The program's side: the network device, and its events.
struct Side {
    net: Net,
    inbox: Arc<Inbox>,
}

impl Side {
    fn new(hosts: &[&str]) -> Side {
        Side::with_budget(hosts, &MemoryBudget::default())
    }

    fn with_budget(hosts: &[&str], budget: &MemoryBudget) -> Side {
        let inbox = Inbox::new(budget);
        let net = Net::new(Hosts::parse(hosts).unwrap(), inbox.clone());
        Side { net, inbox }
    }

    /// Returns the next event, and the ID that it belongs to.
    fn next(&self) -> (u32, NetworkEvent) {
        let patience = Instant::now() + Duration::from_secs(20);
        while Instant::now() < patience {
            match self.inbox.next() {
                Some(Event::Network { id, event }) => return (id, event),
                Some(event) => panic!("{event:?}"),
                None => {}
            }
            self.inbox.wait(Duration::from_secs(1));
        }
        panic!("nothing happens");
    }

    fn ask(&mut self, id: u32, request: Request) -> NetworkEvent {
        self.net.request(id, request).unwrap();
        let (of, event) = self.next();
        assert_eq!(of, id);
        event
    }
}

/// Starts an echo server for WebSockets.
fn echo_web_socket() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut socket = tungstenite::accept(stream).unwrap();
        while let Ok(message) = socket.read() {
            if matches!(message, Message::Text(_) | Message::Binary(_)) {
                socket.send(message).unwrap();
            }
        }
    });
    address
}

/// Starts an echo server for one connection.
fn echo() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = [0; 1024];
        while let Ok(len @ 1..) = stream.read(&mut bytes) {
            stream.write_all(&bytes[..len]).unwrap();
        }
    });
    address
}

fn text(text: &str) -> WebSocketMessage {
    WebSocketMessage::Text(text.into())
}

#[test]
fn messages_go_to_a_server_and_back() {
    let mut side = Side::new(&["127.0.0.1"]);
    let url = format!("ws://{}/", echo_web_socket());
    let protocols = Vec::new();
    let protocol = String::new();
    let opened = side.ask(1, Request::OpenWebSocket { url, protocols });
    assert_eq!(opened, NetworkEvent::Opened { protocol });
    let long = WebSocketMessage::Binary(vec![7; 3 << 20]);
    for message in [text("hello"), long, text("")] {
        let request = Request::SendMessage(message.clone());
        side.net.request(1, request).unwrap();
        let mut events = [side.next().1, side.next().1];
        events.sort_by_key(|event| matches!(event, NetworkEvent::Message(_)));
        let sent = NetworkEvent::Sent(message.len() as u64);
        assert_eq!(events, [sent, NetworkEvent::Message(message)]);
    }
    let (code, reason) = (3001, String::from("bye"));
    let request = Request::CloseWebSocket {
        code: Some(code),
        reason: reason.clone(),
    };
    let was_clean = true;
    let closed = NetworkEvent::Closed {
        was_clean,
        code,
        reason,
    };
    assert_eq!(side.ask(1, request), closed);
}

/// Regression test: each WebSocket kept up to 16 MiB of a message without charging the budget.
#[test]
fn a_message_without_end_takes_from_the_budget_and_ends_the_web_socket() {
    const BUDGET: u64 = 1 << 20;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ws://{}/", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut socket = tungstenite::accept(stream).unwrap();
        let whole = Message::binary(vec![1; 100_000]);
        for message in [whole.clone(), Message::Ping(vec![2; 100].into()), whole] {
            socket.send(message).unwrap();
        }
        // A binary frame of 8 MiB whose last byte never arrives.
        let stream = socket.get_mut();
        let header = [&[0x82, 127][..], &u64::to_be_bytes(8 << 20)].concat();
        stream.write_all(&header).unwrap();
        let piece = [3; 1 << 16];
        let mut sent = 0;
        while sent + piece.len() < 8 << 20 && stream.write_all(&piece).is_ok() {
            sent += piece.len();
        }
        sent
    });
    let budget = MemoryBudget::new(BUDGET);
    let mut side = Side::with_budget(&["127.0.0.1"], &budget);
    let protocols = Vec::new();
    side.ask(1, Request::OpenWebSocket { url, protocols });
    for _ in 0..2 {
        let message = WebSocketMessage::Binary(vec![1; 100_000]);
        assert_eq!(side.next().1, NetworkEvent::Message(message));
    }
    let failed = NetworkEvent::Failed(Operation::Read, NetworkError::Failed);
    assert_eq!(side.next().1, failed);
    assert!(matches!(
        side.next().1,
        NetworkEvent::Closed {
            was_clean: false,
            ..
        }
    ));
    assert!(server.join().unwrap() < 8 << 20);
    drop(side);
    let patience = Instant::now() + Duration::from_secs(20);
    while budget.charged() > 0 {
        assert!(
            Instant::now() < patience,
            "{} are still charged",
            budget.charged()
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_server_that_leaves_closes_the_web_socket() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        drop(tungstenite::accept(stream).unwrap());
    });
    let mut side = Side::new(&["127.0.0.1"]);
    let url = format!("ws://{address}/");
    let protocols = Vec::new();
    side.ask(1, Request::OpenWebSocket { url, protocols });
    let mut event = side.next().1;
    if let NetworkEvent::Failed(Operation::Read, _) = event {
        event = side.next().1;
    }
    let is_broken = matches!(
        event,
        NetworkEvent::Closed {
            was_clean: false,
            code: 1006,
            ..
        }
    );
    assert!(is_broken, "{event:?}");
}

#[test]
fn hosts_outside_the_list_are_not_reached() {
    let mut side = Side::new(&["127.0.0.1:1"]);
    let (lines, told) = std::sync::mpsc::channel();
    let net = Net::new(
        Hosts::parse(&["127.0.0.1:1"]).unwrap(),
        Inbox::new(&MemoryBudget::default()),
    );
    side.net = net.with_report(Box::new(move |line| lines.send(line.to_owned()).unwrap()));
    let address = "127.0.0.1:2".parse().unwrap();
    let url = "ws://127.0.0.1:2/".into();
    let protocols = Vec::new();
    for request in [
        Request::OpenWebSocket { url, protocols },
        Request::Connect(Target::Address(address)),
        Request::Connect(Target::Name("example.com".into(), 1)),
        Request::BindTcp(address),
        Request::BindUdp(address),
        Request::SendTo(address, vec![1]),
        Request::Resolve {
            host: "example.com".into(),
            port: 1,
            family: Family::Any,
            canonical_name: false,
        },
    ] {
        let answer = side.net.request(1, request.clone());
        assert_eq!(answer, Err(NetworkError::NoAccess), "{request:?}");
    }
    let told: Vec<String> = told.try_iter().collect();
    let names = [
        "ws://127.0.0.1:2/",
        "127.0.0.1:2",
        "example.com:1",
        "example.com",
    ];
    assert_eq!(told.len(), names.len(), "each once: {told:?}");
    for (line, name) in told.iter().zip(names) {
        assert!(
            line.starts_with(&format!("cannot reach {name}: ")),
            "{line}"
        );
    }
}

#[test]
fn bytes_go_to_a_server_and_back() {
    let mut side = Side::new(&["127.0.0.1"]);
    let remote = echo();
    let set = side.ask(1, Request::SetOption(SocketOption::NoDelay(true)));
    assert_eq!(set, NetworkEvent::Changed);
    let connected = side.ask(1, Request::Connect(Target::Address(remote)));
    assert!(matches!(connected, NetworkEvent::Connected { remote: to, .. } if to == remote));
    assert_eq!(
        side.ask(1, Request::Write(vec![1, 2, 3])),
        NetworkEvent::Written(3)
    );
    assert_eq!(
        side.ask(1, Request::Read(100)),
        NetworkEvent::Read(vec![1, 2, 3])
    );
}

#[test]
fn a_refused_connection_fails() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let mut side = Side::new(&["*"]);
    let failed = side.ask(1, Request::Connect(Target::Address(address)));
    let error = NetworkError::ConnectionRefused;
    assert_eq!(failed, NetworkEvent::Failed(Operation::Connect, error));
}

#[test]
fn a_server_takes_connections() {
    let mut side = Side::new(&["127.0.0.1"]);
    let any = "127.0.0.1:0".parse().unwrap();
    let NetworkEvent::Bound(local) = side.ask(1, Request::BindTcp(any)) else {
        panic!("not bound");
    };
    assert_eq!(side.ask(1, Request::Listen(5)), NetworkEvent::Listening);
    side.net.request(1, Request::Accept(2)).unwrap();
    let connected = side
        .net
        .request(3, Request::Connect(Target::Address(local)));
    connected.unwrap();
    let mut ids = [side.next().0, side.next().0];
    ids.sort_unstable();
    assert_eq!(ids, [1, 3]);
    assert_eq!(
        side.ask(3, Request::Write(vec![5])),
        NetworkEvent::Written(1)
    );
    assert_eq!(side.ask(2, Request::Read(9)), NetworkEvent::Read(vec![5]));
    side.net.close(3);
    assert_eq!(
        side.ask(2, Request::Read(9)),
        NetworkEvent::Read(Vec::new())
    );
}

#[test]
fn messages_go_by_udp() {
    let mut side = Side::new(&["127.0.0.1"]);
    let other = UdpSocket::bind("127.0.0.1:0").unwrap();
    let any = "127.0.0.1:0".parse().unwrap();
    let NetworkEvent::Bound(local) = side.ask(1, Request::BindUdp(any)) else {
        panic!("not bound");
    };
    let to = other.local_addr().unwrap();
    let sent = side.ask(1, Request::SendTo(to, vec![1, 2]));
    assert_eq!(sent, NetworkEvent::Written(2));
    let mut bytes = [0; 9];
    assert_eq!(other.recv_from(&mut bytes).unwrap(), (2, local));
    other.send_to(&[3], local).unwrap();
    let received = NetworkEvent::Received {
        from: to,
        bytes: vec![3],
    };
    assert_eq!(side.ask(1, Request::Read(9)), received);
}

#[test]
fn the_address_of_a_closed_socket_is_free_although_its_thread_waited() {
    let mut side = Side::new(&["127.0.0.1"]);
    let any = "127.0.0.1:0".parse().unwrap();
    let NetworkEvent::Bound(local) = side.ask(1, Request::BindUdp(any)) else {
        panic!("not bound");
    };
    side.net.request(1, Request::Read(9)).unwrap();
    side.net.close(1);
    let again = side.ask(2, Request::BindUdp(local));
    assert_eq!(again, NetworkEvent::Bound(local));
}

#[test]
fn an_address_in_use_is_refused_at_once() {
    let mut side = Side::new(&["127.0.0.1"]);
    let any = "127.0.0.1:0".parse().unwrap();
    let NetworkEvent::Bound(local) = side.ask(1, Request::BindUdp(any)) else {
        panic!("not bound");
    };
    let asked = Instant::now();
    let again = side.net.request(2, Request::BindUdp(local));
    assert_eq!(again, Err(NetworkError::AddressInUse));
    assert!(asked.elapsed() < super::CLOSING);
}

#[test]
fn a_closed_socket_is_silent_and_its_threads_end() {
    let mut side = Side::new(&["127.0.0.1"]);
    let any = "127.0.0.1:0".parse().unwrap();
    side.ask(1, Request::BindUdp(any));
    side.net.request(1, Request::Read(9)).unwrap();
    side.ask(2, Request::BindTcp(any));
    side.ask(2, Request::Listen(1));
    side.net.request(2, Request::Accept(3)).unwrap();
    side.ask(4, Request::Connect(Target::Address(echo())));
    side.net.request(4, Request::Read(9)).unwrap();
    assert!(side.inbox.is_waiting());
    for id in 1..5 {
        side.net.close(id);
    }
    let patience = Instant::now() + Duration::from_secs(20);
    while side.inbox.is_waiting() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!side.inbox.is_waiting(), "no thread is left");
    assert_eq!(side.inbox.next(), None);
}

#[test]
fn a_name_that_may_be_reached_leads_to_addresses_that_may_be() {
    let mut side = Side::new(&["localhost"]);
    let remote = echo();
    let resolved = side.ask(
        1,
        Request::Resolve {
            host: "localhost".into(),
            port: remote.port(),
            family: Family::V4,
            canonical_name: true,
        },
    );
    let NetworkEvent::Resolved { addresses, .. } = resolved else {
        panic!("{resolved:?}");
    };
    assert_eq!(addresses, [remote]);
    let connected = side.ask(2, Request::Connect(Target::Address(remote)));
    assert!(matches!(connected, NetworkEvent::Connected { .. }));
}
