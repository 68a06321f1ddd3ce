//! Parses types.
//!
//! [`TypeReader::read`] implements the grammar and builds types in a [`TypeSink`]. There are two
//! kinds of sink. The module's table finds or adds a type immediately. An [`Expression`] in a
//! [`TypeGraph`] is for types that may be recursive: definitions (see [`super::definitions`]) and
//! types with references to enclosing ones. Enclosing types wait on a stack.

use super::lex::{Literal, Name, Scanner};
use crate::model::{Type, TypeGraph, TypeId, TypeTable};
use crate::text::error::{Result, SyntaxErrorKind, fault};

/// Builds types during parsing.
pub(super) trait TypeSink<'a> {
    /// The type with a name or number.
    fn named(&mut self, name: Name<'a>, at: u32) -> Result<TypeId>;
    /// A new opaque type.
    fn opaque(&mut self) -> TypeId;
    /// The enclosing type that is `levels` further out, counted from 1.
    fn up_reference(&mut self, levels: u64, at: u32) -> Result<TypeId>;
    /// A pointer type.
    fn pointer(&mut self, pointee: TypeId) -> TypeId;
    /// An array type.
    fn array(&mut self, element: TypeId, length: u32) -> TypeId;
    /// A packed type.
    fn packed(&mut self, element: TypeId, length: u32) -> TypeId;
    /// A structure type.
    fn structure(&mut self, fields: &[TypeId]) -> TypeId;
    /// A function type.
    fn function(
        &mut self,
        result: TypeId,
        parameters: &[TypeId],
        varargs: bool,
        at: u32,
    ) -> Result<TypeId>;
}

/// A type that is not complete yet.
#[derive(Debug)]
enum Open {
    Structure,
    Array {
        length: u32,
    },
    /// A packed type of `length` elements. The element type began at `at`.
    Packed {
        length: u32,
        at: u32,
    },
    /// A function type. Its first component is the result.
    Function,
}

/// Reads types. Reuses the memory for open types.
#[derive(Debug, Default)]
pub(super) struct TypeReader {
    /// The open types. Each has the index of its first component in `components` and its offset in
    /// the text.
    open: Vec<(Open, usize, u32)>,
    components: Vec<TypeId>,
}

/// The role of a type in its context, which decides whether it may be void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The type of a value.
    Value,
    /// The result of a function.
    Result,
}

