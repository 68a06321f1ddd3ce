//! Describes a module of LLVM assembly and its dependencies.

use super::Sheet;
use super::json::{self, Contents};
use crate::input::Input;
use crate::numbers::{count, grouped};
use crate::syntax;
use pinnacle_legalize::file_role::role;
use pinnacle_llvm::{Global, GlobalKind, Module, parse};
use serde_json::{Value, json};

/// The numbers of globals, functions and other items in a module.
#[derive(Debug, Default)]
struct Counts {
    /// Numbers of defined and of declared functions.
    functions: (u64, u64),
    variables: (u64, u64),
    aliases: u64,
    blocks: u64,
    instructions: u64,
    /// The names of undefined symbols.
    needs: Vec<String>,
}

/// Returns the summary of a text.
pub(super) fn info(input: &Input) -> Sheet {
    let module = match parse(&input.bytes) {
        Ok(module) => module,
        Err(errors) => {
            let list = syntax::documents(&errors);
            let document = json::document(input, Contents::None, &list, None);
            let mut sheet = begun(input, document);
            sheet.errors = syntax::messages(&input.name, &errors);
            return sheet;
        }
    };
    let counts = Counts::of(&module);
    let hint = input.kind.hint();
    let contents = Contents::Bitcode(document(&module, &counts));
    let document = json::document(input, contents, &[], hint.as_deref());
    let mut sheet = begun(input, document);
    counts.describe(&module, &mut sheet);
    sheet.hint = hint;
    sheet
}

fn begun(input: &Input, document: Value) -> Sheet {
    let mut sheet = Sheet::new(&input.name, document);
    sheet.line("format", input.kind.description());
    sheet.line("size", count(input.bytes.len() as u64, "byte"));
    sheet
}

impl Counts {
    fn of(module: &Module) -> Counts {
        let mut counts = Counts::default();
        for global in module.globals().iter().filter(|global| !global.removed) {
            counts.add(module, global);
        }
        counts
    }

    fn add(&mut self, module: &Module, global: &Global) {
        let defined = match global.kind {
            GlobalKind::Function(id) => {
                let body = module.function(id).body.as_ref();
                if let Some(body) = body {
                    self.blocks += body.order().len() as u64;
                    self.instructions += body.instructions().len() as u64;
                }
                body.is_some()
            }
            GlobalKind::Variable { initializer, .. } => initializer.is_some(),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {
                self.aliases += 1;
                return;
            }
        };
        let counted = match global.kind {
            GlobalKind::Function(_) => &mut self.functions,
            _ => &mut self.variables,
        };
        let name = module.names.get(global.name);
        if defined {
            counted.0 += 1;
        } else {
            counted.1 += 1;
            if !name.starts_with(b"llvm.") {
                self.needs.push(text(name));
            }
        }
    }

    /// Adds the lines about the module to the sheet.
    fn describe(&self, module: &Module, sheet: &mut Sheet) {
        for (title, bytes) in [
            ("target", &module.target_triple),
            ("source", &module.source_filename),
        ] {
            if !bytes.is_empty() {
                sheet.line(title, text(bytes));
            }
        }
        let has_start = module.find_global(b"_start").is_some();
        sheet.line("entry", if has_start { "_start" } else { "none" });
        for (title, (defined, declared)) in
            [("functions", self.functions), ("variables", self.variables)]
        {
            let (defined, declared) = (grouped(defined), grouped(declared));
            sheet.line(title, format!("{defined} defined, {declared} declared"));
        }
        if self.aliases > 0 {
            sheet.line("aliases", grouped(self.aliases));
        }
        let blocks = count(self.blocks, "block");
        let instructions = count(self.instructions, "instruction");
        sheet.line("bodies", format!("{blocks}, {instructions}"));
        sheet.names("needs", self.needs.iter().cloned());
    }
}

/// Returns the facts as JSON, with the same keys as for bitcode.
fn document(module: &Module, counts: &Counts) -> Value {
    let role = role(module);
    let libraries: Vec<String> = role.dependencies.iter().map(|name| text(name)).collect();
    json!({
        "kind": role.kind.text(),
        "target": text(&module.target_triple),
        "data_layout": text(&module.data_layout),
        "producer": "",
        "within": null,
        "wrapper": null,
        "written_by": null,
        "source": text(&module.source_filename),
        "shared_object_name": role.so_name.as_deref().map(text),
        "libraries": libraries,
        "has_start": module.find_global(b"_start").is_some(),
        "has_main": module.find_global(b"main").is_some(),
        "functions_defined": counts.functions.0,
        "functions_declared": counts.functions.1,
        "variables_defined": counts.variables.0,
        "variables_declared": counts.variables.1,
        "aliases": counts.aliases,
        "blocks": counts.blocks,
        "instructions": counts.instructions,
        "needs": counts.needs,
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
