//! Records and replays facts: answers that rarely change, such as the size of the screen.

use pinnacle_record::{Kind, Tape};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The facts of a device, each identified by a number. Only changes are events of the recording.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) tape: Tape,
    kind: Kind,
    last: Mutex<BTreeMap<u8, Vec<u8>>>,
}

impl Facts {
    pub(crate) fn new(tape: &Tape, kind: Kind) -> Facts {
        Facts {
            tape: tape.clone(),
            kind,
            last: Mutex::default(),
        }
    }

    /// Returns the value of a fact. While recording, it comes from `outside`; in a replay it comes
    /// from the tape, and `outside` is not called. Returns `None` if the replay has departed from
    /// the recording or is over.
    pub(crate) fn bytes(&self, fact: u8, outside: impl FnOnce() -> Vec<u8>) -> Option<Vec<u8>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = self.tape.ask_rarely(self.kind, &[fact], || {
            let now = outside();
            (last.get(&fact) != Some(&now)).then_some(now)
        })?;
        if let Some(new) = answer {
            last.insert(fact, new);
        }
        last.get(&fact).cloned()
    }

    /// Returns the value of a boolean fact, or false after a departure.
    pub(crate) fn is(&self, fact: u8, outside: impl FnOnce() -> bool) -> bool {
        let bytes = self.bytes(fact, || vec![outside().into()]);
        bytes.is_some_and(|bytes| bytes == [1])
    }

    /// Returns the value of a numeric fact, or 0 after a departure.
    pub(crate) fn number(&self, fact: u8, outside: impl FnOnce() -> u64) -> u64 {
        let bytes = self.bytes(fact, || outside().to_le_bytes().to_vec());
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    }
}
