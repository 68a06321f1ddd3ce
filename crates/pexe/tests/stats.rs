//! Tests statistics: sums that must be correct for every file, and the values for small files.

use pinnacle_bitstream::Scalar;
use pinnacle_pexe::stats::{
    BlockStatistics, Distinct, MAX_ABBREVIATIONS, MAX_UNKNOWN_CODES, MAX_UNKNOWN_KINDS, Origin,
    RecordStatistics, Statistics, Tally,
};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_testing::records::{
    Abbreviation, BLOCKINFO_BLOCK, Block, CONSTANTS_BLOCK, Encoding, FUNCTION_BLOCK, File, Item,
    MODULE_BLOCK, Record, SYMTAB_BLOCK, TYPES_BLOCK, UNABBREVIATED,
};
use pinnacle_testing::samples;
use pinnacle_testing::sums;

#[test]
fn generated_modules_add_up() {
    for seed in 0..150 {
        let module = generate(&mut Seeded::new(seed), Size::default());
        for kind in [Abbreviations::None, Abbreviations::Standard] {
            let bytes = module.to_pexe_with(kind);
            let statistics = Statistics::of(&bytes);
            assert!(statistics.errors.is_empty());
            sums::check(&bytes, &statistics);
        }
    }
}

#[test]
fn damaged_files_add_up() {
    let mandelbrot = samples::mandelbrot();
    let mut refused = 0;
    for kind in [Abbreviations::None, Abbreviations::Standard] {
        let original = Original::new(mandelbrot.to_pexe_with(kind));
        for seed in 0..1000 {
            let mut choices = Seeded::new(seed);
            let mutation = *choices.pick(&Mutation::ALL);
            let bytes = original.mutate(mutation, &mut choices);
            let statistics = Statistics::of(&bytes);
            sums::check(&bytes, &statistics);
            refused += u32::from(!statistics.errors.is_empty());
        }
    }
    assert!(refused > 200, "only {refused} files break the container");
}

#[test]
fn noise_adds_up() {
    for seed in 0..2000 {
        let mut choices = Seeded::new(seed);
        let mut bytes = pinnacle_testing::records::HEADER.to_vec();
        bytes.extend((0..seed % 100).map(|_| choices.below(256) as u8));
        sums::check(&bytes, &Statistics::of(&bytes));
        sums::check(&bytes[16..], &Statistics::of(&bytes[16..]));
    }
}

#[test]
fn without_abbreviations_records_take_what_was_foretold() {
    for seed in 0..50 {
        let module = generate(&mut Seeded::new(seed), Size::default());
        let mut file = module.to_file(Abbreviations::Standard);
        let foretold: u64 = Statistics::of(&file.write().unwrap())
            .blocks
            .iter()
            .flat_map(|block| &block.records)
            .map(|record| {
                let abbreviated = record
                    .abbreviated
                    .iter()
                    .map(|used| used.unabbreviated_bits);
                record.unabbreviated.bits + abbreviated.sum::<u64>()
            })
            .sum();
        write_in_full(&mut file.items);
        let plain = Statistics::of(&file.write().unwrap());
        assert_eq!(plain.parts.records, foretold);
        let mut uses = plain.blocks.iter().flat_map(|block| &block.abbreviations);
        assert!(uses.all(|abbreviation| abbreviation.uses.count == 0));
    }
}

/// Removes the abbreviations from all records but keeps their definitions.
fn write_in_full(items: &mut [Item]) {
    for item in items {
        match item {
            Item::Record(record) => record.abbreviation = UNABBREVIATED,
            Item::Block(block) => write_in_full(&mut block.items),
            Item::Abbreviation(_) | Item::RawBits(..) => {}
        }
    }
}

/// Returns a module block with these items.
fn module(items: Vec<Item>) -> Vec<u8> {
    let file = File::new(vec![Block::new(MODULE_BLOCK, 3, items).into()]);
    file.write().expect("the records can be written")
}

