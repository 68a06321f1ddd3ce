//! Sources that are compiled to objects and text.

use crate::surroundings::Surroundings;
use pinnacle_llvm::bitcode;
use std::fs;

#[test]
fn objects_are_bitcode_for_the_target() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.c", "long f(long *p) { return *p + sizeof p; }");
    it.cc("-c -O2 %x.c -o %x.o").unwrap();
    let file = fs::read(it.path("x.o")).unwrap();
    let summary = bitcode::identify(&file).unwrap();
    assert_eq!(summary.target_triple, b"le32-unknown-nacl");
}

#[test]
fn old_c_gives_warnings() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "x.c",
        "f(a) { char *p = g(a, 2.5); return p == 0; }\nint h(char *p) { return p; }",
    );
    it.cc("-c -w %x.c -o %x.o").unwrap();
    let option = "-Werror=implicit-function-declaration";
    assert!(it.cc(&format!("-c {option} %x.c -o %x.o")).is_err());
    it.write("x.cpp", "int f() { return g(); }");
    assert!(it.cc("-c -w %x.cpp -o %x.o").is_err());
}

#[test]
fn loops_are_not_made_vectors() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "x.c",
        "void f(float *restrict a, float *restrict b) { for (int i = 0; i < 1024; i++) a[i] += b[i]; }",
    );
    it.cc("-S -O3 %x.c -o %x.ll").unwrap();
    let text = fs::read_to_string(it.path("x.ll")).unwrap();
    assert!(text.contains("fadd float"));
    assert!(!text.contains("x float>"));
}

#[test]
fn headers_of_the_sysroot_come_last() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    for (folder, header, text) in [
        ("../sysroot/include", "both.h", "int of_sysroot;"),
        ("../sysroot/include", "one.h", "int only_of_sysroot;"),
        ("own", "both.h", "int own;"),
    ] {
        fs::create_dir_all(it.path(folder)).unwrap();
        it.write(&format!("{folder}/{header}"), text);
    }
    it.write(
        "x.c",
        "#include <both.h>\n#include <one.h>\n#include <stdarg.h>\n",
    );
    it.cc("-E -P -isystem %own %x.c -o %x.i").unwrap();
    let text = fs::read_to_string(it.path("x.i")).unwrap();
    assert!(
        text.starts_with("int own;\nint only_of_sysroot;\n"),
        "{text}"
    );
}

#[test]
fn a_source_with_errors_makes_no_object() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("good.c", "int f(void) { return 1; }");
    it.write("bad.c", "int f(void) { return }");
    // Clang has already reported the error.
    assert_eq!(it.fails("-c %bad.c -o %bad.o"), [""; 0]);
    assert_eq!(it.fails("-nostdlib %bad.c %good.c -o %out.pexe"), [""; 0]);
    assert!(!it.path("bad.o").exists());
    assert!(!it.path("out.pexe").exists());
}

#[test]
fn dependencies_name_the_program() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.h", "");
    it.write("x.c", "#include \"x.h\"\nvoid _start(int *x) {}");
    it.cc("-MMD -nostdlib -emit-llvm %x.c -o %prog.pexe")
        .unwrap();
    let rule = fs::read_to_string(it.path("prog.d")).unwrap();
    let (target, sources) = rule.split_once(": ").unwrap();
    assert!(target.ends_with("/prog.pexe"), "{rule}");
    assert!(sources.contains("x.h"));
}

/// The optimiser is a second run of clang, whose input has another name.
#[test]
fn dependencies_of_an_optimised_object_name_it() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.c", "#include \"x.h\"\nint f(void) { return X; }");
    it.write("x.h", "#define X 1\n");
    let rules = |options: &str, file: &str| {
        it.cc(&format!("-O2 -c {options} %x.c -o %out.o")).unwrap();
        fs::read_to_string(it.path(file)).unwrap()
    };
    let expected = format!("{}: ", it.path("out.o").display());
    for (options, file) in [
        ("-MD", "out.d"),
        ("-MMD -MF %named.d", "named.d"),
        ("-Wp,-MD,%direct.d", "direct.d"),
    ] {
        let found = rules(options, file);
        assert!(found.starts_with(&expected), "{options}: {found}");
        assert!(found.contains("x.h"), "{options}: {found}");
    }
    assert!(rules("-MD -MT other", "out.d").starts_with("other: "));
}

#[test]
fn a_response_file_stands_for_its_contents() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.c", "char text[] = TEXT;");
    let file = format!(
        "-c '-DTEXT=\"two words\"'\n\"{}\"",
        it.path("x.c").display()
    );
    it.write("arguments", file);
    it.cc("@%arguments -o %x.o").unwrap();
    assert!(it.path("x.o").exists());
}

#[test]
fn assembly_that_is_for_other_machines_is_an_empty_object() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write(
        "x.S",
        "#ifdef __ELF__\n.section .note.GNU-stack,\"\",%progbits\n#endif\n\
         #if defined(__x86_64__) || defined(WANTED)\nf: ret\n#endif\n",
    );
    it.cc("-c -MMD -MF %x.d -I. %x.S -o %x.o").unwrap();
    let symbols = bitcode::symbols(&fs::read(it.path("x.o")).unwrap()).unwrap();
    assert!(symbols.is_empty());
    let error = it.cc("-c -DWANTED %x.S -o %x.o").unwrap_err().to_string();
    assert!(
        error.contains("x.S is assembly, which is not portable"),
        "{error}"
    );
    it.write("y.s", "\n");
    let error = it.cc("-c %y.s -o %y.o").unwrap_err().to_string();
    assert!(
        error.contains("y.s is assembly, which is not portable"),
        "{error}"
    );
}

/// Build files of SDK users pass these options to each command.
#[test]
fn options_of_the_original_compiler_are_taken() {
    let Some(it) = Surroundings::with_clang() else {
        return;
    };
    it.write("x.cpp", "int f(int x) { if (x) throw x; return x; }");
    for option in [
        "--pnacl-allow-exceptions",
        "--pnacl-allow-native",
        "--pnacl-allow-nexe-build-id",
        "--pnacl-allow-translate",
        "--pnacl-allow-zerocost-eh",
        "--pnacl-disable-abi-check",
        "--pnacl-use-lld",
    ] {
        it.cc(&format!("-Werror -c {option} %x.cpp -o %x.o"))
            .unwrap();
    }
}
