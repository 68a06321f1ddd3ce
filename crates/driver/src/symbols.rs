//! What a module defines, and what it needs from others.

use crate::link::provided;
use pinnacle_llvm::bitcode;
use pinnacle_llvm::{GlobalKind, Linkage, Module};

/// How a symbol is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// There must be no other of this strength.
    Strong,
    /// A strong one, or another weak one, may take its place.
    Weak,
    /// A variable of C without a value, as older compilers make it.
    Common,
}

/// The symbols of a module that others can see.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// What it defines.
    pub defined: Vec<(String, Definition)>,
    /// What it needs, including the functions that intrinsics become calls of.
    pub undefined: Vec<String>,
    /// What it uses if it is there.
    pub weak_undefined: Vec<String>,
    /// The system that the module is for.
    pub triple: String,
}

/// The symbols of a file of bitcode.
///
/// # Errors
///
/// If it cannot be read.
pub fn of_bitcode(bytes: &[u8]) -> Result<Symbols, bitcode::Error> {
    let options = bitcode::Options {
        without_names: true,
    };
    bitcode::read(bytes, &options).map(|module| of_module(&module))
}

/// The symbols of a module.
#[must_use]
pub fn of_module(module: &Module) -> Symbols {
    let mut symbols = Symbols {
        triple: String::from_utf8_lossy(&module.target_triple).into_owned(),
        ..Symbols::default()
    };
    for global in module.globals() {
        let name = String::from_utf8_lossy(module.names.get(global.name)).into_owned();
        if name.is_empty() {
            continue;
        }
        let declared = match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.is_none(),
            GlobalKind::Function(function) => module.function(function).body.is_none(),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => false,
        };
        symbols.add(name, global.linkage, declared);
    }
    symbols
}

impl Symbols {
    fn add(&mut self, name: String, linkage: Linkage, declared: bool) {
        if name.starts_with("llvm.") {
            self.undefined
                .extend(provided::function_of(&name).map(str::to_owned));
            return;
        }
        if declared {
            if linkage == Linkage::ExternalWeak {
                self.weak_undefined.push(name);
            } else {
                self.undefined.push(name);
            }
            return;
        }
        let definition = match linkage {
            Linkage::Internal | Linkage::Private | Linkage::Appending => return,
            // What stands here is a copy for the optimiser.
            Linkage::AvailableExternally => {
                self.undefined.push(name);
                return;
            }
            Linkage::Common => Definition::Common,
            Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
            | Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::ExternalWeak => Definition::Weak,
            Linkage::External => Definition::Strong,
        };
        self.defined.push((name, definition));
    }
}