fn abbreviation(operands: &[Encoding]) -> Item {
    Item::Abbreviation(Abbreviation {
        operands: operands.to_vec(),
    })
}

fn with(abbreviation: u32, code: u64, operands: &[u64]) -> Item {
    Item::Record(Record {
        abbreviation,
        code,
        operands: operands.to_vec(),
    })
}

fn block(statistics: &Statistics, kind: u32) -> &BlockStatistics {
    let mut blocks = statistics.blocks.iter();
    blocks
        .find(|block| block.kind == Some(kind))
        .expect("there is such a block")
}

fn record(block: &BlockStatistics, code: u64) -> &RecordStatistics {
    let mut records = block.records.iter();
    records
        .find(|record| record.code == Some(code))
        .expect("there is such a record")
}

#[test]
fn every_part_of_a_small_file_is_known() {
    let bytes = module(vec![Record::new(1, [1]).into()]);
    let statistics = Statistics::of(&bytes);
    let parts = statistics.parts;
    assert_eq!(parts.header, 16 * 8);
    // An index of 2 bits, ID and width in one chunk each, and the length word.
    assert_eq!(parts.block_starts, 2 + 8 + 4 + 32);
    assert_eq!(parts.records, 3 + 6 + 6 + 6);
    assert_eq!(parts.block_ends, 3);
    assert_eq!(parts.alignment, 18 + 8);
    assert_eq!(parts.definitions + parts.trailing + parts.unread, 0);
    let version = record(&statistics.blocks[0], 1);
    assert_eq!(version.name(), "version");
    assert_eq!(
        (version.index_bits, version.code_bits, version.length_bits),
        (3, 6, 6)
    );
    assert_eq!(version.operands[0].bits, 6);
}

#[test]
fn an_abbreviation_is_charged_with_its_definition() {
    let literal = [Encoding::Literal(4), Encoding::Vbr(8)];
    let bytes = module(vec![
        Block::new(
            BLOCKINFO_BLOCK,
            2,
            vec![
                Record::new(1, [u64::from(CONSTANTS_BLOCK)]).into(),
                abbreviation(&literal),
            ],
        )
        .into(),
        Block::new(
            CONSTANTS_BLOCK,
            4,
            vec![with(4, 4, &[3]), with(4, 4, &[1000]), with(3, 4, &[3])],
        )
        .into(),
    ]);
    let statistics = Statistics::of(&bytes);
    let constants = block(&statistics, CONSTANTS_BLOCK);
    let [row] = &constants.abbreviations[..] else {
        panic!("{:?}", constants.abbreviations);
    };
    assert_eq!(row.name(), "@a0");
    assert_eq!(row.definition_text().as_deref(), Some("<4, vbr(8)>"));
    assert_eq!(
        row.uses,
        Tally {
            count: 2,
            bits: (4 + 8) + (4 + 16)
        }
    );
    assert_eq!(row.unabbreviated_bits, (4 + 6 + 6 + 6) + (4 + 6 + 6 + 12));
    // Index, count, literal with its flag, vbr with its flag, encoding and width.
    assert_eq!(
        row.definitions,
        Tally {
            count: 1,
            bits: 2 + 5 + (1 + 8) + (1 + 3 + 5)
        }
    );
    assert_eq!((row.saved(), row.net_gain()), (18, 18 - 25));
    let integer = record(constants, 4);
    assert_eq!(integer.abbreviated_count(), 2);
    assert_eq!(integer.unabbreviated.count, 1);
    let value = &integer.operands[0];
    assert_eq!((value.smallest, value.largest), (3, 1000));
    assert_eq!(value.distinct, Distinct::Exactly(2));
    assert_eq!((value.widths[2], value.widths[10]), (2, 1));
}

