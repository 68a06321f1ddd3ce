//! Reads bytecode files of all formats into modules.
//!
//! [`Reader::new`] reads a whole file except the bodies of functions. It finds the blocks, reads
//! the types, scans the constant pools of the module and of functions (`constants`), unifies equal
//! types, reads globals and functions, and then the constants. After that the tables of types and
//! constants do not change, so bodies can be read one by one, in any order and in parallel.
//!
//! The reader does not recurse on any input. It allocates no memory for a count that the file's
//! bytes do not back. Its time is proportional to the size of the file, times a logarithm for
//! recursive types. Data that is read once for a function type or a module is never copied for each
//! function.

pub(crate) mod blocks;
mod compaction;
mod constants;
pub(crate) mod cursor;
mod element;
mod function;
mod info;
pub(crate) mod instructions;
mod operations;
pub(crate) mod slots;
mod symbols;
pub(crate) mod syntax;
pub(crate) mod types;

use crate::compressed::{self, MAGIC};
use crate::error::{Error, ErrorKind, Section};
use crate::format::{Features, Format};
use crate::limits;
use crate::model::{
    Body, ConstantId, ConstantKind, Endianness, FunctionId, FunctionLayout, Layout, Module,
    PointerSize, Target, TypeId,
};
use blocks::{Block, ModuleBlocks};
use constants::{PoolRange, PoolScope, Pools, Resolver};
use cursor::Cursor;
use function::{FunctionBlock, State};
use pinnacle_base::parallel;
use slots::{NO_CONSTANT, Planes};
use std::fmt;
use std::ops::Range;
use types::FileTypes;

/// Options for reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// Number of threads that read function bodies: 0 for one per core, 1 for the caller's thread
    /// alone. The result does not depend on it.
    pub jobs: usize,
    /// Maximum size of an unpacked file in bytes; [`limits::MAX_UNPACKED`] by default.
    pub limit: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            jobs: 0,
            limit: limits::MAX_UNPACKED,
        }
    }
}

/// The magic number and the header of the module.
const HEADER: usize = 12;
/// Positions in files are kept in 31 bits.
const MAX_SIZE: usize = 1 << 31;
/// Maximum number of parameters of functions with bodies per byte of the file. It is bounded
/// because each takes room for a name.
const MAX_PARAMETERS: usize = 4;

/// Reads a file.
///
/// # Errors
///
/// Fails if the file is not bytecode or has an error. The first error in the file is returned, but
/// errors outside of function bodies take precedence over those inside.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Module, Error> {
    let unpacked = compressed::unpack(bytes, options.limit)?;
    Reader::new(&unpacked)?.read_bodies(options)
}

/// An uncompressed file whose function bodies are read on request.
pub struct Reader<'a> {
    file: &'a [u8],
    format: Format,
    module: Module,
    planes: Planes,
    pools: Pools,
    functions: Vec<FunctionBlock>,
    /// The constant `uint 1`.
    one: ConstantId,
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format)
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}

/// Reads bodies of a [`Reader`], and reuses its buffers from one body to the next.
pub struct BodyReader<'r> {
    reader: &'r Reader<'r>,
    state: State,
}

impl fmt::Debug for BodyReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyReader").finish_non_exhaustive()
    }
}

impl BodyReader<'_> {
    /// Reads a body; `None` for a function that is defined elsewhere.
    ///
    /// # Errors
    ///
    /// Fails if something in the body is wrong.
    ///
    /// # Panics
    ///
    /// Panics if the module has no such function.
    pub fn read(&mut self, function: FunctionId) -> Result<Option<Body>, Error> {
        let read = function::read(self.reader, &mut self.state, function)?;
        Ok(read.map(|(body, _)| *body))
    }
}

