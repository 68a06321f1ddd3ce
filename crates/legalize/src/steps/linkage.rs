//! Makes everything but the entry point internal.
//!
//! A program is complete: no linker will replace a weak definition, merge a common one or look for
//! a symbol. Therefore every definition becomes internal, except for `_start`, and other
//! information for linking is removed: groups, sections, visibility, the lists `llvm.used` and
//! `llvm.compiler.used`.
//!
//! * A definition that only exists to be inlined (`available_externally`) becomes a declaration.
//! * A common variable is filled with zeros.
//! * A weak symbol that is only declared gets the address null, unless a later step defines it.
//! * Address spaces other than the program's, and data in front of functions, are refused.
//!
//! ```llvm
//! @count = common global i32 0
//! @hook = extern_weak global i32
//! @llvm.used = appending global [1 x ptr] [ptr @count], section "llvm.metadata"
//! define linkonce_odr hidden ptr @f() comdat { ret ptr @hook }
//! ; becomes
//! @count = internal global i32 0
//! define internal ptr @f() { ret ptr null }
//! ```

use crate::Options;
use crate::error::{Error, ErrorKind, Fault, Reporter, name_of};
use crate::file_role::ENTRY;
use crate::symbols;
use pinnacle_llvm::Substitution;
use pinnacle_llvm::{
    ConstantKind, DllStorage, GlobalId, GlobalKind, Linkage, Module, Name, UnnamedAddress,
    Visibility,
};

/// LLVM's lists of globals that do not affect the behaviour of a program.
const LISTS: [&[u8]; 3] = [
    b"llvm.used",
    b"llvm.compiler.used",
    b"llvm.global.annotations",
];

/// The variable that marks a shared object of PNaCl's LLVM.
const LIBRARY_ROOT: &[u8] = b"__pnacl_pso_root";

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let mut missing = Vec::new();
    for id in module.global_ids() {
        if module.global(id).removed {
            continue;
        }
        if let Err(fault) = check(module, id) {
            report(module, id, fault, reporter);
            continue;
        }
        let name = module.names.get(module.global(id).name);
        if LISTS.contains(&name) {
            module.remove(id);
            continue;
        }
        let is_entry = name == ENTRY.as_bytes() || options.fragment && name == LIBRARY_ROOT;
        let found_later = symbols::is_defined_by_linker(name) || symbols::is_built_in(name);
        if module.global(id).linkage == Linkage::AvailableExternally {
            drop_definition(module, id);
        }
        if module.global(id).linkage == Linkage::Common {
            fill_with_zeros(module, id);
        }
        let is_defined = is_defined(module, id);
        if !is_defined && module.global(id).linkage == Linkage::ExternalWeak && !found_later {
            missing.push(id);
        }
        let global = module.global_mut(id);
        global.linkage = match global.linkage {
            // Another step reads the lists of constructors.
            Linkage::Appending => Linkage::Appending,
            _ if is_entry || !is_defined => Linkage::External,
            _ => Linkage::Internal,
        };
        global.visibility = Visibility::Default;
        global.dso_local = false;
        global.dll_storage = DllStorage::Default;
        global.unnamed_address = UnnamedAddress::No;
        global.section = Name::NONE;
        global.partition = Name::NONE;
        global.comdat = None;
        match &mut global.kind {
            GlobalKind::Variable {
                externally_initialized,
                ..
            } => *externally_initialized = false,
            &mut GlobalKind::Function(function) => module.function_mut(function).gc = Name::NONE,
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {}
        }
    }
    module.comdats.clear();
    replace_by_null(module, &missing);
}

fn check(module: &Module, id: GlobalId) -> Result<(), Fault> {
    let global = module.global(id);
    let bad = |message: &str| Err(ErrorKind::BadGlobal.fault(message));
    if global.address_space != 0 {
        return bad("it is in an address space other than 0, the only one that programs have");
    }
    if let GlobalKind::Function(function) = global.kind {
        let function = module.function(function);
        if function.prefix.is_some() || function.prologue.is_some() {
            return bad("a function has prefix or prologue data, which programs cannot have");
        }
    }
    Ok(())
}

#[cold]
fn report(module: &Module, id: GlobalId, fault: Fault, reporter: &mut Reporter) {
    reporter.error(if module.as_function(id).is_some() {
        Error::in_function(fault, module, id)
    } else {
        let name = name_of(module, id);
        Error::new(fault.about(&name))
    });
}

/// Returns true if a global is defined in the module.
pub(super) fn is_defined(module: &Module, id: GlobalId) -> bool {
    match module.global(id).kind {
        GlobalKind::Variable { initializer, .. } => initializer.is_some(),
        GlobalKind::Function(function) => module.function(function).body.is_some(),
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
    }
}

/// Turns a definition into a declaration.
pub(super) fn drop_definition(module: &mut Module, id: GlobalId) {
    match &mut module.global_mut(id).kind {
        GlobalKind::Variable { initializer, .. } => *initializer = None,
        &mut GlobalKind::Function(function) => {
            let function = module.function_mut(function);
            function.body = None;
            function.personality = None;
        }
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {}
    }
}

fn fill_with_zeros(module: &mut Module, id: GlobalId) {
    let ty = module.global(id).ty;
    let zero = module.zero(ty);
    if let GlobalKind::Variable { initializer, .. } = &mut module.global_mut(id).kind {
        initializer.get_or_insert(zero);
    }
}

/// Replaces the addresses of weak symbols without a definition by null.
fn replace_by_null(module: &mut Module, missing: &[GlobalId]) {
    if missing.is_empty() {
        return;
    }
    let mut is_missing = vec![false; module.globals().len()];
    for id in missing {
        is_missing[id.index()] = true;
    }
    let substitution = Substitution::new(module, |module, constant| match constant.kind {
        ConstantKind::Global(global) if is_missing[global.index()] => {
            Some(module.zero(constant.ty))
        }
        _ => None,
    });
    if let Ok(substitution) = substitution {
        substitution.apply(module);
        missing.iter().for_each(|&id| module.remove(id));
    }
}
