//! Errors in texts, PNaClAsm or assembly of LLVM 1.x, as text and as documents.

use crate::document;
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::{Place, SyntaxError, SyntaxErrors};
use serde_json::{Value, json};

/// The text for people: the place in the style of compilers, the message, and the line.
pub fn messages<K: Kind>(name: &str, errors: &SyntaxErrors<K>) -> Vec<String> {
    let messages = errors.iter().map(|error| {
        let (place, message) = (place_of(name, error), describe(error));
        format!("{place}: {message}")
    });
    messages.collect()
}

/// For programs.
pub fn documents<K: Kind>(errors: &SyntaxErrors<K>) -> Vec<Value> {
    errors.iter().map(document).collect()
}

/// The place of an error, as compilers write it.
pub fn place_of<K: Kind>(name: &str, error: &SyntaxError<K>) -> String {
    let Place { line, column, .. } = error.place();
    format!("{name}:{line}:{column}")
}

/// The error, and the line.
pub fn describe<K: Kind>(error: &SyntaxError<K>) -> String {
    let (code, message) = (error.code(), error.message());
    let picture = error.place().picture();
    format!("{code}: {message}\n{}", picture.trim_end_matches('\n'))
}

/// An error for programs.
pub fn document<K: Kind>(error: &SyntaxError<K>) -> Value {
    document::error(json!({
        "code": error.code(),
        "message": error.message(),
        "line": error.place().line,
        "column": error.place().column,
    }))
}
