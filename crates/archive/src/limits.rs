//! Limits of a container, and the budget that enforces them.

use crate::error::{Error, ErrorKind};
use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Number of unpacked bytes before the compression ratio is checked.
const FREE: u64 = 16 << 20;

/// Bounds for a container and everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of unpacked bytes. Bytes of nested containers count once for each level.
    pub unpacked: u64,
    /// Maximum number of unpacked bytes for each packed byte, after the first 16 MiB.
    pub ratio: u64,
    /// Maximum size in bytes of a member that must be held in memory.
    pub member: u64,
    /// Maximum number of members.
    pub members: u64,
    /// Maximum nesting depth of containers, including the outermost.
    pub depth: u32,
}

impl Default for Limits {
    /// Returns limits that suit untrusted files.
    fn default() -> Limits {
        Limits {
            unpacked: 16 << 30,
            ratio: 100,
            member: 1 << 30,
            members: 1_000_000,
            depth: 4,
        }
    }
}

/// The cost of a container so far.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    packed: Cell<u64>,
    unpacked: Cell<u64>,
    members: Cell<u64>,
}

impl Budget {
    /// Makes the budget of a container of this size; 0 if the size is only known after reading.
    pub(crate) fn new(limits: Limits, packed: u64) -> Rc<Budget> {
        Rc::new(Budget {
            limits,
            packed: Cell::new(packed),
            unpacked: Cell::new(0),
            members: Cell::new(0),
        })
    }

    /// Counts a member.
    pub(crate) fn member(&self) -> Result<(), Error> {
        let members = self.members.get() + 1;
        self.members.set(members);
        let limit = self.limits.members;
        if members > limit {
            return Err(Error::new(
                ErrorKind::TooCostly,
                format!("it has more than {limit} members, the limit"),
            ));
        }
        Ok(())
    }

    fn unpack(&self, bytes: u64) -> Result<(), Error> {
        let unpacked = self.unpacked.get().saturating_add(bytes);
        self.unpacked.set(unpacked);
        let limit = self.limits.unpacked;
        if unpacked > limit {
            return Err(Error::new(
                ErrorKind::TooCostly,
                format!("it unpacks to more than {limit} bytes, the limit"),
            ));
        }
        let ratio = self.limits.ratio;
        let allowed = self.packed.get().saturating_mul(ratio).saturating_add(FREE);
        if unpacked > allowed {
            return Err(Error::new(
                ErrorKind::TooCostly,
                format!(
                    "it unpacks to more than {ratio} times its size, which suggests a decompression bomb"
                ),
            ));
        }
        Ok(())
    }
}

/// A reader whose bytes are charged to a [`Budget`].
#[derive(Debug)]
pub(crate) struct Charged<R> {
    inner: R,
    budget: Rc<Budget>,
    is_packed: bool,
}

impl<R: Read> Charged<R> {
    /// The output of a decoder.
    pub(crate) fn unpacked(inner: R, budget: &Rc<Budget>) -> Charged<R> {
        Charged {
            inner,
            budget: budget.clone(),
            is_packed: false,
        }
    }

    /// Charges the packed bytes of a container whose size is not known in advance.
    pub(crate) fn packed(inner: R, budget: &Rc<Budget>) -> Charged<R> {
        Charged {
            inner,
            budget: budget.clone(),
            is_packed: true,
        }
    }
}

impl<R: Read> Read for Charged<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let bytes = read as u64;
        match self.is_packed {
            true => {
                let packed = &self.budget.packed;
                packed.set(packed.get().saturating_add(bytes));
            }
            false => self.budget.unpack(bytes)?,
        }
        Ok(read)
    }
}

/// Reads a member that must be held in memory whole.
pub(crate) fn read_whole(reader: &mut dyn Read, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(Error::too_large(limit)),
        false => Ok(bytes),
    }
}
