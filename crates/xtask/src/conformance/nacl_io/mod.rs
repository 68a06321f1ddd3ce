//! The tests of the SDK's libraries nacl_io and sdk_util: programs of googletest, which are compiled
//! unmodified against Pinnacle's own libraries. Each file of tests is a program of its own, so that
//! one file that cannot be compiled does not stop the others.

mod googletest;

use super::options::Options;
use super::package;
use super::sdk::description::Value;
use super::sdk::{GIVEN, GOOGLETEST, GOOGLETEST_FOLDERS};
use super::toolchain::{ENGINES, Toolchain, not_compiled, not_zero, short};
use super::{Judgement, Run, Suite, read};
use crate::process::Result;
use googletest::Progress;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

pub(super) const SOURCE: &str = "`nacl_io_test`, `nacl_io_socket_test` and `sdk_util_test` of \
     Chromium's `native_client_sdk/src` of January 2023, with Debian's googletest 1.12.1";

/// The folders of tests.
const FOLDERS: [&str; 3] = ["nacl_io_test", "nacl_io_socket_test", "sdk_util_test"];

/// The level at which programs are compiled. googletest is slow to compile, so there is one.
const LEVEL: &str = "-O1";

/// The results of the tests of a file on one engine: for each test that fails, the failure.
type Results = BTreeMap<String, String>;

/// The results of a file on every engine, once it has run.
type Ran = Arc<OnceLock<Result<Vec<Results>>>>;

struct NaclIo {
    googletest: PathBuf,
    cases: Vec<String>,
    /// The file of each case.
    files: BTreeMap<String, PathBuf>,
    /// Every source that belongs to the programs. Others beside them are left over.
    listed: BTreeSet<PathBuf>,
    /// The library of googletest as objects, once it is compiled.
    objects: OnceLock<Result<Vec<String>>>,
    ran: Mutex<BTreeMap<PathBuf, Ran>>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = options.given("nacl-io", GIVEN)?.join("tests");
    let mut cases = Vec::new();
    let mut files = BTreeMap::new();
    let mut listed = BTreeSet::new();
    for name in FOLDERS {
        let described = folder.join(name).join("example.dsc");
        let described = Value::parse(&read(&described)?)
            .map_err(|error| format!("{}: {error}", described.display()))?;
        let sources = described.list("TARGETS").iter();
        for source in sources.flat_map(|target| target.texts("SOURCES")) {
            listed.insert(folder.join(name).join(source));
            let Some(stem) = source.strip_suffix("_test.cc") else {
                continue;
            };
            let file = folder.join(name).join(source);
            for test in googletest::names(&read(&file)?) {
                let case = format!("{name}/{stem}/{test}");
                cases.push(case.clone());
                files.insert(case, file.clone());
            }
        }
    }
    Ok(Box::new(NaclIo {
        googletest: package::unpacked("googletest", &[GOOGLETEST])?,
        cases,
        files,
        listed,
        objects: OnceLock::new(),
        ran: Mutex::default(),
    }))
}

impl Suite for NaclIo {
    fn cases(&self) -> &[String] {
        &self.cases
    }

    fn judge(&self, case: &str, toolchain: &Toolchain, _: &Path) -> Result<Judgement> {
        let file = &self.files[case];
        let test = case.rsplit('/').next().unwrap_or(case);
        let ran = {
            let mut all = self.ran.lock().map_err(|_| "a thread panicked")?;
            Arc::clone(all.entry(file.clone()).or_default())
        };
        let results = ran.get_or_init(|| self.run_file(file, toolchain)).clone()?;
        let runs = ENGINES.iter().zip(results).map(|(engine, results)| Run {
            configuration: format!("{LEVEL} {engine}"),
            failure: results.get(test).cloned(),
        });
        Ok(Judgement::Judged(runs.collect()))
    }
}

impl NaclIo {
    /// Compiles a file of tests and runs it on each engine.
    fn run_file(&self, file: &Path, toolchain: &Toolchain) -> Result<Vec<Results>> {
        let stem = file.file_stem().unwrap_or_default();
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
        let scratch = package::base()?.join("scratch/nacl-io");
        let scratch = scratch.join(folder).join(stem);
        fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let tests = googletest::names(&read(file)?);
        if let Some(failure) = self.compile(file, toolchain, &scratch)? {
            let all = tests.iter().map(|test| (test.clone(), failure.clone()));
            return Ok(vec![all.collect(); ENGINES.len()]);
        }
        let results = ENGINES.map(|engine| run_tests(&tests, engine, toolchain, &scratch));
        results.into_iter().collect()
    }

