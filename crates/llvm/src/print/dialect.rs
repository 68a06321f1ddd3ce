//! The text as the disassembler of each release with typed pointers printed it.
//!
//! Every difference between releases is a [`Habit`]. A table has the first and the last release
//! with each habit. The printer queries a [`Dialect`] for habits and never compares releases.

use super::{PrintError, PrintOptions, Printer, unsupported};
use crate::bitcode::RELEASES;
use crate::module::Module;

/// The releases whose text can be printed, in order.
const DIALECTS: &[&str] = &[
    "2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "3.0", "3.1", "3.2",
    "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "4", "5", "6", "7", "8", "9", "10", "11",
    "12", "13", "14",
];

macro_rules! habits {
    ($($(#[$doc:meta])* $name:ident: $first:literal to $last:literal;)*) => {
        /// A property of the text of some releases.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(super) enum Habit { $($(#[$doc])* $name,)* }

        /// For each habit, the first and the last release that has it.
        const HABITS: &[(Habit, &str, &str)] = &[$((Habit::$name, $first, $last),)*];
    };
}

habits! {
    /// Instructions begin with a tab, and two tabs precede comments. Later, comments begin at a
    /// fixed column.
    Tabs: "2.0" to "2.5";
    /// Each value has a comment with its type and its number of uses.
    Uses: "2.0" to "2.7";
    /// The number of an unnamed result is only in that comment.
    NumbersInComments: "2.0" to "2.3";
    /// The number of an unnamed variable is only in that comment, and an unnamed function has an
    /// empty name.
    NamelessGlobals: "2.0" to "2.5";
    /// Floating-point arithmetic has the same opcodes as integer arithmetic.
    OneArithmetic: "2.0" to "2.5";
    /// Arguments have spaces inside of the parentheses.
    SpacedArguments: "2.0" to "2.3";
    /// Elements of arrays and vectors have spaces inside of the brackets.
    SpacedLists: "2.0" to "2.5";
    /// Constant structs of more than two fields have one field per line.
    LongStructs: "2.0" to "2.3";
    /// The cases of a switch begin with a space after the tabs.
    SpacedCases: "2.0" to "2.3";
    /// An empty struct is written with two spaces.
    SpacedEmptyStructs: "2.0" to "2.5";
    /// An empty struct is written with one space.
    NarrowEmptyStructs: "2.6" to "2.7";
    /// Types of any kind may have names. A recursive reference is written as the number of levels.
    CountedTypes: "2.0" to "2.5";
    /// Types of any kind may have names, and unnamed structs have numbers.
    NumberedTypes: "2.6" to "2.9";
    /// Pointers to simple types are not written by name.
    SimplePointersUnnamed: "2.6" to "2.9";
    /// The address space of a variable comes after its initialiser.
    SpaceBehind: "2.0" to "2.5";
    /// A phi counts as a use of the blocks that it names, so these blocks have labels.
    PhisUseBlocks: "2.0" to "2.9";
    /// Nodes of debug information have comments with their tags.
    DebugTags: "2.7" to "2.8";
    /// `volatile` comes before the instruction.
    VolatileFirst: "2.0" to "2.9";
    /// `zeroext` and `signext` are `zext` and `sext`.
    OldExtensions: "2.0" to "2.0";
    /// Attributes are followed by a space, and those of the result come after the parameters.
    TrailingAttributes: "2.0" to "2.3";
    /// Attributes of arguments come after the values.
    AttributesBehindValues: "2.0" to "2.0";
    /// Quoted names are not escaped. They have no sigil unless they are names of globals.
    OldQuotes: "2.0" to "2.0";
    /// Function types contain the attributes of parameters and results.
    AttributesInTypes: "2.0" to "2.0";
    /// Attributes of functions are in groups at the end, and a comment before each function lists
    /// those that are not strings.
    AttributeGroups: "3.3" to "14";
    /// Import from a DLL and export to one are linkages.
    DllLinkages: "2.0" to "3.4";
    /// `unnamed_addr` of a variable comes after its address space.
    UnnamedAfterSpace: "2.0" to "3.4";
    /// `cmpxchg` has one ordering.
    OneOrdering: "2.0" to "3.4";
    /// The linkage of an alias comes after the keyword `alias`.
    AliasBeforeLinkage: "2.0" to "3.5";
    /// The name of a comdat follows the keyword, without parentheses.
    BareComdats: "3.5" to "3.5";
    /// Metadata and its operands have the type `metadata`.
    TypedMetadata: "2.0" to "3.5";
    /// Expressions of debug information have numbers like other nodes.
    NumberedExpressions: "3.7" to "5";
    /// The operands of functions in debug information have another order.
    OldFunctionOperands: "3.7" to "4";
    /// A `musttail` call in a variadic function ends with `...`.
    TailDots: "3.6" to "14";
    /// The types of loads and addresses are implied by the pointers.
    ImpliedTypes: "2.0" to "3.6";
    /// Landing pads state the personality of their function.
    PersonalityInPads: "2.0" to "3.6";
    /// An element count of one is omitted, whatever its width.
    HiddenCounts: "2.0" to "3.6";
    /// The only named synchronisation scope is written as a keyword.
    ScopeWord: "2.0" to "4";
    /// The source file name is at the beginning.
    SourceNames: "3.9" to "14";
    /// The label of an unnamed block is a comment. It is omitted if the block has no uses.
    LabelComments: "2.0" to "8";
    /// The comment with a label ends with a colon.
    LabelColons: "3.9" to "8";
    /// Unnamed parameters are written with their numbers.
    NumberedParameters: "10" to "14";
    /// Floating-point numbers have up to seven digits.
    SevenDigits: "2.0" to "4";
    /// The comdat kind `nodeduplicate` is called `noduplicates`.
    NoDuplicates: "3.5" to "12";
    /// Loads, stores and allocations state their alignment.
    Alignments: "11" to "14";
    /// Atomic updates state their alignment.
    AtomicAlignments: "13" to "14";
    /// A backslash in a string or a quoted name is doubled.
    DoubledBackslashes: "10" to "14";
    /// `mustprogress` comes last among the attributes without a value.
    MustProgressLast: "12" to "12";
    /// `byval` is sorted with the attributes that have types, even if it has none.
    ByValAmongTypes: "9" to "11";
    /// Types are in the order of a worklist instead of a recursive search.
    TypesByWorklist: "3.3" to "14";
    /// Functions and calls state their address space if the data layout has one for programs.
    ProgramSpace: "8" to "14";
    /// Attributes are sorted by their names, as since 3.8.
    AttributesByName: "3.8" to "14";
    /// Attributes with numbers are sorted by these numbers.
    IntegersByValue: "3.3" to "3.8";
    /// Strings in attributes are not escaped.
    RawAttributes: "3.3" to "3.9";
    /// An alias states its own type.
    AliasTypes: "3.8" to "14";
}

/// The print format of a release's disassembler; see [`dialect_of`].
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    release: &'static str,
    habits: u128,
}

/// The index of a release in the list.
fn place(release: &str) -> usize {
    let place = RELEASES.iter().position(|it| *it == release);
    place.unwrap_or(RELEASES.len())
}

/// The releases whose text can be printed, in order.
#[must_use]
pub fn dialects() -> &'static [&'static str] {
    DIALECTS
}

