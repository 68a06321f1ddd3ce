//! In which local each value is kept.
//!
//! Every step that computes something has a position in the code, in the order
//! in which it is emitted. A value lives from the position where it is computed
//! to that of its last use, and, if it is used in a loop that it was computed
//! before, to the end of that loop. Values whose lives do not meet share a
//! local (linear scan).
//!
//! Each position has two points: at the even one operands are read and values
//! computed on the way are kept; at the odd one the result is. So a result may
//! take the place of an operand.
//!
//! A loop that stands for an irreducible region runs its nodes in any order. In
//! a function that has one, what lives from one node of an outermost loop to
//! another lives as long as the whole loop. In a function that calls setjmp
//! nothing is shared, because a longjmp brings back values whose life seems to be
//! over; nor in a loop entry, whose values live from before their instructions.

use super::crowd::{self, Cost, Crowd};
use super::fold::{Place, Values};
use super::graph::Graph;
use super::landmark;
use crate::control::{Step, Structurer};
use crate::loop_entry::LoopEntry;
use crate::operands::for_each_evaluated;
use crate::signatures::value_type;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, ValueId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wasm_encoder::{Encode, ValType};

const NONE: u32 = u32::MAX;

/// How deep loops are told apart: what is nested deeper counts as part of the loop
/// at this depth.
const MAX_LOOP_DEPTH: u32 = 64;

/// Where a loop lies in the code.
#[derive(Clone, Copy, Debug)]
struct LoopSpan {
    start: u32,
    end: u32,
    parent: u32,
    depth: u32,
}

/// The points that a value lives from and to.
#[derive(Clone, Copy, Debug)]
struct Interval {
    start: u32,
    end: u32,
}

const UNUSED: Interval = Interval {
    start: NONE,
    end: 0,
};

/// Where a value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// In a local.
    Local(u32),
    /// In a slot of the frame.
    Slot(u32, ValType),
}

/// Numbers from here on are those of slots.
const FIRST_SLOT: u32 = 1 << 31;

/// The classes of locals by type, and that of slots.
pub(super) const CLASSES: usize = 6;
const SLOTS: usize = 5;

/// Locals that are left for other uses than values.
const RESERVED: usize = 400;

/// The locals of a function.
#[derive(Debug, Default)]
pub(super) struct Locals {
    /// By value: its local.
    numbers: Vec<u32>,
    /// The types of locals behind the parameters.
    types: Vec<ValType>,
    params: u32,
    /// How many slots there are.
    slots: u32,
    /// Locals for use within one operation, by type.
    scratch: Vec<(ValType, u32)>,
    /// The same for what brings values to slots, which happens between.
    spill_scratch: [Option<u32>; 5],
    /// The local of the dispatch variable, if there is one.
    dispatch: Option<u32>,

    /// By instruction.
    positions: Vec<u32>,
    /// By position: the innermost loop, the outermost loop if nodes may run in
    /// any order, the node.
    loop_at: Vec<u32>,
    region_at: Vec<u32>,
    node_at: Vec<u32>,
    /// By position: how many labels of joins, and of them of loops, come before.
    joins_at: Vec<(u32, u32)>,
    /// What a loop counts on the way to the next landmark; none if the function needs no
    /// landmarks.
    landmark_weight: Option<usize>,
    /// The first of the slots that many phi copies on one edge go through.
    exchange: u32,
    loops: Vec<LoopSpan>,
    /// Start and end of the outermost loops.
    regions: Vec<(u32, u32)>,
    intervals: Vec<Interval>,
    /// The positions of phi copies, with their edges.
    move_positions: Vec<(u32, u32, u32)>,
    order: Vec<(u32, u32)>,
    /// By value: what the copies to it cost.
    copies: Vec<u64>,
    crowd: Crowd,
    active: [BinaryHeap<Reverse<(u32, u32)>>; CLASSES],
    free: [Vec<u32>; CLASSES],
    labels: Vec<Label>,
}

/// An open label: whether it is a loop, and an outermost one whose nodes may
/// run in any order.
#[derive(Clone, Copy, Debug)]
enum Label {
    Other,
    Loop,
    Region,
}

/// Where the walk over the steps is.
#[derive(Debug)]
struct Walk {
    /// The next position.
    at: u32,
    /// The innermost loop.
    innermost: u32,
    /// The outermost loop whose nodes may run in any order.
    region: u32,
    /// How many joins there were, and loops among them.
    joins: u32,
    loops: u32,
}

