//! Formats the facts as text.

use super::facts::{Counts, Facts, ProgramFacts};
use super::sheet::Sheet;
use crate::kind::Kind;
use crate::numbers::{count, grouped};
use pinnacle_pepper::needs::{Need, Standing};
use pinnacle_pepper::table::Support;

/// Adds the lines about a file to its sheet.
pub(super) fn describe(facts: &Facts, sheet: &mut Sheet) {
    match &facts.program {
        Some(program) => describe_program(facts, program, sheet),
        None => {
            sheet.line("format", facts.kind.description());
            sheet.line("size", count(facts.size, "byte"));
        }
    }
    sheet.errors = facts.errors.iter().map(ToString::to_string).collect();
    sheet.hint = facts.hint.clone();
}

fn describe_program(facts: &Facts, program: &ProgramFacts, sheet: &mut Sheet) {
    let header = &program.header;
    let kind = match facts.is_text {
        true => format!("{}, assembled", Kind::Pnaclasm.description()),
        false => facts.kind.description(),
    };
    let size = count(header.size.into(), "byte");
    let version = header.version;
    sheet.line(
        "format",
        format!("{kind}, version {version}, header of {size}"),
    );
    sheet.line("size", count(facts.size, "byte"));
    let layout = &program.layout;
    // The end of the module is only known if it was reached.
    if layout.module_end > 0 && layout.trailing_bytes() > 0 {
        let trailing = count(layout.trailing_bytes(), "byte");
        sheet.line(
            "",
            format!("{trailing} after the module, not part of the program"),
        );
    }
    if layout.overlong_numbers > 0 {
        let numbers = count(layout.overlong_numbers, "number");
        sheet.line("", format!("{numbers} packed longer than needed"));
    }
    sheet.line("entry", program.entry.as_deref().unwrap_or("none"));
    describe_counts(&program.counts, sheet);
    sheet.line("uses", uses(program));
    let intrinsics = program.intrinsics.iter();
    sheet.list(
        "intrinsics",
        intrinsics.map(|(name, calls)| format!("{name}, {}", count(*calls, "call"))),
    );
    sheet.list("runtime", program.interfaces.irt.iter().cloned());
    sheet.list("Pepper", program.interfaces.pepper.iter().map(need));
    if program.names.is_empty() {
        sheet.line("names", "stripped");
    }
    sheet.names("names", program.names.iter().cloned());
}

/// Returns a Pepper interface as text, with its differences from Chrome.
fn need(need: &Need) -> String {
    let Need { name, standing } = need;
    match (standing, standing.note()) {
        (Standing::Here(Support::Whole) | Standing::Offered, _) => name.clone(),
        (_, Some(note)) => format!("{name}, {}: {note}", standing.word()),
        (_, None) => format!("{name}, {}", standing.word()),
    }
}

fn describe_counts(counts: &Counts, sheet: &mut Sheet) {
    sheet.line("types", grouped(counts.types));
    let (defined, declared) = (counts.functions_defined, counts.functions_declared);
    let (defined, declared) = (grouped(defined), grouped(declared));
    sheet.line(
        "functions",
        format!("{defined} defined, {declared} declared"),
    );
    let blocks = count(counts.blocks, "block");
    let instructions = count(counts.instructions, "instruction");
    let constants = count(counts.constants, "constant");
    sheet.line("bodies", format!("{blocks}, {instructions}, {constants}"));
    if counts.bad_bodies > 0 {
        let bodies = grouped(counts.bad_bodies);
        sheet.line("", format!("without {bodies} that could not be read"));
    }
    let variables = count(counts.variables, "variable");
    let constants = count(counts.constant_globals, "constant");
    sheet.line("globals", format!("{variables}, {constants}"));
    let (data, zero) = (count(counts.data_bytes, "byte"), grouped(counts.zero_bytes));
    let relocations = count(counts.relocations, "relocation");
    sheet.line("data", format!("{data}, {zero} zero, {relocations}"));
}

fn uses(program: &ProgramFacts) -> String {
    let uses = program.uses;
    let words = [
        (program.pepper, "Pepper (made for a web page)"),
        (uses.threads, "threads"),
        (uses.atomics, "atomics"),
        (uses.setjmp, "setjmp"),
        (uses.vectors, "vectors"),
    ];
    let words: Vec<&str> = words
        .into_iter()
        .filter_map(|(used, word)| used.then_some(word))
        .collect();
    if words.is_empty() {
        "nothing special".into()
    } else {
        words.join(", ")
    }
}
