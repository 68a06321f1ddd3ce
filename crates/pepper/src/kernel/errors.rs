//! Pepper's error numbers (`pp_errors.h`) that the kernel returns.

/// An error of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum PpError {
    /// Any error without a number of its own, and an operation in the wrong state.
    Failed = -2,
    /// The operation was aborted: its resource was released or closed.
    Aborted = -3,
    /// An argument is invalid.
    BadArgument = -4,
    /// The resource does not exist or is of another type.
    BadResource = -5,
    /// The operation is not allowed.
    NoAccess = -7,
    /// There is not enough memory.
    NoMemory = -8,
    /// The device is full.
    NoSpace = -9,
    /// The origin may not store more.
    NoQuota = -10,
    /// Another operation of this kind is pending.
    InProgress = -11,
    /// This machine cannot do it.
    NotSupported = -12,
    /// The main thread may not wait.
    BlocksMainThread = -13,
    /// The input is damaged.
    MalformedInput = -14,
    /// A resource that the operation needs has failed.
    ResourceFailed = -15,
    /// The file does not exist.
    FileNotFound = -20,
    /// The file already exists, or a directory is not empty.
    FileExists = -21,
    /// It is a directory.
    NotAFile = -24,
    /// The operation needs a user gesture.
    NoUserGesture = -41,
    /// The thread has no message loop in which the callback could run.
    NoMessageLoop = -51,
    /// The message loop belongs to another thread.
    WrongThread = -52,
    /// A handler of blocking messages may not wait.
    WouldBlockThread = -53,
    /// The peer closed the connection.
    ConnectionClosed = -100,
    /// The connection was reset.
    ConnectionReset = -101,
    /// Nothing accepts the connection.
    ConnectionRefused = -102,
    /// The connection was aborted.
    ConnectionAborted = -103,
    /// The connection cannot be made.
    ConnectionFailed = -104,
    /// The connection took too long.
    ConnectionTimedOut = -105,
    /// The address cannot be.
    AddressInvalid = -106,
    /// The address cannot be reached.
    AddressUnreachable = -107,
    /// The address is taken.
    AddressInUse = -108,
    /// The message is too long.
    MessageTooBig = -109,
    /// The name is unknown.
    NameNotResolved = -110,
}

impl PpError {
    /// The number that a program gets.
    pub(crate) const fn code(self) -> i32 {
        self as i32
    }
}

/// The result of a function that succeeded.
pub(crate) const OK: i32 = 0;
/// The result of a function whose callback will run.
pub(crate) const COMPLETION_PENDING: i32 = -1;
