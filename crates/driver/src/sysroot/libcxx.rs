//! LLVM's libc++ and libc++abi: finding their sources, and the files and options that a sysroot is
//! built with.
//!
//! No Debian package has the sources. They are in LLVM's own tree, and in the Python wheel of
//! `ziglang`, which is the easiest source. The PNaCl-specific parts are our own: the throwing of
//! exceptions (`sysroot/unwind`) and the header that describes the system (`__config_site`).

use super::compile::Group;
use super::install::{self, Layout, copy_folder, write};
use super::{not_written, tr1};
use crate::command::Command;
use crate::environment::Environment;
use crate::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The release of LLVM whose libc++ is known to work.
const RELEASE: u32 = 19;

/// The first clang that compiles it.
const OLDEST_CLANG: u32 = 17;

/// The wheel with its sources, as pip calls it.
const WHEEL: &str = "ziglang==0.14.1";

/// The variable that names a folder with the sources.
const VARIABLE: &str = "PINNACLE_LLVM_SOURCE";

/// Ways to get the sources.
const WAYS: &str = "get the sources of libc++ with `python3 -m pip install ziglang==0.14.1`, or \
                    with LLVM 19's own tree and `--llvm-source FOLDER` or PINNACLE_LLVM_SOURCE";

/// The parts of libc++ that are compiled: all files in these folders, except for the second list.
const FOLDERS: [&str; 3] = ["libcxx/src", "libcxx/src/filesystem", "libcxx/src/ryu"];

/// Operators new are libc++abi's.
const NOT_OF_LIBCXX: [&str; 1] = ["new.cpp"];

/// Files that our own sources replace: the search for handlers, the ends of threads; and files only
/// for programs that were compiled without exceptions.
const NOT_OF_LIBCXXABI: [&str; 3] = [
    "cxa_noexception.cpp",
    "cxa_personality.cpp",
    "cxa_thread_atexit.cpp",
];

/// A folder with the folders `libcxx` and `libcxxabi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources(PathBuf);

/// Finds the sources: in the folder or wheel given by the user or the variable, in the cache filled
/// by [`fetch`], or in an installed Python package.
///
/// # Errors
///
/// Fails if they are not found, if those given are not LLVM 19's, or if clang is too old for them.
pub fn find(asked: Option<&Path>, clang: u32, environment: &Environment) -> Result<Sources, Error> {
    if clang < OLDEST_CLANG {
        return Err(Error::new(format!(
            "libc++ {RELEASE} needs clang {OLDEST_CLANG} or later, and this is {clang}"
        )));
    }
    let named = environment.variable(VARIABLE).map(Path::new);
    if let Some(path) = asked.or(named) {
        return in_folder(path).ok_or_else(|| {
            Error::new(format!(
                "{} has no sources of libc++ {RELEASE}: no libcxx/src and libcxxabi/src of it",
                path.display()
            ))
            .hint(WAYS)
        });
    }
    let fetched = kept(environment);
    fetched
        .as_deref()
        .and_then(in_folder)
        .or_else(|| installed(environment).as_deref().and_then(in_folder))
        .ok_or_else(|| Error::new("the sources of libc++ were not found").hint(WAYS))
}

/// The sources in a folder: LLVM's tree, or the contents of a wheel.
fn in_folder(folder: &Path) -> Option<Sources> {
    let folders = ["", "lib", "ziglang/lib"].map(|inner| folder.join(inner));
    let mut found = folders
        .into_iter()
        .filter(|root| root.join("libcxxabi/src").is_dir());
    let root = found.find(|root| release(root) == Some(RELEASE))?;
    Some(Sources(root.canonicalize().ok()?))
}

/// The release that a libc++ states.
fn release(root: &Path) -> Option<u32> {
    let text = fs::read_to_string(root.join("libcxx/include/__config")).ok()?;
    let (_, rest) = text.split_once("define _LIBCPP_VERSION ")?;
    let number: u32 = rest.lines().next()?.trim().parse().ok()?;
    Some(number / 10_000)
}

