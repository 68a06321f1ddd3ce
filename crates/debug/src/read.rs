//! Reads debug files.

use crate::fingerprint::Fingerprint;
use crate::scopes::Variables;
use addr2line::Context;
use cpp_demangle::{DemangleOptions, Symbol};
use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};
use object::read::elf::ElfFile32;
use object::{Endianness, Object, ObjectSection, ObjectSymbol};
use self_cell::self_cell;
use std::fmt;

/// Maximum size of a debug file in bytes.
pub const MAX_SIZE: u64 = 1 << 30;

/// Maximum size in bytes of a symbol that is demangled, and of the result.
const MAX_NAME: usize = 1 << 14;

/// Maximum number of inlined calls around an instruction.
const MAX_FRAMES: usize = 64;

type Lines<'s> = Context<EndianSlice<'s, LittleEndian>>;

/// The DWARF sections with their names.
type Sections = Vec<(&'static str, Vec<u8>)>;

self_cell!(
    /// The parsed lines, and the sections that they borrow from.
    struct Dwarfs {
        owner: Sections,
        #[not_covariant]
        dependent: Lines,
    }
);

/// The reason why a debug file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The file is not an ELF file in the format of [`write()`](crate::write()).
    NotDebug,
    /// The file belongs to another program or to another version of this one.
    Stale,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::NotDebug => "the file is not a debug file of a program, or it is damaged",
            Error::Stale => "the debug file belongs to another build of the program",
        })
    }
}

impl std::error::Error for Error {}

/// The source location of an instruction or of an inlined call.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The name of the source function, demangled if it is C++.
    pub function: String,
    /// The file with its folder, or an empty string.
    pub file: String,
    /// The line, counted from 1, or 0 if it is unknown.
    pub line: u32,
    /// The column, counted from 1, or 0 if it is unknown.
    pub column: u32,
}

/// The contents of a debug file.
pub struct Symbols {
    dwarf: Dwarfs,
    /// The functions in the order of their addresses: address, size, symbol.
    functions: Vec<(u32, u32, String)>,
    fingerprint: Fingerprint,
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symbols")
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}

impl Symbols {
    /// Reads a debug file.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::NotDebug`] if the file is invalid.
    pub fn read(bytes: &[u8]) -> Result<Symbols, Error> {
        let file: ElfFile32<'_, Endianness> =
            ElfFile32::parse(bytes).map_err(|_| Error::NotDebug)?;
        let note = file.build_id().ok().flatten();
        let fingerprint = note.and_then(|note| Fingerprint::try_from(note).ok());
        let fingerprint = fingerprint.ok_or(Error::NotDebug)?;
        let sections = SECTIONS.map(|id| {
            let section = file.section_by_name(id.name());
            let data = section.and_then(|section| section.data().ok());
            (id.name(), data.unwrap_or_default().to_vec())
        });
        let dwarf = Dwarfs::try_new(sections.into(), lines)?;
        let mut functions: Vec<(u32, u32, String)> = file
            .symbols()
            .filter_map(|symbol| {
                let (address, size) = (symbol.address(), symbol.size());
                let name = String::from_utf8_lossy(symbol.name_bytes().ok()?).into_owned();
                Some((
                    u32::try_from(address).ok()?,
                    u32::try_from(size).ok()?,
                    name,
                ))
            })
            .collect();
        functions.sort();
        Ok(Symbols {
            dwarf,
            functions,
            fingerprint,
        })
    }

    /// Reads a debug file and checks that it belongs to the program with this fingerprint.
    ///
    /// # Errors
    ///
    /// Fails if the file is invalid or belongs to another program.
    pub fn read_for(bytes: &[u8], fingerprint: &Fingerprint) -> Result<Symbols, Error> {
        let symbols = Symbols::read(bytes)?;
        match symbols.fingerprint == *fingerprint {
            true => Ok(symbols),
            false => Err(Error::Stale),
        }
    }

    /// Returns the fingerprint of the program that the file belongs to.
    #[must_use]
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// Returns the symbol of the function that contains an address.
    #[must_use]
    pub fn symbol(&self, address: u32) -> Option<&str> {
        let after = self.functions.partition_point(|it| it.0 <= address);
        let (start, size, name) = self.functions.get(after.checked_sub(1)?)?;
        (address - start < *size).then_some(name)
    }

    /// Returns the functions that have symbols, in order: first address, number of instructions,
    /// symbol.
    pub fn functions(&self) -> impl Iterator<Item = (u32, u32, &str)> {
        let functions = self.functions.iter();
        functions.map(|(address, size, name)| (*address, *size, &name[..]))
    }

