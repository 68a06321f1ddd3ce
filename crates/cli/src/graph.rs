//! `pinnacle graph`: draws the call graph of a program or the control flow of a function.

use crate::functions;
use crate::load::load;
use crate::options::{Jobs, Target};
use crate::output::{BAD_FILE, Failure, Output};
use clap::{Args, ValueEnum};
use pinnacle_inspect::graph::{Graph, MAX_EDGES, MAX_NODES};
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw the call graph of a program, or the control flow of a function.
///
/// Draws the call graph by default. All indirect calls lead to one node. Functions whose address is
/// taken, which indirect calls can reach, have a dashed frame.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle graph hello.pexe -o calls.svg
  pinnacle graph --around @f1 --distance 2 hello.pexe -o near.svg
  pinnacle graph --blocks @f1 hello.pexe -o blocks.svg
  pinnacle graph hello.pexe > calls.dot                for Graphviz

Exit status:
  0  the graph was written
  1  the file is not a valid program
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The program, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw the basic blocks of this function, given by number (@f12) or name, with their
    /// instructions.
    #[arg(long, value_name = "FUNCTION", conflicts_with = "around")]
    blocks: Option<String>,

    /// Draw only the calls around this function, given by number (@f12) or name.
    #[arg(long, value_name = "FUNCTION")]
    around: Option<String>,

    /// Include functions up to this many calls away; needs --around.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around")]
    distance: u32,

    /// Write this format [default: from the name of the output, otherwise dot].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    jobs: Jobs,
}

/// A graph format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// The language of Graphviz.
    Dot,
    /// An SVG image.
    Svg,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Some((input, program)) = load(&arguments.file, arguments.jobs.threads, output)? else {
        return Ok(BAD_FILE.into());
    };
    let graph = match (&arguments.blocks, &arguments.around) {
        (Some(function), _) => {
            Graph::of_blocks(&program, functions::find(&program, &input.name, function)?)
        }
        (None, None) => Graph::of_calls(&program),
        (None, Some(function)) => {
            let function = functions::find(&program, &input.name, function)?;
            let mut graph = Graph::of_calls(&program);
            if !graph.keep_around(&function.id().to_string(), arguments.distance as usize) {
                let id = function.id();
                return Err(Failure::new(format!(
                    "{id} of {} makes no calls and is not called by name",
                    input.name
                )));
            }
            graph
        }
    };
    let is_svg = || {
        let ending = arguments.target.file().and_then(|file| file.extension());
        ending.is_some_and(|ending| ending == "svg")
    };
    match arguments.format {
        Some(Format::Svg) => {}
        None if is_svg() => {}
        Some(Format::Dot) | None => {
            arguments
                .target
                .write_with(output, |mut out| graph.write_dot(&mut out))?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let Some(picture) = graph.to_svg() else {
        let (nodes, edges) = (graph.nodes.len(), graph.edges.len());
        return Err(Failure::new(format!(
            "the graph has {nodes} nodes and {edges} edges, more than the {MAX_NODES} and \
             {MAX_EDGES} that are drawn"
        ))
        .hint("--around FUNCTION draws a part of it; --format dot writes all of it for Graphviz"));
    };
    arguments
        .target
        .write_with(output, |out| out.write_all(picture.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}
