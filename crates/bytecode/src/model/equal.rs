//! Equality of modules.
//!
//! Types and constants have different numbers in the two modules, so equality is a pairing: each
//! type of one module corresponds to one type of the other. Types are unique in their tables. Two
//! types are therefore equal exactly if assuming so leads to no contradiction.
//!
//! A pair is recorded before its components are compared, so recursive types terminate. Components
//! wait on a work list, so deep types need no recursion.

use super::{
    Body, Constant, ConstantId, ConstantKind, Function, Global, Inst, Module, Name, Names, Type,
    TypeId, Value,
};

const NONE: u32 = u32::MAX;

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        Pairing::new(self, other).modules()
    }
}

/// The pairs found so far.
struct Pairing<'a> {
    a: &'a Module,
    b: &'a Module,
    types: Pairs,
    constants: Pairs,
}

/// A one-to-one relation of numbers.
struct Pairs {
    forward: Vec<u32>,
    backward: Vec<u32>,
    waiting: Vec<(u32, u32)>,
}

impl Pairs {
    fn new(a: usize, b: usize) -> Pairs {
        Pairs {
            forward: vec![NONE; a],
            backward: vec![NONE; b],
            waiting: Vec::new(),
        }
    }

    /// Records that two ids correspond. Returns false if one of them corresponds to another.
    fn pair(&mut self, a: u32, b: u32) -> bool {
        let (to, from) = (
            &mut self.forward[a as usize],
            &mut self.backward[b as usize],
        );
        if *to == NONE && *from == NONE {
            (*to, *from) = (b, a);
            self.waiting.push((a, b));
            return true;
        }
        *to == b && *from == a
    }
}