/// The dialect of a release, such as `2.6`; `None` if the release is not among [`dialects`].
#[must_use]
pub fn dialect_of(release: &str) -> Option<Dialect> {
    let release = dialects().iter().find(|it| **it == release)?;
    let mut habits = 0u128;
    for &(habit, first, last) in HABITS {
        if (place(first)..=place(last)).contains(&place(release)) {
            habits |= 1 << habit as u8;
        }
    }
    Some(Dialect { release, habits })
}

impl Dialect {
    /// The name of the release, such as `3.4`.
    #[must_use]
    pub const fn release(&self) -> &'static str {
        self.release
    }

    /// Returns true if the release is within this inclusive range.
    pub(super) fn is_within(&self, first: &str, last: &str) -> bool {
        (place(first)..=place(last)).contains(&place(self.release))
    }

    /// Returns true if the release is this one or a later one.
    pub(crate) fn is_since(&self, first: &str) -> bool {
        place(first) <= place(self.release)
    }

    /// Returns true if types of the same structure are equal, and types of any kind may have names.
    pub(crate) const fn has_structural_types(&self) -> bool {
        self.has(Habit::CountedTypes) || self.has(Habit::NumberedTypes)
    }

    /// Returns true if quoted names are not escaped.
    pub(crate) const fn has_raw_names(&self) -> bool {
        self.has(Habit::OldQuotes)
    }

    /// Returns true if function types contain attributes.
    pub(crate) const fn has_attributes_in_types(&self) -> bool {
        self.has(Habit::AttributesInTypes)
    }

    /// Returns true if the data layout may state an address space for programs.
    pub(crate) const fn has_program_space(&self) -> bool {
        self.has(Habit::ProgramSpace)
    }

    /// Returns true if loads, stores and allocations state their alignment.
    pub(crate) const fn has_alignments(&self) -> bool {
        self.has(Habit::Alignments)
    }

    /// Returns true if atomic updates state their alignment.
    pub(crate) const fn has_atomic_alignments(&self) -> bool {
        self.has(Habit::AtomicAlignments)
    }

    pub(super) const fn has(&self, habit: Habit) -> bool {
        self.habits >> habit as u8 & 1 == 1
    }
}

