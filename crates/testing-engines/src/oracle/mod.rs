//! A reference engine, as simple as possible, with which the others are compared.
//!
//! It executes the instructions of a function one by one, without optimisations. Every value is
//! stored as its bits in a list. There is only one thread.

mod lanes;

use crate::run::{Outcome, Prepared, Run};
use anyhow::{Context, Result};
use lanes::Bits;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{BlockId, FuncId, Function, InstId, ValueId};
use pinnacle_runtime::memory::Fault;
use pinnacle_runtime::program::Instance;
use pinnacle_runtime::{Action, Host, HostContext, Trap, TrapKind};

/// Runs a program to its end. If it traps, the trap has no position.
///
/// # Errors
///
/// Fails if it cannot be started.
pub fn run(run: Run, program: &Program) -> Result<Outcome> {
    let Prepared {
        instance,
        stdout,
        stderr,
        ..
    } = run.prepare(program)?;
    let entry = program
        .module()
        .entry()
        .context("the program has no entry point")?;
    let argument = Bits::from(instance.image.start_block);
    let stack_pointer = instance.image.stack.end;
    let mut oracle = Oracle {
        program,
        instance,
        stack_pointer,
        thread_pointer: 0,
        activations: 0,
        running: Vec::new(),
    };
    let end = match oracle.call(entry, &[argument]) {
        Ok(_) => Ok(0),
        Err(Stop::Exit(status)) => Ok(status),
        Err(stop) => Err(Trap {
            kind: stop.into_kind(),
            thread: 0,
            stack: Vec::new(),
            omitted: 0,
        }),
    };
    Ok(Outcome {
        end,
        stdout: stdout.take(),
        stderr: stderr.take(),
    })
}

/// Calls one function. Arguments and result are given as their bits.
///
/// # Errors
///
/// Fails with the trap that ended it.
pub fn call(
    program: &Program,
    instance: Instance,
    function: FuncId,
    arguments: &[Bits],
) -> Result<Bits, TrapKind> {
    let stack_pointer = instance.image.stack.end;
    let mut oracle = Oracle {
        program,
        instance,
        stack_pointer,
        thread_pointer: 0,
        activations: 0,
        running: Vec::new(),
    };
    match oracle.call(function, arguments) {
        Ok(bits) => Ok(bits),
        Err(Stop::Exit(status)) => Ok(Bits::from(status)),
        Err(stop) => Err(stop.into_kind()),
    }
}

/// The reason why execution of a function stops.
enum Stop {
    Exit(u8),
    Trap(TrapKind),
    /// A longjmp to a setjmp of a call that is still active.
    Jump(Jump),
}

/// The position after a setjmp, and the value that it returns this time.
struct Jump {
    /// The number of the call that executed setjmp.
    activation: u64,
    inst: u64,
    stack_pointer: u32,
    value: Bits,
}

impl Stop {
    /// Returns the kind of trap, or of the normal end. A jump never gets here, because it always
    /// finds its call.
    fn into_kind(self) -> TrapKind {
        match self {
            Stop::Trap(kind) => kind,
            Stop::Exit(_) | Stop::Jump(_) => TrapKind::BadLongjmp,
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Trap(TrapKind::Memory(fault))
    }
}

impl From<TrapKind> for Stop {
    fn from(kind: TrapKind) -> Stop {
        Stop::Trap(kind)
    }
}

struct Oracle<'p> {
    program: &'p Program,
    instance: Instance,
    stack_pointer: u32,
    thread_pointer: u32,
    /// Number of calls so far.
    activations: u64,
    /// The numbers of the active calls.
    running: Vec<u64>,
}

/// An active call.
struct Frame<'p> {
    function: &'p Function,
    /// The parameters, constants and instruction values.
    values: Vec<Bits>,
    /// The number of this call. Calls are numbered from 1.
    activation: u64,
    block: BlockId,
    /// The block from which control came.
    before: BlockId,
}

/// The effect of an instruction on control flow.
enum Next {
    /// Continue with the next instruction. This is the result of the current one, if it has one.
    Value(Bits),
    Block(BlockId),
    Return(Bits),
}

