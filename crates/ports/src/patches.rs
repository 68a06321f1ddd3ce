//! Debian's patches: which of a series are applied, and the times of files afterwards.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// The names of the patches in a file `series`, in its order, except some. A name may be followed
/// by options of quilt; a comment begins with `#`.
pub(crate) fn series<'t>(text: &'t str, without: &[&str]) -> Vec<&'t str> {
    let lines = text
        .lines()
        .filter_map(|line| line.split('#').next()?.split_whitespace().next());
    lines.filter(|name| !without.contains(name)).collect()
}

/// Gives every file of a folder the same time. A patch to a script's source would otherwise make
/// the script older than it, and `make` would run autoconf to make a new one.
pub(crate) fn equal_times(folder: &Path) -> io::Result<()> {
    let now = SystemTime::now();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                pending.push(entry.path());
            } else if kind.is_file() {
                File::options()
                    .append(true)
                    .open(entry.path())?
                    .set_modified(now)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_has_comments_and_options() {
        let text = "one.patch\n# two.patch\n\nthree.patch -p1 # why\nfour.patch\n";
        assert_eq!(
            series(text, &[]),
            ["one.patch", "three.patch", "four.patch"]
        );
        assert_eq!(series(text, &["one.patch"]), ["three.patch", "four.patch"]);
    }

    #[test]
    fn files_get_equal_times() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let files = [folder.path().join("one"), below.join("two")];
        for (file, seconds) in files.iter().zip([1, 2]) {
            fs::write(file, "").unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            let opened = File::options().append(true).open(file).unwrap();
            opened.set_modified(time).unwrap();
        }
        equal_times(folder.path()).unwrap();
        let times = files.map(|file| fs::metadata(file).unwrap().modified().unwrap());
        assert_eq!(times[0], times[1]);
    }
}