#[test]
fn a_definition_repeated_in_many_blocks_is_one_row() {
    let types = || {
        let items = vec![
            abbreviation(&[Encoding::Literal(7), Encoding::Vbr(6)]),
            with(4, 7, &[32]),
        ];
        Item::from(Block::new(TYPES_BLOCK, 3, items))
    };
    let bytes = module(vec![types(), types(), types()]);
    let statistics = Statistics::of(&bytes);
    let types = block(&statistics, TYPES_BLOCK);
    assert_eq!(types.count, 3);
    let [row] = &types.abbreviations[..] else {
        panic!("{:?}", types.abbreviations);
    };
    assert_eq!((row.origin, row.name().as_str()), (Origin::Block, "%a0"));
    assert_eq!((row.definitions.count, row.uses.count), (3, 3));
}

#[test]
fn the_code_may_be_an_element_of_the_array() {
    let bytes = module(vec![
        abbreviation(&[Encoding::Array, Encoding::Fixed(5)]),
        with(4, 9, &[1, 2, 3]),
    ]);
    let statistics = Statistics::of(&bytes);
    sums::check(&bytes, &statistics);
    let record = record(&statistics.blocks[0], 9);
    assert_eq!(record.name(), "record 9");
    assert_eq!((record.code_bits, record.length_bits), (5, 6));
    assert_eq!(record.operand_bits(), 15);
    assert_eq!(record.overlong_bits, 0);
}

#[test]
fn numbers_of_no_bits_take_no_bits() {
    let widths = [
        Encoding::Literal(1),
        Encoding::Fixed(0),
        Encoding::Vbr(0),
        Encoding::Vbr(1),
    ];
    let bytes = module(vec![abbreviation(&widths), with(4, 1, &[0, 0, 0])]);
    let statistics = Statistics::of(&bytes);
    sums::check(&bytes, &statistics);
    let record = record(&statistics.blocks[0], 1);
    let bits: Vec<u64> = record.operands.iter().map(|operand| operand.bits).collect();
    // The second and the third operand share a row, because a version record has one operand.
    assert_eq!((bits, record.total.bits), (vec![0, 1], 3 + 1));
}

#[test]
fn numbers_longer_than_needed_have_a_figure_of_their_own() {
    // A version record whose operand 1 takes two chunks.
    let bits = |value, width| Item::RawBits(value, width);
    let bytes = module(vec![
        bits(3, 3),
        bits(1, 6),
        bits(1, 6),
        bits(0b10_0001, 6),
        bits(0, 6),
    ]);
    let statistics = Statistics::of(&bytes);
    sums::check(&bytes, &statistics);
    let version = record(&statistics.blocks[0], 1);
    assert_eq!((version.overlong_bits, version.operands[0].bits), (6, 6));
}

#[test]
fn operands_that_take_turns_are_told_apart() {
    let phi = Record::new(16, [7, 2, 100, 4, 101, 6, 102]);
    let bytes = module(vec![Block::new(FUNCTION_BLOCK, 2, vec![phi.into()]).into()]);
    let statistics = Statistics::of(&bytes);
    let phi = record(block(&statistics, FUNCTION_BLOCK), 16);
    let operands: Vec<_> = phi
        .operands
        .iter()
        .map(|operand| (operand.name, operand.from, operand.step, operand.count))
        .collect();
    assert_eq!(
        operands,
        [("type", 0, 0, 1), ("values", 1, 2, 3), ("blocks", 2, 2, 3)]
    );
    assert_eq!(phi.operands[0].cheapest, Scalar::Literal(7));
    assert_eq!(phi.operands[1].cheapest, Scalar::Fixed(3));
}

