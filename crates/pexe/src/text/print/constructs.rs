//! Prints the constructs of the module block and its nested blocks: types, function addresses,
//! globals, and symbols.
//!
//! Each function prints the construct of a record, or the record if it is invalid, and counts the
//! values that it defines.

use super::Tone;
use super::blocks::{Blocks, write_record};
use super::columns::Columns;
use super::digits;
use super::marked_line::MarkedLine;
use super::names::{ModuleNames, SignatureView, ValueType};
use crate::construct::{
    GlobalConstruct, ModuleConstruct, SymbolConstruct, TypeConstruct, block_id,
};
use crate::error::Error;
use crate::module::Linkage;
use pinnacle_bitstream::Record;

/// Number of bytes in a row of a data initialiser, in forms other than listings.
const BYTES_IN_ROW: usize = 16;

/// Prints the records of the module and of the blocks in it, except function blocks.
#[derive(Debug, Default)]
pub(super) struct Constructs {
    pub(super) names: ModuleNames,
    /// Number of initialisers that a compound initialiser still lacks.
    compound: u64,
    /// A buffer for an encoded record.
    encoded: Vec<u64>,
}

impl Constructs {
    /// Prints a record.
    pub(super) fn record(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
    ) {
        let id = blocks.innermost().map_or(u32::MAX, |block| block.id);
        let result = match id {
            block_id::MODULE => self.module(columns, blocks, record),
            block_id::ABBREVIATIONS => self.block_kind(columns, blocks, record),
            block_id::TYPES => self.types(columns, blocks, record),
            block_id::GLOBALS => return self.global(columns, blocks, record),
            block_id::SYMBOLS => self.symbol(columns, blocks, record),
            _ => return blocks.put_unreadable(columns, record),
        };
        match result {
            Ok(()) => columns.put(&blocks.entry(record), blocks.indent()),
            Err(_) => blocks.put_unreadable(columns, record),
        }
    }

    /// Ends the line of a construct with its abbreviation. Adds the record if the text would be
    /// encoded as another record.
    fn end(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
        encode: impl FnOnce(&mut Vec<u64>) -> u64,
    ) {
        blocks.write_abbreviation(&mut columns.line, record);
        if columns.is_assembly() {
            self.encoded.clear();
            let code = encode(&mut self.encoded);
            if code != record.code || self.encoded != record.operands {
                write_record(&mut columns.line, record);
            }
        }
    }

    /// Prints a record of the module block.
    fn module(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
    ) -> Result<(), Error> {
        let construct = ModuleConstruct::decode(record)?;
        let line = &mut columns.line;
        match construct {
            ModuleConstruct::Version(version) => {
                line.keyword(b"version");
                line.space();
                line.number(version);
                line.byte(b';');
            }
            ModuleConstruct::Function {
                ty,
                convention: _,
                declared,
                linkage,
            } => {
                let function = self.names.add_function(ty, declared);
                line.keyword(if declared { b"declare" } else { b"define" });
                line.space();
                line.keyword(match linkage {
                    Linkage::External => b"external",
                    Linkage::Internal => b"internal",
                });
                line.space();
                line.open();
                write_prototype(line, &self.names, function, |_, _| {});
                line.cut();
                line.byte(b';');
                line.close();
            }
        }
        self.end(columns, blocks, record, |operands| {
            let code = construct.encode(operands);
            // The text cannot contain a calling convention.
            if let (ModuleConstruct::Function { .. }, Some(convention)) =
                (construct, operands.get_mut(1))
            {
                *convention = 0;
            }
            code
        });
        Ok(())
    }

    /// Prints the record of BLOCKINFO that names a block ID.
    fn block_kind(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
    ) -> Result<(), Error> {
        if let &[id] = record.operands {
            let id = u32::try_from(id).unwrap_or(u32::MAX);
            columns.line.keyword(block_id::name(id).as_bytes());
            columns.line.byte(b':');
        }
        self.end(columns, blocks, record, |operands| {
            operands.extend_from_slice(record.operands);
            record.code
        });
        Ok(())
    }

