//! The numbers that Rust and TypeScript exchange in a page, as one table.
//!
//! Rust uses them by name: `boundary::answer::RETURN`. TypeScript has an enumeration for each
//! group, which `cargo xtask generate` generates from [`GROUPS`].

use pinnacle_pepper::device::fetch;
use pinnacle_pepper::device::input::{class as classes, modifier as modifiers};
use pinnacle_pepper::device::storage::StorageKind;
use pinnacle_pexe::layout;
use pinnacle_system::Errno;
use pinnacle_system::host::GuestCall;

/// A group of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the enumeration in TypeScript.
    pub name: &'static str,
    /// A description of the numbers.
    pub description: &'static str,
    /// Name, value and description of each.
    pub numbers: &'static [(&'static str, u32, &'static str)],
}

macro_rules! boundary {
    ($(
        $(#[doc = $about:literal])+
        $module:ident, $group:ident: {
            $($(#[doc = $doc:literal])+ $name:ident = $value:expr,)*
        }
    )*) => {
        $(
            $(#[doc = $about])+
            pub mod $module {
                #[allow(unused_imports, reason = "most groups have values of their own")]
                use super::*;
                $($(#[doc = $doc])+ pub const $name: u32 = $value;)*
            }
        )*

        /// Lists the groups.
        pub const GROUPS: &[Group] = &[$(Group {
            name: stringify!($group),
            description: concat!($($about),+),
            numbers: &[$((stringify!($name), $module::$name, concat!($($doc),+)),)*],
        },)*];
    };
}

boundary! {
    /// Answers to a call of a host function, and the contents of the words with each of them.
    answer, Answer: {
        /// Continue with the result in word 0.
        RETURN = 0,
        /// End the program with the exit status in word 0.
        EXIT = 1,
        /// Set the thread pointer to word 0, and continue with 0.
        SET_THREAD_POINTER = 2,
        /// Let other threads run, and continue with 0.
        YIELD = 3,
        /// Sleep for the milliseconds in word 0, a double, and continue with 0.
        SLEEP = 4,
        /// Wait on the address in word 0 while it contains the value of word 1, at most until the
        /// time in word 2: a double in milliseconds since 1970, infinite if there is no deadline.
        FUTEX_WAIT = 5,
        /// Wake at most as many threads as word 1 says that wait on the address in word 0, and
        /// store their number at the address in word 2.
        FUTEX_WAKE = 6,
        /// Start a thread. The words are the function, the stack and the thread pointer.
        START_THREAD = 7,
        /// End the thread. Word 0 is the address of a flag to clear, or 0.
        EXIT_THREAD = 8,
        /// Call the function in word 0 with the following words as arguments, then resume with its
        /// result. The type of the function is the text that starts at the word `TYPE`.
        CALL = 9,
        /// Wait until woken, or until the time in word 0, then resume.
        WAIT = 10,
        /// Stop the program with a trap. The reason is the text that starts at word 0.
        TRAP = 11,
        /// Load a module, and continue with 0, or with an error number if it cannot be compiled.
        LOAD = 12,
        /// Start a thread of a saved state. The words are the function, the stack and the thread
        /// pointer. Then resume with 0, or with an error number if there is no room for the thread.
        RESTART_THREAD = 13,
    }

    /// The array of 64-bit words for arguments and answers.
    words, WordPlace: {
        /// Number of words.
        COUNT = 24,
        /// The word with the number of threads that a call has woken.
        WOKEN = COUNT - 1,
        /// The word at which the type of the function starts in the answer `CALL`.
        TYPE = 1 + GuestCall::ARGUMENTS as u32,
    }

    /// Error numbers of the program's system that TypeScript returns.
    errno, ErrorNumber: {
        /// The module cannot be compiled.
        ENOEXEC = Errno::ENOEXEC.word() as u32,
        /// The word has a different value, or there is no room for a thread.
        EAGAIN = Errno::EAGAIN.word() as u32,
        /// The address is invalid.
        EFAULT = Errno::EFAULT.word() as u32,
        /// The deadline has passed.
        ETIMEDOUT = Errno::ETIMEDOUT.word() as u32,
    }

    /// Sizes of the program's memory and of transfers, in bytes.
    memory, GuestMemory: {
        /// Size of a page. A program has no data in page 0.
        PAGE = layout::PAGE_SIZE,
        /// Maximum number of bytes of a response that are passed on at once.
        MAX_PIECE = fetch::MAX_PIECE as u32,
    }

    /// Levels of lines for the console.
    log_level, LogLevel: {
        /// A tip.
        TIP = 0,
        /// A line that the program logs.
        LOG = 1,
        /// A warning.
        WARNING = 2,
        /// An error.
        ERROR = 3,
    }

    /// Flags of a request for a URL.
    fetch_flag, FetchFlag: {
        /// Redirects are followed.
        FOLLOW_REDIRECTS = 1,
        /// The request may go to another origin.
        CROSS_ORIGIN = 2,
        /// Credentials are also sent to other origins.
        CREDENTIALS = 4,
    }

    /// Kinds of storage for files.
    file_kind, FileKinds: {
        /// Permanent files.
        PERSISTENT = StorageKind::Persistent as u32,
        /// Files that the browser may delete when space is needed.
        TEMPORARY = StorageKind::Temporary as u32,
    }

    /// Changes of a program's files.
    file_change, FileChange: {
        /// Creates an empty file.
        CREATE = 0,
        /// Creates a directory.
        MAKE_DIRECTORY = 1,
        /// Removes a file or an empty directory.
        REMOVE = 2,
        /// Moves another entry to this path.
        MOVE = 3,
        /// Writes bytes.
        WRITE = 4,
        /// Sets the length of a file.
        SET_LENGTH = 5,
        /// Closes a file: its contents are complete.
        CLOSE = 6,
    }

    /// The kind of entry at a path.
    path_state, PathState: {
        /// No entry.
        ABSENT = 0,
        /// A directory.
        DIRECTORY = 1,
        /// A file.
        FILE = 2,
    }

    /// Results of changes to files.
    file_result, FileResult: {
        /// The change succeeded.
        NONE = 0,
        /// There is no space left.
        NO_ROOM = 1,
        /// The change failed for another reason.
        FAILED = 2,
    }

    /// Bits of `PP_InputEvent_Class`.
    input_class, InputClass: {
        /// The mouse.
        MOUSE = classes::MOUSE,
        /// Keys and characters.
        KEYBOARD = classes::KEYBOARD,
        /// The mouse wheel.
        WHEEL = classes::WHEEL,
        /// Fingers.
        TOUCH = classes::TOUCH,
        /// Input methods.
        IME = classes::IME,
    }

    /// Bits of `PP_InputEvent_Modifier`.
    modifier, Modifier: {
        /// A shift key is held.
        SHIFT = modifiers::SHIFT,
        /// A control key is held.
        CONTROL = modifiers::CONTROL,
        /// An alt key is held.
        ALT = modifiers::ALT,
        /// A meta key is held.
        META = modifiers::META,
        /// The key is on the keypad.
        IS_KEYPAD = modifiers::IS_KEYPAD,
        /// The key is held and repeats.
        IS_AUTO_REPEAT = modifiers::IS_AUTO_REPEAT,
        /// The left button is held.
        LEFT_BUTTON = modifiers::LEFT_BUTTON,
        /// The middle button is held.
        MIDDLE_BUTTON = modifiers::MIDDLE_BUTTON,
        /// The right button is held.
        RIGHT_BUTTON = modifiers::RIGHT_BUTTON,
        /// Caps lock is on.
        CAPS_LOCK = modifiers::CAPS_LOCK,
        /// Num lock is on.
        NUM_LOCK = modifiers::NUM_LOCK,
        /// The key is the left one of a pair.
        IS_LEFT = modifiers::IS_LEFT,
        /// The key is the right one of a pair.
        IS_RIGHT = modifiers::IS_RIGHT,
    }

    /// Actions of a mouse.
    mouse_action, MouseAction: {
        /// A button is pressed.
        DOWN = 0,
        /// A button is released.
        UP = 1,
        /// The mouse moves.
        MOVE = 2,
        /// The mouse enters the element.
        ENTER = 3,
        /// The mouse leaves the element.
        LEAVE = 4,
        /// A context menu is requested.
        CONTEXT_MENU = 5,
    }

    /// Buttons of a mouse.
    mouse_button, MouseButton: {
        /// No button.
        NONE = 0,
        /// The left button.
        LEFT = 1,
        /// The middle button.
        MIDDLE = 2,
        /// The right button.
        RIGHT = 3,
    }

    /// Actions of fingers.
    touch_action, TouchAction: {
        /// Fingers touch the screen.
        START = 0,
        /// Fingers move.
        MOVE = 1,
        /// Fingers are lifted.
        END = 2,
        /// The browser has taken over the touches, so they were cancelled.
        CANCEL = 3,
    }

    /// Bits for the lists that contain a finger.
    touch_list, TouchListBit: {
        /// The finger touches the screen.
        TOUCHES = 1,
        /// The finger has changed.
        CHANGED = 2,
        /// The finger's touch started on the element.
        TARGET = 4,
    }

    /// Actions of an input method.
    composition_action, CompositionAction: {
        /// Composition of a text starts.
        START = 0,
        /// The composed text changes.
        UPDATE = 1,
        /// Composition ends.
        END = 2,
        /// The composed text is final.
        TEXT = 3,
    }

    /// States of a video decoder.
    video_state, VideoState: {
        /// The decoder is ready.
        READY = 0,
        /// The decoder has output all frames.
        FLUSHED = 1,
        /// The decoder has discarded all units that it was given.
        RESET = 2,
        /// The decoder does not support the codec.
        NOT_SUPPORTED = 3,
        /// The stream is damaged.
        MALFORMED = 4,
        /// The decoder has failed for another reason.
        FAILED = 5,
    }

    /// The use of hardware for decoding video.
    acceleration, Acceleration: {
        /// Hardware only.
        ONLY = 0,
        /// Hardware if possible.
        WITH_FALLBACK = 1,
        /// No hardware.
        NEVER = 2,
    }
}
