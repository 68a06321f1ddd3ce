//! Recognises the kind of a file by its content, and gives advice if it is not a `.pexe`.

use crate::numbers::count;
use pinnacle_bytecode::text::is_assembly as is_old_assembly;
use pinnacle_pexe::text::parse::is_pnaclasm;
use pinnacle_pexe::{BitPosition, Error, ErrorKind};
use serde_json::Value;

/// The error code of a file that ends too early.
const END_OF_STREAM: &str = "B0001";

/// The kinds of files that users are likely to pass in place of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An empty file.
    Empty,
    /// A PNaCl program.
    Pexe,
    /// LLVM bitcode.
    Bitcode,
    /// LLVM bytecode, versions 1.0 to 1.9, compressed or not.
    Bytecode,
    /// PNaClAsm, which can be assembled.
    Pnaclasm,
    /// LLVM 1.x assembly.
    OldAssembly,
    /// Assembly of LLVM 2.0 or later.
    AssemblyText,
    /// WebAssembly.
    Wasm,
    /// An executable of Native Client, with its processor.
    Nexe(&'static str),
    /// Another ELF file.
    Elf,
    /// An archive of object files.
    Archive,
    /// A file compressed with gzip.
    Gzip,
    /// A file compressed with xz.
    Xz,
    /// A file compressed with bzip2.
    Bzip2,
    /// A zip archive.
    Zip,
    /// A Chrome extension (`.crx`).
    ChromeExtension,
    /// A manifest, and the programs that it names.
    Manifest(Vec<String>),
    /// An HTML page.
    WebPage,
    /// Text that begins with `#!`.
    Script,
    /// Any other file.
    Unknown,
}

impl Kind {
    /// Recognises the kind of a file by its content.
    pub fn of(bytes: &[u8]) -> Kind {
        const MAGICS: &[(&[u8], Kind)] = &[
            (b"PEXE", Kind::Pexe),
            (b"BC\xc0\xde", Kind::Bitcode),
            (b"\xde\xc0\x17\x0b", Kind::Bitcode),
            (b"llvm", Kind::Bytecode),
            (b"llvc", Kind::Bytecode),
            (b"\0asm", Kind::Wasm),
            (b"!<arch>\n", Kind::Archive),
            (b"!<thin>\n", Kind::Archive),
            (b"\x1f\x8b", Kind::Gzip),
            (b"\xfd7zXZ\0", Kind::Xz),
            (b"BZh", Kind::Bzip2),
            (b"PK\x03\x04", Kind::Zip),
            (b"Cr24", Kind::ChromeExtension),
            (b"#!", Kind::Script),
        ];
        if bytes.is_empty() {
            return Kind::Empty;
        }
        if bytes.starts_with(b"\x7fELF") {
            return elf(bytes);
        }
        let magic = MAGICS.iter().find(|(magic, _)| bytes.starts_with(magic));
        magic.map_or_else(|| text(bytes), |(_, kind)| kind.clone())
    }

