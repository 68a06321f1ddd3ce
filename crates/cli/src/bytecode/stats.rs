//! Where the bytes of a file of LLVM 1.x go.

use super::{error_to_json, expect_bytecode};
use crate::input::Input;
use crate::kind::Kind;
use crate::output::{Failure, Output, Tone, count, grouped};
use crate::report::Report;
use crate::stats::Counted;
use crate::table::{Side, Table, bar, percent};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::dump::{
    BlockEntry, Compaction, ConstantPlane, Dump, FunctionBlock, SymbolPlane, SymbolsOf, TypeEntry,
    dump,
};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The encodings of instructions.
const ENCODINGS: usize = 4;

/// What was counted in a file.
#[derive(Debug)]
pub(crate) struct Counts {
    name: String,
    dump: Dump,
    top: usize,
}

/// Counts a file; a text has no bytes to speak of.
pub(crate) fn stats(input: &Input, top: usize) -> Result<Counts, Failure> {
    expect_bytecode(input)?;
    Ok(Counts {
        name: input.name.clone(),
        dump: dump(&input.bytes),
        top,
    })
}

impl Report for Counts {
    fn is_good(&self) -> bool {
        self.dump.errors.is_empty()
    }

    fn write(&self, out: &mut dyn Write, output: &Output) -> io::Result<()> {
        let dump = &self.dump;
        let format = match dump.format {
            Some(format) => format!("LLVM bytecode, {format}"),
            None => "not a known format".into(),
        };
        let name = output.paint(Tone::Title, &self.name);
        writeln!(out, "{name}: {format}, {}", count(dump.size, "byte"))?;
        for error in &dump.errors {
            writeln!(out, "  {} {error}", output.paint(Tone::Error, "error:"))?;
        }
        self.bytes().write(out, output)?;
        self.blocks().write(out, output)?;
        self.encodings().write(out, output)?;
        self.functions().write(out, output)?;
        writeln!(out)
    }

    fn document(&self) -> Value {
        let dump = &self.dump;
        let bytes: serde_json::Map<String, Value> = (dump.bytes.iter())
            .map(|(kind, bytes)| (kind.name().to_owned(), bytes.into()))
            .collect();
        let errors: Vec<Value> = dump.errors.iter().map(error_to_json).collect();
        json!({
            "file": self.name,
            "format": Kind::Bytecode.word(),
            "version": dump.format.map(Format::version),
            "release": dump.format.map(Format::release),
            "size": dump.size,
            "complete": errors.is_empty(),
            "errors": errors,
            "bytes": bytes,
            "triple": text(&dump.triple),
            "libraries": dump.libraries.iter().map(|name| text(name)).collect::<Vec<_>>(),
            "blocks": dump.blocks.iter().map(block_to_json).collect::<Vec<_>>(),
            "types": dump.types.iter().map(type_to_json).collect::<Vec<_>>(),
            "globals": self.globals_to_json(),
            "constants": dump.constants.iter().map(constants_to_json).collect::<Vec<_>>(),
            "symbols": dump.symbols.iter().map(symbols_to_json).collect::<Vec<_>>(),
            "functions": self.functions_to_json(),
        })
    }
}

impl Counted for Counts {
    fn errors(&self) -> Vec<String> {
        let errors = self.dump.errors.iter();
        errors
            .map(|error| format!("{}: {error}", self.name))
            .collect()
    }
}

impl Counts {
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
        table.note(
            "Own types and slots are those that the function's compaction table numbers anew."
                .into(),
        );
        table
    }
    fn globals_to_json(&self) -> Vec<Value> {
        let globals = self.dump.globals.iter();
        let document = |global: &pinnacle_bytecode::dump::GlobalEntry| {
            json!({
                "byte": global.offset,
                "type": global.plane,
                "slot": global.slot,
                "linkage": global.linkage,
                "constant": global.constant,
                "initializer": global.initializer,
                "name": text(&global.name),
            })
        };
        globals.map(document).collect()
    }

    fn functions_to_json(&self) -> Vec<Value> {
        let functions = self.dump.functions.iter();
        let document = |function: &pinnacle_bytecode::dump::FunctionEntry| {
            json!({
                "byte": function.offset,
                "type": function.plane,
                "slot": function.slot,
                "name": text(&function.name),
                "block": function.block.as_ref().map(function_block_to_json),
            })
        };
        functions.map(document).collect()
    }
}

fn function_block_to_json(block: &FunctionBlock) -> Value {
    json!({
        "byte": block.offset,
        "size": block.size,
        "linkage": block.linkage,
        "types": block.types.iter().map(type_to_json).collect::<Vec<_>>(),
        "constants": block.constants.iter().map(constants_to_json).collect::<Vec<_>>(),
        "compaction": block.compaction.as_ref().map(compaction_to_json),
        "basic_blocks": block.basic_blocks,
        "encodings": block.encodings,
        "symbols": block.symbols.iter().map(symbols_to_json).collect::<Vec<_>>(),
    })
}

fn block_to_json(block: &BlockEntry) -> Value {
    json!({
        "depth": block.depth,
        "kind": block.section.map(|section| section.to_string()),
        "id": block.id,
        "byte": block.offset,
        "header_size": block.header_size,
        "size": block.size,
        "padding": block.padding,
    })
}

fn type_to_json(entry: &TypeEntry) -> Value {
    json!({
        "number": entry.number,
        "byte": entry.offset,
        "size": entry.size,
        "text": entry.text,
    })
}

fn constants_to_json(plane: &ConstantPlane) -> Value {
    let constants = plane.constants.iter();
    let constants = constants.map(|constant| {
        json!({
            "byte": constant.offset,
            "size": constant.size,
            "type": constant.plane,
            "slot": constant.slot,
            "text": constant.text,
        })
    });
    json!({
        "byte": plane.offset,
        "type": plane.plane,
        "constants": constants.collect::<Vec<_>>(),
    })
}

fn compaction_to_json(table: &Compaction) -> Value {
    let planes = table.planes.iter();
    let planes = planes.map(|plane| json!({ "type": plane.plane, "slots": plane.slots }));
    json!({
        "byte": table.offset,
        "types": table.types,
        "planes": planes.collect::<Vec<_>>(),
    })
}

fn symbols_to_json(plane: &SymbolPlane) -> Value {
    let (of, number) = match plane.of {
        SymbolsOf::Types => ("types", None),
        SymbolsOf::Blocks => ("blocks", None),
        SymbolsOf::Values(number) => ("values", Some(number)),
    };
    let symbols = plane.symbols.iter();
    let symbols = symbols.map(|symbol| {
        json!({
            "byte": symbol.offset,
            "slot": symbol.slot,
            "name": text(&symbol.name),
        })
    });
    json!({
        "byte": plane.offset,
        "of": of,
        "type": number,
        "symbols": symbols.collect::<Vec<_>>(),
    })
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
