//! What a module of LLVM 1.x is and what it needs.

use super::{
    Wrong, describe_syntax_error, error_to_json, format_of, module_of, syntax_error_to_json,
};
use crate::input::Input;
use crate::kind::Kind;
use crate::output::{Output, Tone, count, grouped};
use pinnacle_bytecode::model::{Endianness, Module, PointerSize};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The width of the column of titles.
const TITLES: usize = 14;

/// How many names are listed.
const MAX_NAMES: usize = 20;

/// What there is to say about a file.
#[derive(Debug)]
pub(crate) struct Facts {
    name: String,
    kind: Kind,
    size: u64,
    module: Result<ModuleFacts, (Vec<String>, Vec<Value>)>,
}

/// What there is to say about a module.
#[derive(Debug)]
struct ModuleFacts {
    /// Absent for a text.
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
    /// The names of what is defined elsewhere.
    needs: Vec<String>,
}

/// Collects what there is to say about a file or text.
pub(crate) fn info(input: &Input, jobs: usize) -> Facts {
    let module = match module_of(input, jobs) {
        Ok(module) => Ok(ModuleFacts::of(&module)),
        Err(Wrong::File(error)) => Err((vec![error.to_string()], vec![error_to_json(&error)])),
        Err(Wrong::Text(errors)) => Err((
            (errors.iter())
                .map(|error| describe_syntax_error(&input.name, error))
                .collect(),
            errors.iter().map(syntax_error_to_json).collect(),
        )),
    };
    Facts {
        name: input.name.clone(),
        kind: Kind::of(&input.bytes),
        size: input.bytes.len() as u64,
        module,
    }
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
}

impl Facts {
    /// Whether the file could be read.
    pub(crate) fn is_read(&self) -> bool {
        self.module.is_ok()
    }

    /// Shows it to people.
    pub(crate) fn write(&self, output: &Output) -> io::Result<()> {
        let mut out = output.stdout();
        writeln!(out, "{}", output.paint(Tone::Title, &self.name))?;
        let mut line = |title: &str, text: &str| writeln!(out, "  {title:TITLES$}{text}");
        match &self.module {
            Err((errors, _)) => {
                line("format", &self.kind.description())?;
                line("size", &count(self.size, "byte"))?;
                for error in errors {
                    writeln!(out, "  {} {error}", output.paint(Tone::Error, "error:"))?;
                }
            }
            Ok(facts) => {
                line("format", &facts.description)?;
                line("size", &count(self.size, "byte"))?;
                let order = facts
                    .endianness
                    .map_or("any byte order".into(), |order| format!("{order} endian"));
                let pointers = facts.pointer_bits.map_or("any pointers".into(), |bits| {
                    format!("pointers of {bits} bits")
                });
                line("target", &format!("{order}, {pointers}"))?;
                if !facts.triple.is_empty() {
                    line("", &facts.triple)?;
                }
                if !facts.libraries.is_empty() {
                    line("libraries", &facts.libraries.join(", "))?;
                }
                line("entry", if facts.has_main { "%main" } else { "none" })?;
                line(
                    "types",
                    &format!(
                        "{}, {}",
                        grouped(facts.types),
                        count(facts.type_names, "name")
                    ),
                )?;
                line(
                    "globals",
                    &format!(
                        "{}, {}",
                        count(facts.variables, "variable"),
                        count(facts.constant_globals, "constant")
                    ),
                )?;
                line(
                    "functions",
                    &format!(
                        "{} defined, {} declared",
                        grouped(facts.functions_defined),
                        grouped(facts.functions_declared)
                    ),
                )?;
                line(
                    "bodies",
                    &format!(
                        "{}, {}",
                        count(facts.blocks, "block"),
                        count(facts.instructions, "instruction")
                    ),
                )?;
                for (index, name) in facts.needs.iter().take(MAX_NAMES).enumerate() {
                    line(if index == 0 { "needs" } else { "" }, &format!("%{name}"))?;
                }
                if facts.needs.len() > MAX_NAMES {
                    line("", &format!("and {} more", facts.needs.len() - MAX_NAMES))?;
                }
                writeln!(
                    out,
                    "  {} `pinnacle upgrade` brings it to today's LLVM",
                    output.paint(Tone::Hint, "hint:")
                )?;
            }
        }
        out.flush()
    }

    /// Shows it to programs.
    pub(crate) fn into_json(self) -> Value {
        let mut document = json!({
            "file": self.name,
            "format": self.kind.word(),
            "size": self.size,
            "valid": self.module.is_ok(),
        });
        match self.module {
            Err((_, errors)) => document["errors"] = errors.into(),
            Ok(facts) => {
                document["version"] = facts.format.map(|(version, _)| version).into();
                document["release"] = facts.format.map(|(_, release)| release).into();
                document["target"] = json!({
                    "endianness": facts.endianness,
                    "pointer_bits": facts.pointer_bits,
                    "triple": facts.triple,
                    "libraries": facts.libraries,
                });
                document["has_main"] = facts.has_main.into();
                document["types"] = facts.types.into();
                document["type_names"] = facts.type_names.into();
                document["variables"] = facts.variables.into();
                document["constant_globals"] = facts.constant_globals.into();
                document["constants"] = facts.constants.into();
                document["functions_defined"] = facts.functions_defined.into();
                document["functions_declared"] = facts.functions_declared.into();
                document["blocks"] = facts.blocks.into();
                document["instructions"] = facts.instructions.into();
                document["needs"] = facts.needs.into();
                document["errors"] = json!([]);
            }
        }
        document
    }
}
