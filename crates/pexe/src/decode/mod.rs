//! Decodes a file to a [`Module`] and its function bodies.
//!
//! The module block is read first, and its function blocks are skipped with their length words
//! ([`Structure`]). Since function bodies do not depend on each other, they are then decoded in
//! parallel and put in order. Therefore neither the result nor the errors depend on the number of
//! threads. [`Parser`] does the same for a file that arrives in pieces.
//!
//! Everything that later stages rely on is checked here. The constraints of the constructs are in
//! `body`, `flow`, `intrinsic_call`, `types`, `globals`, `symbols` and `declarations`, and
//! [`crate::verify`] lists them. All errors are reported in file order. Decoding of the structure
//! continues after an invalid record. A function with an error is decoded again with recovery from
//! errors (`body::recover`), so functions without errors are not slower.

mod body;
mod counted;
mod declarations;
mod findings;
mod flow;
mod globals;
mod intrinsic_call;
mod stream;
mod structure;
mod symbols;
mod types;

pub use body::{BodyDecoder, RawBody, UncheckedBody};
pub use stream::Parser;
pub use structure::{Layout, Structure};

use crate::construct::block_id;
use crate::error::{Error, ErrorKind, Errors, in_file_order};
use crate::function::Function;
use crate::header::{HEADER, Header};
use crate::ids::FuncId;
use crate::limits::MAX_ERRORS;
use crate::module::{Address, Initializer, Module};
use findings::Findings;
use pinnacle_base::count::counted;
use pinnacle_base::parallel;
use pinnacle_bitstream::BlockHeader;

/// Options for decoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of threads that decode function bodies: 0 for one per core, 1 for only the calling
    /// thread.
    pub jobs: usize,
}

/// Violations of the format that are accepted. They do not change the meaning of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allow {
    /// Flags after the operation of a binary instruction, which old compilers wrote. They are
    /// ignored.
    pub binary_flags: bool,
    /// Bytes after the module. They are ignored.
    pub trailing_data: bool,
    /// Functions that are declared but not defined, return `i32`, and have names that begin with
    /// `__minsfi_syscall_`.
    pub minsfi_syscalls: bool,
    /// Value symbol tables inside function blocks. They are checked and then ignored.
    pub local_symbol_tables: bool,
    /// Modules without the entry point `_start`. They cannot be run.
    pub no_entry_point: bool,
}

impl Allow {
    /// The violations that occur in programs that ran in browsers.
    pub const RUN: Allow = Allow {
        binary_flags: true,
        trailing_data: true,
        minsfi_syscalls: false,
        local_symbol_tables: false,
        no_entry_point: false,
    };
}

/// A complete program, from a file or built in memory: a module and the bodies of its functions.
/// Only decoding and [`Program::new`] create one.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    header: Header,
    module: Module,
    functions: Vec<Function>,
    layout: Layout,
}

/// Decodes and checks a file that is to be run.
///
/// # Errors
///
/// Fails with all errors in the file, in file order.
pub fn decode(bytes: &[u8], options: &Options) -> Result<Program, Errors> {
    decode_with(bytes, options, Allow::RUN)
}

/// Decodes and checks a file, but accepts the violations in `allow`.
///
/// # Errors
///
/// Fails with all other errors in the file, in file order.
pub fn decode_with(bytes: &[u8], options: &Options, allow: Allow) -> Result<Program, Errors> {
    let structure = Structure::read_with(bytes, allow);
    let functions = structure.decode_bodies(bytes, options);
    structure.into_program(functions)
}

impl Program {
    /// Creates a program that comes from no file. The module must have passed
    /// [`check_declarations`]. The bodies must come from [`BodyDecoder::check_unchecked`] for this
    /// module, and be in the order of [`Module::bodies`].
    ///
    /// # Errors
    ///
    /// Fails if the bodies do not match the module's declarations.
    pub fn new(module: Module, functions: Vec<Function>) -> Result<Program, Error> {
        debug_assert!(check_declarations(&module).is_ok());
        check_bodies(&module, &functions)?;
        Ok(Program {
            header: Header::read(&HEADER)?,
            module,
            functions,
            layout: Layout::default(),
        })
    }

    /// Returns the header.
    #[inline]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the module without its bodies.
    #[inline]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the function bodies, in file order. [`Module::bodies`] has their functions.
    #[inline]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Returns positions in the file.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Reorders the constants of each body so that the file becomes smaller; see [`crate::encode`].
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn with_ordered_constants(mut self) -> Program {
        for function in &mut self.functions {
            *function = crate::encode::order_constants(function);
        }
        self
    }

    /// Reorders types and the constants of each body as the original freezer did. Removes unused
    /// types.
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn in_order_of_freezer(mut self) -> Program {
        crate::encode::reorder_as_freezer(&mut self.module, &mut self.functions);
        self
    }
}

/// Checks that functions and bodies match. A function block does not name its function; the blocks
/// define the functions that are not only declared, in order.
fn check_bodies(module: &Module, functions: &[Function]) -> Result<(), Error> {
    let fail = |message: String| Err(Error::new(ErrorKind::BodyCount, 0, message));
    if functions.len() != module.bodies.len() {
        return fail(format!(
            "the module has {}, but defines {}",
            counted(functions.len(), "body"),
            counted(module.bodies.len(), "function")
        ));
    }
    for (&id, body) in module.bodies.iter().zip(functions) {
        let params = &body.local_types()[..body.param_count() as usize];
        if body.id() != id
            || body.function_count() as usize != module.functions.len()
            || body.first_local() != module.global_values()
            || *params != *module.signature(id).params
        {
            return fail(format!(
                "the body of {} was made for another module or function",
                id
            ));
        }
    }
    Ok(())
}

