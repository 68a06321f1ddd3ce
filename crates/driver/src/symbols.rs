//! The symbols that a module defines and those that it needs.

use pinnacle_legalize::library;
use pinnacle_llvm::Linkage;
use pinnacle_llvm::bitcode::{self, Symbol, SymbolState};

/// The kinds of definitions of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// A strong definition. There must be no other one.
    Strong,
    /// A definition that a strong one, or another weak one, may replace.
    Weak,
    /// A C variable without an initializer, as older compilers define it.
    Common,
}

/// The symbols of a module that are visible to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// The symbols that it defines.
    pub defined: Vec<(String, Definition)>,
    /// The symbols that it needs. Calls of intrinsics count as uses of the library functions that
    /// replace them.
    pub undefined: Vec<String>,
    /// The symbols that it uses if they exist, but that may be undefined.
    pub optional: Vec<String>,
}

/// Returns the symbols of a bitcode file.
///
/// # Errors
///
/// Fails if the part of the file that is read is malformed.
pub fn of_bitcode(bytes: &[u8]) -> Result<Symbols, bitcode::Error> {
    bitcode::symbols(bytes).map(|symbols| Symbols::of(&symbols))
}

impl Symbols {
    /// Returns the symbols among the globals of a file.
    #[must_use]
    pub fn of(globals: &[Symbol]) -> Self {
        let mut symbols = Self::default();
        for global in globals {
            symbols.add(global);
        }
        symbols
    }

    fn add(&mut self, global: &Symbol) {
        let name = || String::from_utf8_lossy(&global.name).into_owned();
        if global.name.is_empty() || global.is_local() {
            return;
        }
        if global.is_reserved() {
            let function = library::function_of(&name());
            self.undefined.extend(function.map(str::to_owned));
            return;
        }
        let definition = match (global.state, global.linkage) {
            (SymbolState::Undefined, Linkage::ExternalWeak) => {
                self.optional.push(name());
                return;
            }
            (SymbolState::Undefined, _) => {
                self.undefined.push(name());
                return;
            }
            (SymbolState::Common, _) => Definition::Common,
            (SymbolState::Defined, Linkage::Appending) => return,
            (
                SymbolState::Defined,
                Linkage::LinkOnceAny
                | Linkage::LinkOnceOdr
                | Linkage::WeakAny
                | Linkage::WeakOdr
                | Linkage::ExternalWeak,
            ) => Definition::Weak,
            (SymbolState::Defined, _) => Definition::Strong,
        };
        self.defined.push((name(), definition));
    }
}
