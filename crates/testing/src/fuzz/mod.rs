//! The bodies of the fuzz targets that run no programs. They panic if a property is violated.
//! Rejecting an input is fine.

pub mod bitcode;
pub mod bytecode;
pub mod ir_text;
pub mod readers;
mod texts;

pub use texts::{CHOICES, reassembled, records, text};

use crate::compare::same_program;
use crate::records::File;
use crate::sums;
use pinnacle_bitstream::{Event, Reader, Writer};
use pinnacle_pexe::Error;
use pinnacle_pexe::decode::{Allow, Options, Program, decode};
use pinnacle_pexe::encode::{self, Abbreviations, Origin};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::stats::Statistics;
use pinnacle_pexe::text::parse::assemble;
use pinnacle_pexe::text::print::{self, Form, Tone, print};
use pinnacle_pexe::verify::{self, verify};

/// Reads bytes as a bitstream without a header. Positions must never decrease, and blocks must be
/// entered and left in pairs. A valid stream must be unchanged after copying it bit by bit, and
/// after writing and reading it again.
pub fn container(data: &[u8]) {
    let mut reader = Reader::new(data, 0, PROFILE);
    let mut copy = Writer::new(&[], PROFILE);
    let mut depth = 0usize;
    let mut position = 0;
    loop {
        let event = reader.next();
        if let Err(error) = event {
            let end = data.len() as u64 * 8;
            assert!(
                error.position() <= end,
                "{error} lies past the end, bit {end}"
            );
            return;
        }
        assert!(
            reader.position() >= position,
            "positions go back to {}",
            reader.position()
        );
        position = reader.position();
        if let Ok(event) = &event {
            copy.copy(&reader, event)
                .expect("what was read can be copied");
        }
        match event.expect("errors have returned") {
            Event::EnterBlock(_) => depth += 1,
            Event::ExitBlock => depth -= 1,
            Event::Record | Event::DefineAbbreviation => {
                assert!(depth > 0, "something stands outside all blocks");
            }
            Event::End => break,
        }
        assert_eq!(reader.depth(), depth);
    }
    assert_eq!(depth, 0, "the stream ends inside a block");
    let copy = copy.finish().expect("all blocks have ended");
    assert!(copy == data, "a copy differs");
    let mut file = crate::records::HEADER.to_vec();
    file.extend_from_slice(data);
    let tree = File::read(&file).expect("the stream was read before");
    if let Ok(written) = tree.write() {
        assert_eq!(
            File::read(&written).expect("what was written can be read"),
            tree
        );
    }
}

/// Reads bytes as a whole file: counts its bits, checks, prints and decodes it, and if that
/// succeeds encodes and decodes it again. Returns the program.
pub fn module(data: &[u8]) -> Option<Program> {
    sums::check(data, &Statistics::of(data));
    verified(data);
    printed(data);
    let program = decode_bounded(data)?;
    encoded(data, &program);
    Some(program)
}

/// Checks that encoding and decoding a program gives the same program.
fn encoded(file: &[u8], program: &Program) {
    let origin = Origin::read(file).expect("the file can be read");
    for abbreviations in [
        Abbreviations::None,
        Abbreviations::Standard,
        Abbreviations::Own,
    ] {
        let options = encode::Options {
            abbreviations,
            origin: Some(&origin),
            jobs: 1,
        };
        let written = encode::encode(program, &options);
        let written = written.expect("a program that was decoded can be encoded");
        let again = decode(&written, &Options::default()).expect("and decoded again");
        same_program(program, &again).expect("it is the same program");
    }
}

/// Decodes bytes as a whole file. Errors must be within it.
pub fn decode_bounded(bytes: &[u8]) -> Option<Program> {
    let program = decode(bytes, &Options { jobs: 1 });
    if let Err(errors) = &program {
        let end = bytes.len() as u64 * 8;
        for error in errors.iter() {
            assert!(
                error.position().0 <= end,
                "{error} lies past the end, bit {end}"
            );
        }
    }
    program.ok()
}

