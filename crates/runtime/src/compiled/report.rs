//! Converts an error of Wasmtime to a trap of the program, with its reason and place.
//!
//! Machine code reports the place and kind of the WebAssembly instruction that stopped it. The
//! meaning depends on the program's instruction at that place: a reached `unreachable` is a full
//! stack at an `alloca`, and a trap at a call of `llvm.trap`. The map from places to instructions
//! is made by translating the program again, so that programs that do not trap do not pay for it.

use super::code::{About, Code};
use super::loaded_code::LoadedCode;
use super::stop::{Cause, FailedAccess, HostTrap, Place, Stop};
use super::sunk_load;
use super::wasm_state::Guest;
use crate::host::Host;
use crate::memory::{Access, Fault, Protection};
use crate::native::fault_pc;
use crate::trap::{Location, Trap, TrapKind};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, InstId};
use pinnacle_wasm::SourceMap;
use std::fmt;
use std::sync::Arc;
use wasmtime::{AsContextMut, FrameInfo, Store, ThrownException, WasmBacktrace};

/// A location: the loaded module, if it is in one; the function and instruction there.
type PlaceIn = (Option<Arc<LoadedCode>>, (FuncId, InstId));

impl Stop {
    /// Converts a Wasmtime error to the reason why a program's thread stopped.
    pub(super) fn new<H: Host>(
        store: &mut Store<Guest<H>>,
        thread: u32,
        error: &wasmtime::Error,
    ) -> Stop {
        if error.is::<ThrownException>() {
            // Nothing else removes it.
            let _ = store.as_context_mut().take_pending_exception();
        }
        let mut stop = Stop::unplaced(cause(error), thread);
        stop.is_placed = true;
        let fault_pc = fault_pc::take();
        if let Cause::Code(wasmtime::Trap::MemoryOutOfBounds, address) = &*stop.cause {
            let frame = error.downcast_ref::<WasmBacktrace>();
            let frame = frame.and_then(|stack| stack.frames().first());
            let protection = |address| store.data().shared.lock().memory.protection(address);
            let protection = address.map(protection);
            stop.access = FailedAccess {
                later: fault_pc
                    .zip(frame)
                    .map_or_else(Vec::new, |(pc, frame)| sunk_load::later(pc, frame)),
                is_readable: matches!(protection, Some(Protection::Read | Protection::ReadWrite)),
            };
        }
        let left = std::mem::take(&mut store.data_mut().interpreted.left);
        let interpreted = left
            .into_iter()
            .map(|(function, inst)| Place::Inst(function, inst));
        let frames = error.downcast_ref::<WasmBacktrace>();
        let frames = frames.map_or(&[][..], WasmBacktrace::frames);
        // A function that overflowed the stack had not started, so the location is in its caller.
        let offset = |frame: &FrameInfo| u32::try_from(frame.module_offset()?).ok();
        let started = frames.iter().skip_while(|frame| offset(frame).is_none());
        let shared = store.data().shared.clone();
        let tiers = shared
            .engine
            .interpreter
            .as_ref()
            .and_then(|interpreter| interpreter.tiers.as_ref());
        let compiled = started.map(|frame| {
            let offset = offset(frame).unwrap_or(u32::MAX);
            if let Some(code) = shared.engine.modules.of_frame(frame.module()) {
                return Place::Loaded(code, offset);
            }
            if let Some(about) = tiers.and_then(|tiers| tiers.hot_of(frame.module())) {
                return Place::HotCode(about, offset);
            }
            match tiers.and_then(|tiers| tiers.entry_of(frame.module())) {
                Some(entry) => Place::LoopEntry(entry.entry.clone(), offset),
                None => Place::Code(offset),
            }
        });
        // In a program that switches to code, interpreted calls are outside of compiled ones. If
        // some functions are not part of the code, the engine that failed is innermost.
        let code_failed = matches!(*stop.cause, Cause::Code(..) | Cause::Longjmp);
        match tiers.is_some() || code_failed {
            true => stop.list(compiled.chain(interpreted).collect()),
            false => stop.list(interpreted.chain(compiled).collect()),
        }
        stop
    }

    /// Adds places, keeping only those that will be reported.
    fn list(&mut self, places: Vec<Place>) {
        let depth = places.len();
        for (index, place) in places.into_iter().enumerate() {
            if Trap::lists(index, depth) {
                self.frames.push(place);
            } else {
                self.omitted += 1;
            }
        }
    }

    /// Returns the trap without its location, and without details of its kind that depend on the
    /// location. It is used if the program is no longer available.
    pub fn without_place(&self) -> Trap {
        Trap {
            kind: self.kind(None),
            thread: self.thread,
            stack: Vec::new(),
            omitted: 0,
        }
    }

    /// Returns the trap. `program` must be the one that the code was compiled from; it is
    /// translated once more.
    pub fn trap(&self, code: &Code, program: &Program) -> Trap {
        self.trap_in(&code.about, program)
    }

