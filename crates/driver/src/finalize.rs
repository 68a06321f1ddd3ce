//! The last step of building a program: legalizes an LLVM module, verifies the result and encodes
//! it.

use crate::environment::Environment;
use crate::error::Error;
use crate::link::{link_libraries, predefined};
use crate::symbols;
use crate::tools::Tools;
use pinnacle_debug::SourceInfo;
use pinnacle_legalize::file_role::{self, DEPENDENCIES, FileKind, OUTPUT_FORMAT, SO_NAME};
use pinnacle_legalize::{Exceptions, Library, legalize, legalize_with_source};
use pinnacle_llvm::{Module, bitcode};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{compress, encode, verify};
use std::path::PathBuf;

/// Maximum number of errors that are reported.
const MAX_ERRORS: usize = 20;

/// Options for finalizing a module.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The treatment of C++ exceptions.
    pub exceptions: Exceptions,
    /// True if functions and variables keep their names.
    pub keep_names: bool,
    /// Names of functions and variables that an embedder uses.
    pub exports: Vec<String>,
    /// True if the program gets its own abbreviations, which makes it smaller.
    pub compress: bool,
    /// True if source information of the module is kept for the debug file.
    pub debug_info: bool,
}

/// A finalized program.
#[derive(Clone, Debug)]
pub struct Finalized {
    /// The bytes of the `.pexe`.
    pub program: Vec<u8>,
    /// The contents of the debug file, if it was requested and the module has source information.
    pub debug: Option<Vec<u8>>,
}

/// Creates a program from a bitcode file.
///
/// # Errors
///
/// Fails if the file cannot be read, or the module uses a feature that programs cannot have.
pub fn finalize(bitcode: &[u8], options: &Options) -> Result<Finalized, Error> {
    finalize_module(read(bitcode, options.debug_info)?, options)
}

/// Creates a program from a module that is already in the stable subset, without any legalization
/// step. The module needs no `_start`.
///
/// # Errors
///
/// Fails if the file cannot be read, or the module is not in the subset.
pub fn freeze(bitcode: &[u8]) -> Result<Vec<u8>, Error> {
    freeze_module(read(bitcode, false)?)
}

/// Creates a program from a module in memory, like [`freeze`].
///
/// # Errors
///
/// Fails if the module is not in the subset.
pub fn freeze_module(module: Module) -> Result<Vec<u8>, Error> {
    let program = pinnacle_legalize::freeze(module).map_err(|errors| told(&errors))?;
    encoded(&program.in_order_of_freezer(), Entry::Optional)
}

/// Finalizes a program that refers to shared objects. These are searched for in the given folders
/// and linked in. Exceptions are handled as when the program was linked, unless the options say
/// otherwise.
///
/// # Errors
///
/// Fails with the errors of [`finalize`] and [`link_libraries`].
pub fn finalize_with_libraries(
    bitcode: &[u8],
    name: &str,
    options: &Options,
    folders: &[PathBuf],
    environment: &Environment,
) -> Result<Finalized, Error> {
    let tools = Tools::find(None, environment)?;
    let folder = tempfile::Builder::new()
        .prefix("pinnacle-finalize-")
        .tempdir_in(environment.temporary())
        .map_err(|error| {
            Error::new(format!("cannot make a folder for temporary files: {error}"))
        })?;
    let (linked, said) =
        link_libraries(bitcode, name, folders, &tools, folder.path(), &mut |_| ())?;
    let exceptions = match options.exceptions {
        Exceptions::Refuse => said,
        chosen => chosen,
    };
    finalize_linked(
        &linked,
        &Options {
            exceptions,
            ..options.clone()
        },
    )
}

/// Finalizes a module that was linked from others. The file kind of its parts, which were objects,
/// is removed, because it does not apply to the result.
///
/// # Errors
///
/// Fails with the errors of [`finalize`].
pub fn finalize_linked(bitcode: &[u8], options: &Options) -> Result<Finalized, Error> {
    let mut module = read(bitcode, options.debug_info)?;
    for name in [OUTPUT_FORMAT, SO_NAME, DEPENDENCIES] {
        module.metadata.remove_named(&module.names, name.as_bytes());
    }
    finalize_module(module, options)
}

/// Returns the treatment of exceptions in a linked program. Exceptions are caught if the program
/// was linked with the functions that catching needs.
#[must_use]
pub fn exceptions_as_linked(bitcode: &[u8]) -> Exceptions {
    let symbols = symbols::of_bitcode(bitcode).unwrap_or_default();
    exceptions_with(|name| symbols.defined.iter().any(|(defined, _)| defined == name))
}

/// Returns the treatment of exceptions in a module, like [`exceptions_as_linked`].
#[must_use]
pub fn exceptions_of_module(module: &Module) -> Exceptions {
    exceptions_with(|name| module.find_global(name.as_bytes()).is_some())
}

