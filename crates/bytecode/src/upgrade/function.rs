//! Bodies of functions: blocks, phis, names, and the order in which things
//! are made.
//!
//! Blocks and instructions are taken in their order. A value that is used
//! before it is made gets a place at once and becomes what is made later, or a
//! copy of it where nothing is made (a cast that changes nothing today).
//!
//! Edges are counted anew, since a switch may lose cases that it had twice,
//! and an invoke reaches its second block by way of a landing block. An entry
//! block that something branches to gets another one before it.

use std::collections::{BTreeMap, HashMap, HashSet};

use pinnacle_llvm as ir;
use pinnacle_llvm::Value;

use super::code::{Code, Index, Typed};
use super::constants::Translation;
use super::names::{clean, make_unique};
use super::varargs::Lists;
use super::{Upgrade, cannot};
use crate::error::Error;
use crate::model::{self, BlockId, ConstantId, FunctionId, Inst, InstId, Type, TypeId};

/// A body while it is made.
pub(super) struct Body<'c, 'a, 'm> {
    pub(super) code: Code<'c, 'a, 'm>,
    pub(super) old: &'a model::Body,
    pub(super) function: FunctionId,
    /// What the function returns, its parameters, and whether more may follow.
    pub(super) result: TypeId,
    pub(super) parameters: Vec<TypeId>,
    pub(super) variadic: bool,
    /// What each instruction became, or the place that it has.
    values: Vec<Option<Value>>,
    /// The places of instructions that were used before they were made.
    places: HashMap<InstId, ir::LocalId>,
    names: HashSet<Vec<u8>>,
    pub(super) blocks: Vec<ir::BlockId>,
    /// The landing block of each block that ends with an invoke.
    pub(super) landings: Vec<Option<ir::BlockId>>,
    /// The edges into each block: from which old block, and from which new one.
    edges: Vec<Vec<(Option<BlockId>, ir::BlockId)>>,
    /// Constants that a block has to compute for phis of its successors.
    phi_constants: BTreeMap<(BlockId, ConstantId), ir::LocalId>,
    /// What is known of lists of variable arguments.
    pub(super) lists: Lists,
    /// Landing blocks of which the invoke was just made, and where they go.
    pub(super) land_later: Vec<(ir::BlockId, ir::BlockId)>,
}

impl Upgrade<'_> {
    /// Gives a function its body, if it has one.
    pub(super) fn define(&mut self, new: &mut ir::Module, id: FunctionId) -> Result<(), Error> {
        let old = self.old;
        let function = &old.functions[id.index()];
        let Some(body) = &function.body else {
            return Ok(());
        };
        let Some(global) = self.names.functions[id.index()] else {
            return Ok(());
        };
        let Type::Function {
            result,
            parameters,
            varargs,
        } = old.types.get(self.pointee(function.address_type)?)
        else {
            return Err(cannot("a function whose type is not that of a function"));
        };
        let builder = ir::FunctionBuilder::new(new, global);
        let code = Code {
            upgrade: self,
            builder,
            expanded: HashMap::new(),
        };
        let mut body = Body {
            code,
            old: body,
            function: id,
            result,
            parameters: old.types.list(parameters).to_vec(),
            variadic: varargs,
            values: vec![None; body.inst_count()],
            places: HashMap::new(),
            names: HashSet::new(),
            blocks: Vec::new(),
            landings: vec![None; body.block_count()],
            edges: vec![Vec::new(); body.block_count()],
            phi_constants: BTreeMap::new(),
            lists: Lists::default(),
            land_later: Vec::new(),
        };
        body.make()?;
        body.code.builder.finish();
        Ok(())
    }
}