/// The folder where fetched sources are kept.
fn kept(environment: &Environment) -> Option<PathBuf> {
    let cache = environment.cache()?;
    Some(cache.join(format!("libcxx-{RELEASE}")))
}

/// The folder of the package that pip has installed.
fn installed(environment: &Environment) -> Option<PathBuf> {
    const SCRIPT: &str = "import importlib.util as u\n\
                          s = u.find_spec('ziglang')\n\
                          print(s.submodule_search_locations[0] if s else '')";
    let mut command = Command::new(environment.find_program("python3")?);
    command.arguments(["-c", SCRIPT]);
    let output = command.output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = path.trim();
    (output.status.success() && !path.is_empty()).then(|| path.into())
}

/// Downloads the wheel with pip, and keeps the needed files in the user's cache.
///
/// # Errors
///
/// Fails if there is no pip, no network, or no cache folder.
pub fn fetch(environment: &Environment) -> Result<Sources, Error> {
    let failed = |what: String| Error::new(what).hint(WAYS);
    let python = environment
        .find_program("python3")
        .ok_or_else(|| failed("program not found: python3".into()))?;
    let kept = kept(environment).ok_or_else(|| {
        failed("no folder for the cache was found; set HOME or XDG_CACHE_HOME".into())
    })?;
    let parent = kept.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(|error| not_written(parent, &error))?;
    let work = tempfile::Builder::new()
        .prefix(".libcxx-")
        .tempdir_in(parent)
        .map_err(|error| not_written(parent, &error))?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(python.clone());
        command.arguments(arguments.iter().copied());
        let mut process = command.process();
        process.current_dir(work.path()).stdin(Stdio::null());
        let output = process
            .output()
            .map_err(|error| command.not_started(&error))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        Err(failed(format!(
            "the sources of libc++ cannot be downloaded: {}",
            last.unwrap_or("python3 failed")
        )))
    };
    run(&[
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        WHEEL,
    ])?;
    let entries = fs::read_dir(work.path()).map_err(|error| install::not_read(&kept, &error))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let wheel = names
        .into_iter()
        .find(|name| name.ends_with(".whl"))
        .ok_or_else(|| failed(format!("pip did not download {WHEEL}")))?;
    run(&["-m", "zipfile", "-e", &wheel, "unpacked"])?;
    let Sources(root) = in_folder(&work.path().join("unpacked"))
        .ok_or_else(|| failed(format!("{wheel} has no sources of libc++ {RELEASE}")))?;
    let result = work.path().join("result");
    for folder in ["libcxx", "libcxxabi"] {
        copy_folder(&root.join(folder), &result.join(folder))?;
    }
    if kept.exists() {
        fs::remove_dir_all(&kept).map_err(|error| not_written(&kept, &error))?;
    }
    fs::rename(&result, &kept).map_err(|error| not_written(&kept, &error))?;
    Ok(Sources(kept))
}

impl Sources {
    /// The groups of files that are compiled.
    pub(super) fn groups(&self, layout: &Layout) -> Result<Vec<Group>, Error> {
        let mut groups = Vec::new();
        for folder in FOLDERS {
            groups.push(self.group(folder, "libc++.a", &NOT_OF_LIBCXX, layout)?);
        }
        groups.push(self.group("libcxxabi/src", "libc++abi.a", &NOT_OF_LIBCXXABI, layout)?);
        Ok(groups)
    }

    fn group(
        &self,
        folder: &str,
        library: &'static str,
        unwanted: &[&str],
        layout: &Layout,
    ) -> Result<Group, Error> {
        let path = self.0.join(folder);
        let entries = fs::read_dir(&path).map_err(|error| install::not_read(&path, &error))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut files: Vec<_> = names
            .filter(|name| name.ends_with(".cpp") && !unwanted.contains(&name.as_str()))
            .map(|name| format!("{folder}/{name}"))
            .collect();
        files.sort_unstable();
        let mut arguments = self.arguments(layout);
        // The IRT cannot remove entries of an open folder.
        arguments.push("-DREMOVE_ALL_USE_DIRECTORY_ITERATOR".into());
        Ok(Group {
            name: folder.replace('/', "-"),
            library: Some(library),
            second_library: None,
            folder: self.0.clone(),
            files,
            arguments,
        })
    }

