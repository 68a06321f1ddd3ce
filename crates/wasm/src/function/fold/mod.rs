//! Decides which instructions are folded into the expression of their user, which values are
//! unused, and how many bits values have.
//!
//! WebAssembly evaluates expressions on a stack, so a value with a single use needs no local if its
//! instruction can be moved to the use. Such values are *pending* while the instructions of a node
//! are processed in order. A use in the node takes a pending value into its expression. If an
//! instruction has an effect that must not precede the effect of a pending value, the pending value
//! becomes a *root*: it is computed at its place and kept in a local. Thus the order of effects is
//! preserved. Loads also keep their order, because a trap names the first load that fails. Pending
//! loads form a stack, and an instruction takes them from its top.
//!
//! A value with several uses can be computed at its first use and kept in a local from then on, if
//! its first use also precedes the others in the code. If the expression with this first use is
//! still pending at another use, the expression becomes a root.
//!
//! The sum of a value and a small constant is not computed if it is only the address of loads and
//! stores: they have the value as their base and the constant as their offset. Compilers move these
//! sums out of loops, where each would need a local.
//!
//! # Bits
//!
//! Values of `i1`, `i8` and `i16` are stored in 32 bits, and the bits above their width are
//! undefined unless known otherwise. Every integer value has a bound on the number of low bits that
//! can be set in its stored form. The value is *clean* if the bound is at most the width of its
//! type. Phis are always clean.

mod effects;
mod uses;

pub(crate) use effects::is_pure;

use super::allocas::Allocas;
use super::graph::{Graph, Node};
use super::make_room;
use crate::plan::Plan;
use effects::Effects;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{FuncId, Inst, InstId, Type, ValueId};
use uses::Uses;

/// Maximum depth of expressions, because the translator and engines are recursive.
const MAX_DEPTH: u8 = 60;

const NONE: u32 = u32::MAX;

/// The place where a value is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Nowhere: the value is unused, and its instruction has no effect.
    Dead,
    /// Undecided while the instructions of its node are processed.
    Pending,
    /// At its instruction. It is kept in a local if it is used.
    Root,
    /// At its only use.
    Folded,
    /// At its first use. It is kept in a local for the other uses.
    FirstUse,
    /// At its uses: it is an address in [`Allocas`].
    OnStack,
    /// At its uses, which are addresses: it is the sum of a base and the offset of an access.
    OnBase,
}

/// Properties of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The number of its uses.
    pub(super) uses: u32,
    /// The number of uses as the address of a load or store.
    accesses: u32,
    /// The instruction that defines it, or `NONE` for parameters and constants.
    pub(super) inst: u32,
    /// The instruction whose expression contains it.
    pub(super) holder: u32,
    pub(super) place: Place,
    /// The bound on the number of its bits.
    pub(super) bits: u8,
    /// The effects of the expression that computes it.
    effects: Effects,
    depth: u8,
}

/// Properties of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    /// The end of the instruction's operands in [`Values::operands`].
    operands_end: u32,
    /// The value that the instruction defines, as a local index.
    pub(super) result: u32,
    effects: Effects,
}

/// Properties of the values of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Indexed by local index: parameters, constants, instruction values.
    pub(super) list: Vec<Value>,
    /// Indexed by instruction.
    pub(super) facts: Vec<Fact>,
    /// The parameters and instruction values that each instruction evaluates, as local indices, in
    /// the order of [`crate::operands::for_each_evaluated`].
    operands: Vec<u32>,
    /// The uses of kept values except in phi copies, each with the instruction.
    pub(super) kept_uses: Vec<(u32, u32)>,
    /// The functions whose addresses are taken, possibly repeated.
    pub(super) taken: Vec<FuncId>,
    /// Values that are no longer used.
    unused: Vec<u32>,
    /// The sums of a value and a constant that may be the offset of an access.
    sums: Vec<u32>,
    /// The values of a node whose expressions read memory, in the order of the program.
    reads: Vec<u32>,
}

