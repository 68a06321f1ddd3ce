//! Metadata that a module needs to describe itself. Nodes of debug information are only kept in a
//! module that is read in its original form.

use std::collections::BTreeMap;

use crate::debug_nodes::DebugClass;
use crate::ids::{ConstantId, GlobalId, List, LocalId, MetadataId, Name};
use crate::name_pool::NamePool;

/// A piece of metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// A string in the module's name pool. [`Name::NONE`] is a null entry, which occurs only in
    /// lists of LLVM 2.7.
    Text(Name),
    /// A constant, such as a number or the address of a global.
    Constant(ConstantId),
    /// A parameter or result of the function that refers to it. Only in a module that is read in
    /// its original form.
    Local(LocalId),
    /// A node: a tuple of other metadata, whose entries may be null.
    Node {
        /// True if it is equal only to itself.
        distinct: bool,
        /// Its operands; see [`MetadataTable::operands`].
        operands: List,
    },
    /// A node of debug information with fields. Only in a module that is read in its original form.
    Debug {
        /// Its class, such as `DILocation`.
        class: DebugClass,
        /// True if it is equal only to itself.
        distinct: bool,
        /// Its fields in the order of the class; see [`MetadataTable::fields`].
        fields: List,
    },
}

/// The value of a field of a node of debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DebugField {
    /// Absent, or null.
    Nothing,
    /// Other metadata, or a string.
    Node(MetadataId),
    /// A number, a truth value, or flags.
    Number(u64),
    /// An enumerator's value of 65 to 128 bits: its low and its high half.
    Wide([u64; 2]),
}

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    items: Vec<Metadata>,
    operands: Vec<Option<MetadataId>>,
    fields: Vec<DebugField>,
    attached: BTreeMap<GlobalId, Vec<(Name, MetadataId)>>,
    named: Vec<(Name, List)>,
    members: Vec<MetadataId>,
}

impl MetadataTable {
    /// The metadata with this id.
    #[must_use]
    pub fn get(&self, id: MetadataId) -> Metadata {
        self.items[id.index()]
    }

    /// All metadata, in the order of ids.
    #[must_use]
    pub fn items(&self) -> &[Metadata] {
        &self.items
    }

    /// The operands of a node.
    #[must_use]
    pub fn operands(&self, list: List) -> &[Option<MetadataId>] {
        list.of(&self.operands)
    }

    /// The fields of a node of debug information.
    #[must_use]
    pub fn fields(&self, list: List) -> &[DebugField] {
        list.of(&self.fields)
    }

    /// Adds a node of debug information without fields; see [`MetadataTable::set_fields`].
    pub(crate) fn debug(&mut self, class: DebugClass, distinct: bool) -> MetadataId {
        let fields = List::push(&mut self.fields, &[]);
        self.add(Metadata::Debug {
            class,
            distinct,
            fields,
        })
    }

    /// Sets the fields of a node of debug information.
    pub(crate) fn set_fields(&mut self, node: MetadataId, values: &[DebugField]) {
        let list = List::push(&mut self.fields, values);
        if let Metadata::Debug { fields, .. } = &mut self.items[node.index()] {
            *fields = list;
        }
    }

    /// Attaches a node to a global, with the name of its kind.
    pub(crate) fn attach(&mut self, global: GlobalId, kind: Name, node: MetadataId) {
        self.attached.entry(global).or_default().push((kind, node));
    }

    /// The kinds and nodes that are attached to a global. Only in a module that is read in its
    /// original form.
    pub fn attached(&self, global: GlobalId) -> impl Iterator<Item = (Name, MetadataId)> {
        self.attached.get(&global).into_iter().flatten().copied()
    }

    /// The named lists of nodes with their members, in order.
    pub fn named(&self) -> impl Iterator<Item = (Name, &[MetadataId])> {
        self.named
            .iter()
            .map(|&(name, list)| (name, list.of(&self.members)))
    }

    /// Returns the first text in the list with this name. Modules state simple facts about
    /// themselves in such lists.
    #[must_use]
    pub fn named_text(&self, names: &NamePool, name: &[u8]) -> Option<Name> {
        let (_, nodes) = self.named().find(|&(it, _)| names.get(it) == name)?;
        self.first_text(nodes)
    }

    /// Returns the texts in the list of this name: for each node that begins with a text, that
    /// text.
    #[must_use]
    pub fn named_texts(&self, names: &NamePool, name: &[u8]) -> Vec<Name> {
        let lists = self.named().filter(|&(it, _)| names.get(it) == name);
        lists
            .flat_map(|(_, nodes)| nodes)
            .filter_map(|&node| self.first_text(&[node]))
            .collect()
    }

    /// Returns the first operand of the first of these nodes, if it is a string.
    #[must_use]
    pub fn first_text(&self, nodes: &[MetadataId]) -> Option<Name> {
        let Metadata::Node { operands, .. } = self.get(*nodes.first()?) else {
            return None;
        };
        match self.get((*self.operands(operands).first()?)?) {
            Metadata::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Adds a string or a constant.
    pub fn add(&mut self, item: Metadata) -> MetadataId {
        let id = MetadataId::at(self.items.len());
        self.items.push(item);
        id
    }

    /// Adds a node.
    pub fn node(&mut self, distinct: bool, operands: &[Option<MetadataId>]) -> MetadataId {
        let operands = List::push(&mut self.operands, operands);
        self.add(Metadata::Node { distinct, operands })
    }

    /// Sets the operands of a node. Needed for nodes that contain each other.
    pub(crate) fn set_operands(&mut self, node: MetadataId, operands: &[Option<MetadataId>]) {
        let list = List::push(&mut self.operands, operands);
        if let Metadata::Node { operands, .. } = &mut self.items[node.index()] {
            *operands = list;
        }
    }

    /// Adds a named list of nodes, such as `llvm.module.flags`.
    pub fn add_named(&mut self, name: Name, members: &[MetadataId]) {
        let members = List::push(&mut self.members, members);
        self.named.push((name, members));
    }

    /// Removes the lists of this name.
    pub fn remove_named(&mut self, names: &NamePool, name: &[u8]) {
        self.named.retain(|&(it, _)| names.get(it) != name);
    }
}
