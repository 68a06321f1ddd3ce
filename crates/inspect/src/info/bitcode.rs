//! Describes a module of LLVM bitcode and its dependencies.

use super::Sheet;
use super::json::{self, Contents};
use crate::document;
use crate::input::Input;
use crate::numbers::{count, grouped};
use pinnacle_legalize::file_role::{FileKind, FileRole, role_of_summary};
use pinnacle_llvm::bitcode::{
    self, Span, Summary, SymbolKind, SymbolState, Wrapper, identify, releases, wrapper,
};
use pinnacle_pexe::BitPosition;
use serde_json::{Value, json};

#[derive(Debug)]
struct ModuleFacts {
    summary: Summary,
    role: FileRole,
    blocks: u64,
    instructions: u64,
    needs: Vec<String>,
    /// The LLVM releases that can have written the file, if it does not name one.
    written_by: Option<Span>,
}

/// Returns the summary of a file.
pub(super) fn info(input: &Input) -> Sheet {
    let facts = ModuleFacts::of(input);
    let mut sheet = Sheet::new(&input.name, document(input, &facts));
    sheet.line("format", input.kind.description());
    sheet.line("size", count(input.bytes.len() as u64, "byte"));
    match facts {
        Ok(facts) => {
            if let Some(within) = input.within {
                sheet.line("within", within);
            }
            if let Some(wrapper) = wrapper(&input.bytes) {
                sheet.line("wrapper", in_words(wrapper));
            }
            if let Some(span) = facts.written_by {
                sheet.line("written by", of_span(span));
            }
            facts.describe(&mut sheet);
        }
        Err(error) => sheet.errors.push(format!("{}: {error}", input.name)),
    }
    sheet
}

impl ModuleFacts {
    fn of(input: &Input) -> Result<ModuleFacts, bitcode::Error> {
        let summary = identify(&input.bytes)?;
        let module = bitcode::read(&input.bytes, &bitcode::Options::default())?;
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
            written_by: match summary.producer.is_empty() {
                true => releases(&input.bytes).ok(),
                false => None,
            },
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

    /// Returns advice on using a file of this kind.
    fn hint(&self) -> &'static str {
        match self.role.kind {
            FileKind::Executable if self.role.dependencies.is_empty() => {
                "`pinnacle finalize` turns it into a .pexe"
            }
            FileKind::Executable => {
                "`pinnacle finalize -L DIR` turns it and its libraries into a .pexe"
            }
            FileKind::Shared => "`pinnacle cc` links programs against it",
            FileKind::Object => "`pinnacle cc` links it to a program; `pinnacle dis` prints it",
        }
    }

    /// Adds the lines about the module to the sheet.
    fn describe(&self, sheet: &mut Sheet) {
        let kind = match self.role.kind {
            FileKind::Object => "relocatable object, a part of a program",
            FileKind::Shared => "shared object, a library",
            FileKind::Executable => "executable, a whole program",
        };
        sheet.line("kind", kind);
        let summary = &self.summary;
        for (title, bytes) in [
            ("target", &summary.target_triple),
            ("producer", &summary.producer),
            ("source", &summary.source_filename),
            ("name", &self.role.so_name.clone().unwrap_or_default()),
        ] {
            if !bytes.is_empty() {
                sheet.line(title, text(bytes));
            }
        }
        sheet.list(
            "libraries",
            self.role.dependencies.iter().map(|name| text(name)),
        );
        let lists = summary.texts.iter();
        let lists = lists.filter(|(name, _)| name.starts_with(b"#"));
        sheet.list(
            "metadata",
            lists.map(|(name, texts)| {
                let texts: Vec<_> = texts.iter().map(|it| text(it)).collect();
                format!("{}: {}", text(name), texts.join(", "))
            }),
        );
        let has_start = self.has(b"_start");
        sheet.line("entry", if has_start { "_start" } else { "none" });
        for (title, kind) in [
            ("functions", SymbolKind::Function),
            ("variables", SymbolKind::Variable),
        ] {
            let (defined, declared) = self.counts(kind);
            let (defined, declared) = (grouped(defined), grouped(declared));
            sheet.line(title, format!("{defined} defined, {declared} declared"));
        }
        let (aliases, _) = self.counts(SymbolKind::Alias);
        if aliases > 0 {
            sheet.line("aliases", grouped(aliases));
        }
        let blocks = count(self.blocks, "block");
        let instructions = count(self.instructions, "instruction");
        sheet.line("bodies", format!("{blocks}, {instructions}"));
        sheet.names("needs", self.needs.iter().cloned());
        sheet.hint = Some(self.hint().into());
    }
}