impl<'a> Reader<'a> {
    /// Reads all of a file but the bodies of functions.
    ///
    /// # Errors
    ///
    /// Fails if the file is not bytecode, or has an error outside of function bodies.
    pub fn new(file: &'a [u8]) -> Result<Reader<'a>, Error> {
        let header = read_header(file)?;
        // Readers ignore bytes after the end of the module.
        let file = &file[..header.end];
        Reader::read_module(file, header.format, header.target, header.content)
            .map_err(|error| error.within(Section::Module))
    }

    fn read_module(
        file: &'a [u8],
        format: Format,
        target: Target,
        content: usize,
    ) -> Result<Reader<'a>, Error> {
        let features = format.features();
        let blocks = ModuleBlocks::find(Cursor::new(file, content..file.len(), features))?;
        let mut module = Module {
            target,
            ..Module::new()
        };

        let mut types = FileTypes::default();
        types
            .read_module(&mut blocks.types.cursor(file, features), &mut |_, _, _| {})
            .map_err(|error| error.within(Section::Types))?;
        let mut functions = Vec::with_capacity(blocks.functions.len());
        for block in blocks.functions {
            let function = FunctionBlock::read(file, features, block)
                .map_err(|error| error.within(Section::Function))?;
            functions.push(function);
        }
        let mut scan = Scan {
            file,
            features,
            types: &mut types,
            pools: Pools::default(),
            module: &mut module,
            has_basic_blocks: false,
        };
        let (early, late) = blocks.constants.split_at(blocks.early_constants);
        let early_pool = scan.module_pools(early)?;
        let late_pool = scan.module_pools(late)?;
        let module_pool = PoolRange {
            runs: early_pool.runs.start..late_pool.runs.end,
            constants: early_pool.constants.start..late_pool.constants.end,
        };
        for function in &mut functions {
            scan.function_pools(function)?;
        }
        let (pools, has_basic_blocks) = (scan.pools, scan.has_basic_blocks);
        let (type_ids, local_type_ids) = unify(types, &mut module)?;

        let info = info::read(blocks.info.cursor(file, features), &type_ids, &mut module)
            .map_err(|error| error.within(Section::ModuleInfo))?;
        check_function_count(&info, &functions, blocks.unknown, file.len())?;
        let functions = with_declarations(&module, &info, functions);
        let plane_of = slots::lowest_numbers(&type_ids, module.types.len());
        let zeros = slots::zeros(&mut module);
        let mut planes = Planes {
            features,
            plane_of,
            zeros,
            starts: Vec::new(),
            values: Vec::new(),
            arguments: Vec::new(),
            masks: slots::masks(&module.types),
            type_ids,
            local_type_ids,
        };
        fill_planes(
            &mut planes,
            &mut module,
            &info.numbers,
            &pools,
            [&early_pool, &late_pool],
        );
        let mut reader = Reader {
            one: module.constants.int(TypeId::UINT, 1),
            file,
            format: match format {
                Format::Llvm11 if has_basic_blocks => Format::Llvm10,
                Format::Llvm18 => dialect(&info),
                other => other,
            },
            module,
            planes,
            pools,
            functions,
        };
        reader.find_arguments()?;
        reader.resolve_constants(&module_pool)?;
        reader.read_initializers(&info)?;
        reader.read_symbols(&blocks.symbols)?;
        Ok(reader)
    }

