//! Metadata that the model needs: operands of intrinsics, the nodes that locations refer to, and
//! named lists of strings. Everything else has a number but no contents.

mod kept;
mod scopes;
mod specialised;
mod variables;

use std::collections::BTreeMap;

use pinnacle_bitstream::{Cursor, Reader, Step};

use super::error::ErrorKind;
use super::record::{Operands, Result, bad, push_bytes, short};
use super::records::{MetadataCode as C, OldMetadataCode as O};
use super::types::{BodyTypes, FileTypes};
use super::values::{BodyValues, unknown};
use crate::debug_nodes::DebugClass;
use crate::ids::MetadataId;
use crate::module::Module;
use crate::types::Type;

pub(super) use scopes::{FileScope, Scopes};
pub(super) use variables::{Mention, ValueMention, Variables};

/// A piece of metadata.
#[derive(Clone, Copy)]
enum Item {
    /// A string, given by its end. It begins at the end of the previous one.
    Text {
        start: u32,
        end: u32,
    },
    /// A value by number.
    Value(u32),
    /// A tuple, given by the range of its operands.
    Node {
        distinct: bool,
        start: u32,
        end: u32,
    },
    /// A function, block or file of the source: its enclosing scope, its file and its name. Each is
    /// a metadata number plus one.
    Scope {
        around: u32,
        file: u32,
        name: u32,
        symbol: u32,
        line: u32,
        /// True for a block of a function.
        is_block: bool,
    },
    /// A type, a variable or an expression: its code, and the range of its numbers.
    Record {
        code: u16,
        start: u32,
        end: u32,
    },
    /// A file with its name and folder. Each is a metadata number plus one.
    File {
        name: u32,
        directory: u32,
    },
    /// The location of an inlined call: its scope, a metadata number, and the enclosing call, a
    /// metadata number plus one.
    Site {
        line: u32,
        column: u32,
        scope: u32,
        around: u32,
    },
    Other,
}

/// An operand of a node.
#[derive(Clone, Copy)]
enum Operand {
    Nothing,
    /// Metadata by number.
    Item(u32),
    /// Value by number. Nodes written before LLVM 3.6 hold values directly.
    Value(u32),
}

impl Operand {
    /// The operand for a metadata number plus one; 0 for none.
    fn from_number(number: u64) -> Operand {
        match number.checked_sub(1) {
            Some(number) => Operand::Item(small(number)),
            None => Operand::Nothing,
        }
    }
}

/// Narrows a number. A number that is too large refers to nothing, and becomes one that does too.
fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns true if the text of an item is known when a module is printed in its original form.
fn is_kept_as_written(item: Item) -> bool {
    matches!(item, Item::Text { .. } | Item::Value(_) | Item::Node { .. })
}

/// The metadata of a module, or the metadata that a function adds to it, by number.
#[derive(Default)]
pub(super) struct FileMetadata {
    /// Number of entries that come before these.
    before: usize,
    items: Vec<Item>,
    text: Vec<u8>,
    operands: Vec<Operand>,
    /// The name for the next list.
    name: Vec<u8>,
    /// Lists that are not LLVM's own, with the numbers of their nodes.
    named: Vec<(Vec<u8>, Vec<u32>)>,
    /// The numbers that named lists take. Only LLVM 2.6 and 2.7 number them.
    numbered_lists: Vec<usize>,
    /// True if the file turned out to be of LLVM 2.8, where named lists take no numbers.
    without_numbered_lists: bool,
    /// The names of lists of LLVM 2.6.
    old_lists: Vec<Vec<u8>>,
    /// True if everything is kept, for a module that is read in its original form.
    pub(super) as_written: bool,
    /// Names of the kinds of attachments, by number. Only if everything is kept.
    kinds: BTreeMap<u32, Vec<u8>>,
    /// Attachments of globals: the number of the global, of the kind and of the node.
    attached: Vec<[u32; 3]>,
    /// True if there are nodes in the form used before LLVM 3.6.
    has_old_nodes: bool,
    /// True for the metadata of a function.
    own: bool,
    /// True if a record of LLVM 2.6 has given the name of the next list.
    has_name: bool,
    /// True if types and variables are kept.
    keeps_variables: bool,
    /// The numbers in the records of types and variables.
    words: Vec<u64>,
    /// Globals and the metadata that describes them, each by number.
    described: Vec<(u32, u32)>,
    /// Values that a function's metadata holds, by number, with the numbers of the types that the
    /// metadata gives them.
    value_types: Vec<(u32, u64)>,
}

