//! Prints the code of a program between the lines of its source.

use crate::debug_file::Source;
use crate::source_text::SourceTexts;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{BlockId, InstId};
use pinnacle_system::trap::{SourceFrame, SourceFrames, function_name};
use std::io::{self, Write};

/// Prints the functions of a program with these numbers, or all if the list is empty, with each
/// line of the source before its code.
pub(super) fn print(
    program: &Program,
    source: &Source,
    wanted: &[u32],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut texts = SourceTexts::default();
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
