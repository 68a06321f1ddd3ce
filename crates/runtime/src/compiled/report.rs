//! Why and where a program stopped: from an error of Wasmtime to a trap in the
//! terms of the program.
//!
//! Machine code knows what kind of instruction of WebAssembly stopped it, and
//! where. What that means follows from the instruction of the program that the
//! place stands for: a reached `unreachable` is a full stack at an `alloca`,
//! and `llvm.trap` at a call of that. The way from places to instructions is
//! made by translating the program again, so that programs which do not trap
//! do not pay for it.

use super::code::Code;
use super::stop::{Cause, HostTrap, Stop};
use crate::memory::{Access, Fault};
use crate::trap::{Location, Trap, TrapKind};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, InstId};
use std::fmt;
use wasmtime::{Store, ThrownException, WasmBacktrace};

impl Stop {
    /// The stop that an error of Wasmtime tells of.
    pub(super) fn new<T>(store: &mut Store<T>, thread: u32, error: &wasmtime::Error) -> Stop {
        if error.is::<ThrownException>() {
            // Nobody else takes it.
            let _ = wasmtime::AsContextMut::as_context_mut(store).take_pending_exception();
        }
        let mut stop = Stop::unplaced(cause(error), thread);
        stop.is_placed = true;
        if let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() {
            // A function that ran out of stack had not begun yet: its caller
            // is where that happened.
            let offset = |frame: &wasmtime::FrameInfo| frame.module_offset();
            let frames = backtrace.frames();
            let started = frames.iter().skip_while(|frame| offset(frame).is_none());
            let depth = started.clone().count();
            for (index, frame) in started.enumerate() {
                if Trap::lists(index, depth) {
                    let offset = offset(frame).and_then(|offset| u32::try_from(offset).ok());
                    stop.frames.push(offset.unwrap_or(u32::MAX));
                } else {
                    stop.omitted += 1;
                }
            }
        }
        stop
    }

    /// The trap, without the place, and without what the place tells of its
    /// kind. For when the program cannot be had any more.
    pub fn without_place(&self) -> Trap {
        Trap {
            kind: self.kind(None),
            thread: self.thread,
            stack: Vec::new(),
            omitted: 0,
        }
    }

    /// The trap. The program must be the one that the code was compiled from;
    /// it is translated once more.
    pub fn trap(&self, code: &Code, program: &Program) -> Trap {
        let map = code.source_map(program).unwrap_or_default();
        let places = self.frames.iter().filter_map(|&offset| map.lookup(offset));
        self.trap_at(program, &places.collect::<Vec<_>>())
    }

    /// The trap, at places that are known, innermost first.
    pub(super) fn trap_at(&self, program: &Program, places: &[(FuncId, InstId)]) -> Trap {
        let stack = places.iter().filter_map(|&(function, inst)| {
            let body = body(program, function)?;
            Some(Location::new(program.module(), function, body, inst))
        });
        let inner = match &*self.cause {
            Cause::Interpreted(trap) => &trap.stack[..],
            _ => &[],
        };
        let innermost = places
            .first()
            .map(|&(function, inst)| (program, function, inst));
        Trap {
            kind: match &*self.cause {
                Cause::Signature(address, expected) => wrong_signature(program, *address, expected),
                _ => self.kind(innermost),
            },
            thread: self.thread,
            stack: inner.iter().cloned().chain(stack).collect(),
            omitted: self.omitted,
        }
    }

    /// The kind of trap at a place.
    fn kind(&self, place: Option<(&Program, FuncId, InstId)>) -> TrapKind {
        let inst = place.and_then(At::new);
        match &*self.cause {
            Cause::Known(kind) => kind.clone(),
            Cause::Interpreted(trap) => trap.kind.clone(),
            Cause::Signature(address, _) => TrapKind::BadFunctionAddress(Some(*address)),
            Cause::Longjmp => TrapKind::BadLongjmp,
            Cause::Code(trap, address) => code_trap(*trap, *address, inst),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.without_place().fmt(f)
    }
}

impl std::error::Error for Stop {}

/// What an error says of its cause.
fn cause(error: &wasmtime::Error) -> Cause {
    if let Some(HostTrap(cause)) = error.downcast_ref::<HostTrap>() {
        return cause.clone();
    }
    if error.is::<ThrownException>() {
        return Cause::Longjmp;
    }
    match error.downcast_ref::<wasmtime::Trap>() {
        Some(trap) => Cause::Code(*trap, fault_address(error)),
        None => Cause::Known(TrapKind::Unsupported(super::code::describe(error))),
    }
}

/// The address that an access failed at, which Wasmtime tells in words.
fn fault_address(error: &wasmtime::Error) -> Option<u32> {
    const PREFIX: &str = "memory fault at wasm address 0x";
    // The outermost of the causes is the stack, which may be long and need not
    // be printed.
    let stack = error.downcast_ref::<WasmBacktrace>();
    let mut causes = error.chain().skip(usize::from(stack.is_some()));
    causes.find_map(|cause| {
        let text = cause.to_string();
        let digits = text.strip_prefix(PREFIX)?.split(' ').next()?;
        u32::from_str_radix(digits, 16).ok()
    })
}

/// An instruction of a program.
struct At<'p> {
    program: &'p Program,
    body: &'p pinnacle_pexe::Function,
    inst: Inst,
}

