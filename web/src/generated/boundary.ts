// The numbers that Rust and TypeScript exchange.
//
// Made of crates/web/src/boundary.rs and crates/pepper's message/wire.rs by `cargo xtask generate`: change that, not this file.

/** Answers to a call of a function of the host, and what the words have with each. */
export const enum Answer {
  /** Go on: word 0 is the result. */
  RETURN = 0,
  /** End the program: word 0 is the status. */
  EXIT = 1,
  /** Set the thread pointer to word 0, and go on with 0. */
  SET_THREAD_POINTER = 2,
  /** Let others run, and go on with 0. */
  YIELD = 3,
  /** Let as many milliseconds pass as word 0 says, a double, and go on with 0. */
  SLEEP = 4,
  /** Wait on word 0 while it has the value of word 1, at most until the time of word 2, in milliseconds since 1970, infinite for none. */
  FUTEX_WAIT = 5,
  /** Wake as many as word 1 that wait on word 0; their number goes to word 2. */
  FUTEX_WAKE = 6,
  /** Start a thread: function, stack, thread pointer. */
  START_THREAD = 7,
  /** End the thread; word 0 is a flag to be cleared, or 0. */
  EXIT_THREAD = 8,
  /** Call the function of word 0 with the words that follow, then resume. Its type is the text that begins at the word `TYPE`. */
  CALL = 9,
  /** Wait until woken or until the time of word 0, then resume. */
  WAIT = 10,
  /** Stop the program; why is the text that begins at word 0. */
  TRAP = 11,
  /** Take a module, and go on with 0, or with an error if it cannot be compiled. */
  LOAD = 12,
  /** Start a thread of a saved state: function, stack, thread pointer. Then resume with 0, or with an error if there is no room for it. */
  RESTART_THREAD = 13,
}

/** The array of words of 64 bits for arguments and answers. */
export const enum WordPlace {
  /** The number of words. */
  COUNT = 24,
  /** The word that says how many threads were woken by a call. */
  WOKEN = 23,
  /** The first word of the function's type in the answer `CALL`. */
  TYPE = 5,
}

/** Error numbers of the program's system that TypeScript gives. */
export const enum ErrorNumber {
  /** A module cannot be compiled. */
  ENOEXEC = 8,
  /** A word has another value, or there is no room for a thread. */
  EAGAIN = 11,
  /** An address is not valid. */
  EFAULT = 14,
  /** The time is up. */
  ETIMEDOUT = 110,
}

/** Bytes of the program's memory, and of what is handed over at once. */
export const enum GuestMemory {
  /** Bytes of a page. Nothing of a program lies in page 0. */
  PAGE = 65536,
  /** Maximum number of bytes of a response that are handed over at once. */
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

/** Flags of a request. */
export const enum FetchFlag {
  /** Redirects are followed. */
  FOLLOW_REDIRECTS = 1,
  /** The request may go to another origin. */
  CROSS_ORIGIN = 2,
  /** Credentials are also sent to other origins. */
  CREDENTIALS = 4,
}

/** Kinds of files. */
export const enum FileKinds {
  /** Files that stay. */
  PERSISTENT = 0,
  /** Files that may go when room is needed. */
  TEMPORARY = 1,
}

/** Changes of the files of a program. */
export const enum FileChange {
  /** Creates an empty file. */
  CREATE = 0,
  /** Makes a directory. */
  MAKE_DIRECTORY = 1,
  /** Removes a file or an empty directory. */
  REMOVE = 2,
  /** Moves something here. */
  MOVE = 3,
  /** Writes bytes. */
  WRITE = 4,
  /** Sets the length. */
  SET_LENGTH = 5,
  /** Closes the file: its contents are what they are to be. */
  CLOSE = 6,
}

/** The kind of file at a path. */
export const enum PathState {
  /** Nothing. */
  ABSENT = 0,
  /** A directory. */
  DIRECTORY = 1,
  /** A file. */
  FILE = 2,
}

/** Results of changes of files. */
export const enum FileResult {
  /** The change is made. */
  NONE = 0,
  /** There is no room. */
  NO_ROOM = 1,
  /** It failed for another reason. */
  FAILED = 2,
}

/** Bits of `PP_InputEvent_Class`. */
export const enum InputClass {
  /** The mouse. */
  MOUSE = 1,
  /** Keys. */
  KEYBOARD = 2,
  /** The wheel of the mouse. */
  WHEEL = 4,
  /** Fingers. */
  TOUCH = 8,
  /** Input methods. */
  IME = 16,
}

/** Bits of `PP_InputEvent_Modifier`. */
export const enum Modifier {
  /** A key for capital letters is held. */
  SHIFT = 1,
  /** A control key is held. */
  CONTROL = 2,
  /** An alternate key is held. */
  ALT = 4,
  /** A key of the window system is held. */
  META = 8,
  /** The key is on the keypad. */
  IS_KEYPAD = 16,
  /** The key repeats by itself. */
  IS_AUTO_REPEAT = 32,
  /** The left button is held. */
  LEFT_BUTTON = 64,
  /** The middle button is held. */
  MIDDLE_BUTTON = 128,
  /** The right button is held. */
  RIGHT_BUTTON = 256,
  /** Capital letters are locked. */
  CAPS_LOCK = 512,
  /** Digits are locked. */
  NUM_LOCK = 1024,
  /** The key is the left one of two. */
  IS_LEFT = 2048,
  /** The key is the right one of two. */
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
  /** The mouse comes over the element. */
  ENTER = 3,
  /** The mouse leaves the element. */
  LEAVE = 4,
  /** A menu is asked for. */
  CONTEXT_MENU = 5,
}

/** Buttons of a mouse. */
export const enum MouseButton {
  /** None. */
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
  /** Some touch. */
  START = 0,
  /** Some move. */
  MOVE = 1,
  /** Some leave. */
  END = 2,
  /** Some are taken over by the browser. */
  CANCEL = 3,
}

/** Bits of the lists that a finger is in. */
export const enum TouchListBit {
  /** The finger touches. */
  TOUCHES = 1,
  /** The finger has changed. */
  CHANGED = 2,
  /** The finger began on the element. */
  TARGET = 4,
}

/** Actions of an input method. */
export const enum CompositionAction {
  /** A text begins to be composed. */
  START = 0,
  /** It changes. */
  UPDATE = 1,
  /** It ends. */
  END = 2,
  /** It has become this text. */
  TEXT = 3,
}

/** States of a decoder of video. */
export const enum VideoState {
  /** It can decode. */
  READY = 0,
  /** It has given all frames. */
  FLUSHED = 1,
  /** It has forgotten all that it was given. */
  RESET = 2,
  /** It does not know the coding. */
  NOT_SUPPORTED = 3,
  /** The stream is damaged. */
  MALFORMED = 4,
  /** It has failed for another reason. */
  FAILED = 5,
}

/** The use of hardware to decode video. */
export const enum Acceleration {
  /** Hardware alone. */
  ONLY = 0,
  /** Hardware if there is some. */
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
