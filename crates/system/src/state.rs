//! Saved states of programs, and how each part of a program is written to and read from them.
//!
//! A part writes numbers, texts and bytes with a [`Writer`], and reads them in the same order with
//! a [`Reader`]. If a part cannot be saved, it returns the reason as a [`Refusal`], and nothing is
//! saved. A state may come from anybody. So every length is bounded, memory is only allocated for
//! bytes that exist, and invalid data is [`Unusable`].

use crate::memory_budget::{Charge, MemoryBudget};
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// The limit of times in a saved state, in seconds. In nanoseconds it fits in an `i64`, so sums of
/// such times do not overflow.
pub const MAX_SECONDS: u64 = 1 << 33;

/// The reason why the state of a program cannot be saved now. It names the part that cannot be
/// saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    part: String,
    passes: bool,
}

impl Refusal {
    /// Creates a refusal that names the part, such as "an open WebSocket".
    pub fn of(part: impl Into<String>) -> Refusal {
        Refusal {
            part: part.into(),
            passes: false,
        }
    }

    /// Creates a refusal for a part that will soon be gone, such as "a URL that is loading".
    pub fn for_now(part: impl Into<String>) -> Refusal {
        Refusal {
            part: part.into(),
            passes: true,
        }
    }

    /// Returns true if the part will soon be gone, so that it is worth trying again.
    pub fn passes(&self) -> bool {
        self.passes
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.part)
    }
}

impl std::error::Error for Refusal {}

/// The reason why a program cannot continue from a saved state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unusable(String);

impl Unusable {
    /// Creates a reason: a sentence without a capital letter and without a full stop.
    pub fn because(reason: impl Into<String>) -> Unusable {
        Unusable(reason.into())
    }

    /// Creates the reason for a part that is inconsistent.
    pub fn damaged(part: &str) -> Unusable {
        Unusable(format!("the saved state is damaged: {part}"))
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

/// The destination of a saved state.
pub trait Destination: Write + Send {
    /// Completes the state. A destination that is dropped without this call must not leave a file.
    ///
    /// # Errors
    ///
    /// Fails if the state cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Writes the parts of a state. If the destination fails, the first error is reported at the end.
pub struct Writer {
    destination: Box<dyn Destination>,
    error: Option<io::Error>,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Creates a writer for a destination.
    pub fn new(destination: impl Destination + 'static) -> Writer {
        Writer {
            destination: Box::new(destination),
            error: None,
        }
    }

    /// Completes the state.
    ///
    /// # Errors
    ///
    /// Fails if any part of the state could not be written.
    pub fn finish(self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.destination.finish(),
        }
    }

    /// Writes bytes without their length.
    pub fn raw(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.destination.write_all(bytes).err();
        }
    }

    /// Writes a boolean.
    pub fn truth(&mut self, value: bool) {
        self.raw(&[u8::from(value)]);
    }

    /// Writes a byte.
    pub fn byte(&mut self, value: u8) {
        self.raw(&[value]);
    }

    /// Writes a 32-bit word.
    pub fn word(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes 32-bit words.
    pub fn words(&mut self, values: &[u32]) {
        values.iter().for_each(|&value| self.word(value));
    }

    /// Writes a 64-bit number.
    pub fn number(&mut self, value: u64) {
        self.raw(&value.to_le_bytes());
    }

    /// Writes a number of items. A number that does not fit in a word is written as the maximum,
    /// which no reader accepts.
    pub fn count(&mut self, value: usize) {
        self.word(u32::try_from(value).unwrap_or(u32::MAX));
    }

    /// Writes a floating-point number.
    pub fn float(&mut self, value: f32) {
        self.word(value.to_bits());
    }

    /// Writes a time. If it is [`MAX_SECONDS`] or later, completing the state fails.
    pub fn time(&mut self, value: Duration) {
        if value.as_secs() >= MAX_SECONDS && self.error.is_none() {
            self.error = Some(io::Error::other(format!(
                "a time of {} seconds is later than a state can have; expected less than \
                 {MAX_SECONDS} seconds",
                value.as_secs()
            )));
        }
        self.number(value.as_secs());
        self.word(value.subsec_nanos());
    }

    /// Writes bytes, preceded by their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.raw(bytes);
    }

    /// Writes a text, preceded by its length in bytes.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes an optional value.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Writer, T)) {
        self.truth(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }
}

/// The bytes of a state.
type Source = Box<dyn Read + Send>;

/// Reads the parts of a state. Each method fails at the end of the state.
pub struct Reader {
    source: Source,
    /// Opens the state again from its beginning.
    open: Box<dyn FnMut() -> io::Result<Source> + Send>,
    /// The budget of the program that continues from the state.
    budget: MemoryBudget,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Reader {
    /// Creates a reader. `open` opens the source at its beginning; it is called again by
    /// [`Reader::rewind`].
    ///
    /// # Errors
    ///
    /// Fails if `open` does.
    pub fn new<R: Read + Send + 'static>(
        mut open: impl FnMut() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Reader> {
        let mut open = move || open().map(|source| Box::new(source) as Source);
        Ok(Reader {
            source: open()?,
            open: Box::new(open),
            budget: MemoryBudget::default(),
        })
    }

    /// Returns to the beginning of the state.
    pub fn rewind(&mut self) -> Result<(), Unusable> {
        let source = (self.open)();
        self.source = source
            .map_err(|error| Unusable::because(format!("it cannot be read again: {error}")))?;
        Ok(())
    }

    /// Limits the memory that is allocated from now on to the room in this budget.
    pub fn limit(&mut self, budget: &MemoryBudget) {
        self.budget = budget.clone();
    }

    /// Checks that the budget has room for this many bytes. Readers of objects check this before
    /// they allocate memory. They charge an object when it is complete.
    pub fn room(&self, bytes: u64) -> Result<(), Unusable> {
        match self.budget.has_room(bytes) {
            true => Ok(()),
            false => Err(Unusable::because(
                "the memory limit is too small for the saved state; raise it with --memory",
            )),
        }
    }

    /// Fills a buffer.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Unusable> {
        let read = self.source.read_exact(buffer);
        read.map_err(|_| Unusable::damaged("it ends too early"))
    }

