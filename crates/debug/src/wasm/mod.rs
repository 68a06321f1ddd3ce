//! Converts the DWARF of a debug file for a WebAssembly module. Addresses of program instructions
//! become addresses of the module's code.
//!
//! WebAssembly tools count code addresses from the start of the code section's contents. Variables
//! keep their locations below the stack pointer, which is in a local or a global.

mod code;
mod entries;
mod lines;
mod room;
#[cfg(test)]
mod tests;
mod unit;

pub use code::{WasmFrame, WasmFunction};

use crate::read::Symbols;
use code::Code;
use gimli::write::{Dwarf, EndianVec, Sections};
use gimli::{LittleEndian, SectionId};
use room::Room;

impl Symbols {
    /// Returns the debug sections of a WebAssembly module, with their names. `functions` are the
    /// functions of the module.
    ///
    /// # Errors
    ///
    /// Fails with a message if the debug file is damaged, or if the result is too large for 32-bit
    /// DWARF.
    pub fn wasm_sections(
        &self,
        functions: Vec<WasmFunction>,
    ) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
        let source = self.dwarf()?;
        let code = Code::new(functions);
        let mut room = Room::new();
        let mut made = Dwarf::new();
        let mut headers = source.units();
        let message = |error: gimli::Error| format!("the debug file is damaged: {error}");
        while let Some(header) = headers.next().map_err(message)? {
            let unit = source.unit(header).map_err(message)?;
            unit::convert(&source, &unit, &code, &mut made, &mut room)?;
        }
        let mut sections = Sections::new(EndianVec::new(LittleEndian));
        made.write(&mut sections)
            .map_err(|error| error.to_string())?;
        let mut named = Vec::new();
        let collected = sections.for_each_mut(|id: SectionId, data| {
            let contents = data.take();
            if !contents.is_empty() {
                named.push((id.name(), contents));
            }
            Ok::<(), gimli::write::Error>(())
        });
        collected.map_err(|error| error.to_string())?;
        Ok(named)
    }
}
