//! OpenGL contexts in a saved state: the blocks of program memory that they use here, and the
//! device's own state.

use super::{Context, MAX_MAPPED, Mapped};
use crate::families::graphics::display::Presentation;
use crate::kernel::heap::Adoption;
use crate::kernel::interface::SavedFamily;
use pinnacle_system::memory_budget::HOST_RESERVE;
use pinnacle_system::state::{Reader, Unusable, Writer};

/// Maximum number of strings of a context. OpenGL has fewer.
const MAX_STRINGS: usize = 64;

/// Maximum number of arguments of a mapping.
const MAX_TARGET: usize = 16;

/// The part of the family in saved states.
pub(crate) const SAVED: SavedFamily = SavedFamily {
    save: |kernel, to| {
        let has_some = kernel
            .resources
            .iter()
            .any(|(id, ..)| kernel.resources.is::<Context>(id));
        to.truth(has_some);
        match has_some {
            true => kernel.devices.gl.save(to),
            false => Ok(()),
        }
    },
    restore: |kernel, from| {
        if !from.truth()? {
            return Ok(());
        }
        let limit = kernel.budget.limit().saturating_sub(HOST_RESERVE);
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        kernel.devices.gl.restore(from, limit)
    },
};

impl Context {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        self.presentation.save(to);
        to.count(self.strings.len());
        for (name, block) in &self.strings {
            to.word(*name);
            block.save(to);
        }
        to.count(self.mapped.len());
        for one in &self.mapped {
            one.block.save(to);
            to.truth(one.is_texture);
            to.count(one.target.len());
            one.target.iter().for_each(|&word| to.number(word));
        }
    }

    /// Reads a context from a saved state. The device makes its objects.
    pub(crate) fn read_saved(
        from: &mut Reader,
        adoption: &mut Adoption<'_>,
    ) -> Result<Context, Unusable> {
        let mut context = Context {
            presentation: Presentation::read_saved(from)?,
            ..Context::default()
        };
        for _ in 0..from.count(MAX_STRINGS)? {
            let name = from.word()?;
            context.strings.push((name, adoption.block(from)?));
        }
        for _ in 0..from.count(MAX_MAPPED)? {
            let (block, is_texture) = (adoption.block(from)?, from.truth()?);
            let mut target = Vec::new();
            for _ in 0..from.count(MAX_TARGET)? {
                target.push(from.number()?);
            }
            // The arguments of the call that come before the address.
            if target.len() != if is_texture { 8 } else { 3 } {
                return Err(Unusable::damaged("a mapping is inconsistent"));
            }
            context.mapped.push(Mapped {
                block,
                target,
                is_texture,
            });
        }
        Ok(context)
    }
}
