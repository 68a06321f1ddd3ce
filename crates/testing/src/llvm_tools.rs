//! Finds and runs the LLVM tools that tests compare with.

use crate::skip::skip;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

/// The releases that support opaque pointers.
pub const RELEASES: RangeInclusive<u32> = 14..=19;
/// The releases whose tools are used if they are installed.
const KNOWN: RangeInclusive<u32> = 13..=19;

/// A tool of one release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    /// The name of the executable, such as `llvm-as-19`.
    pub name: String,
    /// Its release.
    pub release: u32,
}

impl Tool {
    /// Returns every installed release of a tool, newest first. Reports if there is none.
    pub fn all(tool: &str, releases: RangeInclusive<u32>) -> Vec<Tool> {
        let mut found = installed(tool);
        found.retain(|tool| releases.contains(&tool.release));
        if found.is_empty() {
            let (first, last) = (releases.start(), releases.end());
            if first == last {
                skip(format_args!("{tool}-{first} is not installed"));
            } else {
                skip(format_args!(
                    "no {tool} of LLVM {first} to {last} is installed"
                ));
            }
        }
        found
    }

    /// Returns the newest installed release of a tool. Reports if there is none.
    pub fn newest(tool: &str, releases: RangeInclusive<u32>) -> Option<Tool> {
        Tool::all(tool, releases).into_iter().next()
    }

    /// Returns a given release of a tool. Reports if it is not installed.
    pub fn of_release(tool: &str, release: u32) -> Option<Tool> {
        Tool::newest(tool, release..=release)
    }

    /// Returns true if the tool can also read typed pointers.
    pub fn knows_typed_pointers(&self) -> bool {
        self.release == 14
    }

    /// The options with which the tool accepts opaque pointers in text.
    pub fn opaque_pointers(&self) -> &'static [&'static str] {
        if self.knows_typed_pointers() {
            &["-opaque-pointers"]
        } else {
            &[]
        }
    }

    /// Runs it with this standard input.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be started.
    pub fn output(&self, arguments: &[&str], input: &[u8]) -> std::io::Result<Output> {
        let mut child = Command::new(&self.name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipe = child.stdin.take();
        std::thread::scope(|scope| {
            // Ignore write errors: a tool that fails stops reading, and reports the reason itself.
            scope.spawn(move || pipe.map(|mut pipe| pipe.write_all(input)));
            child.wait_with_output()
        })
    }

    /// Runs it with this standard input. Returns its standard output.
    ///
    /// # Errors
    ///
    /// Fails with the tool's error message if it cannot be started or fails.
    pub fn run(&self, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
        let output = self.output(arguments, input);
        let output = output.map_err(|error| format!("{}: {error}", self.name))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let message = String::from_utf8_lossy(&output.stderr);
        Err(format!("{}: {message}", self.name))
    }

    /// Assembles and verifies a text with opaque pointers, or with typed ones. Returns the bitcode.
    ///
    /// # Errors
    ///
    /// Fails as [`Tool::run`] does.
    pub fn assemble(&self, typed: bool, text: &[u8]) -> Result<Vec<u8>, String> {
        let flags: &[_] = match (self.release, typed) {
            (15, true) => &["-opaque-pointers=0"],
            (_, true) => &[],
            (_, false) => self.opaque_pointers(),
        };
        self.run(&[flags, &["-o", "-", "-"]].concat(), text)
    }
}

/// Returns every installed release of a tool, newest first. The result is cached, because finding
/// out starts processes.
fn installed(tool: &str) -> Vec<Tool> {
    static FOUND: Mutex<BTreeMap<String, Vec<Tool>>> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tools) = found.get(tool) {
        return tools.clone();
    }
    let names = KNOWN.rev().map(|release| format!("{tool}-{release}"));
    let mut tools: Vec<Tool> = Vec::new();
    // A name without a release may be the same tool as one that was already found.
    for name in names.chain([tool.to_owned()]) {
        if let Some(release) = release_of(&name)
            && tools.iter().all(|tool| tool.release != release)
        {
            tools.push(Tool { name, release });
        }
    }
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.release));
    found.insert(tool.to_owned(), tools.clone());
    tools
}

/// The release that a program reports as its version.
fn release_of(program: &str) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once("version ")?;
    rest.split('.').next()?.trim().parse().ok()
}
