//! Prints function blocks and their constants.
//!
//! Bodies are printed independently of each other, so they can be printed in parallel. Values are
//! numbered as in the manual: the parameters, the constants, then the results of instructions.
//! Their types are recorded, because the text of an instruction contains the types of its operands.

use super::Tone;
use super::blocks::{Block, Blocks, write_record};
use super::columns::Columns;
use super::constructs::write_prototype;
use super::digits;
use super::instruction::InstructionWriter;
use super::marked_line::MarkedLine;
use super::names::{ModuleNames, ValueType};
use crate::construct::codes::constants;
use crate::construct::{ConstantConstruct, CountsAs, Instruction, ValueBase, block_id};
use crate::types::Type;
use pinnacle_bitstream::{BlockHeader, Error, Reader, Record, Step};

/// Prints function bodies, one after the other.
#[derive(Debug)]
pub(super) struct FunctionPrinter<'m> {
    pub(super) names: &'m ModuleNames,
    blocks: Blocks,
    /// Absolute index of the first parameter.
    pub(super) first_local: u32,
    pub(super) param_count: u32,
    pub(super) constant_count: u32,
    /// The types of values, from the first parameter on. The list is longer than the number of
    /// defined values if there are forward declarations.
    types: Vec<ValueType>,
    /// Number of values that are defined.
    defined: u32,
    /// An upper bound of the function's values, from the size of its block.
    value_limit: u64,
    /// The end of the file in bits.
    end: u64,
    /// The type of the following constants.
    constant_type: Option<ValueType>,
    /// The number of the current basic block, and the total number of blocks.
    block: u32,
    block_count: u32,
    /// True if the label of the current block has not been printed.
    label_due: bool,
}

