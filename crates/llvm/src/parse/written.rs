//! Text that is read as it was written, for [`crate::print_as_of`]: pointers keep their pointees,
//! and nothing is upgraded.
//!
//! Types are those of the release. Up to 2.9 they are equal if they are built alike and names are
//! only names, so all definitions are read before any type is made ([`super::type_graph`]); since
//! 3.0 structs have an identity.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{Result, SyntaxErrorKind as E, fault};
use super::type_graph::{Graph, Pointers, Target, is_tree};
use super::types::{NamedType, TextType};
use super::written_metadata::WrittenNodes;
use super::{Key, Parser};
use crate::body::OldForm;
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, ConstantId, GlobalId, InstructionId, Name, TypeId};
use crate::print::Dialect;
use crate::types::{Type, TypeTable};

/// State of reading text as it was written.
pub(super) struct Written {
    pub(super) dialect: Dialect,
    pointers: Pointers,
    /// Functions of LLVM 2.0 with attributes in their types.
    functions: BTreeMap<(TypeId, AttributeListId), TypeId>,
    /// The types of definitions as the text has them, with placeholders in them, in order.
    definitions: Vec<TypeId>,
    /// True while definitions are read.
    is_defining: bool,
    /// True while a type is read, but not inside it.
    in_type: bool,
    /// True if the type that is read says how many levels around it another one is.
    has_levels: bool,
    targets: BTreeMap<TypeId, Target>,
    /// Placeholders for levels and for definitions.
    levels: BTreeMap<u64, TypeId>,
    defined: BTreeMap<usize, TypeId>,
    /// Types that are within themselves, by their text.
    inline: BTreeMap<Vec<u8>, TypeId>,
    /// Types with placeholders in them among the first ones of the table, and the number of these.
    trees: BTreeSet<TypeId>,
    searched: usize,
    pub(super) nodes: WrittenNodes,
}

impl Written {
    pub(super) fn new(dialect: Dialect) -> Written {
        Written {
            dialect,
            pointers: Pointers::new(),
            functions: BTreeMap::new(),
            definitions: Vec::new(),
            is_defining: false,
            in_type: false,
            has_levels: false,
            targets: BTreeMap::new(),
            levels: BTreeMap::new(),
            defined: BTreeMap::new(),
            inline: BTreeMap::new(),
            trees: BTreeSet::new(),
            searched: 0,
            nodes: WrittenNodes::default(),
        }
    }

    /// Takes note of the functions with attributes in a table.
    fn note_functions(&mut self, types: &TypeTable) {
        for (function, list, own) in types.own_functions() {
            self.functions.entry((function, list)).or_insert(own);
        }
    }
}

