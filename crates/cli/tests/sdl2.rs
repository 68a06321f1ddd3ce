//! SDL 2 as a port: the programs of `tests/sdl2` and the example, on both engines.
//!
//! What a program prints is compared with `tests/sdl2/NAME.expected`, and its films on the two
//! engines with each other. Its user's actions are in `NAME.jsonl`. Since the port needs sources
//! from Debian's archive and some minutes, these tests are run on request:
//!
//! ```sh
//! cargo test -p pinnacle-cli --test sdl2 -- --ignored
//! ```

mod toolchain;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::bless::expect_file;
use pinnacle_testing::skip::skip;
use std::fs;
use std::path::{Path, PathBuf};
use toolchain::{Toolchain, folder_of_tests, run};

/// The programs, and the number of runs with the same storage.
const PROGRAMS: &[(&str, usize)] = &[
    ("files", 2),
    ("fingers", 1),
    ("opengl", 1),
    ("pointer", 1),
    ("screen", 1),
    ("sound", 1),
    ("windows", 1),
];

const ENGINES: [&str; 2] = ["wasmtime", "interp"];

/// Compiles a program with SDL. Returns false if the port cannot be built on this machine.
fn compile(toolchain: &Toolchain, source: &Path, program: &Path) -> Result<bool, Failed> {
    let mut compiler = toolchain.compiler("cc");
    // Kept between runs of the tests, and shared with the other tests of ports.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ports");
    compiler.env("XDG_CACHE_HOME", cache);
    compiler.args(["-O2", "--use-port=sdl2", "-o"]).arg(program);
    let output = compiler.arg(source).output()?;
    if output.status.success() {
        return Ok(true);
    }
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    if message.contains("cannot be fetched") || message.contains("which was not found") {
        skip(message.lines().next().unwrap_or("no SDL"));
        return Ok(false);
    }
    Err(message.into())
}

/// Runs a program on one engine. Returns what it printed, and its film.
fn watch(
    toolchain: &Toolchain,
    name: &str,
    runs: usize,
    folder: &Path,
    engine: &str,
) -> Result<(String, Vec<u8>), Failed> {
    let film = folder.join(format!("{engine}.png"));
    let storage = folder.join(engine);
    fs::create_dir(&storage)?;
    let mut printed = String::new();
    for _ in 0..runs {
        let mut command = toolchain.pinnacle();
        command.args(["run", "--engine", engine, "--view", "320x240", "--film"]);
        command.arg(&film).arg("--storage").arg(&storage);
        let script = folder_of_tests("sdl2").join(format!("{name}.jsonl"));
        if script.exists() {
            command.arg("--script").arg(script);
        }
        let output = run(command.arg(folder.join("program.pexe")))?;
        printed.push_str(&String::from_utf8_lossy(&output.stdout));
    }
    Ok((printed, fs::read(film).unwrap_or_default()))
}

fn check(toolchain: &Toolchain, name: &str, runs: usize) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder_of_tests("sdl2").join(format!("{name}.c"));
    if !compile(toolchain, &source, &folder.path().join("program.pexe"))? {
        return Ok(());
    }
    let mut films = Vec::new();
    for engine in ENGINES {
        let (printed, film) = watch(toolchain, name, runs, folder.path(), engine)?;
        if printed.starts_with("no context") {
            skip("no driver of OpenGL ES is installed");
            return Ok(());
        }
        expect_file(source.with_extension("expected"), &printed)?;
        films.push(film);
    }
    match films[0] == films[1] {
        true => Ok(()),
        false => Err("the engines show different films".into()),
    }
}

/// The example shows the same film on both engines, and plays its tone. The tone may start a few
/// samples later, since threads get turns of different lengths on the two engines.
fn square(toolchain: &Toolchain) -> Result<(), Failed> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sdl2");
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("square.pexe");
    if !compile(toolchain, &examples.join("square.c"), &program)? {
        return Ok(());
    }
    let mut films = Vec::new();
    for engine in ENGINES {
        let film: PathBuf = folder.path().join(format!("{engine}.png"));
        let sound = folder.path().join(format!("{engine}.wav"));
        let mut command = toolchain.pinnacle();
        command.args(["run", "--engine", engine, "--script"]);
        command.arg(examples.join("square.jsonl")).arg("--film");
        command.arg(&film).arg("--sound").arg(&sound).arg(&program);
        run(&mut command)?;
        if fs::read(sound)?.iter().skip(44).all(|&byte| byte == 0) {
            return Err(format!("{engine}: no tone is heard").into());
        }
        films.push(fs::read(film)?);
    }
    // A film of the moving square has more than one picture.
    if films[0].len() < 4096 {
        return Err(format!("a film of {} bytes", films[0].len()).into());
    }
    match films[0] == films[1] {
        true => Ok(()),
        false => Err("the engines show different films".into()),
    }
}

fn with_toolchain(check: impl Fn(&Toolchain) -> Result<(), Failed>) -> Result<(), Failed> {
    match Toolchain::get() {
        Some(toolchain) => check(toolchain),
        None => Ok(()),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let programs = PROGRAMS.iter().map(|&(name, runs)| {
        Trial::test(name, move || {
            with_toolchain(|toolchain| check(toolchain, name, runs))
        })
    });
    let example = Trial::test("square", || with_toolchain(square));
    let trials = programs.chain([example]);
    let trials = trials.map(|trial| trial.with_ignored_flag(true));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
