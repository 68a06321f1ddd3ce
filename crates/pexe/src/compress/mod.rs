//! Compresses the records of a file with better abbreviations.
//!
//! The cost of a record is the index of its abbreviation, which has the same width for all records
//! of a block, plus its operands. A set of abbreviations is thus a two-part code: the index encodes
//! what the records have in common, such as the opcode, a type or the length of operands, and the
//! operand bits encode the rest. More abbreviations make the second part shorter and the first part
//! longer.
//!
//! 1. `stream` parses the file into records, independently of their abbreviations.
//! 2. `group` groups the records of one code in one kind of block into rows that cost the same with
//!    every packing (`symbols`).
//! 3. `search` chooses abbreviations for each block ID. Each step adds the one that saves the most
//!    bits, found by `propose`. Then each abbreviation is replaced by a better one if there is any.
//!    `shape` computes their costs.
//! 4. `plan` orders them, chooses the index width of each block that costs the fewest bits, and
//!    assigns an abbreviation to each record.
//! 5. `emit` writes the file.
//!
//! `aligned` replaces steps 2 to 4 for files that another compressor will compress.
//!
//! Invariants:
//!
//! * Blocks, codes and operands stay the same and in order, and so do the header and the bytes
//!   after the module.
//! * The result depends only on the records, not on their abbreviations. Therefore compressing a
//!   compressed file has no effect, since a result that is not smaller is discarded.
//! * Time and memory are limited in proportion to the size of the file. The search stops after an
//!   amount of work that depends on the number of records, and only examines the codes and kinds of
//!   blocks that take the most bits.

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

/// The default effort.
pub const DEFAULT_EFFORT: u8 = 4;

/// Maximum number of kinds of blocks with abbreviations. The manual has six kinds.
const MAX_KINDS: usize = 16;
/// Maximum number of record codes with abbreviations in one kind of block. The manual has 16 codes
/// in function blocks.
const MAX_GROUPS: usize = 64;
/// A file with fewer records is written in several ways, because the alignment of blocks dominates
/// its size.
const SMALL: usize = 2000;

/// Options for compressing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The effort, from 0, quick, to [`MAX_EFFORT`], thorough. Larger numbers count as the maximum.
    pub effort: u8,
    /// Packs records in whole bytes, for a compressor that works on bytes. The file itself becomes
    /// larger.
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

/// Compresses the records of a file with better abbreviations. Returns the file unchanged if it
/// does not become smaller.
///
/// With [`Options::for_transport`], records are packed in whole bytes instead, even if the file
/// becomes larger. Each of the two results can be converted to the other.
///
/// The meaning of the records is ignored, so an invalid program can be compressed too.
///
/// # Errors
///
/// Fails if the header, or the blocks and records of the module, cannot be parsed.
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

/// Writes all records of a file without abbreviations. The file becomes larger.
///
/// # Errors
///
/// Fails if the header, or the blocks and records of the module, cannot be parsed.
pub fn without_abbreviations(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    match Stream::read(bytes)? {
        Some(stream) => Ok(Cow::Owned(emit::emit_plain(&stream)?)),
        None => Ok(Cow::Borrowed(bytes)),
    }
}

/// The settings for an effort.
#[derive(Clone, Copy, Debug)]
struct Effort {
    thoroughness: Thoroughness,
    /// Number of rounds in which each abbreviation is replaced by a better one.
    exchanges: usize,
    /// Number of index widths that are tried, starting with the most promising one.
    widths: usize,
    /// Amount of work for each record; see [`propose::Proposer`].
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

/// Writes a file with the best abbreviations found.
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
            // The outermost block contains the abbreviations block, so its own abbreviations cannot
            // be there.
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

/// Writes a file with records in whole bytes.
fn pack_in_bytes(stream: &Stream<'_>) -> Result<Vec<u8>, Error> {
    let mut places = vec![PLAIN; stream.records.len()];
    let mut plans = Vec::new();
    for (kind, (blocks, records)) in stream.by_kind().into_iter().enumerate() {
        plans.push(aligned::plan(stream, kind, &blocks, &records, &mut places));
    }
    let plans: Vec<&Plan> = plans.iter().collect();
    Ok(emit::emit(stream, &plans, &places)?)
}

/// Removes the abbreviations of the block ID whose removal makes the file smallest, if any makes it
/// smaller.
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

/// Groups the records of one kind of block. Sorts `records` by code.
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
    // If blocks with the outermost block's ID are nested in each other, there is no place for
    // shared definitions: neither before all of them nor in a single one.
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