impl TypeReader {
    /// Reads a type.
    pub(super) fn read<'a>(
        &mut self,
        scanner: &mut Scanner<'a>,
        sink: &mut impl TypeSink<'a>,
        role: Role,
    ) -> Result<TypeId> {
        self.open.clear();
        self.components.clear();
        loop {
            let at = scanner.here();
            if let Some(ty) = self.begin(scanner, sink, at)?
                && let Some(whole) = self.go_on(scanner, sink, role, ty, at)?
            {
                return Ok(whole);
            }
        }
    }

    /// Reads a type up to its first component. Returns the type if it is complete, or `None` if a
    /// component follows.
    #[inline]
    fn begin<'a>(
        &mut self,
        scanner: &mut Scanner<'a>,
        sink: &mut impl TypeSink<'a>,
        at: u32,
    ) -> Result<Option<TypeId>> {
        Ok(Some(match scanner.peek() {
            b'{' => {
                scanner.eat(b'{');
                if !scanner.eat(b'}') {
                    self.open.push((Open::Structure, self.components.len(), at));
                    return Ok(None);
                }
                sink.structure(&[])
            }
            b'[' => {
                scanner.eat(b'[');
                let length = array_length(scanner)?;
                self.open
                    .push((Open::Array { length }, self.components.len(), at));
                return Ok(None);
            }
            b'<' => {
                scanner.eat(b'<');
                let length = array_length(scanner)?;
                let open = Open::Packed { length, at };
                self.open.push((open, self.components.len(), at));
                return Ok(None);
            }
            b'\\' => {
                scanner.eat(b'\\');
                let Literal::Unsigned(levels) = scanner.number()? else {
                    return scanner.unexpected_at(at, "a type");
                };
                sink.up_reference(levels, at)?
            }
            b'%' | b'"' => match scanner.reference()? {
                Some(name) => sink.named(name, at)?,
                None => return scanner.unexpected("a type"),
            },
            _ => match scanner.word() {
                b"opaque" => sink.opaque(),
                word => match primitive(word) {
                    Some(ty) => ty,
                    None => return scanner.unexpected_at(at, "a type"),
                },
            },
        }))
    }

    /// Reads the suffixes of a type that began at `at`, and completes the enclosing types. Returns
    /// the whole type, or `None` if another component follows.
    #[inline]
    fn go_on<'a>(
        &mut self,
        scanner: &mut Scanner<'a>,
        sink: &mut impl TypeSink<'a>,
        role: Role,
        mut ty: TypeId,
        mut at: u32,
    ) -> Result<Option<TypeId>> {
        loop {
            match scanner.peek() {
                b'*' if ty == TypeId::VOID => return void(at),
                b'*' => {
                    scanner.eat(b'*');
                    ty = sink.pointer(ty);
                    continue;
                }
                b'(' => {
                    scanner.eat(b'(');
                    let varargs = scanner.eat_dots();
                    if varargs {
                        scanner.expect(b')')?;
                    } else if !scanner.eat(b')') {
                        self.open.push((Open::Function, self.components.len(), at));
                        self.components.push(ty);
                        return Ok(None);
                    }
                    ty = sink.function(ty, &[], varargs, at)?;
                    continue;
                }
                _ => {}
            }
            if ty == TypeId::VOID && (role == Role::Value || !self.open.is_empty()) {
                return void(at);
            }
            let Some(&(ref open, base, start)) = self.open.last() else {
                return Ok(Some(ty));
            };
            at = start;
            self.components.push(ty);
            let components = &self.components[base..];
            match *open {
                Open::Structure => {
                    if scanner.eat(b',') {
                        return Ok(None);
                    }
                    if !scanner.eat(b'}') {
                        return scanner.unexpected("`,` or `}`");
                    }
                    ty = sink.structure(components);
                }
                Open::Array { length } => {
                    scanner.expect(b']')?;
                    ty = sink.array(ty, length);
                }
                Open::Packed { length, at } => {
                    scanner.expect(b'>')?;
                    let is_number = ty.is_primitive() && ty != TypeId::VOID && ty != TypeId::LABEL;
                    if !is_number || length == 0 {
                        return no_packed(at);
                    }
                    ty = sink.packed(ty, length);
                }
                Open::Function => {
                    let more = scanner.eat(b',');
                    let varargs = more && scanner.eat_dots();
                    if more && !varargs {
                        return Ok(None);
                    }
                    if !scanner.eat(b')') {
                        return scanner.unexpected(if varargs { "`)`" } else { "`,` or `)`" });
                    }
                    ty = sink.function(components[0], &components[1..], varargs, at)?;
                }
            }
            self.components.truncate(base);
            self.open.pop();
        }
    }
}

#[cold]
fn no_packed<T>(at: u32) -> Result<T> {
    fault(
        SyntaxErrorKind::IllegalType,
        at,
        "a packed type must have one or more elements, which must be numbers or booleans",
    )
}

#[cold]
fn void<T>(at: u32) -> Result<T> {
    fault(
        SyntaxErrorKind::IllegalType,
        at,
        "a value cannot have type void; only functions can return void",
    )
}

