//! Source lines, and the instructions that were compiled from them.

use pinnacle_pexe::function::Function as Body;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum distance of two lines with instructions between which the other lines are shown.
const MAX_GAP: u32 = 12;

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// Facts about the source of a program.
pub trait Source {
    /// Returns the name of a function.
    fn function(&mut self, function: FuncId) -> Option<String>;

    /// Returns the source line of an instruction.
    fn place(&mut self, function: FuncId, inst: InstId) -> Option<Place>;

    /// Returns the text of a line, if the file exists.
    fn text(&mut self, place: &Place) -> Option<String>;
}

/// A displayed source line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceRow {
    /// Its place.
    pub place: Place,
    /// Its text; empty if the file does not exist.
    pub text: String,
}

/// Returns the source lines of a function, sorted by file and line, including those in short gaps;
/// and for each instruction the index of its line.
pub(crate) fn rows(body: &Body, source: &mut dyn Source) -> (Vec<SourceRow>, Vec<Option<u32>>) {
    let count = body.insts().len() as u32;
    let places: Vec<Option<Place>> = (0..count)
        .map(|inst| source.place(body.id(), InstId(inst)))
        .map(|place| place.filter(|place| place.line > 0))
        .collect();
    let known: BTreeSet<&Place> = places.iter().flatten().collect();
    let mut rows: Vec<SourceRow> = Vec::new();
    let mut numbers = BTreeMap::new();
    for place in known {
        if let Some(last) = rows.last()
            && last.place.file == place.file
            && place.line - last.place.line <= MAX_GAP
        {
            for line in last.place.line + 1..place.line {
                let file = place.file.clone();
                rows.push(row(Place { file, line }, source));
            }
        }
        numbers.insert(place, rows.len() as u32);
        rows.push(row(place.clone(), source));
    }
    let lines = places.iter();
    let lines = lines.map(|place| numbers.get(place.as_ref()?).copied());
    let lines = lines.collect();
    (rows, lines)
}

fn row(place: Place, source: &mut dyn Source) -> SourceRow {
    SourceRow {
        text: source.text(&place).unwrap_or_default(),
        place,
    }
}
