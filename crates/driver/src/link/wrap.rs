//! `--wrap=SYMBOL`: uses of a symbol are replaced with a wrapper function, which can call the
//! symbol.
//!
//! In a module that does not define `SYMBOL`, uses of it become uses of `__wrap_SYMBOL`. If
//! `__real_SYMBOL` is not defined, uses of it become uses of `SYMBOL`. A module that defines the
//! symbol keeps its own uses, which are already resolved, as in other linkers.

use crate::symbols::Symbols;
use pinnacle_llvm::{ConstantKind, GlobalId, GlobalKind, Module, Substitution};
use std::collections::HashMap;

/// The symbols that are wrapped.
#[derive(Clone, Debug, Default)]
pub(super) struct Wrap {
    /// The new names of undefined symbols.
    names: HashMap<String, String>,
}

impl Wrap {
    pub(super) fn new(symbols: &[String]) -> Wrap {
        let names = symbols.iter().flat_map(|symbol| {
            let wrapper = (symbol.clone(), format!("__wrap_{symbol}"));
            let real = (format!("__real_{symbol}"), symbol.clone());
            [wrapper, real]
        });
        Wrap {
            names: names.collect(),
        }
    }

    /// Renames a module's undefined symbols. Returns true if that changed anything.
    pub(super) fn rename(&self, symbols: &mut Symbols) -> bool {
        let mut is_changed = false;
        for name in symbols.undefined.iter_mut().chain(&mut symbols.optional) {
            if let Some(new) = self.names.get(name) {
                name.clone_from(new);
                is_changed = true;
            }
        }
        if is_changed {
            // A symbol that the module defines itself is not needed.
            let is_defined = |name: &String| symbols.defined.iter().any(|(own, _)| own == name);
            symbols.undefined.retain(|name| !is_defined(name));
            symbols.optional.retain(|name| !is_defined(name));
        }
        is_changed
    }

    /// Renames the declarations in a module. If the module already has the new name, uses of the
    /// old one become uses of it.
    pub(super) fn apply(&self, module: &mut Module) {
        let mut renamed = Vec::new();
        for index in 0..module.globals().len() {
            let id = GlobalId::at(index);
            if module.global(id).removed || is_defined(module, id) {
                continue;
            }
            let name = String::from_utf8_lossy(module.names.get(module.global(id).name));
            if let Some(new) = self.names.get(&*name) {
                renamed.push((id, new));
            }
        }
        let is_renamed = |id: GlobalId| renamed.iter().any(|&(renamed, _)| renamed == id);
        // All names are looked up before any is changed, because a new name may be the old name of
        // another symbol.
        let mut merged: HashMap<GlobalId, GlobalId> = HashMap::new();
        for &(id, new) in &renamed {
            if let Some(other) = module.find_global(new.as_bytes())
                && !is_renamed(other)
            {
                merged.insert(id, other);
            }
        }
        for &(id, new) in &renamed {
            if !merged.contains_key(&id) {
                module.global_mut(id).name = module.names.add(new.as_bytes());
            }
        }
        if merged.is_empty() {
            return;
        }
        let substitution = Substitution::new(module, |module, constant| match constant.kind {
            ConstantKind::Global(global) => {
                let other = *merged.get(&global)?;
                Some(module.address_of(other))
            }
            _ => None,
        });
        // Replacing one global with another cannot create a cycle.
        if let Ok(substitution) = substitution {
            substitution.apply(module);
            merged.keys().for_each(|&id| module.remove(id));
        }
    }
}

fn is_defined(module: &Module, id: GlobalId) -> bool {
    match module.global(id).kind {
        GlobalKind::Variable { initializer, .. } => initializer.is_some(),
        GlobalKind::Function(function) => module.function(function).body.is_some(),
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
    }
}
