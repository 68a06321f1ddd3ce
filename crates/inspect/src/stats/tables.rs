//! Formats statistics as tables of text.

use super::sums::Sums;
use crate::numbers::{count, grouped};
use crate::report::{Palette, Tone};
use crate::table::{Side, Table, bar, percent};
use pinnacle_pexe::stats::{FunctionStatistics, OperandStatistics, Parts, Statistics, scalar_text};
use std::cmp::Reverse;
use std::io::{self, Write};

/// Number of widths in the histogram of an operand. The last character stands for all larger
/// widths.
const HISTOGRAM: usize = 16;

/// Writes the tables of one file.
pub(super) fn write_file(
    out: &mut dyn Write,
    palette: Palette,
    name: &str,
    statistics: &Statistics,
    hint: Option<&str>,
    top: usize,
) -> io::Result<()> {
    let sums = Sums::of(statistics);
    title(out, palette, name, &sums)?;
    for error in &statistics.errors {
        writeln!(out, "  {} {error}", palette.paint(Tone::Error, "error:"))?;
    }
    if let Some(hint) = hint {
        writeln!(out, "  {} {hint}", palette.paint(Tone::Hint, "hint:"))?;
    }
    common_tables(out, palette, &sums, top)?;
    abbreviations(statistics, top).write(out, palette)?;
    operands(statistics, top).write(out, palette)?;
    functions(statistics, top).write(out, palette)?;
    writeln!(out)
}

/// Writes the tables with the sums over several files.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write_total(
    out: &mut dyn Write,
    palette: Palette,
    files: &[(String, Sums)],
    top: usize,
) -> io::Result<()> {
    let mut total = Sums::default();
    for (_, sums) in files {
        total.add(sums);
    }
    title(out, palette, &format!("All {} files", files.len()), &total)?;
    let mut table = Table::new(
        "Files",
        &[
            ("file", Side::Cut),
            ("bytes", Side::Right),
            ("functions", Side::Right),
            ("records", Side::Right),
            ("bits/record", Side::Right),
            ("in records", Side::Right),
        ],
    );
    let row = |name: &str, sums: &Sums| {
        vec![
            name.to_owned(),
            grouped(sums.size),
            grouped(sums.functions),
            grouped(sums.record_count()),
            average(sums.parts.records, sums.record_count()),
            percent(sums.parts.records, sums.parts.total()),
        ]
    };
    table.rows(files, usize::MAX, |(name, sums)| row(name, sums));
    table.sum(row("total", &total));
    table.write(out, palette)?;
    common_tables(out, palette, &total, top)
}

fn title(out: &mut dyn Write, palette: Palette, name: &str, sums: &Sums) -> io::Result<()> {
    writeln!(
        out,
        "{}: {} in {}, {}",
        palette.paint(Tone::Title, name),
        count(sums.record_count(), "record"),
        count(sums.size, "byte"),
        count(sums.functions, "function body").replace("bodys", "bodies"),
    )
}

/// Writes the tables that a single file and several files have in common.
fn common_tables(out: &mut dyn Write, palette: Palette, sums: &Sums, top: usize) -> io::Result<()> {
    parts(sums).write(out, palette)?;
    blocks(sums, top).write(out, palette)?;
    records(sums, top).write(out, palette)
}

fn parts(sums: &Sums) -> Table {
    let Parts {
        header,
        block_starts,
        block_ends,
        alignment,
        definitions,
        records,
        trailing,
        unread,
    } = sums.parts;
    let total = sums.parts.total();
    let mut table = Table::new(
        "The file",
        &[
            ("bits for", Side::Left),
            ("bits", Side::Right),
            ("share", Side::Right),
            ("", Side::Left),
        ],
    );
    let row = |name: &str, bits: u64| {
        vec![
            name.into(),
            grouped(bits),
            percent(bits, total),
            bar(bits, total),
        ]
    };
    let always = [
        ("header", header),
        ("starts of blocks", block_starts),
        ("ends of blocks", block_ends),
        ("alignment", alignment),
        ("definitions of abbreviations", definitions),
        ("records", records),
    ];
    let overlong = sums.overlong_bits();
    let sometimes = [
        ("  of these: numbers longer than needed", overlong),
        ("after the module", trailing),
        ("after the error", unread),
    ];
    let sometimes = sometimes.into_iter().filter(|(_, bits)| *bits > 0);
    let rows: Vec<_> = always.into_iter().chain(sometimes).collect();
    table.rows(rows, usize::MAX, |(name, bits)| row(name, bits));
    table.sum(row("total", total));
    table
}

