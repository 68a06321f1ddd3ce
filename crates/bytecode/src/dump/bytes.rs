//! Counts of a file's bytes by purpose.

/// A use of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ByteKind {
    /// The first four bytes.
    Magic,
    /// Headers of blocks: kind and size.
    Headers,
    /// The format of the file.
    FormatWord,
    /// Padding, which aligns offsets to four bytes.
    Padding,
    /// The module's table of types.
    Types,
    /// Types, linkages and initialisers of global variables.
    Globals,
    /// Types and linkages of functions.
    Functions,
    /// Libraries and the target triple.
    Libraries,
    /// Strings of the constant pool.
    Strings,
    /// All other constants.
    Constants,
    /// Compaction tables of functions.
    Compaction,
    /// Instructions of any number of operands of any size.
    Instructions0,
    /// Instructions of up to one operand.
    Instructions1,
    /// Instructions of two operands.
    Instructions2,
    /// Instructions of three operands.
    Instructions3,
    /// Symbol tables but for the names.
    Symbols,
    /// Names, with their lengths.
    Names,
    /// Bytes after the known contents of a block, and blocks of unknown kinds.
    Unknown,
    /// Bytes after an error.
    Unread,
}

impl ByteKind {
    /// All kinds in display order.
    pub const ALL: [ByteKind; 19] = [
        ByteKind::Magic,
        ByteKind::Headers,
        ByteKind::FormatWord,
        ByteKind::Padding,
        ByteKind::Types,
        ByteKind::Globals,
        ByteKind::Functions,
        ByteKind::Libraries,
        ByteKind::Strings,
        ByteKind::Constants,
        ByteKind::Compaction,
        ByteKind::Instructions0,
        ByteKind::Instructions1,
        ByteKind::Instructions2,
        ByteKind::Instructions3,
        ByteKind::Symbols,
        ByteKind::Names,
        ByteKind::Unknown,
        ByteKind::Unread,
    ];

    /// A short description for the output of `dump`.
    pub const fn name(self) -> &'static str {
        match self {
            ByteKind::Magic => "magic",
            ByteKind::Headers => "block headers",
            ByteKind::FormatWord => "format",
            ByteKind::Padding => "padding",
            ByteKind::Types => "types",
            ByteKind::Globals => "global variables",
            ByteKind::Functions => "functions",
            ByteKind::Libraries => "libraries and triple",
            ByteKind::Strings => "strings",
            ByteKind::Constants => "constants",
            ByteKind::Compaction => "compaction tables",
            ByteKind::Instructions0 => "instructions, format 0",
            ByteKind::Instructions1 => "instructions, format 1",
            ByteKind::Instructions2 => "instructions, format 2",
            ByteKind::Instructions3 => "instructions, format 3",
            ByteKind::Symbols => "symbol tables",
            ByteKind::Names => "names",
            ByteKind::Unknown => "unknown",
            ByteKind::Unread => "unread",
        }
    }

    /// The kind for an instruction in one of the encodings 0 to 3.
    pub(super) const fn of_encoding(encoding: usize) -> ByteKind {
        match encoding {
            0 => ByteKind::Instructions0,
            1 => ByteKind::Instructions1,
            2 => ByteKind::Instructions2,
            _ => ByteKind::Instructions3,
        }
    }
}

/// Number of bytes of each kind in a file. Together they are the size of the file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ByteCounts {
    counts: [u64; ByteKind::ALL.len()],
}

impl ByteCounts {
    /// Number of bytes of a kind.
    pub fn get(&self, kind: ByteKind) -> u64 {
        self.counts[kind as usize]
    }

    /// All kinds with their numbers of bytes.
    pub fn iter(&self) -> impl Iterator<Item = (ByteKind, u64)> + '_ {
        ByteKind::ALL.into_iter().map(|kind| (kind, self.get(kind)))
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Attributes every byte of a file to a kind, from front to back.
#[derive(Default, Debug)]
pub(super) struct Ledger {
    /// Offset of the first byte that is not counted yet.
    at: usize,
    pub(super) counts: ByteCounts,
}

impl Ledger {
    /// Attributes the bytes from the current position up to `place` to a kind. Does nothing if they
    /// are counted already.
    pub(super) fn upto(&mut self, place: usize, kind: ByteKind) {
        if place > self.at {
            self.counts.counts[kind as usize] += (place - self.at) as u64;
            self.at = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_place() {
        for (place, kind) in ByteKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
        }
    }

    #[test]
    fn bytes_are_counted_once() {
        let mut ledger = Ledger::default();
        ledger.upto(4, ByteKind::Magic);
        ledger.upto(2, ByteKind::Names);
        ledger.upto(9, ByteKind::Types);
        assert_eq!(ledger.counts.get(ByteKind::Magic), 4);
        assert_eq!(ledger.counts.get(ByteKind::Types), 5);
        assert_eq!(ledger.counts.total(), 9);
    }
}
