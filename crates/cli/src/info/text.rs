//! Shows facts to people.

use super::facts::{Counts, Facts, ProgramFacts};
use crate::output::{Output, Tone, count, grouped};
use std::io::{self, Write};

/// The width of the column of titles.
const TITLES: usize = 14;

/// How many names are listed.
const MAX_NAMES: usize = 20;

pub(super) fn write(
    out: &mut impl Write,
    output: &Output,
    name: &str,
    facts: &Facts,
) -> io::Result<()> {
    writeln!(out, "{}", output.paint(Tone::Title, name))?;
    let mut lines = Lines { out };
    match &facts.program {
        Some(program) => lines.program(facts, program)?,
        None => {
            lines.line("format", &facts.kind.description())?;
            lines.line("size", &count(facts.size, "byte"))?;
        }
    }
    for error in &facts.errors {
        writeln!(out, "  {} {error}", output.paint(Tone::Error, "error:"))?;
    }
    if let Some(hint) = &facts.hint {
        writeln!(out, "  {} {hint}", output.paint(Tone::Hint, "hint:"))?;
    }
    Ok(())
}

struct Lines<'a, W> {
    out: &'a mut W,
}

impl<W: Write> Lines<'_, W> {
    fn line(&mut self, title: &str, text: &str) -> io::Result<()> {
        writeln!(self.out, "  {title:TITLES$}{text}")
    }

    /// A list, one item on each line; nothing if it is empty.
    fn list(&mut self, title: &str, items: impl Iterator<Item = String>) -> io::Result<()> {
        for (index, item) in items.enumerate() {
            self.line(if index == 0 { title } else { "" }, &item)?;
        }
        Ok(())
    }

    fn program(&mut self, facts: &Facts, program: &ProgramFacts) -> io::Result<()> {
        let header = &program.header;
        self.line(
            "format",
            &format!(
                "{}, version {}, header of {}",
                facts.kind.description(),
                header.version,
                count(header.size.into(), "byte")
            ),
        )?;
        self.line("size", &count(facts.size, "byte"))?;
        let layout = &program.layout;
        // The module's end is known only if it was reached.
        if layout.module_end > 0 && layout.trailing_bytes() > 0 {
            self.line(
                "",
                &format!(
                    "{} after the module, not part of the program",
                    count(layout.trailing_bytes(), "byte")
                ),
            )?;
        }
        if layout.overlong_numbers > 0 {
            self.line(
                "",
                &format!(
                    "{} packed longer than needed",
                    count(layout.overlong_numbers, "number")
                ),
            )?;
        }
        self.line("entry", program.entry.as_deref().unwrap_or("none"))?;
        self.counts(&program.counts)?;
        self.line("uses", &uses(program))?;
        let intrinsics = program.intrinsics.iter();
        self.list(
            "intrinsics",
            intrinsics.map(|(name, calls)| format!("{name}, {}", count(*calls, "call"))),
        )?;
        self.list("runtime", program.interfaces.irt.iter().cloned())?;
        self.list("Pepper", program.interfaces.pepper.iter().cloned())?;
        self.names(&program.names)
    }

    fn counts(&mut self, counts: &Counts) -> io::Result<()> {
        self.line("types", &grouped(counts.types))?;
        self.line(
            "functions",
            &format!(
                "{} defined, {} declared",
                grouped(counts.functions_defined),
                grouped(counts.functions_declared)
            ),
        )?;
        self.line(
            "bodies",
            &format!(
                "{}, {}, {}",
                count(counts.blocks, "block"),
                count(counts.instructions, "instruction"),
                count(counts.constants, "constant"),
            ),
        )?;
        if counts.bad_bodies > 0 {
            let bodies = grouped(counts.bad_bodies);
            self.line("", &format!("without {bodies} that could not be read"))?;
        }
        self.line(
            "globals",
            &format!(
                "{}, {}",
                count(counts.variables, "variable"),
                count(counts.constant_globals, "constant")
            ),
        )?;
        self.line(
            "data",
            &format!(
                "{}, {} of zero, {}",
                count(counts.data_bytes, "byte"),
                grouped(counts.zero_bytes),
                count(counts.relocations, "relocation")
            ),
        )
    }

    fn names(&mut self, names: &[String]) -> io::Result<()> {
        if names.is_empty() {
            return self.line("names", "stripped");
        }
        self.list("names", names.iter().take(MAX_NAMES).cloned())?;
        match names.len().saturating_sub(MAX_NAMES) {
            0 => Ok(()),
            more => self.line(
                "",
                &format!("and {} more; --json lists all", grouped(more as u64)),
            ),
        }
    }
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
