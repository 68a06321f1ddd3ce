//! Errors of reading, checking and writing: a stable code, a message and a position.

use crate::model::{BlockId, FunctionId, InstId};
use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
use std::fmt;

kinds! {
    /// The kind of an error in a file or module. Each kind has a stable code; the wording of
    /// messages may change.
    ErrorKind;

    /// The file does not begin with the signature of LLVM bytecode.
    BadMagic = "L0101",
    /// The file is too short for its first block, or that block is not the module.
    BadModule = "L0102",
    /// The format's version is above 6.
    UnsupportedVersion = "L0103",
    /// The compressed contents of the file cannot be unpacked.
    BadCompression = "L0104",

    /// The file or a block ends too early.
    EndOfBlock = "L0201",
    /// A variable-bit-rate number is too large.
    NumberTooLarge = "L0202",
    /// A block is not allowed at this place.
    UnexpectedBlock = "L0203",
    /// A block appears twice where only one is allowed.
    DuplicateBlock = "L0204",
    /// A block that every module must have is missing, or comes too late.
    MissingBlock = "L0205",
    /// The module needs more memory than is allowed for the size of its file.
    TooLarge = "L0206",

    /// The kind of a type does not exist.
    BadType = "L0301",
    /// A type number is not defined.
    UndefinedType = "L0302",
    /// A type has no size, contains itself, or is not allowed here.
    IllegalType = "L0303",

    /// The linkage does not exist.
    BadLinkage = "L0401",
    /// The address of a global variable or function does not have the right pointer type.
    BadAddressType = "L0402",
    /// The number of function blocks differs from the number of functions.
    BodyCount = "L0403",
    /// An initialiser does not have the type of its variable.
    BadInitializer = "L0404",
    /// The alignment, section or calling convention does not exist.
    BadAttribute = "L0405",

    /// A constant is out of the range of its type.
    ConstantRange = "L0501",
    /// A constant is not valid for its type.
    BadConstant = "L0502",
    /// A constant is not defined, or is defined by itself.
    UndefinedConstant = "L0503",
    /// The constant expression does not exist.
    BadExpression = "L0504",

    /// A compaction table has an entry that refers to nothing or that it already has.
    BadCompaction = "L0601",
    /// A basic block does not end with a terminator.
    UnterminatedBlock = "L0602",

    /// The opcode does not exist.
    UnknownOpcode = "L0701",
    /// An instruction has too few or too many operands.
    OperandCount = "L0702",
    /// An operand refers to a value that does not exist.
    UndefinedValue = "L0703",
    /// An operand has a type that the instruction does not accept.
    TypeMismatch = "L0704",
    /// A branch is to a block that does not exist.
    BadBranch = "L0705",

    /// A name is given to something that does not exist.
    BadSymbol = "L0801",

    /// A branch leads to the entry block.
    BadEntryBlock = "L0901",
    /// A terminator is not at the end of its block.
    MisplacedTerminator = "L0902",
    /// A phi does not match the edges into its block, or is not at the start of its block.
    BadPhi = "L0903",
    /// A value is used where its definition may not have run.
    Dominance = "L0904",
    /// The type of a result does not follow from the operands.
    BadResult = "L0905",
    /// The arguments of a call do not match the function.
    BadCall = "L0906",
    /// A return does not match the function's return type.
    BadReturn = "L0907",
    /// Indices do not lead to a part of the type that they index.
    BadIndex = "L0908",
    /// A switch case is not a constant of the switch's type.
    BadCase = "L0909",
    /// The variable or function cannot have this linkage.
    IllegalLinkage = "L0910",
    /// A function takes or returns something other than a single value.
    BadSignature = "L0911",
    /// An intrinsic is declared, defined or used in a way that is not allowed.
    BadIntrinsic = "L0912",
    /// Two values of one type, or two types, have the same name.
    DuplicateName = "L0913",

    /// The format cannot express something that the module contains.
    CannotWrite = "L1001",
    /// The text would be too long: it repeats types or constants that the module shares.
    TextTooLong = "L1002",
    /// LLVM IR can no longer express something that the module contains.
    CannotUpgrade = "L1101",
}

