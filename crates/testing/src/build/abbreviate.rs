//! The abbreviations that finalised programs come with, and their use.
//!
//! "Abbreviation Record" of the manual shows them. Widths that depend on the
//! number of types are computed for the module at hand.

use crate::records::{
    Abbreviation, BLOCKINFO_BLOCK, Block, BlockInfo, CONSTANTS_BLOCK, Encoding, FUNCTION_BLOCK,
    File, GLOBALS_BLOCK, Item, MODULE_BLOCK, Record, SYMTAB_BLOCK, TYPES_BLOCK, UNABBREVIATED,
};
use Encoding::{Array, Char6, Fixed, Literal, Vbr};

/// Adds the block of abbreviations to a file without any, and writes every
/// record with an abbreviation that fits, if there is one.
pub(super) fn abbreviate(file: &mut File) {
    let type_count = own_block(file, TYPES_BLOCK).items.len() as u64 - 1;
    let type_width = (u64::BITS - type_count.leading_zeros()).max(1);
    let table = standard(type_width);

    let mut info: BlockInfo = BlockInfo::new();
    let mut definitions: Vec<Item> = Vec::new();
    for (id, abbreviations) in &table {
        definitions.push(Record::new(1, [u64::from(*id)]).into());
        definitions.extend(abbreviations.iter().cloned().map(Item::Abbreviation));
        info.insert(*id, abbreviations.clone());
    }

    let types = own_block(file, TYPES_BLOCK);
    let local = Abbreviation {
        operands: vec![Literal(21), Fixed(1), Array, Fixed(type_width)],
    };
    types.items.insert(0, Item::Abbreviation(local));

    use_abbreviations(&mut file.items, &[], &info);
    let module = own_block(file, MODULE_BLOCK);
    module
        .items
        .insert(1, Block::new(BLOCKINFO_BLOCK, 2, definitions).into());
}

fn own_block(file: &mut File, id: u32) -> &mut Block {
    file.block(id).expect("every module has this block")
}

/// The abbreviations of each kind of block.
fn standard(type_width: u32) -> Vec<(u32, Vec<Abbreviation>)> {
    let abbreviation = |operands: &[Encoding]| Abbreviation {
        operands: operands.to_vec(),
    };
    vec![
        (
            SYMTAB_BLOCK,
            vec![
                abbreviation(&[Fixed(3), Vbr(8), Array, Fixed(8)]),
                abbreviation(&[Literal(1), Vbr(8), Array, Fixed(7)]),
                abbreviation(&[Literal(1), Vbr(8), Array, Char6]),
                abbreviation(&[Literal(2), Vbr(8), Array, Char6]),
            ],
        ),
        (
            CONSTANTS_BLOCK,
            vec![
                abbreviation(&[Literal(1), Fixed(type_width)]),
                abbreviation(&[Literal(4), Vbr(8)]),
                abbreviation(&[Literal(4), Literal(0)]),
                abbreviation(&[Literal(6), Vbr(8)]),
            ],
        ),
        (
            FUNCTION_BLOCK,
            vec![
                abbreviation(&[Literal(20), Vbr(6), Vbr(4), Vbr(4)]),
                abbreviation(&[Literal(2), Vbr(6), Vbr(6), Fixed(4)]),
                abbreviation(&[Literal(3), Vbr(6), Fixed(type_width), Fixed(4)]),
                abbreviation(&[Literal(10)]),
                abbreviation(&[Literal(10), Vbr(6)]),
                abbreviation(&[Literal(15)]),
                abbreviation(&[Literal(43), Vbr(6), Fixed(type_width)]),
                abbreviation(&[Literal(24), Vbr(6), Vbr(6), Vbr(4)]),
            ],
        ),
        (
            GLOBALS_BLOCK,
            vec![
                abbreviation(&[Literal(0), Vbr(6), Fixed(1)]),
                abbreviation(&[Literal(1), Vbr(8)]),
                abbreviation(&[Literal(2), Vbr(8)]),
                abbreviation(&[Literal(3), Array, Fixed(8)]),
                abbreviation(&[Literal(4), Vbr(6)]),
                abbreviation(&[Literal(4), Vbr(6), Vbr(6)]),
            ],
        ),
    ]
}

/// Chooses abbreviations for the records of a block and of those within.
///
/// The last one that fits is taken, because the more special ones come later.
fn use_abbreviations(items: &mut [Item], inherited: &[Abbreviation], info: &BlockInfo) {
    let mut available = inherited.to_vec();
    for item in items {
        match item {
            Item::Abbreviation(abbreviation) => available.push(abbreviation.clone()),
            Item::Record(record) => {
                let fitting = available
                    .iter()
                    .rposition(|candidate| candidate.fits(record));
                if let Some(index) = fitting {
                    record.abbreviation = UNABBREVIATED + 1 + index as u32;
                }
            }
            Item::Block(block) => {
                let inherited = info.get(&block.id).map_or(&[][..], Vec::as_slice);
                let local = block
                    .items
                    .iter()
                    .filter(|i| matches!(i, Item::Abbreviation(_)));
                let highest = UNABBREVIATED + (inherited.len() + local.count()) as u32;
                block.width = (u32::BITS - highest.leading_zeros()).max(block.width);
                use_abbreviations(&mut block.items, inherited, info);
            }
            Item::RawBits(..) => {}
        }
    }
}
