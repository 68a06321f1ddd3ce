//! The numbers that Rust and TypeScript exchange in a page, as one table.
//!
//! Rust uses them by name: `boundary::answer::RETURN`. TypeScript has an enumeration of each
//! group, which `cargo xtask generate` makes of [`GROUPS`].

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
    /// Answers to a call of a function of the host, and what the words have with each.
    answer, Answer: {
        /// Go on: word 0 is the result.
        RETURN = 0,
        /// End the program: word 0 is the status.
        EXIT = 1,
        /// Set the thread pointer to word 0, and go on with 0.
        SET_THREAD_POINTER = 2,
        /// Let others run, and go on with 0.
        YIELD = 3,
        /// Let as many milliseconds pass as word 0 says, a double, and go on with 0.
        SLEEP = 4,
        /// Wait on word 0 while it has the value of word 1, at most until the time of
        /// word 2, in milliseconds since 1970, infinite for none.
        FUTEX_WAIT = 5,
        /// Wake as many as word 1 that wait on word 0; their number goes to word 2.
        FUTEX_WAKE = 6,
        /// Start a thread: function, stack, thread pointer.
        START_THREAD = 7,
        /// End the thread; word 0 is a flag to be cleared, or 0.
        EXIT_THREAD = 8,
        /// Call the function of word 0 with the words that follow, then resume. Its type is the
        /// text that begins at the word `TYPE`.
        CALL = 9,
        /// Wait until woken or until the time of word 0, then resume.
        WAIT = 10,
        /// Stop the program; why is the text that begins at word 0.
        TRAP = 11,
        /// Take a module, and go on with 0, or with an error if it cannot be compiled.
        LOAD = 12,
        /// Start a thread of a saved state: function, stack, thread pointer. Then resume with 0, or
        /// with an error if there is no room for it.
        RESTART_THREAD = 13,
    }

    /// The array of words of 64 bits for arguments and answers.
    words, WordPlace: {
        /// The number of words.
        COUNT = 24,
        /// The word that says how many threads were woken by a call.
        WOKEN = COUNT - 1,
        /// The first word of the function's type in the answer `CALL`.
        TYPE = 1 + GuestCall::ARGUMENTS as u32,
    }

    /// Error numbers of the program's system that TypeScript gives.
    errno, ErrorNumber: {
        /// A module cannot be compiled.
        ENOEXEC = Errno::ENOEXEC.word() as u32,
        /// A word has another value, or there is no room for a thread.
        EAGAIN = Errno::EAGAIN.word() as u32,
        /// An address is not valid.
        EFAULT = Errno::EFAULT.word() as u32,
        /// The time is up.
        ETIMEDOUT = Errno::ETIMEDOUT.word() as u32,
    }

    /// Bytes of the program's memory, and of what is handed over at once.
    memory, GuestMemory: {
        /// Bytes of a page. Nothing of a program lies in page 0.
        PAGE = layout::PAGE_SIZE,
        /// Maximum number of bytes of a response that are handed over at once.
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

    /// Flags of a request.
    fetch_flag, FetchFlag: {
        /// Redirects are followed.
        FOLLOW_REDIRECTS = 1,
        /// The request may go to another origin.
        CROSS_ORIGIN = 2,
        /// Credentials are also sent to other origins.
        CREDENTIALS = 4,
    }

    /// Kinds of files.
    file_kind, FileKinds: {
        /// Files that stay.
        PERSISTENT = StorageKind::Persistent as u32,
        /// Files that may go when room is needed.
        TEMPORARY = StorageKind::Temporary as u32,
    }

    /// Changes of the files of a program.
    file_change, FileChange: {
        /// Creates an empty file.
        CREATE = 0,
        /// Makes a directory.
        MAKE_DIRECTORY = 1,
        /// Removes a file or an empty directory.
        REMOVE = 2,
        /// Moves something here.
        MOVE = 3,
        /// Writes bytes.
        WRITE = 4,
        /// Sets the length.
        SET_LENGTH = 5,
        /// Closes the file: its contents are what they are to be.
        CLOSE = 6,
    }

    /// The kind of file at a path.
    path_state, PathState: {
        /// Nothing.
        ABSENT = 0,
        /// A directory.
        DIRECTORY = 1,
        /// A file.
        FILE = 2,
    }

    /// Results of changes of files.
    file_result, FileResult: {
        /// The change is made.
        NONE = 0,
        /// There is no room.
        NO_ROOM = 1,
        /// It failed for another reason.
        FAILED = 2,
    }

    /// Bits of `PP_InputEvent_Class`.
    input_class, InputClass: {
        /// The mouse.
        MOUSE = classes::MOUSE,
        /// Keys.
        KEYBOARD = classes::KEYBOARD,
        /// The wheel of the mouse.
        WHEEL = classes::WHEEL,
        /// Fingers.
        TOUCH = classes::TOUCH,
        /// Input methods.
        IME = classes::IME,
    }

    /// Bits of `PP_InputEvent_Modifier`.
    modifier, Modifier: {
        /// A key for capital letters is held.
        SHIFT = modifiers::SHIFT,
        /// A control key is held.
        CONTROL = modifiers::CONTROL,
        /// An alternate key is held.
        ALT = modifiers::ALT,
        /// A key of the window system is held.
        META = modifiers::META,
        /// The key is on the keypad.
        IS_KEYPAD = modifiers::IS_KEYPAD,
        /// The key repeats by itself.
        IS_AUTO_REPEAT = modifiers::IS_AUTO_REPEAT,
        /// The left button is held.
        LEFT_BUTTON = modifiers::LEFT_BUTTON,
        /// The middle button is held.
        MIDDLE_BUTTON = modifiers::MIDDLE_BUTTON,
        /// The right button is held.
        RIGHT_BUTTON = modifiers::RIGHT_BUTTON,
        /// Capital letters are locked.
        CAPS_LOCK = modifiers::CAPS_LOCK,
        /// Digits are locked.
        NUM_LOCK = modifiers::NUM_LOCK,
        /// The key is the left one of two.
        IS_LEFT = modifiers::IS_LEFT,
        /// The key is the right one of two.
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
        /// The mouse comes over the element.
        ENTER = 3,
        /// The mouse leaves the element.
        LEAVE = 4,
        /// A menu is asked for.
        CONTEXT_MENU = 5,
    }

    /// Buttons of a mouse.
    mouse_button, MouseButton: {
        /// None.
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
        /// Some touch.
        START = 0,
        /// Some move.
        MOVE = 1,
        /// Some leave.
        END = 2,
        /// Some are taken over by the browser.
        CANCEL = 3,
    }

    /// Bits of the lists that a finger is in.
    touch_list, TouchListBit: {
        /// The finger touches.
        TOUCHES = 1,
        /// The finger has changed.
        CHANGED = 2,
        /// The finger began on the element.
        TARGET = 4,
    }

    /// Actions of an input method.
    composition_action, CompositionAction: {
        /// A text begins to be composed.
        START = 0,
        /// It changes.
        UPDATE = 1,
        /// It ends.
        END = 2,
        /// It has become this text.
        TEXT = 3,
    }

    /// States of a decoder of video.
    video_state, VideoState: {
        /// It can decode.
        READY = 0,
        /// It has given all frames.
        FLUSHED = 1,
        /// It has forgotten all that it was given.
        RESET = 2,
        /// It does not know the coding.
        NOT_SUPPORTED = 3,
        /// The stream is damaged.
        MALFORMED = 4,
        /// It has failed for another reason.
        FAILED = 5,
    }

    /// The use of hardware to decode video.
    acceleration, Acceleration: {
        /// Hardware alone.
        ONLY = 0,
        /// Hardware if there is some.
        WITH_FALLBACK = 1,
        /// No hardware.
        NEVER = 2,
    }
}
