//! Provides the source lines of a whole program, for breakpoints and steps.

use crate::addresses::Addresses;
use crate::read::{Frame, Symbols};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::InstId;
use std::collections::{BTreeMap, HashMap};

/// A source location, which refers to entries of a [`LineTable`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinePlace {
    /// The index of the file in [`LineTable::files`].
    pub file: u32,
    /// The line, counted from 1, or 0 if it is unknown.
    pub line: u32,
    /// The column, counted from 1, or 0 if it is unknown.
    pub column: u32,
    /// The number of inlined calls that contain the code.
    pub inlined: u32,
    /// A number that identifies these calls.
    instance: u32,
}

impl LinePlace {
    /// Returns true if both locations are on the same line within the same calls.
    #[must_use]
    pub fn is_same_line(&self, other: &LinePlace) -> bool {
        let key = |it: &LinePlace| (it.file, it.line, it.instance);
        key(self) == key(other)
    }
}

/// Consecutive instructions with the same location.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    end: u32,
    place: LinePlace,
}

/// The addresses of a function that has lines.
#[derive(Clone, Copy, Debug)]
struct Function {
    start: u32,
    end: u32,
    /// The address of the first instruction after the prologue, which stores the parameters.
    body: u32,
}

/// The source lines of a program.
#[derive(Debug, Default)]
pub struct LineTable {
    files: Vec<String>,
    /// Sorted by address.
    rows: Vec<Row>,
    /// Sorted by address.
    functions: Vec<Function>,
}

impl LineTable {
    /// Returns the lines of a program from its debug file.
    #[must_use]
    pub fn of(symbols: &Symbols, program: &Program, addresses: &Addresses) -> LineTable {
        let bodies = program.functions().iter();
        let functions = bodies.filter_map(|body| {
            let start = addresses.of_inst(body.id(), InstId(0))?;
            let first_block = body.blocks().first().map_or(0, |block| block.len);
            Some((start, body.insts().len() as u32, first_block))
        });
        LineTable::new(symbols, functions)
    }

    /// Returns the lines of functions. Each function is given by its first address, the number of
    /// its instructions, and the number of those in its first block.
    #[must_use]
    pub(crate) fn new(
        symbols: &Symbols,
        functions: impl IntoIterator<Item = (u32, u32, u32)>,
    ) -> LineTable {
        let mut table = LineTable::default();
        let mut files: HashMap<String, u32> = HashMap::new();
        let mut instances: HashMap<Vec<Frame>, u32> = HashMap::new();
        symbols.for_each_row(&mut |start, size, row| {
            let mut frames = symbols.frames(start);
            let inlined = frames.len().saturating_sub(1);
            // The location of the innermost call is in the row.
            if let Some(innermost) = frames.first_mut() {
                (innermost.line, innermost.column) = (0, 0);
                innermost.file.clear();
            }
            let next = instances.len() as u32;
            let instance = *instances.entry(frames).or_insert(next);
            let file = *files.entry(row.file.clone()).or_insert_with(|| {
                table.files.push(row.file);
                (table.files.len() - 1) as u32
            });
            table.rows.push(Row {
                start,
                end: start.saturating_add(size),
                place: LinePlace {
                    file,
                    line: row.line,
                    column: row.column,
                    inlined: inlined as u32,
                    instance,
                },
            });
        });
        table.rows.sort_by_key(|row| row.start);
        for (start, count, first_block) in functions {
            table.add_function(start, count, first_block);
        }
        table
    }

    fn add_function(&mut self, start: u32, count: u32, first_block: u32) {
        let Some(entry) = self.at(start) else {
            return;
        };
        // Only the instructions before the first line of a function have no column.
        let mut body = start;
        if entry.column == 0 {
            let after = self.rows.partition_point(|row| row.start <= start);
            let rows = self.rows[after..].iter();
            let mut within = rows.take_while(|row| row.start < start.saturating_add(first_block));
            let found = within.find(|row| row.place.line > 0 && row.place.column > 0);
            body = found.map_or(start, |row| row.start);
        }
        self.functions.push(Function {
            start,
            end: start.saturating_add(count),
            body,
        });
    }

    /// Returns the names of the files, with their folders.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the source location of an instruction.
    #[must_use]
    pub fn at(&self, address: u32) -> Option<LinePlace> {
        let after = self.rows.partition_point(|row| row.start <= address);
        let row = self.rows.get(after.checked_sub(1)?)?;
        (address < row.end).then_some(row.place)
    }

    /// Returns true if an instruction belongs to the prologue of a function, which stores the
    /// parameters.
    #[must_use]
    pub fn is_prologue(&self, address: u32) -> bool {
        self.function(address)
            .is_some_and(|function| address < function.body)
    }

    /// Returns the address of the first instruction after the prologue of the function at `start`,
    /// or `start` itself if the function is unknown.
    #[must_use]
    pub fn body(&self, start: u32) -> u32 {
        self.function(start)
            .filter(|function| function.start == start)
            .map_or(start, |function| function.body)
    }

    fn function(&self, address: u32) -> Option<&Function> {
        let after = self.functions.partition_point(|it| it.start <= address);
        let function = self.functions.get(after.checked_sub(1)?)?;
        (address < function.end).then_some(function)
    }

    /// Finds the first line from `line` on that has code in one of some files. Returns it with its
    /// addresses, one for each function and inlined call that contains the line.
    #[must_use]
    pub fn find(&self, files: &[u32], line: u32) -> Option<(u32, Vec<u32>)> {
        let has_file = |row: &&Row| files.contains(&row.place.file);
        let rows = || self.rows.iter().filter(has_file);
        let lines = rows().map(|row| row.place.line);
        let found = lines.filter(|&it| it > 0 && it >= line).min()?;
        let mut first: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for row in rows().filter(|row| row.place.line == found) {
            let function = self.function(row.start).map_or(0, |it| it.start);
            let start = match row.start == function {
                true => self.body(function),
                false => row.start,
            };
            let key = (function, row.place.instance);
            let address = first.entry(key).or_insert(start);
            *address = start.min(*address);
        }
        Some((found, first.into_values().collect()))
    }

    /// Returns the lines in a range that have code in one of some files, in order.
    #[must_use]
    pub fn lines(&self, files: &[u32], from: u32, to: u32) -> Vec<u32> {
        let rows = self.rows.iter();
        let rows = rows.filter(|row| files.contains(&row.place.file));
        let lines = rows.map(|row| row.place.line);
        let mut lines: Vec<u32> = lines
            .filter(|line| *line > 0 && (from..=to).contains(line))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}
