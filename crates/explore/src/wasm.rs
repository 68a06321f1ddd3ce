//! The WebAssembly translation of a program, as text.

use crate::row::Row;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::InstId;
use pinnacle_wasm::{Options, SourceMap, translate};
use std::collections::BTreeMap;
use std::io;
use wasmprinter::{Config, Print};

/// The lines of functions, by function number.
pub(crate) type Rows = BTreeMap<u32, Vec<Row>>;

/// A line, and true if the code of an instruction of the program begins there.
type Line = (Row, bool);

/// Prefixes of lines that only push an operand. They come before the code of the instruction that
/// takes it.
const OPERANDS: [&str; 7] = [
    "local.get ",
    "global.get ",
    "i32.const ",
    "i64.const ",
    "f32.const ",
    "f64.const ",
    "v128.const ",
];

/// Prefixes of lines that separate operands before them from instructions after them.
const ENDS: [&str; 9] = [
    "block",
    "br",
    "else",
    "end",
    "if",
    "local.set ",
    "loop",
    "return",
    "unreachable",
];

/// Translates a program and prints the chosen functions.
pub(crate) fn rows(
    program: &Program,
    options: Options,
    chosen: &BTreeMap<u32, usize>,
    max_rows: usize,
) -> Result<Rows, pinnacle_wasm::Error> {
    let options = Options {
        source_map: true,
        ..options
    };
    let translation = translate(program, &options)?;
    let map = translation.source_map.unwrap_or_default();
    let mut ranges: Vec<(usize, usize, u32)> = map
        .functions()
        .map(|function| {
            let (start, end) = (function.start as usize, function.end as usize);
            (start, end, function.function.0)
        })
        .filter(|(.., function)| chosen.contains_key(function))
        .collect();
    ranges.sort_unstable();
    let functions = map.functions();
    let functions = functions.filter(|function| chosen.contains_key(&function.function.0));
    let mut starts: Vec<u32> = functions
        .flat_map(|function| {
            function
                .entries()
                .map(|(offset, _)| offset)
                .collect::<Vec<_>>()
        })
        .collect();
    starts.sort_unstable();
    let mut collector = Collector {
        ranges: &ranges,
        starts: &starts,
        map: &map,
        place: None,
        line: String::new(),
        lines: BTreeMap::new(),
        left: max_rows,
    };
    // Printing does not fail: the collector accepts everything, and the translation is valid.
    if Config::new()
        .print(&translation.bytes, &mut collector)
        .is_ok()
    {
        collector.end_line();
    }
    let lines = collector.lines.into_iter();
    Ok(lines
        .map(|(function, lines)| (function, with_operands(lines)))
        .collect())
}

/// Groups operands with the instruction after them.
fn with_operands(lines: Vec<Line>) -> Vec<Row> {
    let mut next = None;
    let mut rows: Vec<Row> = Vec::with_capacity(lines.len());
    for (mut row, is_start) in lines.into_iter().rev() {
        let text = row.text.trim_start();
        let begins = |list: &[&str]| list.iter().any(|it| text.starts_with(it));
        if is_start {
            next = row.inst;
        } else if begins(&ENDS) {
            next = None;
        } else if next.is_some() && begins(&OPERANDS) {
            row.inst = next;
        }
        rows.push(row);
    }
    rows.reverse();
    rows
}

/// Collects the lines of the chosen functions while they are printed.
struct Collector<'a> {
    /// Starts, ends and numbers of functions, in order.
    ranges: &'a [(usize, usize, u32)],
    map: &'a SourceMap,
    /// The offsets at which the code of instructions begins, in order.
    starts: &'a [u32],
    /// The function and the instruction of the current line, if it is collected, and true if the
    /// code of the instruction begins there.
    place: Option<(u32, Option<InstId>, bool)>,
    line: String,
    lines: BTreeMap<u32, Vec<Line>>,
    left: usize,
}

impl Collector<'_> {
    fn end_line(&mut self) {
        let text = std::mem::take(&mut self.line);
        let Some((function, inst, is_start)) = self.place.take() else {
            return;
        };
        let text = text.trim_end();
        if self.left == 0 || text.is_empty() {
            return;
        }
        self.left -= 1;
        // The module and the function each indent the code by one level.
        let text = text.strip_prefix("  ").unwrap_or(text);
        let text = text.strip_prefix("  ").unwrap_or(text);
        let lines = self.lines.entry(function).or_default();
        lines.push((Row::new(inst, text), is_start));
    }

    /// Returns the function at an offset, if it was chosen, the instruction, and true if its code
    /// begins there.
    fn place_of(&self, offset: usize) -> Option<(u32, Option<InstId>, bool)> {
        let after = self.ranges.partition_point(|(start, ..)| *start <= offset);
        let &(_, end, function) = self.ranges.get(after.checked_sub(1)?)?;
        if offset >= end {
            return None;
        }
        let offset = u32::try_from(offset).ok()?;
        let is_start = self.starts.binary_search(&offset).is_ok();
        let found = self.map.lookup(offset);
        Some((function, found.map(|(_, inst)| inst), is_start))
    }
}

impl Print for Collector<'_> {
    fn write_str(&mut self, text: &str) -> io::Result<()> {
        if self.place.is_some() {
            self.line.push_str(text);
        }
        Ok(())
    }

    fn newline(&mut self) -> io::Result<()> {
        self.end_line();
        Ok(())
    }

    fn start_line(&mut self, offset: Option<usize>) {
        self.end_line();
        self.place = offset.and_then(|offset| self.place_of(offset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_belong_to_the_instruction_that_takes_them() {
        let line = |inst, text: &str, is_start| (Row::new(Some(InstId(inst)), text), is_start);
        let rows = with_operands(vec![
            line(4, "i32.load", true),
            line(4, "i32.const -1", false),
            line(4, "local.set 2", false),
            line(4, "  local.get 2", false),
            line(4, "i32.const 8", false),
            line(5, "i32.add", true),
            line(5, "local.get 3", false),
        ]);
        let insts: Vec<u32> = rows.iter().filter_map(|row| Some(row.inst?.0)).collect();
        assert_eq!(insts, [4, 4, 4, 5, 5, 5, 5]);
    }
}
