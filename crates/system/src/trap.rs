//! Traps: the reason why a program stopped early, and the location.

use crate::memory::Fault;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_pexe::module::Module;
use std::fmt;

/// Number of innermost calls that a trap lists.
const INNERMOST: usize = 40;
/// Number of outermost calls that a trap lists.
const OUTERMOST: usize = 8;

/// Maximum length of an instruction's text in bytes.
const TEXT_LIMIT: usize = 200;

/// The reason for a trap.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TrapKind {
    /// A load, store or other access that memory does not allow.
    Memory(Fault),
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// The smallest integer was divided by -1.
    IntegerOverflow,
    /// `unreachable` was reached.
    Unreachable,
    /// `llvm.trap` was called.
    Trap,
    /// A call of an invalid function address, which is given if the engine knows it.
    BadFunctionAddress(Option<u32>),
    /// A call of a function that has a different signature.
    SignatureMismatch {
        /// The signature in the call.
        expected: String,
        /// The signature of the function.
        found: String,
    },
    /// The guest's stack is full, or calls are nested too deeply for the engine.
    StackOverflow,
    /// A `longjmp` to a buffer that was not filled by `setjmp`, or whose function has returned.
    BadLongjmp,
    /// The start function of a thread returned, which is not allowed.
    ThreadReturned,
    /// An atomic access to a misaligned address, which is given if the engine knows it.
    Misaligned(Option<u32>),
    /// Every thread waits without a deadline.
    Deadlock,
    /// The program has used up its fuel.
    OutOfFuel,
    /// The program has used up its time.
    Timeout,
    /// The engine cannot run this function, for this reason.
    Unsupported(String),
    /// A function of the embedder stopped the program, for this reason.
    Host(String),
    /// The program has made a different request than in the recorded run. The text describes it.
    Departed(String),
    /// The replay reached the point where the recorded run was stopped; the text gives the reason.
    RecordingEnd(String),
}

impl TrapKind {
    /// Returns the signal that would have ended a native program. The exit status is 128 more.
    pub const fn signal(&self) -> u8 {
        match self {
            TrapKind::Memory(_)
            | TrapKind::BadFunctionAddress(_)
            | TrapKind::SignatureMismatch { .. }
            | TrapKind::StackOverflow
            | TrapKind::BadLongjmp => 11,
            TrapKind::Misaligned(_) => 7,
            TrapKind::DivisionByZero | TrapKind::IntegerOverflow => 8,
            TrapKind::Unreachable | TrapKind::Trap => 4,
            TrapKind::ThreadReturned
            | TrapKind::Deadlock
            | TrapKind::Unsupported(_)
            | TrapKind::Host(_)
            | TrapKind::Departed(_) => 6,
            TrapKind::OutOfFuel | TrapKind::Timeout | TrapKind::RecordingEnd(_) => 9,
        }
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrapKind::Memory(fault) => write!(f, "memory access out of bounds: {fault}"),
            TrapKind::DivisionByZero => f.write_str("integer division by zero"),
            TrapKind::IntegerOverflow => f.write_str("integer division overflow"),
            TrapKind::Unreachable => f.write_str("unreachable code was reached"),
            TrapKind::Trap => f.write_str("the program called llvm.trap"),
            TrapKind::BadFunctionAddress(Some(0)) => {
                f.write_str("call through a null function address")
            }
            TrapKind::BadFunctionAddress(None) => {
                f.write_str("call through a number that is not the address of a function")
            }
            TrapKind::BadFunctionAddress(Some(address)) => {
                write!(
                    f,
                    "call through {address:#x}, which is not the address of a function"
                )
            }
            TrapKind::SignatureMismatch { expected, found } => write!(
                f,
                "indirect call with the wrong signature: the call is {expected}, the function {found}"
            ),
            TrapKind::StackOverflow => f.write_str("stack overflow"),
            TrapKind::BadLongjmp => {
                f.write_str("longjmp to a buffer whose setjmp is not on the stack")
            }
            TrapKind::ThreadReturned => f.write_str("a thread's start function returned"),
            TrapKind::Misaligned(None) => f.write_str("misaligned atomic access"),
            TrapKind::Misaligned(Some(address)) => {
                write!(f, "misaligned atomic access at address {address:#010x}")
            }
            TrapKind::Deadlock => f.write_str("deadlock: every thread waits for another"),
            TrapKind::OutOfFuel => f.write_str("the program has used up its fuel"),
            TrapKind::Timeout => f.write_str("the program has used up its time"),
            TrapKind::Unsupported(reason) => write!(f, "cannot run this function: {reason}"),
            TrapKind::Host(reason) | TrapKind::Departed(reason) => f.write_str(reason),
            TrapKind::RecordingEnd(reason) => {
                write!(f, "the recorded run was stopped here: {reason}")
            }
        }
    }
}

