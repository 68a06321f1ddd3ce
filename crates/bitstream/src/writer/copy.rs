//! Copies the items of a reader bit by bit.
//!
//! A record is more than its numbers: some numbers take more chunks than needed, and the padding of
//! a block need not be zero. A copy keeps all of that. Only padding after contents whose length
//! changed by a fraction of a word is replaced by zeros.

use super::{Result, Writer};
use crate::error::ErrorKind;
use crate::reader::{Event, Reader};

impl Writer {
    /// Writes the last event of a reader with the same bits as in the file. The reader and the
    /// writer must be in blocks of the same kind, with the same width of abbreviation indices and
    /// the same abbreviations, as when all blocks and definitions are copied.
    ///
    /// Writes nothing for the end of the stream. The length of a block is computed when it ends.
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
                        "the copied item is not the definition of an abbreviation",
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

    /// Returns true if the item at a position of the original needs the same number of padding bits
    /// here.
    fn fits_padding(&self, position: u64) -> bool {
        self.position() % 32 == position % 32
    }

    fn copy_bits(&mut self, reader: &Reader<'_>, from: u64, to: u64) {
        for (bits, width) in reader.bits(from, to) {
            self.bits.fixed(bits, width);
        }
    }
}
