//! The sources of the system library that programs are compiled against and linked with.
//!
//! The folders of this package beside `src` have the headers and sources that are written by
//! hand, in C and C++; [`FOLDERS`] lists them. The headers of Pepper and OpenGL ES come from the
//! tables of the crate `pinnacle-pepper` and are in no folder (`pepper`). [`files`] returns both,
//! embedded in the library, so that an installed `pinnacle` can build a sysroot anywhere.
//!
//! The crate `driver` compiles these sources, together with newlib and libc++.

#![forbid(unsafe_code)]

mod pepper;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A folder of sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Its name, and the first component of the paths of its files.
    pub name: &'static str,
    /// The archive in `lib/` that its objects go to. Without one they stay single objects.
    pub library: Option<&'static str>,
    /// A second archive that they go to.
    pub second_library: Option<&'static str>,
    /// When it is part of a sysroot.
    pub condition: Condition,
}

/// When a folder is part of a sysroot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// In every sysroot.
    Always,
    /// If the sources of LLVM's libc++ were found.
    WithLibcxx,
    /// If they were not.
    WithoutLibcxx,
}

use Condition::{Always, WithLibcxx, WithoutLibcxx};

/// The folders of sources, in the order in which they are compiled.
pub const FOLDERS: [Folder; 22] = [
    folder("start", None, Always),
    folder("libc", Some("libc.a"), Always),
    folder("math", Some("libm.a"), Always),
    folder("thread", Some("libpthread.a"), Always),
    folder("exception", Some("libnacl_exception.a"), Always),
    folder("minidump", Some("libminidump_generator.a"), Always),
    folder("ppapi", Some("libppapi.a"), Always),
    folder("ppapi_gles2", Some("libppapi_gles2.a"), Always),
    folder("nacl_io", Some("libnacl_io.a"), Always),
    Folder {
        second_library: Some("libppapi_simple_cpp.a"),
        ..folder("ppapi_simple", Some("libppapi_simple.a"), Always)
    },
    folder("ppapi_simple_c", Some("libppapi_simple.a"), Always),
    folder("error_handling", Some("liberror_handling.a"), Always),
    folder("ubsan", Some("libubsan.a"), Always),
    folder("asan", Some("libasan.a"), Always),
    Folder {
        second_library: Some("libubsan.a"),
        ..folder("sanitizer", Some("libasan.a"), Always)
    },
    folder("unwind", Some("libc++abi.a"), WithLibcxx),
    folder("nacl_io_cpp", Some("libnacl_io.a"), WithLibcxx),
    folder("ppapi_cpp", Some("libppapi_cpp.a"), WithLibcxx),
    folder(
        "ppapi_cpp_private",
        Some("libppapi_cpp_private.a"),
        WithLibcxx,
    ),
    folder(
        "ppapi_simple_cpp",
        Some("libppapi_simple_cpp.a"),
        WithLibcxx,
    ),
    folder("sdk_util", Some("libsdk_util.a"), WithLibcxx),
    folder("cxx", Some("libc++abi.a"), WithoutLibcxx),
];

const fn folder(name: &'static str, library: Option<&'static str>, condition: Condition) -> Folder {
    Folder {
        name,
        library,
        second_library: None,
        condition,
    }
}

impl Folder {
    /// Returns the paths of the files to compile, sorted. Headers beside them are left out.
    pub fn sources(self) -> impl Iterator<Item = &'static str> {
        let paths = files().iter().map(|file| &*file.path);
        paths.filter(move |path| {
            let inside = path.strip_prefix(self.name);
            inside.is_some_and(|rest| rest.starts_with('/')) && !path.ends_with(".h")
        })
    }
}

/// A header or a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path, with slashes. What begins with `include/` is a header of the sysroot.
    pub path: Cow<'static, str>,
    /// Its text.
    pub bytes: Cow<'static, [u8]>,
}

/// The files that are written by hand, sorted by path.
const WRITTEN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Returns every header and source, sorted by path. The first call generates those of Pepper.
pub fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let written = WRITTEN.iter().map(|&(path, bytes)| File {
            path: path.into(),
            bytes: bytes.into(),
        });
        let generated = pepper::files().into_iter().map(|(path, text)| File {
            path: path.into(),
            bytes: text.into_bytes().into(),
        });
        let mut files: Vec<File> = written.chain(generated).collect();
        files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        files
    })
}

/// Returns the paths of the files that are generated and in no folder of this package.
#[must_use]
pub fn generated() -> BTreeSet<String> {
    pepper::files().into_keys().collect()
}