/// A call in a guest stack trace, or the location of the trap itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The function: `@f12`, or with its name `@f12 "main"`.
    pub function: String,
    /// The block, such as `%b3`.
    pub block: String,
    /// The instruction's number in its function.
    pub inst: u32,
    /// The instruction as text.
    pub text: String,
    /// The position of the instruction's record in the file, in bits.
    pub position: u64,
    /// The function's number in its module.
    pub id: FuncId,
    /// The number of a loaded module, counted from 1; `None` if the function is in the program
    /// itself.
    pub loaded: Option<usize>,
    /// Places in the source, if [`Trap::with_source`] has found any. The innermost frame comes
    /// first, followed by the inlined calls around it.
    pub source: Vec<SourceFrame>,
}

/// A place in the source of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceFrame {
    /// The name of the function in the source.
    pub function: String,
    /// The file; may be empty.
    pub file: String,
    /// The line, from 1, or 0 if it is not known.
    pub line: u32,
    /// The column, from 1, or 0 if it is not known.
    pub column: u32,
}

impl SourceFrame {
    /// Writes the file with line and column, as far as they are known.
    fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column] {
            if number == 0 {
                break;
            }
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

/// Formats frames of the source: `hello.c:12:5 in f, inlined into main at hello.c:20:3`. In the
/// alternate form each frame is on a separate line, indented as in traps.
#[derive(Debug)]
pub struct SourceFrames<'f>(pub &'f [SourceFrame]);

impl fmt::Display for SourceFrames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, around)) = self.0.split_first() else {
            return Ok(());
        };
        if !first.file.is_empty() {
            first.write_place(f)?;
            f.write_str(" ")?;
        }
        write!(f, "in {}", first.function)?;
        for frame in around {
            f.write_str(if f.alternate() { "\n       " } else { ", " })?;
            write!(f, "inlined into {}", frame.function)?;
            if !frame.file.is_empty() {
                f.write_str(" at ")?;
                frame.write_place(f)?;
            }
        }
        Ok(())
    }
}

impl Location {
    /// Returns the location of an instruction.
    pub fn new(module: &Module, id: FuncId, body: &Function, inst: InstId) -> Location {
        let mut text = body.display_inst(inst).to_string();
        if text.len() > TEXT_LIMIT {
            // PNaClAsm contains only ASCII characters.
            text.truncate(TEXT_LIMIT);
            text.push_str("...");
        }
        Location {
            function: function_name(module, id),
            block: body.block_of(inst).to_string(),
            inst: inst.0,
            text,
            position: body.inst_position(inst),
            id,
            loaded: None,
            source: Vec::new(),
        }
    }

    /// Moves the location to a module that the program has loaded. Modules are numbered from 1 in
    /// the order of loading.
    #[must_use]
    pub fn in_loaded(mut self, module: usize) -> Location {
        self.loaded = Some(module);
        self.function
            .push_str(&format!(" of loaded module {module}"));
        self
    }
}

/// Returns a function's name for messages: `@f12`, followed by its own name if it has one.
pub fn function_name(module: &Module, function: FuncId) -> String {
    let name = module.functions.get(function.index());
    match name.and_then(|declaration| declaration.name.as_ref()) {
        Some(name) => format!(
            "{function} \"{}\"",
            String::from_utf8_lossy(name).escape_debug()
        ),
        None => function.to_string(),
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} at {}:{}: {}",
            self.function,
            self.block,
            self.position / 8,
            self.position % 8,
            self.text
        )?;
        if !self.source.is_empty() {
            write!(f, "\n       {:#}", SourceFrames(&self.source))?;
        }
        Ok(())
    }
}

