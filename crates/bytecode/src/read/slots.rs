//! Slots: how values are numbered.
//!
//! Each type number has a plane, in which values are numbered from zero. First comes the null value
//! (unless the format writes zeros of that type), then globals and functions, then constants of the
//! module. In a function its arguments, its own constants and its results follow.
//!
//! Planes belong to type numbers, not to types. If two numbers mean the same type, a value whose
//! type is derived from something else is in the plane of the lowest number.

use super::types::undefined_type_without_place;
use crate::error::{Error, ErrorKind};
use crate::format::Features;
use crate::model::{ConstantId, Module, Type, TypeId, TypeTable, Value};
use std::ops::Range;

/// Marks a slot that holds no constant.
pub(crate) const NO_CONSTANT: ConstantId = ConstantId(u32::MAX);
/// Marks a type that has no plane.
pub(crate) const NO_PLANE: u32 = u32::MAX;

/// The data shared by all functions: types, and the module's part of every plane.
pub(crate) struct Planes {
    pub(crate) features: &'static Features,
    /// The type of each number of the module.
    pub(crate) type_ids: Vec<TypeId>,
    /// The types in constant pools of functions, one function after the other.
    pub(crate) local_type_ids: Vec<TypeId>,
    /// For each type, the lowest number that the module gives it.
    pub(crate) plane_of: Vec<u32>,
    /// For each type its null value.
    pub(crate) zeros: Vec<ConstantId>,
    /// Start of each plane in `values`, and the end of the last one.
    pub(crate) starts: Vec<u32>,
    pub(crate) values: Vec<ConstantId>,
    /// The arguments of functions: type and number, sorted, one function type
    /// after the other.
    pub(crate) arguments: Vec<(TypeId, u32)>,
    /// The packed types of `uint` with their lengths, sorted.
    pub(crate) masks: Vec<(u32, TypeId)>,
}

impl Planes {
    /// The packed type of `length` elements of `uint`, if it exists.
    pub(crate) fn mask_type(&self, length: u32) -> Option<TypeId> {
        let place = self
            .masks
            .binary_search_by_key(&length, |&(of, _)| of)
            .ok()?;
        Some(self.masks[place].1)
    }