impl<'t> Parser<'t> {
    /// Returns true if the text is read as it was written.
    pub(super) fn is_as_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns true if types are equal that are built alike, whatever they are called.
    pub(super) fn has_structural_types(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_structural_types())
    }

    /// Returns true if the types of functions say attributes.
    pub(super) fn has_attributes_in_types(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_attributes_in_types())
    }

    /// Returns true if names in quotes have backslashes as they are.
    pub(super) fn has_raw_names(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_raw_names())
    }

    /// Returns true if the data layout may have an address space for programs.
    pub(super) fn has_program_space(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_program_space())
    }

    /// Returns whether atomic updates have alignments too, if the release gives loads, stores and
    /// allocations alignments.
    pub(super) fn says_alignments(&self) -> Option<bool> {
        let dialect = self.written.as_ref()?.dialect;
        dialect
            .has_alignments()
            .then_some(dialect.has_atomic_alignments())
    }

    /// Returns true while types are defined that may have placeholders in them.
    pub(super) fn is_defining(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.is_defining)
    }

    /// Returns the pointer to a type. It has a pointee only if the text is read as it was written
    /// or with pointees.
    pub(super) fn pointer_type(&mut self, space: u32, pointee: TypeId) -> TypeId {
        let types = &mut self.module.types;
        let pointers = match (&mut self.written, &mut self.pointees) {
            (Some(written), _) => &mut written.pointers,
            (None, Some(pointers)) => pointers,
            (None, None) => return types.pointer_in(space),
        };
        *pointers.entry((space, pointee)).or_insert_with(|| {
            let pointer = types.own_pointer(space);
            types.set_pointee(pointer, pointee);
            pointer
        })
    }

    /// The type of a function with attributes in it.
    pub(super) fn function_with(&mut self, ty: TypeId, list: AttributeListId) -> TypeId {
        match &mut self.written {
            Some(written) if list != AttributeListId::EMPTY => {
                let types = &mut self.module.types;
                let known = written.functions.entry((ty, list));
                *known.or_insert_with(|| types.own_function(ty, list))
            }
            _ => ty,
        }
    }

    /// The address of a global.
    pub(super) fn address_of(&mut self, id: GlobalId) -> ConstantId {
        if !self.is_as_written() && self.pointees.is_none() {
            return self.module.address_of(id);
        }
        let global = self.module.global(id);
        let (space, pointee) = (global.address_space, global.ty);
        let ty = self.pointer_type(space, pointee);
        self.module.constants.plain(ty, ConstantKind::Global(id))
    }

    /// Marks the next instruction as one that LLVM no longer has.
    pub(super) fn mark(&mut self, form: OldForm) {
        let body = &mut self.locals.body;
        let next = InstructionId::at(body.instructions.len());
        body.old_forms.push((next, form));
    }

    // Types

    /// A type of text that is read as it was written.
    pub(super) fn written_type(&mut self) -> Result<TextType> {
        let start = self.token().start as usize;
        let is_within = match &mut self.written {
            Some(written) => std::mem::replace(&mut written.in_type, true),
            None => true,
        };
        let found = self.nested(Self::whole_type);
        let Some(written) = self.written.as_mut().filter(|_| !is_within) else {
            return found;
        };
        written.in_type = false;
        let has_levels = std::mem::take(&mut written.has_levels);
        let found = found?;
        if !has_levels || written.is_defining {
            return Ok(found);
        }
        self.type_within_itself(start, found.model)
    }

    /// A type that stands for another one until all are known.
    fn placeholder(&mut self, target: Target) -> TypeId {
        let types = &mut self.module.types;
        let mut new = || types.new_struct(Name::NONE).1;
        let Some(written) = &mut self.written else {
            return new();
        };
        let ty = match target {
            Target::Defined(number) => *written.defined.entry(number).or_insert_with(new),
            Target::Up(levels) => *written.levels.entry(levels).or_insert_with(new),
        };
        written.targets.insert(ty, target);
        ty
    }

    /// `\2`: the type that is two levels around this one.
    pub(super) fn type_levels_up(&mut self) -> Result<TypeId> {
        self.next();
        let levels = self.unsigned()?;
        if self.is_as_written() && !self.has_structural_types() {
            let message = "since LLVM 3.0, text cannot express a type by its level";
            return self.fail(E::Unsupported, message);
        }
        if !self.is_as_written() {
            // Only its address is ever used, and that is a pointer to whatever.
            return Ok(self.module.types.pointer());
        }
        if let Some(written) = &mut self.written {
            written.has_levels = true;
        }
        Ok(self.placeholder(Target::Up(levels)))
    }

    /// The type of a definition while definitions are read.
    pub(super) fn type_of_definition(&mut self, number: usize) -> TextType {
        TextType::plain(self.placeholder(Target::Defined(number)))
    }

    /// Takes note of a name whose definition is read later.
    pub(super) fn declare_structural(&mut self, key: Key<'t>) {
        if let Some(written) = &mut self.written {
            let number = written.definitions.len();
            let unknown = self.module.types.void();
            written.definitions.push(unknown);
            self.types.insert(key, NamedType::Defined(number));
        }
    }

    /// Reads the type of a definition; the word `type` was taken.
    pub(super) fn structural_definition(&mut self, number: usize) -> Result<()> {
        if let Some(written) = &mut self.written {
            written.is_defining = true;
        }
        let found = self.ty();
        if let Some(written) = &mut self.written {
            written.is_defining = false;
            written.definitions[number] = found?.model;
        }
        Ok(())
    }

    /// Makes the types of all definitions, when all were read.
    pub(super) fn settle_types(&mut self) -> Result<()> {
        let Some(written) = self.written.take() else {
            return Ok(());
        };
        let mut written = *written;
        // The types read so far are only trees.
        let trees = std::mem::take(&mut self.module.types);
        let mut graph = Graph::new(&trees, &written.targets);
        let refused = |message| fault(E::IllegalType, 0, message);
        if let Err(message) = graph.add_definitions(&written.definitions) {
            return refused(message);
        }
        let count = written.definitions.len();
        let nodes: Vec<_> = (0..count).map(|number| graph.definition(number)).collect();
        let classes = graph.classes(0, |nodes| self.charge(2 * nodes))?;
        written.pointers.clear();
        written.functions.clear();
        let make_leaf = |module: &mut crate::module::Module, ty| match trees.get(ty) {
            Type::Named(_) => module.types.new_struct(Name::NONE).1,
            simple => module.types.simple(simple),
        };
        let made = match classes.make(&mut self.module, &mut written.pointers, make_leaf) {
            Ok(made) => made,
            Err(message) => return refused(message),
        };
        for (key, named) in &mut self.types {
            if let NamedType::Defined(number) = *named {
                let ty = made[nodes[number]];
                *named = NamedType::Known(typed(&self.module.types, ty));
                if let Key::Name(name) = key {
                    let name = self.module.names.add_even_empty(name);
                    self.module.types.add_type_name(name, ty);
                }
            }
        }
        written.targets.clear();
        written.levels.clear();
        written.defined.clear();
        written.note_functions(&self.module.types);
        self.written = Some(Box::new(written));
        Ok(())
    }

    /// A type that is within itself, found among the types of the module or added.
    fn type_within_itself(&mut self, start: usize, tree: TypeId) -> Result<TextType> {
        let before = self.tokens[self.at - 1];
        let text = self.text[start..before.end as usize].to_vec();
        let Some(written) = self.written.take() else {
            return Ok(TextType::plain(tree));
        };
        let mut written = *written;
        let found = match written.inline.get(&text) {
            Some(&known) => Ok(known),
            None => self.settle_tree(&mut written, tree),
        };
        self.written = Some(Box::new(written));
        let found = found?;
        if let Some(written) = &mut self.written {
            written.inline.insert(text, found);
        }
        Ok(typed(&self.module.types, found))
    }

    fn settle_tree(&mut self, written: &mut Written, tree: TypeId) -> Result<TypeId> {
        let known = self.module.types.len();
        self.charge(known as u64)?;
        // A type comes after its components, unless it contains itself and has no placeholders.
        for index in written.searched..known {
            let (types, ty) = (&self.module.types, TypeId::at(index));
            if is_tree(types, &written.targets, &written.trees, ty) {
                written.trees.insert(ty);
            }
        }
        written.searched = known;
        let mut graph = Graph::new(&self.module.types, &written.targets);
        graph.add_table(&written.trees);
        let at = self.token().start;
        let root = match graph.add(tree) {
            Ok(root) => root,
            Err(message) => return fault(E::IllegalType, at, message),
        };
        let mut budget = self.budget;
        let classes = graph.classes(known, |nodes| match budget.checked_sub(2 * nodes) {
            Some(rest) => {
                budget = rest;
                Ok(())
            }
            None => fault(
                E::TooLarge,
                at,
                "types take far too much time for a text of this size",
            ),
        })?;
        self.budget = budget;
        let same = |_: &mut crate::module::Module, ty| ty;
        let made = match classes.make(&mut self.module, &mut written.pointers, same) {
            Ok(made) => made,
            Err(message) => return fault(E::IllegalType, at, message),
        };
        written.note_functions(&self.module.types);
        Ok(made[root])
    }
}

/// A type with what it points to.
fn typed(types: &TypeTable, model: TypeId) -> TextType {
    let pointee = types.pointee(model);
    TextType { model, pointee }
}
