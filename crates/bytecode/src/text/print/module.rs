//! Prints the part before the functions: target, types and globals.

use super::function::info;
use super::types::names_in_order;
use super::{Printer, linkage_word};
use crate::error::Error;
use crate::model::{Endianness, Global, Linkage, Name, PointerSize};

impl Printer<'_> {
    /// Writes the comment with the module's name.
    pub(super) fn module_id(&mut self, name: &str) {
        if self.context.style.module_id && !name.is_empty() && !name.contains('\n') {
            self.out.put(b"; ModuleID = '");
            self.out.put(name.as_bytes());
            self.out.put(b"'\n");
        }
    }

    /// Writes the target and the libraries.
    pub(super) fn target(&mut self) -> Result<(), Error> {
        let target = &self.context.module.target;
        if self.context.style.data_layout {
            self.data_layout();
        }
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
        let assembly = &self.context.module.assembly;
        if !assembly.is_empty() {
            for line in assembly.split(|&byte| byte == b'\n') {
                self.out.put(b"module asm \"");
                self.out.escaped_string(line);
                self.out.put(b"\"\n");
                self.out.check(0)?;
            }
        }
        let in_line = self.context.style.libraries_in_line;
        for (place, library) in target.libraries.iter().enumerate() {
            self.out.put(match (place, in_line) {
                (0, true) => b"deplibs = [ \"",
                (0, false) => b"deplibs = [\n\"",
                (_, true) => b", \"",
                (_, false) => b",\n\"",
            });
            self.out.put(library);
            self.out.byte(b'"');
        }
        if !target.libraries.is_empty() {
            self.out.put(b" ]\n");
        }
        Ok(())
    }

    /// Writes byte order and pointer size as a target layout string.
    fn data_layout(&mut self) {
        let target = &self.context.module.target;
        let order: &[u8] = match target.endianness {
            Some(Endianness::Little) => b"e",
            Some(Endianness::Big) => b"E",
            None => b"",
        };
        let pointers: &[u8] = match target.pointer_size {
            Some(PointerSize::Bits32) => b"p:32:32",
            Some(PointerSize::Bits64) => b"p:64:64",
            None => b"",
        };
        if order.is_empty() && pointers.is_empty() {
            return;
        }
        self.out.put(b"target datalayout = \"");
        self.out.put(order);
        if !order.is_empty() && !pointers.is_empty() {
            self.out.byte(b'-');
        }
        self.out.put(pointers);
        self.out.put(b"\"\n");
    }

    /// Writes section and alignment, each after the text `before`.
    pub(super) fn placement(&mut self, before: &[u8], section: Name, alignment: u32) {
        let section = self.context.module.names.get(section);
        if !section.is_empty() {
            self.out.put(before);
            self.out.put(b"section \"");
            self.out.put(section);
            self.out.byte(b'"');
        }
        if alignment != 0 {
            self.out.put(before);
            self.out.put(b"align ");
            self.out.decimal(alignment.into());
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
            None if matches!(global.linkage, Linkage::DllImport | Linkage::ExternWeak) => {
                self.out.put(linkage_word(global.linkage));
            }
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
        self.placement(b", ", global.section, global.alignment);
        let name = if is_named { &[] } else { name };
        let uses = self.context.global_uses[number];
        info(&mut self.out, &mut self.types, ty, name, uses)?;
        self.out.byte(b'\n');
        self.out.check(0)
    }
}
