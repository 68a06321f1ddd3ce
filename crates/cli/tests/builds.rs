//! Builds of other projects: a Makefile of the Native Client SDK, a CMake project, a build that
//! executes its own output. The projects are in `tests/builds`.
//!
//! Needs clang, the LLVM tools, newlib's sources, make and CMake. Missing ones are reported, and
//! their tests are skipped.

mod toolchain;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toolchain::{Toolchain, folder_of_tests, run};

/// Returns true if a program can be started.
fn there_is(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        skip(format!("{program} is not installed"));
    }
    there
}

/// Copies a project into a temporary folder.
fn copy_of(project: &str) -> Result<(tempfile::TempDir, PathBuf), Failed> {
    let folder = tempfile::tempdir()?;
    let place = folder.path().join(project);
    fs::create_dir(&place)?;
    for entry in fs::read_dir(folder_of_tests("builds").join(project))? {
        let path = entry?.path();
        fs::copy(&path, place.join(path.file_name().unwrap_or_default()))?;
    }
    Ok((folder, place))
}

fn text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn sdk_makefile(toolchain: &Toolchain) -> Result<(), Failed> {
    build_with_sdk(toolchain, "sdk", "load")
}

/// Returns true if the C++ library for Pepper is available; prints a note if not.
fn has_ppapi_cpp(toolchain: &Toolchain) -> Result<bool, Failed> {
    let mut compiler = toolchain.compiler("cc");
    let output = run(compiler.arg("-print-file-name=libppapi_cpp.a"))?;
    let is_there = PathBuf::from(text(&output).trim()).is_absolute();
    if !is_there {
        skip("the sources of libc++ are not there, see `pinnacle sysroot build --help`");
    }
    Ok(is_there)
}

/// Builds the SDK's C++ example, which needs the C++ library for Pepper.
fn sdk_makefile_in_cpp(toolchain: &Toolchain) -> Result<(), Failed> {
    if !has_ppapi_cpp(toolchain)? {
        return Ok(());
    }
    build_with_sdk(toolchain, "sdk_cpp", "load")
}

/// Builds a program with a main function, whose end ends the run.
fn sdk_makefile_with_main(toolchain: &Toolchain) -> Result<(), Failed> {
    build_with_sdk(toolchain, "sdk_simple", "idle")
}

/// Runs a program that uses the classes of the C++ library for Pepper, on both engines. If a script
/// of the same name exists, it plays the part of the page.
fn ppapi_cpp(toolchain: &Toolchain, name: &str) -> Result<(), Failed> {
    if !has_ppapi_cpp(toolchain)? {
        return Ok(());
    }
    let (folder, project) = copy_of("ppapi_cpp")?;
    let program = folder.path().join("program.pexe");
    let mut compiler = toolchain.compiler("c++");
    compiler.args(["-O1", "-std=c++11", "-Wall", "-Werror", "-o"]);
    compiler.arg(&program).arg(format!("{name}.cc"));
    compiler.current_dir(&project);
    let libraries = ["ppapi_cpp_private", "ppapi_cpp", "ppapi_gles2", "ppapi"];
    run(compiler.args(libraries.map(|name| format!("-l{name}"))))?;
    let expected = fs::read_to_string(project.join(format!("{name}.expected")))?;
    let script = project.join(format!("{name}.jsonl"));
    let engines: &[&str] = if cfg!(all(feature = "wasmtime", unix)) {
        &["interp", "wasmtime"]
    } else {
        &["interp"]
    };
    for engine in engines {
        let mut page = toolchain.pinnacle();
        page.args(["run", "--engine", engine, "--clock", "real", "--net"]);
        page.args(["--timeout", "60s", "--messages", "-"]);
        if script.exists() {
            page.arg("--script").arg(&script);
        }
        let output = run(page.arg("--urls").arg(&project).arg(&program))?;
        let found = text(&output);
        if found != expected {
            return Err(format!("{engine}: found\n{found}\nexpected\n{expected}").into());
        }
    }
    Ok(())
}

