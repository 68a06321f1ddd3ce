//! Turns a shared object into a module that a running program can load.
//!
//! This step only runs with [`Options::library`](crate::Options::library). The addresses of
//! imported functions and variables are known when the module is loaded. Each import therefore
//! has a slot, a variable with the address. Each export has a slot too, because a symbol of the
//! program or of another library may replace it. Bodies read the slots. If a variable is
//! initialised with such an address, a function sets it after the slots are filled.
//!
//! A thread-local variable has a different address in each thread, so its slot has the address
//! of a function that returns the variable's address. The module's own thread-local variables
//! are in a block that the program makes in each thread ([`BLOCK`], which takes the root). Other
//! modules do not replace them.
//!
//! The entry function stores the address of the root at the address in its argument:
//!
//! | word | content |
//! |---|---|
//! | 0 | the version of this table, 1 |
//! | 1, 2 | the exports sorted by name, and their number: name, address, flags |
//! | 3, 4 | the imports, and their number: name, slot, flags |
//! | 5 | the function that sets variables |
//! | 6, 7 | the start and the end of its constructors |
//! | 8, 9 | the start and the end of its destructors |
//! | 10, 11, 12 | the initial values of its thread-local variables: start, end, end with the variables that are zero |
//! | 13 | the address of their alignment |
//! | 14 | the name of the library |
//! | 15, 16 | the names of the required libraries, and their number |
//! | 17 | the address that identifies its own destructors |
//! | 18 | the address for the number that is added to the IDs of its lists of clauses, or null |
//! | 19, 20, 21 | its exception tables: types, actions, filters |
//! | 22 | the function that returns the end of its thread-local variables, or null |
//! | 23 | a text that distinguishes libraries from programs, `pinnacle-library-1` |
//!
//! Flag 1 marks a function. Flag 2 marks a thread-local variable, whose address is that of the
//! function that returns it. Flag 4 marks a symbol that may be absent.
//!
//! ```llvm
//! define i32 @f() {
//!   %v = load i32, ptr @elsewhere
//!   ret i32 %v
//! }
//! ; becomes
//! define i32 @f() {
//!   %p = load ptr, ptr @slot.elsewhere
//!   %v = load i32, ptr %p
//!   ret i32 %v
//! }
//! ```

mod root;

use crate::Options;
use crate::computed::{Compute, compute};
use crate::emit::{begin_internal, scalar_of};
use crate::error::{ErrorKind, Fault, Reporter, name_of};
use crate::expand::{Containing, expand};
use crate::file_role::ENTRY;
use crate::library::function_of;
use crate::steps::linkage::{drop_definition, is_defined};
use crate::symbols;
use pinnacle_llvm::Substitution;
use pinnacle_llvm::{
    ConstantId, ConstantKind, FunctionBuilder, GlobalId, GlobalKind, Linkage, Module, ThreadLocal,
    Type, TypeId, Value, Visibility,
};
use std::collections::HashMap;

/// The function of the program that returns the end of a module's block in the calling thread.
pub(crate) const BLOCK: &[u8] = b"__pinnacle_thread_block";

/// The function of the module that returns the end of its own block.
pub(crate) const OWN_BLOCK: &[u8] = b"__pinnacle_own_thread_block";

/// Maximum number of parts of initialisers that are set at run time.
const MAX_SET: usize = 1 << 20;

/// Maximum number of parts of initialisers that are visited.
const MAX_PARTS: usize = 1 << 24;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let Some(library) = &options.library else {
        return;
    };
    if let Err(fault) = make(module, library, reporter) {
        reporter.fault(fault);
    }
}

