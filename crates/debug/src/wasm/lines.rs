//! Converts the line table of a debug file for the code of a module.

use super::code::Code;
use super::room::Room;
use super::unit::{ENCODING, Slice};
use gimli::read::{Dwarf, FileEntry, LineProgramHeader, Unit};
use gimli::write::{Address, FileId, LineProgram, LineString};
use gimli::{ColumnType, LineEncoding};
use std::num::NonZero;

/// Estimated size of a row in the output, in bytes.
const ROW: usize = 16;

/// The name of a folder or file that has none.
const UNNAMED: &str = "unknown";

/// A source location that applies from an address in the debug file on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    address: u32,
    file: FileId,
    line: u32,
    column: u32,
    /// False at the end of a sequence, after which there is no line.
    has_code: bool,
}

/// The lines of a unit, and a new table for them.
#[derive(Debug)]
pub(super) struct Lines {
    /// The new line table.
    pub(super) program: LineProgram,
    /// For each file number of the debug file, the file in the new table.
    pub(super) files: Vec<FileId>,
    rows: Vec<Row>,
}

impl Lines {
    /// Reads the lines of a unit. They are empty if the unit has no line table.
    pub(super) fn read(
        source: &Dwarf<Slice<'_>>,
        unit: &Unit<Slice<'_>>,
        room: &mut Room,
    ) -> Result<Lines, String> {
        let Some(known) = unit.line_program.clone() else {
            return Ok(Lines {
                program: LineProgram::none(),
                files: Vec::new(),
                rows: Vec::new(),
            });
        };
        let (program, files) = begin(source, unit, known.header(), room)?;
        let mut rows = Vec::new();
        let mut steps = known.rows();
        let damaged = |error| format!("the lines of the debug file are damaged: {error}");
        while let Some((_, row)) = steps.next_row().map_err(damaged)? {
            room.take(ROW)?;
            let file = usize::try_from(row.file_index());
            let file = file.ok().and_then(|file| files.get(file));
            let (Some(&file), Ok(address)) = (file, u32::try_from(row.address())) else {
                continue;
            };
            let line = row.line().map_or(0, NonZero::get);
            let column = match row.column() {
                ColumnType::LeftEdge => 0,
                ColumnType::Column(column) => column.get(),
            };
            rows.push(Row {
                address,
                file,
                line: u32::try_from(line).unwrap_or(0),
                column: u32::try_from(column).unwrap_or(0),
                has_code: !row.end_sequence(),
            });
        }
        // At the same address, the end of a sequence comes before the start of the next one.
        rows.sort_by_key(|row| (row.address, row.has_code));
        Ok(Lines {
            program,
            files,
            rows,
        })
    }

    /// Writes a sequence of lines for each function that has any.
    pub(super) fn write(&mut self, code: &Code, room: &mut Room) -> Result<(), String> {
        for function in code.in_order() {
            if self.at(function.address).is_none() {
                continue;
            }
            let mut last: Option<Row> = None;
            // Code before the first column is the prologue, which stores the parameters.
            let mut is_prologue = self.at(function.address).is_some_and(|row| row.column == 0);
            for (start, _, address) in function.pieces() {
                let Some(place) = self.at(address) else {
                    continue;
                };
                let place = Row {
                    address: 0,
                    ..place
                };
                if last == Some(place) {
                    continue;
                }
                room.take(ROW)?;
                if last.is_none() {
                    let start = Address::Constant(function.start.into());
                    self.program.begin_sequence(Some(start));
                }
                let row = self.program.row();
                row.address_offset = match last {
                    None => 0,
                    Some(_) => (start - function.start).into(),
                };
                (row.file, row.line, row.column) =
                    (place.file, place.line.into(), place.column.into());
                row.is_statement = place.line > 0;
                row.prologue_end = is_prologue && place.column > 0;
                is_prologue = is_prologue && place.column == 0;
                self.program.generate_row();
                last = Some(place);
            }
            if last.is_some() {
                let size = function.end - function.start;
                self.program.end_sequence(size.into());
            }
        }
        Ok(())
    }

    /// Returns the row of an instruction.
    fn at(&self, address: u32) -> Option<Row> {
        let after = self.rows.partition_point(|row| row.address <= address);
        let row = *self.rows.get(after.checked_sub(1)?)?;
        row.has_code.then_some(row)
    }
}

/// Creates a line table with the files of another one.
fn begin(
    source: &Dwarf<Slice<'_>>,
    unit: &Unit<Slice<'_>>,
    header: &LineProgramHeader<Slice<'_>>,
    room: &mut Room,
) -> Result<(LineProgram, Vec<FileId>), String> {
    let mut name = |value: Option<_>| {
        let found = value.and_then(|value| source.attr_string(unit, value).ok());
        let found = found.map_or(&[][..], |found| found.slice());
        // A zero byte would end a string in DWARF.
        let bytes = found.split(|&byte| byte == 0).next().unwrap_or_default();
        room.take(bytes.len() + ROW)?;
        Ok::<_, String>(LineString::String(match bytes.is_empty() {
            true => UNNAMED.into(),
            false => bytes.to_vec(),
        }))
    };
    let first = header.file(0);
    let mut program = LineProgram::new(
        ENCODING,
        LineEncoding::default(),
        name(header.directory(0))?,
        None,
        name(first.map(FileEntry::path_name))?,
        None,
    );
    let mut files = Vec::new();
    // Before DWARF 5, file numbers start at 1.
    if header.version() < 5 {
        let folder = program.default_directory();
        files.push(program.add_file(name(None)?, folder, None));
    }
    for file in header.file_names() {
        let folder = program.add_directory(name(file.directory(header))?);
        files.push(program.add_file(name(Some(file.path_name()))?, folder, None));
    }
    Ok((program, files))
}
