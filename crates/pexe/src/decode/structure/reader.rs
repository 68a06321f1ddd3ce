//! Reads the module block, from a whole file or as it arrives.
//!
//! The records and blocks of a module have a fixed order ("Module Block" in the manual): version
//! record and abbreviations, types, function addresses, globals, symbols, function bodies.
//! [`StructureReader`] reads the available bytes and can continue when more arrive. A block inside
//! the module is only read when it has arrived completely, and only within the extent given by its
//! length word. Therefore the division of a file into pieces does not affect the result or the
//! errors.

use super::abbreviations::read_abbreviations;
use super::messages::{check_trailing, cut_short, overrun, too_late};
use super::{Layout, Structure};
use crate::construct::codes::{RecordCode, module as codes};
use crate::construct::{ModuleConstruct, block_id};
use crate::decode::body::RawBody;
use crate::decode::findings::Findings;
use crate::decode::{Allow, declarations, globals, symbols, types};
use crate::error::{Error, ErrorKind};
use crate::header::Header;
use crate::ids::{FuncId, TypeId};
use crate::limits::PROFILE;
use crate::module::{FunctionDecl, Linkage, Module};
use crate::types::TypeDef;
use pinnacle_base::count::counted;
use pinnacle_bitstream::{
    BlockHeader, BlockInfo, ErrorKind as Container, Event, Reader, Record, Suspended,
};
use std::mem;
use std::sync::Arc;

/// The stage of the module that was reached. Parts of earlier stages must not follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Stage {
    /// The version record and the abbreviations block. The original compressor writes the version
    /// record after the block, and all other tools write it before the block.
    #[default]
    Start,
    Types,
    Functions,
    Globals,
    Symbols,
    Bodies,
}

/// Reads the structure of a file that arrives in pieces.
#[derive(Debug, Default)]
pub(in crate::decode) struct StructureReader {
    header: Option<Header>,
    suspended: Option<Suspended>,
    /// A block that was entered and has not arrived completely.
    pending: Option<BlockHeader>,
    stage: Stage,
    has_version: bool,
    /// True if an item before the version record was reported as an error.
    missed_version: bool,
    has_abbreviations: bool,
    has_types: bool,
    has_globals: bool,
    /// True if the declarations are complete, because function bodies have begun.
    declared: bool,
    module: Module,
    /// The position of the declaration of each function address.
    positions: Vec<u64>,
    /// The index of the first function address without an assigned body.
    next_defined: usize,
    bodies: Vec<RawBody>,
    /// Function blocks that exceed the number of functions.
    unassigned: Vec<BlockHeader>,
    /// The indices of functions that may or may not be defined.
    maybe_defined: Vec<u32>,
    info: Arc<BlockInfo>,
    findings: Findings,
    layout: Layout,
    allow: Allow,
    done: bool,
}

impl StructureReader {
    pub(in crate::decode) fn new(allow: Allow) -> StructureReader {
        StructureReader {
            allow,
            ..StructureReader::default()
        }
    }

    /// Returns the first error.
    pub(in crate::decode) fn first_error(&self) -> Option<&Error> {
        self.findings.errors().first()
    }

    pub(in crate::decode) fn allow(&self) -> Allow {
        self.allow
    }

    /// Returns the module when only bodies are missing.
    pub(in crate::decode) fn declarations(&self) -> Option<&Module> {
        self.declared.then_some(&self.module)
    }

    pub(in crate::decode) fn bodies(&self) -> &[RawBody] {
        &self.bodies
    }

    pub(in crate::decode) fn block_info(&self) -> Arc<BlockInfo> {
        self.info.clone()
    }

    /// Ends the file with these bytes. `fatal` is the error that stopped the reader, if any.
    pub(in crate::decode) fn finish(mut self, bytes: &[u8], fatal: Option<Error>) -> Structure {
        if !self.unassigned.is_empty() && self.maybe_defined.is_empty() {
            self.maybe_defined = self.wrongly_declared();
        }
        if !self.maybe_defined.is_empty() {
            self.assign_anew();
        }
        // If reading stopped before the symbols, the declarations cannot be checked as a whole.
        if self.declared {
            declarations::check(
                &self.module,
                &self.positions,
                self.allow,
                &mut self.findings,
            );
        }
        if let Some(fatal) = fatal {
            self.findings.note(fatal);
        }
        if self.done {
            let end = self.layout.module_end;
            self.findings
                .check(check_trailing(&bytes[end as usize..], end, self.allow));
        }
        self.layout.file_size = bytes.len() as u64;
        let (errors, doubts) = self.findings.into_parts();
        Structure {
            header: self.header,
            module: self.module,
            bodies: self.bodies,
            info: self.info,
            layout: self.layout,
            errors,
            doubts,
            allow: self.allow,
        }
    }

