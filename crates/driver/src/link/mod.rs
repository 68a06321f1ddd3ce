//! Links objects and archives to one module.
//!
//! [`resolve`](resolve::resolve) determines which members of archives are needed. They are written
//! to a temporary folder, and `llvm-link` combines everything into one module. `opt` then optimises
//! the module as a whole, if requested. An option keeps `opt` from inserting calls of library
//! functions. If it still inserts an intrinsic that needs a missing function, the link is repeated
//! with that function.
//!
//! The C++ library is large, and was optimised when the sysroot was built. A program that uses it
//! is optimised without it: symbols that the sysroot's libraries need or also define stay visible,
//! and the libraries are linked to the result.
//!
//! Vectorising comes last, if it was requested, since inlining gives loops their final form.

mod apart;
mod exports;
mod libraries;
mod load;
pub mod predefined;
mod quoted;
pub mod resolve;
pub(crate) mod role;
mod shared;
mod vectorize;
mod wrap;

pub use libraries::{link_libraries, needs_libraries};
pub use vectorize::Vectorizers;
use vectorize::WITHOUT_TARGET;
pub(crate) use vectorize::plan as plan_vectorizing;

use crate::command::Command;
use crate::error::Error;
use crate::symbols;
use crate::tools::Tools;
use apart::Apart;
use load::{Loaded, Place};
use pinnacle_legalize::Exceptions;
use pinnacle_llvm::bitcode;
use resolve::{Resolution, Unit};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of times that the link is repeated because of missing functions.
const ROUNDS: u32 = 4;

/// The first release of LLVM whose tools can read opaque pointers.
pub(crate) const OPAQUE_POINTERS: u32 = 15;

/// Maximum number of files that are named as users of an undefined symbol.
const USERS: usize = 3;

/// Maximum size in bytes of a list of names on a command line; systems allow 128 KiB.
const MAX_LIST: usize = 64 << 10;

/// A file that is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Path of the file.
    pub path: PathBuf,
    /// The name that the user knows.
    pub name: String,
    /// True if all members of an archive are linked.
    pub whole: bool,
    /// True if the file belongs to the sysroot and was optimised when the sysroot was built.
    pub prepared: bool,
}

/// The inputs to link, and the options.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// Objects and archives, in order.
    pub inputs: Vec<Input>,
    /// The start code for a reactor. It replaces the first input if no unit defines `main`.
    pub reactor: Option<Input>,
    /// Symbols whose uses are replaced with `__wrap_SYMBOL`, and to which `__real_SYMBOL` refers.
    pub wrapped: Vec<String>,
    /// Names that must be defined.
    pub roots: Vec<String>,
    /// Names of defined symbols that must be kept.
    pub kept: Vec<String>,
    /// The optimisation level for the whole program: `1`, `2`, `3`, `s`, `z`. `None` means no
    /// optimisation.
    pub optimization: Option<String>,
    /// The vectorisers that run on the whole program, if it is optimised.
    pub vectorizers: Vectorizers,
    /// True if only code that does not belong to the sysroot is optimised.
    pub only_own: bool,
    /// True if the result is an object: undefined symbols are allowed, and all symbols stay
    /// visible.
    pub relocatable: bool,
    /// True if libraries that the program loads can use all its symbols.
    pub export_dynamic: bool,
    /// The name of the library, if the result is a shared object.
    pub shared: Option<String>,
    /// The folders that are searched for shared objects that others need.
    pub library_folders: Vec<PathBuf>,
    /// The treatment of exceptions in a program that is finalized later.
    pub exceptions: Exceptions,
}

impl Job {
    /// Returns true if the linked module is vectorised: not if it is an object again.
    pub(crate) fn vectorizes(&self) -> bool {
        self.vectorizers.any() && self.optimization.is_some() && !self.relocatable
    }
}

/// The result of linking.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The file with the module.
    pub module: PathBuf,
    /// The shared objects that the module refers to. Finalizing links them in.
    pub libraries: Vec<String>,
    /// Names that are kept for embedders, in addition to the requested exports.
    pub exports: Vec<String>,
}

/// The function that the start code of a reactor calls at its end.
pub(crate) const FINISH: &str = "_finish";