    /// Returns the identifier of this kind in JSON documents.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Empty => "empty",
            Kind::Pexe => "pexe",
            Kind::Bitcode => "llvm-bitcode",
            Kind::Bytecode => "llvm-bytecode",
            Kind::Pnaclasm => "pnaclasm",
            Kind::OldAssembly => "llvm-1-assembly",
            Kind::AssemblyText => "assembly-text",
            Kind::Wasm => "wasm",
            Kind::Nexe(_) => "nexe",
            Kind::Elf => "elf",
            Kind::Archive => "archive",
            Kind::Gzip => "gzip",
            Kind::Xz => "xz",
            Kind::Bzip2 => "bzip2",
            Kind::Zip => "zip",
            Kind::ChromeExtension => "chrome-extension",
            Kind::Manifest(_) => "manifest",
            Kind::WebPage => "web-page",
            Kind::Script => "script",
            Kind::Unknown => "unknown",
        }
    }

    /// Returns a short description of this kind.
    pub fn description(&self) -> String {
        match self {
            Kind::Empty => "nothing, the file is empty".into(),
            Kind::Pexe => "PNaCl bitcode".into(),
            Kind::Bitcode => "LLVM bitcode".into(),
            Kind::Bytecode => "LLVM 1.x bytecode".into(),
            Kind::Pnaclasm => "PNaClAsm text".into(),
            Kind::OldAssembly => "LLVM 1.x assembly text".into(),
            Kind::AssemblyText => "LLVM assembly text".into(),
            Kind::Wasm => "WebAssembly".into(),
            Kind::Nexe(machine) => format!("Native Client machine code for {machine} (.nexe)"),
            Kind::Elf => "ELF machine code".into(),
            Kind::Archive => "an archive of object files".into(),
            Kind::Gzip => "data compressed with gzip".into(),
            Kind::Xz => "data compressed with xz".into(),
            Kind::Bzip2 => "data compressed with bzip2".into(),
            Kind::Zip => "a zip archive".into(),
            Kind::ChromeExtension => "a Chrome extension (.crx)".into(),
            Kind::Manifest(_) => "a Native Client manifest (.nmf)".into(),
            Kind::WebPage => "a web page".into(),
            Kind::Script => "a script".into(),
            Kind::Unknown => "not known".into(),
        }
    }

    /// Returns advice about a file of this kind.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Kind::Pexe | Kind::Pnaclasm | Kind::Unknown | Kind::Script => return None,
            Kind::Empty => "perhaps a download failed",
            Kind::Bitcode => {
                "bitcode must be finalised before it can run; `pinnacle finalize` does it, and \
                 `pinnacle cc` links objects first"
            }
            Kind::Bytecode | Kind::OldAssembly => {
                "LLVM 1.x is older than PNaCl; `pinnacle upgrade` converts it to today's LLVM IR, \
                 which lli runs"
            }
            Kind::AssemblyText => {
                "`pinnacle finalize` turns it into a program, and `pinnacle upgrade` converts it \
                 to today's LLVM IR"
            }
            Kind::Wasm => "WebAssembly runs in a browser, or in an engine such as Wasmtime",
            Kind::Nexe(_) => {
                "machine code cannot be turned back into a .pexe; the manifest (.nmf) beside it \
                 may name one under \"pnacl-translate\""
            }
            Kind::Elf => "machine code cannot be turned back into a .pexe",
            Kind::Archive => "programs are linked from archives; look for the linked .pexe",
            Kind::Gzip => "unpack it on the way: gunzip < FILE | pinnacle ... -",
            Kind::Xz => "unpack it on the way: xz -d < FILE | pinnacle ... -",
            Kind::Bzip2 => "unpack it on the way: bunzip2 < FILE | pinnacle ... -",
            Kind::Zip | Kind::ChromeExtension => {
                "the .pexe may be inside: `pinnacle info FILE` names the programs in it, and \
                 FILE!MEMBER is one of them"
            }
            Kind::Manifest(programs) if programs.is_empty() => {
                "it names no program for PNaCl, only machine code"
            }
            Kind::Manifest(programs) => {
                return Some(format!("it names {}", programs.join(", ")));
            }
            Kind::WebPage => {
                "perhaps the error page of a download that failed; `pinnacle info` names the \
                 programs that a page embeds"
            }
        };
        Some(text.into())
    }
}

impl Kind {
    /// Returns advice about a file of this kind and size whose first error is this one.
    pub fn hint_for(&self, first: &Error, size: usize) -> Option<String> {
        let BitPosition(position) = first.position();
        let at_end = position == size as u64 * 8;
        match first.kind() {
            ErrorKind::BadMagic | ErrorKind::LlvmBitcode | ErrorKind::LlvmBytecode => self.hint(),
            _ if first.code() == END_OF_STREAM || at_end => Some(format!(
                "the file has {} and ends too early; it may be a copy or a download that was cut \
                 short",
                count(size as u64, "byte")
            )),
            _ => None,
        }
    }
}

