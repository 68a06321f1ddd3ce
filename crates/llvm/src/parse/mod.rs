//! The text of a module (`.ll`) of LLVM 2.0 to 19, read into the model.
//!
//! The text is first split into tokens ([`lex`]). The tokens are divided into the statements of the
//! module ([`statements`]), which are read in an order that puts definitions before their uses:
//!
//! 1. types, comdats and groups of attributes;
//! 2. the heads of globals, so that every name has a global with its type;
//! 3. the rest of globals: initialisers, attributes, bodies.
//!
//! Nodes of metadata are read when something refers to them. Of debug information the model only
//! contains the lines of instructions, so the rest is skipped.
//!
//! Pointers from before LLVM 15 state their pointee types. A type is read as that of the model
//! together with its pointee ([`types::TextType`]), because old instructions derive result types
//! from it. Old intrinsics and instructions are upgraded, as in bitcode.
//!
//! [`parse_as_written`] keeps old text in its original form ([`written`]): pointer types keep their
//! pointees, and all metadata is kept.
//!
//! Nested constructs are read by recursion, up to [`MAX_DEPTH`]. Memory is proportional to the
//! text.

mod attributes;
mod blocks;
mod calls;
mod constants;
mod control;
mod error;
mod expressions;
mod function;
mod globals;
mod heads;
mod index;
mod instructions;
mod lex;
mod memory;
mod metadata;
mod numbers;
mod old;
mod properties;
mod statements;
mod type_graph;
mod types;
mod written;
mod written_debug;
mod written_metadata;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::attributes::Attribute;
use crate::bitcode::CallUpgrade;
use crate::ids::{BlockId, ComdatId, ConstantId, GlobalId};
use crate::module::Module;
use crate::print::Dialect;
use error::{Fault, Result, SyntaxErrorKind as E, errors_of, fault};
pub use error::{MAX_SYNTAX_ERRORS, Place, SyntaxError, SyntaxErrorKind, SyntaxErrors};
use function::Locals;
use lex::{Kind, Token, hexadecimal_unescaped, unescaped};
use metadata::Debug;
use type_graph::Pointers;
use types::NamedType;
use written::Written;

/// Maximum nesting depth of types, constants and metadata.
const MAX_DEPTH: usize = 128;

/// Reads the text of a module of LLVM 2.0 to 19.
///
/// The module is the same as from reading the text's bitcode. It is not verified.
///
/// # Errors
///
/// Fails with all errors that could be found, at most [`MAX_SYNTAX_ERRORS`].
///
/// ```
/// use pinnacle_llvm::{parse, print};
/// let module = parse(b"@x = global i32* null").unwrap();
/// assert!(print(&module).contains("@x = global ptr null"));
///
/// let errors = parse(b"@x = global i32 0\n@y = global i32 @x").unwrap_err();
/// assert_eq!((errors.first().place().line, errors.first().place().column), (2, 17));
/// ```
pub fn parse(text: &[u8]) -> std::result::Result<Module, SyntaxErrors> {
    parse_with(text, None, false)
}

/// Like [`parse`], but pointer types keep the pointees that the text states
/// ([`crate::TypeTable::pointee`]). Text that also contains opaque pointers is read as by
/// [`parse`]. Passes can change the module, and [`crate::print_lowered`] prints it in the syntax of
/// a release with typed pointers.
///
/// # Errors
///
/// Fails with all errors that could be found, at most [`MAX_SYNTAX_ERRORS`].
///
/// ```
/// use pinnacle_llvm::{dialect_of, parse_with_pointees, print_lowered};
///
/// let mut module = parse_with_pointees(b"@x = global i32* null").unwrap();
/// let text = print_lowered(&mut module, dialect_of("3.7").unwrap(), "", 1 << 10).unwrap();
/// assert!(text.contains("@x = global i32* null"));
/// ```
pub fn parse_with_pointees(text: &[u8]) -> std::result::Result<Module, SyntaxErrors> {
    parse_with(text, None, true).or_else(|_| parse(text))
}

/// Reads the text of a module as a release up to LLVM 14 read it, and keeps its original form:
/// pointers have pointee types, intrinsics keep their names, and instructions that no longer exist
/// are marked ([`crate::Body::old_form`]). The module is only for [`crate::print_as_of`].
///
/// # Errors
///
/// Fails with all errors that could be found, at most [`MAX_SYNTAX_ERRORS`].
///
/// ```
/// use pinnacle_llvm::{dialect_of, parse_as_written, print_as_of};
///
/// let dialect = dialect_of("2.6").unwrap();
/// let text = b"%list = type { %list*, i32 }\n@x = global %list* null";
/// let module = parse_as_written(text, dialect);
/// let text = print_as_of(&module.unwrap(), dialect, "", 1 << 10).unwrap();
/// assert!(text.contains("@x = global %list* null"));
/// ```
pub fn parse_as_written(
    text: &[u8],
    dialect: Dialect,
) -> std::result::Result<Module, SyntaxErrors> {
    parse_with(text, Some(dialect), false)
}

