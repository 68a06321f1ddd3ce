//! Options for old sources: they allow what current versions of clang reject by default.

/// Turns errors of current versions of clang back into warnings, as in the compilers for old
/// sources. The user's options come later and take precedence.
const OLD_C: [&str; 5] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=return-type",
];
const OLD_CXX: [&str; 6] = [
    "-Wno-error=register",
    "-Wno-error=c++11-narrowing",
    "-Wno-error=deprecated-declarations",
    "-Wno-error=dynamic-exception-spec",
    "-Wno-error=increment-bool",
    "-Wno-error=reserved-user-defined-literal",
];

/// Like [`OLD_CXX`], for errors that exist only since a release of clang. Earlier releases do not
/// know the names.
const OLD_CXX_SINCE: [(u32, &str); 2] = [
    (16, "-Wno-error=enum-constexpr-conversion"),
    (19, "-Wno-error=missing-template-arg-list-after-template-kw"),
];

/// Turns off warnings in the SDK's headers, even if a makefile names their folder with `-I`. The
/// headers need clang's extensions to old standards, and old makefiles use `-pedantic -Werror`.
/// These are options of clang's first pass, which ignores them if nothing is included.
pub(super) const SDK_HEADERS: [&str; 7] = [
    "--system-header-prefix=ppapi/c/",
    "--system-header-prefix=ppapi/cpp/",
    "--system-header-prefix=ppapi/utility/",
    "--system-header-prefix=ppapi_simple/",
    "--system-header-prefix=nacl_io/",
    "--system-header-prefix=sdk_util/",
    "--system-header-prefix=error_handling/",
];

/// Returns the options for a source in C++ or C, for a given release of clang.
pub(super) fn options(is_cxx: bool, release: u32) -> impl Iterator<Item = &'static str> {
    let always: &[&str] = if is_cxx { &OLD_CXX } else { &OLD_C };
    let newer: &[(u32, &str)] = if is_cxx { &OLD_CXX_SINCE } else { &[] };
    let newer = newer.iter().filter(move |(first, _)| release >= *first);
    always
        .iter()
        .copied()
        .chain(newer.map(|(_, option)| *option))
}
