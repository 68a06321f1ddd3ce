//! Fills the blocks of a graph with instructions.
//!
//! Blocks are filled in an order in which every block comes after those that dominate it, and an
//! instruction may use any value of a dominating block. The file has the blocks in another order,
//! which makes many operands forward references. The operands of phis are added once all blocks
//! have their values.

use super::shape::{End, Shape};
use super::{GeneratedFunction, Program, Size, operations};
use crate::random::Choices;
use pinnacle_pexe::BlockId;
use pinnacle_pexe::build::{FunctionBuilder, ModuleBuilder, Value};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Type;

/// Types of the values that instructions use: all except `void`, which is the first.
pub(super) const VALUE_TYPES: &[Type] = Type::ALL.split_at(1).1;

/// A function body being filled.
pub(super) struct Body<'a, C> {
    pub(super) module: &'a mut ModuleBuilder,
    pub(super) program: &'a Program,
    pub(super) choices: &'a mut C,
    pub(super) f: FunctionBuilder,
    shape: Shape,
    /// The block being filled.
    current: usize,
    /// For each block, the values that later instructions may use.
    values: Vec<Vec<Value>>,
    /// The phis of each block.
    phis: Vec<Vec<Value>>,
    /// For each block of the graph, its first block.
    heads: Vec<BlockId>,
    /// For each block of the graph, its last block. It is the first one, unless the block checks
    /// the counter.
    tails: Vec<BlockId>,
    /// The block that returns when the counter has reached zero.
    out: BlockId,
}

/// Generates the body of a function.
pub(super) fn generate<C: Choices>(
    module: &mut ModuleBuilder,
    program: &Program,
    function: &GeneratedFunction,
    choices: &mut C,
    size: Size,
) -> FunctionBuilder {
    let shape = Shape::draw(choices, size.blocks);
    let mut f = module.body(function.callee);
    let count = shape.ends.len();
    let mut heads = vec![f.current()];
    heads.extend((1..count).map(|_| f.block()));
    // The entry checks the counter before it calls anything, so that recursion ends too.
    let ticks = |block: usize| block == 0 || shape.jumps_back(block) && !shape.repeats(block);
    let tails: Vec<BlockId> = (0..count)
        .map(|block| {
            if ticks(block) {
                f.block()
            } else {
                heads[block]
            }
        })
        .collect();
    let out = f.block();
    let params = (0..function.params.len())
        .map(|index| f.param(index))
        .collect();
    let mut values = vec![Vec::new(); count];
    values[0] = params;
    let mut body = Body {
        module,
        program,
        choices,
        f,
        current: 0,
        values,
        phis: vec![Vec::new(); count],
        heads,
        tails,
        out,
        shape,
    };
    for block in body.shape.order.clone() {
        body.fill(block, size);
    }
    body.add_incoming();
    body.f.switch_to(out);
    body.leave(function.result, None);
    body.f
}

