//! Defines cases. A case has a rule, a change that violates it, and the errors that must be
//! reported.

use crate::base::{self, Change};
use pinnacle_bitstream::{BitPosition, Event, Reader};
use pinnacle_pexe::Error;
use pinnacle_pexe::decode::{Allow, decode};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::verify::{Options, verify};
use pinnacle_testing::records::File;

/// A change of the valid module that violates one rule.
pub(crate) struct Case {
    pub(crate) rule: &'static str,
    pub(crate) name: &'static str,
    code: &'static str,
    changes: Vec<Change>,
    at: Option<(&'static str, usize)>,
    also: Vec<(&'static str, &'static str, usize)>,
    edit: Option<fn(&mut File)>,
    allow: Allow,
    runs: bool,
}

/// Creates a case for a rule whose violation is an error with this code.
pub(crate) fn fault(rule: &'static str, code: &'static str, name: &'static str) -> Case {
    Case {
        rule,
        name,
        code,
        changes: Vec::new(),
        at: None,
        also: Vec::new(),
        edit: None,
        allow: Allow::default(),
        runs: false,
    }
}

impl Case {
    /// Replaces the record after a label. The error is expected at the first record of the first
    /// change, unless another place is given.
    pub(crate) fn put(mut self, label: &'static str, records: &[&'static str]) -> Case {
        self.changes.push((label, records.to_vec()));
        self
    }

    /// Inserts instructions in the middle of a block.
    pub(crate) fn here(self, records: &[&'static str]) -> Case {
        self.put("here", records)
    }

    /// Expects the error at the record after a label, or a number of records further.
    pub(crate) fn at(mut self, label: &'static str, further: usize) -> Case {
        self.at = Some((label, further));
        self
    }

    /// Expects another error.
    pub(crate) fn also(mut self, code: &'static str, label: &'static str, further: usize) -> Case {
        self.also.push((code, label, further));
        self
    }

    /// Makes a change that records cannot express.
    pub(crate) fn edit(mut self, edit: fn(&mut File)) -> Case {
        self.edit = Some(edit);
        self
    }

    pub(crate) fn allowing(mut self, allow: Allow) -> Case {
        self.allow = allow;
        self
    }

    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    /// Marks the fault as one that is accepted in programs that are run.
    pub(crate) fn runs(mut self) -> Case {
        self.runs = true;
        self
    }

    /// Returns the file with the fault.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        let mut file = base::file(&base::lines(&self.changes));
        if let Some(edit) = self.edit {
            edit(&mut file);
        }
        file.write().map_err(|error| error.to_string())
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        let lines = base::lines(&self.changes);
        let bytes = self.bytes()?;
        let report = verify(
            &bytes,
            &Options {
                jobs: 1,
                allow: self.allow,
            },
        );
        let positions = positions(&bytes);
        let place = |(label, further): (&str, usize)| {
            let index = lines.iter().position(|(known, _)| *known == label);
            let index = index.expect("the label is there") + further;
            BitPosition(positions.get(index).copied().unwrap_or(u64::MAX))
        };
        let first = self.at.or_else(|| Some((self.changes.first()?.0, 0)));
        let mut expected = vec![(self.code, place(first.expect("something is changed")))];
        for &(code, label, further) in &self.also {
            expected.push((code, place((label, further))));
        }
        compare(&report.errors, &expected)?;
        let decoded = decode(&bytes, &Default::default());
        match (decoded, self.runs) {
            (Ok(_), true) => Ok(()),
            (Err(errors), false) if self.allow == Allow::default() => {
                compare(&errors.iter().cloned().collect::<Vec<_>>(), &expected)
            }
            (Err(_), false) => Ok(()),
            (Ok(_), false) => Err("it is decoded".into()),
            (Err(errors), true) => Err(format!("it does not run: {errors}")),
        }
    }
}

fn compare(errors: &[Error], expected: &[(&str, BitPosition)]) -> Result<(), String> {
    let found: Vec<_> = errors
        .iter()
        .map(|error| (error.code(), error.position()))
        .collect();
    if found == expected {
        return Ok(());
    }
    let describe = |list: &[(&str, BitPosition)]| {
        let lines: Vec<String> = list
            .iter()
            .map(|(code, position)| format!("{code} at {position}"))
            .collect();
        lines.join(", ")
    };
    Err(format!(
        "expected {}, found {errors:#?}",
        describe(expected)
    ))
}

/// Returns the positions in bits of each record, and of the start and end of each block.
fn positions(bytes: &[u8]) -> Vec<u64> {
    let mut reader = Reader::new(&bytes[16..], 16, PROFILE);
    let mut positions = Vec::new();
    loop {
        match reader.next() {
            Ok(Event::End) | Err(_) => {
                positions.push(reader.position());
                return positions;
            }
            Ok(Event::DefineAbbreviation) => {}
            Ok(_) => positions.push(reader.position()),
        }
    }
}