/// Builds a project whose Makefile gets only `NACL_SDK_ROOT`. Runs the program up to the event
/// `until`.
fn build_with_sdk(toolchain: &Toolchain, project: &str, until: &str) -> Result<(), Failed> {
    if !there_is("make") {
        return Ok(());
    }
    let (folder, project) = copy_of(project)?;
    let root = folder.path().join("nacl_sdk");
    run(toolchain.pinnacle().args(["sdk", "install"]).arg(&root))?;
    for config in ["Release", "Debug"] {
        let mut make = toolchain.within("make");
        make.current_dir(&project).env("NACL_SDK_ROOT", &root);
        run(make.arg(format!("CONFIG={config}")))?;
        let results = project.join("pnacl").join(config);
        let manifest = fs::read_to_string(results.join("part.nmf"))?;
        if !manifest.contains("\"url\": \"part.pexe\"") {
            return Err(manifest.into());
        }
        let mut page = toolchain.pinnacle();
        page.arg("run").arg(results.join("part.nmf"));
        let output = run(page.args(["--until", until]))?;
        let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
        if !said.contains("built by common.mk") {
            return Err(format!("{config}: {said}").into());
        }
    }
    Ok(())
}

/// Uses a folder like the original SDK's, with its own C library. Both `--sdk` and `NACL_SDK_ROOT`
/// link that library.
fn libraries_of_an_sdk(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("pepper_49");
    let library = root.join("toolchain/linux_pnacl/le32-nacl/lib");
    let interfaces = root.join("lib/pnacl/Release");
    for folder in [&library, &interfaces, &root.join("include")] {
        fs::create_dir_all(folder)?;
    }
    let output = run(toolchain.compiler("cc").arg("-print-sysroot"))?;
    let sysroot = PathBuf::from(text(&output).trim());
    for name in ["libm.a", "libpthread.a"] {
        fs::copy(sysroot.join("lib").join(name), library.join(name))?;
    }
    fs::copy(sysroot.join("lib/crt1.o"), library.join("crt1.x"))?;
    copy_headers(&sysroot.join("include"), &library.with_file_name("include"))?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write(
        "own.c",
        "int puts(const char *);\nint own(void) { return puts(\"own\"); }\n",
    )?;
    write(
        "main.c",
        "#include <stdio.h>\n#include <own.h>\nint main(void) { return own() < 0; }\n",
    )?;
    fs::write(root.join("include/own.h"), "int own(void);\n")?;
    let step = |words: &[&str], variable: Option<&str>| {
        let mut command = toolchain.pinnacle();
        command.args(words).current_dir(folder.path());
        if let Some(name) = variable {
            // No other variable leads to the sysroot.
            command.env_remove("PINNACLE_SYSROOT").env(name, &root);
            command.env("XDG_CACHE_HOME", folder.path());
        }
        run(&mut command)
    };
    step(&["cc", "-c", "-O1", "own.c"], None)?;
    step(
        &["ar", "rcs", "pepper_49/lib/pnacl/Release/libown.a", "own.o"],
        None,
    )?;
    // While the folder has no C library, it only adds to the sysroot.
    step(
        &["cc", "--sdk=pepper_49", "main.c", "-lown", "-o", "zero"],
        None,
    )?;
    fs::copy(sysroot.join("lib/libc.a"), library.join("libc.a"))?;
    let main = ["main.c", "-lown", "-o"];
    step(
        &[&["cc", "--sdk", "pepper_49"], &main[..], &["one"]].concat(),
        Some("NOTHING"),
    )?;
    step(
        &[&["cc"], &main[..], &["two"]].concat(),
        Some("NACL_SDK_ROOT"),
    )?;
    for program in ["zero", "one", "two"] {
        let output = step(&["run", program], None)?;
        if output.stdout != b"own\n" {
            return Err(format!("{program}: {}", text(&output)).into());
        }
    }
    Ok(())
}