impl<'p> At<'p> {
    fn new((program, function, inst): (&'p Program, FuncId, InstId)) -> Option<At<'p>> {
        let body = body(program, function)?;
        let inst = *body.insts().get(inst.0 as usize)?;
        Some(At {
            program,
            body,
            inst,
        })
    }

    /// The intrinsic that it calls.
    fn intrinsic(&self) -> Option<Intrinsic> {
        match self.inst {
            Inst::Call { callee, .. } => {
                self.program
                    .module()
                    .functions
                    .get(callee.index())?
                    .intrinsic
            }
            _ => None,
        }
    }

    /// How it accesses memory.
    fn access(&self) -> (u32, Access) {
        match self.inst {
            Inst::Load { ty, .. } => (ty.bytes(), Access::Read),
            Inst::Store { value, .. } => (self.body.value_type(value).bytes(), Access::Write),
            _ => match self.intrinsic() {
                Some(Intrinsic::AtomicLoad(ty)) => (ty.bytes(), Access::Read),
                Some(
                    Intrinsic::AtomicStore(ty)
                    | Intrinsic::AtomicRmw(ty)
                    | Intrinsic::AtomicCmpxchg(ty),
                ) => (ty.bytes(), Access::Write),
                Some(Intrinsic::Memset | Intrinsic::Setjmp) => (1, Access::Write),
                _ => (1, Access::Read),
            },
        }
    }

    /// The type of function that it calls.
    fn called(&self) -> Option<Signature> {
        let Inst::CallIndirect { ty, operands, .. } = self.inst else {
            return None;
        };
        let args = self.body.values(operands).skip(1);
        Some(Signature {
            result: ty,
            params: args.map(|arg| self.body.value_type(arg)).collect(),
        })
    }
}

/// What a trap of the code means at an instruction.
fn code_trap(trap: wasmtime::Trap, address: Option<u32>, at: Option<At<'_>>) -> TrapKind {
    use wasmtime::Trap as Code;
    match trap {
        Code::MemoryOutOfBounds => {
            let (len, access) = at.map_or((1, Access::Read), |at| at.access());
            TrapKind::Memory(Fault {
                address: address.unwrap_or(u32::MAX),
                len,
                access,
            })
        }
        Code::HeapMisaligned => TrapKind::Misaligned(None),
        Code::StackOverflow => TrapKind::StackOverflow,
        Code::IntegerDivisionByZero => TrapKind::DivisionByZero,
        Code::IntegerOverflow => TrapKind::IntegerOverflow,
        Code::Interrupt => TrapKind::Timeout,
        Code::TableOutOfBounds | Code::IndirectCallToNull => TrapKind::BadFunctionAddress(None),
        Code::BadSignature => TrapKind::SignatureMismatch {
            expected: at
                .and_then(|at| at.called())
                .map_or_else(|| "of one type".into(), |signature| signature.to_string()),
            found: "is of another type".into(),
        },
        Code::UnreachableCodeReached => match at {
            None => TrapKind::Unreachable,
            Some(at) => match (at.inst, at.intrinsic()) {
                (Inst::Unreachable, _) => TrapKind::Unreachable,
                (_, Some(Intrinsic::Trap)) => TrapKind::Trap,
                (_, Some(Intrinsic::Longjmp)) => TrapKind::BadLongjmp,
                (_, Some(Intrinsic::AtomicRmw(_))) => {
                    TrapKind::Unsupported("the atomic operation is not one of 1 to 6".into())
                }
                // Every other one guards the stack: that of `alloca`, and that
                // of functions with more values than an engine takes.
                _ => TrapKind::StackOverflow,
            },
        },
        other => TrapKind::Unsupported(other.to_string()),
    }
}

fn body(program: &Program, function: FuncId) -> Option<&pinnacle_pexe::Function> {
    let declaration = program.module().functions.get(function.index())?;
    program.functions().get(declaration.body? as usize)
}

/// What is wrong with the function that a thread was to start with.
fn wrong_signature(program: &Program, address: u32, expected: &Signature) -> TrapKind {
    let function = FuncId(address.wrapping_sub(1));
    match program.module().functions.get(function.index()) {
        Some(_) => TrapKind::SignatureMismatch {
            expected: expected.to_string(),
            found: program.module().signature(function).to_string(),
        },
        None => TrapKind::BadFunctionAddress(Some(address)),
    }
}
