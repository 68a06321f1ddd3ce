//! Short fuzz targets.

use pinnacle_pexe::decode::{Options, decode};
use pinnacle_pexe::encode::Abbreviations;
use pinnacle_testing::compare::same_program;
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::random::{Choices, FromBytes};
use pinnacle_testing::squeeze;

/// Generates a program from bytes as choices, and compresses it with some effort. The records and
/// the program must be unchanged.
pub fn compressed(data: &[u8]) {
    let mut choices = FromBytes::new(data);
    let effort = choices.below(10) as u8;
    let kinds = [
        Abbreviations::None,
        Abbreviations::Standard,
        Abbreviations::Own,
    ];
    let kind = *choices.pick(&kinds);
    let bytes = generate(&mut choices, Size::default()).to_pexe_with(kind);
    let small = squeeze::compress_and_check(&bytes, effort).expect("a valid program is compressed");
    let [before, after] = [&bytes, &small]
        .map(|bytes| decode(bytes, &Options::default()).expect("a valid program is decoded"));
    same_program(&before, &after).expect("it is the same program");
}
