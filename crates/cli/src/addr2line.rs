//! `pinnacle addr2line`: maps places in a program to lines of its source.

use crate::debug_file::DebugOption;
use crate::load::load;
use crate::options::Jobs;
use crate::output::{BAD_FILE, Failure, Output};
use clap::Args;
use pinnacle_debug::{Addresses, Target};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_system::trap::SourceFrames;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show the source lines that instructions come from.
///
/// Reads the debug file that compiling with -g writes. Inlined calls are shown too.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle addr2line crash.pexe 0xc0000003            an address, as shown by debuggers
  pinnacle addr2line crash.pexe @f2:0                 the first instruction of function 2
  pinnacle addr2line crash.pexe 540:3                 byte and bit of the file, as shown by traps

Exit status:
  0  success
  1  the program has errors
  2  wrong usage, or a file cannot be read")]
pub(crate) struct Arguments {
    /// The program.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Addresses (0xADDRESS), instructions (@fFUNCTION:NUMBER) or positions in the file (BYTE:BIT).
    #[arg(value_name = "PLACE", required = true)]
    places: Vec<String>,

    #[command(flatten)]
    debug: DebugOption,

    #[command(flatten)]
    jobs: Jobs,
}

/// A place in a program, as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Address(u32),
    Inst(FuncId, InstId),
    /// A position in bits.
    Position(u64),
}

impl Place {
    fn of(text: &str) -> Option<Place> {
        if let Some(digits) = text.strip_prefix("0x") {
            return u32::from_str_radix(digits, 16).ok().map(Place::Address);
        }
        let (first, second) = text.split_once(':')?;
        if let Some(function) = first.strip_prefix("@f") {
            let (function, inst) = (function.parse().ok()?, second.parse().ok()?);
            return Some(Place::Inst(FuncId(function), InstId(inst)));
        }
        let (byte, bit): (u64, u64) = (first.parse().ok()?, second.parse().ok()?);
        let position = byte.checked_mul(8)?.checked_add(bit)?;
        (bit < 8).then_some(Place::Position(position))
    }

    /// Returns the instruction that this place refers to.
    fn target(self, program: &Program, addresses: &Addresses) -> Option<Target> {
        match self {
            Place::Address(address) => addresses.target(address),
            Place::Inst(function, inst) => addresses.target(addresses.of_inst(function, inst)?),
            Place::Position(position) => {
                let bodies = program.functions();
                let after = bodies.partition_point(|body| body.position() <= position);
                let body = bodies.get(after.checked_sub(1)?)?;
                let within = u32::try_from(position - body.position()).ok()?;
                let inst = body.inst_positions().binary_search(&within).ok()?;
                Some(Target {
                    function: body.id(),
                    inst: InstId(inst as u32),
                })
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let places = arguments.places.iter().map(|text| {
        Place::of(text).ok_or_else(|| {
            Failure::new(format!("{text:?} is not a place in a program"))
                .hint("write a place as 0xADDRESS, @fFUNCTION:INSTRUCTION or BYTE:BIT")
        })
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let debug = arguments.debug.beside(&arguments.file)?;
    let Some((input, program)) = load(&arguments.file, arguments.jobs.threads, output)? else {
        return Ok(BAD_FILE.into());
    };
    let Some(source) = debug.read(&program, output) else {
        let name = &input.name;
        return Err(Failure::new(format!("{name} has no debug file"))
            .hint("`pinnacle cc -g` writes one beside the program; --debug-file names another"));
    };
    let mut lines = Vec::new();
    for (text, place) in arguments.places.iter().zip(places) {
        let Some(target) = place.target(&program, &source.addresses) else {
            return Err(Failure::new(format!(
                "{} has no code at {text}",
                input.name
            )));
        };
        let frames = source.frames(target.function, target.inst);
        let address = source.addresses.of_inst(target.function, target.inst);
        let address = address.unwrap_or_default();
        let (function, inst) = (target.function, target.inst.0);
        let found = match frames.is_empty() {
            true => "no line is known".to_owned(),
            false => SourceFrames(&frames).to_string(),
        };
        lines.push(format!("{address:#010x} {function}:{inst} {found}"));
    }
    output.show(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_in_three_ways() {
        assert_eq!(Place::of("0xc0000012"), Some(Place::Address(0xC000_0012)));
        let inst = Place::Inst(FuncId(12), InstId(3));
        assert_eq!(Place::of("@f12:3"), Some(inst));
        assert_eq!(Place::of("9130:7"), Some(Place::Position(9130 * 8 + 7)));
        for wrong in [
            "",
            "12",
            "9130:8",
            "@f:3",
            "0x",
            "0x100000000",
            "@f12",
            "99999999999999999999:0",
        ] {
            assert_eq!(Place::of(wrong), None, "{wrong}");
        }
    }
}
