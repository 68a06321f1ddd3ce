//! Reads the lines of scans with `--unlinked`, to join them.

use crate::output::Failure;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Maximum length of a line, in bytes. Names and texts in lines are bounded, so a longer line is
/// not from a scan.
const MAX_LINE: u64 = 64 << 20;

/// Passes the lines of some files to `take` in order.
///
/// # Errors
///
/// Fails if a file cannot be read, or has a line that does not come from a scan.
pub(super) fn each(
    paths: &[PathBuf],
    take: &mut dyn FnMut(Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    paths.iter().try_for_each(|path| each_of(path, take))
}

fn each_of(path: &Path, take: &mut dyn FnMut(Value) -> Result<(), Failure>) -> Result<(), Failure> {
    let cannot = |error| Failure::new(format!("cannot read {}: {error}", path.display()));
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(cannot)?);
    let mut text = Vec::new();
    for number in 1u64.. {
        text.clear();
        let mut line = (&mut reader).take(MAX_LINE);
        if line.read_until(b'\n', &mut text).map_err(cannot)? == 0 {
            break;
        }
        let value = serde_json::from_slice::<Value>(&text).ok();
        match value.filter(|value| value["schema"] == "scan/1" && value["place"].is_string()) {
            Some(value) => take(value)?,
            None => {
                let place = path.display();
                let message = format!("{place}:{number} is not a line of `pinnacle scan`");
                return Err(Failure::new(message)
                    .hint("--join reads files written by `pinnacle scan --unlinked -o FILE`"));
            }
        }
    }
    Ok(())
}
