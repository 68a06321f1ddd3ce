//! The headers `<tr1/NAME>` of the first technical report on C++ (N1836), which sources for the SDK
//! of 2013 include. GCC's library has them, libc++ never had.

use super::install::write;
use crate::error::Error;
use std::path::Path;

/// The headers whose names C++11 took from the report. `<tr1/random>` has more contents, so it is a
/// separate file.
const HEADERS: [&str; 39] = [
    "array",
    "ccomplex",
    "cctype",
    "cfenv",
    "cfloat",
    "cinttypes",
    "climits",
    "cmath",
    "complex",
    "complex.h",
    "cstdarg",
    "cstdbool",
    "cstdint",
    "cstdio",
    "cstdlib",
    "ctgmath",
    "ctime",
    "ctype.h",
    "cwchar",
    "cwctype",
    "fenv.h",
    "float.h",
    "functional",
    "inttypes.h",
    "limits.h",
    "math.h",
    "memory",
    "regex",
    "stdarg.h",
    "stdbool.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "tgmath.h",
    "tuple",
    "type_traits",
    "unordered_map",
    "unordered_set",
    "utility",
];

/// Writes the headers of the list into the folder of the C++ headers.
pub(super) fn headers(folder: &Path) -> Result<(), Error> {
    for name in HEADERS {
        write(&folder.join("tr1").join(name), text(name).as_bytes())?;
    }
    Ok(())
}

/// Returns the text of a header: it includes C++11's, and adds the namespace of the report.
fn text(name: &str) -> String {
    format!(
        "// -*- C++ -*-\n// <tr1/{name}>: <{name}>, whose names are also those of std::tr1.\n\
         #include <__tr1.h>\n#include <{name}>\n"
    )
}
