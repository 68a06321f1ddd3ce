//! Prints the parts that all blocks share: starts and ends, definitions of abbreviations, and the
//! names of abbreviations after records.

use super::Tone;
use super::columns::Columns;
use super::marked_line::MarkedLine;
use super::record::{self, Entry};
use crate::construct::block_id;
use pinnacle_bitstream::{BlockHeader, Encoding, Reader, Record, predefined};

/// An open block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) id: u32,
    /// Number of abbreviations that BLOCKINFO defines for the block ID.
    info: u32,
    /// Number of abbreviations that the block itself has defined.
    own: u32,
}

/// The open blocks, the innermost one last.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// The number of enclosing blocks, which another printer has opened.
    outer: usize,
}

impl Blocks {
    /// Returns a state without open blocks, inside this number of blocks.
    pub(super) fn inside(outer: usize) -> Blocks {
        Blocks {
            open: Vec::new(),
            outer,
        }
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    /// Returns the number of open blocks.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.outer + self.open.len()
    }

    /// Returns the indentation of the contents of the innermost block.
    #[inline]
    pub(super) fn indent(&self) -> usize {
        self.depth() * 2
    }

    #[inline]
    pub(super) fn innermost(&self) -> Option<&Block> {
        self.open.last()
    }

    /// Begins the line of a block with the name of the block ID.
    pub(super) fn name(line: &mut MarkedLine, id: u32) {
        line.keyword(block_id::name(id).as_bytes());
        line.space();
    }

    /// Prints the start of a block. The line already contains the text before the brace.
    pub(super) fn enter(
        &mut self,
        columns: &mut Columns<'_>,
        header: &BlockHeader,
        reader: &Reader<'_>,
    ) {
        let info = match header.id {
            block_id::ABBREVIATIONS => 0,
            id => reader.block_info().abbreviations(id).len(),
        };
        columns.line.byte(b'{');
        columns.line.push();
        if !columns.is_assembly() {
            columns.line.space();
            columns.line.space();
            columns.line.tone(Tone::Comment);
            columns.line.text(b"// BlockID = ");
            columns.line.number(header.id.into());
            columns.line.plain();
        } else if header.abbreviation_width != columns.prescan.usual_width(header.position, info) {
            columns.line.space();
            columns.line.tone(Tone::Comment);
            columns.line.text(b"// abbreviation width = ");
            columns.line.number(header.abbreviation_width.into());
            columns.line.plain();
        }
        let numbers = [header.id.into(), header.abbreviation_width.into()];
        let entry = Entry::enter_block(header.position, self.depth(), &numbers);
        columns.put(&entry, self.indent());
        self.open.push(Block {
            id: header.id,
            info: info as u32,
            own: 0,
        });
    }

    /// Prints the end of the innermost block.
    pub(super) fn exit(&mut self, columns: &mut Columns<'_>, position: u64) {
        let id = self.open.pop().map_or(u32::MAX, |block| block.id);
        // The original disassembler indents this line two spaces too far.
        let quirk = if id == block_id::CONSTANTS && !columns.is_assembly() {
            2
        } else {
            0
        };
        columns.line.byte(b'}');
        let entry = Entry::exit_block(position, self.depth());
        columns.put(&entry, self.indent() + quirk);
    }

    /// Prints the definition of an abbreviation.
    pub(super) fn define(&mut self, columns: &mut Columns<'_>, reader: &Reader<'_>) {
        let Some((abbreviation, index)) = reader.abbreviation() else {
            return;
        };
        let lists = !columns.is_assembly();
        let shown = |encoding| if lists { listed(encoding) } else { encoding };
        let encodings = abbreviation.encodings().map(shown);
        let depth = self.depth();
        let (mut indent, mut prefix, mut number) = (self.indent(), &b"@a"[..], index as u64);
        if let Some(block) = self.open.last_mut() {
            if block.id == block_id::ABBREVIATIONS {
                indent += 2;
            } else {
                prefix = b"%a";
                number = block.own.into();
                block.own += 1;
            }
        }
        let line = &mut columns.line;
        line.identifier(Tone::Abbreviation, prefix, number);
        line.space();
        line.byte(b'=');
        line.space();
        line.keyword(b"abbrev");
        line.space();
        line.byte(b'<');
        line.push();
        let mut in_array = false;
        for (index, encoding) in encodings.clone().enumerate() {
            if index > 0 && !in_array {
                line.byte(b',');
                line.space();
            }
            write_encoding(line, encoding);
            if in_array {
                line.byte(b')');
            }
            in_array = encoding == Encoding::Array;
        }
        line.byte(b'>');
        line.pop();
        line.cut();
        line.byte(b';');
        let numbers = record::definition(encodings);
        let entry = Entry::abbreviation(reader.position(), depth, &numbers);
        columns.put(&entry, indent);
    }

