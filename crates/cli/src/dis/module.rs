//! Prints some functions of an LLVM module, or lines of JSON.

use crate::bitcode::{MAX_TEXT, module_of};
use crate::input::Input;
use crate::options::Target;
use crate::output::{BAD_FILE, Failure, Output};
use pinnacle_inspect::disassembly::llvm;
use pinnacle_llvm::{GlobalId, Module, print_globals};
use std::io;
use std::process::ExitCode;

/// Prints the functions of a module that some texts name.
pub(super) fn print_functions(
    input: &Input,
    names: &[String],
    target: &Target,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let module = module_of(input)?;
    let functions = find_all(&module, &input.name, names)?;
    let text = print_globals(&module, &functions, MAX_TEXT).map_err(|error| {
        Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
    })?;
    target.write(text.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a module, or the functions of it that some texts name, as lines of JSON.
pub(super) fn write_json(
    input: &Input,
    names: &[String],
    target: &Target,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let module = module_of(input)?;
    let options = llvm::Options {
        name: &input.name,
        size: input.bytes.len(),
        functions: &find_all(&module, &input.name, names)?,
        limit: MAX_TEXT,
    };
    let mut too_long = None;
    target.write_with(output, |mut out| {
        match llvm::write(&module, &options, &mut out) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                too_long = Some(error);
                Ok(())
            }
            written => written,
        }
    })?;
    match too_long {
        None => Ok(ExitCode::SUCCESS),
        Some(error) => {
            let message = format!("{}: {error}", input.name);
            Err(Failure::with_status(vec![message], BAD_FILE))
        }
    }
}

fn find_all(module: &Module, file: &str, names: &[String]) -> Result<Vec<GlobalId>, Failure> {
    names.iter().map(|name| find(module, file, name)).collect()
}

/// Returns the function with a body that a text names, as `main` or `@main`.
fn find(module: &Module, file: &str, text: &str) -> Result<GlobalId, Failure> {
    let name = text.strip_prefix('@').unwrap_or(text);
    let found = module.find_global(name.as_bytes());
    let function = found.and_then(|id| Some((id, module.function(module.as_function(id)?))));
    match function {
        Some((id, function)) if function.body.is_some() => Ok(id),
        Some(_) => Err(Failure::new(format!(
            "{file} declares {text}, but has no body for it"
        ))),
        None => Err(Failure::new(format!("{file} has no function {text}"))
            .hint("`pinnacle dis` without --function prints them all")),
    }
}
