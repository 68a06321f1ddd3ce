//! Symbol tables: names, plane by plane. Within a plane they are sorted by their bytes.
//!
//! In the original writers, the order of planes depended on the addresses of types in memory. Here
//! planes are in the order of the layout if there is one, and otherwise in numerical order.

use super::block::{Output, count};
use super::numbering::{Numbering, sorted_names};
use super::slots::Slots;
use crate::error::Error;
use crate::model::{BlockId, Body, InstId, Name, Names, TypeId};

/// Stands for the plane of named types in [`Layout`](crate::model::Layout).
const TYPE_PLANE: TypeId = TypeId::VOID;

/// Collects the names of a symbol table and writes it.
pub(super) struct Symbols<'a> {
    entries: Vec<Entry<'a>>,
    /// The position of each type's plane among all planes.
    places: Vec<u32>,
}

struct Entry<'a> {
    /// Sort key: the position and number of the plane, and the first bytes of the name. It usually
    /// decides the order.
    key: u128,
    plane: u32,
    name: &'a [u8],
    slot: u32,
}

impl<'a> Symbols<'a> {
    pub(super) fn new(types: usize) -> Symbols<'a> {
        Symbols {
            entries: Vec::new(),
            places: vec![u32::MAX; types],
        }
    }

    /// Writes the names of globals, functions and types.
    pub(super) fn write_module(
        &mut self,
        numbering: &Numbering<'a>,
        order: &[TypeId],
        output: &mut Output,
    ) -> Result<(), Error> {
        let module = numbering.module;
        let slots = &numbering.slots;
        self.begin(order);
        let globals = (module.globals.iter())
            .map(|global| (global.name, global.address_type))
            .zip(&numbering.globals);
        let functions = (module.functions.iter())
            .map(|function| (function.name, function.address_type))
            .zip(&numbering.functions);
        for ((name, ty), &slot) in globals.chain(functions) {
            self.add(slots, ty, module.names.get(name), slot);
        }
        self.end(slots, order, &module.names, &module.type_names, output)
    }

    /// Writes the names of a function's arguments, results, blocks and types.
    pub(super) fn write_function(
        &mut self,
        slots: &Slots,
        body: &'a Body,
        arguments: impl Iterator<Item = (TypeId, u32)>,
        results: &[u32],
        order: &[TypeId],
        output: &mut Output,
    ) -> Result<(), Error> {
        self.begin(order);
        for (index, (ty, slot)) in (0..).zip(arguments) {
            self.add(slots, ty, body.argument_name(index), slot);
        }
        for (index, &slot) in (0..body.inst_names.len() as u32).zip(results) {
            let id = InstId(index);
            let ty = body.result_type(id);
            if ty != TypeId::VOID {
                self.add(slots, ty, body.inst_name(id), slot);
            }
        }
        for index in 0..body.block_names.len().min(body.block_count()) as u32 {
            self.add(slots, TypeId::LABEL, body.block_name(BlockId(index)), index);
        }
        self.end(slots, order, &body.names, &body.type_names, output)
    }

    fn begin(&mut self, order: &[TypeId]) {
        self.entries.clear();
        for (place, ty) in (0..).zip(order) {
            self.places[ty.index()] = place;
        }
    }

    #[inline]
    fn add(&mut self, slots: &Slots, ty: TypeId, name: &'a [u8], slot: u32) {
        if !name.is_empty() {
            let number = slots.type_numbers[ty.index()];
            self.push(self.places[ty.index()], number, name, slot);
        }
    }

    fn push(&mut self, place: u32, plane: u32, name: &'a [u8], slot: u32) {
        let start = match name.first_chunk() {
            Some(chunk) => u64::from_be_bytes(*chunk),
            None => {
                let mut chunk = [0; 8];
                chunk[..name.len()].copy_from_slice(name);
                u64::from_be_bytes(chunk)
            }
        };
        self.entries.push(Entry {
            key: u128::from(place) << 96 | u128::from(plane) << 64 | u128::from(start),
            plane,
            name,
            slot,
        });
    }

    fn end(
        &mut self,
        slots: &Slots,
        order: &[TypeId],
        names: &'a Names,
        type_names: &[(Name, TypeId)],
        output: &mut Output,
    ) -> Result<(), Error> {
        let features = output.features;
        if let Some(plane) = features.type_plane {
            for &(name, ty) in type_names {
                let slot = slots.type_numbers[ty.index()];
                self.push(
                    self.places[TYPE_PLANE.index()],
                    plane,
                    names.get(name),
                    slot,
                );
            }
        }
        for ty in order {
            self.places[ty.index()] = u32::MAX;
        }
        let is_empty = self.entries.is_empty() && type_names.is_empty();
        if is_empty && !features.empty_blocks {
            return Ok(());
        }
        self.entries.sort_unstable_by(|a, b| {
            (a.key.cmp(&b.key)).then_with(|| (a.name, a.slot).cmp(&(b.name, b.slot)))
        });
        let block = output.begin(features.blocks.symbols);
        if features.leading_types {
            output.number(count(type_names.len(), "named types")?);
            for (name, ty) in sorted_names(names, type_names) {
                output.number(slots.type_numbers[ty.index()]);
                output.string(name)?;
            }
        }
        for plane in self.entries.chunk_by(|a, b| a.plane == b.plane) {
            output.number(count(plane.len(), "names in a plane")?);
            output.type_number(plane[0].plane)?;
            for entry in plane {
                output.number(entry.slot);
                output.string(entry.name)?;
            }
        }
        output.end(block)
    }
}
