//! Makes arrays of the lists of constructors and destructors.
//!
//! The start code of a program calls the functions from `__init_array_start` to `__init_array_end`
//! before `main`, in order, and those from `__fini_array_start` to `__fini_array_end` after it,
//! from the last to the first. Elsewhere a linker makes these arrays from sections. This step makes
//! them from LLVM's lists `llvm.global_ctors` and `llvm.global_dtors`, sorted by priority, lowest
//! first, and otherwise in the order of the list. Symbols that the program does not declare are not
//! defined. An array without functions is empty, and so is `__preinit_array_start`.
//!
//! `__dso_handle`, which identifies the shared object of a destructor, is also defined here.
//!
//! ```llvm
//! @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }]
//!   [{ i32, ptr, ptr } { i32 65535, ptr @b, ptr null },
//!    { i32, ptr, ptr } { i32 101, ptr @a, ptr null }]
//! @__init_array_start = external global [0 x ptr]
//! @__init_array_end = external global [0 x ptr]
//! ; becomes
//! @__init_array_start = internal constant [2 x ptr] [ptr @a, ptr @b]
//! ; and the address of @__init_array_end
//! ; getelementptr ([2 x ptr], ptr @__init_array_start, i32 1)
//! ```
//!
//! A list of another form is an error (F0105). It is also an error if the program defines an array
//! and has a list for it.

use crate::Options;
use crate::constants::{define, is_declared_variable};
use crate::error::{ErrorKind, Fault, Reporter};
use crate::symbols::{ARRAYS, Array, DSO_HANDLE};
use pinnacle_llvm::Substitution;
use pinnacle_llvm::{
    Align, ConstantId, ConstantKind, GepFlags, GlobalId, GlobalKind, Module, Type,
};

/// The priority of functions without one.
const DEFAULT_PRIORITY: u64 = 65535;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut found = Found::default();
    for (index, global) in module.globals().iter().enumerate() {
        found.take(module.names.get(global.name), GlobalId::at(index));
    }
    let mut ends = Vec::new();
    for (array, found) in ARRAYS.iter().zip(found.arrays) {
        if let Err(fault) = make_array(module, array, found, &mut ends) {
            reporter.fault(fault);
        }
    }
    if !ends.is_empty() {
        let substitution = Substitution::new(module, |_, constant| match constant.kind {
            ConstantKind::Global(global) => ends
                .iter()
                .find(|&&(end, _)| end == global)
                .map(|&(_, at)| at),
            _ => None,
        });
        if let Ok(substitution) = substitution {
            substitution.apply(module);
            ends.iter().for_each(|&(end, _)| module.remove(end));
        }
    }
    if let Some(handle) = found.handle.filter(|&id| is_declared_variable(module, id)) {
        let zero = module.zero(module.global(handle).ty);
        define(module, handle, zero, false, Align::from_exponent(2));
    }
}

/// The globals that this step uses.
#[derive(Default)]
struct Found {
    arrays: [FoundArray; ARRAYS.len()],
    handle: Option<GlobalId>,
}

#[derive(Clone, Copy, Default)]
struct FoundArray {
    start: Option<GlobalId>,
    end: Option<GlobalId>,
    list: Option<GlobalId>,
}

impl Found {
    fn take(&mut self, name: &[u8], id: GlobalId) {
        if !name.starts_with(b"__") && !name.starts_with(b"llvm.") {
            return;
        }
        for (array, found) in ARRAYS.iter().zip(&mut self.arrays) {
            for (wanted, place) in [
                (Some(array.start), &mut found.start),
                (Some(array.end), &mut found.end),
                (array.list, &mut found.list),
            ] {
                if wanted == Some(name) {
                    *place = Some(id);
                }
            }
        }
        if name == DSO_HANDLE {
            self.handle = Some(id);
        }
    }
}

/// Defines the symbols of an array. The end symbol has no memory of its own; its address is added
/// to `ends`.
fn make_array(
    module: &mut Module,
    array: &Array,
    found: FoundArray,
    ends: &mut Vec<(GlobalId, ConstantId)>,
) -> Result<(), Fault> {
    let functions = match found.list {
        Some(list) => functions_of(module, list)?,
        None => Vec::new(),
    };
    if let Some(list) = found.list {
        module.remove(list);
    }
    if found.start.is_none() && found.end.is_none() {
        return Ok(());
    }
    let both = [(found.start, array.start), (found.end, array.end)];
    for (id, name) in both {
        let Some(id) = id else { continue };
        if is_declared_variable(module, id) {
            continue;
        }
        if found.list.is_none() {
            // The module was legalised before, or defines the array itself.
            return Ok(());
        }
        let name = String::from_utf8_lossy(name);
        return Err(ErrorKind::BadConstructors.fault(format!(
            "the program defines `{name}`, but also lists functions for it in a constructor or \
                 destructor array"
        )));
    }
    let pointer = module.types.pointer();
    let start = found
        .start
        .unwrap_or_else(|| module.add_variable(array.start, pointer, None));
    let ty = module.types.array(pointer, functions.len() as u64);
    let initializer = if functions.is_empty() {
        module.zero(ty)
    } else {
        module.constants.aggregate(ty, &functions)
    };
    module.global_mut(start).ty = ty;
    define(module, start, initializer, true, Align::from_exponent(2));
    if let Some(end) = found.end {
        let (start, one) = (module.address_of(start), module.int(32, 1));
        let address =
            module
                .constants
                .get_element_ptr(pointer, ty, GepFlags::INBOUNDS, &[start, one]);
        ends.push((end, address));
    }
    Ok(())
}

/// The functions of one of LLVM's lists, sorted by priority.
fn functions_of(module: &Module, list: GlobalId) -> Result<Vec<ConstantId>, Fault> {
    let bad = |what: &str| {
        let name = String::from_utf8_lossy(module.names.get(module.global(list).name));
        ErrorKind::BadConstructors.fault(format!(
            "`{name}` {what}; expected an array of {{ i32, ptr, ptr }}"
        ))
    };
    let GlobalKind::Variable {
        initializer: Some(initializer),
        ..
    } = module.global(list).kind
    else {
        return Err(bad("has no value"));
    };
    let table = &module.constants;
    let elements = match table.get(initializer).kind {
        ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => return Ok(Vec::new()),
        ConstantKind::Aggregate(elements) => table.list(elements),
        _ => return Err(bad("is not an array")),
    };
    let mut functions = Vec::with_capacity(elements.len());
    for &element in elements {
        let fields = match table.get(element).kind {
            ConstantKind::Aggregate(fields) => table.list(fields),
            // A zero entry has neither a priority nor a function.
            ConstantKind::Zero => continue,
            _ => return Err(bad("has an element that is not a struct")),
        };
        let (Some(&priority), Some(&function)) = (fields.first(), fields.get(1)) else {
            return Err(bad("has an element with fewer than two fields"));
        };
        let priority = match table.get(priority).kind {
            ConstantKind::Bits(priority) => priority,
            ConstantKind::Undef | ConstantKind::Poison => DEFAULT_PRIORITY,
            _ => return Err(bad("has a priority that is not a number")),
        };
        let function_constant = table.get(function);
        if !matches!(module.types.get(function_constant.ty), Type::Pointer(_)) {
            return Err(bad("has an element without a function"));
        }
        match function_constant.kind {
            ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison => {}
            _ => functions.push((priority, function)),
        }
    }
    // The sort is stable: equal priorities keep the order of the list.
    functions.sort_by_key(|&(priority, _)| priority);
    Ok(functions
        .into_iter()
        .map(|(_, function)| function)
        .collect())
}
