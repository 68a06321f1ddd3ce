//! Writes debug files: ELF files with symbols and DWARF.

mod elf;
mod inlined;
mod types;
mod units;
mod variables;

use crate::addresses::Addresses;
use crate::fingerprint::Fingerprint;
use crate::info::SourceInfo;

/// Returns a text without zero bytes, which would end strings in DWARF.
fn text(text: &str) -> Vec<u8> {
    text.bytes().filter(|&byte| byte != 0).collect()
}

/// Returns the debug file of the program with this fingerprint.
///
/// # Errors
///
/// Fails with a message if the file would be too large for 32-bit DWARF.
pub fn write(info: &SourceInfo, fingerprint: &Fingerprint) -> Result<Vec<u8>, String> {
    let functions = info.functions.iter();
    let addresses = Addresses::new(functions.map(|it| (it.id, it.inst_count)));
    let sections = units::sections(info, &addresses).map_err(|error| error.to_string())?;
    elf::file(info, &addresses, fingerprint, &sections).map_err(|error| error.to_string())
}
