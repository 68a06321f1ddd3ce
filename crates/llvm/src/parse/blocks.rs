//! Blocks: labels, references, and the expansion of outdated expressions on edges.

use super::error::{Result, SyntaxErrorKind as E};
use super::function::BlockEntry;
use super::lex::{Kind, Token};
use super::{Key, Parser};
use crate::body::Block;
use crate::ids::{BlockId, GlobalId, InstructionId, Name};

impl<'t> Parser<'t> {
    /// Declares the blocks whose addresses were taken before the body.
    pub(super) fn declare_addressed(&mut self) {
        let Some(function) = self.locals.function else {
            return;
        };
        let Some(blocks) = self.addressed.remove(&function) else {
            return;
        };
        let mut in_order: Vec<_> = blocks.into_iter().collect();
        in_order.sort_by_key(|&(_, block)| block);
        let token = self.token();
        for (key, _) in in_order {
            self.block_named(token, key);
        }
    }

    /// Returns the block with a name. Declares it at the first mention.
    pub(super) fn block_named(&mut self, token: Token, key: Key<'t>) -> BlockId {
        if let Some(known) = self.locals.blocks.get(&key) {
            return known.id;
        }
        let body = &mut self.locals.body;
        let name = body.names.add(key.name());
        let nowhere = InstructionId(0);
        body.blocks.push(Block {
            name,
            start: nowhere,
            end: nowhere,
        });
        let id = BlockId::at(body.blocks.len() - 1);
        let entry = BlockEntry {
            id,
            is_defined: false,
            token,
        };
        self.locals.blocks.insert(key, entry);
        id
    }

    /// Begins a block, with or without a label, if none is open.
    pub(super) fn labels(&mut self) -> Result<()> {
        let token = self.token();
        let key = if token.kind == Kind::Label {
            if self.locals.current.is_some() {
                let message = "the block before this label does not end with a terminator";
                return self.fail(E::UnterminatedBlock, message);
            }
            let key = self.key_of(token)?;
            self.next();
            key
        } else if self.locals.current.is_none() {
            Key::Number(self.locals.next_number)
        } else {
            return Ok(());
        };
        if let Key::Number(number) = key {
            self.take_number(token, number)?;
        }
        let id = self.block_named(token, key.clone());
        if let Some(entry) = self.locals.blocks.get_mut(&key) {
            if entry.is_defined {
                let message = format!("the block %{key} is defined twice");
                return self.fail_at(token, E::Redefinition, message);
            }
            entry.is_defined = true;
        }
        let body = &mut self.locals.body;
        body.blocks[id.index()].start = InstructionId::at(body.instructions.len());
        body.order.push(id);
        self.locals.current = Some(id);
        Ok(())
    }

    /// Ends the current block.
    pub(super) fn end_block(&mut self) {
        if let Some(block) = self.locals.current.take() {
            let body = &mut self.locals.body;
            body.blocks[block.index()].end = InstructionId::at(body.instructions.len());
        }
    }

    /// Parses `%block`.
    pub(super) fn block_reference(&mut self) -> Result<BlockId> {
        let token = self.token();
        if !self.is_local() {
            return self.unexpected("the name of a block");
        }
        let key = self.key_of(token)?;
        self.next();
        Ok(self.block_named(token, key))
    }

    /// Parses `label %block`.
    pub(super) fn label(&mut self) -> Result<BlockId> {
        self.expect_word("label")?;
        self.block_reference()
    }

    /// Parses a list of blocks in square brackets.
    pub(super) fn label_list(&mut self) -> Result<Vec<BlockId>> {
        self.expect_symbol(b'[')?;
        let mut blocks = Vec::new();
        while !self.is_symbol(b']') {
            blocks.push(self.label()?);
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b']')?;
        Ok(blocks)
    }

    /// Records the names of the blocks of a body that has been read.
    pub(super) fn name_blocks(&mut self, function: GlobalId) {
        if self.addressed.contains_key(&function) {
            return;
        }
        let Some(id) = self.module.as_function(function) else {
            return;
        };
        let Some(body) = &self.module.function(id).body else {
            return;
        };
        let numbers = crate::print::block_numbers(body);
        let blocks = body.order.iter().map(|&block| {
            let name: Name = body.block(block).name;
            let key = if name.is_some() {
                Key::Name(body.names.get(name).to_vec().into())
            } else {
                Key::Number(numbers[block.index()])
            };
            (key, block)
        });
        let blocks = blocks.collect();
        self.addressed.insert(function, blocks);
    }
}