/// Prints a module as the disassembler of a release did. The module must have been read in its
/// original form ([`crate::bitcode::Options::as_written`], [`crate::parse_as_written`]).
/// `identifier` is the file name in the first line, which is omitted if it is empty. The text has
/// at most `limit` bytes.
///
/// # Errors
///
/// Fails if the text is longer, or if the module contains something that the release cannot
/// express, such as pointers without a pointee type.
pub fn print_as_of(
    module: &Module,
    dialect: Dialect,
    identifier: &str,
    limit: usize,
) -> Result<String, PrintError> {
    if let Some(what) = unsupported::first_unsupported(module, dialect) {
        let release = dialect.release();
        return Err(PrintError::Unsupported { what, release });
    }
    let options = PrintOptions {
        limit,
        ..PrintOptions::default()
    };
    let mut printer = Printer::new(module, &options);
    printer.dialect = Some(dialect);
    printer.written_module(identifier);
    if printer.out.len() > limit {
        return Err(PrintError::TooLong);
    }
    if printer.written.types.opaque_pointer {
        return Err(PrintError::NotThen(dialect.release));
    }
    Ok(printer.out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_belong_to_spans_of_releases() {
        let has = |release, habit| dialect_of(release).is_some_and(|it| it.has(habit));
        assert!(has("2.5", Habit::Tabs) && !has("2.6", Habit::Tabs));
        assert!(has("2.7", Habit::Uses) && !has("2.8", Habit::Uses));
        assert!(dialect_of("15").is_none() && dialect_of("1.9").is_none());
        assert!(dialects().iter().all(|it| RELEASES.contains(it)));
    }

    #[test]
    fn a_pointer_that_says_nothing_has_no_text() {
        let mut module = Module::new();
        let pointer = module.types.pointer();
        module.add_variable(b"p", pointer, None);
        let text = dialect_of("2.6").map(|it| print_as_of(&module, it, "", 1 << 10));
        assert_eq!(text, Some(Err(PrintError::NotThen("2.6"))));
    }

    #[test]
    fn every_habit_names_releases_in_order() {
        for &(habit, first, last) in HABITS {
            let known = RELEASES.contains(&first) && RELEASES.contains(&last);
            assert!(known && place(first) <= place(last), "{habit:?}");
        }
    }
}
