//! The journal of a scan. It keeps the lines on disk in the order in which they were found, so that
//! a killed scan can resume.
//!
//! A journal is a text file. Each of its lines has a mark and fields, separated by tabs:
//!
//! * the format and a word for the options, on the first line;
//! * `file`, a number, size, time, name: a file begins;
//! * `line`, the number of the file, a sequence number, JSON: one of its lines;
//! * `done`, the number: the file is complete;
//! * `ran`, a key, JSON: the result of a program that was run.
//!
//! Several threads write files at the same time. When a scan resumes, the lines of files without
//! `done` are dropped, and so is a truncated line.

use super::units::{Unit, Version};
use crate::output::Failure;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The format of journals. A journal in another format is not reused.
const FORM: &str = "scan/1";

/// A line in the journal: its sequence number, the offset and the length of its JSON.
#[derive(Clone, Copy, Debug)]
struct Span {
    sequence: u64,
    start: u64,
    length: u64,
}

/// The lines of one file.
#[derive(Default, Debug)]
struct Lines {
    name: String,
    version: Option<Version>,
    is_done: bool,
    spans: Vec<Span>,
}

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    end: u64,
    files: Vec<Lines>,
    /// The number of the last completed file of each name.
    by_name: HashMap<String, usize>,
    runs: HashMap<String, Span>,
    /// The first write error. The scan runs to its end and then fails.
    failed: Option<io::Error>,
}

impl Journal {
    /// Opens the journal at a path, or makes a temporary one. Reuses the results of an earlier scan
    /// with the same options.
    pub(super) fn open(path: Option<&Path>, options: &str) -> Result<Journal, Failure> {
        let mut journal = Journal {
            file: match path {
                None => tempfile::tempfile(),
                Some(path) => {
                    let mut how = OpenOptions::new();
                    how.read(true).write(true).create(true).truncate(false);
                    how.open(path)
                }
            }
            .map_err(|error| cannot(path, &error))?,
            end: 0,
            files: Vec::new(),
            by_name: HashMap::new(),
            runs: HashMap::new(),
            failed: None,
        };
        if let Some(path) = path
            && journal.file.try_lock().is_err()
        {
            let message = format!(
                "{} is the journal of a scan that is running",
                path.display()
            );
            return Err(Failure::new(message));
        }
        let head = format!("{FORM}\t{options}\n");
        let is_ours = journal.read(&head).map_err(|error| cannot(path, &error))?;
        if let (false, Some(path)) = (is_ours, path) {
            let message = format!(
                "{} is not the journal of a scan with these options",
                path.display()
            );
            return Err(Failure::new(message).hint(
                "a journal works only with the options of its first scan; remove it, or name \
                     another",
            ));
        }
        Ok(journal)
    }

    /// Reads the existing lines. Returns false if the file is not a journal of these options.
    fn read(&mut self, head: &str) -> io::Result<bool> {
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            self.write(head.as_bytes());
            return Ok(true);
        }
        if line != head.as_bytes() {
            // A journal that was cut off at its beginning is also ours.
            let is_cut = head.as_bytes().starts_with(&line);
            if is_cut {
                self.file.set_len(0)?;
                self.file.seek(SeekFrom::Start(0))?;
                self.write(head.as_bytes());
            }
            return Ok(is_cut);
        }
        let mut end = line.len() as u64;
        let mut files: Vec<Lines> = Vec::new();
        let mut runs = HashMap::new();
        loop {
            line.clear();
            reader.read_until(b'\n', &mut line)?;
            let text = line.strip_suffix(b"\n").map(std::str::from_utf8);
            let Some(Ok(text)) = text else {
                break;
            };
            if !take(text, end, &mut files, &mut runs) {
                break;
            }
            end += line.len() as u64;
        }
        drop(reader);
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        (self.end, self.files, self.runs) = (end, files, runs);
        let done = self
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.is_done);
        self.by_name = done
            .map(|(number, file)| (file.name.clone(), number))
            .collect();
        Ok(true)
    }

    /// Returns the number of a file whose lines an earlier scan has stored.
    pub(super) fn kept(&self, unit: &Unit) -> Option<usize> {
        let Unit::File(name, _, version) = unit else {
            return None;
        };
        let number = *self.by_name.get(name)?;
        (self.files[number].version == Some(*version)).then_some(number)
    }

    /// Begins a file; returns its number.
    pub(super) fn begin(&mut self, unit: &Unit) -> usize {
        let number = self.files.len();
        let version = match unit {
            Unit::File(_, _, version) => Some(*version),
            _ => None,
        };
        let Version { size, changed } = version.unwrap_or(Version {
            size: 0,
            changed: 0,
        });
        let name = Value::from(unit.name());
        self.write(format!("file\t{number}\t{size}\t{changed}\t{name}\n").as_bytes());
        self.files.push(Lines {
            name: unit.name().to_owned(),
            version,
            ..Lines::default()
        });
        number
    }

    /// Adds a line of a file.
    pub(super) fn add(&mut self, number: usize, sequence: u64, line: &Value) {
        let head = format!("line\t{number}\t{sequence}\t");
        let text = line.to_string();
        let span = Span {
            sequence,
            start: self.end + head.len() as u64,
            length: text.len() as u64,
        };
        self.write(format!("{head}{text}\n").as_bytes());
        self.files[number].spans.push(span);
    }

    /// Marks a file as complete.
    pub(super) fn done(&mut self, number: usize) {
        self.write(format!("done\t{number}\n").as_bytes());
        self.files[number].is_done = true;
    }

    /// Returns the result of a program's run, if it is known.
    pub(super) fn ran(&mut self, key: &str) -> io::Result<Option<Value>> {
        let Some(span) = self.runs.get(key).copied() else {
            return Ok(None);
        };
        self.value(span).map(Some)
    }

    /// Stores the result of a program's run. The key must not contain tabs.
    pub(super) fn keep_run(&mut self, key: &str, result: &Value) {
        let head = format!("ran\t{key}\t");
        let text = result.to_string();
        let span = Span {
            sequence: 0,
            start: self.end + head.len() as u64,
            length: text.len() as u64,
        };
        self.write(format!("{head}{text}\n").as_bytes());
        self.runs.insert(key.to_owned(), span);
    }

    /// Passes the lines of these files to `take`, each file's in order.
    pub(super) fn each(
        &mut self,
        files: &[usize],
        take: &mut dyn FnMut(Value) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if let Some(error) = &self.failed {
            return Err(cannot(None, error));
        }
        for number in files {
            let mut spans = self.files[*number].spans.clone();
            spans.sort_by_key(|span| span.sequence);
            for span in spans {
                let line = self.value(span).map_err(|error| cannot(None, &error))?;
                take(line)?;
            }
        }
        Ok(())
    }

    fn value(&mut self, span: Span) -> io::Result<Value> {
        self.file.seek(SeekFrom::Start(span.start))?;
        let mut text = Vec::new();
        (&self.file).take(span.length).read_to_end(&mut text)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        Ok(serde_json::from_slice(&text)?)
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        match self.file.write_all(bytes) {
            Ok(()) => self.end += bytes.len() as u64,
            Err(error) => self.failed = Some(error),
        }
    }
}