    /// Prints a record of the types block.
    fn types(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
    ) -> Result<(), Error> {
        let construct = match TypeConstruct::decode(record) {
            Ok(construct) => construct,
            Err(error) => {
                self.names.add_type(None);
                return Err(error);
            }
        };
        let names = &self.names;
        let line = &mut columns.line;
        if let TypeConstruct::Count(count) = construct {
            write_count(line, count);
        } else {
            line.identifier(Tone::Type, b"@t", names.type_count() as u64);
            line.space();
            line.byte(b'=');
            line.space();
            line.open();
        }
        match construct {
            TypeConstruct::Count(_) => {}
            TypeConstruct::Void => line.toned(Tone::Type, b"void"),
            TypeConstruct::Float => line.toned(Tone::Type, b"float"),
            TypeConstruct::Double => line.toned(Tone::Type, b"double"),
            TypeConstruct::Integer(bits) => line.identifier(Tone::Type, b"i", bits),
            TypeConstruct::Vector(lanes, element) => {
                line.byte(b'<');
                line.number(lanes);
                line.text(b" x ");
                names.ty(element).write(line);
                line.byte(b'>');
            }
            TypeConstruct::Function(_, result, params) => {
                names.ty(result).write(line);
                line.space();
                line.open();
                line.byte(b'(');
                line.push();
                for (index, &param) in params.iter().enumerate() {
                    if index > 0 {
                        line.byte(b',');
                        line.space();
                    }
                    u32::try_from(param)
                        .map_or(ValueType::Unknown, |param| names.ty(param))
                        .write(line);
                }
                line.cut();
                line.byte(b')');
                line.pop();
                line.close();
            }
        }
        if !matches!(construct, TypeConstruct::Count(_)) {
            line.cut();
            line.byte(b';');
            line.close();
        }
        let duplicate = match construct {
            TypeConstruct::Vector(_, element) => names.is_duplicate(element),
            TypeConstruct::Function(_, result, params) => {
                names.is_duplicate(result)
                    || params
                        .iter()
                        .any(|&param| u32::try_from(param).is_ok_and(|id| names.is_duplicate(id)))
            }
            _ => false,
        };
        self.names.add_type(Some(&construct));
        self.end(columns, blocks, record, |operands| {
            let code = construct.encode(operands);
            match construct {
                // The text does not contain the flag for variable arguments.
                TypeConstruct::Function(..) => operands[0] = 0,
                _ if duplicate => operands.clear(),
                _ => {}
            }
            code
        });
        Ok(())
    }

    /// Prints a record of the globals block.
    fn global(&mut self, columns: &mut Columns<'_>, blocks: &Blocks, record: &Record<'_>) {
        let Ok(construct) = GlobalConstruct::decode(record) else {
            blocks.put_unreadable(columns, record);
            return self.end_of_initializer(columns, blocks, record.code);
        };
        if let GlobalConstruct::Count(_) | GlobalConstruct::Global { .. } = construct {
            self.end_compound(columns, blocks);
        }
        let indent = blocks.indent() + if self.compound > 0 { 4 } else { 2 };
        let line = &mut columns.line;
        let mut is_data = false;
        let indent = match construct {
            GlobalConstruct::Count(count) => {
                write_count(line, count);
                blocks.indent()
            }
            GlobalConstruct::Global { align, constant } => {
                line.keyword(if constant { b"const" } else { b"var" });
                line.space();
                let number = self.names.add_global();
                line.identifier(Tone::Address, b"@g", number.into());
                line.byte(b',');
                line.space();
                write_alignment(line, align.bytes(), b',');
                blocks.indent()
            }
            GlobalConstruct::Compound(count) => {
                line.keyword(b"initializers");
                line.space();
                line.number(count);
                line.space();
                line.byte(b'{');
                indent
            }
            GlobalConstruct::Zerofill(size) => {
                line.keyword(b"zerofill");
                line.space();
                line.number(size.into());
                line.byte(b';');
                indent
            }
            GlobalConstruct::Data(bytes) => {
                write_bytes(line, bytes);
                is_data = true;
                indent
            }
            GlobalConstruct::Reloc(value, addend) => {
                line.keyword(b"reloc");
                line.space();
                self.names.write_address(line, value);
                if addend != 0 {
                    line.space();
                    line.byte(if addend < 0 { b'-' } else { b'+' });
                    line.space();
                    line.number(addend.unsigned_abs().into());
                }
                line.byte(b';');
                indent
            }
        };
        self.end(columns, blocks, record, |operands| {
            construct.encode(operands)
        });
        if is_data && columns.is_assembly() && !columns.is_excerpt() {
            columns.end_line_within(indent, indent + 1 + BYTES_IN_ROW * 5);
        }
        columns.put(&blocks.entry(record), indent);
        match construct {
            GlobalConstruct::Compound(count) => {
                self.compound = count;
                if count == 0 {
                    self.write_compound_end(columns, blocks);
                }
            }
            _ => self.end_of_initializer(columns, blocks, record.code),
        }
    }

