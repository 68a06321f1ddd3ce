//! Functions for JavaScript. `packages/npm-cli/lib/commands.js` wraps it.

use crate::change::{self, AssemblyOptions, Threads, TranslationOptions};
use crate::formats::{FORMATS, format};
use crate::look::{self, Form, PrintingOptions};
use crate::outcome::Outcome;
use pinnacle_inspect::Input;
use pinnacle_inspect::report::Palette;
use pinnacle_pexe::compress;
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The result of a command for one file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Returned {
    outcome: Outcome,
}

#[wasm_bindgen]
impl Returned {
    /// The exit status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u8 {
        self.outcome.status
    }

    /// Takes out the text or the file that was made.
    #[wasm_bindgen(js_name = takeResult)]
    pub fn take_result(&mut self) -> Option<Vec<u8>> {
        self.outcome.result.take()
    }

    /// Takes out the second file.
    #[wasm_bindgen(js_name = takeSide)]
    pub fn take_side(&mut self) -> Option<Vec<u8>> {
        self.outcome.side.take()
    }

    /// The document, as JSON of several lines.
    #[wasm_bindgen(getter)]
    pub fn document(&self) -> Option<String> {
        let document = self.outcome.document.as_ref();
        document.map(|document| format!("{document:#}"))
    }

    /// The messages, as a JSON array of pairs: kind and text.
    #[wasm_bindgen(getter)]
    pub fn messages(&self) -> String {
        let messages = self.outcome.messages.iter();
        let messages = messages.map(|(kind, text)| json!([kind.name(), text]));
        Value::Array(messages.collect()).to_string()
    }
}

impl From<Outcome> for Returned {
    fn from(outcome: Outcome) -> Returned {
        Returned { outcome }
    }
}

fn palette(coloured: bool) -> Palette {
    match coloured {
        true => Palette::Coloured,
        false => Palette::Plain,
    }
}

/// The names of the formats of LLVM 1.x.
#[wasm_bindgen]
pub fn formats() -> Vec<String> {
    FORMATS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// See [`look::info`].
#[wasm_bindgen]
pub fn info(name: String, bytes: Vec<u8>, coloured: bool) -> Returned {
    look::info(Input::new(name, bytes), palette(coloured)).into()
}

/// See [`look::verify`]; `allowed` are the names of what is accepted.
#[wasm_bindgen]
pub fn verify(name: String, bytes: Vec<u8>, coloured: bool, allowed: Vec<String>) -> Returned {
    let is_allowed = |name: &str| allowed.iter().any(|allowed| allowed == name);
    let options = verify::Options {
        jobs: look::JOBS,
        allow: Allow {
            trailing_data: is_allowed("trailing-data"),
            binary_flags: is_allowed("binary-flags"),
            minsfi_syscalls: is_allowed("minsfi-syscalls"),
            local_symbol_tables: is_allowed("local-symbol-tables"),
            ..Allow::default()
        },
    };
    look::verify(Input::new(name, bytes), &options, palette(coloured)).into()
}

/// See [`look::disassemble`]; `form` is a word for a [`Form`], `style` the name of a format.
///
/// # Errors
///
/// Fails if there is no such form or style.
#[wasm_bindgen]
pub fn disassemble(
    name: String,
    bytes: Vec<u8>,
    coloured: bool,
    form: &str,
    style: Option<String>,
    keep_order: bool,
) -> Result<Returned, JsError> {
    let form = match form {
        "assembly" => Form::Assembly,
        "listing" => Form::Listing,
        "listed-records" => Form::ListedRecords,
        "records" => Form::Records,
        _ => return Err(JsError::new(&format!("no form {form:?}"))),
    };
    let options = PrintingOptions {
        form,
        style: optional_format(style)?,
        keep_order,
        palette: palette(coloured),
    };
    Ok(look::disassemble(Input::new(name, bytes), &options).into())
}

fn optional_format(name: Option<String>) -> Result<Option<pinnacle_bytecode::Format>, JsError> {
    let found = name.map(|name| format(&name)).transpose();
    found.map_err(|message| JsError::new(&message))
}

/// Sizes of the parts of several files; see [`look::Statistics`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Statistics {
    statistics: look::Statistics,
}

#[wasm_bindgen]
impl Statistics {
    /// No files yet.
    #[wasm_bindgen(constructor)]
    pub fn new(top: usize, coloured: bool) -> Statistics {
        Statistics {
            statistics: look::Statistics::new(top, palette(coloured)),
        }
    }

    /// Counts a file.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) -> Returned {
        self.statistics.add(Input::new(name, bytes)).into()
    }

    /// The tables of all files together, if there are several.
    pub fn total(&self) -> Option<Returned> {
        self.statistics.total().map(Returned::from)
    }
}

/// Makes a web page from a JSON array of documents of statistics.
///
/// # Errors
///
/// Fails if the text cannot be parsed as JSON.
#[wasm_bindgen(js_name = statisticsPage)]
pub fn statistics_page(documents: &str) -> Result<String, JsError> {
    let documents: Value = serde_json::from_str(documents)?;
    Ok(pinnacle_inspect::stats::page(&documents))
}

/// See [`change::assemble`]; `bytecode` is the name of a format of LLVM 1.x.
///
/// # Errors
///
/// Fails if the format is unknown.
#[wasm_bindgen]
pub fn assemble(
    name: String,
    bytes: Vec<u8>,
    verify: bool,
    allow_trailing_data: bool,
    records: bool,
    bytecode: Option<String>,
) -> Result<Returned, JsError> {
    let options = AssemblyOptions {
        verify,
        allow_trailing_data,
        records,
        format: optional_format(bytecode)?,
    };
    Ok(change::assemble(Input::new(name, bytes), &options).into())
}

/// See [`change::compressed`].
#[wasm_bindgen]
pub fn compress(name: String, bytes: Vec<u8>, effort: Option<u8>, for_transport: bool) -> Returned {
    let options = compress::Options {
        effort: effort.unwrap_or(compress::DEFAULT_EFFORT),
        for_transport,
    };
    change::compressed(&Input::new(name, bytes), &options).into()
}

/// See [`change::translate`]; `threads` is `auto`, `on` or `off`.
///
/// # Errors
///
/// Fails if `threads` is another word.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)] // The options of the command, by their names in JavaScript.
pub fn translate(
    name: String,
    bytes: Vec<u8>,
    module: Option<String>,
    strip: bool,
    stack_size: Option<u32>,
    threads: &str,
    lenient_calls: bool,
    source_map: bool,
) -> Result<Returned, JsError> {
    let options = TranslationOptions {
        module: module.as_deref(),
        strip,
        stack_size: stack_size.unwrap_or(pinnacle_pexe::layout::DEFAULT_STACK_SIZE),
        threads: match threads {
            "auto" => Threads::Auto,
            "on" => Threads::On,
            "off" => Threads::Off,
            _ => return Err(JsError::new(&format!("no value {threads:?} for threads"))),
        },
        lenient_calls,
        source_map,
    };
    Ok(change::translate(Input::new(name, bytes), &options).into())
}