    /// The module without function bodies.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns true if a function has a body in the file.
    ///
    /// # Panics
    ///
    /// Panics if the module has no such function.
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.functions[function.index()].has_body
    }

    /// A reader of bodies.
    pub fn bodies(&self) -> BodyReader<'_> {
        BodyReader {
            reader: self,
            state: State::default(),
        }
    }

    /// Reads all bodies and returns the whole module.
    ///
    /// # Errors
    ///
    /// Fails if a body has an error. The first one in the file is returned.
    pub fn read_bodies(mut self, options: &ReadOptions) -> Result<Module, Error> {
        let chunks = self.chunks(options.jobs);
        let read_chunk = |state: &mut State, chunk: &Range<u32>| {
            let ids = chunk.clone().map(FunctionId);
            ids.map(|id| function::read(&self, state, id)).collect()
        };
        let results: Vec<Vec<_>> = parallel::map(&chunks, options.jobs, State::default, read_chunk);
        let mut layouts = Vec::with_capacity(self.functions.len());
        for (function, result) in self
            .module
            .functions
            .iter_mut()
            .zip(results.into_iter().flatten())
        {
            let (body, layout) = match result? {
                Some((body, layout)) => (Some(body), layout),
                None => (None, FunctionLayout::default()),
            };
            function.body = body;
            layouts.push(layout);
        }
        if let Some(layout) = &mut self.module.layout {
            layout.functions = layouts;
        }
        Ok(self.module)
    }

    /// Divides the functions into chunks of enough work each. Each chunk has its own buffers, and
    /// the size of some of them grows with the number of types.
    fn chunks(&self, jobs: usize) -> Vec<Range<u32>> {
        /// Minimum number of bytes per chunk.
        const LEAST: usize = 32 << 10;
        let threads = match jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        };
        let size = |function: &FunctionBlock| function.block.content().len();
        let total: usize = self.functions.iter().map(size).sum();
        let least = (total / threads / 4).max(LEAST);
        let mut chunks = Vec::new();
        let (mut start, mut work) = (0, 0);
        for (end, function) in (1..).zip(&self.functions) {
            work += size(function);
            if work >= least || end as usize == self.functions.len() {
                chunks.push(start..end);
                (start, work) = (end, 0);
            }
        }
        chunks
    }

    /// Sets the linkage of each function, and finds its arguments.
    fn find_arguments(&mut self) -> Result<(), Error> {
        let (module, functions) = (&mut self.module, &mut self.functions);
        let mut total = 0_usize;
        for (function, block) in module.functions.iter_mut().zip(functions.iter()) {
            function.linkage = block.linkage;
        }
        let with_bodies = module.functions.iter().zip(functions.iter());
        let with_bodies = with_bodies.filter(|(_, block)| block.has_body);
        for (function, block) in with_bodies.clone() {
            let signature = module.signature_of(function.address_type);
            total += signature.map_or(0, |(_, parameters, _)| parameters.len());
            if total > MAX_PARAMETERS * self.file.len() {
                return Err(too_many_parameters(block).within(Section::Function));
            }
        }
        let types = with_bodies.map(|(function, _)| function.address_type);
        let arguments = &mut self.planes.arguments;
        let mut ranges = slots::sort_arguments(module, types, arguments).into_iter();
        for block in functions.iter_mut().filter(|block| block.has_body) {
            block.arguments = ranges.next().unwrap_or_default();
        }
        Ok(())
    }

    /// Reads the constants that refer to others.
    fn resolve_constants(&mut self, module_pool: &PoolRange) -> Result<(), Error> {
        let in_pool = |error: Error| error.within(Section::Constants);
        let module = &mut self.module;
        let mut resolver = Resolver::new(
            self.file,
            &module.types,
            &mut module.constants,
            &mut self.pools,
        );
        let scope = PoolScope::of_module(&self.planes);
        resolver.resolve(&scope, module_pool).map_err(in_pool)?;
        let pools = &*resolver.pools;
        for id in &mut self.planes.values {
            if let Some(constant) = constants::is_pending(*id) {
                *id = pools.ids[constant as usize];
            }
        }
        for (id, function) in self.functions.iter().enumerate() {
            if function.pool.runs.is_empty() {
                continue;
            }
            let scope = PoolScope::of_function(
                &self.planes,
                function.local_types(),
                function.arguments.clone(),
                resolver.pools,
                &function.pool,
            );
            resolver.resolve(&scope, &function.pool).map_err(|error| {
                in_pool(error)
                    .in_function(FunctionId(id as u32), None)
                    .within(Section::Function)
            })?;
        }
        self.pools.forget_offsets();
        Ok(())
    }

    fn read_initializers(&mut self, info: &info::Info) -> Result<(), Error> {
        for initializer in &info.initializers {
            let global = &mut self.module.globals[initializer.global.index()];
            let ty = self.module.types.pointee(global.address_type);
            let number = ty.map_or(slots::NO_PLANE, |ty| self.planes.plane_of[ty.index()]);
            let found = self.planes.constant(number, initializer.slot);
            global.initializer = Some(found.ok_or_else(|| {
                constants::undefined_constant(number, initializer.slot, initializer.offset)
                    .within(Section::ModuleInfo)
            })?);
        }
        Ok(())
    }

    fn read_symbols(&mut self, blocks: &[Block]) -> Result<(), Error> {
        let mut tables = symbols::Tables::default();
        for block in blocks {
            let cursor = block.cursor(self.file, self.planes.features);
            let mut named = ModuleNames {
                module: &mut self.module,
                planes: &self.planes,
            };
            tables
                .read(cursor, &mut named)
                .map_err(|error| error.within(Section::Symbols))?;
        }
        let first = TypeId::FIRST_DERIVED.index();
        self.module.layout = Some(Layout {
            format: self.format,
            types: self.planes.type_ids[first..].to_vec(),
            symbols: tables.planes,
            functions: Vec::new(),
        });
        Ok(())
    }
}

