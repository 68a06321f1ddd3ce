//! Groups of variables that an editor can open.

use pinnacle_debugger::Object;

/// The most groups that an editor has open while the program stands.
const MAX_HANDLES: usize = 1 << 20;

/// Something that has variables in it.
#[derive(Clone, Debug)]
pub(crate) enum Handle {
    /// The variables of a call, by its id.
    Locals(u32),
    Globals,
    /// The place of a call, by its id.
    Registers(u32),
    /// Members or elements of an object, and the expression that stands for it.
    Object(Object, String),
}

/// The groups of variables that the editor knows, by number from 1 on.
#[derive(Debug, Default)]
pub(crate) struct Handles(Vec<Handle>);

impl Handles {
    /// Adds a group. Returns its number, or 0, which is none, if there are too many.
    pub(crate) fn add(&mut self, handle: Handle) -> usize {
        if self.0.len() >= MAX_HANDLES {
            return 0;
        }
        self.0.push(handle);
        self.0.len()
    }

    /// The group of a number.
    pub(crate) fn get(&self, reference: u32) -> Result<Handle, String> {
        let index = (reference as usize).checked_sub(1);
        let handle = index.and_then(|index| self.0.get(index));
        handle
            .cloned()
            .ok_or_else(|| format!("there are no variables {reference}"))
    }
}
