//! Reproduces the order of types and constants of the original freezer.
//!
//! The freezer counted how often operands and results have each type, and sorted the types by
//! descending count. Types with equal counts are in the order in which they were found: first those
//! of functions, then those of parameters and instructions. A type comes after the types that it
//! consists of. The constants of a function are sorted by type, then by descending number of uses,
//! then by first use.
//!
//! [`Program::with_ordered_constants`](crate::decode::Program::with_ordered_constants) finds an
//! order that makes the file smaller.

use crate::function::Function;
use crate::ids::{FuncId, TypeId, ValueId};
use crate::inst::Inst;
use crate::module::Module;
use crate::types::{Signature, Type, TypeDef};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Reorders the types of a module and the constants of its bodies.
pub(crate) fn reorder(module: &mut Module, functions: &mut [Function]) {
    let mut census = Census::default();
    for function in &module.functions {
        if let Some(def) = module.types.get(function.ty.index()) {
            census.count(def);
        }
    }
    for function in functions.iter() {
        for &ty in &function.local_types()[..function.param_count() as usize] {
            census.value(ty);
        }
    }
    for function in functions.iter() {
        for inst in function.insts() {
            census.inst(module, function, inst);
        }
    }
    let types = census.by_frequency();
    let ids: HashMap<&TypeDef, u32> = types.iter().zip(0..).collect();
    for function in &mut module.functions {
        let def = module.types.get(function.ty.index());
        if let Some(&id) = def.and_then(|def| ids.get(def)) {
            function.ty = TypeId(id);
        }
    }
    let rank = |ty: Type| ids.get(&TypeDef::Value(ty)).copied().unwrap_or(u32::MAX);
    for function in functions {
        if let Some(numbers) = constant_numbers(function, rank) {
            *function = function.reorder_constants(&numbers);
        }
    }
    module.types = types;
}

/// The types in the order in which they were found, and their counts.
#[derive(Default)]
struct Census {
    list: Vec<TypeDef>,
    counts: Vec<u64>,
    places: HashMap<TypeDef, usize>,
}

impl Census {
    /// Counts a type. The types that a new type consists of are counted before it.
    fn count(&mut self, def: &TypeDef) {
        if let Some(&place) = self.places.get(def) {
            self.counts[place] += 1;
            return;
        }
        match def {
            TypeDef::Value(ty) if ty.is_vector() => self.value(ty.element()),
            TypeDef::Value(_) => {}
            TypeDef::Function(signature) => {
                self.value(signature.result);
                signature.params.iter().for_each(|&param| self.value(param));
            }
        }
        self.places.insert(def.clone(), self.list.len());
        self.list.push(def.clone());
        self.counts.push(1);
    }

    fn value(&mut self, ty: Type) {
        self.count(&TypeDef::Value(ty));
    }

    /// Counts the types of an instruction's operands and of its result. For an address, the type
    /// that it points to is counted.
    fn inst(&mut self, module: &Module, function: &Function, inst: &Inst) {
        let mut result = Type::Void;
        match *inst {
            Inst::Load { ty, .. } => {
                self.value(ty);
                result = ty;
            }
            Inst::Store { value, .. } => {
                let ty = function.value_type(value);
                self.value(ty);
                self.value(ty);
            }
            Inst::Alloca { size, .. } => {
                self.value(function.value_type(size));
                result = Type::I8;
            }
            _ => function.for_each_operand(inst, |value| self.value(function.value_type(value))),
        }
        match *inst {
            Inst::Cast { ty, .. } | Inst::Phi { ty, .. } => result = ty,
            Inst::Binary { lhs, .. } => result = function.value_type(lhs),
            Inst::Compare { lhs, .. } => {
                result = function.value_type(lhs).comparison_result();
            }
            Inst::Select { if_true, .. } => result = function.value_type(if_true),
            Inst::ExtractElement { vector, .. } => result = function.value_type(vector).element(),
            Inst::InsertElement { vector, .. } => result = function.value_type(vector),
            Inst::Call { callee, .. } => {
                self.callee(module, callee);
                result = module.signature(callee).result;
            }
            Inst::CallIndirect { ty, operands, .. } => {
                let (_, arguments) = function.callee_and_args(operands);
                let params = arguments
                    .iter()
                    .map(|&word| function.value_type(ValueId(word)));
                self.count(&TypeDef::Function(Signature {
                    result: ty,
                    params: params.collect(),
                }));
                result = ty;
            }
            _ => {}
        }
        self.value(result);
    }

    fn callee(&mut self, module: &Module, callee: FuncId) {
        self.count(&TypeDef::Function(module.signature(callee).clone()));
    }

    /// Returns the types by descending count, each after the types that it consists of.
    fn by_frequency(&self) -> Vec<TypeDef> {
        let mut places: Vec<usize> = (0..self.list.len()).collect();
        places.sort_by_key(|&place| Reverse(self.counts[place]));
        let mut ordered = Census::default();
        for place in places {
            ordered.count(&self.list[place]);
        }
        ordered.list
    }
}

/// Returns the new number of each constant of a function, or `None` if it has fewer than two.
fn constant_numbers(function: &Function, rank: impl Fn(Type) -> u32) -> Option<Vec<u32>> {
    let count = function.constants().len();
    if count < 2 {
        return None;
    }
    let first = function.first_local() + function.param_count();
    let mut uses = vec![0u64; count];
    // Unused constants are sorted to the end.
    let mut first_uses = vec![usize::MAX; count];
    let mut time = 0;
    let mut visit = |value: ValueId| {
        let place = value.0.wrapping_sub(first) as usize;
        if let Some(count) = uses.get_mut(place) {
            *count += 1;
            first_uses[place] = first_uses[place].min(time);
            time += 1;
        }
    };
    for inst in function.insts() {
        match *inst {
            Inst::Store { address, value, .. } => {
                visit(value);
                visit(address);
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => [condition, if_true, if_false]
                .into_iter()
                .for_each(&mut visit),
            _ => function.for_each_operand(inst, &mut visit),
        }
    }
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by_key(|&place| {
        let ty = function.constants()[place].ty;
        (rank(ty), Reverse(uses[place]), first_uses[place])
    });
    let mut numbers = vec![0; count];
    for (new, &old) in (0..).zip(&places) {
        numbers[old] = new;
    }
    Some(numbers)
}
