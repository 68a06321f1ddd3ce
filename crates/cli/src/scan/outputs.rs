//! Writes the lines of a scan in the requested formats, and a summary.

use super::catalogue::Catalogue;
use crate::output::{Failure, Output};
use crate::whole_file;
use pinnacle_inspect::numbers::count;
use pinnacle_scan::Joined;
use pinnacle_scan::table::csv::Csv;
use pinnacle_scan::table::{parquet, sqlite};
use serde_json::Value;
use std::fs;
use std::io::{self, Seek};
use std::path::Path;

/// Takes a line.
type Add<'a> = &'a mut dyn FnMut(&Value) -> Result<(), Failure>;

/// Passes every line; can be called several times.
type Lines<'a> = &'a mut dyn FnMut(Add<'_>) -> Result<(), Failure>;

/// The output files and folders.
#[derive(Debug)]
pub(super) struct Outputs<'a> {
    /// The file for the lines.
    pub(super) lines: Option<&'a Path>,
    /// The file for a table.
    pub(super) csv: Option<&'a Path>,
    /// The file for an SQLite database.
    pub(super) sqlite: Option<&'a Path>,
    /// The folder for tables as Parquet.
    pub(super) parquet: Option<&'a Path>,
    /// The folder for a catalogue.
    pub(super) html: Option<&'a Path>,
}

impl Outputs<'_> {
    /// Writes each output in turn. Writes lines to standard output if no other output is requested.
    /// A catalogue needs joined lines.
    pub(super) fn write(
        &self,
        output: &Output,
        joined: Option<&Joined>,
        lines: Lines<'_>,
    ) -> Result<(), Failure> {
        if let (Some(folder), Some(joined)) = (self.html, joined) {
            let mut catalogue = Catalogue::new(folder, joined)?;
            lines(&mut |line| catalogue.add(line))?;
            catalogue.finish()?;
        }
        if let Some(path) = self.csv {
            written(path, &mut |out| {
                let mut csv = Csv::new(out)?;
                handed_over(lines, &mut |line| csv.add(line))
            })?;
        }
        if let Some(path) = self.sqlite {
            write_database(path, lines)?;
        }
        if let Some(folder) = self.parquet {
            write_parquet(folder, lines)?;
        }
        if let Some(path) = self.lines {
            written(path, &mut |out| {
                handed_over(lines, &mut |line| writeln!(out, "{line}"))
            })?;
        }
        let paths = [self.lines, self.csv, self.sqlite, self.parquet, self.html];
        if paths.iter().all(Option::is_none) {
            output.show(|out| handed_over(lines, &mut |line| writeln!(out, "{line}")))?;
        }
        Ok(())
    }
}

/// Writes a database completely or not at all: SQLite writes a temporary file next to it, which is
/// then copied.
fn write_database(path: &Path, lines: Lines<'_>) -> Result<(), Failure> {
    let cannot = |error| cannot_write(path, &error);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut made = tempfile::NamedTempFile::new_in(folder).map_err(cannot)?;
    sqlite::write(made.path(), &mut |add| handed_over(lines, add)).map_err(cannot)?;
    whole_file::write_with(path, |out| io::copy(made.as_file_mut(), out).map(drop))
}

/// Writes the tables into a folder when all of them are complete.
fn write_parquet(folder: &Path, lines: Lines<'_>) -> Result<(), Failure> {
    let cannot = |error| cannot_write(folder, &error);
    fs::create_dir_all(folder).map_err(cannot)?;
    let mut tables = parquet::Tables::new(|| tempfile::tempfile_in(folder)).map_err(cannot)?;
    handed_over(lines, &mut |line| tables.add(line)).map_err(cannot)?;
    for (name, mut file) in tables.finish().map_err(cannot)? {
        let path = folder.join(name).with_extension("parquet");
        file.rewind().map_err(cannot)?;
        whole_file::write_with(&path, |out| io::copy(&mut file, out).map(drop))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()))
}

/// Writes a file completely or not at all.
fn written(
    path: &Path,
    contents: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), Failure> {
    whole_file::write_with(path, |out| {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        contents(&mut out)?;
        io::Write::flush(&mut out)
    })
}

/// Passes every line to a writer. A failure of the journal is returned as a write error.
fn handed_over(
    lines: Lines<'_>,
    write: &mut dyn FnMut(&Value) -> io::Result<()>,
) -> io::Result<()> {
    let mut failed = None;
    let result = lines(&mut |line| {
        write(line).map_err(|error| {
            let failure = Failure::new(error.to_string());
            failed = Some(error);
            failure
        })
    });
    match (failed, result) {
        (Some(error), _) => Err(error),
        (None, Err(Failure::Told(told))) => Err(io::Error::other(told.message)),
        (None, Err(Failure::BrokenPipe)) => Err(io::ErrorKind::BrokenPipe.into()),
        (None, Ok(())) => Ok(()),
    }
}

/// The numbers of lines of each kind.
#[derive(Default, Debug)]
pub(super) struct Tally {
    programs: u64,
    invalid: u64,
    machine_code: u64,
    manifests: u64,
    pages: u64,
    failures: u64,
    duplicates: u64,
}

impl Tally {
    pub(super) fn add(&mut self, line: &Value) {
        match line["kind"].as_str() {
            Some("program") => self.programs += 1,
            Some("machine-code") => self.machine_code += 1,
            Some("manifest") => self.manifests += 1,
            Some("page") => self.pages += 1,
            _ => self.failures += 1,
        }
        self.invalid += u64::from(line["valid"] == false);
        self.duplicates += u64::from(line["duplicate_of"].is_string());
    }

    /// Returns the number of lines about invalid or unreadable files.
    pub(super) fn bad(&self) -> u64 {
        self.invalid + self.failures
    }

    /// Returns a sentence about the scan.
    pub(super) fn text(&self, files: usize) -> String {
        let mut parts = Vec::new();
        let mut add = |number: u64, one: &str, many: &str| match number {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            _ => parts.push(format!(
                "{} {many}",
                pinnacle_inspect::numbers::grouped(number)
            )),
        };
        add(self.programs, "program", "programs");
        add(
            self.machine_code,
            "file of machine code",
            "files of machine code",
        );
        add(self.manifests, "manifest", "manifests");
        add(self.pages, "page", "pages");
        add(self.duplicates, "copy", "copies");
        add(self.invalid, "invalid", "invalid");
        add(self.failures, "failure", "failures");
        let files = count(files as u64, "file");
        match parts.is_empty() {
            true => format!("{files} scanned: none is a program, a manifest or a page with one"),
            false => format!("{files} scanned: {}", parts.join(", ")),
        }
    }
}
