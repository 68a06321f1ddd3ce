//! Traverses a file and counts its bits.

use super::encoding::Plan;
use super::naming::Naming;
use super::tables::{KindRow, Measured};
use super::{
    FunctionStatistics, FunctionsStatistics, MAX_FUNCTIONS, MAX_UNKNOWN_KINDS, Origin, Parts,
    Statistics,
};
use crate::construct::block_id;
use crate::construct::codes::{self, RecordCode};
use crate::error::Error;
use crate::header::{Header, MAGIC};
use crate::limits::PROFILE;
use pinnacle_bitstream::{
    Abbreviation, BlockHeader, BlockNames, Cursor, Profile, Reader, Record, Step, limits,
    predefined,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of symbols that are stored as names of functions. Typical programs only name the
/// few external functions.
const MAX_SYMBOLS: usize = 1 << 16;

/// Maximum number of characters of a stored name.
const MAX_NAME: usize = 1 << 12;

/// Maximum number of function addresses that are stored to number bodies.
const MAX_ADDRESSES: usize = 1 << 20;

/// Size of a block's length word in bits.
const LENGTH_WORD: u64 = 32;

pub(super) fn collect(bytes: &[u8]) -> Statistics {
    let size = bytes.len() as u64;
    let mut errors = Vec::new();
    let header = match Header::read(bytes) {
        Ok(header) => Some(header),
        Err(error) => {
            errors.push(error);
            None
        }
    };
    let start = match &header {
        Some(header) => Some(header.size as usize),
        None => stream_start(bytes),
    };
    let mut collector = Collector::new(Naming::Manual);
    let end = match start {
        Some(start) => collector.read(bytes, start..bytes.len(), PROFILE, &mut errors),
        None => {
            collector.parts.unread = size * 8;
            0
        }
    };
    collector.finish(size, header, errors, end)
}

/// Collects the statistics of a file in another format.
pub(super) fn collect_bitstream(
    bytes: &[u8],
    stream: Range<usize>,
    profile: Profile,
    names: &'static [BlockNames],
) -> Statistics {
    let mut errors = Vec::new();
    let mut collector = Collector::new(Naming::Other(names));
    let end = collector.read(bytes, stream, profile, &mut errors);
    collector.finish(bytes.len() as u64, None, errors, end)
}

/// Returns the start of the bitstream if the header is invalid but its size is plausible.
fn stream_start(bytes: &[u8]) -> Option<usize> {
    let size = Header::size_hint(bytes);
    let believable = bytes.starts_with(MAGIC) && size.is_multiple_of(4) && size <= bytes.len();
    believable.then_some(size)
}

/// Returns true if only padding follows a position between blocks, in bits.
fn is_padding(bytes: &[u8], position: u64) -> bool {
    let rest = bytes
        .get(position.div_ceil(8) as usize..)
        .unwrap_or_default();
    rest.len() < 8 || rest.iter().all(|&byte| byte == 0)
}

/// An abbreviation that records may use.
#[derive(Debug)]
struct Usable {
    plan: Plan,
    /// The index of its row among those of the block ID.
    row: u32,
    /// The code that was last used with it, the row of that code, and the cell in that row. Nearly
    /// all abbreviations are only used with one code.
    last: Option<(u64, u32, u32)>,
}

/// An open block.
#[derive(Debug)]
struct Scope {
    kind: usize,
    id: u32,
    position: u64,
    /// The width of abbreviation indices in bits.
    width: u64,
    /// The index of the list of abbreviations for this block ID, and the length of the list at the
    /// start of the block.
    info: Option<usize>,
    inherited: usize,
    /// The index of the block's first own abbreviation in the stack of all open blocks.
    locals: usize,
    /// The number of previous records.
    records_before: u64,
    /// True if the block contains records about functions or definitions of abbreviations.
    watched: bool,
    /// In the abbreviations block, the block ID of the following definitions.
    target: Option<u32>,
}

/// A record that was counted but whose end is not known yet.
#[derive(Debug)]
struct Pending {
    kind: usize,
    row: usize,
    cell: Option<u32>,
    measured: Measured,
    blob: bool,
}

#[derive(Debug)]
struct Collector {
    parts: Parts,
    naming: Naming,
    /// Number of block IDs with names.
    known_kinds: usize,
    /// The rows of block IDs: those with names, then unknown ones, and finally one for all others.
    kinds: Vec<KindRow>,
    /// Lists of abbreviations from the abbreviations block. `info_of` contains the index for each
    /// block ID.
    infos: Vec<Vec<Usable>>,
    info_of: BTreeMap<u32, usize>,
    /// The abbreviations that open blocks define, the innermost block last.
    locals: Vec<Usable>,
    open: Vec<Scope>,
    unabbreviated: Plan,
    records: u64,
    names: Names,
    bodies: Bodies,
}

/// The names and numbers of functions, from the module and the symbol table.
#[derive(Debug, Default)]
struct Names {
    functions: u32,
    /// The numbers of the functions with bodies.
    defined: Vec<u32>,
    symbols: Vec<(u32, Box<[u8]>)>,
}

/// The total of all function bodies, and the largest bodies so far.
#[derive(Debug, Default)]
struct Bodies {
    count: u64,
    bits: u64,
    largest: BinaryHeap<Reverse<Body>>,
}

/// A function body. Of bodies with the same size, the first one ranks higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Body {
    bits: u64,
    number: Reverse<u64>,
    position: u64,
    records: u64,
}

