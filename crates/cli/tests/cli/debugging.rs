//! Source lines in traps, listings, profiles and coverage of programs from `cc -g`.

use crate::{Folder, command, pinnacle};
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::skip::skip;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// A program whose inlined function reads from address 0.
const SOURCE: &str = "\
static int *volatile place;
static volatile int result;

static inline int fetch(int *from) {
  return *from;
}

__attribute__((noinline)) static int work(int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += i & count;
  return total + fetch(place);
}

void _start(int *info) {
  result = work(10 + (info == 0));
}
";

/// The compiled program in a folder, with its debug file.
pub(crate) struct Made {
    pub(crate) folder: Folder,
    pub(crate) program: String,
}

pub(crate) fn made() -> Option<Made> {
    let clang = Tool::newest("clang", 13..=19)?.name;
    let folder = Folder::new();
    let source = folder.file("crash.c", SOURCE);
    let program = folder.path("crash.pexe");
    let cc = |options: &[&str], output: &str| {
        let fixed = [
            "cc",
            "--clang",
            &clang,
            "-O2",
            "-nostdlib",
            &source,
            "-o",
            output,
        ];
        let seen = pinnacle(&[&fixed[..], options].concat());
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
    };
    cc(&["-g"], &program);
    let plain = folder.path("plain.pexe");
    cc(&[], &plain);
    // The program is the same as without debug information.
    assert!(fs::read(&plain).unwrap() == fs::read(&program).unwrap());
    assert!(fs::metadata(folder.path("plain.debug")).is_err());
    Some(Made { folder, program })
}

