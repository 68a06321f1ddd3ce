//! Puts all thread-local variables into one template.
//!
//! PNaCl's only support for thread-local data is the thread pointer. All thread-local variables of
//! a program therefore become one block of memory. Every thread has a copy of the block that ends
//! at its thread pointer. Variables with values come first, then variables that are zero, each
//! aligned. The address of a variable is the thread pointer minus a constant. A function reads the
//! thread pointer once, at its beginning.
//!
//! The start code and `pthread_create` need these symbols to make a block. They are defined here if
//! the program declares them:
//!
//! | symbol | what |
//! |---|---|
//! | `__tls_template_start` | the initial values, without the variables that are zero |
//! | `__tls_template_tdata_end` | the address after them |
//! | `__tls_template_end` | the address after the whole block, if it began at `__tls_template_start` |
//! | `__tls_template_alignment` | the alignment of the block, an `i32` |
//! | `__nacl_tp_tls_offset(i32 size)` | the offset of the block from the thread pointer: `-size` |
//! | `__nacl_tp_tdb_offset(i32 size)` | the offset of the thread's own data: 0 |
//!
//! ```llvm
//! @a = thread_local global i32 7
//! define i32 @f() {
//!   %p = call ptr @llvm.threadlocal.address.p0(ptr @a)
//!   %v = load i32, ptr %p
//!   ret i32 %v
//! }
//! ; becomes
//! define i32 @f() {
//!   %tp = call ptr @llvm.nacl.read.tp()
//!   %p = getelementptr i8, ptr %tp, i32 -4
//!   %v = load i32, ptr %p
//!   ret i32 %v
//! }
//! ```
//!
//! A global variable that is initialised with the address of a thread-local one is an error
//! (F0103), because the address only exists while a thread runs.

mod addresses;
mod template;

use crate::Options;
use crate::computed;
use crate::constants::define;
use crate::emit::begin_internal;
use crate::error::{ErrorKind, Fault, Reporter, name_of};
use crate::expand::Containing;
use crate::symbols;
use addresses::Addresses;
use pinnacle_llvm::Substitution;
use pinnacle_llvm::{
    Align, BinaryOp, ConstantId, ConstantKind, FunctionBuilder, GepFlags, GlobalId, GlobalKind,
    Module, ThreadLocal, Type, Value,
};
use template::Template;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let template = match Template::of(module) {
        Ok(template) => template,
        Err(fault) => return reporter.fault(fault),
    };
    if template.variables.is_empty() {
        forget_declarations(module);
    } else if !replace_addresses(module, &template, reporter) {
        return;
    }
    if let Err(fault) = define_symbols(module, &template) {
        reporter.fault(fault);
    }
}

/// Turns declarations of thread-local variables without a definition into ordinary ones. They only
/// remain where parts of programs are examined.
fn forget_declarations(module: &mut Module) {
    for id in module.global_ids() {
        module.global_mut(id).thread_local = ThreadLocal::No;
    }
}

/// Replaces the variables by addresses computed from the thread pointer. Returns false if there was
/// an error.
fn replace_addresses(module: &mut Module, template: &Template, reporter: &mut Reporter) -> bool {
    let mut offsets = vec![None; module.globals().len()];
    for variable in &template.variables {
        offsets[variable.global.index()] = Some(template.distance_from_pointer(variable));
    }
    let offset_of = |kind: ConstantKind| match kind {
        ConstantKind::Global(global) => offsets.get(global.index()).copied().flatten(),
        _ => None,
    };
    let containing = Containing::new(module, |kind| offset_of(kind).is_some());
    let mut good = true;
    for (index, global) in module.globals().iter().enumerate() {
        if let GlobalKind::Variable {
            initializer: Some(initializer),
            ..
        } = global.kind
            && containing.has(initializer)
        {
            let name = name_of(module, GlobalId::at(index));
            reporter.fault(ErrorKind::BadInitializer.fault(format!(
                "`{name}` is initialised with the address of a thread-local variable, which \
                     differs in each thread"
            )));
            good = false;
        }
    }
    if good {
        let mut addresses = Addresses {
            offset_of,
            pointer: None,
        };
        computed::compute(module, &containing, &mut addresses, reporter);
        for (index, offset) in offsets.iter().enumerate() {
            if offset.is_some() {
                module.remove(GlobalId::at(index));
            }
        }
    }
    good
}

/// The symbols of the start code that the template defines.
#[derive(Default)]
struct Symbols {
    start: Option<GlobalId>,
    data_end: Option<GlobalId>,
    end: Option<GlobalId>,
    alignment: Option<GlobalId>,
    variables_offset: Option<GlobalId>,
    block_offset: Option<GlobalId>,
}

