//! Identifiers: one `u32` newtype for each index space of a module.
//!
//! They print as the manual writes them (`@t3`, `@f0`, `@g1`, `%b4`). A
//! [`ValueId`] is an *absolute index* ("AbsoluteIndex" in the manual): one
//! space for function addresses, global addresses, parameters, constants and
//! instruction values, in that order. What kind of value it names depends on
//! the function, so it prints through [`crate::Function::value_name`].

use std::fmt;

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

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// A type of the types block, `@t3`.
    TypeId,
    "@t"
);
id!(
    /// A function address, `@f0`.
    FuncId,
    "@f"
);
id!(
    /// A global variable or constant address, `@g1`.
    GlobalId,
    "@g"
);
id!(
    /// A basic block of a function, `%b4`.
    BlockId,
    "%b"
);
id!(
    /// The position of an instruction in its function, counting from zero.
    InstId,
    "instruction "
);
id!(
    /// A value by its absolute index.
    ValueId,
    "value "
);
