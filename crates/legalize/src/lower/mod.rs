//! Makes a PNaCl program from the legalised module.
//!
//! Pointers become `i32`: a load uses an address directly, and conversions between pointers and
//! `i32` are removed. Globals become bytes, zeros and addresses (`globals`). Functions and globals
//! keep their order.
//!
//! A survey first finds the required globals, intrinsics and types, because a program declares them
//! before the first body (`survey`). Then each body (`body`) is converted to PNaCl's instructions
//! (`instruction`), and its blocks and values are numbered (`blocks`, `numbers`). PNaCl's body
//! decoder applies all rules of the file format. Bodies do not depend on each other, so this is
//! done in parallel.

mod blocks;
mod body;
mod globals;
mod instruction;
mod live_values;
mod numbers;
mod plan;
mod source;
mod survey;
mod types;

use crate::error::{Error, ErrorKind, Fault, Reporter, body_of, name_of};
use crate::layout::Layout;
use crate::{Errors, Options};
use body::Lowerer;
use pinnacle_base::parallel;
use pinnacle_debug::SourceInfo;
use pinnacle_llvm::{GlobalId, GlobalKind, Module};
use pinnacle_pexe::decode::{Program, check_declarations};
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::intrinsics::{self, Row};
use pinnacle_pexe::module::{FunctionDecl, Linkage, Module as Pexe};
use pinnacle_pexe::types::Signature;
use source::Sources;
use survey::Survey;
use types::Types;
pub(crate) use types::value_type;

/// The entry function of a program.
const ENTRY: &[u8] = b"_start";

/// The counterpart of a global in the program.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// None: it is not part of the program.
    None,
    Function(FuncId),
    Intrinsic(FuncId, &'static Row),
    /// The index of a global.
    Variable(u32),
}

/// Makes the program.
///
/// # Errors
///
/// Fails with an error for everything that PNaCl cannot express.
pub fn lower(module: &Module, options: &Options) -> Result<Program, Errors> {
    lower_with_source(module, options, false).map(|(program, _)| program)
}

/// Lowers a module, and collects source lines and variables if requested.
///
/// # Errors
///
/// Fails with an error for everything that PNaCl cannot express.
pub fn lower_with_source(
    module: &Module,
    options: &Options,
    has_source: bool,
) -> Result<(Program, SourceInfo), Errors> {
    let mut reporter = Reporter::default();
    let survey = Survey::of(module, &mut reporter);
    reporter.finish()?;

    let mut reporter = Reporter::default();
    let mut types = Types::of(module);
    let mut pexe = Pexe::default();
    let targets = declare(
        module,
        options,
        &survey,
        &mut types,
        &mut pexe,
        &mut reporter,
    );
    globals::write(module, options, &targets, &mut pexe, &mut reporter);
    reporter.finish()?;

    for ty in survey.types() {
        if let Some(ty) = types.get(ty) {
            types.want(ty);
        }
    }
    pexe.types = types.take_list();
    check_declarations(&pexe).map_err(|found| {
        let fault = ErrorKind::Internal.fault(found.message());
        Errors::from(Error::new(fault))
    })?;

    let bodies: Vec<GlobalId> = module
        .global_ids()
        .filter(|&id| body_of(module, id).is_some())
        .collect();
    let layout = Layout::of(module);
    let keeps_blocks = options.fragment;
    let state = || {
        Lowerer::new(
            module,
            &pexe,
            &types,
            &targets,
            layout.clone(),
            keeps_blocks,
        )
    };
    let job = |lowerer: &mut Lowerer<'_>, &id: &GlobalId| {
        let function = lowerer.function(id)?;
        let traces = has_source.then(|| lowerer.traces(id, &function));
        Ok((function, traces.unwrap_or_default()))
    };
    let results = parallel::map(&bodies, 0, state, job);
    let mut reporter = Reporter::default();
    let mut functions = Vec::with_capacity(results.len());
    let mut sources = Sources::new(module);
    for (&id, result) in bodies.iter().zip(results) {
        match result {
            Ok((function, traces)) => {
                if has_source {
                    sources.add(id, &function, &traces);
                }
                functions.push(function);
            }
            Err(error) => reporter.error(error),
        }
    }
    reporter.finish()?;
    let program = Program::new(pexe, functions).map_err(|found| {
        let fault = ErrorKind::Internal.fault(found.message());
        Errors::from(Error::new(fault))
    })?;
    sources.add_globals(program.module(), &targets);
    Ok((program, sources.finish()))
}

