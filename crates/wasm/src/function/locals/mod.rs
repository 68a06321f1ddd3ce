//! Assigns values to locals.
//!
//! Every step that computes something has a position in the code, in the order in which code is
//! emitted. A value lives from the position where it is computed to that of its last use. If it is
//! used in a loop that starts after it was computed, it lives to the end of that loop. Values whose
//! lifetimes do not overlap share a local (linear scan).
//!
//! `place` assigns positions, `lives` computes lifetimes, `cold` moves values to memory if there
//! are too many, `successors` lets values use the locals of phis, and `scan` assigns shared locals.
//!
//! Each position has two points. At the even one, operands are read and intermediate values are
//! stored; at the odd one, the result is stored. Therefore a result may reuse the local of an
//! operand.
//!
//! The nodes of a loop that represents an irreducible region are executed in any order. In a
//! function with such a loop, a value that is used in several nodes of an outermost loop lives
//! through the whole loop. In a function that calls setjmp, locals are not shared, because after a
//! longjmp values are used again whose lifetime seems to be over. They are not shared in a loop
//! entry either, whose values are live before their instructions.

mod cold;
mod lives;
mod place;
mod points;
mod scan;
mod successors;

use super::crowd::{self, Cost, Crowd};
use super::fold::Values;
use super::graph::Graph;
use super::renew;
use crate::control::{Step, Structurer};
use crate::loop_entry::LoopEntry;
use crate::signatures::value_type;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::function::Function;
use place::Label;
use points::Points;
use successors::Successor;
use wasm_encoder::{Encode, ValType};

const NONE: u32 = u32::MAX;

/// The range of positions of a loop.
#[derive(Clone, Copy, Debug)]
struct LoopSpan {
    start: u32,
    end: u32,
    parent: u32,
    depth: u32,
}

/// A range of positions in the same node and the same loops.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first position.
    start: u32,
    node: u32,
    /// The innermost loop.
    innermost: u32,
    /// The index of the outermost loop, if its nodes may be executed in any order.
    region: u32,
    /// The number of join labels before it, and the number of loops among them.
    joins: u32,
    loops: u32,
}

/// The phi copies at a position.
#[derive(Clone, Copy, Debug)]
struct Copies {
    position: u32,
    /// Their range, for [`Graph::moves_of`].
    moves: (u32, u32),
}

/// The points where a value's lifetime starts and ends.
#[derive(Clone, Copy, Debug)]
struct Interval {
    start: u32,
    end: u32,
}

const UNUSED: Interval = Interval {
    start: NONE,
    end: 0,
};

/// The place where a value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// In a local.
    Local(u32),
    /// In a slot of the frame.
    Slot(u32, ValType),
}

/// The first number that represents a slot.
const FIRST_SLOT: u32 = 1 << 31;

/// The number of classes: one for locals of each type, and one for slots.
pub(super) const CLASSES: usize = 6;
const SLOTS: usize = 5;

/// The locals of a function.
#[derive(Debug, Default)]
pub(super) struct Locals {
    /// For each value, its local.
    numbers: Vec<u32>,
    /// The types of locals after the parameters.
    types: Vec<ValType>,
    params: u32,
    /// Number of slots.
    slots: u32,
    /// Locals for use within one operation, by type.
    scratch: Vec<(ValType, u32)>,
    /// Scratch locals for moving values to slots, which can occur while other scratch locals are in
    /// use.
    spill_scratch: [Option<u32>; 5],
    /// The local of the dispatch variable, if there is one.
    dispatch: Option<u32>,

    /// The position of each instruction, or `NONE` if it is not reached. May be longer than the
    /// function.
    positions: Vec<u32>,
    stretches: Vec<Stretch>,
    /// For each position, the index of its stretch.
    stretch_at: Vec<u32>,
    /// The weight of a loop in the distance to the next landmark; `None` if the function needs no
    /// landmarks.
    landmark_weight: Option<usize>,
    /// The first of the slots for phi copies of an edge with many copies.
    exchange: u32,
    loops: Vec<LoopSpan>,
    /// Start and end of the outermost loops.
    regions: Vec<(u32, u32)>,
    intervals: Vec<Interval>,
    /// The values that may need a home, except parameters, in reverse order.
    kept: Vec<u32>,
    /// The phi copies, in the order of their positions.
    edges: Vec<Copies>,
    points: Points,
    /// For each value, the cost of the copies to it.
    copies: Vec<u64>,
    crowd: Crowd,
    free: [Vec<u32>; CLASSES],
    labels: Vec<Label>,
    /// The values that use the locals of phis.
    successors: Vec<Successor>,
    /// For each phi, the index in `successors` of the value that uses its local. Used while these
    /// are found, and otherwise empty.
    successor_of: Vec<u32>,
    /// For each value, the phi whose local it uses, or `NONE`. Longer or shorter than the list of
    /// values.
    phis: Vec<u32>,
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
    /// Reserves memory for functions with up to this number of instructions. Otherwise lists that
    /// grow from one function to the next would be filled again each time.
    pub(super) fn make_room(&mut self, insts: usize) {
        /// Typical number of points for each instruction, including those of other steps.
        const POINTS: usize = 3;
        renew(&mut self.positions, insts, NONE);
        self.points.begin(POINTS * insts, insts);
    }

