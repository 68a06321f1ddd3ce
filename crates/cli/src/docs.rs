//! `pinnacle docs`: shows the documents, which are built into the command.

use crate::output::{BAD_FILE, Failure};
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};

/// Show Pinnacle's documentation, or the meaning of an error code.
///
/// Without a topic, lists all topics. A topic is the name of a document, an error code such as
/// B0003, or the schema of a JSON document such as info/1.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle docs                     list the topics
  pinnacle docs headless            running programs without a screen
  pinnacle docs B0003               what an error code means
  pinnacle docs info/1              the JSON Schema of `pinnacle info --json`
  pinnacle docs --search websocket  every line with the word

On a terminal a document is shown in the pager that PAGER names, or in less.

Exit status:
  0  the document was shown, or the word was found
  1  the word was not found
  2  there is no such topic")]
pub(crate) struct Arguments {
    /// The name of a document or schema, or the code of an error.
    topic: Option<String>,

    /// Search for a word in the topic, or in all documents.
    #[arg(short, long, value_name = "WORD")]
    search: Option<String>,
}

/// A document: its topic and its text.
struct Document {
    topic: &'static str,
    text: &'static str,
}

/// Builds the list of documents in the folder `docs`.
macro_rules! documents {
    ($($topic:literal)*) => {
        [$(Document {
            topic: $topic,
            text: include_str!(concat!("../../../docs/", $topic, ".md")),
        }),*]
    };
}

const DOCUMENTS: &[Document] = &documents! {
    "archives" "bitcode" "bitcode-errors" "bundle" "bytecode-errors" "c-api" "cache"
    "command-line" "compatibility" "compression" "conformance" "cures" "debugging" "decisions"
    "dependencies" "embedding" "error-examples" "errors" "exceptions" "fault-examples" "fuzzing"
    "hardening" "headless" "installing" "json" "legalization" "legalization-errors"
    "llvm-assembly" "llvm-bytecode" "llvm-history" "llvm-ir" "measurements" "native" "opengl"
    "page" "pepper" "performance" "performance-history" "playground" "pnaclasm" "ports" "releases"
    "runtime" "scale" "scan" "semantics" "serve" "stats" "tasks" "toolchain" "upgrade" "wasm-abi"
    "web-internals"
};

/// Builds the list of schemas in the folder `docs/schemas`.
macro_rules! schemas {
    ($($name:literal)*) => {
        [$(Document {
            topic: concat!($name, "/1"),
            text: include_str!(concat!("../../../docs/schemas/", $name, "-1.json")),
        }),*]
    };
}

/// The schemas of JSON documents, by the value of their `schema` field.
const SCHEMAS: &[Document] = &schemas! {
    "bisect" "bundle" "cache-clear" "cache-info" "compress" "diff" "dis" "dis-llvm" "explain"
    "info" "record-info" "scan" "shrink" "stats" "strings" "translate" "verify"
};

/// Documents with rows for error codes.
pub(crate) const ERRORS: [&str; 4] = [
    "errors",
    "bitcode-errors",
    "bytecode-errors",
    "legalization-errors",
];

/// The largest edit distance at which a topic is suggested.
const MAX_EDITS: usize = 3;

