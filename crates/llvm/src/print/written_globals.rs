//! Comdats, variables, aliases and function heads as a release with typed pointers printed them.

use super::body::Numbers;
use super::dialect::Habit;
use super::uses::BodyUses;
use super::{Printer, text};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ComdatId, GlobalId, LocalId};
use crate::module::{
    ComdatKind, DllStorage, Function, Global, GlobalKind, Linkage, ThreadLocal, Visibility,
};
use crate::types::Type;

/// Returns true if a global is `dso_local`, and neither its linkage nor its visibility implies
/// that.
pub(super) fn says_dso_local(global: &Global) -> bool {
    let is_implied = match global.linkage {
        Linkage::Internal | Linkage::Private => true,
        Linkage::ExternalWeak => false,
        _ => global.visibility != Visibility::Default,
    };
    global.dso_local && !is_implied
}

impl Printer<'_> {
    /// Prints the comdats of functions and variables, in this order.
    pub(super) fn written_comdats(&mut self) {
        let module = self.module;
        let mut order: Vec<ComdatId> = Vec::new();
        for functions in [true, false] {
            for global in module.globals() {
                let is_function = matches!(global.kind, GlobalKind::Function(_));
                if is_function == functions
                    && let Some(comdat) = global.comdat
                    && !order.contains(&comdat)
                {
                    order.push(comdat);
                }
            }
        }
        for id in order {
            let comdat = module.comdats[id.index()];
            self.push("\n");
            self.signed_name("$", module.names.get(comdat.name));
            self.push(" = comdat ");
            let old = comdat.kind == ComdatKind::NoDeduplicate && self.has(Habit::NoDuplicates);
            self.push(if old {
                "noduplicates"
            } else {
                comdat.kind.text()
            });
            self.push("\n");
        }
    }

    /// Prints the linkage and a space. In releases with DLL linkages, a DLL storage class is a
    /// linkage.
    fn written_linkage(&mut self, global: &Global) {
        match global.dll_storage {
            DllStorage::Import | DllStorage::Export if self.has(Habit::DllLinkages) => {
                self.word(global.dll_storage.text());
            }
            _ if global.linkage == Linkage::External => {}
            _ => self.word(global.linkage.text()),
        }
    }

    /// Prints the words of a global between its linkage and its kind.
    fn written_properties(&mut self, global: &Global) {
        if says_dso_local(global) {
            self.push("dso_local ");
        }
        self.word(global.visibility.text());
        if !self.has(Habit::DllLinkages) {
            self.word(global.dll_storage.text());
        }
    }

    fn written_space(&mut self, before: &str, space: u32, after: &str) {
        if space != 0 {
            self.push(before);
            self.push("addrspace(");
            self.number(space.into());
            self.push(")");
            self.push(after);
        }
    }

    /// Prints the comdat of a global, if it has one.
    fn written_comdat(&mut self, before: &str, global: &Global) {
        let Some(id) = global.comdat else { return };
        let module = self.module;
        let name = module.names.get(module.comdats[id.index()].name);
        let bare = self.has(Habit::BareComdats);
        self.push(before);
        self.push("comdat");
        if bare || name != module.names.get(global.name) {
            self.push(if bare { " " } else { "(" });
            self.signed_name("$", name);
            self.push(if bare { "" } else { ")" });
        }
    }

    pub(super) fn written_variable(&mut self, id: GlobalId, global: &Global) {
        let GlobalKind::Variable {
            initializer,
            constant,
            externally_initialized,
            attributes,
        } = global.kind
        else {
            return;
        };
        if !self.has(Habit::NamelessGlobals) || global.name.is_some() {
            self.global_name(id);
            self.push(" = ");
        }
        let is_plain = global.linkage == Linkage::External
            && (global.dll_storage == DllStorage::Default || !self.has(Habit::DllLinkages));
        if initializer.is_none() && is_plain {
            self.push("external ");
        }
        self.written_linkage(global);
        self.written_properties(global);
        if global.thread_local != ThreadLocal::No {
            self.word(global.thread_local.text());
        }
        let is_after = self.has(Habit::UnnamedAfterSpace);
        self.word(if is_after {
            ""
        } else {
            global.unnamed_address.text()
        });
        if !self.has(Habit::SpaceBehind) {
            self.written_space("", global.address_space, " ");
        }
        self.word(if is_after {
            global.unnamed_address.text()
        } else {
            ""
        });
        self.word(if externally_initialized {
            "externally_initialized"
        } else {
            ""
        });
        self.push(if constant { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = initializer {
            self.push(" ");
            self.constant(initializer);
        }
        if self.has(Habit::SpaceBehind) {
            self.written_space(" ", global.address_space, " ");
        }
        for (before, name) in [
            (", section ", global.section),
            (", partition ", global.partition),
        ] {
            if name.is_some() {
                self.push(before);
                self.quote(self.module.names.get(name));
            }
        }
        self.written_comdat(", ", global);
        self.align(", ", global.align);
        self.written_attachments(", ", "", id);
        self.group(attributes);
        self.comment_on_global(id, global);
        self.push("\n");
    }

    /// Prints an alias or an ifunc.
    pub(super) fn written_alias(&mut self, id: GlobalId, global: &Global) {
        let (word, target) = match global.kind {
            GlobalKind::Alias(target) => ("alias ", target),
            GlobalKind::Ifunc(target) => ("ifunc ", target),
            GlobalKind::Variable { .. } | GlobalKind::Function(_) => return,
        };
        self.global_name(id);
        self.push(" = ");
        let is_after = self.has(Habit::AliasBeforeLinkage);
        if !is_after {
            self.written_linkage(global);
        }
        self.written_properties(global);
        if global.thread_local != ThreadLocal::No {
            self.word(global.thread_local.text());
        }
        self.word(global.unnamed_address.text());
        self.push(word);
        if is_after {
            self.written_linkage(global);
        }
        if self.has(Habit::AliasTypes) {
            self.ty(global.ty);
            self.push(", ");
        }
        match self.module.constants.get(target).kind {
            ConstantKind::Global(_) => self.typed_constant(target),
            _ => self.constant(target),
        }
        if global.partition.is_some() {
            self.push(", partition ");
            self.quote(self.module.names.get(global.partition));
        }
        self.comment_on_global(id, global);
        self.push("\n");
    }

    pub(super) fn written_function(&mut self, id: GlobalId, global: &Global) {
        let module = self.module;
        let GlobalKind::Function(function) = global.kind else {
            return;
        };
        let function = module.function(function);
        let Type::Function { result, .. } = module.types.get(global.ty) else {
            return;
        };
        let body = function.body.as_ref().filter(|body| !body.order.is_empty());
        self.number_nodes_of_global(id);
        let sets = module.attributes.get(function.attributes);
        self.push("\n");
        self.attributes_comment(sets.function);
        self.push(if body.is_some() {
            "define "
        } else {
            "declare "
        });
        if body.is_none() {
            self.written_attachments("", " ", id);
        }
        self.written_linkage(global);
        self.written_properties(global);
        self.convention(function.convention);
        self.result_attributes_before(sets.result);
        self.ty_space(result);
        if self.has(Habit::NamelessGlobals) && global.name.is_none() {
            self.push("@\"\"");
        } else {
            self.global_name(id);
        }
        let numbers = body.map(Numbers::of);
        self.written_parameters(global, function, numbers.as_ref());
        if !global.unnamed_address.text().is_empty() {
            self.push(" ");
            self.push(global.unnamed_address.text());
        }
        if global.address_space != 0 || self.says_program_space() {
            self.push(" addrspace(");
            self.number(global.address_space.into());
            self.push(")");
        }
        self.attributes_of_call(sets.result, sets.function);
        self.after_attributes(global, function);
        if let (Some(body), Some(numbers)) = (body, numbers) {
            self.written_attachments(" ", "", id);
            self.push(" {");
            let blocks = self.written.addressed.range((id, BlockId(0))..);
            let blocks = blocks.take_while(|&&(function, _)| function == id);
            let addressed: Vec<_> = blocks.map(|&(_, block)| block).collect();
            self.number_nodes_of(body);
            self.number_groups_of(body);
            let phis = self.has(Habit::PhisUseBlocks);
            self.written.body = BodyUses::of(body, &addressed, phis);
            let in_pads = self.has(Habit::PersonalityInPads);
            self.personality = function.personality.filter(|_| in_pads);
            self.is_variadic = matches!(
                module.types.get(global.ty),
                Type::Function { variadic: true, .. }
            );
            self.body(body, &numbers);
            self.push("}");
        }
        self.push("\n");
    }

    /// Prints the parameters of a function in parentheses, with their names if it has a body.
    fn written_parameters(
        &mut self,
        global: &Global,
        function: &Function,
        numbers: Option<&Numbers>,
    ) {
        let module = self.module;
        let Type::Function {
            parameters,
            variadic,
            ..
        } = module.types.get(global.ty)
        else {
            return;
        };
        self.push("(");
        for (number, &ty) in module.types.list(parameters).iter().enumerate() {
            self.push(if number > 0 { ", " } else { "" });
            self.ty(ty);
            self.attributes_behind(module.attributes.parameter(function.attributes, number));
            if let (Some(body), Some(numbers)) = (&function.body, numbers) {
                let local = LocalId::at(number);
                if body.local(local).name.is_some() || self.has(Habit::NumberedParameters) {
                    self.push(" ");
                    self.local_name(body, numbers, local);
                }
            }
        }
        if variadic {
            let first = parameters.is_empty();
            self.push(if first { "..." } else { ", ..." });
        }
        self.push(")");
    }

    /// Prints the properties of a function after its attributes.
    fn after_attributes(&mut self, global: &Global, function: &Function) {
        let module = self.module;
        for (before, name) in [
            (" section ", global.section),
            (" partition ", global.partition),
        ] {
            if name.is_some() {
                self.push(before);
                self.quote(module.names.get(name));
            }
        }
        self.written_comdat(" ", global);
        self.align(" ", global.align);
        if function.gc.is_some() {
            // The name is not escaped.
            self.push(" gc \"");
            text::push_raw(&mut self.out, module.names.get(function.gc));
            self.push("\"");
        }
        let in_pads = self.has(Habit::PersonalityInPads);
        let constants = [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality.filter(|_| !in_pads)),
        ];
        for (before, constant) in constants {
            if let Some(constant) = constant {
                self.push(before);
                self.typed_constant(constant);
            }
        }
    }
}
