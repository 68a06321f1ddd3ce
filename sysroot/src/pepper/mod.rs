//! The files that follow from the tables of Pepper: the headers below `ppapi/c`, those of
//! OpenGL ES, and the functions of `libppapi_gles2`.
//!
//! Text that no table has, such as the inline functions of `pp_rect.h`, is in `parts/`. A header
//! without any entry in a table is written by hand, in `include/`.

mod c;
mod gl;
mod gl_numbers;
mod header;

use pinnacle_pepper::table::ctypes::headers;
use std::collections::BTreeMap;

/// The first line of each generated file.
const MADE: &str = "/* Made from the tables of the crate pinnacle-pepper, not by hand. */\n";

/// Generates the files, by their path in this package.
pub(crate) fn files() -> BTreeMap<String, String> {
    let headers = headers().map(|header| {
        let path = format!("include/ppapi/c/{}", header.path);
        (path, header::text(header))
    });
    let opengl = [
        ("include/GLES2/gl2.h", gl::core_header()),
        ("include/GLES2/gl2ext.h", gl::extension_header()),
        ("ppapi_gles2/functions.c", gl::library()),
    ];
    let opengl = opengl.map(|(path, text)| (path.to_owned(), text));
    headers.chain(opengl).collect()
}
