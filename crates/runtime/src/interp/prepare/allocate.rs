//! Register allocation: assigns a register of the frame to each virtual register.
//!
//! Every operation has a position. A virtual register is live from its definition to its last use,
//! without holes. A phi is live from the start of its block, and its operands to the end of the
//! predecessor. Definitions precede uses in the layout, so this is correct except for loops: along
//! a backward edge from the end of block j to the start of block i, every value that was defined
//! before i and is live at its start must stay live to the end of j. Extending an interval in this
//! way may bring it into the span of another backward edge; [`Allocation::extend_over_loops`]
//! computes the closure in one sweep. This works for irreducible loops as well.
//!
//! A phi and its operands then share a class, and so a register, if their intervals do not overlap.
//! Loop variables need no moves that way. Classes get registers by linear scan. In functions that
//! call setjmp, only registers added by selection are shared, because a `longjmp` revives values
//! whose interval seems to be over.
//!
//! If there are not enough registers, [`super::spill`] moves values into memory.

use super::super::prepared::NO_REGISTER;
use super::block_code::variables;
use super::flow::Flow;
use super::node::{NONE, out_word};
use super::select::Selection;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::Inst;
use std::ops::Range;

/// Maximum number of registers per frame. The rest of a window is for arguments.
const MAX_FRAME_SIZE: u32 = 60_000;

/// Maximum number of argument words of a call.
pub(super) const MAX_ARGUMENTS: u32 = 5_000;

/// Maximum number of intervals that the search for an overlap examines.
const MAX_INTERVALS_SEARCHED: u32 = 32;

/// The result of allocation, and its buffers.
#[derive(Default, Debug)]
pub(super) struct Allocation {
    /// For each virtual register, its first register in the frame.
    register: Vec<u16>,
    /// Number of registers in the frame, without those for arguments.
    pub(super) frame_size: u32,
    start: Vec<u32>,
    end: Vec<u32>,
    /// Positions of the start and the end of each block, in layout order.
    spans: Vec<(u32, u32)>,
    /// The class of each virtual register, as a union-find structure.
    class: Vec<u32>,
    /// The next interval of the same class, ordered by position.
    next: Vec<u32>,
    /// For each class, its first interval, and the end of its last one.
    first: Vec<u32>,
    last_end: Vec<u32>,
    expiring: Vec<u32>,
    next_expiring: Vec<u32>,
    /// Classes that have a register.
    assigned: Vec<bool>,
    free: Vec<u16>,
    free_pairs: Vec<u16>,
    components: Vec<(u32, u32)>,
    reach: Vec<u32>,
}

/// The input of register allocation.
pub(super) struct Input<'a> {
    pub(super) function: &'a Function,
    pub(super) flow: &'a Flow,
    pub(super) selection: &'a Selection,
    /// True if registers may be shared.
    pub(super) share: bool,
}

impl Allocation {
    /// Allocates the registers of a function. Returns true if there are enough.
    pub(super) fn allocate(&mut self, input: &Input<'_>) -> bool {
        let count = input.selection.wide.len();
        for list in [&mut self.start, &mut self.end, &mut self.next] {
            list.clear();
            list.resize(count, NONE);
        }
        self.register.clear();
        self.register.resize(count, 0);
        self.class.clear();
        self.class.extend(0..count as u32);
        self.find_intervals(input);
        if input.share {
            self.extend_over_loops(input);
        }
        self.first.clear();
        self.first.extend(0..count as u32);
        self.last_end.clear();
        self.last_end.extend_from_slice(&self.end);
        if input.share {
            self.coalesce(input);
        }
        self.scan(input)
    }

    /// Returns the frame register of a virtual register.
    pub(super) fn register(&self, register: u32) -> u16 {
        match out_word(register) {
            Some(word) => (self.frame_size + word) as u16,
            None => self.register[register as usize],
        }
    }

    /// Returns the register of each value of a function, by local index. Without sharing, a
    /// register keeps its value to the end of the call. Returns an empty list if values may have
    /// been moved into memory.
    pub(super) fn registers_of_values(&self, function: &Function) -> Box<[u16]> {
        if self.start.len() > MAX_FRAME_SIZE as usize {
            return Box::default();
        }
        let mut values = vec![NO_REGISTER; function.local_types().len()];
        for local in variables(function) {
            let is_used = self.start.get(local as usize).is_some_and(|&it| it != NONE);
            if is_used && !function.local_types()[local as usize].is_vector() {
                values[local as usize] = self.register(local);
            }
        }
        values.into()
    }

    /// Returns true if a virtual register is live at the start of a block of the layout. Without
    /// sharing, returns true if it is ever live.
    pub(super) fn is_live(&self, register: u32, place: usize, share: bool) -> bool {
        let (start, end) = (self.start[register as usize], self.end[register as usize]);
        let position = self.spans[place].0;
        start != NONE && (!share || start <= position && position < end)
    }

    /// Returns the number of operations over which a virtual register is live.
    pub(super) fn length(&self, register: u32) -> u32 {
        let (start, end) = (self.start[register as usize], self.end[register as usize]);
        if start == NONE { 0 } else { end - start }
    }

