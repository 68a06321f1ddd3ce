//! Encodes items of a bitstream without checks. The parser and the printer of the notation share
//! this code.

use pinnacle_bitstream::{Abbreviation, BLOCKINFO, BitBuffer, BlockInfo, Encoding, predefined};
use std::sync::Arc;

/// An item of a bitstream.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'a> {
    /// The start of a block, up to its length word.
    Enter {
        /// The block ID.
        id: u32,
        /// The width of its abbreviation indices.
        width: u32,
    },
    /// The end of a block.
    Exit,
    /// The definition of an abbreviation.
    Define(&'a [Encoding]),
    /// A record.
    Record {
        /// The index of its abbreviation.
        abbreviation: u64,
        /// Its code.
        code: u64,
        /// Its operands.
        operands: &'a [u64],
    },
}

/// An open block, or the outermost level.
#[derive(Debug)]
pub(super) struct Scope {
    /// The block ID.
    pub(super) id: u32,
    /// The width of its abbreviation indices.
    pub(super) width: u32,
    /// Number of abbreviations from BLOCKINFO.
    inherited: usize,
    /// The abbreviations that the block itself has defined. An invalid one takes an index too.
    own: Vec<Option<Arc<Abbreviation>>>,
    /// In BLOCKINFO, the block ID of the following definitions.
    target: Option<u32>,
}

/// The open blocks, and the abbreviations from BLOCKINFO.
#[derive(Debug)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    info: BlockInfo,
}

impl Scopes {
    pub(super) fn new() -> Scopes {
        let outside = Scope {
            id: u32::MAX,
            width: 2,
            inherited: 0,
            own: Vec::new(),
            target: None,
        };
        Scopes {
            open: vec![outside],
            info: BlockInfo::default(),
        }
    }

    /// Returns the number of open blocks.
    pub(super) fn depth(&self) -> usize {
        self.open.len() - 1
    }

    /// Returns the innermost block.
    pub(super) fn innermost(&self) -> &Scope {
        self.open.last().expect("the outermost scope stays open")
    }

    /// Returns the abbreviation with an index in the innermost block.
    pub(super) fn abbreviation(&self, index: u64) -> Option<&Arc<Abbreviation>> {
        let place = usize::try_from(index.checked_sub(predefined::FIRST_DEFINED)?).ok()?;
        let scope = self.innermost();
        match place.checked_sub(scope.inherited) {
            None => self.info.abbreviations(scope.id).get(place),
            Some(own) => scope.own.get(own)?.as_ref(),
        }
    }

    /// Writes an item with its usual encoding. Returns false if that is not possible; the written
    /// bits are then invalid.
    pub(super) fn write(&self, item: Item<'_>, bits: &mut BitBuffer) -> bool {
        let width = self.innermost().width.min(64);
        let fits = |index: u64| index.checked_shr(width).unwrap_or(0) == 0;
        let index = match item {
            Item::Enter { .. } => predefined::ENTER_BLOCK,
            Item::Exit => predefined::END_BLOCK,
            Item::Define(_) => predefined::DEFINE_ABBREVIATION,
            Item::Record { abbreviation, .. } => abbreviation,
        };
        if !fits(index) {
            return false;
        }
        bits.fixed(index, width);
        match item {
            Item::Enter { id, width } => {
                bits.vbr(id.into(), 8);
                bits.vbr(width.into(), 4);
                bits.align_to_word();
                true
            }
            Item::Exit => {
                bits.align_to_word();
                true
            }
            Item::Define(encodings) => {
                bits.vbr(encodings.len() as u64, 5);
                for encoding in encodings {
                    encoding.write_definition(bits);
                }
                true
            }
            Item::Record { code, operands, .. } => {
                if index != predefined::UNABBREVIATED {
                    let abbreviation = self.abbreviation(index);
                    return abbreviation.is_some_and(|it| it.write(code, operands, bits));
                }
                bits.vbr(code, 6);
                bits.vbr(operands.len() as u64, 6);
                for &operand in operands {
                    bits.vbr(operand, 6);
                }
                true
            }
        }
    }

    /// Updates the state for an item.
    pub(super) fn apply(&mut self, item: Item<'_>) {
        match item {
            Item::Enter { id, width } => {
                let inherited = match id {
                    BLOCKINFO => 0,
                    _ => self.info.abbreviations(id).len(),
                };
                self.open.push(Scope {
                    id,
                    width,
                    inherited,
                    own: Vec::new(),
                    target: None,
                });
            }
            Item::Exit => {
                if self.depth() > 0 {
                    self.open.pop();
                }
            }
            Item::Define(encodings) => self.define(encodings),
            Item::Record { code, operands, .. } => {
                let scope = self
                    .open
                    .last_mut()
                    .expect("the outermost scope stays open");
                if let (BLOCKINFO, predefined::SET_BLOCK_ID, &[id]) = (scope.id, code, operands) {
                    scope.target = u32::try_from(id).ok();
                }
            }
        }
    }

    fn define(&mut self, encodings: &[Encoding]) {
        let abbreviation = Abbreviation::new(encodings, 0).ok().map(Arc::new);
        let scope = self
            .open
            .last_mut()
            .expect("the outermost scope stays open");
        if scope.id != BLOCKINFO {
            scope.own.push(abbreviation);
        } else if let (Some(target), Some(abbreviation)) = (scope.target, abbreviation) {
            self.info.add(target, abbreviation);
        }
    }
}
