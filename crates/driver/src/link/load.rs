//! Reads objects and archives for linking.

use super::Input;
use super::Job;
use super::resolve::Unit;
use super::shared::{self, Library, Needed};
use super::wrap::Wrap;
use crate::archive;
use crate::error::Error;
use crate::symbols::Symbols;
use crate::tools::TARGET;
use pinnacle_llvm::bitcode::{self, Summary};
use pinnacle_llvm::{PrintOptions, modernize, print_with};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum size of an old module's text in bytes. A module can describe text of any size.
const MAX_TEXT: usize = 1 << 30;

/// The units, with their inputs for LLVM.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The units.
    pub(super) units: Vec<Unit>,
    /// The location of each unit, in the same order.
    pub(super) places: Vec<Place>,
    /// The shared objects among the inputs.
    direct: Vec<Library>,
    rewriting: Rewriting,
}

/// The changes that are made to modules before they are linked.
#[derive(Debug, Default)]
struct Rewriting {
    wrap: Wrap,
    typed_pointers: bool,
}

/// The location of a unit.
#[derive(Debug)]
pub(super) enum Place {
    /// A separate file.
    File(PathBuf),
    /// A member of an archive: its bytes and its name.
    Member(Vec<u8>, String),
    /// The unit is a shared object, which is not linked in.
    Elsewhere,
}

/// Reads all inputs, and the shared objects that they need. All errors are reported.
///
/// If a module has to be rewritten, `typed_pointers` is true if the tools need typed pointers.
pub(super) fn load(job: &Job, typed_pointers: bool) -> Result<Loaded, Error> {
    let mut loaded = Loaded {
        rewriting: Rewriting {
            wrap: Wrap::new(&job.wrapped),
            typed_pointers,
        },
        ..Loaded::default()
    };
    let mut wrong = Vec::new();
    for input in &job.inputs {
        let bytes = match fs::read(&input.path) {
            Ok(bytes) => bytes,
            Err(error) => {
                wrong.push(format!("cannot read {}: {error}", input.name));
                continue;
            }
        };
        if archive::is_archive(&bytes) {
            loaded.archive(input, &bytes, &mut wrong);
            continue;
        }
        match read(input.name.clone(), &bytes) {
            Ok((unit, summary)) => match Library::of(&summary, &input.path) {
                // An object that is linked from others (`-r`) cannot refer to libraries.
                Some(_) if job.relocatable => {
                    wrong.push(format!("{} is a shared object, not an object", input.name));
                }
                Some(library) => loaded.library(library),
                None => match loaded.rewriting.apply(unit, &bytes, &summary) {
                    Ok((unit, rewritten)) => {
                        let prepared = input.prepared;
                        let name = || input.path.display().to_string();
                        let place = match rewritten {
                            Some(text) => Place::Member(text, name()),
                            None => Place::File(input.path.clone()),
                        };
                        loaded.push(Unit { prepared, ..unit }, place);
                    }
                    Err(message) => wrong.push(message),
                },
            },
            Err(message) => wrong.push(message),
        }
    }
    // The dependencies of a shared object are searched for when it is used.
    if job.shared.is_none() && wrong.is_empty() {
        loaded.find_needed(&job.library_folders, &mut wrong);
    }
    if wrong.is_empty() {
        return Ok(loaded);
    }
    let error = Error::all(wrong);
    match loaded.direct.is_empty() {
        true => Err(error),
        false => Err(error.hint("-L FOLDER adds a folder to search for shared objects")),
    }
}

impl Loaded {
    /// Returns the names of the shared objects among the inputs, in order.
    pub(super) fn libraries(&self) -> Vec<String> {
        self.direct
            .iter()
            .map(|library| library.name.clone())
            .collect()
    }

    /// Returns true if a unit defines a symbol, whether or not the symbol is needed.
    pub(super) fn defines(&self, symbol: &str) -> bool {
        let mut units = self.units.iter();
        units.any(|unit| {
            let mut defined = unit.symbols.defined.iter();
            defined.any(|(name, _)| name == symbol)
        })
    }

    /// Adds a shared object from the command line, unless it was added before.
    fn library(&mut self, library: Library) {
        if self.direct.iter().all(|known| known.name != library.name) {
            self.push(unit_of(&library), Place::Elsewhere);
            self.direct.push(library);
        }
    }

    /// Finds the shared objects that the inputs need, and the dependencies of those.
    fn find_needed(&mut self, folders: &[PathBuf], wrong: &mut Vec<String>) {
        let needed: Vec<Needed<'_>> = (self.direct.iter())
            .map(|library| Needed {
                by: &library.name,
                names: &library.dependencies,
            })
            .collect();
        match shared::find_all(&needed, &self.direct, folders) {
            Ok(found) => {
                for library in found {
                    self.push(unit_of(&library), Place::Elsewhere);
                }
            }
            Err(messages) => wrong.extend(messages),
        }
    }