/// Copies a folder with its subfolders.
fn copy_headers(from: &Path, to: &Path) -> Result<(), Failed> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_headers(&path, &target)?;
        } else {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

/// Runs each tool of the SDK under its original name.
fn sdk_tools(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("nacl_sdk");
    run(toolchain.pinnacle().args(["sdk", "install"]).arg(&root))?;
    let system = if cfg!(target_os = "macos") {
        "mac"
    } else {
        "linux"
    };
    let tools = root.join(format!("toolchain/{system}_pnacl/bin"));
    fs::write(
        folder.path().join("hello.c"),
        "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n",
    )?;
    let tool = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let mut command = toolchain.within(tools.join(name));
        run(command.current_dir(folder.path()).args(words))
    };
    tool("pnacl-clang --pnacl-allow-exceptions -g -c hello.c -o hello.o")?;
    tool("pnacl-ar rcs libhello.a hello.o")?;
    tool("pnacl-ranlib libhello.a")?;
    tool("pnacl-strip -g libhello.a")?;
    let listed = text(&tool("pnacl-nm hello.o")?);
    if !listed.contains(" main") {
        return Err(listed.into());
    }
    tool("pnacl-clang -O1 hello.o -o hello.bc")?;
    if !fs::read(folder.path().join("hello.bc"))?.starts_with(b"BC\xc0\xde") {
        return Err("pnacl-clang has to make bitcode".into());
    }
    tool("pnacl-opt -strip-debug hello.bc -o small.bc")?;
    let assembly = text(&tool("pnacl-dis small.bc")?);
    if !assembly.contains("define") {
        return Err(assembly.into());
    }
    if cfg!(all(feature = "wasmtime", unix)) {
        // The build files of a game that is still made with the SDK use these options.
        tool(
            "pnacl-translate --allow-llvm-bitcode-input --pnacl-allow-exceptions -O3 small.bc \
             -o whole.nexe",
        )?;
        tool("pnacl-strip -s whole.nexe -o hello.nexe")?;
        let output = run(&mut Command::new(folder.path().join("hello.nexe")))?;
        if output.stdout != b"hello\n" {
            return Err(text(&output).into());
        }
    }
    tool("pnacl-finalize --no-strip-syms small.bc -o hello.pexe")?;
    let listed = text(&tool("pnacl-nm hello.pexe")?);
    if !listed.contains(" t main\n") || !listed.contains(" T _start\n") {
        return Err(listed.into());
    }
    tool("pnacl-abicheck hello.pexe")?;
    let size = |name: &str| fs::metadata(folder.path().join(name)).map(|found| found.len());
    let named = size("hello.pexe")?;
    tool("pnacl-strip hello.pexe")?;
    let stripped = size("hello.pexe")?;
    if stripped >= named {
        return Err(format!("{stripped} bytes after {named}").into());
    }
    tool("pnacl-compress hello.pexe")?;
    tool("pnacl-bcanalyzer hello.pexe")?;
    tool("pnacl-readelf hello.pexe")?;
    let output = run(toolchain
        .pinnacle()
        .arg("run")
        .arg(folder.path().join("hello.pexe")))?;
    if output.stdout != b"hello\n" {
        return Err(text(&output).into());
    }
    Ok(())
}

/// Builds a port from Debian's sources. A program uses it through the option, and through CMake's
/// file.
fn ports(toolchain: &Toolchain) -> Result<(), Failed> {
    for program in ["make", "bzip2", "cmake", "pkg-config"] {
        if !there_is(program) {
            return Ok(());
        }
    }
    // Kept between runs of the tests.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ports");
    let with_cache = |mut command: Command| {
        command.env("XDG_CACHE_HOME", &cache);
        command
    };
    let mut build = with_cache(toolchain.pinnacle());
    let output = build.args(["sdk", "ports", "build", "zlib"]).output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if !message.contains("cannot be fetched") {
            return Err(message.into());
        }
        skip(message.lines().next().unwrap_or("no sources"));
        return Ok(());
    }
    let list = text(&run(
        with_cache(toolchain.pinnacle()).args(["sdk", "ports", "list"])
    )?);
    let row = list
        .lines()
        .find(|line| line.starts_with("zlib "))
        .unwrap_or_default();
    if !row.contains("1.2.13") || !row.contains("Zlib") || !row.contains("built") {
        return Err(list.into());
    }
    let (folder, project) = copy_of("ports")?;
    let check = |program: &Path| -> Result<(), Failed> {
        let output = run(toolchain.pinnacle().arg("run").arg(program))?;
        match text(&output) == "1.2.13: 1000 bytes are the same\n" {
            true => Ok(()),
            false => Err(text(&output).into()),
        }
    };
    let program = folder.path().join("program.pexe");
    for language in ["cc", "c++"] {
        let mut compiler = with_cache(toolchain.compiler(language));
        compiler
            .args(["--use-port=zlib", "main.c", "-o"])
            .arg(&program);
        run(compiler.current_dir(&project))?;
        check(&program)?;
    }
    let mut file = with_cache(toolchain.pinnacle());
    let file = text(&run(file.args(["sdk", "cmake"]))?);
    let mut cmake = with_cache(toolchain.within("cmake"));
    cmake.args(["-S", ".", "-B", "b"]).current_dir(&project);
    cmake.arg(format!("-DCMAKE_TOOLCHAIN_FILE={}", file.trim()));
    run(&mut cmake)?;
    let mut build = with_cache(toolchain.within("cmake"));
    run(build.args(["--build", "b"]).current_dir(&project))?;
    check(&project.join("b/main.pexe"))?;
    let mut asked = with_cache(toolchain.pinnacle());
    let flags = text(&run(asked.args(["pkg-config", "--libs", "zlib"]))?);
    match flags.contains("-lz") && flags.contains("/ports/") {
        true => Ok(()),
        false => Err(flags.into()),
    }
}

