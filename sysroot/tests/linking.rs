//! A sysroot can be built from the sources, and programs link with it.

use pinnacle_driver::sysroot;
use pinnacle_driver::tools::Tools;
use pinnacle_driver::{Environment, cc, link, symbols};
use pinnacle_testing::skip::skip;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// The sysroot, built if it was not yet built from the sources as they are now;
/// nothing where there is no clang or no newlib.
fn built() -> Option<PathBuf> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    BUILT.get_or_init(build).clone()
}

fn build() -> Option<PathBuf> {
    let environment = Environment::of_process("test");
    let tools = Tools::find(None, &environment);
    let needed = [
        tools.err().map(|error| error.to_string()),
        sysroot::newlib::find(None, &environment)
            .err()
            .map(|error| error.to_string()),
    ];
    if let Some(missing) = needed.into_iter().flatten().next() {
        skip(missing);
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot");
    if !sysroot::is_current(&folder) {
        let options = sysroot::Options {
            folder: Some(folder.clone()),
            ..sysroot::Options::default()
        };
        let last = Mutex::new((0, 0));
        let progress = |done: usize, total: usize| {
            let mut last = last.lock().unwrap();
            *last = (*last).max((done, total));
        };
        let built = sysroot::build(&options, &environment, &progress).unwrap();
        assert_eq!(built.folder, folder);
        assert_eq!(*last.lock().unwrap(), (built.files, built.files));
        assert!(sysroot::is_current(&folder));
    }
    Some(folder)
}

/// Compiles a program and links it with the sysroot. Gives the names that are
/// undefined then, functions that intrinsics will become calls of included.
fn undefined_in(source: &str, sysroot: &Path) -> Vec<String> {
    let environment = Environment::of_process("test");
    let tools = Tools::find(None, &environment).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (c, object) = (folder.path().join("a.c"), folder.path().join("a.o"));
    std::fs::write(&c, source).unwrap();
    let arguments = [
        OsString::from("-O1"),
        OsString::from("-c"),
        OsString::from(format!("--sysroot={}", sysroot.display())),
        c.into(),
        OsString::from("-o"),
        object.clone().into(),
    ];
    cc::run(arguments.to_vec(), &environment).unwrap();
    let library = |name: &str| sysroot.join("lib").join(name);
    let inputs = [
        library("crt1.o"),
        object,
        library("libc.a"),
        library("libm.a"),
        library("libpthread.a"),
    ];
    let inputs = inputs.map(|path| link::Input {
        name: path.display().to_string(),
        path,
        whole: false,
        prepared: false,
    });
    let job = link::Job {
        inputs: inputs.into(),
        ..link::Job::default()
    };
    let linked = link::link(&job, &tools, folder.path(), &mut |_| ()).unwrap();
    let symbols = symbols::of_bitcode(&std::fs::read(linked.module).unwrap()).unwrap();
    let defined: BTreeSet<_> = symbols.defined.into_iter().map(|(name, _)| name).collect();
    let undefined = symbols.undefined.into_iter();
    undefined.filter(|name| !defined.contains(name)).collect()
}

#[test]
fn programs_link_with_nothing_missing() {
    let Some(sysroot) = built() else { return };
    let programs = [
        "int main(void) { return 0; }",
        r#"#include <stdio.h>
           int main(void) { printf("%d %f\n", 1, 2.5); return 0; }"#,
        r#"#include <math.h>
           #include <complex.h>
           double complex z; int main(void) { z = cexp(z * z / 3); return (int) pow(creal(z), 2); }"#,
        r#"#include <threads.h>
           #include <pthread.h>
           #include <semaphore.h>
           int f(void *a) { return 0; }
           int main(void) { thrd_t t; sem_t s; sem_init(&s, 0, 0); sem_post(&s);
               thrd_create(&t, f, 0); return thrd_join(t, 0); }"#,
        r#"#include <dirent.h>
           #include <regex.h>
           #include <stdlib.h>
           #include <sys/mman.h>
           #include <sys/stat.h>
           #include <time.h>
           #include <unistd.h>
           int main(void) { struct stat s; regex_t r; lstat("a", &s); regcomp(&r, "a", 0);
               opendir("."); time_t t = time(0); localtime(&t); return getpid(); }"#,
    ];
    for program in programs {
        let mut undefined = undefined_in(program, &sysroot);
        undefined.retain(|name| !link::predefined::is_predefined(name));
        assert_eq!(undefined, Vec::<String>::new(), "{program}");
    }
}

#[test]
fn programs_for_browsers_link_with_the_libraries_of_pepper() {
    let Some(sysroot) = built() else { return };
    let environment = Environment::of_process("test");
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("a.c"), folder.path().join("a.pexe"));
    let text = r#"
        #include <ppapi/c/pp_errors.h>
        #include <ppapi/c/ppp.h>
        #include <ppapi/lib/gl/gles2/gl2ext_ppapi.h>
        int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_interface) {
            if (!glInitializePPAPI(get_interface))
                return PP_ERROR_FAILED;
            glSetCurrentContextPPAPI(0);
            glClear(GL_COLOR_BUFFER_BIT);
            return PP_OK;
        }
        void PPP_ShutdownModule(void) {}
        const void *PPP_GetInterface(const char *name) { return NULL; }
    "#;
    std::fs::write(&source, text).unwrap();
    let arguments = [
        OsString::from("-O2"),
        OsString::from(format!("--sysroot={}", sysroot.display())),
        source.into(),
        OsString::from("-lppapi"),
        OsString::from("-lppapi_gles2"),
        OsString::from("-o"),
        program.clone().into(),
    ];
    cc::run(arguments.to_vec(), &environment).unwrap();
    let size = std::fs::metadata(program).unwrap().len();
    assert!(size > 1000, "{size}");
}

/// A header that takes the place of one of newlib's says in its first comment why newlib's would
/// not do.
#[test]
fn headers_that_replace_newlibs_say_why() {
    let environment = Environment::of_process("test");
    let archive = match sysroot::newlib::find(None, &environment) {
        Ok(archive) => archive,
        Err(error) => return skip(error.to_string()),
    };
    let output = Command::new("tar")
        .arg("--list")
        .arg("--file")
        .arg(archive)
        .output()
        .unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    let theirs: BTreeSet<&str> = list
        .lines()
        .filter_map(|path| Some(path.split_once("/newlib/libc/include/")?.1))
        .collect();
    let mut replaced = 0;
    for file in pinnacle_sysroot::files() {
        let Some(name) = file.path.strip_prefix("include/") else {
            continue;
        };
        if theirs.contains(name) {
            let text = std::str::from_utf8(&file.bytes).unwrap();
            let comment = text.split("*/").next().unwrap_or_default();
            assert!(comment.contains("newlib"), "{name} does not say why");
            replaced += 1;
        }
    }
    assert!(replaced > 20, "only {replaced} headers in newlib's place");
}
