//! The reader of a bitstream.

use crate::abbreviation::{Abbreviation, AbbreviationList, BlockInfo};
use crate::bit_window::BitWindow;
use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::limits::{MAX_BLOCK_DEPTH, MIN_ABBREVIATION_WIDTH};
use crate::packed_abbreviation::MAX_PACKED;
use crate::{BLOCKINFO, Profile, predefined};
use pinnacle_base::count::counted;
use std::sync::Arc;

mod records;
mod short;

pub use short::{Short, Single, Triple};

type Result<T> = std::result::Result<T, Error>;

/// The start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    /// The kind of the block.
    pub id: u32,
    /// Bits of an abbreviation index inside the block.
    pub abbreviation_width: u32,
    /// Start of the block, in bits.
    pub position: u64,
    /// Start of its contents, in bits.
    pub body: u64,
    /// Its length in 32-bit words from `body` on, according to the file.
    pub length_words: u32,
}

impl BlockHeader {
    /// End of the block, in bits, if its length word is right.
    pub const fn end(&self) -> u64 {
        self.body + self.length_words as u64 * 32
    }
}

/// The next item of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block starts. The next events are inside it, unless it is skipped.
    EnterBlock(BlockHeader),
    /// The innermost block ends.
    ExitBlock,
    /// An abbreviation is defined: [`Reader::abbreviation`].
    DefineAbbreviation,
    /// A record: [`Reader::record`].
    Record,
    /// The stream ends, outside all blocks.
    End,
}

/// An [`Event`] that contains its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// See [`Event::EnterBlock`].
    EnterBlock(BlockHeader),
    /// See [`Event::ExitBlock`].
    ExitBlock,
    /// See [`Event::DefineAbbreviation`].
    DefineAbbreviation,
    /// A record.
    Record(Record<'a>),
    /// See [`Event::End`].
    End,
}

/// A record, borrowed from the reader until the next event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The code of the record, in its kind of block.
    pub code: u64,
    /// Its operands.
    pub operands: &'a [u64],
    /// The abbreviation index that it was packed with.
    pub abbreviation: u32,
    /// Its start, in bits.
    pub position: u64,
}

/// An open block, or the scope outside all blocks.
#[derive(Debug)]
struct Scope {
    /// Outside all blocks only the width of an abbreviation index is used. It is 0, so every read
    /// returns index 0.
    header: BlockHeader,
    /// The bits of an abbreviation index.
    index_mask: u64,
    abbreviations: AbbreviationList,
    /// In BLOCKINFO, the kind of block that definitions are for.
    target: Option<u32>,
}

impl Default for Scope {
    fn default() -> Scope {
        let header = BlockHeader {
            id: u32::MAX,
            abbreviation_width: 0,
            position: 0,
            body: 0,
            length_words: 0,
        };
        Scope {
            header,
            index_mask: 0,
            abbreviations: AbbreviationList::default(),
            target: None,
        }
    }
}

impl Scope {
    /// Reads the index of an abbreviation.
    #[inline(always)]
    fn read_index(&self, window: &mut BitWindow, cursor: &Cursor<'_>) -> u64 {
        let width = u64::from(self.header.abbreviation_width);
        window.masked(cursor, width, self.index_mask)
    }
}

/// Walks over a bitstream.
///
/// The reader checks blocks on the way: widths, nesting, alignment, lengths, and the rules of
/// abbreviations. It interprets BLOCKINFO itself, but still yields its contents.
#[derive(Debug)]
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    state: State,
}

/// A reader without its bytes, to continue when more bytes have arrived or in another part of the
/// same file.
#[derive(Debug)]
pub struct Suspended {
    state: State,
    at: u64,
}

/// The state of a reader, except its position in the bytes.
#[derive(Debug)]
struct State {
    info: Arc<BlockInfo>,
    /// The innermost block.
    scope: Scope,
    /// The enclosing blocks, the innermost last.
    outer: Vec<Scope>,
    /// Start of the last event.
    position: u64,
    /// The last record.
    code: u64,
    /// The operands of the last record if it came by a packed abbreviation and
    /// from [`Reader::step`].
    few: [u64; MAX_PACKED],
    /// Buffer for operands, at least `MAX_PACKED` long. The first `count` belong to the last
    /// record.
    operands: Vec<u64>,
    count: usize,
    abbreviation: u32,
    profile: Profile,
}