pub(super) fn class(ty: ValType) -> usize {
    match ty {
        ValType::I32 => 0,
        ValType::I64 => 1,
        ValType::F32 => 2,
        ValType::F64 => 3,
        _ => 4,
    }
}

impl Locals {
    /// Decides for a function.
    pub(super) fn assign(
        &mut self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        structurer: &Structurer,
        entry: Option<&LoopEntry>,
    ) {
        self.types.clear();
        self.slots = 0;
        self.spill_scratch = [None; 5];
        self.scratch.clear();
        self.dispatch = None;
        self.params = match entry {
            None => function.param_count(),
            Some(entry) => entry.given.len() as u32 + 1,
        };
        self.place(function, graph, structurer);
        self.find_roots(values);
        self.intervals.clear();
        self.intervals.resize(function.local_types().len(), UNUSED);
        self.find_definitions(function, graph, values);
        self.find_uses(function, graph, values);
        self.find_crowd(function, graph, values, structurer);
        self.numbers.clear();
        self.numbers.resize(function.local_types().len(), NONE);
        if let Some(entry) = entry {
            self.enter(function, entry);
            self.scan(function, values, false);
        } else {
            for param in 0..function.param_count() {
                self.numbers[param as usize] = param;
            }
            self.scan(function, values, !graph.calls_setjmp());
        }
        self.exchange = self.slots;
        let edges = self.move_positions.iter();
        let copies = edges.map(|&(_, from, to)| graph.moves(from, to).len());
        let most = copies.max().unwrap_or(0);
        if most > crowd::COPIES_AT_ONCE {
            self.slots += most as u32;
        }
    }

    /// The values that are there at the entry have locals of their own.
    fn enter(&mut self, function: &Function, entry: &LoopEntry) {
        for (number, &local) in (0..).zip(&entry.given) {
            self.numbers[local as usize] = number;
        }
        for &local in &entry.derived {
            let ty = value_type(function.local_types()[local as usize]);
            self.numbers[local as usize] = self.add(ty.expect("values are not void"));
        }
    }

    /// The parameter of a loop entry that has the stack pointer at the function's entry.
    pub(super) fn entry_pointer(&self) -> u32 {
        self.params - 1
    }

    /// Gives positions to instructions and phi copies.
    fn place(&mut self, function: &Function, graph: &Graph, structurer: &Structurer) {
        self.positions.clear();
        self.positions.resize(function.insts().len(), NONE);
        self.loop_at.clear();
        self.region_at.clear();
        self.node_at.clear();
        self.joins_at.clear();
        self.loops.clear();
        self.regions.clear();
        self.move_positions.clear();
        self.labels.clear();
        let mut walk = Walk {
            at: 0,
            innermost: NONE,
            region: NONE,
            joins: 0,
            loops: 0,
        };
        // Position 0 is where parameters come to be.
        self.pass(&mut walk, 1, NONE);
        for step in structurer.steps() {
            walk.joins += u32::from(matches!(step, Step::Loop | Step::End));
            walk.loops += u32::from(matches!(step, Step::Loop));
            match *step {
                Step::Block => self.labels.push(Label::Other),
                Step::Loop => self.open_loop(&mut walk, structurer.uses_dispatch()),
                Step::End => self.close(&mut walk),
                Step::Body(node) => {
                    let insts = &graph.nodes[node as usize];
                    for (offset, inst) in (insts.first..insts.end).enumerate() {
                        self.positions[inst as usize] = walk.at + offset as u32;
                    }
                    self.pass(&mut walk, insts.end - insts.first, node);
                }
                // The terminator is evaluated here, after the body.
                Step::If { node, .. }
                | Step::BranchIf { node, .. }
                | Step::Switch { node, .. }
                | Step::Exit(node) => {
                    if let Step::If { .. } = step {
                        self.labels.push(Label::Other);
                    }
                    let insts = &graph.nodes[node as usize];
                    if insts.end > insts.first {
                        self.positions[insts.end as usize - 1] = walk.at;
                    }
                    self.pass(&mut walk, 1, node);
                }
                Step::Moves { from, to } => {
                    let last = (graph.nodes[from as usize].end as usize).wrapping_sub(1);
                    if let Some(Inst::Br { .. }) = function.insts().get(last) {
                        self.positions[last] = walk.at;
                    }
                    self.move_positions.push((walk.at, from, to));
                    self.pass(&mut walk, 1, from);
                }
                _ => {}
            }
        }
        for span in &mut self.loops {
            span.end = span.end.min(walk.at);
        }
        for region in &mut self.regions {
            region.1 = region.1.min(walk.at);
        }
    }