    /// Reads the available bytes. `bytes` are all bytes of the file that have arrived; `complete`
    /// is true if these are the whole file. Returns true if the end of the module was reached.
    ///
    /// # Errors
    ///
    /// Fails if reading cannot continue.
    pub(in crate::decode) fn advance(
        &mut self,
        bytes: &[u8],
        complete: bool,
    ) -> Result<bool, Error> {
        if self.done {
            return Ok(true);
        }
        let offset = match &self.header {
            Some(header) => header.size as usize,
            None => {
                if !complete && bytes.len() < Header::size_hint(bytes) {
                    return Ok(false);
                }
                let header = Header::read(bytes)?;
                let size = header.size as usize;
                self.header = Some(header);
                self.suspended = Some(Reader::new(&[], size as u64, PROFILE).suspend());
                size
            }
        };
        let Some(suspended) = self.suspended.take() else {
            return Ok(false);
        };
        let mut reader = suspended.resume(&bytes[offset..], offset as u64);
        let result = self.read(&mut reader, bytes, complete);
        if self.done {
            self.layout.module_end = reader.next_position() / 8;
        }
        self.suspended = Some(reader.suspend());
        result.map(|()| self.done)
    }

    /// Returns the number of bytes that should be available before reading continues. `available`
    /// is the number of bytes that are available now.
    pub(in crate::decode) fn wanted(&self, available: usize) -> usize {
        match (&self.header, &self.suspended, self.pending) {
            (None, ..) => 0,
            (_, _, Some(header)) => (header.end() / 8) as usize,
            (_, Some(suspended), None) => {
                // An incomplete record is read again from its start. Doing that for each byte of a
                // long record would take quadratic time.
                let incomplete = available.saturating_sub((suspended.position() / 8) as usize);
                available + incomplete / 16
            }
            (_, None, None) => 0,
        }
    }

    fn read(&mut self, reader: &mut Reader<'_>, bytes: &[u8], complete: bool) -> Result<(), Error> {
        loop {
            if let Some(header) = self.pending {
                if header.end() > bytes.len() as u64 * 8 {
                    return if complete {
                        Err(cut_short(&header))
                    } else {
                        Ok(())
                    };
                }
                self.pending = None;
                self.block(reader, &header, bytes)?;
            }
            let overlong = reader.overlong_count();
            let event = match reader.next().map_err(Error::from) {
                Err(error) if error.wants_more() && !complete => {
                    reader.rewind();
                    return Ok(());
                }
                other => other?,
            };
            // Items that are read again because they were incomplete are counted once.
            self.layout.overlong_numbers += reader.overlong_count() - overlong;
            match event {
                Event::EnterBlock(header) if reader.depth() == 1 => {
                    if header.id != block_id::MODULE {
                        return Err(Error::new(
                            ErrorKind::UnexpectedBlock,
                            header.position,
                            format!(
                                "the file begins with a block of kind {}, expected a module",
                                block_id::name(header.id)
                            ),
                        ));
                    }
                }
                Event::EnterBlock(header) => self.pending = Some(header),
                Event::Record => self.record(&reader.record()),
                Event::DefineAbbreviation => {}
                Event::ExitBlock => {
                    self.done = true;
                    self.end_module(reader.position());
                    return Ok(());
                }
                Event::End if complete => {
                    return Err(Error::new(
                        ErrorKind::Missing,
                        reader.position(),
                        "the file contains no module",
                    ));
                }
                Event::End => return Ok(()),
            }
        }
    }

    /// Processes a record of the module block.
    fn record(&mut self, record: &Record<'_>) {
        match ModuleConstruct::decode(record) {
            Ok(ModuleConstruct::Version(version)) => {
                let checked = self.version(record.position, version);
                self.findings.check(checked);
            }
            Ok(ModuleConstruct::Function {
                ty,
                convention,
                declared,
                linkage,
            }) => {
                if !self.enter(Stage::Functions, record.position, "a function address") {
                    self.doubt_function();
                }
                if convention != 0 {
                    self.findings.note(Error::new(
                        ErrorKind::CallingConvention,
                        record.position,
                        format!("a function has calling convention {convention}, expected 0 (C)"),
                    ));
                }
                let known = self.check_function_type(record, ty);
                let doubtful = self.findings.doubts.has_type(ty.into());
                if known.is_err() || doubtful {
                    self.doubt_function();
                }
                if !doubtful {
                    self.findings.check(known);
                }
                self.declare(record.position, ty, declared, linkage);
            }
            Err(error) => {
                self.findings.note(error);
                match RecordCode(record.code) {
                    codes::VERSION => self.has_version = true,
                    codes::FUNCTION => self.declare_wrong(record),
                    // This record may be an invalid version record, so a missing version is not
                    // reported.
                    _ if self.stage == Stage::Start => self.missed_version = true,
                    _ if record.operands.len() == 4 => self.declare_wrong(record),
                    _ => {}
                }
            }
        }
    }

