//! Compaction tables: a numbering per function, which keeps numbers small in large modules.
//!
//! If instructions can have a type whose number does not fit in six bits, a function renumbers the
//! types that it uses, in the order in which its arguments and instructions use them.
//!
//! A plane of values is renumbered if the module's values in that plane and the function's are 64
//! or more in total. There is one exception: the plane is kept if the function has no values of its
//! own in it and uses none of the module's from slot 64 on.

use super::block::{Output, count};
use super::numbering::{Numbering, sorted_names};
use super::slots::Slots;
use crate::error::Error;
use crate::model::{Body, ConstantId, FunctionId, Inst, TypeId, Value};

/// Number of values that make a plane worth renumbering.
pub(super) const LARGE_PLANE: u32 = 64;

/// Maximum entry count that is stored in the same word as the number of the plane.
const FEW: u32 = 2;

/// The numbers that a function reassigns.
#[derive(Default)]
pub(super) struct Compaction {
    /// For each type, the number of the function's own values.
    counts: Vec<u32>,
    /// The types that the function uses, in order of first use.
    used_types: Vec<TypeId>,
    is_used: Vec<bool>,
    /// The largest slot of a constant that the function uses, by type.
    largest: Vec<u32>,
    /// The constants that the function uses, in order of first use.
    used: Vec<ConstantId>,
    is_used_constant: Vec<bool>,
    /// The planes that get a new numbering.
    planes: Vec<TypeId>,
    is_compacted: Vec<bool>,
    /// The entries of these planes, sorted by plane.
    entries: Vec<Entry>,
}

/// A value of the module that the function renumbers.
struct Entry {
    plane: TypeId,
    constant: ConstantId,
    slot: u32,
}

impl Compaction {
    pub(super) fn new(numbering: &Numbering) -> Compaction {
        let types = numbering.slots.types.len();
        Compaction {
            counts: vec![0; types],
            is_used: vec![false; types],
            largest: vec![0; types],
            is_used_constant: vec![false; numbering.slots.constants.len()],
            is_compacted: vec![false; types],
            ..Compaction::default()
        }
    }

    /// Decides which types and values a function renumbers, and renumbers them.
    pub(super) fn make(
        &mut self,
        numbering: &Numbering,
        slots: &mut Slots,
        function: FunctionId,
        parameters: &[TypeId],
        body: &Body,
    ) {
        if self.is_needed(numbering, function, parameters, body) {
            self.collect(numbering, parameters, body);
            self.choose(numbering, slots, function);
        }
        for &ty in parameters.iter().chain(body.result_types()) {
            self.counts[ty.index()] = 0;
        }
    }

    /// Counts the function's own values. Returns false if the counts already show that nothing is
    /// renumbered.
    fn is_needed(
        &mut self,
        numbering: &Numbering,
        function: FunctionId,
        parameters: &[TypeId],
        body: &Body,
    ) -> bool {
        for &ty in parameters.iter().chain(body.result_types()) {
            self.counts[ty.index()] += 1;
        }
        numbering.compacts_types
            || numbering.has_large_planes
            || (parameters.iter().chain(body.result_types())).any(|&ty| {
                numbering.slots.has_zero(ty)
                    && numbering.plane_size(ty, function) + self.counts[ty.index()] >= LARGE_PLANE
            })
    }

    /// Collects the types and values that the function uses, in order.
    fn collect(&mut self, numbering: &Numbering, parameters: &[TypeId], body: &Body) {
        let slots = &numbering.slots;
        for &ty in parameters {
            self.use_type(ty);
        }
        for (inst, &result) in body.insts().iter().zip(body.result_types()) {
            self.use_type(result);
            body.for_each_operand(inst, |operand| {
                if let Value::Constant(id) = operand {
                    self.use_constant(slots, id);
                }
            });
            if let Inst::VaNext { argument, .. } = *inst {
                self.use_type(argument);
            }
        }
        for (_, ty) in sorted_names(&body.names, &body.type_names) {
            self.use_type(ty);
        }
    }

    #[inline]
    fn use_type(&mut self, ty: TypeId) {
        if !self.is_used[ty.index()] {
            self.is_used[ty.index()] = true;
            self.used_types.push(ty);
        }
    }

