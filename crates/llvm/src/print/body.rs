//! Bodies: numbers of unnamed values, blocks, operands.

use std::collections::BTreeMap;

use super::Printer;
use super::dialect::Habit;
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, GlobalId, InstructionId, LocalId};
use crate::instruction::Value;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;

/// The numbers of the locals and blocks of a body that have no name.
pub(super) struct Numbers {
    locals: Vec<u32>,
    blocks: Vec<u32>,
}

impl Numbers {
    /// Numbers in the order of the text: parameters, then for each block the block itself and its
    /// results.
    pub(super) fn of(body: &Body) -> Numbers {
        let mut locals = vec![u32::MAX; body.locals.len()];
        let mut blocks = vec![u32::MAX; body.blocks.len()];
        let mut next = 0;
        let mut take = |unnamed: bool| {
            let number = next;
            next += u32::from(unnamed);
            number
        };
        for (local, number) in body
            .locals
            .iter()
            .zip(&mut locals)
            .take(body.parameter_count)
        {
            *number = take(local.name.is_none());
        }
        for &block in &body.order {
            blocks[block.index()] = take(body.block(block).name.is_none());
            for instruction in body.block_instructions(block) {
                if let Some(result) = instruction.result {
                    locals[result.index()] = take(body.local(result).name.is_none());
                }
            }
        }
        Numbers { locals, blocks }
    }

    /// The number of an unnamed local.
    pub(super) fn local(&self, local: LocalId) -> u32 {
        self.locals[local.index()]
    }
}

/// The number of each block of a body. Named blocks do not take a number.
pub(crate) fn block_numbers(body: &Body) -> Vec<u32> {
    Numbers::of(body).blocks
}

/// The numbering of every function that has a block whose address is taken.
pub(super) fn addressed(module: &Module) -> BTreeMap<GlobalId, Numbers> {
    let mut all = BTreeMap::new();
    for index in 0..module.constants.len() {
        let constant = module.constants.get(ConstantId::at(index));
        if let ConstantKind::BlockAddress { function, .. } = constant.kind
            && let Some(body) = body_of(module, function)
        {
            all.entry(function).or_insert_with(|| Numbers::of(body));
        }
    }
    all
}

fn body_of(module: &Module, function: GlobalId) -> Option<&Body> {
    module
        .as_function(function)
        .and_then(|function| module.function(function).body.as_ref())
}

