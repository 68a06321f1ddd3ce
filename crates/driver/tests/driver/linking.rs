//! Objects and archives from clang that are linked.

use crate::surroundings::Surroundings;
use pinnacle_driver::symbols::{self, Definition};
use pinnacle_llvm::{bitcode, print};
use std::fs;
use std::process::Command;

/// Returns the symbols that the module with this name defines and that others can see, sorted.
fn defined(surroundings: &Surroundings, name: &str) -> Vec<String> {
    let bytes = fs::read(surroundings.path(name)).unwrap();
    let symbols = symbols::of_bitcode(&bytes).unwrap();
    let mut names: Vec<String> = symbols.defined.into_iter().map(|(name, _)| name).collect();
    names.sort();
    names
}

/// The program that most tests link: it needs `a` and defines `b`.
const START: (&str, &str) = (
    "start",
    "int a(int); int b(int x) { return x + 1; } void _start(int *x) { *x = a(*x); }",
);

#[test]
fn members_that_are_needed_are_linked() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        START,
        (
            "a",
            "int b(int); int c(int); int a(int x) { return b(c(x)); }",
        ),
        ("c", "int c(int x) { return x * 3; }"),
        ("d", "int nowhere(int); int d(int x) { return nowhere(x); }"),
    ]);
    for (options, name) in [
        ("rcs", "gnu.a"),
        ("--format=bsd rcs", "bsd.a"),
        ("rcST", "thin.a"),
    ] {
        it.archive(options, name, &["d.o", "c.o", "a.o"]);
        it.cc(&format!("-nostdlib -emit-llvm %start.o %{name} -o %out.bc"))
            .unwrap();
        assert_eq!(defined(&it, "out.bc"), ["_start", "a", "b", "c"], "{name}");
    }
}

#[test]
fn archives_are_one_group() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        START,
        ("a", "int c(int); int a(int x) { return c(x); }"),
        ("c", "int e(int); int c(int x) { return e(x); }"),
        ("e", "int e(int x) { return x; }"),
    ]);
    it.archive("rcs", "first.a", &["e.o", "a.o"]);
    it.archive("rcs", "second.a", &["c.o"]);
    it.cc("-nostdlib -emit-llvm %second.a %first.a %start.o -o %out.bc")
        .unwrap();
    assert_eq!(defined(&it, "out.bc"), ["_start", "a", "b", "c", "e"]);
}

#[test]
fn whole_archives_and_roots_are_linked_unasked() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        ("start", "void _start(int *x) {}"),
        ("a", "int a(void) { return 1; }"),
        ("c", "int c(void) { return 2; }"),
    ]);
    it.archive("rcs", "x.a", &["a.o", "c.o"]);
    let link = |options: &str| {
        it.cc(&format!(
            "-nostdlib -emit-llvm %start.o {options} -o %out.bc"
        ))
        .unwrap();
        defined(&it, "out.bc")
    };
    assert_eq!(link("%x.a"), ["_start"]);
    assert_eq!(link("-u c %x.a"), ["_start", "c"]);
    assert_eq!(link("-Wl,--whole-archive,-u,a %x.a"), ["_start", "a", "c"]);
}

#[test]
fn an_optimised_program_keeps_only_its_start() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[START, ("a", "int b(int); int a(int x) { return b(x); }")]);
    it.cc("-O2 -nostdlib -emit-llvm %start.o %a.o -o %out.bc")
        .unwrap();
    assert_eq!(defined(&it, "out.bc"), ["_start"]);
}

#[test]
fn exports_stay_beside_the_start_of_an_optimised_program() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        START,
        ("a", "int b(int); int a(int x) { return b(x); }"),
        ("c", "int limit = 3; int c(int x) { return x * limit; }"),
    ]);
    it.archive("rcs", "libc.a", &["c.o"]);
    it.cc("-O2 -nostdlib -emit-llvm --export c,limit %start.o %a.o %libc.a -o %out.bc")
        .unwrap();
    assert_eq!(defined(&it, "out.bc"), ["_start", "c", "limit"]);
    let error = it
        .cc("-nostdlib --export nowhere %start.o %a.o -o %out.bc")
        .unwrap_err();
    assert_eq!(error.messages(), ["nowhere is not defined anywhere"]);
}