/// Links and optimises the inputs. The file with the resulting module is in `folder`.
///
/// Each command is passed to `tell` before it runs.
///
/// # Errors
///
/// Fails if an input cannot be read, a symbol is undefined or defined twice, or a tool fails.
pub fn link(
    job: &Job,
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<Linked, Error> {
    let typed_pointers = tools.release() < OPAQUE_POINTERS;
    let loaded = load::load(job, typed_pointers)?;
    let Some(reactor) = job.reactor.as_ref().filter(|_| !loaded.defines("main")) else {
        return link_loaded(job, loaded, tools, folder, tell);
    };
    let mut job = job.clone();
    if let Some(start) = job.inputs.first_mut() {
        *start = reactor.clone();
    }
    job.roots.push(FINISH.to_owned());
    job.kept.push(FINISH.to_owned());
    let loaded = load::load(&job, typed_pointers)?;
    let linked = link_loaded(&job, loaded, tools, folder, tell)?;
    Ok(Linked {
        exports: vec![FINISH.to_owned()],
        ..linked
    })
}

/// Links units that have been read.
fn link_loaded(
    job: &Job,
    mut loaded: Loaded,
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<Linked, Error> {
    let libraries = loaded.libraries();
    let role = role::write(job, &libraries, folder)?;
    let is_open = job.relocatable || job.shared.is_some();
    let mut roots = job.roots.clone();
    let mut round = 1;
    let mut shown = None;
    loop {
        let mut resolution = resolve::resolve(&loaded.units, &roots);
        if !is_open && exports::are_used(&loaded.units, &resolution) {
            exports::take_standard(&mut loaded.units, &resolution);
            resolution = resolve::resolve(&loaded.units, &roots);
            let units = &loaded.units;
            shown = Some(exports::names(units, &resolution, job.export_dynamic));
        }
        let done = |module, tell: &mut dyn FnMut(&Command)| {
            let module = vectorized(job, module, tools, folder, tell)?;
            let module = match &shown {
                Some(names) if libraries.is_empty() => {
                    with_exports(module, names, tools, folder, tell)?
                }
                _ => module,
            };
            let libraries = libraries.clone();
            Ok(Linked {
                module,
                libraries,
                exports: Vec::new(),
            })
        };
        check(&loaded.units, &resolution, is_open)?;
        let level = job.optimization.as_deref();
        let kept = [&job.kept[..], shown.as_deref().unwrap_or_default()].concat();
        let is_apart = job.only_own || shown.is_some();
        let apart = is_apart.then(|| Apart::of(&kept, &loaded, &resolution));
        let apart = apart.flatten();
        if let (Some(apart), Some(level), None, false) = (apart, level, &role, is_open) {
            let module = apart.link(level, tools, folder, tell)?;
            let missing = missing_in(&module, &loaded.units)?;
            if missing.is_empty() || round >= ROUNDS {
                return done(module, tell);
            }
            roots.extend(missing);
            round += 1;
            continue;
        }
        let mut files: Vec<PathBuf> = role.iter().cloned().collect();
        files.extend(extract(&loaded, &resolution.units, folder)?);
        let linked = folder.join("linked.bc");
        let command = link_command(tools, &files, &linked)?;
        tell(&command);
        run(&command)?;
        if job.relocatable || (level.is_none() && job.shared.is_none()) {
            return done(linked, tell);
        }
        let kept = match job.shared {
            Some(_) => visible_in(&linked)?,
            None => still_there(&loaded.units, &resolution.units, &kept),
        };
        let optimized = folder.join("optimized.bc");
        let list = write_list(&kept, folder)?;
        let public = list.as_deref().map_or(Public::Names(&kept), Public::In);
        let command = optimize_command(tools, &linked, &optimized, level, public)?;
        tell(&command);
        run(&command)?;
        if is_open {
            return done(optimized, tell);
        }
        let missing = missing_in(&optimized, &loaded.units)?;
        if missing.is_empty() || round >= ROUNDS {
            return done(optimized, tell);
        }
        roots.extend(missing);
        round += 1;
    }
}

/// Vectorises a linked module if the job asks for it.
fn vectorized(
    job: &Job,
    module: PathBuf,
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<PathBuf, Error> {
    if !job.vectorizes() {
        return Ok(module);
    }
    let vectorizing = vectorize::plan(job.vectorizers, tools, &module, folder)?;
    let [vectorize, restore] = &vectorizing.commands;
    tell(vectorize);
    vectorize::check(&messages_of(vectorize)?, tools)?;
    tell(restore);
    run(restore)?;
    Ok(vectorizing.module)
}

/// The symbols of a module that are visible to others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Public<'a> {
    /// These names.
    Names(&'a [String]),
    /// The names in a file.
    In(&'a Path),
}

/// Returns the command that combines several modules into one.
pub(crate) fn link_command(
    tools: &Tools,
    files: &[PathBuf],
    output: &Path,
) -> Result<Command, Error> {
    let mut command = Command::new(tools.tool("llvm-link")?);
    command.argument("--suppress-warnings");
    command.arguments(files).argument("-o").argument(output);
    Ok(command)
}

/// Returns the command that optimises a module.
pub(crate) fn optimize_command(
    tools: &Tools,
    input: &Path,
    output: &Path,
    level: Option<&str>,
    public: Public<'_>,
) -> Result<Command, Error> {
    let mut command = Command::new(tools.tool("opt")?);
    command.argument(match level {
        Some(level) => format!("--passes=internalize,globaldce,default<O{level}>,globaldce"),
        None => "--passes=internalize,globaldce".into(),
    });
    match public {
        Public::Names(names) => {
            let names = names.join(",");
            command.argument(format!("--internalize-public-api-list={names}"))
        }
        Public::In(file) => {
            let mut option = OsString::from("--internalize-public-api-file=");
            option.push(file);
            command.argument(option)
        }
    };
    command.arguments([
        "--disable-simplify-libcalls",
        "--vectorize-loops=false",
        "--vectorize-slp=false",
        "--replexitval=never",
    ]);
    command.argument(input).argument("-o").argument(output);
    Ok(command)
}

/// Reports undefined symbols and duplicate definitions.
fn check(units: &[Unit], resolution: &Resolution, is_open: bool) -> Result<(), Error> {
    let names = |list: &[usize]| -> Vec<&str> {
        list.iter().map(|&index| &units[index].name[..]).collect()
    };
    let mut wrong = Vec::new();
    for (symbol, definers) in &resolution.duplicate {
        let definers = names(definers).join(" and in ");
        wrong.push(format!("{symbol} is defined in {definers}"));
    }
    for (symbol, users) in resolution.undefined.iter().filter(|_| !is_open) {
        let shown = &users[..users.len().min(USERS)];
        let mut message = format!("{symbol} is not defined anywhere");
        if !shown.is_empty() {
            message += &format!(", and needed by {}", names(shown).join(", "));
        }
        if users.len() > shown.len() {
            message += &format!(" and {} more", users.len() - shown.len());
        }
        wrong.push(message);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let of_cxx = |(symbol, _): &(String, _)| {
        ["_Z", "__cxa_", "__gxx_"]
            .iter()
            .any(|prefix| symbol.starts_with(prefix))
    };
    let error = Error::all(wrong);
    if resolution.undefined.iter().any(of_cxx) {
        return Err(error.hint(
            "link C++ with `pinnacle c++` or -lstdc++; the sysroot may have \
             been built without libc++: see `pinnacle sysroot build --help`",
        ));
    }
    Err(error)
}

/// Returns the files of some units. Members of archives are written to files.
fn extract(loaded: &Loaded, units: &[usize], folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::with_capacity(units.len());
    for &index in units {
        files.push(match &loaded.places[index] {
            Place::Elsewhere => continue,
            Place::File(path) => path.clone(),
            Place::Member(contents, name) => {
                let name = Path::new(name).file_name().unwrap_or_default();
                let mut file = std::ffi::OsString::from(format!("{index}-"));
                file.push(name);
                let path = folder.join(file);
                fs::write(&path, contents).map_err(|error| {
                    Error::new(format!("cannot write {}: {error}", path.display()))
                })?;
                path
            }
        });
    }
    Ok(files)
}

/// Adds the table of symbols that loaded libraries can use.
fn with_exports(
    module: PathBuf,
    names: &[String],
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<PathBuf, Error> {
    let bytes = read_module(&module)?;
    let symbols = bitcode::symbols(&bytes).map_err(|error| wrong_module(&error.to_string()))?;
    if !exports::lacks_table(&symbols) {
        return Ok(module);
    }
    let names: HashSet<String> = names.iter().cloned().collect();
    let text = exports::text(exports::visible(&symbols), Some(&names), &[]);
    let path = folder.join("exports.ll");
    fs::write(&path, text)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    let whole = folder.join("with-exports.bc");
    let command = link_command(tools, &[module, path], &whole)?;
    tell(&command);
    run(&command)?;
    Ok(whole)
}

/// Returns those of the names that a chosen unit defines, in order, and the names that shared
/// objects use from the program or also define.
fn still_there(units: &[Unit], chosen: &[usize], names: &[String]) -> Vec<String> {
    let taken = || chosen.iter().map(|&index| &units[index]);
    let defined: HashSet<&str> = taken()
        .filter(|unit| !unit.shared)
        .flat_map(|unit| &unit.symbols.defined)
        .map(|(name, _)| &name[..])
        .collect();
    let mentioned = taken().filter(|unit| unit.shared).flat_map(|unit| {
        let defined = unit.symbols.defined.iter().map(|(name, _)| name);
        let used = unit.symbols.undefined.iter();
        defined.chain(used).chain(&unit.symbols.optional)
    });
    let mut seen = HashSet::new();
    let there = names.iter().chain(mentioned);
    let there = there.filter(|name| defined.contains(&name[..]) && seen.insert(&name[..]));
    there.cloned().collect()
}

/// Returns the symbols that a module defines and that are visible to others.
fn visible_in(path: &Path) -> Result<Vec<String>, Error> {
    let bytes = read_module(path)?;
    let symbols = bitcode::symbols(&bytes).map_err(|error| wrong_module(&error.to_string()))?;
    let names =
        exports::visible(&symbols).map(|symbol| String::from_utf8_lossy(&symbol.name).into_owned());
    Ok(names.collect())
}

/// Writes names to a file if they are too many for a command line.
fn write_list(names: &[String], folder: &Path) -> Result<Option<PathBuf>, Error> {
    let length: usize = names.iter().map(|name| name.len() + 1).sum();
    if length <= MAX_LIST && !names.is_empty() {
        return Ok(None);
    }
    let path = folder.join("public");
    fs::write(&path, names.join("\n"))
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(Some(path))
}

/// Returns the symbols that a module needs but that are not defined in it, by finalizing, or in a
/// shared object.
fn missing_in(path: &Path, units: &[Unit]) -> Result<Vec<String>, Error> {
    let bytes = read_module(path)?;
    let symbols = symbols::of_bitcode(&bytes).map_err(|error| wrong_module(&error.to_string()))?;
    let libraries = units.iter().filter(|unit| unit.shared);
    let elsewhere = libraries.flat_map(|unit| &unit.symbols.defined);
    let defined: HashSet<&str> = (symbols.defined.iter().chain(elsewhere))
        .map(|(name, _)| &name[..])
        .collect();
    let missing = |name: &&String| !defined.contains(&name[..]) && !predefined::is_predefined(name);
    Ok(symbols.undefined.iter().filter(missing).cloned().collect())
}

/// Reads a module that a tool has written.
fn read_module(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| wrong_module(&error.to_string()))
}

/// Returns the error for an invalid module that a tool has written.
fn wrong_module(message: &str) -> Error {
    Error::new(format!("the optimised module: {message}"))
}

/// Runs a tool, and prints its messages.
fn run(command: &Command) -> Result<(), Error> {
    messages_of(command).map(drop)
}

/// Runs a tool, and prints and returns its messages. The warning that programs have no back end is
/// not printed.
fn messages_of(command: &Command) -> Result<String, Error> {
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    for line in said.lines() {
        if !line.contains(WITHOUT_TARGET) {
            eprintln!("{line}");
        }
    }
    if output.status.success() {
        return Ok(said.into_owned());
    }
    let error = command.failed(output.status);
    if said.contains("Producer:") {
        return Err(error.hint(
            "an object was made by a later LLVM release than these tools; `pinnacle sysroot build \
             --clang` builds a sysroot for them",
        ));
    }
    Err(error)
}
