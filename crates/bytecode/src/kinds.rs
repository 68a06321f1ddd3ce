//! How kinds of errors are listed: each with its code, and with its
//! documentation as the text of `docs/errors.md`.

/// Makes an enumeration of errors with stable codes.
macro_rules! kinds {
    (
        $(#[doc = $about:literal])+
        $kind:ident;
        $($(#[doc = $doc:literal])+ $name:ident = $code:literal,)*
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $kind {
            $($(#[doc = $doc])+ $name,)*
        }

        impl $kind {
            /// The kinds that are listed here, in the order of their codes.
            pub const ALL: &[$kind] = &[$($kind::$name),*];

            /// The stable code, as `L0301`.
            pub const fn code(self) -> &'static str {
                match self {
                    $($kind::$name => $code,)*
                }
            }

            /// What it means, as a sentence; the documentation of the kind.
            pub const fn description(self) -> &'static str {
                match self {
                    $($kind::$name => concat!($($doc),+).trim_ascii_start(),)*
                }
            }
        }
    };
}

pub(crate) use kinds;
