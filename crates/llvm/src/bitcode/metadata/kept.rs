//! Adds metadata to a module: operands of intrinsics, lists of texts, or, for a module that is read
//! in its original form, everything.

use super::{Both, FileMetadata, Item, Made, Operand, specialised};
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::record::{Result, bad};
use crate::bitcode::values::{BodyValues, Content, Slot, constant_at};
use crate::constants::ConstantKind;
use crate::debug_nodes::DebugClass;
use crate::ids::{MetadataId, Name};
use crate::instruction::Value;
use crate::metadata::Metadata;
use crate::module::Module;

/// Maximum nesting depth of nodes used as operands.
const MAX_DEPTH: usize = 16;

/// Maximum number of texts in a node of a named list, and their maximum length. These lists hold
/// short descriptions of a module.
const MAX_TEXTS: usize = 1 << 8;
const MAX_TEXT: usize = 1 << 12;

impl FileMetadata {
    /// Adds everything to the module, whose constants must exist. Nodes may contain each other.
    pub(in crate::bitcode) fn keep_all(
        &mut self,
        module: &mut Module,
        made: &mut Made,
        values: &[Slot],
    ) -> Result<()> {
        let table = module.metadata.items().len();
        let id = |number: usize| MetadataId::at(table + number);
        let count = self.items.len();
        let mut constants = Vec::new();
        for (number, &item) in self.items.iter().enumerate() {
            let new = match item {
                Item::Text { start, end } => {
                    let text = &self.text[start as usize..end as usize];
                    let name = module.names.add_even_empty(text);
                    module.metadata.add(Metadata::Text(name))
                }
                Item::Value(value) => {
                    let constant = constant_at(values, value.into())?;
                    module.metadata.add(Metadata::Constant(constant))
                }
                Item::Node {
                    distinct,
                    start,
                    end,
                } => {
                    let mut operands = Vec::new();
                    for &operand in &self.operands[start as usize..end as usize] {
                        operands.push(match operand {
                            Operand::Nothing => None,
                            Operand::Item(item) if (item as usize) < count => {
                                Some(id(item as usize))
                            }
                            Operand::Item(item) => return Err(self.unknown(item)),
                            Operand::Value(value) => {
                                constants.push(constant_at(values, value.into())?);
                                Some(id(count + constants.len() - 1))
                            }
                        });
                    }
                    module.metadata.node(distinct, &operands)
                }
                Item::Record { code, start, end } => {
                    let words = &self.words[start as usize..end as usize];
                    let mut node = |item: u32| match (item as usize) < count {
                        true => Ok(id(item as usize)),
                        false => Err(self.unknown(item)),
                    };
                    add_debug(module, code, words, &mut node)?
                }
                // These items do not occur in releases whose modules are read in their original
                // form.
                Item::Scope { .. } | Item::File { .. } | Item::Site { .. } | Item::Other => {
                    module.metadata.add(Metadata::Text(Name::NONE))
                }
            };
            made.insert(number as u32, new);
        }
        for constant in constants {
            module.metadata.add(Metadata::Constant(constant));
        }
        let nothing = module.metadata.add(Metadata::Text(Name::NONE));
        for (name, nodes) in std::mem::take(&mut self.named) {
            let member = |node: u32| match node {
                u32::MAX => Ok(nothing),
                _ => made.get(&node).copied().ok_or_else(|| self.unknown(node)),
            };
            let members = nodes.into_iter().map(member).collect::<Result<Vec<_>>>()?;
            let name = module.names.add_even_empty(&name);
            module.metadata.add_named(name, &members);
        }
        Ok(())
    }

    /// Attaches metadata to globals, which are given by value number.
    pub(in crate::bitcode) fn attach_to_globals(
        &self,
        module: &mut Module,
        made: &Made,
        values: &[Slot],
    ) -> Result<()> {
        for &[value, kind, node] in &self.attached {
            let slot = values.get(value as usize).map(|slot| slot.content);
            let global = match slot {
                Some(Content::Known(Value::Constant(constant))) => {
                    match module.constants.get(constant).kind {
                        ConstantKind::Global(global) => Some(global),
                        _ => None,
                    }
                }
                _ => None,
            };
            let (Some(global), Some(&node)) = (global, made.get(&node)) else {
                let message = "metadata is attached to a value that is not a global";
                return Err(bad(ErrorKind::BadMetadata, message));
            };
            let Some(name) = self.kind_name(kind) else {
                return Err(self.nameless_kind(kind));
            };
            let name = module.names.add(name);
            module.metadata.attach(global, name, node);
        }
        Ok(())
    }

