//! The switch of a function from block code to code for the whole function.
//!
//! A function runs block by block, each prepared on its own, until its credit is used up. Each
//! block entered costs one, and each call costs more. Then the function is prepared as a whole, for
//! all later calls and for the frame that used up the credit. Other frames of it that still run
//! block by block, such as one that is called once and loops, switch when the credit, which then
//! starts again, is used up once more. The account belongs to the run and not to the program, so
//! that every run uses the same fuel.

use super::prepare::Transfer;
use super::prepared::Prepared;
use super::program::Program;
use pinnacle_pexe::ids::FuncId;
use std::sync::{Arc, OnceLock};

/// Initial credit per instruction of a function.
const CREDIT: i64 = 4;

/// Number of instructions per extra unit of credit that a call costs, in addition to the one for
/// itself. This bounds the number of simultaneous calls whose frames have a register for each
/// value.
const CALL_SHARE: i64 = 4;

/// The next code to run after a block, in a function that runs block by block.
pub(super) enum Next<'p> {
    /// The code of the next block.
    Block(&'p Prepared),
    /// The function prepared as a whole.
    Whole(&'p Prepared, Transfer),
}

/// A function that was called in this run.
#[derive(Clone, Copy, Default)]
struct Tier<'p> {
    /// The code of its blocks; empty until it is called.
    blocks: &'p [OnceLock<Box<Prepared>>],
    /// The remaining credit.
    credit: i64,
}

/// The functions that another engine runs.
#[derive(Clone, Debug)]
pub(crate) enum Elsewhere {
    /// Another engine runs no functions.
    Nothing,
    /// Another engine runs all functions.
    #[cfg_attr(
        not(all(feature = "wasmtime", unix)),
        expect(dead_code, reason = "there is no other engine")
    )]
    Everything,
    /// All functions except those with a flag.
    #[cfg_attr(
        not(all(feature = "wasmtime", unix)),
        expect(dead_code, reason = "there is no other engine")
    )]
    AllBut(Arc<[bool]>),
}

/// The functions in a run.
pub(super) struct Tiers<'p> {
    program: &'p Program<'p>,
    elsewhere: Elsewhere,
    /// Functions prepared as a whole, up to the highest number among them.
    whole: Vec<Option<&'p Prepared>>,
    accounts: Accounts<'p>,
}

/// Number of functions per page of [`Accounts`].
const PAGE: usize = 64;

/// The accounts of functions, in pages that are allocated on the first call of one of their
/// functions: each thread has its own accounts, and calls few of a large program's functions.
struct Accounts<'p> {
    pages: Box<[Option<Box<[Tier<'p>; PAGE]>>]>,
    /// Number of functions of the program. Loaded modules add functions, which have no accounts.
    count: usize,
}

impl<'p> Accounts<'p> {
    fn new(count: usize) -> Accounts<'p> {
        Accounts {
            pages: (0..count.div_ceil(PAGE)).map(|_| None).collect(),
            count,
        }
    }

    fn get(&mut self, function: usize) -> Option<&mut Tier<'p>> {
        if function >= self.count {
            return None;
        }
        let page =
            self.pages[function / PAGE].get_or_insert_with(|| Box::new([Tier::default(); PAGE]));
        Some(&mut page[function % PAGE])
    }
}

impl<'p> Tiers<'p> {
    pub(super) fn new(program: &'p Program<'p>, elsewhere: Elsewhere) -> Tiers<'p> {
        let count = program.signatures.len();
        Tiers {
            program,
            elsewhere,
            whole: Vec::new(),
            accounts: Accounts::new(count),
        }
    }

    /// From now on, another engine runs all called functions.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(super) fn leave_to_others(&mut self) {
        self.elsewhere = Elsewhere::Everything;
        self.whole.fill(None);
    }

    /// From now on, another engine runs all called functions except those with a flag.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(super) fn leave_some_to_others(&mut self, here: Arc<[bool]>) {
        for (whole, &is_here) in self.whole.iter_mut().zip(&*here) {
            if !is_here {
                *whole = None;
            }
        }
        self.elsewhere = Elsewhere::AllBut(here);
    }

    /// Returns the functions that were prepared as a whole and run here.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(super) fn prepared_whole(&self) -> impl Iterator<Item = FuncId> {
        self.whole.iter().flatten().map(|prepared| prepared.id)
    }

    /// Returns true if another engine runs a function.
    pub(super) fn is_elsewhere(&self, function: u32) -> bool {
        match &self.elsewhere {
            Elsewhere::Nothing => false,
            Elsewhere::Everything => true,
            Elsewhere::AllBut(here) => here.get(function as usize) != Some(&true),
        }
    }

    /// Returns a function that was already prepared as a whole.
    #[inline(always)]
    pub(super) fn ready(&self, function: u32) -> Option<&'p Prepared> {
        *self.whole.get(function as usize)?
    }

    /// Prepares a function for a call, or returns why it cannot be run.
    #[cold]
    pub(super) fn call(&mut self, function: FuncId) -> Result<&'p Prepared, String> {
        if let Some(prepared) = self.ready(function.0) {
            return Ok(prepared);
        }
        if let Some(body) = self.program.body(function)
            && let Some(tier) = self.accounts.get(function.index())
        {
            let insts = body.insts().len() as i64;
            if tier.blocks.is_empty() && self.program.can_run_by_blocks(body) {
                tier.blocks = self.program.block_cells(function, body);
                tier.credit = insts * CREDIT;
            }
            tier.credit -= 1 + insts / CALL_SHARE;
            if tier.credit > 0
                && let Some(code) = self.program.block_code(body, tier.blocks, 0)
            {
                return Ok(code);
            }
        }
        let prepared = self.program.prepare(function)?;
        self.keep(function, prepared);
        Ok(prepared)
    }

    /// Prepares the next block of a function that runs block by block.
    #[cold]
    pub(super) fn enter(&mut self, function: FuncId, block: u32) -> Result<Next<'p>, String> {
        let Some(tier) = self.accounts.get(function.index()) else {
            return Err(format!("{function} does not run block by block"));
        };
        tier.credit -= 1;
        if tier.credit >= 0
            && let Some(code) = tier.blocks.get(block as usize).and_then(OnceLock::get)
        {
            return Ok(Next::Block(code));
        }
        if let Some(body) = self.program.body(function) {
            if tier.credit >= 0
                && let Some(code) = self.program.block_code(body, tier.blocks, block)
            {
                return Ok(Next::Block(code));
            }
            tier.credit = body.insts().len() as i64 * CREDIT;
        }
        let (prepared, transfer) = self.program.transfer(function, block)?;
        self.keep(function, prepared);
        Ok(Next::Whole(prepared, transfer))
    }

    /// Makes later calls find the function immediately, unless another engine runs it.
    fn keep(&mut self, function: FuncId, prepared: &'p Prepared) {
        if !self.is_elsewhere(function.0) {
            // Loaded modules add functions.
            let count = self.whole.len().max(function.index() + 1);
            self.whole.resize(count, None);
            self.whole[function.index()] = Some(prepared);
        }
    }
}
