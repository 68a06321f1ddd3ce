/// Defines an identifier: a `u32` newtype for an index space, displayed as a prefix and its number.
///
/// ```
/// pinnacle_base::id!(
///     /// A drawer.
///     DrawerId,
///     "drawer "
/// );
/// assert_eq!(DrawerId(3).to_string(), "drawer 3");
/// assert_eq!(DrawerId::at(3).index(), 3);
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the identifier of the element at this index. Arrays have fewer than 2^32
            /// elements, which is a limit of this project.
            ///
            /// # Panics
            ///
            /// Panics if the index is 2^32 or more.
            #[inline]
            #[track_caller]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("arrays have less than 2^32 elements"))
            }

            /// Returns the identifier as an array index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}