    /// Gives away the next positions, which are a node's.
    fn pass(&mut self, walk: &mut Walk, positions: u32, node: u32) {
        walk.at += positions;
        let end = walk.at as usize;
        self.loop_at.resize(end, walk.innermost);
        self.region_at.resize(end, walk.region);
        self.node_at.resize(end, node);
        self.joins_at.resize(end, (walk.joins, walk.loops));
    }

    fn open_loop(&mut self, walk: &mut Walk, any_order: bool) {
        let outer = self.loops.get(walk.innermost as usize);
        let depth = outer.map_or(0, |span| span.depth + 1);
        if depth >= MAX_LOOP_DEPTH {
            self.labels.push(Label::Other);
            return;
        }
        self.loops.push(LoopSpan {
            start: walk.at,
            end: NONE,
            parent: walk.innermost,
            depth,
        });
        walk.innermost = self.loops.len() as u32 - 1;
        // A region is left with its loop. It is never a loop that is nested
        // too deep, since it is an outermost one.
        if any_order && walk.region == NONE {
            walk.region = self.regions.len() as u32;
            self.regions.push((walk.at, NONE));
            self.labels.push(Label::Region);
        } else {
            self.labels.push(Label::Loop);
        }
    }

    /// Closes the label that was opened last.
    fn close(&mut self, walk: &mut Walk) {
        let label = self
            .labels
            .pop()
            .expect("the structurer closes what it opened");
        if let Label::Region = label {
            self.regions[walk.region as usize].1 = walk.at;
            walk.region = NONE;
        }
        if let Label::Loop | Label::Region = label {
            let span = &mut self.loops[walk.innermost as usize];
            span.end = walk.at;
            walk.innermost = span.parent;
        }
    }

    /// The position of an instruction becomes that of the one which it is part
    /// of. That comes later in the same node.
    fn find_roots(&mut self, values: &Values) {
        for inst in (0..self.positions.len()).rev() {
            let holder = values.holders[inst];
            if holder != NONE {
                self.positions[inst] = self.positions[holder as usize];
            }
        }
    }

    /// From where on values live.
    fn find_definitions(&mut self, function: &Function, graph: &Graph, values: &Values) {
        for param in 0..function.param_count() as usize {
            self.intervals[param].start = 1;
            self.intervals[param].end = 1;
        }
        let first = (function.first_inst_value() - function.first_local()) as usize;
        for local in first..function.local_types().len() {
            let inst = values.list[local].inst as usize;
            let position = self.positions[inst];
            if position == NONE || matches!(function.insts()[inst], Inst::Phi { .. }) {
                continue;
            }
            let point = match values.list[local].place {
                Place::Root => 2 * position + 1,
                Place::FirstUse => 2 * position,
                _ => continue,
            };
            self.intervals[local] = Interval {
                start: point,
                end: point,
            };
        }
        for index in 0..self.move_positions.len() {
            let (position, from, to) = self.move_positions[index];
            for entry in graph.moves(from, to) {
                let local = (entry.phi.0 - function.first_local()) as usize;
                let interval = &mut self.intervals[local];
                interval.start = interval.start.min(2 * position + 1);
                interval.end = interval.end.max(2 * position + 1);
            }
        }
    }

    /// To where values live.
    fn find_uses(&mut self, function: &Function, graph: &Graph, values: &Values) {
        let mut next = (function.first_inst_value() - function.first_local()) as usize;
        for (index, inst) in function.insts().iter().enumerate() {
            let result = next;
            next += usize::from(inst.has_result());
            let position = self.positions[index];
            if position == NONE || inst.has_result() && values.list[result].place == Place::Dead {
                continue;
            }
            for_each_evaluated(function, inst, |value| {
                self.touch(function, value, position);
            });
        }
        for index in 0..self.move_positions.len() {
            let (position, from, to) = self.move_positions[index];
            for entry in graph.moves(from, to) {
                let phi = (entry.phi.0 - function.first_local()) as usize;
                if values.list[phi].place != Place::Dead {
                    self.touch(function, entry.value, position);
                    self.extend(phi, position);
                }
            }
        }
    }

