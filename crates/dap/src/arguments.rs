//! Arguments of requests.

use serde_json::Value;

/// Returns a number, or `None` if it is missing or out of range.
pub(crate) fn number(arguments: &Value, name: &str) -> Option<u32> {
    arguments[name]
        .as_u64()
        .and_then(|value| u32::try_from(value).ok())
}

/// Returns a number that is required.
pub(crate) fn needed(arguments: &Value, name: &str) -> Result<u32, String> {
    number(arguments, name)
        .ok_or_else(|| format!("the request needs the argument `{name}`, a number"))
}

/// Returns a string; empty if it is missing.
pub(crate) fn text<'v>(arguments: &'v Value, name: &str) -> &'v str {
    arguments[name].as_str().unwrap_or_default()
}

/// Returns the elements of a list; empty if it is missing.
pub(crate) fn list<'v>(arguments: &'v Value, name: &str) -> &'v [Value] {
    arguments[name].as_array().map_or(&[], Vec::as_slice)
}

/// The numbers of the editor's first line and first column: 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Default for Base {
    fn default() -> Base {
        Base { line: 1, column: 1 }
    }
}
