//! Finds and runs the tools of current LLVM.

use libtest_mimic::Failed;
use pinnacle_llvm::{Module, PrintOptions, print, print_with};
use pinnacle_testing::llvm_tools::{RELEASES, Tool};

/// The texts of a module to give to a tool, with the flags for each.
fn texts(tool: &Tool, module: &Module) -> Result<Vec<(&'static [&'static str], String)>, Failed> {
    let mut texts = vec![(tool.opaque_pointers(), print(module))];
    if tool.knows_typed_pointers() {
        let options = PrintOptions {
            typed_pointers: true,
            ..PrintOptions::default()
        };
        texts.push((&[], print_with(module, &options)?));
    }
    Ok(texts)
}

/// Checks that every assembler accepts a module, and that its verifier finds nothing.
pub(crate) fn assembles(module: &Module) -> Result<(), Failed> {
    for tool in Tool::all("llvm-as", RELEASES) {
        for (flags, text) in texts(&tool, module)? {
            let output = tool.output(
                &[flags, &["-o", "/dev/null", "-"]].concat(),
                text.as_bytes(),
            )?;
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{}: {message}\n{}", tool.name, shortened(&text)).into());
            }
        }
    }
    Ok(())
}

/// Checks that the newest assembler accepts a text, and that its verifier finds nothing.
pub(crate) fn newest_assembles(text: &str) -> Result<(), Failed> {
    let Some(tool) = Tool::all("llvm-as", RELEASES).into_iter().last() else {
        return Ok(());
    };
    let output = tool.output(
        &[tool.opaque_pointers(), &["-o", "/dev/null", "-"]].concat(),
        text.as_bytes(),
    )?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

/// Checks that every interpreter prints the same for a program. `expected` is the output followed
/// by a line `exit N`.
pub(crate) fn runs(module: &Module, expected: &str) -> Result<(), Failed> {
    for tool in Tool::all("lli", RELEASES) {
        for (flags, text) in texts(&tool, module)? {
            let output = tool.output(&[flags, &["-"]].concat(), text.as_bytes())?;
            let status =
                (output.status.code()).map_or("signal".to_owned(), |code| code.to_string());
            let found = format!("{}exit {status}\n", String::from_utf8_lossy(&output.stdout));
            if found != expected {
                let message = String::from_utf8_lossy(&output.stderr);
                return Err(format!(
                    "{}: found\n{found}expected\n{expected}{message}\n{}",
                    tool.name,
                    shortened(&text)
                )
                .into());
            }
        }
    }
    Ok(())
}

/// Truncates a text.
fn shortened(text: &str) -> &str {
    text.get(..20_000).unwrap_or(text)
}
