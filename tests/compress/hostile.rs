//! Files that no tool would write: their time and memory must still be bounded by their size.

use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_testing::records::{
    Abbreviation, Block, Encoding, FUNCTION_BLOCK, File, Item, MODULE_BLOCK, Record,
};
use pinnacle_testing::squeeze::compress_and_check;
use pinnacle_tests::trial;

/// The effort, which is the usual one.
const EFFORT: u8 = pinnacle_pexe::compress::DEFAULT_EFFORT;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("hostile::a_record_of_a_million_operands", long_record),
        trial("hostile::a_function_of_random_records", random_records),
        trial("hostile::thousands_of_codes", many_codes),
        trial("hostile::thousands_of_blocks_of_as_many_kinds", many_kinds),
        trial("hostile::a_module_in_the_module", nested_modules),
        trial("hostile::operands_out_of_nothing", operands_out_of_nothing),
        trial("hostile::nothing", nothing),
    ]
}

/// A module with these things in a function.
fn module(items: Vec<Item>) -> File {
    let function = Item::Block(Block::new(FUNCTION_BLOCK, 3, items));
    File::new(vec![Item::Block(Block::new(
        MODULE_BLOCK,
        2,
        vec![function],
    ))])
}

fn compressed(file: &File) -> Result<(usize, usize)> {
    let bytes = file.write()?;
    let small = compress_and_check(&bytes, EFFORT).context("the file can be read")?;
    Ok((bytes.len(), small.len()))
}

fn record(code: u64, operands: impl IntoIterator<Item = u64>) -> Item {
    Item::Record(Record::new(code, operands))
}

fn long_record() -> Result<()> {
    let mut choices = Seeded::new(1);
    let operands = (0..1_000_000)
        .map(|_| choices.below(200))
        .collect::<Vec<_>>();
    let (before, after) = compressed(&module(vec![record(12, operands)]))?;
    ensure!(after < before * 3 / 4, "{before} bytes became {after}");
    Ok(())
}

fn random_records() -> Result<()> {
    let mut choices = Seeded::new(2);
    let mut items = Vec::new();
    for _ in 0..8000 {
        let operands = (0..choices.below(20))
            .map(|_| {
                let bits = choices.below(64);
                choices.next() >> bits
            })
            .collect::<Vec<_>>();
        items.push(record(choices.below(4), operands));
    }
    let (before, after) = compressed(&module(items))?;
    ensure!(after < before, "{before} bytes became {after}");
    Ok(())
}

fn many_codes() -> Result<()> {
    let items = (0..20_000).map(|number| record(number << 20, [number, 1, 2, 3]));
    compressed(&module(items.collect())).map(drop)
}

fn many_kinds() -> Result<()> {
    let blocks = (0..10_000u32).map(|number| {
        let items = vec![record(1, [7, 8, 9]), record(1, [7, 8, 9])];
        Item::Block(Block::new(100 + number, 2, items))
    });
    compressed(&module(blocks.collect())).map(drop)
}

/// The outermost kind of block cannot have abbreviations that all of its
/// blocks see.
fn nested_modules() -> Result<()> {
    let records = || (0..100).map(|number| record(3, [number, 1, 2]));
    let mut items: Vec<Item> = records().collect();
    items.push(Item::Block(Block::new(
        MODULE_BLOCK,
        2,
        records().collect(),
    )));
    let outermost = Block::new(MODULE_BLOCK, 2, items);
    compressed(&File::new(vec![Item::Block(outermost)])).map(drop)
}

/// An array of literals has as many operands as its count says, in no bits.
/// Taken apart they would need far more memory than the file has bytes.
fn operands_out_of_nothing() -> Result<()> {
    let operands = vec![Encoding::Literal(5), Encoding::Array, Encoding::Literal(9)];
    let mut items = vec![Item::Abbreviation(Abbreviation { operands })];
    for _ in 0..2000 {
        items.push(Item::Record(Record {
            abbreviation: 4,
            code: 5,
            operands: vec![9; 5000],
        }));
    }
    // The count has to be one that the rest of the file could hold.
    items.push(record(1, vec![u64::MAX; 5000]));
    let (before, after) = compressed(&module(items))?;
    ensure!(before == after, "{before} bytes became {after}");
    Ok(())
}

fn nothing() -> Result<()> {
    for bytes in [&b""[..], b"PEXE", &[0; 100]] {
        ensure!(compress_and_check(bytes, EFFORT).is_none());
    }
    ensure!(compress_and_check(&File::new(vec![]).write()?, EFFORT).is_some());
    Ok(())
}
