//! The tools of today's LLVM: which are there, and running them.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use libtest_mimic::Failed;
use pinnacle_llvm::{Module, PrintOptions, print, print_with};

/// A tool, the flags that it needs, and whether it knows typed pointers too.
pub(crate) struct Tool {
    name: String,
    flags: &'static [&'static str],
    typed: bool,
}

/// Every version of a tool that is in the path.
fn find(tool: &str) -> Vec<Tool> {
    let names = (14..=19).rev().map(|version| format!("{tool}-{version}"));
    let mut found = Vec::new();
    let mut versions = Vec::new();
    for name in names.chain([tool.to_owned()]) {
        let Ok(output) = Command::new(&name).arg("--version").output() else {
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text
            .split("version ")
            .nth(1)
            .and_then(|rest| rest.split('.').next());
        let Some(version) = version.and_then(|version| version.parse::<u32>().ok()) else {
            continue;
        };
        // Without a version in its name it may be one of those before.
        if !(14..=19).contains(&version) || versions.contains(&version) {
            continue;
        }
        versions.push(version);
        let typed = version == 14;
        let flags: &[_] = if typed { &["-opaque-pointers"] } else { &[] };
        found.push(Tool { name, flags, typed });
    }
    if found.is_empty() {
        println!("skipped: no {tool} of the versions 14 to 19 in the path");
    }
    found
}

/// The assemblers in the path.
pub(crate) fn assemblers() -> &'static [Tool] {
    static FOUND: OnceLock<Vec<Tool>> = OnceLock::new();
    FOUND.get_or_init(|| find("llvm-as"))
}

/// The interpreters in the path.
pub(crate) fn interpreters() -> &'static [Tool] {
    static FOUND: OnceLock<Vec<Tool>> = OnceLock::new();
    FOUND.get_or_init(|| find("lli"))
}

impl Tool {
    fn run(&self, flags: &[&str], arguments: &[&str], text: &str) -> Result<Output, Failed> {
        let mut child = Command::new(&self.name)
            .args(flags)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // A tool that gives up does not read everything, and says why.
        let _ = child
            .stdin
            .take()
            .ok_or("no pipe")?
            .write_all(text.as_bytes());
        Ok(child.wait_with_output()?)
    }
}

/// The texts of a module that a tool takes, with the flags that it needs.
fn texts(tool: &Tool, module: &Module) -> Result<Vec<(&'static [&'static str], String)>, Failed> {
    let mut texts = vec![(tool.flags, print(module))];
    if tool.typed {
        let options = PrintOptions {
            typed_pointers: true,
            ..PrintOptions::default()
        };
        texts.push((&[], print_with(module, &options)?));
    }
    Ok(texts)
}

/// Every assembler takes a module, and its verifier finds nothing.
pub(crate) fn assembles(module: &Module) -> Result<(), Failed> {
    for tool in assemblers() {
        for (flags, text) in texts(tool, module)? {
            let output = tool.run(flags, &["-o", "/dev/null", "-"], &text)?;
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{}: {message}\n{}", tool.name, shortened(&text)).into());
            }
        }
    }
    Ok(())
}

/// Every interpreter runs a program to the same output; `expected` has the
/// output and a last line `exit N`.
pub(crate) fn runs(module: &Module, expected: &str) -> Result<(), Failed> {
    for tool in interpreters() {
        for (flags, text) in texts(tool, module)? {
            let output = tool.run(flags, &["-"], &text)?;
            let status =
                (output.status.code()).map_or("signal".to_owned(), |code| code.to_string());
            let found = format!("{}exit {status}\n", String::from_utf8_lossy(&output.stdout));
            if found != expected {
                let message = String::from_utf8_lossy(&output.stderr);
                return Err(format!(
                    "{}: found\n{found}expected\n{expected}{message}\n{}",
                    tool.name,
                    shortened(&text)
                )
                .into());
            }
        }
    }
    Ok(())
}

/// The beginning of a text.
fn shortened(text: &str) -> &str {
    text.get(..20_000).unwrap_or(text)
}
