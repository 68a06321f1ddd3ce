//! Soak tests: programs that run for many callbacks on every engine, and must not take more
//! and more of anything.
//!
//! A program gets events without end ([`drive`]). Whenever it returns to its message loop, its
//! stack, heap, handles and the host's memory for it are measured ([`watch`]). The first
//! quarter of a run is its warm-up. What the second and the last quarter took at most must
//! agree, within a tolerance (`Level::tolerance`).
//!
//! Programs are the examples, and those of the corpus where it is there. `PINNACLE_SOAK`
//! sets the number of callbacks; virtual time follows, so that 10,000,000 take an hour.

mod drive;
mod watch;

use crate::run::{self, Engine, MemoryStorage, Wishes};
use crate::{can_draw, toolchain};
use anyhow::{Context, Result, anyhow, bail, ensure};
use drive::Driver;
use libtest_mimic::Trial;
use pinnacle_headless::clock::{MachineClock, Pace};
use pinnacle_headless::inbox::Inbox;
use pinnacle_headless::machine::{Machine, Settings};
use pinnacle_headless::network::{Hosts, Net};
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_pexe::decode::{self, Program};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::irt::Irt;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::Seeded;
use pinnacle_testing::corpus;
use pinnacle_testing::skip::skip;
use pinnacle_tests::trial;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use watch::{Level, Levels, Progress, Watched};

/// Callbacks of a run that `PINNACLE_SOAK` says nothing about.
const CALLBACKS: u64 = 2_000;

/// Virtual time for each callback: 10,000,000 take an hour.
const TIME_PER_CALLBACK: Duration = Duration::from_micros(360);

/// Real time that a run of [`CALLBACKS`] may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Bytes of a program that is large.
const LARGE: u64 = 200_000;

const ENGINES: [Engine; 3] = [Engine::Interpreter, Engine::Wasmtime, Engine::Tiered];

/// A program that is known to need messages, or more and more memory.
struct Known {
    /// The name of its file without the extension.
    name: &'static str,
    /// Messages that its page posts in turn, as JSON.
    posts: &'static [&'static str],
    /// Levels that grow by its own doing, each with the reason.
    grows: &'static [(Level, &'static str)],
}

const KNOWN: &[Known] = &[
    Known::with_posts("hello", &["\"Ada\""]),
    Known::with_posts("notebook", &["\"milk\""]),
    Known::with_posts("chat", &["\"ws://localhost:8080/\"", "\"hello\""]),
    Known::with_posts("hello_messaging", &["\"hello\""]),
    Known::with_posts("hello_tutorial", &["\"hello\""]),
    Known::with_posts("counter", &["1"]),
    Known::with_posts("cores", &["0"]),
    Known::with_posts(
        "monte_carlo",
        &["{\"cmd\":\"sim\",\"nPts\":100,\"model\":\"Circle\"}"],
    ),
    Known::with_posts(
        "argon2",
        &[
            "{\"pass\":\"password\",\"salt\":\"somesalt\",\"time\":1,\"mem\":8,\
            \"hashLen\":32,\"parallelism\":1,\"type\":0}",
        ],
    ),
    Known {
        name: "webpenc",
        posts: &[
            "{\"rgba\":{\"$bytes\":\"AAAAAAAAAAAAAAAAAAAAAA==\"},\"id\":1,\
            \"width\":2,\"height\":2,\"quality\":50}",
        ],
        grows: &[(Level::Heap, "its malloc takes more with each picture")],
    },
    Known {
        name: "nacl_io_demo",
        posts: &["{\"cmd\":\"stat\",\"args\":[\"/\"]}"],
        grows: &[
            (
                Level::References,
                "it keeps references of what messages hold",
            ),
            (Level::Handles, "those of its references"),
            (Level::Charged, "those of its references"),
        ],
    },
];

/// Programs of the corpus that are not soaked, and why. Each says so when it is skipped.
const NOT_SOAKED: &[(&str, &str)] = &[
    (
        "path-tracer",
        "computes between events for longer than a short run may take",
    ),
    ("pnacl_player", "traps without a video to play"),
    ("url_loader", "does not end a short run in time"),
];

impl Known {
    const fn with_posts(name: &'static str, posts: &'static [&'static str]) -> Known {
        Known {
            name,
            posts,
            grows: &[],
        }
    }

    /// Returns the entry of a program, empty for most.
    fn of(name: &str) -> &'static Known {
        const NOTHING: Known = Known::with_posts("", &[]);
        let found = KNOWN.iter().find(|known| known.name == name);
        found.unwrap_or(&NOTHING)
    }
}

/// The number of callbacks of each run.
fn callbacks() -> Result<u64> {
    let Some(asked) = std::env::var_os("PINNACLE_SOAK") else {
        return Ok(CALLBACKS);
    };
    let number = asked.to_str().and_then(|text| text.parse().ok());
    let number = number.filter(|&number| number >= CALLBACKS);
    number.with_context(|| {
        format!("PINNACLE_SOAK must be a number of callbacks, {CALLBACKS} or more; found {asked:?}")
    })
}

