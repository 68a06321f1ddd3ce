//! Random programs of csmith. Their checksums must match those of clang's native program.

use super::bounded::{self, Bounds};
use super::options::Options;
use super::package::{self, Package};
use super::toolchain::{Program, Toolchain, not_zero};
use super::{Judgement, Suite};
use crate::process::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const SOURCE: &str =
    "Debian's csmith 2.3.0-7, seeds from 1 on, compared with clang at `-O0` for x86";

const PACKAGES: [Package; 2] = [
    Package {
        path: "pool/main/c/csmith/csmith_2.3.0-7_amd64.deb",
        sha256: "bb6adc7acae8719875ba44140791bba2d2d53bbdbb8c319d1edcdb65bc6e7003",
        inner: None,
        members: &[],
    },
    Package {
        path: "pool/main/c/csmith/libcsmith-dev_2.3.0-7_amd64.deb",
        sha256: "dab2bd193a51c3738b8d68f211f42a36b69d2e6f0ac607d192ce43102287d0e7",
        inner: None,
        members: &[],
    },
];

/// The number of programs without `--count`.
const COUNT: usize = 50;

/// Time limit of a program on this machine. Programs that take longer usually never end.
const NATIVE_TIME: Duration = Duration::from_secs(2);

struct Csmith {
    folder: PathBuf,
    seeds: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = package::sources(options, "csmith", &PACKAGES)?;
    let count = options.count.unwrap_or(COUNT);
    let seeds = (1..=count).map(|seed| seed.to_string()).collect();
    Ok(Box::new(Csmith { folder, seeds }))
}

impl Suite for Csmith {
    fn cases(&self) -> &[String] {
        &self.seeds
    }

    fn judge(&self, seed: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        // Without this file csmith assumes this machine's pointers.
        let platform = scratch.join("platform.info");
        let written = std::fs::write(&platform, "integer size = 4\npointer size = 4\n");
        written.map_err(|error| format!("{}: {error}", platform.display()))?;
        let bounds = Bounds {
            time: Duration::from_secs(60),
            memory: Some(4 << 20),
        };
        let generator = self.folder.join("usr/bin/csmith");
        let words = ["--seed", seed, "--output", "program.c"];
        let generated = bounded::run(&generator, words, &[], scratch, &bounds)?;
        if !generated.is_good() {
            return Err(format!("csmith, seed {seed}: {}", generated.message()));
        }

        let headers = self.folder.join("usr/include/csmith");
        let options = ["-w".to_owned(), format!("-I{}", headers.display())];
        let program = Program {
            driver: "cc",
            options: &options,
            sources: &[scratch.join("program.c")],
            scratch,
        };
        let native = match toolchain.natively(&program, "-O0", NATIVE_TIME)? {
            Ok(native) if native.is_good() => native.stdout,
            Ok(native) if native.took_too_long() => {
                let reason = format!("runs longer than {} s on x86", NATIVE_TIME.as_secs());
                return Ok(Judgement::NotApplicable(reason));
            }
            Ok(native) => return Err(format!("seed {seed}: exit status {}", native.status)),
            Err(message) => return Err(format!("seed {seed}: {message}")),
        };
        let runs = toolchain.runs(&program, |ended| {
            let differs = || {
                let (ours, native) = (ended.stdout.trim(), native.trim());
                (ours != native).then(|| format!("{ours}, natively {native}"))
            };
            not_zero(ended).or_else(differs)
        })?;
        Ok(Judgement::Judged(runs))
    }
}
