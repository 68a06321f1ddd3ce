//! Bitcode files of old releases from LLVM's tests. We must read every file that `llvm-dis` reads,
//! and give the same text except for metadata. We must reject every file that it rejects.

use super::bounded::{self, Bounds, Ended};
use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Toolchain, short};
use super::{Judgement, Run, Suite, files_below};
use crate::process::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const SOURCE: &str = "llvm/test/Bitcode of Debian's llvm-toolchain-19 19.1.7, compared with `llvm-dis-19`, metadata aside";

const PACKAGE: Package = Package {
    path: "pool/main/l/llvm-toolchain-19/llvm-toolchain-19_19.1.7.orig.tar.xz",
    sha256: "ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce",
    inner: None,
    members: &["*/llvm/test/Bitcode/*"],
};

struct Bitcode {
    folder: PathBuf,
    cases: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = package::sources(options, "bitcode", &[PACKAGE])?.join("llvm/test/Bitcode");
    let cases = files_below(&folder, |name| name.ends_with(".bc"))?;
    Ok(Box::new(Bitcode { folder, cases }))
}

impl Suite for Bitcode {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        // Texts and messages contain the file name, so every tool gets the same one.
        let from = self.folder.join(case);
        let copied = std::fs::copy(&from, scratch.join("case.bc"));
        copied.map_err(|error| format!("{}: {error}", from.display()))?;
        let theirs = llvm("llvm-dis-19", &["case.bc", "-o", "-"], scratch)?;
        let ours = toolchain.pinnacle(&["dis", "case.bc"], scratch)?;
        let failure = match (theirs.status, ours.status) {
            (0, 0) => difference(&theirs.stdout, &ours.stdout, scratch)?,
            (0, _) => Some(format!("refused: {}", short(ours.message()))),
            (_, 0) => Some(format!("read, but LLVM says: {}", short(theirs.message()))),
            (_, 1) => None,
            (_, status) => Some(format!("exit status {status}: {}", short(ours.message()))),
        };
        Ok(Judgement::Judged(vec![Run {
            configuration: String::from("read"),
            failure,
        }]))
    }
}

fn llvm(tool: &str, arguments: &[&str], scratch: &Path) -> Result<Ended> {
    let bounds = Bounds {
        time: Duration::from_secs(60),
        memory: Some(8 << 20),
    };
    bounded::run(Path::new(tool), arguments, &[], scratch, &bounds)
}

/// Returns the first difference between LLVM's text and ours, after LLVM has printed ours again.
///
/// LLVM's verifier is skipped: some of these files do not pass it in LLVM's own text either.
fn difference(theirs: &str, ours: &str, scratch: &Path) -> Result<Option<String>> {
    let text = scratch.join("ours.ll");
    std::fs::write(&text, ours).map_err(|error| format!("{}: {error}", text.display()))?;
    // Summaries contain the name of the input file.
    let arguments = ["-disable-verify", "ours.ll", "-o", "case.bc"];
    let assembled = llvm("llvm-as-19", &arguments, scratch)?;
    if !assembled.is_good() {
        let message = short(assembled.message());
        return Ok(Some(format!("LLVM cannot assemble the text: {message}")));
    }
    let again = llvm("llvm-dis-19", &["case.bc", "-o", "-"], scratch)?;
    Ok(first_difference(theirs, &again.stdout))
}

fn first_difference(theirs: &str, ours: &str) -> Option<String> {
    let (theirs, ours) = (entities(theirs), entities(ours));
    let entities = both(&theirs, &ours);
    let mut lines = entities.flat_map(|(theirs, ours)| {
        both(
            theirs.map_or(&[], Vec::as_slice),
            ours.map_or(&[], Vec::as_slice),
        )
    });
    let (theirs, ours) = lines.find(|(theirs, ours)| theirs != ours)?;
    let shown = |line: Option<&String>| line.map_or("the end".into(), |line| short(line));
    Some(format!("LLVM: {}; ours: {}", shown(theirs), shown(ours)))
}

/// Pairs the items of two lists, up to the end of the longer one.
fn both<'l, T>(a: &'l [T], b: &'l [T]) -> impl Iterator<Item = (Option<&'l T>, Option<&'l T>)> {
    (0..a.len().max(b.len())).map(|at| (a.get(at), b.get(at)))
}

/// Splits a text into its globals, functions and types, each a list of lines, and sorts them. Their
/// order in the file may differ, because LLVM moves intrinsics that it renames.
///
/// Numbers of attribute groups are replaced by the attributes.
fn entities(text: &str) -> Vec<Vec<String>> {
    let groups: BTreeMap<&str, &str> = text.lines().filter_map(group).collect();
    let mut entities: Vec<Vec<String>> = Vec::new();
    let mut in_body = false;
    for line in text.lines().filter(|line| group(line).is_none()) {
        let is_end = line == "}";
        let begins_body = line.starts_with("define ");
        if let Some(content) = content(line) {
            let words = content
                .split(' ')
                .map(|word| *groups.get(word).unwrap_or(&word));
            let content = words.collect::<Vec<_>>().join(" ");
            match entities.last_mut().filter(|_| in_body) {
                Some(body) => body.push(content),
                None => entities.push(vec![content]),
            }
        }
        in_body = begins_body || in_body && !is_end;
    }
    entities.sort();
    entities
}

/// Parses the definition of an attribute group. Returns its name, such as `#0`, and its contents.
fn group(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("attributes ")?.split_once(" = ")
}

/// Removes comments and metadata, which our reader drops, from a line. Returns the rest, if
/// anything is left.
fn content(line: &str) -> Option<&str> {
    const LEFT_OUT: [&str; 4] = [";", "source_filename", "    #dbg_", "!"];
    if LEFT_OUT.iter().any(|start| line.starts_with(start)) {
        return None;
    }
    let line = line.split(" !").next().unwrap_or(line);
    let line = line.split(" ; preds = ").next().unwrap_or(line);
    let line = line.trim_end_matches([',', ' ', '{']);
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_by_their_content() {
        let theirs = "; ModuleID = 'a'\nsource_filename = \"a\"\n\ndefine void @f()\n";
        let ours = "; ModuleID = 'b'\n\ndefine void @f()\n";
        assert_eq!(first_difference(theirs, ours), None);
        let debug = "define void @f() !dbg !3 {\n  ret void, !dbg !4\n!3 = !{}\n";
        let plain = "define void @f() {\n  ret void\n";
        assert_eq!(first_difference(debug, plain), None);
        let found = first_difference(theirs, "\ndefine void @g()\n");
        let expected = "LLVM: define void @f(); ours: define void @g()";
        assert_eq!(found.as_deref(), Some(expected));
        let found = first_difference("a\n", "");
        assert_eq!(found.as_deref(), Some("LLVM: a; ours: the end"));
    }

    #[test]
    fn order_and_numbers_of_groups_are_not_compared() {
        let theirs = "declare void @f() #0\ndefine void @g() {\nb: ; preds = %a, %c\n}\n\
                      attributes #0 = { nounwind }\n";
        let ours = "define void @g() {\nb: ; preds = %c, %a\n}\ndeclare void @f() #1\n\
                    attributes #1 = { nounwind }\n";
        assert_eq!(first_difference(theirs, ours), None);
        let found = first_difference(theirs, &ours.replace("nounwind", "cold"));
        let expected = "LLVM: declare void @f() { nounwind }; ours: declare void @f() { cold }";
        assert_eq!(found.as_deref(), Some(expected));
    }
}
