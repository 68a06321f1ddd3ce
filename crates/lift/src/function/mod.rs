//! The translation of one function.
//!
//! Blocks and instructions are translated in file order. A value that is used before its definition
//! gets a local at its first use, which its instruction defines later. Instructions get no flags
//! that make promises (no `nsw`, no `inbounds`, no fast-math), so that none yields poison.

mod arithmetic;
mod atomic;
mod call;
mod cast;
mod fast_path;
mod intrinsic;
mod memory;
pub(crate) mod operators;
mod setjmp;
mod terminator;
mod unread;

pub(crate) use fast_path::translate as translate_fast_path;

use crate::code::Code;
use crate::error::Error;
use crate::shared::Shared;
use pinnacle_llvm::{
    BlockId as Block, FunctionBuilder, GlobalId, InstructionKind, Location, Module, Value,
};
use pinnacle_pexe::fast_paths::{FastPath, budget};
use pinnacle_pexe::function::{Constant, Function, ValueKind};
use pinnacle_pexe::inst::{BinaryOp, Inst, Range};
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{BlockId, Intrinsic, ValueId};
use unread::unread_loads;

/// The state of the translation of a function.
struct Translator<'a, 'p> {
    code: Code<'a, 'p>,
    function: &'p Function,
    /// For each local of the program's function, its value, once it is used or defined.
    values: Vec<Option<Value>>,
    /// For each local that is the sum of a value and a constant, both.
    sums: Vec<Option<(ValueId, u32)>>,
    /// For each local that an instruction defines, the number of the instruction.
    origins: Vec<Option<u32>>,
    /// For each local, true if it is the result of a load that nothing needs. May be empty.
    unread: Vec<bool>,
    /// The number of the current instruction.
    instruction: u32,
    blocks: Vec<Block>,
    /// Address of the memory, if the function accesses it.
    memory: Option<Value>,
    /// The stack pointer at entry, if the function moves it.
    stack_pointer: Option<Value>,
    /// The frame that longjmp returns to, if the function calls setjmp.
    frame: Option<Value>,
    /// The number of setjmp calls so far.
    setjmp_calls: u32,
    /// The current block of the program.
    block: BlockId,
    /// The fast path, if only that is translated.
    path: Option<Path>,
    /// The cost of the fast paths that may still be inlined.
    fast_path_budget: u32,
}

/// The fast path that is translated, as a function of its own.
struct Path {
    path: FastPath,
    /// The block that calls the whole function.
    slow: Block,
}

/// The setup that a function needs at its start.
#[derive(Clone, Copy, Default)]
struct Needs {
    memory: bool,
    stack: bool,
    setjmp_calls: u32,
}

/// Translates a function that was declared.
///
/// # Errors
///
/// Fails if it calls a function that is declared but not defined, and that is not an intrinsic.
pub(crate) fn translate<'p>(
    shared: &mut Shared<'p>,
    module: &mut Module,
    function: &'p Function,
) -> Result<(), Error> {
    let callee = shared.functions[function.id().index()];
    let global = callee.expect("a function with a body is declared").function;
    let unread = unread_loads(function, shared.program.module());
    let mut translator = Translator::new(shared, module, function, global);
    translator.unread = unread;
    translator.body()?;
    translator.code.builder.finish();
    Ok(())
}

impl<'a, 'p> Translator<'a, 'p> {
    fn new(
        shared: &'a mut Shared<'p>,
        module: &'a mut Module,
        function: &'p Function,
        global: GlobalId,
    ) -> Translator<'a, 'p> {
        Translator {
            code: Code {
                builder: FunctionBuilder::new(module, global),
                shared,
            },
            function,
            values: vec![None; function.local_types().len()],
            sums: vec![None; function.local_types().len()],
            origins: vec![None; function.local_types().len()],
            unread: Vec::new(),
            instruction: 0,
            blocks: Vec::with_capacity(function.blocks().len()),
            memory: None,
            stack_pointer: None,
            frame: None,
            setjmp_calls: 0,
            block: BlockId(0),
            path: None,
            fast_path_budget: budget(function),
        }
    }
}