/// Returns the treatment of exceptions in a program, given the names that it has.
fn exceptions_with(has: impl Fn(&str) -> bool) -> Exceptions {
    if predefined::FOR_EXCEPTIONS.iter().all(|name| has(name)) {
        Exceptions::SetjmpLongjmp
    } else {
        Exceptions::None
    }
}

fn read(bitcode: &[u8], variables: bool) -> Result<Module, Error> {
    let options = bitcode::Options {
        variables,
        ..bitcode::Options::default()
    };
    bitcode::read(bitcode, &options).map_err(|error| Error::new(error.to_string()))
}

/// Returns the description of a shared object, or `None` if the module is not one.
#[must_use]
pub fn library_of(module: &Module) -> Option<Library> {
    let role = file_role::role(module);
    (role.kind == FileKind::Shared).then(|| Library {
        name: role.so_name.unwrap_or_default(),
        needed: role.dependencies,
    })
}

/// Finalizes a shared object to a module that a running program can load. The error is a text.
///
/// # Errors
///
/// Fails if the file is not a shared object, or if finalizing it fails.
pub fn finalize_library(bitcode: &[u8]) -> Result<Vec<u8>, String> {
    if !pinnacle_llvm::bitcode::is_bitcode(bitcode) {
        return Err("it is not a shared object".into());
    }
    let module = read(bitcode, false).map_err(|error| error.to_string())?;
    if library_of(&module).is_none() {
        let kind = file_role::file_kind(&module);
        return Err(format!("its kind is {kind}, expected shared"));
    }
    let options = Options {
        keep_names: true,
        ..Options::default()
    };
    let finalized = finalize_module(module, &options);
    finalized
        .map(|finalized| finalized.program)
        .map_err(|error| error.to_string())
}

/// Creates a program from a module in memory, like [`finalize()`].
///
/// # Errors
///
/// Fails if the module uses a feature that programs cannot have.
pub fn finalize_module(module: Module, options: &Options) -> Result<Finalized, Error> {
    let library = library_of(&module);
    let exceptions = match options.exceptions {
        // A library throws and catches exceptions in the same way as the program.
        Exceptions::Refuse if library.is_some() => Exceptions::SetjmpLongjmp,
        chosen => chosen,
    };
    let legalization = pinnacle_legalize::Options {
        exceptions,
        keep_names: options.keep_names,
        exports: options.exports.clone(),
        library,
        ..pinnacle_legalize::Options::default()
    };
    let (program, source) = match options.debug_info {
        true => legalize_with_source(module, &legalization),
        false => legalize(module, &legalization).map(|program| (program, SourceInfo::default())),
    }
    .map_err(|errors| told(&errors))?;
    let bytes = encoded(&program, Entry::Required)?;
    let debug = debug_file(&source, &program)?;
    if !options.compress {
        let program = bytes;
        return Ok(Finalized { program, debug });
    }
    let compressed = compress::compress(&bytes, &compress::Options::default())
        .map_err(|error| internal(vec![error.to_string()]))?;
    let program = compressed.into_owned();
    Ok(Finalized { program, debug })
}

/// Returns the debug file of a program, or `None` if nothing is known about its source.
fn debug_file(source: &SourceInfo, program: &Program) -> Result<Option<Vec<u8>>, Error> {
    if source.places.is_empty() {
        return Ok(None);
    }
    let written = pinnacle_debug::write(source, &pinnacle_debug::fingerprint(program));
    let failed = |error| Error::new(format!("cannot make the debug file: {error}"));
    written.map(Some).map_err(failed)
}

/// The need of a program for an entry point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Required,
    Optional,
}

/// Encodes a program, and verifies the result.
fn encoded(program: &Program, entry: Entry) -> Result<Vec<u8>, Error> {
    let encoding = encode::Options::default();
    let bytes =
        encode::encode(program, &encoding).map_err(|error| internal(vec![error.to_string()]))?;
    let report = verify::verify(&bytes, &verify::Options::default());
    let is_missed = |error: &pinnacle_pexe::Error| {
        entry == Entry::Required || error.kind() != pinnacle_pexe::ErrorKind::EntryPoint
    };
    let errors = report.errors.iter().filter(|error| is_missed(error));
    let errors: Vec<String> = errors.take(MAX_ERRORS).map(ToString::to_string).collect();
    match errors.is_empty() {
        true => Ok(bytes),
        false => Err(internal(errors)),
    }
}

#[cold]
fn told(errors: &pinnacle_legalize::Errors) -> Error {
    let list = errors.errors();
    let mut messages: Vec<String> = list
        .iter()
        .take(MAX_ERRORS)
        .map(ToString::to_string)
        .collect();
    let rest = list.len() - messages.len();
    if errors.more() {
        messages.push(format!("and more than {rest} other errors"));
    } else if rest > 0 {
        messages.push(format!("and {rest} other errors"));
    }
    Error::all(messages)
}

/// Returns the error for an invalid program, which is a bug in the legalization steps.
#[cold]
fn internal(messages: Vec<String>) -> Error {
    Error::all(messages).hint("the resulting program is invalid, which is a bug in Pinnacle")
}
