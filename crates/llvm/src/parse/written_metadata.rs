//! Metadata of text that is read in its original form: all of it, as tuples of typed operands or as
//! nodes of debug information.
//!
//! Numbered nodes are declared first, because they may contain each other. As in LLVM, nodes with
//! equal operands are merged.

use std::collections::BTreeMap;

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::Kind;
use crate::debug_nodes::DebugClass;
use crate::ids::{ConstantId, GlobalId, InstructionId, MetadataId, Name};
use crate::instruction::Value;
use crate::metadata::{DebugField, Metadata};
use crate::module::Module;
use crate::types::Type;

/// Maximum number of rounds in which nodes with equal operands are merged.
const MAX_ROUNDS: usize = 16;

/// State for reading metadata.
#[derive(Default)]
pub(super) struct WrittenNodes {
    /// Nodes by their numbers.
    numbered: BTreeMap<u32, MetadataId>,
    texts: BTreeMap<Vec<u8>, MetadataId>,
    constants: BTreeMap<ConstantId, MetadataId>,
    known: BTreeMap<Contents, MetadataId>,
}

/// The contents of a node: its class, unless it is a tuple, and its operands or fields.
type Contents = (Option<DebugClass>, Vec<DebugField>);

/// Returns true for a node that is equal only to itself.
fn is_distinct(module: &Module, node: MetadataId) -> bool {
    matches!(
        module.metadata.get(node),
        Metadata::Node { distinct: true, .. } | Metadata::Debug { distinct: true, .. }
    )
}

