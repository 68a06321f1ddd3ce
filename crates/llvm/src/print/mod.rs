//! The text of a module (`.ll`).
//!
//! One pass appends to one string. Unnamed items are numbered as LLVM's own parser numbers them:
//! unnamed globals in the order in which they are printed, and in a function parameters, blocks and
//! results together. The same module always gives the same text. Types and constants may be nested
//! to any depth; they are printed with an explicit stack and without recursion.

mod attributes;
mod body;
mod constants;
mod dialect;
mod globals;
mod index;
mod instruction;
mod lines;
mod metadata;
mod operations;
mod parts;
mod text;
mod typed;
mod unsupported;
mod uses;
mod written;
mod written_attributes;
mod written_debug;
mod written_globals;
mod written_metadata;
mod written_types;

use std::collections::BTreeMap;

use crate::body::Body;
use crate::ids::{AttributeSetId, ConstantId, GlobalId, InstructionId, TypeId};
use crate::instruction::Value;
use crate::module::{GlobalKind, Module};
use body::Numbers;
pub(crate) use body::block_numbers;
pub use dialect::{Dialect, dialect_of, dialects, print_as_of};
pub use parts::{BodyNames, PartPrinter, print_globals};

/// Options for printing a module.
#[derive(Clone, Copy, Debug)]
pub struct PrintOptions {
    /// Maximum length of the text in bytes.
    pub limit: usize,
    /// Prints typed pointers, for tools from before LLVM 15. Each pointer is an `i8*`, with casts
    /// where another type is needed.
    pub typed_pointers: bool,
    /// Prints the lines of locations as debug information. Each line is attributed to the function
    /// that contains the instruction, whatever its scope. Functions have their names in the module.
    pub lines: bool,
    /// Prints the summary for linking with ThinLTO. It describes the module as it was read, so it
    /// is outdated once a pass has changed the module.
    pub summary: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            limit: usize::MAX,
            typed_pointers: false,
            lines: false,
            summary: false,
        }
    }
}

/// The reason why a module cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// The text is longer than the options allow.
    TooLong,
    /// The module has something that cannot be expressed with typed pointers.
    NeedsOpaquePointers(&'static str),
    /// The module has pointers without a pointee type, which this release does not support.
    NotThen(&'static str),
    /// The module has something that the release cannot express.
    Unsupported {
        /// A description of the construct.
        what: &'static str,
        /// The name of the release.
        release: &'static str,
    },
}

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PrintError::TooLong => f.write_str("the text is longer than the options allow"),
            PrintError::NeedsOpaquePointers(what) => {
                write!(f, "{what} cannot be written with typed pointers")
            }
            PrintError::NotThen(release) => write!(
                f,
                "a pointer has no pointee type, which LLVM {release} requires"
            ),
            PrintError::Unsupported { what, release } => {
                write!(f, "LLVM {release} cannot express {what}")
            }
        }
    }
}

impl std::error::Error for PrintError {}

/// Returns the text of a module. It is ASCII: other bytes in names are escaped.
///
/// Shared parts of types and constants are written at every use, so text can be far longer than the
/// module: a structure of two equal fields, nested thirty times, has billions of bytes. Use
/// [`print_with`] for modules that may contain these.
#[must_use]
pub fn print(module: &Module) -> String {
    let mut printer = Printer::new(module, &PrintOptions::default());
    printer.module();
    printer.out
}

/// Returns the text of a module, with options.
///
/// # Errors
///
/// Fails if the text is longer than the options allow, without producing much more than that. Fails
/// if the module cannot be expressed with typed pointers and these are requested.
pub fn print_with(module: &Module, options: &PrintOptions) -> Result<String, PrintError> {
    if options.typed_pointers
        && let Some(what) = typed::objection(module)
    {
        return Err(PrintError::NeedsOpaquePointers(what));
    }
    let mut printer = Printer::new(module, options);
    printer.module();
    if options.summary {
        printer.summary_index();
    }
    if printer.out.len() > options.limit {
        return Err(PrintError::TooLong);
    }
    match printer.casts.and_then(|casts| casts.failure) {
        Some(what) => Err(PrintError::NeedsOpaquePointers(what)),
        None => Ok(printer.out),
    }
}

/// Returns the text of a module if it has at most `limit` bytes, without producing much more than
/// that.
#[must_use]
pub fn print_within(module: &Module, limit: usize) -> Option<String> {
    print_with(
        module,
        &PrintOptions {
            limit,
            ..PrintOptions::default()
        },
    )
    .ok()
}

/// Returns the text of one instruction for messages, truncated to `limit` bytes.
#[must_use]
pub fn print_instruction(
    module: &Module,
    body: &Body,
    instruction: InstructionId,
    limit: usize,
) -> String {
    let options = PrintOptions {
        limit,
        ..PrintOptions::default()
    };
    let mut printer = Printer::new(module, &options);
    let numbers = Numbers::of(body);
    printer.instruction(body, &numbers, &body.instructions[instruction.index()]);
    let mut text = printer.out;
    if text.len() > limit {
        text.truncate(limit);
        text.push_str("...");
    }
    text
}

