//! Bodies of functions.
//!
//! A record is an instruction. What it works on it names by the number of a
//! value, absolute or counted back from the next result; a number that is not
//! reached yet is a local that gets its definition later. So results are locals
//! from their first use on, and a list says which number has which local.
//!
//! Blocks are ranges of instructions: each ends behind its terminator, and the
//! number of them must be what the function said at its beginning.

mod calls;
mod control;
mod expand;
mod memory;
mod operations;

use pinnacle_bitstream::{BlockHeader, Reader, Step};

use super::Options;
use super::container::{self, block};
use super::error::{Error, ErrorKind, Place};
use super::module::{FileBody, Tables};
use super::record::{Operands, Result, bad};
use super::types::FileType;
use super::values::{Content, Slot, unknown};
use crate::body::{Block, Body, Bundle, Local};
use crate::ids::{BlockId, ConstantId, GlobalId, InstructionId, List, LocalId, Name, TypeId};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::location::Location;
use crate::module::Module;
use crate::types::Type;

/// Reads all bodies into their functions.
pub(super) fn read_all(
    module: &mut Module,
    mut tables: Tables,
    bodies: &[FileBody],
    bytes: &[u8],
    options: &Options,
) -> Result<()> {
    let info = std::sync::Arc::clone(&tables.info);
    let mut reader = Reader::with_block_info(&[], 0, info);
    reader.allow_blobs();
    let mut suspended = reader.suspend();
    let mut blocks = vec![0; module.globals().len()];
    for file in bodies {
        let contents = container::body(bytes, &file.header)?;
        let mut reader = suspended.restart_in_block(contents, file.header);
        let (body, personality) = read_body(module, &mut tables, file, &mut reader, options)?;
        suspended = reader.suspend();
        blocks[file.function.index()] = body.blocks.len();
        if let Some(id) = module.as_function(file.function) {
            let function = module.function_mut(id);
            function.personality = function.personality.or(personality);
            function.body = Some(body);
        }
    }
    check_addresses(module, &blocks)
}

/// That blocks of which the address is taken exist.
fn check_addresses(module: &Module, blocks: &[usize]) -> Result<()> {
    for index in 0..module.constants.len() {
        let constant = module.constants.get(ConstantId::at(index));
        if let crate::constants::ConstantKind::BlockAddress { function, block } = constant.kind
            && block.index() >= blocks[function.index()]
        {
            let message = "the address is taken of a block that does not exist";
            return Err(bad(ErrorKind::UnknownBlock, message));
        }
    }
    Ok(())
}

fn read_body(
    module: &mut Module,
    tables: &mut Tables,
    file: &FileBody,
    reader: &mut Reader<'_>,
    options: &Options,
) -> Result<(Body, Option<ConstantId>)> {
    let values = tables.values.len();
    let mark = tables.metadata.mark();
    let bit = module.types.integer(1);
    let bit = tables.types.plain(bit);
    let width = u64::from(file.header.abbreviation_width.max(2));
    let mut body = BodyReader {
        max_results: (u64::from(file.header.length_words) * 32 / width) as usize,
        module,
        tables,
        body: Body::default(),
        function: file.function,
        first_result: 0,
        results: Vec::new(),
        undefined: 0,
        declared: 0,
        block_start: 0,
        bit,
        phi_constants: Vec::new(),
        names_taken: [false; 2],
        last_number: 0,
        bundles: Vec::new(),
        location: None,
        personality: None,
        file_types: Vec::new(),
        scratch: Vec::new(),
        text: Vec::new(),
        options,
    };
    let read = body
        .parameters(file.ty)
        .and_then(|()| body.read(reader))
        .map_err(|error| {
            let error = error.at(reader.position());
            error.within(body.place())
        });
    let BodyReader {
        body,
        tables,
        personality,
        ..
    } = body;
    tables.values.truncate(values);
    tables.metadata.drop_behind(&mark);
    read.map(|()| (body, personality))
}

