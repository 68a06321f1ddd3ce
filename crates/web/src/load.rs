//! Translates the bytes of a file, as they arrive, to a WebAssembly module.

use pinnacle_pepper::Embedding;
use pinnacle_pepper::Pepper;
use pinnacle_pepper::device::Devices;
use pinnacle_pepper::urls;
use pinnacle_pepper::view::View;
use pinnacle_pexe::decode::{Options as DecodeOptions, Parser};
use pinnacle_pexe::host::HostFunction;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::types::Type;
use pinnacle_system::Host;
use pinnacle_system::files::{FileSystem, Stdio};
use pinnacle_system::irt::{self, Irt};
use pinnacle_wasm::{Options, TURN_LENGTH};
use wasm_bindgen::prelude::*;

/// Returns the functions that the host offers to a program, in the order of their addresses.
fn host_functions() -> Vec<HostFunction> {
    let Ok(files) = FileSystem::new(Stdio::default(), Vec::new()) else {
        return Vec::new();
    };
    let embedding = Embedding {
        attributes: Vec::new(),
        view: View::of_size(0, 0),
        devices: Devices::absent(),
    };
    let pepper = Pepper::new(Irt::repeatable(files, 0, 0..0), embedding);
    pepper.functions().to_vec()
}

/// Returns the letter that stands for a type in descriptions of functions for JavaScript.
fn letter(ty: Type) -> char {
    match ty {
        Type::I64 => 'l',
        Type::Float => 'f',
        Type::Double => 'd',
        Type::Void => 'v',
        _ => 'i',
    }
}

/// Returns the letters of the types of a function: its parameters, then its result.
pub(crate) fn letters(params: &[Type], result: Type) -> String {
    params.iter().copied().chain([result]).map(letter).collect()
}

/// Returns true if two URLs have the same origin.
#[wasm_bindgen(js_name = isSameOrigin)]
pub fn is_same_origin(first: &str, second: &str) -> bool {
    urls::are_same_origin(first, second)
}

/// Returns the types of all host functions, one per line: a letter for each parameter, then one for
/// the result.
#[wasm_bindgen(js_name = hostFunctions)]
pub fn host_function_types() -> String {
    let lines = host_functions();
    let lines = lines
        .iter()
        .map(|function| letters(&function.params, function.result));
    lines.collect::<Vec<_>>().join("\n")
}

/// Loads a file in pieces.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Loader {
    parser: Parser,
}

#[wasm_bindgen]
impl Loader {
    /// Creates a loader for a new file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Adds the next piece, and decodes the functions that have arrived.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the file.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), JsError> {
        self.parser
            .push(piece)
            .map_err(|error| JsError::new(&error.to_string()))?;
        self.parser.decode_arrived();
        Ok(())
    }

    /// Translates the complete file. If the program requests threads, its memory is shared if
    /// `can_share` is true. Otherwise, if `can_take_turns` is true, the code counts loop iterations
    /// and reports the end of each turn.
    ///
    /// # Errors
    ///
    /// Fails if the file has errors.
    pub fn finish(self, can_share: bool, can_take_turns: bool) -> Result<Translated, JsError> {
        let options = DecodeOptions::default();
        let program = self
            .parser
            .finish(&options)
            .map_err(|errors| JsError::new(&errors.to_string()))?;
        let uses_threads = irt::uses_threads(program.module());
        let kind = CodeKind {
            is_shared: can_share && uses_threads,
            takes_turns: uses_threads && !can_share && can_take_turns,
            loads_modules: irt::loads_modules(program.module()),
        };
        let options = translation_options(kind);
        let translation = pinnacle_wasm::translate(&program, &options)
            .map_err(|error| JsError::new(&error.to_string()))?;
        Ok(Translated {
            bytes: translation.bytes,
            pages: translation.layout.end.div_ceil(PAGE_SIZE),
            kind,
        })
    }
}

/// Returns the options for translating a program to a kind of code.
pub(crate) fn translation_options(kind: CodeKind) -> Options {
    Options {
        host: host_functions(),
        ..kind.translation()
    }
}

/// The kind of a program's code. The modules that the program loads have the same kind.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub struct CodeKind {
    /// True if its memory is shared.
    #[wasm_bindgen(js_name = isShared)]
    pub is_shared: bool,
    /// True if its threads take turns.
    #[wasm_bindgen(js_name = takesTurns)]
    pub takes_turns: bool,
    /// True if it may load modules while it runs.
    #[wasm_bindgen(js_name = loadsModules)]
    pub loads_modules: bool,
}

#[wasm_bindgen]
impl CodeKind {
    /// Creates a kind of code.
    #[wasm_bindgen(constructor)]
    pub fn new(is_shared: bool, takes_turns: bool, loads_modules: bool) -> CodeKind {
        CodeKind {
            is_shared,
            takes_turns,
            loads_modules,
        }
    }
}

impl CodeKind {
    /// Returns the options for translating this kind of code.
    pub(crate) fn translation(self) -> Options {
        Options {
            shared_memory: self.is_shared,
            turn_length: self.takes_turns.then_some(TURN_LENGTH),
            loads_modules: self.loads_modules,
            // Browsers cannot protect pages of the memory, so the code itself checks accesses to
            // page 0.
            guards_pages: false,
            names: false,
            jobs: 1,
            ..Options::default()
        }
    }
}

/// A program as WebAssembly.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Translated {
    bytes: Vec<u8>,
    pages: u32,
    kind: CodeKind,
}

#[wasm_bindgen]
impl Translated {
    /// Removes and returns the module. It is empty the second time.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the number of pages of 64 KiB that the program's memory must have.
    #[wasm_bindgen(getter)]
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// Returns the kind of its code.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> CodeKind {
        self.kind
    }
}
