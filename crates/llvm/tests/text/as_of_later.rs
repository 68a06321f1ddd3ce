//! Modules are printed as the disassemblers of LLVM 3.3 to 14 printed them.
//!
//! The texts in `written` are the output of the release. Those of 5 to 7 and 9 to 14 come from its
//! own printer. The others were written by hand and checked line by line against the source of the
//! release.

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{dialect_of, parse_as_written, print_as_of};
use pinnacle_testing::llvm_tools::Tool;

/// Texts, each with the releases that print it.
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
    ("5", include_str!("written/5.ll")),
    ("6", include_str!("written/6.ll")),
    ("7", include_str!("written/7.ll")),
    ("9", include_str!("written/9.ll")),
    ("10", include_str!("written/10.ll")),
    ("11", include_str!("written/11.ll")),
    ("12", include_str!("written/12.ll")),
    ("13", include_str!("written/13.ll")),
    ("14", include_str!("written/14.ll")),
    ("14", include_str!("written/14-more.ll")),
    ("4", include_str!("written/debug-4.ll")),
    ("5", include_str!("written/debug-5.ll")),
    ("6", include_str!("written/debug-6.ll")),
    ("7", include_str!("written/debug-7.ll")),
    ("8", include_str!("written/debug-8.ll")),
    ("9", include_str!("written/debug-9.ll")),
    ("10", include_str!("written/debug-10.ll")),
    ("11", include_str!("written/debug-11.ll")),
    ("14", include_str!("written/debug-14.ll")),
];

/// Reads text as a release did and prints it as another one did.
fn printed(text: &str, from: &str, to: &str) -> Result<String, String> {
    let (from, to) = (dialect_of(from).expect(from), dialect_of(to).expect(to));
    let module = parse_as_written(text.as_bytes(), from).map_err(|errors| errors.to_string())?;
    print_as_of(&module, to, "x.c", 1 << 20).map_err(|error| error.to_string())
}

#[test]
fn output_of_a_release_is_printed_again() {
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
    let is_8 = |(release, _): &&(&str, &str)| *release == "8";
    let &(from, text) = TEXTS.iter().find(is_8).expect("8 is there");
    for (to, expected) in TEXTS.iter().take_while(|it| !is_8(it)).skip(2) {
        let ours = printed(text, from, to);
        assert_eq!(ours.as_deref(), Ok(*expected), "{from} as {to}");
    }
    // Comdats do not exist before 3.5.
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
fn lost_constructs_are_refused_by_name() {
    let refused = [
        (
            "3.6",
            "!0 = !DIFile(filename: \"x.c\", directory: \"/\")",
            "LLVM 3.6 cannot express DIFile",
        ),
        (
            "7",
            "!0 = !DILocation(line: 1, scope: !1, isImplicitCode: true)\n!1 = !{}",
            "LLVM 7 cannot express isImplicitCode",
        ),
        (
            "14",
            "!0 = !DINothing()",
            "!DINothing is not a kind of node",
        ),
        (
            "3.7",
            "!0 = !{}\ndefine void @f() !dbg !0 {\n  ret void\n}",
            "LLVM 3.7 cannot express metadata of a function",
        ),
        ("3.2", "$a = comdat any", "LLVM 3.2 cannot express a comdat"),
        (
            "3.4",
            "@x = dllimport global i8, comdat($a)\n$a = comdat any",
            "a comdat",
        ),
        (
            "5",
            "@x = dso_local global i8 0",
            "LLVM 5 cannot express `dso_local`",
        ),
        (
            "8",
            "@x = global i8 0, partition \"p\"",
            "LLVM 8 cannot express a partition",
        ),
        (
            "9",
            "define i8 @f(i8 %x) {\n  %y = freeze i8 %x\n  ret i8 %y\n}",
            "LLVM 9 cannot express `freeze`",
        ),
        (
            "10",
            "@x = global bfloat 0xR3F80",
            "LLVM 10 cannot express the type bfloat",
        ),
        (
            "11",
            "declare void @f(i8* sret(i8))",
            "LLVM 11 cannot express `sret` with a type",
        ),
        (
            "12",
            "declare void @f(i8* byval)",
            "LLVM 12 cannot express `byval` without a type",
        ),
        (
            "12",
            "define void @f(i8* %p) {\n  %x = atomicrmw add i8* %p, i8 1 seq_cst, align 1\n  \
             ret void\n}",
            "LLVM 12 cannot express an atomic update with an alignment",
        ),
        (
            "3.5",
            "!0 = distinct !{}",
            "LLVM 3.5 cannot express a distinct node",
        ),
    ];
    for (release, text, message) in refused {
        let error = printed(text, release, release).expect_err(text);
        assert!(error.contains(message), "{release}: {error}");
    }
}

/// Nodes are numbered in the order of the operands in their release.
#[test]
fn debug_information_is_printed_as_another_release_printed_it() {
    let of = |release: &str| {
        let name = |&&(it, text): &&(&str, &str)| it == release && text.contains("!DILocation");
        TEXTS.iter().find(name).expect(release).1
    };
    // The attributes of intrinsics differ, and are kept.
    for (from, to) in [("10", "9"), ("7", "6")] {
        let ours = printed(of(from), from, to).expect("the release has everything");
        let nodes = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with('!'));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(nodes(&ours), nodes(of(to)), "{from} as {to}");
    }
}

