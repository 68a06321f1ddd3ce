//! Blocks and records, one after the other.

use crate::abbreviation::{Abbreviation, BlockInfo, Scalar};
use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::limits::{MAX_ABBREVIATION_WIDTH, MAX_BLOCK_DEPTH, MIN_ABBREVIATION_WIDTH};
use crate::{BLOCKINFO, predefined};
use std::sync::Arc;

type Result<T> = std::result::Result<T, Error>;

/// The start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    /// The kind of the block.
    pub id: u32,
    /// Bits of an abbreviation index inside the block.
    pub abbreviation_width: u32,
    /// Where the block starts, in bits.
    pub position: u64,
    /// Where its contents start, in bits.
    pub body: u64,
    /// Its length in 32-bit words, from `body` on, as the file says.
    pub length_words: u32,
}

impl BlockHeader {
    /// Where the block ends, in bits, if its length word is right.
    pub const fn end(&self) -> u64 {
        self.body + self.length_words as u64 * 32
    }
}

/// What comes next in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block starts. What follows is inside it, unless it is skipped.
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

/// A record, borrowed from the reader until the next event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// What kind of record it is, in its kind of block.
    pub code: u64,
    /// Its operands.
    pub operands: &'a [u64],
    /// The abbreviation index that it was packed with.
    pub abbreviation: u32,
    /// Where it starts, in bits.
    pub position: u64,
}

/// The innermost open block.
#[derive(Clone, Copy, Debug)]
struct Scope {
    header: BlockHeader,
    /// Where its abbreviations start in the reader's list.
    first_abbreviation: usize,
    /// In BLOCKINFO: the kind of block that definitions are for.
    target: Option<u32>,
}

/// Walks over a bitstream.
///
/// Blocks are checked as they are walked over: widths, nesting, alignment,
/// lengths, the rules of abbreviations. The reader keeps BLOCKINFO by itself
/// and still yields what is in it.
#[derive(Debug)]
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    state: State,
}

/// A reader without its bytes, to go on when more of them have arrived or on
/// another part of the same file.
#[derive(Debug)]
pub struct Suspended {
    state: State,
    at: u64,
}

/// All that a reader knows but its place in the bytes.
#[derive(Debug, Default)]
struct State {
    info: Arc<BlockInfo>,
    scope: Option<Scope>,
    outer: Vec<Scope>,
    /// The abbreviations of all open blocks, those of the innermost last.
    abbreviations: Vec<Arc<Abbreviation>>,
    /// Start of the last event.
    position: u64,
    /// The last record.
    code: u64,
    operands: Vec<u64>,
    abbreviation: u32,
}

impl Suspended {
    /// Where the reader stands in the file, in bits.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Goes on where the reader was suspended. The bytes must begin at the
    /// same place of the file as its bytes did, `offset`, and hold at least
    /// what it had read.
    pub fn resume(self, bytes: &[u8], offset: u64) -> Reader<'_> {
        let mut cursor = Cursor::new(bytes, offset);
        cursor.seek(self.at);
        Reader {
            cursor,
            state: self.state,
        }
    }

    /// Starts at the contents of a block elsewhere in the same file, with the
    /// abbreviations for blocks and the memory that the reader had. The bytes
    /// are those of the block's contents; its end is their end.
    pub fn restart_in_block(mut self, bytes: &[u8], header: BlockHeader) -> Reader<'_> {
        self.state.scope = None;
        self.state.outer.clear();
        self.state.abbreviations.clear();
        let mut reader = Reader {
            cursor: Cursor::new(bytes, header.body / 8),
            state: self.state,
        };
        reader.open(header);
        reader
    }
}

