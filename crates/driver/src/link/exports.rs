//! The symbols that a program exports to the libraries that it loads: the whole standard library,
//! the symbols that its linked libraries refer to, and with `-rdynamic` all symbols.
//!
//! The table is a separate module, as text, which is linked to the program at the end.
//! `sysroot/libc/modules.h` is the code that reads it.

use super::predefined;
use super::quoted::escaped;
use super::resolve::{Resolution, Unit};
use crate::symbols::{Definition, Symbols};
use pinnacle_llvm::bitcode::{Symbol, SymbolKind, SymbolState};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// The symbol of the table.
pub(super) const TABLE: &str = "__pinnacle_exports";

/// The archives of the sysroot that are linked as a whole.
const WHOLE: [&str; 5] = [
    "libc.a",
    "libm.a",
    "libpthread.a",
    "libc++.a",
    "libc++abi.a",
];

/// Returns true if one of the units uses the table, which means that the program loads libraries.
pub(super) fn are_used(units: &[Unit], resolution: &Resolution) -> bool {
    let taken = resolution.units.iter().map(|&index| &units[index]);
    let mut mentioned = taken.flat_map(|unit| &unit.symbols.undefined);
    mentioned.any(|name| name == TABLE)
}

/// Adds the members of the standard library whose references can be resolved and that do not define
/// any symbol again.
pub(super) fn take_standard(units: &mut [Unit], resolution: &Resolution) {
    let is_standard = |unit: &Unit| {
        let archive = unit.name.split('(').next().unwrap_or_default();
        let file = archive.rsplit('/').next().unwrap_or_default();
        unit.prepared && unit.optional && WHOLE.contains(&file)
    };
    let mut defined: HashSet<String> = HashSet::new();
    for &index in &resolution.units {
        let names = units[index].symbols.defined.iter();
        defined.extend(names.map(|(name, _)| name.clone()));
    }
    let mut chosen = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let is_new = |(name, how): &(String, Definition)| {
            *how != Definition::Strong || !defined.contains(name)
        };
        if is_standard(unit)
            && !resolution.units.contains(&index)
            && unit.symbols.defined.iter().all(is_new)
        {
            let names = unit.symbols.defined.iter();
            defined.extend(names.map(|(name, _)| name.clone()));
            chosen.push(index);
        }
    }
    // Omitting a member may leave the references of others undefined, so this is repeated.
    loop {
        let before = chosen.len();
        let mut lost = HashSet::new();
        chosen.retain(|&index| {
            let Symbols {
                defined: own,
                undefined,
                ..
            } = &units[index].symbols;
            let is_met = |name: &String| defined.contains(name) || predefined::is_predefined(name);
            let stays = undefined.iter().all(is_met);
            if !stays {
                lost.extend(own.iter().map(|(name, _)| name.clone()));
            }
            stays
        });
        if chosen.len() == before {
            break;
        }
        defined.retain(|name| !lost.contains(name));
    }
    for index in chosen {
        units[index].optional = false;
    }
}

/// Returns the names that libraries can see. There are none if the program does not load libraries.
pub(super) fn names(units: &[Unit], resolution: &Resolution, all: bool) -> Vec<String> {
    let taken = || resolution.units.iter().map(|&index| &units[index]);
    let shown = taken().filter(|unit| !unit.shared && (all || unit.prepared));
    let shown = shown.flat_map(|unit| unit.symbols.defined.iter().map(|(name, _)| name));
    let mentioned = taken().filter(|unit| unit.shared).flat_map(|unit| {
        let defined = unit.symbols.defined.iter().map(|(name, _)| name);
        defined.chain(&unit.symbols.undefined)
    });
    let mut names: Vec<String> = shown.chain(mentioned).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the symbols of a module that are visible to others.
pub(super) fn visible(symbols: &[Symbol]) -> impl Iterator<Item = &Symbol> {
    symbols.iter().filter(|symbol| {
        let is_there = symbol.state != SymbolState::Undefined;
        is_there && !symbol.is_local() && !symbol.is_reserved() && !symbol.hidden
    })
}

/// Returns true if a module needs the table.
pub(super) fn lacks_table(symbols: &[Symbol]) -> bool {
    let is_table = |symbol: &Symbol| symbol.name == TABLE.as_bytes();
    let mut tables = symbols.iter().filter(|symbol| is_table(symbol));
    tables.any(|symbol| symbol.state == SymbolState::Undefined)
}

/// Returns the module with two tables: of those symbols that are among the names, and of the
/// libraries that were linked into the program.
pub(super) fn text<'s>(
    symbols: impl IntoIterator<Item = &'s Symbol>,
    names: Option<&HashSet<String>>,
    libraries: &[String],
) -> String {
    let mut shown = BTreeMap::new();
    for symbol in symbols {
        let name = String::from_utf8_lossy(&symbol.name).into_owned();
        if names.is_none_or(|names| names.contains(&name)) && name != "_start" {
            shown.insert(name, symbol);
        }
    }
    let mut out = String::new();
    let mut rows = Vec::new();
    for (number, (name, symbol)) in shown.iter().enumerate() {
        let quoted = escaped(name);
        let text = add_text(&mut out, &format!("name.{number}"), name);
        // The row of a thread-local variable contains a function that returns its address.
        let (place, flags) = if symbol.thread_local {
            let _ = writeln!(
                out,
                "@\"{quoted}\" = external thread_local global i8\n\
                 define internal ptr @place.{number}() {{\n  ret ptr @\"{quoted}\"\n}}"
            );
            (format!("@place.{number}"), 2)
        } else if symbol.kind == SymbolKind::Function {
            let _ = writeln!(out, "declare void @\"{quoted}\"()");
            (format!("@\"{quoted}\""), 1)
        } else {
            let _ = writeln!(out, "@\"{quoted}\" = external global i8");
            (format!("@\"{quoted}\""), 0)
        };
        rows.push(format!("{ROW} {{ ptr {text}, ptr {place}, i32 {flags} }}"));
    }
    let texts = libraries.iter().enumerate();
    let texts: Vec<String> = texts
        .map(|(number, name)| add_text(&mut out, &format!("library.{number}"), name))
        .map(|text| format!("ptr {text}"))
        .collect();
    let _ = writeln!(
        out,
        "@symbols = private constant [{count} x {ROW}] [{rows}]\n\
         @libraries = private constant [{library_count} x ptr] [{texts}]\n\
         @{TABLE} = constant {{ ptr, i32, ptr, i32 }} \
         {{ ptr @symbols, i32 {count}, ptr @libraries, i32 {library_count} }}",
        count = rows.len(),
        rows = rows.join(", "),
        library_count = texts.len(),
        texts = texts.join(", "),
    );
    out
}

/// The type of a row.
const ROW: &str = "{ ptr, ptr, i32 }";

/// Adds a zero-terminated text. Returns its name.
fn add_text(out: &mut String, name: &str, text: &str) -> String {
    let length = text.len() + 1;
    let text = escaped(text);
    let _ = writeln!(
        out,
        "@{name} = private constant [{length} x i8] c\"{text}\\00\""
    );
    format!("@{name}")
}
