//! Finds the fast paths of a program's functions, and the places of their values.

use crate::function::Values;
use crate::plan::{NONE, Plan};
use pinnacle_pexe::fast_paths::{self, Calls};
use pinnacle_pexe::rounds::calls_others;
use pinnacle_pexe::{BlockId, FuncId};

/// The fast path of a function.
#[derive(Debug)]
pub(crate) struct FastPath {
    /// The blocks of the path, with the entry first, in an order in which branches lead forward.
    pub(crate) blocks: Box<[BlockId]>,
    /// The number of instructions, including those of nested fast paths, plus the cost of a call.
    pub(crate) cost: u32,
    /// The values of the function. Each value is kept in a local.
    pub(crate) values: Values,
}

/// The fast paths of functions.
#[derive(Debug, Default)]
pub(crate) struct FastPaths {
    paths: Vec<FastPath>,
    /// For each function, the index of its path.
    places: Box<[u32]>,
}

impl FastPaths {
    /// Finds the fast paths of all translated functions.
    pub(crate) fn find(plan: &Plan<'_>) -> FastPaths {
        let module = plan.program.module();
        let bodies = plan.bodies.iter();
        let functions = bodies.map(|&body| &plan.program.functions()[body as usize]);
        // A function that calls others is counted when it is entered, so it has no fast path.
        let found = fast_paths::FastPaths::find(module, &functions, Calls::FastPaths, |function| {
            plan.turn.is_some() && calls_others(function, module)
        });
        let mut places = vec![NONE; module.functions.len()];
        let mut paths = Vec::new();
        for (id, path) in found.iter() {
            let function = plan.body(id).expect("a fast path has a body");
            places[id.index()] = paths.len() as u32;
            paths.push(FastPath {
                blocks: path.blocks.clone(),
                cost: path.cost,
                values: Values::all_kept(function, plan),
            });
        }
        FastPaths {
            paths,
            places: places.into(),
        }
    }

    /// Returns the fast path of a function, or `None` if it has none.
    pub(crate) fn of(&self, function: FuncId) -> Option<&FastPath> {
        let place = *self.places.get(function.index())?;
        self.paths.get(place as usize)
    }
}
