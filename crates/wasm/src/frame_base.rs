//! The frames of functions, as debuggers find them.

/// The place of the value that the stack pointer had when a function was called. The function's
/// variables in memory lie at constant distances below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameBase {
    /// A local of the function, from the end of its first instructions on.
    Local(u32),
    /// A global of the module.
    Global(u32),
}
