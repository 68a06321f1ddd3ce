//! Tests of libc++: some folders of its tests of the standard library, in C++20.

use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Program, Toolchain, not_zero};
use super::{Judgement, Suite, directives, files_below, read};
use crate::process::Result;
use std::path::{Path, PathBuf};

pub(super) const SOURCE: &str = "the folders `utilities/optional` and `containers/sequences/list` of `libcxx/test/std` of \
     Debian's llvm-toolchain-19 19.1.7, as C++20";

const PACKAGE: Package = Package {
    path: "pool/main/l/llvm-toolchain-19/llvm-toolchain-19_19.1.7.orig.tar.xz",
    sha256: "ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce",
    inner: None,
    members: &[
        "*/libcxx/test/support/*",
        "*/libcxx/test/std/utilities/optional/*",
        "*/libcxx/test/std/containers/sequences/list/*",
    ],
};

/// The features of our configuration, by the names of libc++'s tests.
const FEATURES: [&str; 2] = ["c++20", "clang"];

struct Libcxx {
    folder: PathBuf,
    cases: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = package::sources(options, "libcxx", &[PACKAGE])?.join("libcxx/test");
    let cases = files_below(&folder.join("std"), |name| name.ends_with(".pass.cpp"))?;
    Ok(Box::new(Libcxx { folder, cases }))
}

impl Suite for Libcxx {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let source = self.folder.join("std").join(case);
        if let Some(reason) = unsupported(&read(&source)?) {
            return Ok(Judgement::NotApplicable(reason));
        }
        let support = format!("-I{}", self.folder.join("support").display());
        let options = ["-std=c++20", "-w", "--exceptions=sjlj", &support].map(str::to_owned);
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

/// Returns why a test is not for this configuration, if a directive says so.
fn unsupported(text: &str) -> Option<String> {
    let after = |name| directives(text, name).flat_map(|rest| rest.split(',').map(str::trim));
    let refused = after("UNSUPPORTED:").find(|feature| FEATURES.contains(feature));
    if let Some(feature) = refused {
        return Some(format!("is not for {feature}"));
    }
    let needed = after("REQUIRES:").find(|feature| !FEATURES.contains(feature));
    needed.map(|feature| format!("needs {feature}"))
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
}
