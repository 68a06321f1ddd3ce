//! The differences between the disassemblers of the releases, in one table.

use crate::format::Format;

/// The differences between the assembly of the releases. A flag is true if the release does what it
/// describes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// All constants refer to a global through one shared object, which counts as a single use of
    /// the global.
    pub(super) shared_references: bool,
    /// Text before the name of a global in constants, after the type and a space.
    pub(super) before_reference: &'static [u8],
    /// Zero aggregates of up to this many elements or fields are written out. Larger ones are
    /// written as a keyword. With `None`, all are.
    pub(super) zeros_written_out: Option<u32>,
    /// The smallest `long` is written as zero, because those releases read it as zero.
    pub(super) smallest_long_is_zero: bool,
    /// Also writes the (empty) list of predecessors of entry blocks.
    pub(super) entry_predecessors: bool,
    /// The keyword before the unwind destination of an invoke.
    pub(super) unwind_to: &'static [u8],
    /// The name of the file comes first.
    pub(super) module_id: bool,
    /// Writes all libraries on one line.
    pub(super) libraries_in_line: bool,
    /// Also writes byte order and pointer size as one layout string.
    pub(super) data_layout: bool,
    /// Writes floating-point numbers in decimal if that is exact.
    pub(super) decimal: bool,
    /// Lists predecessors in reverse order.
    pub(super) last_predecessor_first: bool,
    /// Writes arrays of signed bytes as strings even if they contain negative numbers.
    pub(super) signed_strings: bool,
    /// Writes constant structures of more than two fields with one field per line.
    pub(super) fields_on_lines: bool,
    /// Renames named locals that have the name and pointer type of a global.
    pub(super) renames_locals: bool,
}

const LLVM_1_0: Style = Style {
    shared_references: true,
    before_reference: b"",
    zeros_written_out: Some(5),
    smallest_long_is_zero: true,
    entry_predecessors: true,
    unwind_to: b"except",
    module_id: false,
    libraries_in_line: false,
    data_layout: false,
    decimal: false,
    last_predecessor_first: false,
    signed_strings: false,
    fields_on_lines: false,
    renames_locals: false,
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

const LLVM_1_4: Style = Style {
    libraries_in_line: true,
    renames_locals: true,
    ..LLVM_1_3
};

const LLVM_1_5: Style = Style {
    module_id: true,
    decimal: true,
    last_predecessor_first: true,
    ..LLVM_1_4
};

const LLVM_1_7: Style = Style {
    libraries_in_line: false,
    signed_strings: true,
    fields_on_lines: true,
    ..LLVM_1_5
};

const LLVM_1_9: Style = Style {
    data_layout: true,
    ..LLVM_1_7
};

impl Style {
    /// The style of the release that wrote a format.
    pub(super) const fn of(format: Format) -> &'static Style {
        match format {
            Format::Llvm10 => &LLVM_1_0,
            Format::Llvm11 => &LLVM_1_1,
            Format::Llvm12 => &LLVM_1_2,
            Format::Llvm13Pre | Format::Llvm13 => &LLVM_1_3,
            Format::Llvm14Pre | Format::Llvm14 => &LLVM_1_4,
            Format::Llvm15 | Format::Llvm16 => &LLVM_1_5,
            Format::Llvm17 | Format::Llvm18 => &LLVM_1_7,
            Format::Llvm19 => &LLVM_1_9,
        }
    }
}
