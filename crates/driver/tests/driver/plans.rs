//! The output of `-###`, compared with files; `BLESS=1` writes them.

use crate::surroundings::tools_by_name;
use pinnacle_driver::{Environment, cc};
use pinnacle_testing::bless::expect_file;
use std::fs;
use std::path::{Path, PathBuf};

/// Compares the plan of a command line with the file of this name.
fn check(name: &str, line: &str) {
    let tools = tools_by_name(&["clang-19", "llvm-link-19", "opt-19"]);
    fs::create_dir_all(tools.path().join("sysroot/lib")).unwrap();
    for file in [
        "crt1.o",
        "crt1-reactor.o",
        "libasan.a",
        "libc++abi.a",
        "libc.a",
        "libm.a",
        "libpthread.a",
        "libubsan.a",
        "libz.a",
    ] {
        fs::write(tools.path().join("sysroot/lib").join(file), "").unwrap();
    }
    // Ports need a sysroot with a stamp.
    fs::write(tools.path().join("sysroot/stamp"), "sources\n").unwrap();
    let environment = Environment::new(
        "cc",
        [
            ("PATH".into(), tools.path().into()),
            ("XDG_CACHE_HOME".into(), tools.path().join("cache").into()),
            (
                "PINNACLE_SYSROOT".into(),
                tools.path().join("sysroot").into(),
            ),
        ],
    );
    let words = line.split_whitespace().map(Into::into).collect();
    let shown = match cc::show(words, &environment, Path::new("/tmp/folder")) {
        Ok(plan) => plan,
        Err(error) => format!("{error}\n"),
    };
    let shown = shown.replace(&tools.path().display().to_string(), "TOOLS");
    let found = format!("$ cc -### {line}\n{shown}");
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/driver/plans")
        .join(format!("{name}.txt"));
    expect_file(file, found).unwrap();
}

#[test]
fn a_program_is_compiled_linked_and_finalised() {
    check("program", "-O2 -g hello.c -o hello.pexe -lm");
}

#[test]
fn the_cxx_library_is_linked_after_optimising() {
    check("cxx-optimised", "--driver-mode=g++ -O2 one.o -o one.pexe");
}

#[test]
fn ports_add_folders_and_libraries() {
    // The library of the sysroot is used, because the port has not been built.
    check("port", "-O2 --use-port=zlib unpack.c -o unpack.pexe");
    check("port-object", "-c --use-port=zlib,zstd unpack.c");
    check("no-port", "--use-port=sdl3 game.c");
}

#[test]
fn sanitizers_are_compiled_in_and_linked() {
    check(
        "sanitizers",
        "-O1 -fsanitize=address,undefined -fno-sanitize=shift a.c",
    );
    check("leaks", "-fsanitize=leak a.o");
    check("no-sanitizer", "-fsanitize=address,thread a.c");
}

#[test]
fn a_library_is_finalised_with_its_exports() {
    check(
        "exports",
        "-O2 --export area,volume -Wl,--export=scale shapes.c -o shapes.pexe",
    );
}

#[test]
fn a_reactor_has_start_code_that_returns() {
    check("reactor", "-mexec-model=reactor --export f lib.c");
    check("execution-model", "-mexec-model=daemon lib.c");
}

#[test]
fn without_optimisation_the_program_is_only_linked() {
    check("unoptimised", "hello.c");
}

#[test]
fn objects_get_the_names_of_their_sources() {
    check("objects", "-c -Wall one.c dir/two.c");
}

#[test]
fn an_object_goes_where_it_is_told() {
    check("object", "-c one.c -o build/one.po -MD -MF one.d");
}

#[test]
fn text_is_llvm_assembly() {
    check("text", "-S -Os one.c");
}

#[test]
fn preprocessing_has_no_options_of_code() {
    check("preprocess", "-E -DX=1 -Iinclude one.c");
}

#[test]
fn dependencies_are_those_of_the_program() {
    check("dependencies", "-MMD one.c two.c -o out/prog.pexe");
}

#[test]
fn the_language_holds_until_it_is_set_back() {
    check("language", "-c -x c++ one.c -x none two.c");
}

#[test]
fn cxx_takes_its_own_headers_and_library() {
    check(
        "cxx",
        "--driver-mode=g++ --exceptions=sjlj --compress one.cc -lstdc++",
    );
}

#[test]
fn the_cxx_library_can_be_requested() {
    check("stdcxx", "main.o -lstdc++ -o main.pexe");
}

#[test]
fn archives_are_taken_as_they_are_needed_or_whole() {
    check(
        "archives",
        "main.o -Wl,--whole-archive a.a -Wl,--no-whole-archive b.a -lz",
    );
}

#[test]
fn the_standard_library_can_be_left_out() {
    check("nostdlib", "-O1 -nostdlib -nostdinc start.c");
}

#[test]
fn vectors_are_only_what_sources_say() {
    check("vectors", "-c -O3 -fvectorize one.c");
}

#[test]
fn an_object_can_be_made_of_several() {
    check("relocatable", "-r -O2 one.o two.o -o both.o");
}

#[test]
fn bitcode_is_compiled_where_nothing_is_linked() {
    check("bitcode", "-S one.bc");
}

#[test]
fn options_of_real_machines_are_left_out() {
    check(
        "machines",
        "-c -fPIC -m32 -flto=thin -pipe -static -fuse-ld=lld -Wl,--gc-sections -Xlinker -rpath -Xlinker /lib one.c",
    );
}

#[test]
fn several_results_do_not_fit_in_one_file() {
    check("one-output", "-c one.c two.c -o both.o");
}

#[test]
fn assembly_is_refused() {
    check("assembly", "-c one.s -x assembler two.c");
}

#[test]
fn libraries_that_are_nowhere_are_told() {
    check("no-library", "main.o -lpng -ldl -ljpeg");
}

#[test]
fn a_shared_object_has_neither_start_code_nor_standard_libraries() {
    check(
        "shared",
        "-shared -O1 one.c two.o -Wl,-soname,libone.pso.1 -o libone.pso",
    );
}

#[test]
fn other_targets_are_refused() {
    check("target", "--target=x86_64-linux-gnu one.c");
}

#[test]
fn an_option_must_have_its_value() {
    check("no-value", "one.c -o");
}

#[test]
fn standard_input_must_have_a_language() {
    check("standard-input", "-c -");
}

#[test]
fn loops_are_vectorised_after_optimising() {
    check("vectorised", "-O2 -fvectorize hello.c -o hello.pexe");
    check(
        "vectorised-later",
        "-O2 -fno-vectorize -ftree-vectorize -fslp-vectorize -emit-llvm hello.o -o hello.bc",
    );
}

#[test]
fn unoptimised_programs_and_objects_are_not_vectorised() {
    check("not-vectorised", "-O0 -fvectorize hello.o -o hello.pexe");
    check(
        "object-not-vectorised",
        "-O2 -fvectorize -r one.o -o other.o",
    );
}
