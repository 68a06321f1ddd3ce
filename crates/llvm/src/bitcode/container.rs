//! The outermost layer: the wrapper, the magic number, and the file's top-level blocks.

use std::ops::Range;

use pinnacle_bitstream::{BlockHeader, Event, Profile, Reader};

use super::error::{Error, ErrorKind};
use super::record::{Result, bytes};
use super::records::{IdentificationCode, StringsCode, block};

/// The limits of LLVM's bitstreams.
pub const PROFILE: Profile = Profile {
    format: "LLVM",
    max_abbreviation_width: 32,
    blobs: true,
    names_in_block_info: true,
};

const MAGIC: [u8; 4] = *b"BC\xC0\xDE";
const WRAPPER_MAGIC: u32 = 0x0B17_C0DE;

/// The parts of a file.
pub(super) struct Container<'a> {
    /// The bitcode without a wrapper. Positions count from its start.
    pub(super) bytes: &'a [u8],
    /// Number of bits in the file before `bytes`.
    pub(super) before: u64,
    pub(super) module: BlockHeader,
    pub(super) found: Found,
}

/// Contents of the top-level blocks other than the module.
#[derive(Default)]
pub(super) struct Found {
    /// The string table with the names of globals, if the module does not contain them.
    pub(super) strings: Vec<u8>,
    /// The program that wrote the file; empty if the file does not state it.
    pub(super) producer: Vec<u8>,
}

/// Returns true if a file has the signature of bitcode, with or without a wrapper.
#[must_use]
pub fn is_bitcode(file: &[u8]) -> bool {
    file.starts_with(&MAGIC) || file.starts_with(&WRAPPER_MAGIC.to_le_bytes())
}

/// Removes the wrapper: magic number, version, offset, size and processor.
fn unwrap(file: &[u8]) -> Result<(&[u8], u64)> {
    if !file.starts_with(&WRAPPER_MAGIC.to_le_bytes()) {
        return Ok((file, 0));
    }
    let word = |index: usize| {
        let word = file.get(index * 4..index * 4 + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let inner = word(2).zip(word(3)).and_then(|(offset, size)| {
        let end = offset.checked_add(size)?;
        Some((file.get(offset..end)?, offset as u64 * 8))
    });
    inner.ok_or_else(|| {
        let message = "the wrapper header places the bitcode outside of the file";
        Error::new(ErrorKind::BadWrapper, 0, message)
    })
}

/// The information in a wrapper around bitcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// Darwin's wrapper, with the processor's number in Mach-O files.
    Darwin(u32),
    /// Renderscript's wrapper.
    Renderscript {
        /// The level of Android's interface that the bitcode was compiled for.
        api_level: u32,
        /// The version of the compiler that wrote it, if the wrapper states it.
        compiler: Option<u32>,
    },
}

/// Returns the wrapper around bitcode, or `None` if there is none.
#[must_use]
pub fn wrapper(file: &[u8]) -> Option<Wrapper> {
    if !file.starts_with(&WRAPPER_MAGIC.to_le_bytes()) {
        return None;
    }
    let word = |index: usize| {
        let word = file.get(index * 4..index * 4 + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?))
    };
    // Darwin's wrapper has five words. Renderscript's continues with the version of its own header,
    // the level, an unused number, and tagged fields.
    let offset = word(2)?;
    if offset < 28 {
        return Some(Wrapper::Darwin(word(4)?));
    }
    // A tag and a length of 16 bits each.
    const COMPILER: u32 = 4 << 16 | 1;
    Some(Wrapper::Renderscript {
        api_level: word(5)?,
        compiler: (offset >= 36 && word(7)? == COMPILER)
            .then(|| word(8))
            .flatten(),
    })
}

/// The range of the bitstream in a file, after the magic number.
///
/// # Errors
///
/// Fails if the file is not bitcode, or a wrapper gives a range outside of it.
pub fn bitstream(file: &[u8]) -> Result<Range<usize>> {
    let (bytes, before) = unwrap(file)?;
    let start = (before / 8) as usize;
    if !bytes.starts_with(&MAGIC) {
        return Err(not_bitcode(before));
    }
    Ok(start + MAGIC.len()..start + bytes.len())
}

