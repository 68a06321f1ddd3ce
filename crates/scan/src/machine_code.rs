//! Describes machine code for Native Client: ELF files for its sandbox.
//!
//! Sources: the ELF specification; Native Client's `elf_constants.h` and `nacl_elf.h` for the ABI.

use crate::fields::{Fields, uses_gl};
use crate::producer;
use object::read::elf::{Dyn, ElfFile, ElfFile32, ElfFile64, FileHeader, ProgramHeader};
use object::{Endianness, ReadRef, elf};
use pinnacle_pepper::needs;
use serde_json::{Value, json};

/// Maximum number of libraries that are listed.
const MAX_LIBRARIES: usize = 100;

/// The properties of an ELF file that are listed.
#[derive(Default, Debug)]
struct Facts {
    processor: &'static str,
    /// `executable` or `shared`.
    role: &'static str,
    abi_version: u8,
    /// The dynamic loader that the file requests.
    interpreter: Option<String>,
    libraries: Vec<String>,
}

/// Adds the fields of a machine code file to the line.
pub(crate) fn describe(bytes: &[u8], fields: &mut Fields) {
    let facts = match bytes.get(4) {
        Some(1) => ElfFile32::<Endianness>::parse(bytes).and_then(|file| facts(&file, bytes)),
        _ => ElfFile64::<Endianness>::parse(bytes).and_then(|file| facts(&file, bytes)),
    };
    fields.insert("valid".into(), facts.is_ok().into());
    let error = facts.as_ref().err();
    let error = error.map(|error| json!({ "code": "elf", "message": error.to_string() }));
    fields.insert("error".into(), error.into());
    if let Ok(facts) = facts {
        let libc = facts.libc(bytes);
        fields.insert("processor".into(), facts.processor.into());
        fields.insert("role".into(), facts.role.into());
        fields.insert("abi_version".into(), facts.abi_version.into());
        fields.insert("libc".into(), libc.into());
        fields.insert("interpreter".into(), facts.interpreter.into());
        fields.insert("libraries".into(), facts.libraries.into());
    }
    let interfaces = needs::of_bytes(bytes).into_iter();
    let interfaces: Vec<Value> = interfaces.map(|need| need.name.into()).collect();
    fields.insert("gl".into(), uses_gl(Some(&interfaces)).into());
    fields.insert("interfaces".into(), interfaces.into());
    fields.insert("producers".into(), producer::producers(bytes).into());
    let languages = producer::languages(bytes).into_iter();
    fields.insert("languages".into(), languages.collect());
}

impl Facts {
    /// Returns the C library: glibc if it is loaded at run time, newlib if it is linked statically.
    fn libc(&self, bytes: &[u8]) -> &'static str {
        let is_glibc = |name: &String| name.starts_with("libc.so") || name.contains("ld-nacl");
        if self.libraries.iter().chain(&self.interpreter).any(is_glibc) {
            return "glibc";
        }
        let has = |text: &[u8]| memchr::memmem::find(bytes, text).is_some();
        match self.role {
            "executable" if has(b"GNU C Library") => "glibc",
            "executable" => "newlib",
            _ => "unknown",
        }
    }
}

fn facts<'data, H: FileHeader<Endian = Endianness>>(
    file: &ElfFile<'data, H, &'data [u8]>,
    bytes: &'data [u8],
) -> object::Result<Facts> {
    let endian = file.endian();
    let header = file.elf_header();
    let mut facts = Facts {
        processor: match header.e_machine(endian) {
            elf::EM_386 => "x86-32",
            elf::EM_X86_64 => "x86-64",
            elf::EM_ARM => "ARM",
            elf::EM_MIPS => "MIPS",
            _ => "unknown",
        },
        role: match header.e_type(endian) {
            elf::ET_EXEC => "executable",
            elf::ET_DYN => "shared",
            elf::ET_REL => "object",
            _ => "unknown",
        },
        abi_version: header.e_ident().abi_version,
        ..Facts::default()
    };
    for segment in header.program_headers(endian, bytes)? {
        if let Some(name) = segment.interpreter(endian, bytes)? {
            facts.interpreter = Some(String::from_utf8_lossy(name).into_owned());
        }
    }
    facts.libraries = libraries(header, endian, bytes).unwrap_or_default();
    Ok(facts)
}

