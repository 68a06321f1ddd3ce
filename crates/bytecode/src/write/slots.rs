//! The numbers of types and constants, and the walk that assigns them.
//!
//! The module's numbers are kept. The writer of functions works on a copy, changes it for one
//! function after the other, and resets it with [`Slots::restore`].

use crate::error::{Error, ErrorKind};
use crate::format::Features;
use crate::model::{ConstantId, ConstantKind, ConstantTable, Type, TypeId, TypeTable};

/// The number of an entry that has none yet.
pub(super) const NONE: u32 = u32::MAX;

/// The number of a type whose components are being visited.
const OPEN: u32 = u32::MAX - 1;

/// The numbers of types and constants.
#[derive(Clone)]
pub(super) struct Slots<'a> {
    pub(super) types: &'a TypeTable,
    pub(super) constants: &'a ConstantTable,
    pub(super) features: &'static Features,
    leaves: Option<&'a Leaves>,
    /// The number of each type.
    pub(super) type_numbers: Vec<u32>,
    /// The slot of each constant. In format 0, an address has this slot only inside of other
    /// constants, not as an operand.
    pub(super) constant_slots: Vec<u32>,
    /// Number of values in each plane, including its zero; 0 for an empty plane.
    pub(super) plane_sizes: Vec<u32>,
    /// Newly numbered derived types, in the order of their numbers.
    pub(super) new_types: Vec<TypeId>,
    /// Newly numbered constants, without implicit zeros.
    pub(super) new_constants: Vec<ConstantId>,
    /// Newly added implicit zeros, and the types whose planes they began.
    zeros: Vec<ConstantId>,
    zero_planes: Vec<TypeId>,
    /// The number of the first of the new types.
    pub(super) first_number: u32,
    open_types: Vec<(TypeId, usize)>,
    open_constants: Vec<(ConstantId, usize)>,
}

/// Constants that only format 0 needs as parts of others.
pub(super) struct Leaves {
    /// The zero of each primitive type that has one.
    zeros: [ConstantId; TypeId::LABEL.index()],
    /// All values of `ubyte` and `sbyte`.
    bytes: [Vec<ConstantId>; 2],
}

impl Leaves {
    /// Adds these constants to a table.
    pub(super) fn add_to(constants: &mut ConstantTable, types: &TypeTable) -> Leaves {
        let mut bytes = |ty| (0..256).map(|byte| constants.int(ty, byte)).collect();
        let bytes = [bytes(TypeId::UBYTE), bytes(TypeId::SBYTE)];
        let none = constants.bool(false);
        let zeros =
            std::array::from_fn(|ty| (constants.zero(types, TypeId(ty as u32))).unwrap_or(none));
        Leaves { zeros, bytes }
    }

    /// The constants for the elements of an array of bytes.
    fn bytes(&self, element: TypeId) -> &[ConstantId] {
        &self.bytes[usize::from(element == TypeId::SBYTE)]
    }
}

