//! The pages of recordings in `pinnacle serve`: `pinnacle record show` makes them in a separate
//! process.

use crate::scratch;
use pinnacle_serve::MakePage;
use std::fs;
use std::io::{self, Read};
use std::process::{Command, Stdio};

/// Time limit of a replay.
const TIMEOUT: &str = "60s";

/// Maximum size of the parts of a page.
const MAX_SIZE: &str = "64m";

/// Maximum number of bytes of a message.
const MAX_MESSAGE: u64 = 4096;

/// Makes pages by replays.
pub(crate) struct Replays;

impl MakePage for Replays {
    fn page(&self, name: &str, recording: &[u8], program: &[u8]) -> Result<Vec<u8>, String> {
        made(name, recording, program)
            .unwrap_or_else(|error| Err(format!("The recording cannot be replayed: {error}")))
    }
}

/// Makes a page in a temporary folder. The inner error is that of the command.
fn made(name: &str, recording: &[u8], program: &[u8]) -> io::Result<Result<Vec<u8>, String>> {
    let folder = scratch::folder("pinnacle-serve-")?;
    let own = folder.path().join("recording");
    fs::create_dir(&own)?;
    let file = own.join(name);
    fs::write(&file, recording)?;
    let beside = folder.path().join("program.pexe");
    fs::write(&beside, program)?;
    let page = folder.path().join("page.html");
    let mut child = Command::new(std::env::current_exe()?)
        .args(["record", "show", "--timeout", TIMEOUT])
        .args(["--max-size", MAX_SIZE, "--output"])
        .arg(&page)
        .arg(file)
        .arg(beside)
        .current_dir(&own)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut message = Vec::new();
    if let Some(mut stderr) = child.stderr.take() {
        (&mut stderr).take(MAX_MESSAGE).read_to_end(&mut message)?;
        // The program may write more, and must not be blocked.
        io::copy(&mut stderr, &mut io::sink())?;
    }
    child.wait()?;
    match fs::read(&page) {
        Ok(page) => Ok(Ok(page)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(Err(String::from_utf8_lossy(&message).into_owned()))
        }
        Err(error) => Err(error),
    }
}
