//! Commands that take LLVM 1.x bytecode and assembly.

use crate::{Folder, pinnacle, pinnacle_reading};
use serde_json::Value;
use std::fs;

/// A module as the disassembler of LLVM 1.3 prints it.
const TEXT: &str = "\
target endian = big
%counter = internal global int 7\t\t; <int*> [#uses=2]

implementation   ; Functions:

declare int %puts(sbyte*)

int %next(int %step) {
\t%old = load int* %counter\t\t; <int> [#uses=1]
\t%new = add int %old, %step\t\t; <int> [#uses=2]
\tstore int %new, int* %counter
\tret int %new
}
";

/// Assembles the module in the last bytecode format. Returns the path.
fn assembled(folder: &Folder) -> String {
    let path = folder.path("counter.bc");
    let seen = pinnacle_reading(&["as", "-", "-o", &path], TEXT.as_bytes());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    path
}

fn json(arguments: &[&str]) -> Value {
    let seen = pinnacle(arguments);
    serde_json::from_str(&seen.stdout).expect("JSON")
}

#[test]
fn text_goes_to_a_file_and_back() {
    let folder = Folder::new();
    let path = assembled(&folder);
    assert!(fs::read(&path).unwrap().starts_with(b"llvm\x01\0\0\0"));
    let seen = pinnacle(&["dis", &path]);
    assert_eq!((seen.status, &*seen.stdout), (0, TEXT));
}

#[test]
fn every_format_can_be_written() {
    let folder = Folder::new();
    for (format, version) in [
        ("v0-llvm1.0", 0),
        ("v0", 0),
        ("v1", 1),
        ("v2", 2),
        ("v3", 3),
    ] {
        let path = folder.path(format);
        let arguments = ["as", "--format", format, "-", "-o", &path];
        let seen = pinnacle_reading(&arguments, TEXT.as_bytes());
        assert_eq!((seen.status, &*seen.stderr), (0, ""), "{format}");
        let answer = json(&["info", "--json", &path]);
        assert_eq!(answer[0]["bytecode"]["version"], version, "{format}");
        let seen = pinnacle(&["dis", "--style", "v3", &path]);
        assert_eq!(seen.stdout, TEXT, "{format}");
    }
    let style = pinnacle(&["dis", &folder.path("v0-llvm1.0")]);
    assert!(
        style.stdout.contains("; No predecessors!"),
        "{}",
        style.stdout
    );
}

#[test]
fn formats_of_compressed_files_can_be_written_so() {
    let folder = Folder::new();
    let (plain, packed) = (folder.path("plain.bc"), folder.path("packed.bc"));
    for arguments in [
        &["as", "--format", "v6", "-", "-o", &plain][..],
        &["as", "--format", "v6", "--compress", "-", "-o", &packed],
    ] {
        let seen = pinnacle_reading(arguments, TEXT.as_bytes());
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
    }
    let (plain_bytes, packed_bytes) = (fs::read(&plain).unwrap(), fs::read(&packed).unwrap());
    assert!(packed_bytes.starts_with(b"llvc0"));
    assert_eq!(packed_bytes[5..], plain_bytes[4..]);
    // The first line contains the name of the file.
    let text = |path: &str| pinnacle(&["dis", path]).stdout.replace(path, "");
    assert_eq!(text(&plain), text(&packed));
    let refused = ["as", "--format", "v3", "--compress", "-", "-o", &packed];
    let seen = pinnacle_reading(&refused, TEXT.as_bytes());
    assert_ne!(seen.status, 0);
    assert!(
        seen.stderr.contains("are not compressed"),
        "{}",
        seen.stderr
    );
    assert_eq!(fs::read(&packed).unwrap(), packed_bytes);
}

#[test]
fn compressed_files_are_refused_if_they_take_too_much_memory() {
    const COMMANDS: [&[&str]; 8] = [
        &["dis"],
        &["upgrade"],
        &["info"],
        &["verify"],
        &["stats"],
        &["finalize", "-o", "-"],
        &["freeze", "-o", "-"],
        &["run"],
    ];
    let folder = Folder::new();
    let text = format!(
        "%x = global [300000 x sbyte] c\"{}\"\n",
        "A".repeat(300_000)
    );
    let bomb = folder.path("bomb.bc");
    let made = ["as", "--format", "v6", "--compress", "-", "-o", &bomb];
    let seen = pinnacle_reading(&made, text.as_bytes());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let bytes = fs::read(&bomb).unwrap();
    assert!(bytes.starts_with(b"llvc2BZh") && bytes.len() < 1000);
    for command in COMMANDS {
        let seen = pinnacle(&[command, &["--memory", "256k", &bomb]].concat());
        seen.refuses(
            1,
            &[
                "bomb.bc: L0206",
                "takes 3000",
                "limit of 262144",
                "--memory SIZE",
            ],
        );
    }
    let seen = pinnacle(&["upgrade", "--memory", "1m", &bomb]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(seen.stdout.contains("@x = global [300000 x i8]"));
}

#[test]
fn the_order_of_names_survives_the_text() {
    // The file has its two symbol tables in the opposite order.
    const NAMES: &str = "%a = global int 1\n%b = global long 2\n";
    const ORDER: &str = "; order: format 3\n; order: names long*, int*\n";
    let folder = Folder::new();
    let assembled = |name: &str, text: &str| {
        let path = folder.path(name);
        let seen = pinnacle_reading(&["as", "-", "-o", &path], text.as_bytes());
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        (fs::read(&path).unwrap(), path)
    };
    let (usual, usual_path) = assembled("usual.bc", NAMES);
    let (other, other_path) = assembled("other.bc", &format!("{NAMES}{ORDER}"));
    assert_ne!(usual, other);
    let plain = pinnacle(&["dis", &usual_path]).stdout;
    assert_eq!(pinnacle(&["dis", &other_path]).stdout, plain);
    assert_eq!(
        pinnacle(&["dis", "--keep-order", &usual_path]).stdout,
        plain
    );
    let kept = pinnacle(&["dis", "--keep-order", &other_path]).stdout;
    assert_eq!(kept, format!("{plain}{ORDER}"));
    assert_eq!(assembled("again.bc", &kept).0, other);
}

#[test]
fn info_says_what_a_module_is_and_needs() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let seen = pinnacle(&["info", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    for line in [
        "format        LLVM bytecode, format 3 (LLVM 1.3)",
        "target        big endian, any pointers",
        "functions     1 defined, 1 declared",
        "needs         %puts",
    ] {
        assert!(seen.stdout.contains(line), "{}", seen.stdout);
    }
    let answer = json(&["info", "--json", &path]);
    assert_eq!(answer[0]["format"], "llvm-bytecode");
    assert_eq!(answer[0]["bytecode"]["endianness"], "big");
    assert_eq!(answer[0]["bytecode"]["instructions"], 4);
    assert_eq!(answer[0]["bytecode"]["needs"][0], "puts");
    let text = folder.file("counter.ll", TEXT);
    let of_text = json(&["info", "--json", &text]);
    assert_eq!(of_text[0]["format"], "llvm-1-assembly");
    assert_eq!(of_text[0]["bytecode"]["version"], Value::Null);
}

#[test]
fn verify_takes_files_and_texts() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let seen = pinnacle(&["verify", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stdout);
    assert!(
        seen.stdout.contains("valid (bytecode of format 3"),
        "{}",
        seen.stdout
    );
    let wrong = TEXT.replace("load int* %counter", "load int* %missing");
    let wrong = folder.file("wrong.ll", wrong);
    let seen = pinnacle(&["verify", &wrong]);
    assert_eq!(seen.status, 1);
    assert!(seen.stdout.contains("wrong.ll:9:"), "{}", seen.stdout);
    let answer = json(&["verify", "--json", &path, &wrong]);
    assert_eq!(answer[0]["valid"], true);
    assert_eq!(answer[1]["errors"][0]["line"], 9);
}

#[test]
fn an_error_of_a_rule_shows_function_and_instruction() {
    let folder = Folder::new();
    let wrong = TEXT.replace("\tret int %new\n", "\tbr label %0\n");
    let path = folder.file("wrong.ll", wrong);
    let seen = pinnacle(&["verify", &path]);
    let lines: Vec<&str> = seen.stdout.lines().collect();
    assert!(lines[0].contains("(%next, block 0"), "{}", seen.stdout);
    assert_eq!(lines.last(), Some(&&*format!("{path}: not valid, 1 error")));
    let answer = json(&["verify", "--json", &path]);
    assert_eq!(answer[0]["errors"][0]["block"], 0);
}

#[test]
fn a_damaged_file_is_refused_with_its_place() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let bytes = fs::read(&path).unwrap();
    let half = folder.file("half.bc", &bytes[..bytes.len() / 2]);
    for verb in ["dis", "upgrade"] {
        pinnacle(&[verb, &half]).refuses(1, &["half.bc: L0102 at byte 8"]);
    }
    let answer = json(&["verify", "--json", &half]);
    assert_eq!(answer[0]["errors"][0]["byte"], 8);
    let seen = pinnacle(&["info", &half]);
    assert_eq!(seen.status, 1);
    assert!(seen.stdout.contains("L0102"), "{}", seen.stdout);
}

#[test]
fn invalid_text_is_assembled_only_on_request() {
    let folder = Folder::new();
    // Only the verifier detects this error, not the assembler.
    let wrong = TEXT.replace("\tret int %new\n", "\tbr label %0\n");
    let path = folder.path("wrong.bc");
    let seen = pinnacle_reading(&["as", "-", "-o", &path], wrong.as_bytes());
    seen.refuses(1, &["nothing was written"]);
    assert!(!fs::exists(&path).unwrap());
    let arguments = ["as", "--no-verify", "-", "-o", &path];
    assert_eq!(pinnacle_reading(&arguments, wrong.as_bytes()).status, 0);
    assert_eq!(pinnacle(&["verify", &path]).status, 1);
}

#[test]
fn text_of_a_format_that_is_told_is_verified_as_text() {
    let folder = Folder::new();
    // The text gives no hint of its language.
    let (text, path) = (
        folder.file("empty.ll", "; nothing\n"),
        folder.path("empty.bc"),
    );
    let seen = pinnacle(&["as", "--format", "v3", &text, "-o", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(pinnacle(&["verify", &path]).status, 0);
}

#[test]
fn files_without_statistics_do_not_keep_others_from_theirs() {
    let folder = Folder::new();
    let text = folder.file("counter.ll", TEXT);
    let seen = pinnacle(&["stats", &text, &assembled(&folder)]);
    seen.refuses(2, &["expected bytecode"]);
    assert!(seen.stdout.contains("%next"), "{}", seen.stdout);
}

#[test]
fn statistics_add_up() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let size = fs::metadata(&path).unwrap().len();
    let answer = json(&["stats", "--json", &path]);
    let bytes = answer[0]["bytecode"]["bytes"].as_object().unwrap();
    let total: u64 = bytes.values().map(|bytes| bytes.as_u64().unwrap()).sum();
    assert_eq!((total, answer[0]["size"].as_u64()), (size, Some(size)));
    let seen = pinnacle(&["stats", &path]);
    assert!(seen.stdout.contains("%next"), "{}", seen.stdout);
    let listing = pinnacle(&["dis", "--listing", &path]);
    assert!(listing.stdout.contains("module info"), "{}", listing.stdout);
    pinnacle(&["dis", "--records", &path]).refuses(2, &["no records"]);
}

#[test]
fn upgrading_gives_text_of_today() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let new = folder.path("counter.new.ll");
    let seen = pinnacle(&["upgrade", &path, "-o", &new]);
    assert_eq!((seen.status, &*seen.stderr, &*seen.stdout), (0, "", ""));
    let text = fs::read_to_string(&new).unwrap();
    for line in [
        "target datalayout = \"E",
        "@counter = internal global i32 7",
        "declare i32 @puts(ptr)",
        "define i32 @next(i32 %step) {",
        "%old = load i32, ptr @counter",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let typed = pinnacle(&["upgrade", "--typed-pointers", &path]);
    assert!(typed.stdout.contains("i8*"), "{}", typed.stdout);
    let of_text = pinnacle_reading(&["upgrade", "-"], TEXT.as_bytes());
    assert!(of_text.stdout.contains("@counter"), "{}", of_text.stdout);
}

#[test]
fn other_commands_say_what_to_do() {
    let folder = Folder::new();
    let path = assembled(&folder);
    let out = folder.path("out");
    pinnacle(&["compress", &path, "-o", &out]).refuses(1, &["LLVM 1.x bytecode"]);
    pinnacle(&["translate", &path, "-o", &out]).refuses(1, &["pinnacle upgrade"]);
    // A complete program for a little-endian machine would run.
    pinnacle(&["run", &path]).refuses(1, &["F0001", "is for another machine"]);
    let hello = folder.file("hello.txt", "hello");
    pinnacle(&["upgrade", &hello]).refuses(2, &["expected LLVM bytecode or bitcode"]);
}
