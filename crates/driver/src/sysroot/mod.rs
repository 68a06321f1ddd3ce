//! The sysroot: the headers and libraries that programs are compiled and linked with.
//!
//! It is a folder with `include/`, the C and POSIX headers, and `lib/`, with `crt1.o` and archives
//! whose members are bitcode. Most of it is newlib, whose sources come from the Debian package
//! `newlib-source` ([`newlib`]). The C++ library is LLVM's ([`libcxx`]), if its sources are found.
//! Start code, system calls, memory and threads are our own, in the package `sysroot`.
//!
//! [`build`] makes it. It unpacks and copies the sources into a temporary folder beside the
//! destination, compiles them with clang in groups on all cores (`compile`), makes the archives,
//! and renames the folder. So a sysroot exists completely or not at all, and one that is in use is
//! not changed until a new one is complete. The same sources and the same clang give the same
//! bytes.

mod compile;
mod install;
pub mod libcxx;
pub mod newlib;
mod stamp;
mod tr1;

use crate::environment::Environment;
use crate::error::Error;
use crate::tools::Tools;
use compile::Group;
use pinnacle_sysroot::{Condition, FOLDERS, Folder};
pub use stamp::stamp;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Options of building a sysroot.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The output folder; by default the one where [`locate`] finds it.
    pub folder: Option<PathBuf>,
    /// The clang to build it with, a path or a name in `PATH`.
    pub clang: Option<OsString>,
    /// The archive with newlib's sources; by default, the one of Debian's package.
    pub newlib: Option<PathBuf>,
    /// A folder with libc++'s sources; searched for by default.
    pub llvm: Option<PathBuf>,
    /// True if the sources of libc++ are downloaded if they are not found.
    pub fetch: bool,
    /// Number of compilers run at once; 0 for one per core.
    pub jobs: usize,
}

/// The result of a build.
#[derive(Clone, Debug)]
pub struct Built {
    /// The folder of the sysroot.
    pub folder: PathBuf,
    /// Number of files compiled.
    pub files: usize,
    /// The reason why the C++ library is not part of it.
    pub without_cxx: Option<Error>,
}

/// Receives the progress of a build: the number of files compiled, and of all files.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Name of the file that records what a sysroot was made from; written last.
const STAMP: &str = "stamp";

/// The folder of a usable sysroot: `$PINNACLE_SYSROOT`, or the one in the user's cache. `None` if
/// it was not built, or only from other sources than this library's.
#[must_use]
pub fn locate(environment: &Environment) -> Option<PathBuf> {
    environment.sysroot().filter(|folder| is_current(folder))
}

/// Returns true if a folder has a sysroot that was made from the sources of this library.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    let current = stamp();
    std::fs::read_to_string(folder.join(STAMP))
        .is_ok_and(|text| text.lines().any(|line| line == current))
}

/// Returns true if a sysroot has the library of C++.
#[must_use]
pub fn has_cxx(folder: &Path) -> bool {
    folder.join("lib/libc++.a").is_file()
}

