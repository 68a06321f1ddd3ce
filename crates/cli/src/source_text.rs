//! Reads source files, if they exist.

use std::collections::HashMap;
use std::fs;
use std::io::Read;

/// Maximum size of a source file that is shown, in bytes.
const MAX_TEXT: u64 = 16 << 20;

/// Maximum length of a line that is shown, in characters.
const MAX_LINE: usize = 200;

/// The lines of source files that were read. A file that cannot be read has no lines.
#[derive(Default)]
pub(crate) struct SourceTexts {
    files: HashMap<String, Option<Vec<String>>>,
}

impl SourceTexts {
    /// Returns a line of a file, unchanged.
    pub(crate) fn whole_line(&mut self, file: &str, line: u32) -> Option<&str> {
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), read(file));
        }
        let lines = self.files.get(file)?.as_ref()?;
        lines
            .get((line as usize).checked_sub(1)?)
            .map(String::as_str)
    }

    /// Returns a line of a file, trimmed. Returns `None` if it is blank.
    pub(crate) fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let line = self.whole_line(file, line)?.trim();
        (!line.is_empty()).then_some(line)
    }
}

fn read(file: &str) -> Option<Vec<String>> {
    let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    if metadata.len() > MAX_TEXT {
        return None;
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(file).ok()?;
    file.take(MAX_TEXT).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(|line| {
        let plain = line.chars().filter(|it| !it.is_control() || *it == '\t');
        plain.take(MAX_LINE).collect()
    });
    Some(lines.collect())
}
