//! The code of the modules that a program has loaded, for all of its threads.

use super::code::About;
use crate::host::LoadedModule;
use pinnacle_wasm::SourceMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use wasmtime::Module;

/// A loaded module with its code.
pub(super) struct LoadedCode {
    pub(super) module: Module,
    loaded: Arc<LoadedModule>,
    /// Its number in loading order, from 1.
    number: usize,
}

impl PartialEq for LoadedCode {
    fn eq(&self, other: &LoadedCode) -> bool {
        self.number == other.number
    }
}

impl Eq for LoadedCode {}

impl fmt::Debug for LoadedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedCode")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl LoadedCode {
    /// Returns the index after the module's last table entry.
    pub(super) fn end(&self) -> u64 {
        let layout = &self.loaded.layout;
        let count = self.loaded.program.module().functions.len();
        u64::from(layout.first_function) + count as u64
    }

    pub(super) fn loaded(&self) -> &LoadedModule {
        &self.loaded
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// From its code to its instructions.
    pub(super) fn source_map(&self, about: &About) -> Option<SourceMap> {
        let options = pinnacle_wasm::Options {
            source_map: true,
            ..about.translation(0)
        };
        let LoadedModule { program, layout } = &*self.loaded;
        let translation = pinnacle_wasm::translate_library(program, layout, &options);
        translation.ok()?.source_map
    }
}

/// All loaded modules, in order. None is ever removed.
#[derive(Default)]
pub(super) struct Modules(RwLock<Vec<Arc<LoadedCode>>>);

impl Modules {
    pub(super) fn get(&self, index: usize) -> Option<Arc<LoadedCode>> {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        list.get(index).cloned()
    }

    pub(super) fn add(&self, module: Module, loaded: Arc<LoadedModule>) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let number = list.len() + 1;
        list.push(Arc::new(LoadedCode {
            module,
            loaded,
            number,
        }));
    }

    /// Number of their functions.
    pub(super) fn functions(&self) -> usize {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let counts = list
            .iter()
            .map(|code| code.loaded.program.module().functions.len());
        counts.sum()
    }

    /// Returns the loaded code that a native stack frame belongs to.
    pub(super) fn of_frame(&self, module: &Module) -> Option<Arc<LoadedCode>> {
        let list = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let range = module.image_range();
        list.iter()
            .find(|code| code.module.image_range() == range)
            .cloned()
    }
}
