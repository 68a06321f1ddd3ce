//! Records and replays random numbers and the loading of libraries.

use crate::answer::{decoded, encoded};
use crate::bytes::{put_bytes, put_number};
use crate::event::Kind;
use crate::tape::Tape;
use pinnacle_system::Errno;
use pinnacle_system::irt::Libraries;
use pinnacle_system::random::RandomSource;
use std::fmt;

impl fmt::Debug for RecordedRandom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedRandom").finish_non_exhaustive()
    }
}

/// A source of random bytes that is recorded or replayed.
pub struct RecordedRandom {
    tape: Tape,
    outside: Box<dyn RandomSource>,
}

impl RecordedRandom {
    /// Wraps a source of the machine. It is only used if the tape records.
    pub fn new(tape: &Tape, outside: impl RandomSource + 'static) -> RecordedRandom {
        RecordedRandom {
            tape: tape.clone(),
            outside: Box::new(outside),
        }
    }
}

impl RandomSource for RecordedRandom {
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        let mut question = Vec::new();
        put_number(&mut question, buffer.len() as u64);
        let answer = self.tape.ask(Kind::Random, &question, || {
            let mut bytes = vec![0; buffer.len()];
            encoded(&self.outside.fill(&mut bytes).map(|()| bytes))
        });
        copied(decoded(answer), buffer).map(drop)
    }
}

/// Copies an answer to the start of a buffer, and returns its length. Fails if it does not fit.
pub(crate) fn copied(answer: Result<Vec<u8>, Errno>, buffer: &mut [u8]) -> Result<usize, Errno> {
    let bytes = answer?;
    let part = buffer.get_mut(..bytes.len());
    part.ok_or(crate::answer::DEPARTED)?.copy_from_slice(&bytes);
    Ok(bytes.len())
}

/// Wraps the libraries of a program. In a replay `outside` is `None`.
#[must_use]
pub fn libraries(tape: &Tape, mut outside: Option<Libraries>) -> Libraries {
    let tape = tape.clone();
    Box::new(move |name, most| {
        let mut question = Vec::new();
        put_bytes(&mut question, name.as_bytes());
        put_number(&mut question, most.into());
        let answer = tape.ask(Kind::Library, &question, || {
            encoded(&match &mut outside {
                Some(outside) => outside(name, most),
                None => Err(Errno::ENOENT),
            })
        });
        decoded(answer)
    })
}
