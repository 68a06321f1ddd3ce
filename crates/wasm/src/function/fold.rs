//! Which instructions become part of the expression that uses them, which
//! values are never used, and how many bits values have.
//!
//! WebAssembly evaluates expressions on a stack, so a value that is used once
//! needs no local if its instruction can be moved to where it is used. Such
//! values are *pending* while the instructions of a node are looked at in
//! order. A use in the node takes a pending value into the expression. An
//! instruction whose effect must not come before that of a pending value makes
//! it a *root*: it is emitted where it stands, and kept in a local. So the
//! order of effects is that of the program, but for loads among each other.
//!
//! A value that is used more than once may still be computed at its first use,
//! if that comes before all others in the code too; it is kept in a local on
//! the way. Should the expression that holds this first use still be pending
//! when another use is met, the expression is made a root.
//!
//! # Bits
//!
//! Values of `i1`, `i8` and `i16` live in 32 bits, and what is above their
//! width is garbage unless known otherwise. For every integer value there is a
//! bound on the number of low bits that can be set in what is kept for it; it
//! is *clean* if that is no more than its type's width. Phis are always clean.

use super::allocas::Allocas;
use super::graph::Graph;
use crate::operands::for_each_evaluated;
use crate::plan::Plan;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::{BinaryOp, CastOp};
use pinnacle_pexe::{Inst, InstId, Intrinsic, Type, ValueId};

/// Expressions do not get deeper than this; the translator and engines recurse
/// on them.
const MAX_DEPTH: u8 = 60;

const NONE: u32 = u32::MAX;

/// Where a value is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Nowhere: nobody uses it, and its instruction has no effect.
    Dead,
    /// Undecided, as long as its node is looked at.
    Pending,
    /// Where its instruction stands; kept in a local, if it is used.
    Root,
    /// Where it is used, which is one place.
    Folded,
    /// Where it is used first; kept in a local for the others.
    FirstUse,
    /// Where it is used: it is an address in the [`Allocas`].
    OnStack,
}

/// What an instruction does that keeps it from being moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effects(u8);

impl Effects {
    const NONE: Effects = Effects(0);
    /// It reads memory, or may trap as a load does.
    const READ: Effects = Effects(1);
    /// It may trap otherwise.
    const TRAP: Effects = Effects(2);
    /// It changes memory, or everything.
    const WRITE: Effects = Effects(4);
    /// It must stay where it is.
    const FIXED: Effects = Effects(8);

    fn contains(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it may be left out if nobody needs its value.
    fn is_harmless(self) -> bool {
        self == Effects::NONE || self == Effects::FIXED
    }

    fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// How often it is used.
    pub(super) uses: u32,
    /// The instruction; for parameters and constants none.
    pub(super) inst: u32,
    pub(super) place: Place,
    /// The bound on bits.
    pub(super) bits: u8,
    /// What its expression does.
    effects: Effects,
    depth: u8,
}

/// What is known of the values of a function.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// By local index: parameters, constants, instruction values.
    pub(super) list: Vec<Value>,
    /// By instruction: the instruction that it became a part of.
    pub(super) holders: Vec<u32>,
    /// What each instruction does.
    effects: Vec<Effects>,
    /// Pending values that read memory and do nothing else, and those that do
    /// more. An instruction makes roots of all in a list or of none, so no
    /// value is looked at twice.
    readers: Vec<u32>,
    others: Vec<u32>,
    /// All pending values of the node.
    pending: Vec<u32>,
}

impl Values {
    /// Decides for all values of a function.
    pub(super) fn build(
        &mut self,
        function: &Function,
        plan: &Plan<'_>,
        graph: &Graph,
        allocas: &Allocas,
    ) {
        self.holders.clear();
        self.holders.resize(function.insts().len(), NONE);
        self.begin(function);
        self.look_at_insts(function, plan);
        for local in allocas.addresses() {
            self.list[local].place = Place::OnStack;
        }
        self.find_dead(function);
        for (index, node) in (0..).zip(&graph.nodes) {
            self.fold_node(
                function,
                graph,
                index,
                node.first..node.end,
                node.first_value,
            );
        }
    }