    /// Assigns the locals of a function.
    pub(super) fn assign(
        &mut self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        structurer: &Structurer,
        entry: Option<&LoopEntry>,
    ) {
        self.spill_scratch = [None; 5];
        self.scratch.clear();
        self.dispatch = None;
        self.params = match entry {
            None => function.param_count(),
            Some(entry) => entry.given.len() as u32 + 1,
        };
        self.place(function, graph, structurer);
        renew(&mut self.intervals, function.local_types().len(), UNUSED);
        self.find_definitions(function, graph, values);
        self.find_uses(function, graph, values);
        self.find_crowd(function, graph, values, structurer);
        self.clear_successors();
        let share = entry.is_none() && !graph.calls_setjmp();
        if share {
            self.find_successors(function, graph, values);
        }
        self.begin_homes(function, entry);
        if !self.scan(function, share) {
            self.begin_homes(function, entry);
            self.move_cold_to_memory(function, graph, values, share);
            self.scan(function, share);
        }
        self.exchange = self.slots;
        if graph.move_count() > crowd::COPIES_AT_ONCE {
            let edges = self.edges.iter();
            let copies = edges.map(|edge| graph.moves_of(edge.moves).len());
            let most = copies.max().unwrap_or(0);
            if most > crowd::COPIES_AT_ONCE {
                self.slots += most as u32;
            }
        }
    }

    /// Removes all homes except those of the values that are live at the entry.
    fn begin_homes(&mut self, function: &Function, entry: Option<&LoopEntry>) {
        self.types.clear();
        self.slots = 0;
        renew(&mut self.numbers, function.local_types().len(), NONE);
        match entry {
            Some(entry) => self.enter(function, entry),
            None => {
                let params = self.numbers.iter_mut().zip(0..function.param_count());
                params.for_each(|(number, param)| *number = param);
            }
        }
    }

    /// Assigns unshared locals to the values that are live at the entry.
    fn enter(&mut self, function: &Function, entry: &LoopEntry) {
        for (number, &local) in (0..).zip(&entry.given) {
            self.numbers[local as usize] = number;
        }
        for &local in &entry.derived {
            let ty = value_type(function.local_types()[local as usize]);
            self.numbers[local as usize] = self.add(ty.expect("values are not void"));
        }
    }

    /// Returns the parameter of a loop entry that contains the stack pointer at the function's
    /// entry.
    pub(super) fn entry_pointer(&self) -> u32 {
        self.params - 1
    }

    /// Returns the stretch of a position, or the last stretch if the position is after the end.
    #[inline]
    fn stretch(&self, position: u32) -> Stretch {
        let last = self.stretches.len() - 1;
        let stretch = self.stretch_at.get(position as usize);
        self.stretches[stretch.map_or(last, |&stretch| stretch as usize)]
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
        self.landmark_weight = None;
        let steps = structurer.steps();
        let labels = self.stretch(NONE);
        let values_kept = self.kept.len() as u64;
        let most = crowd::Most {
            copies: graph.move_count() as u64,
            joins: values_kept * u64::from(labels.joins),
            loops: values_kept * u64::from(labels.loops),
            dispatches: match structurer.uses_dispatch() {
                true => steps.len() as u64,
                false => 0,
            },
        };
        if !most.may_be_crowded(graph.setjmp_calls()) && !most.may_need_landmarks() {
            return;
        }
        let (exactly, phis) = self.sum_up(most, values);
        if exactly.may_be_crowded(graph.setjmp_calls()) {
            self.move_crowd_to_memory(graph, function);
        }
        if exactly.may_need_landmarks() {
            let is_set = |step: &&Step| matches!(step, Step::SetDispatch(_));
            let dispatches = steps.iter().filter(is_set).count() as u64;
            let phis = phis + exactly.loops + dispatches;
            self.landmark_weight = crowd::needs_landmarks(phis, exactly.joins)
                .then(|| 1 + exactly.loops as usize / (labels.loops as usize).max(1));
        }
    }