    fn define(&mut self, register: u32, position: u32) {
        if out_word(register).is_none() {
            // A register with two definitions is live from the first.
            let start = &mut self.start[register as usize];
            *start = position.min(*start);
            self.end[register as usize] = position + 1;
        }
    }

    fn read(&mut self, register: u32, position: u32) {
        if out_word(register).is_none() {
            let end = &mut self.end[register as usize];
            *end = if *end == NONE {
                position
            } else {
                position.max(*end)
            };
        }
    }

    fn find_intervals(&mut self, input: &Input<'_>) {
        let Input {
            function,
            flow,
            selection,
            ..
        } = *input;
        for param in 0..function.param_count() {
            self.define(param, 0);
        }
        self.spans.clear();
        let mut position = 1;
        for (place, block) in selection.blocks.iter().enumerate() {
            let id = flow.blocks()[place];
            let start = position;
            if place == 0 {
                for node in &selection.entry {
                    position += 1;
                    self.define(node.d, position);
                }
            }
            for phi in phis_in_registers(input, id) {
                self.define(phi, start);
            }
            for node in selection.nodes[block.nodes.0 as usize..block.nodes.1 as usize]
                .iter()
                .rev()
            {
                position += 1;
                node.for_each_use(|register| self.read(register, position));
                if node.d != NONE && !node.reads_d {
                    self.define(node.d, position);
                }
            }
            position += 1;
            for test in &selection.tests[block.tests.0 as usize..block.tests.1 as usize] {
                self.read(test.a, position);
                if test.b != NONE {
                    self.read(test.b, position);
                }
            }
            if let super::select::Exit::Switch { register, .. } = block.exit {
                self.read(register, position);
            }
            for edge in selection.moves_from(id) {
                if edge.source != NONE {
                    self.read(edge.source, position);
                }
            }
            self.spans.push((start, position));
            position += 1;
        }
    }

    /// Extends the intervals of values that are live around a loop.
    ///
    /// Backward edges to a block affect values defined before the block. The blocks are therefore
    /// visited from last to first: once the values of a block are handled, the edges to it join
    /// those that affect earlier blocks. The spans of these edges are kept as disjoint components.
    /// An interval that ends inside a component is extended to its end.
    fn extend_over_loops(&mut self, input: &Input<'_>) {
        let Input {
            function,
            flow,
            selection,
            ..
        } = *input;
        self.reach.clear();
        self.reach.resize(flow.blocks().len(), 0);
        let mut any = false;
        for (place, &block) in flow.blocks().iter().enumerate() {
            for &successor in flow.successors(block) {
                let head = flow.place(successor) as usize;
                if head <= place {
                    self.reach[head] = self.reach[head].max(self.spans[place].1);
                    any = true;
                }
            }
        }
        if !any {
            return;
        }
        self.components.clear();
        for (place, block) in selection.blocks.iter().enumerate().rev() {
            for node in &selection.nodes[block.nodes.0 as usize..block.nodes.1 as usize] {
                if node.d != NONE && !node.reads_d {
                    self.extend(node.d);
                }
            }
            for phi in phis_in_registers(input, flow.blocks()[place]) {
                self.extend(phi);
            }
            if place == 0 {
                for node in &selection.entry {
                    self.extend(node.d);
                }
            }
            if self.reach[place] > 0 {
                let mut component = (self.spans[place].0, self.reach[place]);
                while let Some(&(start, end)) = self.components.last()
                    && start <= component.1
                {
                    component.1 = component.1.max(end);
                    self.components.pop();
                }
                self.components.push(component);
            }
        }
        for param in 0..function.param_count() {
            self.extend(param);
        }
    }

    fn extend(&mut self, register: u32) {
        if out_word(register).is_some() {
            return;
        }
        let end = &mut self.end[register as usize];
        // The components are on the stack, the last one at the bottom.
        let index = self
            .components
            .partition_point(|component| component.0 > *end);
        if let Some(component) = self.components.get(index)
            && component.1 > *end
        {
            *end = component.1;
        }
    }

    fn class_of(&mut self, mut register: u32) -> u32 {
        while self.class[register as usize] != register {
            let parent = self.class[register as usize];
            self.class[register as usize] = self.class[parent as usize];
            register = parent;
        }
        register
    }

    /// Joins the classes of phis and their operands, starting with operands of backward edges.
    fn coalesce(&mut self, input: &Input<'_>) {
        let Input {
            flow, selection, ..
        } = *input;
        for backward in [true, false] {
            for (place, &block) in flow.blocks().iter().enumerate() {
                for edge in selection.moves_from(block) {
                    let is_backward = flow.place(edge.target) as usize <= place;
                    if is_backward == backward && edge.source != NONE {
                        self.join(edge.phi, edge.source);
                    }
                }
            }
        }
    }

