/// Defines an enumeration of error kinds with stable codes. The doc comment of each kind is its
/// text in `docs/errors.md`. One more variant may wrap the kinds of a lower layer.
///
/// ```
/// pinnacle_base::kinds! {
///     /// The kind of an error about a drawer.
///     DrawerError;
///
///     /// It is locked.
///     Locked = "D0001",
///     /// Nothing is in it.
///     Empty = "D0002",
/// }
/// assert_eq!(DrawerError::Locked.code(), "D0001");
/// assert_eq!(DrawerError::Empty.description(), "Nothing is in it.");
/// ```
#[macro_export]
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
            /// The kinds of this enumeration, in the order of their codes.
            pub const ALL: &[$kind] = &[$($kind::$name),*];

            /// Returns the stable code: a letter and four digits.
            pub const fn code(self) -> &'static str {
                match self {
                    $($kind::$name => $code,)*
                    $($kind::$variant(kind) => kind.code(),)?
                }
            }

            /// Returns the meaning of the kind as a sentence: its doc comment.
            pub const fn description(self) -> &'static str {
                match self {
                    $($kind::$name => concat!($($doc),+).trim_ascii_start(),)*
                    $($kind::$variant(kind) => kind.description(),)?
                }
            }
        }

        const _: () = assert!(
            $crate::error::in_order(&[$($code),*]),
            "codes are different and sorted"
        );

        impl $crate::error::Kind for $kind {
            fn code(self) -> &'static str {
                self.code()
            }
        }
    };
}
