//! Compares types with typed pointers, which are equal if their pointees are.

use std::collections::BTreeMap;

use crate::ids::TypeId;
use crate::module::Module;
use crate::types::Type;

/// The identity of a type: its form, and the classes of its components.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Itself(TypeId),
    Pointer(u32, u32),
    Vector(u32, u32, bool),
    Array(u32, u64),
    Struct(Vec<u32>, bool),
    Function(Vec<u32>, bool),
}

/// Classes of equal types.
#[derive(Default)]
pub(super) struct Classes {
    /// The class of each type so far, by id.
    classes: Vec<u32>,
    shapes: BTreeMap<Shape, u32>,
    /// A pointer type for each address space and pointee class.
    pointers: BTreeMap<(u32, u32), TypeId>,
}

impl Classes {
    /// Returns true if two types are equal.
    pub(super) fn are_equal(&mut self, module: &Module, lhs: TypeId, rhs: TypeId) -> bool {
        lhs == rhs || self.class(module, lhs) == self.class(module, rhs)
    }

    /// Returns the pointer type to a type.
    pub(super) fn pointer(&mut self, module: &mut Module, space: u32, pointee: TypeId) -> TypeId {
        let class = self.class(module, pointee);
        if let Some(&known) = self.pointers.get(&(space, class)) {
            return known;
        }
        let pointer = module.types.own_pointer(space);
        module.types.set_pointee(pointer, pointee);
        self.pointers.insert((space, class), pointer);
        self.update(module);
        pointer
    }

    fn class(&mut self, module: &Module, ty: TypeId) -> u32 {
        self.update(module);
        self.classes.get(ty.index()).copied().unwrap_or(u32::MAX)
    }

    /// Adds the types that were added to the module. The components of a type come before it,
    /// except for those of identified structs.
    fn update(&mut self, module: &Module) {
        let types = &module.types;
        while self.classes.len() < types.len() {
            let ty = TypeId::at(self.classes.len());
            let known = &self.classes;
            let of = |part: TypeId| known.get(part.index()).copied().unwrap_or(u32::MAX);
            let all = |parts: &[TypeId]| parts.iter().map(|&part| of(part)).collect::<Vec<_>>();
            let shape = match types.get(ty) {
                Type::Pointer(space) => match types.pointee(ty) {
                    Some(pointee) if pointee.index() < self.classes.len() => {
                        Shape::Pointer(space, of(pointee))
                    }
                    // The pointee of an opaque pointer, which is a primitive type.
                    Some(pointee) => Shape::Pointer(space, self.number(Shape::Itself(pointee))),
                    None => Shape::Itself(ty),
                },
                Type::Vector {
                    element,
                    length,
                    scalable,
                } => Shape::Vector(of(element), length, scalable),
                Type::Array { element, length } => Shape::Array(of(element), length),
                Type::Struct { fields, packed } => Shape::Struct(all(types.list(fields)), packed),
                Type::Function {
                    result,
                    parameters,
                    variadic,
                } => {
                    let mut parts = all(types.list(parameters));
                    parts.push(of(result));
                    Shape::Function(parts, variadic)
                }
                _ => Shape::Itself(ty),
            };
            let pointer = match shape {
                Shape::Pointer(space, class) => Some((space, class)),
                _ => None,
            };
            let class = self.number(shape);
            self.classes.push(class);
            if let Some(pointer) = pointer {
                self.pointers.entry(pointer).or_insert(ty);
            }
        }
    }

    /// The number of a shape.
    fn number(&mut self, shape: Shape) -> u32 {
        let next = u32::try_from(self.shapes.len()).unwrap_or(u32::MAX);
        *self.shapes.entry(shape).or_insert(next)
    }
}