impl Values {
    /// Decides where each value of a function is computed. The values in `given` are computed
    /// elsewhere.
    pub(super) fn build(
        &mut self,
        function: &Function,
        plan: &Plan<'_>,
        graph: &Graph,
        allocas: &Allocas,
        given: &[u32],
    ) {
        self.begin(function);
        self.look_at_insts(function, plan);
        for &local in allocas.known() {
            self.list[local as usize].place = Place::OnStack;
        }
        self.find_dead(function);
        self.find_offsets(given);
        make_room(&mut self.kept_uses, function.insts().len());
        for (index, node) in (0..).zip(&graph.nodes) {
            self.fold_node(function, graph, index, node);
        }
    }

    /// Returns the values of a function with every value kept in a local where it is computed.
    pub(crate) fn all_kept(function: &Function, plan: &Plan<'_>) -> Values {
        let mut values = Values::default();
        values.begin(function);
        values.look_at_insts(function, plan);
        // Only `build` needs these, and fast paths copy the values for each call.
        values.operands = Vec::new();
        values.taken = Vec::new();
        values
    }

    /// Keeps a value in its local, computed at its instruction. This is always correct, because no
    /// code that must come later has been moved before the instruction.
    pub(super) fn keep(&mut self, local: u32) {
        let value = &mut self.list[local as usize];
        if matches!(value.place, Place::Folded | Place::FirstUse) {
            self.kept_uses.push((local, value.holder));
            value.place = Place::Root;
            value.holder = NONE;
        }
    }

    /// Initialises parameters and constants; the other values are unknown.
    fn begin(&mut self, function: &Function) {
        let unknown = Value {
            uses: 0,
            accesses: 0,
            inst: NONE,
            holder: NONE,
            place: Place::Root,
            bits: 64,
            effects: Effects::NONE,
            depth: 0,
        };
        let count = function.local_types().len();
        make_room(&mut self.list, count);
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
        self.list.resize(count, unknown);
    }

    /// Processes instructions in file order. Records their effects, the uses of values, and the
    /// bounds on bits. A value that is used before its definition in the file has an unknown bound.
    fn look_at_insts(&mut self, function: &Function, plan: &Plan<'_>) {
        let insts = function.insts();
        let types = function.local_types();
        let first = function.first_inst_value() - function.first_local();
        // Most instructions have fewer operands.
        make_room(&mut self.operands, 2 * insts.len());
        self.taken.clear();
        self.sums.clear();
        let mut uses = Uses {
            first_local: function.first_local(),
            params: function.param_count(),
            constants: first - function.param_count(),
            functions: function.function_count(),
            list: &mut self.list,
            operands: &mut self.operands,
            taken: &mut self.taken,
        };
        let mut next = first as usize;
        make_room(&mut self.facts, insts.len());
        self.facts
            .extend(insts.iter().enumerate().map(|(index, inst)| {
                let ty = types.get(next).copied().unwrap_or(Type::Void);
                let (effects, bits) = uses.look_at(function, plan, inst, ty);
                let mut result = NONE;
                if uses.is_offset_of_sum(function, inst) {
                    self.sums.push(next as u32);
                }
                if let Some(bits) = bits {
                    let value = &mut uses.list[next];
                    value.inst = index as u32;
                    value.bits = match ty {
                        Type::I64 => bits.min(64),
                        ty if ty.is_integer() => bits.min(32),
                        _ => 64,
                    };
                    result = next as u32;
                    next += 1;
                }
                Fact {
                    operands_end: uses.operands.len() as u32,
                    result,
                    effects,
                }
            }));
    }

    /// Finds instructions without effects whose results are not used, and instructions that are
    /// only used by these. Uses may precede definitions in the file, so instructions that become
    /// unused are examined again.
    fn find_dead(&mut self, function: &Function) {
        let first = (function.first_inst_value() - function.first_local()) as usize;
        for (local, value) in (first as u32..).zip(&self.list[first..]) {
            if value.uses == 0 {
                self.unused.push(local);
            }
        }
        while let Some(local) = self.unused.pop() {
            self.drop_unused(function, local as usize);
        }
    }

    /// Removes the instruction of an unused value if it has no effect.
    fn drop_unused(&mut self, function: &Function, local: usize) {
        let value = &mut self.list[local];
        let inst = value.inst as usize;
        if value.place == Place::Dead || !self.facts[inst].effects.is_harmless() {
            return;
        }
        value.place = Place::Dead;
        function.for_each_operand(&function.insts()[inst], |operand| {
            if let Some(local) = operand.0.checked_sub(function.first_local()) {
                let operand = &mut self.list[local as usize];
                operand.uses -= 1;
                if operand.uses == 0 && operand.inst != NONE {
                    self.unused.push(local);
                }
            }
        });
    }

