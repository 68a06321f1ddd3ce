// The numbers that Rust and TypeScript exchange.
//
// Made of crates/web/src/boundary.rs and crates/pepper's message/wire.rs by `cargo xtask generate`: change that, not this file.

/** Answers to a call of a host function, and the contents of the words with each of them. */
export const enum Answer {
  /** Continue with the result in word 0. */
  RETURN = 0,
  /** End the program with the exit status in word 0. */
  EXIT = 1,
  /** Set the thread pointer to word 0, and continue with 0. */
  SET_THREAD_POINTER = 2,
  /** Let other threads run, and continue with 0. */
  YIELD = 3,
  /** Sleep for the milliseconds in word 0, a double, and continue with 0. */
  SLEEP = 4,
  /** Wait on the address in word 0 while it contains the value of word 1, at most until the time in word 2: a double in milliseconds since 1970, infinite if there is no deadline. */
  FUTEX_WAIT = 5,
  /** Wake at most as many threads as word 1 says that wait on the address in word 0, and store their number at the address in word 2. */
  FUTEX_WAKE = 6,
  /** Start a thread. The words are the function, the stack and the thread pointer. */
  START_THREAD = 7,
  /** End the thread. Word 0 is the address of a flag to clear, or 0. */
  EXIT_THREAD = 8,
  /** Call the function in word 0 with the following words as arguments, then resume with its result. The type of the function is the text that starts at the word `TYPE`. */
  CALL = 9,
  /** Wait until woken, or until the time in word 0, then resume. */
  WAIT = 10,
  /** Stop the program with a trap. The reason is the text that starts at word 0. */
  TRAP = 11,
  /** Load a module, and continue with 0, or with an error number if it cannot be compiled. */
  LOAD = 12,
  /** Start a thread of a saved state. The words are the function, the stack and the thread pointer. Then resume with 0, or with an error number if there is no room for the thread. */
  RESTART_THREAD = 13,
}

/** The array of 64-bit words for arguments and answers. */
export const enum WordPlace {
  /** Number of words. */
  COUNT = 24,
  /** The word with the number of threads that a call has woken. */
  WOKEN = 23,
  /** The word at which the type of the function starts in the answer `CALL`. */
  TYPE = 5,
}

/** Error numbers of the program's system that TypeScript returns. */
export const enum ErrorNumber {
  /** The module cannot be compiled. */
  ENOEXEC = 8,
  /** The word has a different value, or there is no room for a thread. */
  EAGAIN = 11,
  /** The address is invalid. */
  EFAULT = 14,
  /** The deadline has passed. */
  ETIMEDOUT = 110,
}

/** Sizes of the program's memory and of transfers, in bytes. */
export const enum GuestMemory {
  /** Size of a page. A program has no data in page 0. */
  PAGE = 65536,
  /** Maximum number of bytes of a response that are passed on at once. */
  MAX_PIECE = 65536,
}

/** Levels of lines for the console. */
export const enum LogLevel {
  /** A tip. */
  TIP = 0,
  /** A line that the program logs. */
  LOG = 1,
  /** A warning. */
  WARNING = 2,
  /** An error. */
  ERROR = 3,
}

/** Flags of a request for a URL. */
export const enum FetchFlag {
  /** Redirects are followed. */
  FOLLOW_REDIRECTS = 1,
  /** The request may go to another origin. */
  CROSS_ORIGIN = 2,
  /** Credentials are also sent to other origins. */
  CREDENTIALS = 4,
}

/** Kinds of storage for files. */
export const enum FileKinds {
  /** Permanent files. */
  PERSISTENT = 0,
  /** Files that the browser may delete when space is needed. */
  TEMPORARY = 1,
}

/** Changes of a program's files. */
export const enum FileChange {
  /** Creates an empty file. */
  CREATE = 0,
  /** Creates a directory. */
  MAKE_DIRECTORY = 1,
  /** Removes a file or an empty directory. */
  REMOVE = 2,
  /** Moves another entry to this path. */
  MOVE = 3,
  /** Writes bytes. */
  WRITE = 4,
  /** Sets the length of a file. */
  SET_LENGTH = 5,
  /** Closes a file: its contents are complete. */
  CLOSE = 6,
}

/** The kind of entry at a path. */
export const enum PathState {
  /** No entry. */
  ABSENT = 0,
  /** A directory. */
  DIRECTORY = 1,
  /** A file. */
  FILE = 2,
}

/** Results of changes to files. */
export const enum FileResult {
  /** The change succeeded. */
  NONE = 0,
  /** There is no space left. */
  NO_ROOM = 1,
  /** The change failed for another reason. */
  FAILED = 2,
}

