//! Messages between a program and a socket that echoes them.

use super::super::harness::{Guest, OK};
use super::*;
use crate::files::{Access as Ways, Arrived, File, MessageSocket, Status, Whence};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

const B: u32 = Guest::BUFFER;
/// The addresses of the header, the parts and the descriptors of a message.
const HEADER: u32 = B;
const PARTS: u32 = B + 32;
const NUMBERS: u32 = B + 128;
/// The address of its bytes.
const BYTES: u32 = B + 256;

const SEND: &str = "nacl-syscall.imc_sendmsg";
const RECEIVE: &str = "nacl-syscall.imc_recvmsg";

/// A message in the socket: its bytes, and how many files it carries.
type Waiting = (Vec<u8>, usize);

/// A socket connected to itself.
#[derive(Clone, Debug, Default)]
struct Echo(Arc<Mutex<VecDeque<Waiting>>>);

impl Echo {
    fn take(&self) -> Option<Waiting> {
        self.0.lock().unwrap().pop_front()
    }

    fn put(&self, bytes: &[u8], files: usize) {
        self.0.lock().unwrap().push_back((bytes.to_vec(), files));
    }
}

impl MessageSocket for Echo {
    fn carries_files(&self) -> bool {
        true
    }

    fn send(&self, bytes: &[u8], files: &[&dyn Any], _: MaxWait) -> Result<(), Errno> {
        self.put(bytes, files.len());
        Ok(())
    }

    fn receive(&self, buffer: &mut [u8], _: MaxWait) -> Result<Message, Errno> {
        let (bytes, files) = self.take().ok_or(Errno::EAGAIN)?;
        let len = bytes.len().min(buffer.len());
        buffer[..len].copy_from_slice(&bytes[..len]);
        let file = || Box::new(self.clone()) as Box<dyn Arrived>;
        Ok(Message {
            len,
            files: (0..files).map(|_| file()).collect(),
            is_cut: len < bytes.len(),
            lacks_files: false,
        })
    }
}

impl Arrived for Echo {
    fn open(self: Box<Self>, _: Passed) -> Result<Box<dyn File>, Errno> {
        Ok(self)
    }
}

impl File for Echo {
    fn read(&mut self, _: &mut [u8]) -> Result<usize, Errno> {
        Err(Errno::EINVAL)
    }

    fn write(&mut self, _: &[u8]) -> Result<usize, Errno> {
        Err(Errno::EINVAL)
    }

    fn seek(&mut self, _: i64, _: Whence) -> Result<u64, Errno> {
        Err(Errno::ESPIPE)
    }

    fn status(&self) -> Result<Status, Errno> {
        Err(Errno::EINVAL)
    }

    fn set_permissions(&mut self, _: u32) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }

    fn set_length(&mut self, _: u64) -> Result<(), Errno> {
        Err(Errno::EINVAL)
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Ok(())
    }

    fn passed(&self) -> Option<(Passed, &dyn Any)> {
        Some((Passed::Socket, &()))
    }

    fn message_socket(&self) -> Option<&dyn MessageSocket> {
        Some(self)
    }
}

fn failed(errno: Errno) -> Action {
    Action::Return(errno.number().wrapping_neg().into())
}

/// Returns a program with such a socket as descriptor 3.
fn with_socket() -> (Echo, Guest) {
    let mut guest = Guest::new().with_system_calls();
    let echo = Echo::default();
    let ways = Ways {
        read: true,
        write: true,
    };
    let files = &mut guest.irt.state.files;
    assert_eq!(files.adopt(Box::new(echo.clone()), ways, None), Ok(3));
    (echo, guest)
}

/// Describes a message of parts, each an address and a length, and descriptors.
fn describe(guest: &mut Guest, parts: &[(u32, u32)], numbers: &[u32]) {
    let words = [PARTS, parts.len() as u32, NUMBERS, numbers.len() as u32, 0];
    let mut put = |at: u32, words: &[u32]| {
        for (index, &word) in (0..).zip(words) {
            guest.memory.store_u32(at + 4 * index, word).unwrap();
        }
    };
    put(HEADER, &words);
    let parts: Vec<u32> = parts.iter().flat_map(|&(at, len)| [at, len]).collect();
    put(PARTS, &parts);
    put(NUMBERS, numbers);
}

#[test]
fn a_message_arrives_with_its_descriptors() {
    let (echo, mut guest) = with_socket();
    guest.memory.write(BYTES, b"hello, world").unwrap();
    describe(&mut guest, &[(BYTES, 5), (BYTES + 5, 7)], &[3, INVALID]);
    assert_eq!(guest.call(SEND, &[3, HEADER, 0]), Action::Return(12));
    let (message, files) = echo.take().unwrap();
    assert_eq!((message.len(), files), (16 + 16 + 12, 1));
    assert_eq!(&message[32..], b"hello, world");

    echo.put(&message, files);
    describe(&mut guest, &[(BYTES, 2), (BYTES + 100, 90)], &[0; 8]);
    assert_eq!(guest.call(RECEIVE, &[3, HEADER, 0]), Action::Return(12));
    assert_eq!(guest.memory.bytes(BYTES, 2).unwrap(), b"he");
    assert_eq!(guest.memory.bytes(BYTES + 100, 10).unwrap(), b"llo, world");
    assert_eq!(guest.words(NUMBERS, 2), [4, INVALID]);
    assert_eq!(guest.words(HEADER + 12, 2), [2, 0]);
    assert_eq!(guest.call("nacl-syscall.close", &[4]), OK);
}