#[test]
fn the_page_of_explore_has_the_source() {
    let Some(made) = made() else { return };
    let page = made.folder.path("crash.html");
    let seen = pinnacle(&["explore", &made.program, "-o", &page]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let page = fs::read_to_string(page).unwrap();
    // The page has the source lines with code, and those between them.
    for line in [r#"5,"  return *from;"]"#, r#"9,"  int total = 0;"]"#] {
        assert!(page.contains(line), "no {line} in the page");
    }
    assert!(page.contains(r#""name":"work""#), "the name of the source");
}

#[test]
fn a_trap_names_lines_on_every_engine() {
    let Some(made) = made() else { return };
    let place = "crash.c:5:10 in fetch\n       inlined into work at ";
    for engine in ["interp", "tiered", "wasmtime"] {
        let seen = pinnacle(&["run", "--engine", engine, &made.program]);
        assert_eq!(seen.status, 139, "{}", seen.stderr);
        assert!(seen.stderr.contains(place), "{engine}: {}", seen.stderr);
        assert!(seen.stderr.contains("crash.c:12:18"), "{}", seen.stderr);
        assert!(
            seen.stderr.contains("crash.c:16:12 in _start"),
            "{}",
            seen.stderr
        );
    }
    // The compressed program is another file with the same code.
    let small = made.folder.path("small.pexe");
    assert_eq!(
        pinnacle(&["compress", &made.program, "-o", &small]).status,
        0
    );
    let debug = made.folder.path("crash.debug");
    let seen = pinnacle(&["run", "--debug-file", &debug, &small]);
    assert!(seen.stderr.contains(place), "{}", seen.stderr);
}

#[test]
fn a_debug_file_of_another_program_is_not_used() {
    let Some(made) = made() else { return };
    let debug = made.folder.path("crash.debug");
    let bytes = fs::read(&debug).unwrap();
    let hello = made.folder.file("hello.pexe", crate::programs::trap());
    let seen = pinnacle(&["run", "--debug-file", &debug, &hello]);
    assert!(
        seen.stderr.contains("belongs to another build"),
        "{}",
        seen.stderr
    );
    made.folder.file("crash.debug", &bytes[..40]);
    let seen = pinnacle(&["run", &made.program]);
    assert!(seen.stderr.contains("is damaged"), "{}", seen.stderr);
    assert_eq!(seen.status, 139);
    let missing = made.folder.path("missing.debug");
    pinnacle(&["run", "--debug-file", &missing, &hello]).refuses(2, &["cannot read"]);
}

#[test]
fn listings_and_addresses_have_lines() {
    let Some(made) = made() else { return };
    let seen = pinnacle(&["dis", "--source", &made.program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    for words in [
        "crash.c:16:12 in _start",
        "//     total += i & count;",
        "ret void;",
    ] {
        assert!(seen.stdout.contains(words), "no {words} in {}", seen.stdout);
    }
    let seen = pinnacle(&["addr2line", &made.program, "0xc0000000"]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(seen.stdout.starts_with("0xc0000000 @f"), "{}", seen.stdout);
    assert!(seen.stdout.contains("crash.c:"), "{}", seen.stdout);
    pinnacle(&["addr2line", &made.program, "0xbfffffff"]).refuses(2, &["no code at"]);
    pinnacle(&["addr2line", &made.program, "main"]).refuses(2, &["not a place"]);
}

#[test]
fn a_trace_has_lines_between_instructions() {
    let Some(made) = made() else { return };
    let seen = pinnacle(&["run", "--trace", "insts", &made.program]);
    assert!(
        seen.stderr.contains("crash.c:16:12 in _start\n"),
        "{}",
        seen.stderr
    );
}

#[test]
fn coverage_counts_lines_and_without_them_blocks() {
    let Some(made) = made() else { return };
    let lines = made.folder.path("lines.info");
    let run = ["run", "--coverage", &lines, &made.program];
    assert_eq!(pinnacle(&run).status, 139);
    let text = fs::read_to_string(&lines).unwrap();
    assert!(text.contains("FNDA:1,work\n"), "{text}");
    assert!(text.contains("DA:16,1\n"), "{text}");
    assert!(text.ends_with("end_of_record\n"), "{text}");
    let count = |line: &str| {
        let line = text.lines().find_map(|it| it.strip_prefix(line));
        line.and_then(|count| count.parse::<u32>().ok())
    };
    // The loop runs ten times, unrolled or not.
    assert!(
        count("DA:11,").is_some_and(|count| (1..=10).contains(&count)),
        "{text}"
    );
    fs::remove_file(made.folder.path("crash.debug")).unwrap();
    assert_eq!(pinnacle(&run).status, 139);
    let text = fs::read_to_string(&lines).unwrap();
    assert!(
        text.lines().all(|line| line.split(' ').count() == 3),
        "{text}"
    );
}

#[test]
fn a_profile_counts_instructions_by_stack() {
    let Some(made) = made() else { return };
    let stacks = made.folder.path("stacks.txt");
    let run = |file: &str| pinnacle(&["run", "--profile", file, &made.program]);
    assert_eq!(run(&stacks).status, 139);
    let text = fs::read_to_string(&stacks).unwrap();
    assert!(
        text.lines().any(|line| line.starts_with("_start;work ")),
        "{text}"
    );
    let json = made.folder.path("profile.json");
    assert_eq!(run(&json).status, 139);
    let document: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let texts = &document["threads"][0]["stringArray"];
    assert!(
        texts
            .as_array()
            .is_some_and(|texts| texts.contains(&"work".into())),
        "{texts}"
    );
    let engine = [
        "run",
        "--engine",
        "wasmtime",
        "--profile",
        &json,
        &made.program,
    ];
    pinnacle(&engine).refuses(2, &["--profile and --engine wasmtime"]);
}

/// Runs gdb with commands on the program; `None` without gdb.
pub(crate) fn gdb(made: &Made, commands: &[&str]) -> Option<String> {
    gdb_on(made, &[&made.program], commands)
}

/// Runs gdb with commands on a run with these arguments; `None` without gdb.
fn gdb_on(made: &Made, run: &[&str], commands: &[&str]) -> Option<String> {
    let is_there = Command::new("gdb").arg("--version").output().is_ok();
    if !is_there {
        skip("gdb is not installed");
        return None;
    }
    let text = debugged_run(made, run, "gdb", |port| {
        let mut words = vec![String::from("-nx"), "-batch".into()];
        let target = format!("target remote localhost:{port}");
        for command in ["set pagination off", &target].iter().chain(commands) {
            words.extend(["-ex".into(), (*command).into()]);
        }
        words
    });
    Some(text)
}

/// Runs a debugger with these options on the program, which waits at a port. Returns the output of
/// both.
fn debugged(made: &Made, debugger: &str, options: impl FnOnce(&str) -> Vec<String>) -> String {
    debugged_run(made, &[&made.program], debugger, options)
}

/// Runs a debugger on a run with these arguments. Returns the output of both.
fn debugged_run(
    made: &Made,
    words: &[&str],
    debugger: &str,
    options: impl FnOnce(&str) -> Vec<String>,
) -> String {
    let mut running = command()
        .args(["run", "--gdb=0"])
        .args(words)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(running.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let port = line.split("localhost:").nth(1).unwrap();
    let port = port.split('\'').next().unwrap();
    let debug = made.program.replace(".pexe", ".debug");
    let seen = Command::new(debugger)
        .args(options(port))
        .arg(debug)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&seen.stdout).into_owned();
    if !text.contains("_start") {
        // No debugger has connected, so the program still waits.
        running.kill().unwrap();
    }
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    running.wait().unwrap();
    text + &String::from_utf8_lossy(&seen.stderr) + &rest
}

/// Asserts that the texts occur in the output in this order.
#[track_caller]
pub(crate) fn in_order(output: &str, texts: &[&str]) {
    let mut rest = output;
    for text in texts {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("no {text:?} in order in\n{output}");
        };
        rest = after;
    }
}

#[test]
fn gdb_breaks_steps_and_walks_the_stack() {
    let Some(made) = made() else { return };
    let commands = [
        "break work",
        "break crash.c:12",
        "continue",
        "backtrace",
        "info threads",
        "delete 1",
        "continue",
        "stepi",
        "continue",
        "backtrace",
        "x/1xb 0x20000",
        "continue",
    ];
    let Some(output) = gdb(&made, &commands) else {
        return;
    };
    in_order(
        &output,
        &[
            "Breakpoint 1, work",
            "#0  work",
            "#1  0xc0000",
            "_start (",
            "Thread 1",
            "Breakpoint 2, ",
            "fetch (",
            "SIGSEGV",
            "work (",
            "#1  0xc0000",
            "_start (",
            "0x20000:",
            "Program terminated with signal SIGSEGV",
        ],
    );
}

/// A program with variables of several types, compiled without optimisation.
const VARIABLES: &str = "\
namespace shop {
enum Colour { red, green = 5 };
struct Base { int number; };
struct Item : Base {
  const char *name;
  Colour colour;
  unsigned low : 3, high : 5;
};
int counter = 40;
}

static int table[3] = {7, 8, 9};

static int work(shop::Item *item, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += table[i];
  for (long i = 9; i > 8; i--)
    total += i;
  shop::counter += total;
  return total + item->number;
}

extern \"C\" void _start(int *) {
  shop::Item item;
  item.number = 11;
  item.name = \"bolt\";
  item.colour = shop::green;
  item.low = 6;
  item.high = 17;
  alignas(64) int answer = work(&item, 3);
  item.number = answer;
}
";

/// Compiles [`VARIABLES`]; `None` without a clang whose debug information is supported.
pub(crate) fn made_with_variables() -> Option<Made> {
    made_of("variables.cc", VARIABLES)
}

/// Compiles a source without optimisation; `None` without a clang whose debug information is
/// supported.
pub(crate) fn made_of(name: &str, text: &str) -> Option<Made> {
    let clang = Tool::newest("clang", 19..=19)?.name;
    let folder = Folder::new();
    let source = folder.file(name, text);
    let stem = name.split('.').next().unwrap_or(name);
    let program = folder.path(&format!("{stem}.pexe"));
    let options = ["cc", "--clang", &clang, "-O0", "-nostdlib", "-g"];
    let seen = pinnacle(&[&options[..], &[&source, "-o", &program]].concat());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    Some(Made { folder, program })
}

#[test]
fn debug_files_with_variables_are_valid() {
    let Some(made) = made_with_variables() else {
        return;
    };
    let Some(dwarfdump) = Tool::newest("llvm-dwarfdump", 14..=19) else {
        return;
    };
    let debug = made.folder.path("variables.debug");
    let seen = Command::new(dwarfdump.name)
        .args(["--verify", &debug])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&seen.stdout);
    assert!(text.contains("No errors."), "{text}");
}

#[test]
fn lldb_breaks_and_shows_variables() {
    let Some(made) = made_with_variables() else {
        return;
    };
    let Some(lldb) = Tool::newest("lldb", 16..=19) else {
        return;
    };
    let output = debugged(&made, &lldb.name, |port| {
        let mut words = vec![String::from("--no-lldbinit"), "--batch".into()];
        let connect = format!("gdb-remote {port}");
        for command in [
            &*connect,
            "breakpoint set -f variables.cc -l 17",
            "continue",
            "frame variable",
            "thread backtrace",
            "print shop::counter",
            "breakpoint delete 1",
            "next",
            "continue",
        ] {
            words.extend(["-o".into(), command.into()]);
        }
        words
    });
    in_order(
        &output,
        &[
            "stop reason = breakpoint 1.1",
            "(int) count = 3",
            "(int) i = 0",
            "frame #1: 0xc0000",
            "_start(",
            "(int) 40",
            "stop reason = step over",
            "exited with status = 0",
        ],
    );
}

#[test]
fn gdb_shows_and_changes_variables() {
    let Some(made) = made_with_variables() else {
        return;
    };
    let commands = [
        "break 17",
        "continue",
        "info args",
        "info locals",
        "print *item",
        "ptype item",
        "print table[1] + shop::counter",
        "delete 1",
        "break 19",
        "continue",
        "info locals",
        "set var total = 100",
        "watch shop::counter",
        "continue",
        "up",
        "print item.colour",
        "continue",
    ];
    let Some(output) = gdb(&made, &commands) else {
        return;
    };
    in_order(
        &output,
        &[
            "Breakpoint 1, work",
            "item = 0x",
            "count = 3",
            "i = 0\ntotal = 0",
            "{<shop::Base> = {number = 11}, name = 0x",
            "\"bolt\", colour = shop::green, low = 6, high = 17}",
            "struct shop::Item : public shop::Base",
            "const char *name;",
            "unsigned int low : 3;",
            "= 48",
            "Breakpoint 2, work",
            "i = 9\ntotal = 24",
            "Old value = 40",
            "New value = 149",
            "= shop::green",
            "exited normally",
        ],
    );
}

/// A program that writes beyond an array, into the member after it.
pub(crate) const OVERRUN: &str = "\
struct account { char name[8]; int balance; };
static struct account account = {\"\", 40};

static void set_name(const char *name) {
  for (int i = 0; name[i]; i++)
    account.name[i] = name[i];
}

static int check(void) {
  return account.balance == 42;
}

void _start(int *info) {
  set_name(\"ann\");
  account.balance += 2;
  set_name(\"bartholomew\");
  check();
}
";

#[test]
fn gdb_goes_back_to_the_write_that_corrupted_a_structure() {
    let Some(made) = made_of("overrun.c", OVERRUN) else {
        return;
    };
    let recording = made.folder.path("overrun.rec");
    let seen = pinnacle(&["run", "--record", &recording, &made.program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let commands = [
        // gdb cannot go beyond either end of the recording.
        "reverse-stepi",
        "continue",
        "break check",
        "reverse-continue",
        "print account.balance",
        "watch account.balance",
        // Each step goes back to the previous write: three letters that do not fit, then the
        // intended balance.
        "reverse-continue",
        "print i",
        "backtrace",
        "reverse-continue",
        "reverse-continue",
        "print account.balance",
        "delete",
        // Step by lines and by instructions in the loop, and out of it.
        "reverse-next",
        "reverse-step",
        "print name[i - 1]",
        "reverse-stepi",
        "next",
        "reverse-finish",
        "reverse-continue",
        "continue",
        "continue",
    ];
    let Some(output) = gdb_on(&made, &["--replay", &recording], &commands) else {
        return;
    };
    in_order(
        &output,
        &[
            "No more reverse-execution history",
            "No more reverse-execution history",
            "Breakpoint 1, check",
            "= 7824749",
            "Hardware watchpoint 2: account.balance",
            "Old value = 7824749",
            "overrun.c:6",
            "= 10",
            "#0  set_name",
            "#1  0xc0000",
            "_start (",
            "Old value = ",
            "Old value = ",
            "New value = 42",
            "= 42",
            "account.name[i] = name[i]",
            "No more reverse-execution history",
            "No more reverse-execution history",
            "exited normally",
        ],
    );
}

/// A program with a long loop on one line between two calls.
pub(crate) const FAR: &str = "\
static volatile int sum;

static void early(void) {
  sum = 1;
}

static void late(void) {
  sum = -sum;
}

void _start(int *info) {
  early();
  for (int i = 0; i < 800000; i++) sum += i & 1;
  late();
}
";

#[test]
fn gdb_goes_back_over_a_long_way() {
    let Some(made) = made_of("far.c", FAR) else {
        return;
    };
    let recording = made.folder.path("far.rec");
    let seen = pinnacle(&["run", "--record", &recording, &made.program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let commands = [
        "break early",
        "break late",
        "continue",
        "continue",
        "continue",
        "reverse-continue",
        "print sum",
        "reverse-continue",
        "print sum",
        "continue",
        "delete",
        "reverse-finish",
        "reverse-next",
        "continue",
        "watch sum",
        "reverse-continue",
    ];
    let Some(output) = gdb_on(&made, &["--replay", &recording], &commands) else {
        return;
    };
    in_order(
        &output,
        &[
            "Breakpoint 1, early",
            "Breakpoint 2, late",
            "No more reverse-execution history",
            "Breakpoint 2, late",
            "= 400001",
            "Breakpoint 1, early",
            "= 0",
            "Breakpoint 2, late",
            "late();",
            "for (int i = 0",
            "Hardware watchpoint 3: sum",
            "Old value = -400001",
            "New value = 400001",
        ],
    );
}

/// A program with its own allocator, which never frees three blocks.
const LEAK: &str = "\
static char pool[4096];
static unsigned used;

void *malloc(unsigned size) {
  used += size;
  return pool + used - size;
}

void free(void *block) {}

static void keep(void) {
  for (int i = 0; i < 3; i++)
    malloc(100);
}

void _start(int *info) {
  free(malloc(50));
  keep();
}
";

#[test]
fn a_heap_profile_shows_a_leak() {
    let Some(made) = made_of("leak.c", LEAK) else {
        return;
    };
    let stacks = made.folder.path("heap.txt");
    let seen = pinnacle(&["run", "--heap-profile", &stacks, &made.program]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let sums = "heap: 4 blocks of 350 bytes allocated, 3 blocks of 300 bytes held at the end";
    assert!(seen.stderr.contains(sums), "{}", seen.stderr);
    assert_eq!(
        fs::read_to_string(&stacks).unwrap(),
        "allocated;_start;keep;malloc 300\n\
         allocated;_start;malloc 50\n\
         held at the end;_start;keep;malloc 300\n"
    );
    let json = made.folder.path("heap.json");
    pinnacle(&["run", "--heap-profile", &json, &made.program]);
    let document: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let held = &document["threads"][1];
    assert_eq!(held["name"], "held at the end");
    assert_eq!(held["samples"]["weightType"], "bytes");
    assert_eq!(held["samples"]["weight"], serde_json::json!([300]));

    fs::remove_file(made.folder.path("leak.debug")).unwrap();
    let without_names = ["run", "--heap-profile", &stacks, &made.program];
    pinnacle(&without_names).refuses(2, &["needs the names of functions", "cc -g"]);
    let engine = ["run", "--engine", "wasmtime"];
    let code = pinnacle(&[&engine[..], &["--heap-profile", &stacks, &made.program]].concat());
    code.refuses(2, &["--heap-profile and --engine wasmtime"]);
}

#[test]
fn a_trap_leaves_a_core_file_for_gdb() {
    let Some(made) = made() else { return };
    let core = made.folder.path("crash.core");
    let seen = pinnacle(&["run", "--core", &core, &made.program]);
    assert_eq!(seen.status, 139, "{}", seen.stderr);
    let bytes = fs::read(&core).unwrap();
    // A 32-bit ELF file: a core file for i386.
    assert_eq!(bytes[..7], *b"\x7FELF\x01\x01\x01");
    assert_eq!(bytes[16..20], [4, 0, 3, 0]);

    let debug = made.folder.path("crash.debug");
    let commands = ["-nx", "-batch", "-ex", "backtrace", "-ex", "info threads"];
    match Command::new("gdb")
        .args(commands)
        .args([&debug, &core])
        .output()
    {
        Ok(seen) => in_order(
            &String::from_utf8_lossy(&seen.stdout),
            &["SIGSEGV", "fetch (", "work (", "_start (", "LWP 1"],
        ),
        Err(_) => skip("gdb is not installed"),
    }
}

#[test]
fn no_core_file_is_left_without_a_trap() {
    let folder = Folder::new();
    let text = "define void @_start(i32 %info) {\n  ret void\n}\n";
    let (source, core) = (folder.file("end.ll", text), folder.path("end.core"));
    let seen = pinnacle(&["run", "--core", &core, &source]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(fs::metadata(core).is_err());
}

#[test]
fn browsers_get_a_source_map() {
    let Some(made) = made() else { return };
    let (map, module) = (
        made.folder.path("crash.wasm.map"),
        made.folder.path("crash.wasm"),
    );
    let words = [
        "translate",
        "--web-source-map",
        &map,
        &made.program,
        "-o",
        &module,
    ];
    let seen = pinnacle(&words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let document: serde_json::Value = serde_json::from_slice(&fs::read(&map).unwrap()).unwrap();
    let source = document["sources"][0].as_str();
    assert!(
        source.is_some_and(|it| it.ends_with("crash.c")),
        "{document}"
    );
    assert!(
        document["mappings"]
            .as_str()
            .is_some_and(|it| it.contains(',')),
        "{document}"
    );
    let bytes = fs::read(&module).unwrap();
    assert!(bytes.ends_with(b"sourceMappingURL\x0ecrash.wasm.map"));
}
