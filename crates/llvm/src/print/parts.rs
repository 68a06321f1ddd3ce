//! Prints parts of a module, one at a time.

use super::body::Numbers;
use super::{PrintError, PrintOptions, Printer};
use crate::body::Body;
use crate::ids::{BlockId, ConstantId, GlobalId, LocalId, TypeId};
use crate::instruction::{Instruction, Value};
use crate::module::{GlobalKind, Module};
use std::fmt;

/// Prints selected parts of a module. A part is printed as in the text of the whole module, so
/// unnamed values have the same numbers.
///
/// Each method returns new text, which replaces that of the previous call.
pub struct PartPrinter<'m> {
    printer: Printer<'m>,
}

/// The names of the values and blocks of a function body.
pub struct BodyNames<'m> {
    body: &'m Body,
    numbers: Numbers,
}

impl<'m> BodyNames<'m> {
    /// Numbers the values and blocks of a body that have no name.
    #[must_use]
    pub fn new(body: &'m Body) -> Self {
        Self {
            body,
            numbers: Numbers::of(body),
        }
    }
}

impl<'m> PartPrinter<'m> {
    /// Makes a printer that omits types and constants once the text of a part is longer than
    /// `limit` bytes. A text that is longer than the limit may therefore be incomplete.
    #[must_use]
    pub fn new(module: &'m Module, limit: usize) -> Self {
        let options = PrintOptions {
            limit,
            ..PrintOptions::default()
        };
        Self {
            printer: Printer::new(module, &options),
        }
    }

    /// Prints a part and returns its text.
    fn text(&mut self, part: impl FnOnce(&mut Printer<'m>)) -> &str {
        self.printer.out.clear();
        part(&mut self.printer);
        &self.printer.out
    }

    /// A type. Identified structs are printed by name.
    pub fn ty(&mut self, ty: TypeId) -> &str {
        self.text(|printer| printer.ty(ty))
    }

    /// A constant without its type.
    pub fn constant(&mut self, constant: ConstantId) -> &str {
        self.text(|printer| printer.constant(constant))
    }

    /// The name of a global, with its `@`.
    pub fn global_name(&mut self, id: GlobalId) -> &str {
        self.text(|printer| printer.global_name(id))
    }

    /// The name of a parameter or result, with its `%`.
    pub fn local_name(&mut self, names: &BodyNames<'_>, local: LocalId) -> &str {
        self.text(|printer| printer.local_name(names.body, &names.numbers, local))
    }

    /// The name of a block, with its `%`.
    pub fn block_name(&mut self, names: &BodyNames<'_>, block: BlockId) -> &str {
        self.text(|printer| printer.block_reference(names.body, &names.numbers, block))
    }

    /// An operand without its type.
    pub fn value(&mut self, names: &BodyNames<'_>, value: Value) -> &str {
        self.text(|printer| printer.value(names.body, &names.numbers, value))
    }

    /// An instruction without the name of its result and without metadata.
    pub fn instruction(&mut self, names: &BodyNames<'_>, instruction: &Instruction) -> &str {
        self.text(|printer| printer.instruction(names.body, &names.numbers, instruction))
    }
}

impl fmt::Debug for PartPrinter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartPrinter").finish_non_exhaustive()
    }
}

impl fmt::Debug for BodyNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyNames").finish_non_exhaustive()
    }
}

/// Returns the text of some globals of a module, and of the attribute groups that they use.
///
/// # Errors
///
/// Fails if the text is longer than `limit` bytes.
pub fn print_globals(
    module: &Module,
    globals: &[GlobalId],
    limit: usize,
) -> Result<String, PrintError> {
    let options = PrintOptions {
        limit,
        ..PrintOptions::default()
    };
    let mut printer = Printer::new(module, &options);
    for &id in globals {
        match module.global(id).kind {
            GlobalKind::Variable { .. } => printer.variable(id),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => printer.alias(id),
            GlobalKind::Function(_) => printer.function(id),
        }
    }
    printer.attribute_groups();
    let mut text = printer.out;
    if text.len() > limit {
        return Err(PrintError::TooLong);
    }
    // Every part of a module begins with an empty line. Remove it.
    let lead = text.len() - text.trim_start_matches('\n').len();
    text.drain(..lead);
    Ok(text)
}
