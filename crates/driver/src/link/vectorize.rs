//! Vectorises a linked program, for `-fvectorize` and `-fslp-vectorize`.
//!
//! The target of programs has no back end in LLVM, so the vectorisers do not know what a vector
//! costs. They run for x86-64 with SSE 4.1 and pointers of 32 bits instead: its vectors have 128
//! bits, as a program's do, and this is mostly the code that runs in the end. LLVM's costs for
//! WebAssembly are too high for loops that count down, and it does not interleave iterations.
//! Afterwards the module gets its target back.

use crate::command::Command;
use crate::error::Error;
use crate::tools::{TARGET, Tools};
use std::path::{Path, PathBuf};

/// A part of the warning of a tool that was built without the target of a module.
pub(super) const WITHOUT_TARGET: &str = "failed to create target machine";

/// The target whose costs are used, and its features.
const COSTS: [&str; 2] = ["--mtriple=x86_64-unknown-linux-gnux32", "--mattr=+sse4.1"];

/// The vectorisers that run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vectorizers {
    /// Joins iterations of loops.
    pub loops: bool,
    /// Joins operations that follow each other.
    pub straight_line: bool,
}

impl Vectorizers {
    /// Returns true if at least one runs.
    pub fn any(self) -> bool {
        self.loops || self.straight_line
    }

    /// The passes: the vectorisers, and those that clean up after them and move constant vectors
    /// out of loops.
    fn passes(self) -> String {
        let mut passes = Vec::new();
        if self.loops {
            passes.push("loop-vectorize");
        }
        if self.straight_line {
            passes.push("slp-vectorizer");
        }
        passes.extend(["instcombine", "simplifycfg", "loop-mssa(licm)"]);
        format!("--passes=function({})", passes.join(","))
    }
}

/// A module and the commands that vectorise it.
#[derive(Debug)]
pub(crate) struct Vectorizing {
    /// The commands, in their order.
    pub(crate) commands: [Command; 2],
    /// The file with the result.
    pub(crate) module: PathBuf,
}

/// Plans the vectorising of a module. Temporary files go to `folder`.
///
/// # Errors
///
/// Fails if `opt` was not found.
pub(crate) fn plan(
    vectorizers: Vectorizers,
    tools: &Tools,
    module: &Path,
    folder: &Path,
) -> Result<Vectorizing, Error> {
    let foreign = folder.join("vectorized-for-x86.bc");
    let result = folder.join("vectorized.bc");
    let mut vectorize = Command::new(tools.tool("opt")?);
    vectorize.arguments(COSTS);
    vectorize.argument(vectorizers.passes());
    vectorize.argument("--disable-simplify-libcalls");
    vectorize.argument(module).argument("-o").argument(&foreign);
    let mut restore = Command::new(tools.tool("opt")?);
    restore.argument(format!("--mtriple={TARGET}"));
    restore.argument("--passes=verify");
    restore.argument(&foreign).argument("-o").argument(&result);
    Ok(Vectorizing {
        commands: [vectorize, restore],
        module: result,
    })
}

/// Checks the messages of the vectorisers.
///
/// # Errors
///
/// Fails if `opt` was built without X86. It then vectorises nothing, and only warns.
pub(super) fn check(said: &str, tools: &Tools) -> Result<(), Error> {
    if !said.contains(WITHOUT_TARGET) {
        return Ok(());
    }
    let opt = tools.tool("opt")?;
    let opt = opt.display();
    let message = format!("vectorising needs LLVM's target X86, which {opt} lacks");
    Err(Error::new(message).hint(
        "install LLVM's own packages, which have all targets, or leave out -fvectorize and \
         -fslp-vectorize",
    ))
}
