//! Reads function blocks: the linkage, then the blocks of the body.

use super::Reader;
use super::blocks::Block;
use super::compaction;
use super::constants::PoolRange;
use super::cursor::Cursor;
use super::info::linkage;
use super::instructions::Encoded;
use super::slots::{Planes, Scope, Slot};
use super::symbols::{self, Named};
use crate::error::{Error, ErrorKind, Section};
use crate::format::Features;
use crate::model::{
    BlockId, Body, Case, FunctionId, FunctionLayout, Incoming, InstId, Linkage, Module, TypeId,
    Value,
};
use std::ops::Range;

/// A function block before its body is read.
#[derive(Clone, Debug)]
pub(super) struct FunctionBlock {
    pub(super) block: Block,
    pub(super) linkage: Linkage,
    /// True if the block contains anything after the linkage.
    pub(super) has_body: bool,
    /// The function's own types, a range of [`Planes::local_type_ids`].
    pub(super) types: Range<u32>,
    /// Its own constants.
    pub(super) pool: PoolRange,
    /// Its arguments, a range of [`Planes::arguments`].
    pub(super) arguments: Range<u32>,
}

impl FunctionBlock {
    /// The function's own types, as a range of [`Planes::local_type_ids`].
    pub(super) fn local_types(&self) -> Range<usize> {
        self.types.start as usize..self.types.end as usize
    }

    /// Reads the linkage at the start of a function block.
    pub(super) fn read(
        file: &[u8],
        features: &'static Features,
        block: Block,
    ) -> Result<FunctionBlock, Error> {
        let mut cursor = block.cursor(file, features);
        let offset = cursor.position();
        let number = cursor.vbr32()?;
        Ok(FunctionBlock {
            linkage: linkage(features.dll_linkages, number, offset)?,
            has_body: !cursor.is_at_end(),
            block,
            types: 0..0,
            pool: PoolRange::default(),
            arguments: 0..0,
        })
    }

    /// A function that has no block.
    pub(super) fn none(linkage: Linkage) -> FunctionBlock {
        FunctionBlock {
            block: Block::none(),
            linkage,
            has_body: false,
            types: 0..0,
            pool: PoolRange::default(),
            arguments: 0..0,
        }
    }

    /// The blocks of the body up to the first that is not well-formed.
    pub(super) fn blocks<'a>(
        &self,
        file: &'a [u8],
        features: &'static Features,
    ) -> impl Iterator<Item = Block> + use<'a> {
        let mut cursor = self.block.cursor(file, features);
        let mut is_good = cursor.vbr32().is_ok();
        std::iter::from_fn(move || {
            if !is_good || cursor.is_at_end() {
                return None;
            }
            let block = Block::next(&mut cursor).ok();
            is_good = block.is_some();
            block
        })
    }
}

/// Buffers that are reused from one body to the next.
#[derive(Default)]
pub(super) struct State {
    pub(super) scope: Scope,
    list: Vec<u32>,
    pub(super) values: Vec<Value>,
    pub(super) cases: Vec<Case>,
    pub(super) incoming: Vec<Incoming>,
    /// Operands used before their definition: the number of the plane, and the slot.
    pub(super) later: Vec<(u32, u32)>,
    /// The instructions with operands that are defined later, and their offsets.
    users_of_later: Vec<(InstId, usize)>,
}

/// Marks the id of an instruction as an index into [`State::later`], the placeholder for an operand
/// that is defined later.
pub(super) const LATER: u32 = 1 << 31;

/// Reads one body.
pub(super) struct FunctionReader<'a> {
    pub(super) reader: &'a Reader<'a>,
    pub(super) planes: &'a Planes,
    pub(super) module: &'a Module,
    pub(super) state: &'a mut State,
    pub(super) body: Body,
    /// Type of the function's result.
    pub(super) result: TypeId,
    /// One more than the highest block number that a branch mentions, the instruction with that
    /// branch, and its offset.
    pub(super) farthest: (u32, InstId, usize),
}

