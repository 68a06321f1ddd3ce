//! Bodies of functions.
//!
//! Each record is an instruction. It refers to operands by value number, absolute or relative to
//! the next result. A number that is not reached yet stands for a local that is defined later.
//! Results are therefore locals from their first use on, and a table maps value numbers to locals.
//!
//! Blocks are ranges of instructions that end after their terminators. Their number must match the
//! one that the function declares at its beginning.
//!
//! Bodies are read in parallel ([`all`]), so everything that a body refers to must already be in
//! the module's tables. If something is missing, the body is read [alone](Access::Alone).

mod access;
mod all;
mod attachments;
mod calls;
mod control;
mod expand;
mod memory;
mod old;
mod operations;
mod unwind;
mod values;

use pinnacle_base::count::counted;
use std::collections::BTreeMap;

use pinnacle_bitstream::{BlockHeader, Reader, Step};

use super::Options;
use super::error::{Error, ErrorKind, Place};
use super::metadata::{Both, FileMetadata, FileScope, Mention, ValueMention};
use super::module::{FileBody, Tables};
use super::record::{Operands, Result, bad};
use super::records::{FunctionCode as C, SymbolsCode as S, block};
use super::types::{BodyTypes, FileType};
use super::values::{BodyValues, Content, Slot, unknown};
use crate::attributes::Attribute;
use crate::body::{Block, Body, Bundle, OldForm};
use crate::ids::{
    BlockId, CallId, ConstantId, GlobalId, InstructionId, LocalId, MetadataId, Name, TypeId,
};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::location::Location;
use crate::module::Module;
use crate::types::Type;
use access::Access;

pub(super) use all::read_all;
pub(crate) use calls::indirect_arguments;
pub(crate) use expand::redirect_edge;
pub(crate) use old::pointer_width;
pub(crate) use unwind::{RAISE, define as define_raise};

/// Maximum depth of inlined calls that is followed.
const MAX_INLINED: usize = 64;

/// The result of reading a body. Data that other bodies share is added to the module afterwards, in
/// the order of bodies.
struct Read {
    /// The body. The scopes of its locations are indices into `scopes`.
    body: Body,
    personality: Option<ConstantId>,
    /// Calls whose attributes differ from the file's.
    changes: Vec<Changes>,
    /// Parameters that get an attribute.
    changed: Vec<(u32, Attribute)>,
    scopes: Vec<FileScope>,
    /// Call sites of inlined calls, as in [`Module::call_sites`].
    call_sites: Vec<Location>,
    /// The characters of the function's own metadata strings that its scopes refer to.
    text: Vec<u8>,
    /// The variables that the body mentions, if they are requested. In that case its metadata
    /// follows.
    mentions: Vec<Mention>,
    value_mentions: Vec<ValueMention>,
    metadata: FileMetadata,
}

/// Changes to the attributes of a call.
struct Changes {
    call: CallId,
    /// The end of its range in the list of changes.
    end: u32,
    /// True if its fourth argument was removed.
    without_fourth: bool,
}

/// Reads bodies. Buffers are reused from one body to the next.
struct BodyReader<'a> {
    module: Access<'a>,
    tables: &'a Tables,
    options: &'a Options,
    types: BodyTypes<'a>,
    values: BodyValues<'a>,
    metadata: FileMetadata,
    body: Body,
    function: GlobalId,
    /// The number of the first result.
    first_result: usize,
    /// For each value number that was used or defined as a result, its local plus one.
    results: Vec<u32>,
    /// Number of results that were used but not defined so far.
    undefined: usize,
    /// A bound on the number of results, from the size of the block.
    max_results: usize,
    /// Number of blocks that the function declares.
    declared: u32,
    /// True if a record other than the first has been read. No constants follow it.
    begun: bool,
    /// The first instruction of the current block.
    block_start: usize,
    /// The type `i1`.
    bit: FileType,
    /// Outdated expressions that are incoming values of phis: the index of the edge in the pool,
    /// its source, and the block of the phi.
    phi_constants: Vec<(usize, BlockId, BlockId)>,
    /// For each of the names that the reader gives to values, true if the function uses it.
    names_taken: [bool; 2],
    last_number: usize,
    /// Operand bundles of the next call.
    bundles: Vec<Bundle>,
    /// The last location.
    location: Option<Location>,
    personality: Option<ConstantId>,
    changes: Vec<Changes>,
    changed: Vec<(u32, Attribute)>,
    scopes: Vec<FileScope>,
    /// The index in `scopes` of each scope so far, by number, and the last one used.
    scope_numbers: BTreeMap<u32, u32>,
    last_scope: Option<(u32, u32)>,
    /// The node of the last location, for a module that is read in its original form.
    written_location: Option<MetadataId>,
    call_sites: Vec<Location>,
    /// The index plus one in `call_sites` of each call so far, by number.
    site_numbers: BTreeMap<u32, u32>,
    /// Variables with their expression and the metadata of their address.
    mentions: BTreeMap<u32, (u32, Option<u32>)>,
    /// Variables with the numbers of their values, in the order of instructions.
    value_numbers: Vec<(ValueMention, Option<u32>)>,
    /// The arguments of assembly that are in memory, by its constraint string.
    indirect: BTreeMap<Name, Vec<usize>>,
    /// Buffers for types of arguments, lists of values, and names.
    file_types: Vec<FileType>,
    scratch: Vec<Value>,
    text: Vec<u8>,
}

