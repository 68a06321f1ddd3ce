//! Writes the code of a function. It processes the steps of its control flow and evaluates
//! expressions. [`super::lower`] translates each instruction.

use super::FunctionTranslator;
use super::allocas::Allocas;
use super::crowd;
use super::fold::{Place, Value, Values};
use super::graph::{Graph, Move};
use super::landmark::Landmarks;
use super::locals::{Home, Locals};
use super::null_page::Checked;
use super::setjmp_locals::SetjmpLocals;
use super::written::{Written, opcode};
use crate::control::{Step, Structurer};
use crate::frame_base::FrameBase;
use crate::helpers::Helper;
use crate::loop_entry::LoopEntry;
use crate::plan::{Plan, globals};
use crate::signatures::value_type;
use crate::turn::INLINE_DEPTH;
use pinnacle_pexe::function::{Function, ValueKind};
use pinnacle_pexe::module::Address;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{BlockId, FuncId, Inst, InstId, Intrinsic, ValueId};
use pinnacle_pexe::{fast_paths, rounds};
use wasm_encoder::{BlockType, Ieee32, Ieee64, InstructionSink, ValType};

/// Marks values that no instruction defines.
const NONE: u32 = u32::MAX;

/// Maximum number of blocks that are followed to determine whether a branch leads to a trap.
const FOLLOWED_BLOCKS: u32 = 16;

/// The state while a function is written.
pub(super) struct Emitter<'e> {
    pub(super) plan: &'e Plan<'e>,
    pub(super) function: &'e Function,
    pub(super) graph: &'e Graph,
    pub(super) allocas: &'e mut Allocas,
    pub(super) values: &'e mut Values,
    pub(super) locals: &'e mut Locals,
    pub(super) written: &'e mut Written,
    /// True if the instruction of each piece of code is recorded.
    pub(super) marks: bool,
    /// Number of fast-path instructions that may still be inlined.
    pub(super) fast_path_budget: u32,
    /// The phis whose new values are on the stack or in a slot.
    moved: Vec<(Home, Option<Home>)>,
    /// The local with the address of the frame, if the function has one.
    pub(super) frame: Option<u32>,
    /// The local with the stack pointer at entry, if the function moves it.
    saved_stack_pointer: Option<u32>,
    /// The locals for setjmp, if it is called.
    pub(super) setjmp: Option<SetjmpLocals>,
    pub(super) landmarks: Landmarks,
    /// The control flow.
    pub(super) structurer: &'e Structurer,
    pub(super) checked: &'e mut Checked,
    /// The end of the code, if a conditional without `else` was the last thing that was opened
    /// there.
    pub(super) opened_if: Option<usize>,
    /// True if the next conditional to be closed has become a branch.
    pub(super) is_if_closed: bool,
    /// The key of the function type of a call through an address; see [`crate::signatures`].
    pub(super) signature_key: Vec<u8>,
}