/// Reads the length of an array and the `x` after it.
fn array_length(scanner: &mut Scanner<'_>) -> Result<u32> {
    let at = scanner.here();
    // In `[0x int]`, `0x` does not begin a hexadecimal number.
    let length = if scanner.peek().is_ascii_digit() {
        scanner.cursor.decimal()
    } else if scanner.at_number()
        && let Literal::Unsigned(length) = scanner.number()?
    {
        Some(length)
    } else {
        return scanner.unexpected_at(at, "the length of an array");
    };
    scanner.expect(b'x')?;
    let length = length.and_then(|length| u32::try_from(length).ok());
    length.map_or_else(
        || {
            fault(
                SyntaxErrorKind::NumberRange,
                at,
                "an array must have fewer than 4294967296 elements",
            )
        },
        Ok,
    )
}

/// The primitive type that a word names.
#[inline]
fn primitive(word: &[u8]) -> Option<TypeId> {
    Some(match word {
        b"void" => TypeId::VOID,
        b"bool" => TypeId::BOOL,
        b"ubyte" => TypeId::UBYTE,
        b"sbyte" => TypeId::SBYTE,
        b"ushort" => TypeId::USHORT,
        b"short" => TypeId::SHORT,
        b"uint" => TypeId::UINT,
        b"int" => TypeId::INT,
        b"ulong" => TypeId::ULONG,
        b"long" => TypeId::LONG,
        b"float" => TypeId::FLOAT,
        b"double" => TypeId::DOUBLE,
        b"label" => TypeId::LABEL,
        _ => return None,
    })
}

/// Returns true if a function may return values of the type.
pub(super) fn may_be_returned(types: &TypeTable, ty: TypeId) -> bool {
    ty == TypeId::VOID || types.is_first_class(ty) || matches!(types.get(ty), Type::Opaque)
}

/// Fails because a function has an invalid result type.
#[cold]
pub(super) fn bad_result<T>(at: u32) -> Result<T> {
    fault(
        SyntaxErrorKind::IllegalType,
        at,
        "a function must return void, a number, a boolean or a pointer",
    )
}

/// One occurrence of a type in a graph, with all its components.
///
/// The entries of an occurrence are added from the inside outwards. In reverse order, each entry
/// follows the one that encloses it. References to enclosing types are resolved in that order, with
/// a stack of the types that enclose the current one.
#[derive(Debug)]
pub(super) struct Expression {
    /// The first entry of the occurrence.
    base: TypeId,
    /// The kind of each entry.
    parts: Vec<Part>,
    has_up_references: bool,
    /// The position of each function type.
    functions: Vec<(TypeId, u32)>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// The first occurrence of a name. Its enclosing type and its components are not known yet.
    Name,
    /// A type, and the type that encloses it.
    Type { around: u32 },
    /// A reference to an enclosing type.
    Up { around: u32, levels: u64, at: u32 },
}

const NOTHING: u32 = u32::MAX;
const TYPE: Part = Part::Type { around: NOTHING };

impl Expression {
    /// Begins an occurrence in a graph.
    pub(super) fn new(graph: &TypeGraph) -> Expression {
        Expression {
            base: graph.next_id(),
            parts: Vec::new(),
            has_up_references: false,
            functions: Vec::new(),
        }
    }

    /// The function types of the occurrence, with their offsets.
    pub(super) fn functions(&self) -> &[(TypeId, u32)] {
        &self.functions
    }

    /// Records the last entry of the graph as a part, and sets the enclosing type of its
    /// components.
    fn add(
        &mut self,
        entry: TypeId,
        components: impl IntoIterator<Item = TypeId>,
        part: Part,
    ) -> TypeId {
        let number = entry.0 - self.base.0;
        self.parts.resize(number as usize, Part::Name);
        self.parts.push(part);
        for component in components {
            let component = component.0.wrapping_sub(self.base.0) as usize;
            if let Some(Part::Type { around } | Part::Up { around, .. }) =
                self.parts.get_mut(component)
            {
                *around = number;
            }
        }
        entry
    }

    /// Gives the references to enclosing types a target. Needed if the occurrence has an error and
    /// is not used.
    #[cold]
    pub(super) fn abandon(&self, graph: &mut TypeGraph) {
        for (number, part) in self.parts.iter().enumerate() {
            if matches!(part, Part::Up { .. }) {
                graph.set_alias(TypeId(self.base.0 + number as u32), TypeId::INT);
            }
        }
    }

