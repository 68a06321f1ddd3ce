//! Properties of modules as a whole.

use super::{Test, body, expect, module, same};
use crate::builder::{File, INT, Kind};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::Llvm13;
use pinnacle_bytecode::model::{Endianness, Linkage, PointerSize};
use pinnacle_bytecode::{ReadOptions, read};

pub(super) const TESTS: &[(&str, Test)] = &[
    ("target", target),
    ("libraries_and_triple", libraries_and_triple),
    ("linkages", linkages),
    ("unknown_blocks_are_skipped", unknown_blocks_are_skipped),
    ("what_is_left_of_info", what_is_left_of_info),
    ("example_of_the_manual", example_of_the_manual),
];

fn target() -> Result<(), Failed> {
    let with = |word| {
        let file = File::module_with_word(Llvm13, word, |file| {
            file.types(0, &[]).info(&[], &[]);
        });
        module(&file).map(|module| (module.target.endianness, module.target.pointer_size))
    };
    same(with(0x3C)?, (None, None))?;
    // The flags for "unspecified" take precedence.
    same(with(0x3F)?, (None, None))?;
    let (little, big) = (Some(Endianness::Little), Some(Endianness::Big));
    let (small, large) = (Some(PointerSize::Bits32), Some(PointerSize::Bits64));
    same(with(0x30)?, (little, small))?;
    same(with(0x31)?, (big, small))?;
    same(with(0x33)?, (big, large))?;
    same(with(0x36)?, (None, large))
}

fn libraries_and_triple() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(0, &[]).block(Kind::Info, |file| {
            file.vbrs(&[0, 0, 2]).string("c").string("m");
            file.string("i686-pc-linux-gnu").align();
        });
    });
    let module = module(&file)?;
    same(
        &module.target.libraries[..],
        &[b"c".to_vec(), b"m".to_vec()],
    )?;
    same(&module.target.triple[..], b"i686-pc-linux-gnu")
}

fn linkages() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        let word = |linkage: u64, constant| 13 << 5 | linkage << 2 | constant;
        let globals = [word(0, 0), word(1, 1), word(2, 0), word(3, 0), word(4, 0)];
        file.types(1, &[16, 7]).info(&globals, &[]);
    });
    let module = module(&file)?;
    let linkages: Vec<_> = module.globals.iter().map(|global| global.linkage).collect();
    let expected = [
        Linkage::External,
        Linkage::Weak,
        Linkage::Appending,
        Linkage::Internal,
        Linkage::LinkOnce,
    ];
    same(&linkages[..], &expected)?;
    let constant: Vec<_> = module
        .globals
        .iter()
        .map(|global| global.constant)
        .collect();
    same(constant, vec![false, true, false, false, false])
}

fn unknown_blocks_are_skipped() -> Result<(), Failed> {
    let unknown = |file: &mut File| {
        file.block(Kind::Unknown, |file| _ = file.raw(b"anything"));
    };
    let file = File::module(Llvm13, |file| {
        unknown(file);
        file.types(2, &[13, 7, 0, 16, 13]);
        unknown(file);
        file.info(&[], &[14]).block(Kind::Function, |file| {
            file.vbr(0);
            unknown(file);
            file.block(Kind::Instructions, |file| _ = file.short(1, INT, 0));
            unknown(file);
        });
    });
    same(body(&module(&file)?)?.inst_count(), 1)
}

fn what_is_left_of_info() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(0, &[]).block(Kind::Info, |file| {
            file.vbrs(&[0, 0, 0, 0]).raw(b"for later versions");
        });
    });
    module(&file).map(drop)
}

/// The example in `docs/llvm-bytecode.md`: its bytes give the module of its assembly, and writing
/// that module gives the same bytes.
fn example_of_the_manual() -> Result<(), Failed> {
    let page = include_str!("../../../../../docs/llvm-bytecode.md");
    let part = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n"))?;
        rest.split_once("```").map(|(part, _)| part)
    };
    let digits: Vec<u8> = part("hex")
        .ok_or("no bytes")?
        .bytes()
        .filter(u8::is_ascii_hexdigit)
        .collect();
    let bytes: Vec<u8> = digits
        .chunks_exact(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair)?;
            Ok(u8::from_str_radix(pair, 16)?)
        })
        .collect::<Result<_, Failed>>()?;
    let found = read(&bytes, &ReadOptions::default())?;
    let text = part("llvm").ok_or("no assembly")?;
    let expected = pinnacle_bytecode::text::parse(text)?;
    expect(found == expected, "bytes and assembly differ")?;
    let options = pinnacle_bytecode::WriteOptions::new(Llvm13);
    same(pinnacle_bytecode::write(&expected, &options)?, bytes)
}
