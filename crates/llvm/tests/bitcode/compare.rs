//! Reads and prints a file, and compares LLVM's view of the result with the original.

use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::print;

use crate::normal::normal;
use crate::tools::{assemble, corpus, has, modules, run};

/// The releases whose assemblers make the bitcode.
const RELEASES: [u32; 5] = [13, 14, 15, 16, 19];

pub(crate) fn same(what: &str, bitcode: &[u8]) {
    let module = read(bitcode, &Options::default()).unwrap_or_else(|e| panic!("{what}: {e}"));
    let text = print(&module);
    let ours = run("llvm-as-19", &["-o", "-", "-"], text.as_bytes())
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    let ours = run("llvm-dis-19", &["-o", "-", "-"], &ours).expect("it was just made");
    let theirs = run("llvm-dis-19", &["-o", "-", "-"], bitcode).expect("it is valid");
    let ours = normal(&String::from_utf8_lossy(&ours));
    let theirs = normal(&String::from_utf8_lossy(&theirs));
    for (our, their) in ours.iter().zip(&theirs) {
        assert_eq!(our, their, "{what}");
    }
    assert_eq!(ours.len(), theirs.len(), "{what}");
}

#[test]
fn modules_of_every_release_mean_the_same() {
    if !has("llvm-as-19") || !has("llvm-dis-19") {
        return;
    }
    for release in RELEASES {
        if !has(&format!("llvm-as-{release}")) {
            continue;
        }
        let mut compared = 0;
        for path in modules("ll") {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let text = std::fs::read(&path).expect("it can be read");
            // Some texts are only accepted by some releases.
            match assemble(release, name == "typed", &text) {
                Ok(bitcode) => {
                    same(&format!("{name} by LLVM {release}"), &bitcode);
                    compared += 1;
                }
                Err(_) if release < 19 || name == "typed" || name == "outdated" => {}
                Err(error) => panic!("{name}: {error}"),
            }
        }
        assert!(compared > 0, "LLVM {release} accepts some of the modules");
    }
}

/// Compares the output of each release's compiler for the programs of a language, for this machine
/// and for PNaCl.
fn programs_mean_the_same(ending: &str, language: &str) {
    if !has("llvm-as-19") || !has("llvm-dis-19") {
        return;
    }
    let options: [&[&str]; 6] = [
        &["-O0"],
        &["-O1", "-g"],
        &["-O3"],
        &["-O0", "-g", "--target=le32-unknown-nacl"],
        &["-O2", "--target=le32-unknown-nacl"],
        &["-Os", "--target=le32-unknown-nacl"],
    ];
    for release in [13, 14, 16, 19] {
        let clang = format!("clang-{release}");
        if !has(&clang) {
            continue;
        }
        for path in modules(ending) {
            let source = std::fs::read(&path).expect("it can be read");
            for options in options {
                let mut all = vec!["-w", "-x", language, "-c", "-emit-llvm", "-o", "-", "-"];
                all.extend(["-fexceptions", "-fcxx-exceptions"]);
                all.extend(options);
                let what = format!("{} by {clang} {options:?}", path.display());
                let bitcode = run(&clang, &all, &source).unwrap_or_else(|e| panic!("{what}: {e}"));
                same(&what, &bitcode);
            }
        }
    }
}

#[test]
fn c_programs_mean_the_same() {
    programs_mean_the_same("c", "c");
}

#[test]
fn cpp_programs_mean_the_same() {
    programs_mean_the_same("cpp", "c++");
}

#[test]
fn bitcode_of_the_original_sdk_means_the_same() {
    let files = corpus();
    let compared = has("llvm-as-19") && has("llvm-dis-19");
    for path in files {
        let bitcode = std::fs::read(&path).expect("it can be read");
        if compared {
            same(&path.display().to_string(), &bitcode);
        } else {
            read(&bitcode, &Options::default()).expect("it is valid");
        }
    }
}

#[test]
fn a_wrapper_makes_no_difference() {
    if !has("llvm-as-19") {
        return;
    }
    let text = b"define i32 @f() {\n  ret i32 7\n}\n";
    let bitcode = assemble(19, false, text).expect("it is valid");
    let mut wrapped = Vec::new();
    for word in [0x0B17_C0DE, 0, 20, bitcode.len() as u32, 7] {
        wrapped.extend_from_slice(&u32::to_le_bytes(word));
    }
    wrapped.extend_from_slice(&bitcode);
    wrapped.extend_from_slice(&[0; 12]);
    let plain = read(&bitcode, &Options::default()).expect("it is valid");
    let wrapped = read(&wrapped, &Options::default()).expect("it is valid");
    assert_eq!(print(&plain), print(&wrapped));
}

#[test]
fn names_can_be_left_out() {
    if !has("llvm-as-19") {
        return;
    }
    let text = b"define i32 @f(i32 %x) {\nentry:\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    let bitcode = assemble(19, false, text).expect("it is valid");
    let options = Options {
        without_names: true,
        ..Options::default()
    };
    let text = print(&read(&bitcode, &options).expect("it is valid"));
    assert!(text.contains("  %2 = add i32 %0, 1\n"), "{text}");
}

#[test]
fn outdated_expressions_that_come_into_phis_get_blocks_on_their_edges() {
    if !has("llvm-as-14") || !has("llvm-as-19") {
        return;
    }
    let text = b"@g = global i8 0\n@h = global i8 0\n\
        define i32 @f(i32 %x) {\nentry:\n\
          switch i32 %x, label %out [ i32 1, label %out\n i32 2, label %other ]\nother:\n\
          br label %out\nout:\n\
          %p = phi i32 [ 5, %other ],\
            [ zext (i1 icmp eq (i8* @g, i8* inttoptr (i64 5 to i8*)) to i32), %entry ],\
            [ zext (i1 icmp eq (i8* @g, i8* inttoptr (i64 5 to i8*)) to i32), %entry ]\n\
          ret i32 %p\n}\n";
    let bitcode = assemble(14, true, text).expect("it is valid");
    let text = print(&read(&bitcode, &Options::default()).expect("it is valid"));
    run("llvm-as-19", &["-o", "-", "-"], text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let phi = "%p = phi i32 [ 5, %other ], [ %constexpr1, %phi.constexpr.3 ]";
    assert!(text.contains(phi), "{text}");
    assert!(
        text.contains("switch i32 %x, label %phi.constexpr.3 ["),
        "{text}"
    );
}

#[test]
fn a_module_is_the_same_whatever_the_number_of_threads() {
    let with_jobs = |file: &[u8], jobs: usize| {
        let options = Options {
            jobs,
            ..Options::default()
        };
        read(file, &options).expect("it is valid")
    };
    for release in [14, 19] {
        if !has(&format!("llvm-as-{release}")) {
            continue;
        }
        for path in modules("ll") {
            let text = std::fs::read(&path).expect("it can be read");
            let Ok(file) = assemble(release, path.ends_with("typed.ll"), &text) else {
                continue;
            };
            let one = format!("{:?}", with_jobs(&file, 1));
            for jobs in [0, 3] {
                let several = format!("{:?}", with_jobs(&file, jobs));
                assert!(one == several, "{}, {jobs} threads", path.display());
            }
        }
    }
    for path in corpus() {
        let file = std::fs::read(&path).expect("it can be read");
        let (one, several) = (with_jobs(&file, 1), with_jobs(&file, 3));
        assert_eq!(one.constants.len(), several.constants.len());
        assert_eq!(one.source_scopes, several.source_scopes);
        assert!(print(&one) == print(&several), "{}", path.display());
    }
}
