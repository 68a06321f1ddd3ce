//! Messages about wrong use of the command.

use crate::{Folder, pinnacle, pinnacle_reading, programs};

#[test]
fn no_command_shows_the_help() {
    let seen = pinnacle::<&str>(&[]);
    assert_eq!(seen.status, 2);
    assert!(seen.stderr.contains("Usage: pinnacle"), "{}", seen.stderr);
}

#[test]
fn a_file_where_a_command_is_expected() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    pinnacle(&[&file]).refuses(2, &["unrecognized", &format!("pinnacle run {file}")]);
    let nothing = pinnacle(&["nothing"]);
    assert!(
        !nothing.stderr.contains("pinnacle run"),
        "{}",
        nothing.stderr
    );
}

/// Regression test: `rnu` gave no hint, and `version` was corrected to `verify`.
#[test]
fn a_misspelled_command() {
    pinnacle(&["rnu"]).refuses(2, &["unrecognized", "did you mean `pinnacle run`?"]);
    pinnacle(&["help", "verfy"]).refuses(2, &["did you mean `pinnacle verify`?"]);
    let version = pinnacle(&["version"]);
    assert_eq!(version.status, 0, "{}", version.stderr);
    assert_eq!(version.stdout, pinnacle(&["--version"]).stdout);
}

/// Regression test: the messages came from the parsers of numbers and of JSON.
#[test]
fn invalid_values_of_options() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    for (option, value, expected) in [
        ("--seed", "abc", "expected a whole number from 0 to"),
        ("--seed", "-1", "expected a whole number from 0 to"),
        ("--memory", "1k", "expected at least 64k, one page"),
        (
            "--post",
            "hello",
            "a string needs quotes; in most shells, write '\"hello\"'",
        ),
        ("--post", "{1}", "this is not JSON: key must be a string"),
    ] {
        pinnacle(&["run", option, value, &file]).refuses(2, &[option, expected]);
    }
}

/// Regression test: the message said that a folder is missing.
#[test]
fn an_address_where_a_file_is_expected() {
    let address = "https://example.org/game.pexe";
    let words = [address, "is a URL, expected a file", "curl -LO"];
    pinnacle(&["run", address]).refuses(2, &words);
}

/// Regression test: the message came from LLVM's tool.
#[test]
fn a_text_has_no_symbols() {
    let folder = Folder::new();
    let file = folder.file("note.txt", "milk, bread\n");
    pinnacle(&["nm", &file]).refuses(2, &["is a text, expected a program, an object"]);
}

#[test]
fn no_file() {
    for command in ["run", "info", "verify"] {
        pinnacle(&[command]).refuses(2, &["<FILE>", "Usage: pinnacle"]);
    }
}

#[test]
fn a_file_that_does_not_exist() {
    for command in ["run", "info", "verify"] {
        pinnacle(&[command, "no-such-file"]).refuses(2, &["cannot read no-such-file"]);
        pinnacle(&[command, "no-such-folder/x"]).refuses(2, &["no folder no-such-folder"]);
    }
}

#[test]
fn a_file_without_its_extension() {
    let folder = Folder::new();
    folder.file("hello.pexe", programs::hello());
    pinnacle(&["run", &folder.path("hello")]).refuses(2, &["hint: there is ", "hello.pexe"]);
}

#[test]
fn a_directory() {
    let folder = Folder::new();
    let path = folder.path("");
    pinnacle(&["run", &path]).refuses(2, &["is a directory, expected a .pexe file"]);
    folder.file("inside.pexe", programs::hello());
    pinnacle(&["run", &path]).refuses(2, &["hint: it holds", "inside.pexe"]);
}

/// Asserts that `run` refuses a file with these words, and that `verify` and `info` fail on it.
#[track_caller]
fn refused(bytes: &[u8], words: &[&str]) {
    let folder = Folder::new();
    let path = folder.file("file", bytes);
    pinnacle(&["run", &path]).refuses(1, words);
    for command in ["verify", "info"] {
        let seen = pinnacle(&[command, &path]);
        assert_eq!(seen.status, 1, "{command}");
        for word in words {
            assert!(seen.stdout.contains(word), "{word:?} in {}", seen.stdout);
        }
    }
}

#[test]
fn an_empty_file() {
    refused(b"", &["P0101", "the file is empty", "hint: "]);
}

#[test]
fn a_nexe() {
    let nexe = b"\x7fELF\x02\x01\x01\x7b\0\0\0\0\0\0\0\0\x02\0\x3e\0";
    refused(nexe, &["P0101", ".nexe", "hint: ", "pnacl-translate"]);
}

#[test]
fn a_gzip() {
    let folder = Folder::new();
    let path = folder.file("file", b"\x1f\x8b\x08\0\0\0\0\0");
    for command in ["run", "verify", "info"] {
        let words = &["its gzip data is damaged", "hint: ", "cut short"];
        pinnacle(&[command, &path]).refuses(1, words);
    }
}