/// Declares functions and numbers everything.
fn declare(
    module: &Module,
    options: &Options,
    survey: &Survey,
    types: &mut Types,
    pexe: &mut Pexe,
    reporter: &mut Reporter,
) -> Vec<Target> {
    let mut targets = vec![Target::None; module.globals().len()];
    let mut variables = 0;
    let mut has_entry = false;
    for (index, global) in module.globals().iter().enumerate() {
        let id = GlobalId::at(index);
        let name = module.names.get(global.name);
        match global.kind {
            GlobalKind::Variable {
                initializer: Some(_),
                ..
            } => {
                targets[index] = Target::Variable(variables);
                variables += 1;
            }
            GlobalKind::Function(function) => {
                let number = FuncId(pexe.functions.len() as u32);
                let declaration = if module.function(function).body.is_some() {
                    let signature = match defined(module, types, id) {
                        Ok(signature) => signature,
                        Err(fault) => {
                            reporter.error(Error::in_function(fault, module, id));
                            continue;
                        }
                    };
                    let is_entry = name == ENTRY;
                    has_entry |= is_entry;
                    let keep = is_entry || options.keeps_name(name);
                    targets[index] = Target::Function(number);
                    pexe.bodies.push(number);
                    FunctionDecl {
                        ty: types.signature(&signature),
                        linkage: if is_entry {
                            Linkage::External
                        } else {
                            Linkage::Internal
                        },
                        declared: false,
                        body: Some(pexe.bodies.len() as u32 - 1),
                        name: keep.then(|| name.into()),
                        intrinsic: None,
                    }
                } else if let Some(row) = intrinsic(name).filter(|_| survey.is_used(id)) {
                    targets[index] = Target::Intrinsic(number, row);
                    FunctionDecl {
                        ty: types.signature(&Signature {
                            result: row.result,
                            params: row.params.into(),
                        }),
                        linkage: Linkage::External,
                        declared: true,
                        body: None,
                        name: Some(row.name.as_bytes().into()),
                        intrinsic: Some(row.intrinsic),
                    }
                } else {
                    continue;
                };
                pexe.functions.push(declaration);
            }
            _ => {}
        }
    }
    if !has_entry && !options.fragment {
        reporter.fault(
            ErrorKind::BadEntry
                .fault("the module does not define `_start`, the entry point of programs"),
        );
    }
    merge_intrinsics(&mut targets, pexe);
    targets
}

/// Merges functions of the module that are the same PNaCl intrinsic under two names.
fn merge_intrinsics(targets: &mut [Target], pexe: &mut Pexe) {
    let mut first: Vec<Option<FuncId>> = vec![None; intrinsics::TABLE.len()];
    let mut renumbered: Vec<FuncId> = Vec::with_capacity(pexe.functions.len());
    let mut kept: u32 = 0;
    for function in &pexe.functions {
        let row = function.intrinsic.and_then(|intrinsic| {
            intrinsics::TABLE
                .iter()
                .position(|row| row.intrinsic == intrinsic)
        });
        let number = match row.map(|row| &mut first[row]) {
            Some(&mut Some(first)) => first,
            slot => {
                let number = FuncId(kept);
                kept += 1;
                if let Some(slot) = slot {
                    *slot = Some(number);
                }
                number
            }
        };
        renumbered.push(number);
    }
    if kept as usize == pexe.functions.len() {
        return;
    }
    let mut next = 0;
    let mut index = 0;
    pexe.functions.retain(|_| {
        let keep = renumbered[index].0 == next;
        next += u32::from(keep);
        index += 1;
        keep
    });
    for target in targets {
        if let Target::Function(id) | Target::Intrinsic(id, _) = target {
            *id = renumbered[id.index()];
        }
    }
    for id in &mut pexe.bodies {
        *id = renumbered[id.index()];
    }
}

/// The signature of a function that the module defines.
fn defined(module: &Module, types: &Types, id: GlobalId) -> Result<Signature, Fault> {
    let global = module.global(id);
    let name = module.names.get(global.name);
    if name.starts_with(intrinsics::PREFIX) {
        return Err(ErrorKind::BadFunctionUse.fault(format!(
            "`{}` is defined, but names that begin with `llvm.` are reserved for intrinsics",
            name_of(module, id)
        )));
    }
    types.function(module, global.ty)
}

/// Returns the PNaCl intrinsic with an LLVM name. Intrinsics with pointer arguments have other
/// names with opaque pointers.
pub(crate) fn intrinsic(name: &[u8]) -> Option<&'static Row> {
    if !name.starts_with(intrinsics::PREFIX) {
        return None;
    }
    let name: &[u8] = match name {
        b"llvm.memcpy.p0.p0.i32" => b"llvm.memcpy.p0i8.p0i8.i32",
        b"llvm.memmove.p0.p0.i32" => b"llvm.memmove.p0i8.p0i8.i32",
        b"llvm.memset.p0.i32" => b"llvm.memset.p0i8.i32",
        b"llvm.stacksave.p0" => b"llvm.stacksave",
        b"llvm.stackrestore.p0" => b"llvm.stackrestore",
        other => other,
    };
    intrinsics::lookup(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_llvm::{FastMath, FunctionBuilder, InstructionKind};

    /// Only a wrong step can produce such a select. No file contains one.
    #[test]
    fn a_select_without_operands_is_an_internal_error_with_its_place() {
        let mut module = Module::new();
        let (void, word) = (module.types.void(), module.types.integer(32));
        let ty = module.types.function(void, &[word], false);
        let start = module.add_function(b"_start", ty);
        let mut build = FunctionBuilder::new(&mut module, start);
        let entry = build.block(b"");
        build.start(entry);
        let (flags, operands) = (FastMath::NONE, build.values(&[]));
        build.emit(InstructionKind::Select { flags, operands }, word);
        build.ret(None);
        build.finish();

        let errors = lower(&module, &Options::default()).unwrap_err();
        let [error] = errors.errors() else {
            panic!("one error is expected: {errors}");
        };
        assert_eq!(error.kind(), ErrorKind::Internal);
        assert_eq!(error.function(), Some("_start"));
        assert!(error.instruction().is_some_and(|it| it.contains("select")));
    }
}
