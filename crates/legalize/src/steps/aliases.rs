//! Puts in the place of each alias what it stands for.
//!
//! A program has functions and variables, and each has one name. An alias may
//! stand for another alias, or for a place within a variable; it takes on what it
//! stands for wherever it is used, also within constants. So do the other ways of
//! writing the address of a function: `dso_local_equivalent` and `no_cfi`. A
//! program is linked as a whole, so an alias is never replaced by another.
//!
//! An `ifunc`, whose address a function computes when the program is loaded, has
//! no counterpart and is refused.
//!
//! ```llvm
//! @table = global [4 x i32] zeroinitializer
//! @second = alias i32, getelementptr (i32, ptr @table, i32 1)
//! define i32 @f() {
//!   %v = load i32, ptr @second
//!   ret i32 %v
//! }
//! ; becomes
//! @table = global [4 x i32] zeroinitializer
//! define i32 @f() {
//!   %v = load i32, ptr getelementptr (i32, ptr @table, i32 1)
//!   ret i32 %v
//! }
//! ```

use crate::Options;
use crate::error::{ErrorKind, Fault, Reporter, name_of};
use pinnacle_llvm::{ConstantId, ConstantKind, Cycle, GlobalId, GlobalKind, Module, Substitution};

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    if !has_work(module) {
        return;
    }
    for (index, global) in module.globals().iter().enumerate() {
        if let GlobalKind::Ifunc(_) = global.kind
            && !global.removed
        {
            let name = name_of(module, GlobalId::at(index));
            reporter.fault(Fault::new(
                ErrorKind::BadGlobal,
                format!(
                    "`{name}` is an ifunc, whose address is computed when a program is loaded; \
                     PNaCl programs know all addresses before"
                ),
            ));
            return;
        }
    }
    let substitution = Substitution::new(module, |module, constant| match constant.kind {
        ConstantKind::Global(global) => match module.global(global).kind {
            GlobalKind::Alias(target) => Some(target),
            _ => None,
        },
        ConstantKind::DsoLocalEquivalent(global) | ConstantKind::NoCfi(global) => {
            Some(module.address_of(global))
        }
        _ => None,
    });
    match substitution {
        Ok(substitution) => {
            substitution.apply(module);
            remove_aliases(module);
        }
        Err(Cycle(constant)) => reporter.fault(cycle(module, constant)),
    }
}

fn has_work(module: &Module) -> bool {
    let is_alias = |kind: &GlobalKind| matches!(kind, GlobalKind::Alias(_) | GlobalKind::Ifunc(_));
    let mut globals = module.globals().iter();
    globals.any(|global| is_alias(&global.kind))
        || (0..module.constants.len()).any(|index| {
            let kind = module.constants.get(ConstantId::at(index)).kind;
            matches!(
                kind,
                ConstantKind::DsoLocalEquivalent(_) | ConstantKind::NoCfi(_)
            )
        })
}

fn remove_aliases(module: &mut Module) {
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        if let GlobalKind::Alias(_) = module.global(id).kind {
            module.remove(id);
        }
    }
}

#[cold]
fn cycle(module: &Module, within: ConstantId) -> Fault {
    // The constant is in the cycle, and so are aliases; one of them is named if
    // the constant itself is it.
    let message = match module.constants.get(within).kind {
        ConstantKind::Global(global) => {
            format!("the alias `{}` stands for itself", name_of(module, global))
        }
        _ => "an alias stands for itself".to_owned(),
    };
    Fault::new(ErrorKind::BadAlias, message)
}
