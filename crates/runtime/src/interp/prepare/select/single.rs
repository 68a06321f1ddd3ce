//! Selection for a single block, for its block code. Nothing is known about the rest of the
//! function, so each instruction is selected in isolation.
//!
//! The per-value lists of the full selection keep their initial state: no uses, no definitions, and
//! each value its own alias.

use super::super::flow::Flow;
use super::super::node::{NONE, Node};
use super::{Exit, KNOWN, SelectedBlock, Selection, Selector};
use crate::interp::op::Code;
use crate::interp::prepared::ProgramInfo;
use pinnacle_pexe::function::Function;
use std::ops::Range;

impl Selection {
    /// Prepares the lists for blocks of another function, which has no vectors.
    pub(in super::super) fn set_function(
        &mut self,
        function: &Function,
        last: Option<&Range<u32>>,
    ) -> Range<u32> {
        let locals = function.local_types().len();
        if self.uses.len() < locals {
            self.uses.resize(locals, 0);
            for list in [&mut self.definition, &mut self.absorbed, &mut self.step_of] {
                list.resize(locals, NONE);
            }
            self.kept.resize(locals, false);
            self.alias.extend(self.alias.len() as u32..locals as u32);
        }
        for local in last.cloned().into_iter().flatten() {
            self.alias[local as usize] = local;
        }
        let first = function.param_count();
        let constants = first..first + function.constants().len() as u32;
        self.known.clear();
        for (local, constant) in constants.clone().zip(function.constants()) {
            self.alias[local as usize] = KNOWN | self.known.len() as u32;
            self.known.push(constant.bits());
        }
        constants
    }

    /// Returns a value as a known number, or its register.
    pub(in super::super) fn known(&self, local: u32) -> Result<u64, u32> {
        let alias = self.alias[local as usize];
        if alias & KNOWN != 0 {
            Ok(self.known[(alias & !KNOWN) as usize])
        } else {
            Err(alias)
        }
    }
}

/// Selects the operations of a block of the current function. Registers added by selection are
/// numbered from the start for each instruction.
pub(in super::super) fn select_block(
    function: &Function,
    info: &ProgramInfo<'_>,
    flow: &Flow,
    selection: &mut Selection,
    id: u32,
) -> SelectedBlock {
    selection.nodes.clear();
    selection.tests.clear();
    selection.intrinsics.clear();
    selection.calls_setjmp = false;
    let block = function.blocks()[id as usize];
    let range = (block.first_inst, block.first_inst + block.len);
    let mut selector = Selector {
        function,
        info,
        flow,
        s: selection,
        range,
        depth: 0,
        inst: 0,
        fuse: false,
    };
    let locals = function.local_types().len();
    // Values are numbered through the blocks in file order.
    let next_block = function.blocks().get(id as usize + 1);
    let mut next = next_block.map_or(locals as u32, |block| {
        block.first_value - function.first_local()
    });
    let mut exit = Exit::None;
    for index in (range.0..range.1).rev() {
        selector.inst = index;
        selector.s.wide.resize(locals, false);
        let inst = &function.insts()[index as usize];
        let result = if inst.has_result() {
            next -= 1;
            next
        } else {
            NONE
        };
        if inst.is_terminator() {
            exit = selector.terminator(inst);
        } else {
            selector.instruction(inst, result);
        }
        selector.flush();
    }
    if id == 0 && info.traces_calls() {
        selector.push(Node::new(Code::TraceEnter));
        selector.flush();
    }
    SelectedBlock {
        nodes: (0, selector.s.nodes.len() as u32),
        tests: (0, selector.s.tests.len() as u32),
        exit,
        inst: range.1 - 1,
    }
}