    /// The same, but every value is kept where it is computed.
    pub(super) fn build_all_kept(&mut self, function: &Function, plan: &Plan<'_>) {
        self.begin(function);
        self.look_at_insts(function, plan);
    }

    /// Keeps a value in its local, and computes it where its instruction stands, which is
    /// right for every value: nothing that must come after it has been moved before that.
    pub(super) fn keep(&mut self, local: u32) {
        let value = &mut self.list[local as usize];
        if matches!(value.place, Place::Folded | Place::FirstUse) {
            value.place = Place::Root;
            self.holders[value.inst as usize] = NONE;
        }
    }

    /// Parameters and constants; the rest unknown.
    fn begin(&mut self, function: &Function) {
        let unknown = Value {
            uses: 0,
            inst: NONE,
            place: Place::Root,
            bits: 64,
            effects: Effects::NONE,
            depth: 0,
        };
        self.list.clear();
        let params = &function.local_types()[..function.param_count() as usize];
        self.list.extend(params.iter().map(|&ty| Value {
            bits: register_bits(ty),
            ..unknown
        }));
        self.list
            .extend(function.constants().iter().map(|constant| Value {
                bits: (64 - constant.bits().leading_zeros()) as u8,
                ..unknown
            }));
        self.list.resize(function.local_types().len(), unknown);
    }

    /// In the order of the file: what instructions do, how often values are
    /// used, and how many bits they have. What is used before it is defined
    /// there counts as unknown.
    fn look_at_insts(&mut self, function: &Function, plan: &Plan<'_>) {
        self.effects.clear();
        let mut next = (function.first_inst_value() - function.first_local()) as usize;
        for (index, inst) in function.insts().iter().enumerate() {
            self.effects.push(effects_of(function, plan, inst));
            function.for_each_operand(inst, |value| {
                if let Some(local) = value.0.checked_sub(function.first_local()) {
                    self.list[local as usize].uses += 1;
                }
            });
            if inst.has_result() {
                let ty = function.local_types()[next];
                let bits = if ty.is_integer() {
                    self.bound(function, inst, ty).min(register_bits(ty))
                } else {
                    64
                };
                let value = &mut self.list[next];
                value.bits = bits;
                value.inst = index as u32;
                next += 1;
            }
        }
    }

    /// Nobody needs an instruction whose value is not used and that does
    /// nothing, nor what only such ones use. Uses need not come after what they
    /// use in the file, so what becomes unused is looked at again.
    fn find_dead(&mut self, function: &Function) {
        let first = (function.first_inst_value() - function.first_local()) as usize;
        let mut unused = std::mem::take(&mut self.pending);
        unused.clear();
        unused.extend((first..self.list.len()).map(|local| local as u32));
        while let Some(local) = unused.pop() {
            let value = &mut self.list[local as usize];
            let inst = value.inst as usize;
            if value.uses > 0 || value.place == Place::Dead || !self.effects[inst].is_harmless() {
                continue;
            }
            value.place = Place::Dead;
            function.for_each_operand(&function.insts()[inst], |operand| {
                if let Some(local) = operand.0.checked_sub(function.first_local()) {
                    let operand = &mut self.list[local as usize];
                    operand.uses -= 1;
                    if operand.uses == 0 && operand.inst != NONE {
                        unused.push(local);
                    }
                }
            });
        }
        self.pending = unused;
    }

    /// Whether an instruction has no effect but its value.
    pub(super) fn is_harmless(&self, inst: InstId) -> bool {
        self.effects[inst.index()].is_harmless()
    }

    /// The bound on the bits of a value.
    pub(super) fn bits_of(&self, function: &Function, value: ValueId) -> u8 {
        match value.0.checked_sub(function.first_local()) {
            Some(local) => self.list[local as usize].bits,
            None => 32,
        }
    }

