//! Finds and runs the programs of LLVM.

use pinnacle_testing::corpus;
use pinnacle_testing::llvm_tools::Tool;
use std::path::{Path, PathBuf};

/// Finds a program such as `llvm-as-19`. Reports it if it is not installed.
fn tool(program: &str) -> Option<Tool> {
    let (name, release) = program.rsplit_once('-')?;
    Tool::of_release(name, release.parse().ok()?)
}

/// Returns true if a program is installed. Reports it if not.
pub(crate) fn has(program: &str) -> bool {
    tool(program).is_some()
}

/// The modules in `tests/modules` with an extension, sorted.
pub(crate) fn modules(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    corpus::files(&folder, ending).expect("the folder is there")
}

/// The bitcode of the original SDK, if it is available.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let folder = corpus::folder("corpus").map(|corpus| corpus.join("llvm-bc"));
    folder.map_or(Vec::new(), |folder| {
        corpus::files(&folder, "bc").expect("the folder is there")
    })
}

/// Runs a program with this input. Returns its output, or its error message.
pub(crate) fn run(program: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let tool = tool(program).ok_or("it is not installed")?;
    tool.run(arguments, input)
}

/// Assembles a text with the assembler of a release. Returns bitcode of that release.
pub(crate) fn assemble(release: u32, typed: bool, text: &[u8]) -> Result<Vec<u8>, String> {
    let tool = Tool::of_release("llvm-as", release).ok_or("it is not installed")?;
    tool.assemble(typed, text)
}