    #[inline]
    fn use_constant(&mut self, slots: &Slots, id: ConstantId) {
        if !self.is_used_constant[id.index()] {
            self.is_used_constant[id.index()] = true;
            let ty = slots.constants.type_of(id);
            self.use_type(ty);
            let largest = &mut self.largest[ty.index()];
            *largest = (*largest).max(slots.constant_slots[id.index()]);
            self.used.push(id);
        }
    }

    /// Chooses the planes to renumber, and renumbers them.
    fn choose(&mut self, numbering: &Numbering, slots: &mut Slots, function: FunctionId) {
        if numbering.compacts_types {
            let derived = self.used_types.iter().filter(|ty| !ty.is_primitive());
            for (&ty, number) in derived.zip(slots.first_derived()..) {
                slots.type_numbers[ty.index()] = number;
            }
        }
        for &ty in &self.used_types {
            let (own, largest) = (self.counts[ty.index()], self.largest[ty.index()]);
            let size = numbering.plane_size(ty, function);
            if slots.has_zero(ty)
                && size + own >= LARGE_PLANE
                && (own > 0 || largest >= LARGE_PLANE)
            {
                self.planes.push(ty);
                self.is_compacted[ty.index()] = true;
                slots.plane_sizes[ty.index()] = 1;
            }
        }
        for &id in &self.used {
            let plane = slots.constants.type_of(id);
            let slot = slots.constant_slots[id.index()];
            if self.is_compacted[plane.index()] && slot != 0 {
                slots.constant_slots[id.index()] = slots.add_value(plane);
                self.entries.push(Entry {
                    plane,
                    constant: id,
                    slot,
                });
            }
        }
        let number = |plane: &TypeId| slots.type_numbers[plane.index()];
        self.planes.sort_unstable_by_key(number);
        // The sort is stable, so that entries stay in the order of their slots.
        self.entries.sort_by_key(|entry| number(&entry.plane));
    }

    /// Writes the table.
    pub(super) fn write(
        &self,
        numbering: &Numbering,
        slots: &Slots,
        output: &mut Output,
    ) -> Result<(), Error> {
        let features = output.features;
        let Some(id) = features.blocks.compaction else {
            return Ok(());
        };
        let types: Vec<_> = (self.used_types.iter())
            .filter(|ty| numbering.compacts_types && !ty.is_primitive())
            .map(|ty| numbering.slots.type_numbers[ty.index()])
            .collect();
        if !features.empty_compaction && types.is_empty() && self.planes.is_empty() {
            return Ok(());
        }
        let block = output.begin(id);
        let type_count = count(types.len(), "types in a function")?;
        match features.type_plane {
            None => output.number(type_count),
            Some(plane) if type_count > 0 => heading(output, plane, type_count)?,
            Some(_) => {}
        }
        for number in types {
            output.type_number(number)?;
        }
        let mut entries = &self.entries[..];
        for plane in &self.planes {
            let own = entries.partition_point(|entry| {
                slots.type_numbers[entry.plane.index()] <= slots.type_numbers[plane.index()]
            });
            let (here, rest) = entries.split_at(own);
            entries = rest;
            heading(
                output,
                slots.type_numbers[plane.index()],
                count(here.len(), "values in a function")?,
            )?;
            for entry in here {
                output.number(entry.slot);
            }
        }
        output.end(block)
    }

    /// Restores the module's numbers.
    pub(super) fn restore(&mut self, numbering: &Numbering, slots: &mut Slots) {
        for ty in self.used_types.drain(..) {
            slots.type_numbers[ty.index()] = numbering.slots.type_numbers[ty.index()];
            slots.plane_sizes[ty.index()] = numbering.slots.plane_sizes[ty.index()];
            self.is_used[ty.index()] = false;
            self.largest[ty.index()] = 0;
            self.is_compacted[ty.index()] = false;
        }
        for id in self.used.drain(..) {
            self.is_used_constant[id.index()] = false;
        }
        for entry in self.entries.drain(..) {
            let id = entry.constant.index();
            slots.constant_slots[id] = numbering.slots.constant_slots[id];
        }
        self.planes.clear();
    }
}

/// Writes the number of a plane and its entry count.
fn heading(output: &mut Output, plane: u32, entries: u32) -> Result<(), Error> {
    if entries <= FEW {
        output.number64(u64::from(plane) << 2 | u64::from(entries));
        return Ok(());
    }
    output.number64(u64::from(entries) << 2 | 3);
    output.type_number(plane)
}
