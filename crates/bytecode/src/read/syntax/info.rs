//! Module info: global variables, functions, libraries, the target, sections.

use crate::error::{Error, ErrorKind};
use crate::format::{Format, FunctionWords};
use crate::model::{Convention, TypeId};
use crate::read::cursor::Cursor;

/// A part of module info.
pub(crate) enum Item<'a> {
    /// A global variable.
    Global(GlobalEntry),
    /// The end of the global variables.
    GlobalsEnd,
    /// A function: its type, and its other properties.
    Function(FunctionEntry),
    /// The end of the functions.
    FunctionsEnd,
    /// Up to this number of libraries follow; each takes at least a byte.
    Libraries(usize),
    /// The name of a library.
    Library(&'a [u8]),
    /// The target triple.
    Triple(&'a [u8]),
    /// Start of the sections and the assembly. Older releases write nothing from here on.
    Sections,
    /// The name of a section.
    Section(&'a [u8]),
    /// The assembly of the module.
    Assembly(&'a [u8]),
}

/// The list being read.
#[derive(Clone, Copy)]
enum List {
    Globals,
    Functions,
    LibraryCount,
    /// Offset of the list of libraries, the number read so far, and its length.
    Libraries(usize, u32, u32),
    SectionCount,
    /// As for libraries, for sections.
    Sections(usize, u32, u32),
    End,
}

/// Module info, read item by item. Bytes after the last item are padding or come from a later
/// version, and are ignored.
#[derive(Clone)]
pub(crate) struct ModuleInfo<'a> {
    cursor: Cursor<'a>,
    list: List,
}

impl<'a> ModuleInfo<'a> {
    /// Module info that extends from the cursor to the end of its block.
    pub(crate) fn new(cursor: Cursor<'a>) -> ModuleInfo<'a> {
        ModuleInfo {
            cursor,
            list: List::Globals,
        }
    }

    /// Position after the last item.
    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Skips the padding at the end, in formats that have it. Returns false if the block ends
    /// earlier.
    pub(crate) fn skip_padding(&mut self) -> bool {
        self.cursor.features().padded_info && self.cursor.align().is_ok()
    }

    /// Reads an item; `None` at the end.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Option<Item<'a>>, Error> {
        let cursor = &mut self.cursor;
        let features = cursor.features();
        match self.list {
            List::Globals => {
                if let Some(global) = GlobalEntry::read(cursor)? {
                    return Ok(Some(Item::Global(global)));
                }
                self.list = List::Functions;
                Ok(Some(Item::GlobalsEnd))
            }
            List::Functions => {
                if let Some(function) = FunctionEntry::read(cursor)? {
                    return Ok(Some(Item::Function(function)));
                }
                self.list = match features.libraries {
                    true => List::LibraryCount,
                    false => List::End,
                };
                Ok(Some(Item::FunctionsEnd))
            }
            List::LibraryCount => {
                let (count, head) = cursor.counted()?;
                self.list = List::Libraries(head, 0, count);
                let count = (count as usize).min(cursor.left());
                Ok(Some(Item::Libraries(count)))
            }
            List::Libraries(head, done, count) if done < count => {
                cursor.expect_item(head, done, count)?;
                self.list = List::Libraries(head, done + 1, count);
                cursor.string().map(|name| Some(Item::Library(name)))
            }
            List::Libraries(..) => {
                self.list = List::SectionCount;
                cursor.string().map(|triple| Some(Item::Triple(triple)))
            }
            List::SectionCount if features.sections && !cursor.is_at_end() => {
                let (count, head) = cursor.counted()?;
                self.list = List::Sections(head, 0, count);
                Ok(Some(Item::Sections))
            }
            List::Sections(head, done, count) if done < count => {
                cursor.expect_item(head, done, count)?;
                self.list = List::Sections(head, done + 1, count);
                cursor.string().map(|name| Some(Item::Section(name)))
            }
            List::Sections(..) if !cursor.is_at_end() => {
                self.list = List::End;
                cursor.string().map(|text| Some(Item::Assembly(text)))
            }
            List::SectionCount | List::Sections(..) | List::End => Ok(None),
        }
    }
}

/// A global variable as module info describes it.
pub(crate) struct GlobalEntry {
    /// Offset of the entry.
    pub(crate) offset: usize,
    /// The number of the type of its address.
    pub(crate) number: u32,
    pub(crate) constant: bool,
    /// The slot of the initialiser, and the offset of that number.
    pub(crate) initializer: Option<(u32, usize)>,
    /// The number of its linkage.
    pub(crate) linkage: u32,
    /// The base-2 logarithm of its alignment, plus one; 0 for none.
    pub(crate) power: u32,
    /// The number of its section, and the offset of that number.
    pub(crate) section: Option<(u32, usize)>,
    /// True if the entry has a second word, which LLVM 1.6 introduced.
    pub(crate) is_extended: bool,
}

impl GlobalEntry {
    /// Reads a global variable; `None` at the end of the list.
    fn read(cursor: &mut Cursor<'_>) -> Result<Option<GlobalEntry>, Error> {
        let offset = cursor.position();
        let word = cursor.vbr32()?;
        if word == 0 {
            return Ok(None);
        }
        let mut global = GlobalEntry {
            offset,
            number: cursor.type_of_number(word >> 5),
            constant: word & 1 != 0,
            initializer: None,
            linkage: word >> 2 & 7,
            power: 0,
            section: None,
            // The marker is a combination that cannot occur otherwise: internal linkage without an
            // initialiser.
            is_extended: cursor.features().alignments && word & 2 == 0 && word >> 2 & 7 == 3,
        };
        let mut is_initialized = word & 2 != 0;
        if global.is_extended {
            let extension = cursor.vbr32()?;
            is_initialized = extension & 1 != 0;
            global.linkage = extension >> 1 & 7;
            global.power = extension >> 4 & 31;
            global.section = section(cursor, extension & 1 << 9 != 0)?;
        }
        if is_initialized {
            let offset = cursor.position();
            global.initializer = Some((cursor.vbr32()?, offset));
        }
        Ok(Some(global))
    }
}

/// Reads the number of a section if there is one.
fn section(cursor: &mut Cursor<'_>, is_there: bool) -> Result<Option<(u32, usize)>, Error> {
    if !is_there || !cursor.features().sections {
        return Ok(None);
    }
    let offset = cursor.position();
    Ok(Some((cursor.vbr32()?, offset)))
}

/// A function as module info describes it. All formats that share version 5 are read in the same
/// way: no two of them use the same encoding for different properties.
pub(crate) struct FunctionEntry {
    /// Offset of the entry.
    pub(crate) offset: usize,
    /// The number of the type of its address.
    pub(crate) number: u32,
    /// True if the function has no block.
    pub(crate) declared: bool,
    pub(crate) convention: Convention,
    /// The base-2 logarithm of its alignment, plus one; 0 for none.
    pub(crate) power: u32,
    /// The number of its section, and the offset of that number.
    pub(crate) section: Option<(u32, usize)>,
    /// The number of the linkage. Only declarations have it here.
    pub(crate) linkage: u32,
    /// The earliest format of this version that has the data read so far.
    pub(crate) oldest: Option<Format>,
    /// True if the entry contains something that LLVM 1.5 wrote and later releases do not.
    pub(crate) newest_is_1_5: bool,
}

impl FunctionEntry {
    /// Reads a function; `None` at the end of the list.
    fn read(cursor: &mut Cursor<'_>) -> Result<Option<FunctionEntry>, Error> {
        let offset = cursor.position();
        let words = cursor.features().functions;
        let mut function = FunctionEntry {
            offset,
            number: 0,
            declared: false,
            convention: Convention::C,
            power: 0,
            section: None,
            linkage: 0,
            oldest: None,
            newest_is_1_5: false,
        };
        if words == FunctionWords::Type {
            function.number = cursor.type_number()?;
            return Ok((function.number != TypeId::VOID.0).then_some(function));
        }
        let word = cursor.vbr32()?;
        // Bit 31 announces an extension. In that case it is not part of the type number.
        function.number = match words {
            FunctionWords::Extended => word << 1 >> 6,
            _ => word >> 5,
        };
        if function.number == TypeId::VOID.0 {
            return Ok(None);
        }
        function.declared = word & 16 != 0;
        let mut plus_one = word & 15;
        if plus_one != 1 {
            function.oldest = Some(Format::Llvm15);
        }
        if words == FunctionWords::Extended && word >> 31 != 0 {
            function.oldest = Some(Format::Llvm16);
            let extension = cursor.vbr32()?;
            function.power = extension & 31;
            plus_one |= (extension >> 5 & 15) << 4;
            function.section = section(cursor, extension & 1 << 10 != 0)?;
            function.linkage = extension >> 11 & 3;
        } else if plus_one == 0 {
            function.newest_is_1_5 = true;
            let offset = cursor.position() as u64;
            let number = cursor.vbr32()?;
            function.convention = convention(number).map_err(|error| error.at(offset))?;
            return Ok(Some(function));
        }
        let number = plus_one.checked_sub(1);
        let number = number.ok_or_else(|| bad_convention(0).at(offset as u64))?;
        function.convention = convention(number)?;
        Ok(Some(function))
    }
}

/// Decodes an alignment to bytes; `None` if it is too large.
pub(crate) fn alignment(power_and_one: u32) -> Option<u32> {
    match power_and_one.checked_sub(1) {
        None => Some(0),
        Some(power @ 0..=30) => Some(1 << power),
        Some(_) => None,
    }
}

/// Converts the number of a calling convention.
pub(crate) fn convention(number: u32) -> Result<Convention, Error> {
    match u16::try_from(number) {
        Ok(number) => Ok(Convention(number)),
        Err(_) => Err(bad_convention(number)),
    }
}

#[cold]
fn bad_convention(number: u32) -> Error {
    Error::new(
        ErrorKind::BadAttribute,
        format!("unknown calling convention {number}"),
    )
}
