//! `pinnacle mutate`: makes a damaged copy of a file.

use crate::input;
use crate::options::Target;
use crate::output::{Failure, Output};
use clap::{Args, ValueEnum};
use pinnacle_inspect::Kind;
use pinnacle_smith::garble::garble;
use pinnacle_smith::mutate::{Mutation, Original};
use pinnacle_smith::random::{Choices, Seeded};
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a damaged copy of a file, to test programs that read files.
///
/// Programs are damaged in their bits or records, texts in their words and lines, other files in
/// their bits. The same file, --seed and --way give the same bytes.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle mutate hello.pexe --seed 3 -o damaged.pexe
  pinnacle mutate hello.pexe --seed 3 --way records -o damaged.pexe
  pinnacle mutate hello.pnasm --seed 3

Programs with more than 33,554,432 operands are damaged in their bits, whatever --way says.

Exit status:
  0  the copy was written
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The seed. Each seed gives a different copy.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Damage a program or another binary file in this way [default: chosen by the seed].
    #[arg(long, value_name = "WAY")]
    way: Option<Way>,

    #[command(flatten)]
    target: Target,
}

/// A way to damage a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Way {
    /// Invert a few bits.
    Bits,
    /// Cut off the end.
    Truncate,
    /// Write a run of bytes over another place.
    Copy,
    /// Replace a 32-bit word with a boundary value.
    Word,
    /// Change an operand or the code of a record.
    Records,
    /// Remove, duplicate or move a record or a block.
    Splice,
    /// Remove, duplicate, swap or replace words and lines, in any kind of file.
    Text,
}

impl Way {
    /// The mutation of bytes and records. `None` for text.
    fn mutation(self) -> Option<Mutation> {
        match self {
            Way::Bits => Some(Mutation::FlipBits),
            Way::Truncate => Some(Mutation::Truncate),
            Way::Copy => Some(Mutation::CopyBytes),
            Way::Word => Some(Mutation::ReplaceWord),
            Way::Records => Some(Mutation::ChangeOperand),
            Way::Splice => Some(Mutation::SpliceItems),
            Way::Text => None,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let input = input::read_as_it_is(&arguments.file)?;
    let is_text = matches!(
        input.kind,
        Kind::Pnaclasm | Kind::OldAssembly | Kind::AssemblyText
    );
    let mut choices = Seeded::new(arguments.seed);
    let way = match arguments.way {
        Some(way) => way.mutation(),
        None if is_text => None,
        None => Some(*choices.pick(&Mutation::ALL)),
    };
    if !is_text || way.is_some() {
        arguments.target.refuse_terminal("a damaged file")?;
    }
    let damaged = match way {
        Some(mutation) => Original::new(input.bytes).mutate(mutation, &mut choices),
        None => garble(&input.bytes, &mut choices),
    };
    arguments.target.write(&damaged, output)?;
    Ok(ExitCode::SUCCESS)
}
