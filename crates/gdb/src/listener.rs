//! Connections of debuggers.

use crate::server::{Program, serve};
use pinnacle_debug::Addresses;
use pinnacle_debugger::Session;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::thread::{self, JoinHandle};

/// A port on which the interpreter listens for a debugger. Only this machine can reach it.
#[derive(Debug)]
pub struct Listener(TcpListener);

/// The connection of a debugger.
#[derive(Debug)]
pub struct Connection(JoinHandle<()>);

impl Listener {
    /// Opens a port; 0 chooses a free one.
    ///
    /// # Errors
    ///
    /// Fails if the port is not free.
    pub fn open(port: u16) -> io::Result<Listener> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(Listener)
    }

    /// Returns the number of the port.
    ///
    /// # Errors
    ///
    /// Fails if the system does not report it.
    pub fn port(&self) -> io::Result<u16> {
        self.0.local_addr().map(|address| address.port())
    }

    /// Waits for a debugger. The program then stops at its first instruction. The debugger can go
    /// back if `has_past` is set.
    ///
    /// # Errors
    ///
    /// Fails if the connection fails.
    pub fn accept(self, addresses: Addresses, has_past: bool) -> io::Result<(Session, Connection)> {
        let (stream, _) = self.0.accept()?;
        stream.set_nodelay(true)?;
        let (session, remote, stops) = Session::new(addresses.clone());
        let session = match has_past {
            true => session.with_past(),
            false => session,
        };
        let program = Program::new(remote, stops, addresses, has_past);
        let server = thread::spawn(move || serve(stream, program));
        Ok((session, Connection(server)))
    }
}

impl Connection {
    /// Waits until the debugger has been notified of the end of the program.
    pub fn close(self) {
        // A thread that panicked has closed its connection already.
        let _ = self.0.join();
    }
}