    /// The compiler options for the library and the sources that belong to it.
    pub(super) fn arguments(&self, layout: &Layout) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = [
            "-std=c++23",
            "-fexceptions",
            "-D_GNU_SOURCE",
            "-D_LIBCPP_BUILDING_LIBRARY",
            "-D_LIBCXXABI_BUILDING_LIBRARY",
            "-DLIBCXX_BUILDING_LIBCXXABI",
            "-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES",
            // The reader of mangled names is larger than most programs.
            "-DLIBCXXABI_NON_DEMANGLING_TERMINATE",
            "-DNDEBUG",
        ]
        .map(Into::into)
        .into();
        for folder in ["libcxx/src", "libcxxabi/include", "libcxxabi/src"] {
            let mut argument = OsString::from("-I");
            argument.push(self.0.join(folder));
            arguments.push(argument);
        }
        arguments.push("-isystem".into());
        arguments.push(layout.include.join("c++/v1").into());
        arguments
    }

    /// Copies the headers.
    pub(super) fn headers(&self, layout: &Layout) -> Result<(), Error> {
        let target = layout.include.join("c++/v1");
        copy_folder(&self.0.join("libcxx/include"), &target)?;
        for name in ["cxxabi.h", "__cxxabi_config.h"] {
            let from = self.0.join("libcxxabi/include").join(name);
            let to = target.join(name);
            fs::copy(&from, &to).map_err(|error| not_written(&to, &error))?;
        }
        // In LLVM's tree this one is made by its build.
        let handler = self
            .0
            .join("libcxx/vendor/llvm/default_assertion_handler.in");
        let to = target.join("__assertion_handler");
        if !to.exists() {
            fs::copy(&handler, &to).map_err(|error| not_written(&to, &error))?;
        }
        include_site(&target)?;
        include_traits(&target)?;
        tr1::headers(&target)?;
        for change in &CHANGES {
            change.apply(&target)?;
        }
        Ok(())
    }
}

/// Text of a header that is not true of this system.
struct Change {
    header: &'static str,
    from: &'static str,
    to: &'static str,
}

const CHANGES: [Change; 3] = [
    // The header that nearly all of C++ includes, and the wrappers of C's headers do not.
    Change {
        header: "iosfwd",
        from: "#endif // _LIBCPP_IOSFWD\n",
        to: "#include <__earlier_includes.h>\n\n#endif // _LIBCPP_IOSFWD\n",
    },
    // Offsets have 64 bits, and it must not depend on the headers before this one.
    Change {
        header: "__fwd/ios.h",
        from: "#if defined(_NEWLIB_VERSION)\n",
        to: "#if defined(_NEWLIB_VERSION) && !defined(__pnacl__)\n",
    },
    // Atomic accesses need natural alignment, which clang gives the structures of other
    // systems by itself.
    Change {
        header: "__atomic/cxx_atomic_impl.h",
        from: "_LIBCPP_DISABLE_EXTENSION_WARNING _Atomic(_Tp) __a_value;\n",
        to: "static const size_t __natural =\n      \
             sizeof(_Tp) > 8 || (sizeof(_Tp) & (sizeof(_Tp) - 1)) ? 1 : sizeof(_Tp);\n  \
             _LIBCPP_DISABLE_EXTENSION_WARNING __attribute__((__aligned__(__natural))) \
             _Atomic(_Tp) __a_value;\n",
    },
];

impl Change {
    fn apply(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(self.header);
        let text = fs::read_to_string(&path).map_err(|error| install::not_read(&path, &error))?;
        if !text.contains(self.from) {
            let what = format!("{} does not have {:?}", path.display(), self.from);
            return Err(Error::new(what));
        }
        write(&path, text.replace(self.from, self.to).as_bytes())
    }
}