    /// Compiles and links the program of a file, unless an earlier run has done so. Returns the
    /// failure, if it fails.
    fn compile(
        &self,
        file: &Path,
        toolchain: &Toolchain,
        scratch: &Path,
    ) -> Result<Option<String>> {
        if toolchain.is_made(&scratch.join(PROGRAM), file) {
            return Ok(None);
        }
        let objects = self
            .objects
            .get_or_init(|| self.compile_googletest(toolchain));
        let folder = file.parent().unwrap_or(file);
        let sources = self.sources_of(file)?;

        let mut words = vec!["c++".to_owned(), LEVEL.to_owned(), "-w".to_owned()];
        words.push(format!("-I{}", folder.display()));
        words.extend(self.include("include"));
        words.extend(["-o".to_owned(), PROGRAM.to_owned()]);
        words.extend(sources.iter().map(|source| source.display().to_string()));
        words.extend(objects.clone()?);
        words.extend(LIBRARIES.map(|name| format!("-l{name}")));
        let compiled = toolchain.pinnacle(&words, scratch)?;
        Ok((!compiled.is_good()).then(|| not_compiled(&compiled)))
    }

    /// Returns the sources of the program of a file: the file, the main function, and the sources beside
    /// the headers that they include from their own folder, if the programs list them.
    fn sources_of(&self, file: &Path) -> Result<BTreeSet<PathBuf>> {
        let folder = file.parent().unwrap_or(file);
        let mut sources = BTreeSet::from([file.to_owned(), folder.join("main.cc")]);
        let mut seen = BTreeSet::new();
        let mut pending = vec![file.to_owned()];
        while let Some(file) = pending.pop() {
            for line in read(&file)?.lines() {
                let quoted = line.strip_prefix("#include \"");
                let Some((name, _)) = quoted.and_then(|rest| rest.split_once('"')) else {
                    continue;
                };
                let header = folder.join(name);
                if !header.exists() || !seen.insert(header.clone()) {
                    continue;
                }
                let source = header.with_extension("cc");
                if self.listed.contains(&source) {
                    sources.insert(source.clone());
                    pending.push(source);
                }
                pending.push(header);
            }
        }
        Ok(sources)
    }

    /// Returns the options for the headers of googletest, in a folder of each of its libraries.
    fn include(&self, below: &str) -> Vec<String> {
        let folders = GOOGLETEST_FOLDERS.iter();
        let folders = folders.map(|(folder, _)| self.googletest.join(folder).join(below));
        folders
            .map(|folder| format!("-I{}", folder.display()))
            .collect()
    }

    fn compile_googletest(&self, toolchain: &Toolchain) -> Result<Vec<String>> {
        let scratch = package::base()?.join("scratch/nacl-io");
        fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let mut objects = Vec::new();
        for (folder, name) in GOOGLETEST_FOLDERS {
            let source = self
                .googletest
                .join(folder)
                .join(format!("src/{name}-all.cc"));
            let object = scratch.join(format!("{name}.o"));
            let is_made = toolchain.is_made(&object, &source);
            let object = object.display().to_string();
            objects.push(object.clone());
            if is_made {
                continue;
            }
            let mut words = vec!["c++".to_owned(), LEVEL.to_owned(), "-w".to_owned()];
            words.extend(self.include("include"));
            words.extend(self.include(""));
            words.extend(["-c".to_owned(), source.display().to_string()]);
            words.extend(["-o".to_owned(), object]);
            let compiled = toolchain.pinnacle(&words, &scratch)?;
            if !compiled.is_good() {
                return Err(format!("googletest: {}", not_compiled(&compiled)));
            }
        }
        Ok(objects)
    }
}

const PROGRAM: &str = "tests.pexe";

/// The libraries of the programs, each before those that it uses.
const LIBRARIES: [&str; 6] = [
    "ppapi_simple_cpp",
    "sdk_util",
    "nacl_io",
    "ppapi_cpp",
    "ppapi",
    "pthread",
];

/// Runs a program until each of its tests has ended. A trap ends one test and the run with it, so
/// another run begins with the tests after it.
fn run_tests(
    tests: &[String],
    engine: &str,
    toolchain: &Toolchain,
    scratch: &Path,
) -> Result<Results> {
    let mut results = Results::new();
    let mut left: Vec<&str> = tests.iter().map(String::as_str).collect();
    while !left.is_empty() {
        // The program reads its environment before ppapi_simple sets it, but not its arguments.
        let filter = format!("ARG1=--gtest_filter={}", left.join(":"));
        let words = [
            "run",
            "--engine",
            engine,
            "--net",
            PROGRAM,
            "--attr",
            "ARG0=tests",
            "--attr",
            &filter,
            "--messages",
            "-",
        ];
        let ended = toolchain.pinnacle(&words, scratch)?;
        let progress = Progress::parse(&ended.stdout);
        let stopped = not_zero(&ended).unwrap_or_else(|| String::from("did not end"));
        let before = left.len();
        left.retain(|test| {
            if progress.running.as_deref() == Some(test) {
                results.insert((*test).to_owned(), stopped.clone());
                return false;
            }
            match progress.ended.get(*test) {
                None => true,
                Some(None) => false,
                Some(Some(failure)) => {
                    results.insert((*test).to_owned(), short(failure));
                    false
                }
            }
        });
        if left.len() == before {
            // No test began: those that are left are not in the program, or it does not start.
            let failure = not_zero(&ended).unwrap_or_else(|| String::from("did not run"));
            results.extend(
                left.drain(..)
                    .map(|test| (test.to_owned(), failure.clone())),
            );
        }
    }
    Ok(results)
}
