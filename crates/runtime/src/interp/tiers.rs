//! Which functions a run has prepared as a whole, and which run by drafts.
//!
//! A function is run by drafts until it has used up its credit: each block
//! entered takes one from it, each call some more. Then it is prepared as a
//! whole, for all later calls and for the frame that used up the last of it.
//! A frame that still runs drafts of such a function goes over when the
//! credit, which then starts anew, is used up again. The account belongs to
//! the run and not to the program, so that every run takes the same fuel.

use super::prepare::Transfer;
use super::program::{Prepared, Program};
use pinnacle_pexe::ids::FuncId;

/// The credit of a function for each of its instructions.
const CREDIT: i64 = 8;

/// A call takes one from the credit and one for so many instructions. This
/// bounds the calls at one time whose frames have a register for each value.
const CALL_SHARE: i64 = 4;

/// What to run after a block of a draft.
pub(super) enum Next<'p> {
    /// The draft of the next block.
    Draft(&'p Prepared),
    /// The function prepared as a whole.
    Whole(&'p Prepared, Transfer),
}

/// The state of each function in a run.
pub(super) struct Tiers<'p> {
    program: &'p Program<'p>,
    /// Functions prepared as a whole.
    whole: Box<[Option<&'p Prepared>]>,
    /// What is left of the credit of functions that were called.
    credit: Box<[Option<i64>]>,
}

impl<'p> Tiers<'p> {
    pub(super) fn new(program: &'p Program<'p>) -> Tiers<'p> {
        let count = program.signatures.len();
        Tiers {
            program,
            whole: vec![None; count].into(),
            credit: vec![None; count].into(),
        }
    }

    /// A function that was prepared as a whole before.
    #[inline(always)]
    pub(super) fn ready(&self, function: u32) -> Option<&'p Prepared> {
        *self.whole.get(function as usize)?
    }

    /// Prepares a function for a call, or says why it cannot be run.
    #[cold]
    pub(super) fn call(&mut self, function: FuncId) -> Result<&'p Prepared, String> {
        if let Some(prepared) = self.ready(function.0) {
            return Ok(prepared);
        }
        if self.spend(function, CALL_SHARE)
            && let Some(draft) = self.program.draft(function, 0)
        {
            return Ok(draft);
        }
        let prepared = self.program.prepare(function)?;
        self.whole[function.index()] = Some(prepared);
        Ok(prepared)
    }

    /// Prepares the next block of a function that runs by drafts.
    #[cold]
    pub(super) fn enter(&mut self, function: FuncId, block: u32) -> Result<Next<'p>, String> {
        if self.spend(function, i64::MAX)
            && let Some(draft) = self.program.draft(function, block)
        {
            return Ok(Next::Draft(draft));
        }
        let (prepared, transfer) = self.program.transfer(function, block)?;
        self.whole[function.index()] = Some(prepared);
        self.credit[function.index()] = None;
        Ok(Next::Whole(prepared, transfer))
    }

    /// Takes from the credit of a function, and says whether some is left.
    fn spend(&mut self, function: FuncId, share: i64) -> bool {
        let Some(body) = self.program.body(function) else {
            return false;
        };
        let insts = body.insts.len() as i64;
        let credit = self.credit[function.index()].get_or_insert_with(|| {
            if self.program.has_drafts(function) {
                insts * CREDIT
            } else {
                0
            }
        });
        *credit -= 1 + insts / share;
        *credit > 0
    }
}
