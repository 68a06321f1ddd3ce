//! Control flow.

use super::Translator;
use crate::abi::Trap;
use pinnacle_llvm::{BlockId as Block, ConstantId, Value};
use pinnacle_pexe::inst::{Inst, Range};
use pinnacle_pexe::types::Type;

impl Translator<'_, '_> {
    pub(super) fn terminator(&mut self, inst: &Inst) {
        match *inst {
            Inst::RetVoid => {
                self.leave();
                self.code.builder.ret(None);
            }
            Inst::Ret { value } => {
                let value = self.value(value);
                self.leave();
                self.code.builder.ret(Some(value));
            }
            Inst::Br { target } => {
                let target = self.target(target);
                self.code.builder.branch(target);
            }
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let condition = self.value(condition);
                let [if_true, if_false] = [if_true, if_false].map(|block| self.target(block));
                self.code.builder.branch_if(condition, if_true, if_false);
            }
            Inst::Switch { value, cases } => {
                let width = self.type_of(value).bits();
                let value = self.value(value);
                let (default, cases) = self.function.switch_cases(cases);
                let cases: Vec<(ConstantId, Block)> = cases
                    .map(|(bits, block)| {
                        let case = self.code.builder.module.int(width, bits);
                        (case, self.target(block))
                    })
                    .collect();
                let default = self.target(default);
                self.code.builder.switch(value, default, &cases);
            }
            Inst::Unreachable => self.code.trap(Trap::Unreachable),
            _ => unreachable!("all other instructions are not terminators"),
        }
    }

    /// Emits the code to run before the function returns.
    fn leave(&mut self) {
        self.leave_frame();
        self.restore_stack();
    }

    pub(super) fn phi(&mut self, ty: Type, incoming: Range) -> Value {
        let mut edges = Vec::new();
        for (value, from) in self.function.phi_incoming(incoming) {
            if self.has_edge(from, self.block) {
                edges.push((self.value(value), self.blocks[from.index()]));
            }
        }
        let ty = self.code.ty(ty);
        self.code.builder.phi(ty, &edges)
    }
}
