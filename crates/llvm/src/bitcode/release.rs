//! The releases of LLVM that can have written a file.
//!
//! Since LLVM 3.8, files name their writer. For earlier files, the contents of the module are
//! evidence: records and blocks that a release was the first or the last to write. Each narrows a
//! range of releases. Bodies and constants are not examined.

use std::sync::Arc;

use pinnacle_bitstream::{Event, Reader};

use super::PROFILE;
use super::container::{self, Container};
use super::record::Result;
use super::records::{AttributesCode, ModuleCode, TypesCode, block};

/// The releases whose files are read, in order.
pub const RELEASES: &[&str] = &[
    "2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "3.0", "3.1", "3.2",
    "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "4", "5", "6", "7", "8", "9", "10", "11",
    "12", "13", "14", "15", "16", "17", "18", "19",
];

/// The first and the last release that can have written a file; see [`RELEASES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first one.
    pub first: &'static str,
    /// The last one.
    pub last: &'static str,
}

/// The release that first wrote each attribute, by its bits in a list of before LLVM 3.3.
const ATTRIBUTES: &[(std::ops::Range<u32>, &str)] = &[
    (6..9, "2.1"),
    (9..11, "2.2"),
    (16..32, "2.3"),
    (11..14, "2.4"),
    (14..16, "2.5"),
    (32..33, "2.5"),
    (33..36, "2.6"),
    (36..40, "2.7"),
    (40..41, "2.9"),
    (41..43, "3.0"),
    (43..44, "3.1"),
    (44..45, "3.2"),
];

/// The release that first wrote each linkage.
const LINKAGES: &[(u64, &str)] = &[
    (8, "2.4"),
    (9, "2.5"),
    (10, "2.6"),
    (11, "2.6"),
    (12, "2.6"),
    (13, "2.6"),
    (14, "2.8"),
    (15, "2.8"),
    (16, "3.5"),
    (17, "3.5"),
    (18, "3.5"),
    (19, "3.5"),
];

/// The release that first wrote each kind of type, from LLVM 3.0 on.
const TYPES: &[(TypesCode, &str)] = &[
    (TypesCode::HALF, "3.1"),
    (TypesCode::FUNCTION, "3.1"),
    (TypesCode::TOKEN, "3.8"),
    (TypesCode::BFLOAT, "11"),
    (TypesCode::X86_AMX, "12"),
    (TypesCode::OPAQUE_POINTER, "14"),
    (TypesCode::TARGET_TYPE, "16"),
];

/// The release that first wrote each block in the module.
const BLOCKS: &[(u32, &str)] = &[
    (block::METADATA, "2.6"),
    (block::TYPE_NEW, "3.0"),
    (block::OPERAND_BUNDLE_TAGS, "3.8"),
    (block::METADATA_KIND, "3.8"),
    (block::SYNC_SCOPE_NAMES, "6"),
];

/// The release that first wrote each record of a module.
const RECORDS: &[(ModuleCode, &str)] = &[
    (ModuleCode::GCNAME, "2.2"),
    (ModuleCode::COMDAT, "3.5"),
    (ModuleCode::ALIAS, "3.8"),
    (ModuleCode::SOURCE_FILENAME, "3.9"),
    (ModuleCode::IFUNC, "3.9"),
];

/// The slot of a function's own attributes, from LLVM 2.4 on.
const FUNCTION_ITSELF: u64 = 0xFFFF_FFFF;

/// Returns which releases can have written a file.
///
/// # Errors
///
/// Fails if the file is not bitcode, or its container is broken.
pub fn releases(file: &[u8]) -> Result<Span> {
    let container = container::open(file)?;
    let evidence = collect(&container).map_err(|error| error.behind(container.before))?;
    Ok(evidence.span())
}

/// The evidence found so far, as indices into [`RELEASES`].
struct Evidence {
    first: usize,
    last: usize,
    /// True if types have the layout of LLVM 2.x.
    old: bool,
    version: Option<u64>,
}

fn place(release: &str) -> usize {
    let found = RELEASES.iter().position(|&it| it == release);
    found.unwrap_or(0)
}

fn collect(container: &Container<'_>) -> Result<Evidence> {
    let mut evidence = Evidence {
        first: 0,
        last: RELEASES.len() - 1,
        old: false,
        version: None,
    };
    if !container.found.producer.is_empty() {
        evidence.from("3.8");
    }
    if !container.found.strings.is_empty() {
        evidence.from("5");
    }
    let contents = container::body(container.bytes, &container.module)?;
    let mut reader = Reader::in_block(contents, container.module, PROFILE, Arc::default());
    loop {
        match reader.next()? {
            Event::Record => {
                let record = reader.record();
                evidence.module_record(ModuleCode(record.code), record.operands);
            }
            Event::EnterBlock(header) => {
                if let Some((_, first)) = BLOCKS.iter().find(|(id, _)| *id == header.id) {
                    evidence.from(first);
                }
                match header.id {
                    pinnacle_bitstream::BLOCKINFO
                    | block::PARAMATTR
                    | block::PARAMATTR_GROUP
                    | block::TYPE_NEW
                    | block::METADATA => evidence.block(header.id, &mut reader)?,
                    _ => reader.skip_block()?,
                }
            }
            Event::ExitBlock | Event::End => break,
            Event::DefineAbbreviation => {}
        }
    }
    // Relative numbers came with a new version.
    match evidence.version {
        None => evidence.to("3.1"),
        Some(0) => {}
        Some(1) => evidence.from("3.2"),
        Some(_) => evidence.from("5"),
    }
    Ok(evidence)
}