    fn touch(&mut self, function: &Function, value: ValueId, position: u32) {
        if let Some(local) = value.0.checked_sub(function.first_local()) {
            self.extend(local as usize, position);
        }
    }

    /// A value is needed at a position.
    fn extend(&mut self, local: usize, position: u32) {
        let Interval { start, end } = self.intervals[local];
        if start == NONE {
            return;
        }
        let mut interval = Interval {
            start,
            end: end.max(2 * position),
        };
        // It must outlast the loops that it was computed before.
        let mut innermost = self.loop_at[position as usize];
        while innermost != NONE {
            let span = self.loops[innermost as usize];
            if 2 * span.start <= start {
                break;
            }
            interval.end = interval.end.max(2 * span.end);
            innermost = span.parent;
        }
        // What lives beyond its node in a dispatch loop lives all through it.
        let defined = (start / 2) as usize;
        if self.node_at[defined] != self.node_at[position as usize] {
            for position in [defined, position as usize] {
                let region = self.region_at[position];
                if region != NONE {
                    let (start, end) = self.regions[region as usize];
                    interval.start = interval.start.min(2 * start);
                    interval.end = interval.end.max(2 * end);
                }
            }
        }
        self.intervals[local] = interval;
    }

    /// Finds the values that would make the function slow to compile.
    fn find_crowd(
        &mut self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        structurer: &Structurer,
    ) {
        self.crowd.clear();
        self.copies.clear();
        self.copies.resize(self.intervals.len(), 0);
        for &(_, from, to) in &self.move_positions {
            let moves = graph.moves(from, to);
            for entry in moves {
                let phi = (entry.phi.0 - function.first_local()) as usize;
                self.copies[phi] += crowd::copy_cost(moves.len());
            }
        }
        let last = self.joins_at.len() - 1;
        let before = |point: u32| self.joins_at[(point as usize / 2).min(last)];
        let (mut all_phis, mut all_joins, mut all_loops) = (0, 0, 0);
        let first = (function.first_inst_value() - function.first_local()) as usize;
        for local in first..self.intervals.len() {
            let Interval { start, end } = self.intervals[local];
            if start == NONE || values.list[local].uses == 0 {
                continue;
            }
            let innermost = self.loop_at[(start as usize / 2).min(last)];
            let around = self.loops.get(innermost as usize);
            let ((joins, loops), (joins_end, loops_end)) = (before(start), before(end));
            all_phis += u64::from(self.copies[local] > 0);
            all_joins += u64::from(joins_end - joins);
            all_loops += u64::from(loops_end - loops);
            self.crowd.add(Cost {
                local: local as u32,
                joins: joins_end - joins,
                loops: loops_end - loops,
                copies: self.copies[local],
                depth: around.map_or(0, |span| span.depth + 1),
            });
        }
        self.crowd.find(self.intervals.len(), graph.setjmp_calls());
        let jumps = structurer.steps().iter();
        let dispatches = jumps.filter(|step| matches!(step, Step::SetDispatch(_)));
        all_phis += all_loops + dispatches.count() as u64;
        let (_, loops) = self.joins_at[last];
        self.landmark_weight = landmark::are_needed(all_phis, all_joins)
            .then(|| 1 + all_loops as usize / (loops as usize).max(1));
    }

    /// Linear scan over all values that need a local.
    fn scan(&mut self, function: &Function, values: &Values, share: bool) {
        for class in 0..CLASSES {
            self.active[class].clear();
            self.free[class].clear();
        }
        for param in 0..function.param_count() {
            let ty = function.local_types()[param as usize];
            if let (Some(ty), true) = (value_type(ty), share) {
                let end = self.intervals[param as usize].end;
                self.active[class(ty)].push(Reverse((end, param)));
            }
        }
        self.order.clear();
        let first = (function.first_inst_value() - function.first_local()) as usize;
        for local in first..function.local_types().len() {
            let kept = matches!(values.list[local].place, Place::Root | Place::FirstUse);
            if self.numbers[local] == NONE
                && kept
                && values.list[local].uses > 0
                && self.intervals[local].start != NONE
            {
                self.order.push((self.intervals[local].start, local as u32));
            }
        }
        self.order.sort_unstable();
        for index in 0..self.order.len() {
            let (start, local) = self.order[index];
            let ty = value_type(function.local_types()[local as usize]);
            let ty = ty.expect("values are not void");
            let mut class = class(ty);
            self.expire(class, start);
            let found = share && !self.free[class].is_empty();
            if self.crowd.has(local) || !found && !self.has_room() {
                class = SLOTS;
                self.expire(class, start);
            }
            let number = match self.free[class].pop() {
                Some(number) if share => number,
                _ if class == SLOTS => self.add_slot(),
                _ => self.add(ty),
            };
            self.numbers[local as usize] = number;
            if share {
                let end = self.intervals[local as usize].end;
                self.active[class].push(Reverse((end, number)));
            }
        }
    }