/// Reads the body of a function.
pub(super) fn read(
    reader: &Reader<'_>,
    state: &mut State,
    id: FunctionId,
) -> Result<Option<(Box<Body>, FunctionLayout)>, Error> {
    let function = &reader.functions[id.index()];
    if !function.has_body {
        return Ok(None);
    }
    state.scope.enter(
        &reader.planes,
        function.local_types(),
        function.arguments.clone(),
    );
    let mut function_reader = FunctionReader {
        reader,
        planes: &reader.planes,
        module: &reader.module,
        state,
        body: Body::new(),
        result: reader
            .module
            .signature(id)
            .map_or(TypeId::VOID, |(result, ..)| result),
        farthest: (0, InstId(0), 0),
    };
    function_reader
        .read(function)
        .map(|layout| Some((Box::new(function_reader.body), layout)))
        .map_err(|error| {
            error
                .in_function(id, None)
                .within(Section::Function)
                .within(Section::Module)
        })
}

impl FunctionReader<'_> {
    fn read(&mut self, function: &FunctionBlock) -> Result<FunctionLayout, Error> {
        let features = self.planes.features;
        let file = self.reader.file;
        let mut layout = FunctionLayout {
            types: self.planes.local_type_ids[function.local_types()].to_vec(),
            symbols: Vec::new(),
        };
        self.state.later.clear();
        self.state.users_of_later.clear();
        let mut names = symbols::Tables::default();
        let mut cursor = function.block.cursor(file, features);
        cursor.vbr32()?;
        let (mut compaction, mut constants, mut list) = (None::<Block>, false, None::<Block>);
        while !cursor.is_at_end() {
            let block = Block::next(&mut cursor)?;
            let Some(section) = block.section else {
                continue;
            };
            let content = block.cursor(file, features);
            let has_blocks = self.body.block_count() > 0;
            let result = match section {
                Section::Compaction if constants || has_blocks => {
                    return Err(out_of_place(&block, "before constants and instructions"));
                }
                Section::Compaction => {
                    if let Some(first) = &compaction {
                        return Err(second(&block, first));
                    }
                    let result = compaction::read(content, self.planes, &mut self.state.scope);
                    compaction = Some(block);
                    result
                }
                Section::Constants if has_blocks => {
                    return Err(out_of_place(&block, "before instructions"));
                }
                Section::Constants => {
                    if compaction
                        .as_ref()
                        .is_some_and(|table| !table.is_empty_table(file))
                    {
                        return Err(out_of_place(
                            &block,
                            "in a function without a compaction table",
                        ));
                    }
                    if !constants {
                        self.add_constants(function)?;
                    }
                    constants = true;
                    Ok(())
                }
                Section::Instructions => {
                    if let Some(first) = &list {
                        return Err(second(&block, first));
                    }
                    if has_blocks {
                        return Err(out_of_place(
                            &block,
                            "in a function without blocks of basic blocks",
                        ));
                    }
                    list = Some(block);
                    self.read_list(content)
                }
                Section::BasicBlock if list.is_some() => {
                    return Err(out_of_place(
                        &block,
                        "in a function without a list of instructions",
                    ));
                }
                Section::BasicBlock => self.read_basic_block(content),
                Section::Symbols => {
                    self.body.reserve_names(content.left());
                    names.read(content, self)
                }
                _ => return Err(block.unexpected(section, Section::Function)),
            };
            result.map_err(|error| error.within(section))?;
        }
        if self.body.block_count() == 0 {
            return Err(no_blocks(function.block.offset()));
        }
        self.finish().map_err(|error| {
            error.within(match list {
                Some(_) => Section::Instructions,
                None => Section::BasicBlock,
            })
        })?;
        layout.symbols = names.planes;
        Ok(layout)
    }

    /// Numbers the function's own constants.
    fn add_constants(&mut self, function: &FunctionBlock) -> Result<(), Error> {
        let pools = &self.reader.pools;
        for (number, range) in pools.planes(&function.pool) {
            for &id in &pools.ids[range.start as usize..range.end as usize] {
                (self.state.scope).add(self.planes, number, Value::Constant(id))?;
            }
        }
        Ok(())
    }

    /// Reads all instructions of a function. Each terminator ends a block.
    fn read_list(&mut self, mut cursor: Cursor<'_>) -> Result<(), Error> {
        // Most instructions have four bytes, and none has fewer.
        self.body.reserve(cursor.left() / 4, 0);
        let (mut is_in_block, mut last) = (false, cursor.position());
        let mut list = std::mem::take(&mut self.state.list);
        while !cursor.is_at_end() {
            if !is_in_block {
                self.body.start_block();
            }
            last = cursor.position();
            is_in_block = !self.read_instruction(&mut cursor, &mut list)?;
        }
        self.state.list = list;
        if is_in_block {
            return Err(self.unterminated(last));
        }
        Ok(())
    }

    /// Reads the instructions of one block.
    fn read_basic_block(&mut self, mut cursor: Cursor<'_>) -> Result<(), Error> {
        self.body.reserve(cursor.left() / 4, 1);
        self.body.start_block();
        let (mut is_in_block, mut last) = (true, cursor.position());
        let mut list = std::mem::take(&mut self.state.list);
        while !cursor.is_at_end() {
            last = cursor.position();
            is_in_block = !self.read_instruction(&mut cursor, &mut list)?;
        }
        self.state.list = list;
        if is_in_block {
            return Err(self.unterminated(last));
        }
        Ok(())
    }

    /// Reads an instruction. Returns true if it is a terminator.
    #[inline]
    fn read_instruction(
        &mut self,
        cursor: &mut Cursor<'_>,
        list: &mut Vec<u32>,
    ) -> Result<bool, Error> {
        let offset = cursor.position();
        let id = InstId(self.body.inst_count() as u32);
        match self.read_and_add(cursor, list, id, offset) {
            Ok(is_terminator) => Ok(is_terminator),
            Err(error) => Err(at_instruction(error, offset, id)),
        }
    }

    #[inline]
    fn read_and_add(
        &mut self,
        cursor: &mut Cursor<'_>,
        list: &mut Vec<u32>,
        id: InstId,
        offset: usize,
    ) -> Result<bool, Error> {
        let encoded = Encoded::read(cursor, list)?;
        let later = self.state.later.len();
        let farthest = self.farthest.0;
        let (inst, result) = self.operation(&encoded, encoded.operands(list))?;
        if self.state.later.len() > later {
            self.state.users_of_later.push((id, offset));
        }
        if self.farthest.0 > farthest {
            (self.farthest.1, self.farthest.2) = (id, offset);
        }
        if result != TypeId::VOID {
            let number = self.state.scope.plane_of(result)?;
            (self.state.scope).add(self.planes, number, Value::Inst(id))?;
        }
        self.body.push(inst, result);
        Ok(inst.is_terminator())
    }

    /// Returns the value in a slot, or a placeholder for one that is defined later.
    #[inline]
    pub(super) fn value(&mut self, number: u32, slot: u32) -> Result<Value, Error> {
        match self.state.scope.get(self.planes, number, slot)? {
            Slot::Value(value) => Ok(value),
            Slot::Later => {
                self.state.later.push((number, slot));
                let place = self.state.later.len() as u32 - 1;
                Ok(Value::Inst(InstId(LATER | place)))
            }
            Slot::NoNull => Err(no_null(number)),
        }
    }

    /// Replaces placeholders with the values that were defined later, and checks that every branch
    /// target exists.
    fn finish(&mut self) -> Result<(), Error> {
        let (target, inst, offset) = self.farthest;
        let blocks = self.body.block_count();
        if target as usize > blocks {
            return Err(at_instruction(bad_target(target - 1, blocks), offset, inst));
        }
        for place in 0..self.state.later.len() {
            let (number, slot) = self.state.later[place];
            if let Ok(Slot::Value(_)) = self.state.scope.get(self.planes, number, slot) {
                continue;
            }
            return Err(self.undefined(place as u32));
        }
        let (planes, state) = (self.planes, &mut *self.state);
        for &(inst, _) in &state.users_of_later {
            let (scope, later) = (&mut state.scope, &state.later);
            self.body.map_operands(inst, |value| match value {
                Value::Inst(id) if id.0 & LATER != 0 => {
                    let (number, slot) = later[(id.0 & !LATER) as usize];
                    match scope.get(planes, number, slot) {
                        Ok(Slot::Value(found)) => found,
                        _ => value,
                    }
                }
                _ => value,
            });
        }
        Ok(())
    }

    /// The error for a value that is used but never defined.
    #[cold]
    fn undefined(&self, place: u32) -> Error {
        let (number, slot) = self.state.later[place as usize];
        let error = Error::new(
            ErrorKind::UndefinedValue,
            format!("slot {slot} of type {number} holds no value"),
        );
        let uses_it = |&&(inst, _): &&(InstId, usize)| {
            let mut uses = false;
            (self.body).for_each_operand(self.body.inst(inst), |value| {
                uses |= value == Value::Inst(InstId(LATER | place));
            });
            uses
        };
        match self.state.users_of_later.iter().find(uses_it) {
            Some(&(inst, offset)) => at_instruction(error, offset, inst),
            None => error,
        }
    }

    #[cold]
    fn unterminated(&self, last: usize) -> Error {
        Error::new(
            ErrorKind::UnterminatedBlock,
            format!(
                "block {} ends with this instruction, which is not a terminator",
                self.body.block_count() - 1
            ),
        )
        .at(last as u64)
    }

    /// Records that an instruction branches to a block.
    #[inline]
    pub(super) fn block(&mut self, number: u32) -> BlockId {
        self.farthest.0 = self.farthest.0.max(number.saturating_add(1));
        BlockId(number)
    }
}

