//! Blocks of functions.

use super::bytes::ByteKind;
use super::constants::LocalPool;
use super::module::Walk;
use super::{Compaction, CompactionPlane, FunctionBlock, symbols};
use crate::error::{Error, ErrorKind, Section};
use crate::format::Format;
use crate::opcode;
use crate::read::blocks::Block;
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::instructions::Encoded;

impl<'a> Walk<'a> {
    pub(super) fn function_block(&mut self, block: &Block) -> Result<(), Error> {
        // Blocks belong to functions by order. Functions that are marked as having no block are
        // skipped. Other functions without a block can then only be the last ones.
        let number = self.definitions.get(self.function_blocks).copied();
        let number = number.unwrap_or(usize::MAX);
        self.function_blocks += 1;
        let mut function = FunctionBlock {
            offset: block.offset() as u64,
            size: block.content().len() as u64,
            ..FunctionBlock::default()
        };
        let result = self.function(block, number, &mut function);
        match self.dump.functions.get_mut(number) {
            Some(entry) => {
                entry.block = Some(function);
                result
            }
            None => Err(Error::new(
                ErrorKind::BodyCount,
                format!(
                    "the module has {} functions, but this block is for one more",
                    self.definitions.len()
                ),
            )
            .at(block.offset() as u64)),
        }
    }

    fn function(
        &mut self,
        block: &Block,
        number: usize,
        function: &mut FunctionBlock,
    ) -> Result<(), Error> {
        let mut cursor = block.cursor(self.file, self.features);
        function.linkage = cursor.vbr32()?;
        self.ledger.upto(cursor.position(), ByteKind::Functions);
        let first = self.types.graph.len() as u32;
        let mut local = first..first;
        self.blocks(cursor, 2, Section::Function, &mut |walk, block| {
            let cursor = block.cursor(walk.file, walk.features);
            match block.section {
                Some(Section::Constants) => {
                    let mut pool = LocalPool {
                        function: number,
                        types: local.clone(),
                        entries: &mut function.types,
                        counts: Default::default(),
                    };
                    let (planes, result) = walk.constant_pool(cursor, Some(&mut pool));
                    local = pool.types;
                    function.constants.extend(planes);
                    result
                }
                Some(Section::Compaction) => {
                    let table = function.compaction.get_or_insert_default();
                    table.offset = block.offset() as u64;
                    walk.compaction(cursor, table)
                }
                Some(Section::Instructions) => walk.instructions(cursor, function, false),
                Some(Section::BasicBlock) => {
                    walk.dump.format = Some(Format::Llvm10);
                    function.basic_blocks += 1;
                    walk.instructions(cursor, function, true)
                }
                Some(Section::Symbols) => symbols::read(walk, cursor, &mut function.symbols),
                _ => Ok(()),
            }
        })
    }

    fn compaction(&mut self, mut cursor: Cursor<'_>, table: &mut Compaction) -> Result<(), Error> {
        let mut types = 0;
        if self.features.leading_types {
            types = cursor.vbr32()?;
        }
        loop {
            for _ in 0..types {
                let number = cursor.type_number()?;
                table.types.push(self.file_number(number));
                self.ledger.upto(cursor.position(), ByteKind::Compaction);
            }
            self.ledger.upto(cursor.position(), ByteKind::Compaction);
            if cursor.is_at_end() {
                return Ok(());
            }
            let head = cursor.vbr32()?;
            let (count, number) = match head & 3 {
                3 => (head >> 2, cursor.type_number()?),
                count => (count, cursor.type_of_number(head >> 2)),
            };
            if number == TYPE_PLANE {
                types = count;
                continue;
            }
            types = 0;
            let mut slots = Vec::new();
            for _ in 0..count {
                slots.push(cursor.vbr32()?);
                self.ledger.upto(cursor.position(), ByteKind::Compaction);
            }
            table.planes.push(CompactionPlane {
                plane: self.file_number(number),
                slots,
            });
        }
    }

    fn instructions(
        &mut self,
        mut cursor: Cursor<'_>,
        function: &mut FunctionBlock,
        is_one_block: bool,
    ) -> Result<(), Error> {
        let mut list = Vec::new();
        while !cursor.is_at_end() {
            let encoding = usize::from(cursor.peek()? & 3);
            let inst = if encoding == 0 {
                let inst = Encoded::read_unaligned(&mut cursor, &mut list)?;
                let kind = ByteKind::of_encoding(encoding);
                self.ledger.upto(cursor.position(), kind);
                cursor.align()?;
                self.ledger.upto(cursor.position(), ByteKind::Padding);
                inst
            } else {
                let inst = Encoded::read(&mut cursor, &mut list)?;
                let kind = ByteKind::of_encoding(encoding);
                self.ledger.upto(cursor.position(), kind);
                inst
            };
            function.encodings[encoding] += 1;
            if !is_one_block && opcode::is_terminator(inst.operation) {
                function.basic_blocks += 1;
            }
        }
        Ok(())
    }
}
