//! Buffers output, so that many small writes of a program become few of this
//! process.
//!
//! A write after a pause is sent at once; writes that follow it closely are buffered. The buffer is
//! flushed when it is full enough, when it is older than [`DELAY`] (a thread ensures this), when
//! the program makes any other request, and at its end.

use pinnacle_system::Errno;
use pinnacle_system::files::StreamDevice;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Number of bytes that never wait.
const ENOUGH: usize = 1 << 16;

/// Maximum time that bytes are buffered, and the length of a pause after which a write is not
/// buffered.
const DELAY: Duration = Duration::from_millis(1);

/// Writes some bytes, hands them on at once, and returns their number.
type Write = dyn FnMut(&[u8]) -> Result<usize, Errno> + Send;

/// A stream with buffered output.
pub(super) struct Gathering(Arc<Shared>);

struct Shared {
    gathered: Mutex<Gathered>,
    /// Notified when the first byte is buffered, and at the end.
    changed: Condvar,
}

struct Gathered {
    write: Box<Write>,
    bytes: Vec<u8>,
    /// Time of the last flush.
    last: Option<Instant>,
    /// The error of a failed flush, returned by the next write.
    failure: Option<Errno>,
    /// True if a thread exists that flushes old bytes.
    has_thread: bool,
    ended: bool,
}

impl Gathering {
    /// Creates a stream on top of a function that writes some bytes immediately and returns their
    /// number.
    pub(super) fn new(write: impl FnMut(&[u8]) -> Result<usize, Errno> + Send + 'static) -> Self {
        let gathered = Gathered {
            write: Box::new(write),
            bytes: Vec::new(),
            last: None,
            failure: None,
            has_thread: false,
            ended: false,
        };
        Gathering(Arc::new(Shared {
            gathered: Mutex::new(gathered),
            changed: Condvar::new(),
        }))
    }
}

impl StreamDevice for Gathering {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut gathered = self.0.lock();
        if gathered.bytes.len() + bytes.len() >= ENOUGH {
            gathered.hand_on();
        }
        if let Some(errno) = gathered.failure.take() {
            return Err(errno);
        }
        if gathered.bytes.is_empty() {
            if gathered.goes_out(bytes.len()) || !self.0.has_thread(&mut gathered) {
                return gathered.write(bytes);
            }
            self.0.changed.notify_one();
        } else if gathered.bytes.len() + bytes.len() >= ENOUGH {
            // The buffered bytes were just refused for now.
            return Err(Errno::EAGAIN);
        }
        gathered.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn hand_on(&mut self) {
        self.0.lock().hand_on();
    }
}

