//! Finds optional features that a program uses.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, Intrinsic, Module};
use pinnacle_system::irt;

/// The optional features that a program uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Uses {
    /// True if the program may start threads.
    pub threads: bool,
    /// True if the program has atomic operations.
    pub atomics: bool,
    /// True if the program leaves functions with `longjmp`.
    pub setjmp: bool,
    /// True if the program computes with vectors.
    pub vectors: bool,
}

impl Uses {
    /// Finds the features in a module and its function bodies.
    pub fn of<'f>(module: &Module, bodies: impl IntoIterator<Item = &'f Function>) -> Uses {
        let mut uses = Uses {
            threads: irt::uses_threads(module),
            ..Uses::default()
        };
        for body in bodies {
            uses.vectors |= body.local_types().iter().any(|ty| ty.lanes() > 1);
            for inst in body.insts() {
                if let Inst::Call { callee, .. } = inst
                    && let Some(intrinsic) = module.functions[callee.index()].intrinsic
                {
                    uses.intrinsic(intrinsic);
                }
            }
        }
        uses
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic) {
        match intrinsic {
            Intrinsic::Setjmp | Intrinsic::Longjmp => self.setjmp = true,
            Intrinsic::AtomicLoad(_)
            | Intrinsic::AtomicStore(_)
            | Intrinsic::AtomicRmw(_)
            | Intrinsic::AtomicCmpxchg(_)
            | Intrinsic::AtomicFence
            | Intrinsic::AtomicFenceAll => self.atomics = true,
            _ => {}
        }
    }
}
