//! Files with the saved state of a program.
//!
//! A file begins with a mark, the version of the format and the SHA-256 of the program. The state
//! follows as gzip, whose checksum is verified before any of it is used. A file that one host has
//! written can be read by every other.

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use pinnacle_system::state::{Destination, Reader, Writer};
use std::io::{self, BufRead, Read, Seek, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The first bytes of a file.
const MARK: &[u8; 8] = b"PNstate\n";

/// The version of the format.
const VERSION: u32 = 4;

/// Maximum number of bytes of a state besides those that count against the memory limit.
const MAX_BESIDES: u64 = 64 << 20;

/// The SHA-256 of a program.
pub type Sum = [u8; 32];

/// A file that is handed over when the state is complete. Until then its bytes are charged to the
/// memory budget of the program.
struct StateFile<F> {
    packed: GzEncoder<Charged>,
    finish: F,
}

/// Bytes in memory, with their charge.
struct Charged {
    bytes: Vec<u8>,
    charge: Charge,
}

impl Write for Charged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The buffer doubles as it grows.
        let charged = self.charge.grow(2 * bytes.len() as u64);
        charged.map_err(|_| {
            io::Error::other("the state does not fit in the memory limit; raise it with --memory")
        })?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<F> Write for StateFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.packed.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.packed.flush()
    }
}

impl<F: FnOnce(&[u8]) -> io::Result<()> + Send> Destination for StateFile<F> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        let content = self.packed.finish()?;
        (self.finish)(&content.bytes)
    }
}

/// Begins a file with the state of a program. `finish` takes the bytes of the whole file.
pub fn create(
    program: &Sum,
    budget: &MemoryBudget,
    finish: impl FnOnce(&[u8]) -> io::Result<()> + Send + 'static,
) -> Writer {
    let mut bytes = MARK.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(program);
    let charge = budget.empty_charge();
    Writer::new(StateFile {
        packed: GzEncoder::new(Charged { bytes, charge }, Compression::fast()),
        finish,
    })
}

/// A file that is read more than once, one time after the other.
struct Shared<F>(Arc<Mutex<F>>);

impl<F> Clone for Shared<F> {
    fn clone(&self) -> Shared<F> {
        Shared(self.0.clone())
    }
}

impl<F: Read> Read for Shared<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .read(buffer)
    }
}

impl<F: Seek> Seek for Shared<F> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .seek(to)
    }
}

/// Reads a file with the state of a program, whose memory has this size.
///
/// # Errors
///
/// Fails if the file is not a state, is that of another program or version, or is damaged.
pub fn read(
    mut file: impl BufRead + Seek + Send + 'static,
    program: &Sum,
    memory: u32,
) -> Result<Reader, String> {
    let mut head = [0; MARK.len() + 4 + 32];
    let is_state = file.read_exact(&mut head).is_ok() && head.starts_with(MARK);
    if !is_state {
        return Err("it is not a saved state".into());
    }
    let (version, sum) = head[MARK.len()..].split_at(4);
    if version != VERSION.to_le_bytes() {
        let version = version
            .iter()
            .rfold(0, |sum: u32, &byte| sum << 8 | u32::from(byte));
        return Err(format!(
            "it was saved by another version of Pinnacle: version {version} of the format, \
             expected {VERSION}; save it again"
        ));
    }
    if sum != program {
        let hex = |sum: &[u8]| {
            sum.iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        };
        return Err(format!(
            "it is the state of another program: its SHA-256 is {}, found {}; name the program \
             that was saved",
            hex(sum),
            hex(program)
        ));
    }
    let start = file.stream_position().map_err(|error| error.to_string())?;
    // The pages of the program, the objects of the host and those of OpenGL each fit in the memory
    // limit.
    let limit = 3 * u64::from(memory) + MAX_BESIDES;
    let mut whole = GzDecoder::new(&mut file).take(limit);
    let size = io::copy(&mut whole, &mut io::sink())
        .map_err(|error| format!("it is damaged: {error}; save it again"))?;
    if size == limit {
        return Err("it is larger than a state can be".into());
    }
    if !file
        .fill_buf()
        .map_err(|error| error.to_string())?
        .is_empty()
    {
        return Err("it is damaged: there is data after its end; save it again".into());
    }
    let file = Shared(Arc::new(Mutex::new(file)));
    Reader::new(move || {
        let mut file = file.clone();
        file.seek(io::SeekFrom::Start(start))?;
        Ok(flate2::read::GzDecoder::new(file))
    })
    .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const PROGRAM: Sum = [7; 32];
    const TEXT: &str =
        "a text that can be compressed a little: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    fn file() -> Vec<u8> {
        let written = Arc::new(Mutex::new(Vec::new()));
        let to = written.clone();
        let mut to = create(&PROGRAM, &MemoryBudget::default(), move |bytes| {
            to.lock().unwrap().extend(bytes);
            Ok(())
        });
        to.text(TEXT);
        to.finish().unwrap();
        let bytes = written.lock().unwrap();
        bytes.clone()
    }

    fn opened(bytes: &[u8], program: &Sum) -> Result<Reader, String> {
        read(Cursor::new(bytes.to_vec()), program, 1 << 20)
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut from = opened(&file(), &PROGRAM).unwrap();
        assert_eq!(from.text(100).as_deref(), Ok(TEXT));
        assert_eq!(from.end(), Ok(()));
    }

    /// The time and the system in the header of gzip mean nothing, nor do the bits after the end of
    /// its data.
    #[test]
    fn every_damaged_file_is_refused_or_harmless() {
        let file = file();
        for len in 0..file.len() {
            assert!(opened(&file[..len], &PROGRAM).is_err(), "{len}");
        }
        for bit in 0..8 * file.len() {
            let mut bytes = file.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(mut from) = opened(&bytes, &PROGRAM) {
                assert_eq!(from.text(100).as_deref(), Ok(TEXT), "{bit}");
                assert_eq!(from.end(), Ok(()), "{bit}");
            }
        }
        let mut longer = file.clone();
        longer.push(0);
        assert!(opened(&longer, &PROGRAM).is_err());
    }

    #[test]
    fn another_version_is_refused_by_its_number() {
        let mut bytes = file();
        bytes[MARK.len()] = 1;
        let error = opened(&bytes, &PROGRAM).unwrap_err();
        assert!(error.contains("version 1 of the format"), "{error}");
    }

    #[test]
    fn the_state_of_another_program_is_refused() {
        let error = opened(&file(), &[8; 32]).unwrap_err();
        assert!(error.contains("another program"), "{error}");
    }

    #[test]
    fn a_state_without_room_in_the_budget_is_not_written() {
        let mut to = create(&PROGRAM, &MemoryBudget::new(10), |_| {
            panic!("the state is not complete")
        });
        to.text("a text");
        assert!(to.finish().is_err());
    }
}
