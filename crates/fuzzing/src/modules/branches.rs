//! Branches that leave the trunk and return to it, and calls.

use super::{Code, constant};
use pinnacle_llvm::{
    BlockId, Clause, ConstantId, ConstantKind, InstructionKind, Type, TypeId, Value,
};
use pinnacle_testing::random::Choices;

impl<C: Choices> Code<'_, '_, C> {
    /// Adds a condition whose two paths join.
    pub(super) fn choice(&mut self) {
        let (ty, bit) = (self.any_type(), self.b.module.types.integer(1));
        let condition = self.value(bit);
        let [left, right, join] = [(); 3].map(|()| self.b.block(b""));
        self.b.branch_if(condition, left, right);
        let mut edges = Vec::new();
        for side in [left, right] {
            self.b.start(side);
            let known = self.values.len();
            self.memory();
            edges.push((self.value(ty), side));
            self.values.truncate(known);
            self.b.branch(join);
        }
        self.b.start(join);
        let value = self.b.phi(ty, &edges);
        self.keep(value);
    }

    /// Adds a loop of one block.
    pub(super) fn repetition(&mut self) {
        let types = [self.any_type(), self.b.module.types.integer(32)];
        let ty = *self.choices.pick(&types);
        let before = self.b.current();
        let [body, after] = [(); 2].map(|()| self.b.block(b""));
        let first = self.value(ty);
        self.b.branch(body);
        self.b.start(body);
        let next = self.b.reserve(ty);
        let value = self.b.phi(ty, &[(first, before), (next.into(), body)]);
        self.keep(value);
        self.arithmetic();
        self.selection(ty);
        self.b.define_last(next);
        // The last value on the trunk has another number now.
        self.values.pop();
        self.values.push((next.into(), ty));
        let bit = self.b.module.types.integer(1);
        let condition = self.value(bit);
        self.b.branch_if(condition, body, after);
        self.b.start(after);
    }

    pub(super) fn switch(&mut self) {
        let is_int = |ty: &TypeId| matches!(self.b.module.types.get(*ty), Type::Integer(_));
        let ints: Vec<TypeId> = self.types.iter().copied().filter(is_int).collect();
        let ty = *self.choices.pick(&ints);
        let value = self.value(ty);
        let result = self.any_type();
        let join = self.b.block(b"");
        let before = self.b.current();
        let mut edges = vec![(self.value(result), before)];
        let mut cases: Vec<(ConstantId, BlockId)> = Vec::new();
        for _ in 0..1 + self.choices.below(4) {
            let case = constant(self.b.module, self.choices, ty);
            if cases.iter().all(|(other, _)| *other != case) {
                let block = self.b.block(b"");
                cases.push((case, block));
            }
        }
        self.b.switch(value, join, &cases);
        for (_, block) in cases {
            self.b.start(block);
            edges.push((self.value(result), block));
            self.b.branch(join);
        }
        self.b.start(join);
        let value = self.b.phi(result, &edges);
        self.keep(value);
    }

    /// Adds a call. If `caught` is set, it is an invoke.
    pub(super) fn call(&mut self, caught: bool) {
        let callee = self.choices.pick(self.functions).clone();
        let module = &*self.b.module;
        let intrinsic = module
            .names
            .get(module.global(callee.id).name)
            .starts_with(b"llvm.");
        let bit = self.b.module.types.integer(1);
        let mut arguments: Vec<Value> = Vec::new();
        for ty in callee.params.clone() {
            // The flags of intrinsics must be constants.
            arguments.push(match intrinsic && ty == bit {
                true => self.b.module.int(1, 0).into(),
                false => self.value(ty),
            });
        }
        if callee.variadic {
            for _ in 0..self.choices.below(4) {
                let ty = self.any_type();
                arguments.push(self.value(ty));
            }
        }
        let address = self.b.module.address_of(callee.id).into();
        if caught && !intrinsic {
            return self.invoke(address, callee.ty, &arguments);
        }
        let result = self.b.call(address, callee.ty, &arguments);
        let result = result.map(|value| (value, callee.result));
        self.values.extend(result);
    }

    /// Adds an invoke whose landing pad resumes unwinding or returns to the trunk.
    fn invoke(&mut self, callee: Value, ty: TypeId, arguments: &[Value]) {
        let [normal, pad] = [(); 2].map(|()| self.b.block(b""));
        self.b.invoke(callee, ty, arguments, normal, pad);
        self.b.start(pad);
        let types = &mut self.b.module.types;
        let (pointer, int) = (types.pointer(), types.integer(32));
        let pair = types.literal_struct(&[pointer, int], false);
        let any = self.b.module.constants.plain(pointer, ConstantKind::Null);
        let cleanup = self.choices.one_in(2);
        let clauses = match cleanup {
            true => self.b.clauses(&[]),
            false => self.b.clauses(&[Clause::Catch(any.into())]),
        };
        let kind = InstructionKind::LandingPad { cleanup, clauses };
        let exception = self.b.emit(kind, pair);
        if cleanup || self.choices.one_in(2) {
            self.b.emit_void(InstructionKind::Resume(exception));
        } else {
            self.b.branch(normal);
        }
        self.b.start(normal);
    }
}
