//! Inlines the fast paths of called functions.

use super::super::emit::Emitter;
use super::super::locals::{CLASSES, class};
use super::super::written::opcode;
use crate::fast_paths::FastPath;
use crate::signatures::value_type;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::{BlockId, FuncId, Inst, InstId, ValueId};
use wasm_encoder::{BlockType, ValType};

/// The first scratch local of fast paths.
const FIRST_LOCAL: usize = 8;

/// The state while a fast path is written.
struct Scope {
    /// Number of open labels since the label of the call.
    labels: u32,
    /// The label of the code that makes an ordinary call.
    slow: u32,
    /// Number of scratch locals in use, by class.
    locals: [usize; CLASSES],
}

/// A fast path that is being written.
struct Path<'p> {
    function: &'p Function,
    blocks: &'p [BlockId],
    /// The label of the first block. The labels of later blocks follow in order.
    first_label: u32,
    /// The label after the path.
    end: u32,
    /// The local for the result.
    result: Option<u32>,
}

/// A condition of two parts. The second part is only evaluated if the first one is true.
struct LateCondition {
    /// The instruction that combines both parts.
    both: InstId,
    first: ValueId,
    second: ValueId,
    /// This instruction, and all instructions that only compute the second part.
    insts: Vec<InstId>,
}

impl Scope {
    /// Returns the relative depth of a label.
    fn depth(&self, label: u32) -> u32 {
        self.labels - label
    }
}