/// Verifies bytes as a whole file. The report must not depend on the number of threads, must be in
/// file order, and must agree with decoding. A file that is valid by all rules must also be valid
/// with some of them relaxed.
pub fn verified(bytes: &[u8]) {
    let report = |jobs, allow| verify(bytes, &verify::Options { jobs, allow });
    let strict = report(1, Allow::default());
    assert!(
        strict == report(3, Allow::default()),
        "the number of threads changes the report"
    );
    let lenient = report(1, Allow::RUN);
    assert!(lenient.is_valid() || !strict.is_valid());
    let in_order = |pair: &[Error]| pair[0].position() <= pair[1].position();
    assert!(strict.errors.windows(2).all(in_order));
    let end = bytes.len() as u64 * 8;
    let inside = |error: &Error| error.position().0 <= end && !error.message().is_empty();
    assert!(strict.errors.iter().all(inside), "{:?}", strict.errors);
    let told = |error: &Error| (error.code(), error.position(), error.message().to_owned());
    let decoded: Vec<_> = match decode(bytes, &Options::default()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(told).collect(),
    };
    let reported: Vec<_> = lenient.errors.iter().map(told).collect();
    assert_eq!(reported, decoded, "decoding says something else");
}

/// Prints bytes as a whole file in every form. The text must not depend on the number of threads,
/// and must be the same with and without colours. The text of a valid file must give its records
/// again, except for the widths of their numbers.
pub fn printed(bytes: &[u8]) {
    let errors = verify(bytes, &verify::Options::default()).errors;
    let text = |form, jobs, colours| {
        let options = print::Options {
            form,
            jobs,
            colours,
        };
        let mut text = Vec::new();
        print(bytes, &errors, &options, &mut text).expect("memory can be written to");
        String::from_utf8(text).expect("what is printed is text")
    };
    let colours = print::Colours {
        start: |_| "\u{1b}[1m",
        end: "\u{1b}[0m",
    };
    for form in [Form::Assembly, Form::Listing, Form::Records] {
        let alone = text(form, 1, None);
        assert!(
            alone == text(form, 3, None),
            "the number of threads changes the text of {form:?}"
        );
        let coloured = text(form, 3, Some(colours));
        let plain = coloured
            .replace((colours.start)(Tone::Keyword), "")
            .replace(colours.end, "");
        assert!(alone == plain, "colours change the text of {form:?}");
        if errors.is_empty() && form != Form::Records {
            let again = assemble(alone.as_bytes()).expect("what is printed can be assembled");
            let tree = |bytes: &[u8]| File::read(bytes).expect("a valid file can be read");
            assert!(
                tree(&again.bytes) == tree(bytes)
                    || form == Form::Listing && texts::has_empty_operands(bytes),
                "{form:?} gives another file"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Size, generate};
    use crate::mutate::{Mutation, Original};
    use crate::random::{Choices, Seeded};

    #[test]
    fn container_on_noise_and_on_bodies_of_programs() {
        for seed in 0..2000 {
            container(&Seeded::bytes(seed, 8 + seed as usize % 300));
        }
        let pexe = crate::samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
        let stream = &pexe[crate::records::HEADER.len()..];
        container(stream);
        for seed in 0..500 {
            let mut choices = Seeded::new(seed);
            let mut damaged = stream.to_vec();
            let at = choices.index(damaged.len());
            damaged[at] ^= 1 << choices.below(8);
            container(&damaged);
        }
    }

    #[test]
    fn damaged_programs_are_checked_as_they_are_decoded() {
        for seed in 0..100 {
            let mut choices = Seeded::new(seed);
            let size = Size::default();
            let original = Original::new(generate(&mut choices, size).to_pexe());
            verified(original.bytes());
            for _ in 0..8 {
                let mutation = *choices.pick(&Mutation::ALL);
                verified(&original.mutate(mutation, &mut choices));
            }
        }
    }

    #[test]
    fn damaged_programs_are_printed_alike_by_any_number_of_threads() {
        // Large enough for bodies to be divided among threads.
        let size = Size {
            functions: 40,
            ..Size::default()
        };
        for seed in 0..12 {
            let mut choices = Seeded::new(seed);
            let module = generate(&mut choices, size);
            let original = Original::new(module.to_pexe_with(Abbreviations::Standard));
            printed(original.bytes());
            for mutation in Mutation::ALL {
                printed(&original.mutate(mutation, &mut choices));
            }
        }
        for seed in 0..200 {
            let module = [&crate::records::HEADER[..], &Seeded::bytes(seed, 90)].concat();
            printed(&module);
        }
    }
}