#[cold]
fn not_bitcode(position: u64) -> Error {
    let message = "the file does not begin with the magic number of bitcode";
    Error::new(ErrorKind::NotBitcode, position, message)
}

/// The contents of a block with this header.
pub(super) fn body<'a>(bytes: &'a [u8], header: &BlockHeader) -> Result<&'a [u8]> {
    let part = (header.body / 8) as usize..(header.end() / 8) as usize;
    bytes.get(part).ok_or_else(|| {
        let message = "a block is longer than the file";
        Error::new(ErrorKind::Container, header.position, message)
    })
}

/// Finds the blocks of a file.
pub(super) fn open(file: &[u8]) -> Result<Container<'_>> {
    let (bytes, before) = unwrap(file)?;
    let rest = bytes
        .strip_prefix(&MAGIC)
        .ok_or_else(|| not_bitcode(before))?;
    let found = find(bytes, rest).map_err(|error| error.behind(before))?;
    let (module, found) = found;
    Ok(Container {
        bytes,
        before,
        module,
        found,
    })
}

/// Returns true if the rest of a file is padding. Archives and wrappers pad their contents, so a
/// few bytes or zeros may be left. Fewer than eight bytes cannot contain a module.
fn is_padding(rest: &[u8]) -> bool {
    rest.len() <= 8 || rest.iter().all(|&byte| byte == 0)
}

fn find(bytes: &[u8], rest: &[u8]) -> Result<(BlockHeader, Found)> {
    let mut reader = Reader::new(rest, 4, PROFILE);
    let mut module = None;
    let mut strings = None;
    let mut producer = Vec::new();
    while let Some(rest) = bytes.get(reader.next_position().div_ceil(8) as usize..)
        && !is_padding(rest)
    {
        let Event::EnterBlock(header) = reader.next()? else {
            continue;
        };
        match header.id {
            block::MODULE if module.is_some() => {
                let message = "the file has more than one module; only files with one module can \
                               be read";
                return Err(Error::new(ErrorKind::Several, header.position, message));
            }
            block::MODULE => module = Some(header),
            // The table belongs to the modules before it.
            block::STRTAB if strings.is_none() => {
                strings = Some(string_table(&mut reader)?);
                continue;
            }
            block::IDENTIFICATION => {
                producer = identification(&mut reader)?;
                continue;
            }
            _ => {}
        }
        reader.skip_block()?;
    }
    let module = module.ok_or_else(|| {
        let message = "the file has no module";
        Error::new(ErrorKind::NoModule, 0, message)
    })?;
    let found = Found {
        strings: strings.unwrap_or_default(),
        producer,
    };
    Ok((module, found))
}

fn string_table(reader: &mut Reader<'_>) -> Result<Vec<u8>> {
    let mut strings = Vec::new();
    loop {
        match reader.next()? {
            Event::Record if StringsCode(reader.record().code) == StringsCode::BLOB => {
                strings = bytes(reader.record().operands);
            }
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::ExitBlock | Event::End => return Ok(strings),
            Event::Record | Event::DefineAbbreviation => {}
        }
    }
}

/// The program that wrote the file. The epoch next to it changes if older readers could not
/// understand a file.
fn identification(reader: &mut Reader<'_>) -> Result<Vec<u8>> {
    let mut producer = Vec::new();
    loop {
        match reader.next()? {
            Event::Record => {
                let record = reader.record();
                let code = IdentificationCode(record.code);
                if code == IdentificationCode::STRING {
                    producer = bytes(record.operands);
                }
                if let (IdentificationCode::EPOCH, Some(&epoch @ 1..)) =
                    (code, record.operands.first())
                {
                    let message = format!("the epoch of the bitcode is {epoch}, expected 0");
                    let kind = ErrorKind::UnknownVersion;
                    return Err(Error::new(kind, record.position, message));
                }
            }
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::ExitBlock | Event::End => return Ok(producer),
            Event::DefineAbbreviation => {}
        }
    }
}
