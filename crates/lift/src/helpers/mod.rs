//! Functions of our own, of which a module has those that it needs.
//!
//! Each holds one rule of the semantics that an instruction of LLVM does not
//! have: it looks at operands for which LLVM's instruction would be undefined,
//! and stops the program or gives what the rule says. All but those for longjmp
//! are inlined always, so that LLVM sees through them.

mod divide;
mod jump;
mod machine;

use crate::code::Code;
use crate::helper::Helper;
use crate::shared::{Callee, Shared};
use pinnacle_llvm::{FunctionBuilder, Module, Value};

pub(crate) use jump::{BUFFERS_OFFSET, FRAME_ALIGN};

impl Code<'_, '_> {
    /// Calls one of our own functions; the result if it has one.
    pub(crate) fn help(&mut self, helper: Helper, arguments: &[Value]) -> Option<Value> {
        let callee = callee(self.shared, self.builder.module, helper);
        self.call(callee, arguments)
    }

    /// As `help`, of a function with a result.
    pub(crate) fn helped(&mut self, helper: Helper, arguments: &[Value]) -> Value {
        let result = self.help(helper, arguments);
        result.expect("the signature of this helper has a result")
    }
}

/// A function of our own, which is defined when it is first asked for.
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

/// Writes the body of a function of ours, whose entry was begun.
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
