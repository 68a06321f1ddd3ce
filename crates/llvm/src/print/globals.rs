//! Everything outside of bodies: the module's header, struct types, comdats, variables, aliases and
//! functions.

use super::dialect::Habit;
use super::{Printer, text};
use crate::ids::{AttributeSetId, GlobalId, Name};
use crate::instruction::Align;
use crate::module::{Global, GlobalKind, Linkage, Module, ThreadLocal};
use crate::types::Type;

/// The globals of a kind, in order.
pub(super) fn of_kind(
    module: &Module,
    wanted: impl Fn(&GlobalKind) -> bool + 'static,
) -> impl Iterator<Item = GlobalId> {
    let globals = module.globals().iter().enumerate();
    globals
        .filter(move |(_, global)| !global.removed && wanted(&global.kind))
        .map(|(index, _)| GlobalId::at(index))
}

/// The numbers of unnamed globals, in the order of the text: variables, aliases, ifuncs, functions.
pub(super) fn numbers(module: &Module) -> Vec<u32> {
    let mut numbers = vec![0; module.globals().len()];
    let mut next = 0;
    for rank in 0..4 {
        for (global, number) in module.globals().iter().zip(&mut numbers) {
            let its_rank = match global.kind {
                GlobalKind::Variable { .. } => 0,
                GlobalKind::Alias(_) => 1,
                GlobalKind::Ifunc(_) => 2,
                GlobalKind::Function(_) => 3,
            };
            if rank == its_rank && global.name.is_none() && !global.removed {
                *number = next;
                next += 1;
            }
        }
    }
    numbers
}

/// The numbers of unnamed struct types, in order.
pub(super) fn struct_numbers(module: &Module) -> Vec<u32> {
    let mut next = 0;
    let structs = module.types.structs().iter();
    structs
        .map(|named| {
            let number = next;
            next += u32::from(named.name.is_none());
            number
        })
        .collect()
}

