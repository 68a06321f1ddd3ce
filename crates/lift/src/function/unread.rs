//! Loads whose results nothing needs.
//!
//! LLVM removes such a load, and its trap with it. So these loads are volatile. They are rare in
//! optimised programs, and an unused result costs nothing but the load that the program asks for.

use pinnacle_pexe::effects::is_pure;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::{BlockId, ValueId};

/// For each local of a function, true if a load defines it, and neither another load nor any
/// instruction with an effect depends on it. Empty if there is no such load.
pub(super) fn unread_loads(function: &Function, module: &Module) -> Vec<bool> {
    let mut found = Found {
        function,
        is_needed: vec![false; function.local_types().len()],
        work: Vec::new(),
    };
    let mut definitions = vec![None; function.local_types().len()];
    let mut loads = Vec::new();
    for (result, inst) in instructions(function) {
        let local = result.map(|result| (result.0 - function.first_local()) as usize);
        match (local, inst) {
            (Some(local), Inst::Load { .. }) => loads.push(local),
            (Some(local), inst)
                if matches!(inst, Inst::Phi { .. }) || is_pure(function, module, inst) =>
            {
                definitions[local] = Some(inst);
                continue;
            }
            _ => {}
        }
        found.need_operands(inst);
    }
    while let Some(local) = found.work.pop() {
        if let Some(inst) = definitions[local] {
            found.need_operands(inst);
        }
    }
    loads.retain(|&local| !found.is_needed[local]);
    if loads.is_empty() {
        return Vec::new();
    }
    let mut unread = vec![false; function.local_types().len()];
    for local in loads {
        unread[local] = true;
    }
    unread
}

/// The search for the values that are needed.
struct Found<'f> {
    function: &'f Function,
    /// For each local, true if something depends on it.
    is_needed: Vec<bool>,
    /// Locals that are needed, and whose operands have not been visited.
    work: Vec<usize>,
}

impl Found<'_> {
    fn need_operands(&mut self, inst: &Inst) {
        let function = self.function;
        function.for_each_operand(inst, |operand: ValueId| {
            let Some(local) = operand.0.checked_sub(function.first_local()) else {
                return;
            };
            let local = local as usize;
            if !std::mem::replace(&mut self.is_needed[local], true) {
                self.work.push(local);
            }
        });
    }
}

/// The instructions of a function, each with the value that it defines.
fn instructions(function: &Function) -> impl Iterator<Item = (Option<ValueId>, &Inst)> {
    let blocks = function.block_ids();
    blocks.flat_map(move |block: BlockId| {
        let insts = function.block_insts(block);
        insts.map(|(_, result, inst)| (result, inst))
    })
}
