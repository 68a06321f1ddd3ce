//! Decodes a function block to a [`Function`].
//!
//! One [`BodyDecoder`] decodes many bodies and reuses its scratch memory. For each record it
//! decodes the construct, resolves types and values, checks the construct's constraints and appends
//! an instruction. Rules that need the whole graph (phi operands, dominance) are checked at the end
//! of the body, see [`super::flow`]. Uses that need such a check are recorded on the way. Most do
//! not: uses of parameters, constants, and values of the same block or the entry block are correct
//! by their order in the file.
//!
//! Decoding a file spends half of its time in [`BodyDecoder::read_short`]. The records that a body
//! mostly consists of, and their instructions, are inlined into it; all other records and the
//! construction of errors are out of line.

mod calls;
mod constants;
mod control;
mod instructions;
mod legal;
mod messages;
mod recover;
mod symbols;
mod unchecked;

use super::flow::{self, FlowChecker, Use};
use super::{Allow, nested};
use crate::construct::block_id;
use crate::error::{Error, ErrorKind};
use crate::function::{Block, Constant, Contents, Function};
use crate::ids::{BlockId, FuncId, ValueId};
use crate::inst::Inst;
use crate::limits::PROFILE;
use crate::module::{FunctionDecl, Module};
use crate::types::{Type, TypeDef};
use messages::{bad_value_type, type_mismatch};
use pinnacle_base::count::counted;
use pinnacle_bitstream::{BlockHeader, BlockInfo, Reader, Record, Short, Step, Suspended};
use std::mem;
use std::sync::Arc;

pub use unchecked::UncheckedBody;

/// The place of a function's body in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawBody {
    /// The function that it defines.
    pub function: FuncId,
    /// The start of the function block.
    pub header: BlockHeader,
}

impl RawBody {
    /// The bytes of the file that the block's contents take.
    pub fn byte_range(&self) -> std::ops::Range<usize> {
        (self.header.body / 8) as usize..(self.header.end() / 8) as usize
    }
}

/// Decodes function bodies of one module.
#[derive(Debug)]
pub struct BodyDecoder<'m> {
    pub(super) module: &'m Module,
    allow: Allow,
    reader: Option<Suspended>,
    flow: FlowChecker,

    function: FuncId,
    start: u64,
    result: Type,
    /// Number of function addresses; they come first in the value space.
    function_count: u32,
    /// Absolute index of the first parameter.
    first_local: u32,
    param_count: u32,
    /// Absolute index of the first instruction value; final after the
    /// constants.
    first_inst_value: u32,
    /// Absolute index of the next value.
    next_value: u32,
    /// Values from here on may need a dominance check; those before are
    /// constants, parameters, or of the entry block.
    checked_from: u32,
    /// First value and first instruction of the block being read; that among
    /// all instructions, and among those of the list.
    block_value: u32,
    block_start: u32,
    block_inst: u32,
    /// The number of instructions so far.
    inst_count: u32,
    /// The only place where a phi may stand, counted like them.
    phi_place: u32,
    /// Number of blocks that the count record announces; 0 before it.
    expected_blocks: u32,
    /// Number of blocks that have not ended.
    blocks_left: u32,
    /// The records that are left cannot define more values than this.
    value_limit: u64,

    /// The first types of the module's types block, `void` for those that values cannot have.
    value_types: [Type; 64],
    pub(super) constants: Vec<Constant>,
    /// Types by value; `void` where not known, and for intrinsics, which have
    /// no address. Longer than the values defined, so that most need no more
    /// than their place.
    pub(super) types: Vec<Type>,
    pub(super) insts: Vec<Inst>,
    pub(super) positions: Vec<u32>,
    pub(super) blocks: Vec<Block>,
    pub(super) pool: Vec<u32>,
    uses: Vec<Use>,
    /// Forward declarations: the value, and where.
    declared: Vec<(u32, u64)>,
    cases: Vec<u64>,
}

