//! The input and output of preparation: facts about the program, and functions and blocks that are
//! ready to run.

use super::op::Op;
use super::vector::VectorOp;
use crate::host::LoadedModule;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::types::Signature;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The form in which functions are prepared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Instructions are merged and reordered to run faster. Nothing is traced.
    Fast,
    /// Like [`Fast`](Mode::Fast), but calls and returns are traced.
    TraceCalls,
    /// Each instruction becomes its own operation, and is traced.
    TraceInsts,
    /// Each instruction becomes its own operation, for a debugger that is called before each.
    Steps,
}

/// The facts about the program that preparation uses.
#[derive(Debug)]
pub(crate) struct ProgramInfo<'m> {
    source: Source<'m>,
    /// Offset from a function's number in its module to its number in the whole program.
    first: u32,
    /// The address of each global.
    pub(crate) globals: Box<[u32]>,
    /// The signatures of the program and of all modules loaded next to it.
    signatures: Arc<RwLock<Signatures>>,
    pub(crate) mode: Mode,
    pub(crate) counting: Counting,
    /// For each function, true if it computes a square root, once that is known.
    roots: Box<[OnceLock<bool>]>,
}

/// The owner of a module.
#[derive(Debug)]
enum Source<'m> {
    /// The caller: the module, and its bodies in file order.
    Lent(&'m Module, &'m [Function]),
    /// The structure itself, for a module that the program has loaded.
    Loaded(Arc<LoadedModule>),
}

/// The unit of a thread's budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    /// Instructions, in bulk.
    Instructions,
    /// Rounds, which machine code counts too; see [`pinnacle_pexe::rounds`].
    Rounds,
}

impl<'m> ProgramInfo<'m> {
    pub(super) fn new(
        module: &'m Module,
        bodies: &'m [Function],
        globals: &[u32],
        signatures: Signatures,
        mode: Mode,
        counting: Counting,
    ) -> ProgramInfo<'m> {
        ProgramInfo {
            source: Source::Lent(module, bodies),
            first: 0,
            globals: globals.into(),
            signatures: Arc::new(RwLock::new(signatures)),
            mode,
            counting,
            roots: module.functions.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Returns the facts about a module that is loaded into this program.
    pub(super) fn of_loaded(&self, loaded: Arc<LoadedModule>) -> ProgramInfo<'static> {
        let functions = loaded.program.module().functions.iter();
        ProgramInfo {
            roots: functions.map(|_| OnceLock::new()).collect(),
            globals: loaded.layout.globals.clone(),
            first: loaded.layout.first_function - 1,
            source: Source::Loaded(loaded),
            signatures: self.signatures.clone(),
            mode: self.mode,
            counting: self.counting,
        }
    }

    /// The module.
    pub(crate) fn module(&self) -> &Module {
        match &self.source {
            Source::Lent(module, _) => module,
            Source::Loaded(loaded) => loaded.program.module(),
        }
    }

    /// The bodies of its functions, in file order.
    pub(crate) fn bodies(&self) -> &[Function] {
        match &self.source {
            Source::Lent(_, bodies) => bodies,
            Source::Loaded(loaded) => loaded.program.functions(),
        }
    }

    /// Returns the number of a module's function among all functions of the program.
    pub(crate) fn number(&self, function: FuncId) -> FuncId {
        FuncId(self.first + function.0)
    }

    /// Returns true if a function computes a square root. `find` determines that the first time.
    pub(crate) fn is_root(&self, function: FuncId, find: impl FnOnce() -> bool) -> bool {
        *self.roots[function.index()].get_or_init(find)
    }

    pub(crate) fn signatures(&self) -> RwLockReadGuard<'_, Signatures> {
        self.signatures
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn signatures_mut(&self) -> RwLockWriteGuard<'_, Signatures> {
        self.signatures
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn traces_calls(&self) -> bool {
        matches!(self.mode, Mode::TraceCalls | Mode::TraceInsts)
    }