impl<'e> Emitter<'e> {
    pub(super) fn new(
        translator: &'e mut FunctionTranslator<'_>,
        function: &'e Function,
    ) -> Emitter<'e> {
        let FunctionTranslator {
            plan,
            allocas,
            graph,
            structurer,
            values,
            locals,
            written,
            checked,
        } = translator;
        Emitter {
            plan,
            function,
            graph,
            allocas,
            values,
            locals,
            written,
            marks: true,
            fast_path_budget: fast_paths::budget(function),
            moved: Vec::new(),
            frame: None,
            saved_stack_pointer: None,
            setjmp: None,
            landmarks: Landmarks::default(),
            structurer,
            checked,
            opened_if: None,
            is_if_closed: false,
            signature_key: Vec::new(),
        }
    }

    /// Returns the sink for instructions.
    #[inline]
    pub(super) fn sink(&mut self) -> InstructionSink<'_> {
        self.written.sink()
    }

    /// Writes the function.
    pub(super) fn emit(&mut self, entry: Option<&LoopEntry>) {
        let steps = self.structurer.steps();
        let module = self.plan.program.module();
        // With setjmp, the frame itself counts.
        let has_start = entry.is_none() && !self.graph.calls_setjmp();
        if has_start && self.plan.turn.is_some() && rounds::calls_others(self.function, module) {
            self.count();
        }
        let traits = self.plan.traits(self.function);
        let moves_stack = self.allocas.move_stack()
            || traits.restores_stack
            || traits.allocas > self.allocas.count();
        if moves_stack || self.locals.slots() > 0 {
            self.saved_stack_pointer = Some(match entry {
                Some(_) => self.locals.entry_pointer(),
                None => self.save_stack_pointer(),
            });
        }
        self.take_frame();
        if self.graph.calls_setjmp() {
            self.enter_setjmp_frame();
        }
        if let Some(entry) = entry {
            self.derive(entry);
        }
        for step in steps {
            self.step(step);
        }
        if self.graph.calls_setjmp() {
            self.leave_setjmp_frame();
        } else if !matches!(steps.last(), Some(Step::Exit(_))) && self.returns_value() {
            // The end is unreachable, but validation requires the function's result type.
            self.sink().unreachable();
        }
        self.sink().end();
    }

    /// Returns the location of the stack pointer at the call, below the frame for values without a
    /// local.
    pub(super) fn frame_base(&self) -> FrameBase {
        match self.frame.or(self.saved_stack_pointer) {
            Some(local) => FrameBase::Local(local),
            // The function does not move the stack pointer.
            None => FrameBase::Global(globals::STACK_POINTER),
        }
    }

    fn save_stack_pointer(&mut self) -> u32 {
        let saved = self.locals.own(ValType::I32);
        self.sink()
            .global_get(globals::STACK_POINTER)
            .local_set(saved);
        saved
    }

    /// Computes the derived values of a loop entry from its parameters.
    fn derive(&mut self, entry: &LoopEntry) {
        for &local in &entry.derived {
            let at = self.values.list[local as usize].inst;
            let inst = self.function.insts()[at as usize];
            if self.values.list[local as usize].place == Place::OnBase {
                continue;
            }
            self.inst(at, &inst);
            self.set(self.locals.of_local(self.function, local));
        }
    }

    /// Counts a call, or an iteration of a loop that is not deeply nested.
    pub(super) fn count(&mut self) {
        if let Some(turn) = self.plan.turn {
            turn.count(&mut self.sink());
        }
    }

    /// Counts the entry of a node.
    fn count_node(&mut self, node: u32) {
        let helpers = &self.plan.helpers;
        let is_deep = helpers.has(Helper::Count) && self.structurer.loop_depth(node) > INLINE_DEPTH;
        if is_deep {
            let helper = self.plan.helper(Helper::Count);
            self.sink().call(helper);
        } else {
            self.count();
        }
    }

    fn returns_value(&self) -> bool {
        let signature = self.plan.program.module().signature(self.function.id());
        signature.result != Type::Void
    }

    /// Writes a step.
    fn step(&mut self, step: &Step) {
        match *step {
            Step::Block => {
                self.sink().block(BlockType::Empty);
            }
            Step::Loop => {
                self.pass_loop();
                self.sink().loop_(BlockType::Empty);
            }
            Step::End => self.close(),
            Step::Else => {
                self.sink().else_();
            }
            // If a step follows a node's body, it belongs to the same node.
            Step::Body(node) => {
                self.checked.node = Some(node);
                self.body(node);
            }
            Step::Moves { from, to } => {
                self.checked.node = Some(from);
                let moves = self.graph.moves(from, to);
                self.moves(moves);
                self.pass(moves.len());
            }
            Step::Branch(depth) => self.branch(depth),
            Step::If {
                node,
                negate,
                has_else,
            } => self.open_if(node, negate, has_else),
            Step::BranchIf {
                node,
                negate,
                depth,
            } => self.branch_if(node, negate, depth),
            Step::Switch { node, depths } => self.switch(node, self.structurer.depths(depths)),
            Step::Exit(node) => self.exit(node),
            Step::SetDispatch(value) => {
                let local = self.locals.dispatch();
                self.sink().i32_const(value as i32).local_set(local);
                self.pass(1);
            }
            Step::DispatchSwitch(depths) => {
                let local = self.locals.dispatch();
                if let [targets @ .., last] = self.structurer.depths(depths) {
                    self.sink()
                        .local_get(local)
                        .br_table(targets.iter().copied(), *last);
                }
            }
        }
    }

    /// Writes the instructions of a node except its terminator.
    fn body(&mut self, node: u32) {
        if self.graph.counts(node) {
            self.count_node(node);
        }
        let node = &self.graph.nodes[node as usize];
        let range = node.first as usize..node.end as usize;
        let function = self.function;
        for (index, inst) in function.insts()[range].iter().enumerate() {
            let at = node.first + index as u32;
            let local = self.values.facts[at as usize].result;
            let Some(value) = self.values.list.get(local as usize) else {
                if !inst.is_terminator() {
                    self.inst(at, inst);
                }
                continue;
            };
            match value.place {
                Place::Root if matches!(inst, Inst::Phi { .. }) => {}
                Place::Root => {
                    let is_used = value.uses > 0;
                    self.inst(at, inst);
                    if is_used {
                        self.set(self.locals.of_local(function, local));
                    } else {
                        self.sink().drop();
                    }
                }
                Place::OnStack => self.enter_allocas(at),
                Place::Dead | Place::Folded | Place::FirstUse | Place::OnBase | Place::Pending => {}
            }
        }
    }

    /// Records that the following code belongs to an instruction.
    pub(super) fn mark(&mut self, inst: u32) {
        if self.plan.source_map && self.marks {
            let at = self.written.code.len() as u32;
            self.written.map.push((at, InstId(inst)));
        }
    }

    /// Performs the phi copies of an edge in parallel: first all values are read, then all locals
    /// are written.
    fn moves(&mut self, moves: &[Move]) {
        let first = self.moved.len();
        let mut before = None;
        let through_memory = moves.len() > crowd::COPIES_AT_ONCE;
        for (index, entry) in (0..).zip(moves) {
            let local = (entry.phi.0 - self.function.first_local()) as usize;
            // If several edges lead to the node, a phi may be repeated.
            let again = before.replace(entry.phi) == Some(entry.phi);
            if again
                || self.values.list[local].place == Place::Dead
                || self.is_kept_in(entry.value, entry.phi)
            {
                continue;
            }
            self.clean(entry.value);
            let exchange =
                through_memory.then(|| self.locals.exchange(self.function, entry.phi, index));
            if let Some(slot) = exchange {
                self.set(slot);
            }
            let home = self.locals.of(self.function, entry.phi);
            self.moved.push((home, exchange));
        }
        while self.moved.len() > first {
            if let Some((home, exchange)) = self.moved.pop() {
                if let Some(slot) = exchange {
                    self.get(slot);
                }
                self.set(home);
            }
        }
    }

    /// Returns true if a value is already in the local of a phi.
    fn is_kept_in(&self, value: ValueId, phi: ValueId) -> bool {
        let Some(local) = value.0.checked_sub(self.function.first_local()) else {
            return false;
        };
        let local = local as usize;
        let is_param = local < self.function.param_count() as usize;
        let is_kept = is_param
            || self.values.list[local].inst != NONE
                && matches!(self.values.list[local].place, Place::Root);
        is_kept
            && self.bits(value) <= clean_bits(self.function.value_type(value))
            && self.locals.of(self.function, value) == self.locals.of(self.function, phi)
    }

    /// Returns the trapping instruction of a block that does nothing before it, or of the block
    /// that it jumps to.
    pub(super) fn only_traps(&self, mut block: BlockId) -> Option<u32> {
        for _ in 0..FOLLOWED_BLOCKS {
            let mut next = None;
            for (at, _, inst) in self.function.block_insts(block) {
                match *inst {
                    Inst::Unreachable => return Some(at.0),
                    Inst::Br { target } => next = Some(target),
                    Inst::Call { callee, .. } if self.is_trap(callee) => return Some(at.0),
                    Inst::Phi { .. } => {}
                    _ if self.values.is_harmless(at) => {}
                    _ => return None,
                }
            }
            block = next?;
        }
        None
    }

    fn is_trap(&self, callee: FuncId) -> bool {
        let callee = &self.plan.program.module().functions[callee.index()];
        callee.intrinsic == Some(Intrinsic::Trap)
    }

    /// Leaves the function.
    fn exit(&mut self, node: u32) {
        let at = self.graph.nodes[node as usize].end - 1;
        let inst = self.function.insts()[at as usize];
        match inst {
            Inst::Ret { value } => {
                self.value(value);
                self.restore_stack_pointer();
                self.sink().return_();
            }
            Inst::RetVoid => {
                self.restore_stack_pointer();
                self.sink().return_();
            }
            Inst::Unreachable => {
                self.mark(at);
                self.sink().unreachable();
            }
            _ => unreachable!("a node that leaves the function ends with a return or a trap"),
        }
    }

    fn restore_stack_pointer(&mut self) {
        if let Some(saved) = self.saved_stack_pointer {
            self.written.with_number(opcode::LOCAL_GET, saved);
            self.sink().global_set(globals::STACK_POINTER);
        }
    }

    /// Returns the bound on the number of bits of a value.
    pub(super) fn bits(&self, value: ValueId) -> u8 {
        self.values.bits_of(self.function, value)
    }

    /// Returns the value of a constant. Addresses of functions and globals are `i32`.
    pub(super) fn constant(&self, value: ValueId) -> Option<u64> {
        let Some(local) = value.0.checked_sub(self.function.first_local()) else {
            return Some(self.fixed_address(value));
        };
        let index = local.wrapping_sub(self.function.param_count());
        let constant = self.function.constants().get(index as usize)?;
        (!constant.ty.is_vector()).then(|| constant.bits())
    }

    /// Returns the address of a function or global.
    fn fixed_address(&self, value: ValueId) -> u64 {
        match value.0.checked_sub(self.function.function_count()) {
            None => {
                let function = pinnacle_pexe::FuncId(value.0);
                self.plan.layout.function_address(function).into()
            }
            Some(global) => self.plan.layout.globals[global as usize].into(),
        }
    }

    /// Returns the function whose address the value is.
    pub(super) fn function_address(&self, value: ValueId) -> Option<Address> {
        match self.function.value_name(value) {
            ValueKind::Function(index) => Some(Address::Function(pinnacle_pexe::FuncId(index))),
            _ => None,
        }
    }

    /// Returns the instruction of a value that is folded into its user.
    pub(super) fn folded(&self, value: ValueId) -> Option<(u32, Inst)> {
        let local = value.0.checked_sub(self.function.first_local())? as usize;
        if self.values.list[local].place != Place::Folded {
            return None;
        }
        let inst = self.values.list[local].inst;
        Some((inst, self.function.insts()[inst as usize]))
    }

    /// Returns true if the instruction of a value is folded into its user.
    #[inline]
    pub(super) fn is_folded(&self, value: ValueId) -> bool {
        let local = value.0.checked_sub(self.function.first_local());
        local.is_some_and(|local| self.values.list[local as usize].place == Place::Folded)
    }

    /// Returns the base and the offset of an address that is not computed.
    pub(super) fn on_base(&self, address: ValueId) -> Option<(ValueId, u64)> {
        let local = address.0.checked_sub(self.function.first_local())? as usize;
        if self.values.list[local].place != Place::OnBase {
            return None;
        }
        match self.definition(address)? {
            Inst::Binary { lhs, rhs, .. } => Some((lhs, self.constant(rhs)?)),
            _ => None,
        }
    }

    /// Returns the instruction that defines a value.
    pub(super) fn definition(&self, value: ValueId) -> Option<Inst> {
        let local = value.0.checked_sub(self.function.first_local())? as usize;
        let inst = self.values.list[local].inst;
        (inst != NONE).then(|| self.function.insts()[inst as usize])
    }

    /// Returns true if the value of an instruction is already in its local.
    pub(super) fn is_kept(&self, value: ValueId) -> bool {
        let local = value.0.checked_sub(self.function.first_local());
        local.is_some_and(|local| self.values.list[local as usize].place == Place::Root)
    }

    /// Returns true if a value will be computed, and kept, at its next use.
    pub(super) fn is_computed_here(&self, value: ValueId) -> bool {
        let local = value.0.checked_sub(self.function.first_local());
        local.is_some_and(|local| self.values.list[local as usize].place == Place::FirstUse)
    }

    /// Returns true if a value is a constant or is in its local, so that it needs no code.
    pub(super) fn is_at_hand(&self, value: ValueId) -> bool {
        self.folded(value).is_none() && !self.is_computed_here(value)
    }

    /// Pushes a value. This function only chooses the way of doing it, so it need not save
    /// registers.
    pub(super) fn value(&mut self, value: ValueId) {
        let Some(local) = value.0.checked_sub(self.function.first_local()) else {
            return self.push_address(value);
        };
        let Value { inst, place, .. } = self.values.list[local as usize];
        if inst == NONE {
            return self.param_or_constant(local);
        }
        match place {
            Place::Folded => self.inst(inst, &self.function.insts()[inst as usize]),
            Place::FirstUse => self.first_use(local, inst),
            Place::OnStack => self.alloca_address(value),
            Place::OnBase => unreachable!("an access adds the offset to its base"),
            Place::Root | Place::Pending | Place::Dead => self.kept(local),
        }
    }

    /// Pushes the address of a function or global.
    #[inline(never)]
    fn push_address(&mut self, value: ValueId) {
        let address = self.fixed_address(value);
        self.written.i32_const(address as i32);
    }

    /// Pushes a value that is in its local.
    #[inline(never)]
    fn kept(&mut self, local: u32) {
        self.get(self.locals.of_local(self.function, local));
    }

    /// Computes a value for its first use.
    #[inline(never)]
    fn first_use(&mut self, local: u32, inst: u32) {
        self.inst(inst, &self.function.insts()[inst as usize]);
        // After this, the value is in its local.
        self.values.list[local as usize].place = Place::Root;
        self.tee(self.locals.of_local(self.function, local));
    }

    /// Pushes a value that no instruction defines.
    #[inline(never)]
    fn param_or_constant(&mut self, local: u32) {
        let Some(index) = local.checked_sub(self.function.param_count()) else {
            return self.kept(local);
        };
        // An undefined vector becomes zero.
        let constant = self.function.constants()[index as usize];
        self.push_constant(constant.ty, constant.bits());
    }

    /// Pushes a constant.
    pub(super) fn push_constant(&mut self, ty: Type, bits: u64) {
        if value_type(ty) == Some(ValType::I32) {
            return self.written.i32_const(bits as i32);
        }
        let mut sink = self.sink();
        match value_type(ty) {
            Some(ValType::I64) => sink.i64_const(bits as i64),
            Some(ValType::F32) => sink.f32_const(Ieee32::new(bits as u32)),
            Some(ValType::F64) => sink.f64_const(Ieee64::new(bits)),
            _ => sink.v128_const(0),
        };
    }

    /// Pushes an integer with zeros above its width.
    pub(super) fn clean(&mut self, value: ValueId) {
        self.value(value);
        let ty = self.function.value_type(value);
        if ty.is_integer() && self.bits(value) > clean_bits(ty) {
            self.mask(clean_bits(ty));
        }
    }

    /// Clears all bits of the `i32` on the stack except this number of low bits.
    pub(super) fn mask(&mut self, bits: u8) {
        if bits < 32 {
            self.written.i32_const((1_i32 << bits) - 1);
            self.sink().i32_and();
        }
    }

    /// Pushes a sign-extended integer.
    pub(super) fn signed(&mut self, value: ValueId) {
        let ty = self.function.value_type(value);
        if let Some(bits) = self.constant(value) {
            let unused = 64 - ty.bits();
            let extended = (bits << unused) as i64 >> unused;
            self.push_constant(ty, extended as u64);
            return;
        }
        self.value(value);
        // If the sign is known to be 0 there is nothing to extend.
        if u32::from(self.bits(value)) >= ty.bits() {
            match ty {
                Type::I1 => {
                    self.sink()
                        .i32_const(31)
                        .i32_shl()
                        .i32_const(31)
                        .i32_shr_s();
                }
                Type::I8 => {
                    self.sink().i32_extend8_s();
                }
                Type::I16 => {
                    self.sink().i32_extend16_s();
                }
                _ => {}
            }
        }
    }
}

/// Returns the maximum number of bits of a clean value of an integer type.
pub(super) const fn clean_bits(ty: Type) -> u8 {
    ty.bits() as u8
}
