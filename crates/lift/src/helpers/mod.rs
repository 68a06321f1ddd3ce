//! Helper functions. A module contains those that it needs.
//!
//! Each implements one rule of the semantics that LLVM's instruction lacks: it checks for operands
//! that would be undefined behaviour, and traps or returns the result of the rule. All except those
//! for longjmp are always inlined, so that LLVM can optimise them.

mod divide;
mod jump;
mod machine;

use crate::code::Code;
use crate::helper::Helper;
use crate::shared::{Callee, Shared};
use pinnacle_llvm::{FunctionBuilder, Module, Value};

pub(crate) use jump::{BUFFERS_OFFSET, FRAME_ALIGN};

impl Code<'_, '_> {
    /// Calls a helper function. Returns its result, if it has one.
    pub(crate) fn help(&mut self, helper: Helper, arguments: &[Value]) -> Option<Value> {
        let callee = callee(self.shared, self.builder.module, helper);
        self.call(callee, arguments)
    }

    /// Does the same as `help`, for a function with a result.
    pub(crate) fn helped(&mut self, helper: Helper, arguments: &[Value]) -> Value {
        let result = self.help(helper, arguments);
        result.expect("the signature of this helper has a result")
    }
}

/// Returns a helper function, and defines it at the first request.
fn callee(shared: &mut Shared<'_>, module: &mut Module, helper: Helper) -> Callee {
    if let Some(callee) = shared.helper(helper) {
        return callee;
    }
    let callee = shared.declare_helper(module, helper);
    let mut code = Code {
        builder: FunctionBuilder::new(module, callee.function),
        shared,
    };
    let entry = code.builder.block(b"");
    code.builder.start(entry);
    body(&mut code, helper);
    code.builder.finish();
    callee
}

/// Writes the body of a helper function, whose entry block has been started.
fn body(code: &mut Code<'_, '_>, helper: Helper) {
    match helper {
        Helper::Divide(op, ty) => code.divide(op, ty),
        Helper::Alloca => code.alloca(),
        Helper::Aligned => code.aligned(),
        Helper::Function => code.function_at(),
        Helper::Enter => code.enter(),
        Helper::Leave => code.leave(),
        Helper::Setjmp => code.fill_buffer(),
        Helper::Longjmp => code.longjmp(),
    }
}