/// Reads one body.
struct BodyReader<'a> {
    module: &'a mut Module,
    tables: &'a mut Tables,
    body: Body,
    function: GlobalId,
    /// The number of the first result.
    first_result: usize,
    /// The local of each result that was used or defined so far, plus one.
    results: Vec<u32>,
    /// How many results were used and are not defined yet.
    undefined: usize,
    /// More results than the block has room for.
    max_results: usize,
    /// How many blocks there will be.
    declared: u32,
    /// The first instruction of the block that is being read.
    block_start: usize,
    /// The type of truth values.
    bit: FileType,
    /// Outdated expressions that come into phis: the place of the edge in the
    /// pool, where it comes from and where the phi is.
    phi_constants: Vec<(usize, BlockId, BlockId)>,
    /// Whether the names of ours for values are taken, and the last number that
    /// was put behind one.
    names_taken: [bool; 2],
    last_number: usize,
    /// Operand bundles of the next call.
    bundles: Vec<Bundle>,
    /// The last location.
    location: Option<Location>,
    personality: Option<ConstantId>,
    /// Room for the types of arguments, for lists of values and for names.
    file_types: Vec<FileType>,
    scratch: Vec<Value>,
    text: Vec<u8>,
    options: &'a Options,
}

impl BodyReader<'_> {
    #[cold]
    fn place(&self) -> Place {
        let global = self.module.global(self.function);
        let name = self.module.names.get(global.name);
        Place {
            function: if name.is_empty() {
                self.function.index().to_string()
            } else {
                String::from_utf8_lossy(name).into_owned()
            },
            block: self.body.blocks.len(),
            instruction: self.body.instructions.len(),
        }
    }

    fn parameters(&mut self, ty: FileType) -> Result<()> {
        let model = self.tables.types.model(ty)?;
        let count = self.module.types.parameters(model).map_or(0, <[_]>::len);
        for index in 1..=count {
            let ty = self.tables.types.part(ty, index);
            let local = self.new_local(self.tables.types.model(ty)?);
            self.tables.values.push(Slot {
                content: Content::Known(local.into()),
                ty,
            });
        }
        self.body.parameter_count = count;
        self.first_result = self.tables.values.len();
        Ok(())
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let (code, position) = (record.code, record.position);
                    self.record(code, &mut Operands::new(record.operands))
                        .map_err(|error| error.at(position))?;
                }
                Step::EnterBlock(header) => self.block(header, reader)?,
                Step::ExitBlock | Step::End => break,
                Step::DefineAbbreviation => {}
            }
        }
        self.finish()
    }

    fn finish(&mut self) -> Result<()> {
        let blocks = self.body.blocks.len();
        if blocks != self.declared as usize || self.block_start < self.body.instructions.len() {
            let message = format!(
                "a function has {blocks} whole blocks, but says that it has {}",
                self.declared
            );
            return Err(bad(ErrorKind::BadBlocks, message));
        }
        if self.undefined > 0 {
            let message = format!("{} values are used but never defined", self.undefined);
            return Err(bad(ErrorKind::UnknownValue, message));
        }
        if !self.bundles.is_empty() {
            return Err(bad(ErrorKind::Misplaced, "operand bundles have no call"));
        }
        self.body.order = (0..blocks).map(BlockId::at).collect();
        self.expand_edges()
    }

    fn block(&mut self, header: BlockHeader, reader: &mut Reader<'_>) -> Result<()> {
        match header.id {
            block::CONSTANTS => {
                if !self.body.instructions.is_empty() || !self.results.is_empty() {
                    let message = "constants stand behind instructions";
                    return Err(bad(ErrorKind::Misplaced, message));
                }
                let tables = &mut *self.tables;
                let constants = &mut tables.constants;
                constants.read(self.module, &mut tables.types, &mut tables.values, reader)?;
                constants.resolve(self.module, &mut tables.values)?;
                self.first_result = tables.values.len();
                Ok(())
            }
            block::METADATA => {
                let tables = &mut *self.tables;
                tables.metadata.read(self.module, &tables.types, reader)
            }
            block::SYMBOLS if !self.options.without_names => self.symbols(reader),
            _ => Ok(reader.skip_block()?),
        }
    }

    /// Names of values and blocks.
    fn symbols(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let position = record.position;
                    let mut operands = Operands::new(record.operands);
                    self.symbol(record.code, &mut operands)
                        .map_err(|error| error.at(position))?;
                }
                Step::EnterBlock(_) => reader.skip_block()?,
                Step::ExitBlock | Step::End => return Ok(()),
                Step::DefineAbbreviation => {}
            }
        }
    }

    fn symbol(&mut self, code: u64, operands: &mut Operands<'_>) -> Result<()> {
        let number = operands.next()?;
        self.text.clear();
        super::record::push_bytes(operands.rest(), &mut self.text);
        match code {
            1 => {
                let slot = usize::try_from(number)
                    .ok()
                    .and_then(|number| self.tables.values.get(number));
                match slot.map(|slot| slot.content) {
                    Some(Content::Known(Value::Local(local))) => {
                        self.body.locals[local.index()].name = self.body.names.add(&self.text);
                    }
                    _ => return Err(unknown(number, self.tables.values.len())),
                }
            }
            2 => {
                let count = self.body.blocks.len();
                let block = usize::try_from(number)
                    .ok()
                    .and_then(|number| self.body.blocks.get_mut(number));
                let Some(block) = block else {
                    return Err(unknown_block(number, count));
                };
                block.name = self.body.names.add(&self.text);
            }
            _ => {}
        }
        Ok(())
    }

    fn record(&mut self, code: u64, operands: &mut Operands<'_>) -> Result<()> {
        match code {
            1 => {
                let count = operands.next_u32()?;
                if self.declared != 0 || count == 0 {
                    let message = format!("a function says that it has {count} blocks");
                    return Err(bad(ErrorKind::BadBlocks, message));
                }
                self.declared = count;
                Ok(())
            }
            33 => self.same_location(),
            35 => self.new_location(operands),
            55 => self.bundle(operands),
            // Users of the addresses of blocks, and what a debugger shows.
            60..=65 => Ok(()),
            _ => {
                if self.body.blocks.len() >= self.declared as usize {
                    let message = "an instruction stands behind the last block";
                    return Err(bad(ErrorKind::BadBlocks, message));
                }
                self.instruction(code, operands)
            }
        }
    }

    fn instruction(&mut self, code: u64, operands: &mut Operands<'_>) -> Result<()> {
        match code {
            2 => self.binary(operands),
            3 => self.cast(operands),
            4 | 30 | 43 => self.get_element_ptr(code, operands),
            5 | 29 => self.select(code, operands),
            6 => self.extract_element(operands),
            7 => self.insert_element(operands),
            8 => self.shuffle_vector(operands),
            9 | 28 => self.compare(operands),
            10 => self.ret(operands),
            11 => self.branch(operands),
            12 => self.switch(operands),
            13 => self.invoke(operands),
            15 => self.emit(InstructionKind::Unreachable),
            16 => self.phi(operands),
            19 => self.alloca(operands),
            20 | 41 => self.load(code, operands),
            23 => self.va_arg(operands),
            24 | 42 | 44 | 45 => self.store(code, operands),
            26 => self.extract_value(operands),
            27 => self.insert_value(operands),
            31 => self.indirect_branch(operands),
            34 => self.call_record(operands),
            36 => self.fence(operands),
            37 | 46 => self.compare_exchange(code, operands),
            38 | 59 => self.read_modify_write(code, operands),
            39 => self.resume(operands),
            40 | 47 => self.landing_pad(code, operands),
            48 => self.cleanup_return(operands),
            49 => self.catch_return(operands),
            50 | 51 => self.pad(code, operands),
            52 => self.catch_switch(operands),
            56 => self.negate(operands),
            57 => self.call_branch(operands),
            58 => self.freeze(operands),
            _ => {
                let message = format!("an instruction has the code {code}");
                Err(bad(ErrorKind::UnknownRecord, message))
            }
        }
    }

    // Values

    fn new_local(&mut self, ty: TypeId) -> LocalId {
        self.body.locals.push(Local {
            ty,
            name: Name::NONE,
        });
        LocalId::at(self.body.locals.len() - 1)
    }

    /// The number that an operand means.
    #[inline]
    fn absolute(&self, operand: u64) -> u32 {
        if self.tables.relative {
            (self.tables.values.len() as u32).wrapping_sub(operand as u32)
        } else {
            operand as u32
        }
    }

    /// The value of a number that is there already.
    #[inline]
    fn known(&self, number: u32) -> Option<(Value, FileType)> {
        let slot = self.tables.values.get(number as usize)?;
        match slot.content {
            Content::Known(value) => Some((value, slot.ty)),
            _ => None,
        }
    }

    /// A value with its type, which a record names if the value comes later.
    #[inline]
    fn pair(&mut self, operands: &mut Operands<'_>) -> Result<(Value, FileType)> {
        let number = self.absolute(operands.next()?);
        if let Some((value, ty)) = self.known(number) {
            return Ok((self.current(value)?, ty));
        }
        let ty = self.tables.types.by_number(operands.next()?)?;
        Ok((self.forward(number, ty)?, ty))
    }

    /// A value of a type that is known from the context.
    #[inline]
    fn value(&mut self, operands: &mut Operands<'_>, ty: FileType) -> Result<Value> {
        let number = self.absolute(operands.next()?);
        self.numbered(number, ty)
    }

    #[inline]
    fn numbered(&mut self, number: u32, ty: FileType) -> Result<Value> {
        let value = self.unexpanded(number, ty)?;
        self.current(value)
    }

    /// The same, where a constant is not to become instructions.
    #[inline]
    fn unexpanded(&mut self, number: u32, ty: FileType) -> Result<Value> {
        match self.known(number) {
            Some((value, its)) if its == ty => Ok(value),
            Some((value, its)) => {
                self.same_type(its, ty)?;
                Ok(value)
            }
            None => self.forward(number, ty),
        }
    }

    fn same_type(&self, found: FileType, expected: FileType) -> Result<()> {
        let types = &self.tables.types;
        if types.model(found)? == types.model(expected)? {
            return Ok(());
        }
        let message = "a value has another type than the instruction that uses it demands";
        Err(bad(ErrorKind::WrongType, message))
    }

    /// A result that is used before its definition.
    #[inline(never)]
    fn forward(&mut self, number: u32, ty: FileType) -> Result<Value> {
        let index = (number as usize).checked_sub(self.first_result);
        let Some(index) = index.filter(|&index| index < self.max_results) else {
            return Err(unknown(number.into(), self.tables.values.len()));
        };
        let model = self.tables.types.model(ty)?;
        if matches!(
            self.module.types.get(model),
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata
        ) {
            return Err(bad(ErrorKind::WrongType, "a value is of no type of values"));
        }
        if index >= self.results.len() {
            self.results.resize(index + 1, 0);
        }
        if let Some(local) = self.results[index].checked_sub(1) {
            let local = LocalId::new(local);
            if self.body.local(local).ty != model {
                let message = "a value is used as of two types";
                return Err(bad(ErrorKind::WrongType, message));
            }
            return Ok(local.into());
        }
        let local = self.new_local(model);
        self.results[index] = local.index() as u32 + 1;
        self.undefined += 1;
        Ok(local.into())
    }

    fn model_of(&self, ty: FileType) -> Result<Type> {
        Ok(self.module.types.get(self.tables.types.model(ty)?))
    }

    /// That a value is a pointer.
    fn pointer(&self, ty: FileType) -> Result<()> {
        match self.model_of(ty)? {
            Type::Pointer(_) => Ok(()),
            _ => Err(bad(ErrorKind::WrongType, "an address is no pointer")),
        }
    }

    fn block_id(&self, number: u64) -> Result<BlockId> {
        if number < u64::from(self.declared) {
            return Ok(BlockId::new(number as u32));
        }
        Err(unknown_block(number, self.declared as usize))
    }

    fn values(&mut self, values: &[Value]) -> List {
        List::push(&mut self.body.values, values)
    }

    /// The truth type for values of a type: a bit, or a vector of bits.
    fn truth(&mut self, ty: FileType) -> Result<FileType> {
        let Type::Vector {
            length, scalable, ..
        } = self.model_of(ty)?
        else {
            return Ok(self.bit);
        };
        let bit = self.tables.types.model(self.bit)?;
        let vector = self.module.types.vector(bit, length, scalable);
        Ok(self.tables.types.add(vector, &[self.bit]))
    }

    // Instructions

    /// Appends an instruction without a result.
    fn emit(&mut self, kind: InstructionKind) -> Result<()> {
        self.push(kind, None);
        Ok(())
    }

    fn push(&mut self, kind: InstructionKind, result: Option<LocalId>) {
        self.body.instructions.push(Instruction { kind, result });
        if kind.is_terminator() {
            let end = self.body.instructions.len();
            self.body.blocks.push(Block {
                name: Name::NONE,
                start: InstructionId::at(self.block_start),
                end: InstructionId::at(end),
            });
            self.block_start = end;
        }
    }

    /// Appends an instruction that the file does not number.
    fn emit_extra(&mut self, kind: InstructionKind, ty: TypeId) -> LocalId {
        let local = self.new_local(ty);
        self.push(kind, Some(local));
        local
    }

    /// Appends an instruction with a result.
    fn emit_value(&mut self, kind: InstructionKind, ty: FileType) -> Result<()> {
        let model = self.tables.types.model(ty)?;
        let index = self.tables.values.len() - self.first_result;
        let used = self.results.get(index).copied().unwrap_or(0);
        let local = match used.checked_sub(1) {
            Some(local) => {
                let local = LocalId::new(local);
                if self.body.local(local).ty != model {
                    let message = "a value was used as of another type than it is";
                    return Err(bad(ErrorKind::WrongType, message));
                }
                self.undefined -= 1;
                local
            }
            None => self.new_local(model),
        };
        self.push(kind, Some(local));
        self.tables.values.push(Slot {
            content: Content::Known(local.into()),
            ty,
        });
        Ok(())
    }

    // Locations

    fn set_location(&mut self, location: Location) -> Result<()> {
        let Some(last) = self.body.instructions.len().checked_sub(1) else {
            // That of a call that was left out.
            return Ok(());
        };
        let last = InstructionId::at(last);
        match self.body.locations.last() {
            Some(&(at, _)) if at == last => {}
            _ if self.options.without_names => {}
            _ => self.body.locations.push((last, location)),
        }
        Ok(())
    }

    fn same_location(&mut self) -> Result<()> {
        match self.location {
            Some(location) => self.set_location(location),
            None => Ok(()),
        }
    }

    fn new_location(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let line = operands.next_u32()?;
        let column = operands.next_u32()?;
        let scope = operands.next()?;
        let scope = match scope.checked_sub(1) {
            Some(number) => self.tables.metadata.scope(self.module, number),
            None => return Ok(()),
        };
        let location = Location {
            line,
            column,
            scope,
        };
        self.location = Some(location);
        self.set_location(location)
    }
}

#[cold]
fn unknown_block(number: u64, count: usize) -> Error {
    let message = format!("block {number} is used, but there are {count} blocks");
    bad(ErrorKind::UnknownBlock, message)
}
