//! The fuzz bodies for texts: PNaClAsm, listings, and the notation of records.

use crate::garble::garble;
use crate::generate::{Size, generate};
use crate::random::{Choices, FromBytes};
use pinnacle_pexe::Error;
use pinnacle_pexe::encode::Abbreviations;
use pinnacle_pexe::text::parse::{Assembled, assemble};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_pexe::text::{SyntaxErrors, records as notation};
use pinnacle_pexe::verify::{self, verify};

/// The first byte of inputs that are choices. No text begins with this byte.
pub const CHOICES: u8 = 0xff;

/// Assembles bytes as PNaClAsm or a listing. If the input begins with [`CHOICES`], its rest is the
/// choices that damage the text of a program. Errors must be within the text, and an assembled file
/// must have the properties that [`reassembled`] checks.
///
/// Returns true if there were no errors.
pub fn text(data: &[u8]) -> bool {
    match data.split_first() {
        Some((&CHOICES, choices)) => {
            let mut choices = FromBytes::new(choices);
            let form = *choices.pick(&[Form::Assembly, Form::Listing]);
            let text = printed_in(&some_program(&mut choices), &[], form);
            plain_text(&garble(&text, &mut choices))
        }
        _ => plain_text(data),
    }
}

fn plain_text(text: &[u8]) -> bool {
    match assemble(text) {
        Ok(Assembled { bytes, map }) => {
            for position in [0, 128, 200, bytes.len() as u64 * 4, u64::MAX] {
                assert!(map.offset(position).is_none_or(|at| at <= text.len()));
            }
            reassembled(&bytes);
            true
        }
        Err(errors) => {
            check_places(text, &errors);
            false
        }
    }
}

/// Reads bytes as the notation of records and as a file. If the input begins with [`CHOICES`], its
/// rest is the choices that damage the notation of a program. Errors must be within the text, and
/// every file must be unchanged after conversion to text and back.
///
/// Returns true if the text had no errors.
pub fn records(data: &[u8]) -> bool {
    match data.split_first() {
        Some((&CHOICES, choices)) => {
            let mut choices = FromBytes::new(choices);
            let text = noted(&some_program(&mut choices));
            notation_text(&garble(&text, &mut choices))
        }
        _ => {
            comes_back(data);
            notation_text(data)
        }
    }
}

fn notation_text(text: &[u8]) -> bool {
    match notation::assemble(text) {
        Ok(bytes) => {
            comes_back(&bytes);
            reassembled(&bytes);
            true
        }
        Err(errors) => {
            check_places(text, &errors);
            false
        }
    }
}

/// A small valid program.
fn some_program(choices: &mut FromBytes<'_>) -> Vec<u8> {
    let kinds = [
        Abbreviations::None,
        Abbreviations::Standard,
        Abbreviations::Own,
    ];
    let kind = *choices.pick(&kinds);
    generate(choices, Size::default()).to_pexe_with(kind)
}

/// A file in the notation of records.
fn noted(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    notation::print(bytes, &mut text).expect("memory can be written to");
    text
}

/// Checks that any bytes are unchanged after conversion to their notation and back.
fn comes_back(bytes: &[u8]) {
    let text = noted(bytes);
    match notation::assemble(&text) {
        Ok(again) => assert!(again == bytes, "the notation gives other bytes"),
        Err(errors) => panic!("what was printed is refused: {errors}"),
    }
}

/// Prints a file with its errors, on one thread.
fn printed_in(bytes: &[u8], errors: &[Error], form: Form) -> Vec<u8> {
    let options = Options {
        form,
        jobs: 1,
        ..Options::default()
    };
    let mut text = Vec::new();
    print(bytes, errors, &options, &mut text).expect("memory can be written to");
    text
}

/// Prints any bytes as a file with its errors, see [`printed`](super::printed), and assembles the
/// text.
///
/// The assembly of a valid file must give the file again, unless its first line excludes that. The
/// same holds for its listing, which shows operands of abbreviations that take no bits as the
/// number 0. The text of a file with errors may be rejected.
pub fn reassembled(bytes: &[u8]) {
    super::printed(bytes);
    let options = verify::Options {
        jobs: 1,
        ..verify::Options::default()
    };
    let report = verify(bytes, &options);
    for form in [Form::Listing, Form::Assembly] {
        let text = printed_in(bytes, &report.errors, form);
        assembled_again(bytes, &text, form, report.is_valid());
    }
}

fn assembled_again(bytes: &[u8], text: &[u8], form: Form, valid: bool) {
    match assemble(text) {
        Ok(again) if valid => {
            let excused = again.bytes != bytes
                && (is_excused(bytes) || form == Form::Listing && has_empty_operands(bytes));
            assert!(
                again.bytes == bytes || excused,
                "the {form:?} of a valid file gives another"
            );
        }
        Ok(_) => {}
        Err(errors) => {
            assert!(!valid, "the {form:?} of a valid file is refused: {errors}");
            check_places(text, &errors);
        }
    }
}