fn make(
    module: &mut Module,
    library: &crate::Library,
    reporter: &mut Reporter,
) -> Result<(), Fault> {
    if module.find_global(ENTRY.as_bytes()).is_some() {
        let message = "a library cannot define `_start`, the entry point of programs";
        return Err(ErrorKind::BadEntry.fault(message));
    }
    let mut interface = Interface::default();
    for id in module.global_ids() {
        interface.take(module, id)?;
    }
    let has_threads = module.globals().iter().any(is_own_thread_local);
    let block = has_threads.then(|| {
        let slot = interface.need(module, BLOCK);
        let pointer = module.types.pointer();
        let ty = module.types.function(pointer, &[], false);
        (slot, module.add_function(OWN_BLOCK, ty))
    });
    let through = interface.library_functions(module);
    // Accessors are exported and do not read slots.
    interface.add_accessors(module);

    let slots = &interface.slots;
    let containing = Containing::new(module, |kind| {
        global_of(kind).is_some_and(|it| slots.contains_key(&it))
    });
    let pointer = module.types.pointer();
    let slots = slots.clone();
    let mut addresses = Addresses { slots, pointer };
    compute(module, &containing, &mut addresses, reporter);
    let relocate = set_variables(module, &containing, &mut addresses)?;
    for (function, slot) in through {
        forward(module, function, slot, None);
    }
    let own = block.map(|(_, function)| function);
    let root = root::add(module, library, &interface, relocate, own);
    if let Some((slot, function)) = block {
        forward(module, function, slot, Some(root));
    }
    Ok(())
}

/// The contents of slots.
struct Addresses {
    slots: HashMap<GlobalId, Slot>,
    pointer: TypeId,
}

impl Compute for Addresses {
    const WHAT: &'static str = "addresses of other libraries";

    fn value(&mut self, build: &mut FunctionBuilder<'_>, kind: ConstantKind) -> Option<Value> {
        let slot = self.slots.get(&global_of(kind)?)?;
        let address = Value::Constant(build.module.address_of(slot.place));
        let value = build.load(self.pointer, address, false);
        if !slot.is_thread_local {
            return Some(value);
        }
        let ty = build.module.types.function(self.pointer, &[], false);
        build.call(value, ty, &[])
    }
}

/// The global whose address a constant is.
fn global_of(kind: ConstantKind) -> Option<GlobalId> {
    match kind {
        ConstantKind::Global(global)
        | ConstantKind::DsoLocalEquivalent(global)
        | ConstantKind::NoCfi(global) => Some(global),
        _ => None,
    }
}

/// The slot with the address of a symbol.
#[derive(Clone, Copy, Debug)]
struct Slot {
    place: GlobalId,
    is_thread_local: bool,
}

/// An exported or imported symbol.
#[derive(Clone, Debug)]
struct Symbol {
    name: Vec<u8>,
    /// The global itself, or its slot.
    global: GlobalId,
    flags: u64,
}

const IS_FUNCTION: u64 = 1;
const IS_THREAD_LOCAL: u64 = 2;
const MAY_BE_ABSENT: u64 = 4;

/// The interface of a module to others.
#[derive(Debug, Default)]
struct Interface {
    shown: Vec<Symbol>,
    needed: Vec<Symbol>,
    /// Slots, by the global whose address they hold.
    slots: HashMap<GlobalId, Slot>,
}

impl Interface {
    /// Handles a global that other modules can refer to.
    fn take(&mut self, module: &mut Module, id: GlobalId) -> Result<(), Fault> {
        let global = module.global(id);
        let name = module.names.get(global.name).to_vec();
        let is_local = matches!(
            global.linkage,
            Linkage::Internal | Linkage::Private | Linkage::Appending
        );
        if global.removed
            || name.is_empty()
            || is_local
            || symbols::is_built_in(&name)
            || symbols::is_defined_by_linker(&name)
        {
            return Ok(());
        }
        let is_thread_local = global.thread_local != ThreadLocal::No;
        let is_weak = global.linkage == Linkage::ExternalWeak;
        let is_defined = global.linkage == Linkage::Common
            || (global.linkage != Linkage::AvailableExternally && is_defined(module, id));
        if global.linkage == Linkage::AvailableExternally {
            forget_definition(module, id);
        }
        let global = module.global(id);
        let is_hidden = global.visibility == Visibility::Hidden;
        if is_defined && is_hidden {
            return Ok(());
        }
        if matches!(global.kind, GlobalKind::Ifunc(_)) {
            let name = name_of(module, id);
            let message = format!("`{name}` is an ifunc, whose address is computed by a function");
            return Err(ErrorKind::BadGlobal.fault(message));
        }
        let mut flags = 0;
        if module.as_function(id).is_some() {
            flags |= IS_FUNCTION;
        }
        if is_thread_local {
            flags |= IS_THREAD_LOCAL;
        }
        let is_replaced =
            !is_defined || (global.visibility == Visibility::Default && !is_thread_local);
        if is_defined {
            self.shown.push(Symbol {
                name: name.clone(),
                global: id,
                flags,
            });
        }
        if is_replaced {
            let place = self.add_slot(
                module,
                &name,
                flags | if is_weak { MAY_BE_ABSENT } else { 0 },
            );
            self.slots.insert(
                id,
                Slot {
                    place,
                    is_thread_local,
                },
            );
        }
        Ok(())
    }