impl Translator<'_, '_> {
    fn body(&mut self) -> Result<(), Error> {
        let function = self.function;
        let names = self.code.shared.options.names;
        for index in 0..function.blocks().len() {
            let name = if names {
                format!("b{index}")
            } else {
                String::new()
            };
            self.blocks.push(self.code.builder.block(name.as_bytes()));
        }
        self.parameters_and_constants();
        for block in function.block_ids() {
            self.code.builder.start(self.blocks[block.index()]);
            if block.index() == 0 {
                self.prologue();
            }
            self.block_body(block)?;
        }
        Ok(())
    }

    /// Translates the instructions of a block.
    fn block_body(&mut self, block: BlockId) -> Result<(), Error> {
        self.block = block;
        for (number, result, inst) in self.function.block_insts(block) {
            self.instruction = number.0;
            self.locate(number.0);
            if let Some(local) = result.and_then(|result| self.local(result)) {
                self.origins[local] = Some(number.0);
            }
            if let (Some(result), Inst::Binary { op, lhs, rhs }) = (result, *inst) {
                self.note_sum(result, op, lhs, rhs);
            }
            let value = self.instruction(inst, result)?;
            if let Some(result) = result {
                let value = value.expect("what has a result gives a value");
                self.define(result, value);
            }
        }
        Ok(())
    }

    /// Sets the location of the following code. Code before the first instruction gets the location
    /// of that. A fast path has none, so LLVM gives its code the location of the inlined call.
    fn locate(&mut self, instruction: u32) {
        if self.code.shared.options.places && self.path.is_none() {
            self.code.builder.set_location(Some(Location {
                line: instruction + 1,
                column: 0,
                scope: 0,
                inlined_at: 0,
            }));
        }
    }

    fn parameters_and_constants(&mut self) {
        let function = self.function;
        for index in 0..function.param_count() as usize {
            let value = self.code.builder.parameter(index);
            self.values[index] = Some(value);
            self.name(function.first_local() + index as u32, value);
        }
        let first = function.param_count() as usize;
        for (slot, constant) in self.values[first..].iter_mut().zip(function.constants()) {
            let ty = self.code.shared.types.of(constant.ty);
            let module = &mut *self.code.builder.module;
            // Undefined values are zero. Constant vectors are always undefined.
            *slot = Some(match constant.bits() {
                0 => module.zero(ty).into(),
                bits => module.constants.bits(ty, bits).into(),
            });
        }
    }

    /// Emits the code before the first instruction.
    fn prologue(&mut self) {
        self.locate(0);
        let needs = self.needs();
        if needs.memory {
            self.memory = Some(self.code.memory());
        }
        if needs.stack {
            let pointer = self.code.shared.variables.stack_pointer;
            let word = self.code.ty(Type::I32);
            self.stack_pointer = Some(self.code.read(word, pointer));
        }
        if needs.setjmp_calls > 0 {
            self.enter_frame(needs.setjmp_calls);
        }
    }