/// Distinguishes Native Client's ELF files from others by the OS/ABI field. Files whose tools did
/// not set this field count as other ELF files.
fn elf(bytes: &[u8]) -> Kind {
    const NACL: u8 = 123;
    let &[system, ..] = bytes.get(7..).unwrap_or_default() else {
        return Kind::Elf;
    };
    if system != NACL {
        return Kind::Elf;
    }
    let machine = match bytes.get(18..20) {
        Some(&[3, 0]) => "x86-32",
        Some(&[62, 0]) => "x86-64",
        Some(&[40, 0]) => "ARM",
        Some(&[8, 0]) => "MIPS",
        _ => "an unknown processor",
    };
    Kind::Nexe(machine)
}

/// Recognises kinds of text by their first words.
fn text(bytes: &[u8]) -> Kind {
    const LOOKED_AT: usize = 4096;
    let start = bytes[..bytes.len().min(LOOKED_AT)].trim_ascii_start();
    let lower = start[..start.len().min(16)].to_ascii_lowercase();
    if start.starts_with(b"{") {
        return manifest(bytes);
    }
    if lower.starts_with(b"<!doctype") || lower.starts_with(b"<html") {
        return Kind::WebPage;
    }
    if is_pnaclasm(bytes) {
        return Kind::Pnaclasm;
    }
    if is_old_assembly(bytes) {
        return Kind::OldAssembly;
    }
    let is_assembly = start.split(|&byte| byte == b'\n').any(|line| {
        const WORDS: &[&[u8]] = &[
            b"; ModuleID",
            b"target datalayout",
            b"target triple",
            b"define ",
            b"declare ",
            b"source_filename = ",
            b"module asm \"",
            b"attributes #",
        ];
        let line = line.trim_ascii();
        WORDS.iter().any(|word| line.starts_with(word)) || is_definition(line)
    });
    if is_assembly {
        Kind::AssemblyText
    } else {
        Kind::Unknown
    }
}

/// Returns true if a line of LLVM assembly defines a variable, a type, a comdat, metadata or an
/// entry of a summary.
fn is_definition(line: &[u8]) -> bool {
    const KINDS: &[&[u8]] = &[
        b"global",
        b"constant",
        b"alias",
        b"ifunc",
        b"type",
        b"private",
        b"internal",
        b"external",
        b"extern_weak",
        b"available_externally",
        b"weak",
        b"weak_odr",
        b"linkonce",
        b"linkonce_odr",
        b"common",
        b"appending",
        b"dso_local",
        b"hidden",
        b"protected",
        b"thread_local",
        b"unnamed_addr",
        b"local_unnamed_addr",
        b"externally_initialized",
    ];
    // Entries of module summaries, such as `^0 = module: (...`.
    const ENTRIES: &[&[u8]] = &[b"module:", b"gv:", b"flags:", b"blockcount:", b"typeid:"];
    let mut words = line
        .split(|&byte| byte == b' ')
        .filter(|word| !word.is_empty());
    let (name, equals, word) = (words.next(), words.next(), words.next().unwrap_or_default());
    let has = |start: &[u8]| word.starts_with(start);
    equals == Some(b"=")
        && match name {
            // An argument in parentheses follows `thread_local` and `addrspace` without a space.
            Some([b'@' | b'%', _, ..]) => {
                KINDS.contains(&word) || has(b"thread_local(") || has(b"addrspace(")
            }
            Some([b'$', _, ..]) => word == b"comdat",
            Some([b'!', _, ..]) => word == b"distinct" || has(b"!{") || has(b"!\"") || has(b"!DI"),
            Some([b'^', b'0'..=b'9', ..]) => ENTRIES.contains(&word),
            _ => false,
        }
}

