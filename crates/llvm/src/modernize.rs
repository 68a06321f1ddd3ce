//! Rewrites constructs that earlier releases accepted and LLVM 19 rejects.
//!
//! * An alias of a declaration, which LLVM allowed up to 2.6, is replaced with its target.
//! * Initialisers with expressions that LLVM 19 no longer has, such as a comparison with an address
//!   that only the linker knows. The variable is zero-initialised, and a function that comes first
//!   in `llvm.global_ctors` computes its value.
//!
//! Reading bitcode does neither, since not every reader is LLVM 19.

use std::collections::BTreeMap;

use crate::builder::FunctionBuilder;
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, GlobalId, TypeId};
use crate::instruction::{BinaryOp, CastOp, InstructionKind, Value};
use crate::module::{GlobalKind, Linkage, Module, ThreadLocal};
use crate::substitute::Substitution;
use crate::types::Type;

/// The name of the function that computes initialisers. The upgrade of LLVM 1.x uses the same name.
const INITIALIZE: &[u8] = b"llvm1.initialize";
const CONSTRUCTORS: &[u8] = b"llvm.global_ctors";

/// Maximum number of instructions that replace the initialisers of a module. Initialisers that
/// would need more are left alone.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// Rewrites everything that LLVM 19 would reject. Other modules are not changed.
pub fn modernize(module: &mut Module) {
    resolve_aliases(module);
    compute_initializers(module);
}

/// Returns true if LLVM 19 no longer has this kind of constant expression.
pub(crate) fn is_outdated(kind: ConstantKind) -> bool {
    use BinaryOp as B;
    use CastOp as C;
    match kind {
        ConstantKind::Binary(op, ..) => !matches!(op, B::Add | B::Sub | B::Mul | B::Xor),
        ConstantKind::Cast(op, _) => !matches!(
            op,
            C::Trunc | C::PtrToInt | C::IntToPtr | C::BitCast | C::AddrSpaceCast
        ),
        ConstantKind::Negate(_)
        | ConstantKind::Select(_)
        | ConstantKind::IntCompare(..)
        | ConstantKind::FloatCompare(..) => true,
        _ => false,
    }
}

/// Returns true if a module only declares a global.
fn is_declared(module: &Module, id: GlobalId) -> bool {
    let global = module.global(id);
    match global.kind {
        GlobalKind::Variable { initializer, .. } => {
            initializer.is_none() || global.linkage == Linkage::AvailableExternally
        }
        GlobalKind::Function(function) => {
            module.function(function).body.is_none()
                || global.linkage == Linkage::AvailableExternally
        }
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => false,
    }
}

/// Returns the global that contains an address. Returns `None` if the address contains anything
/// other than conversions and indices, or too many of these.
fn base(module: &Module, constant: ConstantId) -> Option<GlobalId> {
    let mut constant = constant;
    for _ in 0..module.constants.len() {
        constant = match module.constants.get(constant).kind {
            ConstantKind::Global(global) => match module.global(global).kind {
                GlobalKind::Alias(target) => target,
                _ => return Some(global),
            },
            ConstantKind::Cast(_, value) => value,
            ConstantKind::GetElementPtr { operands, .. } => {
                *module.constants.list(operands).first()?
            }
            _ => return None,
        };
    }
    None
}

fn resolve_aliases(module: &mut Module) {
    let mut targets = BTreeMap::new();
    for (index, global) in module.globals().iter().enumerate() {
        if let GlobalKind::Alias(target) = global.kind
            && !global.removed
            && base(module, target).is_some_and(|base| is_declared(module, base))
        {
            targets.insert(GlobalId::at(index), target);
        }
    }
    if targets.is_empty() {
        return;
    }
    let substitution = Substitution::new(module, |_, constant| match constant.kind {
        ConstantKind::Global(global) => targets.get(&global).copied(),
        _ => None,
    });
    // A cycle of aliases does not lead to a declaration.
    let Ok(substitution) = substitution else {
        return;
    };
    substitution.apply(module);
    for &alias in targets.keys() {
        module.remove(alias);
    }
}

/// A variable and its initial value.
struct Late {
    variable: GlobalId,
    value: ConstantId,
}

/// For each constant, true if it contains an expression that LLVM 19 no longer has. A constant
/// comes after its operands in the table.
fn outdated(module: &Module) -> Vec<bool> {
    let mut outdated = vec![false; module.constants.len()];
    for index in 0..outdated.len() {
        let kind = module.constants.get(ConstantId::at(index)).kind;
        let mut found = is_outdated(kind);
        module.constants.for_each_operand(kind, |part| {
            found |= outdated.get(part.index()).copied().unwrap_or(false);
        });
        outdated[index] = found;
    }
    outdated
}

