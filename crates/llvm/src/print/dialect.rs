//! The text as the disassembler of each release with typed pointers printed it.
//!
//! Every difference between releases is a [`Habit`]: the table has the first and the last release
//! that had it. The printer asks a [`Dialect`] for habits and never compares releases.

use super::{PrintError, PrintOptions, Printer, unsaid};
use crate::bitcode::RELEASES;
use crate::module::Module;

/// The releases whose text is known, in order.
const DIALECTS: &[&str] = &[
    "2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "3.0", "3.1", "3.2",
    "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "4", "5", "6", "7", "8", "9", "10", "11",
    "12", "13", "14",
];

macro_rules! habits {
    ($($(#[$doc:meta])* $name:ident: $first:literal to $last:literal;)*) => {
        /// Something that the text of some releases has.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(super) enum Habit { $($(#[$doc])* $name,)* }

        /// The releases that have each, the first and the last.
        const HABITS: &[(Habit, &str, &str)] = &[$((Habit::$name, $first, $last),)*];
    };
}

habits! {
    /// Instructions begin with a tab and comments follow two, not at a column.
    Tabs: "2.0" to "2.5";
    /// A comment after each value has its type and its number of uses.
    Uses: "2.0" to "2.7";
    /// The number of an unnamed result is in that comment only.
    NumbersInComments: "2.0" to "2.3";
    /// The number of an unnamed variable is in that comment only, and an unnamed function has an
    /// empty name.
    NamelessGlobals: "2.0" to "2.5";
    /// Floating point arithmetic uses the opcodes of integers.
    OneArithmetic: "2.0" to "2.5";
    /// Arguments have spaces around them within the parentheses.
    SpacedArguments: "2.0" to "2.3";
    /// Elements of arrays and vectors have spaces around them within the brackets.
    SpacedLists: "2.0" to "2.5";
    /// Constant structs of more than two fields take a line for each.
    LongStructs: "2.0" to "2.3";
    /// The cases of a switch begin with a space after the tabs.
    SpacedCases: "2.0" to "2.3";
    /// An empty struct has two spaces in it.
    SpacedEmptyStructs: "2.0" to "2.5";
    /// An empty struct has one space in it.
    NarrowEmptyStructs: "2.6" to "2.7";
    /// Types of any kind may have names, and a recursive one counts how far up it is.
    CountedTypes: "2.0" to "2.5";
    /// Types of any kind may have names, and structs without one have numbers.
    NumberedTypes: "2.6" to "2.9";
    /// Pointers to simple types go by no name that they have.
    SimplePointersUnnamed: "2.6" to "2.9";
    /// The address space of a variable comes after its initialiser.
    SpaceBehind: "2.0" to "2.5";
    /// A phi uses the blocks that it names, which decides whether they have labels.
    PhisUseBlocks: "2.0" to "2.9";
    /// Comments after nodes of debug information say their tags.
    DebugTags: "2.7" to "2.8";
    /// `volatile` comes before the instruction.
    VolatileFirst: "2.0" to "2.9";
    /// `zeroext` and `signext` are `zext` and `sext`.
    OldExtensions: "2.0" to "2.0";
    /// Attributes have a space after them, and those of the result come after the
    /// parameters.
    TrailingAttributes: "2.0" to "2.3";
    /// Attributes of arguments come after the values.
    AttributesBehindValues: "2.0" to "2.0";
    /// Names in quotes have their bytes as they are, and no sign before them unless
    /// they are of globals.
    OldQuotes: "2.0" to "2.0";
    /// Types of functions have attributes of what the functions take and return.
    AttributesInTypes: "2.0" to "2.0";
    /// Attributes of functions are in groups at the end, and a comment before a function lists the
    /// enum attributes.
    AttributeGroups: "3.3" to "14";
    /// Import from a DLL and export to one are linkages.
    DllLinkages: "2.0" to "3.4";
    /// `unnamed_addr` of a variable comes after its address space.
    UnnamedAfterSpace: "2.0" to "3.4";
    /// `cmpxchg` has one ordering.
    OneOrdering: "2.0" to "3.4";
    /// The linkage of an alias comes after the word.
    AliasBeforeLinkage: "2.0" to "3.5";
    /// The name of a comdat follows the word, without parentheses.
    BareComdats: "3.5" to "3.5";
    /// Metadata and its operands have the type `metadata`.
    TypedMetadata: "2.0" to "3.5";
    /// Expressions of debug information have numbers like other nodes.
    NumberedExpressions: "3.7" to "5";
    /// The operands of functions in debug information are in another order.
    OldFunctionOperands: "3.7" to "4";
    /// A `musttail` call in a function with variable arguments ends with three dots.
    TailDots: "3.6" to "14";
    /// The types of loads and addresses are implied by the pointers.
    ImpliedTypes: "2.0" to "3.6";
    /// Landing pads say the personality of their function.
    PersonalityInPads: "2.0" to "3.6";
    /// The number of elements is omitted if it is one, whatever its width.
    HiddenCounts: "2.0" to "3.6";
    /// The one scope that has a name is a word.
    ScopeWord: "2.0" to "4";
    /// The name of the source is at the beginning.
    SourceNames: "3.9" to "14";
    /// The label of an unnamed block is a comment, and is left out if the block has no uses.
    LabelComments: "2.0" to "8";
    /// That comment ends with a colon.
    LabelColons: "3.9" to "8";
    /// Parameters without a name have their numbers.
    NumberedParameters: "10" to "14";
    /// Numbers of floating point have up to seven digits.
    SevenDigits: "2.0" to "4";
    /// The last kind of comdat but one is called `noduplicates`.
    NoDuplicates: "3.5" to "12";
    /// Loads, stores and allocations say their alignment.
    Alignments: "11" to "14";
    /// Atomic updates say their alignment.
    AtomicAlignments: "13" to "14";
    /// A backslash in a string or a name in quotes is two of them.
    DoubledBackslashes: "10" to "14";
    /// `mustprogress` is the last attribute without a value.
    MustProgressLast: "12" to "12";
    /// `byval` is ordered with the attributes that have types, even if it has none.
    ByValAmongTypes: "9" to "11";
    /// Types are in the order of a worklist, not of a recursive search.
    TypesByWorklist: "3.3" to "14";
    /// Functions and calls say their address space if the data layout has one for programs.
    ProgramSpace: "8" to "14";
    /// Attributes are ordered by their names, as of 3.8.
    AttributesByName: "3.8" to "14";
    /// Attributes with numbers are ordered by those.
    IntegersByValue: "3.3" to "3.8";
    /// Strings of attributes have their bytes as they are.
    RawAttributes: "3.3" to "3.9";
    /// An alias says the type that it has.
    AliasTypes: "3.8" to "14";
}

/// The print format of a release's disassembler; see [`dialect_of`].
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    release: &'static str,
    habits: u128,
}

/// The place of a release among all, in order.
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
    /// The release.
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

    /// Returns true if types are equal that are built alike, and any may have a name.
    pub(crate) const fn has_structural_types(&self) -> bool {
        self.has(Habit::CountedTypes) || self.has(Habit::NumberedTypes)
    }

    /// Returns true if names in quotes have their bytes as they are.
    pub(crate) const fn has_raw_names(&self) -> bool {
        self.has(Habit::OldQuotes)
    }

    /// Returns true if the types of functions say attributes.
    pub(crate) const fn has_attributes_in_types(&self) -> bool {
        self.has(Habit::AttributesInTypes)
    }

    /// Returns true if the data layout may have an address space for programs.
    pub(crate) const fn has_program_space(&self) -> bool {
        self.has(Habit::ProgramSpace)
    }

    /// Returns true if loads, stores and allocations say their alignment.
    pub(crate) const fn has_alignments(&self) -> bool {
        self.has(Habit::Alignments)
    }

    /// Returns true if atomic updates say their alignment.
    pub(crate) const fn has_atomic_alignments(&self) -> bool {
        self.has(Habit::AtomicAlignments)
    }

    pub(super) const fn has(&self, habit: Habit) -> bool {
        self.habits >> habit as u8 & 1 == 1
    }
}

/// Prints a module as the disassembler of a release did. The module must have been read as it was
/// written ([`crate::bitcode::Options::as_written`], [`crate::parse_as_written`]). `identifier` is
/// the file name in the first line, which is omitted if it is empty. The text has at most `limit`
/// bytes.
///
/// # Errors
///
/// Fails if the text is longer, or if the module has something that the release had no text for,
/// such as pointers that do not say what they point to.
pub fn print_as_of(
    module: &Module,
    dialect: Dialect,
    identifier: &str,
    limit: usize,
) -> Result<String, PrintError> {
    if let Some(what) = unsaid::objection(module, dialect) {
        let release = dialect.release();
        return Err(PrintError::Unsaid { what, release });
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