/// CMake's checks get correct answers, and a build executes the programs that it has made.
fn cmake_project(toolchain: &Toolchain) -> Result<(), Failed> {
    if !there_is("cmake") || !there_is("make") {
        return Ok(());
    }
    let (_folder, project) = copy_of("cmake")?;
    let mut configure = toolchain.pinnacle();
    configure.args(["configure", "cmake", "-S", ".", "-B", "b"]);
    let output = run(configure.current_dir(&project))?;
    let answers = text(&output) + &String::from_utf8_lossy(&output.stderr);
    let expected = "own=24 have=TRUE long=4 absent=FALSE big=0 runs=1 fails= snprintf=1 none= \
                    timegm=1 wordexp=1 ran=7 printed=4 unix=TRUE";
    if !answers.contains(expected) {
        return Err(format!("expected {expected}, found\n{answers}").into());
    }
    let mut build = toolchain.within("cmake");
    run(build.current_dir(&project).args(["--build", "b"]))?;
    let mut main = Command::new(project.join("b/main.pexe"));
    let output = run(main.current_dir(&project))?;
    if output.stdout != b"42\n" {
        return Err(text(&output).into());
    }
    Ok(())
}

/// Make executes a program of the build. A warning that is repeated is shown once.
fn launchers(toolchain: &Toolchain) -> Result<(), Failed> {
    if !there_is("make") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write(
        "generate.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  FILE *file = fopen(argv[1], \
         \"w\");\n  fputs(\"#define MADE 42\\n\", file);\n  return fclose(file);\n}\n",
    )?;
    write(
        "main.c",
        "#include <stdio.h>\n#include \"made.h\"\nint main(void) { printf(\"%d\\n\", MADE); }\n",
    )?;
    write(
        "Makefile",
        "CFLAGS = -march=native\nmain: main.c made.h\n\t$(CC) $(CFLAGS) -o $@ main.c\nmade.h: \
         generate\n\t./generate made.h\ngenerate: generate.c\n\t$(CC) $(CFLAGS) -o $@ generate.c\n",
    )?;
    let mut make = toolchain.pinnacle();
    let output = run(make.args(["make", "make"]).current_dir(folder.path()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.matches("-march=native").count() != 1 {
        return Err(said.into_owned().into());
    }
    let main = folder.path().join("main");
    let check = |command: &mut Command| -> Result<(), Failed> {
        let output = run(command)?;
        if output.stdout == b"42\n" {
            return Ok(());
        }
        Err(format!("{command:?}: {}", text(&output)).into())
    };
    check(Command::new(&main).current_dir(folder.path()))?;
    run(toolchain.pinnacle().arg("strip").arg(&main))?;
    check(Command::new(&main).current_dir(folder.path()))?;
    check(toolchain.pinnacle().arg("run").arg(&main))?;
    run(toolchain.pinnacle().arg("verify").arg(&main))?;
    surroundings_of_launched(toolchain)?;
    let mut make = toolchain.pinnacle();
    make.args(["make", "--no-launcher", "make", "-B", "generate"]);
    run(make.current_dir(folder.path()))?;
    let plain = fs::read(folder.path().join("generate"))?;
    if !plain.starts_with(b"PEXE") {
        return Err("a launcher that was not asked for".into());
    }
    Ok(())
}

/// A program executed by a build sees the environment variables, starts in the working directory,
/// and finds other files of the build.
fn surroundings_of_launched(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    fs::create_dir(folder.path().join("tests"))?;
    write(
        "t.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) {\n  char \
         folder[4096], text[9] = \"\";\n  puts(getcwd(folder, 4096));\n  FILE *file = \
         fopen(\"../given\", \"r\");\n  if (!file || !fgets(text, 9, file)) return 1;\n  \
         printf(\"%s %s\\n\", text, getenv(\"GIVEN\"));\n  return rename(\"../given\", \
         \"moved\");\n}\n",
    )?;
    write("given", "text")?;
    write(
        "Makefile",
        "check:\n\t$(CC) -o tests/t t.c\n\tcd tests && GIVEN=variable ./t > out\n",
    )?;
    let mut make = toolchain.pinnacle();
    run(make.args(["make", "make"]).current_dir(folder.path()))?;
    let said = fs::read_to_string(folder.path().join("tests/out"))?;
    if said.ends_with("/tests\ntext variable\n") && folder.path().join("tests/moved").is_file() {
        return Ok(());
    }
    Err(said.into())
}

/// A tool of a build is linked with a page's libraries, as every program with the port of SDL2 is.
/// The build executes it with arguments, and it reads and writes files.
fn tool_with_the_libraries_of_a_page(toolchain: &Toolchain) -> Result<(), Failed> {
    if !there_is("make") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write(
        "pack.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  char text[9] = \"\";\n  FILE *in = \
         fopen(argv[1], \"r\"), *out = fopen(argv[2], \"w\");\n  if (argc != 3 || !in || !out || \
         !fgets(text, 9, in)) return 1;\n  fprintf(out, \"<%s>\", text);\n  return \
         fclose(out);\n}\n",
    )?;
    write("data", "pixels")?;
    write(
        "Makefile",
        "packed: pack\n\t./pack data packed\npack: pack.c\n\t$(CC) -o $@ pack.c -lppapi_simple \
         -lnacl_io -lppapi -lpthread\n",
    )?;
    let mut make = toolchain.pinnacle();
    run(make.args(["make", "make"]).current_dir(folder.path()))?;
    let packed = fs::read_to_string(folder.path().join("packed"))?;
    match packed == "<pixels>" {
        true => Ok(()),
        false => Err(packed.into()),
    }
}

/// A makefile that calls `pkg-config` gets the libraries of the target.
fn pkg_config_by_its_name(toolchain: &Toolchain) -> Result<(), Failed> {
    if !there_is("make") || !there_is("pkg-config") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("libraries"))?;
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write(
        "libraries/own.pc",
        "Name: own\nDescription: a library\nVersion: 1\nLibs: -lown\nLibs.private: -lm\n",
    )?;
    write("Makefile", "flags:\n\tpkg-config --libs own > flags\n")?;
    let mut make = toolchain.pinnacle();
    make.env("PKG_CONFIG_PATH", folder.path().join("libraries"));
    run(make.args(["make", "make"]).current_dir(folder.path()))?;
    let flags = fs::read_to_string(folder.path().join("flags"))?;
    // The system's own `pkg-config` would omit `-lm`, which only static linking needs.
    match flags.trim() == "-lown -lm" {
        true => Ok(()),
        false => Err(flags.into()),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    if let Some(toolchain) = Toolchain::get() {
        let mut trial = |name: &str, test: fn(&Toolchain) -> Result<(), Failed>| {
            trials.push(Trial::test(name, move || test(toolchain)));
        };
        trial("sdk_makefile", sdk_makefile);
        trial("sdk_makefile_in_cpp", sdk_makefile_in_cpp);
        trial("sdk_makefile_with_main", sdk_makefile_with_main);
        trial("ppapi_cpp_interfaces", |it| ppapi_cpp(it, "interfaces"));
        trial("ppapi_cpp_helpers", |it| ppapi_cpp(it, "helpers"));
        trial("ppapi_cpp_shapes", |it| ppapi_cpp(it, "shapes"));
        trial("libraries_of_an_sdk", libraries_of_an_sdk);
        trial("sdk_tools", sdk_tools);
        trial("ports", ports);
        trial("cmake_project", cmake_project);
        trial("launchers", launchers);
        trial(
            "tool_with_the_libraries_of_a_page",
            tool_with_the_libraries_of_a_page,
        );
        trial("pkg_config_by_its_name", pkg_config_by_its_name);
    }
    libtest_mimic::run(&arguments, trials).exit();
}
