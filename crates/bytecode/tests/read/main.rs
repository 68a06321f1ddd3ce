//! Reading: files of the original assemblers, files with faults, files built here byte by byte, and
//! damaged copies.
//!
//! The tests run one after the other, because the allocator that measures memory counts for the
//! whole process.

mod builder;
mod damage;
mod faults;
mod files;
mod rules;

use libtest_mimic::{Arguments, Failed, Trial};
use peak_alloc::PeakAlloc;
use std::path::{Path, PathBuf};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = rules::trials();
    trials.extend(faults::trials());
    trials.extend(damage::own_trials());
    if let Some(folder) = pinnacle_testing::corpus::folder("bytecode") {
        trials.extend(files::trials(&folder));
        trials.extend(damage::trials(&folder));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The bytecode files of a folder, sorted by name.
fn bytecode_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bc"))
        .collect();
    paths.sort();
    paths
}

/// The name of a file without folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn trial(name: String, test: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(name, test)
}
