//! Writes an LLVM module as lines of JSON, for `pinnacle dis --json`. The module comes from
//! bitcode, from assembly, or from LLVM 1.x bytecode that was upgraded.
//!
//! There is a line for the module, for each variable and alias, and for each function, as for a
//! PNaCl program.

mod function;
#[cfg(test)]
mod tests;

use super::writer::Writer;
use crate::document::DIS_LLVM;
use pinnacle_llvm::{ConstantId, Function, Global, GlobalId, GlobalKind, Module, PartPrinter};
use std::io::{self, Write};

/// Options for the lines.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The name of the file, for the first line.
    pub name: &'a str,
    /// The size of the file in bytes.
    pub size: usize,
    /// The functions to write. If it is not empty, the lines of the module and its variables are
    /// omitted.
    pub functions: &'a [GlobalId],
    /// Maximum number of bytes of text. A small module can have very long text, because shared
    /// parts of types and constants are written at every use.
    pub limit: usize,
}

/// Writes a module as lines.
///
/// # Errors
///
/// Fails if the writer fails, and with [`io::ErrorKind::FileTooLarge`] if the text is longer than
/// the limit.
pub fn write(module: &Module, options: &Options<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = Lines {
        module,
        parts: PartPrinter::new(module, options.limit),
        left: options.limit,
        line: Writer::new(DIS_LLVM, out),
    };
    if !options.functions.is_empty() {
        for &id in options.functions {
            lines.function(id)?;
        }
        return Ok(());
    }
    lines.module(options)?;
    for id in globals(module) {
        if module.as_function(id).is_none() {
            lines.global(id)?;
        }
    }
    for id in globals(module) {
        lines.function(id)?;
    }
    Ok(())
}

/// Returns the globals that were not removed.
fn globals(module: &Module) -> impl Iterator<Item = GlobalId> + '_ {
    let globals = (0..).map(GlobalId).zip(module.globals());
    globals
        .filter(|(_, global)| !global.removed)
        .map(|(id, _)| id)
}

struct Lines<'m, 'w> {
    module: &'m Module,
    parts: PartPrinter<'m>,
    /// Number of bytes that may still be written.
    left: usize,
    line: Writer<'w>,
}

/// Writes a field with the text of a part of the module: `field!(lines, "type", ty(id))`.
macro_rules! field {
    ($lines:expr, $key:expr, $part:ident($($argument:expr),*)) => {{
        let lines: &mut Lines<'_, '_> = $lines;
        let text = lines.parts.$part($($argument),*);
        lines.left = $crate::disassembly::llvm::rest(lines.left, text)?;
        lines.line.text($key, text)
    }};
}
use field;

/// Returns the number of bytes that may be written after a text, or an error if it is too long.
fn rest(left: usize, text: &str) -> io::Result<usize> {
    let too_long = || {
        let message = "the text is longer than this command writes";
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    };
    left.checked_sub(text.len()).ok_or_else(too_long)
}

impl<'m> Lines<'m, '_> {
    /// Writes the line of the module.
    fn module(&mut self, options: &Options<'_>) -> io::Result<()> {
        let module = self.module;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.line.begin_line()?;
        self.line.object("module")?;
        self.line.text("file", options.name)?;
        self.line.number("size", options.size)?;
        for (key, value) in [
            ("source", &module.source_filename),
            ("data_layout", &module.data_layout),
            ("target_triple", &module.target_triple),
        ] {
            self.line.text(key, &text(value))?;
        }
        self.line.array("functions")?;
        let mut variables = 0;
        let mut bodies = 0;
        for id in globals(module) {
            let Some((global, function)) = self.as_function(id) else {
                variables += 1;
                continue;
            };
            let name = module.names.get(global.name);
            self.line.begin_object()?;
            self.head(id, global)?;
            self.line.number("declared", function.body.is_none())?;
            self.line.number("intrinsic", name.starts_with(b"llvm."))?;
            self.line.end_object()?;
            bodies += usize::from(function.body.is_some());
        }
        self.line.end_array()?;
        self.line.number("globals", variables)?;
        self.line.number("bodies", bodies)?;
        self.line.end_object()?;
        self.line.end_line()
    }

    fn as_function(&self, id: GlobalId) -> Option<(&'m Global, &'m Function)> {
        let function = self.module.as_function(id)?;
        Some((self.module.global(id), self.module.function(function)))
    }

    /// Writes the fields that all globals have: name, type and linkage.
    fn head(&mut self, id: GlobalId, global: &Global) -> io::Result<()> {
        field!(self, "name", global_name(id))?;
        field!(self, "type", ty(global.ty))?;
        self.line.name("linkage", global.linkage.text())
    }

    /// Writes the line of a variable, an alias or an ifunc.
    fn global(&mut self, id: GlobalId) -> io::Result<()> {
        let global = self.module.global(id);
        let kind = match global.kind {
            GlobalKind::Alias(_) => "alias",
            GlobalKind::Ifunc(_) => "ifunc",
            GlobalKind::Variable { .. } | GlobalKind::Function(_) => "variable",
        };
        self.line.begin_line()?;
        self.line.object("global")?;
        self.head(id, global)?;
        self.line.name("kind", kind)?;
        match global.kind {
            GlobalKind::Variable {
                initializer,
                constant,
                ..
            } => {
                self.line.number("constant", constant)?;
                if let Some(bytes) = global.align.bytes() {
                    self.line.number("alignment", bytes)?;
                }
                self.initializer(initializer)?;
            }
            GlobalKind::Alias(target) | GlobalKind::Ifunc(target) => {
                self.initializer(Some(target))?;
            }
            GlobalKind::Function(_) => {}
        }
        self.line.end_object()?;
        self.line.end_line()
    }

    fn initializer(&mut self, value: Option<ConstantId>) -> io::Result<()> {
        match value {
            Some(value) => field!(self, "value", constant(value)),
            None => Ok(()),
        }
    }
}
