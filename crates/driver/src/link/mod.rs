//! Linking: objects and archives into one module.
//!
//! [`resolve`](resolve::resolve) finds out which members of archives are needed.
//! They are written into a temporary folder, and `llvm-link` makes one module of
//! everything. `opt` then optimises it as a whole, where that was asked for. It
//! is told not to invent calls of library functions; where it makes an intrinsic
//! nevertheless that needs a function which is not there, everything is done
//! again with that function.

mod load;
pub mod predefined;
pub mod resolve;

use crate::command::Command;
use crate::error::Error;
use crate::symbols;
use crate::tools::Tools;
use load::{Loaded, Place};
use resolve::{Resolution, Unit};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How many times a program is linked at most, until no function is missing.
const ROUNDS: u32 = 4;

/// How many users of an undefined symbol are named.
const USERS: usize = 3;

/// A file that is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// What people know it by.
    pub name: String,
    /// Whether all members are taken, if it is an archive.
    pub whole: bool,
}

/// What is linked, and how.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// Objects and archives, in their order.
    pub inputs: Vec<Input>,
    /// Names that have to be defined.
    pub roots: Vec<String>,
    /// Names that must remain, of those that are defined.
    pub kept: Vec<String>,
    /// How much is optimised as a whole: `1`, `2`, `3`, `s`, `z`; not at all
    /// without.
    pub optimization: Option<String>,
    /// Whether undefined symbols are allowed, and everything stays visible: the
    /// result is an object again.
    pub relocatable: bool,
}

/// Links and optimises. Gives the file with the module, which is in the folder.
///
/// Commands are given to `tell` before they are run.
///
/// # Errors
///
/// If an input cannot be read, symbols are undefined or defined twice, or a tool
/// fails.
pub fn link(
    job: &Job,
    tools: &Tools,
    folder: &Path,
    tell: &mut dyn FnMut(&Command),
) -> Result<PathBuf, Error> {
    let loaded = load::load(&job.inputs)?;
    let mut roots = job.roots.clone();
    let mut round = 1;
    loop {
        let resolution = resolve::resolve(&loaded.units, &roots);
        check(&loaded.units, &resolution, job.relocatable)?;
        let files = extract(&loaded, &resolution, folder)?;
        let linked = folder.join("linked.bc");
        let command = link_command(tools, &files, &linked)?;
        tell(&command);
        run(&command)?;
        let Some(level) = job.optimization.as_ref().filter(|_| !job.relocatable) else {
            return Ok(linked);
        };
        let kept = still_there(&loaded.units, &resolution, &job.kept);
        let optimized = folder.join("optimized.bc");
        let command = optimize_command(tools, &linked, &optimized, level, &kept)?;
        tell(&command);
        run(&command)?;
        let missing = missing_in(&optimized)?;
        if missing.is_empty() || round >= ROUNDS {
            return Ok(optimized);
        }
        roots.extend(missing);
        round += 1;
    }
}

/// The command that makes one module of several.
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

/// The command that optimises a module.
pub(crate) fn optimize_command(
    tools: &Tools,
    input: &Path,
    output: &Path,
    level: &str,
    kept: &[String],
) -> Result<Command, Error> {
    let mut command = Command::new(tools.tool("opt")?);
    command.argument(format!(
        "--passes=internalize,globaldce,default<O{level}>,globaldce"
    ));
    command.argument(format!("--internalize-public-api-list={}", kept.join(",")));
    command.arguments([
        "--disable-simplify-libcalls",
        "--vectorize-loops=false",
        "--vectorize-slp=false",
        "--replexitval=never",
    ]);
    command.argument(input).argument("-o").argument(output);
    Ok(command)
}

/// Tells undefined symbols and those that are defined twice.
fn check(units: &[Unit], resolution: &Resolution, relocatable: bool) -> Result<(), Error> {
    let names = |list: &[usize]| -> Vec<&str> {
        list.iter().map(|&index| &units[index].name[..]).collect()
    };
    let mut wrong = Vec::new();
    for (symbol, definers) in &resolution.duplicate {
        let definers = names(definers).join(" and in ");
        wrong.push(format!("{symbol} is defined in {definers}"));
    }
    for (symbol, users) in resolution.undefined.iter().filter(|_| !relocatable) {
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
            "what C++ needs is linked by `pinnacle c++` or with -lstdc++; the sysroot may have \
             been built without libc++: see `pinnacle sysroot build --help`",
        ));
    }
    Err(error)
}

/// The files of the units that were chosen; members of archives become files.
fn extract(loaded: &Loaded, resolution: &Resolution, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::with_capacity(resolution.units.len());
    for &index in &resolution.units {
        files.push(match &loaded.places[index] {
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

/// Those of the names that a unit of the program defines, in their order.
fn still_there(units: &[Unit], resolution: &Resolution, names: &[String]) -> Vec<String> {
    let defined: HashSet<&str> = resolution
        .units
        .iter()
        .flat_map(|&index| &units[index].symbols.defined)
        .map(|(name, _)| &name[..])
        .collect();
    let there = names.iter().filter(|name| defined.contains(&name[..]));
    there.cloned().collect()
}

/// What a module needs that neither it nor finalising defines.
fn missing_in(path: &Path) -> Result<Vec<String>, Error> {
    let tell = |message: String| Error::new(format!("the optimised module: {message}"));
    let bytes = fs::read(path).map_err(|error| tell(error.to_string()))?;
    let symbols = symbols::of_bitcode(&bytes).map_err(|error| tell(error.to_string()))?;
    let defined: HashSet<&str> = symbols.defined.iter().map(|(name, _)| &name[..]).collect();
    let missing = |name: &&String| !defined.contains(&name[..]) && !predefined::is_predefined(name);
    Ok(symbols.undefined.iter().filter(missing).cloned().collect())
}

/// Runs a tool. What it says is passed on, but for the remark that there is no
/// code generator for the target, which nobody wants.
fn run(command: &Command) -> Result<(), Error> {
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    for line in said.lines() {
        if !line.contains("failed to create target machine") {
            eprintln!("{line}");
        }
    }
    if output.status.success() {
        return Ok(());
    }
    let error = command.failed(output.status);
    if said.contains("Producer:") {
        return Err(error.hint(
            "an object was made by a later release than that of these tools; a sysroot for them is \
             made with `pinnacle sysroot build --clang`",
        ));
    }
    Err(error)
}
