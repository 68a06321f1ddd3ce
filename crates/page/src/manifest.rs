//! Parses manifests, which are the `.nmf` files that name a program.
//!
//! Manifests are checked as in Chrome and rejected with its messages, because pages show these to
//! users, and scripts compare them. A manifest is also rejected for an error in an unused part,
//! such as `files`. Keys that Chrome did not know are ignored, except in `program`.
//!
//! Source: Chromium's `components/nacl/renderer/json_manifest.cc`.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fmt;

/// Maximum size of a manifest in bytes.
pub const MAX_SIZE: usize = 1 << 20;

/// The media type of an element, which determines the contents of its manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MediaType {
    /// `application/x-pnacl`: a portable program.
    Pnacl,
    /// `application/x-nacl`: machine code. A valid manifest of this type names no program that can
    /// run here, and an invalid one is rejected with Chrome's message.
    Nacl,
}

impl MediaType {
    /// Parses the `type` attribute of an element, in lower case. Types registered by extensions are
    /// treated as `application/x-pnacl`.
    pub fn of_element(name: &str) -> MediaType {
        match name {
            "application/x-nacl" => MediaType::Nacl,
            _ => MediaType::Pnacl,
        }
    }
}

/// A manifest that Chrome would accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The URL of the program, relative to that of the manifest. It may be empty.
    pub program: String,
}

/// The reason why a manifest is rejected, with Chrome's message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManifestError {
    /// The manifest is larger than [`MAX_SIZE`].
    TooLarge,
    /// The manifest is not JSON. The position is that of the first error.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// The manifest is an HTML page, which servers send if a file is missing.
    Html,
    /// The manifest breaks a rule. The text is Chrome's message without `manifest: `.
    Rule(String),
    /// An entry contains no portable program, but only machine code for some architectures.
    NotPortable {
        /// The name of the entry: `program`, or the name of a file.
        name: String,
        /// The media type of the element.
        media_type: MediaType,
        /// The architectures in the entry.
        architectures: Vec<String>,
    },
}

impl ManifestError {
    /// Returns advice for the author of the manifest, if any.
    pub fn hint(&self) -> Option<String> {
        match self {
            ManifestError::Html => Some("the file is a page; name it page.html to run it".into()),
            ManifestError::NotPortable {
                name,
                architectures,
                ..
            } if !architectures.is_empty() => Some(format!(
                "{name} has machine code for {} only; only a program under \"portable\" can be run",
                architectures.join(", ")
            )),
            _ => None,
        }
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestError::TooLarge => f.write_str("manifest file too large."),
            ManifestError::Syntax { line, column } => write!(
                f,
                "manifest JSON parsing failed: Line: {line}, column: {column}, Syntax error."
            ),
            ManifestError::Html => f.write_str(
                "manifest JSON parsing failed: Line: 1, column: 1, Unexpected token. (got HTML)",
            ),
            ManifestError::Rule(text) => write!(f, "manifest: {text}"),
            ManifestError::NotPortable {
                name, media_type, ..
            } => {
                let wanted = match media_type {
                    MediaType::Pnacl => "portable.",
                    MediaType::Nacl => "current arch and no portable version found.",
                };
                write!(f, "manifest: no version of {name} given for {wanted}")
            }
        }
    }
}

impl std::error::Error for ManifestError {}

const PORTABLE: &str = "portable";
const TRANSLATE: &str = "pnacl-translate";

/// Returns a manifest that names the program at a URL.
pub fn of_program(url: &str) -> String {
    json!({ "program": { PORTABLE: { TRANSLATE: { "url": url } } } }).to_string()
}

impl Manifest {
    /// Parses a manifest for an element of this type.
    ///
    /// # Errors
    ///
    /// Fails if Chrome would reject the manifest. If there are several errors, the first one by
    /// name is reported, as in Chrome.
    pub fn parse(text: &[u8], media_type: MediaType) -> Result<Manifest, ManifestError> {
        if text.len() > MAX_SIZE {
            return Err(ManifestError::TooLarge);
        }
        // Some manifests begin with a byte order mark.
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let json: Json = serde_json::from_slice(text).map_err(|error| syntax(text, &error))?;
        let Json::Object(manifest) = &json else {
            return Err(rule("is not a json dictionary."));
        };
        let Some(program) = manifest.get("program") else {
            return Err(rule("missing 'program' section."));
        };
        let checks = Checks { media_type };
        checks.versions("program", program)?;
        if let Some(interpreter) = manifest.get("interpreter") {
            checks.versions("interpreter", interpreter)?;
        }
        match manifest.get("files") {
            None => {}
            Some(files @ Json::Object(_)) => {
                for (name, file) in sorted(files) {
                    checks.file(name, file)?;
                }
            }
            Some(_) => return Err(rule("'files' is not a dictionary.")),
        }
        match (media_type, program[PORTABLE][TRANSLATE]["url"].as_str()) {
            (MediaType::Pnacl, Some(url)) => Ok(Manifest {
                program: url.to_owned(),
            }),
            // If a manifest passes the checks for machine code, it only names machine code.
            _ => Err(checks.not_portable("program", program)),
        }
    }
}