impl Emitter<'_> {
    /// Calls a function that has a fast path, with its arguments on the stack.
    pub(super) fn call_with_fast_path(&mut self, at: u32, callee: FuncId, path: &FastPath) {
        let plan = self.plan;
        let mut scope = Scope {
            labels: 2,
            slow: 2,
            locals: [FIRST_LOCAL; CLASSES],
        };
        let (params, result) = self.take_arguments(callee, &mut scope);
        self.sink().block(BlockType::Empty).block(BlockType::Empty);
        self.run_path(callee, path, &params, result, 1, &mut scope);
        self.sink().end();
        for &param in &params {
            self.written.with_number(opcode::LOCAL_GET, param);
        }
        self.mark(at);
        self.written
            .with_number(opcode::CALL, plan.functions[callee.index()]);
        if let Some(result) = result {
            self.written.with_number(opcode::LOCAL_SET, result);
        }
        self.sink().end();
        if let Some(result) = result {
            self.written.with_number(opcode::LOCAL_GET, result);
        }
    }

    /// Moves the arguments from the stack to locals. Returns these locals, and a local for the
    /// result.
    fn take_arguments(&mut self, callee: FuncId, scope: &mut Scope) -> (Vec<u32>, Option<u32>) {
        let plan = self.plan;
        let signature = plan.program.module().signature(callee);
        let types = signature.params.iter().filter_map(|&ty| value_type(ty));
        let params: Vec<u32> = types.map(|ty| self.fast_path_local(ty, scope)).collect();
        for &param in params.iter().rev() {
            self.written.with_number(opcode::LOCAL_SET, param);
        }
        let result = value_type(signature.result).map(|ty| self.fast_path_local(ty, scope));
        (params, result)
    }

    fn fast_path_local(&mut self, ty: ValType, scope: &mut Scope) -> u32 {
        let used = &mut scope.locals[class(ty)];
        *used += 1;
        self.locals.scratch(ty, *used - 1)
    }

    /// Inlines a fast path. `end` is the label after it.
    fn run_path(
        &mut self,
        callee: FuncId,
        path: &FastPath,
        params: &[u32],
        result: Option<u32>,
        end: u32,
        scope: &mut Scope,
    ) {
        let plan = self.plan;
        let function = plan.body(callee).expect("a fast path has a body");
        let blocks = &*path.blocks;
        let numbers = self.number_values(function, blocks, params, scope);
        let mut values = path.values.clone();
        let path = Path {
            function,
            blocks,
            first_label: scope.labels + blocks.len() as u32,
            end,
            result,
        };
        let caller = std::mem::replace(&mut self.function, function);
        let numbers = self.locals.swap_numbers(numbers);
        std::mem::swap(self.values, &mut values);
        let marks = std::mem::replace(&mut self.marks, false);
        let allocas = std::mem::take(self.allocas);
        for _ in 1..blocks.len() {
            self.sink().block(BlockType::Empty);
        }
        scope.labels += blocks.len() as u32 - 1;
        for (index, &block) in blocks.iter().enumerate() {
            if index > 0 {
                self.sink().end();
                scope.labels -= 1;
            }
            self.path_block(&path, block, scope);
        }
        *self.allocas = allocas;
        self.marks = marks;
        std::mem::swap(self.values, &mut values);
        self.locals.swap_numbers(numbers);
        self.function = caller;
    }

    /// Assigns a local to each value of a path.
    fn number_values(
        &mut self,
        function: &Function,
        blocks: &[BlockId],
        params: &[u32],
        scope: &mut Scope,
    ) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; function.local_types().len()];
        numbers[..params.len()].copy_from_slice(params);
        for &block in blocks {
            for (_, value, _) in function.block_insts(block) {
                if let Some(value) = value
                    && let Some(ty) = value_type(function.value_type(value))
                {
                    let place = (value.0 - function.first_local()) as usize;
                    numbers[place] = self.fast_path_local(ty, scope);
                }
            }
        }
        numbers
    }

    fn path_block(&mut self, path: &Path<'_>, block: BlockId, scope: &mut Scope) {
        let late = self.late_condition(path.function, block);
        for (at, value, inst) in path.function.block_insts(block) {
            if late.as_ref().is_some_and(|late| late.insts.contains(&at)) {
                continue;
            }
            match *inst {
                Inst::Phi { .. } => {}
                Inst::Br { target } => self.path_branch(path, block, target, scope),
                Inst::CondBr {
                    condition,
                    if_true,
                    if_false,
                } => {
                    let labels = scope.labels;
                    self.path_if(late.as_ref().map_or(condition, |late| late.first), scope);
                    if let Some(late) = &late {
                        self.path_late(path, block, late, scope);
                    }
                    self.path_branch(path, block, if_true, scope);
                    for _ in labels..scope.labels {
                        self.sink().end();
                    }
                    scope.labels = labels;
                    self.path_branch(path, block, if_false, scope);
                }
                Inst::Ret { value } => {
                    self.value(value);
                    if let Some(result) = path.result {
                        self.written.with_number(opcode::LOCAL_SET, result);
                    }
                    self.written
                        .with_number(opcode::BRANCH, scope.depth(path.end));
                }
                Inst::RetVoid => {
                    self.written
                        .with_number(opcode::BRANCH, scope.depth(path.end));
                }
                _ => self.path_inst(path.function, at, value, scope),
            }
        }
    }

    /// Writes an instruction that computes a value.
    fn path_inst(
        &mut self,
        function: &Function,
        at: InstId,
        value: Option<ValueId>,
        scope: &mut Scope,
    ) {
        let inst = &function.insts()[at.index()];
        match *inst {
            Inst::Call { callee, args, .. } if let Some(path) = self.plan.fast_paths.of(callee) => {
                for value in function.values(args) {
                    self.value(value);
                }
                let (params, result) = self.take_arguments(callee, scope);
                self.sink().block(BlockType::Empty);
                scope.labels += 1;
                let end = scope.labels;
                self.run_path(callee, path, &params, result, end, scope);
                self.sink().end();
                scope.labels -= 1;
                if let Some(result) = result {
                    self.written.with_number(opcode::LOCAL_GET, result);
                }
            }
            _ => self.inst(at.0, inst),
        }
        if let Some(value) = value {
            self.set(self.locals.of(self.function, value));
        }
    }

    fn path_if(&mut self, condition: ValueId, scope: &mut Scope) {
        self.condition(condition, false);
        self.sink().if_(BlockType::Empty);
        scope.labels += 1;
    }

    /// Writes the second part of a condition after the first part was true.
    fn path_late(
        &mut self,
        path: &Path<'_>,
        block: BlockId,
        late: &LateCondition,
        scope: &mut Scope,
    ) {
        for (at, value, _) in path.function.block_insts(block) {
            if late.insts.contains(&at) && at != late.both {
                self.path_inst(path.function, at, value, scope);
            }
        }
        self.path_if(late.second, scope);
    }

    /// Finds a block that branches if two conditions are true, where one of them requires a call
    /// that is used for nothing else. This condition can be evaluated second.
    fn late_condition(&self, function: &Function, block: BlockId) -> Option<LateCondition> {
        let insts = || function.block_insts(block);
        let (_, _, &Inst::CondBr { condition, .. }) = insts().last()? else {
            return None;
        };
        let of = |wanted| insts().find(|&(_, value, _)| value == Some(wanted));
        let is_only_here = |value: ValueId| {
            let local = (value.0 - function.first_local()) as usize;
            self.values.list[local].uses == 1
        };
        let (both, _, &Inst::Binary { op, lhs, rhs }) = of(condition)? else {
            return None;
        };
        if op != BinaryOp::And || !is_only_here(condition) {
            return None;
        }
        [(lhs, rhs), (rhs, lhs)]
            .into_iter()
            .find_map(|(first, second)| {
                let mut late = vec![both];
                let mut open = vec![second];
                let mut calls = false;
                while let Some(value) = open.pop() {
                    if let Some((at, _, inst)) = of(value)
                        && is_only_here(value)
                        && !matches!(inst, Inst::Phi { .. })
                    {
                        late.push(at);
                        calls |= matches!(inst, Inst::Call { .. });
                        function.for_each_operand(inst, |operand| open.push(operand));
                    }
                }
                calls.then_some(LateCondition {
                    both,
                    first,
                    second,
                    insts: late,
                })
            })
    }

    /// Continues in another block of the path, or leaves the path and calls the function.
    fn path_branch(&mut self, path: &Path<'_>, from: BlockId, to: BlockId, scope: &Scope) {
        let place = |wanted| path.blocks.iter().position(|&block| block == wanted);
        let label = match (place(from), place(to)) {
            (Some(here), Some(there)) if there > here => path.first_label - there as u32,
            _ => {
                self.written
                    .with_number(opcode::BRANCH, scope.depth(scope.slow));
                return;
            }
        };
        let mut phis = Vec::new();
        for (_, value, inst) in path.function.block_insts(to) {
            let (Some(phi), Inst::Phi { incoming, .. }) = (value, *inst) else {
                break;
            };
            let mut edges = path.function.phi_incoming(incoming);
            if let Some((value, _)) = edges.find(|&(_, block)| block == from) {
                self.clean(value);
                phis.push(phi);
            }
        }
        for phi in phis.into_iter().rev() {
            self.set(self.locals.of(self.function, phi));
        }
        self.written.with_number(opcode::BRANCH, scope.depth(label));
    }
}
