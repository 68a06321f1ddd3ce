//! Types as LLVM up to 3.2 printed them: with pointees, with names or numbers for types of any
//! kind, and with back references in recursive types that have neither.
//!
//! This module does not recurse, because the types of a file may be nested arbitrarily deeply.

use std::collections::{BTreeMap, BTreeSet};

use super::Printer;
use super::dialect::Habit;
use super::text;
use crate::constants::ConstantKind;
use crate::ids::{AttributeSetId, ConstantId, TypeId};
use crate::instruction::Value;
use crate::module::{GlobalKind, Module};
use crate::types::Type;

/// State for types while a module is printed.
#[derive(Default)]
pub(super) struct WrittenTypes {
    /// Texts of types: a name, a number, or the text that was printed first.
    texts: BTreeMap<TypeId, String>,
    /// Numbered structs, in order.
    numbered: Vec<TypeId>,
    /// Named identified structs, in the order in which they are reached.
    identified: Vec<TypeId>,
    /// True if a pointer without a pointee type was found.
    pub(super) opaque_pointer: bool,
}

/// A piece of a type's text.
enum Piece {
    Type(TypeId),
    Text(&'static str),
    /// The end of a pointer, in an address space.
    Star(u32),
    /// Attributes of a parameter or a result.
    Attributes(AttributeSetId),
    /// The end of the innermost open type.
    End,
}

impl Printer<'_> {
    /// Collects the module's types and their names.
    pub(super) fn name_types(&mut self) {
        let module = self.module;
        let counted = self.has(Habit::CountedTypes);
        let numbered = self.has(Habit::NumberedTypes);
        let simple_unnamed = self.has(Habit::SimplePointersUnnamed);
        if counted || numbered {
            for &(name, ty) in module.types.type_names() {
                let is_simple = |ty| is_simple(module.types.get(ty));
                let hidden = simple_unnamed
                    && (is_simple(ty) || module.types.pointee(ty).is_some_and(is_simple));
                if !hidden && !is_simple(ty) {
                    let text = self.type_name(module.names.get(name));
                    self.written.types.texts.entry(ty).or_insert(text);
                }
            }
        }
        if counted {
            return;
        }
        let found = Finder::of(module, self.has(Habit::TypesByWorklist));
        for ty in found {
            if self.written.types.texts.contains_key(&ty) {
                continue;
            }
            let name = match module.types.get(ty) {
                Type::Named(_) if module.types.members(ty).is_some() => continue,
                Type::Named(id) => module.types.structs()[id.index()].name,
                Type::Struct { fields, .. } if numbered && !fields.is_empty() => {
                    crate::ids::Name::NONE
                }
                _ => continue,
            };
            let text = if name.is_some() && !numbered {
                self.written.types.identified.push(ty);
                self.type_name(module.names.get(name))
            } else {
                self.written.types.numbered.push(ty);
                format!("%{}", self.written.types.numbered.len() - 1)
            };
            self.written.types.texts.insert(ty, text);
        }
    }

    /// The name of a type with its sigil.
    fn type_name(&self, name: &[u8]) -> String {
        let mut text = String::new();
        if self.has(Habit::OldQuotes) {
            text::push_old_name(&mut text, "%", name);
        } else {
            text.push('%');
            text::push_name_by(&mut text, name, self.quoting());
        }
        text
    }

    /// Prints the definitions of the named and numbered types.
    pub(super) fn written_types(&mut self) {
        let module = self.module;
        let tabs = self.has(Habit::Tabs);
        let numbered = self.written.types.numbered.clone();
        let identified = self.written.types.identified.clone();
        let names = module.types.type_names();
        let none = numbered.is_empty() && identified.is_empty() && names.is_empty();
        if !none && !tabs {
            self.push("\n");
        }
        for (number, ty) in numbered.into_iter().enumerate() {
            self.push("%");
            self.number(number as u64);
            self.type_definition(ty);
        }
        for ty in identified {
            let name = self
                .written
                .types
                .texts
                .get(&ty)
                .cloned()
                .unwrap_or_default();
            self.push(&name);
            self.type_definition(ty);
        }
        for &(name, ty) in names {
            self.push(if tabs { "\t" } else { "" });
            let name = self.type_name(module.names.get(name));
            self.push(&name);
            self.type_definition(ty);
        }
    }

    fn type_definition(&mut self, ty: TypeId) {
        self.push(" = type ");
        let mut pieces = Vec::new();
        self.type_parts(ty, &mut pieces);
        // Print each part separately.
        for piece in pieces.into_iter().rev() {
            match piece {
                Piece::Type(part) => self.written_type(part),
                Piece::Text(text) => self.push(text),
                Piece::Star(space) => self.written_star(space),
                Piece::Attributes(set) => self.written_attributes(&[set], false),
                Piece::End => {}
            }
        }
        self.push("\n");
    }

