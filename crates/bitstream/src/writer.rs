//! Writes a bitstream: blocks, abbreviation definitions and records.

use crate::abbreviation::{Abbreviation, AbbreviationList, BlockInfo, Encoding};
use crate::bits::BitBuffer;
use crate::error::{Error, ErrorKind};
use crate::limits::{MAX_BLOCK_DEPTH, MIN_ABBREVIATION_WIDTH};
use crate::{BLOCKINFO, Profile, predefined};
use pinnacle_base::count::counted;
use std::sync::Arc;

mod copy;

type Result<T> = std::result::Result<T, Error>;

/// Writes a bitstream, the inverse of [`Reader`](crate::Reader).
///
/// It refuses everything that a reader would refuse: records that their abbreviation cannot carry,
/// undefined abbreviations, unclosed blocks, anything but definitions in the block of
/// abbreviations. A refused item leaves no trace in the output. The length of a block is filled in
/// when it ends.
///
/// Errors have the position of the writer.
///
/// ```
/// use pinnacle_bitstream::Writer;
///
/// # let profile = pinnacle_bitstream::Profile {
/// #     format: "the example",
/// #     max_abbreviation_width: 16,
/// #     blobs: false,
/// #     names_in_block_info: false,
/// # };
/// let mut writer = Writer::new(&[], profile);
/// writer.enter_block(8, 2)?;
/// writer.record(3, 1, &[1])?;
/// writer.exit_block()?;
/// assert_eq!(writer.finish()?, [0x21, 0x08, 0, 0, 1, 0, 0, 0, 0x07, 0x41, 0, 0]);
/// # Ok::<(), pinnacle_bitstream::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    bits: BitBuffer,
    info: Arc<BlockInfo>,
    scope: Scope,
    outer: Vec<Scope>,
    profile: Profile,
    checked: bool,
}

/// An open block, or the top level of the stream.
#[derive(Clone, Debug)]
struct Scope {
    id: u32,
    width: u32,
    /// Position of its length word.
    length: u64,
    abbreviations: AbbreviationList,
    /// In the block of abbreviations, the kind of block that definitions are for.
    target: Option<u32>,
}

impl Scope {
    /// The scope outside all blocks.
    fn outside() -> Scope {
        Scope {
            id: u32::MAX,
            width: MIN_ABBREVIATION_WIDTH as u32,
            length: 0,
            abbreviations: AbbreviationList::default(),
            target: None,
        }
    }
}

impl Writer {
    /// A writer outside all blocks, after the bytes of a header.
    pub fn new(header: &[u8], profile: Profile) -> Writer {
        let mut bits = BitBuffer::new();
        bits.bytes(header);
        Writer {
            bits,
            info: Arc::default(),
            scope: Scope::outside(),
            outer: Vec::new(),
            profile,
            checked: true,
        }
    }

    /// Returns a writer for a part of a block's contents, to be joined with parts that are written
    /// separately. Parts begin and end with blocks, and therefore at whole words. The block has
    /// abbreviation indices of this number of bits; `info` contains the earlier definitions.
    pub fn part(info: Arc<BlockInfo>, abbreviation_width: u32, profile: Profile) -> Writer {
        let mut writer = Writer::new(&[], profile);
        writer.info = info;
        writer.scope.width = abbreviation_width;
        writer
    }

    /// Returns a writer that also writes items that violate the rules of the container, as long as
    /// their bits are well defined. For files that are invalid on purpose.
    pub fn unchecked(header: &[u8], profile: Profile) -> Writer {
        Writer {
            checked: false,
            ..Writer::new(header, profile)
        }
    }

    /// Position of the writer, in bits from the start of the file.
    #[inline]
    pub fn position(&self) -> u64 {
        self.bits.position()
    }

    /// The number of open blocks.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// The kind of the innermost block, if one is open.
    pub fn block_id(&self) -> Option<u32> {
        (self.depth() > 0).then_some(self.scope.id)
    }

    /// The abbreviations of the innermost block, in the order of their indices.
    pub fn abbreviations(&self) -> &[Arc<Abbreviation>] {
        &self.scope.abbreviations
    }

    /// The abbreviations that BLOCKINFO blocks have defined so far.
    pub fn block_info(&self) -> &Arc<BlockInfo> {
        &self.info
    }

    /// Enters a block with this ID. Abbreviation indices in it are `abbreviation_width` bits wide.
    ///
    /// # Errors
    ///
    /// Fails if the width is less than 2 or more than the format has, blocks are nested too deep,
    /// or this one would be in the abbreviations block.
    pub fn enter_block(&mut self, id: u32, abbreviation_width: u32) -> Result<()> {
        if self.checked {
            self.check_block(abbreviation_width)?;
        }
        self.index(predefined::ENTER_BLOCK);
        self.bits.vbr(u64::from(id), 8);
        self.bits.vbr(u64::from(abbreviation_width), 4);
        self.bits.align_to_word();
        self.open_block(id, abbreviation_width);
        Ok(())
    }

