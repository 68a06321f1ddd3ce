//! How kinds of errors are listed: each with its code, and with its
//! documentation as the text of `docs/errors.md`.

/// Makes an enumeration of errors with stable codes. It may have one variant
/// more, which wraps the errors of a layer below.
macro_rules! kinds {
    (
        $(#[doc = $about:literal])+
        $kind:ident $(, $(#[doc = $inner_doc:literal])+ $variant:ident($inner:ty))?;
        $($(#[doc = $doc:literal])+ $name:ident = $code:literal,)*
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $kind {
            $($(#[doc = $doc])+ $name,)*
            $($(#[doc = $inner_doc])+ $variant($inner),)?
        }

        impl $kind {
            /// The kinds that are listed here, in the order of their codes.
            pub const ALL: &[$kind] = &[$($kind::$name),*];

            /// The stable code, as `P0301`.
            pub const fn code(self) -> &'static str {
                match self {
                    $($kind::$name => $code,)*
                    $($kind::$variant(kind) => kind.code(),)?
                }
            }

            /// What it means, as a sentence; the documentation of the kind.
            pub const fn description(self) -> &'static str {
                match self {
                    $($kind::$name => concat!($($doc),+).trim_ascii_start(),)*
                    $($kind::$variant(kind) => kind.description(),)?
                }
            }
        }
    };
}

pub(crate) use kinds;