    fn add_slot(&mut self, module: &mut Module, name: &[u8], flags: u64) -> GlobalId {
        let pointer = module.types.pointer();
        let null = module.null();
        let place = module.add_variable(&[b"slot.", name].concat(), pointer, Some(null));
        module.global_mut(place).linkage = Linkage::Internal;
        self.needed.push(Symbol {
            name: name.to_vec(),
            global: place,
            flags,
        });
        place
    }

    /// Returns the slot of a function that this step needs.
    fn need(&mut self, module: &mut Module, name: &[u8]) -> GlobalId {
        if let Some(symbol) = self.needed.iter().find(|symbol| symbol.name == name) {
            return symbol.global;
        }
        self.add_slot(module, name, IS_FUNCTION)
    }

    /// Defines the functions that replace calls of intrinsics. If the module lacks one, it gets a
    /// stub that calls the program's.
    fn library_functions(&mut self, module: &mut Module) -> Vec<(GlobalId, GlobalId)> {
        let mut through = Vec::new();
        for id in module.global_ids() {
            let name = module.names.get(module.global(id).name);
            let function = std::str::from_utf8(name).ok().and_then(function_of);
            let (Some(function), Some(_)) = (function, module.as_function(id)) else {
                continue;
            };
            let known = module.find_global(function.as_bytes());
            if known.is_some_and(|known| {
                is_defined(module, known) || through.iter().any(|&(it, _)| it == known)
            }) {
                continue;
            }
            let Some(ty) = type_of_library_function(module, module.global(id).ty) else {
                continue;
            };
            let own = known.unwrap_or_else(|| module.add_function(function.as_bytes(), ty));
            let slot = self.need(module, function.as_bytes());
            through.push((own, slot));
        }
        through
    }

    /// Adds functions that return the addresses of exported thread-local variables.
    fn add_accessors(&mut self, module: &mut Module) {
        let pointer = module.types.pointer();
        let ty = module.types.function(pointer, &[], false);
        let own = self.shown.iter_mut();
        for symbol in own.filter(|symbol| symbol.flags & IS_THREAD_LOCAL != 0) {
            let function = module.add_function(&[b"place.", &symbol.name[..]].concat(), ty);
            let address = Value::Constant(module.address_of(symbol.global));
            let mut build = begin_internal(module, function);
            build.ret(Some(address));
            build.finish();
            symbol.global = function;
        }
    }
}

fn is_own_thread_local(global: &pinnacle_llvm::Global) -> bool {
    let is_defined = matches!(
        global.kind,
        GlobalKind::Variable {
            initializer: Some(_),
            ..
        }
    );
    is_defined && !global.removed && global.thread_local != ThreadLocal::No
}

/// Removes a definition that only existed to be inlined.
fn forget_definition(module: &mut Module, id: GlobalId) {
    drop_definition(module, id);
    module.global_mut(id).linkage = Linkage::External;
}

/// The type of the library function for an intrinsic of this type.
fn type_of_library_function(module: &mut Module, intrinsic: TypeId) -> Option<TypeId> {
    let result = scalar_of(module, module.types.result(intrinsic)?);
    if module.types.fields(result).is_some() {
        return None;
    }
    let parameters = module.types.parameters(intrinsic)?.to_vec();
    let numbers = parameters.into_iter().map(|ty| scalar_of(module, ty));
    let is_number = |ty: &TypeId| !matches!(module.types.get(*ty), Type::Metadata);
    let parameters: Vec<TypeId> = numbers.filter(is_number).collect();
    Some(module.types.function(result, &parameters, false))
}