    /// Opens a block after the bits that identify it.
    fn open_block(&mut self, id: u32, abbreviation_width: u32) {
        let abbreviations = match self.info.list(id) {
            Some(list) if id != BLOCKINFO => list.clone(),
            _ => AbbreviationList::default(),
        };
        let scope = Scope {
            id,
            width: abbreviation_width,
            length: self.position(),
            abbreviations,
            target: None,
        };
        self.bits.fixed(0, 32);
        self.outer.push(std::mem::replace(&mut self.scope, scope));
    }

    fn check_block(&self, width: u32) -> Result<()> {
        let widest = u64::from(self.profile.max_abbreviation_width);
        if !(MIN_ABBREVIATION_WIDTH..=widest).contains(&u64::from(width)) {
            return Err(self.error(
                ErrorKind::BadAbbreviationWidth,
                format!(
                    "the abbreviation indices of a new block have {width} bits, expected \
                     {MIN_ABBREVIATION_WIDTH} to {widest}"
                ),
            ));
        }
        if self.depth() >= MAX_BLOCK_DEPTH {
            return Err(self.error(
                ErrorKind::NestingTooDeep,
                format!("a new block is nested more than {MAX_BLOCK_DEPTH} deep"),
            ));
        }
        if self.block_id() == Some(BLOCKINFO) {
            return Err(self.error(
                ErrorKind::BadBlockInfo,
                "a new block is nested in the abbreviations block",
            ));
        }
        Ok(())
    }

    /// Ends the innermost block.
    ///
    /// # Errors
    ///
    /// Fails if none is open, or it is larger than its length word can say.
    pub fn exit_block(&mut self) -> Result<()> {
        let start = self.position();
        self.end_block()?;
        self.close_block(start)
    }

    /// Closes a block whose last bits are written, from `start` on.
    fn close_block(&mut self, start: u64) -> Result<()> {
        let words = (self.position() - self.scope.length) / 32 - 1;
        let Ok(words) = u32::try_from(words) else {
            self.bits.truncate(start);
            return Err(self.error(
                ErrorKind::WrongBlockLength,
                format!("a block has {words} words, more than its length word can state"),
            ));
        };
        self.leave_block(words);
        Ok(())
    }

    /// Ends the innermost block with a length word that may be wrong.
    ///
    /// # Errors
    ///
    /// Fails if none is open.
    pub fn exit_block_with_length(&mut self, words: u32) -> Result<()> {
        self.end_block()?;
        self.leave_block(words);
        Ok(())
    }

    fn end_block(&mut self) -> Result<()> {
        if self.depth() == 0 {
            return Err(self.error(ErrorKind::UnbalancedBlocks, "there is no open block to end"));
        }
        self.index(predefined::END_BLOCK);
        self.bits.align_to_word();
        Ok(())
    }

    fn leave_block(&mut self, words: u32) {
        self.bits.replace_word(self.scope.length, words);
        self.scope = self.outer.pop().unwrap_or_else(Scope::outside);
    }

    /// Defines an abbreviation and returns its index: for the innermost block,
    /// or in the block of abbreviations for blocks of the kind that its last
    /// record named.
    ///
    /// # Errors
    ///
    /// Fails if no block is open, or no record has named a kind yet.
    pub fn define_abbreviation(&mut self, abbreviation: &Arc<Abbreviation>) -> Result<u32> {
        let index = self.register(abbreviation)?;
        self.definition(abbreviation.encodings());
        Ok(index)
    }

    /// Registers an abbreviation, without writing anything.
    fn register(&mut self, abbreviation: &Arc<Abbreviation>) -> Result<u32> {
        if self.depth() == 0 {
            return Err(self.error(
                ErrorKind::NotABlock,
                "an abbreviation is defined outside all blocks",
            ));
        }
        let list = if self.scope.id != BLOCKINFO {
            let list = Arc::make_mut(&mut self.scope.abbreviations);
            list.push(abbreviation.clone());
            list.len()
        } else if let Some(target) = self.scope.target {
            Arc::make_mut(&mut self.info).add(target, abbreviation.clone());
            self.info.abbreviations(target).len()
        } else if self.checked {
            return Err(self.error(
                ErrorKind::BadBlockInfo,
                "an abbreviation is defined before a record sets its kind of block",
            ));
        } else {
            1
        };
        Ok(predefined::FIRST_DEFINED as u32 + list as u32 - 1)
    }

    /// Writes the definition of an abbreviation that need not make sense, and
    /// that no record can use.
    pub fn define_unchecked(&mut self, encodings: &[Encoding]) {
        self.definition(encodings.iter().copied());
    }

