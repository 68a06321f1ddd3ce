//! Reads modules of LLVM 1.x from bytecode or assembly, and describes their errors.

use crate::document;
use crate::input::Input;
use crate::kind::Kind;
use crate::syntax;
use pinnacle_bytecode::model::{FunctionId, Module};
use pinnacle_bytecode::read::{ReadOptions, read};
use pinnacle_bytecode::text::{SyntaxErrors, parse};
use pinnacle_bytecode::{Error, Format};
use serde_json::{Value, json};

/// The reason why a module cannot be read.
#[derive(Debug)]
pub enum Wrong {
    /// The bytecode is invalid.
    File(Error),
    /// The assembly is invalid.
    Text(SyntaxErrors),
}

impl Wrong {
    /// Returns the error messages. Those for assembly begin with `name` and the line.
    pub fn messages(&self, name: &str) -> Vec<String> {
        match self {
            Wrong::File(error) => vec![error.to_string()],
            Wrong::Text(errors) => syntax::messages(name, errors),
        }
    }

    /// Returns the errors as JSON.
    pub fn documents(&self) -> Vec<Value> {
        match self {
            Wrong::File(error) => vec![error_to_json(error)],
            Wrong::Text(errors) => syntax::documents(errors),
        }
    }
}

/// Returns the module in a file of bytecode or assembly.
///
/// # Errors
///
/// Fails with the first error in bytecode, or with all errors in assembly.
pub fn module_of(input: &Input, jobs: usize) -> Result<Module, Wrong> {
    if input.kind == Kind::OldAssembly {
        parse(&input.bytes).map_err(Wrong::Text)
    } else {
        read(
            &input.bytes,
            &ReadOptions {
                jobs,
                ..ReadOptions::default()
            },
        )
        .map_err(Wrong::File)
    }
}

/// Returns the version of the bytecode that a module was read from. For assembly it is the last
/// one.
pub fn format_of(module: &Module) -> Format {
    let layout = module.layout.as_ref();
    layout.map_or(Format::Llvm13, |layout| layout.format)
}

/// Returns a description of an error in a module, with the name of the function. The instruction is
/// on a line of its own.
pub fn describe_error(error: &Error, module: &Module) -> String {
    let mut text = error.code().to_owned();
    let place = [
        error.function().map(|id| match name_of(module, id) {
            Some(name) => format!("%{name}"),
            None => id.to_string(),
        }),
        error.block().map(|block| block.to_string()),
        error.inst().map(|inst| inst.to_string()),
    ];
    let place: Vec<String> = place.into_iter().flatten().collect();
    if !place.is_empty() {
        text += &format!(" ({})", place.join(", "));
    }
    text += &format!(": {}", error.message());
    if let Some(instruction) = error.text() {
        text += &format!("\n    {instruction}");
    }
    text
}

/// Returns the name of a function, if it has one.
fn name_of(module: &Module, id: FunctionId) -> Option<String> {
    let function = module.functions.get(id.index())?;
    let name = module.names.get(function.name);
    (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
}

/// Returns an error as JSON.
pub fn error_to_json(error: &Error) -> Value {
    let path: Vec<String> = error.path().iter().map(ToString::to_string).collect();
    document::error(json!({
        "code": error.code(),
        "message": error.message(),
        "byte": error.offset(),
        "path": path,
        "function": error.function().map(|function| function.0),
        "block": error.block().map(|block| block.0),
        "instruction": error.inst().map(|inst| inst.0),
        "text": error.text(),
    }))
}
