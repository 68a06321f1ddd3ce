//! Rebuilds phis for the edges of the upgraded function.

use std::collections::{HashMap, HashSet};

use pinnacle_llvm::Value;

use super::body::Body;
use super::cannot;
use super::constants::Translation;
use crate::error::Error;
use crate::model::{self, BlockId, ConstantId, Inst, InstId};

impl Body<'_, '_, '_> {
    /// Decides how each phi is built. In unreachable blocks phis become zero. A constant that a phi
    /// uses and that must be computed is assigned to the predecessor block.
    pub(super) fn prepare_phis(&mut self) -> Result<(), Error> {
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

    /// Computes the constants that phis of the successors need from a block.
    pub(super) fn compute_for_phis(&mut self, block: BlockId) -> Result<(), Error> {
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

    /// Builds a phi for the edges of the upgraded function.
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
}
