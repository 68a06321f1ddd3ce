//! Groups the records of one code in one kind of block into distinct rows.

use super::stream::{Record, Stream};
use super::symbols::{CANNOT, Position, cost_of_length, length};
use pinnacle_bitstream::{Scalar, char6_index, vbr_bits};

/// Maximum number of operands for comparing all operands of a record. Each longer record has a row
/// of its own.
pub(super) const MAX_SHORT: usize = 14;

/// Maximum number of operands before an array.
pub(super) const MAX_LEAD: usize = 2;

/// Minimum length of a run of six-bit characters. Shorter runs are ignored, so that records do not
/// differ by chance.
const MIN_CHARACTERS: usize = 5;

/// The place of a record in its kind of block: the index of its group, and of its row in the group.
pub(super) type Place = (u32, u32);

/// The place of records that belong to no group and are written unabbreviated.
pub(super) const PLAIN: Place = (u32::MAX, 0);

/// Records that cost the same with every packing.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The number of operands.
    pub(super) len: u32,
    /// Number of records.
    pub(super) count: u32,
    /// The symbols of the first operands.
    pub(super) symbols: [u8; MAX_SHORT],
    /// The index from which on all operands are six-bit characters. It is larger than [`MAX_LEAD`]
    /// if no such run starts at one of the first operands.
    characters_from: u8,
    /// For a long row, the range of its counts in `long_lengths` of the group.
    lengths: (u32, u32),
}

/// Records of one code with the same number of operands, or all long records of the code.
#[derive(Debug)]
pub(super) struct Class {
    /// The number of operands; `None` for long records.
    pub(super) len: Option<usize>,
    /// The range of its rows.
    pub(super) rows: std::ops::Range<usize>,
}

/// The records of one code in one kind of block.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) code: u64,
    pub(super) positions: Vec<Position>,
    /// Sorted by class.
    pub(super) rows: Vec<Row>,
    pub(super) classes: Vec<Class>,
    /// For long rows, the numbers of operands by length.
    long_lengths: Vec<(u8, u32)>,
    /// The array elements that are considered.
    pub(super) elements: Vec<Scalar>,
    /// For each element, its cost in bits by the length of a value, unless it depends on more than
    /// the length.
    pub(super) element_costs: Vec<Option<[u32; 65]>>,
}

/// The sort key of rows: number of operands, first six-bit character, symbols.
type Key = [u8; MAX_SHORT + 2];

impl Group {
    /// Groups records of one code, and stores the place of each.
    pub(super) fn new(
        stream: &Stream<'_>,
        members: &[u32],
        number: u32,
        places: &mut [Place],
    ) -> Group {
        let record = |index: u32| &stream.records[index as usize];
        let positions = find_positions(stream, members);
        let mut keys: Vec<(Key, u32)> = members
            .iter()
            .map(|&index| (key(stream, record(index), &positions), index))
            .collect();
        keys.sort_unstable();
        let mut group = Group {
            code: record(members[0]).code,
            positions,
            rows: Vec::new(),
            classes: Vec::new(),
            long_lengths: Vec::new(),
            elements: Vec::new(),
            element_costs: Vec::new(),
        };
        let mut last: Option<Key> = None;
        for (key, index) in keys {
            let operands = stream.operands(record(index));
            let is_long = operands.len() > MAX_SHORT;
            if last != Some(key) || is_long {
                group.add_row(key, operands);
                last = Some(key);
            }
            let row = group.rows.len() - 1;
            group.rows[row].count += 1;
            places[index as usize] = (number, row as u32);
        }
        group.find_elements();
        group
    }

    fn add_row(&mut self, key: Key, operands: &[u64]) {
        let is_long = operands.len() > MAX_SHORT;
        let len = (!is_long).then_some(operands.len());
        let row = self.rows.len();
        match self.classes.last_mut() {
            Some(class) if class.len == len => class.rows.end = row + 1,
            _ => self.classes.push(Class {
                len,
                rows: row..row + 1,
            }),
        }
        let start = self.long_lengths.len() as u32;
        if is_long {
            let mut counts = [0u32; 65];
            for &operand in operands {
                counts[usize::from(length(operand))] += 1;
            }
            let counts = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            self.long_lengths
                .extend(counts.map(|(length, &count)| (length as u8, count)));
        }
        let mut symbols = [0; MAX_SHORT];
        symbols.copy_from_slice(&key[2..]);
        self.rows.push(Row {
            len: operands.len() as u32,
            count: 0,
            symbols,
            characters_from: key[1],
            lengths: (start, self.long_lengths.len() as u32),
        });
    }

