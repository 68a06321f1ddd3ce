//! The text of a module (`.ll`).
//!
//! One pass appends to one string. Unnamed items are numbered as LLVM's own parser counts: unnamed
//! globals in the order in which they are printed, and in a function parameters, blocks and results
//! together. The same module always gives the same text. Types and constants may be nested to any
//! depth; they are printed with an explicit stack and without recursion.

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
mod unsaid;
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
    /// True if pointers have types, for tools from before LLVM 15: each is an `i8*`, with casts
    /// where something else is needed.
    pub typed_pointers: bool,
    /// True if the lines of locations are printed as debug information. Each is a line of the
    /// function that contains the instruction, whatever its scope. The functions have their names
    /// in the module.
    pub lines: bool,
    /// True if the summary for linking with ThinLTO is printed. It describes the module as it was
    /// written, so it is outdated once a pass has changed the module.
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

/// Reasons why a module cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// It is longer than the options allow.
    TooLong,
    /// The module has something that cannot be expressed with typed pointers.
    NeedsOpaquePointers(&'static str),
    /// The module has pointers that do not say what they point to, which this
    /// release did not know.
    NotThen(&'static str),
    /// The module has something that a release cannot express.
    Unsaid {
        /// The thing.
        what: &'static str,
        /// The release.
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
            PrintError::Unsaid { what, release } => {
                write!(f, "LLVM {release} cannot express {what}")
            }
        }
    }
}

impl std::error::Error for PrintError {}

/// The text of a module. It is ASCII: other bytes in names are escaped.
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

/// The text of a module, with options.
///
/// # Errors
///
/// Fails if the text is longer than the options allow, which is found out without making much more
/// of it, or if the module cannot do with typed pointers.
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

/// The text of a module if it has at most this number of bytes, without making much more of it than
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

/// The text of one instruction, cut off after a number of bytes: for messages.
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

/// The text of a type for messages, truncated after about `limit` bytes. If a release is given, the
/// type is written as that release did.
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

/// The next step in printing types and constants.
#[derive(Clone, Copy)]
enum Step {
    Type(TypeId),
    /// A constant without its type.
    Constant(ConstantId),
    /// A constant with its type.
    Typed(ConstantId),
    /// The name of a global.
    Global(GlobalId),
    /// The type of pointers to a type, in an address space; only where
    /// pointers have types.
    PointerTo(TypeId, u32),
    Text(&'static str),
    /// A new line within a constant, as far in as its depth says.
    Line,
    /// The end of a constant that takes several lines.
    Out,
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    /// Number of bytes after which types and constants are left out.
    limit: usize,
    /// State of casts, if pointers have types.
    casts: Option<typed::Casts>,
    /// Used by [`Printer::run`]; empty otherwise.
    steps: Vec<Step>,
    /// The number of each global that has no name.
    global_numbers: Vec<u32>,
    /// The number of each struct type that has no name.
    struct_numbers: Vec<u32>,
    /// The number of each metadata node.
    metadata_numbers: Vec<u32>,
    /// The number of each attribute group, by set, once it was used.
    groups: Vec<Option<u32>>,
    group_order: Vec<AttributeSetId>,
    /// Names of blocks in functions that have a block whose address is taken.
    addressed: BTreeMap<GlobalId, Numbers>,
    /// The debug information for lines, if lines are printed.
    lines: Option<lines::Lines>,
    /// The release whose form is used, if it is not today's.
    dialect: Option<Dialect>,
    /// State for that; empty otherwise.
    written: written::Written,
    /// The personality of the function that is printed, in dialects where landing pads state it.
    personality: Option<ConstantId>,
    /// True if the function that is printed takes variable arguments.
    is_variadic: bool,
    /// Number of open constants that take several lines.
    depth: usize,
    /// The original form of the instruction that is printed.
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

    /// A word and the space after it; nothing for an empty word.
    fn word(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push_str(text);
            self.out.push(' ');
        }
    }

    /// The function for strings in quotes.
    fn quoting(&self) -> fn(&mut String, &[u8]) {
        if self.has(dialect::Habit::DoubledBackslashes) {
            text::push_doubled
        } else {
            text::push_quoted
        }
    }

    /// A string in quotes.
    fn quote(&mut self, bytes: &[u8]) {
        self.quoting()(&mut self.out, bytes);
    }

    fn number(&mut self, number: u64) {
        text::push_unsigned(&mut self.out, number);
    }

    /// The type of a value. Always present in a module made with the builder.
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
