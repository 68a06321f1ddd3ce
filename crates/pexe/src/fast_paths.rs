//! Finds the fast paths of functions. Examples are `sqrt`, which only checks its argument and
//! executes an instruction, and a function that returns at once for zero.
//!
//! A fast path is the part of a function from its entry to a return that computes and branches but
//! has no side effects. A translator inlines it in callers. If execution leaves the path, the
//! function is called instead, from its beginning. Thus no side effect is repeated, and traps, back
//! traces and counts are the same.

use crate::effects::is_pure;
use crate::function::Function;
use crate::module::Module;
use crate::{BlockId, FuncId, Inst};

/// Maximum number of instructions of a function that may have a fast path. The numbers of its
/// operands, constants and parameters are limited in proportion, so that inlining takes little
/// translation time.
const MAX_FUNCTION: usize = 240;
const MAX_VALUES: usize = 2 * MAX_FUNCTION;
const MAX_OPERANDS: usize = 4 * MAX_FUNCTION;

/// Maximum number of instructions of a function without side effects that is inlined completely.
const MAX_WHOLE: u32 = 32;

/// Maximum number of instructions on a path through a larger function.
const MAX_PATH: u32 = 60;

/// The cost of a call, which is added to the cost of the inlined code.
const CALL: u32 = 8;

/// The index for a function without a path.
const NONE: u32 = u32::MAX;

/// The fast path of a function.
#[derive(Clone, Debug)]
pub struct FastPath {
    /// The blocks of the path, with the entry first, in an order in which branches lead forward. A
    /// backward branch leaves the path.
    pub blocks: Box<[BlockId]>,
    /// The number of instructions, including those of nested fast paths, plus the cost of a call.
    pub cost: u32,
    /// True if execution can leave the path.
    pub is_left: bool,
}

/// The calls that a fast path may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Calls of functions whose fast paths are never left, so that they have no side effects.
    Whole,
    /// Calls of functions with a fast path without calls. If execution leaves the path of the
    /// called function, it also leaves the path of the caller.
    FastPaths,
}

impl Calls {
    /// Returns true if a call of a function with this path may be on a path.
    fn allows(self, path: &FastPath) -> bool {
        match self {
            Calls::Whole => !path.is_left,
            Calls::FastPaths => true,
        }
    }
}

/// The fast paths of functions.
#[derive(Clone, Debug, Default)]
pub struct FastPaths {
    paths: Vec<(FuncId, FastPath)>,
    /// For each function, the index of its path in `paths`.
    places: Box<[u32]>,
}

/// Returns the maximum cost of the fast paths that a function may inline, in proportion to its
/// size.
#[must_use]
pub fn budget(function: &Function) -> u32 {
    (function.insts().len() as u32)
        .saturating_mul(2)
        .saturating_add(256)
}

impl FastPath {
    /// Returns true if a branch stays on the path.
    #[must_use]
    pub fn has_edge(&self, from: BlockId, to: BlockId) -> bool {
        let place = |wanted| self.blocks.iter().position(|&block| block == wanted);
        matches!((place(from), place(to)), (Some(from), Some(to)) if to > from)
    }
}

impl FastPaths {
    /// Finds the fast paths of functions, except for those that `excluded` names.
    pub fn find<'p>(
        module: &Module,
        functions: &(impl Iterator<Item = &'p Function> + Clone),
        calls: Calls,
        excluded: impl Fn(&Function) -> bool,
    ) -> FastPaths {
        let mut paths = FastPaths {
            paths: Vec::new(),
            places: vec![NONE; module.functions.len()].into(),
        };
        // The first round finds the functions without calls, and the second round those that only
        // call these.
        for _ in 0..2 {
            let mut found = Vec::new();
            for function in functions.clone() {
                if paths.of(function.id()).is_none()
                    && is_small(function)
                    && !excluded(function)
                    && let Some(path) = paths.find_in(function, module, calls)
                {
                    found.push((function.id(), path));
                }
            }
            for (function, path) in found {
                paths.places[function.index()] = paths.paths.len() as u32;
                paths.paths.push((function, path));
            }
        }
        paths
    }

    /// Returns the fast path of a function, or `None` if it has none.
    #[must_use]
    pub fn of(&self, function: FuncId) -> Option<&FastPath> {
        let place = *self.places.get(function.index())?;
        self.paths.get(place as usize).map(|(_, path)| path)
    }

    /// Returns the functions that have a fast path, with their paths.
    pub fn iter(&self) -> impl Iterator<Item = (FuncId, &FastPath)> {
        self.paths.iter().map(|(function, path)| (*function, path))
    }

