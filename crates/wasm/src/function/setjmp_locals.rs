//! The locals of a function that calls setjmp.

use super::locals::Locals;
use wasm_encoder::ValType;

/// The locals of a function that calls setjmp.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetjmpLocals {
    /// The number of the current activation.
    pub(super) own_activation: u32,
    /// The stack pointer at entry.
    pub(super) entry_pointer: u32,
    /// The values of the exception.
    pub(super) activation: u32,
    pub(super) number: u32,
    pub(super) stack_pointer: u32,
    pub(super) value: u32,
}

impl SetjmpLocals {
    /// Creates the locals in a function.
    pub(super) fn new(locals: &mut Locals) -> SetjmpLocals {
        SetjmpLocals {
            own_activation: locals.own(ValType::I64),
            entry_pointer: locals.own(ValType::I32),
            activation: locals.own(ValType::I64),
            number: locals.own(ValType::I32),
            stack_pointer: locals.own(ValType::I32),
            value: locals.own(ValType::I32),
        }
    }
}
