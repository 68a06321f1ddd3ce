//! The example files of `fault-examples`, each with one fault, and the codes that have no example.

use crate::docs;
use serde_json::{Value, json};
use std::fmt::Write;

/// The name of the document.
const DOCUMENT: &str = "fault-examples";

/// A file with one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The name of the file in the command.
    pub(super) name: String,
    pub(super) contents: Contents,
    /// The command line that reports the fault.
    pub(super) command: String,
    /// The lines that the command writes.
    pub(super) says: String,
}

/// The contents of a file, in the form in which they are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    Text(String),
    /// A line and the number of times that it is repeated, with the repetition's number from 0 in
    /// place of `{N}`.
    Lines(String, usize),
    Bytes(Vec<u8>),
}

/// The reason why a code has no example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Absence {
    /// A file with this fault would need gigabytes.
    TooLarge,
    /// A bug in Pinnacle, which no known file triggers.
    Internal,
    /// A mistake by a caller of the library, which no command makes.
    NotInFiles,
}

impl Absence {
    const ALL: [Absence; 3] = [Absence::TooLarge, Absence::Internal, Absence::NotInFiles];

    /// A word for programs and tables.
    pub(super) fn word(self) -> &'static str {
        match self {
            Absence::TooLarge => "too-large",
            Absence::Internal => "internal",
            Absence::NotInFiles => "not-in-files",
        }
    }

    /// Returns why a code has no example, with a sentence about it.
    pub(super) fn of(code: &str) -> Option<(Absence, &'static str)> {
        docs::text_of(DOCUMENT).lines().find_map(|line| {
            let &[found, word, about] = &docs::cells(line)[..] else {
                return None;
            };
            if docs::code_in(found) != Some(code) {
                return None;
            }
            let absence = Absence::ALL.into_iter().find(|it| it.word() == word)?;
            Some((absence, about))
        })
    }
}

impl Fault {
    /// The example of a code.
    pub(super) fn of(code: &str) -> Option<Fault> {
        let heading = format!("\n## `{code}`\n\n");
        let (_, rest) = docs::text_of(DOCUMENT).split_once(&heading)?;
        let section = rest.split("\n## ").next().unwrap_or(rest);
        Fault::read(section)
    }

    /// Reads a section: the name of the file and its contents, the command and its output.
    fn read(section: &str) -> Option<Fault> {
        let (name, rest) = section.strip_prefix('`')?.split_once('`')?;
        let (shown, rest) = block(rest)?;
        let form = section.lines().next()?;
        let count = form.split_whitespace().find_map(|word| word.parse().ok());
        let contents = match count {
            Some(count) => Contents::Lines(shown.to_owned(), count),
            None if form.contains("hexadecimal") => Contents::Bytes(bytes(shown)?),
            None => Contents::Text(shown.to_owned()),
        };
        let (command, rest) = rest.split_once('`')?.1.split_once('`')?;
        let (says, _) = block(rest)?;
        Some(Fault {
            name: name.to_owned(),
            contents,
            command: command.to_owned(),
            says: says.to_owned(),
        })
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match &self.contents {
            Contents::Text(text) => text.clone().into_bytes(),
            Contents::Lines(line, count) => {
                let lines = (0..*count).map(|number| line.replace("{N}", &number.to_string()));
                lines.collect::<String>().into_bytes()
            }
            Contents::Bytes(bytes) => bytes.clone(),
        }
    }

    /// Returns the text for people: the file, the command and its output.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.name);
        match &self.contents {
            Contents::Text(contents) => indent(&mut text, contents.lines()),
            Contents::Lines(line, count) => {
                indent(&mut text, line.lines());
                let _ = writeln!(text, "  {count} such lines, with {{N}} from 0");
            }
            Contents::Bytes(bytes) => {
                let rows = dump(bytes);
                indent(&mut text, rows.iter().map(String::as_str));
            }
        }
        let _ = writeln!(text, "\n  $ {}", self.command);
        indent(&mut text, self.says.lines());
        text
    }

    /// Returns the JSON for programs.
    pub(super) fn document(&self) -> Value {
        let mut document = json!({
            "name": self.name,
            "command": self.command,
            "says": self.says,
            "text": null,
            "line": null,
            "lines": null,
            "hex": null,
        });
        match &self.contents {
            Contents::Text(text) => document["text"] = text.as_str().into(),
            Contents::Lines(line, count) => {
                document["line"] = line.as_str().into();
                document["lines"] = (*count).into();
            }
            Contents::Bytes(bytes) => {
                let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                document["hex"] = digits.concat().into();
            }
        }
        document
    }
}

/// Returns the contents of the next fenced block, and the text after it.
fn block(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once("\n```")?;
    let (_, rest) = rest.split_once('\n')?;
    let end = match rest.strip_prefix("```") {
        Some(_) => 0,
        None => rest.find("\n```")? + 1,
    };
    Some((&rest[..end], &rest[end + 3..]))
}

/// Parses the rows of a dump: an offset, and numbers of two digits.
fn bytes(rows: &str) -> Option<Vec<u8>> {
    let words = rows.lines().flat_map(|row| row.split_whitespace().skip(1));
    words
        .map(|word| u8::from_str_radix(word, 16).ok())
        .collect()
}

/// Formats bytes as rows of sixteen, each after its offset.
fn dump(bytes: &[u8]) -> Vec<String> {
    let rows = bytes.chunks(16).enumerate();
    rows.map(|(row, bytes)| {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:04x}  {}", row * 16, digits.join(" "))
    })
    .collect()
}

fn indent<'a>(text: &mut String, lines: impl Iterator<Item = &'a str>) {
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_read() {
        let text =
            "`fault.ll`:\n\n```\nx\n\ny\n```\n\n`pinnacle verify fault.ll`:\n\n```\nno\n```\n";
        let fault = Fault::read(text).unwrap();
        assert_eq!(fault.bytes(), b"x\n\ny\n");
        assert_eq!(fault.command, "pinnacle verify fault.ll");
        assert_eq!(fault.says, "no\n");
        let text = "`fault.bc`, in hexadecimal:\n\n```\n0000  42 43\n0010  c0\n```\n\n\
                    `pinnacle dis fault.bc`:\n\n```\n```\n";
        let fault = Fault::read(text).unwrap();
        assert_eq!(fault.bytes(), b"BC\xC0");
        assert_eq!(fault.says, "");
        let text = "`fault.ll`, 2 lines with N from 0:\n\n```\nx{N}\n```\n\n\
                    `pinnacle verify fault.ll`:\n\n```\nno\n```\n";
        assert_eq!(Fault::read(text).unwrap().bytes(), b"x0\nx1\n");
        assert_eq!(Fault::read("nothing"), None);
    }
}