#[test]
fn function_bodies_have_the_names_of_the_symbol_table() {
    let address = |declared: u64| Item::from(Record::new(8, [0, 0, declared, 0]));
    let name = |value: u64, name: &str| {
        let characters = name.bytes().map(u64::from);
        Item::from(Record::new(1, std::iter::once(value).chain(characters)))
    };
    let body = |records: u64| {
        let records = (0..records).map(|_| Record::new(15, []).into());
        Item::from(Block::new(FUNCTION_BLOCK, 2, records.collect()))
    };
    let bytes = module(vec![
        address(0),
        address(1),
        address(0),
        Block::new(SYMTAB_BLOCK, 2, vec![name(1, "other"), name(2, "_start")]).into(),
        body(1),
        body(50),
    ]);
    let functions = Statistics::of(&bytes).functions;
    assert_eq!(functions.count, 2);
    let [large, small] = &functions.largest[..] else {
        panic!("{functions:?}");
    };
    assert_eq!(
        (large.function, large.name.as_deref()),
        (Some(2), Some(&b"_start"[..]))
    );
    assert_eq!((small.function, small.name.as_deref()), (Some(0), None));
    assert_eq!((large.records, small.records), (50, 1));
    assert_eq!(functions.bits, large.bits + small.bits);
}

#[test]
fn bytes_after_the_module_are_trailing() {
    let mut bytes = module(vec![]);
    bytes.extend([1, 2, 3]);
    let statistics = Statistics::of(&bytes);
    assert!(statistics.errors.is_empty());
    assert_eq!(statistics.parts.trailing, 24);
    sums::check(&bytes, &statistics);
}

#[test]
fn a_file_is_counted_up_to_its_first_error() {
    let records = (0..100).map(|_| Record::new(1, [1]).into());
    let mut bytes = module(records.collect());
    bytes.truncate(bytes.len() - 40);
    let statistics = Statistics::of(&bytes);
    assert_eq!(statistics.errors[0].code(), "B0001");
    assert!(statistics.records() > 80);
    assert!(statistics.parts.unread > 0);
    sums::check(&bytes, &statistics);
}

#[test]
fn a_wrong_version_does_not_hide_the_rest() {
    let mut bytes = module(vec![Record::new(1, [1]).into()]);
    bytes[12] = 7;
    let statistics = Statistics::of(&bytes);
    assert_eq!(statistics.header, None);
    assert_eq!(statistics.errors.len(), 1);
    assert_eq!(statistics.records(), 1);
    assert_eq!(statistics.parts.header, 16 * 8);
}

#[test]
fn rows_are_bounded() {
    let mut items = Vec::new();
    for n in 0..200 {
        let records = vec![Record::new(n, [n]).into(), Record::new(n << 20, [n]).into()];
        items.push(Block::new(1000 + n as u32, 2, records).into());
    }
    for n in 0..2000 {
        items.push(Item::from(Record::new(100 + n, [])));
        items.push(Item::from(Record::new(n % 64, [])));
        items.push(abbreviation(&[Encoding::Literal(n), Encoding::Vbr(6)]));
    }
    let file = File::new(vec![Block::new(MODULE_BLOCK, 12, items).into()]);
    let mut bytes = file.write().unwrap();
    let statistics = Statistics::of(&bytes);
    sums::check(&bytes, &statistics);
    assert_eq!(statistics.records(), 200 * 2 + 2000 * 2);
    assert_eq!(statistics.blocks.len(), 1 + MAX_UNKNOWN_KINDS + 1);
    let module = block(&statistics, MODULE_BLOCK);
    assert_eq!(module.records.len(), 2 + MAX_UNKNOWN_CODES + 1);
    assert_eq!(module.abbreviations.len(), MAX_ABBREVIATIONS + 1);
    let others = module.abbreviations.iter().find(|row| row.number.is_none());
    let others = others.expect("the rest has a row");
    assert_eq!(others.definitions.count, 2000 - MAX_ABBREVIATIONS as u64);
    // The sums are also correct for truncated files.
    while bytes.len() > 100 {
        bytes.truncate(bytes.len() * 9 / 10);
        sums::check(&bytes, &Statistics::of(&bytes));
    }
}
