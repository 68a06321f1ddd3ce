//! Finds the tools and languages that a program was made with, from strings in its data.
//!
//! A finalized program does not name its compiler. However, libraries and compilers leave strings
//! in its data: type names for C++ exceptions, versions, messages. These are hints, not proof.

use memchr::memmem;
use std::collections::BTreeSet;

/// Maximum length in characters of a string about a producer.
const MAX_TEXT: usize = 80;

/// Maximum number of producers that are listed.
const MAX_PRODUCERS: usize = 20;

/// Prefixes of strings that name a tool or a library with its version.
const PRODUCERS: &[&[u8]] = &[
    b"clang version ",
    b"GCC: (",
    b"LLVM version ",
    b"emscripten ",
    b"Lua 5.",
    b"SQLite format 3",
    b"libpng version ",
    b"libjpeg ",
    b"FreeType ",
    b"OpenSSL ",
    b"zlib ",
    b"inflate 1.",
    b"deflate 1.",
    b"Mono ",
    b"Unity ",
    b"UnityPlayer",
    b"V8 version ",
    b"Python 2.",
    b"Python 3.",
    b"ruby 1.",
    b"ruby 2.",
    b"Bullet ",
    b"Ogg Vorbis",
    b"ScummVM",
    b"DOSBox",
    b"OGRE",
    b"SDL ",
];

/// Strings that the libraries of a language contain, each with the language.
const LANGUAGES: &[(&[u8], &str)] = &[
    (b"N10__cxxabiv1", "C++"),
    (b"St9exception", "C++"),
    (b"St9bad_alloc", "C++"),
    (b"std::bad_alloc", "C++"),
    (b"terminate called", "C++"),
    (b"libc++abi", "C++"),
    (b"basic_string", "C++"),
    (b"NSt3__1", "C++"),
    (b"_ZTI", "C++"),
    (b"rust_panic", "Rust"),
    (b"core::panicking", "Rust"),
    (b"runtime.goexit", "Go"),
    (b"objc_msgSend", "Objective-C"),
    (b"NSAutoreleasePool", "Objective-C"),
    (b"mscorlib", "C#"),
    (b"luaopen_", "Lua"),
    (b"lua_debug>", "Lua"),
    (b"__main__", "Python"),
    (b"GHC.Base", "Haskell"),
    (b"caml_startup", "OCaml"),
];

/// Returns the strings in the data that name tools and libraries, sorted.
pub(crate) fn producers(data: &[u8]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for start in PRODUCERS {
        if let Some(at) = memmem::find(data, start) {
            found.insert(text_at(&data[at..]));
        }
    }
    found.into_iter().take(MAX_PRODUCERS).collect()
}

/// Returns the languages that strings in the data indicate, sorted.
pub(crate) fn languages(data: &[u8]) -> BTreeSet<&'static str> {
    let found = LANGUAGES
        .iter()
        .filter(|(text, _)| memmem::find(data, text).is_some());
    found.map(|(_, language)| *language).collect()
}

/// Returns the language of a source file from its extension.
pub(crate) fn language_of_source(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "c" => "C",
        "cc" | "cpp" | "cxx" | "C" | "c++" => "C++",
        "m" => "Objective-C",
        "rs" => "Rust",
        "go" => "Go",
        _ => return None,
    })
}

/// Returns the printable text at the beginning of the data.
fn text_at(data: &[u8]) -> String {
    let is_text = |byte: &&u8| **byte == b' ' || byte.is_ascii_graphic();
    let bytes: Vec<u8> = data
        .iter()
        .take_while(is_text)
        .take(MAX_TEXT)
        .copied()
        .collect();
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_libraries_are_hints() {
        let data = b"\0St9exception\0clang version 3.7.0 (pnacl)\0\xffzlib 1.2.8\n";
        assert_eq!(
            producers(data),
            ["clang version 3.7.0 (pnacl)", "zlib 1.2.8"]
        );
        assert_eq!(Vec::from_iter(languages(data)), ["C++"]);
        assert!(producers(b"clang").is_empty());
        assert_eq!(language_of_source("a/b.cc"), Some("C++"));
        assert_eq!(language_of_source("a"), None);
    }
}
