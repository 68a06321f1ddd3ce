//! The examples of the manual, each in all directions: the assembly gives the
//! records, these have the bits that stand at the positions given, and the bits
//! give the records and the assembly again.
//!
//! Most examples are fragments. `context` completes them to a module from what
//! they say themselves.

mod context;
mod rows;
mod slips;

use anyhow::{Context as _, Result, bail, ensure};
use context::complete;
use libtest_mimic::Trial;
use pinnacle_bitstream::{Encoding, Event, Reader};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::text::parse::{DEFAULT_HEADER, assemble};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_testing::corpus::{files, stem};
use pinnacle_tests::trial;
use rows::{Row, segments};
use std::fs;
use std::path::Path;

fn main() {
    pinnacle_tests::run(|shared| trials(&shared), false);
}

fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let folder = shared.join("spec").join("manual-examples");
    let paths = files(&folder, "txt")?;
    ensure!(!paths.is_empty(), "there are no examples");
    let unused = slips::unknown_files(&paths);
    ensure!(
        unused.is_empty(),
        "slips of examples that do not exist: {unused:?}"
    );
    Ok(paths.into_iter().map(example).collect())
}

fn example(path: std::path::PathBuf) -> Trial {
    trial(format!("manual::{}", stem(&path)), move || check(&path))
}

/// An item of a file: where it stands, and its numbers as the manual writes
/// them: the abbreviation index, the code, the operands.
#[derive(PartialEq, Eq, Debug)]
struct Item {
    position: u64,
    numbers: Vec<u64>,
}

fn check(path: &Path) -> Result<()> {
    let text = slips::corrected(&stem(path), &fs::read_to_string(path)?)?;
    let segments = segments(&text)?;
    for row in segments
        .iter()
        .flatten()
        .filter(|row| !row.header.is_empty())
    {
        ensure!(
            row.header == DEFAULT_HEADER,
            "the header is {:?}",
            row.header
        );
    }
    // What stands before a fragment is not known but for its length, of which
    // only what is left of 32-bit words counts. So fillers are tried.
    let mut fillers = vec![None; segments.len()];
    for index in 0..segments.len() {
        let mut last = None;
        let found = (0..32u32).map(|size| size.checked_sub(1)).find(|&size| {
            fillers[index] = size;
            let result = compare(&segments, &fillers, index);
            let fits = result.is_ok();
            if size.is_none() {
                last = result.err();
            }
            fits
        });
        if found.is_none() {
            fillers[index] = None;
            return Err(last.context("no filler was tried")?);
        }
    }
    Ok(())
}

/// Compares a segment with what the whole example is assembled to.
fn compare(segments: &[Vec<Row>], fillers: &[Option<u32>], index: usize) -> Result<()> {
    let text = complete(segments, fillers)?;
    let assembled = assemble(text.as_bytes()).map_err(|errors| {
        let error = errors.first();
        anyhow::anyhow!("{error}\n{}in:\n{text}", error.place().picture())
    })?;
    let items = items(&assembled.bytes)?;
    let has_header = segments[index].iter().any(|row| !row.header.is_empty());
    let wanted: Vec<&Row> = segments[index]
        .iter()
        .filter(|row| !row.numbers.is_empty())
        .collect();
    ensure!(
        has_header || !wanted.is_empty(),
        "the example shows nothing"
    );
    let is_here = |start: usize| {
        let found = items.get(start..start + wanted.len());
        let same = |(item, row): (&Item, &&Row)| item.numbers == row.numbers;
        found.is_some_and(|found| found.iter().zip(&wanted).all(same))
    };
    let Some(start) = (0..=items.len()).find(|&start| is_here(start)) else {
        bail!(
            "the records are others: {}\nin:\n{text}",
            difference(&items, &wanted)
        );
    };
    let found = &items[start..start + wanted.len()];
    for (item, row) in found.iter().zip(&wanted) {
        let shift = |item: &Item, row: &Row| i128::from(item.position) - i128::from(row.position);
        ensure!(
            shift(item, row) == shift(&found[0], wanted[0]),
            "{row:?} stands {} bits behind the first record of its segment",
            item.position - found[0].position
        );
        ensure!(
            shift(item, row) % 32 == 0,
            "{row:?} stands at another place of its word"
        );
    }
    printed_again(&assembled.bytes, found, &wanted)
}

/// Compares the assembly that is printed for the records of a segment.
fn printed_again(bytes: &[u8], found: &[Item], wanted: &[&Row]) -> Result<()> {
    let options = Options {
        form: Form::Listing,
        ..Options::default()
    };
    let mut listing = Vec::new();
    print(bytes, &[], &options, &mut listing)?;
    let printed = rows::segments(std::str::from_utf8(&listing)?)?.concat();
    for (item, row) in found.iter().zip(wanted) {
        let mut all = printed.iter();
        let again = all.find(|again| again.position == item.position && !again.numbers.is_empty());
        let again = again.with_context(|| format!("nothing is printed for {row:?}"))?;
        ensure!(
            again.numbers == row.numbers,
            "printed: {again:?}, the manual has {row:?}"
        );
        ensure!(
            without_space(&again.assembly) == without_space(&row.assembly),
            "printed: {again:?}, the manual has {row:?}"
        );
    }
    Ok(())
}

/// A text without white space and comments.
fn without_space(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .collect()
}

/// The first difference from the records that agree longest.
fn difference(items: &[Item], wanted: &[&Row]) -> String {
    let length = |start: usize| {
        let pairs = items[start..].iter().zip(wanted);
        pairs
            .take_while(|(item, row)| item.numbers == row.numbers)
            .count()
    };
    let Some(best) = (0..items.len()).max_by_key(|&start| length(start)) else {
        return "there are none".into();
    };
    let at = length(best);
    format!(
        "found {:?}, the manual has {:?}",
        items.get(best + at),
        wanted.get(at)
    )
}

/// Reads the items of a file.
fn items(bytes: &[u8]) -> Result<Vec<Item>> {
    let mut reader = Reader::new(&bytes[16..], 16, PROFILE);
    let mut items = Vec::new();
    loop {
        let numbers = match reader.next()? {
            Event::EnterBlock(block) => {
                vec![1, 65535, block.id.into(), block.abbreviation_width.into()]
            }
            Event::ExitBlock => vec![0, 65534],
            Event::DefineAbbreviation => {
                let (abbreviation, _) = reader.abbreviation().context("there is no definition")?;
                let encodings: Vec<Encoding> = abbreviation.encodings().collect();
                let mut numbers = vec![2, 65533, encodings.len() as u64];
                for encoding in encodings {
                    match encoding {
                        Encoding::Literal(value) => numbers.extend([1, value]),
                        Encoding::Fixed(width) => numbers.extend([0, 1, width]),
                        Encoding::Vbr(width) => numbers.extend([0, 2, width]),
                        Encoding::Array => numbers.extend([0, 3]),
                        Encoding::Char6 => numbers.extend([0, 4]),
                    }
                }
                numbers
            }
            Event::Record => {
                let record = reader.record();
                let mut numbers = vec![record.abbreviation.into(), record.code];
                numbers.extend(record.operands);
                numbers
            }
            Event::End => return Ok(items),
        };
        items.push(Item {
            position: reader.position(),
            numbers,
        });
    }
}