impl Parser<'_> {
    fn written_nodes_mut(&mut self) -> Option<&mut WrittenNodes> {
        self.written.as_mut().map(|written| &mut written.nodes)
    }

    /// Parses all numbered nodes.
    pub(super) fn written_nodes(&mut self) -> Result<()> {
        let places: Vec<_> = self.nodes.iter().map(|(&at, &start)| (at, start)).collect();
        for &(number, start) in &places {
            self.at = start;
            let is_distinct = self.take_word("distinct");
            let node = match self.kind() {
                Kind::Metadata => {
                    let class = self.debug_class()?;
                    self.module.metadata.debug(class, is_distinct)
                }
                _ => self.module.metadata.node(is_distinct, &[]),
            };
            if let Some(nodes) = self.written_nodes_mut() {
                nodes.numbered.insert(number, node);
            }
        }
        let mut contents = Vec::with_capacity(places.len());
        for &(number, start) in &places {
            self.at = start;
            self.take_word("metadata");
            self.take_word("distinct");
            let content = match self.kind() {
                Kind::Metadata => {
                    let class = self.debug_class()?;
                    (Some(class), self.debug_contents(class)?)
                }
                _ => {
                    self.expect_symbol(b'!')?;
                    (None, self.written_operands()?)
                }
            };
            contents.push((number, content));
        }
        self.unite_nodes(contents)
    }

    /// Sets the operands of nodes. Nodes with equal operands are replaced by the first of them,
    /// unless they are distinct.
    fn unite_nodes(&mut self, mut contents: Vec<(u32, Contents)>) -> Result<()> {
        let Some(mut nodes) = self.written_nodes_mut().map(std::mem::take) else {
            return Ok(());
        };
        for _ in 0..MAX_ROUNDS {
            let mut same: BTreeMap<MetadataId, MetadataId> = BTreeMap::new();
            let mut known: BTreeMap<&Contents, MetadataId> = BTreeMap::new();
            for (number, content) in &contents {
                let node = nodes.numbered[number];
                if is_distinct(&self.module, node) {
                    continue;
                }
                let first = *known.entry(content).or_insert(node);
                if first != node {
                    same.insert(node, first);
                }
            }
            if same.is_empty() {
                break;
            }
            let first = |node: MetadataId| same.get(&node).copied().unwrap_or(node);
            for node in nodes.numbered.values_mut() {
                *node = first(*node);
            }
            for (_, (_, values)) in &mut contents {
                for value in values {
                    if let DebugField::Node(node) = value {
                        *node = first(*node);
                    }
                }
            }
        }
        for (number, content) in contents {
            let node = nodes.numbered[&number];
            self.set_contents(node, &content);
            if is_distinct(&self.module, node) {
                continue;
            }
            nodes.known.entry(content).or_insert(node);
        }
        if let Some(place) = self.written_nodes_mut() {
            *place = nodes;
        }
        Ok(())
    }

    fn set_contents(&mut self, node: MetadataId, (class, values): &Contents) {
        if class.is_some() {
            return self.module.metadata.set_fields(node, values);
        }
        let operand = |value: &DebugField| match *value {
            DebugField::Node(node) => Some(node),
            _ => None,
        };
        let operands: Vec<_> = values.iter().map(operand).collect();
        self.module.metadata.set_operands(node, &operands);
    }

    /// Parses the operands of a node in braces.
    fn written_operands(&mut self) -> Result<Vec<DebugField>> {
        self.expect_symbol(b'{')?;
        let mut operands = Vec::new();
        while !self.is_symbol(b'}') {
            operands.push(match self.take_word("null") {
                true => DebugField::Nothing,
                false => DebugField::Node(self.written_metadata()?),
            });
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b'}')?;
        Ok(operands)
    }

    /// Parses a node, a string, or a value with its type.
    pub(super) fn written_metadata(&mut self) -> Result<MetadataId> {
        self.nested(Self::any_written_metadata)
    }

    fn any_written_metadata(&mut self) -> Result<MetadataId> {
        self.take_word("metadata");
        if self.kind() == Kind::Metadata {
            let class = self.debug_class()?;
            let values = self.debug_contents(class)?;
            return Ok(self.metadata_node((Some(class), values)));
        }
        if !self.take_symbol(b'!') {
            let ty = self.ty()?;
            if self.module.types.get(ty.model) == Type::Metadata {
                return self.written_metadata();
            }
            if self.is_local() && self.locals.function.is_none() {
                let message = "a numbered node cannot contain a value of a function";
                return self.fail(E::Unexpected, message);
            }
            return match self.value(ty.model)? {
                Value::Constant(constant) => Ok(self.metadata_of(constant)),
                Value::Local(local) => Ok(self.module.metadata.add(Metadata::Local(local))),
                _ => self.unexpected("a value"),
            };
        }
        match self.kind() {
            Kind::Integer => {
                let token = self.next();
                let number = self.number_of(token)?;
                let nodes = self.written.as_ref().map(|written| &written.nodes);
                match nodes.and_then(|nodes| nodes.numbered.get(&number)) {
                    Some(&node) => Ok(node),
                    None => {
                        let message = format!("the node !{number} is not defined");
                        self.fail_at(token, E::UndefinedEntry, message)
                    }
                }
            }
            Kind::String => {
                let text = self.string()?;
                Ok(self.metadata_text(&text))
            }
            Kind::Symbol(b'{') => {
                let operands = self.written_operands()?;
                Ok(self.metadata_node((None, operands)))
            }
            _ => self.unexpected("metadata"),
        }
    }

    fn metadata_of(&mut self, constant: ConstantId) -> MetadataId {
        let Some(written) = &mut self.written else {
            return self.module.metadata.add(Metadata::Constant(constant));
        };
        let table = &mut self.module.metadata;
        let known = written.nodes.constants.entry(constant);
        *known.or_insert_with(|| table.add(Metadata::Constant(constant)))
    }

    pub(super) fn metadata_text(&mut self, text: &[u8]) -> MetadataId {
        let known = self.written.as_ref();
        if let Some(&known) = known.and_then(|written| written.nodes.texts.get(text)) {
            return known;
        }
        let name = self.module.names.add_even_empty(text);
        let new = self.module.metadata.add(Metadata::Text(name));
        if let Some(nodes) = self.written_nodes_mut() {
            nodes.texts.insert(text.to_vec(), new);
        }
        new
    }

    /// Finds or adds a node with these contents.
    fn metadata_node(&mut self, content: Contents) -> MetadataId {
        let nodes = self.written.as_ref().map(|written| &written.nodes);
        if let Some(&known) = nodes.and_then(|nodes| nodes.known.get(&content)) {
            return known;
        }
        let table = &mut self.module.metadata;
        let node = match content.0 {
            Some(class) => table.debug(class, false),
            None => table.node(false, &[]),
        };
        self.set_contents(node, &content);
        if let Some(nodes) = self.written_nodes_mut() {
            nodes.known.insert(content, node);
        }
        node
    }

    /// Parses `!name !7` of a global.
    pub(super) fn attachment_of_global(&mut self, global: GlobalId) -> Result<()> {
        let token = self.next();
        let kind = self.name_of(token);
        let node = self.written_metadata()?;
        let kind = self.module.names.add(&kind);
        self.module.metadata.attach(global, kind, node);
        Ok(())
    }

    /// Parses `!name !7` after an instruction.
    pub(super) fn written_attachment(&mut self) -> Result<()> {
        let token = self.next();
        let kind = self.name_of(token);
        let node = self.written_metadata()?;
        let last = self.locals.body.instructions.len().checked_sub(1);
        let Some(last) = last else {
            return self.fail_at(token, E::Unexpected, "expected an instruction before this");
        };
        let body = &mut self.locals.body;
        let kind = body.names.add(&kind);
        let at = InstructionId::at(last);
        body.attachments.push((at, kind, node));
        Ok(())
    }

    /// Parses the members of a named list in braces. In LLVM 2.7 it may contain `null`.
    pub(super) fn written_list(&mut self, name: &[u8]) -> Result<()> {
        self.expect_symbol(b'{')?;
        let mut members = Vec::new();
        while !self.is_symbol(b'}') {
            members.push(match self.take_word("null") {
                true => self.module.metadata.add(Metadata::Text(Name::NONE)),
                false => self.written_metadata()?,
            });
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b'}')?;
        let name = self.module.names.add_even_empty(name);
        self.module.metadata.add_named(name, &members);
        Ok(())
    }
}