    fn bound(&self, function: &Function, inst: &Inst, ty: Type) -> u8 {
        let bits = |value| self.bits_of(function, value);
        let width = ty.bits() as u8;
        let count = |value: ValueId| {
            let constant = function.constant(value)?;
            Some((constant.bits() as u32 & (ty.bits() - 1)) as u8)
        };
        match *inst {
            Inst::Binary { op, lhs, rhs } => {
                let count = count(rhs);
                let (lhs, rhs) = (bits(lhs), bits(rhs));
                match op {
                    BinaryOp::And => lhs.min(rhs),
                    BinaryOp::Or | BinaryOp::Xor => lhs.max(rhs),
                    BinaryOp::Add => lhs.max(rhs) + 1,
                    BinaryOp::Mul => lhs + rhs,
                    BinaryOp::UDiv => lhs.min(width),
                    BinaryOp::URem => lhs.min(rhs).min(width),
                    BinaryOp::Shl => count.map_or(64, |count| lhs + count),
                    BinaryOp::LShr => {
                        let lhs = lhs.min(width);
                        lhs.saturating_sub(count.unwrap_or(0))
                    }
                    _ => 64,
                }
            }
            Inst::Cast { op, value, .. } => {
                let from = function.value_type(value);
                match op {
                    CastOp::Trunc => bits(value),
                    CastOp::ZExt => bits(value).min(from.bits() as u8),
                    CastOp::SExt if bits(value) < from.bits() as u8 => bits(value),
                    CastOp::Bitcast if from == ty => bits(value),
                    _ => 64,
                }
            }
            Inst::Compare { .. } => 1,
            Inst::Select {
                if_true, if_false, ..
            } => bits(if_true).max(bits(if_false)),
            // Intrinsics give clean values.
            Inst::Load { .. } | Inst::Phi { .. } | Inst::Call { .. } => width,
            Inst::ExtractElement { .. } => width,
            _ => 64,
        }
    }

    /// Decides where the values of a node are computed.
    fn fold_node(
        &mut self,
        function: &Function,
        graph: &Graph,
        index: u32,
        insts: std::ops::Range<u32>,
        first_value: u32,
    ) {
        self.pending.clear();
        self.readers.clear();
        self.others.clear();
        let mut value = first_value - function.first_local();
        for at in insts.clone() {
            let inst = &function.insts()[at as usize];
            let result = inst.has_result().then_some(value);
            value += u32::from(result.is_some());
            let place = result.map(|result| self.list[result as usize].place);
            match *inst {
                _ if place == Some(Place::Dead) => continue,
                Inst::Binary { .. } if place == Some(Place::OnStack) => continue,
                // The copies of phis happen before a jump and after a branch;
                // of those only the former can take expressions in.
                Inst::Br { target } => {
                    for entry in graph.moves_to_block(index, target) {
                        let phi = (entry.phi.0 - function.first_local()) as usize;
                        if self.list[phi].place != Place::Dead {
                            self.take(function, entry.value, at, &insts);
                        }
                    }
                    continue;
                }
                // A jump, which evaluates no condition.
                Inst::CondBr {
                    if_true, if_false, ..
                } if if_true == if_false => continue,
                _ => {}
            }
            let own = self.effects[at as usize];
            let mut effects = own;
            let mut depth = 0;
            for_each_evaluated(function, inst, |operand| {
                if let Some((taken, deep)) = self.take(function, operand, at, &insts) {
                    effects = effects.union(taken);
                    depth = depth.max(deep + 1);
                }
            });
            self.settle(own);
            let Some(result) = result else {
                continue;
            };
            let value = &mut self.list[result as usize];
            if value.uses == 0 || own.contains(Effects::FIXED) {
                continue;
            }
            value.place = Place::Pending;
            value.effects = effects;
            value.depth = depth;
            self.pending.push(result);
            if effects == Effects::READ {
                self.readers.push(result);
            } else if effects != Effects::NONE {
                self.others.push(result);
            }
        }
        for &local in &self.pending {
            let place = &mut self.list[local as usize].place;
            if *place == Place::Pending {
                *place = Place::Root;
            }
        }
    }

    /// A value is used by an instruction. If it is pending there, it becomes
    /// part of it: gives its effects and its depth.
    fn take(
        &mut self,
        function: &Function,
        value: ValueId,
        user: u32,
        node: &std::ops::Range<u32>,
    ) -> Option<(Effects, u8)> {
        let local = value.0.checked_sub(function.first_local())? as usize;
        let value = &mut self.list[local];
        let inst = value.inst;
        if inst == NONE || !node.contains(&inst) {
            return None;
        }
        match value.place {
            Place::Pending if value.depth >= MAX_DEPTH => {
                value.place = Place::Root;
                None
            }
            Place::Pending => {
                value.place = if value.uses == 1 {
                    Place::Folded
                } else {
                    Place::FirstUse
                };
                self.holders[inst as usize] = user;
                Some((value.effects, value.depth))
            }
            Place::FirstUse => {
                self.fix_holder(function, inst, user);
                None
            }
            _ => None,
        }
    }

