//! The error numbers of Pepper (`pp_errors.h`) that the core gives.

/// An error of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum PpError {
    /// Anything that has no number of its own, and the wrong state.
    Failed = -2,
    /// The operation was given up: its resource was released or closed.
    Aborted = -3,
    /// An argument is wrong.
    BadArgument = -4,
    /// There is no such resource, or it is of another kind.
    BadResource = -5,
    /// An operation of this kind is under way.
    InProgress = -11,
    /// The main thread may not wait.
    BlocksMainThread = -13,
    /// The thread has no message loop to run the callback.
    NoMessageLoop = -51,
    /// The message loop belongs to another thread.
    WrongThread = -52,
    /// A handler of blocking messages may not wait.
    WouldBlockThread = -53,
}

impl PpError {
    /// The number that a program gets.
    pub(crate) const fn code(self) -> i32 {
        self as i32
    }
}

/// What a function that has done its work gives.
pub(crate) const OK: i32 = 0;
/// What a function whose callback will run gives.
pub(crate) const COMPLETION_PENDING: i32 = -1;
