//! The system calls of Native Client that exchange messages with other processes.
//!
//! A message consists of bytes, gathered from parts of the program's memory, and descriptors.
//! `wire` defines its format between processes, which is that of the original loader.

mod wire;

use super::call::{Call, DONE};
use super::system_calls::Waiting;
use crate::Errno;
use crate::files::{Access as Ways, MAX_PASSED, MaxWait, Message, Passed};
use crate::host::Action;
use crate::memory::{Access, PAGE_SIZE};
use crate::memory_budget::Charge;

/// Maximum number of bytes that a program can send or receive in one message.
pub const MAX_MESSAGE: u32 = 128 << 10;

/// Maximum number of parts from which a message is gathered.
const MAX_PARTS: u32 = 256;

/// Approximate number of bytes that a socket buffers.
const SOCKET_BYTES: u64 = 256 << 10;

/// The number that stands for an invalid descriptor.
const INVALID: u32 = u32::MAX;

/// A flag of calls: do not wait for the other end.
const DO_NOT_WAIT: u32 = 1;

/// Flags of a message that was received.
mod received {
    pub(super) const DATA_TRUNCATED: u32 = 1;
    pub(super) const DESCRIPTORS_TRUNCATED: u32 = 2;
}

/// The structure with which a program describes a message: five words.
#[derive(Clone, Copy)]
struct Header {
    parts: u32,
    part_count: u32,
    descriptors: u32,
    descriptor_count: u32,
}

/// The size of the structure in bytes, and the offsets of two fields.
const HEADER_SIZE: u32 = 20;
const DESCRIPTOR_COUNT_AT: u32 = 12;
const FLAGS_AT: u32 = 16;

/// A part of the program's memory.
#[derive(Clone, Copy)]
struct Part {
    address: u32,
    len: u32,
}

impl Header {
    fn read(call: &mut Call<'_, '_>, address: u32) -> Result<Header, Errno> {
        let bytes = call.memory().load::<{ HEADER_SIZE as usize }>(address)?;
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(word)
        };
        let header = Header {
            parts: word(0),
            part_count: word(4),
            descriptors: word(8),
            descriptor_count: word(12),
        };
        if header.part_count > MAX_PARTS || header.descriptor_count > MAX_PASSED as u32 {
            return Err(Errno::EINVAL);
        }
        Ok(header)
    }

    /// Reads the list of parts of memory. All of them must be accessible.
    fn parts(&self, call: &mut Call<'_, '_>, access: Access) -> Result<Vec<Part>, Errno> {
        let words = call.memory().bytes(self.parts, 8 * self.part_count)?;
        let parts = words.chunks_exact(8).map(|words| Part {
            address: u32::from_le_bytes([words[0], words[1], words[2], words[3]]),
            len: u32::from_le_bytes([words[4], words[5], words[6], words[7]]),
        });
        let parts: Vec<Part> = parts.filter(|part| part.len > 0).collect();
        for part in &parts {
            call.memory().check(part.address, part.len, access)?;
        }
        Ok(parts)
    }
}

/// Returns the error that a program gets for an error of a socket. All errors of the connection
/// become `EIO`.
fn broken(errno: Errno) -> Errno {
    match errno {
        Errno::EAGAIN | Errno::EMSGSIZE => errno,
        _ => Errno::EIO,
    }
}

/// Returns the maximum wait of a call. Once the program has started a thread, a call waits only
/// briefly, because other threads cannot run in the meantime.
fn max_wait(call: &Call<'_, '_>, flags: u32) -> MaxWait {
    match flags & DO_NOT_WAIT {
        0 if call.state.has_threads => MaxWait::Short,
        0 => MaxWait::Unlimited,
        _ => MaxWait::None,
    }
}