    fn written_star(&mut self, space: u32) {
        if space != 0 {
            self.push(" addrspace(");
            self.number(space.into());
            self.push(")");
        }
        self.push("*");
    }

    /// Prints a type, by its name if it has one.
    pub(super) fn written_type(&mut self, root: TypeId) {
        let start = self.out.len();
        let mut pieces = vec![Piece::Type(root)];
        // The types being printed, with the depth of each.
        let mut depths: BTreeMap<TypeId, usize> = BTreeMap::new();
        let mut open: Vec<TypeId> = Vec::new();
        while let Some(piece) = pieces.pop() {
            if self.out.len() > self.limit {
                return;
            }
            match piece {
                Piece::Text(text) => self.push(text),
                Piece::Star(space) => self.written_star(space),
                Piece::Attributes(set) => self.written_attributes(&[set], false),
                Piece::End => {
                    if let Some(ty) = open.pop() {
                        depths.remove(&ty);
                    }
                }
                Piece::Type(ty) => {
                    if let Some(text) = self.written.types.texts.get(&ty) {
                        self.out.push_str(text);
                    } else if let Some(depth) = depths.get(&ty) {
                        let up = open.len() - depth;
                        self.push("\\");
                        self.number(up as u64);
                    } else {
                        depths.insert(ty, open.len());
                        open.push(ty);
                        pieces.push(Piece::End);
                        self.type_parts(ty, &mut pieces);
                    }
                }
            }
        }
        // Later occurrences have the same text in every context.
        if !is_simple(self.module.types.get(root)) && !self.written.types.texts.contains_key(&root)
        {
            let text = self.out[start..].to_owned();
            self.written.types.texts.insert(root, text);
        }
    }

    /// Pushes the parts of a type on a stack, the first on top.
    fn type_parts(&mut self, ty: TypeId, pieces: &mut Vec<Piece>) {
        let types = &self.module.types;
        let word = match types.get(ty) {
            Type::Pointer(space) => {
                match types.pointee(ty) {
                    Some(pointee) => {
                        pieces.extend([Piece::Star(space), Piece::Type(pointee)]);
                    }
                    None => self.written.types.opaque_pointer = true,
                }
                ""
            }
            Type::Function {
                result,
                parameters,
                variadic,
            } => {
                let parameters = types.list(parameters);
                let end = match (variadic, parameters.is_empty()) {
                    (false, _) => ")",
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                };
                let shown = self.has(Habit::AttributesInTypes);
                let attributes = types.attributes_of_type(ty).filter(|_| shown);
                let table = &self.module.attributes;
                if let Some(list) = attributes {
                    let sets = table.get(list);
                    pieces.push(Piece::Attributes(sets.result));
                    pieces.push(Piece::Attributes(sets.function));
                }
                pieces.push(Piece::Text(end));
                for (index, &ty) in parameters.iter().enumerate().rev() {
                    if let Some(list) = attributes {
                        pieces.push(Piece::Attributes(table.parameter(list, index)));
                    }
                    pieces.push(Piece::Type(ty));
                    if index > 0 {
                        pieces.push(Piece::Text(", "));
                    }
                }
                pieces.extend([Piece::Text(" ("), Piece::Type(result)]);
                ""
            }
            Type::Struct { fields, packed } => {
                self.struct_parts(types.list(fields), packed, pieces);
                ""
            }
            Type::Named(id) => {
                let named = types.structs()[id.index()];
                match (types.members(ty), named.fields) {
                    (Some(members), _) => {
                        pieces.push(Piece::Text(" }"));
                        list_of(pieces, members);
                        "union { "
                    }
                    (None, Some(fields)) => {
                        self.struct_parts(types.list(fields), named.packed, pieces);
                        ""
                    }
                    (None, None) => "opaque",
                }
            }
            Type::Array { element, length } => {
                self.push("[");
                self.number(length);
                self.push(" x ");
                pieces.extend([Piece::Text("]"), Piece::Type(element)]);
                ""
            }
            Type::Vector {
                element,
                length,
                scalable,
            } => {
                self.push(if scalable { "<vscale x " } else { "<" });
                self.number(length.into());
                self.push(" x ");
                pieces.extend([Piece::Text(">"), Piece::Type(element)]);
                ""
            }
            _ => return self.type_step(ty),
        };
        self.push(word);
    }