/// Reads the part of the file before the module's blocks. Returns the place where these begin.
fn read_header(file: &[u8]) -> Result<Header, Error> {
    if !file.starts_with(&MAGIC) {
        return Err(bad_magic(file));
    }
    if file.len() >= MAX_SIZE {
        return Err(too_large());
    }
    // All formats have the same header of the module.
    let mut cursor = Cursor::new(file, MAGIC.len()..file.len(), Format::Llvm11.features());
    let (Ok(id), Ok(size)) = (cursor.u32(), cursor.u32()) else {
        return Err(too_short(file));
    };
    let module_id = cursor.features().blocks.module;
    if id != module_id {
        return Err(bad_module(4, "a block of kind", module_id as usize, id));
    }
    let offset = cursor.position();
    let word = cursor.vbr32();
    let version = word.as_ref().map_or(0, |word| word >> 4);
    let format = Format::of_version(version);
    let (end, has_trailing) = (
        HEADER.saturating_add(size as usize),
        format.is_none_or(|format| format.features().trailing),
    );
    if end > file.len() || end < file.len() && !has_trailing {
        return Err(bad_module(8, "a size of", file.len() - HEADER, size));
    }
    let word = word?;
    // Late files of version 7 have only the number in this word, without flags.
    let is_late_7 = word == LATE_VERSION && file.get(HEADER + 1).is_some_and(|id| id & 31 == 6);
    let Some(format) = format.filter(|_| !is_late_7) else {
        let version = if is_late_7 { word } else { version };
        return Err(unsupported(version, offset));
    };
    if format.features().aligned {
        cursor.align()?;
    }
    let target = Target {
        endianness: (word & 4 == 0).then_some(match word & 1 {
            0 => Endianness::Little,
            _ => Endianness::Big,
        }),
        pointer_size: (word & 8 == 0).then_some(match word & 2 {
            0 => PointerSize::Bits32,
            _ => PointerSize::Bits64,
        }),
        ..Target::default()
    };
    Ok(Header {
        format,
        target,
        content: cursor.position(),
        end,
    })
}

/// The part of a module before its blocks.
struct Header {
    format: Format,
    target: Target,
    /// Offset of the blocks.
    content: usize,
    /// End of the module.
    end: usize,
}

/// The whole format word of version 7, as written from January 2007 on.
const LATE_VERSION: u32 = 7;

/// Chooses among the formats that share version 5: the last release that could have written the
/// file.
fn dialect(info: &info::Info) -> Format {
    match info.oldest {
        Some(format) if format >= Format::Llvm17 => Format::Llvm18,
        _ if info.newest_is_1_5 => Format::Llvm15,
        _ => Format::Llvm16,
    }
}

