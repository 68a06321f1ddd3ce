//! Initialisers of variables, and the constructor for those that are no longer constant.

use std::collections::HashMap;

use pinnacle_llvm as ir;
use pinnacle_llvm::{ConstantKind as NewKind, GepFlags};

use super::code::Code;
use super::constants::Translation;
use super::{MAX_EXPANSIONS, Upgrade, about, cannot, refused};
use crate::error::Error;
use crate::model::{ConstantId, ConstantKind, GlobalId, TypeId};

/// A variable whose initial value the constructor completes.
struct Late {
    global: ir::GlobalId,
    ty: ir::TypeId,
    initializer: ConstantId,
}

impl Upgrade<'_> {
    /// Sets the initial values of variables.
    pub(super) fn initialize(&mut self, new: &mut ir::Module) -> Result<(), Error> {
        let old = self.old;
        let mut late = Vec::new();
        let mut constructors = None;
        for (index, variable) in old.globals.iter().enumerate() {
            let (Some(initializer), Some(global)) =
                (variable.initializer, self.names.variables[index])
            else {
                continue;
            };
            let name = old.names.get(variable.name);
            let named = |error: Error| about("the initialiser of", name, &error);
            if self.constructor_list(GlobalId(index as u32)).is_some() {
                self.constructors(new, global, initializer).map_err(named)?;
                if name == b"llvm.global_ctors" {
                    constructors = Some(global);
                }
                continue;
            }
            self.pointee(variable.address_type)
                .and_then(|ty| self.same(old.constants.type_of(initializer), ty, "it"))
                .map_err(named)?;
            let (constant, is_late) = self.initial_value(new, initializer).map_err(named)?;
            if is_late {
                let ty = new.global(global).ty;
                late.push(Late {
                    global,
                    ty,
                    initializer,
                });
            }
            new.global_mut(global).kind = ir::GlobalKind::Variable {
                initializer: Some(constant),
                constant: variable.constant && !is_late,
                externally_initialized: false,
                attributes: ir::AttributeSetId::EMPTY,
            };
        }
        if !late.is_empty() {
            let constructor = self.constructor(new, &late)?;
            add_constructor(new, constructors, constructor);
        }
        Ok(())
    }

    /// Returns the initial value of a variable, and true if the constructor must complete it.
    fn initial_value(
        &self,
        new: &mut ir::Module,
        initializer: ConstantId,
    ) -> Result<(ir::ConstantId, bool), Error> {
        match self.constants[initializer.index()] {
            Translation::Constant(constant) => Ok((constant, false)),
            Translation::Nothing => Err(refused("today's LLVM cannot express it")),
            Translation::Code => Ok((self.with_zeros(new, initializer)?, true)),
        }
    }

    /// Returns a constant with zeros for the parts that must be computed.
    fn with_zeros(&self, new: &mut ir::Module, id: ConstantId) -> Result<ir::ConstantId, Error> {
        let old = self.old;
        let aggregate = |id: ConstantId| match old.constants.get(id).kind {
            ConstantKind::Array(list) | ConstantKind::Struct(list) => {
                Some(old.constants.list(list))
            }
            _ => None,
        };
        let is_code = |id: ConstantId| matches!(self.constants[id.index()], Translation::Code);
        // The aggregates inside the constant, to be rebuilt in the order of their ids.
        let mut needed = std::collections::BTreeSet::from([id]);
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            for &part in aggregate(id).unwrap_or(&[]) {
                if is_code(part) && needed.insert(part) {
                    waiting.push(part);
                }
            }
        }
        let mut made = HashMap::new();
        for &id in &needed {
            let ty = self.memory_type(old.constants.type_of(id))?;
            let constant = match aggregate(id) {
                None => new.zero(ty),
                Some(parts) => {
                    let mut new_parts = Vec::with_capacity(parts.len());
                    for part in parts {
                        new_parts.push(match self.constants[part.index()] {
                            Translation::Constant(constant) => constant,
                            _ => *made.get(part).ok_or_else(|| cannot("an initialiser"))?,
                        });
                    }
                    new.constants.aggregate(ty, &new_parts)
                }
            };
            made.insert(id, constant);
        }
        made.remove(&id).ok_or_else(|| cannot("an initialiser"))
    }

    /// Upgrades a list of constructors or destructors. Current LLVM has a third field in its
    /// entries.
    fn constructors(
        &mut self,
        new: &mut ir::Module,
        global: ir::GlobalId,
        initializer: ConstantId,
    ) -> Result<(), Error> {
        let old = self.old;
        let mut entries = Vec::new();
        if let ConstantKind::Array(list) = old.constants.get(initializer).kind {
            for &element in old.constants.list(list) {
                let ConstantKind::Struct(fields) = old.constants.get(element).kind else {
                    continue;
                };
                let &[priority, function] = old.constants.list(fields) else {
                    continue;
                };
                if old.constants.is_zero(function) {
                    continue;
                }
                let pair = (
                    self.constants[priority.index()],
                    self.constants[function.index()],
                );
                let (Translation::Constant(priority), Translation::Constant(function)) = pair
                else {
                    return Err(cannot(
                        "a list of constructors that is not a constant array",
                    ));
                };
                entries.push(entry(new, priority, function));
            }
        }
        set_list(new, global, &entries);
        Ok(())
    }

    /// Makes the function that stores the values that are no longer constant.
    fn constructor(&mut self, new: &mut ir::Module, late: &[Late]) -> Result<ir::GlobalId, Error> {
        let old = self.old;
        let void = new.types.void();
        let ty = new.types.function(void, &[], false);
        let function = self.own_function(new, "llvm1.initialize", ty);
        let mut builder = ir::FunctionBuilder::new(new, function);
        let entry = builder.block(b"");
        builder.start(entry);
        let mut code = Code {
            upgrade: self,
            builder,
            expanded: HashMap::new(),
        };
        for late in late {
            // The values to store, with the indices that lead to them.
            let zero = code.builder.module.int(64, 0);
            let mut waiting = vec![(late.initializer, vec![zero])];
            while let Some((id, path)) = waiting.pop() {
                code.upgrade.expansions += path.len();
                if code.upgrade.expansions > MAX_EXPANSIONS {
                    return Err(cannot(
                        "a module whose initialisers have more parts than can be computed",
                    ));
                }
                let constant = old.constants.get(id);
                let (list, width) = match constant.kind {
                    ConstantKind::Array(list) => (list, 64),
                    ConstantKind::Struct(list) => (list, 32),
                    _ => {
                        code.store(late, id, &path)?;
                        continue;
                    }
                };
                for (number, &part) in old.constants.list(list).iter().enumerate().rev() {
                    if matches!(code.upgrade.constants[part.index()], Translation::Code) {
                        let index = code.builder.module.int(width, number as u64);
                        let mut path = path.clone();
                        path.push(index);
                        waiting.push((part, path));
                    }
                }
            }
        }
        code.builder.ret(None);
        code.builder.finish();
        Ok(function)
    }
}

