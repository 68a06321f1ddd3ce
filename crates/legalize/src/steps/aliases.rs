//! Replaces each alias by its target.
//!
//! A program has functions and variables, and each has one name. An alias may refer to another
//! alias, or to a place within a variable. Every use of it is replaced by its target, also within
//! constants. The same applies to other forms of a function's address: `dso_local_equivalent` and
//! `no_cfi`. A program is linked as a whole, so nothing overrides an alias.
//!
//! An exported alias ([`Options::exports`]) leaves its name to what it stands for, unless that is
//! exported by its own name.
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
use crate::file_role::ENTRY;
use pinnacle_llvm::{ConstantId, ConstantKind, Cycle, GlobalId, GlobalKind, Module, Substitution};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    if !has_work(module) {
        return;
    }
    for (index, global) in module.globals().iter().enumerate() {
        if let GlobalKind::Ifunc(_) = global.kind
            && !global.removed
        {
            let name = name_of(module, GlobalId::at(index));
            reporter.fault(ErrorKind::BadGlobal.fault(format!(
                "`{name}` is an ifunc, whose address is computed at load time; PNaCl programs \
                     fix all addresses before that"
            )));
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
            rename_exports(module, &options.exports);
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

/// Gives the target of an exported alias the name of the alias.
fn rename_exports(module: &mut Module, exports: &[String]) {
    for export in exports {
        let Some(id) = module.find_global(export.as_bytes()) else {
            continue;
        };
        let Some(target) = whole_target(module, id) else {
            continue;
        };
        let name = module.names.get(module.global(target).name);
        let keeps_its_own = (exports.iter().map(String::as_str))
            .chain([ENTRY])
            .any(|kept| kept.as_bytes() == name);
        if !keeps_its_own {
            module.global_mut(target).name = module.global(id).name;
        }
    }
}

/// Returns the global for which an alias stands, or `None` if the target is only a place within
/// one. Aliases of aliases are followed. There must be no cycles.
fn whole_target(module: &Module, id: GlobalId) -> Option<GlobalId> {
    let mut global = id;
    while let GlobalKind::Alias(target) = module.global(global).kind {
        match module.constants.get(target).kind {
            ConstantKind::Global(next) => global = next,
            _ => return None,
        }
    }
    (global != id).then_some(global)
}

fn remove_aliases(module: &mut Module) {
    for id in module.global_ids() {
        if let GlobalKind::Alias(_) = module.global(id).kind {
            module.remove(id);
        }
    }
}

#[cold]
fn cycle(module: &Module, within: ConstantId) -> Fault {
    // The constant and at least one alias are in the cycle. Name the alias if the constant is its
    // address.
    let message = match module.constants.get(within).kind {
        ConstantKind::Global(global) => {
            format!("the alias `{}` refers to itself", name_of(module, global))
        }
        _ => "an alias refers to itself".to_owned(),
    };
    ErrorKind::BadAlias.fault(message)
}
