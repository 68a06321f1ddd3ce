//! What a program makes use of that not every program does.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, Intrinsic, Module};
use pinnacle_system::irt;

/// The things that a program uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Uses {
    /// It starts threads, or may.
    pub threads: bool,
    /// It has atomic operations.
    pub atomics: bool,
    /// It leaves functions by `longjmp`.
    pub setjmp: bool,
    /// It computes with vectors.
    pub vectors: bool,
}

impl Uses {
    /// Looks through a module and its bodies.
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
