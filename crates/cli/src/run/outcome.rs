//! Messages and the exit status for a program's end.

use crate::output::{Failure, Output};
use pinnacle_runtime::loader::LoadError;
use pinnacle_runtime::program::StartError;
use pinnacle_runtime::{Trap, TrapKind};

/// Offset of the exit status for a signal, as in shells: 128 plus its number.
const SIGNALLED: u8 = 128;

/// Returns the exit status for a program that was stopped.
pub(crate) fn status_of(kind: &TrapKind) -> u8 {
    SIGNALLED + kind.signal()
}

#[cold]
pub(crate) fn no_start(error: &StartError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        StartError::Load(LoadError::TooLarge(_)) => {
            failure.hint("raise its limit with --memory, or lower its stack with --stack")
        }
        StartError::Load(LoadError::NoMemory { .. }) => failure.hint("ask for less with --memory"),
        StartError::AddressSpace(_) => failure.hint(
            "raise the limits of address space and threads (ulimit -v, ulimit -u), or use \
             --engine interp, which needs little more memory than --memory",
        ),
        StartError::Mount(_) => failure.hint(
            "--dir takes HOST[::GUEST][:ro]: HOST is a folder on this machine, and GUEST is its \
             name in the program",
        ),
        _ => failure,
    }
}

/// The hint for a replay that departs from its recording.
pub(super) const DEPARTURE: &str = "replay with the release of Pinnacle that recorded the run; \
                                    a program with threads that --engine interp recorded also \
                                    needs that engine";

#[cold]
pub(crate) fn report(trap: &Trap, output: &Output) {
    output.error(trap);
    match trap.kind {
        TrapKind::SignatureMismatch { .. } => {
            output.hint("--lenient-calls lets such calls pass, as the original runtime did");
        }
        TrapKind::OutOfFuel => output.hint("raise the limit with --fuel"),
        TrapKind::Timeout => output.hint("raise the limit with --timeout"),
        TrapKind::StackOverflow => output.hint("give it a larger stack with --stack"),
        TrapKind::Departed(_) => output.hint(DEPARTURE),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn the_help_lists_every_status_of_a_trap() {
        let kinds = [
            TrapKind::BadFunctionAddress(Some(0)),
            TrapKind::StackOverflow,
            TrapKind::BadLongjmp,
            TrapKind::Misaligned(Some(1)),
            TrapKind::DivisionByZero,
            TrapKind::IntegerOverflow,
            TrapKind::Unreachable,
            TrapKind::Trap,
            TrapKind::ThreadReturned,
            TrapKind::Deadlock,
            TrapKind::OutOfFuel,
            TrapKind::Timeout,
            TrapKind::Unsupported(String::new()),
            TrapKind::Departed(String::new()),
            TrapKind::RecordingEnd(String::new()),
        ];
        let statuses: BTreeSet<u8> = kinds.iter().map(status_of).collect();
        let command = crate::Cli::command();
        let run = command.find_subcommand("run").unwrap();
        let help = run.get_after_long_help().unwrap().to_string();
        let listed = help.lines().filter_map(|line| {
            let status: u8 = line.split_whitespace().next()?.parse().ok()?;
            (status > SIGNALLED).then_some(status)
        });
        assert_eq!(listed.collect::<BTreeSet<u8>>(), statuses);
    }
}