impl Document {
    fn find(topic: &str) -> Option<&'static Document> {
        let name = topic.strip_suffix(".md").unwrap_or(topic);
        let name = name.strip_prefix("docs/").unwrap_or(name);
        (DOCUMENTS.iter().chain(SCHEMAS)).find(|document| document.topic.eq_ignore_ascii_case(name))
    }

    /// Returns its first heading, or the title of a schema.
    fn title(&self) -> &'static str {
        const TITLE: &str = "  \"title\": \"";
        let mut titles = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix(TITLE));
        match titles.next() {
            Some(title) => title.trim_end_matches(['"', ',']),
            None => {
                let line = self.text.lines().next().unwrap_or_default();
                line.trim_start_matches('#').trim()
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match (&arguments.topic, &arguments.search) {
        (None, None) => list(),
        (Some(topic), None) => match (Document::find(topic), error(topic)) {
            (Some(document), _) => show(document.text),
            (None, Some(text)) => {
                write(&text)?;
                Ok(ExitCode::SUCCESS)
            }
            (None, None) => Err(unknown(topic)),
        },
        (None, Some(word)) => search(DOCUMENTS, word),
        (Some(topic), Some(word)) => {
            let document = Document::find(topic).ok_or_else(|| unknown(topic))?;
            search(std::slice::from_ref(document), word)
        }
    }
}

fn list() -> Result<ExitCode, Failure> {
    let mut text = String::new();
    let width = DOCUMENTS.iter().map(|document| document.topic.len()).max();
    let width = width.unwrap_or(0);
    for document in DOCUMENTS.iter().chain(SCHEMAS) {
        let (topic, title) = (document.topic, document.title());
        let _ = writeln!(text, "{topic:width$}  {title}");
    }
    write(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Shows a text in a pager on a terminal, and writes it plainly otherwise.
fn show(text: &str) -> Result<ExitCode, Failure> {
    if !(io::stdout().is_terminal() && is_shown_by_pager(text)) {
        write(text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(text: &str) -> Result<(), Failure> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Shows a text in the user's pager. Returns false if there is no pager.
fn is_shown_by_pager(text: &str) -> bool {
    let named = std::env::var("PAGER")
        .ok()
        .filter(|pager| !pager.is_empty());
    let mut words = named.as_deref().unwrap_or("less -FRX").split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let pager = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = pager else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // A reader that closes the pager early is not an error.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().is_ok()
}

/// Returns the text of a document, or an empty text for an unknown topic.
pub(crate) fn text_of(topic: &str) -> &'static str {
    Document::find(topic).map_or("", |document| document.text)
}

/// Returns the cells of a table row, and no cells for any other line.
pub(crate) fn cells(line: &'static str) -> Vec<&'static str> {
    let row = line
        .strip_prefix("| ")
        .and_then(|rest| rest.strip_suffix(" |"));
    row.map_or(Vec::new(), |row| row.split(" | ").map(str::trim).collect())
}

/// Returns the error code in a cell, which may be a prefix of codes.
pub(crate) fn code_in(cell: &str) -> Option<&str> {
    let code = cell.strip_prefix('`')?.strip_suffix('`')?;
    let digits = code.strip_prefix(|first: char| first.is_ascii_uppercase())?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then_some(code)
}

/// Returns the meaning of an error code and the document that lists it.
fn error(code: &str) -> Option<String> {
    let cell = format!("| `{}` |", code.to_ascii_uppercase());
    ERRORS.iter().find_map(|topic| {
        let document = Document::find(topic)?;
        let mut section = document.title();
        for line in document.text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                section = heading;
            } else if let Some(meaning) = line.strip_prefix(&cell) {
                let code = code.to_ascii_uppercase();
                let meaning = meaning.trim().trim_end_matches('|').trim();
                let place = format!("{section}, pinnacle docs {topic}; pinnacle explain {code}");
                return Some(format!("{code}: {meaning}\n  {place}\n"));
            }
        }
        None
    })
}

fn search(documents: &[Document], word: &str) -> Result<ExitCode, Failure> {
    let wanted = word.to_lowercase();
    let mut found = String::new();
    for document in documents {
        for (number, line) in (1..).zip(document.text.lines()) {
            if line.to_lowercase().contains(&wanted) {
                let _ = writeln!(found, "{}:{number}: {}", document.topic, line.trim());
            }
        }
    }
    if found.is_empty() {
        let message = format!("no document has `{word}`");
        return Err(Failure::with_status(vec![message], BAD_FILE));
    }
    write(&found)?;
    Ok(ExitCode::SUCCESS)
}

fn unknown(topic: &str) -> Failure {
    let failure = Failure::new(format!("there is no document about `{topic}`"));
    let distance = |document: &Document| strsim::osa_distance(topic, document.topic);
    let closest = DOCUMENTS.iter().min_by_key(|document| distance(document));
    match closest.filter(|closest| distance(closest) <= MAX_EDITS) {
        Some(closest) => failure.hint(format!("did you mean `{}`?", closest.topic)),
        None => failure.hint("`pinnacle docs` lists the topics, `--search WORD` finds words"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_document_is_a_topic() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let files = folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|it| it == "md")) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            assert!(
                Document::find(name).is_some(),
                "{name} is missing in docs.rs"
            );
        }
    }

    #[test]
    fn every_schema_is_a_topic() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
        let files = folder.read_dir().unwrap();
        let mut names: Vec<String> = files
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        let known = SCHEMAS.iter().map(|schema| schema.topic.replace('/', "-"));
        let known: Vec<String> = known.map(|name| format!("{name}.json")).collect();
        assert_eq!(known, names);
        let info = Document::find("info/1").unwrap();
        assert_eq!(info.title(), "pinnacle info --json");
    }

    #[test]
    fn a_code_is_found_whatever_its_case() {
        let expected = error("B0003").unwrap();
        assert!(
            expected.starts_with("B0003: A record or block begins"),
            "{expected}"
        );
        assert!(
            expected.ends_with("records, pinnacle docs errors; pinnacle explain B0003\n"),
            "{expected}"
        );
        assert_eq!(error("b0003"), Some(expected));
        assert_eq!(error("B9999"), None);
    }

    #[test]
    fn a_topic_is_found_by_its_file_too() {
        for topic in ["headless", "headless.md", "docs/headless.md", "Headless"] {
            assert_eq!(Document::find(topic).unwrap().topic, "headless");
        }
        assert!(Document::find("nothing").is_none());
    }
}