fn rule(text: impl Into<String>) -> ManifestError {
    ManifestError::Rule(text.into())
}

fn syntax(text: &[u8], error: &serde_json::Error) -> ManifestError {
    let start = text.trim_ascii_start();
    let is_html = ["<!doctype", "<html"].iter().any(|tag| {
        let start = start.get(..tag.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
    });
    match is_html {
        true => ManifestError::Html,
        false => ManifestError::Syntax {
            line: error.line(),
            column: error.column(),
        },
    }
}

/// Returns the members of an object in the order of Chrome's dictionaries.
fn sorted(object: &Json) -> BTreeMap<&str, &Json> {
    let members = object.as_object().into_iter().flatten();
    members
        .map(|(name, value)| (name.as_str(), value))
        .collect()
}

/// Checks parts of a manifest for one media type.
struct Checks {
    media_type: MediaType,
}

impl Checks {
    /// Checks an object that maps architectures to URLs. One of its keys must be `portable`.
    fn versions(&self, name: &str, value: &Json) -> Result<(), ManifestError> {
        self.architectures(name, value)?;
        match value.get(PORTABLE) {
            Some(_) => Ok(()),
            None => Err(self.not_portable(name, value)),
        }
    }

    /// Checks an entry of `files`. For machine code it need not have a portable version.
    fn file(&self, name: &str, value: &Json) -> Result<(), ManifestError> {
        match self.media_type {
            MediaType::Pnacl => self.versions(name, value),
            MediaType::Nacl => self.architectures(name, value),
        }
    }

    fn architectures(&self, name: &str, value: &Json) -> Result<(), ManifestError> {
        if !value.is_object() {
            return Err(rule(format!(
                "{name} property is not an ISA to URL dictionary"
            )));
        }
        for (key, entry) in sorted(value) {
            if key == PORTABLE && name == "program" && self.media_type == MediaType::Pnacl {
                let translate = required(name, key, entry, TRANSLATE)?;
                self.url(key, TRANSLATE, translate)?;
            } else {
                self.url(name, key, entry)?;
            }
        }
        Ok(())
    }

    /// Checks an object that contains a URL and optionally the optimisation level, an integer.
    fn url(&self, parent: &str, key: &str, value: &Json) -> Result<(), ManifestError> {
        if self.media_type == MediaType::Nacl && value.get(TRANSLATE).is_some() {
            return Err(rule(format!(
                "PNaCl-like NMF with application/x-nacl mimetype instead of x-pnacl mimetype \
                 (has {TRANSLATE})."
            )));
        }
        let url = required(parent, key, value, "url")?;
        let is_not = |kind, found: &Json, member| {
            rule(format!(
                "{parent} property '{key}' has {kind} value '{found}' for key '{member}'."
            ))
        };
        if !url.is_string() {
            return Err(is_not("non-string", url, "url"));
        }
        match value.get("optlevel") {
            Some(level) if !is_integer(level) => Err(is_not("non-numeric", level, "optlevel")),
            _ => Ok(()),
        }
    }

    fn not_portable(&self, name: &str, value: &Json) -> ManifestError {
        ManifestError::NotPortable {
            name: name.to_owned(),
            media_type: self.media_type,
            architectures: sorted(value).into_keys().map(str::to_owned).collect(),
        }
    }
}

/// Returns a member of an object, or the error that it is missing.
fn required<'j>(
    parent: &str,
    key: &str,
    value: &'j Json,
    member: &str,
) -> Result<&'j Json, ManifestError> {
    let property = format!("{parent} property '{key}'");
    if !value.is_object() {
        return Err(rule(format!(
            "{property} is non-dictionary value '{value}'."
        )));
    }
    value.get(member).ok_or_else(|| {
        rule(format!(
            "{property} does not have required key: '{member}'."
        ))
    })
}

/// Returns true for a number that Chrome stores as an integer: one of 32 bits without a fraction.
fn is_integer(value: &Json) -> bool {
    value
        .as_i64()
        .is_some_and(|value| i32::try_from(value).is_ok())
}

#[cfg(test)]
mod tests;
