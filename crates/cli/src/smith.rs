//! `pinnacle smith`: makes a valid program from a seed.

use crate::options::Target;
use crate::output::{Failure, Output};
use clap::Args;
use pinnacle_smith::generate::{MAX_BLOCKS, Size, program};
use std::process::ExitCode;

/// Maximum value of the options for functions and for instructions per block.
const MAX_COUNT: u64 = 1000;

/// Make a random program, to test tools that read or run programs.
///
/// Every program is valid, terminates, and prints 512 bytes of its memory, so that the output of
/// two engines can be compared. Programs use every instruction on every type, with arbitrary
/// control flow. The same options give the same bytes.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle smith --seed 7 -o random.pexe
  pinnacle smith --seed 7 | pinnacle dis -
  pinnacle smith --wild --functions 40 -o wild.pexe

Exit status:
  0  the program was written
  2  wrong usage, or the file cannot be written")]
pub(crate) struct Arguments {
    /// The seed. Each seed gives a different program.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Include operations that may trap: invalid addresses and function pointers, divisions by
    /// zero.
    #[arg(long)]
    wild: bool,

    /// Maximum number of functions besides `_start`.
    #[arg(long, value_name = "N", default_value_t = Size::default().functions,
          value_parser = clap::value_parser!(u64).range(1..=MAX_COUNT))]
    functions: u64,

    /// Maximum number of basic blocks in a function.
    #[arg(long, value_name = "N", default_value_t = Size::default().blocks,
          value_parser = clap::value_parser!(u64).range(1..=MAX_BLOCKS))]
    blocks: u64,

    /// Approximate maximum number of instructions in a block.
    #[arg(long, value_name = "N", default_value_t = Size::default().instructions,
          value_parser = clap::value_parser!(u64).range(1..=MAX_COUNT))]
    instructions: u64,

    /// Maximum number of calls and loop iterations in a run.
    #[arg(long, value_name = "N", default_value_t = Size::default().steps)]
    steps: u32,

    #[command(flatten)]
    target: Target,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    arguments.target.refuse_terminal("a .pexe")?;
    let size = Size {
        functions: arguments.functions,
        blocks: arguments.blocks,
        instructions: arguments.instructions,
        steps: arguments.steps,
        wild: arguments.wild,
    };
    let file = program(arguments.seed, size).map_err(|error| Failure::new(error.to_string()))?;
    arguments.target.write(&file, output)?;
    Ok(ExitCode::SUCCESS)
}
