//! Compares accepted texts with actual output, or updates them: with `BLESS=1` in the environment,
//! a test accepts its output.

use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Maximum number of lines of a difference to show.
const SHOWN: usize = 60;
/// Number of equal lines to show before and after different ones.
const AROUND: usize = 2;
/// Maximum number of different lines that are aligned. Longer differences are shown as one block.
const ALIGNED: usize = 2000;

/// Returns true if accepted texts are to be updated.
pub fn blesses() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Compares a text with an accepted file, or updates the file.
///
/// # Errors
///
/// Fails with the different lines if they differ, or if the file cannot be read or written.
pub fn expect_file(path: impl AsRef<Path>, found: impl AsRef<[u8]>) -> Result<()> {
    let (path, found) = (path.as_ref(), found.as_ref());
    if blesses() {
        let folder = path.parent().context("a file is in a folder")?;
        fs::create_dir_all(folder)?;
        return fs::write(path, found).with_context(|| path.display().to_string());
    }
    match fs::read(path) {
        Ok(expected) => compare(path, &expected, found),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("there is no {}; BLESS=1 writes it", path.display())
        }
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Like [`expect_file`], but no file may exist for an empty text.
///
/// # Errors
///
/// Fails as [`expect_file`] does.
pub fn expect_file_unless_empty(path: impl AsRef<Path>, found: impl AsRef<[u8]>) -> Result<()> {
    let (path, found) = (path.as_ref(), found.as_ref());
    if !found.is_empty() {
        return expect_file(path, found);
    }
    if blesses() {
        return remove(path);
    }
    match fs::read(path) {
        Ok(expected) => compare(path, &expected, found),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Removes a file that is no longer expected, if it exists.
///
/// # Errors
///
/// Fails if it cannot be removed.
pub fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

fn compare(path: &Path, expected: &[u8], found: &[u8]) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let text = String::from_utf8_lossy;
    bail!(
        "this is not {} (BLESS=1 accepts it; - is expected, + is found):\n{}",
        path.display(),
        difference(&text(expected), &text(found))
    )
}

/// Returns the lines in which two texts differ, with some context. Lines of the first begin with
/// `-`, those of the second with `+`.
pub fn difference(expected: &str, found: &str) -> String {
    let before: Vec<&str> = expected.split_inclusive('\n').collect();
    let after: Vec<&str> = found.split_inclusive('\n').collect();
    let pairs = before.iter().zip(&after);
    let start = pairs.take_while(|(a, b)| a == b).count();
    let pairs = before[start..]
        .iter()
        .rev()
        .zip(after[start..].iter().rev());
    let same = pairs.take_while(|(a, b)| a == b).count();
    let (old, new) = (
        &before[start..before.len() - same],
        &after[start..after.len() - same],
    );
    let mut lines = Vec::new();
    lines.extend(
        before[start.saturating_sub(AROUND)..start]
            .iter()
            .map(|line| (' ', *line)),
    );
    align(old, new, &mut lines);
    let rest = &before[before.len() - same..];
    lines.extend(rest.iter().take(AROUND).map(|line| (' ', *line)));
    let mut text = format!("line {}:\n", start.saturating_sub(AROUND) + 1);
    for (mark, line) in lines.iter().take(SHOWN) {
        let end = if line.ends_with('\n') {
            ""
        } else {
            " (without an end of line)\n"
        };
        let _ = write!(text, "{mark} {line}{end}");
    }
    if lines.len() > SHOWN {
        let _ = writeln!(text, "... and {} more lines", lines.len() - SHOWN);
    }
    text
}

/// Merges the lines of two texts by their longest common subsequence. Common lines appear once.
fn align<'t>(old: &[&'t str], new: &[&'t str], lines: &mut Vec<(char, &'t str)>) {
    if old.len().max(new.len()) > ALIGNED {
        lines.extend(old.iter().map(|line| ('-', *line)));
        lines.extend(new.iter().map(|line| ('+', *line)));
        return;
    }
    // For each pair of positions, the length of the longest common subsequence of the rests.
    let mut common = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_what_changed_and_two_lines_around_it() {
        let expected = "1\n2\n3\n4\n5\n6\n7\n8\n";
        let found = "1\n2\n3\nfour\n5\n7\n8\n";
        let shown = "line 2:\n  2\n  3\n- 4\n+ four\n  5\n- 6\n  7\n  8\n";
        assert_eq!(difference(expected, found), shown);
    }

    #[test]
    fn an_end_of_line_that_is_missing_is_seen() {
        let shown = "line 1:\n- a\n+ a (without an end of line)\n";
        assert_eq!(difference("a\n", "a"), shown);
    }

    #[test]
    fn a_long_difference_is_cut() {
        let found = "x\n".repeat(100);
        assert!(difference("", &found).ends_with("... and 40 more lines\n"));
    }
}
