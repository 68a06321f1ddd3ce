//! The container reader accepts everything that LLVM's own reader accepts, not only PNaCl's subset.

use std::sync::Arc;

use pinnacle_bitstream::{Abbreviation, BLOCKINFO, Encoding, Writer};
use pinnacle_llvm::bitcode::{Options, PROFILE, Wrapper, read, wrapper};

use crate::old::{block, records};
use crate::tools::{has, run};

/// Number of abbreviations that the body defines, more than fit in a 16-bit index.
const MANY: usize = 70_000;

/// A module with a function that returns. The record uses the last of many abbreviations, in a
/// block with 20-bit ids. BLOCKINFO contains the name of a block.
fn module() -> Vec<u8> {
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    block(
        &mut writer,
        BLOCKINFO,
        &[(1, &[12]), (2, &[98, 111, 100, 121])],
    );
    let types: &[(u64, &[u64])] = &[(1, &[3]), (2, &[]), (21, &[0, 0]), (8, &[1, 0])];
    block(&mut writer, 17, types);
    records(&mut writer, &[(8, &[2, 0, 0, 0, 0, 0, 0, 0])]);
    writer.enter_block(12, 20).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    let abbreviation = Abbreviation::new(&[Encoding::Literal(10)], 0).expect("it is right");
    let abbreviation = Arc::new(abbreviation);
    let mut last = 0;
    for _ in 0..MANY {
        last = writer
            .define_abbreviation(&abbreviation)
            .expect("it may stand here");
    }
    writer.record(last, 10, &[]).expect("it fits");
    for _ in 0..2 {
        writer.exit_block().expect("it is open");
    }
    writer.finish().expect("all blocks are closed")
}

#[test]
fn indices_and_names_of_other_formats_than_pnacl_are_read() {
    let file = module();
    let module = read(&file, &Options::default()).expect("LLVM reads it too");
    assert_eq!(module.globals().len(), 1);
    if has("llvm-dis-19") {
        run("llvm-dis-19", &["-o", "-", "-"], &file).expect("LLVM reads it");
    }
}

#[test]
fn wrappers_say_what_they_are_of() {
    let words = |numbers: &[u32]| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    };
    let darwin = words(&[0x0B17_C0DE, 0, 20, 4, 0x0100_0007]);
    assert_eq!(wrapper(&darwin), Some(Wrapper::Darwin(0x0100_0007)));
    // The fields after the level are tagged: the compiler version, then the optimisation level.
    let android = [
        0x0B17_C0DE,
        0,
        44,
        4,
        0,
        16,
        0,
        0x0004_0001,
        1600,
        0x0004_0002,
        3,
    ];
    let expected = Wrapper::Renderscript {
        api_level: 16,
        compiler: Some(1600),
    };
    assert_eq!(wrapper(&words(&android)), Some(expected));
    assert_eq!(wrapper(&words(&android[..5])), None);
    assert_eq!(wrapper(b"BC\xC0\xDE"), None);
}
