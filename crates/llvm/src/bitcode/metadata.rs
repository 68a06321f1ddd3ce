//! Metadata: only as much as intrinsics take as operands, what locations refer
//! to, and lists of texts that have names. Everything else has a number and no
//! contents.

use std::collections::BTreeMap;

use pinnacle_bitstream::{Cursor, Event, Reader};

use super::error::ErrorKind;
use super::record::{Operands, Result, bad, push_bytes, short};
use super::types::FileTypes;
use super::values::{Slot, constant_at};
use crate::ids::{MetadataId, Name};
use crate::location::SourceScope;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;

/// A piece of metadata.
#[derive(Clone, Copy)]
enum Item {
    /// A string: where it ends; it begins where the one before ends.
    Text {
        start: u32,
        end: u32,
    },
    /// A value by number.
    Value(u64),
    /// A tuple: where its operands lie.
    Node {
        distinct: bool,
        start: u32,
        end: u32,
    },
    /// A function, block or file of the source: what is around it, its file and
    /// name, each a number of metadata plus one.
    Scope {
        around: u64,
        file: u64,
        name: u64,
    },
    /// A file with its name.
    File(u64),
    Other,
}

/// What a node holds at one place.
#[derive(Clone, Copy)]
enum Operand {
    Nothing,
    /// Metadata by number.
    Item(u64),
    /// A value by number, as nodes of before LLVM 3.6 hold them.
    Value(u64),
}

impl Operand {
    /// What a number of metadata plus one stands for.
    fn from_number(number: u64) -> Operand {
        match number.checked_sub(1) {
            Some(number) => Operand::Item(number),
            None => Operand::Nothing,
        }
    }
}

/// The metadata of a file, by number.
#[derive(Clone, Default)]
pub(super) struct FileMetadata {
    items: Vec<Item>,
    text: Vec<u8>,
    operands: Vec<Operand>,
    /// The name of the list that follows.
    name: Vec<u8>,
    /// Lists that are not LLVM's own, with the numbers of their nodes.
    named: Vec<(Vec<u8>, Vec<u64>)>,
    made: BTreeMap<u64, MetadataId>,
    scopes: BTreeMap<u64, u32>,
}

/// How much there was before a function.
pub(super) struct Mark {
    items: usize,
    text: usize,
    operands: usize,
}

/// How deep nodes that are operands may be nested.
const MAX_DEPTH: usize = 16;
/// How many lists with names are kept, how many texts a node of one may have,
/// and how long these may be: they say what a module is, in a few words.
const MAX_NAMED: usize = 1 << 10;
const MAX_TEXTS: usize = 1 << 8;
const MAX_TEXT: usize = 1 << 12;
/// How many scopes are looked through for a file and a function.
const MAX_SCOPES: usize = 64;

