//! Stores the parts of a file that its decoded program lacks.

use super::HEADER;
use super::packing::{Own, Packing, Policy, Selector};
use crate::construct::{SymbolConstruct, block_id};
use crate::error::Error;
use crate::header::Header;
use crate::limits::PROFILE;
use pinnacle_bitstream::{Abbreviation, BlockHeader, Event, Reader};
use std::borrow::Cow;
use std::sync::Arc;

/// The parts of a file that have no meaning. Decoding omits them, and encoding can restore them:
/// the bytes of the header, the order of the symbols, and the abbreviations.
///
/// The default is for a program that was built in memory.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    header: Option<Vec<u8>>,
    /// The absolute indices of the values with names, in the order of the symbol table.
    symbols: Vec<u32>,
    /// The definitions in the abbreviations block; see [`Packing::info`].
    info: Vec<(u32, Vec<Arc<Abbreviation>>)>,
    version_last: bool,
    /// For the module block and the blocks directly in it, by block ID: the width of abbreviation
    /// indices, and the abbreviations that the block itself defines.
    blocks: Vec<(u32, Own)>,
    /// The function blocks that define abbreviations, by index.
    functions: Vec<(usize, Own)>,
}

impl Origin {
    /// Reads the origin of a file that can be decoded. In function blocks only the abbreviations at
    /// the start are read. Abbreviations that are defined in constants blocks or between
    /// instructions are ignored; no known tool writes these.
    ///
    /// # Errors
    ///
    /// Fails if the blocks and records of the file cannot be parsed.
    pub fn read(bytes: &[u8]) -> Result<Origin, Error> {
        let size = Header::read(bytes)?.size as usize;
        let mut origin = Origin {
            header: Some(bytes[..size].to_vec()),
            ..Origin::default()
        };
        let mut reader = Reader::new(&bytes[size..], size as u64, PROFILE);
        let mut open: Vec<u32> = Vec::new();
        let mut bodies = 0;
        let mut version = false;
        loop {
            match reader.next()? {
                Event::EnterBlock(header) if header.id == block_id::FUNCTION => {
                    let own = Own::peek(bytes, &header, &reader)?;
                    if !own.local.is_empty() {
                        origin.functions.push((bodies, own.clone()));
                    }
                    origin.block(header.id).width = own.width;
                    bodies += 1;
                    reader.skip_block()?;
                }
                Event::EnterBlock(header) => {
                    open.push(header.id);
                    if header.id == block_id::ABBREVIATIONS {
                        origin.version_last = !version;
                    } else {
                        origin.block(header.id).width = header.abbreviation_width;
                    }
                }
                Event::ExitBlock => {
                    open.pop();
                    if open.is_empty() {
                        return Ok(origin);
                    }
                }
                Event::DefineAbbreviation => {
                    let Some((abbreviation, _)) = reader.abbreviation() else {
                        continue;
                    };
                    let list = match open.last() {
                        Some(&block_id::ABBREVIATIONS) => {
                            origin.info.last_mut().map(|(_, list)| list)
                        }
                        Some(&id) => Some(&mut origin.block(id).local),
                        None => None,
                    };
                    if let Some(list) = list {
                        list.push(abbreviation.clone());
                    }
                }
                Event::Record => {
                    let record = reader.record();
                    match (open.last(), record.operands) {
                        (Some(&block_id::ABBREVIATIONS), &[kind]) => {
                            origin.info.push((kind as u32, Vec::new()));
                        }
                        (Some(&block_id::SYMBOLS), _) => {
                            origin.symbols.push(SymbolConstruct::decode(&record)?.value);
                        }
                        (Some(&block_id::MODULE), _) => version = true,
                        _ => {}
                    }
                }
                Event::End => return Ok(origin),
            }
        }
    }

    /// Returns the header of the file.
    pub(super) fn header(&self) -> &[u8] {
        self.header.as_deref().unwrap_or(&HEADER)
    }

    /// Returns the absolute indices of the named values in the order of the symbol table. `named`
    /// are those of the program, in ascending order. If they differ from those of the file, their
    /// ascending order is used.
    pub(super) fn symbol_order<'a>(&'a self, named: Vec<u32>) -> Cow<'a, [u32]> {
        let mut sorted = self.symbols.clone();
        sorted.sort_unstable();
        if sorted == named {
            Cow::Borrowed(&self.symbols)
        } else {
            Cow::Owned(named)
        }
    }

    /// Returns the definitions in the abbreviations block.
    pub(super) fn info(&self) -> &[(u32, Vec<Arc<Abbreviation>>)] {
        &self.info
    }

    /// Returns the abbreviations defined in the module block and the blocks directly in it, by
    /// block ID.
    pub(super) fn own_blocks(&self) -> &[(u32, Own)] {
        &self.blocks
    }

    /// Returns true if a function block defines abbreviations.
    pub(super) fn has_own_in_functions(&self) -> bool {
        !self.functions.is_empty()
    }

    /// Returns the abbreviations of the file.
    pub(super) fn packing(&self, policy: Policy) -> Packing {
        let none = Own::default();
        let selector = |kind| {
            let own = self.blocks.iter().find(|(id, _)| *id == kind);
            Selector::new(policy, &self.info, kind, own.map_or(&none, |(_, own)| own))
        };
        Packing {
            info: self.info.clone(),
            version_last: self.version_last,
            module: selector(block_id::MODULE),
            types: selector(block_id::TYPES),
            globals: selector(block_id::GLOBALS),
            symbols: selector(block_id::SYMBOLS),
            function: selector(block_id::FUNCTION),
            constants: selector(block_id::CONSTANTS),
            functions: self.functions.clone(),
        }
    }

    fn block(&mut self, kind: u32) -> &mut Own {
        let place = self.blocks.iter().position(|(id, _)| *id == kind);
        let place = place.unwrap_or_else(|| {
            self.blocks.push((kind, Own::default()));
            self.blocks.len() - 1
        });
        &mut self.blocks[place].1
    }
}

impl Own {
    /// Reads the abbreviations that are defined at the start of a block.
    fn peek(bytes: &[u8], header: &BlockHeader, outer: &Reader<'_>) -> Result<Own, Error> {
        let mut own = Own {
            width: header.abbreviation_width,
            local: Vec::new(),
        };
        let contents = &bytes[(header.body / 8) as usize..];
        let mut reader = Reader::in_block(contents, *header, PROFILE, outer.block_info().clone());
        while let Event::DefineAbbreviation = reader.next()? {
            let abbreviation = reader.abbreviation().map(|(last, _)| last.clone());
            own.local.extend(abbreviation);
        }
        Ok(own)
    }
}