impl<'a> Pairing<'a> {
    fn new(a: &'a Module, b: &'a Module) -> Pairing<'a> {
        Pairing {
            a,
            b,
            types: Pairs::new(a.types.len(), b.types.len()),
            constants: Pairs::new(a.constants.len(), b.constants.len()),
        }
    }

    fn modules(&mut self) -> bool {
        let (a, b) = (self.a, self.b);
        a.target == b.target
            && a.assembly == b.assembly
            && a.globals.len() == b.globals.len()
            && a.functions.len() == b.functions.len()
            && self.type_names((&a.names, &a.type_names), (&b.names, &b.type_names))
            && (a.globals.iter().zip(&b.globals)).all(|(a, b)| self.globals(a, b))
            && (a.functions.iter().zip(&b.functions)).all(|(a, b)| self.functions(a, b))
    }

    fn type_names(
        &mut self,
        (a_names, a): (&Names, &[(Name, TypeId)]),
        (b_names, b): (&Names, &[(Name, TypeId)]),
    ) -> bool {
        if a.len() != b.len() {
            return false;
        }
        let mut a: Vec<_> = a
            .iter()
            .map(|&(name, ty)| (a_names.get(name), ty))
            .collect();
        let mut b: Vec<_> = b
            .iter()
            .map(|&(name, ty)| (b_names.get(name), ty))
            .collect();
        a.sort_unstable_by_key(|&(name, _)| name);
        b.sort_unstable_by_key(|&(name, _)| name);
        (a.into_iter().zip(b))
            .all(|((a, a_type), (b, b_type))| a == b && self.types(a_type, b_type))
    }

    fn globals(&mut self, a: &Global, b: &Global) -> bool {
        self.a.names.get(a.name) == self.b.names.get(b.name)
            && a.linkage == b.linkage
            && a.constant == b.constant
            && a.alignment == b.alignment
            && self.a.names.get(a.section) == self.b.names.get(b.section)
            && self.types(a.address_type, b.address_type)
            && match (a.initializer, b.initializer) {
                (None, None) => true,
                (Some(a), Some(b)) => self.constants(a, b),
                _ => false,
            }
    }

    fn functions(&mut self, a: &Function, b: &Function) -> bool {
        self.a.names.get(a.name) == self.b.names.get(b.name)
            && a.linkage == b.linkage
            && (a.convention, a.alignment) == (b.convention, b.alignment)
            && self.a.names.get(a.section) == self.b.names.get(b.section)
            && self.types(a.address_type, b.address_type)
            && match (&a.body, &b.body) {
                (None, None) => true,
                (Some(a), Some(b)) => self.bodies(a, b),
                _ => false,
            }
    }

    fn bodies(&mut self, a: &Body, b: &Body) -> bool {
        a.inst_count() == b.inst_count()
            && a.block_count() == b.block_count()
            && a.blocks().all(|block| {
                a.block_range(block) == b.block_range(block)
                    && a.block_name(block) == b.block_name(block)
            })
            && (0..a.argument_names.len().max(b.argument_names.len()) as u32)
                .all(|argument| a.argument_name(argument) == b.argument_name(argument))
            && self.type_names((&a.names, &a.type_names), (&b.names, &b.type_names))
            && (0..a.inst_count() as u32).map(super::InstId).all(|id| {
                a.inst_name(id) == b.inst_name(id)
                    && self.types(a.result_type(id), b.result_type(id))
                    && self.insts(a, a.inst(id), b, b.inst(id))
            })
    }

    /// Returns true if two instructions are the same except for their result types.
    fn insts(&mut self, a: &Body, a_inst: &Inst, b: &Body, b_inst: &Inst) -> bool {
        let same_shape = match (*a_inst, *b_inst) {
            (Inst::VaNext { argument: a, .. }, Inst::VaNext { argument: b, .. }) => {
                self.types(a, b)
            }
            (Inst::Phi { incoming: a_list }, Inst::Phi { incoming: b_list }) => {
                let (a, b) = (a.incoming(a_list), b.incoming(b_list));
                a.iter()
                    .map(|incoming| incoming.block)
                    .eq(b.iter().map(|incoming| incoming.block))
            }
            (a, b) => (a.operation(), a.numbers()) == (b.operation(), b.numbers()),
        };
        if !same_shape {
            return false;
        }
        let (mut a_blocks, mut b_blocks) = (Vec::new(), Vec::new());
        a.for_each_successor(a_inst, |block| a_blocks.push(block));
        b.for_each_successor(b_inst, |block| b_blocks.push(block));
        let (mut a_values, mut b_values) = (Vec::new(), Vec::new());
        a.for_each_operand(a_inst, |value| a_values.push(value));
        b.for_each_operand(b_inst, |value| b_values.push(value));
        a_blocks == b_blocks
            && a_values.len() == b_values.len()
            && a_values.into_iter().zip(b_values).all(|pair| match pair {
                (Value::Constant(a), Value::Constant(b)) => self.constants(a, b),
                (a, b) => a == b,
            })
    }

    /// Pairs two types and all of their components.
    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        if !self.types.pair(a.0, b.0) {
            return false;
        }
        while let Some((a, b)) = self.types.waiting.pop() {
            let (a, b) = (TypeId(a), TypeId(b));
            let same_shape = match (self.a.types.get(a), self.b.types.get(b)) {
                (
                    Type::Function {
                        varargs: a_varargs,
                        parameters: a_list,
                        ..
                    },
                    Type::Function {
                        varargs: b_varargs,
                        parameters: b_list,
                        ..
                    },
                ) => a_varargs == b_varargs && a_list.len() == b_list.len(),
                (Type::Struct { fields: a }, Type::Struct { fields: b }) => a.len() == b.len(),
                (Type::Array { length: a, .. }, Type::Array { length: b, .. })
                | (Type::Packed { length: a, .. }, Type::Packed { length: b, .. }) => a == b,
                (Type::Pointer { .. }, Type::Pointer { .. }) | (Type::Opaque, Type::Opaque) => true,
                _ => a == b,
            };
            let mut components = self.a.types.components(a).zip(self.b.types.components(b));
            if !same_shape || !components.all(|(a, b)| self.types.pair(a.0, b.0)) {
                return false;
            }
        }
        true
    }

    /// Pairs two constants and all of their parts.
    fn constants(&mut self, a: ConstantId, b: ConstantId) -> bool {
        if !self.constants.pair(a.0, b.0) {
            return false;
        }
        while let Some((a, b)) = self.constants.waiting.pop() {
            let (a, b) = (ConstantId(a), ConstantId(b));
            let (a_constant, b_constant) = (self.a.constants.get(a), self.b.constants.get(b));
            if !self.types(a_constant.ty, b_constant.ty)
                || !self.same_kind(a_constant, b_constant)
                || self.a.constants.operands(a).count() != self.b.constants.operands(b).count()
            {
                return false;
            }
            let mut operands = (self.a.constants.operands(a)).zip(self.b.constants.operands(b));
            if !operands.all(|(a, b)| self.constants.pair(a.0, b.0)) {
                return false;
            }
        }
        true
    }

    /// Returns true if two constants are the same except for types and operands.
    fn same_kind(&self, a: Constant, b: Constant) -> bool {
        match (a.kind, b.kind) {
            (ConstantKind::Bool(a), ConstantKind::Bool(b)) => a == b,
            (ConstantKind::Int(a), ConstantKind::Int(b))
            | (ConstantKind::Double(a), ConstantKind::Double(b)) => a == b,
            (ConstantKind::Float(a), ConstantKind::Float(b)) => a == b,
            (ConstantKind::Bytes(a), ConstantKind::Bytes(b)) => {
                self.a.constants.bytes(a) == self.b.constants.bytes(b)
            }
            (
                ConstantKind::InlineAsm {
                    bytes: a,
                    text: a_text,
                    side_effects: a_effects,
                },
                ConstantKind::InlineAsm {
                    bytes: b,
                    text: b_text,
                    side_effects: b_effects,
                },
            ) => {
                a_effects == b_effects
                    && self.a.constants.asm_parts(a, a_text)
                        == self.b.constants.asm_parts(b, b_text)
            }
            (ConstantKind::Vector { op: a, .. }, ConstantKind::Vector { op: b, .. }) => a == b,
            (ConstantKind::Global(a), ConstantKind::Global(b)) => a == b,
            (ConstantKind::Function(a), ConstantKind::Function(b)) => a == b,
            (ConstantKind::Binary { op: a, .. }, ConstantKind::Binary { op: b, .. }) => a == b,
            (ConstantKind::Shift { op: a, .. }, ConstantKind::Shift { op: b, .. }) => a == b,
            (a, b) => std::mem::discriminant(&a) == std::mem::discriminant(&b),
        }
    }
}