impl<'a> Slots<'a> {
    pub(super) fn new(
        types: &'a TypeTable,
        constants: &'a ConstantTable,
        leaves: Option<&'a Leaves>,
        features: &'static Features,
    ) -> Slots<'a> {
        let shift = features.type_plane.is_some() as u32;
        let mut type_numbers = vec![NONE; types.len()];
        for (ty, number) in (0..TypeId::FIRST_DERIVED.0).zip(&mut type_numbers) {
            *number = if ty < TypeId::LABEL.0 { ty } else { ty + shift };
        }
        Slots {
            types,
            constants,
            features,
            leaves,
            type_numbers,
            constant_slots: vec![NONE; constants.len()],
            plane_sizes: vec![0; types.len()],
            new_types: Vec::new(),
            new_constants: Vec::new(),
            zeros: Vec::new(),
            zero_planes: Vec::new(),
            first_number: TypeId::FIRST_DERIVED.0 + shift,
            open_types: Vec::new(),
            open_constants: Vec::new(),
        }
    }

    /// The number of the first derived type of the format.
    pub(super) fn first_derived(&self) -> u32 {
        TypeId::FIRST_DERIVED.0 + self.features.type_plane.is_some() as u32
    }

    /// Returns true if slot 0 of a plane holds an implicit zero.
    #[inline]
    pub(super) fn has_zero(&self, ty: TypeId) -> bool {
        if self.features.explicit_zeros {
            !ty.is_primitive()
        } else {
            ty != TypeId::VOID
                && ty != TypeId::LABEL
                && (self.features.opaque_null || !matches!(self.types.get(ty), Type::Opaque))
        }
    }

    /// Takes the next slot of a plane.
    #[inline]
    pub(super) fn add_value(&mut self, ty: TypeId) -> u32 {
        let has_zero = self.has_zero(ty);
        let size = &mut self.plane_sizes[ty.index()];
        let slot = (*size).max(u32::from(has_zero));
        *size = slot + 1;
        slot
    }

    /// Numbers types in a given order, and then their components.
    pub(super) fn add_types(&mut self, types: &[TypeId]) {
        for &ty in types {
            if self.type_numbers[ty.index()] == NONE {
                self.number_type(ty);
            }
        }
        for &ty in types {
            for component in self.types.components(ty) {
                self.add_type(component);
            }
        }
    }

    fn number_type(&mut self, ty: TypeId) {
        self.type_numbers[ty.index()] = self.first_number + self.new_types.len() as u32;
        self.new_types.push(ty);
    }

    /// Numbers a type and its components.
    #[inline]
    pub(super) fn add_type(&mut self, ty: TypeId) {
        if self.type_numbers[ty.index()] == NONE {
            self.add_new_type(ty);
        }
    }

    fn add_new_type(&mut self, ty: TypeId) {
        self.number_type(ty);
        self.open_types.push((ty, 0));
        while let Some((ty, next)) = self.open_types.last_mut() {
            let ty = *ty;
            let Some(component) = component(self.types, ty, *next) else {
                self.open_types.pop();
                if self.type_numbers[ty.index()] == OPEN {
                    self.number_type(ty);
                }
                continue;
            };
            *next += 1;
            if self.type_numbers[component.index()] == NONE {
                if self.features.post_order_types {
                    self.type_numbers[component.index()] = OPEN;
                } else {
                    self.number_type(component);
                }
                self.open_types.push((component, 0));
            }
        }
    }

    /// Numbers a constant and its parts.
    #[inline]
    pub(super) fn add_constant(&mut self, id: ConstantId) {
        if self.constant_slots[id.index()] == NONE {
            self.add_new_constant(id);
        }
    }

    fn add_new_constant(&mut self, id: ConstantId) {
        self.open_constants.push((id, 0));
        while let Some((id, next)) = self.open_constants.last_mut() {
            let (id, operand) = (*id, part(self.constants, *id, *next));
            *next += 1;
            if let Some(operand) = operand {
                if self.constant_slots[operand.index()] == NONE {
                    self.open_constants.push((operand, 0));
                }
                continue;
            }
            self.open_constants.pop();
            self.finish_constant(id);
        }
    }

    /// Numbers a constant whose parts are numbered.
    fn finish_constant(&mut self, id: ConstantId) {
        let constant = self.constants.get(id);
        if self.constants.is_zero(id) && self.has_zero(constant.ty) {
            self.add_zero(constant.ty);
            self.constant_slots[id.index()] = 0;
            self.zeros.push(id);
            return;
        }
        if let (ConstantKind::Bytes(bytes), Some(leaves)) = (constant.kind, self.leaves)
            && let Type::Array { element, .. } = self.types.get(constant.ty)
        {
            for &byte in self.constants.bytes(bytes) {
                self.add_leaf(leaves.bytes(element)[usize::from(byte)]);
            }
        }
        self.add_leaf(id);
    }

    /// Numbers a constant that has no numbered parts.
    fn add_leaf(&mut self, id: ConstantId) {
        if self.constant_slots[id.index()] != NONE {
            return;
        }
        let ty = self.constants.type_of(id);
        self.add_type(ty);
        self.constant_slots[id.index()] = self.add_value(ty);
        self.new_constants.push(id);
    }

    /// Ensures that the plane of a type has its implicit zero. In format 0 the zeros of an
    /// aggregate's parts are numbered before it.
    fn add_zero(&mut self, ty: TypeId) {
        let Some(leaves) = self.leaves else {
            self.add_zero_alone(ty);
            return;
        };
        let mut open = vec![(ty, 0)];
        while let Some((ty, next)) = open.last_mut() {
            let (ty, index) = (*ty, *next);
            *next += 1;
            // A recursive type already has its zero when the walk reaches it again.
            let is_done = index == 0 && !self.begin_zero(ty);
            let part = match self.types.get(ty) {
                _ if is_done => None,
                Type::Struct { fields } => self.types.list(fields).get(index).copied(),
                Type::Array { element, length } => (length > 0 && index == 0).then_some(element),
                _ => None,
            };
            match part {
                Some(part) if self.has_zero(part) => open.push((part, 0)),
                Some(part) => {
                    if let Some(&zero) = leaves.zeros.get(part.index()) {
                        self.add_leaf(zero);
                    }
                }
                None => {
                    open.pop();
                    self.add_type(ty);
                }
            }
        }
    }

    fn add_zero_alone(&mut self, ty: TypeId) {
        self.add_type(ty);
        self.begin_zero(ty);
    }

    /// Begins the plane of a type with its zero. Returns false if the plane is not empty.
    fn begin_zero(&mut self, ty: TypeId) -> bool {
        let is_new = self.plane_sizes[ty.index()] == 0;
        if is_new {
            self.plane_sizes[ty.index()] = 1;
            self.zero_planes.push(ty);
        }
        is_new
    }

    /// The slot of a constant as part of another constant or as an initialiser.
    pub(super) fn constant(&self, id: ConstantId) -> Result<u32, Error> {
        match self.constant_slots[id.index()] {
            NONE => Err(address_of_nothing(id)),
            slot => Ok(slot),
        }
    }

    /// Returns true if a constant is the address of a global or function.
    #[inline]
    pub(super) fn is_address(&self, id: ConstantId) -> bool {
        matches!(
            self.constants.get(id).kind,
            ConstantKind::Global(_) | ConstantKind::Function(_)
        )
    }

    /// The constants for the bytes of a type; `None` if bytes are written as strings.
    pub(super) fn byte_constants(&self, element: TypeId) -> Option<&'a [ConstantId]> {
        self.leaves.map(|leaves| leaves.bytes(element))
    }

    /// Starts the numbering of a function.
    pub(super) fn start_function(&mut self, module: &Slots) {
        self.first_number = module.first_number + module.new_types.len() as u32;
        self.new_types.clear();
        self.new_constants.clear();
        self.zeros.clear();
        self.zero_planes.clear();
    }

    /// Undoes the numbering since [`Slots::start_function`], except for arguments and results.
    pub(super) fn restore(&mut self, module: &Slots) {
        for &ty in &self.new_types {
            self.type_numbers[ty.index()] = NONE;
            self.plane_sizes[ty.index()] = 0;
        }
        for &id in self.new_constants.iter().chain(&self.zeros) {
            let ty = self.constants.type_of(id);
            self.constant_slots[id.index()] = module.constant_slots[id.index()];
            self.plane_sizes[ty.index()] = module.plane_sizes[ty.index()];
        }
        for &ty in &self.zero_planes {
            self.plane_sizes[ty.index()] = module.plane_sizes[ty.index()];
        }
    }
}

