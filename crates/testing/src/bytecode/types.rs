//! Random types.

use super::Generator;
use crate::random::Choices;
use pinnacle_bytecode::model::{Type, TypeGraph, TypeId};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Array,
    Pointer,
    Function,
    Opaque,
}

const NUMBERS_AND_BOOL: [TypeId; 11] = [
    TypeId::BOOL,
    TypeId::UBYTE,
    TypeId::SBYTE,
    TypeId::USHORT,
    TypeId::SHORT,
    TypeId::UINT,
    TypeId::INT,
    TypeId::ULONG,
    TypeId::LONG,
    TypeId::FLOAT,
    TypeId::DOUBLE,
];

impl Generator {
    /// Makes the types of the module, and groups them by their possible uses.
    pub(super) fn types(&mut self) {
        let count = 2 + self.random.index(self.size.types);
        let kinds: Vec<_> = (0..count)
            .map(|_| {
                *self.random.pick(&[
                    Kind::Struct,
                    Kind::Struct,
                    Kind::Array,
                    Kind::Pointer,
                    Kind::Pointer,
                    Kind::Pointer,
                    Kind::Function,
                    Kind::Opaque,
                ])
            })
            .collect();
        let mut graph = TypeGraph::new();
        for (index, &kind) in kinds.iter().enumerate() {
            match kind {
                Kind::Struct => {
                    let fields: Vec<_> = (0..self.random.index(5))
                        .map(|_| self.part(&kinds[..index]))
                        .collect();
                    graph.structure(&fields)
                }
                Kind::Array => {
                    let element = self.part(&kinds[..index]);
                    graph.array(element, self.random.small_index(6) as u32)
                }
                Kind::Pointer => {
                    let pointee = self.anything(count);
                    graph.pointer(pointee)
                }
                Kind::Function => {
                    let result = match self.random.index(3) {
                        0 => TypeId::VOID,
                        _ => self.value_type(&kinds),
                    };
                    let parameters: Vec<_> = (0..self.random.index(5))
                        .map(|_| self.value_type(&kinds))
                        .collect();
                    graph.function(result, &parameters, self.random.one_in(3))
                }
                Kind::Opaque => graph.opaque(),
            };
        }
        let Ok((types, ids)) = graph.unify() else {
            return;
        };
        self.module.types = types;
        self.name_types(&ids);
        let types = &mut self.module.types;
        types.pointer_to(TypeId::SBYTE);
        let procedure = types.function(TypeId::VOID, &[], false);
        types.pointer_to(procedure);
        self.sort_types();
    }

    /// Returns a type that can be a component. Only earlier entries are used, so no type contains
    /// itself.
    fn part(&mut self, earlier: &[Kind]) -> TypeId {
        let index = self.random.index(earlier.len());
        match earlier.get(index) {
            Some(Kind::Struct | Kind::Array | Kind::Pointer) if !self.random.one_in(3) => {
                TypeId(TypeId::FIRST_DERIVED.0 + index as u32)
            }
            _ => *self.random.pick(&NUMBERS_AND_BOOL),
        }
    }

    fn anything(&mut self, count: usize) -> TypeId {
        match self.random.index(4) {
            0 => *self.random.pick(&NUMBERS_AND_BOOL),
            _ => TypeId(TypeId::FIRST_DERIVED.0 + self.random.index(count) as u32),
        }
    }

    fn value_type(&mut self, kinds: &[Kind]) -> TypeId {
        let index = self.random.index(kinds.len());
        match kinds[index] {
            Kind::Pointer => TypeId(TypeId::FIRST_DERIVED.0 + index as u32),
            _ => *self.random.pick(&NUMBERS_AND_BOOL),
        }
    }

    fn name_types(&mut self, ids: &[TypeId]) {
        for (place, &id) in ids.iter().enumerate() {
            // In text, opaque types can only be distinguished by name.
            let needs_name = self.plain_names && matches!(self.module.types.get(id), Type::Opaque);
            if needs_name {
                self.names += 1;
                let name = format!("opaque{}", self.names);
                self.module.name_type(name.as_bytes(), id);
            } else if place < 50 && !id.is_primitive() && self.random.one_in(3) {
                let name = self.name();
                if !name.is_empty() {
                    self.module.name_type(&name, id);
                }
            }
        }
    }

    fn sort_types(&mut self) {
        self.sized = NUMBERS_AND_BOOL.to_vec();
        self.first_class = NUMBERS_AND_BOOL.to_vec();
        for id in self.module.types.derived() {
            match self.module.types.get(id) {
                Type::Pointer { .. } => {
                    self.first_class.push(id);
                    self.sized.push(id);
                }
                Type::Struct { .. } | Type::Array { .. } => self.sized.push(id),
                Type::Function { .. } => self.signatures.push(id),
                _ => {}
            }
        }
    }
}
