//! newlib: finding its sources, and the files and options that a sysroot is built with.
//!
//! newlib's own build selects files with automake lists, and asks a shell script for the target.
//! Here whole folders are used, except for the files named below. The result is the same and needs
//! no script.

use super::compile::Group;
use super::install::{self, Layout};
use crate::command::Command;
use crate::environment::Environment;
use crate::error::Error;
use crate::tools::INSTALL;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The folders where Debian's package puts the sources: an archive in a folder that has the name of
/// the library, or, in some releases, in the folder above.
const FOLDERS: [&str; 2] = ["/usr/src/newlib", "/usr/src"];

/// Finds the archive with newlib's sources: the requested one, or the newest of Debian's package.
///
/// # Errors
///
/// Fails if there is none, or no tool that can unpack it.
pub fn find(asked: Option<&Path>, environment: &Environment) -> Result<PathBuf, Error> {
    let archive = match asked {
        Some(path) if path.is_file() => path.to_owned(),
        Some(path) => return Err(Error::new(format!("there is no file {}", path.display()))),
        None => FOLDERS
            .iter()
            .find_map(|folder| newest(Path::new(folder)))
            .ok_or_else(|| missing("the sources of newlib are not in /usr/src/newlib"))?,
    };
    // tar is part of every system that has packages; it runs xz.
    for program in ["tar", "xz"] {
        if environment.find_program(program).is_none() {
            return Err(missing(&format!("program not found: {program}")));
        }
    }
    Ok(archive)
}

fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let archives = entries.filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        (name.starts_with("newlib-") && name.ends_with(".tar.xz")).then_some(path)
    });
    archives.max()
}

#[cold]
fn missing(message: &str) -> Error {
    Error::new(message).hint(format!("install the requirements with: {INSTALL}"))
}

/// Unpacks the archive into a folder, without its top-level folder. This uses the system's tar,
/// which is available wherever the package with the sources could be installed. No other archive is
/// ever unpacked here.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<(), Error> {
    let mut command = Command::new("tar");
    command.arguments([
        "--extract",
        "--strip-components=1",
        "--no-same-owner",
        "--file",
    ]);
    command
        .argument(archive)
        .argument("--directory")
        .argument(folder);
    // Of the rest of the archive nothing is needed.
    command.arguments(["--wildcards", "*/newlib/libc/*", "*/newlib/libm/*"]);
    command.argument("--exclude=*/newlib/libc/machine/*");
    command.argument("--exclude=*/newlib/libc/sys/*");
    command.argument("--exclude=*/newlib/libc/iconv/*");
    command.argument("--exclude=*/newlib/libm/machine/*");
    command.argument("--exclude=*/newlib/libm/test/*");
    let output = command
        .process()
        .stdin(Stdio::null())
        .output()
        .map_err(|error| command.not_started(&error))?;
    if output.status.success() && folder.join("newlib/libc/include/stdio.h").is_file() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(format!(
        "cannot unpack newlib from {}: {}",
        archive.display(),
        said.lines().next().unwrap_or("it has other files"),
    )))
}

/// A folder of newlib, and the files that are compiled.
struct Folder {
    path: &'static str,
    library: &'static str,
    files: Files,
}

enum Files {
    /// All files of C but these.
    AllBut(&'static [&'static str]),
    /// These.
    Only(&'static [&'static str]),
}

use Files::{AllBut, Only};