impl Printer<'_> {
    pub(super) fn local_name(&mut self, body: &Body, numbers: &Numbers, local: LocalId) {
        let name = body.local(local).name;
        if name.is_some() {
            self.signed_name("%", body.names.get(name));
        } else {
            self.push("%");
            self.number(numbers.locals[local.index()].into());
        }
    }

    pub(super) fn block_name(&mut self, body: &Body, numbers: &Numbers, block: BlockId) {
        let name = body.block(block).name;
        if name.is_some() {
            self.signed_name("", body.names.get(name));
        } else {
            self.number(numbers.blocks[block.index()].into());
        }
    }

    /// Prints a block of a function, which may differ from the current one.
    pub(super) fn addressed_block(&mut self, function: GlobalId, block: BlockId) {
        let addressed = std::mem::take(&mut self.addressed);
        self.push("%");
        if let (Some(body), Some(numbers)) =
            (body_of(self.module, function), addressed.get(&function))
        {
            self.block_name(body, numbers, block);
        }
        self.addressed = addressed;
    }

    /// Prints a reference to a block.
    pub(super) fn block_reference(&mut self, body: &Body, numbers: &Numbers, block: BlockId) {
        let name = body.block(block).name;
        if name.is_some() {
            self.signed_name("%", body.names.get(name));
        } else {
            self.push("%");
            self.number(numbers.blocks[block.index()].into());
        }
    }

    /// Prints `label %b`.
    pub(super) fn label(&mut self, body: &Body, numbers: &Numbers, block: BlockId) {
        self.push("label ");
        self.block_reference(body, numbers, block);
    }

    /// Prints a value without its type.
    pub(super) fn value(&mut self, body: &Body, numbers: &Numbers, value: Value) {
        match value {
            Value::Local(local) => self.local_name(body, numbers, local),
            Value::Constant(constant) => self.constant(constant),
            Value::Metadata(metadata) if self.dialect.is_some() => {
                self.written_node(Some((body, numbers)), metadata);
            }
            Value::Metadata(metadata) => match self.module.metadata.get(metadata) {
                Metadata::Local(local) => self.typed(body, numbers, local.into()),
                _ => self.metadata_use(metadata),
            },
            Value::InlineAsm(asm) => {
                let module = self.module;
                let asm = module.inline_asm[asm.index()];
                self.push("asm ");
                let words = [
                    (asm.side_effects, "sideeffect "),
                    (asm.align_stack, "alignstack "),
                    (asm.intel, "inteldialect "),
                    (asm.unwind, "unwind "),
                ];
                for (_, word) in words.iter().filter(|(set, _)| *set) {
                    self.push(word);
                }
                self.quote(module.names.get(asm.text));
                self.push(", ");
                self.quote(module.names.get(asm.constraints));
            }
        }
    }

    /// Prints a value with its type.
    pub(super) fn typed(&mut self, body: &Body, numbers: &Numbers, value: Value) {
        match (self.type_of(body, value), value) {
            (Some(ty), _) => self.ty_space(ty),
            (None, Value::Metadata(_)) => self.push("metadata "),
            (None, _) => self.push("ptr "),
        }
        self.value(body, numbers, value);
    }

    pub(super) fn body(&mut self, body: &Body, numbers: &Numbers) {
        self.begin_casts(body);
        for (place, &block) in body.order.iter().enumerate() {
            if self.dialect.is_some() {
                self.written_label(body, numbers, block);
            } else if place > 0 {
                self.push("\n");
            }
            if self.dialect.is_some() {
                // The label has been printed.
            } else if place > 0 || body.block(block).name.is_some() {
                self.block_name(body, numbers, block);
                self.push(":\n");
            }
            let start = body.block(block).start.index();
            for (offset, instruction) in body.block_instructions(block).iter().enumerate() {
                if self.casts.is_some() {
                    self.with_casts(body, numbers, instruction);
                } else {
                    let id = InstructionId::at(start + offset);
                    self.old_form = body.old_form(id);
                    self.push(if self.has(Habit::Tabs) { "\t" } else { "  " });
                    let hidden = self.has(Habit::NumbersInComments);
                    if let Some(result) = instruction.result
                        && !(hidden && body.local(result).name.is_none())
                    {
                        self.local_name(body, numbers, result);
                        self.push(" = ");
                    }
                    self.instruction(body, numbers, instruction);
                }
                for (kind, node) in body.attachments(InstructionId::at(start + offset)) {
                    self.push(", !");
                    self.metadata_name(body.names.get(kind));
                    self.push(" ");
                    if self.dialect.is_some() {
                        self.written_node(Some((body, numbers)), node);
                    } else {
                        self.metadata_use(node);
                    }
                }
                self.comment_on(body, numbers, instruction.result);
                if let Some(location) = body.location(InstructionId::at(start + offset)) {
                    self.line(location);
                }
                self.push("\n");
            }
        }
    }

    /// The type of an instruction's result.
    pub(super) fn result_type(
        &self,
        body: &Body,
        result: Option<LocalId>,
    ) -> Option<crate::ids::TypeId> {
        result.map(|local| body.local(local).ty)
    }

    /// Returns the result type of a function type, and true if it is variadic.
    pub(super) fn signature(&self, ty: crate::ids::TypeId) -> (crate::ids::TypeId, bool) {
        match self.module.types.get(ty) {
            Type::Function {
                result, variadic, ..
            } => (result, variadic),
            _ => (ty, true),
        }
    }
}
