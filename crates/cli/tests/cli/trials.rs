//! The state of files after a command is killed, while the disk is full, or while other processes
//! write.
//!  `PINNACLE_TRIALS` is the number of times that each command is killed [default: 4].

use crate::{Folder, Seen, command, programs};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The contents of the output file before the command.
const OLD: &[u8] = b"what was there before";

/// Returns the number of times that each command is killed.
fn kills() -> u32 {
    let number = std::env::var("PINNACLE_TRIALS").ok();
    number.map_or(4, |text| text.parse().expect("a number"))
}

/// Returns commands that write a file. Its path is to be appended.
fn writers(folder: &Folder) -> Vec<Vec<String>> {
    let program = folder.file("program.pexe", programs::long(3_000));
    let seen = crate::pinnacle(&["dis", &program, "-o", &folder.path("program.pnasm")]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let text = folder.path("program.pnasm");
    let words = |words: &[&str]| words.iter().copied().map(str::to_owned).collect();
    vec![
        words(&["as", &text, "-o"]),
        words(&["dis", &program, "-o"]),
        words(&["dis", "--records", &program, "-o"]),
        words(&["compress", &program, "-o"]),
        words(&["translate", &program, "-o"]),
    ]
}

fn start(arguments: &[String], out: &str) -> Child {
    command()
        .args(arguments)
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs")
}

/// Returns the time after which to kill a command, up to 1.1 times its duration. The golden ratio
/// distributes the times evenly.
fn instant(whole: Duration, number: u32) -> Duration {
    let part = f64::from(number) * 0.618_034;
    whole.mul_f64(1.1 * part.fract())
}

#[test]
fn a_command_that_is_killed_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    for arguments in writers(&folder) {
        let outputs = Folder::new();
        let out = outputs.path("out");
        let began = Instant::now();
        assert!(start(&arguments, &out).wait().expect("it ends").success());
        let whole = began.elapsed();
        let new = std::fs::read(&out).unwrap();
        for number in 0..kills() {
            std::fs::write(&out, OLD).unwrap();
            let mut child = start(&arguments, &out);
            std::thread::sleep(instant(whole, number));
            child.kill().unwrap();
            child.wait().unwrap();
            let found = std::fs::read(&out).unwrap();
            assert!(
                found == OLD || found == new,
                "{arguments:?}: {} bytes",
                found.len()
            );
        }
        // Files left by a killed command do not disturb the next one.
        assert!(start(&arguments, &out).wait().expect("it ends").success());
        assert!(std::fs::read(&out).unwrap() == new);
    }
}

