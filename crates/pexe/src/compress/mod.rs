//! Packs the records of a file into fewer bits.
//!
//! A record's cost is its abbreviation's index, which has the same width for all records of a
//! block, plus its operands. So a set of abbreviations is a two-part code: the index gives what the
//! records share, such as the opcode, a type or the length of operands, and the operand bits give
//! the rest. More abbreviations make the second part shorter and the first longer.
//!
//! 1. `stream` takes the file apart, whatever its records were packed with.
//! 2. `group` puts together the records of one code in one kind of block,
//!    as rows that no packing tells apart (`symbols`).
//! 3. `search` chooses abbreviations for each block ID. Each step adds the one that saves most,
//!    found by `propose`. Afterwards each is exchanged for a better one if there is any. `shape`
//!    computes their costs.
//! 4. `plan` orders them, gives each block the index width that costs the fewest bits, and assigns
//!    an abbreviation to each record.
//! 5. `emit` writes the file.
//!
//! `aligned` takes the place of 2 to 4 for files that travel compressed.
//!
//! Invariants:
//!
//! * Blocks, codes and operands stay the same and in order, and so do the header and the bytes
//!   after the module.
//! * The choice depends on the records alone, not on how they were packed. So
//!   a file that was compressed is compressed to itself, and since a result
//!   that is not smaller is not used, compressing twice is compressing once.
//! * Time and memory are bounded by the size of the file: the search stops
//!   when it has done as much work as its number of records permits, and looks
//!   only at the codes and kinds of blocks that take most bits.

mod aligned;
mod arrays;
mod emit;
mod group;
mod plan;
mod propose;
mod search;
mod shape;
mod stream;
mod symbols;

use crate::error::Error;
use group::{Group, PLAIN};
use pinnacle_bitstream::vbr_bits;
use plan::{Kind, MAX_WIDTH, Plan, reach};
use propose::Thoroughness;
use search::Search;
use std::borrow::Cow;
use std::cmp::Reverse;
use stream::Stream;

/// The highest [`Options::effort`].
pub const MAX_EFFORT: u8 = 9;

/// The effort unless one is requested.
pub const DEFAULT_EFFORT: u8 = 4;

/// Maximum number of kinds of blocks that get abbreviations; the manual has six.
const MAX_KINDS: usize = 16;
/// Maximum number of record codes in one kind of block that get abbreviations; the manual has 16 in
/// function blocks.
const MAX_GROUPS: usize = 64;
/// Files with fewer records than this are written in several ways, because block alignment
/// dominates their size.
const SMALL: usize = 2000;

/// Options for compressing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// From 0, quick, to [`MAX_EFFORT`], thorough. A larger number counts as the maximum.
    pub effort: u8,
    /// Packs records in whole bytes, for a compressor that works on bytes and not on bits. The file
    /// itself becomes larger.
    pub for_transport: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            effort: DEFAULT_EFFORT,
            for_transport: false,
        }
    }
}

/// Packs the records of a file into fewer bits. The file comes back as it is
/// if it does not become smaller.
///
/// With [`Options::for_transport`] records are packed in whole bytes instead,
/// whatever the size. Either result can be made from the other.
///
/// The records are not looked at for what they mean: a program that is not
/// valid is compressed as well.
///
/// # Errors
///
/// Fails if the header, or the blocks and records of the module, cannot be read.
pub fn compress<'a>(bytes: &'a [u8], options: &Options) -> Result<Cow<'a, [u8]>, Error> {
    let Some(stream) = Stream::read(bytes)? else {
        return Ok(Cow::Borrowed(bytes));
    };
    if options.for_transport {
        return Ok(Cow::Owned(pack_in_bytes(&stream)?));
    }
    let packed = pack(&stream, &Effort::new(options.effort))?;
    Ok(if packed.len() < bytes.len() {
        Cow::Owned(packed)
    } else {
        Cow::Borrowed(bytes)
    })
}

/// Writes every record of a file in full, with no abbreviations. The file becomes larger.
///
/// # Errors
///
/// Fails if the header, or the blocks and records of the module, cannot be read.
pub fn without_abbreviations(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    match Stream::read(bytes)? {
        Some(stream) => Ok(Cow::Owned(emit::emit_plain(&stream)?)),
        None => Ok(Cow::Borrowed(bytes)),
    }
}

/// The settings of an effort.
#[derive(Clone, Copy, Debug)]
struct Effort {
    thoroughness: Thoroughness,
    /// Number of times that all abbreviations are exchanged for better ones.
    exchanges: usize,
    /// Number of widths of indices that are tried, starting with the most promising one.
    widths: usize,
    /// Work for each record, see [`propose::Proposer`].
    work: u64,
}

impl Effort {
    fn new(effort: u8) -> Effort {
        let (seeds, pool, relatives, exchanges, widths) = match effort {
            0 => (1, 1, 1, 0, 1),
            1 => (2, 2, 1, 0, 1),
            2 => (2, 2, 1, 0, 2),
            3 => (2, 2, 1, 1, 1),
            4 => (4, 3, 2, 1, 1),
            5 => (4, 3, 2, 2, 2),
            6 => (6, 4, 2, 3, 2),
            7 => (8, 6, 2, 4, 2),
            8 => (12, 8, 3, 8, 2),
            _ => (24, 12, 4, 16, 3),
        };
        Effort {
            thoroughness: Thoroughness {
                seeds,
                pool,
                relatives,
                sweeps: 4,
                elements: 3,
            },
            exchanges,
            widths,
            work: 1 << (12 + effort.min(MAX_EFFORT)),
        }
    }
}