    pub(crate) fn traces_insts(&self) -> bool {
        self.mode == Mode::TraceInsts
    }

    /// Returns true if a debugger is called before each instruction.
    pub(crate) fn steps(&self) -> bool {
        self.mode == Mode::Steps
    }

    /// Returns true if each instruction becomes its own operation.
    pub(crate) fn is_stepwise(&self) -> bool {
        self.traces_insts() || self.steps()
    }
}

/// Signatures by number.
#[derive(Default, Debug)]
pub(crate) struct Signatures {
    numbers: HashMap<Signature, u32>,
    list: Vec<Signature>,
}

impl Signatures {
    /// Returns the number of a signature. Adds it if necessary.
    pub(crate) fn intern(&mut self, signature: &Signature) -> u32 {
        if let Some(&number) = self.numbers.get(signature) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(signature.clone());
        self.numbers.insert(signature.clone(), number);
        number
    }

    /// The signature with a number.
    pub(crate) fn get(&self, number: u32) -> &Signature {
        &self.list[number as usize]
    }
}

/// A jump table. Without keys, the value minus `base` is the index in `targets`. With keys, which
/// are sorted, it is the index of the equal key.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) base: u64,
    pub(crate) keys: Box<[u64]>,
    pub(crate) targets: Box<[u32]>,
    pub(crate) default: u32,
}

impl Table {
    /// Makes the table for these cases. If two have the same number, the first takes precedence.
    pub(super) fn new(mut cases: Vec<(u64, u32)>, default: u32) -> Table {
        let keys = cases.iter().map(|case| case.0);
        let base = keys.clone().min().unwrap_or(0);
        let last = keys.max().unwrap_or(0);
        if last - base < 4 * cases.len() as u64 + 8 && !cases.is_empty() {
            let mut targets = vec![default; (last - base) as usize + 1];
            for &(key, target) in cases.iter().rev() {
                targets[(key - base) as usize] = target;
            }
            return Table {
                base,
                keys: Box::default(),
                targets: targets.into(),
                default,
            };
        }
        cases.sort_by_key(|case| case.0);
        cases.dedup_by_key(|case| case.0);
        Table {
            base,
            keys: cases.iter().map(|case| case.0).collect(),
            targets: cases.iter().map(|case| case.1).collect(),
            default,
        }
    }

    /// Returns the target for a value.
    #[inline]
    pub(crate) fn target(&self, value: u64) -> u32 {
        let index = if self.keys.is_empty() {
            usize::try_from(value.wrapping_sub(self.base)).unwrap_or(usize::MAX)
        } else {
            self.keys.binary_search(&value).unwrap_or(usize::MAX)
        };
        self.targets.get(index).copied().unwrap_or(self.default)
    }
}

/// A function ready to run, or a block of one.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The number of the function in the program.
    pub(crate) id: FuncId,
    /// The block, if this is the code of a single one.
    #[cfg_attr(
        not(all(feature = "wasmtime", unix)),
        expect(dead_code, reason = "there is no other engine that takes over")
    )]
    pub(crate) block: Option<u32>,
    /// True if the function calls setjmp.
    pub(crate) calls_setjmp: bool,
    pub(crate) code: Box<[Op]>,
    /// For each operation, the instruction that it stands for.
    pub(crate) sources: Box<[u32]>,
    /// Number of registers in a frame. The callee's frame follows.
    pub(crate) frame_size: u32,
    /// Cost of a call of the function.
    pub(crate) weight: i64,
    pub(crate) tables: Box<[Table]>,
    pub(crate) vectors: Box<[VectorOp]>,
    pub(crate) intrinsics: Box<[Intrinsic]>,
    /// Under a debugger, the register of each value by its local index, or [`NO_REGISTER`].
    pub(crate) values: Box<[u16]>,
}

/// Marks a value that has no register: a constant, a vector, or a value that is never computed.
pub(crate) const NO_REGISTER: u16 = u16::MAX;
