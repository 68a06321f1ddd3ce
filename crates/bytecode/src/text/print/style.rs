//! What the disassemblers of the releases do differently, in one table.

use crate::format::Format;

/// How a release writes what releases write differently.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Constants refer to a global through one object for each global, which
    /// counts as one use however many constants share it.
    pub(super) shared_references: bool,
    /// What stands before the name of a global in constants, the blank
    /// behind its type aside.
    pub(super) before_reference: &'static [u8],
    /// Up to how many elements or fields an aggregate of zeros is written out,
    /// for which there is a word otherwise; `None` if never.
    pub(super) zeros_written_out: Option<u32>,
    /// The smallest `long` is written as zero: those releases took it for zero
    /// when they read it.
    pub(super) smallest_long_is_zero: bool,
    /// The predecessors of an entry block are written too; there are none.
    pub(super) entry_predecessors: bool,
    /// The word before the block to which an invoke unwinds.
    pub(super) unwind_to: &'static [u8],
}

const LLVM_1_0: Style = Style {
    shared_references: true,
    before_reference: b"",
    zeros_written_out: Some(5),
    smallest_long_is_zero: true,
    entry_predecessors: true,
    unwind_to: b"except",
};

const LLVM_1_1: Style = Style {
    entry_predecessors: false,
    ..LLVM_1_0
};

const LLVM_1_2: Style = Style {
    before_reference: b" ",
    zeros_written_out: None,
    smallest_long_is_zero: false,
    unwind_to: b"unwind",
    ..LLVM_1_1
};

const LLVM_1_3: Style = Style {
    shared_references: false,
    before_reference: b"",
    ..LLVM_1_2
};

impl Style {
    /// The style of the release that wrote a format.
    pub(super) const fn of(format: Format) -> &'static Style {
        match format {
            Format::Llvm10 => &LLVM_1_0,
            Format::Llvm11 => &LLVM_1_1,
            Format::Llvm12 => &LLVM_1_2,
            Format::Llvm13Pre | Format::Llvm13 => &LLVM_1_3,
        }
    }
}
