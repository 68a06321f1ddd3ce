//! The text of a module (`.ll`).
//!
//! One pass appends to one string. What has no name is numbered as LLVM's own
//! parser counts: globals without a name in the order in which they are
//! printed, and in a function parameters, blocks and results together. The
//! same module always gives the same text. Types and constants may be nested
//! to any depth; they are printed with a stack of steps and without recursion.

mod attributes;
mod body;
mod constants;
mod globals;
mod instruction;
mod metadata;
mod text;

use std::collections::BTreeMap;

use crate::ids::{AttributeSetId, ConstantId, GlobalId, TypeId};
use crate::instruction::Value;
use crate::module::{GlobalKind, Module};
use body::Numbers;

/// The text of a module. It is ASCII: other bytes in names are escaped.
///
/// What types and constants share is written wherever it stands, so text can be
/// far longer than the module: a structure of two equal fields, nested thirty
/// times, has billions of bytes. [`print_within`] is for modules that may do so.
#[must_use]
pub fn print(module: &Module) -> String {
    let mut printer = Printer::new(module, usize::MAX);
    printer.module();
    printer.out
}

/// The text of a module if it has no more than so many bytes, found out without
/// making much more of it.
#[must_use]
pub fn print_within(module: &Module, limit: usize) -> Option<String> {
    let mut printer = Printer::new(module, limit);
    printer.module();
    (printer.out.len() <= limit).then_some(printer.out)
}

/// What is to be printed next, of types and constants.
#[derive(Clone, Copy)]
enum Step {
    Type(TypeId),
    /// A constant without its type.
    Constant(ConstantId),
    /// A constant with its type.
    Typed(ConstantId),
    Text(&'static str),
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    /// Behind so many bytes types and constants are left out.
    limit: usize,
    /// Used by [`Printer::run`]; empty otherwise.
    steps: Vec<Step>,
    /// The number of each global that has no name.
    global_numbers: Vec<u32>,
    /// The number of each struct type that has no name.
    struct_numbers: Vec<u32>,
    /// The number of each metadata node.
    metadata_numbers: Vec<u32>,
    /// The number of each attribute group, by set, once it was used.
    groups: Vec<Option<u32>>,
    group_order: Vec<AttributeSetId>,
    /// How blocks are called in functions of which a block's address is taken.
    addressed: BTreeMap<GlobalId, Numbers>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, limit: usize) -> Self {
        Self {
            module,
            out: String::new(),
            limit,
            steps: Vec::new(),
            global_numbers: globals::numbers(module),
            struct_numbers: globals::struct_numbers(module),
            metadata_numbers: metadata::numbers(module),
            groups: vec![None; module.attributes.set_count()],
            group_order: Vec::new(),
            addressed: body::addressed(module),
        }
    }

    fn module(&mut self) {
        self.header();
        self.structs();
        self.comdats();
        for id in globals::of_kind(self.module, |kind| {
            matches!(kind, GlobalKind::Variable { .. })
        }) {
            self.variable(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Alias(_))) {
            self.alias(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Ifunc(_))) {
            self.alias(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Function(_))) {
            self.function(id);
        }
        self.attribute_groups();
        self.metadata();
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A word and the space behind it; nothing for an empty word.
    fn word(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push_str(text);
            self.out.push(' ');
        }
    }

    fn number(&mut self, number: u64) {
        text::push_unsigned(&mut self.out, number);
    }

    /// The type of a value, which is there in what a builder makes.
    fn type_of(&self, body: &crate::body::Body, value: Value) -> Option<TypeId> {
        self.module.type_of(body, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_grows_with_each_level_is_not_made() {
        let mut module = Module::new();
        let mut ty = module.types.integer(32);
        let mut value = module.int(32, 7);
        for _ in 0..60 {
            ty = module.types.literal_struct(&[ty, ty], false);
            value = module.constants.aggregate(ty, &[value, value]);
        }
        module.add_variable(b"all", ty, Some(value));
        assert_eq!(print_within(&module, 1 << 16), None);
        let empty = Module::new();
        assert_eq!(print_within(&empty, 1 << 16), Some(print(&empty)));
    }
}
