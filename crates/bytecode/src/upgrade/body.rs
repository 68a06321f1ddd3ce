//! The state of a body under construction, and access to the operands of its instructions.

use std::collections::{BTreeMap, HashMap, HashSet};

use pinnacle_llvm as ir;
use pinnacle_llvm::Value;

use super::cannot;
use super::code::{Code, Index, Typed};
use super::intrinsic::Intrinsic;
use crate::error::Error;
use crate::model::{self, BlockId, ConstantId, ConstantKind, FunctionId, InstId, TypeId};

/// A body under construction.
pub(super) struct Body<'c, 'a, 'm> {
    pub(super) code: Code<'c, 'a, 'm>,
    pub(super) old: &'a model::Body,
    pub(super) function: FunctionId,
    /// The function's result, its parameters, and true if it is variadic.
    pub(super) result: TypeId,
    pub(super) parameters: Vec<TypeId>,
    pub(super) variadic: bool,
    /// The new value of each old instruction, once it exists or is reserved.
    pub(super) values: Vec<Option<Value>>,
    /// The new ids reserved for instructions that are used before they are made.
    pub(super) places: HashMap<InstId, ir::LocalId>,
    pub(super) names: HashSet<Vec<u8>>,
    pub(super) blocks: Vec<ir::BlockId>,
    /// For each block that ends with an invoke, the landing block that catches its exceptions.
    pub(super) landings: Vec<Option<ir::BlockId>>,
    /// For each block, its incoming edges: the old predecessor and the new one.
    pub(super) edges: Vec<Vec<(Option<BlockId>, ir::BlockId)>>,
    /// Constants that a block computes for phis of its successors.
    pub(super) phi_constants: BTreeMap<(BlockId, ConstantId), ir::LocalId>,
    /// Facts about lists of variable arguments.
    pub(super) lists: Lists,
    /// Landing blocks whose invoke was just made, and their destinations.
    pub(super) land_later: Vec<(ir::BlockId, ir::BlockId)>,
}

/// Facts about the lists in a body.
#[derive(Default)]
pub(super) struct Lists {
    /// True for each value that is a variable argument list: parameters first, then instructions.
    /// Empty if there are none.
    pub(super) known: Vec<bool>,
    /// Instructions whose list object is allocated once, in the entry block.
    pub(super) objects: HashMap<InstId, Option<Value>>,
    /// True if the body contains `vaarg`, which needs the object `reader`.
    pub(super) reading: bool,
    pub(super) reader: Option<Value>,
    /// Number of lists passed to calls. Each needs a copy.
    pub(super) passed: usize,
    pub(super) copies: Vec<Value>,
}

impl Body<'_, '_, '_> {
    /// An error at an instruction of the body.
    pub(super) fn at(&self, error: Error, inst: InstId) -> Error {
        error.in_function(self.function, Some(inst))
    }

    /// Returns the cases of a switch. If two have the same number, only the first one counts.
    pub(super) fn cases(
        &mut self,
        cases: model::List<model::Case>,
        ty: TypeId,
    ) -> Result<Vec<(ir::ConstantId, BlockId)>, Error> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for case in self.old.cases(cases) {
            // An expression would need code, and no block has begun.
            let constants = &self.code.upgrade.old.constants;
            let is_number = |id: ConstantId| {
                id.index() < constants.len()
                    && matches!(constants.get(id).kind, ConstantKind::Int(_))
            };
            if !matches!(case.value, model::Value::Constant(id) if is_number(id)) {
                return Err(cannot("a case that is not a number"));
            }
            let typed = self.typed(case.value)?;
            self.code.upgrade.same(typed.ty, ty, "a case")?;
            match typed.value {
                Value::Constant(constant)
                    if super::globals::is_number(self.code.builder.module, constant, ty) =>
                {
                    if seen.insert(constant) {
                        found.push((constant, case.target));
                    }
                }
                _ => return Err(cannot("a case that is not a number")),
            }
        }
        Ok(found)
    }

    /// The type that an operand had.
    pub(super) fn old_type(&self, value: model::Value) -> Result<TypeId, Error> {
        let exists = match value {
            model::Value::Constant(id) => id.index() < self.code.upgrade.constants.len(),
            model::Value::Inst(id) => id.index() < self.old.inst_count(),
            model::Value::Argument(number) => (number as usize) < self.parameters.len(),
        };
        let module = self.code.upgrade.old;
        let ty = module.type_of(self.function, self.old, value);
        ty.filter(|_| exists)
            .ok_or_else(|| cannot("an operand that does not exist"))
    }

    /// Returns an operand: its upgraded value, and its original type.
    pub(super) fn typed(&mut self, value: model::Value) -> Result<Typed, Error> {
        let ty = self.old_type(value)?;
        let value = match value {
            model::Value::Constant(id) => self.code.constant(id)?,
            model::Value::Argument(number) => self.code.builder.parameter(number as usize),
            model::Value::Inst(id) => match self.values[id.index()] {
                Some(value) => value,
                None => {
                    let new = self.code.upgrade.value_type(ty)?;
                    let place = self.code.builder.reserve(new);
                    self.places.insert(id, place);
                    self.values[id.index()] = Some(place.into());
                    place.into()
                }
            },
        };
        Ok(Typed { value, ty })
    }

    /// Returns an operand, which must have the given type.
    pub(super) fn of_type(
        &mut self,
        value: model::Value,
        ty: TypeId,
        what: &str,
    ) -> Result<Value, Error> {
        let typed = self.typed(value)?;
        self.code.upgrade.same(typed.ty, ty, what)?;
        Ok(typed.value)
    }

    /// Returns the indices of a `getelementptr`.
    pub(super) fn indices(&mut self, list: model::List<model::Value>) -> Result<Vec<Index>, Error> {
        let mut indices = Vec::with_capacity(list.len());
        for &value in self.old.values(list) {
            let constant = match value {
                model::Value::Constant(id) => Some(id),
                _ => None,
            };
            indices.push(Index {
                typed: self.typed(value)?,
                constant,
            });
        }
        Ok(indices)
    }

    /// Returns the function that is called, if the callee is a function or a cast of one.
    pub(super) fn known_callee(&self, callee: model::Value) -> Option<FunctionId> {
        let model::Value::Constant(mut id) = callee else {
            return None;
        };
        let constants = &self.code.upgrade.old.constants;
        if id.index() >= constants.len() {
            return None;
        }
        // Each constant consists only of earlier ones, so this ends.
        loop {
            match constants.get(id).kind {
                ConstantKind::Function(function) => return Some(function),
                ConstantKind::Cast(value) if value < id => id = value,
                _ => return None,
            }
        }
    }

    /// The intrinsic that a callee is.
    pub(super) fn intrinsic_of(&self, callee: model::Value) -> Option<Intrinsic> {
        let function = self.known_callee(callee)?;
        *self.code.upgrade.names.intrinsics.get(function.index())?
    }
}