#[test]
fn excess_data_is_cut_off_and_excess_descriptors_are_closed() {
    let (_echo, mut guest) = with_socket();
    describe(&mut guest, &[(BYTES, 9)], &[3, 3, 3]);
    assert_eq!(guest.call(SEND, &[3, HEADER, 0]), Action::Return(9));
    describe(&mut guest, &[(BYTES, 4)], &[0]);
    assert_eq!(guest.call(RECEIVE, &[3, HEADER, 0]), Action::Return(4));
    assert_eq!(
        guest.words(HEADER + 12, 2),
        [1, 3],
        "one of three, both cut"
    );
    assert_eq!(guest.call("nacl-syscall.dup", &[3]), Action::Return(5));
}

#[test]
fn a_call_that_waits_is_tried_again() {
    let (echo, mut guest) = with_socket();
    describe(&mut guest, &[(BYTES, 9)], &[]);
    let now = guest.call(RECEIVE, &[3, HEADER, DO_NOT_WAIT]);
    assert_eq!(now, failed(Errno::EAGAIN));
    let waits = guest.call(RECEIVE, &[3, HEADER, 0]);
    assert!(
        matches!(waits, Action::Wait { deadline: Some(_) }),
        "{waits:?}"
    );
    assert!(matches!(guest.resume(), Action::Wait { .. }));
    let mut message = Vec::new();
    wire::write(&[], &mut message);
    message.extend(b"late");
    echo.put(&message, 0);
    assert_eq!(guest.resume(), Action::Return(4));
    assert!(matches!(guest.resume(), Action::Trap(_)), "nothing waits");
}

#[test]
fn hostile_messages_are_errors_and_take_no_descriptors() {
    let (echo, mut guest) = with_socket();
    let mut good = Vec::new();
    wire::write(&[Some(Passed::Socket), Some(Passed::Socket)], &mut good);
    describe(&mut guest, &[(BYTES, 9)], &[0; 8]);
    let bad_magic = [&[7], &good[1..]].concat();
    for (message, files, what) in [
        (&[][..], 0, "the other end is closed"),
        (&good[..15], 2, "no header"),
        (&good[..31], 2, "less data than announced"),
        (&bad_magic, 2, "another magic number"),
        (&good, 1, "fewer files than described"),
    ] {
        echo.put(message, files);
        let received = guest.call(RECEIVE, &[3, HEADER, 0]);
        assert_eq!(received, failed(Errno::EIO), "{what}");
    }
    assert_eq!(guest.call("nacl-syscall.dup", &[3]), Action::Return(4));
}

#[test]
fn bad_requests_are_errors() {
    let (_echo, mut guest) = with_socket();
    let many: Vec<(u32, u32)> = vec![(BYTES, 60_000); 3];
    for (parts, numbers, errno) in [
        (&[(0, 4)][..], &[][..], Errno::EFAULT),
        (&[(BYTES, u32::MAX)], &[], Errno::EFAULT),
        (&[], &[9], Errno::EBADF),
        (&[], &[0], Errno::EIO),
        (&[], &[3; 9], Errno::EINVAL),
        (&many, &[], Errno::EIO),
    ] {
        describe(&mut guest, parts, numbers);
        let sent = guest.call(SEND, &[3, HEADER, 0]);
        assert_eq!(sent, failed(errno), "{parts:?}, {numbers:?}");
    }
    describe(&mut guest, &[], &[]);
    for call in [SEND, RECEIVE] {
        assert_eq!(guest.call(call, &[3, 0, 0]), failed(Errno::EFAULT));
        assert_eq!(guest.call(call, &[77, HEADER, 0]), failed(Errno::EBADF));
    }
    assert_eq!(guest.call(SEND, &[1, HEADER, 0]), failed(Errno::EIO));
    assert_eq!(guest.call(RECEIVE, &[1, HEADER, 0]), failed(Errno::EINVAL));
    guest.memory.store_u32(HEADER + 4, MAX_PARTS + 1).unwrap();
    assert_eq!(guest.call(SEND, &[3, HEADER, 0]), failed(Errno::EINVAL));
    let odd = guest.call("nacl-syscall.imc_mem_obj_create", &[100]);
    assert_eq!(odd, failed(Errno::EINVAL));
    let large = guest.call("nacl-syscall.imc_mem_obj_create", &[1 << 30]);
    assert_eq!(large, failed(Errno::ENOMEM));
}
