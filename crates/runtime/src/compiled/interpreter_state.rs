//! The interpreter's state next to compiled code: for a program, and for each of its threads.

use super::code::About;
use super::tiers::{Instances, Tiers, Waiting};
use crate::interp::nested::Bodies;
use crate::interp::tier_up::Elsewhere;
use crate::native::{OwnedBodies, OwnedCalls};
use crate::trap::TrapKind;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{FuncId, InstId};
use std::sync::Arc;
use wasmtime::Func;

/// The stack that a thread uses.
#[derive(Clone, Copy)]
pub(super) struct Stack {
    /// The stack pointer may not become less.
    pub(super) limit: u32,
    pub(super) pointer: u32,
}

/// The interpreter of a program, used by all of its threads.
pub(super) struct Interpreter {
    pub(super) bodies: Arc<OwnedBodies>,
    /// The compiled functions, once code is available.
    pub(super) elsewhere: Elsewhere,
    /// The tiers of a program that was started without code.
    pub(super) tiers: Option<Arc<Tiers>>,
}

impl Interpreter {
    /// Prepares the bodies of a program for a host.
    pub(super) fn bodies(
        program: Arc<Program>,
        about: &About,
        globals: &[u32],
    ) -> Arc<OwnedBodies> {
        Arc::new(OwnedBodies::new(program, |program| {
            Bodies::new(
                program,
                globals,
                &about.host,
                about.lenient_calls,
                about.counts(),
            )
        }))
    }

    pub(super) fn program(&self) -> &Program {
        self.bodies.borrow_owner()
    }

    /// Returns the function of the program with this address and type.
    pub(super) fn function_at(
        &self,
        address: u32,
        params: &[Type],
        result: Type,
    ) -> Result<FuncId, TrapKind> {
        self.bodies
            .borrow_dependent()
            .function_at(address, params, result)
    }
}

/// The interpreted part of a thread.
#[derive(Default)]
pub(super) struct Interpreted {
    pub(super) calls: Option<OwnedCalls>,
    /// The thread's stack limit, and the stack pointer during a host call.
    pub(super) stack_limit: u32,
    pub(super) stack_pointer: u32,
    /// Locations of the interpreted functions that an error has unwound, innermost first.
    pub(super) left: Vec<(FuncId, InstId)>,
    /// True if calls go to the code.
    pub(super) uses_code: bool,
    /// True if calls of hot functions go to their code.
    pub(super) uses_hot_code: bool,
    /// Functions of the thread's instance that were called from here, by index.
    pub(super) targets: Vec<Option<Func>>,
    pub(super) loop_entries: Instances,
    pub(super) waiting: Waiting,
}

impl Interpreted {
    /// Makes ready for another thread, which has the same instances.
    pub(super) fn begin_thread(&mut self, thread_stack: Stack) {
        *self = Interpreted {
            stack_limit: thread_stack.limit,
            stack_pointer: thread_stack.pointer,
            targets: std::mem::take(&mut self.targets),
            loop_entries: std::mem::take(&mut self.loop_entries),
            ..Interpreted::default()
        };
    }

    /// Number of the interpreter's calls that have not returned.
    pub(super) fn calls_in_progress(&self) -> usize {
        let calls = self.calls.as_ref();
        calls.map_or(0, |calls| calls.borrow_dependent().in_progress())
    }

    pub(super) fn stack(&self) -> Stack {
        Stack {
            limit: self.stack_limit,
            pointer: self.stack_pointer,
        }
    }
}
