//! `pinnacle as`, and programs as text for the other commands.

use crate::{Folder, pinnacle, pinnacle_reading, programs};
use std::fs;
use std::path::Path;

/// Returns from `_start`, so that the exit status is 7.
const STATUS_7: &str = "\
module {
  version 1;
  types {
    count 3;
    @t0 = i32;
    @t1 = i32 (i32);
    @t2 = void;
  }
  define external i32 @f0(i32);
  globals {
    count 0;
  }
  valuesymtab {
    @f0 : \"_start\";
  }
  function i32 @f0(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 7;
    }
  %b0:
    ret i32 %c0;
  }
}
";

#[test]
fn a_program_from_text() {
    let folder = Folder::new();
    let text = folder.file("seven.pnasm", STATUS_7);
    let program = folder.path("seven.pexe");
    let seen = pinnacle(&["as", &text, "-o", &program]);
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    assert_eq!(pinnacle(&["run", &program]).status, 7);
    assert!(fs::read(&program).unwrap().starts_with(b"PEXE"));
}

#[test]
fn trailing_bytes_survive_the_text_form() {
    let folder = Folder::new();
    let mut bytes = programs::exit(0);
    bytes.extend_from_slice(b"archive");
    let path = folder.file("game.pexe", &bytes);
    let (text, back) = (folder.path("game.pnasm"), folder.path("back.pexe"));
    pinnacle(&["dis", &path, "-o", &text]).refuses(1, &["P0209"]);
    pinnacle(&["as", &text, "-o", &back]).refuses(1, &["P0209"]);
    assert!(!Path::new(&back).exists());
    let seen = pinnacle(&["as", "--allow-trailing-data", &text, "-o", &back]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert_eq!(fs::read(&back).unwrap(), bytes);
}

#[test]
fn text_is_run_verified_and_examined_like_a_program() {
    let folder = Folder::new();
    let text = folder.file("seven.pnasm", STATUS_7);
    assert_eq!(pinnacle(&["run", &text]).status, 7);
    assert_eq!(
        pinnacle_reading(&["run", "-"], STATUS_7.as_bytes()).status,
        7
    );
    let seen = pinnacle(&["verify", &text]);
    assert_eq!(seen.status, 0, "{}", seen.stdout);
    assert!(seen.stdout.contains("valid (1 function"), "{}", seen.stdout);
    let seen = pinnacle(&["info", &text]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
}

#[test]
fn errors_of_the_text_have_line_column_and_caret() {
    let folder = Folder::new();
    let wrong = STATUS_7
        .replace("ret i32 %c0", "ret i32 %c1")
        .replace("@t2", "@t3");
    let text = folder.file("wrong.pnasm", wrong);
    let program = folder.path("wrong.pexe");
    for command in [
        &["as", &text, "-o", &program][..],
        &["run", &text],
        &["verify", &text],
    ] {
        let seen = pinnacle(command);
        seen.refuses(1, &["wrong.pnasm:7:5: T0201: found @t3, expected @t2"]);
        seen.refuses(1, &["    @t3 = void;\n      ^\n"]);
        seen.refuses(
            1,
            &["error: ", "wrong.pnasm:23:13: T0202: %c1 does not exist"],
        );
    }
    assert!(!Path::new(&program).exists());
}

#[test]
fn an_invalid_program_is_written_only_on_request() {
    let folder = Folder::new();
    let wrong = STATUS_7.replace("blocks 1", "blocks 2");
    let text = folder.file("wrong.pnasm", wrong);
    let program = folder.path("wrong.pexe");
    let seen = pinnacle(&["as", &text, "-o", &program]);
    seen.refuses(1, &["wrong.pnasm:", "P0801", "^", "--no-verify"]);
    assert!(!Path::new(&program).exists());
    let seen = pinnacle(&["verify", &text]);
    assert_eq!(seen.status, 1);
    assert!(
        seen.stdout.contains("wrong.pnasm:24:3: error: P0801"),
        "{}",
        seen.stdout
    );
    assert!(seen.stdout.contains("    }\n    ^\n"), "{}", seen.stdout);
    let seen = pinnacle(&["as", "--no-verify", &text, "-o", &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(pinnacle(&["verify", &program]).status, 1);
}

#[test]
fn records_are_assembled_unchecked() {
    let folder = Folder::new();
    let text = folder.file(
        "broken.txt",
        "header;\nblock 8 width 2 {\n  3: <77, 1>\n} length 9\n",
    );
    let file = folder.path("broken.pexe");
    let seen = pinnacle(&["as", "--records", &text, "-o", &file]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let bytes = fs::read(&file).unwrap();
    assert_eq!(bytes[..8], [0x21, 8, 0, 0, 9, 0, 0, 0]);
    let wrong = folder.file("wrong.txt", "block 8 width 2 {\n  9: <1>\n}\n");
    let seen = pinnacle(&["as", "--records", &wrong, "-o", &file]);
    seen.refuses(1, &["wrong.txt:2:3: T0401", "  9: <1>\n    ^"]);
}

#[test]
fn any_file_comes_back_from_its_records() {
    let folder = Folder::new();
    for (name, bytes) in [
        ("good", programs::hello()),
        ("bad", programs::two_errors()),
        ("other", b"no program at all".to_vec()),
    ] {
        let file = folder.file(name, &bytes);
        let seen = pinnacle(&["dis", "--records", &file]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        let again = folder.path("again");
        let text = folder.file("text", seen.stdout);
        assert_eq!(
            pinnacle(&["as", "--records", &text, "-o", &again]).status,
            0
        );
        assert_eq!(fs::read(&again).unwrap(), bytes, "{name}");
    }
}

#[test]
fn input_that_is_not_text_is_identified() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["as", &program]);
    seen.refuses(2, &["PNaCl bitcode", "expected PNaClAsm", "pinnacle dis"]);
}

#[test]
fn a_slip_before_the_first_brace_is_shown() {
    let folder = Folder::new();
    let text = folder.file("seven.pnasm", format!("# seven\n{STATUS_7}"));
    let seen = pinnacle(&["as", &text]);
    seen.refuses(1, &["seven.pnasm:1:1: T0101", "found `#`", "hint: "]);
    assert_eq!(seen.stderr.matches("T0101").count(), 1, "{}", seen.stderr);
}

#[test]
fn records_are_not_read_from_a_program() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["as", "--records", &program]);
    seen.refuses(2, &["PNaCl bitcode", "expected the notation of records"]);
}
