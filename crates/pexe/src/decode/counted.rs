//! Checks the counts of blocks that begin with the number of entries that they define: the types
//! block and the globals block.

use super::findings::Findings;
use crate::error::{Error, ErrorKind};

/// The number of entries that a block should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// The count record must be the next record.
    Awaited,
    Announced(u32),
    /// The count record is invalid, or there are more entries than it announces. This error was
    /// reported.
    Unknown,
    /// The count record is not the first record. This error was reported.
    Misplaced,
}

impl Count {
    /// Processes a record that may be the count record. `announced` is the count if the record is a
    /// valid one. Returns true if it was a count record, valid or not.
    pub(super) fn take(
        &mut self,
        block: &str,
        position: u64,
        is_count_record: bool,
        announced: Result<Option<u32>, &Error>,
        findings: &mut Findings,
    ) -> bool {
        match (*self, announced) {
            (Count::Awaited, Ok(Some(count))) => {
                *self = Count::Announced(count);
                true
            }
            (Count::Awaited, Err(error)) if is_count_record => {
                *self = Count::Unknown;
                findings.note(error.clone());
                true
            }
            (Count::Awaited, _) => {
                *self = Count::Misplaced;
                findings.note(Error::new(
                    ErrorKind::WrongOrder,
                    position,
                    format!("the {block} block must begin with its count record"),
                ));
                false
            }
            (Count::Misplaced, _) => is_count_record,
            _ => false,
        }
    }

    /// Returns the announced count if that many entries exist already. After this error, the count
    /// is no longer checked.
    pub(super) fn exceeded(&mut self, found: usize) -> Option<u32> {
        let Count::Announced(count) = *self else {
            return None;
        };
        if (found as u64) < u64::from(count) {
            return None;
        }
        *self = Count::Unknown;
        Some(count)
    }

    /// Returns a message at the end of the block if it has fewer entries than announced.
    pub(super) fn missed(self, found: usize) -> Option<String> {
        match self {
            Count::Unknown | Count::Misplaced => None,
            Count::Announced(count) if found as u64 == u64::from(count) => None,
            Count::Announced(count) => Some(format!("but the count record says {count}")),
            Count::Awaited => Some("but no count record".into()),
        }
    }
}
