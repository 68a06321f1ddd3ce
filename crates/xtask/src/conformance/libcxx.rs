//! The tests of libc++ for the standard library that are programs, compiled as C++20. A failed
//! assertion ends the program.

use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Program, Toolchain, not_zero};
use super::{Judgement, Suite, directives, files_below, read};
use crate::process::Result;
use std::path::{Path, PathBuf};

pub(super) const SOURCE: &str = "the programs in `algorithms`, `containers`, `iterators`, \
     `numerics`, `strings` and `utilities` of `libcxx/test/std` of Debian's llvm-toolchain-19 \
     19.1.7, as C++20";

const PACKAGE: Package = Package {
    path: "pool/main/l/llvm-toolchain-19/llvm-toolchain-19_19.1.7.orig.tar.xz",
    sha256: "ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce",
    inner: None,
    members: &[
        "*/libcxx/test/support/*",
        "*/libcxx/test/std/algorithms/*",
        "*/libcxx/test/std/containers/*",
        "*/libcxx/test/std/iterators/*",
        "*/libcxx/test/std/numerics/*",
        "*/libcxx/test/std/strings/*",
        "*/libcxx/test/std/utilities/*",
    ],
};

/// The features of our configuration, as named in libc++'s tests.
const FEATURES: [&str; 9] = [
    "c++20",
    "clang",
    "clang-19",
    "gcc-style-warnings",
    "has-fconstexpr-steps",
    "has-unix-headers",
    "libcpp-hardening-mode=none",
    "libcpp-has-no-incomplete-pstl",
    "stdlib=libc++",
];

struct Libcxx {
    folder: PathBuf,
    cases: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = package::sources(options, "libcxx", &[PACKAGE])?.join("libcxx/test");
    // The other tests only check that something compiles, or does not.
    let is_program =
        |name: &str| name.ends_with(".pass.cpp") && !name.ends_with(".compile.pass.cpp");
    let cases = files_below(&folder.join("std"), is_program)?;
    Ok(Box::new(Libcxx { folder, cases }))
}

impl Suite for Libcxx {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let source = self.folder.join("std").join(case);
        let text = read(&source)?;
        if let Some(reason) = unsupported(&text) {
            return Ok(Judgement::NotApplicable(reason));
        }
        let support = format!("-I{}", self.folder.join("support").display());
        let options = ["-std=c++20", "-w", "--exceptions=sjlj", &support].map(str::to_owned);
        let options: Vec<String> = options.into_iter().chain(flags(&text)).collect();
        let program = Program {
            driver: "c++",
            options: &options,
            sources: &[source],
            scratch,
        };
        let runs = toolchain.runs(&program, not_zero)?;
        Ok(Judgement::Judged(runs))
    }
}

/// Returns the reason why a test does not apply to this configuration, if a directive excludes it.
fn unsupported(text: &str) -> Option<String> {
    let after = |name| directives(text, name).flat_map(|rest| rest.split(',').map(str::trim));
    let refused = after("UNSUPPORTED:")
        .chain(after("XFAIL:"))
        .find(|feature| holds(feature));
    if let Some(feature) = refused {
        return Some(format!("is not for {feature}"));
    }
    let needed = after("REQUIRES:").find(|feature| !holds(feature));
    needed.map(|feature| format!("needs {feature}"))
}

/// The compiler options that a test requests for all configurations, or for one of our features.
fn flags(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("ADDITIONAL_COMPILE_FLAGS")?;
        let (feature, flags) = rest.split_once(':')?;
        let feature = feature.trim_start_matches('(').trim_end_matches(')');
        (feature.is_empty() || FEATURES.contains(&feature)).then_some(flags)
    });
    let words = lines.flat_map(str::split_whitespace).map(str::to_owned);
    words.collect::<Vec<_>>().into_iter()
}

/// Evaluates a lit expression over features: names with `!`, `&&`, `||` and parentheses. A pattern
/// such as `target={{.+}}-apple-{{.+}}` never matches, because it is for another system.
fn holds(expression: &str) -> bool {
    let spaced = ["(", ")", "!", "&&", "||"]
        .iter()
        .fold(expression.to_owned(), |text, sign| {
            text.replace(sign, &format!(" {sign} "))
        });
    let words: Vec<&str> = spaced.split_whitespace().collect();
    any(&mut words.as_slice())
}

/// Parses operands of `||`.
fn any(words: &mut &[&str]) -> bool {
    let mut holds = all(words);
    while let ["||", rest @ ..] = *words {
        *words = rest;
        holds |= all(words);
    }
    holds
}

/// Parses operands of `&&`.
fn all(words: &mut &[&str]) -> bool {
    let mut holds = feature(words);
    while let ["&&", rest @ ..] = *words {
        *words = rest;
        holds &= feature(words);
    }
    holds
}

/// Parses a feature, a negated feature, or an expression in parentheses.
fn feature(words: &mut &[&str]) -> bool {
    let Some((&first, rest)) = words.split_first() else {
        return false;
    };
    *words = rest;
    match first {
        "!" => !feature(words),
        "(" => {
            let holds = any(words);
            *words = words.get(1..).unwrap_or_default();
            holds
        }
        name => FEATURES.contains(&name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_choose_configurations() {
        let reason = |text: &str| unsupported(text);
        assert_eq!(reason("// UNSUPPORTED: c++03, c++11\n"), None);
        let later = "// UNSUPPORTED: c++17, c++20\nint x;\n";
        assert_eq!(reason(later).as_deref(), Some("is not for c++20"));
        let long = "// REQUIRES: long_tests\n";
        assert_eq!(reason(long).as_deref(), Some("needs long_tests"));
    }

    #[test]
    fn features_combine_as_in_lit() {
        assert!(holds("c++20"));
        assert!(holds("!(c++11 || c++14) && clang"));
        assert!(holds("c++11 || c++20"));
        assert!(!holds("!stdlib=libc++ && (c++03 || c++20)"));
        assert!(!holds("target={{.+}}-apple-{{.+}}"));
        assert!(!holds(""));
    }

    #[test]
    fn options_of_other_compilers_are_dropped() {
        let text = "// ADDITIONAL_COMPILE_FLAGS: -D_A -D_B\n\
                    // ADDITIONAL_COMPILE_FLAGS(has-fconstexpr-steps): -fconstexpr-steps=2\n\
                    // ADDITIONAL_COMPILE_FLAGS(cl-style-warnings): /wd4242\n";
        let found: Vec<String> = flags(text).collect();
        assert_eq!(found, ["-D_A", "-D_B", "-fconstexpr-steps=2"]);
    }
}