    /// Another use of a value whose first use may still be pending: what holds
    /// that is emitted where it stands, unless it is the user itself.
    fn fix_holder(&mut self, function: &Function, inst: u32, user: u32) {
        let mut at = self.holders[inst as usize];
        while at != user {
            let Some(local) = self.value_of(function, at) else {
                return;
            };
            let place = &mut self.list[local].place;
            match place {
                Place::Pending => {
                    *place = Place::Root;
                    return;
                }
                Place::Folded | Place::FirstUse => at = self.holders[at as usize],
                _ => return,
            }
        }
    }

    /// The value that an instruction defines, by local index.
    fn value_of(&self, function: &Function, inst: u32) -> Option<usize> {
        if !function.insts()[inst as usize].has_result() {
            return None;
        }
        // Parameters and constants have no instruction and come first.
        let first = (function.first_inst_value() - function.first_local()) as usize;
        let values = &self.list[first..];
        let found = values.binary_search_by_key(&inst, |value| value.inst);
        found.ok().map(|index| first + index)
    }

    /// Makes roots of the pending values that must come before an instruction.
    fn settle(&mut self, inst: Effects) {
        let values = &mut self.list;
        let mut settle = |list: &mut Vec<u32>| {
            for local in list.drain(..) {
                let place = &mut values[local as usize].place;
                if *place == Place::Pending {
                    *place = Place::Root;
                }
            }
        };
        if inst != Effects::NONE {
            settle(&mut self.others);
        }
        if inst.contains(Effects::TRAP.union(Effects::WRITE)) {
            settle(&mut self.readers);
        }
    }
}

/// The bits of what an integer is kept in.
fn register_bits(ty: Type) -> u8 {
    if ty == Type::I64 { 64 } else { 32 }
}

/// What an instruction does.
/// Whether an instruction does nothing but to compute a value from others.
pub(crate) fn is_pure(function: &Function, plan: &Plan<'_>, inst: &Inst) -> bool {
    effects_of(function, plan, inst) == Effects::NONE
}

fn effects_of(function: &Function, plan: &Plan<'_>, inst: &Inst) -> Effects {
    match *inst {
        Inst::Phi { .. } => Effects::FIXED,
        Inst::Load { .. } => Effects::READ,
        Inst::Store { .. } | Inst::CallIndirect { .. } => Effects::WRITE,
        Inst::Binary { op, rhs, .. } => match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                let harmless = |bits: u64| {
                    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                    bits != 0
                        && !(signed && bits.trailing_ones() >= function.value_type(rhs).bits())
                };
                match function.constant(rhs) {
                    Some(constant) if !constant.ty.is_vector() && harmless(constant.bits()) => {
                        Effects::NONE
                    }
                    _ => Effects::TRAP,
                }
            }
            _ => Effects::NONE,
        },
        // It moves the stack pointer, which the ones after it see.
        Inst::Alloca { .. } => Effects::WRITE.union(Effects::FIXED),
        Inst::Call { callee, .. } => {
            match plan.program.module().functions[callee.index()].intrinsic {
                Some(
                    Intrinsic::Bswap(_)
                    | Intrinsic::Ctlz(_)
                    | Intrinsic::Cttz(_)
                    | Intrinsic::Ctpop(_)
                    | Intrinsic::Fabs(_)
                    | Intrinsic::Sqrt(_)
                    | Intrinsic::AtomicIsLockFree,
                ) => Effects::NONE,
                // They read what only calls and allocas change.
                Some(Intrinsic::ReadTp | Intrinsic::Stacksave) => Effects::READ,
                Some(Intrinsic::Setjmp) => Effects::WRITE.union(Effects::FIXED),
                _ => Effects::WRITE,
            }
        }
        _ => Effects::NONE,
    }
}
