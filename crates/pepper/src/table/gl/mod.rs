//! OpenGL ES 2 and the extensions that Chrome had, as data. Both hosts follow these tables. The
//! native host, which uses the machine's driver, calls them. The host in pages uses TypeScript that
//! `cargo xtask generate` generates from them.
//!
//! * `enums`: the numbers by name; `extensions`: the extensions and their numbers;
//! * `classes`: the values that a parameter can have;
//! * `functions`: the part of a host that implements each function, and the classes of its
//!   parameters;
//! * `pixels`: pixel formats and types, which of them can be combined, and their sizes;
//! * `sizes`: sizes of vertices, indices and uniforms by type;
//! * `state`: the parameters that `glGetIntegerv` and similar functions return;
//! * `limits`: the bounds that OpenGL leaves to its hosts;
//! * `copies`: the shaders with which hosts read textures for saved states;
//! * `support`: the extensions that each host offers.

/// Declares a function from OpenGL numbers to sizes, and the list from which TypeScript is
/// generated.
macro_rules! lookup {
    ($(
        $(#[$meta:meta])*
        $function:ident, $list:ident: { $($($name:ident)|+ = $value:literal,)* }
    )*) => {
        $(
            $(#[$meta])*
            ///
            /// `None` for other numbers.
            #[inline]
            #[must_use]
            pub const fn $function(number: u32) -> Option<u32> {
                Some(match number {
                    $($($crate::table::gl::enums::$name)|+ => $value,)*
                    _ => return None,
                })
            }

            /// Lists the names that the function of the same name accepts, and its results.
            pub const $list: $crate::table::gl::Lookup =
                &[$((&[$(stringify!($name)),+], $value),)*];
        )*
    };
}

pub mod classes;
pub mod copies;
pub mod enums;
mod extensions;
pub mod functions;
pub mod limits;
pub mod pixels;
pub mod sizes;
pub mod state;
pub mod support;

pub use enums::CORE as CONSTANTS;
pub use extensions::EXTENSIONS;

/// A number and its name.
pub type Constant = (&'static str, u32);

/// Names of numbers, without `GL_`, and a result for each group of names.
pub type Lookup = &'static [(&'static [&'static str], u32)];

/// An extension.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// Its name without `GL_`.
    pub name: &'static str,
    /// Its numbers.
    pub constants: &'static [Constant],
}