impl Oracle<'_> {
    fn call(&mut self, id: FuncId, args: &[Bits]) -> Result<Bits, Stop> {
        let module = self.program.module();
        let declaration = &module.functions[id.index()];
        if let Some(intrinsic) = declaration.intrinsic {
            return self.intrinsic(intrinsic, args);
        }
        let body = declaration
            .body
            .expect("what is not defined is an intrinsic");
        let function = &self.program.functions()[body as usize];
        let mut values = args.to_vec();
        values.extend(
            function
                .constants()
                .iter()
                .map(|constant| Bits::from(constant.bits())),
        );
        values.resize(function.local_types().len(), 0);
        let saved = self.stack_pointer;
        self.activations += 1;
        self.running.push(self.activations);
        let mut frame = Frame {
            function,
            values,
            activation: self.activations,
            block: BlockId(0),
            before: BlockId(0),
        };
        let mut result = self.run_body(&mut frame, None);
        while let Err(Stop::Jump(jump)) = &result {
            if jump.activation != frame.activation {
                break;
            }
            self.stack_pointer = jump.stack_pointer;
            let (inst, value) = (jump.inst, jump.value);
            result = self.run_body(&mut frame, Some((inst, value)));
        }
        self.running.pop();
        self.stack_pointer = saved;
        result
    }

    /// Runs from the start of a block, or after a setjmp, which returns the given value.
    fn run_body(
        &mut self,
        frame: &mut Frame<'_>,
        mut behind: Option<(u64, Bits)>,
    ) -> Result<Bits, Stop> {
        let function = frame.function;
        if let Some((setjmp, _)) = behind {
            let holds = |block: &BlockId| {
                let mut insts = function.block_insts(*block);
                insts.any(|(inst, ..)| u64::from(inst.0) == setjmp)
            };
            let block = function.block_ids().find(holds);
            frame.block = block.ok_or(TrapKind::BadLongjmp)?;
        }
        'blocks: loop {
            if behind.is_none() {
                self.enter_block(frame);
            }
            for (at, value, inst) in function.block_insts(frame.block) {
                if let Some((setjmp, bits)) = behind {
                    if u64::from(at.0) == setjmp {
                        behind = None;
                        if let Some(value) = value {
                            frame.set(value, bits);
                        }
                    }
                    continue;
                }
                if matches!(inst, Inst::Phi { .. }) {
                    continue;
                }
                match self.step(frame, at, inst)? {
                    Next::Value(bits) => {
                        if let Some(value) = value {
                            frame.set(value, bits);
                        }
                    }
                    Next::Block(target) => {
                        frame.before = frame.block;
                        frame.block = target;
                        continue 'blocks;
                    }
                    Next::Return(bits) => return Ok(bits),
                }
            }
            unreachable!("every block ends with a terminator");
        }
    }

    /// Computes the phis of a block.
    fn enter_block(&self, frame: &mut Frame<'_>) {
        let function = frame.function;
        let phis: Vec<(ValueId, Bits)> = function
            .block_insts(frame.block)
            .filter_map(|(_, value, inst)| match inst {
                Inst::Phi { incoming, .. } => {
                    let mut edges = function.phi_incoming(*incoming);
                    let (from, _) = edges.find(|(_, from)| *from == frame.before)?;
                    Some((value?, self.value(frame, from)))
                }
                _ => None,
            })
            .collect();
        for (phi, bits) in phis {
            frame.set(phi, bits);
        }
    }

    /// The bits of a value. The address of a function is its number plus one.
    fn value(&self, frame: &Frame<'_>, value: ValueId) -> Bits {
        let function = frame.function;
        match value.0.checked_sub(function.first_local()) {
            Some(local) => frame.values[local as usize],
            None if value.0 < function.function_count() => Bits::from(value.0 + 1),
            None => {
                let global = value.0 - function.function_count();
                Bits::from(self.instance.image.globals[global as usize])
            }
        }
    }

    fn step(&mut self, frame: &Frame<'_>, at: InstId, inst: &Inst) -> Result<Next, Stop> {
        let function = frame.function;
        let ty = |value: ValueId| function.value_type(value);
        let bits = |value: ValueId| self.value(frame, value);
        Ok(Next::Value(match *inst {
            Inst::Binary { op, lhs, rhs } => lanes::binary(op, ty(lhs), bits(lhs), bits(rhs))?,
            Inst::Cast { op, ty: to, value } => lanes::cast(op, ty(value), to, bits(value)),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => lanes::compare(predicate, ty(lhs), bits(lhs), bits(rhs)),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => lanes::select(ty(if_true), bits(condition), bits(if_true), bits(if_false)),
            Inst::ExtractElement { vector, index } => {
                Bits::from(lanes::extract(ty(vector), bits(vector), bits(index) as u32))
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let (index, element) = (bits(index) as u32, bits(element) as u64);
                lanes::insert(ty(vector), bits(vector), index, element)
            }
            Inst::Load { ty, address, .. } => self.load(bits(address) as u32, ty.bytes())?,
            Inst::Store { address, value, .. } => {
                let (address, stored) = (bits(address) as u32, bits(value));
                self.store(address, ty(value).bytes(), stored)?;
                0
            }
            Inst::Alloca { align, size } => {
                let size = bits(size) as u32;
                Bits::from(self.alloca(size, align.bytes().max(16))?)
            }
            Inst::Phi { .. } => unreachable!("phis are done when their block is entered"),
            Inst::Call { callee, args, .. } => {
                let args: Vec<Bits> = function.values(args).map(bits).collect();
                let callee_info = &self.program.module().functions[callee.index()];
                if callee_info.intrinsic == Some(Intrinsic::Setjmp) {
                    self.setjmp(frame, at, args[0] as u32)?;
                    return Ok(Next::Value(0));
                }
                self.call(callee, &args)?
            }
            Inst::CallIndirect { operands, .. } => {
                let operands: Vec<Bits> = function.values(operands).map(bits).collect();
                self.call_address(operands[0] as u32, &operands[1..])?
            }
            Inst::RetVoid => return Ok(Next::Return(0)),
            Inst::Ret { value } => return Ok(Next::Return(bits(value))),
            Inst::Br { target } => return Ok(Next::Block(target)),
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let target = if bits(condition) == 1 {
                    if_true
                } else {
                    if_false
                };
                return Ok(Next::Block(target));
            }
            Inst::Switch { value, cases } => {
                let (default, mut cases) = function.switch_cases(cases);
                let value = bits(value) as u64;
                let target = cases.find(|(selector, _)| *selector == value);
                return Ok(Next::Block(target.map_or(default, |(_, target)| target)));
            }
            Inst::Unreachable => return Err(TrapKind::Unreachable.into()),
        }))
    }

    /// Writes the current call, position and stack pointer to a setjmp buffer.
    fn setjmp(&mut self, frame: &Frame<'_>, at: InstId, buffer: u32) -> Result<(), Stop> {
        let words = Bits::from(frame.activation) | Bits::from(at.0) << 64;
        self.store(buffer, 16, words)?;
        self.store(buffer.wrapping_add(16), 8, self.stack_pointer.into())
    }

    fn longjmp(&self, buffer: u32, value: Bits) -> Result<Bits, Stop> {
        let words = self.load(buffer, 16)?;
        let activation = words as u64;
        if !self.running.contains(&activation) {
            return Err(TrapKind::BadLongjmp.into());
        }
        Err(Stop::Jump(Jump {
            activation,
            inst: (words >> 64) as u64,
            stack_pointer: self.load(buffer.wrapping_add(16), 8)? as u32,
            value: value.max(1),
        }))
    }

    fn load(&self, address: u32, len: u32) -> Result<Bits, Stop> {
        let bytes = self.instance.image.memory.bytes(address, len)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |bits, &byte| bits << 8 | Bits::from(byte)))
    }

    fn store(&mut self, address: u32, len: u32, bits: Bits) -> Result<(), Stop> {
        let bytes = &bits.to_le_bytes()[..len as usize];
        Ok(self.instance.image.memory.write(address, bytes)?)
    }

    fn alloca(&mut self, size: u32, align: u32) -> Result<u32, Stop> {
        let below = self
            .stack_pointer
            .checked_sub(size)
            .ok_or(TrapKind::StackOverflow)?;
        let address = below & !(align - 1);
        if address < self.instance.image.stack.start {
            return Err(TrapKind::StackOverflow.into());
        }
        self.stack_pointer = address;
        Ok(address)
    }

    /// Calls the function at an address, of the program or of the host.
    fn call_address(&mut self, address: u32, args: &[Bits]) -> Result<Bits, Stop> {
        let first_host_function = self.instance.image.first_host_function;
        let bad = TrapKind::BadFunctionAddress(Some(address));
        if let Some(index) = address.checked_sub(first_host_function) {
            let index = index as usize;
            if index >= self.instance.host.functions().len() {
                return Err(bad.into());
            }
            let args: Vec<u64> = args.iter().map(|&bits| bits as u64).collect();
            let mut context = HostContext {
                memory: &mut self.instance.image.memory,
                thread: 0,
                thread_pointer: self.thread_pointer,
                first_host_function,
                bytes: 0,
                wake: Vec::new(),
            };
            let action = self.instance.host.call(index, &args, &mut context);
            return self.perform(action);
        }
        let index = address.checked_sub(1).ok_or(bad)?;
        self.call(FuncId(index), args)
    }

    fn perform(&mut self, action: Action) -> Result<Bits, Stop> {
        match action {
            Action::Return(result) => Ok(Bits::from(result)),
            Action::Exit(status) => Err(Stop::Exit(status)),
            Action::SetThreadPointer(pointer) => {
                self.thread_pointer = pointer;
                Ok(0)
            }
            Action::Trap(kind) => Err(kind.into()),
            other => Err(TrapKind::Unsupported(format!("{other:?}")).into()),
        }
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Bits]) -> Result<Bits, Stop> {
        let word = |index: usize| args[index] as u32;
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                self.instance.image.memory.copy(word(0), word(1), word(2))?;
                Ok(0)
            }
            Intrinsic::Memset => {
                let (address, len) = (word(0), word(2));
                self.instance
                    .image
                    .memory
                    .fill(address, len, args[1] as u8)?;
                Ok(0)
            }
            Intrinsic::Stacksave => Ok(Bits::from(self.stack_pointer)),
            Intrinsic::Stackrestore => {
                self.stack_pointer = word(0);
                Ok(0)
            }
            Intrinsic::Trap => Err(TrapKind::Trap.into()),
            Intrinsic::ReadTp => Ok(Bits::from(self.thread_pointer)),
            Intrinsic::AtomicLoad(ty) => self.load(word(0), ty.bytes()),
            Intrinsic::AtomicStore(ty) => {
                self.store(word(1), ty.bytes(), args[0])?;
                Ok(0)
            }
            Intrinsic::AtomicRmw(ty) => {
                let (old, operand) = (self.load(word(1), ty.bytes())?, args[2]);
                let new = match word(0) {
                    1 => old.wrapping_add(operand),
                    2 => old.wrapping_sub(operand),
                    3 => old | operand,
                    4 => old & operand,
                    5 => old ^ operand,
                    _ => operand,
                };
                self.store(word(1), ty.bytes(), new)?;
                Ok(old)
            }
            Intrinsic::AtomicCmpxchg(ty) => {
                let old = self.load(word(0), ty.bytes())?;
                let new = if old == args[1] { args[2] } else { old };
                self.store(word(0), ty.bytes(), new)?;
                Ok(old)
            }
            Intrinsic::AtomicFence | Intrinsic::AtomicFenceAll => Ok(0),
            Intrinsic::AtomicIsLockFree => Ok(Bits::from(word(0) <= 8)),
            Intrinsic::Longjmp => self.longjmp(word(0), args[1] & 0xffff_ffff),
            Intrinsic::Setjmp => unreachable!("it needs to know which call it is part of"),
            computed => Ok(compute(computed, args[0])),
        }
    }
}

