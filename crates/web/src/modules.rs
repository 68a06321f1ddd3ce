//! Translates the modules that a program loads while it runs.

use crate::load::CodeKind;
use pinnacle_system::host::LoadedModule;
use wasm_bindgen::prelude::*;

/// A loaded module, which JavaScript instantiates.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadedCode {
    bytes: Vec<u8>,
    end: u32,
}

#[wasm_bindgen]
impl LoadedCode {
    /// Removes and returns the code. It is empty the second time.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the end of its entries in the table of functions.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> u32 {
        self.end
    }
}

/// Translates a loaded module. Returns `None` if it exceeds the limits of engines.
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