    /// Returns the source locations of an instruction, innermost first: its own, and those of the
    /// inlined calls around it. For a function without lines the result only has its name. It is
    /// empty if nothing is known.
    #[must_use]
    pub fn frames(&self, address: u32) -> Vec<Frame> {
        let mut found = self.dwarf.with_dependent(|_, lines| frames(lines, address));
        if found.is_empty()
            && let Some(symbol) = self.symbol(address)
        {
            found.push(Frame {
                function: demangle(symbol),
                ..Frame::default()
            });
        }
        found
    }
}

impl Symbols {
    /// Reads the variables and their types. Skips those that are invalid.
    #[must_use]
    pub fn variables(&self) -> Variables {
        let dwarf = load(self.dwarf.borrow_owner());
        dwarf.map_or_else(|_| Variables::default(), |dwarf| Variables::read(&dwarf))
    }

    /// Returns the DWARF of the file.
    pub(crate) fn dwarf(&self) -> Result<Dwarf<EndianSlice<'_, LittleEndian>>, String> {
        load(self.dwarf.borrow_owner()).map_err(|error| error.to_string())
    }

    /// Calls `visit` for each line in order, with its first address, the number of its
    /// instructions, and its location without a function.
    pub(crate) fn for_each_row(&self, visit: &mut dyn FnMut(u32, u32, Frame)) {
        self.dwarf.with_dependent(|_, lines| {
            let Ok(rows) = lines.find_location_range(0, u64::from(u32::MAX)) else {
                return;
            };
            for (address, size, location) in rows {
                let (Ok(address), Ok(size)) = (u32::try_from(address), u32::try_from(size)) else {
                    continue;
                };
                let place = Frame {
                    function: String::new(),
                    file: location.file.unwrap_or_default().to_owned(),
                    line: location.line.unwrap_or(0),
                    column: location.column.unwrap_or(0),
                };
                visit(address, size, place);
            }
        });
    }
}

/// The sections that are read.
const SECTIONS: [SectionId; 8] = [
    SectionId::DebugAbbrev,
    SectionId::DebugInfo,
    SectionId::DebugLine,
    SectionId::DebugLineStr,
    SectionId::DebugLocLists,
    SectionId::DebugRngLists,
    SectionId::DebugStr,
    SectionId::DebugAddr,
];

/// Parses the lines in these sections.
fn lines(sections: &Sections) -> Result<Lines<'_>, Error> {
    Context::from_dwarf(load(sections)?).map_err(|_| Error::NotDebug)
}

/// Parses the DWARF in these sections.
fn load(sections: &Sections) -> Result<Dwarf<EndianSlice<'_, LittleEndian>>, Error> {
    Dwarf::load(|id| {
        let found = sections.iter().find(|(name, _)| *name == id.name());
        let data = found.map_or(&[][..], |(_, data)| data);
        Ok(EndianSlice::new(data, LittleEndian))
    })
}

/// Returns the frames at an address, innermost first.
fn frames(lines: &Lines<'_>, address: u32) -> Vec<Frame> {
    let mut found = Vec::new();
    let Ok(mut frames) = lines.find_frames(address.into()).skip_all_loads() else {
        return found;
    };
    while let Ok(Some(frame)) = frames.next() {
        let location = frame.location.as_ref();
        let name = frame.function.as_ref().and_then(|it| it.raw_name().ok());
        found.push(Frame {
            function: name.map_or_else(String::new, |name| demangle(&name)),
            file: (location.and_then(|it| it.file).unwrap_or_default()).to_owned(),
            line: location.and_then(|it| it.line).unwrap_or(0),
            column: location.and_then(|it| it.column).unwrap_or(0),
        });
        if found.len() >= MAX_FRAMES {
            break;
        }
    }
    found
}

/// Returns the name of a symbol in the notation of its language.
#[must_use]
pub fn demangle(symbol: &str) -> String {
    let is_mangled = symbol.starts_with("_Z") && symbol.len() <= MAX_NAME;
    let parsed = is_mangled.then(|| Symbol::new(symbol)).and_then(Result::ok);
    let mut plain = Bounded::default();
    let options = DemangleOptions::default();
    match parsed.map(|parsed| parsed.structured_demangle(&mut plain, &options)) {
        Some(Ok(())) => plain.0,
        _ => symbol.to_owned(),
    }
}

/// A string with a maximum length. A short symbol can have a very long demangled name.
#[derive(Default)]
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > MAX_NAME {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
