//! The functions that JavaScript calls.

use crate::listing::Listing;
use crate::opened::Opened;
use pinnacle_pepper::message::{json, wire};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

fn error(text: &str) -> JsError {
    JsError::new(text)
}

/// A file that was opened, and what is shown of its content.
#[wasm_bindgen]
#[derive(Debug)]
pub struct File {
    opened: Opened,
    listing: Listing,
}

#[wasm_bindgen]
impl File {
    /// Looks at a file.
    #[wasm_bindgen(constructor)]
    pub fn new(name: String, bytes: Vec<u8>) -> File {
        File {
            opened: Opened::new(name, bytes),
            listing: Listing::default(),
        }
    }

    /// Its summary, as JSON: [`Opened::summary`] has the fields.
    pub fn summary(&self) -> String {
        self.opened.summary().to_string()
    }

    /// The bytes of the program, if it is one.
    pub fn program(&self) -> Option<Vec<u8>> {
        self.opened.program().map(<[u8]>::to_vec)
    }

    /// A page with a map of the file, if there is one.
    pub fn statistics(&self) -> Option<String> {
        self.opened.statistics()
    }

    /// Shows one of the views of the summary. Returns JSON with the number of `lines`, `isCut` if
    /// the end is missing, and the `functions`, each with `line` and `label`.
    ///
    /// # Errors
    ///
    /// Fails with the reason why it cannot be shown.
    pub fn show(&mut self, view: usize) -> Result<String, JsError> {
        let view = self.opened.views().get(view);
        let (view, _) = view.ok_or_else(|| error("the file has no text"))?;
        self.listing = Listing::default();
        self.listing = self.opened.listing(*view).map_err(|text| error(&text))?;
        let functions = self.listing.outline().iter();
        let functions = functions.map(|entry| json!({ "line": entry.line, "label": entry.label }));
        Ok(json!({
            "lines": self.listing.len(),
            "isCut": self.listing.is_cut(),
            "functions": functions.collect::<Vec<Value>>(),
        })
        .to_string())
    }

    /// Lines of what is shown.
    pub fn lines(&self, first: usize, count: usize) -> String {
        self.listing.lines(first, count)
    }

    /// All of what is shown.
    pub fn text(&self) -> String {
        self.listing.text()
    }

    /// The line that has some words, from a line on.
    pub fn find(&self, words: &str, from: usize, backwards: bool) -> Option<usize> {
        self.listing.find(words, from, backwards)
    }
}

/// Converts JSON to a message for a program.
///
/// # Errors
///
/// Fails with the error in the JSON.
#[wasm_bindgen(js_name = messageFromJson)]
pub fn message_from_json(text: &str) -> Result<Vec<u8>, JsError> {
    let message = json::from_text(text).map_err(|text| error(&text))?;
    Ok(wire::to_bytes(&message))
}

/// A message of a program as JSON.
///
/// # Errors
///
/// Fails if it is too large.
#[wasm_bindgen(js_name = messageToJson)]
pub fn message_to_json(bytes: &[u8]) -> Result<String, JsError> {
    let message = wire::from_bytes(bytes).ok_or_else(|| error("this is not a message"))?;
    json::to_text(&message).map_err(|refusal| error(&refusal.to_string()))
}
