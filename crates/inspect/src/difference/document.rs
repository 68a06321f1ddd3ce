//! Formats a difference as JSON and as text.

use super::{Change, ChangedFunction, Difference, FunctionName, Instruction};
use crate::numbers::{count, grouped};
use crate::report::{Palette, Tone};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Maximum number of names in a list of the text.
const MAX_NAMES: usize = 20;

impl Difference {
    /// Returns the difference as a JSON document. `names` are the names of the two files.
    pub fn document(&self, names: [&str; 2]) -> Value {
        let functions = |list: &[FunctionName]| list.iter().map(function).collect::<Value>();
        let mut document = json!({
            "schema": "diff/1",
            "files": names,
            "same": self.is_empty(),
            "functions_same": self.same,
            "functions_changed": self.changed.iter().map(changed).collect::<Value>(),
            "functions_removed": functions(&self.removed),
            "functions_added": functions(&self.added),
            "data_bytes": self.data_bytes,
        });
        for names in &self.names {
            document[names.title] = json!({ "removed": names.removed, "added": names.added });
        }
        document
    }

    /// Writes the difference as text. `names` are the names of the two files. Shows the
    /// instructions of changed functions unless only a summary is requested.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write(
        &self,
        names: [&str; 2],
        is_summary: bool,
        out: &mut dyn Write,
        palette: Palette,
    ) -> io::Result<()> {
        let [old, new] = names;
        writeln!(out, "{} {old}", palette.paint(Tone::Error, "---"))?;
        writeln!(out, "{} {new}", palette.paint(Tone::Good, "+++"))?;
        let same = count(self.same as u64, "function");
        let [changed, removed, added] = [self.changed.len(), self.removed.len(), self.added.len()]
            .map(|count| grouped(count as u64));
        writeln!(
            out,
            "{same} the same, {changed} changed, {removed} removed, {added} added"
        )?;
        let [before, after] = self.data_bytes;
        if before != after {
            writeln!(
                out,
                "data: {} bytes before, {} after",
                grouped(before),
                grouped(after)
            )?;
        }
        for names in &self.names {
            if names.removed.is_empty() && names.added.is_empty() {
                continue;
            }
            writeln!(out, "\n{}", palette.paint(Tone::Title, names.title))?;
            list(&names.removed, Tone::Error, "-", out, palette)?;
            list(&names.added, Tone::Good, "+", out, palette)?;
        }
        for (title, functions, tone, sign) in [
            ("functions removed", &self.removed, Tone::Error, "-"),
            ("functions added", &self.added, Tone::Good, "+"),
        ] {
            if !functions.is_empty() {
                writeln!(out, "\n{}", palette.paint(Tone::Title, title))?;
                let texts: Vec<String> = functions.iter().map(shown).collect();
                list(&texts, tone, sign, out, palette)?;
            }
        }
        for function in &self.changed {
            write_changed(function, is_summary, out, palette)?;
        }
        Ok(())
    }
}

fn write_changed(
    function: &ChangedFunction,
    is_summary: bool,
    out: &mut dyn Write,
    palette: Palette,
) -> io::Result<()> {
    let title = format!("{} is now {}", shown(&function.old), shown(&function.new));
    writeln!(out, "\n{}", palette.paint(Tone::Title, title))?;
    let Some(changes) = &function.changes else {
        return writeln!(out, "  too large to compare its instructions");
    };
    if changes.is_empty() {
        return writeln!(out, "  the same instructions in other blocks");
    }
    if is_summary {
        let of = |list: fn(&Change) -> usize| changes.iter().map(list).sum::<usize>() as u64;
        let removed = count(of(|change| change.removed.len()), "instruction");
        let added = count(of(|change| change.added.len()), "instruction");
        return writeln!(out, "  {removed} removed, {added} added");
    }
    for change in changes {
        let at = change.removed.first().or(change.added.first());
        let block = at.map_or("", |instruction| &instruction.block);
        writeln!(
            out,
            "  {}",
            palette.paint(Tone::Faint, format!("in {block}"))
        )?;
        for (list, tone, sign) in [
            (&change.removed, Tone::Error, "-"),
            (&change.added, Tone::Good, "+"),
        ] {
            for instruction in list {
                writeln!(
                    out,
                    "  {}",
                    palette.paint(tone, format!("{sign} {}", instruction.text))
                )?;
            }
        }
    }
    Ok(())
}

fn list(
    items: &[String],
    tone: Tone,
    sign: &str,
    out: &mut dyn Write,
    palette: Palette,
) -> io::Result<()> {
    for item in items.iter().take(MAX_NAMES) {
        writeln!(out, "  {}", palette.paint(tone, format!("{sign} {item}")))?;
    }
    match items.len().saturating_sub(MAX_NAMES) {
        0 => Ok(()),
        more => writeln!(
            out,
            "  {sign} and {} more; --json lists all",
            grouped(more as u64)
        ),
    }
}

/// Returns the number, name and size of a function.
pub(super) fn shown(function: &FunctionName) -> String {
    let size = count(function.instructions as u64, "instruction");
    match &function.name {
        Some(name) => format!("{} \"{name}\" ({size})", function.function),
        None => format!("{} ({size})", function.function),
    }
}

fn function(function: &FunctionName) -> Value {
    json!({
        "function": function.function.0,
        "name": function.name,
        "instructions": function.instructions,
    })
}

fn changed(changed: &ChangedFunction) -> Value {
    let instructions = |list: &[Instruction]| -> Value {
        let texts = list.iter();
        texts
            .map(|one| json!({ "block": one.block, "text": one.text }))
            .collect()
    };
    let changes = changed.changes.as_ref().map(|changes| -> Value {
        let changes = changes.iter().map(|change| {
            json!({ "removed": instructions(&change.removed), "added": instructions(&change.added) })
        });
        changes.collect()
    });
    json!({ "old": function(&changed.old), "new": function(&changed.new), "changes": changes })
}