impl<'a> BodyReader<'a> {
    fn new(module: Access<'a>, tables: &'a Tables, options: &'a Options) -> BodyReader<'a> {
        BodyReader {
            module,
            tables,
            options,
            types: BodyTypes::new(&tables.types),
            values: BodyValues::new(&tables.values),
            metadata: FileMetadata::default(),
            body: Body::default(),
            function: GlobalId(0),
            first_result: 0,
            results: Vec::new(),
            undefined: 0,
            max_results: 0,
            declared: 0,
            begun: false,
            block_start: 0,
            bit: FileType::UNKNOWN,
            phi_constants: Vec::new(),
            names_taken: [false; 2],
            last_number: 0,
            bundles: Vec::new(),
            location: None,
            personality: None,
            changes: Vec::new(),
            changed: Vec::new(),
            scopes: Vec::new(),
            scope_numbers: BTreeMap::new(),
            last_scope: None,
            written_location: None,
            call_sites: Vec::new(),
            site_numbers: BTreeMap::new(),
            mentions: BTreeMap::new(),
            value_numbers: Vec::new(),
            indirect: BTreeMap::new(),
            file_types: Vec::new(),
            scratch: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Reads the body at the position of `reader`. `constants` are those of the function.
    fn read_body(
        &mut self,
        file: &FileBody,
        constants: &[Slot],
        reader: &mut Reader<'_>,
    ) -> Result<Read> {
        self.clear();
        self.function = file.function;
        let width = u64::from(file.header.abbreviation_width.max(2));
        self.max_results = (u64::from(file.header.length_words) * 32 / width) as usize;
        let read = self
            .parameters(file.ty, constants)
            .and_then(|()| self.read(reader));
        match read {
            // Clones of vectors have no excess capacity.
            Ok(()) => Ok(Read {
                body: self.body.clone(),
                personality: self.personality,
                text: self.own_text(),
                mentions: self.take_mentions(),
                value_mentions: self.take_value_mentions(),
                metadata: match self.options.variables {
                    true => std::mem::take(&mut self.metadata),
                    false => FileMetadata::default(),
                },
                changes: std::mem::take(&mut self.changes),
                changed: std::mem::take(&mut self.changed),
                scopes: std::mem::take(&mut self.scopes),
                call_sites: std::mem::take(&mut self.call_sites),
            }),
            Err(error) => Err(error.at(reader.position()).within(self.place())),
        }
    }

    /// The characters of the function's strings, if a scope refers to them.
    fn own_text(&self) -> Vec<u8> {
        if self.scopes.iter().any(FileScope::is_own) {
            self.metadata.text().to_vec()
        } else {
            Vec::new()
        }
    }

    fn clear(&mut self) {
        self.types.clear();
        self.values.clear();
        self.metadata.start_own(&self.tables.metadata);
        self.body.clear();
        self.results.clear();
        self.undefined = 0;
        self.declared = 0;
        self.begun = false;
        self.block_start = 0;
        self.phi_constants.clear();
        self.names_taken = [false; 2];
        self.last_number = 0;
        self.bundles.clear();
        self.location = None;
        self.personality = None;
        self.changes.clear();
        self.changed.clear();
        self.scopes.clear();
        self.scope_numbers.clear();
        self.last_scope = None;
        self.written_location = None;
        self.call_sites.clear();
        self.site_numbers.clear();
        self.mentions.clear();
        self.value_numbers.clear();
    }
}

impl BodyReader<'_> {
    #[cold]
    fn place(&self) -> Place {
        let (block, instruction) = (self.body.blocks.len(), self.body.instructions.len());
        place_of(&self.module, self.function, block, instruction)
    }

    fn parameters(&mut self, ty: FileType, constants: &[Slot]) -> Result<()> {
        let bit = self.plain_type(Type::Integer(1))?;
        self.bit = self.types.add(bit, Type::Integer(1), &[]);
        let model = self.types.model(ty)?;
        let count = self.module.types.parameters(model).map_or(0, <[_]>::len);
        for index in 1..=count {
            let ty = self.types.part(ty, index);
            let local = self.new_local(self.types.model(ty)?);
            self.values.push(local.into(), ty);
        }
        self.body.parameter_count = count;
        self.values.extend(constants);
        self.first_result = self.values.len();
        Ok(())
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let (code, position) = (C(record.code), record.position);
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
                "a function has {blocks} complete blocks, but declares {}",
                self.declared
            );
            return Err(bad(ErrorKind::BadBlocks, message));
        }
        if self.undefined > 0 {
            let message = match self.undefined {
                1 => "1 value is used but never defined".into(),
                several => format!("{several} values are used but never defined"),
            };
            return Err(bad(ErrorKind::UnknownValue, message));
        }
        if !self.bundles.is_empty() {
            return Err(bad(
                ErrorKind::Misplaced,
                "operand bundles are not followed by a call",
            ));
        }
        self.metadata.check_values(&self.types, &self.values)?;
        self.body.order = (0..blocks).map(BlockId::at).collect();
        self.body.sort_attachments();
        self.expand_edges()
    }

