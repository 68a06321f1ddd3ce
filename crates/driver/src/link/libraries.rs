//! Links shared objects into a program that refers to them, when it is finalized or run.
//!
//! The program and all its libraries become one module. `llvm-link` gets the last library first and
//! lets earlier ones override its symbols. This is interposition as in ELF, including calls within
//! a library. The priorities of constructors are changed so that those of a library run after those
//! of the libraries that it needs. Destructors run in the opposite order.

use super::exports;
use super::role::EXCEPTIONS;
use super::run;
use super::shared::{self, Library, Needed};
use crate::command::Command;
use crate::error::Error;
use crate::tools::Tools;
use pinnacle_legalize::Exceptions;
use pinnacle_legalize::file_role::{self, FileKind};
use pinnacle_llvm::{
    ConstantId, ConstantKind, GlobalId, GlobalKind, Linkage, Module, bitcode, print,
};
use std::fs;
use std::path::{Path, PathBuf};

/// The lists of constructors and destructors.
const LISTS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// The number of priorities that each library gets.
const PRIORITIES: u64 = 1 << 16;

/// Returns true if a file is a program that refers to shared objects.
#[must_use]
pub fn needs_libraries(file: &[u8]) -> bool {
    bitcode::is_bitcode(file)
        && bitcode::identify(file).is_ok_and(|summary| {
            let role = file_role::role_of_summary(&summary);
            role.kind == FileKind::Executable && !role.dependencies.is_empty()
        })
}

/// Links the shared objects that a program refers to, and those that they need, into the program.
/// Returns the module, and the treatment of exceptions that was chosen when the program was linked.
///
/// # Errors
///
/// Fails if a library is not found or is not a shared object, a symbol is undefined, or a tool
/// fails.
pub fn link_libraries(
    program: &[u8],
    name: &str,
    folders: &[PathBuf],
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<(Vec<u8>, Exceptions), Error> {
    let wrong = |error: bitcode::Error| Error::new(format!("{name}: {error}"));
    let summary = bitcode::identify(program).map_err(wrong)?;
    let role = file_role::role_of_summary(&summary);
    let names: Vec<String> = (role.dependencies.iter())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    let needed = [Needed {
        by: name,
        names: &names,
    }];
    let libraries = shared::find_all(&needed, &[], folders).map_err(|messages| {
        Error::all(messages).hint("-L FOLDER adds a folder to search for shared objects")
    })?;
    let exceptions = match summary.text(EXCEPTIONS.as_bytes()) {
        Some(b"none") => Exceptions::None,
        Some(b"sjlj") => Exceptions::SetjmpLongjmp,
        _ => Exceptions::Refuse,
    };
    let mut files = prepare(program, name, &libraries, folder)?;
    if exports::lacks_table(&summary.symbols) {
        let shown = (libraries.iter()).map(|library| library.name.clone());
        let shown: Vec<String> = shown.collect();
        let mut symbols = Vec::new();
        for library in &libraries {
            let bytes = fs::read(&library.path);
            let found = bytes.ok().and_then(|bytes| bitcode::symbols(&bytes).ok());
            symbols.extend(found.unwrap_or_default());
        }
        symbols.extend(summary.symbols.iter().cloned());
        let path = folder.join("exports.ll");
        fs::write(
            &path,
            exports::text(exports::visible(&symbols), None, &shown),
        )
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
        // This file only declares symbols that others define. It is linked first.
        files.push(path);
    }
    let linked = folder.join("with-libraries.bc");
    let mut command = Command::new(tools.tool("llvm-link")?);
    command.argument("--suppress-warnings");
    for (index, file) in files.iter().rev().enumerate() {
        if index == 0 {
            command.argument(file);
        } else {
            let mut option = std::ffi::OsString::from("--override=");
            option.push(file);
            command.argument(option);
        }
    }
    command.argument("-o").argument(&linked);
    tell(&command);
    run(&command)?;
    let bytes = fs::read(&linked)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", linked.display())))?;
    Ok((bytes, exceptions))
}

/// Writes the program and its libraries as inputs for `llvm-link`, in order of precedence.
fn prepare(
    program: &[u8],
    name: &str,
    libraries: &[Library],
    folder: &Path,
) -> Result<Vec<PathBuf>, Error> {
    let mut ranks = vec![0; libraries.len()];
    for (rank, index) in shared::initialization_order(libraries)
        .into_iter()
        .enumerate()
    {
        ranks[index] = rank as u64;
    }
    let write = |bytes: &[u8], name: &str, rank: u64, number: usize| -> Result<PathBuf, Error> {
        let wrong = |error: bitcode::Error| Error::new(format!("{name}: {error}"));
        let mut module = bitcode::read(bytes, &bitcode::Options::default()).map_err(wrong)?;
        prepare_module(&mut module, rank);
        let path = folder.join(format!("{number}.ll"));
        let text = print(&module);
        fs::write(&path, text)
            .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    };
    let mut files = vec![write(program, name, libraries.len() as u64, 0)?];
    for (number, (library, rank)) in libraries.iter().zip(ranks).enumerate() {
        let name = library.path.display().to_string();
        let bytes = fs::read(&library.path)
            .map_err(|error| Error::new(format!("cannot read {name}: {error}")))?;
        files.push(write(&bytes, &name, rank, number + 1)?);
    }
    Ok(files)
}

/// Removes properties that prevent definitions from being overridden, and gives the constructors of
/// the module their place among all constructors.
fn prepare_module(module: &mut Module, rank: u64) {
    module.comdats.clear();
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        let global = module.global_mut(id);
        global.comdat = None;
        global.dso_local = false;
        global.linkage = match global.linkage {
            // The first module in the link would drop definitions that only other modules use.
            Linkage::LinkOnceAny => Linkage::WeakAny,
            Linkage::LinkOnceOdr => Linkage::WeakOdr,
            other => other,
        };
    }
    for name in LISTS {
        if let Some(list) = module.find_global(name) {
            raise_priorities(module, list, rank * PRIORITIES);
        }
    }
}

/// Adds to the priorities in a list of functions. Errors in a list are reported when the program is
/// finalised.
fn raise_priorities(module: &mut Module, list: GlobalId, by: u64) {
    let GlobalKind::Variable {
        initializer: Some(initializer),
        ..
    } = module.global(list).kind
    else {
        return;
    };
    let elements = parts(module, initializer);
    let mut raised = Vec::with_capacity(elements.len());
    for element in elements {
        let mut fields = parts(module, element);
        if let Some(&priority) = fields.first()
            && let ConstantKind::Bits(bits) = module.constants.get(priority).kind
        {
            fields[0] = module.int(32, by + bits.min(PRIORITIES - 1));
            let ty = module.constants.get(element).ty;
            raised.push(module.constants.aggregate(ty, &fields));
        } else {
            raised.push(element);
        }
    }
    if raised.is_empty() {
        return;
    }
    let ty = module.constants.get(initializer).ty;
    let made = module.constants.aggregate(ty, &raised);
    if let GlobalKind::Variable { initializer, .. } = &mut module.global_mut(list).kind {
        *initializer = Some(made);
    }
}

/// Returns the parts of an aggregate constant; empty for others.
fn parts(module: &Module, constant: ConstantId) -> Vec<ConstantId> {
    match module.constants.get(constant).kind {
        ConstantKind::Aggregate(list) => module.constants.list(list).to_vec(),
        _ => Vec::new(),
    }
}
