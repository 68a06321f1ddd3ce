//! The definitions of types. They are read before everything else, because they may refer to each
//! other in any order.
//!
//! All of them come before the first function. A first pass over the text up to there finds them
//! and puts them into a [`TypeGraph`]. A name is a placeholder there until its definition is read.
//! Once all are known, equal types are merged.

use super::describe::show;
use super::lex::{Name, Scanner};
use super::names::Symbols;
use super::types::{Expression, GraphSink, Role, TypeReader, bad_result, may_be_returned};
use crate::model::{Type, TypeGraph, TypeId, TypeTable};
use crate::text::error::{Fault, MAX_SYNTAX_ERRORS, Result, SyntaxErrorKind, fault};

/// The plane used for the names of types.
const TYPES: TypeId = TypeId::VOID;

/// The types that have names or numbers in the text.
#[derive(Debug)]
pub(super) struct Definitions<'a> {
    names: Symbols<'a, TypeId>,
    /// Start and end of each definition: the keyword `type`, and the token after the type.
    places: Vec<(u32, u32)>,
}

impl<'a> Definitions<'a> {
    /// The type with a name or number.
    #[inline]
    pub(super) fn get(&self, name: Name<'a>, at: u32) -> Result<TypeId> {
        match self.names.find(TYPES, name) {
            Some(place) => Ok(self.names.get(place)),
            None => undefined(name, at),
        }
    }

    /// End of the definition whose keyword `type` is at `start`; `None` if it was not read.
    pub(super) fn end_of(&self, start: u32) -> Option<u32> {
        let place = self
            .places
            .binary_search_by_key(&start, |&(start, _)| start);
        Some(self.places[place.ok()?].1)
    }
}

#[cold]
fn undefined<T>(name: Name<'_>, at: u32) -> Result<T> {
    let message = match name {
        Name::Named(name) => format!("no type is named `{}`", show(name)),
        Name::Numbered(number) => format!("there is no unnamed type {number}"),
    };
    fault(SyntaxErrorKind::UndefinedType, at, message)
}

/// A type name, while definitions are read.
struct Entry<'a> {
    name: Name<'a>,
    /// The entry in the graph to which the name refers.
    placeholder: TypeId,
    /// Offset of its first use.
    at: u32,
    /// The type that defines it; `None` so far if it has only been used.
    definition: Option<TypeId>,
}

/// Reads definitions.
struct Collector<'a> {
    graph: TypeGraph,
    names: Symbols<'a, usize>,
    entries: Vec<Entry<'a>>,
    /// Repeated definitions: the entry, its type this time, and the offset.
    repeated: Vec<(usize, TypeId, u32)>,
    functions: Vec<(TypeId, u32)>,
    unnamed: u32,
    reader: TypeReader,
    places: Vec<(u32, u32)>,
    faults: Vec<Fault>,
}

/// The result of the definitions of a text.
pub(super) struct Collected<'a> {
    /// The defined types and their components.
    pub(super) types: TypeTable,
    /// Types by name and by number.
    pub(super) definitions: Definitions<'a>,
    /// The names of the types, in order of first mention.
    pub(super) names: Vec<(&'a [u8], TypeId)>,
    /// The errors in the definitions.
    pub(super) faults: Vec<Fault>,
}