    /// Determines the array elements that are considered, and their costs.
    fn find_elements(&mut self) {
        let mut present = [false; 65];
        let mut characters = false;
        for row in &self.rows {
            characters |= usize::from(row.characters_from) <= MAX_LEAD;
            for_each_length(self, row, |length, _| present[usize::from(length)] = true);
        }
        let longest = present.iter().rposition(|&present| present).unwrap_or(0) as u8;
        let fixed = (1..=32)
            .filter(|&width| present[usize::from(width)])
            .map(Scalar::Fixed);
        let vbr = (2..=longest.clamp(2, 32)).map(Scalar::Vbr);
        let character = characters.then_some(Scalar::Char6);
        self.elements = fixed.chain(vbr).chain(character).collect();
        let costs = |&element: &Scalar| {
            let cost = |length| cost_of_length(element, length as u8);
            (element != Scalar::Char6).then(|| std::array::from_fn(cost))
        };
        self.element_costs = self.elements.iter().map(costs).collect();
    }

    /// Returns the number of operand lengths that are examined for the cost of arrays.
    pub(super) fn lengths_number(&self) -> usize {
        self.rows.len() * 4 + self.long_lengths.len()
    }

    /// Returns the cost in bits of an unabbreviated row, without its index.
    pub(super) fn unabbreviated_cost(&self, row: &Row) -> u32 {
        let mut total = vbr_bits(self.code, 6) + vbr_bits(row.len.into(), 6);
        for_each_length(self, row, |length, count| {
            total += u64::from(cost_of_length(Scalar::Vbr(6), length)) * u64::from(count);
        });
        clamp(total)
    }

    /// Returns the cost in bits of an array with the operands of a row from `lead` on, including
    /// its length.
    pub(super) fn array_cost(&self, row: &Row, lead: usize, element: Scalar) -> u32 {
        let Some(count) = (row.len as usize).checked_sub(lead) else {
            return CANNOT;
        };
        let mut total = vbr_bits(count as u64, 6);
        if element == Scalar::Char6 {
            return if usize::from(row.characters_from) <= lead {
                clamp(total + count as u64 * 6)
            } else {
                CANNOT
            };
        }
        let mut possible = true;
        if row.len as usize <= MAX_SHORT {
            for (position, &symbol) in self.positions[lead..row.len as usize]
                .iter()
                .zip(&row.symbols[lead..])
            {
                let cost = cost_of_length(element, position.lengths[usize::from(symbol)]);
                possible &= cost < CANNOT;
                total += u64::from(cost);
            }
        } else {
            let (start, end) = row.lengths;
            for &(length, count) in &self.long_lengths[start as usize..end as usize] {
                let mut count = count;
                for (position, &symbol) in self.positions[..lead].iter().zip(&row.symbols) {
                    count -= u32::from(position.lengths[usize::from(symbol)] == length);
                }
                let cost = cost_of_length(element, length);
                possible &= cost < CANNOT || count == 0;
                total += u64::from(cost) * u64::from(count);
            }
        }
        if possible { clamp(total) } else { CANNOT }
    }
}

/// The largest cost that is represented exactly. Larger costs do not affect the choice between
/// packings.
const MOST: u64 = (CANNOT - 1) as u64;

fn clamp(total: u64) -> u32 {
    total.min(MOST) as u32
}

/// Calls a function with the length of each operand of a row, and the number of operands of that
/// length.
fn for_each_length(group: &Group, row: &Row, mut f: impl FnMut(u8, u32)) {
    if row.len as usize <= MAX_SHORT {
        for (position, &symbol) in group.positions[..row.len as usize].iter().zip(&row.symbols) {
            f(position.lengths[usize::from(symbol)], 1);
        }
    } else {
        let (start, end) = row.lengths;
        for &(length, count) in &group.long_lengths[start as usize..end as usize] {
            f(length, count);
        }
    }
}

fn find_positions(stream: &Stream<'_>, members: &[u32]) -> Vec<Position> {
    let mut values = Vec::new();
    let mut positions = Vec::new();
    for place in 0..MAX_SHORT {
        values.clear();
        for &index in members {
            let operands = stream.operands(&stream.records[index as usize]);
            values.extend(operands.get(place));
        }
        if values.is_empty() {
            break;
        }
        positions.push(Position::new(&mut values));
    }
    positions
}

fn key(stream: &Stream<'_>, record: &Record, positions: &[Position]) -> Key {
    let operands = stream.operands(record);
    let mut key = [0; MAX_SHORT + 2];
    key[0] = operands.len().min(MAX_SHORT + 1) as u8;
    let last_other = operands
        .iter()
        .rposition(|&operand| char6_index(operand).is_none());
    let characters_from = last_other.map_or(0, |place| place + 1);
    let worthwhile =
        characters_from <= MAX_LEAD && operands.len() >= characters_from + MIN_CHARACTERS;
    key[1] = if worthwhile {
        characters_from as u8
    } else {
        u8::MAX
    };
    for ((symbol, position), &operand) in key[2..].iter_mut().zip(positions).zip(operands) {
        *symbol = position.symbol(operand);
    }
    key
}