/// Returns the manifest with the programs that it names, or `Unknown` for other JSON.
fn manifest(bytes: &[u8]) -> Kind {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return Kind::Unknown;
    };
    let Some(program) = value.get("program") else {
        return Kind::Unknown;
    };
    let translate = &program["portable"]["pnacl-translate"];
    let debug = &program["portable"]["pnacl-debug"];
    let urls = [translate, debug]
        .into_iter()
        .filter_map(|entry| Some(entry["url"].as_str()?.to_owned()));
    Kind::Manifest(urls.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_formats_are_recognised_by_their_first_bytes() {
        for (bytes, word) in [
            (&b""[..], "empty"),
            (b"PEXE\x01", "pexe"),
            (b"BC\xc0\xde!", "llvm-bitcode"),
            (b"\xde\xc0\x17\x0b!", "llvm-bitcode"),
            (b"llvm\x14", "llvm-bytecode"),
            (b"llvc\x14", "llvm-bytecode"),
            (b"\0asm\x01\0\0\0", "wasm"),
            (b"\x1f\x8b\x08", "gzip"),
            (b"PK\x03\x04", "zip"),
            (b"Cr24\x02", "chrome-extension"),
            (b"!<arch>\nfoo", "archive"),
            (b"\x7fELF", "elf"),
            (b"\x01\x02\x03", "unknown"),
            (b"P", "unknown"),
        ] {
            assert_eq!(Kind::of(bytes).word(), word, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_nexe_is_told_from_other_elf_files() {
        let mut bytes = *b"\x7fELF\x02\x01\x01\x7b\0\0\0\0\0\0\0\0\x02\0\x3e\0";
        assert_eq!(Kind::of(&bytes), Kind::Nexe("x86-64"));
        bytes[7] = 0;
        assert_eq!(Kind::of(&bytes), Kind::Elf);
    }

    #[test]
    fn a_manifest_names_its_program() {
        let text = br#"{"program": {"portable": {"pnacl-translate": {"url": "app.pexe"}}}}"#;
        let kind = Kind::of(text);
        assert_eq!(kind, Kind::Manifest(vec!["app.pexe".into()]));
        assert!(kind.hint().unwrap().contains("app.pexe"));
        let native = br#"{"program": {"x86-64": {"url": "app.nexe"}}}"#;
        assert_eq!(Kind::of(native), Kind::Manifest(Vec::new()));
        assert_eq!(Kind::of(b"{}"), Kind::Unknown);
        assert_eq!(Kind::of(&b"{".repeat(100_000)), Kind::Unknown);
    }

    #[test]
    fn text_is_recognised_by_its_words() {
        assert_eq!(Kind::of(b"<!DOCTYPE html>"), Kind::WebPage);
        assert_eq!(Kind::of(b"\n<html>"), Kind::WebPage);
        assert_eq!(
            Kind::of(b"; a comment\ndefine i32 @main() {"),
            Kind::AssemblyText
        );
        for text in [
            "@x = thread_local(initialexec) global i8 0",
            "@x = addrspace(1) global i8 0",
            "$f = comdat any",
            "!named = !{!0}",
            "!0 = distinct !DICompileUnit(language: DW_LANG_C)",
            "^0 = module: (path: \"a.o\", hash: (0, 0, 0, 0, 0))",
            "attributes #0 = { nounwind }",
        ] {
            assert_eq!(Kind::of(text.as_bytes()), Kind::AssemblyText, "{text}");
        }
        assert_eq!(Kind::of(b"x = !{1}\n$a = b"), Kind::Unknown);
        assert_eq!(Kind::of(b"; a comment\nint %main() {"), Kind::OldAssembly);
        assert_eq!(
            Kind::of(b"       0:0|<65532, 80, 69, 88, 69, 1, 0,|Magic Number"),
            Kind::Pnaclasm
        );
        assert_eq!(Kind::of(b"// a program\nmodule {\n}"), Kind::Pnaclasm);
        assert_eq!(Kind::of(b"module docs"), Kind::Unknown);
        assert_eq!(Kind::of(b"hello"), Kind::Unknown);
    }
}
