//! Identifiers, with one `u32` newtype for each index space of a module.
//!
//! They are displayed as in the manual (`@t3`, `@f0`, `@g1`, `%b4`). A [`ValueId`] is an *absolute
//! index* ("AbsoluteIndex" in the manual) into one space of function addresses, global addresses,
//! parameters, constants and results of instructions, in that order. The kind of the value depends
//! on the function, so its name comes from [`crate::Function::value_name`].

use pinnacle_base::id;

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
