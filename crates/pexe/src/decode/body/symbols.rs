//! Checks value symbol tables inside functions, if they are allowed. They contain names of values
//! and blocks, which have no effect.

use super::{BodyDecoder, step};
use crate::construct::codes::symbols;
use crate::construct::{SymbolConstruct, block_id};
use crate::decode::nested;
use crate::error::{Error, ErrorKind};
use pinnacle_bitstream::{BlockHeader, Reader, Record, Step};

impl BodyDecoder<'_> {
    /// Returns true if a block is a symbol table that is allowed here.
    pub(super) fn has_symbols(&self, header: &BlockHeader) -> bool {
        header.id == block_id::SYMBOLS && self.allow.local_symbol_tables
    }

    /// Reads the block whose start was just read.
    pub(super) fn read_local_symbols(
        &mut self,
        reader: &mut Reader<'_>,
        function: &BlockHeader,
    ) -> Result<(), Error> {
        loop {
            match step(reader, function)? {
                Step::Record(record) => self.local_symbol(&record)?,
                Step::DefineAbbreviation => {}
                Step::EnterBlock(inner) => return Err(nested(&inner, block_id::SYMBOLS)),
                Step::ExitBlock | Step::End => return Ok(()),
            }
        }
    }

    pub(super) fn local_symbol(&self, record: &Record<'_>) -> Result<(), Error> {
        // Both kinds of records have the same form, except for the code.
        let names_block = record.code == symbols::BLOCK_ENTRY.0;
        let symbol = SymbolConstruct::decode(&Record {
            code: if names_block {
                symbols::ENTRY.0
            } else {
                record.code
            },
            ..*record
        })?;
        let (what, count) = if names_block {
            ("blocks", self.expected_blocks)
        } else {
            ("values so far", self.next_value)
        };
        if symbol.value < count {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::BadSymbol,
            record.position,
            format!(
                "a symbol of a function names number {}, but there are {count} {what}",
                symbol.value
            ),
        ))
    }
}
