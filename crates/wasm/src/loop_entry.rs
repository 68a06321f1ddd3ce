//! Translates functions that start at a block other than their first, for engines that switch to
//! compiled code in the middle of a loop.
//!
//! Such a function is a separate module. It imports the functions that it calls, the table and the
//! globals from the program's module. Its parameters are the values that are live at the block, and
//! the stack pointer at the entry of the original function. It returns the result of the original
//! function.

use crate::abi;
use crate::error::Error;
use crate::function::{FunctionTranslator, Translated};
use crate::helpers::Helpers;
use crate::module::{MEMORY_LIMIT, layout_globals, memory_type, table_type};
use crate::options::{Options, Translation};
use crate::plan::Plan;
use crate::sections::leb_len;
use crate::setjmp::TAG_PARAMS;
use crate::signatures;
use crate::source_map::SourceMap;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::{BlockId, FuncId, Inst, Intrinsic, Type};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, FunctionSection, GlobalType, ImportSection,
    Module, TagKind, TagType, ValType,
};

/// A block at which a function is entered, and the values that are live there, as local indices.
/// Some of these are passed as parameters, and others are computed from those, in dependency order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopEntry {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The values that are passed as parameters.
    pub given: Vec<u32>,
    /// The values that are computed, which are results of instructions without effects.
    pub derived: Vec<u32>,
}

/// Translates a loop entry. The options must be those of the program's module. Returns `None` if
/// the options allow indirect calls with another signature, if the function has no body or calls
/// setjmp, or if it needs a frame and may move the stack pointer back above it.
///
/// # Errors
///
/// Fails if the program exceeds the limits of engines; see [`Error`].
pub fn translate(
    program: &Program,
    options: &Options,
    entry: &LoopEntry,
) -> Result<Option<Translation>, Error> {
    let declaration = &program.module().functions[entry.function.index()];
    let (Some(body), false) = (declaration.body, options.lenient_calls) else {
        return Ok(None);
    };
    let layout = Layout::new(
        program.module(),
        options.host.len() as u32,
        options.stack_size,
        MEMORY_LIMIT,
    )?;
    let mut plan = Plan::of_one(program, layout, options, body);
    let function = &program.functions()[body as usize];
    if plan.traits(function).calls_setjmp {
        return Ok(None);
    }
    let types = entry
        .given
        .iter()
        .map(|&local| function.local_types()[local as usize]);
    let mut key = Vec::new();
    let result = program.module().signature(entry.function).result;
    signatures::key(result, types.chain([Type::I32]), &mut key);
    let ty = plan.signatures.intern(&key);
    let translated = FunctionTranslator::new(&plan).translate_from(function, Some(entry))?;
    if translated.has_frame && gives_stack_back(function, &plan) {
        return Ok(None);
    }
    Ok(Some(assemble(&plan, entry, ty, &translated)))
}

/// Returns true if a function may move the stack pointer back above the frame of a loop entry.
fn gives_stack_back(function: &Function, plan: &Plan<'_>) -> bool {
    let functions = &plan.program.module().functions;
    function.insts().iter().any(|inst| match *inst {
        Inst::Call { callee, .. } => {
            functions[callee.index()].intrinsic == Some(Intrinsic::Stackrestore)
        }
        _ => false,
    })
}

fn assemble(plan: &Plan<'_>, entry: &LoopEntry, ty: u32, function: &Translated) -> Translation {
    let mut module = Module::new();
    module.section(&plan.signatures.section());
    module.section(&imports(plan));
    let mut functions = FunctionSection::new();
    functions.function(ty);
    for helper in plan.helpers.list() {
        functions.function(Helpers::type_number(helper, &plan.signatures));
    }
    module.section(&functions);
    let mut exports = ExportSection::new();
    exports.export(abi::LOOP_ENTRY, ExportKind::Func, plan.first_helper - 1);
    module.section(&exports);
    let mut code = CodeSection::new();
    code.raw(&function.code);
    for helper in plan.helpers.list() {
        code.raw(&helper.body(plan));
    }
    module.section(&code);
    let source_map = plan.source_map.then(|| {
        let first = module.len() - code.byte_len();
        let mut map = SourceMap::new(first - leb_len(code.len() as usize));
        let start = first + leb_len(function.code.len());
        let code = start..start + function.code.len();
        map.push(entry.function, code, function.frame_base, &function.map);
        map
    });
    Translation {
        bytes: module.finish(),
        layout: plan.layout.clone(),
        source_map,
    }
}

/// Returns the imports from the program's module, in the numbering that code uses.
pub(crate) fn imports(plan: &Plan<'_>) -> ImportSection {
    let mut imports = ImportSection::new();
    for function in &plan.outside {
        let ty = EntityType::Function(plan.types[function.index()]);
        imports.import(abi::CODE_MODULE, &format!("f{}", function.0), ty);
    }
    let mut key = Vec::new();
    signatures::key(Type::Void, [].into_iter(), &mut key);
    let procedure = EntityType::Function(plan.signatures.number(&key));
    if plan.turn.is_some() {
        imports.import(abi::TURN_MODULE, abi::TURN, procedure);
    }
    if plan.follow.is_some() {
        imports.import(abi::MODULES_MODULE, abi::FOLLOW, procedure);
    }
    imports.import(abi::MEMORY_MODULE, abi::MEMORY, memory_type(plan));
    imports.import(abi::CODE_MODULE, abi::TABLE, table_type(plan));
    let global = |val_type, mutable| GlobalType {
        val_type,
        mutable,
        shared: false,
    };
    for name in [abi::STACK_POINTER, abi::STACK_LIMIT, abi::THREAD_POINTER] {
        imports.import(abi::CODE_MODULE, name, global(ValType::I32, true));
    }
    for (name, _) in layout_globals(&plan.layout) {
        imports.import(abi::CODE_MODULE, name, global(ValType::I32, false));
    }
    if plan.uses_longjmp {
        signatures::key(Type::Void, TAG_PARAMS.iter().copied(), &mut key);
        let tag = TagType {
            kind: TagKind::Exception,
            func_type_idx: plan.signatures.number(&key),
        };
        imports.import(abi::CODE_MODULE, abi::LONGJMP_TAG, tag);
        for name in [abi::LONGJMP_POSITION, abi::ACTIVATIONS] {
            imports.import(abi::CODE_MODULE, name, global(ValType::I64, true));
        }
    }
    if plan.turn.is_some() {
        imports.import(abi::CODE_MODULE, abi::TURN_LEFT, global(ValType::I32, true));
    }
    imports
}