/// Ends a call that received nothing: with an error, or with another attempt after a wait.
fn after_waiting(
    call: &mut Call<'_, '_>,
    errno: Errno,
    max_wait: MaxWait,
    waiting: Waiting,
) -> Result<Action, Errno> {
    if errno != Errno::EAGAIN || max_wait == MaxWait::None {
        return Err(errno);
    }
    let thread = call.context.thread;
    call.state.waiting.insert(thread, waiting);
    let now = call.state.clock.real_time();
    Ok(Action::Wait {
        deadline: Some(now),
    })
}

/// Sends a message. Returns the number of the program's bytes that were sent.
pub(super) fn send(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [descriptor, address, flags] = [0, 1, 2].map(|index| call.arg(index));
    let header = Header::read(call, address)?;
    let parts = header.parts(call, Access::Read)?;
    let numbers = call
        .memory()
        .bytes(header.descriptors, 4 * header.descriptor_count)?;
    let numbers = numbers.chunks_exact(4);
    let numbers: Vec<u32> = numbers
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();

    let sum = parts.iter().map(|part| u64::from(part.len)).sum::<u64>();
    let mut message = std::mem::take(&mut call.state.message);
    message.clear();
    let result = (|| {
        let files = &call.state.files;
        let socket = match files.message_socket(descriptor) {
            Err(Errno::EINVAL) => Err(Errno::EIO),
            found => found,
        }?;
        if sum > MAX_MESSAGE.into() || (!numbers.is_empty() && !socket.carries_files()) {
            return Err(Errno::EIO);
        }
        let mut described = Vec::new();
        let mut passed = Vec::new();
        for &number in &numbers {
            if number == INVALID {
                described.push(None);
                continue;
            }
            let (kind, file) = files.passed(number).map_err(|errno| match errno {
                Errno::EINVAL => Errno::EIO,
                errno => errno,
            })?;
            described.push(Some(kind));
            passed.push(file);
        }
        wire::write(&described, &mut message);
        for part in &parts {
            let start = message.len();
            message.resize(start + part.len as usize, 0);
            call.context
                .memory
                .read(part.address, &mut message[start..])?;
        }
        let max_wait = max_wait(call, flags);
        let sent = socket.send(&message, &passed, max_wait);
        Ok(sent.map_err(|errno| (broken(errno), max_wait)))
    })();
    call.state.message = message;
    match result? {
        Ok(()) => {
            call.context.bytes += sum;
            Ok(Action::Return(sum))
        }
        Err((errno, max_wait)) => {
            let waiting = Waiting::Send([descriptor, address, flags]);
            after_waiting(call, errno, max_wait, waiting)
        }
    }
}

/// Receives a message. Returns the number of bytes that fit in the program's buffers.
pub(super) fn receive(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [descriptor, address, flags] = [0, 1, 2].map(|index| call.arg(index));
    let header = Header::read(call, address)?;
    let parts = header.parts(call, Access::Write)?;
    call.check_writable(1, HEADER_SIZE)?;
    let numbers_len = 4 * header.descriptor_count;
    call.memory()
        .check(header.descriptors, numbers_len, Access::Write)?;

    let mut buffer = std::mem::take(&mut call.state.message);
    buffer.resize(
        wire::HEADER + wire::MAX_DESCRIPTOR_DATA + MAX_MESSAGE as usize,
        0,
    );
    let max_wait = max_wait(call, flags);
    let received = (call.state.files.message_socket(descriptor))
        .map(|socket| socket.receive(&mut buffer, max_wait));
    let result = match received {
        Err(errno) => Err(errno),
        Ok(Ok(message)) => deliver(call, address, &header, &parts, &buffer, message),
        Ok(Err(errno)) => {
            let waiting = Waiting::Receive([descriptor, address, flags]);
            after_waiting(call, broken(errno), max_wait, waiting)
        }
    };
    call.state.message = buffer;
    result
}