/// Parses a line of a journal that starts at this byte. Returns false if it is malformed.
fn take(text: &str, start: u64, files: &mut Vec<Lines>, runs: &mut HashMap<String, Span>) -> bool {
    let end = start + text.len() as u64;
    let span = |sequence, json: &str| Span {
        sequence,
        start: end - json.len() as u64,
        length: json.len() as u64,
    };
    let Some((mark, rest)) = text.split_once('\t') else {
        return false;
    };
    let fields: Vec<&str> = rest.splitn(4, '\t').collect();
    let number = |text: &str| text.parse::<usize>().ok();
    match (mark, &fields[..]) {
        ("file", [_, size, changed, name]) => {
            let version = size.parse().ok().zip(changed.parse().ok());
            let (Some((size, changed)), Ok(Value::String(name))) =
                (version, serde_json::from_str(name))
            else {
                return false;
            };
            files.push(Lines {
                name,
                version: Some(Version { size, changed }),
                ..Lines::default()
            });
        }
        ("line", [file, sequence, json]) => {
            let file = number(file).and_then(|number| files.get_mut(number));
            let (Some(file), Ok(sequence)) = (file, sequence.parse()) else {
                return false;
            };
            file.spans.push(span(sequence, json));
        }
        ("done", [file]) => match number(file).and_then(|number| files.get_mut(number)) {
            Some(file) => file.is_done = true,
            None => return false,
        },
        ("ran", [key, json]) => {
            runs.insert((*key).to_owned(), span(0, json));
        }
        _ => return false,
    }
    true
}

fn cannot(path: Option<&Path>, error: &io::Error) -> Failure {
    let name = path.map_or("its temporary file".into(), |path| {
        path.display().to_string()
    });
    Failure::new(format!(
        "cannot keep the journal of the scan in {name}: {error}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unit(name: &str) -> Unit {
        let version = Version {
            size: 3,
            changed: 4,
        };
        Unit::File(name.into(), name.into(), version)
    }

    fn lines(journal: &mut Journal, files: &[usize]) -> Vec<Value> {
        let mut found = Vec::new();
        let taken = journal.each(files, &mut |line| {
            found.push(line);
            Ok(())
        });
        assert!(taken.is_ok());
        found
    }

    /// Makes a journal of two files, the second of which is incomplete.
    fn written(path: &Path) {
        let mut journal = Journal::open(Some(path), "x").unwrap();
        let (one, two) = (journal.begin(&unit("a\tb")), journal.begin(&unit("c")));
        journal.add(one, 1, &json!({ "n": 2 }));
        journal.add(two, 0, &json!({ "n": 3 }));
        journal.add(one, 0, &json!({ "n": 1 }));
        journal.done(one);
    }

    #[test]
    fn a_truncated_journal_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        written(&path);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut journal = Journal::open(Some(&path), "x").unwrap();
            assert_eq!(journal.kept(&unit("c")), None);
            let one = journal.kept(&unit("a\tb"));
            assert_eq!(one.is_some(), length == whole.len(), "{length}");
            let one = one.unwrap_or_else(|| {
                let one = journal.begin(&unit("a\tb"));
                journal.add(one, 0, &json!({ "n": 1 }));
                journal.add(one, 1, &json!({ "n": 2 }));
                journal.done(one);
                one
            });
            assert_eq!(
                lines(&mut journal, &[one]),
                [json!({ "n": 1 }), json!({ "n": 2 })]
            );
        }
    }

    #[test]
    fn a_journal_belongs_to_its_options_and_to_one_scan() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        written(&path);
        assert!(Journal::open(Some(&path), "y").is_err());
        let first = Journal::open(Some(&path), "x").unwrap();
        assert!(Journal::open(Some(&path), "x").is_err());
        drop(first);
        let mut changed = unit("a\tb");
        if let Unit::File(_, _, version) = &mut changed {
            version.size = 99;
        }
        assert_eq!(
            Journal::open(Some(&path), "x").unwrap().kept(&changed),
            None
        );
    }
}
