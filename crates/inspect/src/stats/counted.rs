//! Statistics of a file, and a common interface to those of all kinds of files.

use super::document;
use super::sums::Sums;
use super::tables;
use crate::input::Input;
use crate::kind::Kind;
use crate::report::{Palette, Report};
use pinnacle_pexe::stats::Statistics;
use serde_json::Value;
use std::io::{self, Write};

/// Statistics of a file.
pub trait Counted: Report {
    /// Returns messages about the parts of the file that could not be read, with the name of the
    /// file.
    fn errors(&self) -> Vec<String>;

    /// Returns the name of the file and the figures that can be added up over files.
    fn sums(&self) -> Option<(String, Sums)> {
        None
    }
}

/// Statistics of a program, or of another bitstream or an unknown file.
#[derive(Debug)]
pub struct ProgramCounts {
    name: String,
    kind: Kind,
    statistics: Statistics,
    /// Advice about its errors.
    hint: Option<String>,
    /// Maximum number of rows of a table.
    top: usize,
}

impl ProgramCounts {
    /// Counts a file, for tables of at most `top` rows.
    pub fn of(input: &Input, top: usize) -> ProgramCounts {
        ProgramCounts::new(input, Statistics::of(&input.bytes), top)
    }

    /// Wraps statistics that were counted before.
    pub fn new(input: &Input, statistics: Statistics, top: usize) -> ProgramCounts {
        let first = statistics.errors.first();
        ProgramCounts {
            name: input.name.clone(),
            kind: input.kind.clone(),
            hint: first.and_then(|first| input.hint_for(first)),
            statistics,
            top,
        }
    }
}

impl Report for ProgramCounts {
    fn is_good(&self) -> bool {
        self.statistics.errors.is_empty()
    }

    fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()> {
        let (name, hint) = (&self.name, self.hint.as_deref());
        tables::write_file(out, palette, name, &self.statistics, hint, self.top)
    }

    fn document(&self) -> Value {
        document(&self.name, &self.kind, &self.statistics)
    }
}

impl Counted for ProgramCounts {
    fn errors(&self) -> Vec<String> {
        let errors = self.statistics.errors.iter();
        errors
            .map(|error| format!("{}: {error}", self.name))
            .collect()
    }

    fn sums(&self) -> Option<(String, Sums)> {
        Some((self.name.clone(), Sums::of(&self.statistics)))
    }
}