impl Code<'_, '_, '_> {
    /// Computes a part of an initialiser and stores it.
    fn store(&mut self, late: &Late, id: ConstantId, path: &[ir::ConstantId]) -> Result<(), Error> {
        let value = self.constant(id)?;
        let module = &mut *self.builder.module;
        let mut address = module.address_of(late.global);
        if path.len() > 1 {
            let pointer = module.types.pointer();
            let operands: Vec<_> = [address].iter().chain(path).copied().collect();
            let flags = GepFlags::INBOUNDS;
            address = module
                .constants
                .get_element_ptr(pointer, late.ty, flags, &operands);
        }
        self.builder.store(value, address.into(), false);
        Ok(())
    }
}

/// An entry of a list of constructors: a priority, a function and a null pointer.
fn entry(
    new: &mut ir::Module,
    priority: ir::ConstantId,
    function: ir::ConstantId,
) -> ir::ConstantId {
    let (int, pointer) = (new.types.integer(32), new.types.pointer());
    let ty = new.types.literal_struct(&[int, pointer, pointer], false);
    let null = new.null();
    new.constants.aggregate(ty, &[priority, function, null])
}

/// Sets the value of a variable to a list of constructors.
fn set_list(new: &mut ir::Module, global: ir::GlobalId, entries: &[ir::ConstantId]) {
    let (int, pointer) = (new.types.integer(32), new.types.pointer());
    let element = new.types.literal_struct(&[int, pointer, pointer], false);
    let ty = new.types.array(element, entries.len() as u64);
    let list = new.constants.aggregate(ty, entries);
    let variable = new.global_mut(global);
    variable.ty = ty;
    variable.linkage = ir::Linkage::Appending;
    variable.kind = ir::GlobalKind::Variable {
        initializer: Some(list),
        constant: false,
        externally_initialized: false,
        attributes: ir::AttributeSetId::EMPTY,
    };
}

/// Adds a function to the constructors, to be called before all others.
fn add_constructor(new: &mut ir::Module, list: Option<ir::GlobalId>, function: ir::GlobalId) {
    let first = new.int(32, 0);
    let address = new.address_of(function);
    let mut entries = vec![entry(new, first, address)];
    let global = match list {
        Some(global) => {
            if let ir::GlobalKind::Variable {
                initializer: Some(list),
                ..
            } = new.global(global).kind
                && let NewKind::Aggregate(list) = new.constants.get(list).kind
            {
                entries.extend_from_slice(new.constants.list(list));
            }
            global
        }
        None => {
            let ty = new.types.integer(32);
            new.add_variable(b"llvm.global_ctors", ty, None)
        }
    };
    set_list(new, global, &entries);
}

/// Returns true if a constant can be the case of a switch: an integer.
pub(super) fn is_number(new: &ir::Module, constant: ir::ConstantId, ty: TypeId) -> bool {
    (ty.is_integer() || ty == TypeId::BOOL)
        && matches!(new.constants.get(constant).kind, NewKind::Bits(_))
}
