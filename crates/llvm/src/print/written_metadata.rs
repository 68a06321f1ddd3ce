//! Metadata as a release with typed pointers printed it. Nodes are numbered in the order in which
//! they are reached, and up to 3.5 their operands have types.

use std::collections::{BTreeMap, BTreeSet};

use super::Printer;
use super::body::Numbers;
use super::dialect::{Dialect, Habit};
use super::written_debug;
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::ids::{GlobalId, MetadataId, Name};
use crate::instruction::Value;
use crate::metadata::Metadata;
use crate::module::Module;

/// The version of debug information, which is added to the tag of a node.
const DEBUG_VERSION: u64 = 8 << 16;
const DEBUG_VERSION_MASK: u64 = 0xFFFF << 16;

/// DWARF's names for the tags of nodes.
const TAGS: &[(u64, &str)] = &[
    (0x01, "array_type"),
    (0x02, "class_type"),
    (0x04, "enumeration_type"),
    (0x05, "formal_parameter"),
    (0x0B, "lexical_block"),
    (0x0D, "member"),
    (0x0F, "pointer_type"),
    (0x10, "reference_type"),
    (0x11, "compile_unit"),
    (0x13, "structure_type"),
    (0x15, "subroutine_type"),
    (0x16, "typedef"),
    (0x17, "union_type"),
    (0x1C, "inheritance"),
    (0x1F, "ptr_to_member_type"),
    (0x21, "subrange_type"),
    (0x24, "base_type"),
    (0x26, "const_type"),
    (0x28, "enumerator"),
    (0x29, "file_type"),
    (0x2E, "subprogram"),
    (0x2F, "template_type_parameter"),
    (0x34, "variable"),
    (0x35, "volatile_type"),
    (0x37, "restrict_type"),
    (0x39, "namespace"),
    (0x100, "auto_variable"),
    (0x101, "arg_variable"),
    (0x102, "return_variable"),
    (0x103, "vector_type"),
];

/// The numbered nodes, in order.
#[derive(Default)]
pub(super) struct NumberedNodes {
    order: Vec<MetadataId>,
    numbers: BTreeMap<MetadataId, usize>,
    /// Nodes without a number that were visited.
    local: BTreeSet<MetadataId>,
}

impl NumberedNodes {
    /// Numbers a node and then the nodes that it contains, unless they already have numbers.
    fn add(&mut self, module: &Module, dialect: Option<Dialect>, root: MetadataId) {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            let operands = match (module.metadata.get(node), dialect) {
                (Metadata::Node { operands, .. }, _) => module.metadata.operands(operands).to_vec(),
                (Metadata::Debug { class, fields, .. }, Some(dialect)) => {
                    if written_debug::is_inline(class, dialect) {
                        continue;
                    }
                    let operands = written_debug::operands(module, class, fields, dialect);
                    operands.into_iter().map(Some).collect()
                }
                _ => continue,
            };
            if self.numbers.contains_key(&node) || self.local.contains(&node) {
                continue;
            }
            if is_local(module, node) {
                self.local.insert(node);
            } else {
                self.numbers.insert(node, self.order.len());
                self.order.push(node);
            }
            stack.extend(operands.iter().rev().flatten());
        }
    }
}

/// Returns true for nodes with values of a function, which have no numbers.
fn is_local(module: &Module, node: MetadataId) -> bool {
    let Metadata::Node { operands, .. } = module.metadata.get(node) else {
        return false;
    };
    let operands = module.metadata.operands(operands).iter().flatten();
    operands
        .copied()
        .any(|operand| matches!(module.metadata.get(operand), Metadata::Local(_)))
}