impl Drop for Gathering {
    fn drop(&mut self) {
        loop {
            let mut gathered = self.0.lock();
            gathered.hand_on();
            if gathered.bytes.is_empty() {
                gathered.ended = true;
                self.0.changed.notify_one();
                return;
            }
            drop(gathered);
            // If the reader is not ready, this waits, as a blocking write would.
            thread::sleep(DELAY);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a thread for flushing exists; starts one if not.
    fn has_thread(self: &Arc<Self>, gathered: &mut Gathered) -> bool {
        if !gathered.has_thread {
            let shared = self.clone();
            let started = thread::Builder::new().spawn(move || shared.hand_on_in_time());
            gathered.has_thread = started.is_ok();
        }
        gathered.has_thread
    }

    /// Flushes old bytes in time, until the stream ends.
    fn hand_on_in_time(&self) {
        loop {
            let is_idle = |gathered: &mut Gathered| gathered.bytes.is_empty() && !gathered.ended;
            let gathered = self.changed.wait_while(self.lock(), is_idle);
            let ended = gathered.unwrap_or_else(PoisonError::into_inner).ended;
            if ended {
                return;
            }
            thread::sleep(DELAY);
            self.lock().hand_on();
        }
    }
}

impl Gathered {
    /// Returns true if this number of bytes need not wait, given that none wait before them.
    fn goes_out(&self, count: usize) -> bool {
        count >= ENOUGH || self.last.is_none_or(|last| last.elapsed() >= DELAY)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let written = (self.write)(bytes);
        self.last = Some(Instant::now());
        written
    }

    /// Flushes the buffer. Bytes that are refused for now stay in it.
    fn hand_on(&mut self) {
        let mut bytes = std::mem::take(&mut self.bytes);
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            match self.write(rest) {
                Err(Errno::EAGAIN) => break,
                Ok(count @ 1..) => rest = &rest[count..],
                Ok(0) => {
                    self.failure = Some(Errno::EIO);
                    rest = &[];
                }
                Err(errno) => {
                    self.failure = Some(errno);
                    rest = &[];
                }
            }
        }
        let written = bytes.len() - rest.len();
        bytes.drain(..written);
        self.bytes = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{self, Receiver};

    /// Returns a stream, and a channel that receives each of its writes.
    fn stream() -> (Gathering, Receiver<Vec<u8>>) {
        let (sender, writes) = mpsc::channel();
        let stream = Gathering::new(move |bytes| {
            sender.send(bytes.to_vec()).map_err(|_| Errno::EPIPE)?;
            Ok(bytes.len())
        });
        (stream, writes)
    }

    #[test]
    fn a_write_after_a_pause_goes_out_at_once() {
        let (mut stream, writes) = stream();
        assert_eq!(stream.write(b"one"), Ok(3));
        assert_eq!(writes.try_recv().unwrap(), b"one");
        thread::sleep(2 * DELAY);
        assert_eq!(stream.write(b"two"), Ok(3));
        assert_eq!(writes.try_recv().unwrap(), b"two");
    }

    #[test]
    fn many_small_writes_become_few() {
        let (mut stream, writes) = stream();
        for _ in 0..100_000 {
            assert_eq!(stream.write(b"0123456789"), Ok(10));
        }
        drop(stream);
        let writes: Vec<Vec<u8>> = writes.iter().collect();
        assert_eq!(writes.concat(), b"0123456789".repeat(100_000));
        assert!(writes.len() < 10_000, "{}", writes.len());
    }

    #[test]
    fn buffered_output_is_flushed_by_itself() {
        let (mut stream, writes) = stream();
        for _ in 0..3 {
            stream.write(b"x").unwrap();
        }
        let mut received = Vec::new();
        while received.len() < 3 {
            received.extend(writes.recv_timeout(Duration::from_secs(10)).unwrap());
        }
    }

    #[test]
    fn large_output_is_written_at_once_after_buffered_output() {
        let (mut stream, writes) = stream();
        stream.write(b"a").unwrap();
        stream.write(b"b").unwrap();
        let much = vec![b'c'; ENOUGH];
        assert_eq!(stream.write(&much), Ok(ENOUGH));
        let written: Vec<u8> = writes.try_iter().flatten().collect();
        assert_eq!(written, [b"ab", &much[..]].concat());
    }

    #[test]
    fn a_failure_is_the_answer_to_the_next_write() {
        let (mut stream, writes) = stream();
        stream.write(b"a").unwrap();
        stream.write(b"b").unwrap();
        drop(writes);
        stream.hand_on();
        let answers: Vec<Result<usize, Errno>> = (0..2).map(|_| stream.write(b"c")).collect();
        assert!(answers.contains(&Err(Errno::EPIPE)), "{answers:?}");
    }

    #[test]
    fn output_that_is_refused_for_now_is_kept() {
        let mut left = 0;
        let (sender, writes) = mpsc::channel();
        let mut stream = Gathering::new(move |bytes| {
            left = (left + 1) % 3;
            if left == 0 {
                return Err(Errno::EAGAIN);
            }
            let some = &bytes[..bytes.len().min(2)];
            sender.send(some.to_vec()).map_err(|_| Errno::EPIPE)?;
            Ok(some.len())
        });
        assert_eq!(stream.write(b"ab"), Ok(2));
        assert_eq!(stream.write(b"cdefghijkl"), Ok(10));
        drop(stream);
        assert_eq!(
            writes.iter().flatten().collect::<Vec<u8>>(),
            b"abcdefghijkl"
        );
    }
}