impl Suspended {
    /// Position of the reader in the file, in bits.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Continues where the reader was suspended. The bytes must begin at the same `offset` of the
    /// file as before, and contain at least the bytes read so far.
    pub fn resume(self, bytes: &[u8], offset: u64) -> Reader<'_> {
        let mut cursor = Cursor::new(bytes, offset);
        cursor.seek(self.at);
        Reader {
            cursor,
            state: self.state,
        }
    }

    /// Starts at the contents of another block of the same file. Keeps the shared abbreviations and
    /// reuses the memory. `bytes` are exactly the contents of the block.
    pub fn restart_in_block(mut self, bytes: &[u8], header: BlockHeader) -> Reader<'_> {
        self.state.scope = Scope::default();
        self.state.outer.clear();
        let mut reader = Reader {
            cursor: Cursor::new(bytes, header.body / 8),
            state: self.state,
        };
        reader.open(header);
        reader
    }
}

impl<'a> Reader<'a> {
    /// Returns a reader outside all blocks, at the start of a slice whose first byte is byte
    /// `offset` of the file.
    pub fn new(bytes: &'a [u8], offset: u64, profile: Profile) -> Reader<'a> {
        Reader::with_block_info(bytes, offset, profile, Arc::default())
    }

    /// Returns a reader outside all blocks, with the abbreviations that an earlier part of the file
    /// defined.
    pub fn with_block_info(
        bytes: &'a [u8],
        offset: u64,
        profile: Profile,
        info: Arc<BlockInfo>,
    ) -> Reader<'a> {
        let cursor = Cursor::new(bytes, offset);
        Reader {
            cursor,
            state: State {
                info,
                scope: Scope::default(),
                outer: Vec::new(),
                position: 0,
                code: 0,
                few: [0; MAX_PACKED],
                operands: vec![0; MAX_PACKED],
                count: 0,
                abbreviation: 0,
                profile,
            },
        }
    }