    fn version(&mut self, position: u64, version: u64) -> Result<(), Error> {
        if self.has_version {
            return Err(Error::new(
                ErrorKind::Duplicate,
                position,
                "the module has a second version record",
            ));
        }
        // If an earlier item was already reported as being before the version, no second error is
        // reported.
        let late = mem::replace(&mut self.has_version, true) || self.missed_version;
        if !late && self.stage != Stage::Start {
            return Err(too_late(position, "the version record"));
        }
        if version != 1 {
            return Err(Error::new(
                ErrorKind::ModuleVersion,
                position,
                format!("the module has version {version}, expected 1"),
            ));
        }
        Ok(())
    }

    fn declare(&mut self, position: u64, ty: u32, declared: bool, linkage: Linkage) {
        self.positions.push(position);
        self.module.functions.push(FunctionDecl {
            ty: TypeId(ty),
            linkage,
            body: None,
            declared,
            name: None,
            intrinsic: None,
        });
    }

    fn doubt_function(&mut self) {
        let index = self.module.functions.len() as u32;
        self.findings.doubts.functions.insert(index);
    }

    /// Declares a function whose record is invalid, using its valid fields.
    #[cold]
    fn declare_wrong(&mut self, record: &Record<'_>) {
        self.doubt_function();
        let operand = |index: usize| record.operands.get(index).copied();
        let ty = operand(0).and_then(|ty| u32::try_from(ty).ok());
        let declared = operand(2) == Some(1);
        if !matches!(operand(2), Some(0 | 1)) {
            self.maybe_defined.push(self.module.functions.len() as u32);
        }
        let linkage = match operand(3) {
            Some(0) => Linkage::External,
            _ => Linkage::Internal,
        };
        self.declare(record.position, ty.unwrap_or(u32::MAX), declared, linkage);
    }

    fn check_function_type(&self, record: &Record<'_>, ty: u32) -> Result<(), Error> {
        let (kind, message) = match self.module.types.get(ty as usize) {
            Some(TypeDef::Function(_)) => return Ok(()),
            Some(other) => (
                ErrorKind::NotAFunctionType,
                format!("a function has type @t{ty}, which is {other}, expected a function type"),
            ),
            None => (
                ErrorKind::UndefinedType,
                format!("type @t{ty} is not defined"),
            ),
        };
        Err(Error::new(kind, record.position, message))
    }

    /// Records that a part of a stage begins. Reports an error if a later stage was already
    /// reached. Returns true if the order is correct.
    fn enter(&mut self, stage: Stage, position: u64, what: &str) -> bool {
        if stage > Stage::Start && !self.has_version && !self.missed_version {
            self.missed_version = true;
            self.findings.note(Error::new(
                ErrorKind::Missing,
                position,
                format!("{what} comes before the version record"),
            ));
        }
        if self.stage > stage {
            self.findings.note(too_late(position, what));
            return false;
        }
        self.stage = stage;
        true
    }

    /// Does the same for a block that may occur only once. Returns true if the block should be
    /// read.
    fn enter_once(&mut self, stage: Stage, header: &BlockHeader, known: bool) -> bool {
        let name = block_id::name(header.id);
        if self.enter(stage, header.position, &format!("the {name} block")) {
            // A block ends its stage, so the following parts belong to a later stage.
            self.stage = match stage {
                Stage::Start => Stage::Start,
                Stage::Types => Stage::Functions,
                Stage::Globals => Stage::Symbols,
                _ => Stage::Bodies,
            };
        }
        !known
    }

    /// Processes a block inside the module, which has arrived completely.
    fn block(
        &mut self,
        outer: &mut Reader<'_>,
        header: &BlockHeader,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let contents = &bytes[(header.body / 8) as usize..(header.end() / 8) as usize];
        match header.id {
            block_id::FUNCTION => self.body(header),
            block_id::ABBREVIATIONS => {
                let first = !mem::replace(&mut self.has_abbreviations, true);
                if self.enter_once(Stage::Start, header, !first) {
                    self.info = self.read_block(contents, header, read_abbreviations)?;
                    outer.set_block_info(self.info.clone());
                } else {
                    self.findings.note(Error::new(
                        ErrorKind::Duplicate,
                        header.position,
                        "the module has a second abbreviations block",
                    ));
                }
            }
            block_id::TYPES => {
                let known = mem::replace(&mut self.has_types, true);
                if self.enter_once(Stage::Types, header, known) {
                    self.read_block(contents, header, types::read)?;
                }
            }
            block_id::GLOBALS => {
                let known = mem::replace(&mut self.has_globals, true);
                if self.enter_once(Stage::Globals, header, known) {
                    // Most of a large block are bytes of data.
                    self.module.data.reserve(contents.len());
                    self.read_block(contents, header, globals::read)?;
                }
            }
            block_id::SYMBOLS => {
                if self.enter_once(Stage::Symbols, header, false) {
                    self.read_block(contents, header, symbols::read)?;
                }
            }
            id => self.findings.note(Error::new(
                ErrorKind::UnexpectedBlock,
                header.position,
                format!(
                    "a module cannot contain a block of kind {}",
                    block_id::name(id)
                ),
            )),
        }
        Ok(outer.skip_block()?)
    }