    fn needs(&self) -> Needs {
        let mut needs = Needs::default();
        for inst in self.function.insts() {
            match *inst {
                Inst::Load { .. } | Inst::Store { .. } => needs.memory = true,
                Inst::Alloca { .. } => needs.stack = true,
                Inst::Call { callee, .. } => {
                    use Intrinsic as I;
                    let callee = &self.code.shared.program.module().functions[callee.index()];
                    match callee.intrinsic {
                        Some(I::Stackrestore) => needs.stack = true,
                        Some(I::Setjmp) => needs.setjmp_calls += 1,
                        Some(
                            I::Memcpy
                            | I::Memmove
                            | I::Memset
                            | I::AtomicLoad(_)
                            | I::AtomicStore(_)
                            | I::AtomicRmw(_)
                            | I::AtomicCmpxchg(_),
                        ) => needs.memory = true,
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        needs
    }

    /// Returns the index of a value among the function's locals, if it is one.
    fn local(&self, value: ValueId) -> Option<usize> {
        let index = value.0.checked_sub(self.function.first_local())?;
        Some(index as usize)
    }

    /// Returns a value that an instruction uses.
    fn value(&mut self, value: ValueId) -> Value {
        let Some(local) = self.local(value) else {
            if value.0 < self.function.function_count() {
                self.code.shared.taken[value.index()] = true;
            }
            return self.code.shared.addresses[value.index()].into();
        };
        if let Some(known) = self.values[local] {
            return known;
        }
        let ty = self.code.ty(self.function.local_types()[local]);
        let reserved = Value::Local(self.code.builder.reserve(ty));
        self.values[local] = Some(reserved);
        reserved
    }

    fn value_list(&mut self, range: Range) -> Vec<Value> {
        let values = self.function.values(range);
        values.map(|value| self.value(value)).collect()
    }

    /// Returns the type of a value of the program.
    fn type_of(&self, value: ValueId) -> Type {
        self.function.value_type(value)
    }

    /// Returns the number of a constant. Addresses of functions and globals are constants too.
    fn constant(&self, value: ValueId) -> Option<u64> {
        match self.function.value_name(value) {
            ValueKind::Function(index) => Some(u64::from(index) + 1),
            ValueKind::Global(index) => {
                Some(self.code.shared.layout.globals[index as usize].into())
            }
            _ => self.function.constant(value).map(Constant::bits),
        }
    }

    /// Records the result of an instruction.
    fn define(&mut self, result: ValueId, value: Value) {
        let local = self.local(result);
        let local = local.expect("results are values of the function");
        let Some(Value::Local(reserved)) = self.values[local] else {
            self.values[local] = Some(value);
            self.name(result.0, value);
            return;
        };
        let last = self.code.builder.body().instructions().last();
        let is_last = last
            .and_then(|last| last.result)
            .is_some_and(|last| Value::Local(last) == value);
        if is_last {
            self.code.builder.define_last(reserved);
        } else {
            self.code.builder.define_copy(reserved, value);
        }
        self.name(result.0, reserved.into());
    }

    /// Names the local of a value, unless it already has a name: some instructions return the
    /// result of another one.
    fn name(&mut self, value: u32, named: Value) {
        let Value::Local(local) = named else { return };
        if !self.code.shared.options.names || self.code.builder.body().local(local).name.is_some() {
            return;
        }
        let name = match self.function.value_name(ValueId(value)) {
            ValueKind::Param(index) => format!("p{index}"),
            ValueKind::Inst(index) => format!("v{index}"),
            _ => return,
        };
        self.code.builder.set_name(named, name.as_bytes());
    }

    /// Translates an instruction. Returns its result, if it has one.
    fn instruction(
        &mut self,
        inst: &Inst,
        result: Option<ValueId>,
    ) -> Result<Option<Value>, Error> {
        let value = match *inst {
            Inst::Binary { op, lhs, rhs } => Some(self.binary(op, lhs, rhs)),
            Inst::Cast { op, ty, value } => Some(self.cast(op, ty, value)),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => Some(self.compare(predicate, lhs, rhs)),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                let operands = [condition, if_true, if_false].map(|value| self.value(value));
                let [condition, if_true, if_false] = operands;
                Some(self.code.builder.select(condition, if_true, if_false))
            }
            Inst::ExtractElement { vector, index } => {
                let ty = self.code.ty(self.type_of(vector).element());
                let [vector, index] = [vector, index].map(|value| self.value(value));
                let kind = InstructionKind::ExtractElement { vector, index };
                Some(self.code.builder.emit(kind, ty))
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let operands = [vector, element, index].map(|value| self.value(value));
                let [vector, element, index] = operands;
                Some(self.code.with_element(vector, element, index))
            }
            Inst::Load { ty, address, .. } => Some(self.load(ty, address, result)),
            Inst::Store { address, value, .. } => {
                self.store(address, value);
                None
            }
            Inst::Alloca { align, size } => Some(self.alloca(align, size)),
            Inst::Phi { ty, incoming } => Some(self.phi(ty, incoming)),
            Inst::Call { callee, args, .. } => return self.call(callee, args),
            Inst::CallIndirect { ty, operands, .. } => {
                return self.call_indirect(ty, operands);
            }
            _ => {
                self.terminator(inst);
                None
            }
        };
        Ok(value)
    }

    /// Records that a value is the sum of another value and a constant.
    fn note_sum(&mut self, result: ValueId, op: BinaryOp, lhs: ValueId, rhs: ValueId) {
        let (Some(local), BinaryOp::Add) = (self.local(result), op) else {
            return;
        };
        let sum = [(lhs, rhs), (rhs, lhs)]
            .into_iter()
            .find_map(|(base, constant)| {
                let offset = u32::try_from(self.constant(constant)?).ok()?;
                self.constant(base).is_none().then_some((base, offset))
            });
        self.sums[local] = sum;
    }
}
