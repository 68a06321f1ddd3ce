//! Checks LLVM modules against PNaCl's stable subset, with the messages of `pnacl-abicheck`.
//!
//! The messages are about parts of a module that programs cannot have. This check is not complete:
//! [`freeze`](crate::freeze) may reject a module without messages.

mod code;
mod initializer;

use crate::file_role::ENTRY;
use crate::lower::{intrinsic, value_type};
use pinnacle_llvm::{
    Attribute, AttributeSetId, CallingConvention, DllStorage, Function, Global, GlobalId,
    GlobalKind, Linkage, Module, PartPrinter, ThreadLocal, Type, TypeId, UnnamedAddress,
    Visibility,
};
use pinnacle_pexe::intrinsics::{PREFIX, Row};
use pinnacle_pexe::types::Type as Pexe;

/// The variable that marks a shared object of PNaCl.
const LIBRARY_ROOT: &str = "__pnacl_pso_root";

/// Maximum length of a part of a module in a message, in bytes.
const MAX_PART: usize = 1000;

/// The index of the alignment among the arguments of functions that copy or fill memory.
const ALIGNMENT_ARGUMENT: usize = 3;

/// The errors of the module itself, or of the code of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// `Module`, or `Function` and its name.
    pub name: String,
    /// The text of each error.
    pub messages: Vec<String>,
}

/// Checks a module. Debug information is accepted if `allows_debug` is true. Returns the parts that
/// have errors.
#[must_use]
pub fn check(module: &Module, allows_debug: bool) -> Vec<Part> {
    let mut checker = Checker {
        module,
        printer: PartPrinter::new(module, MAX_PART),
        allows_debug,
        messages: Vec::new(),
    };
    let mut parts = Vec::new();
    checker.module();
    checker.end_part(String::from("Module"), &mut parts);
    for (index, global) in module.globals().iter().enumerate() {
        let GlobalKind::Function(function) = global.kind else {
            continue;
        };
        if let Some(body) = &module.function(function).body {
            let name = checker.name(GlobalId::at(index));
            checker.body(&name, body);
            checker.end_part(format!("Function {name}"), &mut parts);
        }
    }
    parts
}

struct Checker<'m> {
    module: &'m Module,
    printer: PartPrinter<'m>,
    allows_debug: bool,
    messages: Vec<String>,
}

