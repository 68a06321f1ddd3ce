//! The sysroot: what a program is compiled against and linked with.
//!
//! It is a folder with `include/`, the headers of C and POSIX, and `lib/`,
//! with `crt1.o` and archives whose members are bitcode. Most of it is newlib,
//! whose sources are those of the Debian package `newlib-source`
//! ([`newlib`]); the library of C++ is LLVM's ([`libcxx`]) where its sources are
//! found; start code, system calls, memory and threads are our own and part of
//! this library ([`sources`]).
//!
//! [`build`] makes it: it unpacks and copies the sources into a temporary folder
//! beside the place where the sysroot will be, has clang compile them in
//! groups, on all cores (`compile`), makes the archives, and renames the
//! folder into its place. So a sysroot is there as a whole or not at all, and
//! one that is in use stays as it is until a new one is complete. The same
//! sources and the same clang give the same bytes.

mod compile;
mod install;
pub mod libcxx;
pub mod newlib;
pub mod sources;

use crate::environment::Environment;
use crate::error::Error;
use crate::tools::Tools;
use compile::Group;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// What is to be built, and where.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where it goes; where [`locate`] finds it if there is nothing here.
    pub folder: Option<PathBuf>,
    /// The clang to build it with, a path or a name in `PATH`.
    pub clang: Option<OsString>,
    /// The archive with the sources of newlib; that of Debian's package if
    /// there is nothing here.
    pub newlib: Option<PathBuf>,
    /// A folder with the sources of libc++; looked for if there is nothing here.
    pub llvm: Option<PathBuf>,
    /// Whether the sources of libc++ are downloaded if they are nowhere.
    pub fetch: bool,
    /// How many compilers run at once; as many as there are cores if zero.
    pub jobs: usize,
}

/// What was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// Where it is.
    pub folder: PathBuf,
    /// How many files were compiled.
    pub files: usize,
    /// Why the library of C++ is not part of it.
    pub without_cxx: Option<Error>,
}

/// How far a build is: files compiled, of how many.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// What says what a sysroot was made from; written last.
const STAMP: &str = "stamp";

/// Where a sysroot is that can be used: `$PINNACLE_SYSROOT`, or the one in the
/// user's cache. Nothing if it was not built, or only for other sources than
/// those of this library.
#[must_use]
pub fn locate(environment: &Environment) -> Option<PathBuf> {
    environment.sysroot().filter(|folder| is_current(folder))
}

/// Whether a folder has a sysroot that was made from the sources of this
/// library.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(STAMP))
        .is_ok_and(|stamp| stamp.lines().any(|line| line == sources::stamp()))
}

/// Whether a sysroot has the library of C++.
#[must_use]
pub fn has_cxx(folder: &Path) -> bool {
    folder.join("lib/libc++.a").is_file()
}

/// Builds a sysroot, in place of one that may be there.
///
/// # Errors
///
/// If a tool or the sources of newlib are missing, which is told with the
/// command that installs them; if sources of libc++ that were asked for are not
/// there (without any, what the language itself needs is built); if clang refuses a file; if a file cannot be
/// written. What was there before is untouched then.
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
            Error::new("there is no place for a sysroot: neither PINNACLE_SYSROOT nor HOME is set")
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
    groups.extend(OWN.map(|(folder, library)| own_group(folder, library, &layout)));
    match &libcxx {
        Some(sources) => {
            sources.headers(&layout)?;
            groups.extend(sources.groups(&layout)?);
            let mut group = own_group("src/unwind", LIBCXXABI, &layout);
            group.arguments = sources.arguments(&layout);
            groups.push(group);
            groups.push(pepper_in_cxx(&layout));
        }
        None => {
            let mut group = own_group("src/cxx", LIBCXXABI, &layout);
            // Without this nothing there could throw, as far as clang knows.
            group.arguments.push("-fexceptions".into());
            groups.push(group);
        }
    }
    let jobs = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        jobs => jobs,
    };
    let files = compile::all(&groups, &tools, &layout, jobs, progress)?;
    install::archives(&groups, &archiver, &layout)?;
    let stamp = format!(
        "{}\nclang {}\nnewlib {}\nlibc++ {}\n",
        sources::stamp(),
        tools.release(),
        archive.file_name().unwrap_or_default().to_string_lossy(),
        if libcxx.is_some() { "LLVM's" } else { "none" },
    );
    install::write(&layout.result.join(STAMP), stamp.as_bytes())?;
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

/// Which folder of our own sources goes into which library. Three others are for C++:
/// `src/unwind` is part of libc++abi, `src/cxx` is what there is in place of it, and
/// `src/ppapi_cpp` needs libc++.
const OWN: [(&str, Option<&str>); 6] = [
    ("src/start", None),
    ("src/libc", Some("libc.a")),
    ("src/math", Some("libm.a")),
    ("src/thread", Some("libpthread.a")),
    ("src/ppapi", Some("libppapi.a")),
    ("src/ppapi_gles2", Some("libppapi_gles2.a")),
];

const LIBCXXABI: Option<&str> = Some("libc++abi.a");

fn own_group(folder: &str, library: Option<&'static str>, layout: &install::Layout) -> Group {
    let prefix = format!("{folder}/");
    let files = sources::FILES.iter().map(|(path, _)| *path);
    let files = files.filter(|path| path.starts_with(&prefix) && !path.ends_with(".h"));
    Group {
        name: folder.replace('/', "-"),
        library,
        folder: layout.own.clone(),
        files: files.map(str::to_owned).collect(),
        arguments: ["-D_GNU_SOURCE", "-Isrc", "-Isrc/libc"]
            .map(Into::into)
            .into(),
    }
}

/// The browser's interfaces in C++, for which libc++ has to be there.
fn pepper_in_cxx(layout: &install::Layout) -> Group {
    let mut group = own_group("src/ppapi_cpp", Some("libppapi_cpp.a"), layout);
    group.arguments = ["-std=c++14", "-fexceptions", "-isystem"]
        .map(Into::into)
        .into();
    group.arguments.push(layout.include.join("c++/v1").into());
    group
}

#[cold]
pub(crate) fn not_written(path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("cannot write {}: {error}", path.display()))
}