    /// Charges this number of bytes to the budget.
    pub fn charge(&self, bytes: u64) -> Result<Charge, Unusable> {
        self.room(bytes)?;
        let short = |_| Unusable::because("the memory limit is too small for the saved state");
        self.budget.charge(bytes).map_err(short)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Unusable> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a boolean.
    pub fn truth(&mut self) -> Result<bool, Unusable> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Unusable::damaged("a boolean is neither 0 nor 1")),
        }
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> Result<u8, Unusable> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    /// Reads a 32-bit word.
    pub fn word(&mut self) -> Result<u32, Unusable> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Reads 32-bit words.
    pub fn words<const N: usize>(&mut self) -> Result<[u32; N], Unusable> {
        let mut words = [0; N];
        for word in &mut words {
            *word = self.word()?;
        }
        Ok(words)
    }

    /// Reads a 64-bit number.
    pub fn number(&mut self) -> Result<u64, Unusable> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Reads a number of items, at most `max`.
    pub fn count(&mut self, max: usize) -> Result<usize, Unusable> {
        let count = self.word()? as usize;
        if count > max {
            return Err(Unusable::damaged("it counts more items than is possible"));
        }
        Ok(count)
    }

    /// Reads a floating-point number.
    pub fn float(&mut self) -> Result<f32, Unusable> {
        Ok(f32::from_bits(self.word()?))
    }

    /// Reads a time, which must be less than [`MAX_SECONDS`].
    pub fn time(&mut self) -> Result<Duration, Unusable> {
        let (seconds, nanos) = (self.number()?, self.word()?);
        if nanos >= 1_000_000_000 {
            return Err(Unusable::damaged(
                "a time has more than a second of nanoseconds",
            ));
        }
        if seconds >= MAX_SECONDS {
            return Err(Unusable::damaged("a time is out of range"));
        }
        Ok(Duration::new(seconds, nanos))
    }

    /// Reads bytes that are preceded by their number, which is at most `max`.
    pub fn bytes(&mut self, max: usize) -> Result<Vec<u8>, Unusable> {
        let count = self.count(max)?;
        self.room(count as u64)?;
        let mut bytes = Vec::new();
        // The buffer grows only as bytes arrive.
        let read = (&mut self.source)
            .take(count as u64)
            .read_to_end(&mut bytes);
        match read {
            Ok(read) if read == count => Ok(bytes),
            _ => Err(Unusable::damaged("it ends too early")),
        }
    }

