//! Pepper's error numbers (`pp_errors.h`), as far as the kernel returns them.

/// An error of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum PpError {
    /// An error without a number of its own, or an operation in the wrong state.
    Failed = -2,
    /// The operation was aborted, because its resource was released or closed.
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
    /// The quota of the origin is exhausted.
    NoQuota = -10,
    /// Another operation of this kind is pending.
    InProgress = -11,
    /// This machine does not support the operation.
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
    /// The path is a directory.
    NotAFile = -24,
    /// The operation needs a user gesture.
    NoUserGesture = -41,
    /// The thread has no message loop in which the callback could run.
    NoMessageLoop = -51,
    /// The message loop belongs to another thread.
    WrongThread = -52,
    /// The thread is handling a blocking message and must not wait.
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
    /// The address is not valid.
    AddressInvalid = -106,
    /// The address cannot be reached.
    AddressUnreachable = -107,
    /// The address is in use.
    AddressInUse = -108,
    /// The message is too long.
    MessageTooBig = -109,
    /// The name is unknown.
    NameNotResolved = -110,
}

impl PpError {
    /// Returns the number that a program receives.
    pub(crate) const fn code(self) -> i32 {
        self as i32
    }
}

/// The result of a function that succeeded.
pub(crate) const OK: i32 = 0;
/// The result of a function whose callback will run.
pub(crate) const COMPLETION_PENDING: i32 = -1;