/** Bits of `PP_InputEvent_Class`. */
export const enum InputClass {
  /** The mouse. */
  MOUSE = 1,
  /** Keys and characters. */
  KEYBOARD = 2,
  /** The mouse wheel. */
  WHEEL = 4,
  /** Fingers. */
  TOUCH = 8,
  /** Input methods. */
  IME = 16,
}

/** Bits of `PP_InputEvent_Modifier`. */
export const enum Modifier {
  /** A shift key is held. */
  SHIFT = 1,
  /** A control key is held. */
  CONTROL = 2,
  /** An alt key is held. */
  ALT = 4,
  /** A meta key is held. */
  META = 8,
  /** The key is on the keypad. */
  IS_KEYPAD = 16,
  /** The key is held and repeats. */
  IS_AUTO_REPEAT = 32,
  /** The left button is held. */
  LEFT_BUTTON = 64,
  /** The middle button is held. */
  MIDDLE_BUTTON = 128,
  /** The right button is held. */
  RIGHT_BUTTON = 256,
  /** Caps lock is on. */
  CAPS_LOCK = 512,
  /** Num lock is on. */
  NUM_LOCK = 1024,
  /** The key is the left one of a pair. */
  IS_LEFT = 2048,
  /** The key is the right one of a pair. */
  IS_RIGHT = 4096,
}

/** Actions of a mouse. */
export const enum MouseAction {
  /** A button is pressed. */
  DOWN = 0,
  /** A button is released. */
  UP = 1,
  /** The mouse moves. */
  MOVE = 2,
  /** The mouse enters the element. */
  ENTER = 3,
  /** The mouse leaves the element. */
  LEAVE = 4,
  /** A context menu is requested. */
  CONTEXT_MENU = 5,
}

/** Buttons of a mouse. */
export const enum MouseButton {
  /** No button. */
  NONE = 0,
  /** The left button. */
  LEFT = 1,
  /** The middle button. */
  MIDDLE = 2,
  /** The right button. */
  RIGHT = 3,
}

/** Actions of fingers. */
export const enum TouchAction {
  /** Fingers touch the screen. */
  START = 0,
  /** Fingers move. */
  MOVE = 1,
  /** Fingers are lifted. */
  END = 2,
  /** The browser has taken over the touches, so they were cancelled. */
  CANCEL = 3,
}

/** Bits for the lists that contain a finger. */
export const enum TouchListBit {
  /** The finger touches the screen. */
  TOUCHES = 1,
  /** The finger has changed. */
  CHANGED = 2,
  /** The finger's touch started on the element. */
  TARGET = 4,
}

/** Actions of an input method. */
export const enum CompositionAction {
  /** Composition of a text starts. */
  START = 0,
  /** The composed text changes. */
  UPDATE = 1,
  /** Composition ends. */
  END = 2,
  /** The composed text is final. */
  TEXT = 3,
}

/** States of a video decoder. */
export const enum VideoState {
  /** The decoder is ready. */
  READY = 0,
  /** The decoder has output all frames. */
  FLUSHED = 1,
  /** The decoder has discarded all units that it was given. */
  RESET = 2,
  /** The decoder does not support the codec. */
  NOT_SUPPORTED = 3,
  /** The stream is damaged. */
  MALFORMED = 4,
  /** The decoder has failed for another reason. */
  FAILED = 5,
}

/** The use of hardware for decoding video. */
export const enum Acceleration {
  /** Hardware only. */
  ONLY = 0,
  /** Hardware if possible. */
  WITH_FALLBACK = 1,
  /** No hardware. */
  NEVER = 2,
}

/** Kinds of objects in messages as bytes. */
export const enum ObjectTag {
  /** A text. */
  TEXT = 0,
  /** An array. */
  ARRAY = 1,
  /** A dictionary. */
  DICTIONARY = 2,
  /** An ArrayBuffer. */
  BUFFER = 3,
  /** A track with pictures. */
  VIDEO_TRACK = 4,
}

/** Kinds of values in messages as bytes. */
export const enum ValueTag {
  /** `undefined`. */
  UNDEFINED = 0,
  /** `null`. */
  NULL = 1,
  /** `false`. */
  FALSE = 2,
  /** `true`. */
  TRUE = 3,
  /** A number, whole to a program if it can be. */
  NUMBER = 4,
  /** A number that stays a double. */
  DOUBLE = 5,
  /** An object before this place. */
  OBJECT = 6,
}

/** The gamepads that a program can see. */
export const enum Gamepads {
  /** The most gamepads. */
  COUNT = 4,
  /** The most axes of each. */
  AXES = 16,
  /** The most buttons of each. */
  BUTTONS = 32,
}