/// Parts that our own sources replace or that are not useful are left out: managing memory, system
/// calls, starting programs; and the smaller versions of stdio ("nano").
const PARTS: [Folder; 17] = [
    Folder {
        path: "libc/string",
        library: "libc.a",
        files: AllBut(&["memcpy.c", "memmove.c", "mempcpy.c", "memset.c"]),
    },
    Folder {
        path: "libc/stdlib",
        library: "libc.a",
        files: AllBut(&[
            "aligned_alloc.c",
            "calloc.c",
            "drand48.c",
            "erand48.c",
            "exit.c",
            "jrand48.c",
            "lcong48.c",
            "lrand48.c",
            "malign.c",
            "malloc.c",
            "mallocr.c",
            "mlock.c",
            "mrand48.c",
            "msize.c",
            "mstats.c",
            "mtrim.c",
            "nano-mallocr.c",
            "nrand48.c",
            "rand.c",
            "rand48.c",
            "random.c",
            "realloc.c",
            "seed48.c",
            "srand48.c",
            "valloc.c",
            "wcstod.c",
        ]),
    },
    Folder {
        path: "libc/stdio",
        library: "libc.a",
        files: AllBut(&[
            "findfp.c",
            "nano-vfprintf.c",
            "nano-vfprintf_float.c",
            "nano-vfprintf_i.c",
            "nano-vfscanf.c",
            "nano-vfscanf_float.c",
            "nano-vfscanf_i.c",
            "remove.c",
            "rename.c",
            "tmpfile.c",
            "vfprintf.c",
            "vfscanf.c",
            "vfwprintf.c",
            "vfwscanf.c",
        ]),
    },
    part("libc/ctype", "libc.a"),
    part("libc/locale", "libc.a"),
    Folder {
        path: "libc/search",
        library: "libc.a",
        files: AllBut(&["ndbm.c"]),
    },
    part("libc/time", "libc.a"),
    Folder {
        path: "libc/signal",
        library: "libc.a",
        files: AllBut(&["raise.c", "signal.c"]),
    },
    part("libc/argz", "libc.a"),
    // The functions that -D_FORTIFY_SOURCE calls.
    part("libc/ssp", "libc.a"),
    Folder {
        path: "libc/reent",
        library: "libc.a",
        files: Only(&["impure.c", "reent.c"]),
    },
    Folder {
        path: "libc/misc",
        library: "libc.a",
        files: Only(&["__dprintf.c", "ffs.c", "unctrl.c"]),
    },
    Folder {
        path: "libc/posix",
        library: "libc.a",
        files: Only(&[
            "collate.c",
            "collcmp.c",
            "creat.c",
            "execl.c",
            "execle.c",
            "execlp.c",
            "execv.c",
            "execvp.c",
            "fnmatch.c",
            "glob.c",
            "regcomp.c",
            "regerror.c",
            "regexec.c",
            "regfree.c",
        ]),
    },
    Folder {
        path: "libc/unix",
        library: "libc.a",
        files: Only(&["basename.c", "dirname.c"]),
    },
    Folder {
        path: "libm/math",
        library: "libm.a",
        files: AllBut(&[
            "e_sqrt.c",
            "ef_sqrt.c",
            "er_gamma.c",
            "erf_gamma.c",
            "s_fabs.c",
            "sf_fabs.c",
            "w_gamma.c",
            "w_sqrt.c",
            "w_tgamma.c",
            "wf_gamma.c",
            "wf_sqrt.c",
            "wf_tgamma.c",
            "wr_gamma.c",
            "wrf_gamma.c",
        ]),
    },
    part("libm/common", "libm.a"),
    part("libm/complex", "libm.a"),
];

const fn part(path: &'static str, library: &'static str) -> Folder {
    Folder {
        path,
        library,
        files: AllBut(&[]),
    }
}

/// The folder whose functions call functions of the program, such as qsort: an
/// exception of C++ may come through them.
const CALLING: &str = "libc/search";

/// Files of stdio that are compiled with macros of their own: the file, the name
/// of the result, and the macros. Most of them newlib compiles several times. The
/// function that sets up streams gets another name, since our own calls it.
const VARIANTS: [(&str, &str, &[&str]); 17] = [
    ("findfp", "findfp", &["__sinit=__initialise_streams"]),
    ("vfprintf", "vfprintf", &[]),
    ("vfprintf", "svfprintf", &["STRING_ONLY"]),
    ("vfprintf", "vfiprintf", &["INTEGER_ONLY"]),
    ("vfprintf", "svfiprintf", &["INTEGER_ONLY", "STRING_ONLY"]),
    ("vfwprintf", "vfwprintf", &[]),
    ("vfwprintf", "svfwprintf", &["STRING_ONLY"]),
    ("vfwprintf", "vfiwprintf", &["INTEGER_ONLY"]),
    ("vfwprintf", "svfiwprintf", &["INTEGER_ONLY", "STRING_ONLY"]),
    ("vfscanf", "vfscanf", &[]),
    ("vfscanf", "svfscanf", &["STRING_ONLY"]),
    ("vfscanf", "vfiscanf", &["INTEGER_ONLY"]),
    ("vfscanf", "svfiscanf", &["INTEGER_ONLY", "STRING_ONLY"]),
    ("vfwscanf", "vfwscanf", &[]),
    ("vfwscanf", "svfwscanf", &["STRING_ONLY"]),
    ("vfwscanf", "vfiwscanf", &["INTEGER_ONLY"]),
    ("vfwscanf", "svfiwscanf", &["INTEGER_ONLY", "STRING_ONLY"]),
];

