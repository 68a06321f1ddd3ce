//! The formats of LLVM 1.x by their names, which are those of the native command.

use pinnacle_bytecode::Format;

/// The name of each format, in the order of the releases.
pub const FORMATS: [(&str, Format); 12] = [
    ("v0-llvm1.0", Format::Llvm10),
    ("v0", Format::Llvm11),
    ("v1", Format::Llvm12),
    ("v2", Format::Llvm13Pre),
    ("v3", Format::Llvm13),
    ("v4", Format::Llvm14Pre),
    ("v5-llvm1.4", Format::Llvm14),
    ("v5-llvm1.5", Format::Llvm15),
    ("v5-llvm1.6", Format::Llvm16),
    ("v5-llvm1.7", Format::Llvm17),
    ("v5", Format::Llvm18),
    ("v6", Format::Llvm19),
];

/// Finds a format by its name.
///
/// # Errors
///
/// Fails for an unknown format, with a sentence that lists the names.
pub fn format(name: &str) -> Result<Format, String> {
    let found = FORMATS.iter().find(|(known, _)| *known == name);
    found.map(|(_, format)| *format).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        format!("no format {name:?}; the formats are {}", names.join(", "))
    })
}