fn compute_initializers(module: &mut Module) {
    let outdated = outdated(module);
    let mut late = Vec::new();
    for (index, global) in module.globals().iter().enumerate() {
        if let GlobalKind::Variable {
            initializer: Some(value),
            ..
        } = global.kind
            && outdated.get(value.index()).copied().unwrap_or(false)
            && global.thread_local == ThreadLocal::No
            && !module.names.get(global.name).starts_with(b"llvm.")
        {
            let variable = GlobalId::at(index);
            late.push(Late { variable, value });
        }
    }
    if late.is_empty() || module.find_global(INITIALIZE).is_some() {
        return;
    }
    let (word, pointer) = (module.types.integer(32), module.types.pointer());
    let element = module
        .types
        .literal_struct(&[word, pointer, pointer], false);
    let Some(constructors) = constructors(module, element) else {
        return;
    };
    let nothing = module.types.void();
    let ty = module.types.function(nothing, &[], false);
    let function = module.add_function(INITIALIZE, ty);
    module.global_mut(function).linkage = Linkage::Internal;
    let mut build = FunctionBuilder::new(module, function);
    let entry = build.block(b"");
    build.start(entry);
    for Late { variable, value } in late {
        let ty = build.module.global(variable).ty;
        let fits = build.instruction_count() < MAX_INSTRUCTIONS;
        if fits && store(&mut build, variable, value, &outdated).is_some() {
            let zero = build.module.zero(ty);
            if let GlobalKind::Variable {
                initializer,
                constant,
                ..
            } = &mut build.module.global_mut(variable).kind
            {
                *initializer = Some(zero);
                *constant = false;
            }
        }
    }
    build.ret(None);
    build.finish();
    call_first(module, function, element, &constructors);
}

/// Stores the initial value of a variable part by part; parts without expressions of earlier
/// releases are stored in one piece. Returns `None` if there are too many parts.
fn store(
    build: &mut FunctionBuilder<'_>,
    variable: GlobalId,
    value: ConstantId,
    outdated: &[bool],
) -> Option<()> {
    let whole = build.module.global(variable).ty;
    let address = build.module.address_of(variable);
    let start = build.module.int(32, 0);
    let mut values = BTreeMap::new();
    let mut waiting = vec![(vec![start], value)];
    while let Some((path, value)) = waiting.pop() {
        let constant = build.module.constants.get(value);
        let is_vector = matches!(build.module.types.get(constant.ty), Type::Vector { .. });
        if outdated[value.index()]
            && !is_vector
            && let ConstantKind::Aggregate(list) = constant.kind
        {
            let parts = build.module.constants.list(list).to_vec();
            let room = MAX_INSTRUCTIONS.checked_sub(build.instruction_count())?;
            if parts.len().saturating_mul(path.len()) > room {
                return None;
            }
            for (index, part) in (0..).zip(parts) {
                let mut path = path.clone();
                path.push(build.module.int(32, index));
                waiting.push((path, part));
            }
            continue;
        }
        let value = expand(build, value, outdated, &mut values)?;
        let pointer = if path.len() == 1 {
            address.into()
        } else {
            let path: Vec<_> = path.iter().map(|&index| Value::from(index)).collect();
            build.get_element_ptr(whole, address.into(), &path)
        };
        build.store(value, pointer, false);
    }
    Some(())
}

/// Returns the instructions for an expression. Each comes after those for its parts.
fn expand(
    build: &mut FunctionBuilder<'_>,
    constant: ConstantId,
    outdated: &[bool],
    values: &mut BTreeMap<ConstantId, Value>,
) -> Option<Value> {
    let mut stack = vec![constant];
    while let Some(&top) = stack.last() {
        if values.contains_key(&top) {
            stack.pop();
            continue;
        }
        if !outdated[top.index()] {
            values.insert(top, top.into());
            stack.pop();
            continue;
        }
        let whole = build.module.constants.get(top);
        let mut parts = Vec::new();
        let table = &build.module.constants;
        table.for_each_operand(whole.kind, |part| parts.push(part));
        let before = stack.len();
        stack.extend(parts.iter().filter(|part| !values.contains_key(part)));
        if stack.len() > MAX_INSTRUCTIONS || build.instruction_count() > MAX_INSTRUCTIONS {
            return None;
        }
        if stack.len() > before {
            continue;
        }
        let operands: Vec<_> = parts.iter().map(|part| values[part]).collect();
        let value = match whole.kind {
            ConstantKind::Aggregate(_) => aggregate(build, whole.ty, &operands),
            kind => {
                let kind = kind.instruction(&operands, |all| build.values(all))?;
                build.emit(kind, whole.ty)
            }
        };
        values.insert(top, value);
        stack.pop();
    }
    values.get(&constant).copied()
}

