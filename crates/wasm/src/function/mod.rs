//! Translates one function.
//!
//! In four passes over flat arrays that are used again for the next function:
//!
//! 1. `graph`: the nodes of the control flow graph (blocks, cut behind calls of
//!    setjmp) and the phi copies of its edges; [`crate::control`] makes
//!    structured control flow of it, a list of steps.
//! 2. `fold`: which instructions become part of the expression that uses
//!    them, what is never used, and how wide values are.
//! 3. `locals`: where each step lies in the code, how long values live, and in
//!    which local each is kept; `crowd` says which are kept in memory instead.
//! 4. `emit`: walks the steps and writes the code; the files beside it know
//!    the instructions.

mod counted_loop;
mod crowd;
mod emit;
mod fold;
mod graph;
mod locals;
mod lower;
mod spill;

use crate::control::Structurer;
use crate::error::Error;
use crate::limits;
use crate::plan::Plan;
use emit::Emitter;
use fold::Values;
use graph::Graph;
use locals::Locals;
use pinnacle_pexe::InstId;
use pinnacle_pexe::function::Function;

/// The code of a function.
#[derive(Debug)]
pub(crate) struct Translated {
    /// Declarations of locals, instructions.
    pub(crate) code: Vec<u8>,
    /// From which offset of the code on which instruction, if wanted.
    pub(crate) map: Vec<(u32, InstId)>,
}

/// Translates functions one after the other.
#[derive(Debug)]
pub(crate) struct FunctionTranslator<'p> {
    plan: &'p Plan<'p>,
    graph: Graph,
    structurer: Structurer,
    values: Values,
    locals: Locals,
    /// The instructions, before it is known how many locals they take.
    code: Vec<u8>,
    map: Vec<(u32, InstId)>,
}

impl<'p> FunctionTranslator<'p> {
    pub(crate) fn new(plan: &'p Plan<'p>) -> FunctionTranslator<'p> {
        FunctionTranslator {
            plan,
            graph: Graph::default(),
            structurer: Structurer::default(),
            values: Values::default(),
            locals: Locals::default(),
            code: Vec::new(),
            map: Vec::new(),
        }
    }

    pub(crate) fn translate(&mut self, function: &Function) -> Result<Translated, Error> {
        self.graph.build(function, self.plan);
        self.graph.structure(function, &mut self.structurer);
        self.values.build(function, self.plan, &self.graph);
        self.locals
            .assign(function, &self.graph, &self.values, &self.structurer);
        self.code.clear();
        self.map.clear();
        let mut emitter = Emitter::new(
            self.plan,
            function,
            &self.graph,
            &mut self.values,
            &mut self.locals,
            &mut self.code,
            &mut self.map,
        );
        emitter.emit(&self.structurer);
        let mut code = Vec::with_capacity(self.code.len() + 16);
        self.locals.declare(&mut code);
        let declarations = code.len() as u32;
        code.extend_from_slice(&self.code);
        if code.len() > limits::FUNCTION_BYTES {
            return Err(Error::FunctionTooLarge {
                function: function.id(),
                size: code.len(),
            });
        }
        let map = self.map.iter();
        Ok(Translated {
            code,
            map: map.map(|&(at, inst)| (at + declarations, inst)).collect(),
        })
    }
}
