//! Metadata: lists with names, nodes with numbers.

use super::{Printer, text};
use crate::ids::MetadataId;
use crate::metadata::Metadata;
use crate::module::Module;

/// The number of each node; strings and constants are written where they are
/// used.
pub(super) fn numbers(module: &Module) -> Vec<u32> {
    let mut next = 0;
    let items = module.metadata.items().iter();
    items
        .map(|item| {
            let number = next;
            next += u32::from(matches!(item, Metadata::Node { .. }));
            number
        })
        .collect()
}

impl Printer<'_> {
    /// Metadata where it is used.
    pub(super) fn metadata_use(&mut self, id: MetadataId) {
        let module = self.module;
        match module.metadata.get(id) {
            Metadata::Text(text) => {
                self.push("!");
                self.quote(module.names.get(text));
            }
            Metadata::Constant(constant) => self.typed_constant(constant),
            // Modules that are read as they were written have them, and are printed so.
            Metadata::Local(_) => self.push("undef"),
            Metadata::Debug { .. } => self.push("null"),
            Metadata::Node { .. } => {
                self.push("!");
                self.number(self.metadata_numbers[id.index()].into());
            }
        }
    }

    /// All lists with names, then all nodes.
    pub(super) fn metadata(&mut self) {
        let module = self.module;
        let mut first = true;
        for (name, members) in module.metadata.named() {
            self.push(if first { "\n!" } else { "!" });
            first = false;
            self.metadata_name(module.names.get(name));
            self.push(" = !{");
            for (index, &member) in members.iter().enumerate() {
                self.push(if index == 0 { "" } else { ", " });
                self.metadata_use(member);
            }
            self.push("}\n");
        }
        first = true;
        for (index, &item) in module.metadata.items().iter().enumerate() {
            let Metadata::Node { distinct, operands } = item else {
                continue;
            };
            self.push(if first { "\n" } else { "" });
            first = false;
            self.metadata_use(MetadataId::at(index));
            self.push(if distinct { " = distinct !{" } else { " = !{" });
            for (index, operand) in module.metadata.operands(operands).iter().enumerate() {
                self.push(if index == 0 { "" } else { ", " });
                match operand {
                    Some(operand) => self.metadata_use(*operand),
                    None => self.push("null"),
                }
            }
            self.push("}\n");
        }
    }

    /// A name after an exclamation mark. Anything but letters, `-$._` and digits after the first
    /// place is escaped.
    pub(super) fn metadata_name(&mut self, name: &[u8]) {
        for (index, &byte) in name.iter().enumerate() {
            let plain = byte.is_ascii_alphabetic()
                || matches!(byte, b'-' | b'$' | b'.' | b'_')
                || index > 0 && byte.is_ascii_digit();
            if plain {
                self.out.push(char::from(byte));
            } else {
                self.out.push('\\');
                text::push_hex(&mut self.out, byte.into(), 2);
            }
        }
    }
}