    /// Resolves the references to enclosing types.
    pub(super) fn resolve(&self, graph: &mut TypeGraph) -> Result<()> {
        if !self.has_up_references {
            return Ok(());
        }
        let mut depths = vec![0_usize; self.parts.len()];
        let mut path: Vec<TypeId> = Vec::new();
        for (number, part) in self.parts.iter().enumerate().rev() {
            let entry = TypeId(self.base.0 + number as u32);
            let (Part::Type { around } | Part::Up { around, .. }) = *part else {
                continue;
            };
            let depth = match around {
                NOTHING => 0,
                around => depths[around as usize] + 1,
            };
            depths[number] = depth;
            path.truncate(depth);
            match *part {
                Part::Up { levels, at, .. } => {
                    let place = usize::try_from(levels).ok().filter(|&levels| levels > 0);
                    let place = place.and_then(|levels| depth.checked_sub(levels));
                    let Some(place) = place else {
                        return no_such_level(levels, depth, at);
                    };
                    graph.set_alias(entry, path[place]);
                }
                _ => path.push(entry),
            }
        }
        Ok(())
    }
}

#[cold]
fn no_such_level<T>(levels: u64, depth: usize, at: u32) -> Result<T> {
    let enclosing = match depth {
        1 => "1 type encloses".to_string(),
        depth => format!("{depth} types enclose"),
    };
    fault(
        SyntaxErrorKind::BadUpReference,
        at,
        format!("`\\{levels}` refers to an enclosing type, but only {enclosing} it"),
    )
}

/// A [`TypeSink`] that adds the parts of an occurrence to a graph.
pub(super) struct GraphSink<'s, N> {
    /// The graph.
    pub(super) graph: &'s mut TypeGraph,
    /// The occurrence that is added.
    pub(super) expression: Expression,
    /// The type with a name or number.
    pub(super) named: N,
}

impl<'a, N> TypeSink<'a> for GraphSink<'_, N>
where
    N: FnMut(&mut TypeGraph, Name<'a>, u32) -> Result<TypeId>,
{
    fn named(&mut self, name: Name<'a>, at: u32) -> Result<TypeId> {
        (self.named)(self.graph, name, at)
    }

    fn opaque(&mut self) -> TypeId {
        let entry = self.graph.opaque();
        self.expression.add(entry, [], TYPE)
    }

    fn up_reference(&mut self, levels: u64, at: u32) -> Result<TypeId> {
        self.expression.has_up_references = true;
        let entry = self.graph.placeholder();
        let part = Part::Up {
            around: NOTHING,
            levels,
            at,
        };
        Ok(self.expression.add(entry, [], part))
    }

    fn pointer(&mut self, pointee: TypeId) -> TypeId {
        let entry = self.graph.pointer(pointee);
        self.expression.add(entry, [pointee], TYPE)
    }

    fn array(&mut self, element: TypeId, length: u32) -> TypeId {
        let entry = self.graph.array(element, length);
        self.expression.add(entry, [element], TYPE)
    }

    fn packed(&mut self, element: TypeId, length: u32) -> TypeId {
        let entry = self.graph.packed(element, length);
        self.expression.add(entry, [element], TYPE)
    }

    fn structure(&mut self, fields: &[TypeId]) -> TypeId {
        let entry = self.graph.structure(fields);
        self.expression.add(entry, fields.iter().copied(), TYPE)
    }

    fn function(
        &mut self,
        result: TypeId,
        parameters: &[TypeId],
        varargs: bool,
        at: u32,
    ) -> Result<TypeId> {
        let entry = self.graph.function(result, parameters, varargs);
        self.expression.functions.push((entry, at));
        let components = parameters.iter().copied().chain([result]);
        Ok(self.expression.add(entry, components, TYPE))
    }
}