impl FileMetadata {
    /// Remembers what there is, so that what a function adds can be dropped.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            items: self.items.len(),
            text: self.text.len(),
            operands: self.operands.len(),
        }
    }

    pub(super) fn drop_behind(&mut self, mark: &Mark) {
        if self.items.len() > mark.items {
            self.items.truncate(mark.items);
            self.made.split_off(&(mark.items as u64));
            self.scopes.split_off(&(mark.items as u64));
        }
        self.text.truncate(mark.text);
        self.operands.truncate(mark.operands);
    }

    pub(super) fn read(
        &mut self,
        module: &Module,
        types: &FileTypes,
        reader: &mut Reader<'_>,
    ) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    self.record(module, types, record.code, record.operands)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn record(&mut self, module: &Module, types: &FileTypes, code: u64, all: &[u64]) -> Result<()> {
        let operand = |index: usize| all.get(index).copied().unwrap_or(0);
        let item = match code {
            1 => {
                let start = self.text.len() as u32;
                push_bytes(all, &mut self.text);
                let end = self.text.len() as u32;
                Item::Text { start, end }
            }
            2 => Item::Value(operand(1)),
            3 | 5 => {
                let operands = all.iter().map(|&number| Operand::from_number(number));
                self.node(code == 5, operands)
            }
            8 | 9 => self.old_node(module, types, all)?,
            16 => Item::File(operand(1)),
            21 => Item::Scope {
                around: operand(1),
                name: operand(2),
                file: operand(4),
            },
            22 | 23 => Item::Scope {
                around: operand(1),
                name: 0,
                file: operand(2),
            },
            35 => return self.strings(all),
            4 => {
                self.name.clear();
                push_bytes(all, &mut self.name);
                return Ok(());
            }
            10 => {
                let name = std::mem::take(&mut self.name);
                if !name.starts_with(b"llvm.") && self.named.len() < MAX_NAMED {
                    self.named.push((name, all.to_vec()));
                }
                return Ok(());
            }
            // Kinds, attachments and indices, which have no numbers.
            6 | 11 | 36 | 38 | 39 => return Ok(()),
            _ => Item::Other,
        };
        self.items.push(item);
        Ok(())
    }

    /// Pairs of a type and a number, of the time before LLVM 3.6: of metadata,
    /// of a value, or of nothing.
    fn old_node(&mut self, module: &Module, types: &FileTypes, all: &[u64]) -> Result<Item> {
        let start = self.operands.len() as u32;
        for pair in all.chunks(2) {
            let &[ty, number] = pair else {
                return Err(short(all.len()));
            };
            let ty = types.model(types.by_number(ty)?)?;
            self.operands.push(match module.types.get(ty) {
                Type::Metadata => Operand::Item(number),
                Type::Void => Operand::Nothing,
                _ => Operand::Value(number),
            });
        }
        Ok(Item::Node {
            distinct: false,
            start,
            end: self.operands.len() as u32,
        })
    }

    fn node(&mut self, distinct: bool, operands: impl Iterator<Item = Operand>) -> Item {
        let start = self.operands.len() as u32;
        self.operands.extend(operands);
        let end = self.operands.len() as u32;
        Item::Node {
            distinct,
            start,
            end,
        }
    }

    /// Many strings: how many, where their characters begin, and a blob of
    /// their lengths and characters.
    fn strings(&mut self, all: &[u64]) -> Result<()> {
        let mut operands = Operands::new(all);
        let (count, offset) = (operands.next()?, operands.next()?);
        let mut blob = Vec::with_capacity(operands.left());
        push_bytes(operands.rest(), &mut blob);
        let wrong = || {
            bad(
                ErrorKind::BadMetadata,
                "strings lie outside of their record",
            )
        };
        let offset = usize::try_from(offset).map_err(|_| wrong())?;
        let (lengths, mut characters) = blob.split_at_checked(offset).ok_or_else(wrong)?;
        let mut lengths = Cursor::new(lengths, 0);
        for _ in 0..count {
            let length = lengths.vbr(6).map_err(|_| wrong())? as usize;
            let (string, rest) = characters.split_at_checked(length).ok_or_else(wrong)?;
            characters = rest;
            let start = self.text.len() as u32;
            self.text.extend_from_slice(string);
            let end = self.text.len() as u32;
            self.items.push(Item::Text { start, end });
        }
        Ok(())
    }

    fn get(&self, number: u64) -> Result<Item> {
        let item = usize::try_from(number).ok().and_then(|n| self.items.get(n));
        item.copied().ok_or_else(|| {
            let count = self.items.len();
            let message = format!("metadata {number} is used, but there are {count}");
            bad(ErrorKind::BadMetadata, message)
        })
    }

    /// The metadata of the model for a number: strings, constants, and tuples
    /// of them.
    pub(super) fn operand(
        &mut self,
        module: &mut Module,
        values: &[Slot],
        number: u64,
    ) -> Result<MetadataId> {
        self.make(module, values, number, 0)
    }

    fn make(
        &mut self,
        module: &mut Module,
        values: &[Slot],
        number: u64,
        depth: usize,
    ) -> Result<MetadataId> {
        if let Some(&made) = self.made.get(&number) {
            return Ok(made);
        }
        if depth > MAX_DEPTH {
            return Err(bad(
                ErrorKind::Unsupported,
                format!("metadata that an instruction takes is nested more than {MAX_DEPTH} deep"),
            ));
        }
        let made = match self.get(number)? {
            Item::Text { start, end } => {
                let text = &self.text[start as usize..end as usize];
                let name = module.names.add_even_empty(text);
                module.metadata.add(Metadata::Text(name))
            }
            Item::Value(value) => {
                let constant = constant_at(values, value)?;
                module.metadata.add(Metadata::Constant(constant))
            }
            Item::Node {
                distinct,
                start,
                end,
            } => {
                let mut operands = Vec::new();
                for index in start..end {
                    operands.push(match self.operands[index as usize] {
                        Operand::Nothing => None,
                        Operand::Item(operand) => {
                            Some(self.make(module, values, operand, depth + 1)?)
                        }
                        Operand::Value(value) => {
                            let constant = constant_at(values, value)?;
                            Some(module.metadata.add(Metadata::Constant(constant)))
                        }
                    });
                }
                module.metadata.node(distinct, &operands)
            }
            Item::Scope { .. } | Item::File(_) | Item::Other => {
                let message = "an instruction takes metadata that is neither text nor tuple";
                return Err(bad(ErrorKind::Unsupported, message));
            }
        };
        self.made.insert(number, made);
        Ok(made)
    }

    /// Puts the lists that hold nothing but texts into the module.
    pub(super) fn add_named(&mut self, module: &mut Module) -> Result<()> {
        for (name, nodes) in std::mem::take(&mut self.named) {
            if nodes.iter().any(|&node| !self.is_of_texts(node)) {
                continue;
            }
            let mut members = Vec::with_capacity(nodes.len());
            for node in nodes {
                members.push(self.make(module, &[], node, 0)?);
            }
            let name = module.names.add_even_empty(&name);
            module.metadata.add_named(name, &members);
        }
        Ok(())
    }

    fn is_of_texts(&self, node: u64) -> bool {
        let Ok(Item::Node { start, end, .. }) = self.get(node) else {
            return false;
        };
        let operands = &self.operands[start as usize..end as usize];
        let is_text = |operand: &Operand| match *operand {
            Operand::Item(number) => match self.get(number) {
                Ok(Item::Text { start, end }) => (end - start) as usize <= MAX_TEXT,
                _ => false,
            },
            _ => false,
        };
        operands.len() <= MAX_TEXTS && operands.iter().all(is_text)
    }

    fn text_at(&self, number: u64) -> &[u8] {
        let item = number.checked_sub(1).and_then(|n| self.get(n).ok());
        match item {
            Some(Item::Text { start, end }) => &self.text[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The file and function that a scope is in, as an index into the scopes of
    /// the module.
    pub(super) fn scope(&mut self, module: &mut Module, number: u64) -> u32 {
        if let Some(&known) = self.scopes.get(&number) {
            return known;
        }
        let (mut file, mut function) = (&[][..], &[][..]);
        let mut next = Some(number);
        for _ in 0..MAX_SCOPES {
            let Some(item) = next.and_then(|next| self.get(next).ok()) else {
                break;
            };
            let Item::Scope {
                around,
                file: its_file,
                name,
            } = item
            else {
                break;
            };
            if file.is_empty()
                && let Some(Item::File(name)) =
                    its_file.checked_sub(1).and_then(|n| self.get(n).ok())
            {
                file = self.text_at(name);
            }
            if name > 0 {
                function = self.text_at(name);
                break;
            }
            next = around.checked_sub(1);
        }
        let scope = SourceScope {
            file: add(module, file),
            function: add(module, function),
        };
        module.source_scopes.push(scope);
        let index = module.source_scopes.len() as u32 - 1;
        self.scopes.insert(number, index);
        index
    }
}

fn add(module: &mut Module, text: &[u8]) -> Name {
    module.names.add(text)
}
