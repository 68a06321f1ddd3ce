//! Decodes the globals block.

use super::counted::Count;
use super::findings::Findings;
use crate::construct::codes::{RecordCode, globals as codes};
use crate::construct::{GlobalConstruct, block_id};
use crate::error::{Error, ErrorKind};
use crate::ids::{FuncId, GlobalId};
use crate::inst::Alignment;
use crate::module::{Address, Global, Initializer, Module};
use pinnacle_base::count::counted;
use pinnacle_bitstream::{Event, Reader, Record};

/// Reads the globals block into the module.
///
/// # Errors
///
/// Fails if the block cannot be read to its end.
pub(super) fn read(
    reader: &mut Reader<'_>,
    module: &mut Module,
    findings: &mut Findings,
) -> Result<(), Error> {
    let mut globals = Globals {
        module,
        findings,
        count: Count::Awaited,
        missing: 0,
        compound: false,
        loose: false,
        unknown: 0,
        last: 0,
    };
    loop {
        match reader.next()? {
            Event::Record => globals.record(&reader.record()),
            Event::DefineAbbreviation => {}
            Event::EnterBlock(header) => {
                globals
                    .findings
                    .note(super::nested(&header, block_id::GLOBALS));
                reader.skip_block()?;
            }
            Event::ExitBlock | Event::End => {
                globals.end(reader.position());
                return Ok(());
            }
        }
    }
}

struct Globals<'a> {
    module: &'a mut Module,
    findings: &'a mut Findings,
    /// The number of globals that the count record announces.
    count: Count,
    /// Number of initialisers that the last global still lacks.
    missing: u64,
    /// True if they belong to a compound initialiser.
    compound: bool,
    /// True if the number of initialisers of the last global is unknown because one of their
    /// records is invalid.
    loose: bool,
    /// Number of records with an unknown code.
    unknown: usize,
    /// The position of the last record.
    last: u64,
}

impl Globals<'_> {
    fn record(&mut self, record: &Record<'_>) {
        self.last = record.position;
        let construct = GlobalConstruct::decode(record);
        let announced = match &construct {
            Ok(GlobalConstruct::Count(count)) => Ok(Some(*count)),
            Ok(_) => Ok(None),
            Err(error) => Err(error),
        };
        let is_count_record = record.code == codes::COUNT.0;
        if self.count.take(
            "globals",
            record.position,
            is_count_record,
            announced,
            self.findings,
        ) {
            return;
        }
        if let Err(error) = construct.and_then(|construct| self.construct(record, construct)) {
            self.findings.note(error);
            self.stay_in_step(record.code);
        }
    }

    fn construct(
        &mut self,
        record: &Record<'_>,
        construct: GlobalConstruct<'_>,
    ) -> Result<(), Error> {
        match construct {
            GlobalConstruct::Count(_) => Err(Error::new(
                ErrorKind::Duplicate,
                record.position,
                "the globals block has a second count record",
            )),
            GlobalConstruct::Global { align, constant } => {
                self.global(record.position, align, constant);
                Ok(())
            }
            GlobalConstruct::Compound(count) => self.begin_compound(record, count),
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
                let address = self.address(record, value)?;
                if let Address::Function(function) = address
                    && self.module.functions[function.index()].declared
                {
                    self.findings.relocated.push((function, record.position));
                }
                self.initialize(record, Initializer::Reloc(address, addend))
            }
        }
    }

    /// Counts an invalid record by its code, so that later indices stay correct.
    #[cold]
    fn stay_in_step(&mut self, code: u64) {
        match RecordCode(code) {
            codes::GLOBAL => self.push(Alignment::NONE, false),
            codes::ZEROFILL | codes::DATA | codes::RELOCATION => {
                self.missing = self.missing.saturating_sub(1);
            }
            codes::COUNT => {}
            // The number of initialisers that follow is unknown.
            codes::COMPOUND => self.loose = true,
            _ => {
                self.loose = true;
                self.unknown += 1;
            }
        }
    }

    fn global(&mut self, position: u64, align: Alignment, constant: bool) {
        let complete = self.check_complete(position);
        self.findings.check(complete);
        if let Some(expected) = self.count.exceeded(self.module.globals.len()) {
            self.findings.note(Error::new(
                ErrorKind::GlobalCount,
                position,
                format!("the globals block has more globals than the {expected} announced"),
            ));
        }
        self.push(align, constant);
    }

    fn push(&mut self, align: Alignment, constant: bool) {
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
        self.loose = false;
    }

    fn begin_compound(&mut self, record: &Record<'_>, count: u64) -> Result<(), Error> {
        let bad = |message: String| {
            Err(Error::new(
                ErrorKind::InitializerCount,
                record.position,
                message,
            ))
        };
        if (self.compound || self.missing != 1) && !self.loose {
            return bad("a compound initialiser must directly follow its global".into());
        }
        if count < 2 {
            return bad(format!(
                "a compound initialiser has {count} parts, expected at least 2"
            ));
        }
        if count > u64::from(u32::MAX) {
            return bad(format!(
                "a compound initialiser has {count} parts, expected fewer than 2**32"
            ));
        }
        self.missing = count;
        self.compound = true;
        Ok(())
    }

    fn initialize(&mut self, record: &Record<'_>, initializer: Initializer) -> Result<(), Error> {
        if self.missing == 0 && !self.loose {
            return Err(Error::new(
                ErrorKind::InitializerCount,
                record.position,
                "an initialiser belongs to no global",
            ));
        }
        self.missing = self.missing.saturating_sub(1);
        self.module.initializers.push(initializer);
        if let Some(global) = self.module.globals.last_mut() {
            global.initializers.end += 1;
            global.size += u64::from(initializer.size());
        }
        Ok(())
    }

    /// Returns the target of a relocation, which is any function or global, even a later one.
    fn address(&self, record: &Record<'_>, value: u32) -> Result<Address, Error> {
        let functions = self.module.functions.len() as u32;
        let globals = match self.count {
            Count::Announced(count) => count,
            Count::Awaited | Count::Unknown | Count::Misplaced => u32::MAX,
        };
        match value.checked_sub(functions) {
            None => Ok(Address::Function(FuncId(value))),
            Some(index) if index < globals => Ok(Address::Global(GlobalId(index))),
            Some(_) => Err(Error::new(
                ErrorKind::UndefinedAddress,
                record.position,
                format!(
                    "a relocation refers to address {value}, but the module has {} and {}",
                    counted(functions, "function"),
                    counted(globals, "global")
                ),
            )),
        }
    }

    fn check_complete(&self, position: u64) -> Result<(), Error> {
        if self.missing == 0 || self.loose {
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

    fn end(&mut self, position: u64) {
        let complete = self.check_complete(self.last);
        self.findings.check(complete);
        if let Count::Announced(count) = self.count {
            // The unknown records may be the missing globals.
            let missing = (count as usize).saturating_sub(self.module.globals.len());
            if missing <= self.unknown {
                (0..missing).for_each(|_| self.push(Alignment::NONE, false));
            }
        }
        let Some(expected) = self.count.missed(self.module.globals.len()) else {
            return;
        };
        self.findings.note(Error::new(
            ErrorKind::GlobalCount,
            position,
            format!(
                "the globals block has {}, {expected}",
                counted(self.module.globals.len(), "global")
            ),
        ));
    }
}