    /// The error for a kind of attachments that the file does not name.
    pub(in crate::bitcode) fn nameless_kind(&self, kind: u32) -> Error {
        let message = format!("metadata of kind {kind} is attached, but this kind has no name");
        bad(ErrorKind::BadMetadata, message)
    }

    fn unknown(&self, number: u32) -> Error {
        let count = self.items.len();
        let message = format!("metadata {number} is used, but there are {count}");
        bad(ErrorKind::BadMetadata, message)
    }

    /// Adds the named lists that contain only texts to the module.
    pub(in crate::bitcode) fn add_named(
        &mut self,
        module: &mut Module,
        made: &mut Made,
    ) -> Result<()> {
        let nothing = FileMetadata::default();
        let values = BodyValues::new(&[]);
        for (name, nodes) in std::mem::take(&mut self.named) {
            if nodes.iter().any(|&node| !self.is_of_texts(node)) {
                continue;
            }
            let both = Both {
                module: self,
                own: &nothing,
            };
            let mut members = Vec::with_capacity(nodes.len());
            for node in nodes {
                members.push(both.operand(module, made, &values, node)?);
            }
            let name = module.names.add_even_empty(&name);
            module.metadata.add_named(name, &members);
        }
        Ok(())
    }

    fn is_of_texts(&self, node: u32) -> bool {
        let get = |number: u32| self.items.get(usize::try_from(number).ok()?).copied();
        let Some(Item::Node { start, end, .. }) = get(node) else {
            return false;
        };
        let operands = &self.operands[start as usize..end as usize];
        let is_text = |operand: &Operand| match *operand {
            Operand::Item(number) => match get(number) {
                Some(Item::Text { start, end }) => (end - start) as usize <= MAX_TEXT,
                _ => false,
            },
            _ => false,
        };
        operands.len() <= MAX_TEXTS && operands.iter().all(is_text)
    }
}

impl FileMetadata {
    /// Returns a value in a function's metadata: a constant or a local.
    fn value(&self, values: &BodyValues<'_>, number: u32) -> Result<Metadata> {
        let slot = values.get(number as usize).map(|slot| slot.content);
        if let Some(Content::Known(Value::Local(local))) = slot {
            return Ok(Metadata::Local(local));
        }
        values.constant(number.into()).map(Metadata::Constant)
    }
}

/// Adds the node for a record of debug information.
fn add_debug(
    module: &mut Module,
    code: u16,
    words: &[u64],
    node: &mut dyn FnMut(u32) -> Result<MetadataId>,
) -> Result<MetadataId> {
    let Some(class) = DebugClass::of_code(code.into()) else {
        return Ok(module.metadata.add(Metadata::Text(Name::NONE)));
    };
    let fields = specialised::decode(class, words, node)?;
    let id = module
        .metadata
        .debug(class, specialised::is_distinct(class, words));
    module.metadata.set_fields(id, &fields);
    Ok(id)
}

