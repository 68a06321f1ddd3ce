//! Debug files, written: an ELF file with symbols and DWARF.

mod elf;
mod inlined;
mod types;
mod units;
mod variables;

use crate::addresses::Addresses;
use crate::fingerprint::Fingerprint;
use crate::info::SourceInfo;

/// A text without zeros, which end texts in DWARF.
fn text(text: &str) -> Vec<u8> {
    text.bytes().filter(|&byte| byte != 0).collect()
}

/// Writes the debug file of a program with this fingerprint.
///
/// # Errors
///
/// Fails with a message if the file would be larger than 32-bit DWARF allows.
pub fn write(info: &SourceInfo, fingerprint: &Fingerprint) -> Result<Vec<u8>, String> {
    let functions = info.functions.iter();
    let addresses = Addresses::new(functions.map(|it| (it.id, it.inst_count)));
    let sections = units::sections(info, &addresses).map_err(|error| error.to_string())?;
    elf::file(info, &addresses, fingerprint, &sections).map_err(|error| error.to_string())
}