    /// Finds the sums that are only addresses of accesses. Each access then uses the base.
    fn find_offsets(&mut self, given: &[u32]) {
        for &local in given {
            self.list[local as usize].accesses = NONE;
        }
        for index in 0..self.sums.len() {
            let local = self.sums[index];
            let Value {
                uses,
                accesses,
                place,
                ..
            } = self.list[local as usize];
            if uses != accesses || place != Place::Root {
                continue;
            }
            if let Some(base) = self.base_of(local) {
                let base = &mut self.list[base as usize];
                if base.place != Place::Root {
                    continue;
                }
                base.uses += uses - 1;
            }
            self.list[local as usize].place = Place::OnBase;
        }
    }

    /// Returns the base of a sum of a value and a constant, if it is a parameter or the result of an
    /// instruction.
    fn base_of(&self, sum: u32) -> Option<u32> {
        base_of(&self.list, &self.facts, &self.operands, sum)
    }

    /// Returns true if an instruction is a phi.
    pub(super) fn is_phi(&self, inst: u32) -> bool {
        self.facts[inst as usize].effects == Effects::FIXED
    }

    /// Returns true if an instruction can be removed if its result is unused.
    pub(super) fn is_harmless(&self, inst: InstId) -> bool {
        self.facts[inst.index()].effects.is_harmless()
    }

    /// Returns the bound on the number of bits of a value.
    pub(super) fn bits_of(&self, function: &Function, value: ValueId) -> u8 {
        match value.0.checked_sub(function.first_local()) {
            Some(local) => self.list[local as usize].bits,
            None => 32,
        }
    }

    /// Decides where the values of a node are computed.
    fn fold_node(&mut self, function: &Function, graph: &Graph, index: u32, node: &Node) {
        let facts = &self.facts[node.first as usize..node.end as usize];
        let Some((last, facts)) = facts.split_last() else {
            return;
        };
        let mut start = match node.first {
            0 => 0,
            first => self.facts[first as usize - 1].operands_end as usize,
        };
        let mut at = node.first;
        let mut folder = Folder {
            list: &mut self.list,
            facts: &self.facts,
            operands: &self.operands,
            kept_uses: &mut self.kept_uses,
            reads: &mut self.reads,
            first: node.first,
            last_effect: 0,
        };
        folder.reads.clear();
        for fact in facts {
            let end = fact.operands_end as usize;
            folder.fold(at, fact, &self.operands[start..end]);
            start = end;
            at += 1;
        }
        match function.insts()[at as usize] {
            // Phi copies are performed before a jump but after a branch, so only a jump can contain
            // expressions.
            Inst::Br { target } => {
                for entry in graph.moves_to_block(index, target).iter().rev() {
                    let [phi, value] = [entry.phi, entry.value]
                        .map(|value| value.0.checked_sub(function.first_local()));
                    if let (Some(phi), Some(value)) = (phi, value)
                        && folder.list[phi as usize].place != Place::Dead
                    {
                        folder.take(value, at);
                    }
                }
            }
            // This is a jump, whose condition is not evaluated.
            Inst::CondBr {
                if_true, if_false, ..
            } if if_true == if_false => {}
            _ => folder.fold(at, last, &self.operands[start..last.operands_end as usize]),
        }
        let first = (node.first_value - function.first_local()) as usize;
        let end = match graph.nodes.get(index as usize + 1) {
            Some(next) => (next.first_value - function.first_local()) as usize,
            None => self.list.len(),
        };
        for value in &mut self.list[first..end] {
            if value.place == Place::Pending {
                value.place = Place::Root;
            }
        }
    }
}

