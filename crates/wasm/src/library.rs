//! Translates a module that is loaded in addition to a program to a separate WebAssembly module,
//! which shares the program's memory, table and globals.
//!
//! The layout determines the table entries of its functions. The host must have made room for
//! these, and also writes the data.

use crate::error::Error;
use crate::function::Translated;
use crate::helpers::Helpers;
use crate::loop_entry::imports;
use crate::module::{bodies, table_segments};
use crate::options::{Options, Translation};
use crate::plan::Plan;
use crate::sections::leb_len;
use crate::source_map::SourceMap;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::Layout;
use wasm_encoder::{CodeSection, FunctionSection, Module};

/// Translates a module with this layout. The options must be those of the program's module, with
/// [`Options::loads_modules`] set.
///
/// # Errors
///
/// Fails if the module exceeds the limits of engines; see [`Error`].
pub fn translate(
    program: &Program,
    layout: &Layout,
    options: &Options,
) -> Result<Translation, Error> {
    let options = Options {
        host: Vec::new(),
        outside: Vec::new(),
        ..options.clone()
    };
    let mut plan = Plan::new(program, layout.clone(), &options);
    let functions = bodies(&mut plan, options.jobs)?;
    if let Some(entry) = program.module().entry() {
        plan.take_addresses(&[entry]);
    }
    Ok(assemble(plan, &functions))
}

fn assemble(plan: Plan<'_>, functions: &[Translated]) -> Translation {
    let mut module = Module::new();
    module.section(&plan.signatures.section());
    module.section(&imports(&plan));
    let bodies = || {
        let bodies = plan.bodies.iter();
        bodies.map(|&body| plan.program.functions()[body as usize].id())
    };
    let mut section = FunctionSection::new();
    for function in bodies() {
        section.function(plan.types[function.index()]);
    }
    for helper in plan.helpers.list() {
        section.function(Helpers::type_number(helper, &plan.signatures));
    }
    module.section(&section);
    module.section(&table_segments(&plan, 0));
    let mut code = CodeSection::new();
    let mut starts = Vec::with_capacity(functions.len());
    for function in functions {
        starts.push(code.byte_len() + leb_len(function.code.len()));
        code.raw(&function.code);
    }
    for helper in plan.helpers.list() {
        code.raw(&helper.body(&plan));
    }
    module.section(&code);
    let source_map = plan.source_map.then(|| {
        let first = module.len() - code.byte_len();
        let mut map = SourceMap::new(first - leb_len(code.len() as usize));
        for ((function, start), id) in functions.iter().zip(starts).zip(bodies()) {
            let start = first + start;
            let code = start..start + function.code.len();
            map.push(id, code, function.frame_base, &function.map);
        }
        map
    });
    Translation {
        bytes: module.finish(),
        layout: plan.layout,
        source_map,
    }
}