/// Returns the facts as JSON.
fn document(input: &Input, facts: &Result<ModuleFacts, bitcode::Error>) -> Value {
    let facts = match facts {
        Ok(facts) => facts,
        Err(error) => {
            let errors = [error_to_json(error)];
            return json::document(input, Contents::None, &errors, None);
        }
    };
    let functions = facts.counts(SymbolKind::Function);
    let variables = facts.counts(SymbolKind::Variable);
    let aliases = facts.counts(SymbolKind::Alias);
    let summary = &facts.summary;
    let libraries: Vec<String> = (facts.role.dependencies.iter())
        .map(|name| text(name))
        .collect();
    let contents = json!({
        "kind": facts.role.kind.text(),
        "target": text(&summary.target_triple),
        "data_layout": text(&summary.data_layout),
        "producer": text(&summary.producer),
        "within": input.within,
        "wrapper": wrapper(&input.bytes).map(in_words),
        "written_by": facts.written_by.map(|Span { first, last }| [first, last]),
        "source": text(&summary.source_filename),
        "shared_object_name": facts.role.so_name.as_deref().map(text),
        "libraries": libraries,
        "has_start": facts.has(b"_start"),
        "has_main": facts.has(b"main"),
        "functions_defined": functions.0,
        "functions_declared": functions.1,
        "variables_defined": variables.0,
        "variables_declared": variables.1,
        "aliases": aliases.0,
        "blocks": facts.blocks,
        "instructions": facts.instructions,
        "needs": facts.needs,
    });
    let hint = Some(facts.hint());
    json::document(input, Contents::Bitcode(contents), &[], hint)
}

/// Returns an error as JSON. A function of bitcode has a name and not a number, so it is named in
/// the message.
fn error_to_json(error: &bitcode::Error) -> Value {
    let place = error.place();
    let message = match place {
        Some(place) => format!("{} (in @{})", error.message(), place.function),
        None => error.message().to_owned(),
    };
    document::error(json!({
        "code": error.code(),
        "message": message,
        "bit": error.position(),
        "position": BitPosition(error.position()).to_string(),
        "block": place.map(|place| place.block),
        "instruction": place.map(|place| place.instruction),
    }))
}

/// Returns a description of a wrapper.
fn in_words(wrapper: Wrapper) -> String {
    match wrapper {
        Wrapper::Darwin(processor) => {
            let processor = match processor {
                7 => "x86".into(),
                0x0100_0007 => "x86-64".into(),
                12 => "ARM".into(),
                0x0100_000C => "ARM64".into(),
                18 => "PowerPC".into(),
                0x0100_0012 => "PowerPC 64".into(),
                u32::MAX => "any processor".into(),
                other => format!("processor {other}"),
            };
            format!("of Darwin, for {processor}")
        }
        Wrapper::Renderscript {
            api_level,
            compiler,
        } => {
            let compiler = compiler.map(|number| format!(", compiler {number}"));
            format!(
                "of Renderscript, API level {api_level}{}",
                compiler.unwrap_or_default()
            )
        }
    }
}

/// Returns a description of a range of LLVM releases.
fn of_span(Span { first, last }: Span) -> String {
    match first == last {
        true => format!("LLVM {first}"),
        false => format!("LLVM {first} to {last}"),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
