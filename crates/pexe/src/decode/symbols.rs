//! Decodes the value symbol table.

use super::findings::Findings;
use crate::construct::{SymbolConstruct, block_id};
use crate::error::{Error, ErrorKind};
use crate::ids::FuncId;
use crate::intrinsics;
use crate::module::Module;
use pinnacle_bitstream::{Event, Reader, Record};

/// Reads the value symbol table into the module.
///
/// # Errors
///
/// Fails if the block cannot be read to its end.
pub(super) fn read(
    reader: &mut Reader<'_>,
    module: &mut Module,
    findings: &mut Findings,
) -> Result<(), Error> {
    loop {
        match reader.next()? {
            Event::Record => {
                if let Err(error) = define(&reader.record(), module, findings) {
                    findings.doubts.names = true;
                    findings.note(error);
                }
            }
            Event::DefineAbbreviation => {}
            Event::EnterBlock(header) => {
                findings.note(super::nested(&header, block_id::SYMBOLS));
                reader.skip_block()?;
            }
            Event::ExitBlock | Event::End => return Ok(()),
        }
    }
}

fn define(record: &Record<'_>, module: &mut Module, findings: &mut Findings) -> Result<(), Error> {
    let symbol = SymbolConstruct::decode(record)?;
    let name: Box<[u8]> = symbol.name.iter().map(|&byte| byte as u8).collect();
    let functions = module.functions.len();
    let slot = if let Some(function) = module.functions.get_mut(symbol.value as usize) {
        if function.name.is_none() {
            function.intrinsic = intrinsics::lookup(&name).map(|row| row.intrinsic);
            findings.named.push((FuncId(symbol.value), record.position));
        }
        &mut function.name
    } else if let Some(global) = module.globals.get_mut(symbol.value as usize - functions) {
        if name.starts_with(intrinsics::PREFIX) {
            return Err(Error::new(
                ErrorKind::BadSymbol,
                record.position,
                format!(
                    "the global @g{} is named \"{}\"; PNaCl has no intrinsic globals",
                    symbol.value as usize - functions,
                    name.escape_ascii()
                ),
            ));
        }
        &mut global.name
    } else {
        return Err(Error::new(
            ErrorKind::BadSymbol,
            record.position,
            format!(
                "symbol \"{}\" names value {}, but the module has {} functions and globals",
                name.escape_ascii(),
                symbol.value,
                module.global_values()
            ),
        ));
    };
    if slot.is_some() {
        return Err(Error::new(
            ErrorKind::Duplicate,
            record.position,
            format!(
                "value {} has a second name, \"{}\"",
                symbol.value,
                name.escape_ascii()
            ),
        ));
    }
    *slot = Some(name);
    Ok(())
}