/// Finds and reads all definitions of a text.
pub(super) fn collect(mut scanner: Scanner<'_>) -> Collected<'_> {
    let mut collector = Collector {
        graph: TypeGraph::new(),
        names: Symbols::new(),
        entries: Vec::new(),
        repeated: Vec::new(),
        functions: Vec::new(),
        unnamed: 0,
        reader: TypeReader::default(),
        places: Vec::new(),
        faults: Vec::new(),
    };
    collector.scan(&mut scanner);
    collector.finish()
}

impl<'a> Collector<'a> {
    /// Scans the text up to the first function for definitions.
    fn scan(&mut self, scanner: &mut Scanner<'a>) {
        let mut depth = 0_u32;
        let mut name: Option<(&'a [u8], u32)> = None;
        let mut defines = false;
        let mut last = 0;
        while self.faults.len() < MAX_SYNTAX_ERRORS {
            let next = scanner.peek();
            match next {
                b'%' | b'"' => {
                    // The name is read again later, and an error in it is reported then.
                    let at = scanner.here();
                    name = match scanner.reference() {
                        Ok(Some(Name::Named(name))) => Some((name, at)),
                        Ok(_) => None,
                        Err(_) => return,
                    };
                    defines = false;
                }
                b'=' => {
                    // This word never occurs within brackets, so a bracket was not closed.
                    depth = 0;
                    defines = true;
                    scanner.eat(next);
                }
                b'(' | b'[' | b'{' => {
                    if next == b'{' && depth == 0 && last == b')' {
                        return;
                    }
                    depth += 1;
                    scanner.eat(next);
                }
                b')' | b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    scanner.eat(next);
                }
                _ => {
                    let at = scanner.here();
                    match scanner.label_word() {
                        b"type" if depth == 0 => {
                            let (name, name_at) = match name.filter(|_| defines) {
                                Some((name, name_at)) => (Some(name), name_at),
                                None => (None, at),
                            };
                            if let Err(fault) = self.definition(scanner, name, name_at) {
                                self.faults.push(*fault);
                                scanner.cursor.take_line();
                            }
                            self.places.push((at, scanner.cursor.position()));
                        }
                        b"implementation" | b"begin" if depth == 0 => return,
                        b"" if scanner.at_end() => return,
                        b"" => {
                            scanner.eat(next);
                        }
                        _ => {}
                    }
                    (name, defines) = (None, false);
                }
            }
            last = next;
        }
    }

    /// Reads the rest of a definition after the keyword `type`.
    fn definition(
        &mut self,
        scanner: &mut Scanner<'a>,
        name: Option<&'a [u8]>,
        at: u32,
    ) -> Result<()> {
        let name = match name.filter(|name| !name.is_empty()) {
            Some(name) => Name::Named(name),
            None => {
                self.unnamed += 1;
                Name::Numbered(self.unnamed - 1)
            }
        };
        let entry = self.entry(name, at);
        let type_at = scanner.here();
        let (names, entries) = (&mut self.names, &mut self.entries);
        let mut sink = GraphSink {
            expression: Expression::new(&self.graph),
            graph: &mut self.graph,
            named: |graph: &mut TypeGraph, name, at| {
                let entry = entry_of(names, entries, graph, name, at);
                Ok(entries[entry].placeholder)
            },
        };
        let ty = self.reader.read(scanner, &mut sink, Role::Result);
        let expression = sink.expression;
        // A definition with an error still defines the name.
        let ty = ty.and_then(|ty| {
            expression.resolve(&mut self.graph)?;
            if ty == TypeId::VOID {
                return fault(
                    SyntaxErrorKind::NameOfNothing,
                    type_at,
                    "void cannot get another name",
                );
            }
            Ok(ty)
        });
        let known = match &ty {
            Ok(ty) => {
                self.functions.extend_from_slice(expression.functions());
                *ty
            }
            Err(_) => {
                expression.abandon(&mut self.graph);
                self.graph.opaque()
            }
        };
        self.define(entry, known, at);
        ty.map(|_| ())
    }

    fn define(&mut self, entry: usize, ty: TypeId, at: u32) {
        let known = self.entries[entry].definition;
        match known {
            // An opaque type may be given another definition.
            Some(known) if !matches!(self.graph.get(known), Some(Type::Opaque)) => {
                self.repeated.push((entry, ty, at));
            }
            _ => {
                let placeholder = self.entries[entry].placeholder;
                self.entries[entry].definition = Some(ty);
                self.graph.set_alias(placeholder, ty);
            }
        }
    }

    fn entry(&mut self, name: Name<'a>, at: u32) -> usize {
        entry_of(
            &mut self.names,
            &mut self.entries,
            &mut self.graph,
            name,
            at,
        )
    }

    /// Merges equal types.
    fn finish(mut self) -> Collected<'a> {
        self.define_undefined();
        self.break_circles();
        let unified = self.graph.unify();
        let (table, ids) =
            unified.expect("references are to entries, and circles of aliases are broken");
        let id = |ty: TypeId| match ty.0.checked_sub(TypeId::FIRST_DERIVED.0) {
            Some(entry) => ids[entry as usize],
            None => ty,
        };
        for &(entry, ty, at) in &self.repeated {
            let Entry {
                placeholder, name, ..
            } = self.entries[entry];
            if let (false, Name::Named(name)) = (id(placeholder) == id(ty), name) {
                let name = show(name);
                let message = format!("the type `{name}` already has a different definition");
                self.faults
                    .push(new_fault(SyntaxErrorKind::Redefinition, at, message));
            }
        }
        for &(function, at) in &self.functions {
            if let Type::Function { result, .. } = table.get(id(function))
                && !may_be_returned(&table, result)
                && let Err(fault) = bad_result::<()>(at)
            {
                self.faults.push(*fault);
            }
        }
        let mut names = Symbols::new();
        let mut listed_names = Vec::new();
        for entry in &self.entries {
            let ty = id(entry.placeholder);
            names.insert(TYPES, entry.name, ty);
            if let Name::Named(name) = entry.name {
                listed_names.push((name, ty));
            }
        }
        let definitions = Definitions {
            names,
            places: self.places,
        };
        Collected {
            types: table,
            definitions,
            names: listed_names,
            faults: self.faults,
        }
    }

    /// Reports names that are never defined, and makes them opaque.
    fn define_undefined(&mut self) {
        for entry in &mut self.entries {
            if entry.definition.is_some() {
                continue;
            }
            if let Err(fault) = undefined::<()>(entry.name, entry.at) {
                self.faults.push(*fault);
            }
            let opaque = self.graph.opaque();
            self.graph.set_alias(entry.placeholder, opaque);
            entry.definition = Some(opaque);
        }
    }

    /// Reports names that are defined only in terms of themselves, and makes one of each cycle
    /// opaque.
    fn break_circles(&mut self) {
        const UNVISITED: u32 = 0;
        const DONE: u32 = u32::MAX;
        // For each entry, the walk that reached it first.
        let mut walks = vec![UNVISITED; self.entries.len()];
        for start in 0..self.entries.len() {
            let walk = start as u32 + 1;
            let mut place = start;
            while walks[place] == UNVISITED {
                walks[place] = walk;
                let definition = self.entries[place].definition;
                let next = definition.and_then(|ty| self.place_of(ty));
                match next {
                    Some(next) => place = next,
                    None => break,
                }
            }
            let ends_in_circle = walks[place] == walk
                && self.entries[place]
                    .definition
                    .is_some_and(|ty| self.place_of(ty).is_some());
            if ends_in_circle {
                let entry = &mut self.entries[place];
                let name = match entry.name {
                    Name::Named(name) => show(name),
                    Name::Numbered(number) => number.to_string(),
                };
                let message = format!("the type `{name}` is defined as itself");
                let at = entry.at;
                let opaque = self.graph.opaque();
                self.graph.set_alias(entry.placeholder, opaque);
                entry.definition = Some(opaque);
                self.faults
                    .push(new_fault(SyntaxErrorKind::IllegalType, at, message));
            }
            // Walks that reach these entries from now on can stop there.
            let mut place = Some(start);
            while let Some(at) = place.filter(|&at| walks[at] == walk) {
                walks[at] = DONE;
                place = self.entries[at].definition.and_then(|ty| self.place_of(ty));
            }
        }
    }

    /// Returns the entry that has this type of the graph as its placeholder.
    fn place_of(&self, ty: TypeId) -> Option<usize> {
        self.entries
            .binary_search_by_key(&ty, |entry| entry.placeholder)
            .ok()
    }
}

/// Returns the entry of a name. Adds it at the first mention.
fn entry_of<'a>(
    names: &mut Symbols<'a, usize>,
    entries: &mut Vec<Entry<'a>>,
    graph: &mut TypeGraph,
    name: Name<'a>,
    at: u32,
) -> usize {
    if let Some(place) = names.find(TYPES, name) {
        return names.get(place);
    }
    let entry = entries.len();
    names.insert(TYPES, name, entry);
    entries.push(Entry {
        name,
        placeholder: graph.placeholder(),
        at,
        definition: None,
    });
    entry
}

#[cold]
fn new_fault(kind: SyntaxErrorKind, at: u32, message: String) -> Fault {
    Fault { kind, at, message }
}
