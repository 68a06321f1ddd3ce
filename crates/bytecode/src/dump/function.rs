//! Dumps function blocks.

use super::bytes::ByteKind;
use super::constants::LocalPool;
use super::module::Walk;
use super::{Compaction, CompactionPlane, FunctionBlock, symbols};
use crate::error::{Error, ErrorKind, Section};
use crate::format::Format;
use crate::opcode;
use crate::read::blocks::Block;
use crate::read::cursor::Cursor;
use crate::read::instructions::Encoded;
use crate::read::syntax::compaction::{CompactionTable, Item};
use pinnacle_base::count::counted;

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
                    "the module defines {}, but this block is for one more",
                    counted(self.definitions.len(), "function")
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

    fn compaction(&mut self, cursor: Cursor<'_>, table: &mut Compaction) -> Result<(), Error> {
        let mut items = CompactionTable::new(cursor);
        while let Some(item) = items.next()? {
            match item {
                Item::Types(_) => {}
                Item::Type(number, _) => table.types.push(self.file_number(number)),
                Item::Plane(number, _) => table.planes.push(CompactionPlane {
                    plane: self.file_number(number),
                    slots: Vec::new(),
                }),
                Item::Slot(slot, _) => {
                    if let Some(plane) = table.planes.last_mut() {
                        plane.slots.push(slot);
                    }
                }
            }
            self.ledger.upto(items.position(), ByteKind::Compaction);
        }
        Ok(())
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
            let inst = Encoded::read_unpadded(&mut cursor, &mut list)?;
            (self.ledger).upto(cursor.position(), ByteKind::of_encoding(encoding));
            if inst.is_long() {
                cursor.align()?;
                self.ledger.upto(cursor.position(), ByteKind::Padding);
            }
            function.encodings[encoding] += 1;
            if !is_one_block && opcode::is_terminator(inst.operation) {
                function.basic_blocks += 1;
            }
        }
        Ok(())
    }
}