/// The wrapper is in the same module as a use of the symbol that it wraps.
#[test]
fn uses_of_a_wrapped_symbol_go_to_its_wrapper() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        (
            "start",
            "int b(int); int __real_b(int); int __wrap_b(int x) { return __real_b(x) + 100; }
             void _start(int *x) { *x = b(*x); }",
        ),
        ("b", "int b(int x) { return x + 1; }"),
    ]);
    it.cc("-O0 -nostdlib -emit-llvm -Wl,--wrap=b %start.o %b.o -o %out.bc")
        .unwrap();
    assert_eq!(defined(&it, "out.bc"), ["__wrap_b", "_start", "b"]);
    let bytes = fs::read(it.path("out.bc")).unwrap();
    let text = print(&bitcode::read(&bytes, &bitcode::Options::default()).unwrap());
    let calls: Vec<&str> = (text.lines().filter(|line| line.contains(" call ")))
        .map(|line| line.split('@').nth(1).unwrap_or_default())
        .map(|callee| callee.split('(').next().unwrap_or_default())
        .collect();
    assert_eq!(calls, ["b", "__wrap_b"], "{text}");
}

#[test]
fn functions_that_intrinsics_call_are_linked() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        (
            "start",
            "void _start(double *x) { *x = __builtin_elementwise_floor(*x); }",
        ),
        ("floor", "double floor(double x) { return x; }"),
        ("ceil", "double ceil(double x) { return x; }"),
    ]);
    let object = symbols::of_bitcode(&fs::read(it.path("start.o")).unwrap()).unwrap();
    assert_eq!(object.undefined, ["floor"]);
    it.archive("rcs", "libm.a", &["ceil.o", "floor.o"]);
    for level in ["-O0", "-O2"] {
        it.cc(&format!(
            "{level} -nostdlib -emit-llvm %start.o -L% -lm -o %out.bc"
        ))
        .unwrap();
        assert_eq!(defined(&it, "out.bc"), ["_start", "floor"]);
    }
}

#[test]
fn undefined_symbols_are_told_with_who_needs_them() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        START,
        ("a", "int gone(int); int a(int x) { return gone(x); }"),
        (
            "c",
            "int gone(int); extern int lost; int c(int x) { return gone(lost); }",
        ),
    ]);
    it.archive("rcs", "x.a", &["a.o"]);
    assert_eq!(
        it.fails("-nostdlib %start.o %c.o %x.a -o %out.pexe"),
        [
            "lost is not defined anywhere, and needed by c.o",
            "gone is not defined anywhere, and needed by c.o, x.a(a.o)"
        ]
    );
    assert!(!it.path("out.pexe").exists());
    it.cc("-r %start.o %c.o %x.a -o %whole.o").unwrap();
    assert_eq!(defined(&it, "whole.o"), ["_start", "a", "b", "c"]);
}

#[test]
fn missing_cxx_symbols_give_a_hint() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "x.cc",
        "extern \"C\" void _start(int **x) { *x = new int; }",
    );
    let error = it.cc("-nostdlib %x.cc -o %out.pexe").unwrap_err();
    assert!(error.messages()[0].starts_with("_Znwj is not defined anywhere"));
    assert!(error.help().unwrap().contains("pinnacle c++"));
}

#[test]
fn a_library_that_is_nowhere_has_to_be_built() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.c", "void _start(int *x) {}");
    let error = it.cc("-nostdlib %x.c -lown -o %out.pexe").unwrap_err();
    assert_eq!(error.messages(), ["the library -lown was not found"]);
    assert!(error.help().unwrap().contains("pinnacle configure"));
}

#[test]
fn a_library_of_a_port_is_hinted_at() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.c", "void _start(int *x) {}");
    let error = it.cc("-nostdlib %x.c -lz -lpng -o %out.pexe").unwrap_err();
    let expected =
        "--use-port=zlib,libpng adds them, or PINNACLE_USE_PORT=zlib,libpng for a makefile";
    assert_eq!(error.help(), Some(expected));
}

#[test]
fn symbols_that_are_defined_twice_are_told() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        START,
        ("a", "int a(int x) { return x; } int b(int x) { return x; }"),
        ("weak", "__attribute__((weak)) int a(int x) { return 0; }"),
    ]);
    assert_eq!(
        it.fails("-nostdlib %start.o %a.o %weak.o -o %out.pexe"),
        ["b is defined in start.o and in a.o"]
    );
}