    fn struct_parts(&mut self, fields: &[TypeId], packed: bool, pieces: &mut Vec<Piece>) {
        let wide = !fields.is_empty() || self.has(Habit::SpacedEmptyStructs);
        let (before, after) = match (wide, packed) {
            (true, false) => ("{ ", " }"),
            (true, true) => ("<{ ", " }>"),
            (false, false) if self.has(Habit::NarrowEmptyStructs) => ("{", " }"),
            (false, true) if self.has(Habit::NarrowEmptyStructs) => ("<{", " }>"),
            (false, false) => ("{", "}"),
            (false, true) => ("<{", "}>"),
        };
        pieces.push(Piece::Text(after));
        list_of(pieces, fields);
        pieces.push(Piece::Text(before));
    }
}

/// Pushes types separated by commas on a stack, the first on top.
fn list_of(pieces: &mut Vec<Piece>, types: &[TypeId]) {
    for (index, &ty) in types.iter().enumerate().rev() {
        pieces.push(Piece::Type(ty));
        if index > 0 {
            pieces.push(Piece::Text(", "));
        }
    }
}

/// Returns true for types that are always written as their keyword.
fn is_simple(ty: Type) -> bool {
    !matches!(
        ty,
        Type::Pointer(_)
            | Type::Function { .. }
            | Type::Struct { .. }
            | Type::Named(_)
            | Type::Array { .. }
            | Type::Vector { .. }
    )
}

/// Collects the types of a module, in the order in which LLVM reaches them.
struct Finder<'a> {
    module: &'a Module,
    found: Vec<TypeId>,
    types: BTreeSet<TypeId>,
    constants: BTreeSet<ConstantId>,
    stack: Vec<Step>,
    /// True if a type is recorded when it is first reached. False if it is recorded when it is
    /// processed.
    by_worklist: bool,
}

enum Step {
    Type(TypeId),
    /// A type that was recorded when it was reached.
    NewType(TypeId),
    Constant(ConstantId),
}

impl Finder<'_> {
    fn of(module: &Module, by_worklist: bool) -> Vec<TypeId> {
        let mut finder = Finder {
            module,
            found: Vec::new(),
            types: BTreeSet::new(),
            constants: BTreeSet::new(),
            stack: Vec::new(),
            by_worklist,
        };
        for &(_, ty) in module.types.type_names() {
            finder.ty(ty);
        }
        let globals = module.globals();
        for global in globals {
            if let GlobalKind::Variable { initializer, .. } = global.kind {
                finder.ty(global.ty);
                initializer
                    .into_iter()
                    .for_each(|value| finder.constant(value));
            }
        }
        for global in globals {
            if let GlobalKind::Alias(target) = global.kind {
                finder.ty(global.ty);
                finder.constant(target);
            }
        }
        for global in globals {
            let GlobalKind::Function(function) = global.kind else {
                continue;
            };
            finder.ty(global.ty);
            let Some(body) = &module.function(function).body else {
                continue;
            };
            for instruction in body.instructions() {
                if let Some(result) = instruction.result {
                    finder.ty(body.local(result).ty);
                }
                body.for_each_operand(&instruction.kind, |value| {
                    if let Value::Constant(constant) = value {
                        finder.constant(constant);
                    }
                });
            }
        }
        finder.found
    }

    /// Records a type and its components.
    fn ty(&mut self, ty: TypeId) {
        self.stack.push(Step::Type(ty));
        self.run();
    }

    fn constant(&mut self, constant: ConstantId) {
        self.stack.push(Step::Constant(constant));
        self.run();
    }

    /// Pushes the components of a type on the stack, the first on top.
    fn new_type(&mut self, ty: TypeId) {
        let types = &self.module.types;
        if matches!(types.get(ty), Type::Struct { .. } | Type::Named(_)) {
            self.found.push(ty);
        }
        let parts = types.members(ty).or(types.fields(ty));
        let parts = parts.or(types.parameters(ty)).unwrap_or_default();
        let first = types.result(ty).or(types.element(ty)).or(types.pointee(ty));
        for part in parts.iter().rev().copied().chain(first) {
            if !self.by_worklist {
                self.stack.push(Step::Type(part));
            } else if self.types.insert(part) {
                self.stack.push(Step::NewType(part));
            }
        }
    }

    fn run(&mut self) {
        while let Some(step) = self.stack.pop() {
            match step {
                Step::Type(ty) => {
                    if self.types.insert(ty) {
                        self.new_type(ty);
                    }
                }
                Step::NewType(ty) => self.new_type(ty),
                Step::Constant(constant) => {
                    let table = &self.module.constants;
                    let it = table.get(constant);
                    let is_global = matches!(it.kind, ConstantKind::Global(_));
                    if is_global || !self.constants.insert(constant) {
                        continue;
                    }
                    let start = self.stack.len();
                    table.for_each_operand(it.kind, |part| {
                        self.stack.push(Step::Constant(part));
                    });
                    self.stack[start..].reverse();
                    self.stack.push(Step::Type(it.ty));
                }
            }
        }
    }
}