/// Writes a file with the best abbreviations that are found.
fn pack(stream: &Stream<'_>, effort: &Effort) -> Result<Vec<u8>, Error> {
    let mut places = vec![PLAIN; stream.records.len()];
    let kinds = stream.by_kind();
    let mut heavy: Vec<usize> = (0..kinds.len()).collect();
    heavy.sort_by_key(|&kind| (Reverse(kinds[kind].1.len()), kind));
    heavy.truncate(MAX_KINDS);
    let small = stream.records.len() < SMALL;
    let mut plans = Vec::new();
    let mut plain_plans = Vec::new();
    for (number, (blocks, mut records)) in kinds.into_iter().enumerate() {
        let groups = if heavy.contains(&number) {
            make_groups(stream, &mut records, &mut places)
        } else {
            Vec::new()
        };
        let kind = Kind {
            stream,
            blocks: &blocks,
            records: &records,
            groups: &groups,
            places: &places,
            // The outermost block stands around the block of abbreviations.
            may_share: number != 0,
        };
        plans.push(plan_kind(&kind, effort));
        if small {
            plain_plans.push(Plan::new(&kind, Vec::new()));
        }
    }
    let mut plans: Vec<&Plan> = plans.iter().collect();
    let mut packed = emit::emit(stream, &plans, &places)?;
    if small {
        while let Some(better) = drop_one(stream, &mut plans, &plain_plans, &places, &packed)? {
            packed = better;
        }
    }
    Ok(packed)
}

/// Writes a file in whole bytes.
fn pack_in_bytes(stream: &Stream<'_>) -> Result<Vec<u8>, Error> {
    let mut places = vec![PLAIN; stream.records.len()];
    let mut plans = Vec::new();
    for (kind, (blocks, records)) in stream.by_kind().into_iter().enumerate() {
        plans.push(aligned::plan(stream, kind, &blocks, &records, &mut places));
    }
    let plans: Vec<&Plan> = plans.iter().collect();
    Ok(emit::emit(stream, &plans, &places)?)
}

/// Leaves out the abbreviations of one block ID if that makes the file smaller. Tries every ID and
/// picks the best.
fn drop_one<'a>(
    stream: &Stream<'_>,
    plans: &mut [&'a Plan],
    plain: &'a [Plan],
    places: &[group::Place],
    packed: &[u8],
) -> Result<Option<Vec<u8>>, Error> {
    let mut best: Option<(usize, Vec<u8>)> = None;
    for kind in 0..plans.len().min(MAX_KINDS) {
        if plans[kind].abbreviations.is_empty() {
            continue;
        }
        let before = std::mem::replace(&mut plans[kind], &plain[kind]);
        let written = emit::emit(stream, plans, places)?;
        plans[kind] = before;
        let most = best.as_ref().map_or(packed.len(), |(_, best)| best.len());
        if written.len() < most {
            best = Some((kind, written));
        }
    }
    Ok(best.map(|(kind, written)| {
        plans[kind] = &plain[kind];
        written
    }))
}

/// Groups the records of one kind of block, which it sorts by code.
fn make_groups(
    stream: &Stream<'_>,
    records: &mut [u32],
    places: &mut [group::Place],
) -> Vec<Group> {
    let code = |record: u32| stream.records[record as usize].code;
    records.sort_by_key(|&record| code(record));
    let mut members: Vec<&[u32]> = records.chunk_by(|&a, &b| code(a) == code(b)).collect();
    if members.len() > MAX_GROUPS {
        let bits = |records: &[u32]| -> u64 {
            let records = records.iter().map(|&record| {
                let record = &stream.records[record as usize];
                let operands = stream.operands(record).iter();
                vbr_bits(record.code, 6) + operands.map(|&value| vbr_bits(value, 6)).sum::<u64>()
            });
            records.sum()
        };
        members.sort_by_cached_key(|records| Reverse(bits(records)));
        members.truncate(MAX_GROUPS);
    }
    let numbered = members.iter().zip(0..);
    numbered
        .map(|(members, number)| Group::new(stream, members, number, places))
        .collect()
}

fn plan_kind(kind: &Kind<'_>, effort: &Effort) -> Plan {
    // If the outermost block ID is nested in itself, shared definitions have no place: neither
    // before all of the blocks nor inside a single one.
    if kind.blocks.len() > 1 && !kind.may_share {
        return Plan::new(kind, Vec::new());
    }
    let work = effort.work * (kind.records.len() as u64 + 64);
    let mut search = Search::new(
        kind.groups,
        effort.thoroughness,
        kind.definition_index(),
        work,
    );
    let indices = (kind.records.len() + kind.blocks.len()) as u64;
    let mut steps: Vec<(u64, Search<'_>)> = Vec::new();
    for width in 2..=MAX_WIDTH {
        search.grow(reach(width));
        let total = search.total() + u64::from(width) * indices;
        steps.push((total, search.clone()));
        if search.set.len() < reach(width) {
            break;
        }
    }
    let least = (0..steps.len()).min_by_key(|&step| steps[step].0);
    let searches = steps.into_iter().map(|(_, search)| search);
    let plans = searches
        .skip(least.unwrap_or(0))
        .take(effort.widths)
        .map(|mut search| {
            for _ in 0..effort.exchanges {
                if !search.exchange() {
                    break;
                }
            }
            Plan::new(kind, search.set)
        });
    plans
        .min_by_key(|plan| plan.bits)
        .expect("one width at least is tried")
}