/// Returns the functions in module order: their blocks, and placeholders for declarations in
/// formats where these have no block.
fn with_declarations(
    module: &Module,
    info: &info::Info,
    blocks: Vec<FunctionBlock>,
) -> Vec<FunctionBlock> {
    if !info.declared.contains(&true) {
        return blocks;
    }
    let mut blocks = blocks.into_iter();
    let declared = module.functions.iter().zip(&info.declared);
    declared
        .map(|(function, &declared)| match declared {
            true => FunctionBlock::none(function.linkage),
            // There are as many blocks as definitions.
            false => blocks
                .next()
                .unwrap_or_else(|| FunctionBlock::none(function.linkage)),
        })
        .collect()
}

/// The first pass over the constant pools.
struct Scan<'a> {
    file: &'a [u8],
    features: &'static Features,
    types: &'a mut FileTypes,
    pools: Pools,
    module: &'a mut Module,
    /// True if the functions have a separate block for each basic block.
    has_basic_blocks: bool,
}

impl Scan<'_> {
    fn module_pools(&mut self, blocks: &[Block]) -> Result<PoolRange, Error> {
        let start = self.pools.end();
        for block in blocks {
            let cursor = block.cursor(self.file, self.features);
            self.pools
                .scan(cursor, self.types, None, &mut self.module.constants)
                .map_err(|error| error.within(Section::Constants))?;
        }
        Ok(PoolRange::between(start, self.pools.end()))
    }

    fn function_pools(&mut self, function: &mut FunctionBlock) -> Result<(), Error> {
        let start = self.pools.end();
        let first_type = self.types.graph.len() as u32;
        let mut types = first_type..first_type;
        for block in function.blocks(self.file, self.features) {
            match block.section {
                Some(Section::Constants) => {}
                Some(Section::BasicBlock) => {
                    self.has_basic_blocks = true;
                    break;
                }
                // Later blocks are out of place; that is reported when the body is read.
                Some(Section::Instructions) => break,
                Some(Section::Compaction) if !block.is_empty_table(self.file) => break,
                _ => continue,
            }
            let cursor = block.cursor(self.file, self.features);
            self.pools
                .scan(
                    cursor,
                    self.types,
                    Some(&mut types),
                    &mut self.module.constants,
                )
                .map_err(|error| error.within(Section::Constants).within(Section::Function))?;
        }
        function.pool = PoolRange::between(start, self.pools.end());
        let module_entries = self.types.module_entries;
        function.types = types.start - module_entries..types.end - module_entries;
        Ok(())
    }
}

/// Merges equal types. Returns the type for each type number of the module, and those for the
/// functions' own types.
fn unify(types: FileTypes, module: &mut Module) -> Result<(Vec<TypeId>, Vec<TypeId>), Error> {
    let module_entries = types.module_entries as usize;
    let (table, ids) = types.graph.unify().map_err(|_| {
        // The reader has checked all numbers, and files contain only aliases of primitive types.
        Error::new(ErrorKind::UndefinedType, "a type refers to none")
    })?;
    module.types = table;
    let mut type_ids: Vec<TypeId> = (0..TypeId::FIRST_DERIVED.0).map(TypeId).collect();
    let (own, local) = ids.split_at(module_entries);
    type_ids.extend(own);
    Ok((type_ids, local.to_vec()))
}

/// Fills the planes: constants that come before module info, then globals and functions, then the
/// other constants.
fn fill_planes(
    planes: &mut Planes,
    module: &mut Module,
    numbers: &[u32],
    pools: &Pools,
    [early, late]: [&PoolRange; 2],
) {
    let addresses = info::addresses(module);
    let mut starts = vec![0_u32; planes.type_ids.len() + 1];
    for &number in numbers {
        starts[number as usize + 1] += 1;
    }
    for (number, range) in pools.planes(early).chain(pools.planes(late)) {
        starts[number as usize + 1] += range.end - range.start;
    }
    for place in 1..starts.len() {
        starts[place] += starts[place - 1];
    }
    let count = starts.last().copied().unwrap_or(0);
    let mut values = vec![NO_CONSTANT; count as usize];
    let mut put = |number: u32, id: ConstantId| {
        let place = &mut starts[number as usize];
        values[*place as usize] = id;
        *place += 1;
    };
    let put_pool = |pool, put: &mut dyn FnMut(u32, ConstantId)| {
        for (number, range) in pools.planes(pool) {
            for constant in range {
                put(number, pools.known_or_pending(constant));
            }
        }
    };
    put_pool(early, &mut put);
    for (&number, address) in numbers.iter().zip(addresses) {
        put(number, address);
    }
    put_pool(late, &mut put);
    // Filling moved each start to its end, which is the next one's start.
    starts.pop();
    starts.insert(0, 0);
    planes.starts = starts;
    planes.values = values;
}

