//! Finds the instructions of a program for places in machine code, with the debug information that
//! clang made from the lifter's locations.
//!
//! In that debug information a function is called `f12` or `f12.main`, and its line numbers are the
//! numbers of its instructions plus one. A place can be in several functions: the first was inlined
//! into the others.

use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, LittleEndian};
use object::{Object, ObjectSection};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{FuncId, InstId};

type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// Returns the instructions at offsets in a library, as far as the debug information has them.
pub(super) fn of(library: &[u8], offsets: &[u32], program: &Program) -> Vec<(FuncId, InstId)> {
    let Some(context) = context(library) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for &offset in offsets {
        let Ok(mut frames) = context.find_frames(offset.into()).skip_all_loads() else {
            continue;
        };
        while let Ok(Some(frame)) = frames.next() {
            let place = frame
                .function
                .zip(frame.location)
                .and_then(|(name, location)| {
                    let function = function(&name.raw_name().ok()?)?;
                    let inst = InstId(location.line?.checked_sub(1)?);
                    exists(program, function, inst).then_some((function, inst))
                });
            places.extend(place);
        }
    }
    places
}

fn context(library: &[u8]) -> Option<Context<Bytes<'_>>> {
    let file = object::File::parse(library).ok()?;
    let section = |id: addr2line::gimli::SectionId| -> Result<Bytes<'_>, object::Error> {
        let section = file.section_by_name(id.name());
        let data = section.map_or(Ok(&[][..]), |section| section.data())?;
        Ok(EndianSlice::new(data, LittleEndian))
    };
    Context::from_dwarf(Dwarf::load(section).ok()?).ok()
}

/// Returns the function with a name.
fn function(name: &str) -> Option<FuncId> {
    let name = name.strip_prefix('f')?;
    let digits = name.split('.').next()?;
    digits.parse().ok().map(FuncId)
}

fn exists(program: &Program, function: FuncId, inst: InstId) -> bool {
    let declaration = program.module().functions.get(function.index());
    let body = declaration.and_then(|declaration| declaration.body);
    let body = body.and_then(|body| program.functions().get(body as usize));
    body.is_some_and(|body| (inst.0 as usize) < body.insts().len())
}
