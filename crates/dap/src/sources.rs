//! Source files, and the text of functions that have none.

use crate::arguments::{needed, text};
use crate::running::Running;
use pinnacle_debug::LineTable;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{BlockId, FuncId, InstId};
use pinnacle_runtime::trap::function_name;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The source files and the functions of a program, by number.
#[derive(Debug)]
pub(crate) struct Sources {
    /// The files of the line table, as absolute paths.
    files: Vec<PathBuf>,
    /// The index of each function's body in the program.
    bodies: HashMap<FuncId, usize>,
}

impl Sources {
    pub(crate) fn new(program: &Program, lines: &LineTable) -> Sources {
        let files = lines.files().iter();
        let bodies = program.functions().iter().enumerate();
        Sources {
            files: files.map(|file| whole(file)).collect(),
            bodies: bodies.map(|(index, body)| (body.id(), index)).collect(),
        }
    }

    /// Returns the files of the line table for a path of the editor: the file itself, or, if the
    /// program was compiled elsewhere, the files whose paths share the most components with it,
    /// counted from the end.
    fn files_of(&self, path: &Path) -> Vec<u32> {
        let real = path.canonicalize().ok();
        let is_same =
            |file: &PathBuf| file == path || (real.is_some() && file.canonicalize().ok() == real);
        let numbered = || (0..).zip(&self.files);
        let same: Vec<u32> = numbered()
            .filter(|(_, file)| is_same(file))
            .map(|(number, _)| number)
            .collect();
        if !same.is_empty() {
            return same;
        }
        let shared = |file: &Path| {
            let pairs = file.iter().rev().zip(path.iter().rev());
            pairs.take_while(|(one, other)| one == other).count()
        };
        let best = numbered().map(|(_, file)| shared(file)).max();
        let best = best.filter(|&best| best > 0);
        numbered()
            .filter(|(_, file)| Some(shared(file)) == best)
            .map(|(number, _)| number)
            .collect()
    }
}

/// Returns an absolute path.
fn whole(file: &str) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.into())
}

/// A source of the protocol.
#[derive(Debug)]
pub(crate) enum SourceKind {
    /// Files of the line table.
    Files(Vec<u32>),
    /// The text of a function.
    Function(FuncId),
}

impl Running {
    /// Returns the source in the arguments of a request.
    pub(crate) fn source_kind(&self, source: &Value) -> Result<SourceKind, String> {
        match source["sourceReference"].as_u64() {
            Some(reference) if reference > 0 => {
                let id = u32::try_from(reference - 1).unwrap_or(u32::MAX);
                Ok(SourceKind::Function(FuncId(id)))
            }
            _ => match text(source, "path") {
                "" => Err("the source has neither a path nor a reference".into()),
                path => Ok(SourceKind::Files(self.sources.files_of(Path::new(path)))),
            },
        }
    }

    /// Returns a source file in the form of the protocol.
    pub(crate) fn file_source(file: &str) -> Value {
        let path = whole(file);
        let name = path.file_name().unwrap_or(path.as_os_str());
        json!({"name": name.to_string_lossy(), "path": path.to_string_lossy()})
    }

    /// Returns the text of a function as a source of the protocol.
    pub(crate) fn function_source(&self, function: FuncId) -> Value {
        let mut source = json!({
            "name": format!("{function}.pnasm"),
            "sourceReference": function.0.saturating_add(1),
            "origin": "PNaClAsm",
        });
        if self.symbols.is_some() {
            source["presentationHint"] = "deemphasize".into();
        }
        source
    }

    pub(crate) fn body(&self, function: FuncId) -> Option<&Function> {
        let index = *self.sources.bodies.get(&function)?;
        self.program.functions().get(index)
    }

    /// Returns the line of an instruction in the text of its function, counted from 1.
    pub(crate) fn line_in_function(&self, function: FuncId, inst: InstId) -> u32 {
        self.body(function).map_or(0, |body| {
            let block = body.block_of(inst);
            block.0.saturating_add(inst.0).saturating_add(3)
        })
    }

    /// Returns the first instruction at or after a line of the text of a function.
    pub(crate) fn inst_at_line(&self, function: FuncId, line: u32) -> Option<InstId> {
        let count = self.body(function)?.insts().len() as u32;
        let insts = (0..count).map(InstId);
        let mut after = insts.filter(|&inst| self.line_in_function(function, inst) >= line);
        after.next()
    }

    pub(crate) fn source_text(&self, arguments: &Value) -> Result<Value, String> {
        let reference = match arguments["source"]["sourceReference"].as_u64() {
            Some(_) => needed(&arguments["source"], "sourceReference")?,
            None => needed(arguments, "sourceReference")?,
        };
        let function = FuncId(reference.saturating_sub(1));
        let body = self.body(function);
        let body = body.ok_or_else(|| format!("there is no source {reference}"))?;
        let mut text = format!("{}:\n", function_name(self.program.module(), function));
        for (number, block) in (0..).zip(body.blocks()) {
            let _ = writeln!(text, "{}:", BlockId(number));
            for inst in (block.first_inst..block.first_inst + block.len).map(InstId) {
                let _ = writeln!(text, "  {}", body.display_inst(inst));
            }
        }
        Ok(json!({"content": text}))
    }
}