impl Both<'_> {
    /// Adds the nodes of a function to the module. They may contain each other. Nodes with values
    /// of the function are made when they are used.
    pub(in crate::bitcode) fn keep_own(
        &self,
        module: &mut Module,
        made: &mut Made,
        values: &BodyValues<'_>,
    ) -> Result<()> {
        let first = self.own.before as u32;
        let numbered = || (first..).zip(self.own.items.iter().copied());
        for (number, item) in numbered() {
            let new = match item {
                Item::Text { start, end } => {
                    let text = &self.own.text[start as usize..end as usize];
                    let name = module.names.add_even_empty(text);
                    module.metadata.add(Metadata::Text(name))
                }
                Item::Value(value) => match self.own.value(values, value) {
                    Ok(constant) => module.metadata.add(constant),
                    // The result of a later instruction.
                    Err(_) => continue,
                },
                Item::Node { distinct, .. } => module.metadata.node(distinct, &[]),
                Item::Record { code, start, end } => {
                    let words = &self.own.words[start as usize..end as usize];
                    match DebugClass::of_code(code.into()) {
                        Some(DebugClass::ARGUMENTS) | None => continue,
                        Some(class) => module
                            .metadata
                            .debug(class, specialised::is_distinct(class, words)),
                    }
                }
                _ => continue,
            };
            made.insert(number, new);
        }
        for (number, item) in numbered() {
            let Some(&new) = made.get(&number) else {
                continue;
            };
            let mut operands = Vec::new();
            match item {
                Item::Node { start, end, .. } => {
                    for &operand in &self.own.operands[start as usize..end as usize] {
                        operands.push(match operand {
                            Operand::Nothing => None,
                            Operand::Item(item) => Some(self.make(module, made, values, item, 0)?),
                            Operand::Value(value) => {
                                let value = self.own.value(values, value)?;
                                Some(module.metadata.add(value))
                            }
                        });
                    }
                    module.metadata.set_operands(new, &operands);
                }
                Item::Record { code, start, end } => {
                    let words = &self.own.words[start as usize..end as usize];
                    let Some(class) = DebugClass::of_code(code.into()) else {
                        continue;
                    };
                    let mut node = |item: u32| self.make(module, made, values, item, 0);
                    let fields = specialised::decode(class, words, &mut node)?;
                    module.metadata.set_fields(new, &fields);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the item with a number, and the metadata that it belongs to.
    pub(super) fn get(&self, number: u32) -> Result<(Item, &FileMetadata)> {
        let found = usize::try_from(number).ok().and_then(|number| {
            let of = if number < self.module.items.len() {
                self.module
            } else {
                self.own
            };
            Some((*of.items.get(number.checked_sub(of.before)?)?, of))
        });
        found.ok_or_else(|| {
            let count = self.module.items.len() + self.own.items.len();
            let message = format!("metadata {number} is used, but there are {count}");
            bad(ErrorKind::BadMetadata, message)
        })
    }

    /// Returns the metadata of the model for a number: strings, constants, and tuples of these.
    pub(in crate::bitcode) fn operand(
        &self,
        module: &mut Module,
        made: &mut Made,
        values: &BodyValues<'_>,
        number: u32,
    ) -> Result<MetadataId> {
        self.make(module, made, values, number, 0)
    }

    fn make(
        &self,
        module: &mut Module,
        made: &mut Made,
        values: &BodyValues<'_>,
        number: u32,
        depth: usize,
    ) -> Result<MetadataId> {
        if let Some(&known) = made.get(&number) {
            return Ok(known);
        }
        if depth > MAX_DEPTH {
            return Err(bad(
                ErrorKind::Unsupported,
                format!("metadata that an instruction takes is nested more than {MAX_DEPTH} deep"),
            ));
        }
        let (item, of) = self.get(number)?;
        let new = match item {
            Item::Text { start, end } => {
                let text = &of.text[start as usize..end as usize];
                let name = module.names.add_even_empty(text);
                module.metadata.add(Metadata::Text(name))
            }
            Item::Value(value) => {
                let value = of.value(values, value)?;
                module.metadata.add(value)
            }
            Item::Node {
                distinct,
                start,
                end,
            } => {
                let mut operands = Vec::new();
                for &operand in &of.operands[start as usize..end as usize] {
                    operands.push(match operand {
                        Operand::Nothing => None,
                        Operand::Item(operand) => {
                            Some(self.make(module, made, values, operand, depth + 1)?)
                        }
                        Operand::Value(value) => {
                            let value = of.value(values, value)?;
                            Some(module.metadata.add(value))
                        }
                    });
                }
                module.metadata.node(distinct, &operands)
            }
            Item::Record { code, start, end } if of.as_written => {
                let words = &of.words[start as usize..end as usize];
                let Some(class) = DebugClass::of_code(code.into()) else {
                    return Err(self.without_text());
                };
                let mut node = |item: u32| self.make(module, made, values, item, depth + 1);
                let fields = specialised::decode(class, words, &mut node)?;
                let distinct = specialised::is_distinct(class, words);
                let id = module.metadata.debug(class, distinct);
                module.metadata.set_fields(id, &fields);
                id
            }
            Item::Scope { .. }
            | Item::File { .. }
            | Item::Site { .. }
            | Item::Record { .. }
            | Item::Other => {
                return Err(self.without_text());
            }
        };
        made.insert(number, new);
        Ok(new)
    }

    fn without_text(&self) -> Error {
        let message = "an instruction takes metadata that is neither text nor tuple";
        bad(ErrorKind::Unsupported, message)
    }
}
