//! `pinnacle dap`: a debug adapter for editors.

use crate::output::{Failure, Output};
use crate::run;
use clap::Args;
use pinnacle_dap::{Client, Launch, Launched, Launcher, serve};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

/// Let an editor debug programs through the Debug Adapter Protocol.
///
/// The editor starts this command and communicates with it over standard input and output. Its
/// configuration names the program; `pinnacle docs debugging` has examples for VS Code and Neovim.
/// With the debug file that `pinnacle cc -g` writes next to the program, breakpoints and steps work
/// by source line, and variables have types.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle dap                                       as an editor starts it
  pinnacle dap --port 4711                           for an editor that connects to a port

The configuration of the editor is a launch request with:
  program      the program: anything that `pinnacle run` takes (not needed for a replay)
  args         its arguments, a list of strings
  env          its environment variables, an object
  cwd          the folder that `program` is relative to
  stopOnEntry  true to stop at the first instruction
  replay       a recording of `pinnacle run --record`, in which steps also go back
  debugFile    the debug file, if it is not beside the program
  runOptions   options of `pinnacle run`, a list: [\"--dir\", \"data\", \"--seed\", \"7\"]

Exit status:
  0  the editor has left
  2  wrong usage, the port is not free, or the editor does not speak the protocol")]
pub(crate) struct Arguments {
    /// Listen for an editor on this local port instead, 0 for any free port, and serve it until it
    /// disconnects.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

/// Starts programs as `pinnacle run` does.
struct Runs<'o>(&'o Output);

impl Launcher for Runs<'_> {
    fn launch(&mut self, launch: Launch, client: &Client) -> Result<Launched, String> {
        run::debugged::launch(&launch, client, self.0)
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let mut runs = Runs(output);
    let result = match arguments.port {
        None => serve(io::stdin(), io::stdout(), &mut runs),
        Some(port) => {
            let failed =
                |error| Failure::new(format!("cannot wait for an editor at port {port}: {error}"));
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
            let open = listener.local_addr().map_err(failed)?.port();
            output.note(format_args!("waiting for an editor at localhost:{open}"));
            let (input, _) = listener.accept().map_err(failed)?;
            input.set_nodelay(true).map_err(failed)?;
            let out = input.try_clone().map_err(failed)?;
            serve(input, out, &mut runs)
        }
    };
    // If a program did not end in time, its folders have not been removed.
    crate::scratch::remove_lasting();
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(Failure::new(error.to_string())),
    }
}
