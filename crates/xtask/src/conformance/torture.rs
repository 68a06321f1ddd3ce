//! gcc's torture tests: programs that return 0 or abort.

use super::bounded::Ended;
use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Program, Toolchain, not_zero, short};
use super::{Judgement, Run, Suite, directives, files_below, read};
use crate::process::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const SOURCE: &str =
    "`gcc.c-torture/execute` and its folder `ieee` of Debian's gcc-12-source 12.2.0-14+deb12u1";

const PACKAGE: Package = Package {
    path: "pool/main/g/gcc-12/gcc-12-source_12.2.0-14+deb12u1_all.deb",
    sha256: "8f2a5411028dfe216aeb6346b926df0cc7471f375c6a375bf180fbf279af02a1",
    inner: Some("usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz"),
    members: &["*/gcc/testsuite/gcc.c-torture/execute/*"],
};

/// Options for every program. They make gcc 12 accept what C89 allowed, with a warning.
const OPTIONS: [&str; 7] = [
    "-w",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
    "-Wno-return-type",
];

/// Options of `dg-options` that change the meaning of a program. All others select optimisations of
/// gcc.
const MEANINGFUL: [&str; 13] = [
    "-fgnu89-inline",
    "-fwrapv",
    "-fno-strict-overflow",
    "-fno-strict-aliasing",
    "-fno-builtin-abort",
    "-fno-inline",
    "-fno-common",
    "-ffast-math",
    "-finstrument-functions",
    "-finput-charset=utf-8",
    "-std=gnu89",
    "-std=c89",
    "-std=c99",
];

/// Names after `dg-require-effective-target` for properties that PNaCl does not have, with the
/// reason.
const UNSUPPORTED: [(&str, &str); 6] = [
    ("trampolines", "needs nested functions, which clang lacks"),
    (
        "untyped_assembly",
        "needs `__builtin_apply` or the like, which clang lacks",
    ),
    (
        "return_address",
        "needs return addresses, which the format lacks",
    ),
    (
        "int128",
        "needs `__int128`, which targets with pointers of 32 bits lack",
    ),
    ("dfp", "needs decimal numbers, which clang lacks"),
    ("mmap", "maps memory at addresses of Linux"),
];

/// Time limit of the native program.
const NATIVE_TIME: Duration = Duration::from_secs(10);

struct Torture {
    folder: PathBuf,
    cases: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let mut folder = package::sources(options, "torture", &[PACKAGE])?;
    let below = folder.join("gcc/testsuite/gcc.c-torture/execute");
    if below.exists() {
        folder = below;
    }
    // Cases in `builtins` replace functions of the C library with versions that abort.
    let is_case = |name: &str| name.ends_with(".c") && !name.starts_with("builtins/");
    let files = files_below(&folder, is_case)?;
    let cases = files.iter().map(|file| file[..file.len() - 2].to_owned());
    let cases = cases.collect();
    Ok(Box::new(Torture { folder, cases }))
}

impl Suite for Torture {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let source = self.folder.join(format!("{case}.c"));
        let text = read(&source)?;
        if let Some(reason) = unsupported(&text) {
            return Ok(Judgement::NotApplicable(reason.to_owned()));
        }
        let options: Vec<String> = OPTIONS.map(str::to_owned).into();
        let options = [options, meaningful(&text)].concat();
        let program = Program {
            driver: "cc",
            options: &options,
            sources: &[source],
            scratch,
        };
        let mut runs = toolchain.runs(&program, not_zero)?;
        let reason = excuse(&mut runs, toolchain, &program, Ended::is_good)?;
        Ok(reason.map_or(Judgement::Judged(runs), Judgement::NotApplicable))
    }
}

/// Drops the failed runs at levels where the native program compiled by clang fails, too. Returns
/// the reason if the case fails at no other level.
pub(super) fn excuse(
    runs: &mut Vec<Run>,
    toolchain: &Toolchain,
    program: &Program,
    is_good: impl Fn(&Ended) -> bool,
) -> Result<Option<String>> {
    let mut reason = None;
    for level in super::toolchain::LEVELS {
        let is_of_level = |run: &Run| run.configuration.starts_with(level);
        if !runs
            .iter()
            .any(|run| is_of_level(run) && run.failure.is_some())
        {
            continue;
        }
        let excuse = match toolchain.natively(program, level, NATIVE_TIME)? {
            Err(message) => format!("clang refuses it for x86, too: {}", general(&message)),
            Ok(ended) if is_good(&ended) => continue,
            Ok(_) => String::from("clang's program for x86 fails, too"),
        };
        runs.retain(|run| !is_of_level(run));
        reason.get_or_insert(excuse);
    }
    Ok(reason.filter(|_| runs.iter().all(|run| run.failure.is_none())))
}

/// Removes names from a message, so that equal messages can be counted.
fn general(message: &str) -> String {
    let message = short(message);
    let parts = message.split('\'').step_by(2);
    parts.collect::<Vec<_>>().join("'…'")
}

/// Returns the reason why a program cannot run, if a directive excludes it.
fn unsupported(text: &str) -> Option<&'static str> {
    let is_for_x86 = directives(text, "dg-skip-if").any(|rest| rest.contains("{ ! { i?86"));
    if is_for_x86 {
        return Some("is for x86 alone");
    }
    let targets = directives(text, "dg-require-effective-target");
    let mut targets = targets.filter_map(|rest| rest.split_whitespace().next());
    targets.find_map(|target| {
        let known = UNSUPPORTED.iter().find(|(name, _)| *name == target);
        known.map(|(_, reason)| *reason)
    })
}

/// Returns the options of a program that change its meaning, except for those of other targets.
fn meaningful(text: &str) -> Vec<String> {
    let options = directives(text, "dg-options");
    let options = options.chain(directives(text, "dg-additional-options"));
    let options = options.filter(|rest| !rest.contains("target"));
    let words = options.flat_map(|rest| rest.split(['"', '{', '}', ' ']));
    let words = words.filter(|word| MEANINGFUL.contains(word));
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_say_what_a_program_needs() {
        let text = "/* { dg-require-effective-target trampolines } */\nint main() {}\n";
        assert_eq!(
            unsupported(text),
            Some("needs nested functions, which clang lacks")
        );
        assert_eq!(
            unsupported("/* { dg-require-effective-target int32plus } */"),
            None
        );
        let text = "/* { dg-skip-if \"\" { ! { i?86-*-* x86_64-*-* } } } */";
        assert_eq!(unsupported(text), Some("is for x86 alone"));
    }

    #[test]
    fn options_for_other_targets_and_of_gcc_are_dropped() {
        let text = "/* { dg-options \"-fwrapv -Wno-psabi\" } */\n\
                    /* { dg-additional-options \"-fno-common\" { target hppa*-*-* } } */\n\
                    /* { dg-additional-options \"-fno-dce -fno-inline\" } */\n";
        assert_eq!(meaningful(text), ["-fwrapv", "-fno-inline"]);
    }

    #[test]
    fn messages_are_counted_without_names() {
        let message = "a.c:1:2: error: no member named 'x' in 'struct s'";
        assert_eq!(general(message), "no member named '…' in '…'");
    }
}