/// Returns the names of the libraries that the file needs, or `None` if it is linked statically.
fn libraries<H: FileHeader<Endian = Endianness>>(
    header: &H,
    endian: Endianness,
    bytes: &[u8],
) -> Option<Vec<String>> {
    let segments = header.program_headers(endian, bytes).ok()?;
    let entries = segments
        .iter()
        .find_map(|segment| segment.dynamic(endian, bytes).ok().flatten())?;
    let value = |tag: i64| {
        let mut entries = entries.iter();
        let found = entries.find(|entry| entry.tag(endian) == tag)?;
        Some(found.val(endian))
    };
    let table = value(elf::DT_STRTAB)?;
    // The dynamic section has the address of the string table, and the segment that contains this
    // address has its offset in the file.
    let start = segments.iter().find_map(|segment| {
        let (at, size): (u64, u64) = (
            segment.p_vaddr(endian).into(),
            segment.p_filesz(endian).into(),
        );
        let offset: u64 = segment.p_offset(endian).into();
        let within = table.checked_sub(at).filter(|within| *within < size)?;
        offset.checked_add(within)
    })?;
    let mut names = Vec::new();
    for entry in entries
        .iter()
        .filter(|entry| entry.tag(endian) == elf::DT_NEEDED)
    {
        let place = start.checked_add(entry.val(endian))?;
        let end = bytes.len() as u64;
        let Ok(name) = bytes.read_bytes_at_until(place..end, 0) else {
            continue;
        };
        names.push(String::from_utf8_lossy(name).into_owned());
        if names.len() == MAX_LIBRARIES {
            break;
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a 64-bit executable of Native Client with an interpreter, a dynamic section that
    /// names a library, and a code segment.
    fn nexe(interpreter: &str, library: &str) -> Vec<u8> {
        let mut file = b"\x7fELF\x02\x01\x01\x7b\x07\0\0\0\0\0\0\0".to_vec();
        file.extend(2u16.to_le_bytes());
        file.extend(62u16.to_le_bytes());
        file.extend(1u32.to_le_bytes());
        for word in [0u64, 64, 0] {
            file.extend(word.to_le_bytes());
        }
        file.extend(0u32.to_le_bytes());
        for half in [64u16, 56, 3, 64, 0, 0] {
            file.extend(half.to_le_bytes());
        }
        let at = 64 + 3 * 56u64;
        let texts = format!("{interpreter}\0{library}\0PPB_OpenGLES2;1.0\0");
        let size = texts.len() as u64;
        let dynamic = at + size;
        let length = interpreter.len() as u64 + 1;
        let mut segment = |kind: u32, offset: u64, size: u64| {
            file.extend(kind.to_le_bytes());
            file.extend(4u32.to_le_bytes());
            for word in [offset, offset, offset, size, size, 1] {
                file.extend(word.to_le_bytes());
            }
        };
        segment(elf::PT_LOAD, at, size);
        segment(elf::PT_INTERP, at, length);
        segment(elf::PT_DYNAMIC, dynamic, 48);
        file.extend(texts.as_bytes());
        for (tag, value) in [
            (elf::DT_STRTAB, at),
            (elf::DT_NEEDED, length),
            (elf::DT_NULL, 0),
        ] {
            file.extend(tag.to_le_bytes());
            file.extend(value.to_le_bytes());
        }
        file
    }

    fn fields(bytes: &[u8]) -> Fields {
        let mut fields = Fields::new();
        describe(bytes, &mut fields);
        fields
    }

    #[test]
    fn machine_code_is_described_by_its_headers() {
        let found = fields(&nexe("/lib/ld-nacl-x86-64.so.1", "libc.so.6"));
        for (name, expected) in [
            ("valid", json!(true)),
            ("processor", json!("x86-64")),
            ("role", json!("executable")),
            ("abi_version", json!(7)),
            ("libc", json!("glibc")),
            ("interpreter", json!("/lib/ld-nacl-x86-64.so.1")),
            ("libraries", json!(["libc.so.6"])),
            ("interfaces", json!(["PPB_OpenGLES2;1.0"])),
            ("gl", json!(true)),
        ] {
            assert_eq!(found[name], expected, "{name}");
        }
    }

    #[test]
    fn damaged_machine_code_is_described_as_far_as_it_goes() {
        let whole = nexe("x", "libm.so");
        for length in 0..whole.len() {
            let found = fields(&whole[..length]);
            assert!(found["valid"].is_boolean());
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            assert!(fields(&damaged)["valid"].is_boolean());
        }
        assert_eq!(fields(&whole)["libc"], "newlib");
    }
}