/// The metadata that a function can refer to: the module's and its own.
#[derive(Clone, Copy)]
pub(super) struct Both<'a> {
    pub(super) module: &'a FileMetadata,
    pub(super) own: &'a FileMetadata,
}

/// The metadata that was made for instructions, by number.
pub(super) type Made = BTreeMap<u32, MetadataId>;

/// Maximum number of named lists that are kept.
const MAX_NAMED: usize = 1 << 10;

impl FileMetadata {
    /// Empties the table for a function of a module with this metadata.
    pub(super) fn start_own(&mut self, module: &FileMetadata) {
        self.before = module.items.len();
        self.own = true;
        self.as_written = module.as_written;
        self.has_old_nodes = module.has_old_nodes;
        self.keeps_variables = module.keeps_variables;
        self.words.clear();
        self.items.clear();
        self.text.clear();
        self.operands.clear();
        self.named.clear();
        self.numbered_lists.clear();
        self.value_types.clear();
        self.has_name = false;
    }

    /// Checks that values in a function's metadata have the types that it states.
    pub(super) fn check_values(
        &self,
        types: &BodyTypes<'_>,
        values: &BodyValues<'_>,
    ) -> Result<()> {
        for &(value, ty) in &self.value_types {
            let slot = values.get(value as usize);
            let slot = slot.ok_or_else(|| unknown(value.into(), values.len()))?;
            if types.model(slot.ty)? != types.model(types.by_number(ty)?)? {
                let message = format!("metadata gives value {value} a type other than its own");
                return Err(bad(ErrorKind::WrongType, message));
            }
        }
        Ok(())
    }

    /// Number of entries.
    pub(super) fn count(&self) -> u32 {
        self.items.len() as u32
    }

    /// Returns true if there are nodes in the form used before LLVM 3.6, and all nodes are tuples.
    pub(super) fn has_only_tuples(&self, types: &FileTypes) -> bool {
        types.old || self.has_old_nodes
    }

