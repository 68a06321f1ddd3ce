//! Spills values to memory if there are not enough registers.
//!
//! The register numbers in an operation have sixteen bits. A function that needs more values at a
//! time keeps the long-lived ones in slots, in a frame on the program's stack, as machine code
//! does. The function allocates the frame on entry. A value is stored after its definition and
//! loaded before each use. All phis are kept in slots. The incoming value of a phi is stored at the
//! end of each predecessor, in a slot next to the phi's own, and becomes its value at the start of
//! its block. Therefore no phi changes while others still need its old value.
//!
//! The values left in registers are short-lived, so [`super::allocate`] has enough registers.

use super::allocate::{Allocation, phis};
use super::flow::Flow;
use super::node::{NONE, Node, out_word};
use super::select::{Exit, Selection};
use crate::interp::op::{Code, LOAD_U64, LOAD_WIDE, STORE_64, STORE_WIDE};
use pinnacle_pexe::function::Function;
use std::mem;

/// Maximum number of operations over which a value may stay in a register. At most that many values
/// are in registers at a time.
const SHORT: u32 = 15_000;

/// Size in bytes of a slot. A value has one for each of its registers.
const SLOT: u32 = 8;

/// Rewrites the operations of a function.
struct Spiller<'a> {
    function: &'a Function,
    flow: &'a Flow,
    selection: &'a mut Selection,
    /// For each virtual register, the offset of its slot, or `NONE`. The slot for a phi's incoming
    /// value follows the phi's own.
    slots: Vec<u32>,
    /// The register with the address of the frame.
    frame: u32,
    /// The operations of the current block, in order.
    block: Vec<Node>,
    /// The instruction to which added operations are attributed.
    inst: u32,
}

/// Moves long-lived values to memory. `allocation` knows how long values live, and whether
/// registers are shared. If they are not, registers are only shared within a block.
pub(super) fn spill(
    function: &Function,
    flow: &Flow,
    selection: &mut Selection,
    allocation: &Allocation,
    share: bool,
) -> Result<(), String> {
    let frame = selection.wide.len() as u32;
    let mut spiller = Spiller {
        function,
        flow,
        slots: vec![NONE; selection.wide.len()],
        selection,
        frame,
        block: Vec::new(),
        inst: 0,
    };
    let size = spiller.choose(allocation, if share { SHORT } else { 0 });
    let size = u32::try_from(size).map_err(|_| "its values do not fit into memory".to_owned())?;
    spiller.selection.wide.push(false);
    spiller.selection.frame = Some(frame);
    let take_frame = Node::new(Code::AllocaImm).d(frame).lo(size).hi(15);
    spiller.selection.entry.push(take_frame);
    spiller.rewrite();
    Ok(())
}