impl Named for FunctionReader<'_> {
    fn type_at(&mut self, number: u32) -> Result<TypeId, Error> {
        self.state.scope.type_at(self.planes, number)
    }

    fn name_type(&mut self, ty: TypeId, name: &[u8]) {
        let name = self.body.names.add(name);
        self.body.type_names.push((name, ty));
    }

    fn name_value(&mut self, number: u32, slot: u32, name: &[u8]) -> Result<bool, Error> {
        if number == TypeId::LABEL.0 {
            let exists = (slot as usize) < self.body.block_count();
            if exists {
                self.body.name_block(BlockId(slot), name);
            }
            return Ok(exists);
        }
        match self.state.scope.get(self.planes, number, slot)? {
            Slot::Value(Value::Inst(id)) => self.body.name_inst(id, name),
            Slot::Value(Value::Argument(argument)) => self.body.name_argument(argument, name),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[cold]
fn at_instruction(error: Error, offset: usize, inst: InstId) -> Error {
    error.at(offset as u64).at_inst(inst)
}

#[cold]
fn bad_target(target: u32, blocks: usize) -> Error {
    Error::new(
        ErrorKind::BadBranch,
        format!("expected a block below {blocks}, found {target}"),
    )
}

#[cold]
fn no_null(number: u32) -> Error {
    Error::new(
        ErrorKind::UndefinedValue,
        format!("slot 0 means the null value, but type {number} has none"),
    )
}

#[cold]
fn no_blocks(offset: usize) -> Error {
    Error::new(
        ErrorKind::MissingBlock,
        "the function has a body without instructions",
    )
    .at(offset as u64)
}

#[cold]
fn out_of_place(block: &Block, place: &str) -> Error {
    Error::new(
        ErrorKind::UnexpectedBlock,
        format!("a block of this kind is allowed only {place}"),
    )
    .at(block.offset() as u64)
}

#[cold]
fn second(block: &Block, first: &Block) -> Error {
    Error::new(
        ErrorKind::DuplicateBlock,
        format!(
            "a function can have only one block of this kind, but there is another at byte {}",
            first.offset()
        ),
    )
    .at(block.offset() as u64)
}
