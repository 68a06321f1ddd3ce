//! A module made ready to run: functions prepared when first called, and the
//! numbers by which signatures are compared.

use super::op::Op;
use super::prepare::Preparer;
use super::vector::VectorOp;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::types::Signature;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// How functions are prepared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// For speed.
    Fast,
    /// For speed, with calls and returns traced.
    TraceCalls,
    /// Each instruction on its own, and traced.
    TraceInsts,
}

/// What preparation knows of the program.
#[derive(Debug)]
pub(crate) struct ProgramInfo<'m> {
    pub(crate) module: &'m Module,
    /// The address of each global.
    pub(crate) globals: Box<[u32]>,
    pub(crate) signatures: RefCell<Signatures>,
    pub(crate) mode: Mode,
}

impl ProgramInfo<'_> {
    pub(crate) fn traces_calls(&self) -> bool {
        self.mode != Mode::Fast
    }

    pub(crate) fn traces_insts(&self) -> bool {
        self.mode == Mode::TraceInsts
    }
}

/// Signatures by number.
#[derive(Default, Debug)]
pub(crate) struct Signatures {
    numbers: HashMap<Signature, u32>,
    list: Vec<Signature>,
}

impl Signatures {
    /// The number of a signature.
    pub(crate) fn intern(&mut self, signature: &Signature) -> u32 {
        if let Some(&number) = self.numbers.get(signature) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(signature.clone());
        self.numbers.insert(signature.clone(), number);
        number
    }

    /// The signature of a number.
    pub(crate) fn get(&self, number: u32) -> &Signature {
        &self.list[number as usize]
    }
}

/// A switch's table. Without keys, the value minus `base` is an index of
/// `targets`; with keys, which are sorted, the index of the equal one is.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) base: u64,
    pub(crate) keys: Box<[u64]>,
    pub(crate) targets: Box<[u32]>,
    pub(crate) default: u32,
}

impl Table {
    /// Where control goes for a value.
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

/// A function ready to run.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) id: FuncId,
    pub(crate) code: Box<[Op]>,
    /// For each operation, the instruction that it stands for.
    pub(crate) sources: Box<[u32]>,
    /// Registers of a frame; those of the callee's follow.
    pub(crate) frame_size: u32,
    /// What a call takes from the budget.
    pub(crate) weight: i64,
    pub(crate) tables: Box<[Table]>,
    pub(crate) vectors: Box<[VectorOp]>,
    pub(crate) intrinsics: Box<[Intrinsic]>,
}

/// The program.
#[derive(Debug)]
pub(crate) struct Program<'m> {
    pub(crate) info: ProgramInfo<'m>,
    bodies: &'m [Function],
    prepared: Box<[OnceCell<Prepared>]>,
    /// The number of each function's signature.
    pub(crate) signatures: Box<[u32]>,
    preparer: RefCell<Preparer>,
}

impl<'m> Program<'m> {
    pub(crate) fn new(
        module: &'m Module,
        bodies: &'m [Function],
        globals: &[u32],
        mode: Mode,
    ) -> Program<'m> {
        let mut signatures = Signatures::default();
        let numbers = (0..module.functions.len() as u32)
            .map(|index| signatures.intern(module.signature(FuncId(index))))
            .collect();
        Program {
            info: ProgramInfo {
                module,
                globals: globals.into(),
                signatures: RefCell::new(signatures),
                mode,
            },
            bodies,
            prepared: (0..module.functions.len()).map(|_| OnceCell::new()).collect(),
            signatures: numbers,
            preparer: RefCell::default(),
        }
    }

    /// The body of a function, if it has one.
    pub(crate) fn body(&self, function: FuncId) -> Option<&'m Function> {
        let decl = self.info.module.functions.get(function.index())?;
        self.bodies.get(decl.body? as usize)
    }

    /// A function that was prepared before.
    #[inline(always)]
    pub(crate) fn ready(&self, function: u32) -> Option<&Prepared> {
        self.prepared.get(function as usize)?.get()
    }

    /// Prepares a function, or says why it cannot be run.
    #[cold]
    pub(crate) fn prepare(&self, function: FuncId) -> Result<&Prepared, String> {
        if let Some(prepared) = self.ready(function.0) {
            return Ok(prepared);
        }
        let body = self.body(function).ok_or_else(|| {
            format!("{function} is declared but has no body, and is no intrinsic")
        })?;
        let prepared = self.preparer.borrow_mut().prepare(body, &self.info)?;
        Ok(self.prepared[function.index()].get_or_init(|| prepared))
    }
}