    /// The module's part of the plane of a number, without the null value.
    pub(crate) fn of_module(&self, number: u32) -> Range<usize> {
        match self.starts.get(number as usize..number as usize + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The constant in a slot of a plane of the module.
    pub(crate) fn constant(&self, number: u32, slot: u32) -> Option<ConstantId> {
        let ty = self.type_ids.get(number as usize)?;
        let nulls = usize::from(self.has_implicit_null(number));
        let found = match (slot as usize).checked_sub(nulls) {
            None => self.zeros[ty.index()],
            Some(place) => *self.values[self.of_module(number)].get(place)?,
        };
        (found != NO_CONSTANT).then_some(found)
    }

    /// Returns true if slot 0 of a plane holds an implicit null value.
    pub(crate) fn has_implicit_null(&self, number: u32) -> bool {
        has_implicit_null(self.features, number)
            && (self.features.opaque_null || self.has_zero(number))
    }

    /// Returns true if the type with a number has a null value. Function types have no values at
    /// all, so among the others only opaque types have none.
    fn has_zero(&self, number: u32) -> bool {
        let ty = self.type_ids.get(number as usize);
        ty.is_none_or(|ty| self.zeros[ty.index()] != NO_CONSTANT)
    }

    /// Returns those arguments of a function that have a given type.
    pub(crate) fn arguments_of_type(&self, function: &Range<u32>, ty: TypeId) -> Range<usize> {
        let all = &self.arguments[function.start as usize..function.end as usize];
        let start = all.partition_point(|&(of, _)| of < ty);
        let count = all[start..].partition_point(|&(of, _)| of == ty);
        let start = function.start as usize + start;
        start..start + count
    }
}

/// Returns true if slot 0 of a plane holds an implicit null value.
pub(crate) fn has_implicit_null(features: &Features, number: u32) -> bool {
    if features.explicit_zeros {
        number >= TypeId::FIRST_DERIVED.0
    } else {
        number != TypeId::VOID.0 && number != TypeId::LABEL.0
    }
}

/// For each type, the lowest of its numbers.
pub(crate) fn lowest_numbers(type_ids: &[TypeId], types: usize) -> Vec<u32> {
    let mut lowest = vec![NO_PLANE; types];
    for (number, id) in type_ids.iter().enumerate().rev() {
        lowest[id.index()] = number as u32;
    }
    lowest
}

/// The packed types of `uint` with their lengths, sorted.
pub(crate) fn masks(types: &TypeTable) -> Vec<(u32, TypeId)> {
    let mut masks: Vec<_> = (types.derived())
        .filter_map(|ty| match types.get(ty) {
            Type::Packed {
                element: TypeId::UINT,
                length,
            } => Some((length, ty)),
            _ => None,
        })
        .collect();
    masks.sort_unstable();
    masks
}

/// The null value of each type.
pub(crate) fn zeros(module: &mut Module) -> Vec<ConstantId> {
    let types = 0..module.types.len() as u32;
    types
        .map(|ty| {
            let zero = module.constants.zero(&module.types, TypeId(ty));
            zero.unwrap_or(NO_CONSTANT)
        })
        .collect()
}

/// The parameters of each type of the functions with bodies, sorted by type, as
/// a list in `arguments`.
pub(crate) fn sort_arguments(
    module: &Module,
    functions: impl Iterator<Item = TypeId>,
    arguments: &mut Vec<(TypeId, u32)>,
) -> Vec<Range<u32>> {
    const UNKNOWN: u32 = u32::MAX;
    // For each type the place of its range, made when there is a function.
    let mut places = Vec::new();
    let mut ranges: Vec<Range<u32>> = Vec::new();
    functions
        .map(|address_type| {
            if places.is_empty() {
                places = vec![UNKNOWN; module.types.len()];
            }
            let place = &mut places[address_type.index()];
            if *place == UNKNOWN {
                let start = arguments.len();
                if let Some((_, parameters, _)) = module.signature_of(address_type) {
                    arguments.extend(parameters.iter().copied().zip(0..));
                }
                arguments[start..].sort_unstable();
                *place = ranges.len() as u32;
                ranges.push(start as u32..arguments.len() as u32);
            }
            ranges[*place as usize].clone()
        })
        .collect()
}

/// The module's part of a function's plane.
#[derive(Clone, Debug)]
enum FromModule {
    /// A range of [`Planes::values`].
    All(Range<usize>),
    /// A range of [`Scope::compacted`].
    Compacted(Range<usize>),
}

/// A plane in a function.
struct Plane {
    number: u32,
    /// The null value in slot 0, or [`NO_CONSTANT`] if the type has none. `None` if there is no
    /// such slot.
    null: Option<ConstantId>,
    module: FromModule,
    arguments: Range<usize>,
    /// Number of slots before `values`: the null value, the module's part and the arguments.
    before: usize,
    /// The function's constants and results.
    values: Vec<Value>,
}

/// The content of a slot.
pub(crate) enum Slot {
    /// A value that is already defined.
    Value(Value),
    /// A value that is defined later.
    Later,
    /// Slot 0 of a type that has no null value.
    NoNull,
}

/// The planes of the current function. Memory is reused from one function to the next. Leaving a
/// function takes time proportional to what it used.
#[derive(Default)]
pub(crate) struct Scope {
    /// For each number the plane in `planes`, counting from 1; 0 for none.
    index: Vec<u32>,
    planes: Vec<Plane>,
    used: usize,
    /// The lowest number of each type in this function.
    plane_of: Vec<u32>,
    changed: Vec<TypeId>,
    local_types: Range<usize>,
    arguments: Range<u32>,
    /// The types in a compaction table, primitive ones first, each with its number in the module.
    /// If empty, the module's numbers are used.
    compacted_types: Vec<(TypeId, u32)>,
    /// The entries of the compaction table, plane after plane.
    compacted: Vec<ConstantId>,
}

impl Scope {
    /// Begins a function with types of its own, a range of
    /// [`Planes::local_type_ids`], and arguments, a range of
    /// [`Planes::arguments`].
    pub(crate) fn enter(
        &mut self,
        planes: &Planes,
        local_types: Range<usize>,
        arguments: Range<u32>,
    ) {
        self.leave(planes);
        if self.plane_of.is_empty() {
            self.plane_of.clone_from(&planes.plane_of);
        }
        self.arguments = arguments;
        let first = planes.type_ids.len() as u32;
        for (number, &ty) in (first..).zip(&planes.local_type_ids[local_types.clone()]) {
            // The function's own numbers take precedence, and among those the lowest.
            let place = &mut self.plane_of[ty.index()];
            if !ty.is_primitive() && (*place < first || *place == NO_PLANE) {
                *place = number;
                self.changed.push(ty);
            }
        }
        self.local_types = local_types;
    }

    fn leave(&mut self, planes: &Planes) {
        for ty in self.changed.drain(..) {
            self.plane_of[ty.index()] = planes.plane_of[ty.index()];
        }
        for plane in &mut self.planes[..self.used] {
            self.index[plane.number as usize] = 0;
            plane.values.clear();
        }
        self.used = 0;
        self.compacted_types.clear();
        self.compacted.clear();
    }

    /// The type with a number.
    #[inline]
    pub(crate) fn type_at(&self, planes: &Planes, number: u32) -> Result<TypeId, Error> {
        let found = if self.compacted_types.is_empty() {
            match planes.type_ids.get(number as usize) {
                Some(&ty) => Some(ty),
                None => {
                    let place = number as usize - planes.type_ids.len();
                    planes.local_type_ids[self.local_types.clone()]
                        .get(place)
                        .copied()
                }
            }
        } else {
            self.compacted_types.get(number as usize).map(|&(ty, _)| ty)
        };
        found.ok_or_else(|| undefined_type_without_place(number))
    }

    /// The number of the plane that values of a type are in.
    #[inline]
    pub(crate) fn plane_of(&self, ty: TypeId) -> Result<u32, Error> {
        let number = self.plane_of[ty.index()];
        if number == NO_PLANE {
            return Err(unreachable_type());
        }
        if !self.compacted_types.is_empty() {
            // The module's numbers do not apply here; the table's do.
            match self.compacted_types.get(number as usize) {
                Some(&(found, _)) if found == ty => {}
                _ => return Err(unreachable_type()),
            }
        }
        Ok(number)
    }

    /// Adds a type to the compaction table. The first one gets the number after the primitive
    /// types.
    pub(crate) fn add_compacted_type(&mut self, planes: &Planes, number: u32) -> Result<(), Error> {
        let Some(&ty) = planes.type_ids.get(number as usize) else {
            return Err(undefined_type_without_place(number));
        };
        if self.compacted_types.is_empty() {
            let primitives = (0..TypeId::FIRST_DERIVED.0).map(|number| (TypeId(number), number));
            self.compacted_types.extend(primitives);
        }
        let local = self.compacted_types.len() as u32;
        self.compacted_types.push((ty, number));
        let place = self.plane_of[ty.index()] as usize;
        let before = self.compacted_types[..local as usize].get(place);
        if before.is_none_or(|&(found, _)| found != ty) {
            self.plane_of[ty.index()] = local;
            self.changed.push(ty);
        }
        Ok(())
    }

    /// Checks that all parameters have types in the compaction table.
    pub(crate) fn check_arguments(&self, planes: &Planes) -> Result<(), Error> {
        if self.compacted_types.is_empty() {
            return Ok(());
        }
        let range = self.arguments.start as usize..self.arguments.end as usize;
        let mut rest = &planes.arguments[range];
        // One step for each distinct type. All of them are in the table, so there are at most as
        // many steps as entries.
        while let Some(&(ty, _)) = rest.first() {
            self.plane_of(ty)?;
            rest = &rest[rest.partition_point(|&(of, _)| of == ty)..];
        }
        Ok(())
    }

    /// Begins a plane whose module part comes from the compaction table. Returns false if the plane
    /// was begun before.
    pub(crate) fn begin_compacted(&mut self, planes: &Planes, number: u32) -> Result<bool, Error> {
        if self.index.get(number as usize).is_some_and(|&at| at != 0) {
            return Ok(false);
        }
        let at = self.begin(planes, number)?;
        let start = self.compacted.len();
        let plane = &mut self.planes[at];
        if let FromModule::All(all) = &plane.module {
            plane.before -= all.len();
        }
        plane.module = FromModule::Compacted(start..start);
        Ok(true)
    }

    /// Adds an entry to the plane of the compaction table that was begun last.
    pub(crate) fn add_compacted(&mut self, value: ConstantId) {
        self.compacted.push(value);
        let plane = &mut self.planes[self.used - 1];
        if let FromModule::Compacted(range) = &mut plane.module {
            range.end += 1;
            plane.before += 1;
        }
    }

    /// Returns the module's number for a number that may come from a compaction table.
    pub(crate) fn module_number(&self, number: u32) -> u32 {
        match self.compacted_types.get(number as usize) {
            Some(&(_, number)) => number,
            None => number,
        }
    }

    /// The plane of a number, as an index of `planes`.
    #[inline]
    fn plane(&mut self, planes: &Planes, number: u32) -> Result<usize, Error> {
        match self.index.get(number as usize) {
            Some(&at) if at != 0 => Ok(at as usize - 1),
            _ => self.begin(planes, number),
        }
    }

    #[inline(never)]
    fn begin(&mut self, planes: &Planes, number: u32) -> Result<usize, Error> {
        let ty = self.type_at(planes, number)?;
        let at = self.used;
        if self.index.len() <= number as usize {
            self.index.resize(number as usize + 1, 0);
        }
        self.index[number as usize] = at as u32 + 1;
        self.used += 1;
        let module_number = self.module_number(number);
        let has_null = planes.has_implicit_null(module_number);
        let arguments = match self.plane_of(ty) {
            Ok(plane) if plane == number => planes.arguments_of_type(&self.arguments, ty),
            _ => 0..0,
        };
        let module = planes.of_module(module_number);
        let mut plane = Plane {
            number,
            null: has_null.then(|| planes.zeros[ty.index()]),
            before: usize::from(has_null) + module.len() + arguments.len(),
            module: FromModule::All(module),
            arguments,
            values: Vec::new(),
        };
        match self.planes.get_mut(at) {
            Some(old) => {
                plane.values = std::mem::take(&mut old.values);
                *old = plane;
            }
            None => self.planes.push(plane),
        }
        Ok(at)
    }

    /// Numbers the next value of a plane.
    #[inline]
    pub(crate) fn add(&mut self, planes: &Planes, number: u32, value: Value) -> Result<(), Error> {
        let at = self.plane(planes, number)?;
        self.planes[at].values.push(value);
        Ok(())
    }

    /// The contents of a slot.
    #[inline]
    pub(crate) fn get(&mut self, planes: &Planes, number: u32, slot: u32) -> Result<Slot, Error> {
        let at = self.plane(planes, number)?;
        let plane = &self.planes[at];
        // Most operands are results of instructions.
        match (slot as usize).checked_sub(plane.before) {
            Some(place) => Ok(match plane.values.get(place) {
                Some(&value) => Slot::Value(value),
                None => Slot::Later,
            }),
            None => Ok(self.get_before(planes, plane, slot)),
        }
    }

    /// The contents of a slot before the function's own constants and results.
    fn get_before(&self, planes: &Planes, plane: &Plane, slot: u32) -> Slot {
        let mut place = slot as usize;
        if let Some(null) = plane.null {
            if place == 0 {
                return match null {
                    NO_CONSTANT => Slot::NoNull,
                    null => Slot::Value(Value::Constant(null)),
                };
            }
            place -= 1;
        }
        let constants = match &plane.module {
            FromModule::All(range) => &planes.values[range.clone()],
            FromModule::Compacted(range) => &self.compacted[range.clone()],
        };
        if let Some(&constant) = constants.get(place) {
            return Slot::Value(Value::Constant(constant));
        }
        place -= constants.len();
        let (_, argument) = planes.arguments[plane.arguments.start + place];
        Slot::Value(Value::Argument(argument))
    }
}

#[cold]
fn unreachable_type() -> Error {
    Error::new(
        ErrorKind::UndefinedType,
        "the compaction table of this function lacks the type that is needed here",
    )
}
