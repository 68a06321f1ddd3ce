//! Manifests: the `.nmf` files that say where a program is.
//!
//! Only what is needed to find a portable program is looked at; everything else
//! may be there, as browsers allowed it.

use serde_json::Value as Json;
use std::fmt;

/// Where the parts of a program are: URLs relative to that of the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The program.
    pub program: String,
    /// An unfinished form of it, for debuggers.
    pub debug: Option<String>,
}

/// Why a manifest is of no use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManifestError {
    /// It is not JSON.
    NotJson(String),
    /// A field is not what it should be: the path to it, and what is expected.
    Field(String, &'static str),
    /// It names programs for processors, but no portable one.
    NotPortable(Vec<String>),
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestError::NotJson(error) => write!(f, "the manifest is not JSON: {error}"),
            ManifestError::Field(path, expected) => {
                write!(f, "the manifest has no {path} that is {expected}")
            }
            ManifestError::NotPortable(names) => write!(
                f,
                "the manifest names a program for {} only, and none that is portable",
                names.join(", ")
            ),
        }
    }
}

impl std::error::Error for ManifestError {}

/// Names of processors that programs were made for.
const PROCESSORS: [&str; 4] = ["arm", "mips32", "x86-32", "x86-64"];

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// If it is not JSON, or names no portable program.
    pub fn parse(text: &[u8]) -> Result<Manifest, ManifestError> {
        // Some manifests begin with a mark of their encoding.
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let json: Json = serde_json::from_slice(text)
            .map_err(|error| ManifestError::NotJson(error.to_string()))?;
        let program = object(&json, "program", "program")?;
        let Some(portable) = program.get("portable") else {
            let entries = program.as_object().into_iter().flatten();
            let names = entries.map(|(name, _)| name.clone());
            let names: Vec<String> = names
                .filter(|name| PROCESSORS.contains(&name.as_str()))
                .collect();
            return Err(match names.is_empty() {
                true => ManifestError::Field("program.portable".into(), "an object"),
                false => ManifestError::NotPortable(names),
            });
        };
        if !portable.is_object() {
            let path = "program.portable".into();
            return Err(ManifestError::Field(path, "an object"));
        }
        let debug = portable
            .get("pnacl-debug")
            .and_then(|debug| debug.get("url"));
        Ok(Manifest {
            program: url(portable, "pnacl-translate", "program.portable")?,
            debug: debug.and_then(Json::as_str).map(str::to_owned),
        })
    }
}

fn object<'a>(json: &'a Json, name: &str, path: &str) -> Result<&'a Json, ManifestError> {
    json.get(name)
        .filter(|found| found.is_object())
        .ok_or_else(|| ManifestError::Field(path.to_owned(), "an object"))
}

fn url(json: &Json, name: &str, path: &str) -> Result<String, ManifestError> {
    let path = format!("{path}.{name}");
    let translate = object(json, name, &path)?;
    match translate.get("url").and_then(Json::as_str) {
        Some(url) if !url.is_empty() => Ok(url.to_owned()),
        _ => Err(ManifestError::Field(format!("{path}.url"), "a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Manifest, ManifestError> {
        Manifest::parse(text.as_bytes())
    }

    #[test]
    fn the_program_is_found_beside_what_is_of_no_interest() {
        let manifest = parse(
            "\u{feff}{\"program\":{\"portable\":{\
               \"pnacl-translate\":{\"url\":\"a.pexe\",\"optlevel\":2},\
               \"pnacl-debug\":{\"url\":\"a.bc\",\"optlevel\":0}},\
             \"x86-64\":{\"url\":\"b.nexe\"}},\"files\":{\"f\":{}},\"own\":1}",
        );
        let expected = Manifest {
            program: "a.pexe".into(),
            debug: Some("a.bc".into()),
        };
        assert_eq!(manifest, Ok(expected));
    }

    #[test]
    fn errors_say_what_is_missing() {
        for (text, words) in [
            ("{", "not JSON"),
            ("[]", "no program that is an object"),
            ("{\"program\":{}}", "no program.portable"),
            ("{\"program\":{\"portable\":1}}", "no program.portable"),
            (
                "{\"program\":{\"portable\":{}}}",
                "no program.portable.pnacl-translate that is an object",
            ),
            (
                "{\"program\":{\"portable\":{\"pnacl-translate\":{\"url\":1}}}}",
                "no program.portable.pnacl-translate.url that is a text",
            ),
            (
                "{\"program\":{\"arm\":{\"url\":\"x\"},\"x86-64\":{}}}",
                "for arm, x86-64 only",
            ),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