impl<'m> FunctionPrinter<'m> {
    /// Creates a printer for the functions of a module. `depth` is the number of blocks around the
    /// functions, and `end` the end of the file in bits.
    pub(super) fn new(names: &'m ModuleNames, depth: usize, end: u64) -> FunctionPrinter<'m> {
        FunctionPrinter {
            end,
            value_limit: 0,
            names,
            blocks: Blocks::inside(depth),
            first_local: 0,
            param_count: 0,
            constant_count: 0,
            types: Vec::new(),
            defined: 0,
            constant_type: None,
            block: 0,
            block_count: 0,
            label_due: false,
        }
    }

    /// Prints a function block up to its end. The start of the block must be the reader's last
    /// event.
    ///
    /// # Errors
    ///
    /// Fails if the bits cannot be parsed.
    pub(super) fn print(
        &mut self,
        columns: &mut Columns<'_>,
        reader: &mut Reader<'_>,
        header: &BlockHeader,
        function: Option<u32>,
    ) -> Result<(), Error> {
        self.begin(columns, reader, header, function);
        let outer = self.blocks.depth();
        while self.blocks.depth() >= outer && !columns.is_done() {
            if columns.has_errors() {
                columns.show_errors(reader.next_position(), self.blocks.indent());
            }
            match reader.step()? {
                Step::Record(record) => self.record(columns, &record),
                Step::EnterBlock(inner) => {
                    self.constant_type = None;
                    Blocks::name(&mut columns.line, inner.id);
                    self.blocks.enter(columns, &inner, reader);
                }
                Step::DefineAbbreviation => self.blocks.define(columns, reader),
                Step::ExitBlock => self.blocks.exit(columns, reader.position()),
                Step::End => break,
            }
        }
        if columns.has_errors() {
            columns.show_errors(reader.next_position(), self.blocks.indent());
        }
        Ok(())
    }

    /// Returns the indentation of the contents of the innermost block.
    pub(super) fn indent(&self) -> usize {
        self.blocks.indent()
    }

    fn begin(
        &mut self,
        columns: &mut Columns<'_>,
        reader: &Reader<'_>,
        header: &BlockHeader,
        function: Option<u32>,
    ) {
        self.blocks.clear();
        self.types.clear();
        self.first_local = self.names.first_local();
        self.constant_count = 0;
        self.block = 0;
        self.block_count = 0;
        self.label_due = false;
        let signature = function.and_then(|function| self.names.function_signature(function));
        if let Some(signature) = signature {
            self.types.extend_from_slice(signature.params);
        }
        self.param_count = self.types.len() as u32;
        self.defined = self.param_count;
        // A record takes at least the two bits of its abbreviation index.
        let bits = header.end().min(self.end).saturating_sub(header.body);
        self.value_limit = u64::from(self.defined) + bits / 2;
        columns.put_gap();
        let line = &mut columns.line;
        line.keyword(b"function");
        line.space();
        if let Some(function) = function {
            write_prototype(line, self.names, function, |line, index| {
                line.byte(b' ');
                line.identifier(Tone::Value, b"%p", index);
            });
            line.space();
        }
        self.blocks.enter(columns, header, reader);
    }

    #[inline]
    fn record(&mut self, columns: &mut Columns<'_>, record: &Record<'_>) {
        match self.blocks.innermost() {
            Some(&Block {
                id: block_id::FUNCTION,
                ..
            }) => self.instruction(columns, record),
            Some(&Block {
                id: block_id::CONSTANTS,
                ..
            }) => self.constant(columns, record),
            _ => self.blocks.put_unreadable(columns, record),
        }
    }

    /// Returns the index from which relative operands count back.
    #[inline]
    fn base(&self) -> ValueBase {
        ValueBase(self.next_value())
    }

    /// Returns the absolute index of the value that is defined next.
    #[inline]
    pub(super) fn next_value(&self) -> u32 {
        self.first_local.wrapping_add(self.defined)
    }

    /// Records the type of a value by its absolute index.
    fn declare(&mut self, value: u32, ty: ValueType) {
        let Some(local) = value.checked_sub(self.first_local) else {
            return;
        };
        if u64::from(local) < self.value_limit {
            let local = local as usize;
            if local >= self.types.len() {
                self.types.resize(local + 1, ValueType::Unknown);
            }
            self.types[local] = ty;
        }
    }

    /// Records the next value.
    #[inline]
    fn define(&mut self, ty: ValueType) {
        let local = self.defined as usize;
        match self.types.get_mut(local) {
            Some(declared) => *declared = ty,
            None => self.types.push(ty),
        }
        self.defined += 1;
    }

    /// Returns the type of a value by its absolute index. Addresses are integers.
    #[inline]
    pub(super) fn type_of(&self, value: u32) -> ValueType {
        match value.checked_sub(self.first_local) {
            None => ValueType::Known(Type::I32),
            Some(local) => match self.types.get(local as usize) {
                Some(&ty) => ty,
                None => ValueType::Unknown,
            },
        }
    }

    /// Appends the name of a value by its absolute index.
    #[inline]
    pub(super) fn write_value(&self, line: &mut MarkedLine, value: u32) {
        let Some(local) = value.checked_sub(self.first_local) else {
            return self.names.write_address(line, value);
        };
        let (prefix, number) = match local.checked_sub(self.param_count) {
            None => (b"%p", local),
            Some(number) => match number.checked_sub(self.constant_count) {
                None => (b"%c", number),
                Some(number) => (b"%v", number),
            },
        };
        line.identifier(Tone::Value, prefix, number.into());
    }

    /// Prints a record of the function block.
    fn instruction(&mut self, columns: &mut Columns<'_>, record: &Record<'_>) {
        let base = self.base();
        let Record {
            position,
            code,
            operands,
            ..
        } = *record;
        let Ok(instruction) = Instruction::of(position, code, operands, base) else {
            return self.unreadable(columns, record);
        };
        if let Instruction::Blocks { count } = instruction {
            columns.line.keyword(b"blocks");
            columns.line.space();
            columns.line.number(count.into());
            columns.line.byte(b';');
            self.block_count = count;
            self.block = 0;
            self.label_due = count > 0;
        } else if self.label_due {
            self.write_label(columns);
        }
        let writer = InstructionWriter {
            function: self,
            indent: self.blocks.indent(),
            position,
        };
        let Ok(result) = writer.write(columns, &instruction) else {
            return self.unreadable(columns, record);
        };
        self.blocks.write_abbreviation(&mut columns.line, record);
        if columns.is_assembly() && !self.is_exact(&instruction, record) {
            write_record(&mut columns.line, record);
        }
        columns.put(&self.blocks.entry(record), self.blocks.indent());
        match instruction {
            Instruction::ForwardType { value, ty } => self.declare(value.0, self.names.ty(ty)),
            Instruction::Ret { .. }
            | Instruction::Br { .. }
            | Instruction::CondBr { .. }
            | Instruction::Switch { .. }
            | Instruction::Unreachable => {
                self.block += 1;
                self.label_due = self.block < self.block_count;
            }
            _ => {
                if let Some(ty) = result {
                    self.define(ty);
                }
            }
        }
    }

    /// Returns true if the text of an instruction would be encoded as the same record.
    #[inline]
    fn is_exact(&self, instruction: &Instruction<'_>, record: &Record<'_>) -> bool {
        let names = self.names;
        let duplicate = match *instruction {
            Instruction::Cast { ty, .. }
            | Instruction::Switch { ty, .. }
            | Instruction::Phi { ty, .. }
            | Instruction::Load { ty, .. }
            | Instruction::ForwardType { ty, .. }
            | Instruction::CallIndirect { ty, .. } => names.is_duplicate(ty),
            _ => false,
        };
        // The text is that of a direct call.
        let by_name = match *instruction {
            Instruction::CallIndirect { callee, .. } => callee.0 < names.function_count(),
            _ => false,
        };
        // The text lacks the higher bits of selectors.
        let cut = match *instruction {
            Instruction::Switch { ty, cases, .. } => {
                let ty = names.ty(ty);
                let mut cases = cases.iter(record.position);
                cases.any(|case| case.is_ok_and(|(value, _)| !is_exact_integer(ty, value)))
            }
            _ => false,
        };
        instruction.is_encoded_as(record.operands) && !duplicate && !by_name && !cut
    }

    /// Prints a record of a function block that is not a valid construct.
    #[cold]
    fn unreadable(&mut self, columns: &mut Columns<'_>, record: &Record<'_>) {
        self.blocks.put_unreadable(columns, record);
        match CountsAs::of(record.code) {
            CountsAs::Value => self.define(ValueType::Unknown),
            CountsAs::Terminator => {
                self.block += 1;
                self.label_due = self.block < self.block_count;
            }
            CountsAs::Nothing => {}
        }
    }

    fn write_label(&mut self, columns: &mut Columns<'_>) {
        self.label_due = false;
        columns
            .line
            .identifier(Tone::Label, b"%b", self.block.into());
        columns.line.byte(b':');
        columns.put_label(self.blocks.indent() - 2);
    }

    /// Prints a record of a constants block.
    fn constant(&mut self, columns: &mut Columns<'_>, record: &Record<'_>) {
        let Ok(construct) = ConstantConstruct::decode(record) else {
            self.blocks.put_unreadable(columns, record);
            if record.code != constants::SET_TYPE.0 {
                self.define_constant();
            }
            return;
        };
        let in_full = columns.is_assembly();
        let line = &mut columns.line;
        let mut indent = self.blocks.indent();
        let mut exact = true;
        if let ConstantConstruct::SetType(index) = construct {
            let ty = self.names.ty(index);
            self.constant_type = Some(ty);
            ty.write(line);
            line.byte(b':');
            exact = !in_full || !self.names.is_duplicate(index);
        } else {
            let ty = self.constant_type.unwrap_or(ValueType::Unknown);
            indent += 2;
            line.identifier(Tone::Value, b"%c", self.constant_count.into());
            line.space();
            line.byte(b'=');
            line.space();
            line.open();
            ty.write(line);
            line.space();
            match construct {
                ConstantConstruct::Integer(i64::MIN) if !in_full => line.text(b"-0"),
                ConstantConstruct::Integer(value) => {
                    line.signed(in_type(ty, value));
                    exact = is_exact_integer(ty, value);
                }
                ConstantConstruct::Float(bits) => {
                    exact = write_float(line, ty, bits, in_full);
                }
                ConstantConstruct::Undef | ConstantConstruct::SetType(_) => {
                    line.keyword(b"undef");
                }
            }
            line.byte(b';');
            line.close();
        }
        self.blocks.write_abbreviation(&mut columns.line, record);
        if in_full && !exact {
            write_record(&mut columns.line, record);
        }
        columns.put(&self.blocks.entry(record), indent);
        if !matches!(construct, ConstantConstruct::SetType(_)) {
            self.define_constant();
        }
    }

    fn define_constant(&mut self) {
        self.constant_count += 1;
        self.define(self.constant_type.unwrap_or(ValueType::Unknown));
    }
}

/// Appends a floating-point number, with six digits as in listings or with all necessary digits.
/// Returns true if the text represents exactly these bits.
fn write_float(line: &mut MarkedLine, ty: ValueType, bits: u64, in_full: bool) -> bool {
    const QUIET: u64 = 0x7ff8_0000_0000_0000;
    const QUIET_SINGLE: u32 = 0x7fc0_0000;
    let (number, text, exact) = if ty == ValueType::Known(Type::Float) {
        let single = f32::from_bits(bits as u32);
        let is_nan = single.is_nan() && single.to_bits() & !(1 << 31) != QUIET_SINGLE;
        let text = in_full.then(|| digits::shortest(single.into(), &format!("{single:?}")));
        let exact = !is_nan && u64::from(single.to_bits()) == bits;
        (f64::from(single), text, exact)
    } else {
        let number = f64::from_bits(bits);
        let text = in_full.then(|| digits::shortest(number, &format!("{number:?}")));
        (number, text, !number.is_nan() || bits & !(1 << 63) == QUIET)
    };
    line.text(
        text.unwrap_or_else(|| digits::six_digits(number))
            .as_bytes(),
    );
    exact
}

/// Truncates a number to an integer type. `i1` is unsigned.
pub(super) fn in_type(ty: ValueType, value: i64) -> i64 {
    match ty {
        ValueType::Known(Type::I1) => value & 1,
        ValueType::Known(ty) if ty.is_integer() => {
            let unused = 64 - ty.bits();
            value << unused >> unused
        }
        _ => value,
    }
}

/// Returns true if parsing the text of a number gives the number in the record.
fn is_exact_integer(ty: ValueType, value: i64) -> bool {
    let read = match ty {
        // A set bit is parsed as a negative number.
        ValueType::Known(Type::I1) => -in_type(ty, value),
        _ => in_type(ty, value),
    };
    read == value
}