/// Decides where the values of a node are computed.
struct Folder<'f> {
    list: &'f mut [Value],
    facts: &'f [Fact],
    operands: &'f [u32],
    kept_uses: &'f mut Vec<(u32, u32)>,
    /// The values since the last write whose expressions only read memory, in the order of their
    /// reads. A value that became a root stays in the list and blocks those below it.
    reads: &'f mut Vec<u32>,
    /// The first instruction of the node.
    first: u32,
    /// The last instruction so far with an effect other than reading memory. Values are not moved
    /// across it.
    last_effect: u32,
}

impl Folder<'_> {
    /// Decides where the operands of an instruction are computed.
    #[inline(always)]
    fn fold(&mut self, at: u32, fact: &Fact, operands: &[u32]) {
        let own = fact.effects;
        let result = fact.result as usize;
        if fact.result != NONE {
            match self.list[result].place {
                Place::Dead => return,
                // This is an address, not the alloca itself.
                Place::OnStack if own == Effects::NONE => return,
                Place::OnBase => return,
                _ => {}
            }
        }
        let mut effects = own;
        let mut depth = 0;
        // Operands are processed from the last one, because the last read is on top of the stack.
        for &operand in operands.iter().rev() {
            let operand = match self.list[operand as usize].place {
                Place::OnBase => match base_of(self.list, self.facts, self.operands, operand) {
                    Some(base) => base,
                    None => continue,
                },
                _ => operand,
            };
            match self.take(operand, at) {
                Some((taken, deep)) => {
                    effects = effects.union(taken);
                    depth = depth.max(deep + 1);
                }
                None => self.kept_uses.push((operand, at)),
            }
        }
        if own != Effects::NONE {
            self.last_effect = at;
        }
        let is_pending =
            fact.result != NONE && self.list[result].uses > 0 && !own.contains(Effects::FIXED);
        if is_pending {
            let value = &mut self.list[result];
            value.place = Place::Pending;
            value.effects = effects;
            value.depth = depth;
        }
        if effects == Effects::READ && is_pending {
            self.reads.push(fact.result);
        } else if effects != Effects::NONE {
            // The instruction stays in place or has another effect, so earlier reads are not moved
            // across it.
            self.reads.clear();
        }
    }

    /// Processes a use of a value. If the value is pending, folds it into the instruction and
    /// returns its effects and depth.
    #[inline(always)]
    fn take(&mut self, local: u32, user: u32) -> Option<(Effects, u8)> {
        let value = &mut self.list[local as usize];
        match value.place {
            Place::Pending => {
                let can_move = match value.effects {
                    Effects::NONE => true,
                    Effects::READ => self.reads.last() == Some(&local),
                    _ => self.last_effect <= value.inst,
                };
                if !can_move || value.depth >= MAX_DEPTH {
                    value.place = Place::Root;
                    return None;
                }
                if value.effects == Effects::READ {
                    self.reads.pop();
                }
                value.place = if value.uses == 1 {
                    Place::Folded
                } else {
                    Place::FirstUse
                };
                value.holder = user;
                Some((value.effects, value.depth))
            }
            Place::FirstUse if value.inst >= self.first => {
                let holder = value.holder;
                self.fix_holder(holder, user);
                None
            }
            _ => None,
        }
    }

    /// Processes another use of a value whose first use may still be pending. The holder of the
    /// first use becomes a root, unless it is the user itself.
    #[inline(never)]
    fn fix_holder(&mut self, mut holder: u32, user: u32) {
        while holder != user {
            let result = self.facts[holder as usize].result;
            let Some(value) = self.list.get_mut(result as usize) else {
                // The user defines no value.
                return;
            };
            match value.place {
                Place::Pending => {
                    value.place = Place::Root;
                    return;
                }
                Place::Folded | Place::FirstUse => holder = value.holder,
                _ => return,
            }
        }
    }
}

/// Returns the only operand of a sum with a constant, if it is a parameter or the result of an
/// instruction.
fn base_of(list: &[Value], facts: &[Fact], operands: &[u32], sum: u32) -> Option<u32> {
    let inst = list[sum as usize].inst as usize;
    let start = match inst {
        0 => 0,
        inst => facts[inst - 1].operands_end as usize,
    };
    operands[start..facts[inst].operands_end as usize]
        .first()
        .copied()
}

/// Returns the number of bits of the WebAssembly type for an integer type.
fn register_bits(ty: Type) -> u8 {
    if ty == Type::I64 { 64 } else { 32 }
}