    fn archive(&mut self, input: &Input, bytes: &[u8], wrong: &mut Vec<String>) {
        let folder = input.path.parent().unwrap_or(Path::new(""));
        let members = match archive::members(bytes, folder) {
            Ok(members) => members,
            Err(error) => {
                wrong.push(format!("{} is a damaged archive: {error}", input.name));
                return;
            }
        };
        for member in members {
            let name = format!("{}({})", input.name, member.name);
            let found = read(name, &member.contents)
                .and_then(|(unit, summary)| self.rewriting.apply(unit, &member.contents, &summary));
            match found {
                Ok((unit, rewritten)) => {
                    let optional = !input.whole;
                    let contents = rewritten.unwrap_or_else(|| member.contents.into_owned());
                    let place = Place::Member(contents, member.name);
                    let prepared = input.prepared;
                    self.push(
                        Unit {
                            optional,
                            prepared,
                            ..unit
                        },
                        place,
                    );
                }
                Err(message) => wrong.push(message),
            }
        }
    }

    fn push(&mut self, unit: Unit, place: Place) {
        self.units.push(unit);
        self.places.push(place);
    }
}

/// Returns the part of a shared object that is visible to other modules.
fn unit_of(library: &Library) -> Unit {
    Unit {
        name: library.path.display().to_string(),
        symbols: library.symbols.clone(),
        optional: false,
        shared: true,
        prepared: false,
    }
}

/// Returns the unit and the summary of a module, or the reason why it cannot be linked.
fn read(name: String, bytes: &[u8]) -> Result<(Unit, Summary), String> {
    if !bitcode::is_bitcode(bytes) {
        let kind = kind_of(bytes);
        return Err(format!(
            "{name} is {kind}, but only LLVM bitcode can be linked"
        ));
    }
    let summary = bitcode::identify(bytes).map_err(|error| format!("{name}: {error}"))?;
    let triple = String::from_utf8_lossy(&summary.target_triple);
    // Handwritten modules may have no triple.
    if !triple.is_empty() && !triple.starts_with("le32") {
        return Err(format!(
            "{name} was compiled for {triple}, expected {TARGET}"
        ));
    }
    let unit = Unit {
        name,
        symbols: Symbols::of(&summary.symbols),
        optional: false,
        shared: false,
        prepared: false,
    };
    Ok((unit, summary))
}

impl Rewriting {
    /// Renames the symbols of a unit that are wrapped. Returns the text of its module if the text
    /// must replace the file.
    ///
    /// Current versions of `llvm-link` do not read modules of LLVM 2.0 to 2.9. The target in such a
    /// file is the machine on which it was created, so the text omits it.
    fn apply(
        &self,
        mut unit: Unit,
        bytes: &[u8],
        summary: &Summary,
    ) -> Result<(Unit, Option<Vec<u8>>), String> {
        let is_renamed = self.wrap.rename(&mut unit.symbols);
        if !summary.is_old && !is_renamed {
            return Ok((unit, None));
        }
        let name = &unit.name;
        let module = bitcode::read(bytes, &bitcode::Options::default());
        let mut module = module.map_err(|error| format!("{name}: {error}"))?;
        if summary.is_old {
            modernize(&mut module);
            module.data_layout.clear();
        }
        if is_renamed {
            self.wrap.apply(&mut module);
        }
        let options = PrintOptions {
            limit: MAX_TEXT,
            typed_pointers: self.typed_pointers && is_renamed,
            lines: is_renamed,
            summary: false,
        };
        let text = print_with(&module, &options).map_err(|error| format!("{name}: {error}"))?;
        Ok((unit, Some(text.into_bytes())))
    }
}

/// Describes the kind of a file that cannot be linked.
pub(super) fn kind_of(bytes: &[u8]) -> &'static str {
    const KINDS: &[(&[u8], &str)] = &[
        (b"\x7fELF", "an object of another machine (ELF)"),
        (b"\xcf\xfa\xed\xfe", "an object of another machine (Mach-O)"),
        (b"\xce\xfa\xed\xfe", "an object of another machine (Mach-O)"),
        (b"\0asm", "WebAssembly"),
        (b"PEXE", "a finished program (.pexe)"),
        (b"llvm", "LLVM 1.x bytecode"),
        (b"llvc", "compressed LLVM 1.x bytecode"),
    ];
    let known = KINDS.iter().find(|(magic, _)| bytes.starts_with(magic));
    match known {
        Some((_, kind)) => kind,
        None if bytes.is_empty() => "empty",
        None => "a file of an unknown kind",
    }
}
