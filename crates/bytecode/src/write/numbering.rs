//! The numbers of types and values in a file.
//!
//! Values are numbered by type: the values of one type are a plane, and a value is identified by
//! its slot in its plane. Slot 0 is the zero of the type, implicitly. Then come the addresses of
//! globals and functions. Constants follow in the order in which a walk over the module first
//! reaches them: the initialisers, then the operands of all instructions. The operands of a
//! constant come before it.
//!
//! The same walk numbers types. Each comes before its components, which are in post-order (LLVM
//! 1.0: in pre-order).
//!
//! Two groups are moved afterwards: strings to the front of their planes and, if there are many
//! types, the types that instructions can have to the front of all types.
//!
//! Format 0 differs: a constant that only one function uses is numbered in that function, numbers
//! have explicit zeros, strings are written byte by byte, and an address inside of a constant
//! counts as a separate constant.

use super::slots::{Leaves, NONE, Slots};
use crate::format::Features;
use crate::model::{
    ConstantId, ConstantKind, ConstantTable, FunctionId, Inst, Layout, Module, Name, Names, Type,
    TypeId, Value,
};

/// Number of types from which on the types that instructions can have are placed first. A type
/// number from here on does not fit in an instruction's word.
const MANY_TYPES: usize = 64;

/// The numbers of a whole module.
pub(super) struct Numbering<'a> {
    pub(super) module: &'a Module,
    /// Types and constants.
    pub(super) slots: Slots<'a>,
    /// The slot of each global variable.
    pub(super) globals: Vec<u32>,
    /// The slot of each function.
    pub(super) functions: Vec<u32>,
    /// Constant strings, in file order.
    pub(super) strings: Vec<ConstantId>,
    /// True if functions renumber types, because many numbers are large.
    pub(super) compacts_types: bool,
    /// True if a plane is so large that functions may renumber its values.
    pub(super) has_large_planes: bool,
    /// For each type, the first function that leaves an implicit zero in the otherwise empty plane.
    first_use: Vec<u32>,
}

