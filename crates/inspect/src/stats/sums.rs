//! Adds up the statistics of one file or of several.

use pinnacle_pexe::stats::{Parts, Statistics};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Figures that can be added up over files.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// Total size in bytes.
    pub(super) size: u64,
    pub(super) parts: Parts,
    pub(super) functions: u64,
    /// By block ID; `None` for blocks without a row of their own.
    blocks: BTreeMap<Option<u32>, BlockSum>,
    /// By block ID and record code.
    records: BTreeMap<(Option<u32>, Option<u64>), RecordSum>,
}

/// The sums over blocks with the same ID.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockSum {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) own_bits: u64,
    pub(super) bits_with_nested: u64,
    pub(super) records: u64,
    pub(super) index_bits: u64,
}

/// The sums over records with the same code.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordSum {
    /// The name with that of the block, as `function: load`.
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) bits: u64,
    pub(super) abbreviated: u64,
    pub(super) overlong_bits: u64,
}

impl Sums {
    /// Returns the figures of one file.
    pub(super) fn of(statistics: &Statistics) -> Sums {
        let mut sums = Sums {
            size: statistics.size,
            parts: statistics.parts,
            functions: statistics.functions.count,
            ..Sums::default()
        };
        for block in &statistics.blocks {
            let sum = BlockSum {
                name: block.name(),
                count: block.count,
                own_bits: block.own_bits(),
                bits_with_nested: block.bits_with_nested,
                records: block.record_count,
                index_bits: block.index_bits,
            };
            sums.blocks.insert(block.kind, sum);
            for record in &block.records {
                let sum = RecordSum {
                    name: format!("{}: {}", block.name(), record.name()),
                    count: record.total.count,
                    bits: record.total.bits,
                    abbreviated: record.abbreviated_count(),
                    overlong_bits: record.overlong_bits,
                };
                sums.records.insert((block.kind, record.code), sum);
            }
        }
        sums
    }

    /// Adds other figures to these.
    pub(super) fn add(&mut self, other: &Sums) {
        self.size += other.size;
        self.functions += other.functions;
        let (sum, more) = (&mut self.parts, &other.parts);
        sum.header += more.header;
        sum.block_starts += more.block_starts;
        sum.block_ends += more.block_ends;
        sum.alignment += more.alignment;
        sum.definitions += more.definitions;
        sum.records += more.records;
        sum.trailing += more.trailing;
        sum.unread += more.unread;
        for (kind, more) in &other.blocks {
            let sum = self.blocks.entry(*kind).or_default();
            sum.name.clone_from(&more.name);
            sum.count += more.count;
            sum.own_bits += more.own_bits;
            sum.bits_with_nested += more.bits_with_nested;
            sum.records += more.records;
            sum.index_bits += more.index_bits;
        }
        for (code, more) in &other.records {
            let sum = self.records.entry(*code).or_default();
            sum.name.clone_from(&more.name);
            sum.count += more.count;
            sum.bits += more.bits;
            sum.abbreviated += more.abbreviated;
            sum.overlong_bits += more.overlong_bits;
        }
    }

    /// Returns the sums of blocks, those with the most bits of their own first.
    pub(super) fn blocks(&self) -> Vec<&BlockSum> {
        let mut blocks: Vec<_> = self.blocks.values().collect();
        blocks.sort_by_key(|block| Reverse(block.own_bits));
        blocks
    }

    /// Returns the sums of records, those with the most bits first.
    pub(super) fn records(&self) -> Vec<&RecordSum> {
        let mut records: Vec<_> = self.records.values().collect();
        records.sort_by_key(|record| Reverse(record.bits));
        records
    }

    /// Returns the total number of records.
    pub(super) fn record_count(&self) -> u64 {
        self.records.values().map(|record| record.count).sum()
    }

    /// Returns the number of bits that shorter encodings of the same numbers would save.
    pub(super) fn overlong_bits(&self) -> u64 {
        self.records
            .values()
            .map(|record| record.overlong_bits)
            .sum()
    }
}