/// Adds the traits of arbitrary character types, which releases before 19 had. They are in a header
/// of our own, which libc++'s own header includes at its end.
fn include_traits(folder: &Path) -> Result<(), Error> {
    const END: &str = "_LIBCPP_POP_MACROS";
    let path = folder.join("__string/char_traits.h");
    let text = fs::read_to_string(&path).map_err(|error| install::not_read(&path, &error))?;
    let Some(place) = text.rfind(END) else {
        return Err(Error::new(format!(
            "{} does not end with {END}",
            path.display()
        )));
    };
    let (head, rest) = text.split_at(place);
    let text = format!("{head}#include <__any_char_traits.h>\n\n{rest}");
    write(&path, text.as_bytes())
}

/// The headers that include `__config_site`. Those of the wheel do not: its compiler
/// defines the macros itself.
fn include_site(folder: &Path) -> Result<(), Error> {
    const GUARD_ENDS: &str = "#define _LIBCPP_";
    for name in [
        "__config",
        "__configuration/abi.h",
        "__configuration/compiler.h",
        "__configuration/language.h",
        "__configuration/platform.h",
    ] {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(|error| install::not_read(&path, &error))?;
        if text.contains("#include <__config_site>") {
            continue;
        }
        let Some(place) = text.find(GUARD_ENDS) else {
            return Err(Error::new(format!(
                "{} has no include guard",
                path.display()
            )));
        };
        let place = place + text[place..].find('\n').map_or(0, |end| end + 1);
        let (head, rest) = text.split_at(place);
        let text = format!("{head}\n#include <__config_site>\n{rest}");
        write(&path, text.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with sources of a release.
    fn tree(folder: &Path, version: &str) {
        write(
            &folder.join("libcxx/include/__config"),
            format!("#  define _LIBCPP_VERSION {version}\n").as_bytes(),
        )
        .unwrap();
        fs::create_dir_all(folder.join("libcxxabi/src")).unwrap();
    }

    #[test]
    fn sources_are_found_in_a_tree_and_in_what_a_wheel_has() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        assert_eq!(in_folder(&root), None);
        tree(&root.join("ziglang/lib"), "190100");
        let expected = Sources(root.join("ziglang/lib"));
        assert_eq!(in_folder(&root), Some(expected.clone()));
        assert_eq!(in_folder(&root.join("ziglang")), Some(expected));
    }

    #[test]
    fn other_releases_are_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        tree(folder.path(), "200100");
        let nothing = Environment::new("test", []);
        let error = find(Some(folder.path()), 19, &nothing).unwrap_err();
        assert!(error.to_string().contains("has no sources of libc++ 19"));
        assert!(error.help().is_some_and(|hint| hint.contains(WHEEL)));
        let error = find(None, 14, &nothing).unwrap_err().to_string();
        assert!(error.contains("needs clang 17"), "{error}");
    }

    #[test]
    fn headers_of_the_wheel_get_the_include_back() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["abi", "compiler", "language", "platform"] {
            let path = folder.path().join(format!("__configuration/{name}.h"));
            write(
                &path,
                b"#ifndef _LIBCPP_X\n#define _LIBCPP_X\nint x;\n#endif\n",
            )
            .unwrap();
        }
        let config = folder.path().join("__config");
        let there = "#define _LIBCPP___CONFIG\n#include <__config_site>\n";
        write(&config, there.as_bytes()).unwrap();
        include_site(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join("__configuration/abi.h")).unwrap();
        let expected =
            "#ifndef _LIBCPP_X\n#define _LIBCPP_X\n\n#include <__config_site>\nint x;\n#endif\n";
        assert_eq!(text, expected);
        assert_eq!(fs::read_to_string(config).unwrap(), there);
    }

    #[test]
    fn the_header_of_traits_includes_ours_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("__string/char_traits.h");
        write(&path, b"_LIBCPP_PUSH_MACROS\nint x;\n").unwrap();
        let error = include_traits(folder.path()).unwrap_err().to_string();
        assert!(error.contains("does not end with"), "{error}");
        write(&path, b"int x;\n_LIBCPP_POP_MACROS\n#endif\n").unwrap();
        include_traits(folder.path()).unwrap();
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(
            text,
            "int x;\n#include <__any_char_traits.h>\n\n_LIBCPP_POP_MACROS\n#endif\n"
        );
    }
}