impl<'a> Reader<'a> {
    /// A reader outside all blocks, at the start of a slice whose first byte
    /// is byte `offset` of the file.
    pub fn new(bytes: &'a [u8], offset: u64) -> Reader<'a> {
        Reader::with_block_info(bytes, offset, Arc::default())
    }

    /// The same with abbreviations that an earlier part of the file defined.
    pub fn with_block_info(bytes: &'a [u8], offset: u64, info: Arc<BlockInfo>) -> Reader<'a> {
        Reader {
            cursor: Cursor::new(bytes, offset),
            state: State {
                info,
                ..State::default()
            },
        }
    }

    /// Parts with the bytes, see [`Suspended`].
    #[must_use]
    pub fn suspend(self) -> Suspended {
        Suspended {
            at: self.cursor.position(),
            state: self.state,
        }
    }

    /// Goes back to the start of what the last call of [`Reader::next`] tried
    /// to read. Only useful after an error that more bytes would have
    /// prevented.
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

    /// A reader of the contents of a block, see
    /// [`Suspended::restart_in_block`].
    pub fn in_block(bytes: &'a [u8], header: BlockHeader, info: Arc<BlockInfo>) -> Reader<'a> {
        Reader::with_block_info(&[], 0, info)
            .suspend()
            .restart_in_block(bytes, header)
    }

    /// The record of the last [`Event::Record`].
    #[inline]
    pub fn record(&self) -> Record<'_> {
        Record {
            code: self.state.code,
            operands: &self.state.operands,
            abbreviation: self.state.abbreviation,
            position: self.state.position,
        }
    }

    /// The abbreviation of the last [`Event::DefineAbbreviation`], and its
    /// number among those of its block, or of the kind of block it is for.
    pub fn abbreviation(&self) -> Option<(&Arc<Abbreviation>, usize)> {
        let scope = self.state.scope.as_ref()?;
        let list = match scope.target {
            Some(target) => self.state.info.abbreviations(target),
            None => &self.state.abbreviations[scope.first_abbreviation..],
        };
        list.last().map(|last| (last, list.len() - 1))
    }

    /// The abbreviation that an index stands for in the innermost block.
    pub fn abbreviation_at(&self, index: u32) -> Option<&Arc<Abbreviation>> {
        let scope = self.state.scope.as_ref()?;
        let index = (index as usize).checked_sub(predefined::FIRST_DEFINED as usize)?;
        self.state
            .abbreviations
            .get(scope.first_abbreviation + index)
    }

    /// Where the last event starts in the file, in bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.state.position
    }

    /// Where the next event starts in the file, in bits.
    pub fn next_position(&self) -> u64 {
        self.cursor.position()
    }

    /// The number of open blocks.
    pub fn depth(&self) -> usize {
        self.state.outer.len() + usize::from(self.state.scope.is_some())
    }

    /// How many numbers were longer than they needed to be.
    pub fn overlong_count(&self) -> u64 {
        self.cursor.overlong_count()
    }

    /// Reads what comes next.
    ///
    /// # Errors
    ///
    /// If the stream breaks a rule of the container; the reader is of no use
    /// after that.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> Result<Event> {
        self.state.position = self.cursor.position();
        let Some(scope) = &self.state.scope else {
            return self.next_outside();
        };
        let index = self.cursor.fixed(scope.header.abbreviation_width)?;
        if index >= predefined::FIRST_DEFINED {
            self.read_abbreviated(index)?;
        } else {
            match index {
                predefined::END_BLOCK => return self.exit_block(),
                predefined::ENTER_BLOCK => return self.enter_block(),
                predefined::DEFINE_ABBREVIATION => return self.define_abbreviation(),
                _ => self.read_unabbreviated()?,
            }
        }
        if self
            .state
            .scope
            .is_some_and(|scope| scope.header.id == BLOCKINFO)
        {
            self.set_block_id()?;
        }
        Ok(Event::Record)
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
                format!("the kind of a block is {id}, more than 32 bits"),
            ));
        };
        if !(MIN_ABBREVIATION_WIDTH..=MAX_ABBREVIATION_WIDTH).contains(&width) {
            return Err(Error::new(
                ErrorKind::BadAbbreviationWidth,
                position,
                format!(
                    "abbreviation indices of a block have {width} bits, \
                     expected {MIN_ABBREVIATION_WIDTH} to {MAX_ABBREVIATION_WIDTH}"
                ),
            ));
        }
        self.cursor.align()?;
        let length_words = self.cursor.fixed(32)? as u32;
        if self
            .state
            .scope
            .is_some_and(|scope| scope.header.id == BLOCKINFO)
        {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                position,
                "a block stands inside the block of abbreviations",
            ));
        }
        if self.state.outer.len() >= MAX_BLOCK_DEPTH {
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
        let State {
            info,
            scope,
            outer,
            abbreviations,
            ..
        } = &mut self.state;
        outer.extend(*scope);
        *scope = Some(Scope {
            header,
            first_abbreviation: abbreviations.len(),
            target: None,
        });
        abbreviations.extend_from_slice(info.abbreviations(header.id));
    }

    /// Skips the block whose start was the last event, by its length word.
    ///
    /// # Errors
    ///
    /// If the stream ends before the block does.
    ///
    /// # Panics
    ///
    /// If the last event was not [`Event::EnterBlock`].
    pub fn skip_block(&mut self) -> Result<()> {
        let scope = self
            .state
            .scope
            .expect("skip_block is called inside a block");
        assert_eq!(
            scope.header.body,
            self.cursor.position(),
            "the block was just entered"
        );
        self.cursor
            .skip(u64::from(scope.header.length_words) * 32)?;
        self.leave(scope);
        Ok(())
    }

    fn leave(&mut self, scope: Scope) {
        self.state.abbreviations.truncate(scope.first_abbreviation);
        self.state.scope = self.state.outer.pop();
    }

    fn exit_block(&mut self) -> Result<Event> {
        let scope = self.state.scope.expect("an index was read inside a block");
        self.cursor.align()?;
        let (found, expected) = (self.cursor.position(), scope.header.end());
        if found != expected {
            return Err(Error::new(
                ErrorKind::WrongBlockLength,
                scope.header.position,
                format!(
                    "a block has {} words, but its length word says {}",
                    (found - scope.header.body) / 32,
                    scope.header.length_words
                ),
            ));
        }
        self.leave(scope);
        Ok(Event::ExitBlock)
    }

    fn define_abbreviation(&mut self) -> Result<Event> {
        let abbreviation = Arc::new(Abbreviation::read(&mut self.cursor)?);
        let scope = self.state.scope.expect("an index was read inside a block");
        if scope.header.id != BLOCKINFO {
            self.state.abbreviations.push(abbreviation);
        } else if let Some(target) = scope.target {
            Arc::make_mut(&mut self.state.info).add(target, abbreviation);
        } else {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                self.state.position,
                "an abbreviation is defined before it is said for which kind of block",
            ));
        }
        Ok(Event::DefineAbbreviation)
    }

    /// Takes note of the only record that BLOCKINFO may hold.
    #[cold]
    fn set_block_id(&mut self) -> Result<()> {
        let target = match self.state.operands[..] {
            [id] if self.state.code == predefined::SET_BLOCK_ID => u32::try_from(id).ok(),
            _ => None,
        };
        let Some(target) = target else {
            return Err(Error::new(
                ErrorKind::BadBlockInfo,
                self.state.position,
                format!(
                    "the block of abbreviations holds a record <{}> with {} operands, \
                     expected <1> with the kind of a block",
                    self.state.code,
                    self.state.operands.len()
                ),
            ));
        };
        if let Some(scope) = &mut self.state.scope {
            scope.target = Some(target);
        }
        Ok(())
    }

    fn read_unabbreviated(&mut self) -> Result<()> {
        self.state.abbreviation = predefined::UNABBREVIATED as u32;
        self.state.code = self.cursor.vbr(6)?;
        let count = self.cursor.vbr(6)?;
        self.state.operands.clear();
        self.reserve(count, 6)?;
        for _ in 0..count {
            let operand = self.cursor.vbr(6)?;
            self.state.operands.push(operand);
        }
        Ok(())
    }

    #[inline]
    fn read_abbreviated(&mut self, index: u64) -> Result<()> {
        let scope = self
            .state
            .scope
            .as_ref()
            .expect("an index was read inside a block");
        let place = scope.first_abbreviation + (index - predefined::FIRST_DEFINED) as usize;
        let Some(abbreviation) = self.state.abbreviations.get(place) else {
            return Err(self.undefined_abbreviation(index));
        };
        self.state.abbreviation = index as u32;
        self.state.operands.clear();
        let mut scalars = abbreviation.scalars.iter();
        let Some(first) = scalars.next() else {
            return self.read_array_record(place);
        };
        self.state.code = first.read(&mut self.cursor)?;
        for scalar in scalars {
            let operand = scalar.read(&mut self.cursor)?;
            self.state.operands.push(operand);
        }
        match abbreviation.array {
            None => Ok(()),
            Some(element) => self.read_array(element),
        }
    }

    /// A record whose code too is an element of its array.
    #[cold]
    fn read_array_record(&mut self, place: usize) -> Result<()> {
        let element = self.state.abbreviations[place]
            .array
            .expect("an abbreviation is not empty");
        self.read_array(element)?;
        if self.state.operands.is_empty() {
            return Err(Error::new(
                ErrorKind::NoRecordCode,
                self.state.position,
                "a record is an empty array and so has no code",
            ));
        }
        self.state.code = self.state.operands.remove(0);
        Ok(())
    }

    fn read_array(&mut self, element: Scalar) -> Result<()> {
        let count = self.cursor.vbr(6)?;
        // Elements may take no bits at all; then the rest of the stream, as
        // if each took as many as it would unabbreviated, sets the limit.
        let bits = match element.min_bits() {
            0 => 6,
            bits => bits,
        };
        self.reserve(count, bits)?;
        for _ in 0..count {
            let operand = element.read(&mut self.cursor)?;
            self.state.operands.push(operand);
        }
        Ok(())
    }

    /// Makes room for so many operands of at least so many bits each, if the
    /// stream can hold them.
    fn reserve(&mut self, count: u64, bits: u64) -> Result<()> {
        if count > self.cursor.remaining() / bits {
            return Err(Error::new(
                ErrorKind::TooManyOperands,
                self.state.position,
                format!("a record claims {count} operands, more than the rest of the file holds"),
            ));
        }
        self.state.operands.reserve_exact(count as usize);
        Ok(())
    }

    #[cold]
    fn undefined_abbreviation(&self, index: u64) -> Error {
        let defined = self.state.scope.map_or(0, |scope| {
            self.state.abbreviations.len() - scope.first_abbreviation
        });
        Error::new(
            ErrorKind::UndefinedAbbreviation,
            self.state.position,
            format!(
                "abbreviation index {index} is not defined in this block; the last is {}",
                defined as u64 + predefined::FIRST_DEFINED - 1
            ),
        )
    }
}
