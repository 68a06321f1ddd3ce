//! Loads, stores and the stack.
//!
//! The output assumes no alignment, so a program with misaligned accesses still runs. That is free
//! on the supported hosts.

use super::Translator;
use crate::helper::Helper;
use pinnacle_llvm::Value;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::Alignment;
use pinnacle_pexe::layout::PAGE_SIZE;
use pinnacle_pexe::types::Type;

/// Maximum size of an access in bytes.
const MAX_ACCESS: u32 = 16;

/// Maximum constant that is taken out of a sum. If the sum wraps around in 32 bits, it is an
/// address in page 0, where every access traps. In 64 bits it is past the end of the address space,
/// where every access traps too.
const OFFSET_LIMIT: u32 = PAGE_SIZE - MAX_ACCESS;

impl Translator<'_, '_> {
    pub(super) fn load(&mut self, ty: Type, address: ValueId, result: Option<ValueId>) -> Value {
        let place = self.place(address);
        let ty = self.code.ty(ty);
        let local = result.and_then(|result| self.local(result));
        let is_unread = local.and_then(|local| self.unread.get(local)) == Some(&true);
        match is_unread {
            true => self.code.load_volatile(ty, place),
            false => self.code.load(ty, place),
        }
    }

    pub(super) fn store(&mut self, address: ValueId, value: ValueId) {
        let place = self.place(address);
        let value = self.value(value);
        self.code.store(value, place);
    }

    /// Returns the host's address for a program's address.
    pub(super) fn place(&mut self, address: ValueId) -> Value {
        let memory = match self.memory {
            Some(memory) => memory,
            None => self.code.memory(),
        };
        if let Some(address) = self.constant(address) {
            let offset = self.code.int(64, address);
            return self.code.behind(memory, offset);
        }
        // LLVM folds the sum of base and constant into the access.
        let (base, offset) = self.base(address);
        // LLVM fuses a load and the extension of its result, and gives the fused instruction the
        // location of either. So the extension gets the location of the load.
        let origin = self.local(base).and_then(|local| self.origins[local]);
        let base = self.value(base);
        if let Some(origin) = origin {
            self.locate(origin);
        }
        let place = self.code.place(memory, base);
        self.locate(self.instruction);
        if offset == 0 {
            return place;
        }
        let offset = self.code.int(64, offset.into());
        self.code.behind(place, offset)
    }

    /// Splits an address into a base and a constant.
    fn base(&self, address: ValueId) -> (ValueId, u32) {
        let (mut base, mut offset) = (address, 0);
        while let Some(local) = self.local(base)
            && let Some((inner, constant)) = self.sums[local]
            && constant <= OFFSET_LIMIT - offset
        {
            (base, offset) = (inner, offset + constant);
        }
        (base, offset)
    }

    /// Allocates space on the program's stack.
    pub(super) fn alloca(&mut self, align: Alignment, size: ValueId) -> Value {
        let size = self.value(size);
        let mask = self.code.word(align.bytes().max(16).wrapping_neg());
        self.code.helped(Helper::Alloca, &[size, mask])
    }

    /// Frees the stack space of the function.
    pub(super) fn restore_stack(&mut self) {
        if let Some(pointer) = self.stack_pointer {
            let variable = self.code.shared.variables.stack_pointer;
            self.code.write(variable, pointer);
        }
    }
}
