//! The globals block.

use crate::construct::{GlobalConstruct, block_id};
use crate::error::{Error, ErrorKind};
use crate::ids::{FuncId, GlobalId};
use crate::module::{Address, Global, Initializer, Module};
use pinnacle_bitstream::{Event, Reader, Record};

/// Reads the globals block into the module.
pub(super) fn read(reader: &mut Reader<'_>, module: &mut Module) -> Result<(), Error> {
    let mut globals = Globals {
        module,
        expected: None,
        missing: 0,
        compound: false,
    };
    loop {
        match reader.next()? {
            Event::Record => globals.record(&reader.record())?,
            Event::DefineAbbreviation => {}
            Event::EnterBlock(header) => return Err(super::nested(&header, block_id::GLOBALS)),
            Event::ExitBlock | Event::End => return globals.end(reader.position()),
        }
    }
}

struct Globals<'a> {
    module: &'a mut Module,
    /// How many globals the count record announces.
    expected: Option<u32>,
    /// How many initialisers the last global still needs.
    missing: u64,
    /// Whether they belong to a compound initialiser.
    compound: bool,
}

impl Globals<'_> {
    fn record(&mut self, record: &Record<'_>) -> Result<(), Error> {
        let construct = GlobalConstruct::decode(record)?;
        let Some(expected) = self.expected else {
            return match construct {
                GlobalConstruct::Count(count) => {
                    self.expected = Some(count);
                    Ok(())
                }
                _ => Err(Error::new(
                    ErrorKind::WrongOrder,
                    record.position,
                    "the globals block must begin with its count record",
                )),
            };
        };
        match construct {
            GlobalConstruct::Count(_) => Err(Error::new(
                ErrorKind::Duplicate,
                record.position,
                "the globals block has a second count record",
            )),
            GlobalConstruct::Global { align, constant } => {
                self.check_complete(record.position)?;
                if self.module.globals.len() as u64 >= u64::from(expected) {
                    return Err(Error::new(
                        ErrorKind::GlobalCount,
                        record.position,
                        format!("the globals block has more globals than the {expected} announced"),
                    ));
                }
                let start = self.module.initializers.len() as u32;
                self.module.globals.push(Global {
                    align,
                    constant,
                    initializers: start..start,
                    size: 0,
                    name: None,
                });
                self.missing = 1;
                self.compound = false;
                Ok(())
            }
            GlobalConstruct::Compound(count) => self.compound(record, count),
            GlobalConstruct::Zerofill(size) => self.initialize(record, Initializer::Zero(size)),
            GlobalConstruct::Data(bytes) => {
                let start = self.module.data.len() as u32;
                self.initialize(record, Initializer::Data(start, bytes.len() as u32))?;
                self.module
                    .data
                    .extend(bytes.iter().map(|&byte| byte as u8));
                Ok(())
            }
            GlobalConstruct::Reloc(value, addend) => {
                let address = self.address(record, value, expected)?;
                self.initialize(record, Initializer::Reloc(address, addend))
            }
        }
    }

    fn compound(&mut self, record: &Record<'_>, count: u64) -> Result<(), Error> {
        let bad = |message: String| {
            Err(Error::new(
                ErrorKind::InitializerCount,
                record.position,
                message,
            ))
        };
        if self.compound || self.missing != 1 {
            return bad("a compound initialiser must stand directly behind its global".into());
        }
        if count < 2 {
            return bad(format!(
                "a compound initialiser has {count} parts, expected at least 2"
            ));
        }
        if count > u64::from(u32::MAX) {
            return bad(format!(
                "a compound initialiser has {count} parts, expected less than 2**32"
            ));
        }
        self.missing = count;
        self.compound = true;
        Ok(())
    }

    fn initialize(&mut self, record: &Record<'_>, initializer: Initializer) -> Result<(), Error> {
        if self.missing == 0 {
            return Err(Error::new(
                ErrorKind::InitializerCount,
                record.position,
                "an initialiser belongs to no global",
            ));
        }
        self.missing -= 1;
        self.module.initializers.push(initializer);
        if let Some(global) = self.module.globals.last_mut() {
            global.initializers.end += 1;
            global.size += u64::from(initializer.size());
        }
        Ok(())
    }

    /// What a relocation refers to: any function, and any global, also one
    /// that comes later.
    fn address(&self, record: &Record<'_>, value: u32, globals: u32) -> Result<Address, Error> {
        let functions = self.module.functions.len() as u32;
        match value.checked_sub(functions) {
            None => Ok(Address::Function(FuncId(value))),
            Some(index) if index < globals => Ok(Address::Global(GlobalId(index))),
            Some(_) => Err(Error::new(
                ErrorKind::UndefinedAddress,
                record.position,
                format!(
                    "a relocation refers to address {value}; there are {functions} functions and \
                     {globals} globals"
                ),
            )),
        }
    }

    fn check_complete(&self, position: u64) -> Result<(), Error> {
        if self.missing == 0 {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::InitializerCount,
            position,
            format!(
                "global @g{} still needs {} initialisers",
                self.module.globals.len().saturating_sub(1),
                self.missing
            ),
        ))
    }

    fn end(&self, position: u64) -> Result<(), Error> {
        self.check_complete(position)?;
        let expected = self.expected.unwrap_or(0);
        if self.expected.is_none() || self.module.globals.len() as u64 != u64::from(expected) {
            return Err(Error::new(
                ErrorKind::GlobalCount,
                position,
                format!(
                    "the globals block has {} globals, announced are {expected}",
                    self.module.globals.len()
                ),
            ));
        }
        Ok(())
    }
}