/// Runs a program until it has had this many callbacks, and returns what it took.
fn soak(
    program: &Arc<Program>,
    engine: Engine,
    posts: &[&str],
    callbacks: u64,
) -> Result<Arc<Mutex<Levels>>> {
    let budget = MemoryBudget::default();
    let inbox = Inbox::new(&budget);
    let clock = Arc::new(MachineClock::new(Pace::Virtual, inbox.clone()));
    let mut settings = Settings::new(drive::view());
    settings.budget = budget.clone();
    let machine =
        Machine::new(settings, clock.clone(), inbox.clone()).map_err(anyhow::Error::msg)?;
    let progress = Arc::new(Progress::new(callbacks, TIME_PER_CALLBACK));
    let levels = Arc::new(Mutex::new(Levels::new(callbacks)));
    let driver = Driver::new(machine.clone(), progress.clone(), posts)?;
    let host = |arena: Range<u32>, stack: Range<u32>| {
        let files = FileSystem::new(Stdio::default(), Vec::new());
        let files = files.expect("standard streams are enough");
        let irt = Irt::new(files, clock.clone(), Box::new(Seeded::new(1)), arena, 1)
            .with_memory_budget(budget);
        let mut devices = machine.devices(
            Box::new(crate::fetch::Site::new(inbox.clone())),
            Box::new(MemoryStorage(clock.clone())),
            Box::new(Net::new(Hosts::default(), inbox)),
        );
        devices.events = Box::new(driver);
        let embedding = Embedding {
            attributes: vec![("type".into(), "application/x-pnacl".into())],
            view: drive::view(),
            devices,
        };
        let pepper = Pepper::new(irt, embedding);
        Watched::new(pepper, stack, progress.clone(), levels.clone())
    };
    let scale = u32::try_from(callbacks.div_ceil(CALLBACKS)).context("too many callbacks")?;
    let status = run::execute(program, engine, Some(TIMEOUT * scale), host)?;
    ensure!(status == 0, "it ends with status {status}");
    ensure!(
        progress.is_complete(),
        "it ended after {} of {callbacks} callbacks",
        progress.callbacks()
    );
    Ok(levels)
}

/// Runs a program on an engine and compares what it took early and late.
fn check(program: &Arc<Program>, name: &str, engine: Engine) -> Result<()> {
    let known = Known::of(name);
    let levels = soak(program, engine, known.posts, callbacks()?)?;
    let levels = levels.lock().map_err(|_| anyhow!("a host has panicked"))?;
    println!("{name}, {engine:?}: {levels}");
    levels.check(known.grows)
}

fn examples() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pepper");
    let sources = corpus::files(&folder, "c").expect("the examples can be read");
    let of_source = |source: PathBuf| {
        let name = corpus::stem(&source);
        trial(format!("soak: example {name}"), move || {
            let Some(program) = toolchain::compile(&source, &Wishes::read(&source)?.libraries)?
            else {
                return Ok(());
            };
            for engine in ENGINES {
                check(&program, &name, engine).with_context(|| format!("{engine:?}"))?;
            }
            Ok(())
        })
    };
    sources.into_iter().map(of_source).collect()
}

/// The programs of the corpus that came with pages, each once.
fn corpus_programs() -> Vec<PathBuf> {
    let Some(corpus) = corpus::folder("corpus") else {
        return Vec::new();
    };
    let folders = [
        "ppapi",
        "pages/nacl-io-demo/pnacl/Release",
        "pages/zillalib-samples/samples",
    ];
    let programs = folders.map(|folder| {
        let folder = corpus.join(folder);
        corpus::files(&folder, "pexe").expect("the corpus can be read")
    });
    programs.concat()
}

/// Programs of the corpus. Each engine is a test of its own, so that they run side by side.
/// Large programs take longer to compile than to run, so they take part only if `PINNACLE_SOAK`
/// is set.
fn from_corpus() -> Vec<Trial> {
    let of_program = |path: PathBuf| {
        let trial_of = move |&engine: &Engine| {
            let path = path.clone();
            let name = corpus::stem(&path);
            trial(format!("soak: corpus {name} {engine:?}"), move || {
                let left_out = NOT_SOAKED.iter().find(|(left_out, _)| *left_out == name);
                if let Some((name, reason)) = left_out {
                    skip(format!("{name} is not soaked: it {reason}"));
                    return Ok(());
                }
                let bytes = std::fs::read(&path)?;
                let program = decode::decode(&bytes, &decode::Options::default());
                let program = program.context("a program of the corpus can be read")?;
                let draws = pinnacle_system::irt::names(program.module(), b"PPB_OpenGLES2");
                if draws && !can_draw() {
                    return Ok(());
                }
                check(&program.into(), &name, engine)
            })
        };
        ENGINES.iter().map(trial_of).collect::<Vec<_>>()
    };
    let is_long = std::env::var_os("PINNACLE_SOAK").is_some();
    let takes_part = |path: &PathBuf| {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        is_long || size <= LARGE
    };
    let programs = corpus_programs().into_iter().filter(takes_part);
    programs.flat_map(of_program).collect()
}

/// A program that leaks is found, or the tests above would check nothing.
fn leaks_are_found() -> Result<()> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("pepper/soak/leaks.c");
    let Some(program) = toolchain::compile(&source, &Wishes::read(&source)?.libraries)? else {
        return Ok(());
    };
    let cases = [
        ("\"nothing\"", &[][..]),
        ("\"memory\"", &[Level::Heap]),
        ("\"references\"", &[Level::References]),
        (
            "\"vars\"",
            &[Level::Handles, Level::References, Level::Charged],
        ),
        ("\"frames\"", &[Level::Stack]),
    ];
    for (post, expected) in cases {
        let levels = soak(&program, Engine::Interpreter, &[post], CALLBACKS)?;
        let levels = levels.lock().map_err(|_| anyhow!("a host has panicked"))?;
        let mut found = levels.growing();
        // Strings lie in the heap of the program.
        found.retain(|level| expected.contains(level) || *level != Level::Heap);
        if found != expected {
            bail!("{post}: expected growth of {expected:?}, found {found:?}: {levels}");
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = examples();
    trials.extend(from_corpus());
    trials.push(trial("soak: leaks are found", leaks_are_found));
    trials
}