/// Checks the declarations of a module that comes from no file. It need not have an entry point.
///
/// # Errors
///
/// Fails with the first violation.
pub fn check_declarations(module: &Module) -> Result<(), Error> {
    let mut findings = Findings::default();
    let functions = || (0..).map(FuncId).zip(&module.functions);
    findings.named = functions()
        .filter(|(_, function)| function.name.is_some())
        .map(|(id, _)| (id, 0))
        .collect();
    findings.relocated = module
        .initializers
        .iter()
        .filter_map(|initializer| match *initializer {
            Initializer::Reloc(Address::Function(id), _) => Some((id, 0)),
            _ => None,
        })
        .collect();
    let positions = vec![0; module.functions.len()];
    declarations::check(module, &positions, Allow::default(), &mut findings);
    let (errors, _) = findings.into_parts();
    let mut errors = errors.into_iter();
    match errors.find(|error| error.kind() != ErrorKind::EntryPoint) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Minimum size of a file, in bytes, for which starting threads is worthwhile.
const WORTHWHILE: usize = 128 << 10;

impl Structure {
    /// Decodes the bodies of a file with this structure. Each result is the function or all of its
    /// errors.
    pub fn decode_bodies(
        &self,
        bytes: &[u8],
        options: &Options,
    ) -> Vec<Result<Function, Vec<Error>>> {
        self.map_bodies(bytes, options.jobs, |decoder, contents, body| {
            decoder.decode(contents, body)
        })
    }

    /// Checks the bodies of a file with this structure.
    ///
    /// # Errors
    ///
    /// Fails with all errors in the structure and the bodies.
    #[cfg(feature = "tools")]
    pub(crate) fn check(&self, bytes: &[u8], jobs: usize) -> Result<(), Errors> {
        let results = self.map_bodies(bytes, jobs, |decoder, contents, body| {
            decoder.check(contents, body)
        });
        let mut errors = self.errors().to_vec();
        for (body, result) in self.bodies().iter().zip(results) {
            errors.extend(self.errors_of(body, result.err()));
        }
        if errors.is_empty() {
            return Ok(());
        }
        Err(in_file_order(errors))
    }

    /// Returns the errors of a body. The list is empty if the function's type is doubtful.
    fn errors_of(&self, body: &RawBody, errors: Option<Vec<Error>>) -> Vec<Error> {
        match errors {
            Some(errors) if !self.doubts().functions.contains(&body.function.0) => errors,
            _ => Vec::new(),
        }
    }

    fn map_bodies<R: Send>(
        &self,
        bytes: &[u8],
        jobs: usize,
        decode: impl Fn(&mut BodyDecoder<'_>, &[u8], &RawBody) -> Result<R, Error> + Sync + Send,
    ) -> Vec<Result<R, Vec<Error>>> {
        let bodies = self.bodies();
        let decoder = || BodyDecoder::new(self.module(), self.block_info()).allowing(self.allow());
        let decode = |decoder: &mut BodyDecoder<'_>, body: &RawBody| {
            decode(decoder, &bytes[body.byte_range()], body)
        };
        let jobs = if bytes.len() >= WORTHWHILE { jobs } else { 1 };
        self.collect(bytes, parallel::map(bodies, jobs, decoder, decode))
    }

    /// Finds all errors of the invalid bodies, up to the maximum number of reported errors. Bodies
    /// are processed in file order.
    fn collect<R>(
        &self,
        bytes: &[u8],
        results: Vec<Result<R, Error>>,
    ) -> Vec<Result<R, Vec<Error>>> {
        let mut decoder = None;
        let mut found = 0;
        let mut all_of = |body: &RawBody, first| {
            if found > MAX_ERRORS {
                return vec![first];
            }
            let decoder = decoder.get_or_insert_with(|| {
                BodyDecoder::new(self.module(), self.block_info()).allowing(self.allow())
            });
            let errors = decoder.collect(&bytes[body.byte_range()], body, self.doubts(), first);
            found += errors.len();
            errors
        };
        let results = results.into_iter().zip(self.bodies());
        results
            .map(|(result, body)| result.map_err(|first| all_of(body, first)))
            .collect()
    }

    /// Combines the structure and the decoded bodies.
    ///
    /// # Errors
    ///
    /// Fails with all errors of both.
    pub fn into_program(
        self,
        functions: Vec<Result<Function, Vec<Error>>>,
    ) -> Result<Program, Errors> {
        let mut errors = self.errors().to_vec();
        let mut good = Vec::with_capacity(functions.len());
        for (body, function) in self.bodies().iter().zip(functions) {
            match function {
                Ok(function) => good.push(function),
                Err(more) => errors.extend(self.errors_of(body, Some(more))),
            }
        }
        let (header, module, layout) = self.into_parts();
        match header {
            Some(header) if errors.is_empty() => Ok(Program {
                header,
                module,
                functions: good,
                layout,
            }),
            _ => Err(in_file_order(errors)),
        }
    }
}

/// Returns the error for a block that is nested in one without nested blocks.
#[cold]
fn nested(header: &BlockHeader, outer: u32) -> Error {
    Error::new(
        ErrorKind::UnexpectedBlock,
        header.position,
        format!(
            "a {} block cannot contain a block of kind {}",
            block_id::name(outer),
            block_id::name(header.id)
        ),
    )
}