impl Collector {
    fn new(naming: Naming) -> Collector {
        let known = naming.kinds();
        Collector {
            parts: Parts::default(),
            naming,
            known_kinds: known.len(),
            kinds: (known.iter())
                .map(|&id| KindRow::new(naming, Some(id)))
                .collect(),
            infos: Vec::new(),
            info_of: BTreeMap::new(),
            locals: Vec::new(),
            open: Vec::new(),
            unabbreviated: Plan::unabbreviated(),
            records: 0,
            names: Names::default(),
            bodies: Bodies::default(),
        }
    }

    /// Counts the bitstream of a file. Returns the position in bits where counting ended.
    fn read(
        &mut self,
        bytes: &[u8],
        stream: Range<usize>,
        profile: Profile,
        errors: &mut Vec<Error>,
    ) -> u64 {
        let size = bytes.len() as u64 * 8;
        let start = stream.start as u64;
        self.parts.header = start * 8;
        let bytes = &bytes[..stream.end];
        let mut reader = Reader::new(&bytes[stream.start..], start, profile);
        match self.walk(bytes, &mut reader) {
            Ok(()) => {
                self.parts.trailing = size - reader.next_position();
                reader.next_position()
            }
            Err(error) => {
                errors.push(error.into());
                self.parts.unread = size - reader.position();
                reader.position()
            }
        }
    }

    /// Counts up to the end of the module or of the file.
    fn walk(
        &mut self,
        bytes: &[u8],
        reader: &mut Reader<'_>,
    ) -> Result<(), pinnacle_bitstream::Error> {
        let is_manual = matches!(self.naming, Naming::Manual);
        loop {
            if !is_manual && self.open.is_empty() && is_padding(bytes, reader.next_position()) {
                return Ok(());
            }
            match reader.step()? {
                Step::Record(record) => {
                    let position = record.position;
                    let pending = self.record(&record);
                    self.end_record(&pending, reader.next_position() - position);
                }
                Step::EnterBlock(header) => self.enter(bytes, &header),
                Step::ExitBlock => {
                    let (start, end) = (reader.position(), reader.next_position());
                    let kind = self.exit(start, end);
                    if is_manual && kind == block_id::MODULE && self.open.is_empty() {
                        return Ok(());
                    }
                }
                Step::DefineAbbreviation => self.define(reader),
                Step::End => return Ok(()),
            }
        }
    }

    #[inline(always)]
    fn record(&mut self, record: &Record<'_>) -> Pending {
        let scope = self.open.last().expect("records stand in blocks");
        if scope.watched {
            self.watch(record);
        }
        let scope = self.open.last().expect("records stand in blocks");
        let kind = &mut self.kinds[scope.kind];
        let defined = record
            .abbreviation
            .checked_sub(predefined::FIRST_DEFINED as u32);
        let (plan, row, cell) = match defined {
            None => (&self.unabbreviated, kind.record_row(record.code), None),
            Some(index) => {
                let index = index as usize;
                let usable = match scope.info {
                    Some(info) if index < scope.inherited => &mut self.infos[info][index],
                    _ => &mut self.locals[scope.locals + index - scope.inherited],
                };
                let (row, cell) = match usable.last {
                    Some((code, row, cell)) if code == record.code => (row, cell),
                    _ => {
                        let row = kind.record_row(record.code);
                        let cell = kind.records[row].cell(usable.row);
                        usable.last = Some((record.code, row as u32, cell));
                        (row as u32, cell)
                    }
                };
                (&usable.plan, row as usize, Some(cell))
            }
        };
        let measured = kind.records[row].measure(plan, scope.width, record.code, record.operands);
        Pending {
            kind: scope.kind,
            row,
            cell,
            measured,
            blob: plan.blob,
        }
    }

