//! The assembler: parses text into a module.
//!
//! `docs/llvm-assembly.md` describes the language. The text is read twice: first up to the first
//! function for the definitions of types ([`definitions`]), because everything else depends on the
//! types, then as a whole. Names of globals, functions, values and blocks may be used before they
//! are defined. Each gets a placeholder when it is first mentioned. Placeholders are replaced with
//! the definitions at the end of the module for globals and functions ([`module`]), and at the end
//! of the function for values and blocks ([`function`]).
//!
//! Nothing recurses on nested constructs: enclosing types and constants wait on stacks. Nothing is
//! folded.

mod constants;
mod definitions;
mod describe;
mod function;
mod instructions;
mod lex;
mod limits;
mod module;
mod names;
mod order;
mod types;

use super::error::{Fault, Result, SyntaxErrorKind, SyntaxErrors, errors_of, fault};
use crate::format::{Format, IndexCoding};
use crate::model::{Module, Type, TypeGraph, TypeId};
use constants::ConstantStack;
use definitions::{Collected, Definitions};
use function::{Header, Locals};
use lex::{Name, Quotes, Scanner};
use module::Addresses;
use types::{Expression, GraphSink, Role, TypeReader, TypeSink};

/// Reads assembly of LLVM 1.0 to 1.9.
///
/// The module matches the text: constants are not folded, and unused items are kept. It need not be
/// well-formed, see [`crate::verify`].
///
/// # Errors
///
/// Fails with every error of the text as far as it can be read, at most
/// [`MAX_SYNTAX_ERRORS`](super::MAX_SYNTAX_ERRORS) errors.
///
/// ```
/// use pinnacle_bytecode::text;
/// let module = text::parse("%x = global int 5").unwrap();
/// assert_eq!(module.globals.len(), 1);
///
/// let errors = text::parse("%x = global int 5\n%y = global in 6").unwrap_err();
/// assert_eq!((errors.first().place().line, errors.first().place().column), (2, 13));
/// ```
pub fn parse(text: impl AsRef<[u8]>) -> std::result::Result<Module, SyntaxErrors> {
    parse_as(text.as_ref(), None)
}

/// Reads assembly to be written in a format.
///
/// The releases disagree on one construct: field indices have the type `ubyte` before LLVM 1.3 and
/// `uint` since. This function accepts both and converts them to the format's type; [`parse`]
/// leaves them as they are.
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_for(
    text: impl AsRef<[u8]>,
    format: Format,
) -> std::result::Result<Module, SyntaxErrors> {
    parse_as(text.as_ref(), Some(format))
}

fn parse_as(text: &[u8], format: Option<Format>) -> std::result::Result<Module, SyntaxErrors> {
    if text.len() > limits::MAX_TEXT {
        let too_long = Fault {
            kind: SyntaxErrorKind::TooLong,
            at: 0,
            message: "the text is larger than 4 GiB".into(),
        };
        return Err(errors_of(text, vec![too_long]));
    }
    let quotes = Quotes::of(text);
    let mut parser = Parser::new(text, &quotes);
    parser.field_index = format.map(|format| match format.features().indices {
        IndexCoding::Fixed => TypeId::UBYTE,
        IndexCoding::TypeInLowBits => TypeId::UINT,
    });
    parser.module();
    if parser.faults.is_empty()
        && let Err(fault) = parser.order(text)
    {
        parser.faults.push(*fault);
    }
    if parser.faults.is_empty() {
        Ok(parser.module)
    } else {
        Err(errors_of(text, parser.faults))
    }
}