    fn definition(&mut self, encodings: impl Iterator<Item = Encoding> + Clone) {
        self.index(predefined::DEFINE_ABBREVIATION);
        self.bits.vbr(encodings.clone().count() as u64, 5);
        for encoding in encodings {
            encoding.write_definition(&mut self.bits);
        }
    }

    /// Writes a record packed by the abbreviation of this index.
    ///
    /// # Errors
    ///
    /// Fails if no block is open, the abbreviation is not defined or cannot carry the record, or
    /// the record is not allowed in the abbreviations block.
    #[inline]
    pub fn record(&mut self, abbreviation: u32, code: u64, operands: &[u64]) -> Result<()> {
        if self.scope.id == BLOCKINFO {
            self.name_target(code, operands)?;
        }
        let start = self.position();
        self.index(u64::from(abbreviation));
        if u64::from(abbreviation) == predefined::UNABBREVIATED && self.depth() > 0 {
            self.bits.vbr(code, 6);
            self.bits.vbr(operands.len() as u64, 6);
            for &operand in operands {
                self.bits.vbr(operand, 6);
            }
            return Ok(());
        }
        let place = u64::from(abbreviation).checked_sub(predefined::FIRST_DEFINED);
        let definition = place.and_then(|place| self.scope.abbreviations.get(place as usize));
        let fits_index = u64::from(abbreviation) >> self.scope.width == 0;
        match definition {
            Some(definition) if fits_index => {
                if definition.write(code, operands, &mut self.bits) {
                    return Ok(());
                }
            }
            _ => {
                self.bits.truncate(start);
                return Err(self.undefined_abbreviation(abbreviation));
            }
        }
        self.bits.truncate(start);
        Err(self.misfit(abbreviation, code, operands))
    }

    /// Handles the only record that the block of abbreviations may hold: the kind of block that
    /// definitions are for.
    #[cold]
    fn name_target(&mut self, code: u64, operands: &[u64]) -> Result<()> {
        if self.profile.names_in_block_info && code != predefined::SET_BLOCK_ID {
            return Ok(());
        }
        let target = match operands {
            &[id] if code == predefined::SET_BLOCK_ID => u32::try_from(id).ok(),
            _ => None,
        };
        if target.is_none() && self.checked {
            return Err(self.error(
                ErrorKind::BadBlockInfo,
                format!(
                    "the abbreviations block gets a record <{code}> with {}, expected <1> with \
                     the kind of a block",
                    counted(operands.len(), "operand")
                ),
            ));
        }
        self.scope.target = target;
        Ok(())
    }

    /// Writes raw bits: the low `width` bits of a number, 0 to 64.
    pub fn raw_bits(&mut self, value: u64, width: u32) {
        self.bits.fixed(value, width);
    }

    /// Writes raw bytes, for example the padding after the last block.
    pub fn raw_bytes(&mut self, bytes: &[u8]) {
        self.bits.bytes(bytes);
    }

    /// Returns the bytes of the whole file. The unused bits of the last byte are zero.
    ///
    /// # Errors
    ///
    /// Fails if a block is still open.
    pub fn finish(self) -> Result<Vec<u8>> {
        if self.depth() > 0 {
            return Err(self.error(
                ErrorKind::UnbalancedBlocks,
                match self.depth() {
                    1 => "1 block is not ended".into(),
                    depth => format!("{depth} blocks are not ended"),
                },
            ));
        }
        Ok(self.bits.finish())
    }

    /// Returns the bytes so far, even if blocks are open. The lengths of open blocks are zero.
    pub fn finish_unchecked(self) -> Vec<u8> {
        self.bits.finish()
    }

    /// Writes an abbreviation index in the width of the block.
    #[inline]
    fn index(&mut self, index: u64) {
        self.bits.fixed(index, self.scope.width.min(64));
    }

    #[cold]
    fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::new(kind, self.position(), message)
    }

    #[cold]
    fn undefined_abbreviation(&self, index: u32) -> Error {
        if self.depth() == 0 {
            return self.error(
                ErrorKind::NotABlock,
                "a record is written outside all blocks",
            );
        }
        let defined = self.scope.abbreviations.len() as u64;
        self.error(
            ErrorKind::UndefinedAbbreviation,
            format!(
                "a record uses abbreviation index {index}; the block has indices up to {}, of {} \
                 bits",
                defined + predefined::FIRST_DEFINED - 1,
                self.scope.width
            ),
        )
    }

    #[cold]
    fn misfit(&self, abbreviation: u32, code: u64, operands: &[u64]) -> Error {
        self.error(
            ErrorKind::AbbreviationMismatch,
            format!(
                "abbreviation {abbreviation} cannot carry the record <{code}> with {}",
                counted(operands.len(), "operand")
            ),
        )
    }
}
