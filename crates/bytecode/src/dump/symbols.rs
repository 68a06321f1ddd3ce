//! Symbol tables.

use super::bytes::ByteKind;
use super::module::Walk;
use super::{Symbol, SymbolPlane, SymbolsOf};
use crate::error::Error;
use crate::model::TypeId;
use crate::read::cursor::{Cursor, TYPE_PLANE};

/// Reads a symbol table into `planes`, which also holds the part before an error.
pub(super) fn read(
    walk: &mut Walk<'_>,
    mut cursor: Cursor<'_>,
    planes: &mut Vec<SymbolPlane>,
) -> Result<(), Error> {
    if cursor.features().leading_types {
        let offset = cursor.position();
        let count = cursor.vbr32()?;
        walk.ledger.upto(cursor.position(), ByteKind::Symbols);
        if count > 0 {
            plane(walk, &mut cursor, planes, offset, TYPE_PLANE, count)?;
        }
    }
    while !cursor.is_at_end() {
        let offset = cursor.position();
        let count = cursor.vbr32()?;
        let number = cursor.type_number()?;
        walk.ledger.upto(cursor.position(), ByteKind::Symbols);
        plane(walk, &mut cursor, planes, offset, number, count)?;
    }
    Ok(())
}

fn plane(
    walk: &mut Walk<'_>,
    cursor: &mut Cursor<'_>,
    planes: &mut Vec<SymbolPlane>,
    offset: usize,
    number: u32,
    count: u32,
) -> Result<(), Error> {
    let of = match number {
        TYPE_PLANE => SymbolsOf::Types,
        number if number == TypeId::LABEL.0 => SymbolsOf::Blocks,
        number => SymbolsOf::Values(walk.file_number(number)),
    };
    planes.push(SymbolPlane {
        offset: offset as u64,
        of,
        symbols: Vec::new(),
    });
    let place = planes.len() - 1;
    for _ in 0..count {
        let offset = cursor.position();
        let slot = cursor.vbr32()?;
        walk.ledger.upto(cursor.position(), ByteKind::Symbols);
        let name = cursor.string()?.to_vec();
        walk.ledger.upto(cursor.position(), ByteKind::Names);
        planes[place].symbols.push(Symbol {
            offset: offset as u64,
            slot,
            name,
        });
    }
    Ok(())
}
