//! Assigns addresses to the instructions of a program.

use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{FuncId, InstId};

/// The address of the first instruction of a program. The program's memory ends below it unless
/// more than 3 GiB are requested.
pub const CODE_BASE: u32 = 0xC000_0000;

/// The addresses of the instructions of a program. They are consecutive from [`CODE_BASE`] on, in
/// the order of the file.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The functions with bodies and their first addresses, in ascending order of both.
    functions: Vec<(FuncId, u32)>,
    /// Indices into `functions`, in ascending order of function IDs.
    by_id: Vec<u32>,
    end: u32,
}

/// The instruction at an address, and its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The function.
    pub function: FuncId,
    /// The instruction in it.
    pub inst: InstId,
}

impl Addresses {
    /// Returns the addresses of a program.
    #[must_use]
    pub fn of(program: &Program) -> Addresses {
        let bodies = program.functions().iter();
        Addresses::new(bodies.map(|body| (body.id(), body.insts().len() as u32)))
    }

    /// Returns the addresses for functions with these numbers of instructions. After 2^30
    /// instructions in total, all further ones have the same address.
    pub fn new(functions: impl IntoIterator<Item = (FuncId, u32)>) -> Addresses {
        let mut end = CODE_BASE;
        let mut starts = Vec::new();
        for (function, count) in functions {
            starts.push((function, end));
            end = end.saturating_add(count);
        }
        let mut by_id: Vec<u32> = (0..starts.len() as u32).collect();
        by_id.sort_by_key(|&index| starts[index as usize].0.0);
        Addresses {
            functions: starts,
            by_id,
            end,
        }
    }

    /// Returns the address after the last instruction.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Returns the functions with their first addresses, in order.
    #[must_use]
    pub fn functions(&self) -> &[(FuncId, u32)] {
        &self.functions
    }

    /// Returns the address of an instruction, or `None` if the function has no body.
    #[must_use]
    pub fn of_inst(&self, function: FuncId, inst: InstId) -> Option<u32> {
        let id = |&index: &u32| self.functions[index as usize].0.0;
        let found = self.by_id.binary_search_by_key(&function.0, id).ok()?;
        let (_, start) = self.functions[self.by_id[found] as usize];
        start.checked_add(inst.0)
    }

    /// Returns the instruction at an address.
    #[must_use]
    pub fn target(&self, address: u32) -> Option<Target> {
        if address >= self.end {
            return None;
        }
        let after = self.functions.partition_point(|it| it.1 <= address);
        let (function, start) = *self.functions.get(after.checked_sub(1)?)?;
        Some(Target {
            function,
            inst: InstId(address - start),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_numbered_through() {
        let addresses = Addresses::new([(FuncId(7), 3), (FuncId(2), 2)]);
        let at = |function, inst| addresses.of_inst(FuncId(function), InstId(inst));
        assert_eq!(at(7, 2), Some(CODE_BASE + 2));
        assert_eq!(at(2, 1), Some(CODE_BASE + 4));
        assert_eq!(at(3, 0), None);
        for (function, inst) in [(7, 0), (7, 2), (2, 0), (2, 1)] {
            let target = addresses.target(at(function, inst).unwrap()).unwrap();
            assert_eq!((target.function.0, target.inst.0), (function, inst));
        }
        assert_eq!(addresses.target(CODE_BASE - 1), None);
        assert_eq!(addresses.target(addresses.end()), None);
    }
}