/// Names of a module.
struct ModuleNames<'a> {
    module: &'a mut Module,
    planes: &'a Planes,
}

impl symbols::Named for ModuleNames<'_> {
    fn type_at(&mut self, number: u32) -> Result<TypeId, Error> {
        match self.planes.type_ids.get(number as usize) {
            Some(&ty) => Ok(ty),
            None => Err(types::undefined_type_without_place(number)),
        }
    }

    fn name_type(&mut self, ty: TypeId, name: &[u8]) {
        self.module.name_type(name, ty);
    }

    fn name_value(&mut self, number: u32, slot: u32, name: &[u8]) -> Result<bool, Error> {
        let Some(id) = self.planes.constant(number, slot) else {
            return Ok(false);
        };
        let names = &mut self.module.names;
        match self.module.constants.get(id).kind {
            ConstantKind::Global(id) => self.module.globals[id.index()].name = names.add(name),
            ConstantKind::Function(id) => self.module.functions[id.index()].name = names.add(name),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn check_function_count(
    info: &info::Info,
    functions: &[FunctionBlock],
    unknown: Option<usize>,
    end: usize,
) -> Result<(), Error> {
    let expected = info.declared.iter().filter(|&&declared| !declared).count();
    let found = functions.len();
    if expected == found {
        return Ok(());
    }
    // Point at the first surplus function, or at where one is missing. A block of an unknown kind
    // is the likely culprit.
    let offset = match (functions.get(expected), functions.last()) {
        (Some(function), _) => function.block.offset(),
        (None, Some(last)) => last.block.content().end.next_multiple_of(4).min(end),
        (None, None) => end,
    };
    let offset = unknown.filter(|_| found < expected).unwrap_or(offset);
    Err(Error::new(
        ErrorKind::BodyCount,
        format!("expected {expected} function blocks, one for each function, found {found}"),
    )
    .at(offset as u64))
}

#[cold]
fn bad_magic(file: &[u8]) -> Error {
    let found = &file[..file.len().min(MAGIC.len())];
    Error::new(
        ErrorKind::BadMagic,
        format!(
            "expected \"{}\" at the start of the file, found \"{}\"",
            MAGIC.escape_ascii(),
            found.escape_ascii()
        ),
    )
    .at(0)
}

#[cold]
fn too_short(file: &[u8]) -> Error {
    Error::new(
        ErrorKind::BadModule,
        format!(
            "expected {HEADER} bytes of magic number and header of the module, found {}",
            file.len()
        ),
    )
    .at(MAGIC.len() as u64)
}

#[cold]
fn bad_module(offset: u64, what: &str, expected: usize, found: u32) -> Error {
    Error::new(
        ErrorKind::BadModule,
        format!("expected {what} {expected} for the module, found {found}"),
    )
    .at(offset)
}

#[cold]
fn unsupported(version: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::UnsupportedVersion,
        format!("expected a format from 0 to 6, found {version}"),
    )
    .at(offset as u64)
}

#[cold]
fn too_large() -> Error {
    Error::new(
        ErrorKind::TooLarge,
        format!("the file has {MAX_SIZE} bytes or more, which is too large"),
    )
    .at(0)
}

#[cold]
fn too_many_parameters(function: &FunctionBlock) -> Error {
    Error::new(
        ErrorKind::TooLarge,
        format!(
            "the functions up to this one have more than {MAX_PARAMETERS} parameters for each byte \
             of the file"
        ),
    )
    .at(function.block.offset() as u64)
}