    /// Frees the homes of a class whose values are no longer needed at a point.
    fn expire(&mut self, class: usize, point: u32) {
        while let Some(&Reverse((end, number))) = self.active[class].peek() {
            if end >= point {
                break;
            }
            self.active[class].pop();
            self.free[class].push(number);
        }
    }

    /// Whether there can be one more local for values.
    fn has_room(&self) -> bool {
        self.params as usize + self.types.len() + RESERVED < crowd::LOCALS
    }

    fn add_slot(&mut self) -> u32 {
        self.slots += 1;
        FIRST_SLOT + self.slots - 1
    }

    fn add(&mut self, ty: ValType) -> u32 {
        self.types.push(ty);
        self.params + self.types.len() as u32 - 1
    }

    /// Where a value is kept that has a home.
    pub(super) fn of(&self, function: &Function, value: ValueId) -> Home {
        let local = (value.0 - function.first_local()) as usize;
        let number = self.numbers[local];
        debug_assert_ne!(number, NONE, "{} is not kept", function.value_name(value));
        match number.checked_sub(FIRST_SLOT) {
            Some(slot) if number != NONE => {
                let ty = value_type(function.local_types()[local]);
                Home::Slot(slot, ty.expect("values are not void"))
            }
            _ => Home::Local(number),
        }
    }

    /// Has the values of another function in these locals, given by value; gives those
    /// of this one.
    pub(super) fn swap_numbers(&mut self, numbers: Vec<u32>) -> Vec<u32> {
        std::mem::replace(&mut self.numbers, numbers)
    }

    /// Whether a value has a home: it is used, and computed in code that can
    /// be reached.
    pub(super) fn is_kept(&self, function: &Function, value: ValueId) -> bool {
        self.numbers[(value.0 - function.first_local()) as usize] != NONE
    }

    /// What a loop counts on the way to the next [`landmark`], if the function needs them.
    pub(super) fn landmark_weight(&self) -> Option<usize> {
        self.landmark_weight
    }

    /// The slot that one of many phi copies on an edge goes through.
    pub(super) fn exchange(&self, function: &Function, phi: ValueId, index: u32) -> Home {
        let ty = value_type(function.value_type(phi)).expect("values are not void");
        Home::Slot(self.exchange + index, ty)
    }

    /// How many slots the frame has.
    pub(super) fn slots(&self) -> u32 {
        self.slots
    }

    /// A local to bring values of a type to their slots.
    pub(super) fn spill_scratch(&mut self, ty: ValType) -> u32 {
        let class = class(ty);
        match self.spill_scratch[class] {
            Some(number) => number,
            None => {
                let number = self.add(ty);
                *self.spill_scratch[class].insert(number)
            }
        }
    }

    /// A local for use within one operation; the same each time, for each type
    /// and index.
    pub(super) fn scratch(&mut self, ty: ValType, index: usize) -> u32 {
        let mut left = index;
        for &(found, number) in &self.scratch {
            if found == ty {
                if left == 0 {
                    return number;
                }
                left -= 1;
            }
        }
        let number = self.add(ty);
        self.scratch.push((ty, number));
        if left == 0 {
            number
        } else {
            self.scratch(ty, index)
        }
    }

    /// The local of the dispatch variable.
    pub(super) fn dispatch(&mut self) -> u32 {
        match self.dispatch {
            Some(number) => number,
            None => {
                let number = self.add(ValType::I32);
                *self.dispatch.insert(number)
            }
        }
    }

    /// A local that is used for nothing else.
    pub(super) fn own(&mut self, ty: ValType) -> u32 {
        self.add(ty)
    }

    /// Writes the declarations of all locals.
    pub(super) fn declare(&self, code: &mut Vec<u8>) {
        let groups = || self.types.chunk_by(|a, b| a == b);
        (groups().count() as u32).encode(code);
        for group in groups() {
            (group.len() as u32).encode(code);
            group[0].encode(code);
        }
    }
}
