//! Errors of reading, checking and writing: a stable code, a sentence, and where.

use crate::model::{BlockId, FunctionId, InstId};
use pinnacle_base::error;
use pinnacle_base::{error_type, kinds};
use std::fmt;

kinds! {
    /// What is wrong with a file or module. Each kind has a stable code; the
    /// wording of messages may change.
    ErrorKind;

    /// The file does not begin as LLVM bytecode does.
    BadMagic = "L0101",
    /// The file is too short for its first block, or that block is not the module.
    BadModule = "L0102",
    /// The format's version is above 6.
    UnsupportedVersion = "L0103",
    /// What is compressed in the file cannot be unpacked.
    BadCompression = "L0104",

    /// The file or block ends in the middle of something.
    EndOfBlock = "L0201",
    /// A variable bit rate number that does not fit.
    NumberTooLarge = "L0202",
    /// A block of a kind that may not stand here.
    UnexpectedBlock = "L0203",
    /// A second block of a kind of which there may be one.
    DuplicateBlock = "L0204",
    /// A block that every module must have is missing, or comes too late.
    MissingBlock = "L0205",
    /// The file needs more memory than its size allows.
    TooLarge = "L0206",

    /// A type of a kind that does not exist.
    BadType = "L0301",
    /// A type number that is not defined.
    UndefinedType = "L0302",
    /// A type that has no size, or contains itself, or cannot stand there.
    IllegalType = "L0303",

    /// A linkage that does not exist.
    BadLinkage = "L0401",
    /// A global variable or function whose type is no pointer, or a pointer to
    /// something else.
    BadAddressType = "L0402",
    /// More or fewer function blocks than functions.
    BodyCount = "L0403",
    /// An initialiser that is not of the variable's type.
    BadInitializer = "L0404",
    /// An alignment, section or calling convention that does not exist.
    BadAttribute = "L0405",

    /// A constant outside the range of its type.
    ConstantRange = "L0501",
    /// A constant of a type that cannot have it.
    BadConstant = "L0502",
    /// A constant that is not defined, or defined by itself.
    UndefinedConstant = "L0503",
    /// A constant expression that does not exist.
    BadExpression = "L0504",

    /// An entry of a compaction table that refers to nothing, or stands twice.
    BadCompaction = "L0601",
    /// A basic block without a terminator at its end.
    UnterminatedBlock = "L0602",

    /// An opcode that does not exist.
    UnknownOpcode = "L0701",
    /// An instruction with too few or too many operands.
    OperandCount = "L0702",
    /// An operand that no value has.
    UndefinedValue = "L0703",
    /// An operand whose type the instruction does not take.
    TypeMismatch = "L0704",
    /// A branch to a block that does not exist.
    BadBranch = "L0705",

    /// A name of something that does not exist.
    BadSymbol = "L0801",

    /// An entry block with edges into it.
    BadEntryBlock = "L0901",
    /// A terminator that is not at the end of its block.
    MisplacedTerminator = "L0902",
    /// A phi that is not at the start of its block, or whose entries are not the
    /// edges into it.
    BadPhi = "L0903",
    /// A value that is not defined on every path to its use.
    Dominance = "L0904",
    /// An instruction whose result is not of the type that its operands give.
    BadResult = "L0905",
    /// A call whose arguments are not those that the function takes.
    BadCall = "L0906",
    /// A return that does not give what the function returns.
    BadReturn = "L0907",
    /// Indices that lead to no part of what they index.
    BadIndex = "L0908",
    /// A switch case that is no constant of the type that is switched on.
    BadCase = "L0909",
    /// A linkage that the variable or function cannot have.
    IllegalLinkage = "L0910",
    /// A function that takes or returns what is not in one piece.
    BadSignature = "L0911",
    /// An intrinsic that is used in a way that its meaning does not allow.
    BadIntrinsic = "L0912",
    /// Two things of one type with one name.
    DuplicateName = "L0913",

    /// Something that is legal in the model and that the format cannot express.
    CannotWrite = "L1001",
    /// Text that would be longer than allowed, because types or constants share
    /// parts that text repeats.
    TextTooLong = "L1002",
    /// Something that today's LLVM IR cannot express.
    CannotUpgrade = "L1101",
}

/// A kind of block, for the path to an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The whole module.
    Module,
    /// The types of the module.
    Types,
    /// Globals, functions, libraries.
    ModuleInfo,
    /// Constants of the module or a function.
    Constants,
    /// One function.
    Function,
    /// The function's own numbering.
    Compaction,
    /// The instructions of a function.
    Instructions,
    /// One basic block of LLVM 1.0.
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
    /// Something wrong with a file or a module, and where.
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

    /// The same error at a byte of the file, unless it has a place already.
    #[cold]
    pub(crate) fn at(mut self, offset: u64) -> Error {
        self.0.place_mut().offset.get_or_insert(offset);
        self
    }

    /// The same error in a block around those that it is in.
    #[cold]
    pub(crate) fn within(mut self, section: Section) -> Error {
        self.0.place_mut().path.insert(0, section);
        self
    }

    /// The same error in a function and, if known, at an instruction.
    #[cold]
    pub(crate) fn in_function(mut self, function: FunctionId, inst: Option<InstId>) -> Error {
        let place = self.0.place_mut();
        place.function = Some(function);
        place.inst = place.inst.or(inst);
        self
    }

    /// The same error at an instruction, unless it has one already.
    #[cold]
    pub(crate) fn at_inst(mut self, inst: InstId) -> Error {
        self.0.place_mut().inst.get_or_insert(inst);
        self
    }

    /// The same error in a basic block.
    #[cold]
    pub(crate) fn in_block(mut self, block: BlockId) -> Error {
        self.0.place_mut().block = Some(block);
        self
    }

    /// Adds the assembly of what the error is about.
    #[cold]
    pub(crate) fn set_text(&mut self, text: String) {
        self.0.place_mut().text = Some(text);
    }

    /// Where the faulty thing begins, in bytes from the start of the file;
    /// `None` for a module that does not come from a file.
    pub fn offset(&self) -> Option<u64> {
        self.0.place().offset
    }

    /// The blocks around the place, the outermost first.
    pub fn path(&self) -> &[Section] {
        &self.0.place().path
    }

    /// The function in which the error is.
    pub fn function(&self) -> Option<FunctionId> {
        self.0.place().function
    }

    /// The basic block in which the error is; `None` where it is not in one or
    /// blocks were not known yet.
    pub fn block(&self) -> Option<BlockId> {
        self.0.place().block
    }

    /// The instruction that the error is about.
    pub fn inst(&self) -> Option<InstId> {
        self.0.place().inst
    }

    /// The assembly of what the error is about, where a module is at hand to
    /// print it from.
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