/// Macros that newlib's own build would define for a system with these calls.
const MACROS: [&str; 6] = [
    "-D_COMPILING_NEWLIB",
    "-D_GNU_SOURCE",
    "-DHAVE_FCNTL",
    "-DHAVE_BLKSIZE",
    "-DREENTRANT_SYSCALLS_PROVIDED",
    "-DGETREENT_PROVIDED",
];

/// Functions of mathematics set `errno`, as `math_errhandling` of the header says.
const OF_MATHEMATICS: &str = "-D_POSIX_MODE";

/// The groups of files to compile.
pub(super) fn groups(layout: &Layout) -> Result<Vec<Group>, Error> {
    let mut groups = Vec::new();
    for part in &PARTS {
        let files = files(part, layout)?;
        groups.push(group(part.path, part.library, layout, files));
    }
    for (file, name, macros) in VARIANTS {
        let files = vec![format!("newlib/libc/stdio/{file}.c")];
        let mut group = group("libc/stdio", "libc.a", layout, files);
        group.name = name.to_owned();
        let defined = macros.iter().map(|name| format!("-D{name}").into());
        group.arguments.extend(defined);
        groups.push(group);
    }
    Ok(groups)
}

fn group(path: &str, library: &'static str, layout: &Layout, files: Vec<String>) -> Group {
    let mut arguments: Vec<OsString> = MACROS.map(Into::into).into();
    if path == CALLING {
        arguments.push("-fexceptions".into());
    }
    if library == "libm.a" {
        arguments.push(OF_MATHEMATICS.into());
    }
    for folder in [path, "libm/common", "libc/locale"] {
        arguments.push(format!("-Inewlib/{folder}").into());
    }
    Group {
        name: path.replace('/', "-"),
        library: Some(library),
        second_library: None,
        folder: layout.newlib.clone(),
        files,
        arguments,
    }
}

fn files(part: &Folder, layout: &Layout) -> Result<Vec<String>, Error> {
    let mut names: Vec<String> = match part.files {
        Only(names) => names.iter().map(|&name| name.to_owned()).collect(),
        AllBut(unwanted) => {
            let folder = layout.newlib.join("newlib").join(part.path);
            let entries =
                std::fs::read_dir(&folder).map_err(|error| install::not_read(&folder, &error))?;
            let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            names
                .filter(|name| name.ends_with(".c") && !unwanted.contains(&name.as_str()))
                .collect()
        }
    };
    names.sort_unstable();
    let path = |name: &String| format!("newlib/{}/{name}", part.path);
    Ok(names.iter().map(path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_sources_are_reported_with_the_command_that_installs_them() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("newlib-3.3.0.tar.xz");
        let nothing = Environment::new("test", []);
        let error = find(Some(&archive), &nothing).unwrap_err().to_string();
        assert!(error.starts_with("there is no file "), "{error}");

        std::fs::write(&archive, "").unwrap();
        let error = find(Some(&archive), &nothing).unwrap_err();
        assert_eq!(error.messages(), ["program not found: tar"]);
        assert!(error.help().is_some_and(|hint| hint.contains(INSTALL)));
    }

    #[test]
    fn the_newest_archive_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(newest(folder.path()), None);
        for name in [
            "newlib-3.3.0.tar.xz",
            "newlib-4.1.0.tar.xz",
            "newlib-9",
            "a",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let expected = folder.path().join("newlib-4.1.0.tar.xz");
        assert_eq!(newest(folder.path()), Some(expected));
    }

    #[test]
    fn an_archive_of_something_else_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("newlib-1.tar.xz");
        std::fs::write(&archive, "this is not an archive").unwrap();
        let error = unpack(&archive, folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("cannot unpack newlib from "), "{error}");
    }
}