fn blocks(sums: &Sums, top: usize) -> Table {
    let total = sums.parts.total();
    let mut table = Table::new(
        "Blocks by kind (without the blocks inside them)",
        &[
            ("kind", Side::Left),
            ("blocks", Side::Right),
            ("bits", Side::Right),
            ("share", Side::Right),
            ("with nested", Side::Right),
            ("bits/block", Side::Right),
            ("records", Side::Right),
            ("bits/record", Side::Right),
            ("indices", Side::Right),
        ],
    );
    table.rows(sums.blocks(), top, |block| {
        vec![
            block.name.clone(),
            grouped(block.count),
            grouped(block.own_bits),
            percent(block.own_bits, total),
            grouped(block.bits_with_nested),
            average(block.own_bits, block.count),
            grouped(block.records),
            average(block.own_bits, block.records),
            percent(block.index_bits, block.own_bits),
        ]
    });
    table
}

fn records(sums: &Sums, top: usize) -> Table {
    let total = sums.parts.total();
    let mut table = Table::new(
        "Records by code",
        &[
            ("record", Side::Cut),
            ("count", Side::Right),
            ("bits", Side::Right),
            ("share", Side::Right),
            ("", Side::Left),
            ("bits/record", Side::Right),
            ("abbreviated", Side::Right),
        ],
    );
    table.rows(sums.records(), top, |record| {
        vec![
            record.name.clone(),
            grouped(record.count),
            grouped(record.bits),
            percent(record.bits, total),
            bar(record.bits, total),
            average(record.bits, record.count),
            percent(record.abbreviated, record.count),
        ]
    });
    table
}

fn abbreviations(statistics: &Statistics, top: usize) -> Table {
    let mut table = Table::new(
        "Abbreviations (saved: bits saved; cost: bits of the definition; net: saved - cost)",
        &[
            ("for", Side::Left),
            ("name", Side::Left),
            ("definition", Side::Cut),
            ("uses", Side::Right),
            ("bits", Side::Right),
            ("saved", Side::Right),
            ("cost", Side::Right),
            ("net", Side::Right),
        ],
    );
    let blocks = statistics.blocks.iter();
    let mut rows: Vec<_> = blocks
        .flat_map(|block| block.abbreviations.iter().map(move |row| (block, row)))
        .collect();
    rows.sort_by_key(|(_, row)| Reverse(row.net_gain()));
    table.rows(&rows, top, |(block, row)| {
        vec![
            block.name(),
            row.name(),
            row.definition_text().unwrap_or_default(),
            grouped(row.uses.count),
            grouped(row.uses.bits),
            signed(row.saved()),
            grouped(row.definitions.bits),
            signed(row.net_gain()),
        ]
    });
    let unused = rows.iter().filter(|(_, row)| row.uses.count == 0);
    let losing = rows.iter().filter(|(_, row)| row.net_gain() < 0);
    let waste: i64 = losing.clone().map(|(_, row)| -row.net_gain()).sum();
    table.note(match losing.count() {
        0 => "every abbreviation saves more than its definition costs".into(),
        losing => format!(
            "{} of {} cost more than they save, {} in all; {} of them are never used",
            grouped(losing as u64),
            grouped(rows.len() as u64),
            count(waste as u64, "bit"),
            grouped(unused.count() as u64),
        ),
    });
    table
}

/// Returns the table of record codes, each followed by its operands.
fn operands(statistics: &Statistics, top: usize) -> Table {
    let mut table = Table::new(
        "Operands (cheapest: the single encoding with the fewest bits in all)",
        &[
            ("operand", Side::Cut),
            ("count", Side::Right),
            ("bits", Side::Right),
            ("avg", Side::Right),
            ("values", Side::Right),
            ("range", Side::Right),
            ("cheapest", Side::Left),
            ("saves", Side::Right),
            ("digits 0-15, >", Side::Left),
        ],
    );
    let blocks = statistics.blocks.iter();
    let mut records: Vec<_> = blocks
        .flat_map(|block| block.records.iter().map(move |record| (block, record)))
        .filter(|(_, record)| !record.operands.is_empty())
        .collect();
    records.sort_by_key(|(_, record)| Reverse(record.operand_bits()));
    table.groups(records, top, |(block, record)| {
        let heading = format!("{}: {}", block.name(), record.name());
        let mut rows = vec![vec![heading]];
        rows.extend(record.operands.iter().map(operand));
        rows
    });
    table
}

