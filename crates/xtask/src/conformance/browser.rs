//! Runs cases in Chromium through `web/scripts/cases.mjs`, which opens a URL for each line that it
//! reads and prints the result that the page reports.

use crate::page;
use crate::process::{Result, root};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// The tag that makes the elements of a page work.
const SCRIPT: &str = "<script src=\"/pinnacle/pinnacle.js\"></script>";

/// The headers that isolate a page, so that its programs can have threads.
pub(super) const ISOLATED: &str = "Cross-Origin-Opener-Policy: same-origin\r\n\
     Cross-Origin-Embedder-Policy: require-corp\r\n\
     Cross-Origin-Resource-Policy: cross-origin\r\n";

/// The end of the query of a page that is isolated.
pub(super) const IS_ISOLATED: &str = "&isolated";

/// A driver with its browser. Cases run one at a time.
pub(super) struct Browser {
    driver: Mutex<Driver>,
}

struct Driver {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Browser {
    /// Starts the driver. A case fails after the time limit.
    pub(super) fn start(limit: Duration) -> Result<Browser> {
        let missing = page::no_node().or_else(page::no_browser);
        if let Some(reason) = missing {
            return Err(reason);
        }
        if !built().join("pinnacle.js").exists() {
            return Err(String::from(
                "the files of the page are not built; build them with `cargo xtask page`",
            ));
        }
        page::packages()?;
        let said = |error| format!("node web/scripts/cases.mjs: {error}");
        let mut child = Command::new("node")
            .current_dir(root().join("web"))
            .args(["--import", "./scripts/typescript.mjs", "scripts/cases.mjs"])
            .arg(limit.as_secs().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(said)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or("the driver of the browser has no pipes")?;
        let driver = Driver {
            child,
            input: Some(input),
            output: BufReader::new(output),
        };
        Ok(Browser {
            driver: Mutex::new(driver),
        })
    }

    /// Opens a page and returns the result that it reports. The inner error is the reason why there
    /// is none.
    pub(super) fn open(&self, url: &str) -> Result<std::result::Result<String, String>> {
        let mut driver = self.driver.lock().map_err(|error| error.to_string())?;
        let line = driver.ask(url);
        let line = line.map_err(|error| format!("the driver of the browser: {error}"))?;
        answer(&line).ok_or_else(|| format!("the driver of the browser printed {line:?}"))
    }
}

impl Driver {
    fn ask(&mut self, url: &str) -> std::io::Result<String> {
        if let Some(input) = &mut self.input {
            writeln!(input, "{url}")?;
        }
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }
}

impl Drop for Driver {
    /// Closes the driver's input, whereupon it closes the browser.
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

/// Parses a line of the driver.
fn answer(line: &str) -> Option<std::result::Result<String, String>> {
    let (kind, text) = line.trim_end().split_once(' ')?;
    match kind {
        "result" => Some(Ok(text.to_owned())),
        "failure" => Some(Err(text.to_owned())),
        _ => None,
    }
}

/// The folder with the built files of the page.
fn built() -> PathBuf {
    root().join("web/dist")
}

/// Returns a built file of the page and its type, if the path is one below `/pinnacle/`.
pub(super) fn script_file(path: &str) -> Option<(Vec<u8>, &'static str)> {
    let name = path.strip_prefix("pinnacle/")?;
    let name = Path::new(name).file_name()?.to_str()?;
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => return None,
    };
    Some((fs::read(built().join(name)).ok()?, kind))
}

/// Adds the script tag to a page, before its own scripts.
pub(super) fn with_script(page: &str) -> String {
    let at = page.find("<script").unwrap_or(0);
    format!("{}{SCRIPT}{}", &page[..at], &page[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_result_or_the_reason_why_there_is_none() {
        assert_eq!(answer("result PASS\n"), Some(Ok("PASS".into())));
        let failed = Some(Err("took too long".into()));
        assert_eq!(answer("failure took too long\n"), failed);
        assert_eq!(answer(""), None);
    }

    #[test]
    fn the_script_comes_before_those_of_the_page() {
        let page = with_script("<html><script>f()</script>");
        assert_eq!(page, format!("<html>{SCRIPT}<script>f()</script>"));
    }
}