/// Gives a function a body that calls the function in a slot, with its own arguments or with this
/// one.
fn forward(module: &mut Module, function: GlobalId, slot: GlobalId, argument: Option<GlobalId>) {
    let own = module.global(function).ty;
    let pointer = module.types.pointer();
    let place = Value::Constant(module.address_of(slot));
    let argument = argument.map(|it| Value::Constant(module.address_of(it)));
    let mut build = begin_internal(module, function);
    let callee = build.load(pointer, place, false);
    let result = match argument {
        Some(argument) => {
            let ty = build.module.types.function(pointer, &[pointer], false);
            build.call(callee, ty, &[argument])
        }
        None => {
            let count = build.body().parameter_count();
            let arguments: Vec<Value> = (0..count).map(|it| build.parameter(it)).collect();
            build.call(callee, own, &arguments)
        }
    };
    build.ret(result);
    build.finish();
}

/// A part of a variable's initialiser.
#[derive(Clone)]
struct Part {
    constant: ConstantId,
    path: Vec<u64>,
}

/// Makes the function that sets variables, and removes the values that it sets from their
/// initialisers.
fn set_variables(
    module: &mut Module,
    containing: &Containing,
    addresses: &mut Addresses,
) -> Result<GlobalId, Fault> {
    let mut variables = Vec::new();
    let (mut set, mut seen) = (0, 0);
    for id in module.global_ids() {
        let global = module.global(id);
        let GlobalKind::Variable {
            initializer: Some(initializer),
            ..
        } = global.kind
        else {
            continue;
        };
        let is_list = global.linkage == Linkage::Appending;
        if global.removed || is_list || !containing.has(initializer) {
            continue;
        }
        if global.thread_local != ThreadLocal::No {
            let message = format!(
                "`{}` is thread-local, but its initial value contains an address that is known \
                 only at load time",
                name_of(module, id)
            );
            return Err(ErrorKind::BadInitializer.fault(message));
        }
        let mut parts = Vec::new();
        let mut pending = vec![Part {
            constant: initializer,
            path: vec![0],
        }];
        while let Some(part) = pending.pop() {
            seen += 1;
            let constant = module.constants.get(part.constant);
            let is_vector = matches!(module.types.get(constant.ty), Type::Vector { .. });
            match constant.kind {
                ConstantKind::Aggregate(list) if !is_vector => {
                    for (number, &element) in module.constants.list(list).iter().enumerate() {
                        seen += 1;
                        if containing.has(element) {
                            let mut path = part.path.clone();
                            path.push(number as u64);
                            pending.push(Part {
                                constant: element,
                                path,
                            });
                        }
                    }
                }
                _ => parts.push(part),
            }
            if seen > MAX_PARTS || set + parts.len() > MAX_SET {
                let message = "its variables contain too many addresses of other libraries";
                return Err(ErrorKind::TooLarge.fault(message));
            }
        }
        set += parts.len();
        variables.push((id, initializer, parts));
    }
    let function = setter(module, &variables, containing, addresses);
    let substitution = Substitution::new(module, |module, constant| {
        let is_slot = matches!(global_of(constant.kind), Some(global) if containing_global(module, containing, global));
        is_slot.then(|| module.zero(constant.ty))
    });
    let Ok(substitution) = substitution else {
        return Ok(function);
    };
    for (id, value, _) in variables {
        let value = substitution.of(value);
        if let GlobalKind::Variable {
            initializer,
            constant,
            ..
        } = &mut module.global_mut(id).kind
        {
            *initializer = Some(value);
            *constant = false;
        }
    }
    Ok(function)
}

fn containing_global(module: &mut Module, containing: &Containing, global: GlobalId) -> bool {
    let address = module.address_of(global);
    containing.has(address)
}

fn setter(
    module: &mut Module,
    variables: &[(GlobalId, ConstantId, Vec<Part>)],
    containing: &Containing,
    addresses: &mut Addresses,
) -> GlobalId {
    let void = module.types.void();
    let ty = module.types.function(void, &[], false);
    let function = module.add_function(b"__pinnacle_relocate", ty);
    let mut build = begin_internal(module, function);
    for (id, _, parts) in variables {
        let ty = build.module.global(*id).ty;
        let base = Value::Constant(build.module.address_of(*id));
        for part in parts {
            let value = expand(&mut build, containing, part.constant, |build, kind| {
                addresses.value(build, kind)
            });
            let path = part
                .path
                .iter()
                .map(|&at| Value::Constant(build.module.int(32, at)));
            let path: Vec<Value> = path.collect();
            let place = build.get_element_ptr(ty, base, &path);
            build.store(value, place, false);
        }
    }
    build.ret(None);
    build.finish();
    function
}
