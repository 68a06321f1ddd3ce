//! Shared surroundings for file tests.
//!
//! A file test with the line `// inside: FILE` is inserted into that file, which is next to it and
//! contains lines such as `// body`. Each of these lines is replaced by the text after the line `//
//! body:` of the test. Text that does not follow such a line is the body.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// Returns the file into which a test is inserted, if there is one.
pub fn outer(path: &Path, text: &str) -> Option<PathBuf> {
    let mut lines = text.lines().take_while(|line| line.starts_with("//"));
    let name = lines.find_map(|line| line.strip_prefix("// inside: "))?;
    Some(path.with_file_name(name.trim()))
}

/// Returns the complete program of a file test.
///
/// # Errors
///
/// Fails if a file cannot be read, or lacks the line for a part of the test.
pub fn read(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(path).context("cannot be read as text")?;
    let Some(outer) = outer(path, &text) else {
        return Ok(text);
    };
    let around = std::fs::read_to_string(&outer).with_context(|| outer.display().to_string())?;
    put(&text, &around)
}

fn put(text: &str, around: &str) -> Result<String> {
    let mut parts: Vec<(&str, String)> = vec![("body", String::new())];
    for line in text.lines() {
        let name = line
            .strip_prefix("// ")
            .and_then(|line| line.strip_suffix(':'));
        if let Some(name) = name {
            parts.push((name, String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    let mut whole = String::new();
    for line in around.lines() {
        let Some(place) = line.trim().strip_prefix("// ") else {
            whole.push_str(line);
            whole.push('\n');
            continue;
        };
        for (_, part) in parts.extract_if(.., |(name, _)| *name == place) {
            whole.push_str(&part);
        }
    }
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    ensure!(
        names.is_empty(),
        "there is no place for {}",
        names.join(", ")
    );
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AROUND: &str = "module {\n  // types\n  end\n  // body\n}\n";

    #[test]
    fn parts_go_to_their_places() {
        let text = "// About.\n\n// types:\n  t\n// body:\n  b // error: P1\n";
        let whole = "module {\n  t\n  end\n// About.\n\n  b // error: P1\n}\n";
        assert_eq!(put(text, AROUND).unwrap(), whole);
        assert_eq!(put("  b\n", AROUND).unwrap(), "module {\n  end\n  b\n}\n");
    }

    #[test]
    fn a_part_without_a_place_is_an_error() {
        assert!(put("// nowhere:\n  x\n", AROUND).is_err());
    }
}
