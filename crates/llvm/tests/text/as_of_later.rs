//! Modules are printed as the disassemblers of LLVM 3.3 to 14 printed them.
//!
//! The texts in `written` are the output of the release. Those of 13 and 14 come from its own
//! disassembler. The earlier ones are ours, checked line by line against the source of the release,
//! because its tools are not available.

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{dialect_of, parse_as_written, print_as_of};
use pinnacle_testing::llvm_tools::Tool;

/// Texts with the releases that print them.
const TEXTS: &[(&str, &str)] = &[
    ("3.3", include_str!("written/3.3.ll")),
    ("3.4", include_str!("written/3.4.ll")),
    ("3.5", include_str!("written/3.5.ll")),
    ("3.6", include_str!("written/3.6.ll")),
    ("3.7", include_str!("written/3.7.ll")),
    ("3.8", include_str!("written/3.8.ll")),
    ("3.9", include_str!("written/3.9.ll")),
    ("4", include_str!("written/4.ll")),
    ("8", include_str!("written/8.ll")),
    ("13", include_str!("written/13.ll")),
    ("14", include_str!("written/14.ll")),
    ("14", include_str!("written/14-more.ll")),
];

/// Reads text as a release did and prints it as another one did.
fn printed(text: &str, from: &str, to: &str) -> Result<String, String> {
    let (from, to) = (dialect_of(from).expect(from), dialect_of(to).expect(to));
    let module = parse_as_written(text.as_bytes(), from).map_err(|errors| errors.to_string())?;
    print_as_of(&module, to, "x.c", 1 << 20).map_err(|error| error.to_string())
}

#[test]
fn what_a_release_printed_is_printed_again() {
    for (release, text) in TEXTS {
        assert_eq!(
            printed(text, release, release).as_deref(),
            Ok(*text),
            "{release}"
        );
    }
}

#[test]
fn the_text_of_a_release_is_printed_as_an_earlier_one_printed_it() {
    let (from, text) = TEXTS[8];
    for (to, expected) in &TEXTS[2..8] {
        let ours = printed(text, from, to);
        assert_eq!(ours.as_deref(), Ok(*expected), "{from} as {to}");
    }
    // Before 3.5 there were no comdats.
    let refused = printed(text, from, "3.4").expect_err("it has one");
    assert_eq!(refused, "LLVM 3.4 cannot express a comdat");
}

#[test]
fn bitcode_is_printed_as_its_release_printed_it() {
    for release in [13, 14] {
        let Some(assembler) = Tool::of_release("llvm-as", release) else {
            continue;
        };
        let name = release.to_string();
        for (_, text) in TEXTS.iter().filter(|(it, _)| *it == name) {
            let bitcode = assembler
                .run(&["-", "-o", "-"], text.as_bytes())
                .expect("it is valid");
            let options = Options {
                as_written: true,
                ..Options::default()
            };
            let module = read(&bitcode, &options).expect("it is read");
            let dialect = dialect_of(&name).expect("it is known");
            let ours = print_as_of(&module, dialect, "x.c", 1 << 20);
            assert_eq!(ours.as_deref(), Ok(*text), "{release}");
        }
    }
}

#[test]
fn what_is_not_kept_is_refused_by_name() {
    let refused = [
        (
            "7",
            "!0 = !DIFile(filename: \"x.c\", directory: \"/\")",
            "the debug information of LLVM 3.7 and later",
        ),
        (
            "3.8",
            "!0 = !{}\ndefine void @f() !dbg !0 {\n  ret void\n}",
            "attached to a global",
        ),
        ("3.2", "$a = comdat any", "LLVM 3.2 cannot express a comdat"),
        (
            "3.4",
            "@x = dllimport global i8, comdat($a)\n$a = comdat any",
            "a comdat",
        ),
        (
            "3.5",
            "!0 = distinct !{}",
            "LLVM 3.5 cannot express a distinct node",
        ),
    ];
    for (release, text, message) in refused {
        let release = if release == "7" { "3.7" } else { release };
        let error = printed(text, release, release).expect_err(text);
        assert!(error.contains(message), "{release}: {error}");
    }
}