impl<'a> Numbering<'a> {
    /// Numbers a module. `layout` gives the order of types.
    pub(super) fn new(
        module: &'a Module,
        constants: &'a ConstantTable,
        leaves: Option<&'a Leaves>,
        features: &'static Features,
        layout: Option<&Layout>,
    ) -> Numbering<'a> {
        let mut numbering = Numbering {
            module,
            slots: Slots::new(&module.types, constants, leaves, features),
            globals: Vec::with_capacity(module.globals.len()),
            functions: Vec::with_capacity(module.functions.len()),
            strings: Vec::new(),
            compacts_types: false,
            has_large_planes: false,
            first_use: Vec::new(),
        };
        let given_types = layout.map_or(&[][..], |layout| &layout.types);
        numbering.slots.add_types(given_types);
        numbering.addresses(module);
        for initializer in module
            .globals
            .iter()
            .filter_map(|global| global.initializer)
        {
            numbering.slots.add_constant(initializer);
        }
        if features.strings {
            numbering.move_strings();
        }
        if !features.function_constants {
            numbering.functions(module);
        }
        for (_, ty) in sorted_names(&module.names, &module.type_names) {
            numbering.slots.add_type(ty);
        }
        if !features.function_constants {
            if given_types.is_empty() {
                numbering.move_types();
            }
            let slots = &numbering.slots;
            numbering.compacts_types = (slots.new_types.iter()).any(|&ty| {
                slots.type_numbers[ty.index()] >= MANY_TYPES as u32
                    && slots.types.is_first_class(ty)
            });
            numbering.has_large_planes =
                (slots.plane_sizes.iter()).any(|&size| size >= super::compaction::LARGE_PLANE);
        }
        numbering
    }

    /// Numbers the addresses of globals and functions.
    fn addresses(&mut self, module: &Module) {
        let slots = &mut self.slots;
        let mut address = |ty| {
            slots.add_type(ty);
            slots.add_value(ty)
        };
        (self.globals).extend(
            module
                .globals
                .iter()
                .map(|global| address(global.address_type)),
        );
        (self.functions).extend(
            module
                .functions
                .iter()
                .map(|function| address(function.address_type)),
        );
        if slots.features.pointer_constants {
            return;
        }
        for index in 0..self.slots.constants.len() {
            self.slots.constant_slots[index] = self.address(ConstantId(index as u32));
        }
    }

    /// The slot of the global variable or function that a constant is the address of. [`NONE`] if
    /// it is not an address.
    #[inline]
    pub(super) fn address(&self, id: ConstantId) -> u32 {
        let constant = self.slots.constants.get(id);
        let (slot, ty) = match constant.kind {
            ConstantKind::Global(global) => (
                self.globals.get(global.index()),
                (self.module.globals.get(global.index())).map(|global| global.address_type),
            ),
            ConstantKind::Function(function) => (
                self.functions.get(function.index()),
                (self.module.functions.get(function.index())).map(|function| function.address_type),
            ),
            _ => return NONE,
        };
        match slot {
            Some(&slot) if ty == Some(constant.ty) => slot,
            _ => NONE,
        }
    }

    /// Numbers the constants that instructions use, and their types.
    fn functions(&mut self, module: &Module) {
        let slots = &mut self.slots;
        self.first_use = vec![NONE; module.types.len()];
        let mut counts = vec![0_u32; module.types.len()];
        let mut counted = Vec::new();
        for (index, function) in module.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let mut count = |ty: TypeId| {
                let count = &mut counts[ty.index()];
                if *count == 0 {
                    counted.push(ty);
                }
                *count += 1;
            };
            let signature = module.signature(FunctionId(index as u32));
            for &ty in signature.map_or(&[][..], |(_, parameters, _)| parameters) {
                count(ty);
            }
            for (inst, &result) in body.insts().iter().zip(body.result_types()) {
                body.for_each_operand(inst, |operand| {
                    if let Value::Constant(id) = operand {
                        slots.add_constant(id);
                    }
                });
                slots.add_type(result);
                if let Inst::VaNext { argument, .. } = *inst {
                    slots.add_type(argument);
                }
                count(result);
            }
            for (_, ty) in sorted_names(&body.names, &body.type_names) {
                slots.add_type(ty);
            }
            for ty in counted.drain(..) {
                let small = counts[ty.index()] < super::compaction::LARGE_PLANE;
                if small && self.first_use[ty.index()] == NONE {
                    self.first_use[ty.index()] = index as u32;
                }
                counts[ty.index()] = 0;
            }
        }
    }

    /// The number of values in a plane of the module at the time when a function is written. The
    /// original writers left the implicit zero in a plane once the first function with values there
    /// was written.
    pub(super) fn plane_size(&self, ty: TypeId, function: FunctionId) -> u32 {
        let used_before = self.first_use[ty.index()] < function.0;
        self.slots.plane_sizes[ty.index()].max(u32::from(used_before))
    }

    /// Moves strings before the other constants of their planes, by swapping each with the first
    /// constant that is not a string.
    fn move_strings(&mut self) {
        let slots = &mut self.slots;
        let is_string =
            |id: &ConstantId| matches!(slots.constants.get(*id).kind, ConstantKind::Bytes(_));
        self.strings = (slots.new_constants.iter().copied())
            .filter(is_string)
            .collect();
        let mut others: Vec<_> = (slots.new_constants.iter().copied())
            .filter(|id| !is_string(id))
            .filter(|&id| match slots.types.get(slots.constants.type_of(id)) {
                Type::Array { element, .. } => element == TypeId::SBYTE || element == TypeId::UBYTE,
                _ => false,
            })
            .collect();
        if others.is_empty() {
            return;
        }
        others.extend(&self.strings);
        others.sort_unstable_by_key(|id| {
            (
                slots.constants.type_of(*id),
                slots.constant_slots[id.index()],
            )
        });
        for plane in
            others.chunk_by_mut(|a, b| slots.constants.type_of(*a) == slots.constants.type_of(*b))
        {
            let first_slot = slots.constant_slots[plane[0].index()];
            let mut first_other = 0;
            for index in 0..plane.len() {
                let string = matches!(
                    slots.constants.get(plane[index]).kind,
                    ConstantKind::Bytes(_)
                );
                if string {
                    plane.swap(index, first_other);
                    first_other += 1;
                }
            }
            for (id, slot) in plane.iter().zip(first_slot..) {
                slots.constant_slots[id.index()] = slot;
            }
        }
    }

    /// Moves the types that instructions can have before all others, by swapping each with the
    /// first other one.
    fn move_types(&mut self) {
        let slots = &mut self.slots;
        let primitive = slots.first_number as usize;
        if primitive + slots.new_types.len() < MANY_TYPES {
            return;
        }
        let mut first_other = 0;
        for index in 0..slots.new_types.len() {
            if slots.types.is_first_class(slots.new_types[index]) {
                slots.new_types.swap(index, first_other);
                first_other += 1;
            }
        }
        for (&ty, number) in slots.new_types.iter().zip(slots.first_number..) {
            slots.type_numbers[ty.index()] = number;
        }
    }
}

/// Named types in the order of their names.
pub(super) fn sorted_names<'n>(
    names: &'n Names,
    named: &[(Name, TypeId)],
) -> impl Iterator<Item = (&'n [u8], TypeId)> {
    let mut sorted: Vec<_> = (named.iter())
        .map(|&(name, ty)| (names.get(name), ty))
        .collect();
    sorted.sort_by_key(|&(name, _)| name);
    sorted.into_iter()
}
