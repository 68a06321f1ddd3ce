//! Reads what a file says about itself, without reading all of it: its symbols, target and writer.

use super::container::{self, Container};
use super::module::{Extent, FileGlobal, FileGlobalKind, ModuleReader};
use super::record::Result;
use crate::module::{Linkage, ThreadLocal, Visibility};

/// A global as linkers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, empty if it has none. Intrinsics and lists such as `llvm.global_ctors` have names
    /// that begin with `llvm.`.
    pub name: Vec<u8>,
    /// Kind of symbol.
    pub kind: SymbolKind,
    /// Its state in this module.
    pub state: SymbolState,
    /// The visibility to other modules, and how duplicates are merged.
    pub linkage: Linkage,
    /// True if it is thread-local.
    pub thread_local: bool,
    /// True if it is only visible within the library or program that its module is linked into.
    pub hidden: bool,
}

impl Symbol {
    /// Returns true if only its own module can refer to it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(self.linkage, Linkage::Internal | Linkage::Private)
    }

    /// Returns true if it has a meaning for LLVM but not for linkers, such as an intrinsic.
    #[must_use]
    pub fn is_reserved(&self) -> bool {
        self.name.starts_with(b"llvm.")
    }
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
    /// Another name for a symbol.
    Alias,
    /// A function that is chosen by another function when the program starts.
    Ifunc,
}

/// The state of a symbol in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolState {
    /// Defined in this module.
    Defined,
    /// It must come from another module. A body that is only there to be inlined
    /// (`available_externally`) is not a definition.
    Undefined,
    /// A tentative definition, used unless another module defines the symbol.
    Common,
}

/// A file's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The program that wrote it; empty before LLVM 3.8, which was the first to record it.
    pub producer: Vec<u8>,
    /// The target triple, empty if the module has none.
    pub target_triple: Vec<u8>,
    /// The data layout: sizes, alignments and byte order. Empty if the file does not state it.
    pub data_layout: Vec<u8>,
    /// The name of the file that it was made from, empty if not known.
    pub source_filename: Vec<u8>,
    /// True if it has assembly outside of functions.
    pub has_module_asm: bool,
    /// Libraries that the module needs. Modules from before LLVM 3.4 have records for them.
    pub dependencies: Vec<Vec<u8>>,
    /// Named lists of strings other than LLVM's own: each name with its strings, at least one.
    pub texts: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
    /// True if LLVM 2.0 to 2.9 wrote it. Current LLVM cannot read these files.
    pub is_old: bool,
    /// All globals, in the order of the file.
    pub symbols: Vec<Symbol>,
}

impl Summary {
    /// The first text in the list of this name.
    #[must_use]
    pub fn text(&self, name: &[u8]) -> Option<&[u8]> {
        Some(self.texts(name).first()?)
    }

    /// The texts in the list of this name.
    #[must_use]
    pub fn texts(&self, name: &[u8]) -> &[Vec<u8>] {
        let found = self.texts.iter().find(|(it, _)| it == name);
        found.map_or(&[], |(_, texts)| &texts[..])
    }

    /// Number of symbols of a kind and in a state.
    #[must_use]
    pub fn count(&self, kind: SymbolKind, state: SymbolState) -> usize {
        let counted = |symbol: &&Symbol| (symbol.kind, symbol.state) == (kind, state);
        self.symbols.iter().filter(counted).count()
    }
}

/// The globals of a module, in the order of the file, without reading their
/// contents. Names are those in the file: old intrinsics keep theirs.
///
/// # Errors
///
/// Fails if the part of the file that is read breaks a rule of the format.
pub fn symbols(file: &[u8]) -> Result<Vec<Symbol>> {
    let container = container::open(file)?;
    let walk = walk(&container, Extent::Globals);
    let reader = walk.map_err(|error| error.behind(container.before))?;
    Ok(reader.globals.into_iter().map(symbol).collect())
}

/// Reads a file's description of itself, without bodies and constants.
///
/// # Errors
///
/// Fails if the part of the file that is read breaks a rule of the format.
pub fn identify(file: &[u8]) -> Result<Summary> {
    let container = container::open(file)?;
    let walk = walk(&container, Extent::GlobalsAndMetadata);
    let mut reader = walk.map_err(|error| error.behind(container.before))?;
    let module = &mut reader.module;
    let tables = &mut reader.tables;
    tables.metadata.settle();
    tables.metadata.add_named(module, &mut tables.made)?;
    let mut texts = Vec::new();
    for (name, nodes) in module.metadata.named() {
        let found = (nodes.iter()).filter_map(|&node| module.metadata.first_text(&[node]));
        let found: Vec<_> = found.map(|text| module.names.get(text).to_vec()).collect();
        if !found.is_empty() {
            texts.push((module.names.get(name).to_vec(), found));
        }
    }
    Ok(Summary {
        producer: container.found.producer.clone(),
        target_triple: std::mem::take(&mut module.target_triple),
        data_layout: std::mem::take(&mut module.data_layout),
        source_filename: std::mem::take(&mut module.source_filename),
        has_module_asm: !module.module_asm.is_empty(),
        dependencies: std::mem::take(&mut module.dependencies),
        texts,
        is_old: tables.types.old,
        symbols: reader.globals.into_iter().map(symbol).collect(),
    })
}

fn walk<'a>(container: &'a Container<'a>, extent: Extent) -> Result<ModuleReader<'a>> {
    let mut reader = ModuleReader::new(container, extent);
    reader.walk()?;
    Ok(reader)
}

fn symbol(global: FileGlobal) -> Symbol {
    let (kind, is_declared) = match global.kind {
        FileGlobalKind::Variable { initializer, .. } => (SymbolKind::Variable, initializer == 0),
        FileGlobalKind::Function { has_body, .. } => (SymbolKind::Function, !has_body),
        FileGlobalKind::Alias(_) => (SymbolKind::Alias, false),
        FileGlobalKind::Ifunc(_) => (SymbolKind::Ifunc, false),
    };
    let state = match global.linkage {
        _ if is_declared => SymbolState::Undefined,
        Linkage::AvailableExternally => SymbolState::Undefined,
        Linkage::Common => SymbolState::Common,
        _ => SymbolState::Defined,
    };
    Symbol {
        name: global.name,
        kind,
        state,
        linkage: global.linkage,
        thread_local: global.thread_local != ThreadLocal::No,
        hidden: global.visibility == Visibility::Hidden,
    }
}