impl Spiller<'_> {
    /// Assigns slots to values that live longer than `limit`. Returns the size of the frame.
    fn choose(&mut self, allocation: &Allocation, limit: u32) -> u64 {
        let mut size = 0;
        let mut place = |register: u32, slots: &mut [u32], count: u64, wide: bool| {
            slots[register as usize] = size as u32;
            size += count * u64::from(SLOT) * if wide { 2 } else { 1 };
        };
        for (index, &block) in self.flow.blocks().iter().enumerate() {
            for phi in phis(self.function, block) {
                let wide = self.selection.wide[phi as usize];
                place(phi, &mut self.slots, 2, wide);
            }
            let (first, end) = self.selection.blocks[index].nodes;
            for node in &self.selection.nodes[first as usize..end as usize] {
                let is_value = |d: u32| d < self.function.local_types().len() as u32;
                if node.d != NONE
                    && !node.reads_d
                    && is_value(node.d)
                    && self.slots[node.d as usize] == NONE
                    && allocation.length(node.d) > limit
                {
                    let wide = self.selection.wide[node.d as usize];
                    place(node.d, &mut self.slots, 1, wide);
                }
            }
        }
        size
    }

    fn rewrite(&mut self) {
        let nodes = mem::take(&mut self.selection.nodes);
        for place in 0..self.selection.blocks.len() {
            let block = self.selection.blocks[place];
            let id = self.flow.blocks()[place];
            let mut nodes = nodes[block.nodes.0 as usize..block.nodes.1 as usize].iter();
            // This operation must stay the first one of the function.
            if nodes
                .as_slice()
                .last()
                .is_some_and(|node| node.code == Code::TraceEnter)
            {
                self.block.extend(nodes.next_back());
            }
            self.begin_phis(id);
            for node in nodes.rev() {
                self.node(*node);
            }
            self.inst = block.inst;
            self.end_block(place, id);
            let first = self.selection.nodes.len() as u32;
            self.selection.nodes.extend(self.block.drain(..).rev());
            self.selection.blocks[place].nodes = (first, self.selection.nodes.len() as u32);
        }
        self.selection.moves.clear();
        self.selection.first_move.fill(0);
    }

    /// Makes the incoming values of a block's phis their values.
    fn begin_phis(&mut self, id: u32) {
        self.inst = self.function.blocks()[id as usize].first_inst;
        for phi in phis(self.function, id) {
            let slot = self.slots[phi as usize];
            let value = self.load(phi, self.incoming(phi));
            self.store(value, slot);
        }
    }

    /// Returns the slot for the incoming value of a phi.
    fn incoming(&self, phi: u32) -> u32 {
        let words = 1 + u32::from(self.selection.wide[phi as usize]);
        self.slots[phi as usize] + words * SLOT
    }

    /// Emits an operation, with loads of its operands and a store of its result.
    fn node(&mut self, mut node: Node) {
        if matches!(node.code, Code::RootF32 | Code::RootF64) {
            // The jump would skip the store of the result, too.
            return;
        }
        self.inst = node.inst;
        node.a = self.read(node.a);
        node.b = self.read(node.b);
        if node.lo_is_register {
            node.lo = self.read(node.lo);
        }
        if node.hi_is_register {
            node.hi = self.read(node.hi);
        }
        if node.reads_d {
            node.d = self.read(node.d);
        }
        let slot = if node.reads_d {
            NONE
        } else {
            self.slot(node.d)
        };
        if slot == NONE {
            self.block.push(node);
            return;
        }
        node.d = self.fresh(self.selection.wide[node.d as usize]);
        self.block.push(node);
        self.store(node.d, slot);
    }

    /// Stores the incoming values for the successors' phis, and loads the values that the block's
    /// terminator reads.
    fn end_block(&mut self, place: usize, id: u32) {
        let [first, end] =
            [0, 1].map(|next| self.selection.first_move[id as usize + next] as usize);
        for index in first..end {
            let edge = self.selection.moves[index];
            let wide = self.selection.wide[edge.phi as usize];
            let mut value = if edge.source == NONE {
                let constant = self.fresh(wide);
                let code = if wide { Code::ZeroWide } else { Code::Const };
                self.push(Node::new(code).d(constant).imm64(edge.bits));
                constant
            } else {
                self.read(edge.source)
            };
            if edge.add != 0 {
                let sum = self.fresh(false);
                self.push(Node::new(Code::Add32Imm).d(sum).a(value).lo(edge.add));
                value = sum;
            }
            self.store(value, self.incoming(edge.phi));
        }
        let tests = self.selection.blocks[place].tests;
        for index in tests.0..tests.1 {
            let test = self.selection.tests[index as usize];
            let (a, b) = (self.read(test.a), self.read(test.b));
            let test = &mut self.selection.tests[index as usize];
            (test.a, test.b) = (a, b);
        }
        if let Exit::Switch { register, inst } = self.selection.blocks[place].exit {
            let register = self.read(register);
            self.selection.blocks[place].exit = Exit::Switch { register, inst };
        }
    }

    /// Returns the register with a value, loading it first if it has a slot.
    fn read(&mut self, register: u32) -> u32 {
        match self.slot(register) {
            NONE => register,
            slot => self.load(register, slot),
        }
    }

    fn slot(&self, register: u32) -> u32 {
        if register == NONE || out_word(register).is_some() {
            return NONE;
        }
        self.slots.get(register as usize).copied().unwrap_or(NONE)
    }

    fn load(&mut self, register: u32, slot: u32) -> u32 {
        let wide = self.selection.wide[register as usize];
        let to = self.fresh(wide);
        let codes = if wide { LOAD_WIDE } else { LOAD_U64 };
        self.push(Node::new(codes[0]).d(to).a(self.frame).lo(slot));
        to
    }

    fn store(&mut self, register: u32, slot: u32) {
        let wide = self.selection.wide[register as usize];
        let codes = if wide { STORE_WIDE } else { STORE_64 };
        self.push(Node::new(codes[0]).stored(register).a(self.frame).lo(slot));
    }

    fn fresh(&mut self, wide: bool) -> u32 {
        self.selection.wide.push(wide);
        self.selection.wide.len() as u32 - 1
    }

    fn push(&mut self, node: Node) {
        self.block.push(Node {
            inst: self.inst,
            ..node
        });
    }
}
