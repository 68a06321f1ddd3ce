//! Bodies of functions: blocks, edges, names, and the order of construction.
//!
//! Blocks and instructions are handled in order. A value that is used before its definition gets a
//! reserved id. The definition takes that id. If no new instruction defines the value, for example
//! for a cast that has no effect today, a copy takes it.
//!
//! Edges are computed again, because a switch may lose duplicate cases, and an invoke reaches its
//! second target through a landing block. If something branches to the entry block, a new entry
//! block is put before it.

use std::collections::{BTreeMap, HashMap, HashSet};

use pinnacle_llvm as ir;
use pinnacle_llvm::Value;

use super::body::{Body, Lists};
use super::code::Code;
use super::spelling::{clean, make_unique};
use super::{Upgrade, cannot};
use crate::error::Error;
use crate::model::{BlockId, FunctionId, Inst, InstId, Type, TypeId};

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
            return Err(cannot("a function whose type is not a function type"));
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

    /// The last instruction of a block, which must not be empty.
    fn last(&self, block: BlockId) -> InstId {
        InstId(self.old.block_range(block).end as u32 - 1)
    }

    /// Checks that each block ends with a terminator and branches to blocks that exist.
    fn check_blocks(&self) -> Result<(), Error> {
        let old = self.old;
        if old.block_count() == 0 {
            return Err(cannot("a body without blocks"));
        }
        for block in old.blocks() {
            let range = old.block_range(block);
            if range.is_empty() || !old.inst(self.last(block)).is_terminator() {
                return Err(cannot("a block without a terminator"));
            }
            let mut phis = true;
            for id in old.block_insts(block) {
                let inst = old.inst(id);
                let here = |message| Err(cannot(message).in_function(self.function, Some(id)));
                if inst.is_terminator() && id != self.last(block) {
                    return here("an instruction after the terminator of its block");
                }
                phis &= matches!(inst, Inst::Phi { .. });
                if !phis && matches!(inst, Inst::Phi { .. }) {
                    return here("a phi after other instructions");
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

    /// Returns a name for a value or block that is unique in the function. An empty name stays
    /// empty.
    fn unique(&mut self, name: &[u8]) -> Vec<u8> {
        let mut name = clean(name);
        if !name.is_empty() {
            make_unique(&mut name, |name| self.names.contains(name));
            self.names.insert(name.clone());
        }
        name
    }

    /// Computes the predecessors of each block in the upgraded function.
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

    /// Upgrades an instruction and records its upgraded result.
    fn instruction(&mut self, block: BlockId, id: InstId) -> Result<(), Error> {
        let before = self.code.builder.body().locals().len();
        let count = self.code.builder.body().instructions().len();
        let value = self.upgrade_instruction(block, id)?;
        let result = self.old.result_type(id);
        let Some(value) = value else {
            if result == TypeId::VOID {
                return Ok(());
            }
            return Err(cannot("a use of a result that does not exist"));
        };
        if result == TypeId::VOID {
            return Ok(());
        }
        let ty = self.code.upgrade.value_type(result)?;
        if self.code.builder.type_of(value) != ty {
            return Err(cannot("a result that does not have its type"));
        }
        // If the last instruction has just made the value, nothing else uses it, so it can take the
        // reserved id and the name.
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
