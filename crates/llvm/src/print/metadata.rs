//! Prints metadata: named lists and numbered nodes.

use super::{Printer, text};
use crate::ids::MetadataId;
use crate::metadata::Metadata;
use crate::module::Module;

/// The number of each node. Strings and constants have none, because they are written at their use.
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
    /// Prints a use of metadata.
    pub(super) fn metadata_use(&mut self, id: MetadataId) {
        let module = self.module;
        match module.metadata.get(id) {
            Metadata::Text(text) => {
                self.push("!");
                self.quote(module.names.get(text));
            }
            Metadata::Constant(constant) => self.typed_constant(constant),
            // Only modules in their original form contain these, and they are printed elsewhere.
            Metadata::Local(_) => self.push("undef"),
            Metadata::Debug { .. } => self.push("null"),
            Metadata::Node { .. } => {
                self.push("!");
                self.number(self.metadata_numbers[id.index()].into());
            }
        }
    }

    /// Prints all named lists, then all nodes.
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

    /// Prints an exclamation mark and a name. Characters other than letters, `-$._` and digits
    /// after the first position are escaped.
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
