//! Function blocks: numbers a function's own values, and writes the blocks in their order.

use super::block::Output;
use super::compaction::Compaction;
use super::instructions::Encoder;
use super::numbering::{Numbering, sorted_names};
use super::slots::{NONE, Slots};
use super::symbols::Symbols;
use super::{constants, info};
use crate::error::{Error, Section};
use crate::format::FunctionWords;
use crate::model::{Body, FunctionId, FunctionLayout, Inst, Type, TypeId, Value};

/// Writes functions. Its memory is reused from one function to the next.
pub(super) struct Writer<'a> {
    numbering: &'a Numbering<'a>,
    slots: Slots<'a>,
    compaction: Compaction,
    symbols: Symbols<'a>,
    arguments: Vec<u32>,
    results: Vec<u32>,
    encoder: Encoder,
}

impl<'a> Writer<'a> {
    pub(super) fn new(numbering: &'a Numbering<'a>) -> Writer<'a> {
        Writer {
            numbering,
            slots: numbering.slots.clone(),
            compaction: Compaction::new(numbering),
            symbols: Symbols::new(numbering.slots.types.len()),
            arguments: Vec::new(),
            results: Vec::new(),
            encoder: Encoder::default(),
        }
    }

    /// Writes one function.
    pub(super) fn write(
        &mut self,
        id: FunctionId,
        layout: Option<&FunctionLayout>,
        output: &mut Output,
    ) -> Result<(), Error> {
        let function = &self.numbering.module.functions[id.index()];
        if function.body.is_none() && output.features.functions != FunctionWords::Type {
            return Ok(());
        }
        info::check_linkage(output.features, function.linkage)?;
        let block = output.begin(output.features.blocks.function);
        output.number(info::linkage(function.linkage));
        if let Some(body) = &function.body {
            self.write_body(id, body, layout, output)
                .map_err(|error| error.within(Section::Function).in_function(id, None))?;
        }
        output.end(block)
    }

    fn write_body(
        &mut self,
        id: FunctionId,
        body: &'a Body,
        layout: Option<&FunctionLayout>,
        output: &mut Output,
    ) -> Result<(), Error> {
        let numbering = self.numbering;
        let signature = numbering.module.signature(id);
        let parameters = signature.map_or(&[][..], |(_, parameters, _)| parameters);
        let types = layout.map_or(&[][..], |layout| &layout.types);
        let planes = layout.map_or(&[][..], |layout| &layout.symbols);
        self.slots.start_function(&numbering.slots);
        if output.features.function_constants {
            self.slots.add_types(types);
            self.number_arguments(parameters);
            self.number_constants(body);
            self.number_results(body);
            constants::write_function(numbering, &self.slots, output)?;
        } else {
            (self.compaction).make(numbering, &mut self.slots, id, parameters, body);
            self.number_arguments(parameters);
            self.number_results(body);
            self.compaction.write(numbering, &self.slots, output)?;
        }
        self.encoder.write(
            &Values {
                function: id,
                numbering,
                slots: &self.slots,
                body,
                parameters,
                arguments: &self.arguments,
                results: &self.results,
            },
            output,
        )?;
        self.symbols.write_function(
            &self.slots,
            body,
            parameters
                .iter()
                .copied()
                .zip(self.arguments.iter().copied()),
            &self.results,
            planes,
            output,
        )?;
        self.restore(parameters, body);
        Ok(())
    }

    /// Returns the opaque types that several functions have among their own types. Each function
    /// would define its own, so readers would take them for different types.
    pub(super) fn shared_opaque_types(mut self) -> Vec<TypeId> {
        let numbering = self.numbering;
        let types = numbering.slots.types;
        let is_opaque = |ty: TypeId| matches!(types.get(ty), Type::Opaque);
        let is_unnumbered = |ty: TypeId| numbering.slots.type_numbers[ty.index()] == NONE;
        let mut shared = Vec::new();
        if !types.derived().any(|ty| is_opaque(ty) && is_unnumbered(ty)) {
            return shared;
        }
        let mut is_known = vec![false; types.len()];
        for function in &numbering.module.functions {
            let Some(body) = &function.body else { continue };
            self.slots.start_function(&numbering.slots);
            self.number_constants(body);
            self.number_results(body);
            for &ty in &self.slots.new_types {
                if is_opaque(ty) && std::mem::replace(&mut is_known[ty.index()], true) {
                    shared.push(ty);
                }
            }
            self.restore(&[], body);
        }
        shared.sort_unstable();
        shared.dedup();
        shared
    }

    /// Undoes the numbering of a function.
    fn restore(&mut self, parameters: &[TypeId], body: &Body) {
        let module = &self.numbering.slots;
        for &ty in parameters.iter().chain(body.result_types()) {
            self.slots.plane_sizes[ty.index()] = module.plane_sizes[ty.index()];
        }
        self.compaction.restore(self.numbering, &mut self.slots);
        self.slots.restore(module);
    }

    fn number_arguments(&mut self, parameters: &[TypeId]) {
        self.arguments.clear();
        for &ty in parameters {
            self.arguments.push(self.slots.add_value(ty));
        }
    }

    /// Numbers the constants that are the function's own.
    fn number_constants(&mut self, body: &Body) {
        for inst in body.insts() {
            body.for_each_operand(inst, |operand| {
                if let Value::Constant(id) = operand
                    && !self.slots.is_address(id)
                {
                    self.slots.add_constant(id);
                }
            });
        }
        for (_, ty) in sorted_names(&body.names, &body.type_names) {
            self.slots.add_type(ty);
        }
    }

    fn number_results(&mut self, body: &Body) {
        self.results.clear();
        self.results.reserve(body.inst_count());
        for (inst, &ty) in body.insts().iter().zip(body.result_types()) {
            let slot = if ty == TypeId::VOID {
                NONE
            } else {
                self.slots.add_type(ty);
                self.slots.add_value(ty)
            };
            self.results.push(slot);
            if let Inst::VaNext { argument, .. } = *inst {
                self.slots.add_type(argument);
            }
        }
    }
}

/// The values that the instructions of a function can use.
pub(super) struct Values<'a> {
    pub(super) function: FunctionId,
    pub(super) numbering: &'a Numbering<'a>,
    pub(super) slots: &'a Slots<'a>,
    pub(super) body: &'a Body,
    pub(super) parameters: &'a [TypeId],
    pub(super) arguments: &'a [u32],
    pub(super) results: &'a [u32],
}

impl Values<'_> {
    /// The slot and type of an operand; the slot is [`NONE`] if the value does not exist.
    #[inline(always)]
    pub(super) fn get(&self, value: Value) -> (u32, TypeId) {
        match value {
            Value::Constant(id) => {
                let ty = self.slots.constants.type_of(id);
                let slot = if self.slots.features.pointer_constants && self.slots.is_address(id) {
                    self.numbering.address(id)
                } else {
                    self.slots.constant_slots[id.index()]
                };
                (slot, ty)
            }
            Value::Inst(id) => match self.results.get(id.index()) {
                Some(&slot) => (slot, self.body.result_type(id)),
                None => (NONE, TypeId::VOID),
            },
            Value::Argument(argument) => {
                let index = argument as usize;
                match (self.arguments.get(index), self.parameters.get(index)) {
                    (Some(&slot), Some(&ty)) => (slot, ty),
                    _ => (NONE, TypeId::VOID),
                }
            }
        }
    }
}
