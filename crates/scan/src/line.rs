//! Describes one file as a line of JSON.

use crate::document;
use crate::fields::Fields;
use crate::file::File;
use crate::machine_code;
use crate::program;
use pinnacle_archive::{Error, ErrorKind};
use pinnacle_inspect::{Input, Kind};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The name and version of the schema of the lines.
pub const SCHEMA: &str = "scan/1";

/// Returns the line of a file. Returns `None` unless it is a program, machine code of Native
/// Client, a manifest, or a page that embeds one of these.
///
/// The line depends only on the file and its place, so it is the same on every machine.
pub fn line(file: File) -> Option<Value> {
    let File {
        place,
        bytes,
        capture,
    } = file;
    let (size, sum) = (bytes.len(), sum_of(&bytes));
    let is_captured = capture.is_some();
    let kind = match Kind::of(&bytes) {
        // A manifest may be damaged or start with a byte order mark, so it is recognised by its
        // text.
        Kind::Unknown | Kind::WebPage => document::kind_of(&place, &bytes)?,
        kind => kind,
    };
    let mut fields = Fields::new();
    let word = match &kind {
        Kind::Manifest(_) => {
            document::manifest(&place, is_captured, &bytes, &mut fields);
            "manifest"
        }
        Kind::WebPage => {
            document::page(&place, is_captured, &bytes, &mut fields);
            "page"
        }
        Kind::Nexe(_) => {
            machine_code::describe(&bytes, &mut fields);
            "machine-code"
        }
        Kind::Pexe
        | Kind::Bitcode
        | Kind::Bytecode
        | Kind::Pnaclasm
        | Kind::OldAssembly
        | Kind::Script => {
            let input = Input::new(place.clone(), bytes);
            match input.kind {
                Kind::Script => return None,
                _ => program::describe(input, &mut fields),
            }
            "program"
        }
        _ => return None,
    };
    let format = fields
        .remove("format")
        .unwrap_or_else(|| kind.word().into());
    let mut line = json!({
        "schema": SCHEMA,
        "place": place,
        "kind": word,
        "format": format,
        "size": size,
        "sha256": sum,
    });
    if let (Some(capture), Some(line)) = (capture, line.as_object_mut()) {
        line.insert("captured".into(), capture.date.into());
        line.insert("media_type".into(), capture.media_type.into());
    }
    if let Some(line) = line.as_object_mut() {
        line.extend(fields);
    }
    Some(line)
}

/// Returns the line of a file of a container that cannot be read.
pub fn failure(place: &str, error: &Error) -> Value {
    let code = match error.kind() {
        ErrorKind::System => "unreadable",
        ErrorKind::Damaged => "damaged",
        ErrorKind::Unsupported => "unsupported",
        ErrorKind::Encrypted => "encrypted",
        ErrorKind::Link => "link",
        ErrorKind::Name => "bad-name",
        ErrorKind::TooDeep => "too-deep",
        ErrorKind::TooLarge => "too-large",
        ErrorKind::TooCostly => "too-costly",
        _ => "missing",
    };
    failure_of(place, code, &error.to_string())
}

/// Returns the line of a file that cannot be examined, with an error code and a message.
pub fn failure_of(place: &str, code: &str, message: &str) -> Value {
    json!({
        "schema": SCHEMA,
        "place": place,
        "kind": "failure",
        "error": { "code": code, "message": message },
    })
}

fn sum_of(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    let mut text = String::with_capacity(64);
    for byte in sum {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