/// Returns true if the assembly of a file begins with a comment that the file is packed or padded
/// in a way that text cannot express.
fn is_excused(bytes: &[u8]) -> bool {
    let text = printed_in(bytes, &[], Form::Assembly);
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    first.starts_with("//") && first.ends_with("which this text does not show")
}

/// Returns true if a file defines an abbreviation with an operand of zero bits.
pub(super) fn has_empty_operands(bytes: &[u8]) -> bool {
    let text = printed_in(bytes, &[], Form::Assembly);
    let text = String::from_utf8_lossy(&text);
    ["fixed(0)", "vbr(0)"]
        .iter()
        .any(|operand| text.contains(operand))
}

/// Checks that the errors of a text are in order, and that each has a line and column within the
/// text, or right after the end of a line.
pub(super) fn check_places(text: &[u8], errors: &SyntaxErrors) {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let mut before = (0, 0);
    for error in errors.iter() {
        let place = error.place();
        let line = lines.get((place.line as usize).wrapping_sub(1));
        let Some(line) = line else {
            panic!("{error}: there are {} lines", lines.len());
        };
        let column = place.column as usize;
        assert!(
            (1..=line.len() + 1).contains(&column),
            "{error}: the line has {} bytes",
            line.len()
        );
        assert!(
            before <= (place.line, place.column),
            "{error} comes too late"
        );
        before = (place.line, place.column);
        assert!(!error.message().is_empty() && !place.picture().is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::{Mutation, Original};
    use crate::random::Seeded;
    use crate::records::{Block, File, Item, MODULE_BLOCK, Record};
    use pinnacle_pexe::decode::{Options, decode};

    /// Pseudo-random bytes from a seed, after the mark for choices.
    fn choices(seed: u64, len: usize) -> Vec<u8> {
        let mut random = Seeded::new(seed);
        let bytes = (0..len).map(|_| random.below(256) as u8);
        std::iter::once(CHOICES).chain(bytes).collect()
    }

    #[test]
    fn text_on_noise_and_on_damaged_programs() {
        let mut accepted = 0;
        for seed in 0..300 {
            text(&choices(seed, 100)[1..]);
            accepted += u32::from(text(&choices(seed, 600)));
        }
        assert!(
            (10..297).contains(&accepted),
            "{accepted} of 300 damaged texts are still accepted"
        );
    }

    #[test]
    fn records_on_noise_and_on_damaged_programs() {
        let mut accepted = 0;
        for seed in 0..300 {
            records(&choices(seed, 100)[1..]);
            accepted += u32::from(records(&choices(seed, 600)));
        }
        assert!(
            (10..297).contains(&accepted),
            "{accepted} of 300 damaged texts are still accepted"
        );
    }

    /// A replacement for an operand: a neighbouring number, or one that differs in bits that a type
    /// may not have.
    fn another(operand: u64, choices: &mut Seeded) -> u64 {
        match choices.below(4) {
            0 => operand ^ 1,
            1 => operand.wrapping_add(1),
            2 => *choices.pick(&[0, 1, u64::MAX]),
            _ => operand ^ 1 << choices.pick(&[2, 9, 17, 32, 33, 63]),
        }
    }

    /// Collects the records of a block and of the blocks in it.
    fn records_of<'a>(block: &'a mut Block, records: &mut Vec<&'a mut Record>) {
        for item in &mut block.items {
            match item {
                Item::Block(block) => records_of(block, records),
                Item::Record(record) => records.push(record),
                Item::Abbreviation(_) | Item::RawBits(..) => {}
            }
        }
    }

    #[test]
    fn operands_with_other_bits_come_back_with_them() {
        let mut choices = Seeded::new(7);
        let mut valid = 0;
        for _ in 0..4 {
            let program = generate(&mut choices, Size::default());
            let file = File::read(&program.to_pexe_with(Abbreviations::None)).expect("it is right");
            for _ in 0..100 {
                let mut file = file.clone();
                let mut records = Vec::new();
                let module = file.block(MODULE_BLOCK).expect("it has a module");
                records_of(module, &mut records);
                let record = choices.index(records.len());
                let operands = &mut records[record].operands;
                let place = choices.index(operands.len() + 1);
                match operands.get_mut(place) {
                    Some(operand) => *operand = another(*operand, &mut choices),
                    None => operands.push(choices.below(3)),
                }
                let bytes = file.write().expect("it can be written");
                if decode(&bytes, &Options::default()).is_ok() {
                    valid += 1;
                    reassembled(&bytes);
                }
            }
        }
        assert!(valid > 50, "only {valid} of 400 are valid");
    }

    #[test]
    fn damaged_files_are_printed_and_assembled_again() {
        let original = Original::new(crate::samples::mandelbrot().to_pexe());
        reassembled(original.bytes());
        for seed in 0..200 {
            let mut choices = Seeded::new(seed);
            let mutation = *choices.pick(&Mutation::ALL);
            reassembled(&original.mutate(mutation, &mut choices));
        }
    }
}
