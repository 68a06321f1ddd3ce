//! `pinnacle dis`.

use crate::{Folder, command, pinnacle, pinnacle_reading};
use pinnacle_testing::corpus;
use std::fs;
use std::path::Path;

/// A program as the command prints it.
const TEXT: &str = r#"module {
  version 1;
  types {
    count 3;
    @t0 = i32;
    @t1 = void;
    @t2 = void (i32);
  }
  define external void @f0(i32);
  globals {
    count 0;
  }
  valuesymtab {
    @f0 : "_start";
  }
  function void @f0(i32 %p0) {
    blocks 1;
    constants {
      i32:
        %c0 = i32 -7;
    }
  %b0:
    %v0 = add i32 %p0, %c0;
    ret void;
  }
}
"#;

/// The listing of its function.
const LISTING_OF_FUNCTION: &str = "
      84:0|  1: <65535, 12, 2>          |  function void @f0(i32 %p0) {  
          |                             |                   // BlockID = 12
      92:0|    3: <1, 1>                |    blocks 1;
";

/// Assembles the program into a file.
fn program(folder: &Folder) -> String {
    let text = folder.file("program.pnasm", TEXT);
    let path = folder.path("program.pexe");
    let seen = pinnacle(&["as", &text, "-o", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    path
}

/// Splits each line of a listing into its columns.
fn columns(listing: &str) -> Vec<Vec<&str>> {
    listing
        .lines()
        .map(|line| line.split('|').collect())
        .collect()
}

#[test]
fn assembly_is_what_was_assembled() {
    let folder = Folder::new();
    let seen = pinnacle(&["dis", &program(&folder)]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    };
    assert_eq!(lines(&seen.stdout), lines(TEXT));
}

#[test]
fn text_is_printed_as_the_program_that_it_is() {
    let folder = Folder::new();
    let path = program(&folder);
    let text = folder.file("spaced.pnasm", TEXT.replace("  ", " ").replace(";\n", "; "));
    for options in [&[][..], &["--listing"], &["--listing=records"]] {
        let of_file = pinnacle(&[&["dis", &path], options].concat());
        let of_text = pinnacle(&[&["dis", &text], options].concat());
        assert_eq!((of_text.status, &*of_text.stderr), (0, ""));
        assert_eq!(of_file.stdout, of_text.stdout);
    }
    let wrong = folder.file("wrong.pnasm", TEXT.replace("i32 -7", "i32 x"));
    pinnacle(&["dis", &wrong]).refuses(1, &["wrong.pnasm:20:", "^"]);
}

#[test]
fn a_listing_has_three_columns() {
    let folder = Folder::new();
    let seen = pinnacle(&["dis", "--listing", &program(&folder)]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let rows = columns(&seen.stdout);
    assert!(rows.iter().all(|row| row.len() == 3), "{}", seen.stdout);
    assert!(seen.stdout.contains(LISTING_OF_FUNCTION), "{}", seen.stdout);
    let all = pinnacle(&["dis", "--listing=all", &folder.path("program.pexe")]);
    assert_eq!(all.stdout, seen.stdout);
}

#[test]
fn records_are_the_first_two_columns() {
    let folder = Folder::new();
    let path = program(&folder);
    let seen = pinnacle(&["dis", "--listing=records", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let rows = columns(&seen.stdout);
    assert!(rows.iter().all(|row| row.len() == 2), "{}", seen.stdout);
    // The positions and records are those of the full listing, without its assembly.
    let listing = pinnacle(&["dis", "--listing", &path]).stdout;
    let positions = |rows: &[Vec<&str>]| -> Vec<(String, String)> {
        let rows = rows.iter().filter(|row| row[0].contains(':'));
        rows.map(|row| (row[0].trim().to_owned(), row[1].trim().to_owned()))
            .collect()
    };
    assert_eq!(positions(&rows), positions(&columns(&listing)));
    assert!(!seen.stdout.contains("function"), "{}", seen.stdout);
    pinnacle(&["dis", "--listing=columns", &path]).refuses(2, &["columns", "records"]);
}

#[test]
fn standard_input_and_an_output_file() {
    let folder = Folder::new();
    let path = program(&folder);
    let expected = pinnacle(&["dis", &path]).stdout;
    let seen = pinnacle_reading(&["dis", "-"], &fs::read(&path).unwrap());
    assert_eq!((seen.status, &seen.stdout), (0, &expected));
    let out = folder.path("out.pnasm");
    let seen = pinnacle(&["dis", &path, "-o", &out]);
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    assert_eq!(fs::read_to_string(&out).unwrap(), expected);
    let seen = pinnacle(&["dis", &path, "-o", "-"]);
    assert_eq!(seen.stdout, expected);
    pinnacle(&["dis", &path, "-o", &folder.path("no/out")]).refuses(2, &["no/out"]);
    pinnacle(&["dis", &folder.path("nothing")]).refuses(2, &["nothing"]);
}

#[test]
fn errors_stand_under_their_records() {
    let folder = Folder::new();
    let text = folder.file("bad.pnasm", TEXT.replace("ret void", "ret i32 %v0"));
    let bad = folder.path("bad.pexe");
    assert_eq!(
        pinnacle(&["as", "--no-verify", &text, "-o", &bad]).status,
        0
    );
    for options in [&[][..], &["--listing"], &["--listing=records"]] {
        let seen = pinnacle(&[&["dis", &bad], options].concat());
        seen.refuses(1, &["bad.pexe: ", "P0"]);
        let lines: Vec<&str> = seen.stdout.lines().collect();
        let place = lines.iter().position(|line| line.contains("// error: P0"));
        let place = place.unwrap_or_else(|| panic!("no error in {}", seen.stdout));
        let record = lines[place - 1];
        assert!(
            record.contains("ret i32 %v0;") || record.contains("<10, 1>"),
            "{record}"
        );
        // The text after the error is still printed.
        assert!(lines.len() > place + 1);
    }
}

#[test]
fn a_file_that_breaks_off_is_printed_up_to_there() {
    let folder = Folder::new();
    let mut bytes = fs::read(program(&folder)).unwrap();
    bytes.truncate(bytes.len() - 16);
    let path = folder.file("cut.pexe", &bytes);
    let out = folder.path("cut.txt");
    let seen = pinnacle(&["dis", "--listing", &path, "-o", &out]);
    seen.refuses(1, &["cut.pexe: B0001"]);
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("define external void @f0(i32);"), "{text}");
    assert!(text.contains("// error: B0001"), "{text}");
}

#[test]
fn input_that_is_not_a_program_is_named_as_such() {
    let seen = pinnacle_reading(&["dis", "-"], b"\x7fELF and so on, no program");
    seen.refuses(1, &["standard input: P0101"]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new();
    let path = program(&folder);
    let with = |jobs| pinnacle(&["dis", "--listing", "--jobs", jobs, &path]).stdout;
    assert_eq!(with("1"), with("4"));
}

#[test]
fn colours_appear_on_request_and_never_in_a_file() {
    let folder = Folder::new();
    let path = program(&folder);
    let plain = pinnacle(&["dis", &path]).stdout;
    assert!(!plain.contains('\u{1b}'));
    let seen = pinnacle(&["--color=always", "dis", &path]);
    assert!(seen.stdout.contains("\u{1b}[1mfunction\u{1b}[0m"));
    let out = folder.path("out.pnasm");
    pinnacle(&["--color=always", "dis", &path, "-o", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), plain);
}

#[test]
fn the_name_of_the_original_disassembler() {
    let folder = Folder::new();
    let path = program(&folder);
    let listing = pinnacle(&["dis", "--listing", &path]).stdout;
    for arguments in [
        &["pnacl-bcdis", &path][..],
        &["--color", "never", "pnacl-bcdis", &path],
    ] {
        let seen = pinnacle(arguments);
        assert_eq!((seen.status, &seen.stdout), (0, &listing));
    }
    let records = pinnacle(&["pnacl-bcdis", "--listing=records", &path]);
    assert_eq!(
        records.stdout,
        pinnacle(&["dis", "--listing=records", &path]).stdout
    );
}

/// Runs the command through a link with the name of the original disassembler.
#[test]
fn the_command_under_the_name_of_the_original_disassembler() {
    let folder = Folder::new();
    let path = program(&folder);
    let original = command();
    let original = Path::new(original.get_program());
    let name = match original.extension() {
        Some(extension) => format!("pnacl-bcdis.{}", extension.display()),
        None => "pnacl-bcdis".to_owned(),
    };
    let copy = folder.path(&name);
    // Executing a copy could fail while a child process of another test still holds it open for
    // writing. A link avoids that.
    #[cfg(unix)]
    std::os::unix::fs::symlink(original, &copy).unwrap();
    #[cfg(not(unix))]
    fs::copy(original, &copy).unwrap();
    let output = std::process::Command::new(copy).arg(&path).output();
    let output = output.unwrap();
    assert!(output.status.success());
    let listing = pinnacle(&["dis", "--listing", &path]).stdout;
    assert_eq!(String::from_utf8(output.stdout).unwrap(), listing);
}

#[test]
fn an_archive_is_refused_without_output() {
    let folder = Folder::new();
    let archive = folder.file("libm.a", "!<arch>\n");
    let out = folder.path("out.pnasm");
    pinnacle(&["dis", &archive, "-o", &out]).refuses(2, &["archive", "takes one"]);
    assert!(!Path::new(&out).exists());
}

#[test]
fn old_bitcode_is_printed_as_its_release_printed_it() {
    let Some(ages) = corpus::folder("llvm-ages") else {
        return;
    };
    let path = ages.join("2.6/Assembler-2002-03-08-NameCollision2.bc");
    let path = path.to_string_lossy();
    let seen = pinnacle(&["dis", "--as-of", "2.6", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let (first, rest) = seen.stdout.split_once('\n').expect("there are lines");
    assert_eq!(first, format!("; ModuleID = '{path}'"));
    let spaces = " ".repeat(24);
    assert!(rest.starts_with(&format!(
        "\n@Var = external global i32{spaces}; <i32*> [#uses=0]\n"
    )));
}

#[test]
fn old_assembly_is_printed_as_a_release_printed_it() {
    let folder = Folder::new();
    let text =
        "@x = global i32* null\ndefine void @f() {\n  store i32 7, i32* undef\n  unwind\n}\n";
    let path = folder.file("x.ll", text);
    let seen = pinnacle(&["dis", "--as-of", "2.6", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let expected = format!(
        "; ModuleID = '{path}'\n\n\
         @x = global i32* null                             ; <i32**> [#uses=0]\n\n\
         define void @f() {{\n  store i32 7, i32* undef\n  unwind\n}}\n"
    );
    assert_eq!(seen.stdout, expected);
}

#[test]
fn a_release_is_refused_for_files_that_it_has_no_text_for() {
    let folder = Folder::new();
    let program = program(&folder);
    let seen = pinnacle(&["dis", "--as-of", "2.6", &program]);
    assert_ne!(seen.status, 0);
    assert!(
        seen.stderr.contains("is not LLVM bitcode"),
        "{}",
        seen.stderr
    );
    let text = "define void @f() {\n  fence seq_cst\n  ret void\n}\n";
    let text = folder.file("x.ll", text);
    let refused = pinnacle(&["dis", "--as-of", "2.6", &text]);
    refused.refuses(1, &["x.ll: LLVM 2.6 cannot express an atomic access"]);
    let text = folder.file("y.ll", "@x = global i32* %y\n");
    let refused = pinnacle(&["dis", "--as-of", "2.6", &text]);
    refused.refuses(1, &["y.ll:1:18", "expected a constant"]);
    let seen = pinnacle(&["dis", "--as-of", "1.9", &program]);
    assert_eq!(seen.status, 2);
}

#[test]
fn lines_of_json_are_a_module_and_its_functions() {
    let folder = Folder::new();
    let path = program(&folder);
    let seen = pinnacle(&["dis", "--json", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let lines: Vec<&str> = seen.stdout.lines().collect();
    let [module, function] = lines[..] else {
        panic!("{}", seen.stdout);
    };
    assert!(module.starts_with(r#"{"schema":"dis/1","module":{"file":"#));
    let expected = concat!(
        r#"{"schema":"dis/1","function":{"name":"@f0","symbol":"_start","type":"void (i32)","#,
        r#""position":672,"parameters":[{"name":"%p0","type":"i32"}],"#,
        r#""constants":[{"name":"%c0","type":"i32","value":"-7"}],"#,
        r#""blocks":[{"name":"%b0","instructions":["#,
        r#"{"position":896,"opcode":"add","result":"%v0","type":"i32","operands":["#,
        r#"{"role":"lhs","name":"%p0","type":"i32"},"#,
        r#"{"role":"rhs","name":"%c0","type":"i32","constant":"-7"}]},"#,
        r#"{"position":928,"opcode":"ret","operands":[],"targets":[]}]}]}}"#,
    );
    assert_eq!(function, expected);
    let alone = pinnacle(&["dis", "--json", "--function", "_start", &path]);
    assert_eq!(alone.stdout.trim_end(), function);
}

const TWICE: &str = "\
@puts = global i32 0

declare i32 @other(i32)

define i32 @twice(i32 %value) nounwind {
entry:
  %sum = add i32 %value, 7
  %same = call i32 @other(i32 %sum)
  ret i32 %sum
}

define void @f() {
  ret void
}
";

#[test]
fn lines_of_json_are_a_module_of_llvm() {
    let folder = Folder::new();
    let path = folder.file("today.ll", TWICE);
    let seen = pinnacle(&["dis", "--json", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let lines: Vec<&str> = seen.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", seen.stdout);
    assert!(lines[0].contains(
        r#"{"name":"@other","type":"i32 (i32)","linkage":"external","declared":true,"intrinsic":false}"#
    ));
    assert_eq!(
        lines[1],
        concat!(
            r#"{"schema":"dis-llvm/1","global":{"name":"@puts","type":"i32","linkage":"external","#,
            r#""kind":"variable","constant":false,"value":"0"}}"#
        )
    );
    assert!(lines[2].contains(concat!(
        r#"{"opcode":"call","result":"%same","type":"i32","callee":"@other","#,
        r#""operands":[{"role":"argument","name":"%sum","type":"i32"}],"#,
        r#""text":"call i32 @other(i32 %sum)"}"#
    )));
    let alone = pinnacle(&["dis", "--json", "--function", "@f", &path]);
    assert_eq!(alone.stdout.trim_end(), lines[3]);
    // LLVM 1.x modules are upgraded first.
    let old = folder.file("old.ll", "implementation\nvoid %f() {\n  ret void\n}\n");
    let seen = pinnacle(&["dis", "--json", "--function", "f", &old]);
    assert_eq!(seen.stdout, alone.stdout);
}

#[test]
fn one_function_of_a_module_of_llvm() {
    let folder = Folder::new();
    let path = folder.file("today.ll", TWICE);
    let seen = pinnacle(&["dis", "--function", "twice", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert_eq!(
        seen.stdout,
        concat!(
            "define i32 @twice(i32 %value) #0 {\nentry:\n  %sum = add i32 %value, 7\n",
            "  %same = call i32 @other(i32 %sum)\n  ret i32 %sum\n}\n\n",
            "attributes #0 = { nounwind }\n"
        )
    );
    let seen = pinnacle(&["dis", "--function", "none", &path]);
    seen.refuses(2, &["today.ll has no function none"]);
    let seen = pinnacle(&["dis", "--function", "other", &path]);
    seen.refuses(2, &["today.ll declares other, but has no body for it"]);
}

#[test]
fn lines_of_json_end_with_the_error_of_a_program_that_is_cut() {
    let folder = Folder::new();
    let path = program(&folder);
    let mut bytes = fs::read(&path).expect("a program");
    bytes.truncate(bytes.len() - 8);
    let cut = folder.file("cut.pexe", bytes);
    let seen = pinnacle(&["dis", "--json", &cut]);
    assert_eq!(seen.status, 1, "{}", seen.stderr);
    let last = seen.stdout.lines().last().unwrap_or_default();
    assert!(
        last.starts_with(r#"{"schema":"dis/1","error":{"code":"#),
        "{last}"
    );
}