/// Delivers a message to the program.
fn deliver(
    call: &mut Call<'_, '_>,
    address: u32,
    header: &Header,
    parts: &[Part],
    buffer: &[u8],
    message: Message,
) -> Result<Action, Errno> {
    let (described, start) = wire::read(&buffer[..message.len])?;
    let mut flags = 0;
    let mut rest = &buffer[start..message.len];
    if described.iter().flatten().count() > message.files.len() {
        return Err(Errno::EIO);
    }
    let mut files = message.files.into_iter();
    let mut numbers = Vec::new();
    for kind in described {
        // A descriptor that does not fit is closed.
        let file = kind.and_then(|_| files.next());
        if numbers.len() == header.descriptor_count as usize {
            flags |= received::DESCRIPTORS_TRUNCATED;
            continue;
        }
        let number = match (kind, file) {
            (Some(kind), Some(file)) => {
                let opened = file.open(kind);
                opened.and_then(|file| call.state.files.adopt(file, ways(kind), None))
            }
            _ => Ok(INVALID),
        };
        match number {
            Ok(number) => numbers.push(number),
            Err(errno) => {
                close(call, &numbers);
                return Err(errno);
            }
        }
    }
    if message.lacks_files {
        flags |= received::DESCRIPTORS_TRUNCATED;
    }
    let mut count = 0;
    for part in parts {
        let (now, later) = rest.split_at(rest.len().min(part.len as usize));
        call.memory().write(part.address, now)?;
        count += now.len() as u64;
        rest = later;
    }
    if !rest.is_empty() || message.is_cut {
        flags |= received::DATA_TRUNCATED;
    }
    let words: Vec<u8> = numbers.iter().flat_map(|word| word.to_le_bytes()).collect();
    call.memory().write(header.descriptors, &words)?;
    call.memory()
        .store_u32(address + DESCRIPTOR_COUNT_AT, numbers.len() as u32)?;
    call.memory().store_u32(address + FLAGS_AT, flags)?;
    call.context.bytes += count;
    Ok(Action::Return(count))
}

/// Closes descriptors that the program has not received yet.
fn close(call: &mut Call<'_, '_>, numbers: &[u32]) {
    for &number in numbers.iter().filter(|&&number| number != INVALID) {
        // They were opened just before, so closing them succeeds.
        let _ = call.state.files.close(number);
    }
}

/// Returns the access rights that a program has to a received file.
fn ways(kind: Passed) -> Ways {
    match kind {
        Passed::Socket | Passed::Memory(_) => Ways {
            read: true,
            write: true,
        },
        Passed::File(ways) => ways,
    }
}

/// Charges bytes that the machine keeps for the program. They are limited to the size of the
/// program's address space.
fn charge(call: &Call<'_, '_>, bytes: u64) -> Result<Charge, Errno> {
    let kept = &call.state.kept_by_machine;
    kept.set_limit(call.context.memory.limit().into());
    kept.charge(bytes).map_err(|_| Errno::ENOMEM)
}

/// Creates memory that can be sent to other processes. Returns its descriptor.
pub(super) fn make_memory(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let bytes = call.arg(0);
    if !bytes.is_multiple_of(PAGE_SIZE) {
        return Err(Errno::EINVAL);
    }
    let charge = charge(call, bytes.into())?;
    let file = call.machine()?.memory(bytes.into())?;
    let ways = ways(Passed::Memory(0));
    let number = call.state.files.adopt(file, ways, Some(charge))?;
    Ok(Action::Return(number.into()))
}

/// Creates two connected sockets and stores their descriptors.
pub(super) fn make_sockets(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(0, 8)?;
    let charges = [charge(call, SOCKET_BYTES)?, charge(call, SOCKET_BYTES)?].map(Some);
    let [one, two] = call.machine()?.socket_pair()?;
    let [of_one, of_two] = charges;
    let ways = ways(Passed::Socket);
    let one = call.state.files.adopt(one, ways, of_one)?;
    let two = match call.state.files.adopt(two, ways, of_two) {
        Ok(two) => two,
        Err(errno) => {
            close(call, &[one]);
            return Err(errno);
        }
    };
    let [one, two] = [one, two].map(u32::to_le_bytes);
    call.store(
        0,
        [
            one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3],
        ],
    )?;
    DONE
}

#[cfg(test)]
mod tests;
