//! Sockets that carry messages with open files, and memory that is shared by processes.
//!
//! A socket keeps the boundaries of messages (`SOCK_SEQPACKET`), and messages carry open files as
//! rights (`SCM_RIGHTS`). No call waits for a message in the system call itself. It polls, and
//! waits for an event in between, so that time limits hold whatever the socket's own flags say.

use pinnacle_system::Errno;
use pinnacle_system::files::{
    Arrived, File, MAX_PASSED, MaxWait, Message, MessageMachine, MessageSocket, Passed, Status,
    Whence,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{FileType, MemfdFlags};
use rustix::io::Errno as Refusal;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags,
    SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};
use std::any::Any;
use std::fs;
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;

/// Maximum wait of a call that blocks other threads.
const SHORT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 2_000_000,
};

/// Size of the buffer for the open files that a message can carry.
const RIGHTS: usize = rustix::cmsg_space!(ScmRights(MAX_PASSED));

/// The kinds of files that are shared with other processes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Socket { carries_files: bool },
    Memory { bytes: u64 },
}

/// A socket or memory.
#[derive(Debug)]
struct Shared {
    file: Box<dyn File>,
    kind: Kind,
}

impl Shared {
    fn open(file: fs::File, kind: Kind) -> Box<dyn File> {
        let file = pinnacle_folder::opened(file);
        Box::new(Shared { file, kind })
    }

    /// The file of the machine.
    fn raw(&self) -> Result<&fs::File, Errno> {
        let passed = self.file.passed();
        let raw = passed.and_then(|(_, raw)| raw.downcast_ref());
        raw.ok_or(Errno::EIO)
    }
}

/// Wraps a descriptor given to the program according to its type: a message socket, shared memory
/// (a file without a name), or anything else.
pub(super) fn given(file: fs::File) -> Box<dyn File> {
    match kind(&file) {
        Some(kind) => Shared::open(file, kind),
        None => pinnacle_folder::opened(file),
    }
}

fn kind(file: &fs::File) -> Option<Kind> {
    let status = rustix::fs::fstat(file).ok()?;
    match FileType::from_raw_mode(status.st_mode) {
        FileType::Socket => is_socket(file).then_some(Kind::Socket {
            carries_files: true,
        }),
        FileType::RegularFile if status.st_nlink == 0 => Some(Kind::Memory {
            bytes: u64::try_from(status.st_size).unwrap_or(0),
        }),
        _ => None,
    }
}

/// Returns true for a socket that keeps the bounds of messages.
fn is_socket(file: &fs::File) -> bool {
    rustix::net::sockopt::socket_type(file).is_ok_and(|found| found == SocketType::SEQPACKET)
}

impl File for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        self.file.read(buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        self.file.write(bytes)
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno> {
        self.file.seek(offset, whence)
    }

    fn status(&self) -> Result<Status, Errno> {
        let status = self.file.status()?;
        Ok(match self.kind {
            Kind::Socket { .. } => status,
            Kind::Memory { bytes } => Status {
                size: bytes,
                ..status
            },
        })
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        self.file.set_permissions(mode)
    }

    /// Refuses to change the length: accesses to a mapping beyond a new end would fault.
    fn set_length(&mut self, _: u64) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }

    fn sync(&mut self, data_only: bool) -> Result<(), Errno> {
        self.file.sync(data_only)
    }

    fn passed(&self) -> Option<(Passed, &dyn Any)> {
        let (_, raw) = self.file.passed()?;
        let kind = match self.kind {
            Kind::Socket { .. } => Passed::Socket,
            Kind::Memory { bytes } => Passed::Memory(bytes),
        };
        Some((kind, raw))
    }

    fn message_socket(&self) -> Option<&dyn MessageSocket> {
        match self.kind {
            Kind::Socket { .. } => Some(self),
            Kind::Memory { .. } => None,
        }
    }
}

/// The number of an error that a program can tell apart.
fn refused(error: Refusal) -> Errno {
    match error {
        Refusal::AGAIN => Errno::EAGAIN,
        Refusal::MSGSIZE => Errno::EMSGSIZE,
        Refusal::NOMEM | Refusal::NOBUFS => Errno::ENOMEM,
        Refusal::MFILE | Refusal::NFILE => Errno::ENFILE,
        _ => Errno::EIO,
    }
}