    /// Appends the name of a record's abbreviation, if the file defines it.
    #[inline]
    pub(super) fn write_abbreviation(&self, line: &mut MarkedLine, record: &Record<'_>) {
        let first = predefined::FIRST_DEFINED as u32;
        let Some(index) = record.abbreviation.checked_sub(first) else {
            return;
        };
        let info = self.innermost().map_or(0, |block| block.info);
        line.space();
        line.byte(b'<');
        match index.checked_sub(info) {
            None => line.identifier(Tone::Abbreviation, b"@a", index.into()),
            Some(own) => line.identifier(Tone::Abbreviation, b"%a", own.into()),
        }
        line.byte(b'>');
    }

    /// Returns the entry of the record column for a record in the innermost block.
    #[inline]
    pub(super) fn entry<'r>(&self, record: &Record<'r>) -> Entry<'r> {
        Entry {
            position: record.position,
            depth: self.depth(),
            abbreviation: Some(record.abbreviation.into()),
            code: record.code,
            operands: record.operands,
        }
    }

    /// Prints a record that is not a valid construct.
    #[cold]
    pub(super) fn put_unreadable(&self, columns: &mut Columns<'_>, record: &Record<'_>) {
        /// Maximum number of operands that are shown.
        const SHOWN: usize = 16;
        columns.discard();
        if columns.is_assembly() {
            // Assembly can contain the record as numbers.
            let line = &mut columns.line;
            line.keyword(b"record");
            line.text(b" <");
            line.number(record.code);
            for &operand in record.operands {
                line.text(b", ");
                line.number(operand);
            }
            line.text(b">;");
            self.write_abbreviation(line, record);
            return columns.put(&self.entry(record), self.indent());
        }
        let line = &mut columns.line;
        line.tone(Tone::Comment);
        line.text(b"// not a construct: <");
        line.number(record.code);
        for &operand in record.operands.iter().take(SHOWN) {
            line.text(b", ");
            line.number(operand);
        }
        if record.operands.len() > SHOWN {
            line.text(b", ...");
        }
        line.byte(b'>');
        line.plain();
        columns.put(&self.entry(record), self.indent());
    }
}

/// Returns an encoding as in listings of the original disassembler, where an encoding without bits
/// is the number 0.
fn listed(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Fixed(0) | Encoding::Vbr(0) => Encoding::Literal(0),
        _ => encoding,
    }
}

fn write_encoding(line: &mut MarkedLine, encoding: Encoding) {
    let (word, width) = match encoding {
        Encoding::Literal(value) => return line.number(value),
        Encoding::Char6 => return line.keyword(b"char6"),
        Encoding::Array => {
            line.keyword(b"array");
            return line.byte(b'(');
        }
        Encoding::Fixed(width) => (&b"fixed"[..], width),
        Encoding::Vbr(width) => (&b"vbr"[..], width),
    };
    line.keyword(word);
    line.byte(b'(');
    line.number(width);
    line.byte(b')');
}

/// Appends a comment with the record if the text would be encoded as another record.
#[cold]
pub(super) fn write_record(line: &mut MarkedLine, record: &Record<'_>) {
    // This space is not a possible break, because the comment belongs to the construct before it.
    line.byte(b' ');
    line.tone(Tone::Comment);
    line.text(b"// record <");
    line.number(record.code);
    for &operand in record.operands {
        line.text(b", ");
        line.number(operand);
    }
    line.byte(b'>');
    line.plain();
}