impl Printer<'_> {
    /// Numbers the nodes in named lists.
    pub(super) fn number_named_lists(&mut self) {
        let module = self.module;
        for (_, members) in module.metadata.named() {
            for &member in members {
                self.written.nodes.add(module, self.dialect, member);
            }
        }
    }

    /// Numbers the nodes that are attached to a global.
    pub(super) fn number_nodes_of_global(&mut self, id: GlobalId) {
        let module = self.module;
        for (_, node) in module.metadata.attached(id) {
            self.written.nodes.add(module, self.dialect, node);
        }
    }

    /// Prints the metadata attached to a global.
    pub(super) fn written_attachments(&mut self, before: &str, after: &str, id: GlobalId) {
        let module = self.module;
        for (kind, node) in module.metadata.attached(id) {
            self.push(before);
            self.push("!");
            self.metadata_name(module.names.get(kind));
            self.push(" ");
            self.written_node(None, node);
            self.push(after);
        }
    }

    /// Numbers the nodes that the instructions of a body refer to.
    pub(super) fn number_nodes_of(&mut self, body: &Body) {
        let module = self.module;
        let mut attachments = body.attachments.iter().peekable();
        for (index, instruction) in body.instructions().iter().enumerate() {
            body.for_each_operand(&instruction.kind, |value| {
                if let Value::Metadata(node) = value {
                    self.written.nodes.add(module, self.dialect, node);
                }
            });
            while let Some(&(_, _, node)) = attachments.next_if(|(at, ..)| at.index() == index) {
                self.written.nodes.add(module, self.dialect, node);
            }
        }
    }

    /// Prints a use of a node or string. A node with values of the function is written in place.
    pub(super) fn written_node(&mut self, within: Option<(&Body, &Numbers)>, id: MetadataId) {
        let module = self.module;
        match module.metadata.get(id) {
            Metadata::Text(Name::NONE) => self.push("null"),
            Metadata::Text(text) => {
                self.push("!");
                self.quote(module.names.get(text));
            }
            Metadata::Constant(constant) => self.typed_constant(constant),
            Metadata::Local(local) => {
                if let Some((body, numbers)) = within {
                    self.typed(body, numbers, local.into());
                }
            }
            Metadata::Node { .. } | Metadata::Debug { .. } => {
                match self.written.nodes.numbers.get(&id).copied() {
                    Some(number) => {
                        self.push("!");
                        self.number(number as u64);
                    }
                    None => self.written_parts(within, id),
                }
            }
        }
    }

    /// Prints the operands of a node, each with its type. Nodes are written as numbers, except for
    /// those with values of a function.
    fn written_parts(&mut self, within: Option<(&Body, &Numbers)>, id: MetadataId) {
        let module = self.module;
        let (operands, distinct) = match module.metadata.get(id) {
            Metadata::Node { operands, distinct } => (operands, distinct),
            Metadata::Debug { distinct, .. } => {
                self.push(if distinct { "distinct " } else { "" });
                return self.written_debug_node(within, id);
            }
            _ => return,
        };
        let typed = self.has(Habit::TypedMetadata);
        self.push(if distinct { "distinct !{" } else { "!{" });
        for (index, &operand) in module.metadata.operands(operands).iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            let Some(operand) = operand else {
                self.push("null");
                continue;
            };
            match module.metadata.get(operand) {
                Metadata::Node { .. } => {
                    self.push(if typed { "metadata " } else { "" });
                    match self.written.nodes.numbers.get(&operand).copied() {
                        Some(number) => {
                            self.push("!");
                            self.number(number as u64);
                        }
                        None => self.push("!{}"),
                    }
                }
                Metadata::Debug { .. } => self.written_node(within, operand),
                Metadata::Text(_) => {
                    self.push(if typed { "metadata " } else { "" });
                    self.written_node(within, operand);
                }
                Metadata::Constant(_) | Metadata::Local(_) => self.written_node(within, operand),
            }
        }
        self.push("}");
    }

    /// Prints all named lists, then all numbered nodes.
    pub(super) fn written_metadata(&mut self) {
        let module = self.module;
        let mut first = true;
        for (name, members) in module.metadata.named() {
            self.push(if first { "\n!" } else { "!" });
            first = false;
            self.metadata_name(module.names.get(name));
            self.push(" = !{");
            for (index, &member) in members.iter().enumerate() {
                self.push(if index == 0 { "" } else { ", " });
                self.written_node(None, member);
            }
            self.push("}\n");
        }
        let order = std::mem::take(&mut self.written.nodes.order);
        for (number, &node) in order.iter().enumerate() {
            self.push(if number == 0 { "\n!" } else { "!" });
            self.number(number as u64);
            let typed = self.has(Habit::TypedMetadata);
            self.push(if typed { " = metadata " } else { " = " });
            self.written_parts(None, node);
            self.comment_on_node(node);
            self.push("\n");
        }
    }

    /// Prints the tag of a node of debug information, in dialects with these comments.
    fn comment_on_node(&mut self, node: MetadataId) {
        let module = self.module;
        if !self.has(Habit::DebugTags) {
            return;
        }
        let Metadata::Node { operands, .. } = module.metadata.get(node) else {
            return;
        };
        let first = module.metadata.operands(operands).first().copied();
        let Some(Metadata::Constant(first)) = first.flatten().map(|id| module.metadata.get(id))
        else {
            return;
        };
        let ConstantKind::Bits(number) = module.constants.get(first).kind else {
            return;
        };
        if number < DEBUG_VERSION {
            return;
        }
        self.comment_column();
        let tag = number & !DEBUG_VERSION_MASK;
        if let Some((_, name)) = TAGS.iter().find(|(number, _)| *number == tag) {
            self.push("; [ DW_TAG_");
            self.push(name);
            self.push(" ]");
        }
    }
}
