//! Modules that a program loads while it runs, as WebAssembly.

use crate::load::CodeKind;
use pinnacle_system::host::LoadedModule;
use wasm_bindgen::prelude::*;

/// A module that was loaded, of which JavaScript makes instances.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadedCode {
    bytes: Vec<u8>,
    end: u32,
}

#[wasm_bindgen]
impl LoadedCode {
    /// The module. It can be taken once.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// The first entry of the table after its own.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> u32 {
        self.end
    }
}

/// Translates a module that was loaded; none if engines have no room for it.
pub(crate) fn translate(loaded: &LoadedModule, kind: CodeKind) -> Option<LoadedCode> {
    let LoadedModule { program, layout } = loaded;
    let options = kind.translation();
    let translation = pinnacle_wasm::translate_library(program, layout, &options).ok()?;
    let functions = program.module().functions.len() as u32;
    Some(LoadedCode {
        bytes: translation.bytes,
        end: layout.first_function + functions,
    })
}