impl Evidence {
    /// Excludes the releases before this one.
    fn from(&mut self, release: &str) {
        self.first = self.first.max(place(release));
    }

    /// Excludes the releases after this one.
    fn to(&mut self, release: &str) {
        self.last = self.last.min(place(release));
    }

    fn only(&mut self, release: &str) {
        self.from(release);
        self.to(release);
    }

    /// The range of releases. All of them if the evidence is contradictory.
    fn span(&self) -> Span {
        let (first, last) = if self.first <= self.last {
            (self.first, self.last)
        } else {
            (0, RELEASES.len() - 1)
        };
        Span {
            first: RELEASES[first],
            last: RELEASES[last],
        }
    }

    fn linkage(&mut self, linkage: Option<&u64>) {
        let found = linkage.and_then(|&linkage| LINKAGES.iter().find(|(it, _)| *it == linkage));
        if let Some((_, first)) = found {
            self.from(first);
        }
    }

    fn module_record(&mut self, code: ModuleCode, operands: &[u64]) {
        if let Some((_, first)) = RECORDS.iter().find(|(it, _)| *it == code) {
            self.from(first);
        }
        match code {
            ModuleCode::VERSION => self.version = operands.first().copied(),
            ModuleCode::PURGEVALS => self.to("2.5"),
            ModuleCode::GLOBALVAR if self.version < Some(2) => {
                self.linkage(operands.get(3));
                if operands.len() == 9 {
                    self.from("2.9");
                }
            }
            ModuleCode::FUNCTION if self.version < Some(2) => {
                self.linkage(operands.get(3));
                match (self.old, operands.len()) {
                    (true, 7) => self.only("2.0"),
                    (true, 8) => self.only("2.1"),
                    (true, 9) => {
                        self.from("2.2");
                        self.to("2.8");
                    }
                    (true, 10) => self.from("2.9"),
                    (false, 11..) => self.from("3.3"),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, id: u32, reader: &mut Reader<'_>) -> Result<()> {
        let mut is_first = true;
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    let (code, operands) = (record.code, record.operands);
                    match id {
                        block::PARAMATTR => self.attributes(code, operands),
                        // The old type block has the ID of the group block, but begins with the
                        // number of types.
                        block::PARAMATTR_GROUP => {
                            if is_first {
                                self.old = code != 3;
                                match self.old {
                                    true => self.to("2.9"),
                                    false => self.from("3.3"),
                                }
                            }
                            if self.old {
                                self.old_type(code, operands);
                            }
                        }
                        block::TYPE_NEW => {
                            let code = TypesCode(code);
                            if code == TypesCode::FUNCTION_OLD {
                                self.to("3.0");
                            }
                            if let Some((_, first)) = TYPES.iter().find(|(it, _)| *it == code) {
                                self.from(first);
                            }
                        }
                        block::METADATA => self.metadata(code, operands),
                        _ => {}
                    }
                    is_first = false;
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn attributes(&mut self, code: u64, operands: &[u64]) {
        if AttributesCode(code) != AttributesCode::ENTRY_OLD {
            self.from("3.3");
            return;
        }
        self.to("3.2");
        for pair in operands.chunks_exact(2) {
            if pair[0] == FUNCTION_ITSELF {
                self.from("2.4");
            }
            for (bits, first) in ATTRIBUTES {
                if bits.clone().any(|bit| pair[1] >> bit & 1 == 1) {
                    self.from(first);
                }
            }
        }
    }

    /// Evidence in a type record of LLVM 2.0 to 2.9.
    fn old_type(&mut self, code: u64, operands: &[u64]) {
        match (code, operands.len()) {
            // Pointers have had an address space since LLVM 2.2.
            (8, 1) => self.to("2.1"),
            (8, 2) => self.from("2.2"),
            (13..=15, _) => self.from("2.1"),
            (16, _) => self.from("2.6"),
            // `x86_mmx`, and unions.
            (17, 0) => self.from("2.9"),
            (17, _) => self.only("2.7"),
            _ => {}
        }
    }

    fn metadata(&mut self, code: u64, operands: &[u64]) {
        const DBG: [u64; 3] = [b'd' as u64, b'b' as u64, b'g' as u64];
        match (self.old, code) {
            (true, 2 | 3 | 5) => self.to("2.8"),
            (true, 8..=10) => self.from("2.9"),
            // The metadata kind of locations once had the number 1.
            (true, 6) if operands.get(1..) == Some(&DBG[..]) => match operands[0] {
                1 => self.only("2.7"),
                _ => self.from("2.8"),
            },
            (false, 2 | 3 | 5) => self.from("3.6"),
            (false, 8) => self.to("3.5"),
            (false, 12..=34) => self.from("3.7"),
            (false, 35) => self.from("3.9"),
            (false, 36..) => self.from("4"),
            _ => {}
        }
    }
}