    /// Moves the values to memory that would make the function slow to compile.
    fn move_crowd_to_memory(&mut self, graph: &Graph, function: &Function) {
        self.copies.clear();
        self.copies.resize(self.intervals.len(), 0);
        for edge in &self.edges {
            let moves = graph.moves_of(edge.moves);
            for entry in moves {
                let phi = (entry.phi.0 - function.first_local()) as usize;
                self.copies[phi] += crowd::copy_cost(moves.len());
            }
        }
        for &local in &self.kept {
            let Interval { start, end } = self.intervals[local as usize];
            if start == NONE {
                continue;
            }
            let [from, to] = [start, end].map(|point| self.stretch(point / 2));
            let around = self.loops.get(from.innermost as usize);
            self.crowd.add(Cost {
                local,
                joins: to.joins - from.joins,
                loops: to.loops - from.loops,
                copies: self.copies[local as usize],
                depth: around.map_or(0, |span| span.depth + 1),
            });
        }
        self.crowd.find(self.intervals.len(), graph.setjmp_calls());
    }

    /// Computes exact sums in place of upper bounds. Also returns the number of phis that have
    /// copies.
    fn sum_up(&self, most: crowd::Most, values: &Values) -> (crowd::Most, u64) {
        let (mut joins, mut loops, mut phis) = (0, 0, 0);
        for &local in &self.kept {
            let interval = self.intervals[local as usize];
            if interval.start != NONE {
                let [from, to] =
                    [interval.start, interval.end].map(|point| self.stretch(point / 2));
                joins += u64::from(to.joins - from.joins);
                loops += u64::from(to.loops - from.loops);
                phis += u64::from(values.is_phi(values.list[local as usize].inst));
            }
        }
        let exactly = crowd::Most {
            joins,
            loops,
            ..most
        };
        (exactly, phis)
    }

    fn add_slot(&mut self) -> u32 {
        self.slots += 1;
        FIRST_SLOT + self.slots - 1
    }

    fn add(&mut self, ty: ValType) -> u32 {
        self.types.push(ty);
        self.params + self.types.len() as u32 - 1
    }

    /// Returns the home of a value that has one.
    pub(super) fn of(&self, function: &Function, value: ValueId) -> Home {
        self.of_local(function, value.0 - function.first_local())
    }

    /// Returns the home of a value by its local index.
    #[inline]
    pub(super) fn of_local(&self, function: &Function, local: u32) -> Home {
        let number = self.numbers[local as usize];
        debug_assert_ne!(number, NONE, "local value {local} is not kept");
        match number.checked_sub(FIRST_SLOT) {
            None => Home::Local(number),
            Some(slot) => {
                let ty = value_type(function.local_types()[local as usize]);
                Home::Slot(slot, ty.expect("values are not void"))
            }
        }
    }

    /// Replaces the locals of values by those of another function. Returns the previous ones.
    pub(super) fn swap_numbers(&mut self, numbers: Vec<u32>) -> Vec<u32> {
        std::mem::replace(&mut self.numbers, numbers)
    }

    /// Returns true if a value has a home: it is used, and its code is reachable.
    pub(super) fn is_kept(&self, function: &Function, value: ValueId) -> bool {
        self.numbers[(value.0 - function.first_local()) as usize] != NONE
    }

    /// Returns the weight of a loop in the distance to the next [`landmark`], if the function needs
    /// them.
    pub(super) fn landmark_weight(&self) -> Option<usize> {
        self.landmark_weight
    }

    /// Returns the slot for one of the phi copies of an edge with many copies.
    pub(super) fn exchange(&self, function: &Function, phi: ValueId, index: u32) -> Home {
        let ty = value_type(function.value_type(phi)).expect("values are not void");
        Home::Slot(self.exchange + index, ty)
    }

    /// Returns the number of slots of the frame.
    pub(super) fn slots(&self) -> u32 {
        self.slots
    }

    /// Returns a local for moving values of a type to their slots.
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

    /// Returns a local for use within one operation. A type and an index always give the same
    /// local.
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

    /// Returns the local of the dispatch variable.
    pub(super) fn dispatch(&mut self) -> u32 {
        match self.dispatch {
            Some(number) => number,
            None => {
                let number = self.add(ValType::I32);
                *self.dispatch.insert(number)
            }
        }
    }

    /// Returns a new local that is not shared.
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
