//! The software bill of materials in CycloneDX 1.5: the crates in the command and the page, with
//! their licences and checksums.

use super::files::said;
use crate::page::TARGET;
use crate::process::{Result, cargo, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A crate: its name and version.
type Crate = (String, String);

/// Writes the bill of materials of the command for a platform.
pub(super) fn write(file: &Path, platform: &str) -> Result<()> {
    let lock = root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(said(&lock))?;
    let mut lines = tree("pinnacle-cli", platform)?;
    lines += &tree("pinnacle-web", TARGET)?;
    lines += &tree("pinnacle-playground", TARGET)?;
    fs::write(file, bill(&lines, &checksums(&lock))?).map_err(said(file))
}

/// Lists the dependencies of a crate, one per line: name, version, licence.
fn tree(package: &str, platform: &str) -> Result<String> {
    let tree = cargo(&["tree", "--locked", "--edges", "normal", "--prefix", "none"]);
    tree.arguments(&["--format", "{p}\t{l}", "--package", package])
        .arguments(&["--target", platform])
        .output()
}

/// Returns the SHA-256 of each crate from a registry, as stated in `Cargo.lock`.
fn checksums(lock: &str) -> BTreeMap<Crate, String> {
    let packages = lock.split("[[package]]").skip(1);
    let sums = packages.filter_map(|package| {
        let field = |name: &str| {
            let mut lines = package.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            value.map(|value| value.trim_matches('"').to_owned())
        };
        Some(((field("name")?, field("version")?), field("checksum")?))
    });
    sums.collect()
}

/// Formats the bill as JSON. Crates without a checksum are skipped: they belong to this repository,
/// which the bill is about.
fn bill(lines: &str, sums: &BTreeMap<Crate, String>) -> Result<String> {
    let mut components = BTreeSet::new();
    for line in lines.lines() {
        let (package, licence) = line.split_once('\t').unwrap_or((line, ""));
        let mut words = package.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            continue;
        };
        let version = version.trim_start_matches('v');
        let licence = licence.trim_end_matches(" (*)").replace('/', " OR ");
        if let Some(sum) = sums.get(&(name.to_owned(), version.to_owned())) {
            components.insert(component(name, version, &licence, sum)?);
        }
    }
    let components: Vec<String> = components.into_iter().collect();
    let version = quoted(env!("CARGO_PKG_VERSION"))?;
    let licence = quoted("Apache-2.0 WITH LLVM-exception")?;
    Ok(format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \
         \"metadata\": {{ \"component\": {{ \"type\": \"application\", \"name\": \"pinnacle\", \
         \"version\": {version}, \"licenses\": [{{ \"expression\": {licence} }}] }} }},\n  \
         \"components\": [\n{}\n  ]\n}}\n",
        components.join(",\n")
    ))
}

fn component(name: &str, version: &str, licence: &str, sum: &str) -> Result<String> {
    let url = quoted(&format!("pkg:cargo/{name}@{version}"))?;
    let (name, version, sum) = (quoted(name)?, quoted(version)?, quoted(sum)?);
    let licences = match licence {
        "" => String::new(),
        _ => format!(
            ", \"licenses\": [{{ \"expression\": {} }}]",
            quoted(licence)?
        ),
    };
    Ok(format!(
        "    {{ \"type\": \"library\", \"name\": {name}, \"version\": {version}, \"purl\": {url}, \
         \"bom-ref\": {url}, \"hashes\": [{{ \"alg\": \"SHA-256\", \"content\": {sum} }}]{licences} }}"
    ))
}

/// Formats a JSON string. Fails if it needs escapes, which names, versions and licences do not.
fn quoted(text: &str) -> Result<String> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        Ok(format!("\"{text}\""))
    } else {
        Err(format!("{text:?} cannot be in a bill of materials"))
    }
}

#[cfg(test)]
mod tests {
    use super::{bill, checksums};

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"pinnacle-cli\"\nversion = \"0.1.0\"\n\n\
        [[package]]\nname = \"png\"\nversion = \"0.18.0\"\nsource = \"r\"\nchecksum = \"ab12\"\n";

    #[test]
    fn crates_of_a_registry_are_listed_once_with_licence_and_checksum() {
        let lines = "pinnacle-cli v0.1.0 (/a/cli)\tApache-2.0\npng v0.18.0\tMIT/Apache-2.0\n\
             png v0.18.0\tMIT/Apache-2.0 (*)\n";
        let bill = bill(lines, &checksums(LOCK)).expect("plain names");
        assert_eq!(bill.matches("\"library\"").count(), 1);
        assert!(
            bill.contains("\"purl\": \"pkg:cargo/png@0.18.0\""),
            "{bill}"
        );
        assert!(bill.contains("\"content\": \"ab12\""), "{bill}");
        assert!(
            bill.contains("\"expression\": \"MIT OR Apache-2.0\""),
            "{bill}"
        );
    }

    #[test]
    fn text_that_would_break_the_json_is_an_error() {
        let lines = "png v0.18.0\ta \"licence\"\n";
        assert!(bill(lines, &checksums(LOCK)).is_err());
    }
}
