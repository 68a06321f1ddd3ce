//! Collects the initialisers of one global.

use crate::error::{ErrorKind, Fault};
use pinnacle_pexe::module::{Address, Initializer, Module as Pexe};

/// Minimum length of a run of zeros that becomes a separate initialiser. Shorter ones are written
/// as data, because every initialiser costs some bytes.
const LONG_RUN: u64 = 16;

/// Appends the initialisers of one global.
pub(super) struct Writer<'p> {
    pexe: &'p mut Pexe,
    /// Number of bytes so far, including zeros.
    length: u64,
    /// Number of pending zeros at the end, which are in no initialiser yet.
    zeros: u64,
    /// Start of the data initialiser being written, if there is one.
    data: Option<usize>,
}

impl<'p> Writer<'p> {
    pub(super) fn new(pexe: &'p mut Pexe) -> Writer<'p> {
        Writer {
            pexe,
            length: 0,
            zeros: 0,
            data: None,
        }
    }

    /// The data of all globals so far.
    pub(super) fn data_length(&self) -> usize {
        self.pexe.data.len()
    }

    /// Appends zeros up to an offset.
    pub(super) fn zeros_to(&mut self, offset: u64) -> Result<(), Fault> {
        let Some(count) = offset.checked_sub(self.length) else {
            return Err(ErrorKind::BadInitializer
                .fault("a part of an initialiser is larger than the space for it"));
        };
        self.zeros(count);
        Ok(())
    }

    /// Appends zeros.
    pub(super) fn zeros(&mut self, count: u64) {
        self.zeros += count;
        self.length += count;
    }

    /// Appends bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let Some(first) = bytes.iter().position(|&byte| byte != 0) else {
            self.zeros(bytes.len() as u64);
            return;
        };
        let last = bytes.iter().rposition(|&byte| byte != 0).unwrap_or(first);
        self.zeros(first as u64);
        if self.zeros >= LONG_RUN {
            self.flush_zeros();
        }
        self.data.get_or_insert(self.pexe.data.len());
        let end = self.pexe.data.len() + self.zeros as usize;
        self.pexe.data.resize(end, 0);
        self.zeros = 0;
        self.pexe.data.extend_from_slice(&bytes[first..=last]);
        self.length += (last + 1 - first) as u64;
        self.zeros((bytes.len() - 1 - last) as u64);
    }

    /// Appends an address.
    pub(super) fn address(&mut self, address: Address, addend: i32) {
        self.flush_zeros();
        self.pexe
            .initializers
            .push(Initializer::Reloc(address, addend));
        self.length += 4;
    }

    fn flush_data(&mut self) {
        if let Some(start) = self.data.take() {
            let length = self.pexe.data.len() - start;
            let data = Initializer::Data(start as u32, length as u32);
            self.pexe.initializers.push(data);
        }
    }

    /// Writes the pending zeros as data.
    fn flush_zeros(&mut self) {
        if self.zeros > 0 && self.zeros < LONG_RUN && self.data.is_some() {
            let end = self.pexe.data.len() + self.zeros as usize;
            self.pexe.data.resize(end, 0);
            self.zeros = 0;
        }
        self.flush_data();
        if self.zeros > 0 {
            // Data larger than the address space is rejected elsewhere.
            let count = u32::try_from(self.zeros).unwrap_or(u32::MAX);
            self.pexe.initializers.push(Initializer::Zero(count));
            self.zeros = 0;
        }
    }

    /// Ends the last initialiser.
    pub(super) fn end(mut self) {
        self.flush_zeros();
    }
}