impl Symbols {
    fn of(module: &Module) -> Symbols {
        let mut found = Symbols::default();
        for (index, global) in module.globals().iter().enumerate() {
            let place = match module.names.get(global.name) {
                symbols::TEMPLATE_START => &mut found.start,
                symbols::TEMPLATE_DATA_END => &mut found.data_end,
                symbols::TEMPLATE_END => &mut found.end,
                symbols::TEMPLATE_ALIGNMENT => &mut found.alignment,
                symbols::VARIABLES_OFFSET => &mut found.variables_offset,
                symbols::BLOCK_OFFSET => &mut found.block_offset,
                _ => continue,
            };
            *place = Some(GlobalId::at(index));
        }
        found
    }
}

fn define_symbols(module: &mut Module, template: &Template) -> Result<(), Fault> {
    let mut found = Symbols::of(module);
    let variables = [found.start, found.data_end, found.end, found.alignment];
    for id in variables.into_iter().flatten() {
        if is_declared_variable(module, id)? {
            continue;
        }
        if template.variables.is_empty() {
            // The module went through this step before.
            return Ok(());
        }
        let name = name_of(module, id);
        return Err(ErrorKind::BadGlobal.fault(format!(
            "the program has thread-local variables, so it cannot define `{name}` itself"
        )));
    }
    if found.start.is_none() && (found.data_end.is_some() || found.end.is_some()) {
        let byte = module.types.integer(8);
        found.start = Some(module.add_variable(symbols::TEMPLATE_START, byte, None));
    }
    if let Some(start) = found.start {
        let data = template.data(module);
        module.global_mut(start).ty = module.constants.get(data).ty;
        let align = Align::new(template.align).unwrap_or_default();
        module.global_mut(start).thread_local = ThreadLocal::No;
        define(module, start, data, true, align);
        let ends = [
            (found.data_end, template.data_size),
            (found.end, template.size),
        ];
        replace_ends(module, start, ends);
    }
    if let Some(id) = found.alignment {
        let ty = module.global(id).ty;
        let Type::Integer(width) = module.types.get(ty) else {
            return Err(bad_type(module, id, "i32"));
        };
        let value = module.int(width, template.align);
        module.global_mut(id).thread_local = ThreadLocal::No;
        define(module, id, value, true, Align::from_exponent(2));
    }
    if let Some(id) = found.variables_offset {
        define_offset(module, id, |build, size| {
            let zero = Value::Constant(build.module.int(32, 0));
            build.binary(BinaryOp::Sub, zero, size)
        })?;
    }
    if let Some(id) = found.block_offset {
        define_offset(module, id, |build, _| {
            Value::Constant(build.module.int(32, 0))
        })?;
    }
    Ok(())
}

fn replace_ends(module: &mut Module, start: GlobalId, ends: [(Option<GlobalId>, u64); 2]) {
    let (byte, pointer) = (module.types.integer(8), module.types.pointer());
    let start = module.address_of(start);
    let places: Vec<(GlobalId, ConstantId)> = ends
        .into_iter()
        .filter_map(|(end, distance)| {
            let distance = module.int(32, distance);
            let operands = [start, distance];
            let constants = &mut module.constants;
            let at = constants.get_element_ptr(pointer, byte, GepFlags::NONE, &operands);
            Some((end?, at))
        })
        .collect();
    if places.is_empty() {
        return;
    }
    let substitution = Substitution::new(module, |_, constant| match constant.kind {
        ConstantKind::Global(global) => {
            let mut places = places.iter();
            places.find(|&&(end, _)| end == global).map(|&(_, at)| at)
        }
        _ => None,
    });
    if let Ok(substitution) = substitution {
        substitution.apply(module);
        places.iter().for_each(|&(end, _)| module.remove(end));
    }
}

/// Returns true if a symbol is a variable that has no value yet.
fn is_declared_variable(module: &Module, id: GlobalId) -> Result<bool, Fault> {
    match module.global(id).kind {
        GlobalKind::Variable { initializer, .. } => Ok(initializer.is_none()),
        _ => Err(bad_type(module, id, "a variable")),
    }
}

#[cold]
fn bad_type(module: &Module, id: GlobalId, expected: &str) -> Fault {
    let name = name_of(module, id);
    ErrorKind::BadGlobal.fault(format!(
        "`{name}` is a symbol of the start code, so it must be {expected}"
    ))
}

/// Defines a declared function from a size to an offset.
fn define_offset(
    module: &mut Module,
    id: GlobalId,
    offset: impl FnOnce(&mut FunctionBuilder<'_>, Value) -> Value,
) -> Result<(), Fault> {
    let i32 = module.types.integer(32);
    let expected = module.types.function(i32, &[i32], false);
    let Some(function) = module.as_function(id) else {
        return Err(bad_type(module, id, "a function"));
    };
    if module.function(function).body.is_some() {
        return Ok(());
    }
    if module.global(id).ty != expected {
        return Err(bad_type(module, id, "an `i32 (i32)`"));
    }
    let mut build = begin_internal(module, id);
    let size = build.parameter(0);
    let offset = offset(&mut build, size);
    build.ret(Some(offset));
    build.finish();
    Ok(())
}
