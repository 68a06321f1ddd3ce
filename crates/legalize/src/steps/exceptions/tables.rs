//! The clauses of a program's landing pads, as data for the C++ library.
//!
//! * `__pnacl_eh_type_table`: the addresses of the `type_info`s that are caught, and
//!   null for what catches everything. The id of a type is its place, from 1.
//! * `__pnacl_eh_action_table`: pairs of `i32` that form lists of clauses: a clause, and the id of
//!   the rest of the list. The id of a list is the index of its first element, from 1; the empty
//!   list is 0. A clause is the id of a type to catch, or 0 for a cleanup, or -n for a filter.
//! * `__pnacl_eh_filter_table`: filter -n begins at place n, from 1: the ids of the types that may
//!   pass, and a 0 after the last one.
//!
//! Lists with the same tail share it.

use std::collections::HashMap;

use super::constant;
use crate::constants::define;
use crate::error::{ErrorKind, Fault, name_of};
use pinnacle_llvm::{
    Align, Body, Clause, ConstantId, ConstantKind, GlobalId, GlobalKind, InstructionKind, Linkage,
    Module, ThreadLocal, Type,
};

pub(crate) const TYPES: &[u8] = b"__pnacl_eh_type_table";
pub(crate) const ACTIONS: &[u8] = b"__pnacl_eh_action_table";
pub(crate) const FILTERS: &[u8] = b"__pnacl_eh_filter_table";
/// The number added to the ids of a library's lists.
pub(crate) const BASE: &[u8] = b"__pnacl_eh_base";
/// The innermost frame of the thread.
const STACK: &[u8] = b"__pnacl_eh_stack";

/// The tables under construction.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// True for the tables of a library. Its ids begin at the number that the program assigns when
    /// it loads the library, and the list of frames is the program's.
    pub(super) of_library: bool,
    types: Vec<ConstantId>,
    type_ids: HashMap<ConstantId, u32>,
    /// Pairs of a clause, as the bits of an `i32`, and the id of the rest of the list.
    actions: Vec<(u32, u32)>,
    action_ids: HashMap<(u32, u32), u32>,
    filters: Vec<u32>,
    filter_ids: HashMap<Vec<u32>, u32>,
    /// The clauses of filters, by the array of types.
    known_filters: HashMap<ConstantId, u32>,
}

impl Tables {
    /// Returns the id of a type to catch.
    pub(super) fn type_id(&mut self, ty: ConstantId) -> u32 {
        let types = &mut self.types;
        *self.type_ids.entry(ty).or_insert_with(|| {
            types.push(ty);
            types.len() as u32
        })
    }

    /// Returns the id of the clause list for a landing pad.
    pub(super) fn clauses(
        &mut self,
        module: &mut Module,
        body: &Body,
        pad: &InstructionKind,
    ) -> Result<u32, Fault> {
        let &InstructionKind::LandingPad { cleanup, clauses } = pad else {
            return Ok(0);
        };
        let mut list = if cleanup { self.action(0, 0) } else { 0 };
        for &clause in body.clauses(clauses).iter().rev() {
            let clause = match clause {
                Clause::Catch(ty) => self.type_id(constant(ty)?),
                Clause::Filter(types) => self.filter(module, constant(types)?)?,
            };
            list = self.action(clause, list);
        }
        Ok(list)
    }

    fn action(&mut self, clause: u32, rest: u32) -> u32 {
        let actions = &mut self.actions;
        *self.action_ids.entry((clause, rest)).or_insert_with(|| {
            actions.push((clause, rest));
            actions.len() as u32
        })
    }

    /// Returns the clause for a filter that lets these types pass.
    fn filter(&mut self, module: &mut Module, types: ConstantId) -> Result<u32, Fault> {
        if let Some(&known) = self.known_filters.get(&types) {
            return Ok(known);
        }
        let list = module.constants.get(types);
        let mut ids = Vec::new();
        match list.kind {
            ConstantKind::Aggregate(elements) => {
                for &element in module.constants.list(elements) {
                    ids.push(self.type_id(element));
                }
            }
            // Several nulls are equivalent to one.
            ConstantKind::Zero => {
                if let Type::Array { element, length } = module.types.get(list.ty)
                    && length > 0
                {
                    let null = module.zero(element);
                    ids.push(self.type_id(null));
                }
            }
            _ => {
                return Err(ErrorKind::BadInstruction
                    .fault("the filter of a landing pad is not an array of types"));
            }
        }
        let clause = match self.filter_ids.get(&ids) {
            Some(&known) => known,
            None => self.new_filter(ids),
        };
        self.known_filters.insert(types, clause);
        Ok(clause)
    }

