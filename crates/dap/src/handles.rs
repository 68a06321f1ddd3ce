//! Groups of variables that an editor can open.

use pinnacle_debugger::Object;

/// Maximum number of groups that an editor can open at one stop of the program.
const MAX_HANDLES: usize = 1 << 20;

/// A group of variables.
#[derive(Clone, Debug)]
pub(crate) enum Handle {
    /// The variables of a call, by its ID.
    Locals(u32),
    Globals,
    /// The registers of a call, by its ID.
    Registers(u32),
    /// The members or elements of an object, and the expression that denotes it.
    Object(Object, String),
}

/// The groups of variables that the editor knows. Their numbers count from 1.
#[derive(Debug, Default)]
pub(crate) struct Handles(Vec<Handle>);

impl Handles {
    /// Adds a group. Returns its number, or 0, the number of no group, if there are too many.
    pub(crate) fn add(&mut self, handle: Handle) -> usize {
        if self.0.len() >= MAX_HANDLES {
            return 0;
        }
        self.0.push(handle);
        self.0.len()
    }

    /// Returns the group with a number.
    pub(crate) fn get(&self, reference: u32) -> Result<Handle, String> {
        let index = (reference as usize).checked_sub(1);
        let handle = index.and_then(|index| self.0.get(index));
        handle
            .cloned()
            .ok_or_else(|| format!("there are no variables {reference}"))
    }
}
