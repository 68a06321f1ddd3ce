//! Metadata put into a module: what intrinsics take as operands, lists of texts, or everything
//! for a module that is read as it was written.

use super::{Both, FileMetadata, Item, Made, Operand};
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::record::{Result, bad};
use crate::bitcode::values::{BodyValues, Content, Slot, constant_at};
use crate::ids::{MetadataId, Name};
use crate::instruction::Value;
use crate::metadata::Metadata;
use crate::module::Module;

/// Maximum nesting depth of nodes that are operands.
const MAX_DEPTH: usize = 16;

/// Maximum number of texts in a node of a named list, and their maximum length: they describe a
/// module in a few words.
const MAX_TEXTS: usize = 1 << 8;
const MAX_TEXT: usize = 1 << 12;

impl FileMetadata {
    /// Puts everything into the module, which has all constants: nodes may hold each
    /// other in a circle.
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
                // Items that do not occur in the releases whose text is read as written.
                Item::Scope { .. }
                | Item::Record { .. }
                | Item::File { .. }
                | Item::Site { .. }
                | Item::Other => module.metadata.add(Metadata::Text(Name::NONE)),
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

    fn unknown(&self, number: u32) -> Error {
        let count = self.items.len();
        let message = format!("metadata {number} is used, but there are {count}");
        bad(ErrorKind::BadMetadata, message)
    }

    /// Puts the lists that hold nothing but texts into the module.
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
    /// A value that metadata of a function holds: a constant, or a local where
    /// everything is kept.
    fn value(&self, values: &BodyValues<'_>, number: u32) -> Result<Metadata> {
        let slot = values.get(number as usize).map(|slot| slot.content);
        if let Some(Content::Known(Value::Local(local))) = slot
            && self.as_written
        {
            return Ok(Metadata::Local(local));
        }
        values.constant(number.into()).map(Metadata::Constant)
    }
}

impl Both<'_> {
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

    /// The metadata of the model for a number: strings, constants, and tuples
    /// of them.
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
            Item::Scope { .. }
            | Item::File { .. }
            | Item::Site { .. }
            | Item::Record { .. }
            | Item::Other => {
                let message = "an instruction takes metadata that is neither text nor tuple";
                return Err(bad(ErrorKind::Unsupported, message));
            }
        };
        made.insert(number, new);
        Ok(new)
    }
}
