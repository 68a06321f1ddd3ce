//! Errors of legalization: the reasons why a module cannot become a program.

use std::fmt;

use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
use pinnacle_llvm::{Body, Edit, Editor, FunctionId, GlobalId, Instruction, InstructionId, Module};
use pinnacle_llvm::{edit, print_instruction};

/// Maximum number of errors kept.
pub(crate) const MAX_ERRORS: usize = 50;

/// Maximum length of an instruction's text in a message, in bytes.
const SHOWN: usize = 160;

kinds! {
    /// The kind of a legalization error. Each kind has a stable code. The wording of messages may
    /// change.
    ErrorKind;

    /// The module is for another target, or has a data layout other than PNaCl's.
    WrongTarget = "F0001",
    /// The module is an object or a shared library, not a whole program.
    NotExecutable = "F0002",
    /// The module's entry point is missing or wrong.
    BadEntry = "F0003",
    /// A function or variable is used but not defined.
    Undefined = "F0101",
    /// A global has a kind, a linkage or a form that programs cannot have.
    BadGlobal = "F0102",
    /// An initialiser cannot be written as bytes and addresses.
    BadInitializer = "F0103",
    /// An alias or its target cannot be resolved.
    BadAlias = "F0104",
    /// A list of constructors or destructors is malformed.
    BadConstructors = "F0105",
    /// The module contains assembly, which is not portable.
    Assembly = "F0201",
    /// The module handles exceptions, and no way to handle them was chosen.
    Exceptions = "F0202",
    /// Programs cannot have this instruction, and the legaliser cannot replace it.
    BadInstruction = "F0203",
    /// The intrinsic function is unknown or not supported.
    BadIntrinsic = "F0204",
    /// Programs cannot have this type.
    BadType = "F0205",
    /// A constant cannot be computed.
    BadConstant = "F0206",
    /// A call does not match its callee.
    BadCall = "F0207",
    /// An atomic access has a size or alignment that programs cannot have.
    BadAtomic = "F0208",
    /// A built-in function is defined, or is used other than in a call.
    BadFunctionUse = "F0209",
    /// A part of the program is larger than the format or the machine allows.
    TooLarge = "F0301",
    /// The module is frozen without legalization, but needs it.
    NotInSubset = "F0401",
    /// The legaliser made or left something that PNaCl does not allow. This is a bug in Pinnacle.
    Internal = "F0901",
}

/// A position in a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1; 0 if unknown.
    pub line: u32,
    /// The column, counted from 1; 0 if unknown.
    pub column: u32,
}

error_type! {
    /// A legalization error: its kind and its place.
    Error(ErrorKind, Place)
}

/// A place in a module, as far as it is known.
#[derive(Clone, PartialEq, Eq, Default)]
struct Place {
    function: Option<String>,
    instruction: Option<String>,
    source: Option<Source>,
}

impl error::Place for Place {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        if let Some(Source { file, line, column }) = &self.source {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(code)?;
        if let Some(function) = &self.function {
            write!(f, " in {function}")?;
        }
        write!(f, ": {message}")?;
        match &self.instruction {
            Some(instruction) => write!(f, "\n    {instruction}"),
            None => Ok(()),
        }
    }
}

impl ErrorKind {
    /// Makes an error without a place.
    #[cold]
    pub(crate) fn fault(self, message: impl Into<String>) -> Fault {
        Fault {
            kind: self,
            message: message.into(),
        }
    }
}

/// An error of a step without a position so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    kind: ErrorKind,
    message: String,
}

impl Fault {
    /// Makes an internal error, which is always a bug in this crate.
    #[cold]
    pub(crate) fn internal(message: impl Into<String>) -> Fault {
        ErrorKind::Internal.fault(message)
    }

    /// Adds the name of a global variable to the message.
    #[cold]
    pub(crate) fn about(mut self, variable: &str) -> Fault {
        self.message = format!("`{variable}`: {}", self.message);
        self
    }
}

impl Error {
    #[cold]
    pub(crate) fn new(fault: Fault) -> Error {
        let place = Place::default();
        Error(error::Error::new(fault.kind, fault.message, place))
    }

    #[cold]
    pub(crate) fn in_function(fault: Fault, module: &Module, function: GlobalId) -> Error {
        let mut error = Error::new(fault);
        error.0.place_mut().function = Some(name_of(module, function));
        error
    }

    #[cold]
    pub(crate) fn at(
        fault: Fault,
        module: &Module,
        function: GlobalId,
        body: &Body,
        instruction: InstructionId,
    ) -> Error {
        let mut error = Error::in_function(fault, module, function);
        let place = error.0.place_mut();
        place.instruction = Some(print_instruction(module, body, instruction, SHOWN));
        place.source = body.location(instruction).map(|location| {
            let scope = module.source_scopes.get(location.scope as usize);
            let file = scope.map(|scope| module.names.get(scope.file));
            Source {
                file: String::from_utf8_lossy(file.unwrap_or_default()).into_owned(),
                line: location.line,
                column: location.column,
            }
        });
        error
    }

