//! Real code: Lua, SQLite, zlib, bzip2 and zstd, unmodified, built by `pinnacle cc`
//! and compared with the same sources built for this machine.
//!
//! The sources are those of crates that carry them, named in
//! `tests/real/Cargo.toml`, which cargo fetches. Since that needs the network and some
//! minutes, these tests are run on request:
//!
//! ```sh
//! cargo test --release -p pinnacle-cli --test real -- --ignored
//! ```

mod toolchain;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use serde_json::Value;
use toolchain::{Toolchain, folder_of_tests, run};

/// A project to build and run.
struct Project {
    name: &'static str,
    /// The name of the crate that contains the sources.
    package: &'static str,
    /// The folder of the sources in the crate.
    folder: &'static str,
    /// Subfolders with more sources.
    sources: &'static [&'static str],
    /// Suffixes of the names of files that are left out.
    without: &'static [&'static str],
    options: &'static [&'static str],
    /// Our program that uses the project.
    main: &'static str,
    /// The arguments of each run. `DATA` stands for the folder that the program may use.
    runs: &'static [&'static [&'static str]],
}

const PROJECTS: &[Project] = &[
    Project {
        name: "lua",
        package: "lua-src",
        folder: "lua-5.4.8",
        sources: &[""],
        without: &[],
        options: &["-DLUA_COMPAT_5_3"],
        main: "lua_run.c",
        runs: &[&["DATA/work.lua"], &["DATA/bench.lua", "0"]],
    },
    Project {
        name: "sqlite",
        package: "libsqlite3-sys",
        folder: "sqlite3",
        sources: &[""],
        without: &["wasm32-wasi-vfs.c"],
        options: &["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"],
        main: "sqlite_session.c",
        runs: &[&[":memory:"], &["DATA/test.db"]],
    },
    Project {
        name: "zlib",
        package: "libz-sys",
        folder: "src/zlib",
        sources: &[""],
        without: &[],
        options: &["-DCODEC=1", "-DHAVE_UNISTD_H"],
        main: "codec.c",
        runs: &[&["DATA/input"]],
    },
    Project {
        name: "bzip2",
        package: "bzip2-sys",
        folder: "bzip2-1.0.8",
        sources: &[""],
        without: &[
            "bzip2.c",
            "bzip2recover.c",
            "dlltest.c",
            "mk251.c",
            "spewG.c",
            "unzcrash.c",
        ],
        options: &["-DCODEC=2", "-DBZ_NO_STDIO"],
        main: "codec.c",
        runs: &[&["DATA/input"]],
    },
    Project {
        name: "zstd",
        package: "zstd-sys",
        folder: "zstd/lib",
        sources: &["common", "compress", "decompress"],
        without: &[],
        options: &["-DCODEC=3", "-DZSTD_DISABLE_ASM=1"],
        main: "codec.c",
        runs: &[&["DATA/input"]],
    },
];

/// Returns the folders of the packages, which cargo fetches.
fn packages() -> Result<&'static BTreeMap<String, PathBuf>, Failed> {
    static FOUND: OnceLock<Result<BTreeMap<String, PathBuf>, String>> = OnceLock::new();
    let fetch = || {
        let manifest = folder_of_tests("real").join("Cargo.toml");
        let mut command = Command::new(env!("CARGO"));
        command.args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--manifest-path",
        ]);
        let output = run(command.arg(manifest)).map_err(|failed| {
            failed
                .message()
                .unwrap_or("cargo metadata failed")
                .to_owned()
        })?;
        let document: Value =
            serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let mut found = BTreeMap::new();
        for package in document["packages"].as_array().into_iter().flatten() {
            if let (Some(name), Some(path)) =
                (package["name"].as_str(), package["manifest_path"].as_str())
                && let Some(folder) = Path::new(path).parent()
            {
                found.insert(name.to_owned(), folder.to_owned());
            }
        }
        Ok(found)
    };
    FOUND.get_or_init(fetch).as_ref().map_err(Into::into)
}

impl Project {
    /// Returns the arguments for both compilers, without the names of outputs.
    fn command_line(&self) -> Result<Vec<PathBuf>, Failed> {
        let package = packages()?.get(self.package);
        let package = package.ok_or_else(|| format!("no package {}", self.package))?;
        let folder = package.join(self.folder);
        let mut line: Vec<PathBuf> = self.options.iter().map(PathBuf::from).collect();
        line.push(format!("-I{}", folder.display()).into());
        for below in self.sources {
            let mut sources: Vec<PathBuf> = fs::read_dir(folder.join(below))?
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    name.ends_with(".c") && !self.without.contains(&&*name)
                })
                .collect();
            sources.sort();
            line.extend(sources);
        }
        line.push(folder_of_tests("real").join(self.main));
        Ok(line)
    }

    fn check(&self, toolchain: &Toolchain) -> Result<(), Failed> {
        let folder = tempfile::tempdir()?;
        let folder = folder.path();
        let line = self.command_line()?;
        let (native, program) = (folder.join("native"), folder.join("program.pexe"));
        let mut compiler = Command::new(&toolchain.clang);
        run(compiler
            .args(["-O2", "-w", "-o"])
            .arg(&native)
            .args(&line)
            .arg("-lm"))?;
        let mut compiler = toolchain.compiler("cc");
        run(compiler
            .args(["-O2", "-w", "-o"])
            .arg(&program)
            .args(&line)
            .arg("-lm"))?;
        for arguments in self.runs {
            let data = data(folder, "native")?;
            let given = |data: &str| -> Vec<String> {
                arguments
                    .iter()
                    .map(|argument| argument.replace("DATA", data))
                    .collect()
            };
            let mut command = Command::new(&native);
            let expected = run(command.args(given(&data.to_string_lossy())))?.stdout;
            for engine in ["wasmtime", "interp"] {
                let data = self::data(folder, engine)?;
                let mut command = toolchain.pinnacle();
                command.args(["run", "--engine", engine, "--dir"]);
                command.arg(format!("{}::/data", data.display()));
                let output = run(command.arg(&program).args(given("/data")))?;
                if output.stdout != expected {
                    return Err(format!(
                        "{arguments:?} on {engine}: found\n{}\nexpected\n{}",
                        String::from_utf8_lossy(&output.stdout),
                        String::from_utf8_lossy(&expected)
                    )
                    .into());
                }
            }
        }
        Ok(())
    }
}

/// Makes a folder for one run, with the scripts and data to compress.
fn data(folder: &Path, name: &str) -> Result<PathBuf, Failed> {
    let data = folder.join(name).with_extension("data");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir(&data)?;
    for script in ["work.lua", "bench.lua"] {
        fs::copy(folder_of_tests("real").join(script), data.join(script))?;
    }
    let corpus = folder_of_tests("../../shared/corpus/cli");
    let largest = fs::read_dir(corpus).into_iter().flatten().flatten();
    let largest = largest.max_by_key(|entry| entry.metadata().map_or(0, |file| file.len()));
    match largest {
        Some(entry) => fs::write(data.join("input"), fs::read(entry.path())?)?,
        None => {
            skip("there is no ../shared: our own text is compressed");
            let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real.rs");
            fs::copy(own, data.join("input"))?;
        }
    }
    Ok(data)
}

fn main() {
    let arguments = Arguments::from_args();
    let projects = PROJECTS.iter().map(|project| {
        let check = || match Toolchain::get() {
            Some(toolchain) => project.check(toolchain),
            None => Ok(()),
        };
        Trial::test(project.name, check)
    });
    let trials = projects.map(|trial| trial.with_ignored_flag(true));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
