//! What must hold of every file.

use anyhow::{Context, Result, anyhow, bail, ensure};
use pinnacle_bitstream::{Event, Reader};
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_pexe::encode::{Abbreviations, Options, Origin, encode};
use pinnacle_pexe::header::Header;
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::rewrite::{Edit, rewrite};
use pinnacle_pexe::text::print::Form;
use pinnacle_pexe::text::{parse, print, records};
use pinnacle_pexe::{Function, InstId};
use pinnacle_testing::compare::same_program;

/// Copying a file without a change gives the same bytes, if it consists of blocks
/// and records at all; copying it with every record written anew does unless
/// numbers are packed longer than needed.
pub(crate) fn rewriting_changes_nothing(file: &[u8]) -> Result<()> {
    let Ok(overlong) = overlong_numbers(file) else {
        ensure!(
            rewrite(file, |_, _| Ok(Edit::Keep)).is_err(),
            "a file that cannot be read is rewritten"
        );
        return Ok(());
    };
    ensure!(
        rewrite(file, |_, _| Ok(Edit::Keep))? == file,
        "a copy differs"
    );
    let anew = rewrite(file, |record, writer| {
        writer.record(record.abbreviation, record.code, record.operands)?;
        Ok(Edit::Done)
    })?;
    ensure!(
        overlong > 0 || anew == file,
        "records differ when they are written anew"
    );
    Ok(())
}

/// Number of the module's numbers that are packed longer than needed.
fn overlong_numbers(file: &[u8]) -> Result<u64> {
    let size = Header::read(file)?.size as usize;
    let mut reader = Reader::new(&file[size..], size as u64, PROFILE);
    loop {
        match reader.next()? {
            Event::ExitBlock if reader.depth() == 0 => return Ok(reader.overlong_count()),
            Event::End => return Ok(reader.overlong_count()),
            _ => {}
        }
    }
}

/// Bytes of a program's file.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sizes {
    /// With every record in full.
    pub none: usize,
    /// With the abbreviations of the original finaliser.
    pub standard: usize,
}

/// Decoding what a program encodes to gives the program, whatever the
/// abbreviations, and its own make it no larger than its file.
pub(crate) fn encoding_gives_the_program(file: &[u8]) -> Result<Sizes> {
    let program = read(file)?;
    let origin = Origin::read(file)?;
    let mut sizes = Vec::new();
    for abbreviations in [
        Abbreviations::None,
        Abbreviations::Standard,
        Abbreviations::Own,
    ] {
        let options = Options {
            abbreviations,
            origin: Some(&origin),
            jobs: 1,
        };
        let written = encode(&program, &options)?;
        let again = read(&written).with_context(|| format!("{abbreviations:?}"))?;
        same_program(&program, &again).with_context(|| format!("{abbreviations:?}"))?;
        sizes.push(written.len());
    }
    let [none, standard, own] = sizes[..] else {
        bail!("three files were written");
    };
    ensure!(
        own <= program.layout().module_end as usize,
        "with its own abbreviations the file has {own} bytes, not {}",
        program.layout().module_end
    );
    Ok(Sizes { none, standard })
}

/// The file that a program becomes with the abbreviations of the original
/// finaliser.
pub(crate) fn standard(file: &[u8]) -> Result<Vec<u8>> {
    let program = read(file)?;
    let origin = Origin::read(file)?;
    let options = Options {
        origin: Some(&origin),
        ..Options::default()
    };
    Ok(encode(&program, &options)?)
}

/// Checks that the text, in each form that can be read, assembles to the same bytes.
pub(crate) fn text_says_all(file: &[u8]) -> Result<()> {
    for form in [Form::Assembly, Form::Listing] {
        let options = print::Options {
            form,
            jobs: 1,
            ..print::Options::default()
        };
        let mut text = Vec::new();
        print::print(file, &[], &options, &mut text)?;
        let assembled = parse::assemble(&text).with_context(|| format!("{form:?}"))?;
        ensure!(assembled.bytes == file, "{form:?} becomes another file");
    }
    let mut text = Vec::new();
    records::print(file, &mut text)?;
    ensure!(
        records::assemble(&text)? == file,
        "the notation of records becomes another file"
    );
    Ok(())
}

/// Another order of the constants leaves all else as it is.
pub(crate) fn ordering_constants_keeps_the_program(file: &[u8]) -> Result<()> {
    let program = read(file)?;
    let ordered = program.clone().with_ordered_constants();
    let written = encode(&ordered, &Options::default())?;
    let again = read(&written)?;
    for (before, after) in program.functions().iter().zip(again.functions()) {
        for (index, (a, b)) in text(before).zip(text(after)).enumerate() {
            ensure!(
                a == b,
                "instruction {index} of {}: {a} becomes {b}",
                before.id()
            );
        }
        ensure!(before.insts().len() == after.insts().len());
        ensure!(before.constants().len() == after.constants().len());
    }
    Ok(())
}

/// The instructions of a function as text, with the values of the constants in
/// place of their names.
fn text(function: &Function) -> impl Iterator<Item = String> {
    (0..function.insts().len() as u32).map(|inst| {
        let text = function.display_inst(InstId(inst)).to_string();
        let mut parts = text.split("%c");
        let mut told = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit());
            let (number, rest) = part.split_at(digits.unwrap_or(part.len()));
            let constant = number
                .parse()
                .ok()
                .and_then(|n: usize| function.constants().get(n));
            told += &format!("{:?}{rest}", constant.map(|constant| constant.value));
        }
        told
    })
}

fn read(file: &[u8]) -> Result<Program> {
    let options = decode::Options { jobs: 1 };
    decode(file, &options).map_err(|errors| anyhow!("{errors}"))
}