/// A kind of block, for the path to an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The whole module.
    Module,
    /// The types of the module.
    Types,
    /// The globals, the functions, and the libraries that the module needs.
    ModuleInfo,
    /// Constants of the module or a function.
    Constants,
    /// The constants, instructions and names of one function.
    Function,
    /// The function's own numbering.
    Compaction,
    /// The instructions of a function.
    Instructions,
    /// The instructions of one basic block, in files of LLVM 1.0.
    BasicBlock,
    /// Names of the module or a function.
    Symbols,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Section::Module => "module",
            Section::Types => "types",
            Section::ModuleInfo => "module info",
            Section::Constants => "constants",
            Section::Function => "function",
            Section::Compaction => "compaction table",
            Section::Instructions => "instructions",
            Section::BasicBlock => "basic block",
            Section::Symbols => "symbols",
        })
    }
}

/// The blocks around an error, the outermost first.
pub type Path = Vec<Section>;

error_type! {
    /// An error in a file or a module, with its place.
    Error(ErrorKind, Place)
}

/// A place in a file or a module, as far as it is known.
#[derive(Clone, PartialEq, Eq, Default)]
struct Place {
    offset: Option<u64>,
    path: Path,
    function: Option<FunctionId>,
    block: Option<BlockId>,
    inst: Option<InstId>,
    text: Option<String>,
}

impl error::Place for Place {
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result {
        f.write_str(code)?;
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        let mut parts: Vec<String> = self.path.iter().map(Section::to_string).collect();
        parts.extend(self.function.map(|function| function.to_string()));
        parts.extend(self.block.map(|block| block.to_string()));
        parts.extend(self.inst.map(|inst| inst.to_string()));
        if !parts.is_empty() {
            write!(f, " ({})", parts.join(", "))?;
        }
        write!(f, ": {message}")?;
        match &self.text {
            Some(text) => write!(f, ": {text}"),
            None => Ok(()),
        }
    }
}

impl Error {
    /// An error without a place.
    #[cold]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(error::Error::new(kind, message, Place::default()))
    }

    /// Adds a byte position to an error that does not have one yet.
    #[cold]
    pub(crate) fn at(mut self, offset: u64) -> Error {
        self.0.place_mut().offset.get_or_insert(offset);
        self
    }

    /// Adds an enclosing block to the error.
    #[cold]
    pub(crate) fn within(mut self, section: Section) -> Error {
        self.0.place_mut().path.insert(0, section);
        self
    }

    /// Adds a function and, if known, an instruction to an error.
    #[cold]
    pub(crate) fn in_function(mut self, function: FunctionId, inst: Option<InstId>) -> Error {
        let place = self.0.place_mut();
        place.function = Some(function);
        place.inst = place.inst.or(inst);
        self
    }

    /// Adds an instruction to an error that does not have one yet.
    #[cold]
    pub(crate) fn at_inst(mut self, inst: InstId) -> Error {
        self.0.place_mut().inst.get_or_insert(inst);
        self
    }

    /// Adds a basic block to an error.
    #[cold]
    pub(crate) fn in_block(mut self, block: BlockId) -> Error {
        self.0.place_mut().block = Some(block);
        self
    }

    /// Adds the assembly of the faulty item.
    #[cold]
    pub(crate) fn set_text(&mut self, text: String) {
        self.0.place_mut().text = Some(text);
    }

    /// The offset of the faulty item in bytes from the start of the file; `None` for a module that
    /// does not come from a file.
    pub fn offset(&self) -> Option<u64> {
        self.0.place().offset
    }

    /// The blocks around the place, the outermost first.
    pub fn path(&self) -> &[Section] {
        &self.0.place().path
    }

    /// The function that contains the error.
    pub fn function(&self) -> Option<FunctionId> {
        self.0.place().function
    }

    /// The basic block with the error; `None` if the error is outside of blocks or they were not
    /// known yet.
    pub fn block(&self) -> Option<BlockId> {
        self.0.place().block
    }

    /// The instruction that the error is about.
    pub fn inst(&self) -> Option<InstId> {
        self.0.place().inst
    }

    /// The assembly of the faulty item, if there was a module to print it from.
    pub fn text(&self) -> Option<&str> {
        self.0.place().text.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_where_it_is() {
        let error = Error::new(ErrorKind::UnknownOpcode, "no instruction has opcode 61")
            .at(120)
            .within(Section::Instructions)
            .within(Section::Function)
            .in_function(FunctionId(1), Some(InstId(4)));
        assert_eq!(
            error.to_string(),
            "L0701 at byte 120 (function, instructions, function 1, instruction 4): \
             no instruction has opcode 61"
        );
    }
}
