//! What a module of LLVM is and what it needs.

use super::module_of;
use crate::input::Input;
use crate::kind::Kind;
use crate::output::{Failure, Output, Tone, count, grouped};
use pinnacle_legalize::file::{FileKind, FileRole, role_of_summary};
use pinnacle_llvm::bitcode::{Summary, SymbolKind, SymbolState, identify};
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
    size: u64,
    module: Result<ModuleFacts, String>,
}

#[derive(Debug)]
struct ModuleFacts {
    summary: Summary,
    role: FileRole,
    blocks: u64,
    instructions: u64,
    needs: Vec<String>,
}

/// Collects what there is to say about a file.
pub(crate) fn info(input: &Input) -> Facts {
    Facts {
        name: input.name.clone(),
        size: input.bytes.len() as u64,
        module: ModuleFacts::of(input),
    }
}

impl ModuleFacts {
    fn of(input: &Input) -> Result<ModuleFacts, String> {
        let summary = identify(&input.bytes).map_err(|error| error.to_string())?;
        let module = match module_of(input) {
            Ok(module) => module,
            Err(Failure::Told(told)) => return Err(told.message),
            Err(Failure::BrokenPipe) => return Err("the file cannot be read".into()),
        };
        let bodies = || {
            (module.globals().iter()).filter_map(|global| match global.kind {
                pinnacle_llvm::GlobalKind::Function(id) => module.function(id).body.as_ref(),
                _ => None,
            })
        };
        let undefined = summary
            .symbols
            .iter()
            .filter(|symbol| symbol.state == SymbolState::Undefined && !symbol.is_reserved());
        let needs = undefined.map(|symbol| text(&symbol.name)).collect();
        Ok(ModuleFacts {
            role: role_of_summary(&summary),
            blocks: bodies().map(|body| body.order().len() as u64).sum(),
            instructions: bodies().map(|body| body.instructions().len() as u64).sum(),
            needs,
            summary,
        })
    }

    fn counts(&self, kind: SymbolKind) -> (u64, u64) {
        let of = |state| self.summary.count(kind, state) as u64;
        (
            of(SymbolState::Defined) + of(SymbolState::Common),
            of(SymbolState::Undefined),
        )
    }

    fn has(&self, name: &[u8]) -> bool {
        (self.summary.symbols.iter())
            .any(|symbol| symbol.name == name && symbol.state == SymbolState::Defined)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
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
        line("format", &Kind::Bitcode.description())?;
        line("size", &count(self.size, "byte"))?;
        let facts = match &self.module {
            Ok(facts) => facts,
            Err(error) => {
                writeln!(out, "  {} {error}", output.paint(Tone::Error, "error:"))?;
                return out.flush();
            }
        };
        let kind = match facts.role.kind {
            FileKind::Object => "object, a part of a program",
            FileKind::Shared => "shared library",
            FileKind::Executable => "executable, a whole program",
        };
        line("kind", kind)?;
        let summary = &facts.summary;
        for (title, bytes) in [
            ("target", &summary.target_triple),
            ("producer", &summary.producer),
            ("source", &summary.source_filename),
            ("name", &facts.role.so_name.clone().unwrap_or_default()),
        ] {
            if !bytes.is_empty() {
                line(title, &text(bytes))?;
            }
        }
        for (index, name) in facts.role.dependencies.iter().enumerate() {
            line(if index == 0 { "libraries" } else { "" }, &text(name))?;
        }
        let start = if facts.has(b"_start") {
            "_start"
        } else {
            "none"
        };
        line("entry", start)?;
        for (title, kind) in [
            ("functions", SymbolKind::Function),
            ("variables", SymbolKind::Variable),
        ] {
            let (defined, declared) = facts.counts(kind);
            let (defined, declared) = (grouped(defined), grouped(declared));
            line(title, &format!("{defined} defined, {declared} declared"))?;
        }
        let (aliases, _) = facts.counts(SymbolKind::Alias);
        if aliases > 0 {
            line("aliases", &grouped(aliases))?;
        }
        let (blocks, instructions) = (
            count(facts.blocks, "block"),
            count(facts.instructions, "instruction"),
        );
        line("bodies", &format!("{blocks}, {instructions}"))?;
        for (index, name) in facts.needs.iter().take(MAX_NAMES).enumerate() {
            line(if index == 0 { "needs" } else { "" }, name)?;
        }
        if facts.needs.len() > MAX_NAMES {
            line("", &format!("and {} more", facts.needs.len() - MAX_NAMES))?;
        }
        writeln!(
            out,
            "  {} {}",
            output.paint(Tone::Hint, "hint:"),
            match facts.role.kind {
                FileKind::Executable => "`pinnacle finalize` makes a .pexe of it",
                _ => "`pinnacle cc` links it to a program; `pinnacle dis` prints it",
            }
        )?;
        out.flush()
    }

    /// Shows it to programs.
    pub(crate) fn into_json(self) -> Value {
        let mut document = json!({
            "file": self.name,
            "format": Kind::Bitcode.word(),
            "size": self.size,
            "valid": self.module.is_ok(),
        });
        match self.module {
            Err(error) => document["errors"] = json!([{ "message": error }]),
            Ok(facts) => {
                let (functions, variables, aliases) = (
                    facts.counts(SymbolKind::Function),
                    facts.counts(SymbolKind::Variable),
                    facts.counts(SymbolKind::Alias),
                );
                let summary = &facts.summary;
                document["kind"] = facts.role.kind.text().into();
                document["target"] = text(&summary.target_triple).into();
                document["data_layout"] = text(&summary.data_layout).into();
                document["producer"] = text(&summary.producer).into();
                document["source"] = text(&summary.source_filename).into();
                document["shared_object_name"] = facts.role.so_name.as_deref().map(text).into();
                document["libraries"] = (facts.role.dependencies.iter())
                    .map(|name| text(name))
                    .collect();
                document["has_start"] = facts.has(b"_start").into();
                document["has_main"] = facts.has(b"main").into();
                document["functions_defined"] = functions.0.into();
                document["functions_declared"] = functions.1.into();
                document["variables_defined"] = variables.0.into();
                document["variables_declared"] = variables.1.into();
                document["aliases"] = aliases.0.into();
                document["blocks"] = facts.blocks.into();
                document["instructions"] = facts.instructions.into();
                document["needs"] = facts.needs.into();
                document["errors"] = json!([]);
            }
        }
        document
    }
}