impl Checker<'_> {
    fn say(&mut self, message: String) {
        self.messages.push(message);
    }

    fn end_part(&mut self, name: String, parts: &mut Vec<Part>) {
        if !self.messages.is_empty() {
            let messages = std::mem::take(&mut self.messages);
            parts.push(Part { name, messages });
        }
    }

    fn name(&self, id: GlobalId) -> String {
        let name = self.module.names.get(self.module.global(id).name);
        String::from_utf8_lossy(name).into_owned()
    }

    fn module(&mut self) {
        if !self.module.module_asm.is_empty() {
            self.say("Module contains disallowed top-level inline assembly".into());
        }
        let mut entries = 0;
        let globals = self.module.globals().iter().enumerate();
        let ids = globals.filter(|(_, global)| !global.removed);
        let ids: Vec<GlobalId> = ids.map(|(index, _)| GlobalId::at(index)).collect();
        let is_function = |id: &GlobalId| {
            let kind = &self.module.global(*id).kind;
            matches!(kind, GlobalKind::Function(_))
        };
        let (functions, variables): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_function);
        for id in variables.into_iter().chain(functions) {
            let global = self.module.global(id);
            let name = self.name(id);
            match global.kind {
                GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {
                    self.say(format!("Variable {name} is an alias (disallowed)"));
                    continue;
                }
                GlobalKind::Variable { initializer, .. } => {
                    entries += self.linkage("Variable", &name, global, initializer.is_some());
                    self.variable(&name, global);
                }
                GlobalKind::Function(function) => {
                    let function = self.module.function(function);
                    if name.as_bytes().starts_with(PREFIX) {
                        self.intrinsic(&name, global.ty);
                        continue;
                    }
                    if !self.is_signature(global.ty) {
                        let ty = self.printer.ty(global.ty).to_owned();
                        self.say(format!("Function {name} has disallowed type: {ty}"));
                    }
                    let defined = function.body.is_some();
                    if !defined {
                        self.say(format!(
                            "Function {name} is declared but not defined (disallowed)"
                        ));
                    }
                    entries += self.linkage("Function", &name, global, defined);
                    self.function(&name, global, function);
                }
            }
        }
        match entries {
            0 => self.say("Module has no entry point (disallowed)".into()),
            1 => {}
            _ => self.say("Module has multiple entry points (disallowed)".into()),
        }
        for (name, _) in self.module.metadata.named() {
            let name = String::from_utf8_lossy(self.module.names.get(name)).into_owned();
            if !(self.allows_debug && name.starts_with("llvm.dbg.")) {
                self.say(format!("Named metadata node {name} is disallowed"));
            }
        }
    }

    /// Checks linkage and visibility. Returns 1 for an entry point, and otherwise 0.
    fn linkage(&mut self, what: &str, name: &str, global: &Global, defined: bool) -> usize {
        let dll = match global.dll_storage {
            DllStorage::Default => None,
            other => Some(other.text()),
        };
        let mut entries = 0;
        match (global.linkage, dll) {
            (_, Some(linkage)) => {
                self.say(format!(
                    "{what} {name} has disallowed linkage type: {linkage}"
                ));
            }
            (Linkage::Internal, None) => {}
            (Linkage::External, None) if name == ENTRY || name == LIBRARY_ROOT => entries = 1,
            (Linkage::External, None) if defined => {
                self.say(format!(
                    "{name} is not a valid external symbol (disallowed)"
                ));
            }
            (Linkage::External, None) => {}
            (linkage, None) => {
                let linkage = linkage.text();
                self.say(format!(
                    "{what} {name} has disallowed linkage type: {linkage}"
                ));
            }
        }
        if global.visibility != Visibility::Default {
            let visibility = global.visibility.text();
            self.say(format!(
                "{what} {name} has disallowed visibility: {visibility}"
            ));
        }
        entries
    }

    fn attribute(&mut self, what: &str, name: &str, attribute: &str) {
        self.say(format!(
            "{what} {name} has disallowed \"{attribute}\" attribute"
        ));
    }

    fn variable(&mut self, name: &str, global: &Global) {
        let GlobalKind::Variable {
            initializer,
            externally_initialized,
            ..
        } = global.kind
        else {
            return;
        };
        match initializer {
            None => self.say(format!(
                "Global variable {name} has no initializer (disallowed)"
            )),
            Some(value) if !initializer::is_flat(self.module, value) => {
                let ty = self.printer.ty(global.ty).to_owned();
                let value = self.printer.constant(value).to_owned();
                self.say(format!(
                    "Global variable {name} has non-flattened initializer (disallowed): {ty} {value}"
                ));
            }
            Some(_) => {}
        }
        if global.address_space != 0 {
            self.say(format!(
                "Variable {name} has addrspace attribute (disallowed)"
            ));
        }
        for (has, attribute) in [
            (global.section.is_some(), "section"),
            (global.thread_local != ThreadLocal::No, "thread_local"),
            (global.unnamed_address != UnnamedAddress::No, "unnamed_addr"),
            (externally_initialized, "externally_initialized"),
        ] {
            if has {
                self.attribute("Variable", name, attribute);
            }
        }
    }

    fn function(&mut self, name: &str, global: &Global, function: &Function) {
        let attributes = self.attributes_of(function);
        if !attributes.is_empty() {
            self.say(format!(
                "Function {name} has disallowed attributes: {attributes}"
            ));
        }
        if function.convention != CallingConvention::C {
            let number = function.convention.0;
            let convention = match function.convention {
                CallingConvention::FAST => "fastcc",
                CallingConvention::COLD => "coldcc",
                _ => "cc",
            };
            self.say(format!(
                "Function {name} has disallowed calling convention: {convention} ({number})"
            ));
        }
        for (has, attribute) in [
            (global.section.is_some(), "section"),
            (global.align.bytes().is_some(), "align"),
            (function.gc.is_some(), "gc"),
            (global.unnamed_address != UnnamedAddress::No, "unnamed_addr"),
        ] {
            if has {
                self.attribute("Function", name, attribute);
            }
        }
    }

    /// The attributes of a function, its result and its parameters.
    fn attributes_of(&self, function: &Function) -> String {
        let table = &self.module.attributes;
        let list = table.get(function.attributes);
        let parameters = 0..table.parameter_count(function.attributes);
        let parameters = parameters.map(|number| table.parameter(function.attributes, number));
        let sets: Vec<AttributeSetId> = [list.function, list.result]
            .into_iter()
            .chain(parameters)
            .collect();
        let attributes = sets.iter().flat_map(|&set| table.attributes(set));
        let words = attributes.map(|attribute| match *attribute {
            Attribute::Text { key, .. } => {
                String::from_utf8_lossy(self.module.names.get(key)).into_owned()
            }
            other => other
                .kind()
                .map_or(String::new(), |kind| kind.text().to_owned()),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn intrinsic(&mut self, name: &str, ty: TypeId) {
        let is_debug = self.allows_debug && name.starts_with("llvm.dbg.");
        let known = intrinsic(name.as_bytes()).is_some_and(|row| self.has_type(row, ty));
        if !is_debug && !known {
            self.say(format!("Function {name} is a disallowed LLVM intrinsic"));
        }
    }

    /// Returns true if an intrinsic is declared with the right type. In current LLVM, functions
    /// that copy and fill memory have no alignment argument.
    fn has_type(&self, row: &Row, ty: TypeId) -> bool {
        let types = &self.module.types;
        let (Some(result), Some(parameters)) = (types.result(ty), types.parameters(ty)) else {
            return false;
        };
        let mut expected = row.params.to_vec();
        if expected.len() == parameters.len() + 1 {
            expected.remove(ALIGNMENT_ARGUMENT.min(parameters.len()));
        }
        let found = parameters.iter().map(|&ty| value_type(self.module, ty));
        value_type(self.module, result) == Some(row.result)
            && found.eq(expected.into_iter().map(Some))
    }

    /// Returns true if functions can have this type.
    fn is_signature(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        let Type::Function {
            result,
            parameters,
            variadic: false,
        } = types.get(ty)
        else {
            return false;
        };
        let is_void = matches!(types.get(result), Type::Void);
        (is_void || self.is_parameter(result))
            && types
                .list(parameters)
                .iter()
                .all(|&ty| self.is_parameter(ty))
    }

    /// Returns true if a parameter can have this type.
    fn is_parameter(&self, ty: TypeId) -> bool {
        let small = [Pexe::Void, Pexe::I1, Pexe::I8, Pexe::I16];
        self.value_type(ty).is_some_and(|ty| !small.contains(&ty))
    }

    /// Returns the PNaCl type of a value. Pointers are not values of programs.
    fn value_type(&self, ty: TypeId) -> Option<Pexe> {
        match self.module.types.get(ty) {
            Type::Pointer(_) => None,
            _ => value_type(self.module, ty),
        }
    }
}