impl Body<'_, '_, '_> {
    fn make(&mut self) -> Result<(), Error> {
        let old = self.old;
        self.check_blocks()?;
        for argument in 0..self.parameters.len() {
            let name = self.unique(old.argument_name(argument as u32));
            let value = self.code.builder.parameter(argument);
            self.code.builder.set_name(value, &name);
        }
        for block in old.blocks() {
            let name = self.unique(old.block_name(block));
            let new = self.code.builder.block(&name);
            self.blocks.push(new);
        }
        for block in old.blocks() {
            let last = self.last(block);
            if matches!(old.inst(last), Inst::Invoke { .. }) {
                self.landings[block.index()] = Some(self.code.builder.block(b""));
            }
        }
        self.find_edges()?;
        self.find_lists()?;
        self.prepare_phis()?;
        let entered_again = !self.edges[0].is_empty();
        if entered_again {
            let entry = self.code.builder.block(b"");
            self.edges[0].push((None, entry));
            self.code.builder.start(entry);
            self.make_lists();
            self.code.builder.branch(self.blocks[0]);
        }
        for block in old.blocks() {
            self.code.builder.start(self.blocks[block.index()]);
            self.code.expanded.clear();
            if block.index() == 0 && !entered_again {
                self.make_lists();
            }
            self.block(block)?;
        }
        Ok(())
    }

    /// The last instruction of a block that has one.
    fn last(&self, block: BlockId) -> InstId {
        InstId(self.old.block_range(block).end as u32 - 1)
    }

    /// Blocks end where they end and branch to where there is something.
    fn check_blocks(&self) -> Result<(), Error> {
        let old = self.old;
        if old.block_count() == 0 {
            return Err(cannot("a body without blocks"));
        }
        for block in old.blocks() {
            let range = old.block_range(block);
            if range.is_empty() || !old.inst(self.last(block)).is_terminator() {
                return Err(cannot("a block that does not end"));
            }
            let mut phis = true;
            for id in old.block_insts(block) {
                let inst = old.inst(id);
                let here = |message| Err(cannot(message).in_function(self.function, Some(id)));
                if inst.is_terminator() && id != self.last(block) {
                    return here("an instruction behind the end of its block");
                }
                phis &= matches!(inst, Inst::Phi { .. });
                if !phis && matches!(inst, Inst::Phi { .. }) {
                    return here("a phi behind other instructions");
                }
                let mut inside = true;
                old.for_each_successor(inst, |to| inside &= to.index() < old.block_count());
                if let Inst::Phi { incoming } = *inst {
                    let list = old.incoming(incoming);
                    inside &= list
                        .iter()
                        .all(|edge| edge.block.index() < old.block_count());
                }
                if !inside {
                    return here("a block that does not exist");
                }
            }
        }
        Ok(())
    }

    /// A name of a value or block that no other one has; empty if it has none.
    fn unique(&mut self, name: &[u8]) -> Vec<u8> {
        let mut name = clean(name);
        if !name.is_empty() {
            make_unique(&mut name, |name| self.names.contains(name));
            self.names.insert(name.clone());
        }
        name
    }

    /// The cases of a switch, each number once; the first one counts.
    pub(super) fn cases(
        &mut self,
        cases: model::List<model::Case>,
        ty: TypeId,
    ) -> Result<Vec<(ir::ConstantId, BlockId)>, Error> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for case in self.old.cases(cases) {
            // Expressions would have to be computed, and no block is begun.
            let constants = &self.code.upgrade.old.constants;
            let is_number = |id: ConstantId| {
                id.index() < constants.len()
                    && matches!(constants.get(id).kind, model::ConstantKind::Int(_))
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

    /// Finds out where control comes from, by the rules of today.
    fn find_edges(&mut self) -> Result<(), Error> {
        let old = self.old;
        for block in old.blocks() {
            let last = self.last(block);
            let from = self.blocks[block.index()];
            let mut targets = Vec::new();
            match *old.inst(last) {
                Inst::Switch {
                    value,
                    default,
                    cases,
                } => {
                    let ty = self.old_type(value).map_err(|error| self.at(error, last))?;
                    targets.push((default, from));
                    let cases = self
                        .cases(cases, ty)
                        .map_err(|error| self.at(error, last))?;
                    targets.extend(cases.into_iter().map(|(_, to)| (to, from)));
                }
                Inst::Invoke { normal, unwind, .. } => {
                    targets.push((normal, from));
                    targets.push((unwind, self.landings[block.index()].unwrap_or(from)));
                }
                _ => old.for_each_successor(old.inst(last), |to| targets.push((to, from))),
            }
            for (to, from) in targets {
                self.edges[to.index()].push((Some(block), from));
            }
        }
        Ok(())
    }

    fn at(&self, error: Error, inst: InstId) -> Error {
        error.in_function(self.function, Some(inst))
    }

    /// Phis of blocks that nothing leads to are zero; constants that phis need
    /// and that have to be computed get a place in the block before.
    fn prepare_phis(&mut self) -> Result<(), Error> {
        let old = self.old;
        for block in old.blocks() {
            for id in old.block_insts(block) {
                let Inst::Phi { incoming } = *old.inst(id) else {
                    break;
                };
                let result = old.result_type(id);
                let ty = self
                    .code
                    .upgrade
                    .value_type(result)
                    .map_err(|error| self.at(error, id))?;
                if self.edges[block.index()].is_empty() {
                    let zero = self.code.builder.module.zero(ty);
                    self.values[id.index()] = Some(zero.into());
                    continue;
                }
                for edge in old.incoming(incoming) {
                    if let model::Value::Constant(constant) = edge.value
                        && let Some(Translation::Code) =
                            self.code.upgrade.constants.get(constant.index())
                    {
                        let builder = &mut self.code.builder;
                        (self.phi_constants.entry((edge.block, constant)))
                            .or_insert_with(|| builder.reserve(ty));
                    }
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId) -> Result<(), Error> {
        let old = self.old;
        for id in old.block_insts(block) {
            let inst = old.inst(id);
            let made = if inst.is_terminator() {
                self.compute_for_phis(block)
                    .and_then(|()| self.instruction(block, id))
            } else {
                self.instruction(block, id)
            };
            made.map_err(|error| self.at(error, id))?;
        }
        self.land();
        Ok(())
    }

    /// Computes the constants that phis of the successors take from a block.
    fn compute_for_phis(&mut self, block: BlockId) -> Result<(), Error> {
        let range = (block, ConstantId(0))..=(block, ConstantId(u32::MAX));
        let needed: Vec<_> = self
            .phi_constants
            .range(range)
            .map(|(&(_, constant), &place)| (constant, place))
            .collect();
        for (constant, place) in needed {
            let value = self.code.constant(constant)?;
            self.code.builder.define_copy(place, value);
        }
        Ok(())
    }

    /// A phi, by the edges that there are now.
    pub(super) fn phi(
        &mut self,
        block: BlockId,
        id: InstId,
        incoming: model::List<model::Incoming>,
    ) -> Result<Option<Value>, Error> {
        if let Some(value @ Value::Constant(_)) = self.values[id.index()] {
            return Ok(Some(value));
        }
        let result = self.old.result_type(id);
        let ty = self.code.upgrade.value_type(result)?;
        let mut by_block = HashMap::new();
        for edge in self.old.incoming(incoming) {
            by_block.entry(edge.block).or_insert(edge.value);
        }
        let edges = self.edges[block.index()].clone();
        let mut list = Vec::with_capacity(edges.len());
        let mut used = HashSet::new();
        for (from, new_from) in edges {
            let Some(from) = from else {
                let zero = self.code.builder.module.zero(ty);
                list.push((zero.into(), new_from));
                continue;
            };
            used.insert(from);
            let Some(&value) = by_block.get(&from) else {
                return Err(cannot("a phi without a value for a block that leads to it"));
            };
            self.code
                .upgrade
                .same(self.old_type(value)?, result, "a value of a phi")?;
            let value = match value {
                model::Value::Constant(constant)
                    if self.phi_constants.contains_key(&(from, constant)) =>
                {
                    self.phi_constants[&(from, constant)].into()
                }
                other => self.typed(other)?.value,
            };
            list.push((value, new_from));
        }
        if used.len() != by_block.len() {
            return Err(cannot(
                "a phi with a value for a block that does not lead to it",
            ));
        }
        Ok(Some(self.code.builder.phi(ty, &list)))
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

    /// An operand: what it became, and the type that it had.
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

    /// An operand that must have a type.
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

    /// Indices of an address.
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

    /// Upgrades an instruction and remembers what its result became.
    fn instruction(&mut self, block: BlockId, id: InstId) -> Result<(), Error> {
        let before = self.code.builder.body().locals().len();
        let count = self.code.builder.body().instructions().len();
        let value = self.upgrade_instruction(block, id)?;
        let result = self.old.result_type(id);
        let Some(value) = value else {
            if result == TypeId::VOID {
                return Ok(());
            }
            return Err(cannot("a result of what has none"));
        };
        if result == TypeId::VOID {
            return Ok(());
        }
        let ty = self.code.upgrade.value_type(result)?;
        if self.code.builder.type_of(value) != ty {
            return Err(cannot("a result that is not of its type"));
        }
        // A value that was made by the last instruction just now is nobody
        // else's and may have the place and the name.
        let instructions = self.code.builder.body().instructions();
        let fresh = instructions.len() > count
            && matches!(value, Value::Local(local) if local.index() >= before
                && instructions.last().is_some_and(|last| last.result == Some(local)));
        let value = match self.places.get(&id) {
            Some(&place) => {
                if fresh {
                    self.code.builder.define_last(place);
                } else {
                    self.code.builder.define_copy(place, value);
                }
                place.into()
            }
            None => value,
        };
        if fresh || self.places.contains_key(&id) {
            let name = self.unique(self.old.inst_name(id));
            self.code.builder.set_name(value, &name);
        }
        self.values[id.index()] = Some(value);
        Ok(())
    }
}