    /// Returns a reader for the contents of a block, see [`Suspended::restart_in_block`].
    pub fn in_block(
        bytes: &'a [u8],
        header: BlockHeader,
        profile: Profile,
        info: Arc<BlockInfo>,
    ) -> Reader<'a> {
        Reader::with_block_info(&[], 0, profile, info)
            .suspend()
            .restart_in_block(bytes, header)
    }

    /// Releases the bytes, see [`Suspended`].
    #[must_use]
    pub fn suspend(self) -> Suspended {
        Suspended {
            at: self.cursor.position(),
            state: self.state,
        }
    }

    /// Goes back to the start of the item that the last call of [`Reader::next`] tried to read.
    /// Only useful after an error that more bytes would have prevented.
    pub fn rewind(&mut self) {
        self.cursor.seek(self.state.position);
    }

    /// The abbreviations that BLOCKINFO blocks have defined so far.
    pub fn block_info(&self) -> &Arc<BlockInfo> {
        &self.state.info
    }

    /// Replaces the abbreviations for blocks entered from here on, where
    /// BLOCKINFO was read by another reader.
    pub fn set_block_info(&mut self, info: Arc<BlockInfo>) {
        self.state.info = info;
    }

    /// The record of the last [`Event::Record`] that [`Reader::next`] returned.
    #[inline]
    pub fn record(&self) -> Record<'_> {
        Record {
            code: self.state.code,
            operands: &self.state.operands[..self.state.count],
            abbreviation: self.state.abbreviation,
            position: self.state.position,
        }
    }

    /// The abbreviation of the last [`Event::DefineAbbreviation`] and its index. The index counts
    /// abbreviations of the same block, or of the block ID that the definition is for.
    pub fn abbreviation(&self) -> Option<(&Arc<Abbreviation>, usize)> {
        let scope = &self.state.scope;
        let list = match scope.target {
            Some(target) => self.state.info.abbreviations(target),
            None => &scope.abbreviations,
        };
        list.last().map(|last| (last, list.len() - 1))
    }

    /// Returns the abbreviation with this index in the innermost block.
    pub fn abbreviation_at(&self, index: u32) -> Option<&Arc<Abbreviation>> {
        let index = (index as usize).checked_sub(predefined::FIRST_DEFINED as usize)?;
        self.state.scope.abbreviations.get(index)
    }

    /// Start of the last event in the file, in bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.state.position
    }

    /// Start of the next event in the file, in bits.
    pub fn next_position(&self) -> u64 {
        self.cursor.position()
    }

    /// The bits of the file between two positions, see [`Cursor::bits`].
    pub(crate) fn bits(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, u32)> {
        self.cursor.bits(from, to)
    }

    /// The number of open blocks.
    pub fn depth(&self) -> usize {
        self.state.outer.len()
    }

    /// Returns the count of numbers that were longer than needed.
    pub fn overlong_count(&self) -> u64 {
        self.cursor.overlong_count()
    }

    /// Reads the next item.
    ///
    /// # Errors
    ///
    /// Fails if the stream breaks a rule of the container. The reader cannot be used after that.
    #[allow(
        clippy::should_implement_trait,
        reason = "an event borrows nothing, a record does"
    )]
    pub fn next(&mut self) -> Result<Event> {
        let (code, count, abbreviation) = match self.step()? {
            Step::EnterBlock(header) => return Ok(Event::EnterBlock(header)),
            Step::ExitBlock => return Ok(Event::ExitBlock),
            Step::DefineAbbreviation => return Ok(Event::DefineAbbreviation),
            Step::End => return Ok(Event::End),
            Step::Record(record) => (record.code, record.operands.len(), record.abbreviation),
        };
        let index = u64::from(abbreviation);
        if self.state.scope.abbreviations.packed(index).is_packed() {
            self.state.operands[..MAX_PACKED].copy_from_slice(&self.state.few);
        }
        self.state.code = code;
        self.state.count = count;
        self.state.abbreviation = abbreviation;
        Ok(Event::Record)
    }

    /// Reads the next item, for callers that read many records. A record is part of the step and is
    /// not available from [`Reader::record`].
    ///
    /// # Errors
    ///
    /// Fails as [`Reader::next`] does.
    #[inline(always)]
    pub fn step(&mut self) -> Result<Step<'_>> {
        let mut window = self.cursor.window();
        let position = self.cursor.position_of(&window);
        self.state.position = position;
        let index = self.state.scope.read_index(&mut window, &self.cursor);
        let packed = self.state.scope.abbreviations.packed(index);
        if packed.is_packed() {
            packed.read(&mut self.state.few, &mut window, &self.cursor);
            self.cursor.finish(window)?;
            return Ok(Step::Record(Record {
                code: packed.code,
                operands: &self.state.few[..packed.count],
                abbreviation: index as u32,
                position,
            }));
        }
        if let Some((code, count)) = self.read_plain(index, window) {
            return Ok(Step::Record(Record {
                code,
                operands: &self.state.operands[..count],
                abbreviation: index as u32,
                position,
            }));
        }
        self.step_unpacked(index, window)
    }

    /// Reads an item that has no packed abbreviation and is not a plain record. The window is after
    /// the index.
    #[inline(never)]
    fn step_unpacked(&mut self, index: u64, window: BitWindow) -> Result<Step<'_>> {
        if index >= predefined::FIRST_DEFINED {
            self.read_abbreviated()?;
            return Ok(Step::Record(self.record()));
        }
        Ok(match self.step_long(index, window)? {
            Event::EnterBlock(header) => Step::EnterBlock(header),
            Event::ExitBlock => Step::ExitBlock,
            Event::DefineAbbreviation => Step::DefineAbbreviation,
            Event::Record => Step::Record(self.record()),
            Event::End => Step::End,
        })
    }

    /// Reads an unabbreviated record of the usual kind: complete, with room for its operands, and
    /// not in BLOCKINFO. The window is after the index. Returns the code and the number of
    /// operands. Does not read any other record.
    #[inline(always)]
    fn read_plain(&mut self, index: u64, mut window: BitWindow) -> Option<(u64, usize)> {
        if index != predefined::UNABBREVIATED || self.state.scope.header.id == BLOCKINFO {
            return None;
        }
        let code = window.vbr6(&self.cursor);
        let count = window.vbr6(&self.cursor) as usize;
        for operand in self.state.operands.get_mut(..count)? {
            *operand = window.vbr6(&self.cursor);
        }
        self.cursor.advance(window).then_some((code, count))
    }

    /// Reads an item that does not begin with the index of an abbreviation. The window is after the
    /// index.
    #[inline(never)]
    fn step_long(&mut self, index: u64, window: BitWindow) -> Result<Event> {
        self.cursor.finish(window)?;
        self.next_predefined(index)
    }

    fn next_predefined(&mut self, index: u64) -> Result<Event> {
        if self.depth() == 0 {
            return self.next_outside();
        }
        match index {
            predefined::END_BLOCK => self.exit_block(),
            predefined::ENTER_BLOCK => self.enter_block(),
            predefined::DEFINE_ABBREVIATION => self.define_abbreviation(),
            _ => {
                self.read_unabbreviated()?;
                // BLOCKINFO has no abbreviations itself, so that all of its
                // records come this way.
                if self.state.scope.header.id == BLOCKINFO {
                    self.set_block_id()?;
                }
                Ok(Event::Record)
            }
        }
    }

    #[cold]
    fn next_outside(&mut self) -> Result<Event> {
        if self.cursor.remaining() == 0 {
            return Ok(Event::End);
        }
        let index = self.cursor.fixed(MIN_ABBREVIATION_WIDTH as u32)?;
        if index != predefined::ENTER_BLOCK {
            return Err(Error::new(
                ErrorKind::NotABlock,
                self.state.position,
                format!("a block must start here (abbreviation index 1), found index {index}"),
            ));
        }
        self.enter_block()
    }

    fn enter_block(&mut self) -> Result<Event> {
        let position = self.state.position;
        let id = self.cursor.vbr(8)?;
        let width = self.cursor.vbr(4)?;
        let Ok(id) = u32::try_from(id) else {
            return Err(Error::new(
                ErrorKind::BadBlockId,
                position,
                format!("the kind of a block is {id}, which does not fit in 32 bits"),
            ));
        };
        let widest = u64::from(self.state.profile.max_abbreviation_width);
        if !(MIN_ABBREVIATION_WIDTH..=widest).contains(&width) {
            return Err(Error::new(
                ErrorKind::BadAbbreviationWidth,
                position,
                format!(
                    "abbreviation indices of a block have {width} bits, \
                     expected {MIN_ABBREVIATION_WIDTH} to {widest}"
                ),
            ));
        }
        self.cursor.align()?;
        let length_words = self.cursor.fixed(32)? as u32;
        if self.state.scope.header.id == BLOCKINFO {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                position,
                "a block is nested in the abbreviations block",
            ));
        }
        if self.depth() >= MAX_BLOCK_DEPTH {
            return Err(Error::new(
                ErrorKind::NestingTooDeep,
                position,
                format!("blocks are nested more than {MAX_BLOCK_DEPTH} deep"),
            ));
        }
        let header = BlockHeader {
            id,
            abbreviation_width: width as u32,
            position,
            body: self.cursor.position(),
            length_words,
        };
        self.open(header);
        Ok(Event::EnterBlock(header))
    }

    fn open(&mut self, header: BlockHeader) {
        let state = &mut self.state;
        // Definitions in BLOCKINFO are for other blocks; it has none itself.
        let abbreviations = match state.info.list(header.id) {
            Some(list) if header.id != BLOCKINFO => list.clone(),
            _ => AbbreviationList::default(),
        };
        let scope = Scope {
            header,
            index_mask: (1 << header.abbreviation_width) - 1,
            abbreviations,
            target: None,
        };
        state.outer.push(std::mem::replace(&mut state.scope, scope));
    }

    /// Skips the block whose start was the last event, by its length word.
    ///
    /// # Errors
    ///
    /// Fails if the stream ends before the block does.
    ///
    /// # Panics
    ///
    /// Panics if the last event was not [`Event::EnterBlock`].
    pub fn skip_block(&mut self) -> Result<()> {
        let header = self.state.scope.header;
        assert_eq!(
            header.body,
            self.cursor.position(),
            "the block was just entered"
        );
        self.cursor.skip(u64::from(header.length_words) * 32)?;
        self.leave();
        Ok(())
    }

    fn leave(&mut self) {
        self.state.scope = self.state.outer.pop().unwrap_or_default();
    }

    fn exit_block(&mut self) -> Result<Event> {
        let header = self.state.scope.header;
        self.cursor.align()?;
        let (found, expected) = (self.cursor.position(), header.end());
        if found != expected {
            return Err(Error::new(
                ErrorKind::WrongBlockLength,
                header.position,
                format!(
                    "a block has {}, but its length word says {}",
                    counted((found - header.body) / 32, "word"),
                    header.length_words
                ),
            ));
        }
        self.leave();
        Ok(Event::ExitBlock)
    }

    fn define_abbreviation(&mut self) -> Result<Event> {
        let position = self.state.position;
        let abbreviation =
            Abbreviation::read(&mut self.cursor, self.state.profile).map_err(|error| {
                // A rule is broken by the definition, which began with its index.
                match error.kind() {
                    ErrorKind::BadAbbreviation => error.at(position),
                    _ => error,
                }
            })?;
        let abbreviation = Arc::new(abbreviation);
        let scope = &mut self.state.scope;
        if scope.header.id != BLOCKINFO {
            Arc::make_mut(&mut scope.abbreviations).push(abbreviation);
        } else if let Some(target) = scope.target {
            Arc::make_mut(&mut self.state.info).add(target, abbreviation);
        } else {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                self.state.position,
                "an abbreviation is defined before a record sets its kind of block",
            ));
        }
        Ok(Event::DefineAbbreviation)
    }

    /// Stores the kind of block that a record of BLOCKINFO announces definitions for.
    #[cold]
    fn set_block_id(&mut self) -> Result<()> {
        let names =
            self.state.profile.names_in_block_info && self.state.code != predefined::SET_BLOCK_ID;
        let target = match self.record().operands {
            &[id] if self.state.code == predefined::SET_BLOCK_ID => u32::try_from(id).ok(),
            _ if names => return Ok(()),
            _ => None,
        };
        if target.is_none() {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                self.state.position,
                format!(
                    "the abbreviations block has a record <{}> with {}, expected <1> with the \
                     kind of a block",
                    self.state.code,
                    counted(self.state.count, "operand")
                ),
            ));
        }
        self.state.scope.target = target;
        Ok(())
    }
}
