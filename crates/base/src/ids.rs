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
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
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