fn aggregate(build: &mut FunctionBuilder<'_>, ty: TypeId, elements: &[Value]) -> Value {
    let is_vector = matches!(build.module.types.get(ty), Type::Vector { .. });
    let poison = build.module.constants.plain(ty, ConstantKind::Poison);
    let mut aggregate = Value::from(poison);
    for (index, &element) in (0..).zip(elements) {
        let kind = if is_vector {
            let index = build.module.int(32, u64::from(index));
            let operands = build.values(&[aggregate, element, index.into()]);
            InstructionKind::InsertElement { operands }
        } else {
            let indices = build.indices(&[index]);
            InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            }
        };
        aggregate = build.emit(kind, ty);
    }
    aggregate
}

/// Returns the entries of the module's list of constructors. `None` if they have another type than
/// `element`.
fn constructors(module: &mut Module, element: TypeId) -> Option<Vec<ConstantId>> {
    let Some(known) = module.find_global(CONSTRUCTORS) else {
        return Some(Vec::new());
    };
    let GlobalKind::Variable { initializer, .. } = module.global(known).kind else {
        return None;
    };
    let list = match initializer.map(|list| module.constants.get(list).kind) {
        None | Some(ConstantKind::Zero) => return Some(Vec::new()),
        Some(ConstantKind::Aggregate(list)) => module.constants.list(list).to_vec(),
        Some(_) => return None,
    };
    let mut all = Vec::with_capacity(list.len());
    for entry in list {
        match module.constants.get(entry).kind {
            ConstantKind::Zero => {}
            ConstantKind::Aggregate(parts) => {
                let parts = module.constants.list(parts).to_vec();
                if parts.len() != 3 {
                    return None;
                }
                all.push(module.constants.aggregate(element, &parts));
            }
            _ => return None,
        }
    }
    Some(all)
}

/// Makes a function the first constructor of the module.
fn call_first(
    module: &mut Module,
    function: GlobalId,
    element: TypeId,
    constructors: &[ConstantId],
) {
    let (priority, null) = (module.int(32, 0), module.null());
    let address = module.address_of(function);
    let first = module
        .constants
        .aggregate(element, &[priority, address, null]);
    let mut all = vec![first];
    all.extend_from_slice(constructors);
    let ty = module.types.array(element, all.len() as u64);
    let list = module.constants.aggregate(ty, &all);
    let variable = match module.find_global(CONSTRUCTORS) {
        Some(known) => known,
        None => module.add_variable(CONSTRUCTORS, ty, None),
    };
    let global = module.global_mut(variable);
    global.ty = ty;
    global.linkage = Linkage::Appending;
    if let GlobalKind::Variable { initializer, .. } = &mut global.kind {
        *initializer = Some(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::IntPredicate;
    use crate::print::print;

    /// A module with a weak function that is only declared.
    fn with_declaration() -> (Module, GlobalId, ConstantId) {
        let mut module = Module::new();
        let nothing = module.types.void();
        let ty = module.types.function(nothing, &[], false);
        let function = module.add_function(b"weak", ty);
        module.global_mut(function).linkage = Linkage::ExternalWeak;
        let address = module.address_of(function);
        (module, function, address)
    }

    #[test]
    fn an_alias_of_a_declaration_is_what_it_stands_for() {
        let (mut module, function, address) = with_declaration();
        let ty = module.global(function).ty;
        let alias = module.add_global(b"alias", ty, GlobalKind::Alias(address));
        let alias = module.address_of(alias);
        let again = module.add_global(b"again", ty, GlobalKind::Alias(alias));
        let again = module.address_of(again);
        let pointer = module.types.pointer();
        module.add_variable(b"p", pointer, Some(again));
        modernize(&mut module);
        let text = print(&module);
        assert!(text.contains("@p = global ptr @weak"), "{text}");
        assert!(!text.contains("alias"), "{text}");
    }

    #[test]
    fn an_initialiser_that_the_linker_knows_is_computed_first() {
        let (mut module, _, address) = with_declaration();
        let (bit, null) = (module.types.integer(1), module.null());
        let kind = ConstantKind::IntCompare(IntPredicate::Ne, address, null);
        let there = module.constants.plain(bit, kind);
        let yes = module.int(1, 1);
        let pair = module.types.literal_struct(&[bit, bit], false);
        let both = module.constants.aggregate(pair, &[yes, there]);
        module.add_variable(b"both", pair, Some(both));
        modernize(&mut module);
        let text = print(&module);
        for line in [
            "@both = global { i1, i1 } zeroinitializer",
            "  %1 = icmp ne ptr @weak, null\n",
            "  store i1 true, ptr %",
            "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @llvm1.initialize, ptr null }]",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }

    #[test]
    fn text_that_llvm_accepts_stays() {
        let (mut module, function, address) = with_declaration();
        let pointer = module.types.pointer();
        let variable = module.add_variable(b"p", pointer, Some(address));
        let target = module.address_of(variable);
        module.add_global(b"alias", pointer, GlobalKind::Alias(target));
        let before = print(&module);
        modernize(&mut module);
        assert_eq!(print(&module), before);
        assert!(!module.global(function).removed);
    }
}
