//! Objects and archives, read for linking.

use super::Input;
use super::resolve::Unit;
use crate::archive;
use crate::cc::options::TARGET;
use crate::error::Error;
use crate::symbols::Symbols;
use pinnacle_llvm::bitcode;
use std::fs;
use std::path::{Path, PathBuf};

/// A unit with what LLVM has to be given for it.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The units.
    pub(super) units: Vec<Unit>,
    /// Beside each of them where it is.
    pub(super) places: Vec<Place>,
}

/// Where a unit is.
#[derive(Debug)]
pub(super) enum Place {
    /// A file of its own.
    File(PathBuf),
    /// In an archive: its bytes, and the name of the member.
    Member(Vec<u8>, String),
}

/// Reads all inputs. Everything that is wrong with any of them is told.
pub(super) fn load(inputs: &[Input]) -> Result<Loaded, Error> {
    let mut loaded = Loaded::default();
    let mut wrong = Vec::new();
    for input in inputs {
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
        let place = Place::File(input.path.clone());
        match read(input.name.clone(), &bytes) {
            Ok(unit) => loaded.push(unit, place),
            Err(message) => wrong.push(message),
        }
    }
    if wrong.is_empty() {
        return Ok(loaded);
    }
    Err(Error::all(wrong))
}

impl Loaded {
    fn archive(&mut self, input: &Input, bytes: &[u8], wrong: &mut Vec<String>) {
        let folder = input.path.parent().unwrap_or(Path::new(""));
        let members = match archive::members(bytes, folder) {
            Ok(members) => members,
            Err(error) => {
                wrong.push(format!("{} is not a sound archive: {error}", input.name));
                return;
            }
        };
        for member in members {
            match read(format!("{}({})", input.name, member.name), &member.contents) {
                Ok(unit) => {
                    let optional = !input.whole;
                    let place = Place::Member(member.contents.into_owned(), member.name);
                    self.push(Unit { optional, ..unit }, place);
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

/// The symbols of a module, or the reason why it cannot be linked.
fn read(name: String, bytes: &[u8]) -> Result<Unit, String> {
    if !bitcode::is_bitcode(bytes) {
        let kind = kind_of(bytes);
        return Err(format!(
            "{name} is {kind}, and only LLVM bitcode can be linked"
        ));
    }
    let summary = bitcode::identify(bytes).map_err(|error| format!("{name}: {error}"))?;
    let triple = String::from_utf8_lossy(&summary.target_triple);
    // What was written by hand may say nothing.
    if !triple.is_empty() && !triple.starts_with("le32") {
        return Err(format!(
            "{name} was compiled for {triple}, and only what was compiled for {TARGET} can be linked"
        ));
    }
    Ok(Unit {
        name,
        symbols: Symbols::of(&summary.symbols),
        optional: false,
    })
}

/// What a file is that cannot be linked.
fn kind_of(bytes: &[u8]) -> &'static str {
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