    /// Joins the classes of two registers if none of their intervals overlap.
    fn join(&mut self, x: u32, y: u32) {
        let (x, y) = (self.class_of(x), self.class_of(y));
        if x == y {
            return;
        }
        let (mut i, mut j) = (self.first[x as usize], self.first[y as usize]);
        let mut steps = 0;
        while i != NONE && j != NONE {
            let (a, b) = (i as usize, j as usize);
            if self.start[a] < self.end[b] && self.start[b] < self.end[a] {
                return;
            }
            steps += 1;
            if steps > MAX_INTERVALS_SEARCHED {
                return;
            }
            if self.start[a] < self.start[b] {
                i = self.next[a];
            } else {
                j = self.next[b];
            }
        }
        // Walks over both lists again, linking the intervals in order.
        let (mut i, mut j) = (self.first[x as usize], self.first[y as usize]);
        let mut last = NONE;
        while i != NONE || j != NONE {
            let from_x = j == NONE || i != NONE && self.start[i as usize] < self.start[j as usize];
            let taken = if from_x { i } else { j };
            let after = self.next[taken as usize];
            if from_x {
                i = after;
            } else {
                j = after;
            }
            if last == NONE {
                self.first[x as usize] = taken;
            } else {
                self.next[last as usize] = taken;
            }
            last = taken;
            // One list has ended. Append the rest of the other one.
            if i == NONE && j != NONE {
                self.next[taken as usize] = j;
                break;
            }
            if j == NONE && i != NONE {
                self.next[taken as usize] = i;
                break;
            }
        }
        self.last_end[x as usize] = self.last_end[x as usize].max(self.last_end[y as usize]);
        self.class[y as usize] = x;
    }

    /// Assigns registers to the classes in the order in which they become live.
    fn scan(&mut self, input: &Input<'_>) -> bool {
        let Input {
            function,
            flow,
            selection,
            ..
        } = *input;
        let positions = self.spans.last().map_or(1, |span| span.1) as usize + 3;
        self.expiring.clear();
        self.expiring.resize(positions, NONE);
        self.next_expiring.clear();
        self.next_expiring.resize(self.class.len(), NONE);
        self.free.clear();
        self.free_pairs.clear();
        self.frame_size = 0;
        self.assigned.clear();
        self.assigned.resize(self.class.len(), false);
        for param in 0..function.param_count() {
            self.assign(param, input);
        }
        for (place, block) in selection.blocks.iter().enumerate() {
            let mut position = self.spans[place].0;
            // Operands of a phi may end at the end of the previous block.
            self.expire(position - 1, selection);
            self.expire(position, selection);
            if place == 0 {
                for node in &selection.entry {
                    position += 1;
                    self.expire(position, selection);
                    self.assign(node.d, input);
                }
            }
            for phi in phis_in_registers(input, flow.blocks()[place]) {
                self.assign(phi, input);
            }
            for node in selection.nodes[block.nodes.0 as usize..block.nodes.1 as usize]
                .iter()
                .rev()
            {
                position += 1;
                self.expire(position, selection);
                if node.d != NONE && !node.reads_d {
                    self.assign(node.d, input);
                }
            }
            if self.frame_size > MAX_FRAME_SIZE {
                return false;
            }
        }
        // One more register is needed to break cycles of moves.
        self.frame_size += 1;
        true
    }

    /// Frees the registers of the classes that end at a position.
    fn expire(&mut self, position: u32, selection: &Selection) {
        let mut class = std::mem::replace(&mut self.expiring[position as usize], NONE);
        while class != NONE {
            let register = self.register[class as usize];
            if selection.wide[class as usize] {
                self.free_pairs.push(register);
            } else {
                self.free.push(register);
            }
            class = self.next_expiring[class as usize];
        }
    }

    fn assign(&mut self, register: u32, input: &Input<'_>) {
        if out_word(register).is_some() || self.frame_size > MAX_FRAME_SIZE {
            return;
        }
        let selection = input.selection;
        // Registers added by selection and spilling are used within a single block.
        let is_added = register as usize >= input.function.local_types().len();
        let share = input.share || is_added && selection.frame != Some(register);
        let class = self.class_of(register);
        if !self.assigned[class as usize] {
            self.assigned[class as usize] = true;
            let wide = selection.wide[class as usize];
            let free = if wide {
                &mut self.free_pairs
            } else {
                &mut self.free
            };
            self.register[class as usize] = free.pop().unwrap_or_else(|| {
                self.frame_size += 1 + u32::from(wide);
                (self.frame_size - 1 - u32::from(wide)) as u16
            });
            if share {
                let end = self.last_end[class as usize] as usize;
                self.next_expiring[class as usize] = self.expiring[end];
                self.expiring[end] = class;
            }
        }
        self.register[register as usize] = self.register[class as usize];
    }
}

/// Returns the registers of the phis of a block.
pub(super) fn phis(function: &Function, block: u32) -> Range<u32> {
    let block = function.blocks()[block as usize];
    let first = block.first_value - function.first_local();
    let insts = &function.insts()[block.first_inst as usize..];
    let insts = insts[..block.len as usize].iter();
    let count = insts.take_while(|inst| matches!(inst, Inst::Phi { .. }));
    first..first + count.count() as u32
}

/// Returns the phis of a block that are not kept in memory.
fn phis_in_registers(input: &Input<'_>, block: u32) -> Range<u32> {
    match input.selection.frame {
        Some(_) => 0..0,
        None => phis(input.function, block),
    }
}
