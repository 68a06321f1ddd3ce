//! Programs in C that check what Pepper does: `tests/pepper/NAME.c` is compiled by
//! `pinnacle cc` and run by both engines on a machine without a screen, with virtual
//! time. It prints a line for each check, `ok NAME` or `FAILED NAME: ...`, and both runs
//! have to print the same. What it says to its page and to the console is compared
//! with `NAME.page`, which `BLESS=1` writes.
//!
//! A program may say in comments at its beginning:
//!
//! ```text
//! // view: 320x200         the size of its element
//! // attribute: id=x       an attribute of its element; any number
//! // post: {"a":1}         what the page posts once it has started; any number
//! // script: {...}         a line of the script of the run; any number
//! // net: 127.0.0.1        a host that it may reach, or *
//! // libraries: ppapi      what it is linked with, without -l
//! ```
//!
//! Those in `sdk` are of the SDK's libraries, and some of them are in C++.
//! Those in `gl` draw with OpenGL ES, by the driver of this machine. Those in `video` decode video,
//! by its FFmpeg.
//!
//! Needs clang and the sources of newlib, a driver for `gl` and `video`, and FFmpeg for `video`;
//! without them it says what is skipped.

#![forbid(unsafe_code)]

mod examples;
mod fetch;
mod run;
mod soak;
mod toolchain;

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::skip::skip;
use pinnacle_testing::{bless, corpus};
use pinnacle_tests::trial;
use run::{Engine, Seen, Wishes};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Minimum number of checks, in all programs together.
const CHECKS: usize = 700;
/// Minimum number of checks of OpenGL, if there is a driver.
const GL_CHECKS: usize = 300;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("pepper")
}

/// Checks that the output consists of successful checks. Returns their number.
fn count_checks(printed: &str) -> Result<usize> {
    let failed: Vec<_> = printed
        .lines()
        .filter(|line| !line.starts_with("ok "))
        .collect();
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(printed.lines().count())
}

fn check(source: &Path, checks: &Mutex<usize>) -> Result<()> {
    let wishes = Wishes::read(source)?;
    let Some(program) = toolchain::compile(source, &wishes.libraries)? else {
        return Ok(());
    };
    let mut seen: Vec<Seen> = Vec::new();
    for engine in [Engine::Interpreter, Engine::Wasmtime] {
        let one = run::run(&program, &wishes, engine).with_context(|| format!("{engine:?}"))?;
        seen.push(one);
    }
    let [interpreted, compiled] = &seen[..] else {
        bail!("there are two engines");
    };
    ensure!(
        interpreted.printed == compiled.printed,
        "the engines differ: {}",
        bless::difference(&interpreted.printed, &compiled.printed)
    );
    ensure!(
        interpreted.page == compiled.page,
        "what the page sees differs: {}",
        bless::difference(&interpreted.page, &compiled.page)
    );
    let count = count_checks(&interpreted.printed)?;
    ensure!(
        interpreted.status == 0 && compiled.status == 0,
        "it ends with {} and {}",
        interpreted.status,
        compiled.status
    );
    ensure!(count > 0, "it checks nothing");
    *checks.lock().expect("a test has panicked") += count;
    bless::expect_file_unless_empty(source.with_extension("page"), &interpreted.page)
}

/// Returns true if OpenGL can be used; prints a note if not.
fn can_draw() -> bool {
    static UNAVAILABLE: OnceLock<Option<String>> = OnceLock::new();
    let unavailable = UNAVAILABLE.get_or_init(|| {
        let contexts = pinnacle_gles::Contexts::new();
        contexts.err().map(|error| error.to_string())
    });
    if let Some(missing) = unavailable {
        skip(missing);
    }
    unavailable.is_none()
}

/// Returns true if video can be decoded; prints a note if not.
fn can_decode() -> bool {
    match pinnacle_codecs::Library::load() {
        Ok(_) => true,
        Err(missing) => {
            skip(missing);
            false
        }
    }
}

/// The programs of a folder, whose names begin with a text.
fn programs(folder: &Path, prefix: &'static str, checks: &Arc<Mutex<usize>>) -> Vec<Trial> {
    let mut sources = corpus::files(folder, "c").expect("the folder can be read");
    sources.extend(corpus::files(folder, "cpp").expect("the folder can be read"));
    let one = |source: PathBuf| {
        let checks = checks.clone();
        let name = format!("{prefix}{}", corpus::stem(&source));
        trial(name, move || {
            let can_run = match prefix {
                GL => can_draw(),
                VIDEO => can_draw() && can_decode(),
                _ => true,
            };
            if !can_run {
                return Ok(());
            }
            check(&source, &checks)
        })
    };
    sources.into_iter().map(one).collect()
}

/// Prefix of the names of tests of OpenGL.
const GL: &str = "gl: ";
/// Prefix of the names of tests of video.
const VIDEO: &str = "video: ";

fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    let counts: [Arc<Mutex<usize>>; 2] = Default::default();
    let mut trials = programs(&folder(), "", &counts[0]);
    trials.extend(programs(&folder().join("sdk"), "sdk: ", &counts[0]));
    trials.extend(programs(&folder().join("gl"), GL, &counts[1]));
    trials.extend(programs(&folder().join("video"), VIDEO, &counts[1]));
    trials.extend(examples::trials());
    trials.extend(soak::trials());
    let is_whole = arguments.filter.is_none() && !arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    let [checks, gl] = counts.map(|count| *count.lock().expect("no test is running"));
    println!("{checks} checks, {gl} of OpenGL beside them");
    let is_enough = checks >= CHECKS && (gl >= GL_CHECKS || !can_draw());
    if is_whole && toolchain::is_there() && !is_enough && !conclusion.has_failed() {
        eprintln!("there are less than {CHECKS} checks, or {GL_CHECKS} of OpenGL");
        std::process::exit(1);
    }
    conclusion.exit();
}