/// Retries until the peer has taken or provided something, or the maximum wait is over.
fn retry_within<T>(
    socket: BorrowedFd<'_>,
    event: PollFlags,
    max_wait: MaxWait,
    mut attempt: impl FnMut() -> Result<T, Refusal>,
) -> Result<T, Errno> {
    let mut max_wait = max_wait;
    loop {
        match attempt() {
            Err(Refusal::INTR) => continue,
            Err(Refusal::AGAIN) => {}
            result => return result.map_err(refused),
        }
        let limit = match max_wait {
            MaxWait::None => return Err(Errno::EAGAIN),
            MaxWait::Short => Some(&SHORT),
            MaxWait::Unlimited => None,
        };
        match poll(&mut [PollFd::from_borrowed_fd(socket, event)], limit) {
            Err(Refusal::INTR) => {}
            Err(error) => return Err(refused(error)),
            Ok(_) if limit.is_some() => max_wait = MaxWait::None,
            Ok(_) => {}
        }
    }
}

impl MessageSocket for Shared {
    fn carries_files(&self) -> bool {
        matches!(self.kind, Kind::Socket { carries_files } if carries_files)
    }

    fn send(&self, bytes: &[u8], files: &[&dyn Any], max_wait: MaxWait) -> Result<(), Errno> {
        let socket = self.raw()?.as_fd();
        let mut rights = Vec::with_capacity(files.len());
        for file in files {
            let file = file.downcast_ref::<fs::File>().ok_or(Errno::EIO)?;
            rights.push(file.as_fd());
        }
        let sent = retry_within(socket, PollFlags::OUT, max_wait, || {
            let mut space = [MaybeUninit::uninit(); RIGHTS];
            let mut control = SendAncillaryBuffer::new(&mut space);
            let fits = rights.is_empty() || control.push(SendAncillaryMessage::ScmRights(&rights));
            if !fits {
                return Err(Refusal::INVAL);
            }
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            rustix::net::sendmsg(socket, &[IoSlice::new(bytes)], &mut control, flags)
        });
        sent.map(drop)
    }

    fn receive(&self, buffer: &mut [u8], max_wait: MaxWait) -> Result<Message, Errno> {
        let socket = self.raw()?.as_fd();
        retry_within(socket, PollFlags::IN, max_wait, || {
            let mut space = [MaybeUninit::uninit(); RIGHTS];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
            let mut parts = [IoSliceMut::new(buffer)];
            let received = rustix::net::recvmsg(socket, &mut parts, &mut control, flags)?;
            let mut files: Vec<Box<dyn Arrived>> = Vec::new();
            for message in control.drain() {
                if let RecvAncillaryMessage::ScmRights(rights) = message {
                    files.extend(rights.map(|right| Box::new(Right(right)) as Box<dyn Arrived>));
                }
            }
            Ok(Message {
                len: received.bytes.min(parts[0].len()),
                files,
                is_cut: received.flags.contains(ReturnFlags::TRUNC),
                lacks_files: received.flags.contains(ReturnFlags::CTRUNC),
            })
        })
    }
}

/// An open file that arrived in a message.
#[derive(Debug)]
struct Right(OwnedFd);

impl Arrived for Right {
    fn open(self: Box<Self>, kind: Passed) -> Result<Box<dyn File>, Errno> {
        let file = fs::File::from(self.0);
        match kind {
            Passed::Socket if is_socket(&file) => Ok(Shared::open(
                file,
                Kind::Socket {
                    carries_files: false,
                },
            )),
            Passed::Memory(bytes) => {
                let status = rustix::fs::fstat(&file).map_err(refused)?;
                let is_memory = FileType::from_raw_mode(status.st_mode) == FileType::RegularFile;
                let size = u64::try_from(status.st_size).unwrap_or(0);
                match is_memory && bytes <= size {
                    true => Ok(Shared::open(file, Kind::Memory { bytes })),
                    false => Err(Errno::EIO),
                }
            }
            Passed::File(_) => Ok(pinnacle_folder::opened(file)),
            Passed::Socket => Err(Errno::EIO),
        }
    }
}

/// Creates sockets and memory for system calls, on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Messages;

impl MessageMachine for Messages {
    fn socket_pair(&self) -> Result<[Box<dyn File>; 2], Errno> {
        let (one, two) = rustix::net::socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )
        .map_err(refused)?;
        // As in the original, such a socket carries only bytes.
        let kind = Kind::Socket {
            carries_files: false,
        };
        Ok([one, two].map(|socket| Shared::open(socket.into(), kind)))
    }

    fn memory(&self, bytes: u64) -> Result<Box<dyn File>, Errno> {
        let memory = rustix::fs::memfd_create("nacl-memory", MemfdFlags::CLOEXEC);
        let memory = memory.map_err(refused)?;
        rustix::fs::ftruncate(&memory, bytes).map_err(refused)?;
        Ok(Shared::open(memory.into(), Kind::Memory { bytes }))
    }
}
