//! Copying what a reader reads, bit by bit.
//!
//! A record is more than its numbers: some are packed longer than they need to
//! be, and what pads a block to whole words need not be zero. What is copied
//! keeps all of that. Only the padding depends on what comes before it: where
//! that has become longer or shorter by other than whole words, it is made
//! anew, of zeros.

use super::{Result, Writer};
use crate::error::ErrorKind;
use crate::reader::{Event, Reader};

impl Writer {
    /// Writes the last event of a reader as it stands in the file. The reader
    /// and the writer must be in blocks of the same kind, with the same width
    /// of abbreviation indices and the same abbreviations, as they are when
    /// blocks and definitions were copied too.
    ///
    /// Nothing is written for the end of the stream. The length of a block is
    /// computed when it ends.
    ///
    /// # Errors
    ///
    /// Fails as the other methods do that write the same.
    pub fn copy(&mut self, reader: &Reader<'_>, event: &Event) -> Result<()> {
        let (from, to) = (reader.position(), reader.next_position());
        match event {
            Event::Record => {
                if self.scope.id == crate::BLOCKINFO {
                    let record = reader.record();
                    self.name_target(record.code, record.operands)?;
                }
                self.copy_bits(reader, from, to);
            }
            Event::DefineAbbreviation => {
                let Some((abbreviation, _)) = reader.abbreviation() else {
                    return Err(self.error(
                        ErrorKind::BadBlockInfo,
                        "the definition of no abbreviation shall be copied",
                    ));
                };
                self.register(abbreviation)?;
                self.copy_bits(reader, from, to);
            }
            Event::EnterBlock(header) => {
                // The length word, the last of the header, is not known yet.
                let to = header.body - 32;
                if self.fits_padding(from) {
                    self.check_block(header.abbreviation_width)?;
                    self.copy_bits(reader, from, to);
                    self.open_block(header.id, header.abbreviation_width);
                } else {
                    self.enter_block(header.id, header.abbreviation_width)?;
                }
            }
            Event::ExitBlock => {
                if self.fits_padding(from) && self.depth() > 0 {
                    let start = self.position();
                    self.copy_bits(reader, from, to);
                    self.close_block(start)?;
                } else {
                    self.exit_block()?;
                }
            }
            Event::End => {}
        }
        Ok(())
    }

    /// Returns true if the item at a position of the original would be padded to whole words by as
    /// many bits here.
    fn fits_padding(&self, position: u64) -> bool {
        self.position() % 32 == position % 32
    }

    fn copy_bits(&mut self, reader: &Reader<'_>, from: u64, to: u64) {
        for (bits, width) in reader.bits(from, to) {
            self.bits.fixed(bits, width);
        }
    }
}
