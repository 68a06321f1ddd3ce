//! The figures of a file, including those that all kinds of files share.

use super::document;
use super::sums::Sums;
use super::tables;
use crate::input::Input;
use crate::kind::Kind;
use crate::report::{Palette, Report};
use pinnacle_pexe::stats::Statistics;
use serde_json::Value;
use std::io::{self, Write};

/// Figures of a file.
pub trait Counted: Report {
    /// Returns where and why parts of the file could not be read, with the name of the file.
    fn errors(&self) -> Vec<String>;

    /// Returns the figures that can be added up over several files, with the name of this file.
    fn sums(&self) -> Option<(String, Sums)> {
        None
    }
}

/// Figures of a program, or of a file of another kind.
#[derive(Debug)]
pub struct ProgramCounts {
    name: String,
    kind: Kind,
    statistics: Statistics,
    /// Advice on its errors.
    hint: Option<String>,
    /// Maximum number of rows of a table.
    top: usize,
}

impl ProgramCounts {
    /// Counts a file, for tables of at most `top` rows.
    pub fn of(input: &Input, top: usize) -> ProgramCounts {
        ProgramCounts::new(input, Statistics::of(&input.bytes), top)
    }

    /// Takes the counts of a file.
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
