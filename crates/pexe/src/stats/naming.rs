//! Names blocks, records and operands in statistics.

use crate::construct::block_id;
use crate::construct::codes::{self, KINDS, Operands};
use pinnacle_bitstream::BlockNames;

/// The source of the names of blocks, records and operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Naming {
    /// The manual of PNaCl.
    Manual,
    /// Another format. Its operands have no names.
    Other(&'static [BlockNames]),
}

impl Naming {
    /// Returns the block IDs that have names.
    pub(super) fn kinds(self) -> Vec<u32> {
        match self {
            Naming::Manual => KINDS.iter().map(|&(id, _)| id).collect(),
            Naming::Other(blocks) => blocks.iter().map(|block| block.id).collect(),
        }
    }

    /// Returns the name of a block ID. `None` represents several IDs.
    pub(super) fn block(self, kind: Option<u32>) -> String {
        let Some(kind) = kind else {
            return "other blocks".into();
        };
        match self {
            Naming::Manual => block_id::name(kind),
            Naming::Other(blocks) => match blocks.iter().find(|block| block.id == kind) {
                Some(block) => block.name.into(),
                None => format!("block {kind}"),
            },
        }
    }

    /// Returns the name of a record and of its operands in a kind of block, or `None` if the code
    /// is unknown.
    pub(super) fn lookup(
        self,
        kind: Option<u32>,
        code: Option<u64>,
    ) -> Option<(&'static str, Operands)> {
        let (kind, code) = kind.zip(code)?;
        match self {
            Naming::Manual => {
                codes::lookup(kind, code).map(|record| (record.name, record.operands))
            }
            Naming::Other(blocks) => {
                let block = blocks.iter().find(|block| block.id == kind)?;
                let record = block.records.iter().find(|(known, _)| *known == code);
                record.map(|&(_, name)| (name, Operands::UNKNOWN))
            }
        }
    }
}