    fn find_in(&self, function: &Function, module: &Module, calls: Calls) -> Option<FastPath> {
        // Most functions have side effects in their first block, so check that block first.
        self.cost(function, module, calls, BlockId(0))?;
        let costs: Vec<Option<u32>> = (0..function.blocks().len() as u32)
            .map(|block| self.cost(function, module, calls, BlockId(block)))
            .collect();
        let order = forward_order(function, &costs);
        let returns = |block: &BlockId| ends_with_return(function, *block);
        let cost_of = |blocks: &[BlockId]| -> u32 {
            blocks.iter().filter_map(|block| costs[block.index()]).sum()
        };
        let blocks = match cost_of(&order) {
            0..=MAX_WHOLE => order,
            _ => cheapest_path(function, &costs, &order)?,
        };
        let cost = cost_of(&blocks);
        if !blocks.iter().any(returns) || cost > MAX_PATH {
            return None;
        }
        let mut path = FastPath {
            blocks: blocks.into(),
            cost: CALL + cost,
            is_left: false,
        };
        path.is_left = path.blocks.iter().any(|&block| {
            let mut targets = successors(function, block).into_iter().flatten();
            targets.any(|target| !path.has_edge(block, target))
        });
        Some(path)
    }

    /// Returns the number of instructions of a block, or `None` if it has side effects.
    fn cost(
        &self,
        function: &Function,
        module: &Module,
        calls: Calls,
        block: BlockId,
    ) -> Option<u32> {
        let mut cost = 0;
        for (_, value, inst) in function.block_insts(block) {
            let is_scalar = value.is_none_or(|value| !function.value_type(value).is_vector());
            match *inst {
                _ if !is_scalar => return None,
                Inst::Phi { .. } | Inst::Ret { .. } | Inst::RetVoid => {}
                Inst::Br { .. } | Inst::CondBr { .. } => cost += 1,
                Inst::Call { callee, .. }
                    if let Some(path) = self.of(callee)
                        && calls.allows(path) =>
                {
                    cost += path.cost;
                }
                _ if value.is_some() && is_pure(function, module, inst) => cost += 1,
                _ => return None,
            }
        }
        Some(cost)
    }
}

/// Returns true if inlining a part of the function takes little translation time.
fn is_small(function: &Function) -> bool {
    function.insts().len() <= MAX_FUNCTION
        && function.local_types().len() <= MAX_VALUES
        && function.pool().len() <= MAX_OPERANDS
}

/// Returns the blocks that are reachable from the entry through blocks with a cost. Branches lead
/// forward in their order, except for back edges of loops.
fn forward_order(function: &Function, costs: &[Option<u32>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; costs.len()];
    let mut open = vec![(BlockId(0), 0)];
    seen[0] = true;
    if costs[0].is_none() {
        return order;
    }
    while let Some((block, next)) = open.last_mut() {
        match successors(function, *block)
            .into_iter()
            .flatten()
            .nth(*next)
        {
            Some(target) => {
                *next += 1;
                if !seen[target.index()] && costs[target.index()].is_some() {
                    seen[target.index()] = true;
                    open.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Returns the blocks of the cheapest path to a return.
fn cheapest_path(
    function: &Function,
    costs: &[Option<u32>],
    order: &[BlockId],
) -> Option<Vec<BlockId>> {
    let mut places = vec![NONE; costs.len()];
    for (place, block) in (0..).zip(order) {
        places[block.index()] = place;
    }
    // For each block, the cost of the remaining path, and the next block.
    let mut ways: Vec<Option<(u32, Option<BlockId>)>> = vec![None; costs.len()];
    for (place, &block) in order.iter().enumerate().rev() {
        let own = costs[block.index()]?;
        ways[block.index()] = if ends_with_return(function, block) {
            Some((own, None))
        } else {
            let targets = successors(function, block).into_iter().flatten();
            let forward = targets.filter(|target| {
                let to = places[target.index()];
                to != NONE && to as usize > place
            });
            let ways = forward.filter_map(|target| Some((ways[target.index()]?.0, Some(target))));
            let best = ways.min_by_key(|&(cost, _)| cost);
            best.map(|(cost, target)| (own + cost, target))
        };
    }
    let mut path = vec![BlockId(0)];
    let (_, mut next) = ways[0]?;
    while let Some(block) = next {
        path.push(block);
        next = ways[block.index()]?.1;
    }
    Some(path)
}

/// Returns the targets of a branch.
fn successors(function: &Function, block: BlockId) -> [Option<BlockId>; 2] {
    match function.block_insts(block).last() {
        Some((_, _, &Inst::Br { target })) => [Some(target), None],
        Some((
            _,
            _,
            &Inst::CondBr {
                if_true, if_false, ..
            },
        )) => [Some(if_true), Some(if_false)],
        _ => [None, None],
    }
}

fn ends_with_return(function: &Function, block: BlockId) -> bool {
    let last = function.block_insts(block).last();
    matches!(last, Some((_, _, Inst::Ret { .. } | Inst::RetVoid)))
}