fn parse_with(
    text: &[u8],
    dialect: Option<Dialect>,
    keeps_pointees: bool,
) -> std::result::Result<Module, SyntaxErrors> {
    if u32::try_from(text.len()).is_err() {
        let too_long = Fault {
            kind: E::TooLong,
            at: 0,
            message: "the text is larger than 4 GiB".into(),
        };
        return Err(errors_of(text, vec![too_long]));
    }
    let tokens = match lex::tokens(text) {
        Ok(tokens) => tokens,
        Err(fault) => return Err(errors_of(text, vec![*fault])),
    };
    let mut parser = Parser::new(text, tokens);
    parser.written = dialect.map(|dialect| Box::new(Written::new(dialect)));
    parser.pointees = keeps_pointees.then(BTreeMap::new);
    parser.module();
    if parser.faults.is_empty() {
        Ok(parser.module)
    } else {
        Err(errors_of(text, parser.faults))
    }
}

/// A name or number that refers to an item.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key<'t> {
    Name(Cow<'t, [u8]>),
    Number(u32),
}

impl Key<'_> {
    /// The name; empty for a number.
    fn name(&self) -> &[u8] {
        match self {
            Key::Name(name) => name,
            Key::Number(_) => b"",
        }
    }
}

impl std::fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Name(name) => f.write_str(&String::from_utf8_lossy(name)),
            Key::Number(number) => number.fmt(f),
        }
    }
}

