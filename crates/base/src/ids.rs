/// Makes an identifier: a `u32` newtype for an index space, which prints as a
/// prefix and its number.
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
            /// The identifier of the element at this place of an array. Arrays
            /// stay below 2^32 elements, which is a limit of this program.
            ///
            /// # Panics
            ///
            /// If the place is 2^32 or more.
            #[inline]
            #[track_caller]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("arrays have less than 2^32 elements"))
            }

            /// The identifier as an index into the array of its space.
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
