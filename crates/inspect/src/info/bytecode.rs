//! Describes a module of LLVM 1.x and its dependencies.

use super::Sheet;
use super::json::{self, Contents};
use crate::bytecode::{Wrong, format_of, module_of};
use crate::input::Input;
use crate::kind::Kind;
use crate::numbers::{count, grouped};
use pinnacle_bytecode::model::{Endianness, Module, PointerSize};
use serde_json::{Value, json};

/// Advice on using a module.
const HINT: &str = "`pinnacle upgrade` converts it to today's LLVM IR";

/// The facts about a module.
#[derive(Debug)]
struct ModuleFacts {
    /// The version and name of the bytecode format; `None` for assembly.
    format: Option<(u32, &'static str)>,
    description: String,
    endianness: Option<&'static str>,
    pointer_bits: Option<u32>,
    triple: String,
    libraries: Vec<String>,
    has_main: bool,
    types: u64,
    type_names: u64,
    variables: u64,
    constant_globals: u64,
    constants: u64,
    functions_defined: u64,
    functions_declared: u64,
    blocks: u64,
    instructions: u64,
    /// The names of undefined symbols.
    needs: Vec<String>,
}

/// Returns the summary of a file of bytecode or assembly.
pub(super) fn info(input: &Input, jobs: usize) -> Sheet {
    let facts = module_of(input, jobs).map(|module| ModuleFacts::of(&module));
    let mut sheet = Sheet::new(&input.name, document(input, &facts));
    let size = count(input.bytes.len() as u64, "byte");
    match facts {
        Ok(facts) => {
            sheet.line("format", facts.description.clone());
            sheet.line("size", size);
            facts.describe(&mut sheet);
        }
        Err(wrong) => {
            sheet.line("format", input.kind.description());
            sheet.line("size", size);
            sheet.errors = wrong.messages(&input.name);
        }
    }
    sheet
}

impl ModuleFacts {
    fn of(module: &Module) -> ModuleFacts {
        let format = format_of(module);
        let from_file = module.layout.is_some();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let bodies = || {
            let functions = module.functions.iter();
            functions.filter_map(|function| function.body.as_ref())
        };
        let declared = (module.functions.iter()).filter(|function| function.body.is_none());
        let external = (module.globals.iter()).filter(|global| global.initializer.is_none());
        let needed = (external.map(|global| global.name)).chain(declared.map(|f| f.name));
        ModuleFacts {
            format: from_file.then(|| (format.version(), format.release())),
            description: match from_file {
                true => format!("LLVM bytecode, {format}"),
                false => Kind::OldAssembly.description(),
            },
            endianness: module.target.endianness.map(|endianness| match endianness {
                Endianness::Little => "little",
                Endianness::Big => "big",
            }),
            pointer_bits: module.target.pointer_size.map(|size| match size {
                PointerSize::Bits32 => 32,
                PointerSize::Bits64 => 64,
            }),
            triple: text(&module.target.triple),
            libraries: (module.target.libraries.iter())
                .map(|name| text(name))
                .collect(),
            has_main: (module.functions.iter()).any(|function| {
                function.body.is_some() && module.names.get(function.name) == b"main"
            }),
            types: module.types.derived().len() as u64,
            type_names: module.type_names.len() as u64,
            variables: (module.globals.iter())
                .filter(|global| !global.constant)
                .count() as u64,
            constant_globals: (module.globals.iter())
                .filter(|global| global.constant)
                .count() as u64,
            constants: module.constants.len() as u64,
            functions_defined: bodies().count() as u64,
            functions_declared: (module.functions.len() - bodies().count()) as u64,
            blocks: bodies().map(|body| body.block_count() as u64).sum(),
            instructions: bodies().map(|body| body.inst_count() as u64).sum(),
            needs: needed.map(|name| text(module.names.get(name))).collect(),
        }
    }

    /// Adds the lines about the module to the sheet.
    fn describe(&self, sheet: &mut Sheet) {
        let order = match self.endianness {
            None => "any byte order".into(),
            Some(order) => format!("{order} endian"),
        };
        let pointers = match self.pointer_bits {
            None => "any pointers".into(),
            Some(bits) => format!("pointers of {bits} bits"),
        };
        sheet.line("target", format!("{order}, {pointers}"));
        if !self.triple.is_empty() {
            sheet.line("", self.triple.clone());
        }
        if !self.libraries.is_empty() {
            sheet.line("libraries", self.libraries.join(", "));
        }
        sheet.line("entry", if self.has_main { "%main" } else { "none" });
        let (types, names) = (grouped(self.types), count(self.type_names, "name"));
        sheet.line("types", format!("{types}, {names}"));
        let variables = count(self.variables, "variable");
        let constants = count(self.constant_globals, "constant");
        sheet.line("globals", format!("{variables}, {constants}"));
        let (defined, declared) = (self.functions_defined, self.functions_declared);
        let (defined, declared) = (grouped(defined), grouped(declared));
        sheet.line(
            "functions",
            format!("{defined} defined, {declared} declared"),
        );
        let blocks = count(self.blocks, "block");
        let instructions = count(self.instructions, "instruction");
        sheet.line("bodies", format!("{blocks}, {instructions}"));
        sheet.names("needs", self.needs.iter().map(|name| format!("%{name}")));
        sheet.hint = Some(HINT.into());
    }
}

/// Returns the facts as JSON.
fn document(input: &Input, facts: &Result<ModuleFacts, Wrong>) -> Value {
    let facts = match facts {
        Ok(facts) => facts,
        Err(wrong) => return json::document(input, Contents::None, &wrong.documents(), None),
    };
    let contents = json!({
        "version": facts.format.map(|(version, _)| version),
        "release": facts.format.map(|(_, release)| release),
        "endianness": facts.endianness,
        "pointer_bits": facts.pointer_bits,
        "triple": facts.triple,
        "libraries": facts.libraries,
        "has_main": facts.has_main,
        "types": facts.types,
        "type_names": facts.type_names,
        "variables": facts.variables,
        "constant_globals": facts.constant_globals,
        "constants": facts.constants,
        "functions_defined": facts.functions_defined,
        "functions_declared": facts.functions_declared,
        "blocks": facts.blocks,
        "instructions": facts.instructions,
        "needs": facts.needs,
    });
    json::document(input, Contents::Bytecode(contents), &[], Some(HINT))
}