    fn new_filter(&mut self, ids: Vec<u32>) -> u32 {
        let place = self.filters.len() as u32 + 1;
        self.filters.extend_from_slice(&ids);
        self.filters.push(0);
        let clause = place.wrapping_neg();
        self.filter_ids.insert(ids, clause);
        clause
    }

    /// Defines the tables and the list of frames that the program declares.
    pub(super) fn define(&self, module: &mut Module) -> Result<(), Fault> {
        let pointer = module.types.pointer();
        let i32 = module.types.integer(32);
        let pair = module.types.literal_struct(&[i32, i32], false);
        if let Some(table) = self.declared(module, TYPES)? {
            define_array(module, table, pointer, &self.types);
        }
        if let Some(table) = self.declared(module, ACTIONS)? {
            let mut action = |&(clause, rest): &(u32, u32)| {
                let [clause, rest] = [clause, rest].map(|it| module.int(32, it.into()));
                module.constants.aggregate(pair, &[clause, rest])
            };
            let actions: Vec<ConstantId> = self.actions.iter().map(&mut action).collect();
            define_array(module, table, pair, &actions);
        }
        if let Some(table) = self.declared(module, FILTERS)? {
            let filters = self.filters.iter().copied();
            let filters: Vec<ConstantId> = filters.map(|it| module.int(32, it.into())).collect();
            define_array(module, table, i32, &filters);
        }
        if !self.of_library
            && let Some(stack) = self.declared(module, STACK)?
        {
            define_stack(module, stack);
        }
        Ok(())
    }

    /// Returns the symbol if the program declares it and it must be defined here.
    fn declared(&self, module: &Module, name: &[u8]) -> Result<Option<GlobalId>, Fault> {
        let Some(id) = module.find_global(name) else {
            return Ok(None);
        };
        match module.global(id).kind {
            GlobalKind::Variable {
                initializer: None, ..
            } => Ok(Some(id)),
            // The module went through this step before, or this is the list of frames.
            GlobalKind::Variable { .. } if self.actions.is_empty() || name == STACK => Ok(None),
            _ => Err(ErrorKind::BadGlobal.fault(format!(
                "`{}` is an exception table; it must be a variable that is declared but not \
                     defined",
                name_of(module, id)
            ))),
        }
    }
}

fn define_array(
    module: &mut Module,
    id: GlobalId,
    element: pinnacle_llvm::TypeId,
    elements: &[ConstantId],
) {
    let ty = module.types.array(element, elements.len() as u64);
    let value = if elements.is_empty() {
        module.zero(ty)
    } else {
        module.constants.aggregate(ty, elements)
    };
    module.global_mut(id).ty = ty;
    define(module, id, value, true, Align::from_exponent(2));
}

fn define_stack(module: &mut Module, id: GlobalId) {
    let null = module.null();
    let pointer = module.types.pointer();
    let global = module.global_mut(id);
    global.ty = pointer;
    global.linkage = Linkage::Internal;
    global.thread_local = ThreadLocal::GeneralDynamic;
    global.align = Align::from_exponent(2);
    if let GlobalKind::Variable { initializer, .. } = &mut global.kind {
        *initializer = Some(null);
    }
}

/// Returns the list of frames. Adds it if the program does not refer to it.
pub(super) fn stack(module: &mut Module, of_library: bool) -> GlobalId {
    module.find_global(STACK).unwrap_or_else(|| {
        let pointer = module.types.pointer();
        let id = module.add_variable(STACK, pointer, None);
        match of_library {
            true => module.global_mut(id).thread_local = ThreadLocal::GeneralDynamic,
            false => define_stack(module, id),
        }
        id
    })
}

/// Declares the tables of a library, and the number that is added to the ids of its lists.
pub(super) fn declare(module: &mut Module) -> GlobalId {
    let pointer = module.types.pointer();
    for name in [TYPES, ACTIONS, FILTERS] {
        if module.find_global(name).is_none() {
            module.add_variable(name, pointer, None);
        }
    }
    let word = module.types.integer(32);
    let zero = module.int(32, 0);
    let base = module.add_variable(BASE, word, Some(zero));
    module.global_mut(base).linkage = Linkage::Internal;
    base
}