    /// The characters of all strings, concatenated.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn read(
        &mut self,
        module: &Module,
        types: &FileTypes,
        reader: &mut Reader<'_>,
    ) -> Result<()> {
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    self.record(module, types, C(record.code), record.operands)
                        .map_err(|error| error.at(record.position))?;
                }
                Step::EnterBlock(_) => reader.skip_block()?,
                Step::ExitBlock | Step::End => return Ok(()),
                Step::DefineAbbreviation => {}
            }
        }
    }

    fn record(&mut self, module: &Module, types: &FileTypes, code: C, all: &[u64]) -> Result<()> {
        if types.old && (O::NODE.0..=O::ATTACHMENT.0).contains(&code.0) {
            return self.old_record(module, types, O(code.0), all);
        }
        if self.as_written && !types.old && DebugClass::of_code(code.0).is_some() {
            let item = self.kept(code, all);
            self.items.push(item);
            return Ok(());
        }
        let operand = |index: usize| all.get(index).map_or(0, |&operand| small(operand));
        let item = match code {
            C::STRING_OLD => {
                let start = self.text.len() as u32;
                push_bytes(all, &mut self.text);
                let end = self.text.len() as u32;
                Item::Text { start, end }
            }
            C::VALUE => {
                let &[ty, value, ..] = all else {
                    return Err(short(all.len()));
                };
                if self.own {
                    self.value_types.push((small(value), ty));
                }
                Item::Value(small(value))
            }
            C::NODE | C::DISTINCT_NODE => {
                let operands = all.iter().map(|&number| Operand::from_number(number));
                self.node(code == C::DISTINCT_NODE, operands)
            }
            C::OLD_NODE | C::OLD_FN_NODE => {
                self.has_old_nodes = true;
                let node = self.old_node(module, types, all)?;
                self.of_function(node, code == C::OLD_FN_NODE)
            }
            C::FILE => Item::File {
                name: operand(1),
                directory: operand(2),
            },
            C::LOCATION => Item::Site {
                line: operand(1),
                column: operand(2),
                scope: operand(3),
                around: operand(4),
            },
            C::SUBPROGRAM => Item::Scope {
                around: operand(1),
                name: operand(2),
                symbol: operand(3),
                file: operand(4),
                line: operand(5),
                is_block: false,
            },
            C::LEXICAL_BLOCK | C::LEXICAL_BLOCK_FILE => Item::Scope {
                around: operand(1),
                name: 0,
                symbol: 0,
                file: operand(2),
                line: 0,
                is_block: code == C::LEXICAL_BLOCK,
            },
            C::STRINGS => return self.strings(all),
            C::NAME => {
                self.name.clear();
                push_bytes(all, &mut self.name);
                return Ok(());
            }
            C::NAMED_NODE => {
                self.list(all);
                return Ok(());
            }
            C::KIND if self.as_written => {
                self.kind(all);
                return Ok(());
            }
            C::GLOBAL_DECL_ATTACHMENT if self.as_written => {
                if let Some((&global, pairs)) = all.split_first() {
                    let pairs = pairs.chunks_exact(2);
                    let attached = pairs.map(|it| [small(global), small(it[0]), small(it[1])]);
                    self.attached.extend(attached);
                }
                return Ok(());
            }
            C::GLOBAL_DECL_ATTACHMENT if self.keeps_variables => {
                self.attachment(all);
                return Ok(());
            }
            _ if self.keeps_variables && variables::is_kept(code) => self.kept(code, all),
            // Kinds, attachments and indices do not take numbers.
            C::KIND | C::ATTACHMENT | C::GLOBAL_DECL_ATTACHMENT | C::INDEX_OFFSET | C::INDEX => {
                return Ok(());
            }
            _ => Item::Other,
        };
        if self.as_written && !types.old && !is_kept_as_written(item) {
            let message = format!("a record of metadata has the unknown code {}", code.0);
            return Err(bad(ErrorKind::Unsupported, message));
        }
        self.items.push(item);
        Ok(())
    }

    /// Reads the name of a kind of attachments.
    fn kind(&mut self, all: &[u64]) {
        if let Some((&number, name)) = all.split_first()
            && self.as_written
        {
            let mut text = Vec::with_capacity(name.len());
            push_bytes(name, &mut text);
            self.kinds.insert(small(number), text);
        }
    }

    /// The name of a kind of attachments.
    pub(super) fn kind_name(&self, number: u32) -> Option<&[u8]> {
        self.kinds.get(&number).map(|name| &name[..])
    }

    /// Reads a list, whose name was read last.
    fn list(&mut self, all: &[u64]) {
        let name = std::mem::take(&mut self.name);
        let wanted = self.as_written || !name.starts_with(b"llvm.");
        if wanted && self.named.len() < MAX_NAMED {
            self.named
                .push((name, all.iter().map(|&node| small(node)).collect()));
        }
    }

    /// A record of LLVM 2.6 to 2.8 with a code that means something else today.
    fn old_record(
        &mut self,
        module: &Module,
        types: &FileTypes,
        code: O,
        all: &[u64],
    ) -> Result<()> {
        // Functions have nodes of their own from 2.7 on. In 2.6 the code is the name of a list,
        // which only modules have.
        let in_module = !self.own;
        match code {
            O::NODE => {
                let node = self.old_node(module, types, all)?;
                self.items.push(node);
            }
            O::FN_NODE if !in_module => {
                let node = self.old_node(module, types, all)?;
                let node = self.of_function(node, true);
                self.items.push(node);
            }
            O::NAME if !self.has_name => {
                self.name.clear();
                push_bytes(all, &mut self.name);
            }
            O::FN_NODE => {
                self.name.clear();
                push_bytes(all, &mut self.name);
                self.has_name = true;
                if self.old_lists.len() >= MAX_NAMED {
                    let message = "the module has too many named metadata lists";
                    return Err(bad(ErrorKind::TooLarge, message));
                }
                self.old_lists.push(self.name.clone());
            }
            O::NAME | O::NAMED_NODE => {
                self.has_name = false;
                self.list(all);
                self.numbered_lists.push(self.items.len());
                self.items.push(Item::Other);
            }
            // LLVM 2.8 numbers the kinds from 0, 2.7 from 1.
            O::KIND => {
                self.kind(all);
                let is_debug = all.get(1..).is_some_and(|name| {
                    name.iter()
                        .copied()
                        .eq(b"dbg".iter().map(|&byte| byte.into()))
                });
                if is_debug && all.first() == Some(&0) {
                    self.without_numbered_lists = true;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns true if this is the name of a list in LLVM 2.6.
    pub(super) fn is_list(&self, name: &[u64]) -> bool {
        let same = |list: &Vec<u8>| {
            list.iter()
                .map(|&byte| u64::from(byte))
                .eq(name.iter().copied())
        };
        self.old_lists.iter().any(same)
    }

    /// Removes the numbers of named lists if the file is of a release that does not number them.
    /// The end of the file shows that.
    pub(super) fn settle(&mut self) {
        if !self.without_numbered_lists || self.numbered_lists.is_empty() {
            return;
        }
        let mut lists = self.numbered_lists.iter().copied().peekable();
        let mut number = 0;
        self.items.retain(|_| {
            number += 1;
            lists.next_if_eq(&(number - 1)).is_none()
        });
        self.numbered_lists.clear();
    }

    /// Reads a node in the form used before LLVM 3.6: pairs of a type and the number of metadata,
    /// of a value, or of nothing.
    fn old_node(&mut self, module: &Module, types: &FileTypes, all: &[u64]) -> Result<Item> {
        let start = self.operands.len() as u32;
        for pair in all.chunks(2) {
            let &[ty, number] = pair else {
                return Err(short(all.len()));
            };
            let ty = types.model(types.by_number(ty)?)?;
            self.operands.push(match module.types.get(ty) {
                Type::Metadata => Operand::Item(small(number)),
                Type::Void => Operand::Nothing,
                _ => Operand::Value(small(number)),
            });
        }
        Ok(Item::Node {
            distinct: false,
            start,
            end: self.operands.len() as u32,
        })
    }

    /// Converts a node that holds values of a function, as LLVM has done since 3.6. A node of a
    /// single value becomes that value, and any other becomes empty.
    fn of_function(&mut self, node: Item, is_of_function: bool) -> Item {
        let Item::Node { start, end, .. } = node else {
            return node;
        };
        if self.as_written || !is_of_function {
            return node;
        }
        match self.operands[start as usize..end as usize] {
            [Operand::Value(value)] => Item::Value(value),
            _ => Item::Node {
                distinct: false,
                start,
                end: start,
            },
        }
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

    /// Reads a record of many strings: their number, the offset of their characters, and a blob
    /// with their lengths and characters.
    fn strings(&mut self, all: &[u64]) -> Result<()> {
        let mut operands = Operands::new(all);
        let (count, offset) = (operands.next()?, operands.next()?);
        let mut blob = Vec::with_capacity(operands.left());
        push_bytes(operands.rest(), &mut blob);
        let wrong = || {
            bad(
                ErrorKind::BadMetadata,
                "strings are outside of their record",
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
}