impl<C: Choices> Body<'_, C> {
    fn fill(&mut self, block: usize, size: Size) {
        self.current = block;
        self.f.switch_to(self.heads[block]);
        if block == 0 {
            self.tick(self.tails[0]);
            self.f.switch_to(self.tails[0]);
        }
        if !self.shape.predecessors(block).is_empty() {
            for _ in 0..self.choices.below(3) {
                let ty = self.any_type();
                let phi = self.f.phi(ty);
                self.phis[block].push(phi);
                self.values[block].push(phi);
            }
        }
        for _ in 0..self.choices.below(size.instructions) {
            let value = operations::instruction(self);
            if value.is_some_and(|value| value.ty() != Type::Void) {
                self.values[block].extend(value);
            }
        }
        if self.shape.repeats(block) {
            return self.tick(self.heads[block]);
        }
        if self.shape.jumps_back(block) {
            self.tick(self.tails[block]);
            self.f.switch_to(self.tails[block]);
        }
        self.end(block);
    }

    /// Decrements the counter and continues at `next`, or leaves the function if it has reached
    /// zero.
    fn tick(&mut self, next: BlockId) {
        let address = self.program.counter.address();
        let counter = self.f.load(Type::I32, address);
        let less = self.f.offset(counter, -1);
        self.f.store(less, address);
        let zero = self.f.i32(0);
        let used_up = self.f.compare(Predicate::Slt, less, zero);
        self.f.cond_br(used_up, self.out, next);
    }

    fn end(&mut self, block: usize) {
        let targets: Vec<BlockId> = self.shape.targets[block]
            .iter()
            .map(|&target| self.heads[target])
            .collect();
        match self.shape.ends[block] {
            End::Return if self.program.jumps && self.choices.one_in(3) => {
                let next = self.f.block();
                self.tick(next);
                self.f.switch_to(next);
                operations::longjmp(self);
                self.f.unreachable();
            }
            End::Return => {
                let result = self.f.result_type();
                let value = (result != Type::Void).then(|| self.value(result));
                self.leave(result, value);
            }
            End::Unreachable => {
                if self.choices.one_in(2) {
                    let trap = self.module.intrinsic(Intrinsic::Trap);
                    self.f.call(trap, &[]);
                }
                self.f.unreachable();
            }
            End::Branch => self.f.br(targets[0]),
            End::BranchIf => {
                let condition = self.value(Type::I1);
                self.f.cond_br(condition, targets[0], targets[1]);
            }
            End::Switch => self.switch(&targets),
        }
    }

    fn switch(&mut self, targets: &[BlockId]) {
        let ty = *self
            .choices
            .pick(&[Type::I8, Type::I16, Type::I32, Type::I64]);
        let mut value = self.value(ty);
        if self.choices.one_in(2) {
            // Use few values, so that cases are hit.
            let mask = self.f.constant(ty, 7);
            value = self.f.binary(BinaryOp::And, value, mask);
        }
        let mut cases: Vec<(i64, BlockId)> = Vec::new();
        let unused = 64 - ty.bits();
        for &target in &targets[1..] {
            let mut selector = self.choices.below(8) as i64 - 1;
            if self.choices.one_in(6) {
                selector = (self.choices.next() << unused) as i64 >> unused;
            } else if self.choices.one_in(6) {
                // Near the smallest and the largest number.
                let edge = 1_i64 << (ty.bits() - 1);
                selector = edge.wrapping_add(selector - 3) << unused >> unused;
            }
            while cases.iter().any(|&(other, _)| other == selector) {
                selector = selector.wrapping_add(1) << unused >> unused;
            }
            cases.push((selector, target));
        }
        self.f.switch(value, targets[0], &cases);
    }

    fn leave(&mut self, result: Type, value: Option<Value>) {
        if result == Type::Void {
            self.f.ret_void();
        } else {
            let value = value.unwrap_or_else(|| self.f.undef(result));
            self.f.ret(value);
        }
    }

    /// Gives every phi a value for each edge. All edges from one block have the same value.
    fn add_incoming(&mut self) {
        for block in 0..self.heads.len() {
            let edges = self.shape.predecessors(block);
            for phi in self.phis[block].clone() {
                let mut last = None;
                for &from in &edges {
                    let value = match last {
                        Some((same, value)) if same == from => value,
                        _ => self.value_at_end(phi.ty(), from),
                    };
                    last = Some((from, value));
                    self.f.add_incoming(phi, value, self.tails[from]);
                }
            }
        }
    }

    fn value_at_end(&mut self, ty: Type, block: usize) -> Value {
        self.current = block;
        match self.existing(ty) {
            Some(value) => value,
            None => self.constant(ty),
        }
    }

    /// Returns a value of a type that can be used here: usually an existing one, otherwise a
    /// constant or a vector built from elements.
    pub(super) fn value(&mut self, ty: Type) -> Value {
        if !self.choices.one_in(5)
            && let Some(value) = self.existing(ty)
        {
            return value;
        }
        if ty.is_vector() && self.choices.one_in(2) {
            let vector = self.existing(ty).unwrap_or_else(|| self.f.undef(ty));
            let element = self.constant(ty.element());
            let index = self.choices.below(u64::from(ty.lanes())) as u32;
            return self.f.insert(vector, element, index);
        }
        self.constant(ty)
    }

    /// Returns one of the types that the program prefers, or occasionally any type.
    pub(super) fn any_type(&mut self) -> Type {
        if self.choices.one_in(10) {
            *self.choices.pick(VALUE_TYPES)
        } else {
            *self.choices.pick(self.program.types)
        }
    }

    fn existing(&mut self, ty: Type) -> Option<Value> {
        // Prefer recent values, so that chains of instructions arise.
        if self.choices.one_in(3) {
            let block = &self.values[self.current];
            let last = block.iter().rev().take(6).find(|value| value.ty() == ty);
            if let Some(&value) = last {
                return Some(value);
            }
        }
        let usable: Vec<Value> = (0..self.values.len())
            .filter(|&block| self.shape.dominates(block, self.current))
            .flat_map(|block| self.values[block].iter().copied())
            .filter(|value| value.ty() == ty)
            .collect();
        if usable.is_empty() {
            None
        } else {
            Some(*self.choices.pick(&usable))
        }
    }

    /// Returns a constant, often one near the limits of its type. For vectors only `undef` exists.
    pub(super) fn constant(&mut self, ty: Type) -> Value {
        if ty.is_vector() || self.choices.one_in(30) {
            return self.f.undef(ty);
        }
        if ty.is_float() {
            let number = match self.choices.below(12) {
                0 => f64::INFINITY,
                1 => -0.0,
                2 => f64::from(f32::MIN_POSITIVE) / 2.0,
                3 => 1e300,
                4 => 2_147_483_648.0,
                5 => -9.3e18,
                6 => f64::NAN,
                _ => (self.choices.below(2000) as f64 - 1000.0) / 8.0,
            };
            return if ty == Type::Float {
                self.f.float(number as f32)
            } else {
                self.f.double(number)
            };
        }
        let bits = match self.choices.below(8) {
            0 => u64::MAX,
            1 => 1 << (ty.bits() - 1),
            2 => (1 << (ty.bits() - 1)) - 1,
            3 => self.choices.next(),
            _ => self.choices.below(10),
        };
        self.f.constant(ty, bits)
    }

    /// Returns an address in the memory of the program, with room for the largest value and the
    /// largest alignment that an access needs. Wild programs also use other addresses.
    pub(super) fn address(&mut self) -> Value {
        if self.program.wild && self.choices.one_in(8) {
            return self.wild_address();
        }
        let base = self.program.scratch.address();
        if self.choices.one_in(3) {
            let offset = self.choices.below(u64::from(super::SCRATCH_SIZE) / 16) as i32 * 16;
            return self.f.offset(base, offset);
        }
        let index = self.value(Type::I32);
        let mask = self.f.i32(super::SCRATCH_SIZE as i32 - 16);
        let offset = self.f.binary(BinaryOp::And, index, mask);
        match self.choices.below(4) {
            // Far away and back, so that sums may wrap around.
            0 => {
                let far = self.choices.next() as i32;
                let away = self.f.offset(offset, far);
                let away = self.f.add(away, base);
                self.f.offset(away, far.wrapping_neg())
            }
            // From an address below the base.
            1 => {
                let less = 16 * (1 + self.choices.below(9) as i32);
                let away = self.f.offset(base, -less);
                let away = self.f.add(offset, away);
                self.f.offset(away, less)
            }
            _ => self.f.add(base, offset),
        }
    }

    /// Returns an arbitrary address: in page 0, in read-only data, or near the ends of the data, of
    /// the memory and of the address space. It may be unaligned.
    fn wild_address(&mut self) -> Value {
        const EDGES: [i32; 10] = [
            0,
            8,
            0xfff8,
            0xffff,
            0x1_0000,
            -1,
            -8,
            -17,
            i32::MIN,
            i32::MAX,
        ];
        let near = self.choices.below(24) as i32 - 8;
        let base = match self.choices.below(6) {
            0 => {
                let edge = *self.choices.pick(&EDGES);
                self.f.i32(edge)
            }
            1 => self.program.table.address(),
            2 => self.program.room.address(),
            3 => self.program.scratch.address(),
            _ => self.value(Type::I32),
        };
        match self.choices.below(4) {
            0 => self.f.offset(base, near),
            1 => {
                let far = *self.choices.pick(&EDGES);
                self.f.offset(base, far)
            }
            2 => {
                let far = self.choices.next() as i32;
                let away = self.f.offset(base, far);
                self.f.offset(away, near.wrapping_sub(far))
            }
            _ => base,
        }
    }
}

/// Returns a fixed value of a type, without using choices.
pub(super) fn plain_value(f: &mut FunctionBuilder, ty: Type) -> Value {
    match ty {
        Type::Float => f.float(1.5),
        Type::Double => f.double(-2.5),
        _ if ty.is_vector() => f.undef(ty),
        _ => f.constant(ty, 3),
    }
}