/// Builds a sysroot, and replaces an existing one.
///
/// # Errors
///
/// Fails if a tool or the sources of newlib are missing, which is reported with the command that
/// installs them; if requested sources of libc++ do not exist (without any, the parts that the
/// language itself needs are built); if clang rejects a file; if a file cannot be written. In these
/// cases an existing sysroot is untouched.
pub fn build(
    options: &Options,
    environment: &Environment,
    progress: Progress<'_>,
) -> Result<Built, Error> {
    let tools = Tools::find(options.clang.as_deref(), environment)?;
    let archiver = tools.tool("llvm-ar")?;
    let archive = newlib::find(options.newlib.as_deref(), environment)?;
    let (libcxx, without_cxx) = match find_libcxx(options, &tools, environment) {
        Ok(sources) => (Some(sources), None),
        Err(error) if options.llvm.is_some() => return Err(error),
        Err(error) => (None, Some(error)),
    };
    let folder = options
        .folder
        .clone()
        .or_else(|| environment.sysroot())
        .ok_or_else(|| {
            Error::new("no folder for a sysroot: neither PINNACLE_SYSROOT nor HOME is set")
        })?;
    let parent = folder.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(|error| not_written(parent, &error))?;
    let work = tempfile::Builder::new()
        .prefix(".sysroot-")
        .tempdir_in(parent)
        .map_err(|error| not_written(parent, &error))?;
    // Compilers run in folders of their own, so everything else is absolute.
    let work_folder = work
        .path()
        .canonicalize()
        .map_err(|error| not_written(parent, &error))?;

    let layout = install::Layout::new(&work_folder);
    layout.make()?;
    newlib::unpack(&archive, &layout.newlib)?;
    install::headers(&layout)?;
    let mut groups = newlib::groups(&layout)?;
    if let Some(sources) = &libcxx {
        sources.headers(&layout)?;
    }
    let own = |condition| own_groups(condition, libcxx.as_ref(), &layout);
    groups.extend(own(Condition::Always));
    match &libcxx {
        Some(sources) => {
            groups.extend(sources.groups(&layout)?);
            groups.extend(own(Condition::WithLibcxx));
        }
        None => groups.extend(own(Condition::WithoutLibcxx)),
    }
    let jobs = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        jobs => jobs,
    };
    let files = compile::all(&groups, &tools, &layout, jobs, progress)?;
    install::archives(&groups, &archiver, &layout)?;
    let text = format!(
        "{}\nclang {}\nnewlib {}\nlibc++ {}\n",
        stamp(),
        tools.release(),
        archive.file_name().unwrap_or_default().to_string_lossy(),
        if libcxx.is_some() { "LLVM's" } else { "none" },
    );
    install::write(&layout.result.join(STAMP), text.as_bytes())?;
    install::into_place(&layout.result, &folder)?;
    Ok(Built {
        folder,
        files,
        without_cxx,
    })
}

fn find_libcxx(
    options: &Options,
    tools: &Tools,
    environment: &Environment,
) -> Result<libcxx::Sources, Error> {
    let found = libcxx::find(options.llvm.as_deref(), tools.release(), environment);
    match found {
        Err(_) if options.fetch && options.llvm.is_none() => libcxx::fetch(environment),
        found => found,
    }
}

/// Our own sources that are compiled under a condition, one group for each folder.
fn own_groups(
    condition: Condition,
    libcxx: Option<&libcxx::Sources>,
    layout: &install::Layout,
) -> impl Iterator<Item = Group> {
    let folders = FOLDERS.into_iter();
    let folders = folders.filter(move |folder| folder.condition == condition);
    folders.map(move |folder| own_group(folder, libcxx, layout))
}

fn own_group(folder: Folder, libcxx: Option<&libcxx::Sources>, layout: &install::Layout) -> Group {
    let arguments = match (folder.name, libcxx) {
        ("unwind", Some(sources)) => sources.arguments(layout),
        // The browser's C++ interfaces, which need libc++.
        (
            "nacl_io_cpp" | "ppapi_cpp" | "ppapi_cpp_private" | "ppapi_simple_cpp" | "sdk_util",
            _,
        ) => {
            let options = ["-std=c++14", "-fexceptions", "-I.", "-isystem"];
            let mut arguments = options.map(OsString::from).to_vec();
            arguments.push(layout.include.join("c++/v1").into());
            arguments
        }
        (name, _) => {
            let options = ["-D_GNU_SOURCE", "-I.", "-Ilibc"];
            let mut arguments = options.map(OsString::from).to_vec();
            if matches!(name, "asan" | "sanitizer" | "ubsan") {
                // clang would make calls of the functions that are defined there.
                arguments.push("-fno-builtin".into());
            }
            if name == "cxx" {
                // Without this, clang assumes that nothing there can throw.
                arguments.push("-fexceptions".into());
            }
            arguments
        }
    };
    Group {
        name: format!("own-{}", folder.name),
        library: folder.library,
        second_library: folder.second_library,
        folder: layout.own.clone(),
        files: folder.sources().map(str::to_owned).collect(),
        arguments,
    }
}

#[cold]
pub(crate) fn not_written(path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("cannot write {}: {error}", path.display()))
}