impl Printer<'_> {
    pub(super) fn header(&mut self) {
        let module = self.module;
        let lines = [
            ("source_filename = ", &module.source_filename),
            ("target datalayout = ", &module.data_layout),
            ("target triple = ", &module.target_triple),
        ];
        for (before, string) in lines {
            if !string.is_empty() {
                self.push(before);
                self.quote(string);
                self.push("\n");
            }
        }
        let assembly = module
            .module_asm
            .strip_suffix(b"\n")
            .unwrap_or(&module.module_asm);
        if !assembly.is_empty() {
            self.push("\n");
            for line in assembly.split(|&byte| byte == b'\n') {
                self.push("module asm ");
                self.quote(line);
                self.push("\n");
            }
        }
    }

    pub(super) fn structs(&mut self) {
        let module = self.module;
        for (index, named) in module.types.structs().iter().enumerate() {
            if index == 0 {
                self.push("\n");
            }
            self.push("%");
            if named.name.is_some() {
                text::push_name(&mut self.out, module.names.get(named.name));
            } else {
                self.number(self.struct_numbers[index].into());
            }
            self.push(" = type ");
            match named.fields {
                Some(fields) => self.struct_fields(fields, named.packed),
                None => self.push("opaque"),
            }
            self.push("\n");
        }
    }

    pub(super) fn comdats(&mut self) {
        let module = self.module;
        for (index, comdat) in module.comdats.iter().enumerate() {
            if index == 0 {
                self.push("\n");
            }
            self.push("$");
            text::push_name(&mut self.out, module.names.get(comdat.name));
            self.push(" = comdat ");
            self.push(comdat.kind.text());
            self.push("\n");
        }
    }

    /// Prints the properties that come before the kind of any global, except for its linkage.
    fn properties(&mut self, global: &Global) {
        if global.dso_local {
            self.push("dso_local ");
        }
        self.word(global.visibility.text());
        self.word(global.dll_storage.text());
    }

    fn address_space(&mut self, before: &str, space: u32, after: &str) {
        if space != 0 {
            self.push(before);
            self.push("addrspace(");
            self.number(space.into());
            self.push(")");
            self.push(after);
        }
    }

    /// Prints a quoted property, such as a section.
    fn quoted(&mut self, before: &str, name: Name) {
        if name.is_some() {
            self.push(before);
            self.quote(self.module.names.get(name));
        }
    }

    fn comdat(&mut self, before: &str, global: &Global) {
        let Some(id) = global.comdat else { return };
        let module = self.module;
        let name = module.names.get(module.comdats[id.index()].name);
        self.push(before);
        self.push("comdat");
        if name != module.names.get(global.name) {
            self.push("($");
            text::push_name(&mut self.out, name);
            self.push(")");
        }
    }

    pub(super) fn align(&mut self, before: &str, align: Align) {
        if let Some(bytes) = align.bytes() {
            self.push(before);
            self.push("align ");
            self.number(bytes);
        }
    }

    pub(super) fn variable(&mut self, id: GlobalId) {
        let module = self.module;
        let global = module.global(id);
        let GlobalKind::Variable {
            initializer,
            constant,
            externally_initialized,
            attributes,
        } = global.kind
        else {
            return;
        };
        self.push("\n");
        self.global_name(id);
        self.push(" = ");
        if global.linkage != Linkage::External || initializer.is_none() {
            self.word(global.linkage.text());
        }
        self.properties(global);
        self.word(global.thread_local.text());
        self.word(global.unnamed_address.text());
        self.address_space("", global.address_space, " ");
        if externally_initialized {
            self.push("externally_initialized ");
        }
        self.push(if constant { "constant " } else { "global " });
        match initializer {
            Some(constant) => {
                let list = self.casts.is_some() && self.is_constructor_list(id);
                if !list || !self.typed_constructors(constant) {
                    self.typed_constant(constant);
                }
            }
            None => self.ty(global.ty),
        }
        self.quoted(", section ", global.section);
        self.quoted(", partition ", global.partition);
        self.comdat(", ", global);
        self.align(", ", global.align);
        self.group(attributes);
        self.push("\n");
    }

    /// Prints an alias or an ifunc.
    pub(super) fn alias(&mut self, id: GlobalId) {
        let global = self.module.global(id);
        let (word, target) = match global.kind {
            GlobalKind::Alias(target) => ("alias ", target),
            GlobalKind::Ifunc(target) => ("ifunc ", target),
            GlobalKind::Variable { .. } | GlobalKind::Function(_) => return,
        };
        self.push("\n");
        self.global_name(id);
        self.push(" = ");
        if global.linkage != Linkage::External {
            self.word(global.linkage.text());
        }
        self.properties(global);
        if global.thread_local != ThreadLocal::No {
            self.word(global.thread_local.text());
        }
        self.word(global.unnamed_address.text());
        self.push(word);
        self.ty(global.ty);
        self.push(", ");
        if self.casts.is_none() {
            self.typed_constant(target);
        } else if matches!(global.kind, GlobalKind::Alias(_)) {
            self.constant_pointer(target, global.ty);
        } else {
            // The resolver of an ifunc returns a pointer to this type.
            self.ty(global.ty);
            self.push("* ()* bitcast (");
            self.typed_constant(target);
            self.push(" to ");
            self.ty(global.ty);
            self.push("* ()*)");
        }
        self.quoted(", partition ", global.partition);
        self.push("\n");
    }

    pub(super) fn function(&mut self, id: GlobalId) {
        let module = self.module;
        let global = module.global(id);
        let GlobalKind::Function(function) = global.kind else {
            return;
        };
        let function = module.function(function);
        let Type::Function {
            result,
            parameters,
            variadic,
        } = module.types.get(global.ty)
        else {
            return;
        };
        let body = function.body.as_ref().filter(|body| !body.order.is_empty());
        self.push(if body.is_some() {
            "\ndefine "
        } else {
            "\ndeclare "
        });
        if global.linkage != Linkage::External {
            self.word(global.linkage.text());
        }
        self.properties(global);
        self.convention(function.convention);
        let sets = module.attributes.get(function.attributes);
        self.attributes_before(sets.result);
        self.ty_space(result);
        self.global_name(id);
        self.push("(");
        let numbers = body.map(super::body::Numbers::of);
        for (number, &ty) in module.types.list(parameters).iter().enumerate() {
            if number > 0 {
                self.push(", ");
            }
            self.ty(ty);
            self.attributes_behind(module.attributes.parameter(function.attributes, number));
            if let (Some(body), Some(numbers)) = (body, &numbers) {
                self.push(" ");
                self.local_name(body, numbers, crate::ids::LocalId::at(number));
            }
        }
        if variadic {
            self.push(if parameters.is_empty() {
                "..."
            } else {
                ", ..."
            });
        }
        self.push(")");
        if !global.unnamed_address.text().is_empty() {
            self.push(" ");
            self.push(global.unnamed_address.text());
        }
        self.address_space(" ", global.address_space, "");
        self.group(sets.function);
        self.quoted(" section ", global.section);
        self.quoted(" partition ", global.partition);
        self.comdat(" ", global);
        self.align(" ", global.align);
        self.quoted(" gc ", function.gc);
        let constants = [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ];
        for (before, constant) in constants {
            if let Some(constant) = constant {
                self.push(before);
                self.typed_constant(constant);
            }
        }
        if let (Some(body), Some(numbers)) = (body, &numbers) {
            self.begin_lines(id, body);
            self.is_variadic = variadic;
            self.push(" {\n");
            self.body(body, numbers);
            self.push("}");
        }
        self.push("\n");
    }

    /// Writes a space and the reference to the attribute group of a set.
    pub(super) fn group(&mut self, set: AttributeSetId) {
        if set == AttributeSetId::EMPTY {
            return;
        }
        if self.dialect.is_some() && !self.has(Habit::AttributeGroups) {
            return self.written_attributes(&[set], false);
        }
        if let Some(number) = self.group_number(set) {
            self.push(" #");
            self.number(number.into());
        }
    }

    /// Returns the number of an attribute set's group. A set without a group gets the next number.
    /// `None` for the empty set.
    pub(super) fn group_number(&mut self, set: AttributeSetId) -> Option<u32> {
        if set == AttributeSetId::EMPTY {
            return None;
        }
        let next = self.group_order.len() as u32;
        let number = *self.groups[set.index()].get_or_insert(next);
        if number == next {
            self.group_order.push(set);
        }
        Some(number)
    }

    /// Prints the definitions of the groups that were referred to.
    pub(super) fn attribute_groups(&mut self) {
        for number in 0..self.group_order.len() {
            self.push(if number == 0 {
                "\nattributes #"
            } else {
                "attributes #"
            });
            self.number(number as u64);
            self.push(" = {");
            let module = self.module;
            for &attribute in module.attributes.attributes(self.group_order[number]) {
                self.push(" ");
                self.attribute(attribute, true);
            }
            self.push(" }\n");
        }
    }
}
