//! Reports tests that could not run.
//!
//! A test whose tools or files are missing passes, so it must report that it did not run. Test
//! harnesses hide the output of a passing test. The report is therefore also written to a file,
//! from which `.ci/run` makes its summary.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;

/// The environment variable with the file to which skipped tests are appended. Each line has the
/// name of the test, a tab and the reason.
pub const VARIABLE: &str = "PINNACLE_SKIPPED";

/// The reason why tests of real programs cannot run.
pub const NO_SHARED: &str = "there is no ../shared";

/// Reports that the running test, or a part of it, cannot run. `reason` says why, for example
/// `there is no ../shared`. Tests with the same reason should use the same words.
///
/// # Panics
///
/// Panics if the file named by [`VARIABLE`] cannot be written.
pub fn skip(reason: impl Display) {
    let thread = std::thread::current();
    // In our own test harnesses the threads have no names.
    match thread.name() {
        Some(name) if name != "main" => skip_test(name, reason),
        _ => skip_test("", reason),
    }
}

/// Reports that a test cannot run, given its name. Used if the thread is not named after the test.
///
/// # Panics
///
/// Panics as [`skip`] does.
pub fn skip_test(test: &str, reason: impl Display) {
    println!("skipped: {test}: {reason}");
    let Some(path) = std::env::var_os(VARIABLE) else {
        return;
    };
    let line = format!("{}::{test}\t{reason}\n", target());
    let file = OpenOptions::new().create(true).append(true).open(path);
    // A single write, so that lines of several processes are not mixed.
    file.and_then(|mut file| file.write_all(line.as_bytes()))
        .expect("the file for tests that could not run can be written");
}

/// The name of the test target: the file name of the executable without its hash.
fn target() -> String {
    let executable = std::env::current_exe().unwrap_or_default();
    let name = executable.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.rsplit_once('-').map_or(&*name, |(name, _)| name);
    name.to_owned()
}
