//! Removes `freeze` and `poison`.
//!
//! In LLVM an undefined value may differ at each use, and `freeze` makes it the same for all uses.
//! In a PNaCl program every value is the same for all its uses, so `freeze` is replaced by its
//! operand. A frozen undefined constant is zero. `poison`, which LLVM may assume is never used,
//! becomes `undef`, also within aggregates and vectors.
//!
//! ```llvm
//! ; before
//! %f = freeze i32 %x
//! %r = select i1 %c, i32 %f, i32 poison
//! ; after
//! %r = select i1 %c, i32 %x, i32 undef
//! ```

use pinnacle_llvm::{Body, ConstantId, ConstantKind, Edit, InstructionKind as K, Module, Value};

use crate::Options;
use crate::error::{ErrorKind, Reporter};
use pinnacle_llvm::Substitution;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let has_poison = (0..module.constants.len())
        .any(|index| module.constants.get(ConstantId::at(index)).kind == ConstantKind::Poison);
    if has_poison {
        let defined = Substitution::new(module, |module, constant| {
            (constant.kind == ConstantKind::Poison)
                .then(|| module.constants.plain(constant.ty, ConstantKind::Undef))
        });
        match defined {
            Ok(substitution) => substitution.apply(module),
            Err(_) => reporter.fault(ErrorKind::BadConstant.fault("a constant contains itself")),
        }
    }
    reporter.edit_all(module, freezes, |editor, instruction| {
        let K::Freeze(value) = instruction.kind else {
            return Ok(Edit::Keep);
        };
        let module = &mut *editor.build.module;
        let value = match value {
            Value::Constant(id) => match module.constants.get(id) {
                constant if constant.kind == ConstantKind::Undef => {
                    Value::Constant(module.zero(constant.ty))
                }
                _ => value,
            },
            _ => value,
        };
        Ok(Edit::Value(value))
    });
}

fn freezes(_: &Module, body: &Body) -> bool {
    let is_freeze = |kind: &K| matches!(kind, K::Freeze(_));
    body.instructions().iter().any(|it| is_freeze(&it.kind))
}
