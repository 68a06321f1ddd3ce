//! Block headers, and the blocks of modules and functions.

use super::cursor::Cursor;
use crate::error::{Error, ErrorKind, Section};
use crate::format::Features;
use std::ops::Range;

/// A block: its ID and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// Kind of the block; `None` if the format has no such block.
    pub(crate) section: Option<Section>,
    /// The block's ID.
    pub(crate) id: u32,
    offset: u32,
    start: u32,
    end: u32,
}

impl Block {
    /// Reads the header at the cursor, and moves the cursor to where the next block may begin.
    pub(crate) fn next(cursor: &mut Cursor<'_>) -> Result<Block, Error> {
        let offset = cursor.position();
        let (id, size) = if cursor.features().short_headers {
            let word = cursor.u32()?;
            (word & 31, word >> 5)
        } else {
            (cursor.u32()?, cursor.u32()?)
        };
        let section = section_of(cursor.features(), id);
        if section.is_none() && !cursor.features().short_headers {
            // Old formats reject unknown blocks.
            return Err(unknown(offset, id));
        }
        let start = cursor.position();
        if size as usize > cursor.left() {
            return Err(too_long(offset, size, cursor));
        }
        let end = start + size as usize;
        cursor.seek(end);
        cursor.align()?;
        Ok(Block {
            section,
            id,
            // Files are limited to 31 bits.
            offset: offset as u32,
            start: start as u32,
            end: end as u32,
        })
    }

    /// An empty block without a place.
    pub(crate) fn none() -> Block {
        Block {
            section: None,
            id: 0,
            offset: 0,
            start: 0,
            end: 0,
        }
    }

    /// Offset of its header.
    pub(crate) fn offset(&self) -> usize {
        self.offset as usize
    }

    /// Its content.
    pub(crate) fn content(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// A cursor on the content.
    pub(crate) fn cursor<'a>(&self, file: &'a [u8], features: &'static Features) -> Cursor<'a> {
        Cursor::new(file, self.content(), features)
    }

    /// Returns true if the block is an empty compaction table.
    pub(crate) fn is_empty_table(&self, file: &[u8]) -> bool {
        matches!(file[self.content()], [] | [0])
    }

    /// The error for a block of this kind inside `parent`.
    #[cold]
    pub(crate) fn unexpected(&self, section: Section, parent: Section) -> Error {
        Error::new(
            ErrorKind::UnexpectedBlock,
            format!("{parent} blocks cannot contain {section} blocks"),
        )
        .at(self.offset as u64)
    }
}

#[cold]
fn unknown(offset: usize, id: u32) -> Error {
    Error::new(
        ErrorKind::UnexpectedBlock,
        format!("expected a block, found the unknown kind {id}"),
    )
    .at(offset as u64)
}

#[cold]
fn too_long(offset: usize, size: u32, cursor: &Cursor<'_>) -> Error {
    Error::new(
        ErrorKind::EndOfBlock,
        format!(
            "the block's header states {size} bytes, but only {} are left in the block around it",
            cursor.left()
        ),
    )
    .at(offset as u64)
}

fn section_of(features: &Features, id: u32) -> Option<Section> {
    let blocks = &features.blocks;
    Some(match id {
        _ if id == blocks.module => Section::Module,
        _ if id == blocks.function => Section::Function,
        _ if id == blocks.constants => Section::Constants,
        _ if id == blocks.symbols => Section::Symbols,
        _ if id == blocks.module_info => Section::ModuleInfo,
        _ if id == blocks.types => Section::Types,
        _ if id == blocks.instructions => Section::Instructions,
        _ if Some(id) == blocks.basic_block => Section::BasicBlock,
        _ if Some(id) == blocks.compaction => Section::Compaction,
        _ => return None,
    })
}

/// The blocks of a module.
#[derive(Debug)]
pub(crate) struct ModuleBlocks {
    pub(crate) types: Block,
    pub(crate) info: Block,
    pub(crate) constants: Vec<Block>,
    /// Number of blocks of constants before module info. Their constants get slots before globals
    /// and functions.
    pub(crate) early_constants: usize,
    pub(crate) functions: Vec<Block>,
    pub(crate) symbols: Vec<Block>,
    /// Index of the first block of an unknown kind.
    pub(crate) unknown: Option<usize>,
}

impl ModuleBlocks {
    /// Finds the blocks without reading their content.
    pub(crate) fn find(mut cursor: Cursor<'_>) -> Result<ModuleBlocks, Error> {
        let (mut types, mut info, mut unknown) = (None, None, None);
        let mut early_constants = 0;
        let (mut constants, mut functions, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
        while !cursor.is_at_end() {
            let block = Block::next(&mut cursor)?;
            let required = match block.section {
                Some(Section::ModuleInfo | Section::Constants) if types.is_none() => {
                    Some(Section::Types)
                }
                Some(Section::Function | Section::Symbols) if info.is_none() => {
                    Some(Section::ModuleInfo)
                }
                _ => None,
            };
            if let Some(required) = required {
                return Err(missing(required, block.offset()));
            }
            match block.section {
                Some(Section::Types) => set_once(&mut types, block)?,
                Some(Section::ModuleInfo) => set_once(&mut info, block)?,
                Some(Section::Constants) => {
                    early_constants += usize::from(info.is_none());
                    constants.push(block);
                }
                Some(Section::Function) => functions.push(block),
                Some(Section::Symbols) => symbols.push(block),
                Some(section) => return Err(block.unexpected(section, Section::Module)),
                None => {
                    unknown.get_or_insert(block.offset());
                }
            }
        }
        let end = cursor.end();
        Ok(ModuleBlocks {
            types: types.ok_or_else(|| missing(Section::Types, end))?,
            info: info.ok_or_else(|| missing(Section::ModuleInfo, end))?,
            constants,
            early_constants,
            functions,
            symbols,
            unknown,
        })
    }
}

fn set_once(place: &mut Option<Block>, block: Block) -> Result<(), Error> {
    match place {
        None => {
            *place = Some(block);
            Ok(())
        }
        Some(first) => Err(Error::new(
            ErrorKind::DuplicateBlock,
            format!(
                "a module can have only one block of this kind, but there is another at byte {}",
                first.offset
            ),
        )
        .at(block.offset() as u64)),
    }
}

#[cold]
fn missing(section: Section, offset: usize) -> Error {
    Error::new(
        ErrorKind::MissingBlock,
        format!("expected the {section} block before this"),
    )
    .at(offset as u64)
}
