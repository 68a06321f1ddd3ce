//! Dumps symbol tables.

use super::bytes::ByteKind;
use super::module::Walk;
use super::{Symbol, SymbolPlane, SymbolsOf};
use crate::error::Error;
use crate::model::TypeId;
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::syntax::symbols::{Item, SymbolTable};

/// Reads a symbol table into `planes`, which also holds the part before an error.
pub(super) fn read(
    walk: &mut Walk<'_>,
    cursor: Cursor<'_>,
    planes: &mut Vec<SymbolPlane>,
) -> Result<(), Error> {
    let mut table = SymbolTable::new(cursor);
    let mut number = TYPE_PLANE;
    while let Some(item) = table.next()? {
        match item {
            Item::Plane(plane) => {
                walk.ledger.upto(table.position(), ByteKind::Symbols);
                number = plane.number;
                if plane.is_leading && plane.count == 0 {
                    continue;
                }
                planes.push(SymbolPlane {
                    offset: plane.offset as u64,
                    of: match number {
                        TYPE_PLANE => SymbolsOf::Types,
                        number if number == TypeId::LABEL.0 => SymbolsOf::Blocks,
                        number => SymbolsOf::Values(walk.file_number(number)),
                    },
                    symbols: Vec::new(),
                });
            }
            Item::Symbol(symbol) => {
                walk.ledger.upto(symbol.name_offset, ByteKind::Symbols);
                walk.ledger.upto(table.position(), ByteKind::Names);
                let Some(plane) = planes.last_mut() else {
                    continue;
                };
                plane.symbols.push(Symbol {
                    offset: symbol.offset as u64,
                    slot: match number {
                        TYPE_PLANE => walk.file_number(symbol.slot),
                        _ => symbol.slot,
                    },
                    name: symbol.name.to_vec(),
                });
            }
        }
    }
    Ok(())
}
