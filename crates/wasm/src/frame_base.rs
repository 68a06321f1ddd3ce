//! Describes where debuggers find the frames of functions.

/// The location of the stack pointer at the call of a function. The function's variables in memory
/// are at constant distances below this address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameBase {
    /// In a local of the function, after the instructions at its start.
    Local(u32),
    /// In a global of the module.
    Global(u32),
}