/// Functions and calls state their address space if the data layout has one for programs.
#[test]
fn errors_name_the_address_space_of_programs() {
    let text = "target datalayout = \"P3\"\n\ndeclare void @g() addrspace(3)\n\n\
                define void @f() addrspace(0) {\n  call addrspace(3) void @g()\n  ret void\n}\n";
    let expected = format!("; ModuleID = 'x.c'\n{text}");
    assert_eq!(printed(text, "8", "8").as_deref(), Ok(&*expected));
    // Without `addrspace`, the data layout determines the address space.
    let short = text.replace("@g() addrspace(3)", "@g()");
    let short = short.replace("call addrspace(3) void", "call void");
    assert_eq!(printed(&short, "8", "8").as_deref(), Ok(&*expected));
    let error = printed(text, "7", "7").expect_err("7 has no such word");
    assert!(error.contains("a function in an address space"), "{error}");
}

/// LLVM 10 and earlier read only 64-bit enumerators.
#[test]
fn enumerators_have_up_to_128_bits_since_11() {
    let nodes = [
        "!0 = !DIEnumerator(name: \"all\", value: 340282366920938463463374607431768211455, \
         isUnsigned: true)\n",
        "!1 = !DIEnumerator(name: \"low\", value: -170141183460469231731687303715884105728)\n",
        "!2 = !DIEnumerator(name: \"small\", value: -1)\n",
    ];
    let text = format!("!x = !{{!0, !1, !2}}\n\n{}", nodes.concat());
    for release in ["11", "14"] {
        let ours = printed(&text, release, release).expect(release);
        assert!(ours.ends_with(&nodes.concat()), "{ours}");
    }
    for (from, to) in [("10", "10"), ("14", "10")] {
        let error = printed(&text, from, to).expect_err("it is too large");
        assert!(error.contains("more than 64 bits"), "{error}");
    }
    if let Some(tool) = Tool::of_release("llvm-as", 19) {
        let bitcode = tool.assemble(false, text.as_bytes()).expect("it is valid");
        let options = Options {
            as_written: true,
            ..Options::default()
        };
        let module = read(&bitcode, &options).expect("it is read");
        let dialect = dialect_of("14").expect("it is offered");
        let ours = print_as_of(&module, dialect, "x.c", 1 << 20).expect("it is short");
        assert!(ours.ends_with(&nodes.concat()), "{ours}");
    }
}