impl<'m> BodyDecoder<'m> {
    /// A decoder for the bodies of a module whose file defines these
    /// abbreviations.
    pub fn new(module: &'m Module, info: Arc<BlockInfo>) -> BodyDecoder<'m> {
        BodyDecoder::with_types(module, info, Vec::new())
    }

    /// Returns a decoder with the list of types from [`BodyDecoder::into_types`] of an earlier
    /// decoder for the same module, or an empty list.
    pub(super) fn with_types(
        module: &'m Module,
        info: Arc<BlockInfo>,
        mut types: Vec<Type>,
    ) -> BodyDecoder<'m> {
        if types.is_empty() {
            types = address_types(module);
        }
        BodyDecoder {
            module,
            allow: Allow::RUN,
            reader: Some(Reader::with_block_info(&[], 0, PROFILE, info).suspend()),
            flow: FlowChecker::default(),
            function: FuncId(0),
            start: 0,
            result: Type::Void,
            function_count: module.functions.len() as u32,
            first_local: module.global_values(),
            param_count: 0,
            first_inst_value: 0,
            next_value: 0,
            checked_from: 0,
            block_value: 0,
            block_start: 0,
            block_inst: 0,
            inst_count: 0,
            phi_place: 0,
            expected_blocks: 0,
            blocks_left: 0,
            value_limit: 0,
            value_types: first_value_types(module),
            constants: Vec::new(),
            types,
            insts: Vec::new(),
            positions: Vec::new(),
            blocks: Vec::new(),
            pool: Vec::new(),
            uses: Vec::new(),
            declared: Vec::new(),
            cases: Vec::new(),
        }
    }

    /// Returns the list of types, so that the next decoder for a large module need not make it
    /// again.
    pub(super) fn into_types(self) -> Vec<Type> {
        self.types
    }

