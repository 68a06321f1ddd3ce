//! Formats a difference as a web page, in one file that needs no network and no script.

use super::document::shown;
use super::{Change, ChangedFunction, Difference, FunctionName};
use crate::numbers::{count, grouped};
use crate::report::escaped;
use std::io::{self, Write};

// Built from `web/pages/diff` by `npm run pages`.
const STYLE: &str = include_str!("generated/page.css");

/// Maximum number of changed functions that are initially expanded.
const MAX_OPEN: usize = 10;

impl Difference {
    /// Writes the difference as a page. `names` are the names of the two files.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_page(&self, names: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        let [old, new] = names.map(escaped);
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{old} and {new}</title>\n<style>\n{STYLE}</style>\n\
             <main>\n<h1>{old} → {new}</h1>\n<p>{}</p>\n",
            self.summary()
        )?;
        for names in &self.names {
            lists(names.title, &names.removed, &names.added, out)?;
        }
        let [removed, added] = [&self.removed, &self.added].map(|list| texts_of(list));
        lists("functions of one program alone", &removed, &added, out)?;
        if !self.changed.is_empty() {
            writeln!(out, "<h2>functions that changed</h2>")?;
        }
        let is_open = self.changed.len() <= MAX_OPEN;
        for function in &self.changed {
            write_changed(function, is_open, out)?;
        }
        writeln!(out, "</main>\n</html>")
    }

    /// Returns a sentence with the numbers of functions and bytes.
    fn summary(&self) -> String {
        let [changed, removed, added] = [self.changed.len(), self.removed.len(), self.added.len()]
            .map(|count| grouped(count as u64));
        let same = count(self.same as u64, "function");
        let [before, after] = self.data_bytes.map(grouped);
        format!(
            "{same} the same, {changed} changed, {removed} removed, {added} added; \
             {before} bytes of data before, {after} after."
        )
    }
}

fn texts_of(functions: &[FunctionName]) -> Vec<String> {
    functions.iter().map(shown).collect()
}

/// Writes a heading and two lists side by side, or nothing if both are empty.
fn lists(title: &str, removed: &[String], added: &[String], out: &mut dyn Write) -> io::Result<()> {
    if removed.is_empty() && added.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>{title}</h2>")?;
    let [removed, added] = [removed, added].map(|list| list.iter().map(String::as_str).collect());
    pair(removed, added, out)
}

fn write_changed(function: &ChangedFunction, is_open: bool, out: &mut dyn Write) -> io::Result<()> {
    let open = if is_open { " open" } else { "" };
    let [old, new] = [&function.old, &function.new].map(|one| escaped(&shown(one)));
    write!(
        out,
        "<details{open}>\n<summary><code>{old}</code> is now <code>{new}</code>"
    )?;
    let Some(changes) = &function.changes else {
        return writeln!(
            out,
            "<span>too large to compare its instructions</span></summary></details>"
        );
    };
    if changes.is_empty() {
        return writeln!(
            out,
            "<span>the same instructions in other blocks</span></summary></details>"
        );
    }
    let of = |list: fn(&Change) -> usize| grouped(changes.iter().map(list).sum::<usize>() as u64);
    let (less, more) = (
        of(|change| change.removed.len()),
        of(|change| change.added.len()),
    );
    writeln!(out, "<span>−{less} +{more}</span></summary>")?;
    for change in changes {
        let first = change.removed.first().or(change.added.first());
        let block = first.map_or("", |instruction| &instruction.block);
        writeln!(
            out,
            "<p class=\"block\">in <code>{}</code></p>",
            escaped(block)
        )?;
        let lists = [&change.removed, &change.added];
        let [removed, added] =
            lists.map(|list| list.iter().map(|one| one.text.as_str()).collect::<Vec<_>>());
        pair(removed, added, out)?;
    }
    writeln!(out, "</details>")
}

/// Writes the removed and the added lines, side by side if there are both.
fn pair(removed: Vec<&str>, added: Vec<&str>, out: &mut dyn Write) -> io::Result<()> {
    let class = match removed.is_empty() || added.is_empty() {
        true => "pair one",
        false => "pair",
    };
    writeln!(out, "<div class=\"{class}\">")?;
    for (class, list) in [("removed", removed), ("added", added)] {
        if list.is_empty() {
            continue;
        }
        writeln!(out, "<ul class=\"{class}\" aria-label=\"{class}\">")?;
        for text in list {
            writeln!(out, "<li>{}</li>", escaped(text))?;
        }
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</div>")
}