    /// Reads a block with a separate reader. Returns the abbreviations that are defined at its end.
    fn read_block(
        &mut self,
        contents: &[u8],
        header: &BlockHeader,
        read: impl FnOnce(&mut Reader<'_>, &mut Module, &mut Findings) -> Result<(), Error>,
    ) -> Result<Arc<BlockInfo>, Error> {
        let mut reader = Reader::in_block(contents, *header, PROFILE, self.info.clone());
        let result = read(&mut reader, &mut self.module, &mut self.findings);
        result.map_err(|error| match error.kind() {
            ErrorKind::Container(Container::EndOfStream) => overrun(header),
            _ => error,
        })?;
        self.layout.overlong_numbers += reader.overlong_count();
        Ok(reader.block_info().clone())
    }

    fn body(&mut self, header: &BlockHeader) {
        self.enter(Stage::Bodies, header.position, "a function block");
        self.declared = true;
        let functions = &mut self.module.functions[self.next_defined..];
        let Some(skipped) = functions.iter().position(|function| !function.declared) else {
            self.next_defined = self.module.functions.len();
            self.unassigned.push(*header);
            // A function whose record is invalid may be the one that this block defines.
            if self.findings.doubts.functions.is_empty() {
                self.findings.note(Error::new(
                    ErrorKind::BodyCount,
                    header.position,
                    format!(
                        "there are more function blocks than the {} that the module defines",
                        counted(self.bodies.len(), "function")
                    ),
                ));
            }
            return;
        };
        let function = FuncId((self.next_defined + skipped) as u32);
        self.next_defined += skipped + 1;
        functions[skipped].body = Some(self.bodies.len() as u32);
        self.module.bodies.push(function);
        self.bodies.push(RawBody {
            function,
            header: *header,
        });
    }

    /// Returns the indices of functions that are declared but should be defined.
    #[cold]
    fn wrongly_declared(&self) -> Vec<u32> {
        (0..)
            .zip(&self.module.functions)
            .filter(|(_, function)| function.declared && function.intrinsic.is_none())
            .map(|(index, _)| index)
            .collect()
    }

    /// Assigns function blocks to functions if it is unknown which functions are defined. As many
    /// of the doubtful functions are treated as defined as there are function blocks.
    #[cold]
    fn assign_anew(&mut self) {
        let mut headers: Vec<BlockHeader> = self.bodies.iter().map(|body| body.header).collect();
        headers.append(&mut self.unassigned);
        let functions = &mut self.module.functions;
        let mut defined: Vec<bool> = functions.iter().map(|f| !f.declared).collect();
        for &index in &self.maybe_defined {
            defined[index as usize] = false;
        }
        let sure = defined.iter().filter(|&&defined| defined).count();
        let wanted = headers.len().saturating_sub(sure);
        for &index in self.maybe_defined.iter().take(wanted) {
            defined[index as usize] = true;
        }
        self.bodies.clear();
        self.module.bodies.clear();
        let defined = functions
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| defined[*index]);
        for ((index, function), header) in defined.zip(headers) {
            let id = FuncId(index as u32);
            function.body = Some(self.bodies.len() as u32);
            self.module.bodies.push(id);
            self.bodies.push(RawBody {
                function: id,
                header,
            });
        }
    }

    fn end_module(&mut self, position: u64) {
        if !self.has_version && !self.missed_version {
            self.findings.note(Error::new(
                ErrorKind::Missing,
                position,
                "the module has no version record",
            ));
        }
        self.declared = true;
        let functions = &self.module.functions;
        if let Some(index) = functions
            .iter()
            .position(|f| !f.declared && f.body.is_none())
            && self.findings.doubts.functions.is_empty()
        {
            self.findings.note(Error::new(
                ErrorKind::BodyCount,
                position,
                format!(
                    "the module ends without a function block for @f{index}, which is declared as \
                     defined"
                ),
            ));
        }
    }
}
