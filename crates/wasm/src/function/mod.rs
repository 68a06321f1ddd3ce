//! Translates a function.
//!
//! The translation consists of four passes over flat arrays, whose memory is reused for the next
//! function:
//!
//! 1. `graph`: the nodes of the control flow graph (blocks, split after calls of setjmp) and the
//!    phi copies of its edges. [`crate::control`] converts it to structured control flow, a list of
//!    steps.
//! 2. `fold`: finds the instructions that are folded into the expressions of their users, unused
//!    values, and the width of values.
//! 3. `locals`: finds the position of each step, the lifetimes of values, and their locals. `crowd`
//!    chooses values that are kept in memory.
//! 4. `emit`: processes the steps and writes the code to `written`. The modules of `lower`
//!    translate instructions. `landmark` adds code that helps compilers.
//!
//! `null_page` makes accesses of page 0 trap if the host cannot. `offsets` limits the constant
//! offsets of accesses. `allocas` finds the variables whose stack space is allocated at once.
//! `setjmp_locals` has the locals of a function that calls setjmp.

mod allocas;
mod branch;
mod crowd;
mod emit;
mod fold;
mod graph;
mod landmark;
mod locals;
mod lower;
mod null_page;
mod offsets;
mod setjmp_locals;
mod spill;
mod written;

use crate::control::Structurer;
use crate::error::Error;
use crate::frame_base::FrameBase;
use crate::limits;
use crate::loop_entry::LoopEntry;
use crate::plan::Plan;
use allocas::Allocas;
use emit::Emitter;
pub(crate) use fold::Values;
use graph::Graph;
use locals::Locals;
use null_page::Checked;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{FuncId, InstId};
use written::Written;

/// The code of a function.
#[derive(Debug)]
pub(crate) struct Translated {
    /// Declarations of locals, then instructions.
    pub(crate) code: Vec<u8>,
    /// Offsets in the code, each with the instruction whose code begins there, if requested.
    pub(crate) map: Vec<(u32, InstId)>,
    /// True if the function has a frame for values without a local.
    pub(crate) has_frame: bool,
    /// The location of the stack pointer at the call.
    pub(crate) frame_base: FrameBase,
    /// The functions whose addresses the body takes, possibly repeated.
    pub(crate) taken: Vec<FuncId>,
}

/// Translates functions one after the other.
#[derive(Debug)]
pub(crate) struct FunctionTranslator<'p> {
    plan: &'p Plan<'p>,
    allocas: Allocas,
    graph: Graph,
    structurer: Structurer,
    values: Values,
    locals: Locals,
    /// The code, without the declarations of locals.
    written: Written,
    checked: Checked,
}

impl<'p> FunctionTranslator<'p> {
    pub(crate) fn new(plan: &'p Plan<'p>) -> FunctionTranslator<'p> {
        let functions = plan.program.functions();
        let bodies = plan.bodies.iter().map(|&body| &functions[body as usize]);
        let largest = bodies.map(|function| function.insts().len()).max();
        let mut locals = Locals::default();
        locals.make_room(largest.unwrap_or(0));
        FunctionTranslator {
            plan,
            allocas: Allocas::default(),
            graph: Graph::default(),
            structurer: Structurer::default(),
            values: Values::default(),
            locals,
            written: Written::default(),
            checked: Checked::default(),
        }
    }

    pub(crate) fn translate(&mut self, function: &Function) -> Result<Translated, Error> {
        self.translate_from(function, None)
    }

    /// Translates a function from its start, or from a loop entry.
    pub(crate) fn translate_from(
        &mut self,
        function: &Function,
        entry: Option<&LoopEntry>,
    ) -> Result<Translated, Error> {
        let block = entry.map(|entry| entry.block);
        self.graph.build(function, self.plan, block);
        self.graph.structure(function, &mut self.structurer);
        // At a loop entry the function has already begun, so its variables have their stack space.
        match entry {
            None => self.allocas.find(function, self.plan),
            Some(_) => self.allocas.clear(),
        }
        let given = entry.map_or(&[][..], |entry| &entry.given);
        self.values
            .build(function, self.plan, &self.graph, &self.allocas, given);
        if let Some(entry) = entry {
            let there = entry.given.iter().chain(&entry.derived);
            there.for_each(|&local| self.values.keep(local));
        }
        self.locals
            .assign(function, &self.graph, &self.values, &self.structurer, entry);
        self.written.clear(function.insts().len());
        self.checked.clear();
        let mut emitter = Emitter::new(self, function);
        emitter.emit(entry);
        let frame_base = emitter.frame_base();
        let Written { code: written, map } = &self.written;
        let mut code = Vec::with_capacity(written.len() + 16);
        self.locals.declare(&mut code);
        let declarations = code.len() as u32;
        code.extend_from_slice(written);
        if code.len() > limits::FUNCTION_BYTES {
            return Err(Error::FunctionTooLarge {
                function: function.id(),
                size: code.len(),
            });
        }
        let map = map.iter();
        Ok(Translated {
            code,
            has_frame: self.locals.slots() > 0,
            frame_base,
            taken: std::mem::take(&mut self.values.taken),
            map: map.map(|&(at, inst)| (at + declarations, inst)).collect(),
        })
    }
}

/// Clears a list and reserves room, without copying its old contents.
fn make_room<T>(list: &mut Vec<T>, len: usize) {
    list.clear();
    if list.capacity() < len {
        *list = Vec::with_capacity(len.next_power_of_two());
    }
}

/// Replaces the contents of a list by `len` copies of a value.
fn renew<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
    make_room(list, len);
    list.resize(len, value);
}
