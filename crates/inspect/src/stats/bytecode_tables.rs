//! Formats the sizes of the parts of an LLVM 1.x file as tables.

use super::bytecode_document;
use super::counted::Counted;
use crate::input::Input;
use crate::numbers::{count, grouped};
use crate::report::{Palette, Report, Tone};
use crate::table::{Side, Table, bar, percent};
use pinnacle_bytecode::dump::{BlockEntry, Dump, FunctionBlock, dump};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The number of encodings of instructions.
const ENCODINGS: usize = 4;

/// Statistics of a file of LLVM 1.x.
#[derive(Debug)]
pub struct BytecodeCounts {
    name: String,
    dump: Dump,
    top: usize,
}

impl Report for BytecodeCounts {
    fn is_good(&self) -> bool {
        self.dump.errors.is_empty()
    }

    fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()> {
        let dump = &self.dump;
        let format = match dump.format {
            Some(format) => format!("LLVM bytecode, {format}"),
            None => "not a known format".into(),
        };
        let name = palette.paint(Tone::Title, &self.name);
        writeln!(out, "{name}: {format}, {}", count(dump.size, "byte"))?;
        for error in &dump.errors {
            writeln!(out, "  {} {error}", palette.paint(Tone::Error, "error:"))?;
        }
        self.bytes().write(out, palette)?;
        self.blocks().write(out, palette)?;
        self.encodings().write(out, palette)?;
        self.functions().write(out, palette)?;
        writeln!(out)
    }

    fn document(&self) -> Value {
        bytecode_document(&self.name, &self.dump)
    }
}

impl Counted for BytecodeCounts {
    fn errors(&self) -> Vec<String> {
        let errors = self.dump.errors.iter();
        errors
            .map(|error| format!("{}: {error}", self.name))
            .collect()
    }
}

impl BytecodeCounts {
    /// Counts a file of bytecode. `top` is the maximum number of rows of a table.
    pub fn of(input: &Input, top: usize) -> BytecodeCounts {
        BytecodeCounts {
            name: input.name.clone(),
            dump: dump(&input.bytes),
            top,
        }
    }

    fn bytes(&self) -> Table {
        let counts = &self.dump.bytes;
        let columns = [
            ("bytes for", Side::Left),
            ("bytes", Side::Right),
            ("share", Side::Right),
            ("", Side::Left),
        ];
        let mut table = Table::new("The file", &columns);
        let total = counts.total();
        let kinds: Vec<_> = counts.iter().filter(|&(_, bytes)| bytes > 0).collect();
        table.rows(kinds, usize::MAX, |(kind, bytes)| {
            vec![
                kind.name().to_owned(),
                grouped(bytes),
                percent(bytes, total),
                bar(bytes, total),
            ]
        });
        table.sum(vec![
            "all".into(),
            grouped(total),
            percent(total, total),
            String::new(),
        ]);
        table
    }

    fn blocks(&self) -> Table {
        let columns = [
            ("blocks", Side::Left),
            ("number", Side::Right),
            ("bytes", Side::Right),
            ("largest", Side::Right),
        ];
        let mut table = Table::new("Blocks, with those inside them", &columns);
        let mut kinds: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
        for block in &self.dump.blocks {
            let (number, bytes, largest) = kinds.entry(section(block)).or_default();
            let size = block.size + u64::from(block.header_size);
            *number += 1;
            *bytes += size;
            *largest = (*largest).max(size);
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|&(_, (_, bytes, _))| Reverse(bytes));
        table.rows(kinds, self.top, |(name, (number, bytes, largest))| {
            vec![name, grouped(number), grouped(bytes), grouped(largest)]
        });
        table
    }

    fn encodings(&self) -> Table {
        let columns = [
            ("instructions", Side::Left),
            ("number", Side::Right),
            ("share", Side::Right),
            ("", Side::Left),
        ];
        let mut table = Table::new("Encodings of instructions", &columns);
        let mut sums = [0; ENCODINGS];
        for function in &self.dump.functions {
            for (sum, number) in sums.iter_mut().zip(encodings(function.block.as_ref())) {
                *sum += number;
            }
        }
        let total = sums.iter().sum();
        table.rows(
            sums.into_iter().enumerate(),
            usize::MAX,
            |(format, number)| {
                vec![
                    format!("format {format}"),
                    grouped(number),
                    percent(number, total),
                    bar(number, total),
                ]
            },
        );
        table
    }

    fn functions(&self) -> Table {
        let columns = [
            ("function", Side::Cut),
            ("at byte", Side::Right),
            ("bytes", Side::Right),
            ("blocks", Side::Right),
            ("instructions", Side::Right),
            ("own types", Side::Right),
            ("own slots", Side::Right),
        ];
        let mut table = Table::new("The largest functions", &columns);
        let mut functions: Vec<_> = (self.dump.functions.iter().enumerate())
            .filter_map(|(number, function)| Some((number, function, function.block.as_ref()?)))
            .filter(|(.., block)| block.encodings.iter().any(|&number| number > 0))
            .collect();
        functions.sort_by_key(|&(number, _, block)| (Reverse(block.size), number));
        table.rows(functions, self.top, |(number, function, block)| {
            let compaction = block.compaction.as_ref();
            let types = compaction.map_or(0, |table| table.types.len());
            let slots = compaction.map_or(0, |table| {
                table.planes.iter().map(|plane| plane.slots.len()).sum()
            });
            vec![
                name_of(&function.name, number),
                grouped(block.offset),
                grouped(block.size),
                grouped(block.basic_blocks),
                grouped(block.encodings.iter().sum()),
                grouped(types as u64),
                grouped(slots as u64),
            ]
        });
        table
            .note("Own types and slots get new numbers in the function's compaction table.".into());
        table
    }
}

fn section(block: &BlockEntry) -> String {
    match block.section {
        Some(section) => section.to_string(),
        None => format!("unknown, {}", block.id),
    }
}

fn encodings(block: Option<&FunctionBlock>) -> [u64; ENCODINGS] {
    block.map_or([0; ENCODINGS], |block| block.encodings)
}

fn name_of(name: &[u8], number: usize) -> String {
    if name.is_empty() {
        format!("function {number}")
    } else {
        format!("%{}", text(name))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