    /// Reads a text of at most `max` bytes.
    pub fn text(&mut self, max: usize) -> Result<String, Unusable> {
        let bytes = self.bytes(max)?;
        String::from_utf8(bytes).map_err(|_| Unusable::damaged("a text is not UTF-8"))
    }

    /// Reads an optional value.
    pub fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Reader) -> Result<T, Unusable>,
    ) -> Result<Option<T>, Unusable> {
        match self.truth()? {
            true => read(self).map(Some),
            false => Ok(None),
        }
    }

    /// Fails unless everything has been read.
    pub fn end(&mut self) -> Result<(), Unusable> {
        match self.source.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => Err(Unusable::damaged("there is data after its end")),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// A destination that keeps a state in memory.
    #[derive(Clone, Default)]
    pub(crate) struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Kept {
        pub(crate) fn bytes(&self) -> Vec<u8> {
            self.0.lock().unwrap().clone()
        }
    }

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Destination for Kept {
        fn finish(self: Box<Self>) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
        let kept = Kept::default();
        let mut writer = Writer::new(kept.clone());
        write(&mut writer);
        writer.finish().unwrap();
        kept.bytes()
    }

    /// Returns a reader of a state in memory.
    pub(crate) fn reader(bytes: &[u8]) -> Reader {
        let bytes = bytes.to_vec();
        Reader::new(move || Ok(io::Cursor::new(bytes.clone()))).unwrap()
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        let bytes = written(|to| {
            to.truth(true);
            to.number(u64::MAX);
            to.time(Duration::new(5, 999_999_999));
            to.text("text");
            to.float(1.5);
            to.option(None::<u32>, Writer::word);
            to.option(Some(7), Writer::word);
        });
        let mut from = reader(&bytes);
        assert_eq!(from.truth(), Ok(true));
        assert_eq!(from.number(), Ok(u64::MAX));
        assert_eq!(from.time(), Ok(Duration::new(5, 999_999_999)));
        assert_eq!(from.text(4), Ok("text".into()));
        assert_eq!(from.float(), Ok(1.5));
        assert_eq!(from.option(Reader::word), Ok(None));
        assert_eq!(from.option(Reader::word), Ok(Some(7)));
        assert_eq!(from.end(), Ok(()));
        assert!(from.byte().is_err());
    }

    #[test]
    fn impossible_states_are_refused() {
        assert!(reader(&[2]).truth().is_err());
        let late = written(|to| {
            to.number(1);
            to.word(1_000_000_000);
        });
        assert!(reader(&late).time().is_err());
        let beyond = written(|to| {
            to.number(MAX_SECONDS);
            to.word(0);
        });
        assert!(reader(&beyond).time().is_err());
        let long = written(|to| to.word(u32::MAX));
        assert!(
            reader(&long).bytes(usize::MAX).is_err(),
            "no memory for what is not there"
        );
        assert!(reader(&long).count(10).is_err());
        assert!(reader(&[1, 0, 0, 0, 0xff]).text(10).is_err());
        assert!(reader(&[1]).end().is_err());
    }

    #[test]
    fn a_time_that_no_reader_accepts_is_not_written() {
        for (seconds, is_written) in [(MAX_SECONDS - 1, true), (MAX_SECONDS, false)] {
            let mut writer = Writer::new(Kept::default());
            writer.time(Duration::from_secs(seconds));
            assert_eq!(writer.finish().is_ok(), is_written, "{seconds}");
        }
    }

    #[test]
    fn a_state_is_read_again_from_its_beginning() {
        let mut from = reader(&[1, 0]);
        assert_eq!(from.words::<1>().ok(), None);
        assert_eq!(from.rewind(), Ok(()));
        assert_eq!((from.truth(), from.truth()), (Ok(true), Ok(false)));
    }

    #[test]
    fn bytes_without_room_in_the_budget_are_not_read() {
        let bytes = written(|to| to.bytes(&[7; 1000]));
        let mut from = reader(&bytes);
        from.limit(&MemoryBudget::new(999));
        let error = from.bytes(2000).unwrap_err().to_string();
        assert!(error.contains("--memory"), "{error}");
        let mut from = reader(&bytes);
        from.limit(&MemoryBudget::new(1000));
        assert_eq!(from.bytes(2000).map(|bytes| bytes.len()), Ok(1000));
    }
}