    fn block(&mut self, header: BlockHeader, reader: &mut Reader<'_>) -> Result<()> {
        match header.id {
            block::CONSTANTS => {
                if self.begun {
                    let message = "constants follow instructions";
                    return Err(bad(ErrorKind::Misplaced, message));
                }
                // These were read before.
                Ok(reader.skip_block()?)
            }
            block::METADATA => {
                let types = &self.tables.types;
                self.metadata.read(&self.module, types, reader)?;
                match self.types.are_as_written() {
                    true => self.keep_metadata(),
                    false => Ok(()),
                }
            }
            block::METADATA_ATTACHMENT if self.types.are_as_written() => self.attachments(reader),
            block::VALUE_SYMTAB if !self.options.without_names => self.symbols(reader),
            _ => Ok(reader.skip_block()?),
        }
    }

    /// Reads a symbol table, which names values and blocks.
    fn symbols(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let position = record.position;
                    let mut operands = Operands::new(record.operands);
                    self.symbol(S(record.code), &mut operands)
                        .map_err(|error| error.at(position))?;
                }
                Step::EnterBlock(_) => reader.skip_block()?,
                Step::ExitBlock | Step::End => return Ok(()),
                Step::DefineAbbreviation => {}
            }
        }
    }

    fn symbol(&mut self, code: S, operands: &mut Operands<'_>) -> Result<()> {
        let number = operands.next()?;
        self.text.clear();
        super::record::push_bytes(operands.rest(), &mut self.text);
        match code {
            S::ENTRY => {
                let slot = usize::try_from(number)
                    .ok()
                    .and_then(|number| self.values.get(number));
                match slot.map(|slot| slot.content) {
                    Some(Content::Known(Value::Local(local))) => {
                        self.body.locals[local.index()].name = self.body.names.add(&self.text);
                    }
                    _ => return Err(unknown(number, self.values.len())),
                }
            }
            S::BBENTRY => {
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

    fn record(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        self.begun |= code != C::DECLAREBLOCKS;
        match code {
            C::DECLAREBLOCKS => {
                let count = operands.next_u32()?;
                if self.declared != 0 || count == 0 {
                    let blocks = counted(count, "block");
                    let message = format!("a function declares {blocks}");
                    return Err(bad(ErrorKind::BadBlocks, message));
                }
                self.declared = count;
                Ok(())
            }
            C::DEBUG_LOC_AGAIN if self.types.are_as_written() => {
                self.attach_location();
                Ok(())
            }
            C::DEBUG_LOC_AGAIN => self.same_location(),
            C::DEBUG_LOC | C::DEBUG_LOC_OLD if self.types.are_as_written() => {
                self.written_location(operands)
            }
            C::DEBUG_LOC | C::DEBUG_LOC_OLD => self.new_location(operands),
            C::OPERAND_BUNDLE => self.bundle(operands),
            C::DEBUG_RECORD_DECLARE | C::DEBUG_RECORD_VALUE | C::DEBUG_RECORD_VALUE_SIMPLE
                if self.options.variables =>
            {
                self.mention(code, operands)
            }
            // The users of block addresses, and data for debuggers.
            C::BLOCKADDR_USERS
            | C::DEBUG_RECORD_VALUE
            | C::DEBUG_RECORD_DECLARE
            | C::DEBUG_RECORD_ASSIGN
            | C::DEBUG_RECORD_VALUE_SIMPLE
            | C::DEBUG_RECORD_LABEL => Ok(()),
            _ => {
                if self.body.blocks.len() >= self.declared as usize {
                    let message = "an instruction follows the last block";
                    return Err(bad(ErrorKind::BadBlocks, message));
                }
                self.instruction(code, operands)
            }
        }
    }

    /// Records a variable, and its address if it is in memory.
    fn mention(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let location = operands.next_u32()?;
        let (variable, expression) = (operands.next_u32()?, operands.next_u32()?);
        let both = Both {
            module: &self.tables.metadata,
            own: &self.metadata,
        };
        if !both.is_outermost(location) {
            return Ok(());
        }
        let address = match code {
            C::DEBUG_RECORD_DECLARE => both.value(operands.next_u32()?),
            _ => {
                let number = match code {
                    C::DEBUG_RECORD_VALUE => both.value(operands.next_u32()?),
                    _ => Some(self.absolute(operands.next()?)),
                };
                if let Some(last) = self.body.instructions.len().checked_sub(1) {
                    // The records of a position come after the instruction that precedes it.
                    let mention = ValueMention {
                        at: InstructionId::at(last),
                        variable,
                        expression,
                        value: None,
                    };
                    self.value_numbers.push((mention, number));
                }
                None
            }
        };
        let known = self.mentions.entry(variable).or_insert((expression, None));
        if address.is_some() {
            *known = (expression, address);
        }
        Ok(())
    }

    fn take_value_mentions(&mut self) -> Vec<ValueMention> {
        let numbers = std::mem::take(&mut self.value_numbers).into_iter();
        let mention = |(mention, number): (ValueMention, Option<u32>)| {
            let slot = number.and_then(|number| self.values.get(number as usize));
            let value = match slot.map(|slot| slot.content) {
                Some(Content::Known(Value::Local(local))) => Some(local),
                _ => None,
            };
            ValueMention { value, ..mention }
        };
        numbers.map(mention).collect()
    }

    fn take_mentions(&mut self) -> Vec<Mention> {
        let mentions = std::mem::take(&mut self.mentions).into_iter();
        let mention = |(variable, (expression, address)): (u32, (u32, Option<u32>))| {
            let slot = address.and_then(|address| self.values.get(address as usize));
            Mention {
                variable,
                expression,
                address: match slot.map(|slot| slot.content) {
                    Some(Content::Known(Value::Local(local))) => Some(local),
                    _ => None,
                },
            }
        };
        mentions.map(mention).collect()
    }

    fn instruction(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        match code {
            C::BINOP => self.binary(operands),
            C::CAST => self.cast(operands),
            C::GEP_OLD | C::INBOUNDS_GEP_OLD | C::GEP => self.get_element_ptr(code, operands),
            C::SELECT | C::VSELECT => self.select(code, operands),
            C::EXTRACTELT => self.extract_element(operands),
            C::INSERTELT => self.insert_element(operands),
            C::SHUFFLEVEC => self.shuffle_vector(operands),
            C::CMP | C::CMP2 => self.compare(code, operands),
            C::RET => self.ret(operands),
            C::BR => self.branch(operands),
            C::SWITCH => self.switch(operands),
            C::INVOKE => self.invoke(operands),
            C::UNWIND => self.unwind_record(),
            C::MALLOC => self.malloc(operands),
            C::FREE => self.free(operands),
            C::UNREACHABLE => self.emit(InstructionKind::Unreachable),
            C::PHI => self.phi(operands),
            C::ALLOCA => self.alloca(operands),
            C::LOAD | C::LOADATOMIC => self.load(code, operands),
            C::VAARG => self.va_arg(operands),
            C::STORE_OLDEST => self.oldest_store(operands),
            C::STORE_OLD | C::STOREATOMIC_OLD | C::STORE | C::STOREATOMIC => {
                self.store(code, operands)
            }
            C::EXTRACTVAL | C::GETRESULT => self.extract_value(code, operands),
            C::INSERTVAL => self.insert_value(operands),
            C::INDIRECTBR => self.indirect_branch(operands),
            C::CALL | C::CALL_OLD => self.call_record(operands),
            C::FENCE => self.fence(operands),
            C::CMPXCHG_OLD | C::CMPXCHG => self.compare_exchange(code, operands),
            C::ATOMICRMW_OLD | C::ATOMICRMW => self.read_modify_write(code, operands),
            C::RESUME => self.resume(operands),
            C::LANDINGPAD_OLD | C::LANDINGPAD => self.landing_pad(code, operands),
            C::CLEANUPRET => self.cleanup_return(operands),
            C::CATCHRET => self.catch_return(operands),
            C::CATCHPAD | C::CLEANUPPAD => self.pad(code, operands),
            C::CATCHSWITCH => self.catch_switch(operands),
            C::UNOP => self.negate(operands),
            C::CALLBR => self.call_branch(operands),
            C::FREEZE => self.freeze(operands),
            _ => {
                let message = format!("an instruction has the unknown code {}", code.0);
                Err(bad(ErrorKind::UnknownRecord, message))
            }
        }
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

    /// Marks the next instruction with its original form, if original forms are kept.
    fn mark(&mut self, form: OldForm) {
        if self.types.are_as_written() {
            let next = InstructionId::at(self.body.instructions.len());
            self.body.old_forms.push((next, form));
        }
    }

    /// Appends an instruction that has no value number in the file.
    fn emit_extra(&mut self, kind: InstructionKind, ty: TypeId) -> LocalId {
        let local = self.new_local(ty);
        self.push(kind, Some(local));
        local
    }

    /// Appends an instruction with a result.
    fn emit_value(&mut self, kind: InstructionKind, ty: FileType) -> Result<()> {
        let model = self.types.model(ty)?;
        let index = self.values.len() - self.first_result;
        let used = self.results.get(index).copied().unwrap_or(0);
        let local = match used.checked_sub(1) {
            Some(local) => {
                let local = LocalId(local);
                if self.body.local(local).ty != model {
                    let message = "a value is used with a type other than its own";
                    return Err(bad(ErrorKind::WrongType, message));
                }
                self.undefined -= 1;
                local
            }
            None => self.new_local(model),
        };
        self.push(kind, Some(local));
        self.values.push(local.into(), ty);
        Ok(())
    }

    // Locations

    fn set_location(&mut self, location: Location) -> Result<()> {
        let Some(last) = self.body.instructions.len().checked_sub(1) else {
            // The location belongs to a call that was dropped.
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

    /// Returns the index of a scope in the list of the body.
    fn scope_at(&mut self, number: u32) -> u32 {
        if let Some((last, place)) = self.last_scope
            && last == number
        {
            return place;
        }
        let place = match self.scope_numbers.get(&number) {
            Some(&place) => place,
            None => {
                let both = Both {
                    module: &self.tables.metadata,
                    own: &self.metadata,
                };
                self.scopes.push(both.scope(number));
                let place = self.scopes.len() as u32 - 1;
                self.scope_numbers.insert(number, place);
                place
            }
        };
        self.last_scope = Some((number, place));
        place
    }

    /// Returns the index of a call site in the body plus one, for a number plus one; 0 if there is
    /// none. Enclosing calls come first.
    fn call_site_before(&mut self, number: u32) -> u32 {
        let mut chain = Vec::new();
        let mut next = number.checked_sub(1);
        let mut around = 0;
        while let Some(number) = next {
            if let Some(&known) = self.site_numbers.get(&number) {
                around = known;
                break;
            }
            let both = Both {
                module: &self.tables.metadata,
                own: &self.metadata,
            };
            let Some(site) = both.call_site(number).filter(|_| chain.len() < MAX_INLINED) else {
                break;
            };
            next = site.around;
            chain.push((number, site));
        }
        for (number, site) in chain.into_iter().rev() {
            let scope = self.scope_at(site.scope);
            self.call_sites.push(Location {
                line: site.line,
                column: site.column,
                scope,
                inlined_at: around,
            });
            around = self.call_sites.len() as u32;
            self.site_numbers.insert(number, around);
        }
        around
    }

    fn new_location(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let line = operands.next_u32()?;
        let column = operands.next_u32()?;
        let scope = operands.next_u32()?;
        let scope = match scope.checked_sub(1) {
            Some(number) => self.scope_at(number),
            None => return Ok(()),
        };
        let inlined_at = u32::try_from(operands.or_zero()).unwrap_or(0);
        let inlined_at = self.call_site_before(inlined_at);
        let location = Location {
            line,
            column,
            scope,
            inlined_at,
        };
        self.location = Some(location);
        self.set_location(location)
    }
}

#[cold]
fn place_of(module: &Module, function: GlobalId, block: usize, instruction: usize) -> Place {
    let name = module.names.get(module.global(function).name);
    Place {
        function: if name.is_empty() {
            function.index().to_string()
        } else {
            String::from_utf8_lossy(name).into_owned()
        },
        block,
        instruction,
    }
}

#[cold]
fn unknown_block(number: u64, count: usize) -> Error {
    let blocks = counted(count, "block");
    let message = format!("block {number} is used, but the function has {blocks}");
    bad(ErrorKind::UnknownBlock, message)
}