/// Runs a program as machine code with a cache.
#[cfg(all(feature = "wasmtime", unix))]
fn cached(cache: &str, program: &str) -> Command {
    let mut command = command();
    command
        .env("PINNACLE_CACHE_DIR", cache)
        .args(["run", "--engine", "wasmtime", program]);
    command
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn a_cache_survives_who_is_killed_while_writing_to_it() {
    let folder = Folder::new();
    let (cache, program) = (
        folder.path("cache"),
        folder.file("a.pexe", programs::hello()),
    );
    let began = Instant::now();
    assert_eq!(
        Seen::new(cached(&cache, &program).output().unwrap()).stdout,
        "hello\n"
    );
    let whole = began.elapsed();
    for number in 0..kills() {
        for entry in std::fs::read_dir(&cache).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        let mut child = cached(&cache, &program)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(instant(whole, number));
        child.kill().unwrap();
        child.wait().unwrap();
        let seen = Seen::new(cached(&cache, &program).output().unwrap());
        assert_eq!((&*seen.stdout, &*seen.stderr), ("hello\n", ""));
    }
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn several_processes_share_one_cache() {
    let folder = Folder::new();
    let cache = folder.path("cache");
    let hello = folder.file("a.pexe", programs::hello());
    let other = folder.file("b.pexe", programs::strings());
    let expected = Seen::new(cached(&folder.path("alone"), &other).output().unwrap()).stdout;
    for _ in 0..3 {
        let children: Vec<Child> = (0..6)
            .map(|number| {
                let program = if number % 2 == 0 { &hello } else { &other };
                let mut command = cached(&cache, program);
                // The cache has room for one of the two entries, so the processes keep removing
                // each other's.
                command.env("PINNACLE_CACHE_SIZE", "40k");
                command.stdout(Stdio::piped()).stderr(Stdio::piped());
                command.spawn().unwrap()
            })
            .collect();
        for (number, child) in children.into_iter().enumerate() {
            let seen = Seen::new(child.wait_with_output().unwrap());
            let expected = if number % 2 == 0 {
                "hello\n"
            } else {
                &expected
            };
            assert_eq!((&*seen.stdout, &*seen.stderr), (expected, ""));
        }
    }
}

/// Runs a command that cannot write files larger than a number of blocks, as on a full disk.
#[cfg(unix)]
fn within(blocks: u64, arguments: &[String], out: &str) -> Seen {
    let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_pinnacle")])
        .args(arguments)
        .arg(out)
        .output();
    Seen::new(output.expect("there is a shell"))
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_is_told() {
    let folder = Folder::new();
    for arguments in writers(&folder) {
        let outputs = Folder::new();
        let out = outputs.path("out");
        assert!(start(&arguments, &out).wait().expect("it ends").success());
        // The unit of `ulimit -f` is 512 or 1,024 bytes, depending on the shell.
        let size = std::fs::metadata(&out).unwrap().len();
        let all = size / 1024;
        for part in 0..6 {
            std::fs::write(&out, OLD).unwrap();
            let seen = within(part * all / 6, &arguments, &out);
            seen.refuses(2, &["cannot write"]);
            assert!(std::fs::read(&out).unwrap() == OLD);
            assert_eq!(std::fs::read_dir(outputs.path("")).unwrap().count(), 1);
        }
        assert_eq!(within(2 * size / 512 + 2, &arguments, &out).status, 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_for_standard_output() {
    let folder = Folder::new();
    let program = folder.file("a.pexe", programs::hello());
    for arguments in [
        &["dis", &program][..],
        &["info", &program],
        &["stats", &program],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let output = command().args(arguments).stdout(full.unwrap()).output();
        Seen::new(output.unwrap()).refuses(2, &["cannot write the output"]);
    }
}

/// Checks the system calls with strace, if it can be run. The command must flush the contents of
/// the file, then rename it, then flush the folder.
#[cfg(target_os = "linux")]
#[test]
fn an_output_is_on_the_disk_before_it_has_its_name() {
    let folder = Folder::new();
    let (trace, output) = (folder.path("trace"), folder.path("hello.pexe"));
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hello.pnasm");
    let command = command();
    let traced = Command::new("strace")
        .args([
            "-f",
            "-e",
            "trace=fsync,fdatasync,rename,renameat,renameat2",
        ])
        .args(["-o", &trace])
        .arg(command.get_program())
        .args(["as", program, "-o", &output])
        .output();
    match traced {
        Ok(traced) if traced.status.success() => {}
        Ok(traced) => {
            let said = String::from_utf8_lossy(&traced.stderr);
            return pinnacle_testing::skip::skip(format_args!("strace may not look: {said}"));
        }
        Err(error) => {
            return pinnacle_testing::skip::skip(format_args!("strace cannot be run: {error}"));
        }
    }
    let trace = std::fs::read_to_string(trace).expect("what strace wrote");
    let calls: Vec<&str> = trace
        .lines()
        .filter_map(|line| line.split_once(' ')?.1.trim_start().split('(').next())
        .filter(|call| call.ends_with("sync") || call.starts_with("rename"))
        .collect();
    let kinds: Vec<bool> = calls.iter().map(|call| call.ends_with("sync")).collect();
    assert_eq!(kinds, [true, false, true], "{trace}");
    assert!(std::fs::metadata(&output).is_ok(), "nothing was written");
}