    /// Makes an error at the same position with another fault.
    #[cold]
    pub(crate) fn with_fault(&self, fault: Fault) -> Error {
        let place = self.0.place().clone();
        Error(error::Error::new(fault.kind, fault.message, place))
    }

    /// The name of the function.
    #[must_use]
    pub fn function(&self) -> Option<&str> {
        self.0.place().function.as_deref()
    }

    /// The text of the instruction.
    #[must_use]
    pub fn instruction(&self) -> Option<&str> {
        self.0.place().instruction.as_deref()
    }

    /// The position in the source, if the module has debug information.
    #[must_use]
    pub fn source_place(&self) -> Option<&Source> {
        self.0.place().source.as_ref()
    }
}

/// The name of a global for messages.
pub(crate) fn name_of(module: &Module, global: GlobalId) -> String {
    let name = module.global(global).name;
    if name.is_some() {
        String::from_utf8_lossy(module.names.get(name)).into_owned()
    } else {
        format!("(global {} without a name)", global.index())
    }
}

/// The errors of a step, at least one.
#[derive(Clone, PartialEq, Eq)]
pub struct Errors {
    errors: Vec<Error>,
    more: bool,
}

impl Errors {
    /// The errors, in the order of the module.
    #[must_use]
    pub fn errors(&self) -> &[Error] {
        &self.errors
    }

    /// Converts each error.
    pub(crate) fn map(self, change: impl FnMut(Error) -> Error) -> Errors {
        Errors {
            errors: self.errors.into_iter().map(change).collect(),
            more: self.more,
        }
    }

    /// Returns true if there were more errors than are kept.
    #[must_use]
    pub fn more(&self) -> bool {
        self.more
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Errors {
        Errors {
            errors: vec![error],
            more: false,
        }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        if self.more {
            f.write_str("\nand more")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Errors {}

/// Collects the errors of a step.
#[derive(Debug, Default)]
pub(crate) struct Reporter {
    errors: Vec<Error>,
    more: bool,
}

impl Reporter {
    /// Adds an error.
    #[cold]
    pub(crate) fn error(&mut self, error: Error) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        } else {
            self.more = true;
        }
    }

    /// Adds an error about the module as a whole.
    #[cold]
    pub(crate) fn fault(&mut self, fault: Fault) {
        self.error(Error::new(fault));
    }

    /// Returns the value of a result, or records its error for a function.
    pub(crate) fn checked<T>(
        &mut self,
        module: &Module,
        function: GlobalId,
        result: Result<T, Fault>,
    ) -> Option<T> {
        result
            .map_err(|fault| self.error(Error::in_function(fault, module, function)))
            .ok()
    }

    /// Returns true if no error has been found so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// The errors, if there are any.
    pub(crate) fn finish(self) -> Result<(), Errors> {
        if self.errors.is_empty() {
            return Ok(());
        }
        Err(Errors {
            errors: self.errors,
            more: self.more,
        })
    }

    /// Edits a body, and records the errors of `each`.
    pub(crate) fn edit(
        &mut self,
        module: &mut Module,
        function: GlobalId,
        each: impl FnMut(&mut Editor<'_>, Instruction) -> Result<Edit, Fault>,
    ) {
        if let Err((instruction, fault)) = edit(module, function, each) {
            let body = body_of(module, function).expect("only bodies are edited");
            self.error(Error::at(fault, module, function, body, instruction));
        }
    }

    /// Edits a body with a step's state for it, and records the errors.
    pub(crate) fn rewrite(
        &mut self,
        module: &mut Module,
        function: GlobalId,
        state: &mut impl Rewrite,
    ) {
        let mut begun = false;
        self.edit(module, function, |editor, instruction| {
            if !std::mem::replace(&mut begun, true) {
                state.begin(editor)?;
            }
            if instruction.kind.is_terminator() {
                state.leave_block(editor)?;
            }
            state.instruction(editor, instruction)
        });
    }

    /// Edits all bodies for which `wanted` returns true, in order. Calls `each` with every
    /// instruction.
    pub(crate) fn edit_all(
        &mut self,
        module: &mut Module,
        mut wanted: impl FnMut(&Module, &Body) -> bool,
        mut each: impl FnMut(&mut Editor<'_>, Instruction) -> Result<Edit, Fault>,
    ) {
        for function in module.global_ids() {
            if body_of(module, function).is_some_and(|body| wanted(module, body)) {
                self.edit(module, function, &mut each);
            }
        }
    }
}

/// The changes of a step to a body.
pub(crate) trait Rewrite {
    /// Emits code before the first instruction.
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault>;

    /// Emits code before the terminator of a block.
    fn leave_block(&mut self, _: &mut Editor<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Replaces an instruction.
    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault>;
}

/// Returns the body of a global, if it is a defined function.
pub(crate) fn body_of(module: &Module, function: GlobalId) -> Option<&Body> {
    let id: FunctionId = module.as_function(function)?;
    module.function(id).body.as_ref()
}