fn operand(operand: &OperandStatistics) -> Vec<String> {
    vec![
        format!("  {}", operand.name),
        grouped(operand.count),
        grouped(operand.bits),
        average(operand.bits, operand.count),
        operand.distinct.to_string(),
        range(operand.smallest, operand.largest),
        scalar_text(operand.cheapest),
        signed(operand.bits as i64 - operand.cheapest_bits as i64),
        histogram(&operand.widths),
    ]
}

fn functions(statistics: &Statistics, top: usize) -> Table {
    let total = statistics.parts.total();
    let mut table = Table::new(
        "Largest function bodies (with the blocks inside them)",
        &[
            ("function", Side::Cut),
            ("bits", Side::Right),
            ("share", Side::Right),
            ("", Side::Left),
            ("records", Side::Right),
            ("bits/record", Side::Right),
            ("at byte", Side::Right),
        ],
    );
    table.rows(&statistics.functions.largest, top, |function| {
        vec![
            function_name(function),
            grouped(function.bits),
            percent(function.bits, total),
            bar(function.bits, total),
            grouped(function.records),
            average(function.bits, function.records),
            grouped(function.position / 8),
        ]
    });
    table
}

fn function_name(function: &FunctionStatistics) -> String {
    match (function.function, &function.name) {
        (Some(number), Some(name)) => format!("@f{number} \"{}\"", name.escape_ascii()),
        (Some(number), None) => format!("@f{number}"),
        (None, _) => format!("body {}", function.body),
    }
}

/// Returns a number of bits with its sign.
fn signed(number: i64) -> String {
    let digits = grouped(number.unsigned_abs());
    if number < 0 {
        format!("-{digits}")
    } else {
        digits
    }
}

fn average(sum: u64, count: u64) -> String {
    if count == 0 {
        return "-".into();
    }
    let average = sum as f64 / count as f64;
    if average < 100.0 {
        format!("{average:.1}")
    } else {
        grouped(average.round() as u64)
    }
}

/// Returns the smallest and the largest number as text. Large numbers are rounded to powers of two.
fn range(smallest: u64, largest: u64) -> String {
    const READABLE: u64 = 1_000_000;
    let short = |number: u64| match number {
        ..READABLE => number.to_string(),
        _ => format!(
            "~2^{}",
            number.ilog2() + u32::from(number >> (number.ilog2() - 1) & 1 == 1)
        ),
    };
    if smallest == largest {
        short(smallest)
    } else {
        format!("{}..{}", short(smallest), short(largest))
    }
}

/// Returns a histogram of the widths, with one character for each width.
fn histogram(widths: &[u64]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (shown, larger) = widths.split_at(widths.len().min(HISTOGRAM));
    let mut counts = [0; HISTOGRAM + 1];
    counts[..shown.len()].copy_from_slice(shown);
    counts[HISTOGRAM] = larger.iter().sum();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let character = |&count: &u64| match count {
        0 => ' ',
        _ => LEVELS[((count as f64 / most as f64 * 8.0).ceil() as usize).clamp(1, 8) - 1],
    };
    counts.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_averages() {
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(0, 0), "-");
        assert_eq!(average(7, 2), "3.5");
        assert_eq!(average(2_469, 2), "1,235");
        assert_eq!(average(7, 0), "-");
        assert_eq!(signed(-1234), "-1,234");
    }

    #[test]
    fn ranges_are_short() {
        assert_eq!(range(3, 3), "3");
        assert_eq!(range(0, 999_999), "0..999999");
        assert_eq!(range(1 << 20, u64::MAX), "~2^20..~2^64");
        assert_eq!(range(0, u64::from(u32::MAX)), "0..~2^32");
    }

    #[test]
    fn histograms_show_each_width() {
        let mut widths = vec![8, 1, 0, 4];
        assert_eq!(histogram(&widths).trim_end(), "█▁ ▄");
        widths.resize(40, 0);
        widths[30] = 8;
        assert_eq!(histogram(&widths), "█▁ ▄            █");
    }
}
