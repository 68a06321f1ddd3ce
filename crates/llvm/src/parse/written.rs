//! Text that is read in its original form, for [`crate::print_as_of`]: pointers keep their
//! pointees, and nothing is upgraded.
//!
//! Types follow the rules of the release. Up to 2.9 types are structural, and names are only
//! abbreviations. All definitions are therefore read before any type is made
//! ([`super::type_graph`]). Since 3.0 named structs have an identity.

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

/// State for text that is read in its original form.
pub(super) struct Written {
    pub(super) dialect: Dialect,
    pointers: Pointers,
    /// Function types of LLVM 2.0, by plain type and attributes.
    functions: BTreeMap<(TypeId, AttributeListId), TypeId>,
    /// The types of definitions in order, as trees with placeholders.
    definitions: Vec<TypeId>,
    /// True while definitions are read.
    is_defining: bool,
    /// True while a type is being read, except for its components.
    in_type: bool,
    /// True if the current type refers to an enclosing type by level.
    has_levels: bool,
    targets: BTreeMap<TypeId, Target>,
    /// The placeholders for levels and for definitions.
    levels: BTreeMap<u64, TypeId>,
    defined: BTreeMap<usize, TypeId>,
    /// Types that contain themselves without a definition, by their text.
    inline: BTreeMap<Vec<u8>, TypeId>,
    /// The types with placeholders among the first `searched` types of the table.
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

    /// Records the function types with attributes in a table.
    fn note_functions(&mut self, types: &TypeTable) {
        for (function, list, own) in types.own_functions() {
            self.functions.entry((function, list)).or_insert(own);
        }
    }
}

impl<'t> Parser<'t> {
    /// Returns true if the text is read in its original form.
    pub(super) fn is_as_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns true if types of the same structure are equal, whatever their names.
    pub(super) fn has_structural_types(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_structural_types())
    }

    /// Returns true if function types contain attributes.
    pub(super) fn has_attributes_in_types(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_attributes_in_types())
    }

    /// Returns true if backslashes in quoted names are ordinary characters.
    pub(super) fn has_raw_names(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_raw_names())
    }

    /// Returns true if the data layout may state an address space for programs.
    pub(super) fn has_program_space(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.dialect.has_program_space())
    }

    /// If the release states the alignments of loads, stores and allocations, returns true if it
    /// also states those of atomic updates. `None` otherwise.
    pub(super) fn says_alignments(&self) -> Option<bool> {
        let dialect = self.written.as_ref()?.dialect;
        dialect
            .has_alignments()
            .then_some(dialect.has_atomic_alignments())
    }

    /// Returns true while definitions are read, whose types may contain placeholders.
    pub(super) fn is_defining(&self) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| written.is_defining)
    }

    /// Returns the pointer type to a type. It has a pointee only if the text is read in its
    /// original form or with pointees.
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

    /// Returns the function type with attributes.
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

    /// Marks the next instruction as a removed instruction of LLVM.
    pub(super) fn mark(&mut self, form: OldForm) {
        let body = &mut self.locals.body;
        let next = InstructionId::at(body.instructions.len());
        body.old_forms.push((next, form));
    }

    // Types

    /// Parses a type of text that is read in its original form.
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

    /// Makes a type that stands for another one until all are known.
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

    /// Parses `\2`, the type that is two levels further out.
    pub(super) fn type_levels_up(&mut self) -> Result<TypeId> {
        self.next();
        let levels = self.unsigned()?;
        if self.is_as_written() && !self.has_structural_types() {
            let message = "since LLVM 3.0, text cannot express a type by its level";
            return self.fail(E::Unsupported, message);
        }
        if !self.is_as_written() {
            // Only its address is used, and every pointer will do.
            return Ok(self.module.types.pointer());
        }
        if let Some(written) = &mut self.written {
            written.has_levels = true;
        }
        Ok(self.placeholder(Target::Up(levels)))
    }

    /// Returns the type of a definition. While definitions are read, that is a placeholder.
    pub(super) fn type_of_definition(&mut self, number: usize) -> TextType {
        TextType::plain(self.placeholder(Target::Defined(number)))
    }

    /// Records a name whose definition is read later.
    pub(super) fn declare_structural(&mut self, key: Key<'t>) {
        if let Some(written) = &mut self.written {
            let number = written.definitions.len();
            let unknown = self.module.types.void();
            written.definitions.push(unknown);
            self.types.insert(key, NamedType::Defined(number));
        }
    }

    /// Parses the type of a definition, after the keyword `type`.
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

    /// Makes the types of all definitions, once all of them are read.
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

    /// Finds or adds a type that contains itself without a definition.
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
        // A type comes after its components, unless it is recursive and has no placeholders.
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

/// Adds the pointee to a type, if it is a pointer.
fn typed(types: &TypeTable, model: TypeId) -> TextType {
    let pointee = types.pointee(model);
    TextType { model, pointee }
}
