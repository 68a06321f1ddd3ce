//! A dump as text for people.

use super::{
    BlockEntry, ByteCounts, Compaction, ConstantPlane, Dump, FunctionBlock, FunctionEntry,
    GlobalEntry, SymbolPlane, SymbolsOf, TypeEntry,
};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Dump {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.format {
            Some(format) => write!(f, "{format}")?,
            None => f.write_str("unknown format")?,
        }
        writeln!(f, ", {} bytes", self.size)?;
        if !self.triple.is_empty() {
            writeln!(f, "for {}", self.triple.escape_ascii())?;
        }
        for library in &self.libraries {
            writeln!(f, "needs library {}", library.escape_ascii())?;
        }
        write_bytes(f, &self.bytes)?;
        write_blocks(f, &self.blocks)?;
        write_types(f, &self.types, "")?;
        write_globals(f, &self.globals)?;
        write_constants(f, &self.constants, "")?;
        write_symbols(f, &self.symbols, "")?;
        for (number, function) in self.functions.iter().enumerate() {
            write_function(f, number, function)?;
        }
        if !self.errors.is_empty() {
            f.write_str("\nerrors\n")?;
        }
        for error in &self.errors {
            writeln!(f, "  {error}")?;
        }
        Ok(())
    }
}

fn write_bytes(f: &mut Formatter<'_>, bytes: &ByteCounts) -> fmt::Result {
    f.write_str("\nbytes\n")?;
    let total = bytes.total();
    for (kind, count) in bytes.iter().filter(|&(_, count)| count > 0) {
        let percent = count as f64 * 100.0 / total as f64;
        writeln!(f, "{count:10} {percent:5.1}%  {}", kind.name())?;
    }
    writeln!(f, "{total:10} {:5.1}%  all", 100.0)
}

fn write_blocks(f: &mut Formatter<'_>, blocks: &[BlockEntry]) -> fmt::Result {
    f.write_str("\nblocks\n    offset  header     size  padding\n")?;
    for block in blocks {
        write!(
            f,
            "{:10} {:7} {:8} {:8}  ",
            block.offset, block.header_size, block.size, block.padding
        )?;
        for _ in 0..block.depth {
            f.write_str("  ")?;
        }
        match block.section {
            Some(section) => writeln!(f, "{section} ({:#04x})", block.id)?,
            None => writeln!(f, "unknown ({:#04x})", block.id)?,
        }
    }
    Ok(())
}

fn write_types(f: &mut Formatter<'_>, types: &[TypeEntry], indent: &str) -> fmt::Result {
    if !types.is_empty() {
        heading(f, indent, "types")?;
    }
    for entry in types {
        let (offset, size) = (entry.offset, entry.size);
        write!(f, "{indent}{offset:10} {size:5}  ")?;
        writeln!(f, "#{} = {}", entry.number, entry.text)?;
    }
    Ok(())
}

fn write_globals(f: &mut Formatter<'_>, globals: &[GlobalEntry]) -> fmt::Result {
    if !globals.is_empty() {
        heading(f, "", "global variables")?;
    }
    for global in globals {
        write!(f, "{:10}        ", global.offset)?;
        write_place(f, global.plane, global.slot)?;
        write!(f, " {}", linkage(global.linkage))?;
        f.write_str(if global.constant {
            " constant"
        } else {
            " variable"
        })?;
        if let Some(slot) = global.initializer {
            write!(f, ", initialiser in slot {slot}")?;
        }
        write_name(f, &global.name)?;
    }
    Ok(())
}

fn write_constants(f: &mut Formatter<'_>, planes: &[ConstantPlane], indent: &str) -> fmt::Result {
    for plane in planes {
        match plane.plane {
            None => heading(f, indent, "strings")?,
            Some(number) => heading(f, indent, &format!("constants of type {number}"))?,
        }
        for constant in &plane.constants {
            let (offset, size) = (constant.offset, constant.size);
            write!(f, "{indent}{offset:10} {size:5}  ")?;
            write_place(f, constant.plane, constant.slot)?;
            writeln!(f, " = {}", constant.text)?;
        }
    }
    Ok(())
}

fn write_symbols(f: &mut Formatter<'_>, planes: &[SymbolPlane], indent: &str) -> fmt::Result {
    for plane in planes {
        match plane.of {
            SymbolsOf::Types => heading(f, indent, "names of types")?,
            SymbolsOf::Blocks => heading(f, indent, "names of blocks")?,
            SymbolsOf::Values(number) => {
                heading(f, indent, &format!("names of values of type {number}"))?;
            }
        }
        for symbol in &plane.symbols {
            write!(f, "{indent}{:10}        {}", symbol.offset, symbol.slot)?;
            write_name(f, &symbol.name)?;
        }
    }
    Ok(())
}

fn write_function(f: &mut Formatter<'_>, number: usize, function: &FunctionEntry) -> fmt::Result {
    write!(f, "\nfunction {number}, ")?;
    write_place(f, function.plane, function.slot)?;
    write_name(f, &function.name)?;
    let Some(block) = &function.block else {
        return f.write_str("  has no block\n");
    };
    write!(f, "  {} at {}, ", linkage(block.linkage), block.offset)?;
    writeln!(f, "{} bytes", block.size)?;
    write_block(f, block)
}

fn write_block(f: &mut Formatter<'_>, block: &FunctionBlock) -> fmt::Result {
    let indent = "  ";
    let instructions: u64 = block.encodings.iter().sum();
    if instructions > 0 {
        write!(
            f,
            "{indent}{instructions} instructions in {} basic blocks; by format",
            block.basic_blocks
        )?;
        for (format, count) in block.encodings.iter().enumerate() {
            write!(f, " {format}: {count}")?;
        }
        f.write_char('\n')?;
    }
    write_types(f, &block.types, indent)?;
    write_constants(f, &block.constants, indent)?;
    if let Some(table) = &block.compaction {
        write_compaction(f, table, indent)?;
    }
    write_symbols(f, &block.symbols, indent)
}

fn write_compaction(f: &mut Formatter<'_>, table: &Compaction, indent: &str) -> fmt::Result {
    if table.types.is_empty() && table.planes.is_empty() {
        return Ok(());
    }
    heading(f, indent, "compaction table")?;
    let write_list = |f: &mut Formatter<'_>, list: &[u32]| {
        for number in list {
            write!(f, " {number}")?;
        }
        f.write_char('\n')
    };
    if !table.types.is_empty() {
        write!(f, "{indent}  types")?;
        write_list(f, &table.types)?;
    }
    for plane in &table.planes {
        write!(f, "{indent}  plane {}:", plane.plane)?;
        write_list(f, &plane.slots)?;
    }
    Ok(())
}

fn heading(f: &mut Formatter<'_>, indent: &str, text: &str) -> fmt::Result {
    if indent.is_empty() {
        f.write_char('\n')?;
    }
    writeln!(f, "{indent}{text}")
}

/// Writes the position of a value: the number of its type and its slot.
fn write_place(f: &mut Formatter<'_>, plane: u32, slot: u32) -> fmt::Result {
    write!(f, "{plane}:{slot}")
}

/// Writes a name, if there is one, and a line break.
fn write_name(f: &mut Formatter<'_>, name: &[u8]) -> fmt::Result {
    if !name.is_empty() {
        write!(f, " \"{}\"", name.escape_ascii())?;
    }
    f.write_char('\n')
}

/// A linkage in words.
fn linkage(number: u32) -> &'static str {
    match number {
        0 => "external",
        1 => "weak",
        2 => "appending",
        3 => "internal",
        4 => "linkonce",
        _ => "of unknown linkage",
    }
}
