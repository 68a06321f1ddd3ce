//! Collects the facts about a program.

use super::interfaces::Interfaces;
use crate::input::Input;
use crate::kind::Kind;
use crate::uses::Uses;
use pinnacle_pexe::decode::{Layout, Options, Structure};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::header::Header;
use pinnacle_pexe::module::Initializer;
use pinnacle_pexe::{Error, FuncId, Inst, Module, Type};
use std::collections::BTreeMap;

/// The facts about a file.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) kind: Kind,
    /// True if the program was assembled from text.
    pub(super) is_text: bool,
    /// The size of the file in bytes.
    pub(super) size: u64,
    /// `None` if the file is not a program.
    pub(super) program: Option<ProgramFacts>,
    /// The errors of the file, in file order.
    pub(super) errors: Vec<Error>,
    /// Advice about the errors.
    pub(super) hint: Option<String>,
}

/// The facts about a program.
#[derive(Debug)]
pub(super) struct ProgramFacts {
    pub(super) header: Header,
    /// The layout of the file. Its number of overlong numbers includes those in function bodies.
    pub(super) layout: Layout,
    /// The function that is called first.
    pub(super) entry: Option<String>,
    pub(super) counts: Counts,
    /// The declared intrinsics, by name, with their numbers of calls.
    pub(super) intrinsics: BTreeMap<&'static str, u64>,
    pub(super) interfaces: Interfaces,
    /// True if the program uses interfaces of a web browser.
    pub(super) pepper: bool,
    pub(super) uses: Uses,
    /// The names of functions and globals that are not part of the ABI.
    pub(super) names: Vec<String>,
}

/// Numbers of items of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Counts {
    pub(super) types: u64,
    pub(super) functions_defined: u64,
    pub(super) functions_declared: u64,
    pub(super) variables: u64,
    pub(super) constant_globals: u64,
    /// Bytes of initialised data in the file.
    pub(super) data_bytes: u64,
    /// Bytes of zero-initialised data.
    pub(super) zero_bytes: u64,
    pub(super) relocations: u64,
    pub(super) blocks: u64,
    pub(super) instructions: u64,
    /// Number of constants in function bodies.
    pub(super) constants: u64,
    /// Number of function bodies that could not be read. The other counts leave these out.
    pub(super) bad_bodies: u64,
}

impl Facts {
    /// Reads as much of a file as possible. Calls `look` with the functions before they are
    /// dropped.
    pub(super) fn collect(
        input: &Input,
        jobs: usize,
        look: impl FnOnce(&Module, &[Result<Function, Vec<Error>>]),
    ) -> Facts {
        let bytes = &input.bytes;
        let structure = Structure::read(bytes);
        let bodies = structure.decode_bodies(bytes, &Options { jobs });
        look(structure.module(), &bodies);
        let program = structure
            .header()
            .map(|header| ProgramFacts::collect(header, &structure, &bodies));
        let errors = match structure.into_program(bodies) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().cloned().collect(),
        };
        Facts {
            kind: input.kind.clone(),
            is_text: input.text.is_some(),
            size: bytes.len() as u64,
            program,
            hint: errors.first().and_then(|first| input.hint_for(first)),
            errors,
        }
    }
}

impl ProgramFacts {
    fn collect(
        header: &Header,
        structure: &Structure,
        bodies: &[Result<Function, Vec<Error>>],
    ) -> ProgramFacts {
        let module = structure.module();
        let mut counts = Counts::of_module(module);
        let mut layout = *structure.layout();
        let mut calls = vec![0; module.functions.len()];
        for body in bodies {
            let Ok(body) = body else {
                counts.bad_bodies += 1;
                continue;
            };
            layout.overlong_numbers += u64::from(body.overlong_numbers());
            counts.blocks += body.blocks().len() as u64;
            counts.instructions += body.insts().len() as u64;
            counts.constants += body.constants().len() as u64;
            for inst in body.insts() {
                if let Inst::Call { callee, .. } = inst {
                    calls[callee.index()] += 1;
                }
            }
        }
        let mut intrinsics = BTreeMap::new();
        for (function, calls) in module.functions.iter().zip(calls) {
            if let Some(intrinsic) = function.intrinsic {
                intrinsics.insert(intrinsic.row().name, calls);
            }
        }
        let interfaces = Interfaces::find(module);
        let names_hook = |name: &String| name.starts_with("nacl-irt-ppapihook-");
        let pepper = !interfaces.pepper.is_empty() || interfaces.irt.iter().any(names_hook);
        ProgramFacts {
            header: header.clone(),
            layout,
            entry: module.entry().map(|entry| {
                let signature = module.signature(entry);
                let types: Vec<String> = signature.params.iter().map(Type::to_string).collect();
                format!(
                    "{entry} \"_start\", {} ({})",
                    signature.result,
                    types.join(", ")
                )
            }),
            counts,
            intrinsics,
            interfaces,
            pepper,
            uses: Uses::of(module, bodies.iter().flatten()),
            names: names(module),
        }
    }
}

impl Counts {
    fn of_module(module: &Module) -> Counts {
        let mut counts = Counts {
            types: module.types.len() as u64,
            ..Counts::default()
        };
        for function in &module.functions {
            match function.declared {
                true => counts.functions_declared += 1,
                false => counts.functions_defined += 1,
            }
        }
        for global in &module.globals {
            match global.constant {
                true => counts.constant_globals += 1,
                false => counts.variables += 1,
            }
        }
        for initializer in &module.initializers {
            match initializer {
                Initializer::Zero(size) => counts.zero_bytes += u64::from(*size),
                Initializer::Data(_, size) => counts.data_bytes += u64::from(*size),
                Initializer::Reloc(..) => counts.relocations += 1,
            }
        }
        counts
    }
}

/// Returns the names that a finalized program does not need.
fn names(module: &Module) -> Vec<String> {
    let entry = module.entry();
    let functions = module
        .functions
        .iter()
        .enumerate()
        .filter(|(index, function)| {
            function.intrinsic.is_none() && entry.map(FuncId::index) != Some(*index)
        })
        .filter_map(|(_, function)| function.name.as_deref());
    let globals = module
        .globals
        .iter()
        .filter_map(|global| global.name.as_deref());
    functions
        .chain(globals)
        .map(|name| name.escape_ascii().to_string())
        .collect()
}