/// The parser's state. The neighbouring modules add methods for the parts of the grammar.
struct Parser<'t> {
    text: &'t [u8],
    tokens: Vec<Token>,
    /// Index of the current token.
    at: usize,
    faults: Vec<Fault>,
    module: Module,
    /// Nesting depth of the types, constants and nodes being read.
    depth: usize,
    types: BTreeMap<Key<'t>, NamedType>,
    /// Number of unnamed types so far.
    unnamed_types: u32,
    /// The numbers of types whose definitions do not state them, by token.
    unnamed_definitions: BTreeMap<usize, u32>,
    globals: BTreeMap<Key<'t>, GlobalId>,
    /// Globals by the names that intrinsics have now.
    intrinsics: BTreeMap<Vec<u8>, GlobalId>,
    /// The upgrade of calls to each intrinsic.
    upgrades: BTreeMap<GlobalId, CallUpgrade>,
    /// Aliases whose type is only given by their target expression.
    untyped_aliases: BTreeSet<GlobalId>,
    unnamed_globals: u32,
    comdats: BTreeMap<Cow<'t, [u8]>, ComdatId>,
    groups: BTreeMap<u32, Vec<Attribute>>,
    /// The token after the equals sign, for each numbered node.
    nodes: BTreeMap<u32, usize>,
    debug: Debug,
    /// Blocks whose address was taken before their body was read. After that, the names of all
    /// blocks in these bodies.
    addressed: BTreeMap<GlobalId, BTreeMap<Key<'t>, BlockId>>,
    locals: Locals<'t>,
    /// Expressions that LLVM 19 no longer has, and constants that contain one.
    outdated: BTreeSet<ConstantId>,
    /// Number of bytes that may still be used for constructs that are not proportional to their
    /// text.
    budget: u64,
    numbered_types_are_literal: bool,
    /// The nesting depth at which an alias is being read.
    alias_depth: Option<usize>,
    /// True if the text contains pointers without a pointee type.
    opaque_pointers: bool,
    /// True if an invoke may unwind to a landing pad. Before LLVM 3.0, it unwinds to an ordinary
    /// block.
    has_pads: bool,
    /// State for text that is read in its original form.
    written: Option<Box<Written>>,
    /// Pointers by pointee, if pointees are kept in the current model.
    pointees: Option<Pointers>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t [u8], tokens: Vec<Token>) -> Parser<'t> {
        Parser {
            text,
            tokens,
            at: 0,
            faults: Vec::new(),
            module: Module::new(),
            depth: 0,
            types: BTreeMap::new(),
            unnamed_types: 0,
            unnamed_definitions: BTreeMap::new(),
            globals: BTreeMap::new(),
            intrinsics: BTreeMap::new(),
            upgrades: BTreeMap::new(),
            untyped_aliases: BTreeSet::new(),
            unnamed_globals: 0,
            comdats: BTreeMap::new(),
            groups: BTreeMap::new(),
            nodes: BTreeMap::new(),
            debug: Debug::default(),
            addressed: BTreeMap::new(),
            locals: Locals::default(),
            outdated: BTreeSet::new(),
            budget: text.len() as u64 * 8 + (1 << 20),
            numbered_types_are_literal: false,
            alias_depth: None,
            opaque_pointers: false,
            has_pads: false,
            written: None,
            pointees: None,
        }
    }

    // Tokens

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// The token `count` places after the current one, or the last one.
    fn ahead(&self, count: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + count).min(last)]
    }

    /// Returns the current token and moves to the next.
    fn next(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// The characters of a token.
    fn slice(&self, token: Token) -> &'t [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The current word; empty if the current token is not a word.
    fn word(&self) -> &'t [u8] {
        match self.kind() {
            Kind::Word => self.slice(self.token()),
            _ => b"",
        }
    }

    fn is_symbol(&self, symbol: u8) -> bool {
        self.kind() == Kind::Symbol(symbol)
    }

    /// Returns true if the current token is the name or number of a local value or block. LLVM 2.0
    /// quotes some names, without a sigil.
    fn is_local(&self) -> bool {
        matches!(self.kind(), Kind::Local | Kind::LocalNumber | Kind::String)
    }

    fn is_word(&self, word: &str) -> bool {
        self.word() == word.as_bytes()
    }

    fn take_symbol(&mut self, symbol: u8) -> bool {
        let found = self.is_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Takes a comma followed by this word, if both come next.
    fn take_comma_word(&mut self, word: &str) -> bool {
        let following = self.ahead(1);
        let found = self.is_symbol(b',')
            && following.kind == Kind::Word
            && self.slice(following) == word.as_bytes();
        self.at += 2 * usize::from(found);
        found
    }

    fn expect_symbol(&mut self, symbol: u8) -> Result<()> {
        if self.take_symbol(symbol) {
            return Ok(());
        }
        self.unexpected(&format!("'{}'", char::from(symbol)))
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.take_word(word) {
            return Ok(());
        }
        self.unexpected(&format!("'{word}'"))
    }

    /// The error for an unexpected token.
    #[cold]
    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => {
                let text = self.slice(token);
                let shown = String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
                format!("'{shown}'")
            }
        };
        self.fail(E::Unexpected, format!("expected {expected}, found {found}"))
    }

    /// Fails with an error at the current token.
    #[cold]
    fn fail<T>(&self, kind: E, message: impl Into<String>) -> Result<T> {
        fault(kind, self.token().start, message)
    }

    /// Fails with an error at a token.
    #[cold]
    fn fail_at<T>(&self, token: Token, kind: E, message: impl Into<String>) -> Result<T> {
        fault(kind, token.start, message)
    }

    /// Decodes the name in a token with a sigil, or in a label.
    fn name_of(&self, token: Token) -> Cow<'t, [u8]> {
        let slice = self.slice(token);
        let name = match token.kind {
            Kind::Local | Kind::Global | Kind::Comdat | Kind::Metadata => &slice[1..],
            _ => slice,
        };
        match name {
            [b'"', inner @ .., b'"'] if self.has_raw_names() => hexadecimal_unescaped(inner),
            [b'"', inner @ .., b'"'] => unescaped(inner),
            _ if token.kind == Kind::Metadata => unescaped(name),
            _ => Cow::Borrowed(name),
        }
    }

    /// The number in a token.
    fn number_of(&self, token: Token) -> Result<u32> {
        let digits = self.slice(token).iter().filter(|b| b.is_ascii_digit());
        let number = digits.fold(0u64, |number, &digit| {
            (number * 10 + u64::from(digit - b'0')).min(1 << 40)
        });
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(token, E::NumberRange, "the number is too large"),
        }
    }

    /// The name or number of a token.
    fn key_of(&self, token: Token) -> Result<Key<'t>> {
        Ok(match token.kind {
            Kind::LocalNumber | Kind::GlobalNumber => Key::Number(self.number_of(token)?),
            Kind::Label if self.slice(token).iter().all(u8::is_ascii_digit) => {
                Key::Number(self.number_of(token)?)
            }
            _ => Key::Name(self.name_of(token)),
        })
    }

    /// Parses a string and decodes it.
    fn string(&mut self) -> Result<Cow<'t, [u8]>> {
        if self.kind() != Kind::String {
            return self.unexpected("a string");
        }
        let token = self.next();
        let slice = self.slice(token);
        Ok(unescaped(&slice[1..slice.len() - 1]))
    }

    /// Parses an unsigned number of at most 64 bits.
    fn unsigned(&mut self) -> Result<u64> {
        if self.kind() != Kind::Integer {
            return self.unexpected("a number");
        }
        let text = std::str::from_utf8(self.slice(self.token())).unwrap_or_default();
        match text.parse() {
            Ok(number) => {
                self.next();
                Ok(number)
            }
            Err(_) => self.fail(E::NumberRange, "the number is negative or too large"),
        }
    }

    fn unsigned_32(&mut self) -> Result<u32> {
        let token = self.token();
        match u32::try_from(self.unsigned()?) {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(token, E::NumberRange, "the number is too large"),
        }
    }

    /// Parses a number in parentheses.
    fn number_in_parentheses(&mut self) -> Result<u64> {
        self.expect_symbol(b'(')?;
        let number = self.unsigned()?;
        self.expect_symbol(b')')?;
        Ok(number)
    }

    /// Skips a bracketed group whose opening bracket is the current token.
    fn skip_brackets(&mut self) {
        let mut depth = 0usize;
        while self.kind() != Kind::End {
            match self.next().kind {
                Kind::Symbol(b'(' | b'[' | b'{') => depth += 1,
                Kind::Symbol(b')' | b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Calls `read` one nesting level deeper. Fails if that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return self.fail(E::TooDeep, message);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Charges memory that is not proportional to its text to the budget.
    fn charge(&mut self, bytes: u64) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => self.fail(E::TooLarge, "constants take far more memory than the text"),
        }
    }
}
