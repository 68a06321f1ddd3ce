//! Formats syntax errors in PNaClAsm and LLVM 1.x assembly, as text and as JSON.

use crate::document;
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::{Place, SyntaxError, SyntaxErrors};
use serde_json::{Value, json};

/// Returns messages, each with the place in the style of compilers, the description and the line.
pub fn messages<K: Kind>(name: &str, errors: &SyntaxErrors<K>) -> Vec<String> {
    let messages = errors.iter().map(|error| {
        let (place, message) = (place_of(name, error), describe(error));
        format!("{place}: {message}")
    });
    messages.collect()
}

/// Returns the errors as JSON.
pub fn documents<K: Kind>(errors: &SyntaxErrors<K>) -> Vec<Value> {
    errors.iter().map(document).collect()
}

/// Returns the place of an error in the style of compilers, as `file:line:column`.
pub fn place_of<K: Kind>(name: &str, error: &SyntaxError<K>) -> String {
    let Place { line, column, .. } = error.place();
    format!("{name}:{line}:{column}")
}

/// Returns a description of the error, followed by the line of text.
pub fn describe<K: Kind>(error: &SyntaxError<K>) -> String {
    let (code, message) = (error.code(), error.message());
    let picture = error.place().picture();
    format!("{code}: {message}\n{}", picture.trim_end_matches('\n'))
}

/// Returns an error as JSON.
pub fn document<K: Kind>(error: &SyntaxError<K>) -> Value {
    document::error(json!({
        "code": error.code(),
        "message": error.message(),
        "line": error.place().line,
        "column": error.place().column,
    }))
}