impl Frame<'_> {
    fn set(&mut self, value: ValueId, bits: Bits) {
        self.values[(value.0 - self.function.first_local()) as usize] = bits;
    }
}

/// Computes intrinsics that are pure functions of their first argument.
fn compute(intrinsic: Intrinsic, argument: Bits) -> Bits {
    let number = argument as u64;
    match intrinsic {
        Intrinsic::Bswap(ty) => Bits::from(number.swap_bytes() >> (64 - ty.bits())),
        Intrinsic::Ctlz(ty) => Bits::from(number.leading_zeros() + ty.bits() - 64),
        Intrinsic::Cttz(ty) => Bits::from(number.trailing_zeros().min(ty.bits())),
        Intrinsic::Ctpop(_) => Bits::from(number.count_ones()),
        Intrinsic::Sqrt(Type::Float) => Bits::from(f32::from_bits(number as u32).sqrt().to_bits()),
        Intrinsic::Sqrt(_) => Bits::from(f64::from_bits(number).sqrt().to_bits()),
        Intrinsic::Fabs(ty) => (0..ty.lanes().max(1)).fold(argument, |bits, lane| {
            let sign = ty.element_bits() * (lane + 1) - 1;
            bits & !(1 << sign)
        }),
        other => unreachable!("{other:?} does more than compute"),
    }
}
