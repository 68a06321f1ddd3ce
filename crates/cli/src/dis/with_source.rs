//! The code of a program between the lines of its source.

use crate::debug_file::Source;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{BlockId, InstId};
use pinnacle_system::trap::{SourceFrame, SourceFrames, function_name};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};

/// The largest file of the source that is shown, in bytes.
const MAX_TEXT: u64 = 16 << 20;

/// The longest line that is shown, in characters.
const MAX_LINE: usize = 200;

/// The lines of files of the source that were read; none of one that cannot be.
#[derive(Default)]
struct Texts {
    files: HashMap<String, Option<Vec<String>>>,
}

impl Texts {
    /// A line of a file, without the blanks around it.
    fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), read(file));
        }
        let lines = self.files.get(file)?.as_ref()?;
        let line = lines.get((line as usize).checked_sub(1)?)?.trim();
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

/// Prints the functions of a program with these numbers, or all if there are none, with each line
/// of the source before its code.
pub(super) fn print(
    program: &Program,
    source: &Source,
    wanted: &[u32],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut texts = Texts::default();
    let is_wanted = |id: &u32| wanted.is_empty() || wanted.contains(id);
    let bodies = program.functions().iter();
    let bodies = bodies.filter(|body| is_wanted(&body.id().0));
    for (index, body) in bodies.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let name = function_name(program.module(), body.id());
        let address = source.addresses.of_inst(body.id(), InstId(0));
        let symbol = address.and_then(|address| source.symbols.symbol(address));
        let symbol = symbol.map_or_else(String::new, pinnacle_debug::demangle);
        writeln!(out, "{name} {symbol}")?;
        let mut last: Vec<SourceFrame> = Vec::new();
        for (number, block) in body.blocks().iter().enumerate() {
            writeln!(out, "{}:", BlockId(number as u32))?;
            for inst in (block.first_inst..block.first_inst + block.len).map(InstId) {
                let frames = source.frames(body.id(), inst);
                let known = frames.first().is_some_and(|frame| frame.line > 0);
                if known && frames != last {
                    writeln!(out, "  // {}", SourceFrames(&frames))?;
                    if let Some(frame) = frames.first()
                        && let Some(line) = texts.line(&frame.file, frame.line)
                    {
                        writeln!(out, "  //     {line}")?;
                    }
                    last = frames;
                }
                writeln!(out, "    {}", body.display_inst(inst))?;
            }
        }
    }
    Ok(())
}
