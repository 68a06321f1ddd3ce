//! `pinnacle translate`.

use crate::{Folder, Seen, command, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::skip::skip;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

/// Translates a program with options. Returns the report and the module.
fn translate(program: &[u8], options: &[&str]) -> (Value, Vec<u8>) {
    let folder = Folder::new();
    let path = folder.file("program.pexe", program);
    let module = folder.path("program.wasm");
    let words = [&["translate", "--json", &path, "-o", &module], options].concat();
    let seen = pinnacle(&words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let report = serde_json::from_str(&seen.stdout).expect("JSON");
    (report, fs::read(module).unwrap())
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.join(name).to_str().expect("text").to_owned()
}

#[test]
fn a_module_goes_to_a_file_or_to_standard_output() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let module = folder.path("hello.wasm");
    let seen = pinnacle(&["translate", &path, "-o", &module]);
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    let bytes = fs::read(&module).unwrap();
    assert!(bytes.starts_with(MAGIC));
    for arguments in [&["translate", &path][..], &["translate", &path, "-o", "-"]] {
        let output = command().args(arguments).output().unwrap();
        assert!(output.stdout == bytes, "{arguments:?}");
    }
}

#[test]
fn the_module_does_not_depend_on_the_number_of_threads() {
    let one = translate(&programs::strings(), &["--jobs", "1"]);
    assert!(one.1 == translate(&programs::strings(), &["--jobs", "3"]).1);
}

#[test]
fn the_report_says_what_the_module_is_like() {
    let program = programs::hello();
    let (report, module) = translate(&program, &[]);
    assert_eq!(report["size"], program.len());
    assert_eq!(report["output_size"], module.len());
    assert_eq!(report["to"], "wasm");
    assert_eq!(report["functions"], 2, "_start and what initialises memory");
    assert!(report["imports"].as_u64().unwrap() > 90, "{report}");
    assert!(report["code_size"].as_u64().unwrap() > 100, "{report}");
    assert!(report["name_size"].as_u64().unwrap() > 100, "{report}");
    assert_eq!(report["memory"]["shared"], false);
    assert_eq!(report["memory"]["stack"], 16 << 20);
    assert_eq!(report["features"], serde_json::json!([]));
}

#[test]
fn names_can_be_left_out() {
    let names = |module: &[u8]| module.windows(6).any(|window| window == b"_start");
    let (with, whole) = translate(&programs::hello(), &[]);
    let (without, stripped) = translate(&programs::hello(), &["--strip"]);
    assert_eq!(without["name_size"], 0);
    let saved = with["name_size"].as_u64().unwrap();
    assert!(stripped.len() as u64 <= whole.len() as u64 - saved);
    assert!(names(&stripped), "it is still exported");
}

#[test]
fn the_stack_has_the_requested_size() {
    let (report, _) = translate(&programs::hello(), &["--stack", "64k"]);
    assert_eq!(report["memory"]["stack"], 64 << 10);
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let words = [
        "translate",
        "--stack",
        "4294901760",
        &path,
        "-o",
        &folder.path("x.wasm"),
    ];
    pinnacle(&words).refuses(1, &["its stack", "with --stack"]);
}

#[test]
fn memory_is_shared_by_programs_with_threads_or_on_request() {
    let shared = |file: &str, threads: &str| {
        let folder = Folder::new();
        let module = folder.path("x.wasm");
        let file = example(file);
        let words = [
            "translate",
            "--json",
            &file,
            "-o",
            &module,
            "--threads",
            threads,
        ];
        let report: Value = serde_json::from_str(&pinnacle(&words).stdout).unwrap();
        report["memory"]["shared"].as_bool().unwrap()
    };
    assert!(shared("threads.pnasm", "auto"));
    assert!(!shared("threads.pnasm", "off"));
    assert!(!shared("hello.pnasm", "auto"));
    assert!(shared("hello.pnasm", "on"));
}

#[test]
fn the_source_map_leads_from_code_to_instructions() {
    let folder = Folder::new();
    let path = folder.file("trap.pexe", programs::trap());
    let [module, map] = ["trap.wasm", "trap.json"].map(|name| folder.path(name));
    let seen = pinnacle(&["translate", "--source-map", &map, &path, "-o", &module]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let map: Value = serde_json::from_slice(&fs::read(&map).unwrap()).unwrap();
    assert_eq!(map["format"], "pinnacle-source-map");
    assert_eq!(map["version"], 1);
    assert_eq!(map["module"]["size"], fs::read(&module).unwrap().len());
    assert_eq!(map["program"]["size"], fs::read(&path).unwrap().len());
    let number = |value: &Value| value.as_u64().unwrap();
    let functions = map["functions"].as_array().unwrap();
    let start = functions
        .iter()
        .find(|function| function["name"] == "_start")
        .unwrap();
    let code = start["code"].as_array().unwrap();
    assert!(code.len() > 3, "{map}");
    let mut before = number(&start["start"]);
    for entry in code {
        assert!(
            number(&entry[0]) >= before && number(&entry[0]) < number(&start["end"]),
            "{map}"
        );
        before = number(&entry[0]);
    }
    // The report of `run` on the trap has the position of the call.
    let report = pinnacle(&["run", &path]).stderr;
    let found = code.iter().any(|entry| {
        let bit = number(&entry[3]);
        let place = format!("@f{} ", start["function"]);
        report.contains(&place)
            && report.contains(&format!("%b{} at {}:{}:", entry[1], bit / 8, bit % 8))
    });
    assert!(found, "{map}\n{report}");
}

#[test]
fn text_is_translated_too() {
    let text = fs::read(example("hello.pnasm")).unwrap();
    let folder = Folder::new();
    let module = folder.path("hello.wasm");
    let seen = pinnacle_reading(&["translate", "-", "-o", &module], &text);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(fs::read(&module).unwrap().starts_with(MAGIC));
}

#[test]
fn a_failed_translation_writes_no_file() {
    let folder = Folder::new();
    let out = folder.path("out.wasm");
    let bad = folder.file("bad.pexe", programs::two_errors());
    pinnacle(&["translate", &bad, "-o", &out]).refuses(1, &["P0813"]);
    pinnacle(&["translate", "no-such-file", "-o", &out]).refuses(2, &["no-such-file"]);
    assert!(fs::metadata(&out).is_err());
    let good = folder.file("good.pexe", programs::hello());
    pinnacle(&["translate", &good, "-o", &folder.path("no/such")]).refuses(2, &["cannot write"]);
}

#[test]
fn two_results_do_not_go_to_one_place() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    pinnacle(&["translate", "--json", &path]).refuses(2, &["both", "-o FILE"]);
    let out = folder.path("x");
    let words = ["translate", "--source-map", &out, &path, "-o", &out];
    pinnacle(&words).refuses(2, &["both"]);
}

/// Translates a program and runs it with the host in `examples`; `None` if there
/// is no Node.
fn run_with_node(program: &str, arguments: &[&str], input: &[u8]) -> Option<Seen> {
    let folder = Folder::new();
    let module = folder.path("program.wasm");
    let seen = pinnacle(&["translate", program, "-o", &module]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let input = fs::File::open(folder.file("input", input)).unwrap();
    let output = Command::new("node")
        .arg(example("host.mjs"))
        .arg(&module)
        .args(arguments)
        .stdin(input)
        .output();
    match output {
        Ok(output) => Some(Seen::new(output)),
        Err(error) => {
            skip(format_args!("node cannot be run: {error}"));
            None
        }
    }
}

/// The host has a single thread, so it lacks the interface for threads. The program calls a
/// function of it nevertheless.
#[test]
fn a_host_in_javascript_names_the_missing_interface() {
    let Some(seen) = run_with_node(&example("threads.pnasm"), &[], b"") else {
        return;
    };
    assert_eq!(seen.status, 134, "{}", seen.stderr);
    let (trap, hint) = seen.stderr.split_once("hint: ").expect("a hint");
    assert!(trap.starts_with("trap: "), "{trap}");
    assert!(hint.contains("nacl-irt-thread-0.1"), "{hint}");
}

#[test]
fn a_host_in_javascript_runs_what_was_translated() {
    let cases = [
        ("hello.pnasm", &b""[..], "Hello from a .pexe!\n"),
        ("count.pnasm", b"two words\nand a line\n", "2 5 21\n"),
    ];
    for (file, input, expected) in cases {
        let Some(seen) = run_with_node(&example(file), &[], input) else {
            return;
        };
        assert_eq!((seen.status, &*seen.stderr), (0, ""), "{file}");
        assert_eq!(seen.stdout, expected, "{file}");
    }
}

#[test]
fn a_host_in_javascript_gives_arguments_and_the_status() {
    let folder = Folder::new();
    let exit = folder.file("exit.pexe", programs::exit(42));
    let strings = folder.file("strings.pexe", programs::strings());
    let trap = folder.file("trap.pexe", programs::trap());
    let Some(seen) = run_with_node(&exit, &[], b"") else {
        return;
    };
    assert_eq!((seen.status, &*seen.stderr), (42, ""));
    let seen = run_with_node(&strings, &["a", "b c"], b"").unwrap();
    assert!(
        seen.stdout.ends_with("/program.wasm\na\nb c\n"),
        "{}",
        seen.stdout
    );
    let seen = run_with_node(&trap, &[], b"").unwrap();
    assert_eq!(seen.status, 134);
    assert!(
        seen.stderr.starts_with("trap: unreachable"),
        "{}",
        seen.stderr
    );
}

/// Regression test: the report had only offsets in the code.
#[test]
fn a_host_in_javascript_names_the_instruction_of_a_trap_by_the_source_map() {
    let folder = Folder::new();
    let program = folder.file("null.pexe", programs::null_load());
    let (module, map) = (folder.path("null.wasm"), folder.path("null.map.json"));
    let seen = pinnacle(&["translate", "--source-map", &map, &program, "-o", &module]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let host = example("host.mjs");
    let Ok(output) = Command::new("node").args([&host, &module]).output() else {
        skip("node cannot be run");
        return;
    };
    let found = Seen::new(output);
    assert_eq!(found.status, 134, "{}", found.stderr);
    // The interpreter reports the same place, followed by the text of the instruction.
    let expected = pinnacle(&["run", "--engine", "interp", &program]);
    let place = expected
        .stderr
        .lines()
        .find(|line| line.starts_with("  in @f"));
    let (place, _) = place.and_then(|line| line.split_once(": ")).unwrap();
    assert!(
        found.stderr.contains(place),
        "{}\n{}",
        found.stderr,
        expected.stderr
    );
}

/// The host must pass flags to V8 when Node starts, because newer releases of Node exit if a flag
/// is set later.
#[test]
fn a_host_in_javascript_says_which_node_cannot_compile_a_module() {
    let folder = Folder::new();
    // A function section that refers to a missing type.
    let module = folder.file("bad.wasm", b"\0asm\x01\0\0\0\x03\x02\x01\x07");
    let host = example("host.mjs");
    let text = fs::read_to_string(&host).unwrap();
    assert!(!text.contains("setFlagsFromString"));
    let Ok(output) = Command::new("node").args([&host, &module]).output() else {
        skip("node cannot be run");
        return;
    };
    let seen = Seen::new(output);
    assert_eq!(seen.status, 2, "{}", seen.stderr);
    assert!(seen.stderr.starts_with("error: Node "), "{}", seen.stderr);
    assert!(seen.stderr.contains("cannot compile"), "{}", seen.stderr);
}

/// A bad address gives an error number, and a stack overflow gives a trap. Neither crashes the
/// host.
#[test]
fn a_host_in_javascript_takes_bad_addresses_and_deep_calls_for_what_they_are() {
    let folder = Folder::new();
    let hello = fs::read_to_string(example("hello.pnasm")).unwrap();
    let writes_from = |address: &str| {
        let text = hello.replace("(i32 %c1, i32 @g0,", &format!("(i32 %c1, i32 {address},"));
        let constant = "%c5 = i32 32;\n        %c6 = i32 -16;";
        text.replacen("%c5 = i32 32;", constant, 1)
    };
    let bad = folder.file("bad.pnasm", writes_from("%c6"));
    let Some(seen) = run_with_node(&bad, &[], b"") else {
        return;
    };
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    let deep = "module {
  version 1;
  types {
    count 3;
    @t0 = void;
    @t1 = i32;
    @t2 = void (i32);
  }
  define external void @f0(i32);
  globals {
    count 0;
  }
  valuesymtab {
    @f0 : \"_start\";
  }
  function void @f0(i32 %p0) {
    blocks 1;
  %b0:
    call void @f0(i32 %p0);
    ret void;
  }
}
";
    let deep = folder.file("deep.pnasm", deep);
    let seen = run_with_node(&deep, &[], b"").unwrap();
    assert_eq!(seen.status, 134, "{}", seen.stderr);
    let said = "trap: the host's stack is used up";
    assert!(seen.stderr.starts_with(said), "{}", seen.stderr);
}
