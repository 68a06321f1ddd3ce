//! A minimal engine. It starts a program with one end of a socket and exchanges messages with it.

use libtest_mimic::Failed;
use rustix::fs::MemfdFlags;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use std::fs::File;
use std::io::{IoSlice, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The first word of a message.
pub(crate) const MAGIC: u32 = 0xd3c0_de01;

/// Maximum time for an answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The announced type of a descriptor: a file with its mode, or memory with its size.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    File(u32),
    Memory(u64),
    Socket,
}

/// A received message.
pub(crate) struct Message {
    pub(crate) descriptors: Vec<u8>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) files: Vec<OwnedFd>,
}

impl Message {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

pub(crate) fn socket_pair() -> Result<(OwnedFd, OwnedFd), Failed> {
    let (mine, theirs) = socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?;
    set_socket_timeout(&mine, Timeout::Recv, Some(PATIENCE))?;
    Ok((mine, theirs))
}

/// Returns two descriptors of new shared memory that begins with a text: one to send, and one to
/// examine.
pub(crate) fn memory(text: &[u8], size: u64) -> Result<(OwnedFd, File), Failed> {
    let file = File::from(rustix::fs::memfd_create("engine", MemfdFlags::CLOEXEC)?);
    file.set_len(size)?;
    file.write_all_at(text, 0)?;
    Ok((file.try_clone()?.into(), file))
}

/// Receives a message. Returns an empty one if the other end is closed.
pub(crate) fn receive(socket: &OwnedFd) -> Result<Message, Failed> {
    let mut buffer = vec![0; 1 << 18];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(8))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut buffer)];
    let flags = RecvFlags::CMSG_CLOEXEC;
    let len = recvmsg(socket, &mut parts, &mut control, flags)?.bytes;
    let mut files = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            files.extend(rights);
        }
    }
    buffer.truncate(len);
    if len == 0 {
        let (descriptors, bytes) = (Vec::new(), Vec::new());
        return Ok(Message {
            descriptors,
            bytes,
            files,
        });
    }
    let word = |at: usize| u32::from_le_bytes(buffer[at..at + 4].try_into().expect("a word"));
    assert_eq!(word(0), MAGIC);
    let end = 16 + word(4) as usize;
    assert!(end.is_multiple_of(16));
    Ok(Message {
        descriptors: buffer[16..end].to_vec(),
        bytes: buffer[end..].to_vec(),
        files,
    })
}

/// The engine, and the program that it started.
pub(crate) struct Engine {
    socket: Option<OwnedFd>,
    child: Child,
}

impl Engine {
    /// Starts a command with a socket as its standard input.
    pub(crate) fn start(mut command: Command) -> Result<Engine, Failed> {
        let (mine, theirs) = socket_pair()?;
        command.stdin(theirs).stdout(Stdio::piped());
        Ok(Engine {
            child: command.spawn()?,
            socket: Some(mine),
        })
    }

    fn socket(&self) -> &OwnedFd {
        self.socket.as_ref().expect("it is open")
    }

    /// Sends bytes with descriptors.
    pub(crate) fn send(&self, bytes: &[u8], files: Vec<(Kind, OwnedFd)>) -> Result<(), Failed> {
        let mut data = Vec::new();
        for (kind, _) in &files {
            data.push(match kind {
                Kind::File(_) => 2,
                Kind::Memory(_) => 7,
                Kind::Socket => 13,
            });
            data.extend([0; 4]);
            match kind {
                Kind::File(mode) => data.extend(mode.to_le_bytes()),
                Kind::Memory(size) => data.extend(size.to_le_bytes()),
                Kind::Socket => {}
            }
        }
        if !files.is_empty() {
            data.push(0xff);
            data.resize(data.len().next_multiple_of(16), 0);
        }
        let mut message = [MAGIC.to_le_bytes(), (data.len() as u32).to_le_bytes()].concat();
        message.resize(16, 0);
        message.extend(data);
        message.extend(bytes);
        let files: Vec<OwnedFd> = files.into_iter().map(|(_, file)| file).collect();
        self.send_raw(&message, &files)
    }

    /// Sends an encoded message.
    pub(crate) fn send_raw(&self, message: &[u8], files: &[OwnedFd]) -> Result<(), Failed> {
        let rights: Vec<_> = files.iter().map(AsFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(8))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !rights.is_empty() {
            assert!(control.push(SendAncillaryMessage::ScmRights(&rights)));
        }
        let flags = SendFlags::NOSIGNAL;
        sendmsg(self.socket(), &[IoSlice::new(message)], &mut control, flags)?;
        Ok(())
    }

    pub(crate) fn receive(&self) -> Result<Message, Failed> {
        receive(self.socket())
    }

    /// Sends bytes and returns the answer.
    pub(crate) fn ask(&self, bytes: &[u8]) -> Result<String, Failed> {
        self.send(bytes, Vec::new())?;
        Ok(self.receive()?.text())
    }

    pub(crate) fn kill(&mut self) -> Result<(), Failed> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Closes the socket. Returns the program's exit status and its output.
    pub(crate) fn end(mut self) -> Result<(Option<i32>, String), Failed> {
        self.socket = None;
        let mut printed = String::new();
        if let Some(stdout) = &mut self.child.stdout {
            stdout.read_to_string(&mut printed)?;
        }
        Ok((self.child.wait()?.code(), printed))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
