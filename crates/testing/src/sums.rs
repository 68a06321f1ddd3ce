//! Invariants of the statistics of every file.

use pinnacle_pexe::stats::{BlockStatistics, Statistics};

/// Checks that every bit of a file is counted once, and that the figures of blocks, records,
/// abbreviations and operands are consistent.
///
/// # Panics
///
/// Panics if they are not.
pub fn check(bytes: &[u8], statistics: &Statistics) {
    let parts = statistics.parts;
    assert_eq!(parts.total(), bytes.len() as u64 * 8, "{parts:?}");
    assert_eq!(statistics.size, bytes.len() as u64);
    let blocks = &statistics.blocks;
    let sum = |of: fn(&BlockStatistics) -> u64| -> u64 { blocks.iter().map(of).sum() };
    assert_eq!(sum(BlockStatistics::own_bits), parts.blocks());
    assert_eq!(sum(|block| block.start_bits), parts.block_starts);
    assert_eq!(sum(|block| block.end_bits), parts.block_ends);
    assert_eq!(sum(|block| block.alignment_bits), parts.alignment);
    assert_eq!(sum(|block| block.definition_bits), parts.definitions);
    assert_eq!(sum(|block| block.record_bits), parts.records);
    let definitions = blocks.iter().flat_map(|block| &block.abbreviations);
    assert_eq!(
        definitions.map(|row| row.definitions.bits).sum::<u64>(),
        parts.definitions
    );
    for block in blocks {
        assert!(block.bits_with_nested >= block.own_bits(), "{block:?}");
        for record in &block.records {
            let length = record.index_bits + record.code_bits + record.length_bits;
            assert_eq!(
                record.total.bits,
                length + record.operand_bits() + record.overlong_bits,
                "{record:?}"
            );
            for operand in &record.operands {
                assert_eq!(operand.widths.iter().sum::<u64>(), operand.count);
                assert!(operand.smallest <= operand.largest);
            }
        }
        for (place, row) in block.abbreviations.iter().enumerate() {
            let uses = block.records.iter().flat_map(|record| &record.abbreviated);
            let uses = uses.filter(|used| used.abbreviation == place);
            let count: u64 = uses.map(|used| used.tally.count).sum();
            assert_eq!(row.uses.count, count, "{row:?}");
        }
    }
    assert!(statistics.functions.bits <= parts.blocks());
}
