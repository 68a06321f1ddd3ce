//! What the sysroot has of Pepper is made from the tables: the headers below `ppapi/c`,
//! those of OpenGL ES, and the functions of `libppapi_gles2`. The test compares them
//! with the committed files; `cargo xtask bless pinnacle-pepper` writes those anew.
//!
//! What no table says stands in `parts/`: the text of a header there goes behind what
//! is made, or is all of it.

#![forbid(unsafe_code)]

mod c;
mod gl;
mod header;

use anyhow::{Result, ensure};
use pinnacle_pepper::table::ctypes::headers;
use pinnacle_testing::bless;
use pinnacle_testing::llvm_tools::{RELEASES, Tool};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first line of each file.
const MADE: &str = "/* Made from the tables of the crate pinnacle-pepper, not by hand. */\n";

/// Headers that no table says anything of.
const BY_HAND: [(&str, &str); 6] = [
    ("ppapi/c/pp_gl_types.h", include_str!("parts/pp_gl_types.h")),
    ("ppapi/c/pp_macros.h", include_str!("parts/pp_macros.h")),
    ("ppapi/c/pp_stdint.h", include_str!("parts/pp_stdint.h")),
    ("GLES2/gl2platform.h", include_str!("parts/gl2platform.h")),
    ("KHR/khrplatform.h", include_str!("parts/khrplatform.h")),
    (
        "ppapi/lib/gl/gles2/gl2ext_ppapi.h",
        include_str!("parts/gl2ext_ppapi.h"),
    ),
];

/// All files, by their path in the sources of the sysroot.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for header in headers() {
        files.insert(
            format!("include/ppapi/c/{}", header.path),
            header::text(header),
        );
    }
    for (path, text) in BY_HAND {
        files.insert(format!("include/{path}"), text.to_owned());
    }
    // Where programs of the last years of the SDK look for it.
    files.insert(
        "include/ppapi/gles2/gl2ext_ppapi.h".to_owned(),
        format!("{MADE}#include \"ppapi/lib/gl/gles2/gl2ext_ppapi.h\"\n"),
    );
    files.insert("include/GLES2/gl2.h".to_owned(), gl::core_header());
    files.insert("include/GLES2/gl2ext.h".to_owned(), gl::extension_header());
    files.insert("src/ppapi_gles2/functions.c".to_owned(), gl::library());
    files
}

fn sysroot() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../driver/sysroot")
}

#[test]
fn files_of_the_sysroot_are_made_from_the_tables() -> Result<()> {
    for (path, text) in files() {
        bless::expect_file(sysroot().join(path), text)?;
    }
    Ok(())
}

#[test]
fn no_header_is_left_of_what_is_gone() -> Result<()> {
    let files = files();
    for folder in [
        "include/ppapi/c",
        "include/ppapi/c/dev",
        "include/ppapi/c/private",
    ] {
        for entry in std::fs::read_dir(sysroot().join(folder))? {
            let name = entry?.file_name();
            let path = format!("{folder}/{}", name.to_string_lossy());
            let is_known = !path.ends_with(".h") || files.contains_key(&path);
            assert!(is_known, "{path} is made from nothing");
        }
    }
    Ok(())
}

#[test]
fn each_header_compiles_alone() -> Result<()> {
    let Some(clang) = Tool::newest("clang", RELEASES) else {
        return Ok(());
    };
    let files = files();
    let headers: Vec<_> = files
        .keys()
        .filter_map(|path| path.strip_prefix("include/"))
        .collect();
    for language in [
        ["-xc", "-std=c89"],
        ["-xc", "-std=c99"],
        ["-xc++", "-std=c++11"],
    ] {
        let output = Command::new(&clang.name)
            .current_dir(sysroot().join("include"))
            .args(["-fsyntax-only", "-ffreestanding", "-I."])
            .args(["-Wall", "-Wextra", "-pedantic", "-Wno-long-long", "-Werror"])
            .args(language)
            .args(&headers)
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{language:?}: {said}");
    }
    Ok(())
}
