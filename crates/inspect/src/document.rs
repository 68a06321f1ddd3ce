//! Defines the parts that all JSON documents share: the names of their schemas, and the keys of an
//! error.
//!
//! Each document names its schema, such as `info/1`, which is the file `docs/schemas/info-1.json`.
//! The number increases when a key is removed or changes its meaning.

use serde_json::{Map, Value};

/// The schema of `pinnacle info --json`.
pub const INFO: &str = "info/1";
/// The schema of `pinnacle verify --json`.
pub const VERIFY: &str = "verify/1";
/// The schema of `pinnacle stats --json`.
pub const STATS: &str = "stats/1";
/// The schema of the lines of `pinnacle dis --json`.
pub const DIS: &str = "dis/1";
/// The schema of the lines of `pinnacle dis --json` for an LLVM module.
pub const DIS_LLVM: &str = "dis-llvm/1";
/// The schema of `pinnacle compress --json`.
pub const COMPRESS: &str = "compress/1";
/// The schema of `pinnacle translate --json`.
pub const TRANSLATE: &str = "translate/1";

/// The keys of an error, in order. Only errors of bitcode have `bit`, only those of bytecode have
/// `byte` and `path`, and only those of text have `line` and `column`.
const ERROR_KEYS: [&str; 12] = [
    "code",
    "message",
    "line",
    "column",
    "bit",
    "position",
    "byte",
    "path",
    "function",
    "block",
    "instruction",
    "text",
];

/// Returns an error as JSON with all keys of errors. Keys that `known` lacks are null.
pub(crate) fn error(mut known: Value) -> Value {
    let keys = ERROR_KEYS.into_iter();
    let values = keys.map(|key| (key.to_owned(), known[key].take()));
    Value::Object(values.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_has_every_key_in_one_order() {
        let error = error(json!({ "line": 3, "code": "T0301" }));
        let keys: Vec<&String> = error.as_object().unwrap().keys().collect();
        assert_eq!(keys, ERROR_KEYS.iter().collect::<Vec<_>>());
        assert_eq!(error["line"], 3);
        assert_eq!(error["bit"], Value::Null);
    }
}