    /// Counts an invalid record that may be a part of a compound initialiser.
    fn end_of_initializer(&mut self, columns: &mut Columns<'_>, blocks: &Blocks, code: u64) {
        const INITIALIZERS: std::ops::RangeInclusive<u64> = 2..=4;
        if self.compound > 0 && INITIALIZERS.contains(&code) {
            self.compound -= 1;
            if self.compound == 0 {
                self.write_compound_end(columns, blocks);
            }
        }
    }

    /// Ends a compound initialiser that lacks some of its parts.
    pub(super) fn end_compound(&mut self, columns: &mut Columns<'_>, blocks: &Blocks) {
        if self.compound > 0 {
            self.compound = 0;
            self.write_compound_end(columns, blocks);
        }
    }

    fn write_compound_end(&mut self, columns: &mut Columns<'_>, blocks: &Blocks) {
        columns.discard();
        columns.line.byte(b'}');
        columns.put_label(blocks.indent() + 2);
    }

    /// Prints a record of the value symbol table.
    fn symbol(
        &mut self,
        columns: &mut Columns<'_>,
        blocks: &Blocks,
        record: &Record<'_>,
    ) -> Result<(), Error> {
        let construct = SymbolConstruct::decode(record)?;
        let line = &mut columns.line;
        self.names.write_address(line, construct.value);
        line.space();
        line.byte(b':');
        line.space();
        line.open();
        line.tone(Tone::Text);
        line.byte(b'"');
        for &byte in construct.name {
            write_character(line, byte as u8);
        }
        line.byte(b'"');
        line.plain();
        line.cut();
        line.byte(b';');
        line.close();
        self.end(columns, blocks, record, |operands| {
            construct.encode(operands)
        });
        Ok(())
    }
}

/// Appends `count N;`.
fn write_count(line: &mut MarkedLine, count: u32) {
    line.keyword(b"count");
    line.space();
    line.number(count.into());
    line.byte(b';');
}

/// Appends `align N` and the character after it as a unit.
#[inline]
pub(super) fn write_alignment(line: &mut MarkedLine, bytes: u32, end: u8) {
    line.open();
    line.keyword(b"align");
    line.space();
    line.number(bytes.into());
    line.byte(end);
    line.close();
}

/// Appends the result, name and parameters of a function. The caller determines the names of the
/// parameters.
pub(super) fn write_prototype(
    line: &mut MarkedLine,
    names: &ModuleNames,
    function: u32,
    mut parameter: impl FnMut(&mut MarkedLine, u64),
) {
    let unknown = SignatureView {
        result: ValueType::Unknown,
        params: &[],
    };
    let signature = names.function_signature(function).unwrap_or(unknown);
    line.open();
    signature.result.write(line);
    line.space();
    line.open();
    line.identifier(Tone::Address, b"@f", function.into());
    line.byte(b'(');
    line.push();
    for (index, ty) in signature.params.iter().enumerate() {
        if index > 0 {
            line.byte(b',');
            line.space();
        }
        line.open();
        ty.write(line);
        parameter(line, index as u64);
        line.close();
    }
    line.cut();
    line.byte(b')');
    line.pop();
    line.close();
    line.close();
}

/// Appends the bytes of a data initialiser, right-aligned.
fn write_bytes(line: &mut MarkedLine, bytes: &[u64]) {
    line.byte(b'{');
    line.push();
    for (index, &byte) in bytes.iter().enumerate() {
        if index > 0 {
            line.byte(b',');
            line.space();
        }
        line.text(match byte {
            0..=9 => b"  ",
            10..=99 => b" ",
            _ => b"",
        });
        line.number(byte);
    }
    line.byte(b'}');
    line.pop();
}

/// Appends a character of a name. Non-printing characters, quotation marks and backslashes are
/// escaped.
pub(super) fn write_character(line: &mut MarkedLine, byte: u8) {
    match byte {
        b'"' | b'\\' => line.text(&[b'\\', byte]),
        b' '..=b'~' => line.byte(byte),
        _ => {
            line.byte(b'\\');
            digits::hexadecimal(&mut line.text, byte);
        }
    }
}