#[test]
fn weak_and_common_symbols_are_told_apart() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "x.c",
        "int common; int strong = 1; __attribute__((weak)) int weak = 2; static int own;
         extern int needed; extern int perhaps __attribute__((weak));
         int *all(int i) { int *p[] = {&common, &own, &needed, &perhaps}; return p[i]; }",
    );
    it.cc("-c -fcommon %x.c -o %x.o").unwrap();
    let symbols = symbols::of_bitcode(&fs::read(it.path("x.o")).unwrap()).unwrap();
    let find = |name: &str| {
        let mut found = symbols.defined.iter().filter(|(it, _)| it == name);
        found.next().map(|&(_, definition)| definition)
    };
    assert_eq!(find("common"), Some(Definition::Common));
    assert_eq!(find("strong"), Some(Definition::Strong));
    assert_eq!(find("weak"), Some(Definition::Weak));
    assert_eq!(find("all"), Some(Definition::Strong));
    assert_eq!(find("own"), None);
    assert_eq!(symbols.undefined, ["needed"]);
}

#[test]
fn objects_of_other_machines_are_told() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[START]);
    it.write("elf.o", b"\x7fELF\x02\x01\x01\0");
    it.write("done.pexe", b"PEXE\x01\0");
    it.archive("rcS", "mixed.a", &["elf.o"]);
    assert_eq!(
        it.fails("-nostdlib %start.o %elf.o %mixed.a %done.pexe %none.o -o %out.pexe"),
        [
            "elf.o is an object of another machine (ELF), but only LLVM bitcode can be linked",
            "mixed.a(elf.o) is an object of another machine (ELF), but only LLVM bitcode can be linked",
            "done.pexe is a finished program (.pexe), but only LLVM bitcode can be linked",
            "cannot read none.o: No such file or directory (os error 2)",
        ]
    );
}

#[test]
fn objects_of_the_original_linker_become_a_program() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "object.ll",
        "target triple = \"le32-unknown-nacl\"
         define void @_start(ptr %info) { unreachable }
         !OutputFormat = !{!0}
         !0 = !{!\"object\"}",
    );
    it.cc("-nostdlib %object.ll -o %out.pexe").unwrap();
    let program = fs::read(it.path("out.pexe")).unwrap();
    assert!(program.starts_with(b"PEXE"));
}

#[test]
fn bitcode_for_other_machines_is_told() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[START]);
    it.write("a.c", "int a(int x) { return x; }");
    let native = Command::new("clang-19")
        .args(["--target=i386-linux-gnu", "-c", "-emit-llvm"])
        .arg(it.path("a.c"))
        .arg("-o")
        .arg(it.path("a.o"))
        .status();
    assert!(native.unwrap().success());
    let messages = it.fails("-nostdlib %start.o %a.o -o %out.pexe");
    assert_eq!(messages.len(), 1);
    assert!(messages[0].starts_with("a.o was compiled for i386-"));
}

#[test]
fn text_is_linked_too() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[START]);
    it.write(
        "a.ll",
        "target triple = \"le32-unknown-nacl\"\ndefine i32 @a(i32 %x) { ret i32 %x }\n",
    );
    it.cc("-nostdlib -emit-llvm %start.o %a.ll -o %out.bc")
        .unwrap();
    assert_eq!(defined(&it, "out.bc"), ["_start", "a", "b"]);
    let dis = Command::new("llvm-dis-19").arg(it.path("out.bc")).output();
    assert!(dis.unwrap().status.success());
}

#[test]
fn without_a_sysroot_the_error_says_how_to_build_one() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[START]);
    let error = it.cc("%start.o -o %out.pexe").unwrap_err();
    assert!(error.messages()[0].contains("lacks crt1.o, libc.a, libm.a, libpthread.a"));
    assert!(error.help().unwrap().contains("pinnacle sysroot build"));
}

#[test]
fn optional_symbols_of_the_sysroot_stay() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.objects(&[
        (
            "start",
            "int use(void); int hook(void) { return 7; } int unused(void) { return 8; } \
             void _start(int *x) { *x = use(); }",
        ),
        (
            "use",
            "int hook(void) __attribute__((weak)); int use(void) { return hook ? hook() : 0; }",
        ),
    ]);
    fs::create_dir_all(it.path("../sysroot/lib")).unwrap();
    it.archive("rcs", "../sysroot/lib/libuse.a", &["use.o"]);
    // Code of the sysroot is linked after the rest has been optimised.
    it.cc("--driver-mode=g++ -fno-exceptions -O2 -nostdlib -emit-llvm %start.o -luse -o %out.bc")
        .unwrap();
    let defined = defined(&it, "out.bc");
    assert!(defined.contains(&"hook".to_owned()), "{defined:?}");
    assert!(!defined.contains(&"unused".to_owned()), "{defined:?}");
}
