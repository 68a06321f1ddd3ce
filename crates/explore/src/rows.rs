//! The lines of a program, function by function.

use crate::machine::{self, MachineCode};
use crate::row::Row;
use crate::source::{self, Source, SourceRow};
use crate::wasm;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function as Body;
use pinnacle_pexe::ids::{BlockId, FuncId, InstId};
use std::collections::BTreeMap;

/// Maximum number of lines of all functions and columns together. Further functions are listed
/// without their lines.
pub const MAX_ROWS: usize = 200_000;

/// Options for showing a program.
pub struct Options<'a> {
    /// The name of the program.
    pub name: &'a str,
    /// The functions to show; empty to show as many as fit.
    pub functions: &'a [FuncId],
    /// Options of the translation to WebAssembly.
    pub translation: pinnacle_wasm::Options,
    /// Names and lines of the source, if they are known.
    pub source: Option<&'a mut dyn Source>,
    /// The machine code of functions.
    pub machine_code: &'a [MachineCode<'a>],
    /// Maximum number of lines, at most [`MAX_ROWS`].
    pub max_rows: usize,
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("name", &self.name)
            .field("functions", &self.functions)
            .finish_non_exhaustive()
    }
}

/// A function with a body.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its number, as `@f3`.
    pub id: String,
    /// Its name in the source or in the program; empty if none is known.
    pub name: String,
    /// The number of its instructions.
    pub instructions: usize,
    /// True if its lines are in the page.
    pub is_shown: bool,
    /// Lines of the source.
    pub source: Vec<SourceRow>,
    /// For each instruction, the index of its source line in `source`.
    pub lines: Vec<Option<u32>>,
    /// The program as text.
    pub assembly: Vec<Row>,
    /// WebAssembly as text.
    pub wasm: Vec<Row>,
    /// Machine code as text.
    pub machine: Vec<Row>,
}

impl Function {
    fn rows(&self) -> usize {
        self.source.len() + self.assembly.len() + self.wasm.len() + self.machine.len()
    }
}

/// The functions of a program.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The name of the program.
    pub name: String,
    /// The functions with bodies, in the order of the file.
    pub functions: Vec<Function>,
}

impl Explored {
    /// Collects the lines of a program.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be translated to WebAssembly.
    pub fn of(program: &Program, options: Options<'_>) -> Result<Explored, pinnacle_wasm::Error> {
        let mut source = options.source;
        let max_rows = options.max_rows.min(MAX_ROWS);
        let is_wanted =
            |id: FuncId| options.functions.is_empty() || options.functions.contains(&id);
        // An instruction has one line of assembly, and about two in each of the other columns.
        let mut left = max_rows / 4;
        let mut chosen = BTreeMap::new();
        let mut functions = Vec::new();
        for (index, body) in program.functions().iter().enumerate() {
            let count = body.insts().len() + body.blocks().len();
            let is_shown = is_wanted(body.id()) && count <= left;
            if is_shown {
                left -= count;
                chosen.insert(body.id().0, index);
            }
            functions.push(Function {
                id: body.id().to_string(),
                name: name(program, body, source.as_deref_mut()),
                instructions: body.insts().len(),
                is_shown,
                ..Function::default()
            });
        }
        let mut rows = wasm::rows(program, options.translation, &chosen, max_rows)?;
        let mut machine = BTreeMap::new();
        for code in options.machine_code {
            if chosen.contains_key(&code.function.0) {
                machine.insert(code.function.0, machine::rows(code));
            }
        }
        let mut left = max_rows;
        for (number, index) in chosen {
            let function = &mut functions[index];
            let body = &program.functions()[index];
            function.assembly = assembly(body);
            function.wasm = rows.remove(&number).unwrap_or_default();
            function.machine = machine.remove(&number).unwrap_or_default();
            if let Some(source) = source.as_deref_mut() {
                (function.source, function.lines) = source::rows(body, source);
            }
            let count = function.rows();
            if count > left {
                *function = Function {
                    id: std::mem::take(&mut function.id),
                    name: std::mem::take(&mut function.name),
                    instructions: function.instructions,
                    ..Function::default()
                };
                continue;
            }
            left -= count;
        }
        Ok(Explored {
            name: options.name.to_owned(),
            functions,
        })
    }

    /// Returns the number of functions that are listed but not shown.
    pub fn hidden(&self) -> usize {
        let hidden = self.functions.iter().filter(|function| !function.is_shown);
        hidden.count()
    }
}

/// Returns the name of a function: that of the source, otherwise that of the program.
fn name(program: &Program, body: &Body, source: Option<&mut (dyn Source + '_)>) -> String {
    let known = source.and_then(|source| source.function(body.id()));
    known.unwrap_or_else(|| {
        let declaration = &program.module().functions[body.id().index()];
        let name = declaration.name.as_deref().unwrap_or_default();
        String::from_utf8_lossy(name).into_owned()
    })
}

/// Returns the text of a function, block by block.
fn assembly(body: &Body) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, block) in body.blocks().iter().enumerate() {
        rows.push(Row::new(None, &format!("{}:", BlockId(number as u32))));
        for inst in (block.first_inst..block.first_inst + block.len).map(InstId) {
            let text = format!("  {}", body.display_inst(inst));
            rows.push(Row::new(Some(inst), &text));
        }
    }
    rows
}