/// State of the parser. The neighbouring modules add its methods for the parts of the grammar.
struct Parser<'a> {
    scanner: Scanner<'a>,
    module: Module,
    definitions: Definitions<'a>,
    addresses: Addresses<'a>,
    locals: Locals<'a>,
    type_reader: TypeReader,
    constant_stack: ConstantStack,
    /// Functions whose bodies are parsed once all names are known.
    waiting: Vec<Header<'a>>,
    /// True if bodies are parsed after everything else. Unnamed functions make this necessary: they
    /// take the first numbers of their planes wherever they are in the text.
    bodies_wait: bool,
    /// The type that field indices get, if it may differ from the one in the text.
    field_index: Option<TypeId>,
    /// Number of comparisons of unnamed recursive types that may still be made.
    comparisons_left: u64,
    /// Cache of the unnamed recursive types compared so far, by their text.
    recursive_types: names::Symbols<'a, TypeId>,
    faults: Vec<Fault>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8], quotes: &'a Quotes) -> Parser<'a> {
        let scanner = Scanner::new(text, &quotes.escaped);
        let Collected {
            types,
            definitions,
            names,
            faults,
        } = definitions::collect(scanner.clone());
        let mut module = Module::new();
        module.types = types;
        for (name, ty) in names {
            module.name_type(name, ty);
        }
        let length = text.len() as u64;
        Parser {
            scanner,
            module,
            definitions,
            addresses: Addresses::new(),
            locals: Locals::new(),
            type_reader: TypeReader::default(),
            constant_stack: ConstantStack::default(),
            waiting: Vec::new(),
            bodies_wait: quotes.has_empty,
            field_index: None,
            comparisons_left: limits::COMPARED_TYPES + limits::COMPARED_TYPES_PER_BYTE * length,
            recursive_types: names::Symbols::new(),
            faults,
        }
    }

    /// Reads the type of a value.
    fn ty(&mut self) -> Result<TypeId> {
        self.type_or_void(Role::Value)
    }

    /// Reads a type.
    fn type_or_void(&mut self, role: Role) -> Result<TypeId> {
        let start = self.scanner.here();
        let mut sink = TableSink {
            module: &mut self.module,
            definitions: &self.definitions,
            is_recursive: false,
        };
        let read = self.type_reader.read(&mut self.scanner, &mut sink, role);
        if !sink.is_recursive {
            return read;
        }
        self.scanner.cursor.go_to(start);
        self.recursive_type(start, role)
    }

    /// Reads a type that refers to an enclosing type. It is compared with all types of the module,
    /// once for each distinct spelling.
    #[cold]
    fn recursive_type(&mut self, start: u32, role: Role) -> Result<TypeId> {
        let mut length = LengthSink { has_opaque: false };
        self.type_reader
            .read(&mut self.scanner, &mut length, role)?;
        let written = Name::Named(self.scanner.cursor.since(start));
        if let Some(place) = self.recursive_types.find(TypeId::VOID, written) {
            return Ok(self.recursive_types.get(place));
        }
        let cost = self.module.types.len() as u64;
        let Some(left) = self.comparisons_left.checked_sub(cost) else {
            return fault(
                SyntaxErrorKind::TooManyRecursiveTypes,
                start,
                "too many recursive types are written out in this text; give them names",
            );
        };
        self.comparisons_left = left;
        self.scanner.cursor.go_to(start);
        let ty = self.compare_recursive_type(role)?;
        if !length.has_opaque {
            self.recursive_types.insert(TypeId::VOID, written, ty);
        }
        Ok(ty)
    }

    /// Adds a type to all known ones, and merges equal types.
    fn compare_recursive_type(&mut self, role: Role) -> Result<TypeId> {
        let mut graph = TypeGraph::of_table(&self.module.types);
        let definitions = &self.definitions;
        let mut sink = GraphSink {
            expression: Expression::new(&graph),
            graph: &mut graph,
            named: |_: &mut TypeGraph, name, at| definitions.get(name, at),
        };
        let entry = self.type_reader.read(&mut self.scanner, &mut sink, role)?;
        let expression = sink.expression;
        expression.resolve(&mut graph)?;
        let (table, ids) = graph
            .unify()
            .expect("references are to entries, and those to types around are resolved");
        let id = |ty: TypeId| match ty.0.checked_sub(TypeId::FIRST_DERIVED.0) {
            Some(entry) => ids[entry as usize],
            None => ty,
        };
        for &(function, at) in expression.functions() {
            if let Type::Function { result, .. } = table.get(id(function))
                && !types::may_be_returned(&table, result)
            {
                return types::bad_result(at);
            }
        }
        self.module.types = table;
        Ok(id(entry))
    }
}

/// A [`TypeSink`] that only determines where a type ends.
struct LengthSink {
    has_opaque: bool,
}

impl<'a> TypeSink<'a> for LengthSink {
    fn named(&mut self, _: Name<'a>, _: u32) -> Result<TypeId> {
        Ok(TypeId::INT)
    }

    fn opaque(&mut self) -> TypeId {
        self.has_opaque = true;
        TypeId::INT
    }

    fn up_reference(&mut self, _: u64, _: u32) -> Result<TypeId> {
        Ok(TypeId::INT)
    }

    fn pointer(&mut self, _: TypeId) -> TypeId {
        TypeId::INT
    }

    fn array(&mut self, _: TypeId, _: u32) -> TypeId {
        TypeId::INT
    }

    fn packed(&mut self, _: TypeId, _: u32) -> TypeId {
        TypeId::INT
    }

    fn structure(&mut self, _: &[TypeId]) -> TypeId {
        TypeId::INT
    }

    fn function(&mut self, _: TypeId, _: &[TypeId], _: bool, _: u32) -> Result<TypeId> {
        Ok(TypeId::INT)
    }
}

/// A [`TypeSink`] that finds types in the module's table or adds them.
struct TableSink<'s, 'a> {
    module: &'s mut Module,
    definitions: &'s Definitions<'a>,
    /// True if there was a reference to an enclosing type, which cannot be looked up.
    is_recursive: bool,
}

impl<'a> TypeSink<'a> for TableSink<'_, 'a> {
    #[inline]
    fn named(&mut self, name: Name<'a>, at: u32) -> Result<TypeId> {
        self.definitions.get(name, at)
    }

    fn opaque(&mut self) -> TypeId {
        self.module.types.new_opaque()
    }

    #[cold]
    fn up_reference(&mut self, _: u64, at: u32) -> Result<TypeId> {
        self.is_recursive = true;
        fault(SyntaxErrorKind::BadUpReference, at, "")
    }

    #[inline]
    fn pointer(&mut self, pointee: TypeId) -> TypeId {
        self.module.types.pointer_to(pointee)
    }

    fn array(&mut self, element: TypeId, length: u32) -> TypeId {
        self.module.types.array_of(element, length)
    }

    fn packed(&mut self, element: TypeId, length: u32) -> TypeId {
        self.module.types.packed_of(element, length)
    }

    fn structure(&mut self, fields: &[TypeId]) -> TypeId {
        self.module.types.struct_of(fields)
    }

    fn function(
        &mut self,
        result: TypeId,
        parameters: &[TypeId],
        varargs: bool,
        at: u32,
    ) -> Result<TypeId> {
        if !types::may_be_returned(&self.module.types, result) {
            return types::bad_result(at);
        }
        Ok(self.module.types.function(result, parameters, varargs))
    }
}
