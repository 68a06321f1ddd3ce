//! The text of all that stands before the functions: target, types, globals.

use super::function::info;
use super::types::names_in_order;
use super::{Printer, linkage_word};
use crate::error::Error;
use crate::model::{Endianness, Global, PointerSize};

impl Printer<'_> {
    /// Writes what the module demands of its machine.
    pub(super) fn target(&mut self) {
        let target = &self.context.module.target;
        match target.endianness {
            Some(Endianness::Little) => self.out.put(b"target endian = little\n"),
            Some(Endianness::Big) => self.out.put(b"target endian = big\n"),
            None => {}
        }
        match target.pointer_size {
            Some(PointerSize::Bits32) => self.out.put(b"target pointersize = 32\n"),
            Some(PointerSize::Bits64) => self.out.put(b"target pointersize = 64\n"),
            None => {}
        }
        if !target.triple.is_empty() {
            self.out.put(b"target triple = \"");
            self.out.put(&target.triple);
            self.out.put(b"\"\n");
        }
        for (place, library) in target.libraries.iter().enumerate() {
            self.out.put(if place == 0 {
                b"deplibs = [\n\""
            } else {
                b",\n\""
            });
            self.out.put(library);
            self.out.byte(b'"');
        }
        if !target.libraries.is_empty() {
            self.out.put(b" ]\n");
        }
    }

    /// Writes the names of types, sorted.
    pub(super) fn type_names(&mut self) -> Result<(), Error> {
        let module = self.context.module;
        for (name, ty) in names_in_order(&module.names, &module.type_names) {
            self.type_name(name, ty)?;
            self.out.check(0)?;
        }
        Ok(())
    }

    /// Writes a global variable as a line.
    pub(super) fn global(&mut self, number: usize, global: &Global) -> Result<(), Error> {
        let module = self.context.module;
        let name = self.context.addresses.global(number);
        let is_named = !global.name.is_empty();
        if is_named {
            self.out.put(name);
            self.out.put(b" = ");
        }
        match global.initializer {
            None => self.out.put(b"external "),
            Some(_) => self.out.put(linkage_word(global.linkage)),
        }
        self.out.put(if global.constant {
            b"constant "
        } else {
            b"global "
        });
        let ty = global.address_type;
        let value_type = module.types.pointee(ty).unwrap_or(ty);
        self.types.write(&mut self.out, value_type)?;
        if let Some(initializer) = global.initializer {
            self.out.byte(b' ');
            self.constant_in_constant(initializer)?;
        }
        let name = if is_named { &[] } else { name };
        let uses = self.context.global_uses[number];
        info(&mut self.out, &mut self.types, ty, name, uses)?;
        self.out.byte(b'\n');
        self.out.check(0)
    }
}
