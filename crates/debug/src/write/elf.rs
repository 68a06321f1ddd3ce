//! Writes the ELF file. It is a 32-bit file for i386, because debuggers must know a processor, but
//! it contains no instructions of this processor.

use crate::addresses::{Addresses, CODE_BASE};
use crate::fingerprint::Fingerprint;
use crate::info::SourceInfo;
use object::write::elf::{FileHeader, SectionHeader, Sym, Writer};
use object::write::{Error, StringId};
use object::{Endianness, elf};

/// A section with its name.
pub(super) type Named = (&'static str, Vec<u8>);

/// Returns a note with the fingerprint, in the format of a linker's build ID.
fn note(fingerprint: &Fingerprint) -> Vec<u8> {
    let words = [4, fingerprint.len() as u32, elf::NT_GNU_BUILD_ID];
    let mut note: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    note.extend(b"GNU\0");
    note.extend(fingerprint);
    note
}

/// Returns the bytes of the file.
pub(super) fn file(
    info: &SourceInfo,
    addresses: &Addresses,
    fingerprint: &Fingerprint,
    sections: &[Named],
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Endianness::Little, false, &mut bytes);
    let note = note(fingerprint);
    writer.reserve_file_header();
    writer.reserve_null_section_index();
    let note_name = writer.add_section_name(b".note.gnu.build-id");
    writer.reserve_section_index();
    let note_at = writer.reserve(note.len(), 4);
    let text_name = writer.add_section_name(b".text");
    let text = writer.reserve_section_index();
    let mut placed = Vec::new();
    for (name, contents) in sections {
        let id = writer.add_section_name(name.as_bytes());
        writer.reserve_section_index();
        placed.push((id, writer.reserve(contents.len(), 1), contents));
    }
    writer.reserve_null_symbol_index();
    let mut symbols: Vec<(StringId, u32, u32)> = Vec::new();
    for (function, &(_, start)) in info.functions.iter().zip(addresses.functions()) {
        // A symbol name ends at a zero byte.
        let name = function.symbol.split('\0').next().unwrap_or_default();
        if name.is_empty() {
            continue;
        }
        let id = writer.add_string(name.as_bytes());
        writer.reserve_symbol_index(Some(text));
        symbols.push((id, start, function.inst_count));
    }
    writer.reserve_symtab_section_index();
    writer.reserve_symtab();
    writer.reserve_strtab_section_index();
    writer.reserve_strtab();
    writer.reserve_shstrtab_section_index();
    writer.reserve_shstrtab();
    writer.reserve_section_headers();

    writer.write_file_header(&FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: elf::ET_EXEC,
        e_machine: elf::EM_386,
        e_entry: u64::from(CODE_BASE),
        e_flags: 0,
    })?;
    writer.write_align(4);
    writer.write(&note);
    for (_, _, contents) in &placed {
        writer.write(contents);
    }
    writer.write_null_symbol();
    for (name, start, size) in symbols {
        writer.write_symbol(&Sym {
            name: Some(name),
            section: Some(text),
            st_info: elf::STB_GLOBAL << 4 | elf::STT_FUNC,
            st_other: 0,
            st_shndx: 0,
            st_value: u64::from(start),
            st_size: u64::from(size),
        });
    }
    writer.write_strtab();
    writer.write_shstrtab();
    writer.write_null_section_header();
    let plain = SectionHeader {
        name: None,
        sh_type: elf::SHT_PROGBITS,
        sh_flags: 0,
        sh_addr: 0,
        sh_offset: 0,
        sh_size: 0,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 1,
        sh_entsize: 0,
    };
    writer.write_section_header(&SectionHeader {
        name: Some(note_name),
        sh_type: elf::SHT_NOTE,
        sh_offset: note_at as u64,
        sh_size: note.len() as u64,
        sh_addralign: 4,
        ..plain
    });
    writer.write_section_header(&SectionHeader {
        name: Some(text_name),
        sh_type: elf::SHT_NOBITS,
        sh_flags: u64::from(elf::SHF_ALLOC | elf::SHF_EXECINSTR),
        sh_addr: u64::from(CODE_BASE),
        sh_offset: note_at as u64,
        sh_size: u64::from(addresses.end() - CODE_BASE),
        ..plain
    });
    for (name, offset, contents) in placed {
        writer.write_section_header(&SectionHeader {
            name: Some(name),
            sh_offset: offset as u64,
            sh_size: contents.len() as u64,
            ..plain
        });
    }
    writer.write_symtab_section_header(1);
    writer.write_strtab_section_header();
    writer.write_shstrtab_section_header();
    Ok(bytes)
}
