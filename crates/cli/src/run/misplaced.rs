//! Hints about options of `run` after the name of a console program. They are the program's
//! arguments, which may or may not be the intention.

use super::Arguments;
use crate::output::Output;
use clap::CommandFactory;

/// Options that most programs have too. After the program's name they are assumed to be the
/// program's.
const COMMON: [&str; 4] = ["color", "help", "quiet", "version"];

/// Prints a hint if an argument of the program is an option of `run`, unless it follows `--`.
pub(super) fn hint(arguments: &Arguments, output: &Output) {
    let words = arguments.program.iter().skip(1);
    let mut options = words.filter_map(|word| word.to_str()?.strip_prefix("--"));
    let found = options.find(|option| is_of_run(option.split('=').next().unwrap_or(option)));
    let Some(option) = found else {
        return;
    };
    let is_separated = crate::command_line().iter().any(|word| word == "--");
    if is_separated {
        return;
    }
    let option = option.split('=').next().unwrap_or(option);
    output.hint(format_args!(
        "--{option} follows the program's name, so the program gets it; options of `pinnacle run` \
         go before the name, and `--` before the name silences this hint"
    ));
}

fn is_of_run(name: &str) -> bool {
    if COMMON.contains(&name) {
        return false;
    }
    let command = crate::Cli::command();
    let run = command.find_subcommand("run");
    run.is_some_and(|run| {
        run.get_arguments()
            .any(|option| option.get_long() == Some(name))
    })
}
