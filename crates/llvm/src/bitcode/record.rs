//! Reads the operands of a record one after another.

use super::error::{Error, ErrorKind};
use pinnacle_base::count::counted;

pub(super) type Result<T> = std::result::Result<T, Error>;

/// The operands of a record, and the number of those consumed.
///
/// Errors have no position here; the reader of the record adds it.
pub(super) struct Operands<'a> {
    pub(super) all: &'a [u64],
    pub(super) at: usize,
}

impl<'a> Operands<'a> {
    pub(super) fn new(all: &'a [u64]) -> Self {
        Self { all, at: 0 }
    }

    /// The next operand.
    #[inline]
    pub(super) fn next(&mut self) -> Result<u64> {
        let Some(&operand) = self.all.get(self.at) else {
            return Err(short(self.all.len()));
        };
        self.at += 1;
        Ok(operand)
    }

    /// The next operand as a number of 32 bits.
    #[inline]
    pub(super) fn next_u32(&mut self) -> Result<u32> {
        let operand = self.next()?;
        u32::try_from(operand).map_err(|_| bad_number("an operand", operand, "32 bits"))
    }

    /// The next operand, or zero if there is none left.
    pub(super) fn or_zero(&mut self) -> u64 {
        let operand = self.all.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        operand
    }

    /// Number of operands left.
    pub(super) fn left(&self) -> usize {
        self.all.len().saturating_sub(self.at)
    }

    /// The remaining operands.
    pub(super) fn rest(&self) -> &'a [u64] {
        self.all.get(self.at..).unwrap_or_default()
    }

    /// The next `count` operands.
    pub(super) fn take(&mut self, count: u64) -> Result<&'a [u64]> {
        let rest = self.rest();
        let Some(taken) = usize::try_from(count).ok().and_then(|n| rest.get(..n)) else {
            return Err(short(self.all.len()));
        };
        self.at += taken.len();
        Ok(taken)
    }

    /// Fails if operands are left.
    #[inline]
    pub(super) fn end(&self) -> Result<()> {
        if self.at < self.all.len() {
            return Err(long(self.all.len(), self.at));
        }
        Ok(())
    }
}

/// Appends operands that are characters to bytes.
pub(super) fn push_bytes(operands: &[u64], bytes: &mut Vec<u8>) {
    bytes.extend(operands.iter().map(|&operand| operand as u8));
}

/// Converts operands that are characters to bytes.
pub(super) fn bytes(operands: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(operands.len());
    push_bytes(operands, &mut bytes);
    bytes
}

/// Decodes a number whose lowest bit is its sign.
#[inline]
pub(super) fn signed(operand: u64) -> i64 {
    match (operand & 1, operand >> 1) {
        (0, magnitude) => magnitude as i64,
        (_, 0) => i64::MIN,
        (_, magnitude) => -(magnitude as i64),
    }
}

#[cold]
pub(super) fn short(count: usize) -> Error {
    let operands = counted(count, "operand");
    let message = format!("a record has {operands}, expected more");
    Error::new(ErrorKind::ShortRecord, 0, message)
}

#[cold]
fn long(count: usize, expected: usize) -> Error {
    let operands = counted(count, "operand");
    let message = format!("a record has {operands}, expected {expected}");
    Error::new(ErrorKind::LongRecord, 0, message)
}

#[cold]
pub(super) fn bad_number(what: &str, found: u64, expected: &str) -> Error {
    let message = format!("{what} is {found}, expected {expected}");
    Error::new(ErrorKind::BadNumber, 0, message)
}

/// An error whose position is added later.
#[cold]
pub(super) fn bad(kind: ErrorKind, message: impl Into<String>) -> Error {
    Error::new(kind, 0, message)
}
