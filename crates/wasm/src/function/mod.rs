//! Translates one function.
//!
//! In four passes over flat arrays that are used again for the next function:
//!
//! 1. `graph`: the nodes of the control flow graph (blocks, cut after calls of setjmp) and the phi
//!    copies of its edges; [`crate::control`] makes structured control flow of it, a list of steps.
//! 2. `fold`: which instructions become part of the expression that uses
//!    them, what is never used, and how wide values are.
//! 3. `locals`: where each step lies in the code, how long values live, and in
//!    which local each is kept; `crowd` says which are kept in memory instead.
//! 4. `emit`: walks the steps and writes the code to `written`; the files of
//!    `lower` know the instructions. `landmark` adds what the compiler needs of it.
//!
//! `null_page` has accesses of page 0 trap where the host cannot.
//! `offsets` bounds the constants that accesses add.
//! `allocas` finds the variables whose room on the stack a function takes at once.
//! `setjmp_locals` are those of a function that calls setjmp.

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
use crate::limits;
use crate::loop_entry::LoopEntry;
use crate::plan::Plan;
use allocas::Allocas;
use emit::Emitter;
pub(crate) use fold::{Values, is_pure};
use graph::Graph;
use locals::Locals;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{FuncId, InstId};
use written::Written;

/// The code of a function.
#[derive(Debug)]
pub(crate) struct Translated {
    /// Declarations of locals, instructions.
    pub(crate) code: Vec<u8>,
    /// From which offset of the code on which instruction, if wanted.
    pub(crate) map: Vec<(u32, InstId)>,
    /// True if it has a frame for values that are in no local.
    pub(crate) has_frame: bool,
    /// The functions whose addresses it takes, some more than once.
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
    /// The code, before it is known how many locals it takes.
    written: Written,
}

impl<'p> FunctionTranslator<'p> {
    pub(crate) fn new(plan: &'p Plan<'p>) -> FunctionTranslator<'p> {
        FunctionTranslator {
            plan,
            allocas: Allocas::default(),
            graph: Graph::default(),
            structurer: Structurer::default(),
            values: Values::default(),
            locals: Locals::default(),
            written: Written::default(),
        }
    }

    pub(crate) fn translate(&mut self, function: &Function) -> Result<Translated, Error> {
        self.translate_from(function, None)
    }

    /// Translates a function from its start, or as a function that begins elsewhere.
    pub(crate) fn translate_from(
        &mut self,
        function: &Function,
        entry: Option<&LoopEntry>,
    ) -> Result<Translated, Error> {
        let block = entry.map(|entry| entry.block);
        self.graph.build(function, self.plan, block);
        self.graph.structure(function, &mut self.structurer);
        // The variables of a function that has begun have their room.
        match entry {
            None => self.allocas.find(function, self.plan),
            Some(_) => self.allocas.clear(),
        }
        self.values
            .build(function, self.plan, &self.graph, &self.allocas);
        if let Some(entry) = entry {
            let there = entry.given.iter().chain(&entry.derived);
            there.for_each(|&local| self.values.keep(local));
        }
        self.locals
            .assign(function, &self.graph, &self.values, &self.structurer, entry);
        self.written.clear(function.insts().len());
        let mut emitter = Emitter::new(
            self.plan,
            function,
            &self.graph,
            &mut self.allocas,
            &mut self.values,
            &mut self.locals,
            &mut self.written,
        );
        emitter.emit(&self.structurer, entry);
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
            taken: std::mem::take(&mut self.values.taken),
            map: map.map(|&(at, inst)| (at + declarations, inst)).collect(),
        })
    }
}

/// Empties a list and makes room for a number of things, without copying its old contents.
fn make_room<T>(list: &mut Vec<T>, len: usize) {
    list.clear();
    if list.capacity() < len {
        *list = Vec::with_capacity(len.next_power_of_two());
    }
}

/// Fills a list anew.
fn renew<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
    make_room(list, len);
    list.resize(len, value);
}