    /// Accepts these violations instead of those of [`Allow::RUN`].
    #[must_use]
    pub fn allowing(mut self, allow: Allow) -> BodyDecoder<'m> {
        self.allow = allow;
        self
    }

    /// Decodes one body. `contents` are the bytes of [`RawBody::byte_range`].
    ///
    /// # Errors
    ///
    /// Fails with the first error in the body.
    pub fn decode(&mut self, contents: &[u8], body: &RawBody) -> Result<Function, Error> {
        let overlong = self.read_and_check::<true>(contents, body)?;
        Ok(self.finish(overlong))
    }

    /// Checks one body, see [`BodyDecoder::decode`].
    ///
    /// # Errors
    ///
    /// Fails with the first error in the body.
    pub fn check(&mut self, contents: &[u8], body: &RawBody) -> Result<(), Error> {
        match self.read_and_check::<false>(contents, body) {
            Ok(_) => Ok(()),
            // Without positions the error is not placed, so the body is read again.
            Err(_) => self.read_and_check::<true>(contents, body).map(drop),
        }
    }

    /// Returns how many numbers are packed longer than needed.
    ///
    /// `KEEP` is true if a function is built, and false if the body is only checked. If true, all
    /// instructions are recorded with their positions; otherwise only those that the checks at the
    /// end need, without positions, and errors have no positions either.
    fn read_and_check<const KEEP: bool>(
        &mut self,
        contents: &[u8],
        body: &RawBody,
    ) -> Result<u64, Error> {
        let mut reader = self.start::<KEEP>(contents, body);
        let read = self.read::<KEEP>(&mut reader, &body.header);
        let overlong = reader.overlong_count();
        self.reader = Some(reader.suspend());
        match read.and_then(|()| self.check_whole()) {
            Ok(()) => Ok(overlong),
            Err(error) => Err(self.place(error)),
        }
    }

    fn start<'b, const KEEP: bool>(&mut self, contents: &'b [u8], body: &RawBody) -> Reader<'b> {
        self.begin::<KEEP>(body);
        let suspended = self
            .reader
            .take()
            .expect("the reader is put back after each body");
        suspended.restart_in_block(contents, body.header)
    }

    fn begin<const KEEP: bool>(&mut self, body: &RawBody) {
        let signature = self.module.signature(body.function);
        // Instructions are rarely smaller than this, two thirds of a word.
        let expected = body.header.length_words as usize * 3 / 2;
        self.function = body.function;
        self.start = body.header.position;
        self.result = signature.result;
        self.param_count = signature.params.len() as u32;
        self.types.truncate(self.first_local as usize);
        self.types.reserve(signature.params.len() + expected);
        self.types.extend_from_slice(&signature.params);
        self.types.resize(self.types.len() + expected, Type::Void);
        self.constants.clear();
        self.insts.clear();
        self.positions.clear();
        self.blocks.clear();
        self.pool.clear();
        self.uses.clear();
        // Without instructions that the checks at the end do not look at, a fifth is left.
        let insts = if KEEP { expected } else { expected / 4 };
        make_room(&mut self.insts, insts);
        if KEEP {
            make_room(&mut self.positions, insts);
        }
        // Typical shares of these; a long function takes the memory of all lists with it.
        make_room(&mut self.blocks, expected / 8);
        make_room(&mut self.pool, expected / 4);
        make_room(&mut self.uses, expected / 8);
        self.inst_count = 0;
        self.flow.begin();
        self.declared.clear();
        self.expected_blocks = 0;
        self.blocks_left = 0;
        self.next_value = self.first_local + self.param_count;
        self.begin_instructions();
        // A record takes at least the two bits of an abbreviation index.
        self.value_limit = u64::from(self.next_value) + u64::from(body.header.length_words) * 16;
    }

    /// The parameters and constants are complete.
    fn begin_instructions(&mut self) {
        self.first_inst_value = self.next_value;
        self.checked_from = self.next_value;
        self.begin_block();
    }

    fn begin_block(&mut self) {
        self.block_value = self.next_value;
        self.block_start = self.inst_count;
        self.block_inst = self.insts.len() as u32;
        self.phi_place = self.inst_count;
    }

    fn read<const KEEP: bool>(
        &mut self,
        reader: &mut Reader<'_>,
        header: &BlockHeader,
    ) -> Result<(), Error> {
        loop {
            if self.blocks_left > 0 {
                self.read_short::<KEEP>(reader)?;
            }
            if self.read_other::<KEEP>(reader, header)? {
                return Ok(());
            }
        }
    }

    /// Reads records until the last block ends, or until an item in an unusual form.
    #[inline(always)]
    fn read_short<const KEEP: bool>(&mut self, reader: &mut Reader<'_>) -> Result<(), Error> {
        loop {
            let is_terminator = match reader.short() {
                Short::Single(record) => {
                    let position = if KEEP { record.position } else { 0 };
                    self.single::<KEEP>(position, record.code, record.operand)?;
                    true
                }
                Short::Triple(record) => {
                    let position = if KEEP { record.position } else { 0 };
                    self.triple::<KEEP>(position, record.code, record.operands)?
                }
                Short::Record => {
                    let record = reader.record();
                    self.instruction::<KEEP>(record.position, record.code, record.operands)?;
                    true
                }
                Short::Other => return Ok(()),
            };
            // Only a terminator changes the number of blocks.
            if is_terminator && self.blocks_left == 0 {
                return Ok(());
            }
        }
    }

    /// Reads an item. Returns true if the function block ends.
    #[inline(never)]
    fn read_other<const KEEP: bool>(
        &mut self,
        reader: &mut Reader<'_>,
        header: &BlockHeader,
    ) -> Result<bool, Error> {
        match step(reader, header)? {
            Step::Record(Record {
                position,
                code,
                operands,
                ..
            }) => {
                if self.blocks_left > 0 {
                    self.instruction::<KEEP>(position, code, operands)?;
                } else {
                    self.outside_blocks(position, code, operands)?;
                }
            }
            Step::EnterBlock(inner) if inner.id == block_id::CONSTANTS => {
                self.read_constants(reader, header, &inner)?;
            }
            Step::EnterBlock(inner) if self.has_symbols(&inner) => {
                self.read_local_symbols(reader, header)?;
            }
            Step::EnterBlock(inner) => return Err(nested(&inner, block_id::FUNCTION)),
            Step::DefineAbbreviation => {}
            Step::ExitBlock | Step::End => {
                self.end(reader.position())?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The end of the function block.
    fn end(&self, position: u64) -> Result<(), Error> {
        let expected = self.expected_blocks;
        if self.inst_count > self.block_start {
            return Err(Error::new(
                ErrorKind::BlockCount,
                position,
                format!(
                    "block {} does not end with a terminator",
                    BlockId(self.blocks.len() as u32)
                ),
            ));
        }
        if self.blocks.len() as u32 != expected || expected == 0 {
            return Err(Error::new(
                ErrorKind::BlockCount,
                position,
                format!(
                    "the function has {}, but its count record says {expected}",
                    counted(self.blocks.len(), "block")
                ),
            ));
        }
        match self.unfulfilled().next() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Runs the checks that need the whole body.
    fn check_whole(&mut self) -> Result<(), Error> {
        let mut first: Option<Error> = None;
        self.check_flow(|error| {
            // Errors are not found in file order; the earliest one is kept.
            if first
                .as_ref()
                .is_none_or(|first| error.position() < first.position())
            {
                first = Some(error);
            }
        });
        first.map_or(Ok(()), Err)
    }

    fn check_flow(&mut self, report: impl FnMut(Error)) {
        let body = flow::Body {
            blocks: &self.blocks,
            insts: &self.insts,
            pool: &self.pool,
            uses: &self.uses,
            first_value: self.first_inst_value,
            next_value: self.next_value,
        };
        let mut found = Vec::new();
        self.flow.check(&body, |violation| found.push(violation));
        let errors = found
            .into_iter()
            .map(|violation| self.flow_error(violation));
        errors.for_each(report);
    }

    fn finish(&mut self, overlong: u64) -> Function {
        Function::checked(Contents {
            id: self.function,
            first_local: self.first_local,
            function_count: self.function_count,
            param_count: self.param_count,
            constants: hand_over(&mut self.constants),
            local_types: self.types[self.first_local as usize..self.next_value as usize].into(),
            insts: hand_over(&mut self.insts),
            blocks: hand_over(&mut self.blocks),
            pool: hand_over(&mut self.pool),
            position: self.start,
            inst_positions: hand_over(&mut self.positions),
            overlong_numbers: u32::try_from(overlong).unwrap_or(u32::MAX),
        })
    }

    /// The type of an operand; notes the use if it needs a dominance check.
    #[inline(always)]
    fn operand(&mut self, position: u64, value: ValueId) -> Result<Type, Error> {
        let ty = self.operand_type(position, value)?;
        self.note_use(value);
        Ok(ty)
    }

    /// Notes a use of an operand if it needs a dominance check.
    #[inline(always)]
    fn note_use(&mut self, value: ValueId) {
        let ValueId(id) = value;
        // Right by its order in the file: of an earlier block that needs no
        // check, or earlier in this block.
        let in_order = if id < self.block_value {
            id < self.checked_from
        } else {
            id < self.next_value
        };
        if !in_order {
            let inst = self.insts.len() as u32;
            let block = BlockId(self.blocks.len() as u32);
            self.uses.push(Use {
                value,
                inst,
                block,
                at_end: false,
            });
        }
    }

    #[inline(always)]
    fn operand_type(&self, position: u64, value: ValueId) -> Result<Type, Error> {
        match self.known_type(value) {
            Type::Void => Err(self.no_operand(position, value)),
            ty => Ok(ty),
        }
    }

    /// The type of a value, or `void` if it has none.
    #[inline(always)]
    fn known_type(&self, ValueId(id): ValueId) -> Type {
        self.types.get(id as usize).copied().unwrap_or(Type::Void)
    }

    /// Checks an operand against a type, and notes the use if it needs a dominance check. Returns
    /// the type of the operand if that is another one.
    #[inline(always)]
    fn operand_of_type(
        &mut self,
        position: u64,
        value: ValueId,
        expected: Type,
    ) -> Result<(), Result<Type, Error>> {
        // An expected type is never `void`, so that one comparison is enough.
        if self.known_type(value) == expected {
            self.note_use(value);
            return Ok(());
        }
        Err(self.operand_type(position, value))
    }

    #[inline(always)]
    fn expect_type(
        &mut self,
        position: u64,
        value: ValueId,
        expected: Type,
        what: &str,
    ) -> Result<(), Error> {
        self.operand_of_type(position, value, expected)
            .map_err(|found| match found {
                Ok(found) => type_mismatch(position, what, found, expected.name()),
                Err(error) => error,
            })
    }

    /// Checks that a second operand has the type of the first.
    #[inline(always)]
    fn expect_same(
        &mut self,
        position: u64,
        value: ValueId,
        expected: Type,
        what: &str,
    ) -> Result<(), Error> {
        self.operand_of_type(position, value, expected)
            .map_err(|found| match found {
                Ok(found) => self.operands_differ(position, what, expected, found),
                Err(error) => error,
            })
    }

    /// Returns the value type with this index in the types block. Fails if values cannot have it.
    #[inline]
    fn value_type(&self, position: u64, id: u32) -> Result<Type, Error> {
        match self.value_types.get(id as usize) {
            Some(&ty) if ty != Type::Void => Ok(ty),
            _ => self.other_value_type(position, id),
        }
    }

    /// Returns a type that is not one of the first.
    #[cold]
    fn other_value_type(&self, position: u64, id: u32) -> Result<Type, Error> {
        match self.module.types.get(id as usize) {
            Some(&TypeDef::Value(ty)) if ty != Type::Void => Ok(ty),
            other => Err(bad_value_type(position, id, other)),
        }
    }

    /// Returns the constant if the value is one.
    pub(super) fn constant(&self, value: ValueId) -> Option<Constant> {
        let index = value.0.checked_sub(self.first_local + self.param_count)?;
        self.constants.get(index as usize).copied()
    }

    /// Appends an instruction that the checks at the end do not look at.
    #[inline(always)]
    fn push<const KEEP: bool>(&mut self, position: u64, inst: Inst) {
        self.inst_count += 1;
        if KEEP {
            self.insts.push(inst);
            self.positions.push((position - self.start) as u32);
        }
    }

    /// Appends a phi or a terminator.
    #[inline(always)]
    fn push_flow<const KEEP: bool>(&mut self, position: u64, inst: Inst) {
        self.inst_count += 1;
        self.insts.push(inst);
        if KEEP {
            self.positions.push((position - self.start) as u32);
        }
    }

    /// Appends an instruction that defines the next value.
    #[inline(always)]
    fn define<const KEEP: bool>(
        &mut self,
        position: u64,
        ty: Type,
        inst: Inst,
    ) -> Result<(), Error> {
        self.define_value(position, ty)?;
        self.push::<KEEP>(position, inst);
        Ok(())
    }

    /// Appends a phi, at the only place where one may stand.
    #[inline(always)]
    fn push_phi<const KEEP: bool>(&mut self, position: u64, inst: Inst) {
        if self.inst_count == self.block_start {
            let block = BlockId(self.blocks.len() as u32);
            self.flow.phi_blocks.push(block);
        }
        self.push_flow::<KEEP>(position, inst);
        self.phi_place = self.inst_count;
    }

    #[inline(always)]
    fn define_value(&mut self, position: u64, ty: Type) -> Result<(), Error> {
        match self.types.get_mut(self.next_value as usize) {
            Some(known) if *known == Type::Void => *known = ty,
            _ => self.define_otherwise(position, ty)?,
        }
        self.next_value += 1;
        Ok(())
    }

    /// Defines a value that was declared before, or that the table of types has no slot for yet.
    #[inline(never)]
    fn define_otherwise(&mut self, position: u64, ty: Type) -> Result<(), Error> {
        let value = self.next_value as usize;
        if value >= self.types.len() {
            let more = (value + 1 - self.first_local as usize).max(64);
            self.types.resize(value + more, Type::Void);
            self.types[value] = ty;
        } else if self.types[value] != ty {
            return Err(self.declared_otherwise(position, ty));
        }
        Ok(())
    }

    #[inline(always)]
    fn terminate<const KEEP: bool>(&mut self, position: u64, inst: Inst) {
        self.push_flow::<KEEP>(position, inst);
        inst.for_each_successor(&self.pool, |target| self.flow.edges.add(target.0));
        self.flow.edges.end_node();
        let block = self.blocks.len() as u32;
        self.blocks.push(Block {
            first_inst: self.block_inst,
            len: self.insts.len() as u32 - self.block_inst,
            first_value: self.block_value,
        });
        self.blocks_left -= 1;
        if block == 0 {
            self.checked_from = self.next_value;
        }
        self.begin_block();
    }
}

/// Returns the first types of the types block, `void` for those that values cannot have.
fn first_value_types<const COUNT: usize>(module: &Module) -> [Type; COUNT] {
    std::array::from_fn(|id| match module.types.get(id) {
        Some(&TypeDef::Value(ty)) => ty,
        _ => Type::Void,
    })
}

/// The types of the values that all functions share.
fn address_types(module: &Module) -> Vec<Type> {
    let function = |function: &FunctionDecl| match function.intrinsic {
        Some(_) => Type::Void,
        None => Type::I32,
    };
    let mut types: Vec<Type> = module.functions.iter().map(function).collect();
    types.resize(module.global_values() as usize, Type::I32);
    types
}

/// Reserves room in an empty list. Unlike [`Vec::reserve`], does not copy its old contents.
fn make_room<T>(list: &mut Vec<T>, len: usize) {
    debug_assert!(list.is_empty());
    if list.capacity() < len {
        *list = Vec::with_capacity(len);
    }
}

/// Returns the contents of a list. A long list gives up its memory, which is cheaper than a copy.
fn hand_over<T: Copy>(list: &mut Vec<T>) -> Box<[T]> {
    const LONG: usize = 4096;
    if size_of_val(list.as_slice()) < LONG {
        list.as_slice().into()
    } else {
        mem::take(list).into()
    }
}

/// Returns the next step in a body. All of the body's bytes are there, so if they end early, the
/// length word is wrong.
#[inline(always)]
fn step<'a>(reader: &'a mut Reader<'_>, function: &BlockHeader) -> Result<Step<'a>, Error> {
    reader.step().map_err(|error| beyond_block(error, function))
}

#[cold]
fn beyond_block(error: pinnacle_bitstream::Error, function: &BlockHeader) -> Error {
    if error.kind() != pinnacle_bitstream::ErrorKind::EndOfStream {
        return error.into();
    }
    Error::new(
        ErrorKind::Container(pinnacle_bitstream::ErrorKind::WrongBlockLength),
        function.position,
        format!(
            "a function block does not end within the {} that its length word states",
            counted(function.length_words, "word")
        ),
    )
}