#[test]
fn a_zip() {
    let folder = Folder::new();
    let path = folder.file("file", b"PK\x03\x04\x14\0");
    for command in ["run", "verify", "info"] {
        let words = &["the zip archive is damaged", "hint: ", "cut short"];
        pinnacle(&[command, &path]).refuses(1, words);
    }
}

#[test]
fn llvm_bitcode() {
    // `info` accepts the file and names its kind.
    let folder = Folder::new();
    let file = folder.file("module.bc", b"BC\xc0\xde\x21\x0c\0\0");
    let words = ["P0105", "LLVM bitcode", "pinnacle finalize"];
    pinnacle(&["translate", &file]).refuses(1, &words);
    // `run` finalises the module, which fails here.
    pinnacle(&["run", &file]).refuses(1, &["V0004"]);
    let seen = pinnacle(&["verify", &file]);
    assert_eq!(seen.status, 1);
    for word in words {
        assert!(seen.stdout.contains(word), "{word:?} in {}", seen.stdout);
    }
}

#[test]
fn a_manifest() {
    let text = br#"{"program": {"portable": {"pnacl-translate": {"url": "app.pexe"}}}}"#;
    let folder = Folder::new();
    let path = folder.file("file", text);
    pinnacle(&["run", &path]).refuses(1, &["P0101", "manifest", "hint: it names app.pexe"]);
    // These commands look for the program that the manifest names, which is missing.
    for command in ["verify", "info", "stats", "dis"] {
        let seen = pinnacle(&[command, &path]);
        assert_eq!(seen.status, 2, "{command}: {}", seen.stderr);
        assert!(seen.stderr.contains("app.pexe"), "{}", seen.stderr);
    }
    refused(
        br#"{"program": {"x86-64": {"url": "app.nexe"}}}"#,
        &["P0101", "manifest", "hint: it names no program for PNaCl"],
    );
}

#[test]
fn a_web_page() {
    refused(
        b"<!DOCTYPE html>\n<title>404</title>",
        &["P0101", "hint: ", "error page"],
    );
}

#[test]
fn assembly_text() {
    let folder = Folder::new();
    let file = folder.file("file", b"define i32 @main() {\n");
    for command in ["run", "dis"] {
        let words = ["file:1:20: Y0102", "'{' is not closed"];
        pinnacle(&[command, &file]).refuses(1, &words);
    }
}

#[test]
fn any_other_file() {
    refused(
        b"\x01\x02\x03\x04",
        &["P0101", "does not begin with \"PEXE\""],
    );
}

#[test]
fn a_truncated_program() {
    let bytes = programs::hello();
    refused(&bytes[..bytes.len() / 2], &["ends", "hint: ", "cut short"]);
    refused(&bytes[..16], &["hint: ", "cut short"]);
    refused(&bytes[..10], &["P0102", "hint: ", "cut short"]);
}

#[test]
fn a_program_of_a_newer_version() {
    let mut bytes = programs::hello();
    bytes[12] = 3;
    refused(&bytes, &["P0104", "version 3", "newer than version 2"]);
}

#[test]
fn a_folder_for_the_program_that_does_not_exist() {
    let folder = Folder::new();
    let hello = folder.file("hello.pexe", programs::hello());
    let missing = folder.path("missing");
    let words = ["cannot open the folder", "missing", "hint: --dir takes"];
    pinnacle(&["run", "--dir", &missing, &hello]).refuses(2, &words);
    pinnacle(&["run", "--dir", &hello, &hello]).refuses(2, &["cannot open the folder"]);
    pinnacle(&["run", "--dir", "a:rw", &hello]).refuses(2, &["--dir", "unknown option \"rw\""]);
    pinnacle(&["run", "--dir", "", &hello]).refuses(2, &["--dir"]);
}

#[test]
fn values_that_options_do_not_take() {
    for (option, value, words) in [
        ("--env", "=x", "no name before"),
        ("--env", "NO_SUCH_VARIABLE_HERE", "no variable"),
        ("--memory", "12x", "expected a number of bytes"),
        ("--memory", "5g", "32-bit address space"),
        ("--stack", "0", "more than 0"),
        ("--timeout", "10d", "expected a number and a unit"),
        ("--fuel", "much", "invalid"),
        ("--engine", "steam", "interp"),
        ("--trace", "everything", "calls"),
    ] {
        pinnacle(&["run", option, value, "x.pexe"]).refuses(2, &[option, words]);
    }
    pinnacle(&["run", "--trace-output", "f", "x.pexe"]).refuses(2, &["--trace"]);
    pinnacle(&["verify", "-", "-"]).refuses(2, &["only once"]);
}

#[test]
fn memory_that_is_too_small() {
    let folder = Folder::new();
    let hello = folder.file("hello.pexe", programs::hello());
    pinnacle(&["run", "--memory", "1m", &hello]).refuses(2, &["its stack", "with --memory"]);
}

#[test]
fn standard_input_is_refused_like_a_file() {
    pinnacle_reading(&["run", "-"], b"").refuses(1, &["standard input: ", "the file is empty"]);
}
