//! newlib's own tests: programs that return 0 or print what a script next to them expects, and the
//! test of its mathematical functions, one program with many tables.

use super::bounded::Ended;
use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Program, Toolchain, not_zero};
use super::{Judgement, Suite, files_below, read};
use crate::process::Result;
use std::path::{Path, PathBuf};

pub(super) const SOURCE: &str =
    "`newlib/testsuite` and `newlib/libm/test` of Debian's newlib-source 3.3.0-1.3+deb12u1";

const PACKAGE: Package = Package {
    path: "pool/main/n/newlib/newlib-source_3.3.0-1.3+deb12u1_all.deb",
    sha256: "b9a825a86064e6ffd1f8d1b91a3f7c6a5baf3ab3d246e5ed132ba22c42f6fef1",
    inner: Some("usr/src/newlib/newlib-3.3.0.tar.xz"),
    members: &["*/newlib/testsuite/*", "*/newlib/libm/test/*"],
};

/// The name of the mathematical test. It consists of all sources in its folder except one, which
/// its Makefile excludes, too.
const MATHEMATICS: &str = "libm/test/test";
const LEFT_OUT: &str = "dcvt.c";

struct Newlib {
    folder: PathBuf,
    cases: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = package::sources(options, "newlib", &[PACKAGE])?.join("newlib");
    let is_case = |name: &str| name.ends_with(".c") && name.starts_with("newlib.");
    let files = files_below(&folder.join("testsuite"), is_case)?;
    let names = files
        .iter()
        .map(|file| format!("testsuite/{}", &file[..file.len() - 2]));
    let cases = std::iter::once(MATHEMATICS.to_owned())
        .chain(names)
        .collect();
    Ok(Box::new(Newlib { folder, cases }))
}

impl Suite for Newlib {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let source = self.folder.join(format!("{case}.c"));
        let include = self.folder.join("testsuite/include");
        let mut options = vec!["-w".to_owned(), format!("-I{}", include.display())];
        let mut sources = vec![source.clone()];
        let mut lines = None;
        if case == MATHEMATICS {
            // These sources are C89. They contain conflicting declarations, and variables that
            // several files define.
            options.extend(["-std=gnu89", "-Wno-int-conversion"].map(str::to_owned));
            options.extend(["-Wno-return-mismatch", "-fcommon", "-lm"].map(str::to_owned));
            let folder = self.folder.join("libm/test");
            let files = files_below(&folder, |name| name.ends_with(".c") && name != LEFT_OUT)?;
            sources = files.iter().map(|file| folder.join(file)).collect();
        } else {
            let script = source.with_extension("exp");
            if script.exists() {
                lines = expected_lines(&read(&script)?);
            }
        }
        let program = Program {
            driver: "cc",
            options: &options,
            sources: &sources,
            scratch,
        };
        let runs = toolchain.runs(&program, |ended| {
            not_zero(ended).or_else(|| match &lines {
                Some(lines) => difference(lines, ended),
                None if case == MATHEMATICS => inaccuracies(ended),
                None => None,
            })
        })?;
        Ok(Judgement::Judged(runs))
    }
}

/// Returns the lines that a DejaGnu script expects, if it checks the output.
fn expected_lines(script: &str) -> Option<Vec<String>> {
    let (_, list) = script.split_once("output {")?;
    let (list, _) = list.split_once('}')?;
    let lines = list.lines().filter_map(|line| {
        let line = line.trim().strip_prefix('"')?;
        line.strip_suffix('"')
    });
    Some(lines.map(str::to_owned).collect())
}

/// Returns the first line that differs from the expectation. An expected line that begins with an
/// asterisk only gives the end of the line.
fn difference(expected: &[String], ended: &Ended) -> Option<String> {
    let mut lines = ended.stdout.lines();
    expected.iter().find_map(|expected| {
        let line = lines.next().unwrap_or_default();
        let is_good = match expected.strip_prefix('*') {
            Some(end) => line.ends_with(end),
            None => line == expected,
        };
        (!is_good).then(|| format!("printed `{line}`, expected `{expected}`"))
    })
}

/// Returns the last line of the mathematical test's output, if it contains a number of errors.
fn inaccuracies(ended: &Ended) -> Option<String> {
    let last = ended.stdout.lines().last().unwrap_or_default();
    (!last.ends_with(", 0 errors detected")).then(|| last.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_say_what_is_printed() {
        let script = "load_lib x\nset expected_output {\n\"one\"\n\"* end\"\n}\ncheck a.c\n";
        let lines = expected_lines(script).expect("a list");
        assert_eq!(lines, ["one", "* end"]);
        let ended = |stdout: &str| Ended {
            status: 0,
            stdout: stdout.to_owned(),
            stderr: String::new(),
        };
        assert_eq!(difference(&lines, &ended("one\nthe end\n")), None);
        let wrong = difference(&lines, &ended("one\n"));
        assert_eq!(wrong.as_deref(), Some("printed ``, expected `* end`"));
        assert_eq!(expected_lines("load_lib passfail.exp\n"), None);
    }
}
