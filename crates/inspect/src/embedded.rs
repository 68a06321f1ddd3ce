//! Finds bitcode in machine code: in the section `.llvmbc` of ELF files, and in the section
//! `__bitcode` of the segment `__LLVM` of Mach-O files.

use object::{File, Object, ObjectSection};
use pinnacle_llvm::bitcode::is_bitcode;
use std::ops::Range;

/// The names of the sections that hold bitcode, and their descriptions for messages.
const SECTIONS: &[(&str, &str)] = &[
    (".llvmbc", "the section .llvmbc of machine code"),
    ("__bitcode", "the section __LLVM,__bitcode of machine code"),
];

/// Finds the bitcode in machine code. Returns its range in the file and a description of its
/// section.
pub fn find(bytes: &[u8]) -> Option<(Range<usize>, &'static str)> {
    const MAGICS: &[&[u8]] = &[
        b"\x7fELF",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
    ];
    if !MAGICS.iter().any(|magic| bytes.starts_with(magic)) {
        return None;
    }
    let file = File::parse(bytes).ok()?;
    SECTIONS.iter().find_map(|&(name, place)| {
        let (offset, size) = file.section_by_name(name)?.file_range()?;
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        // A section of one byte is only a marker without bitcode.
        let found = is_bitcode(bytes.get(start..end)?);
        found.then_some((start..end, place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITCODE: &[u8] = b"BC\xc0\xde1234";

    fn words(numbers: &[u64]) -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Returns a 64-bit ELF file with two sections: the section names, and one with this name.
    fn elf(name: &[u8], contents: &[u8]) -> Vec<u8> {
        let names = [b"\0", name, b"\0"].concat();
        let contents_at = 64;
        let names_at = contents_at + contents.len();
        let table_at = names_at + names.len();
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(16, 0);
        file.extend([1, 0, 62, 0, 1, 0, 0, 0]);
        file.extend(words(&[0, 0, table_at as u64]));
        file.extend([0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 64, 0, 3, 0, 2, 0]);
        file.extend(contents);
        file.extend(&names);
        file.resize(table_at + 64, 0);
        for (name, kind, at, size) in [
            (1u32, 1u32, contents_at, contents.len()),
            (0, 3, names_at, names.len()),
        ] {
            file.extend(name.to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(words(&[0, 0, at as u64, size as u64, 0, 1, 0]));
        }
        file
    }

    /// Returns a 64-bit Mach-O file with one section.
    fn mach_o(section: &str, segment: &str, contents: &[u8]) -> Vec<u8> {
        let size = contents.len() as u64;
        let at = 32 + 72 + 80u32;
        let name = |text: &str| {
            let mut name = text.as_bytes().to_vec();
            name.resize(16, 0);
            name
        };
        let numbers = |numbers: &[u32]| -> Vec<u8> {
            numbers
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect()
        };
        let mut file = numbers(&[0xFEED_FACF, 0x0100_0007, 3, 1, 1, 72 + 80, 0, 0]);
        file.extend(numbers(&[0x19, 72 + 80]));
        file.extend(name(segment));
        file.extend(words(&[0, size, u64::from(at), size]));
        file.extend(numbers(&[7, 7, 1, 0]));
        file.extend(name(section));
        file.extend(name(segment));
        file.extend(words(&[0, size]));
        file.extend(numbers(&[at, 0, 0, 0, 0, 0, 0, 0]));
        file.extend(contents);
        file
    }

    #[test]
    fn bitcode_in_sections_is_found() {
        for file in [
            elf(b".llvmbc", BITCODE),
            mach_o("__bitcode", "__LLVM", BITCODE),
        ] {
            let (place, _) = find(&file).expect("it is there");
            assert_eq!(&file[place], BITCODE);
        }
    }

    #[test]
    fn other_sections_and_marks_are_not_bitcode() {
        assert_eq!(find(&elf(b".text", BITCODE)), None);
        assert_eq!(find(&elf(b".llvmbc", b"\0")), None);
        assert_eq!(find(&mach_o("__bitcode", "__LLVM", b"\0")), None);
        assert_eq!(find(b"\x7fELF"), None);
        assert_eq!(find(BITCODE), None);
    }
}