/// Returns the text of a type for messages, truncated to about `limit` bytes. If a release is
/// given, the type is written as in that release.
pub(crate) fn print_type(
    module: &Module,
    ty: TypeId,
    dialect: Option<Dialect>,
    limit: usize,
) -> String {
    let options = PrintOptions {
        limit,
        ..PrintOptions::default()
    };
    let mut printer = Printer::new(module, &options);
    printer.dialect = dialect;
    if dialect.is_some() {
        printer.name_types();
    }
    printer.ty(ty);
    let mut text = printer.out;
    if text.len() > limit {
        let characters = text.char_indices().map(|(at, _)| at);
        let end = characters.take_while(|&at| at <= limit).last();
        text.truncate(end.unwrap_or(0));
        text.push_str("...");
    }
    text
}

/// A step in printing types and constants.
#[derive(Clone, Copy)]
enum Step {
    Type(TypeId),
    /// A constant without its type.
    Constant(ConstantId),
    /// A constant with its type.
    Typed(ConstantId),
    /// The name of a global.
    Global(GlobalId),
    /// The type of pointers to a type, in an address space. Only used with typed pointers.
    PointerTo(TypeId, u32),
    Text(&'static str),
    /// A new line within a constant, indented according to its depth.
    Line,
    /// The end of a constant that spans several lines.
    Out,
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    /// Number of bytes after which types and constants are left out.
    limit: usize,
    /// State for casts, with typed pointers.
    casts: Option<typed::Casts>,
    /// Pending steps, used by [`Printer::run`]. Empty otherwise.
    steps: Vec<Step>,
    /// The number of each unnamed global.
    global_numbers: Vec<u32>,
    /// The number of each unnamed struct type.
    struct_numbers: Vec<u32>,
    /// The number of each metadata node.
    metadata_numbers: Vec<u32>,
    /// The number of each attribute set's group, once it is used.
    groups: Vec<Option<u32>>,
    group_order: Vec<AttributeSetId>,
    /// Numbers of blocks in functions that have a block whose address is taken.
    addressed: BTreeMap<GlobalId, Numbers>,
    /// The debug information for lines, if lines are printed.
    lines: Option<lines::Lines>,
    /// The release whose form is used; `None` for current LLVM.
    dialect: Option<Dialect>,
    /// State for the text of a release; empty otherwise.
    written: written::Written,
    /// The personality of the current function, in dialects where landing pads state it.
    personality: Option<ConstantId>,
    /// True if the current function is variadic.
    is_variadic: bool,
    /// Number of open constants that span several lines.
    depth: usize,
    /// The original form of the current instruction.
    old_form: Option<crate::body::OldForm>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, options: &PrintOptions) -> Self {
        Self {
            module,
            out: String::new(),
            limit: options.limit,
            casts: options.typed_pointers.then(typed::Casts::default),
            steps: Vec::new(),
            global_numbers: globals::numbers(module),
            struct_numbers: globals::struct_numbers(module),
            metadata_numbers: metadata::numbers(module),
            groups: vec![None; module.attributes.set_count()],
            group_order: Vec::new(),
            addressed: body::addressed(module),
            lines: options.lines.then(|| lines::Lines::new(module)),
            dialect: None,
            written: written::Written::default(),
            personality: None,
            is_variadic: false,
            depth: 0,
            old_form: None,
        }
    }

    fn module(&mut self) {
        self.header();
        self.structs();
        self.comdats();
        for id in globals::of_kind(self.module, |kind| {
            matches!(kind, GlobalKind::Variable { .. })
        }) {
            self.variable(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Alias(_))) {
            self.alias(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Ifunc(_))) {
            self.alias(id);
        }
        for id in globals::of_kind(self.module, |kind| matches!(kind, GlobalKind::Function(_))) {
            self.function(id);
        }
        self.attribute_groups();
        self.metadata();
        self.scopes_of_lines();
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints a word and a space, or nothing for an empty word.
    fn word(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push_str(text);
            self.out.push(' ');
        }
    }

    /// Returns the function that prints quoted strings.
    fn quoting(&self) -> fn(&mut String, &[u8]) {
        if self.has(dialect::Habit::DoubledBackslashes) {
            text::push_doubled
        } else {
            text::push_quoted
        }
    }

    /// Prints a quoted string.
    fn quote(&mut self, bytes: &[u8]) {
        self.quoting()(&mut self.out, bytes);
    }

    fn number(&mut self, number: u64) {
        text::push_unsigned(&mut self.out, number);
    }

    /// The type of a value. It is always present in a module made with the builder.
    fn type_of(&self, body: &crate::body::Body, value: Value) -> Option<TypeId> {
        self.module.type_of(body, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_grows_with_each_level_is_not_made() {
        let mut module = Module::new();
        let mut ty = module.types.integer(32);
        let mut value = module.int(32, 7);
        for _ in 0..60 {
            ty = module.types.literal_struct(&[ty, ty], false);
            value = module.constants.aggregate(ty, &[value, value]);
        }
        module.add_variable(b"all", ty, Some(value));
        assert_eq!(print_within(&module, 1 << 16), None);
        let empty = Module::new();
        assert_eq!(print_within(&empty, 1 << 16), Some(print(&empty)));
    }
}
