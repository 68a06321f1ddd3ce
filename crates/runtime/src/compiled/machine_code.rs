//! The machine code of a program, with the instructions that it was made from.

use super::code::Code;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{FuncId, InstId};

/// The machine code of a function.
#[derive(Clone, Debug)]
pub struct FunctionCode<'c> {
    /// The function.
    pub function: FuncId,
    /// The code.
    pub code: &'c [u8],
    /// Offsets in the code, in order, each with its instruction of the program; `None` for code
    /// that belongs to no instruction.
    pub places: Vec<(u32, Option<InstId>)>,
}

impl Code {
    /// Returns the machine code of the functions of the program that was compiled, in the order of
    /// the code.
    pub fn machine_code(&self, program: &Program) -> Vec<FunctionCode<'_>> {
        let map = self.about.source_map(program);
        let (Some(map), Some(places)) = (map, self.module.address_map()) else {
            return Vec::new();
        };
        let text = self.module.text();
        let mut functions: Vec<_> = self.module.functions().collect();
        functions.sort_unstable_by_key(|function| function.offset);
        let mut places = places.peekable();
        let mut found = Vec::new();
        for function in functions {
            let (start, end) = (function.offset, function.offset + function.len);
            let mut id = None;
            let mut own: Vec<(u32, Option<InstId>)> = Vec::new();
            while places.next_if(|&(place, _)| place < start).is_some() {}
            while let Some((place, origin)) = places.next_if(|&(place, _)| place < end) {
                let origin = origin.and_then(|origin| map.lookup(origin));
                id = id.or(origin.map(|(function, _)| function));
                let inst = origin.map(|(_, inst)| inst);
                if own.last().is_none_or(|&(_, last)| last != inst) {
                    own.push(((place - start) as u32, inst));
                }
            }
            if let (Some(function), Some(code)) = (id, text.get(start..end)) {
                found.push(FunctionCode {
                    function,
                    code,
                    places: own,
                });
            }
        }
        found
    }
}