#[cold]
pub(super) fn address_of_nothing(id: ConstantId) -> Error {
    Error::new(
        ErrorKind::UndefinedConstant,
        format!("{id} is the address of a global that the module does not have"),
    )
}

/// The component of a type with an index.
fn component(types: &TypeTable, ty: TypeId, index: usize) -> Option<TypeId> {
    match types.get(ty) {
        Type::Function {
            result, parameters, ..
        } => match index.checked_sub(1) {
            None => Some(result),
            Some(index) => types.list(parameters).get(index).copied(),
        },
        Type::Struct { fields } => types.list(fields).get(index).copied(),
        Type::Array { element, .. } | Type::Packed { element, .. } => {
            (index == 0).then_some(element)
        }
        Type::Pointer { pointee } => (index == 0).then_some(pointee),
        _ => None,
    }
}

/// The operand of a constant with this index.
fn part(constants: &ConstantTable, id: ConstantId, index: usize) -> Option<ConstantId> {
    match constants.get(id).kind {
        ConstantKind::Array(list)
        | ConstantKind::Struct(list)
        | ConstantKind::Packed(list)
        | ConstantKind::Vector { operands: list, .. } => constants.list(list).get(index).copied(),
        ConstantKind::GetElementPtr { pointer, indices } => match index.checked_sub(1) {
            None => Some(pointer),
            Some(index) => constants.list(indices).get(index).copied(),
        },
        _ => constants.operands(id).nth(index),
    }
}