    /// Returns the trap, given this information about the program.
    pub(super) fn trap_in(&self, about: &About, program: &Program) -> Trap {
        let mut map = None;
        let mut hot_map = None;
        let mut lookup = |index: usize, place: &Place| match place {
            Place::Code(offset) => {
                let map = map.get_or_insert_with(|| about.source_map(program).unwrap_or_default());
                let place = self.place_in(map, *offset, index, program)?;
                Some((None, place))
            }
            Place::HotCode(about, offset) => {
                let map =
                    hot_map.get_or_insert_with(|| about.source_map(program).unwrap_or_default());
                let place = self.place_in(map, *offset, index, program)?;
                Some((None, place))
            }
            Place::LoopEntry(entry, offset) => {
                let map = about.entry_source_map(program, entry)?;
                let place = self.place_in(&map, *offset, index, program)?;
                Some((None, place))
            }
            Place::Loaded(code, offset) => {
                let map = code.source_map(about)?;
                let place = self.place_in(&map, *offset, index, &code.loaded().program)?;
                Some((Some(code.clone()), place))
            }
            Place::Inst(function, inst) => Some((None, (*function, *inst))),
        };
        let places = self.frames.iter().enumerate();
        let places = places.filter_map(|(index, place)| lookup(index, place));
        self.trap_among(program, &places.collect::<Vec<_>>())
    }

    /// Returns the instruction for an offset in the frame of this index. For the innermost frame,
    /// this is the instruction that failed.
    fn place_in(
        &self,
        map: &SourceMap,
        offset: u32,
        index: usize,
        program: &Program,
    ) -> Option<(FuncId, InstId)> {
        let place = map.lookup(offset)?;
        let is_access = matches!(
            *self.cause,
            Cause::Code(wasmtime::Trap::MemoryOutOfBounds, _)
        );
        if index > 0 || !is_access {
            return Some(place);
        }
        let failed = sunk_load::failed(program, map, offset, &self.access).unwrap_or(place);
        Some(sunk_load::first_alike(program, failed).unwrap_or(failed))
    }

    /// Returns the trap at known places, innermost first.
    pub(super) fn trap_at(&self, program: &Program, places: &[(FuncId, InstId)]) -> Trap {
        let places = places.iter().map(|&place| (None, place));
        self.trap_among(program, &places.collect::<Vec<_>>())
    }

    /// Like `trap_at`, if some places are in loaded modules.
    fn trap_among(&self, program: &Program, places: &[PlaceIn]) -> Trap {
        let stack = places.iter().filter_map(|&(ref code, (function, inst))| {
            let program = code.as_ref().map_or(program, |code| &code.loaded().program);
            let body = body(program, function)?;
            let location = Location::new(program.module(), function, body, inst);
            Some(match code {
                Some(code) => location.in_loaded(code.number()),
                None => location,
            })
        });
        let innermost = places.first().map(|&(ref code, (function, inst))| {
            let program = code.as_ref().map_or(program, |code| &code.loaded().program);
            (program, function, inst)
        });
        Trap {
            kind: match &*self.cause {
                Cause::Signature(address, expected) => wrong_signature(program, *address, expected),
                _ => self.kind(innermost),
            },
            thread: self.thread,
            stack: stack.collect(),
            omitted: self.omitted,
        }
    }

    /// Returns the kind of trap at a place.
    fn kind(&self, place: Option<(&Program, FuncId, InstId)>) -> TrapKind {
        let inst = place.and_then(At::new);
        match &*self.cause {
            Cause::Known(kind) => kind.clone(),
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

/// The cause of an error.
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

/// Parses the address of a failed access from Wasmtime's message.
fn fault_address(error: &wasmtime::Error) -> Option<u32> {
    const PREFIX: &str = "memory fault at wasm address 0x";
    // The last cause is the stack trace, which may be long and is not useful.
    let stack = error.downcast_ref::<WasmBacktrace>();
    let mut causes = error.chain().skip(usize::from(stack.is_some()));
    causes.find_map(|cause| {
        let text = cause.to_string();
        let digits = text.strip_prefix(PREFIX)?.split(' ').next()?;
        u32::from_str_radix(digits, 16).ok()
    })
}

/// An instruction of a program.
pub(super) struct At<'p> {
    program: &'p Program,
    pub(super) body: &'p pinnacle_pexe::Function,
    pub(super) inst: Inst,
}

impl<'p> At<'p> {
    pub(super) fn new((program, function, inst): (&'p Program, FuncId, InstId)) -> Option<At<'p>> {
        let body = body(program, function)?;
        let inst = *body.insts().get(inst.0 as usize)?;
        Some(At {
            program,
            body,
            inst,
        })
    }

    /// Returns the intrinsic that the instruction calls.
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

    /// Returns true if it accesses memory.
    pub(super) fn accesses_memory(&self) -> bool {
        match self.inst {
            Inst::Load { .. } | Inst::Store { .. } => true,
            _ => matches!(
                self.intrinsic(),
                Some(
                    Intrinsic::AtomicLoad(_)
                        | Intrinsic::AtomicStore(_)
                        | Intrinsic::AtomicRmw(_)
                        | Intrinsic::AtomicCmpxchg(_)
                        | Intrinsic::Memcpy
                        | Intrinsic::Memmove
                        | Intrinsic::Memset
                        | Intrinsic::Setjmp
                        | Intrinsic::Longjmp
                )
            ),
        }
    }

    /// Its access to memory.
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

    /// Returns the signature of the function that the instruction calls.
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

/// Maps a trap of the code at an instruction to its kind.
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
                // All others guard the stack: those of `alloca`, and of functions with more values
                // than an engine allows.
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

/// Returns the error for a thread whose start function has the wrong type.
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