    #[inline(always)]
    fn end_record(&mut self, pending: &Pending, bits: u64) {
        self.records += 1;
        let row = &mut self.kinds[pending.kind].records[pending.row];
        let mut measured = pending.measured;
        if pending.blob {
            row.add_padding(bits - measured.bits);
            measured.bits = bits;
        }
        row.add(pending.cell, measured, bits);
    }

    /// Stores information from records about functions and abbreviations.
    #[cold]
    fn watch(&mut self, record: &Record<'_>) {
        let scope = self.open.last_mut().expect("records stand in blocks");
        let names = &mut self.names;
        match (scope.id, RecordCode(record.code), record.operands) {
            (block_id::ABBREVIATIONS, RecordCode(predefined::SET_BLOCK_ID), &[kind]) => {
                scope.target = u32::try_from(kind).ok();
            }
            (block_id::MODULE, codes::module::FUNCTION, operands) => {
                if let [_, _, 0, ..] = operands
                    && names.defined.len() < MAX_ADDRESSES
                {
                    names.defined.push(names.functions);
                }
                names.functions = names.functions.saturating_add(1);
            }
            (block_id::SYMBOLS, codes::symbols::ENTRY, &[value, ref name @ ..]) => {
                if let Ok(value) = u32::try_from(value)
                    && names.symbols.len() < MAX_SYMBOLS
                {
                    let name = name.iter().take(MAX_NAME);
                    let name = name.map(|&character| character as u8).collect();
                    names.symbols.push((value, name));
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, bytes: &[u8], header: &BlockHeader) {
        let outer = self.open.last();
        let outer_width = outer.map_or(limits::MIN_ABBREVIATION_WIDTH, |outer| outer.width);
        let in_module = matches!(&self.open[..], [module] if module.id == block_id::MODULE);
        let watched = match header.id {
            block_id::ABBREVIATIONS => true,
            _ if !matches!(self.naming, Naming::Manual) => false,
            block_id::MODULE => self.open.is_empty(),
            block_id::SYMBOLS => in_module,
            _ => false,
        };
        let head = (header.body - LENGTH_WORD).min(head_end(bytes, header, outer_width as u32));
        let start_bits = head - header.position + LENGTH_WORD;
        let alignment = header.body - LENGTH_WORD - head;
        self.parts.block_starts += start_bits;
        self.parts.alignment += alignment;
        let kind = self.kind_row(header.id);
        let row = &mut self.kinds[kind];
        row.count += 1;
        row.open += 1;
        row.start_bits += start_bits;
        row.alignment_bits += alignment;
        // The abbreviations block itself has none.
        let info = (header.id != block_id::ABBREVIATIONS)
            .then(|| self.info_of.get(&header.id).copied())
            .flatten();
        self.open.push(Scope {
            kind,
            id: header.id,
            position: header.position,
            width: u64::from(header.abbreviation_width),
            info,
            inherited: info.map_or(0, |info| self.infos[info].len()),
            locals: self.locals.len(),
            records_before: self.records,
            watched,
            target: None,
        });
    }

    /// Returns the index of the row for a block ID.
    fn kind_row(&mut self, id: u32) -> usize {
        if let Some(row) = self.kinds.iter().position(|row| row.id == Some(id)) {
            return row;
        }
        let most = self.known_kinds + MAX_UNKNOWN_KINDS;
        if self.kinds.len() <= most {
            let id = (self.kinds.len() < most).then_some(id);
            self.kinds.push(KindRow::new(self.naming, id));
        }
        self.kinds.len() - 1
    }

    /// Counts the end of the innermost block. Returns the ID of the block.
    fn exit(&mut self, start: u64, end: u64) -> u32 {
        let scope = self.open.last().expect("a block ends");
        let alignment = end - start - scope.width;
        self.parts.block_ends += scope.width;
        self.parts.alignment += alignment;
        let row = &mut self.kinds[scope.kind];
        row.end_bits += scope.width;
        row.alignment_bits += alignment;
        let id = scope.id;
        self.leave(end);
        id
    }

    /// Closes the innermost block, which was read up to `end`.
    fn leave(&mut self, end: u64) {
        let Some(scope) = self.open.pop() else {
            return;
        };
        self.locals.truncate(scope.locals);
        let bits = end - scope.position;
        let row = &mut self.kinds[scope.kind];
        row.open -= 1;
        if row.open == 0 {
            row.bits_with_nested += bits;
        }
        let in_module = matches!(&self.open[..], [module] if module.id == block_id::MODULE);
        if scope.id == block_id::FUNCTION && in_module {
            let records = self.records - scope.records_before;
            self.bodies.add(bits, scope.position, records);
        }
    }

    fn define(&mut self, reader: &Reader<'_>) {
        let bits = reader.next_position() - reader.position();
        self.parts.definitions += bits;
        let scope = self.open.last().expect("definitions stand in blocks");
        self.kinds[scope.kind].definitions.add(bits);
        let (kind, inherited) = (scope.kind, scope.inherited);
        let target = scope.target;
        let (definition, number) = reader
            .abbreviation()
            .expect("an abbreviation has just been defined");
        let number = number as u32;
        if let Some(target) = target {
            let kind = self.kind_row(target);
            let usable = self.usable(kind, Origin::BlockInfo, number, number, definition, bits);
            let infos = &mut self.infos;
            let list = *self.info_of.entry(target).or_insert_with(|| {
                infos.push(Vec::new());
                infos.len() - 1
            });
            self.infos[list].push(usable);
        } else {
            let own = number - inherited as u32;
            let usable = self.usable(kind, Origin::Block, own, number, definition, bits);
            self.locals.push(usable);
        }
    }

    /// Counts a definition, and prepares the abbreviation for use.
    fn usable(
        &mut self,
        kind: usize,
        origin: Origin,
        number: u32,
        place: u32,
        definition: &Arc<Abbreviation>,
        bits: u64,
    ) -> Usable {
        let index = place.saturating_add(predefined::FIRST_DEFINED as u32);
        let kind = &mut self.kinds[kind];
        let row = kind.abbreviation_row(origin, number, index, definition);
        kind.abbreviations[row as usize].definitions.add(bits);
        Usable {
            plan: Plan::new(definition),
            row,
            last: None,
        }
    }

    fn finish(
        mut self,
        size: u64,
        header: Option<Header>,
        errors: Vec<Error>,
        end: u64,
    ) -> Statistics {
        while !self.open.is_empty() {
            self.leave(end);
        }
        let kinds = self.kinds.into_iter().filter(|row| !row.is_unused());
        let mut blocks: Vec<_> = kinds.map(KindRow::finish).collect();
        blocks.sort_by_key(|block| (Reverse(block.own_bits()), block.kind));
        self.parts.records = blocks.iter().map(|block| block.record_bits).sum();
        Statistics {
            size,
            header,
            parts: self.parts,
            blocks,
            functions: self.bodies.finish(self.names),
            errors,
        }
    }
}

/// Returns the end of a block's ID and width. They are read again, because they may be overlong.
fn head_end(bytes: &[u8], header: &BlockHeader, outer_width: u32) -> u64 {
    let mut cursor = Cursor::new(bytes, 0);
    cursor.seek(header.position);
    let read = cursor
        .fixed(outer_width)
        .and_then(|_| cursor.vbr(8))
        .and_then(|_| cursor.vbr(4));
    debug_assert!(read.is_ok(), "the reader has read this");
    cursor.position()
}

impl Bodies {
    fn add(&mut self, bits: u64, position: u64, records: u64) {
        self.largest.push(Reverse(Body {
            bits,
            number: Reverse(self.count),
            position,
            records,
        }));
        if self.largest.len() > MAX_FUNCTIONS {
            self.largest.pop();
        }
        self.count += 1;
        self.bits += bits;
    }

    fn finish(self, mut names: Names) -> FunctionsStatistics {
        // If a function has two names, the first one is used.
        names.symbols.sort_by_key(|(value, _)| *value);
        let name = |function: u32| {
            let place = names
                .symbols
                .partition_point(|(value, _)| *value < function);
            let (value, name) = names.symbols.get(place)?;
            (*value == function).then(|| name.clone())
        };
        let largest = self.largest.into_sorted_vec();
        let largest = largest.into_iter().map(|Reverse(body)| {
            let number = body.number.0;
            let function = names.defined.get(number as usize).copied();
            FunctionStatistics {
                body: number,
                function,
                name: function.and_then(name),
                position: body.position,
                bits: body.bits,
                records: body.records,
            }
        });
        FunctionsStatistics {
            count: self.count,
            bits: self.bits,
            largest: largest.collect(),
        }
    }
}