/// A trap: its reason, the thread, and the calls that led to it, innermost first.
///
/// The `Debug` form is the same text as `Display`, so that a `main` that returns a trap prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Trap {
    /// The reason.
    pub kind: TrapKind,
    /// The guest thread, 0 for the main one.
    pub thread: u32,
    /// The instruction that trapped, then the calls around it. The middle of a very deep stack is
    /// omitted.
    pub stack: Vec<Location>,
    /// Number of calls omitted from `stack`.
    pub omitted: usize,
}

impl Trap {
    /// Returns the trap with source locations added, which `find` returns for instructions of the
    /// program.
    #[must_use]
    pub fn with_source(mut self, find: impl Fn(FuncId, InstId) -> Vec<SourceFrame>) -> Trap {
        for location in &mut self.stack {
            if location.loaded.is_none() {
                location.source = find(location.id, InstId(location.inst));
            }
        }
        self
    }

    /// Returns true if a trap with this number of calls lists the given call. Calls are counted
    /// from 0, innermost first.
    pub const fn lists(call: usize, calls: usize) -> bool {
        call < INNERMOST || calls - call <= OUTERMOST
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trap: {}", self.kind)?;
        if self.thread != 0 {
            write!(f, " (thread {})", self.thread)?;
        }
        // A recursive function would repeat the same call many times.
        let mut word = "in";
        for calls in self.stack.chunk_by(|a, b| a == b) {
            let Some(location) = calls.first() else {
                continue;
            };
            write!(f, "\n  {word} {location}")?;
            if calls.len() > 1 {
                write!(f, " ({} times)", calls.len())?;
            }
            word = "by";
        }
        if self.omitted > 0 {
            write!(f, "\n  ... and {} more calls", self.omitted)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Trap {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_shows_recursion_once() {
        let call = |function: &str| Location {
            function: function.into(),
            block: "%b1".into(),
            inst: 3,
            text: "call void @f0();".into(),
            position: 1234,
            id: FuncId(0),
            loaded: None,
            source: Vec::new(),
        };
        let trap = Trap {
            kind: TrapKind::StackOverflow,
            thread: 2,
            stack: vec![call("@f0"), call("@f0"), call("@f0"), call("@f1 \"main\"")],
            omitted: 7,
        };
        let expected = "trap: stack overflow (thread 2)
  in @f0 %b1 at 154:2: call void @f0(); (3 times)
  by @f1 \"main\" %b1 at 154:2: call void @f0();
  ... and 7 more calls";
        assert_eq!(trap.to_string(), expected);
        assert_eq!(format!("{trap:?}"), expected);
    }

    #[test]
    fn places_in_the_source_follow_those_in_the_program() {
        let frame = |function: &str, line, column| SourceFrame {
            function: function.into(),
            file: "hello.c".into(),
            line,
            column,
        };
        let of_function = |function: FuncId, _: InstId| match function.0 {
            0 => vec![frame("read", 12, 5), frame("main", 20, 0)],
            _ => vec![SourceFrame {
                function: "malloc".into(),
                ..SourceFrame::default()
            }],
        };
        let location = |id| Location {
            function: format!("@f{id}"),
            block: "%b0".into(),
            inst: 0,
            text: "ret void;".into(),
            position: 8,
            id: FuncId(id),
            loaded: None,
            source: Vec::new(),
        };
        let trap = Trap {
            kind: TrapKind::Unreachable,
            thread: 0,
            stack: vec![location(0), location(1), location(1).in_loaded(1)],
            omitted: 0,
        };
        let expected = "trap: unreachable code was reached
  in @f0 %b0 at 1:0: ret void;
       hello.c:12:5 in read
       inlined into main at hello.c:20
  by @f1 %b0 at 1:0: ret void;
       in malloc
  by @f1 of loaded module 1 %b0 at 1:0: ret void;";
        assert_eq!(trap.with_source(of_function).to_string(), expected);
    }
}
