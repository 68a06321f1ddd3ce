//! Gives intrinsics the names and arguments that they had with typed pointers.
//!
//! ```llvm
//! call void @llvm.memcpy.p0.p0.i32(ptr align 4 %to, ptr align 4 %from, i32 8, i1 false)
//! ; becomes
//! call void @llvm.memcpy.p0i8.p0i8.i32(i8* %to, i8* %from, i32 8, i32 4, i1 false)
//! ```

use std::collections::BTreeMap;

use crate::attributes::{Attribute, AttributeKind};
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, AttributeSetId, GlobalId, List, TypeId};
use crate::instruction::Value;
use crate::module::{GlobalKind, Module};
use crate::types::Type;

/// Intrinsics that had an argument for the alignment, and the number of their pointer arguments.
const MOVES: [(&[u8], usize); 3] = [
    (b"llvm.memcpy.", 2),
    (b"llvm.memmove.", 2),
    (b"llvm.memset.", 1),
];

/// Intrinsics whose names did not contain the type of the pointer.
const PLAIN: [&[u8]; 12] = [
    b"llvm.frameaddress",
    b"llvm.invariant.end",
    b"llvm.invariant.start",
    b"llvm.lifetime.end",
    b"llvm.lifetime.start",
    b"llvm.prefetch",
    b"llvm.returnaddress",
    b"llvm.stackrestore",
    b"llvm.stacksave",
    b"llvm.va_copy",
    b"llvm.va_end",
    b"llvm.va_start",
];

/// The change of an intrinsic: its new type and, for those that move memory, the number of their
/// pointer arguments.
#[derive(Clone, Copy)]
struct Change {
    ty: TypeId,
    pointers: Option<usize>,
}

/// Changes the intrinsics of a module and the calls to them.
pub(super) fn lower(module: &mut Module) {
    let mut changes = BTreeMap::new();
    for index in 0..module.globals().len() {
        let id = GlobalId::at(index);
        let global = module.global(id);
        let name = module.names.get(global.name).to_vec();
        if !matches!(global.kind, GlobalKind::Function(_)) || !name.starts_with(b"llvm.") {
            continue;
        }
        let plain = PLAIN.iter().find(|plain| name.starts_with(plain));
        let old = plain.map_or_else(|| with_pointees(&name), |plain| plain.to_vec());
        if old != name {
            module.global_mut(id).name = module.names.add(&old);
        }
        let moves = MOVES.iter().find(|(prefix, _)| name.starts_with(prefix));
        let pointers = moves.map(|&(_, pointers)| pointers);
        let ty = match (accessed(&name), pointers) {
            (Some(width), _) => Some(access_type(module, id, width)),
            (None, Some(_)) => aligned_type(module, id),
            (None, None) => None,
        };
        if let Some(ty) = ty {
            module.global_mut(id).ty = ty;
            changes.insert(id, Change { ty, pointers });
        }
    }
    if changes.is_empty() {
        return;
    }
    for index in 0..module.globals().len() {
        let Some(function) = module.as_function(GlobalId::at(index)) else {
            continue;
        };
        if let Some(mut body) = module.function_mut(function).body.take() {
            change_calls(module, &mut body, &changes);
            module.function_mut(function).body = Some(body);
        }
    }
}

/// The width of the integer that an atomic intrinsic of PNaCl accesses.
fn accessed(name: &[u8]) -> Option<u32> {
    let rest = name.strip_prefix(b"llvm.nacl.atomic.")?;
    let width = rest.rsplit(|&byte| byte == b'.').next()?;
    match width {
        b"i8" => Some(8),
        b"i16" => Some(16),
        b"i32" => Some(32),
        b"i64" => Some(64),
        _ => None,
    }
}

/// The type of an atomic intrinsic: its pointers point to the integer.
fn access_type(module: &mut Module, id: GlobalId, width: u32) -> TypeId {
    let old = module.global(id).ty;
    let Type::Function {
        result, parameters, ..
    } = module.types.get(old)
    else {
        return old;
    };
    let accessed = module.types.integer(width);
    let pointer = module.types.own_pointer(0);
    module.types.set_pointee(pointer, accessed);
    let mut parameters = module.types.list(parameters).to_vec();
    for ty in &mut parameters {
        if let Type::Pointer(0) = module.types.get(*ty) {
            *ty = pointer;
        }
    }
    module.types.function(result, &parameters, false)
}

/// The type of an intrinsic that moves memory, with its argument for the alignment.
fn aligned_type(module: &mut Module, id: GlobalId) -> Option<TypeId> {
    let old = module.global(id).ty;
    let &[to, from, length, volatile] = module.types.parameters(old)? else {
        return None;
    };
    let (nothing, number) = (module.types.void(), module.types.integer(32));
    let parameters = [to, from, length, number, volatile];
    Some(module.types.function(nothing, &parameters, false))
}

/// Adds pointees to the pointer types in a name, all of which become pointers to bytes.
fn with_pointees(name: &[u8]) -> Vec<u8> {
    let parts = name.split(|&byte| byte == b'.').map(|part| {
        let space = part.strip_prefix(b"p").unwrap_or_default();
        let is_pointer = !space.is_empty() && space.iter().all(u8::is_ascii_digit);
        [part, if is_pointer { b"i8" } else { b"" }].concat()
    });
    parts.collect::<Vec<_>>().join(&b'.')
}

fn change_calls(module: &mut Module, body: &mut Body, changes: &BTreeMap<GlobalId, Change>) {
    for index in 0..body.calls.len() {
        let call = body.calls[index];
        let Value::Constant(callee) = call.callee else {
            continue;
        };
        let ConstantKind::Global(callee) = module.constants.get(callee).kind else {
            continue;
        };
        let Some(&Change { ty, pointers }) = changes.get(&callee) else {
            continue;
        };
        if let Some(pointers) = pointers {
            let &[to, from, length, volatile] = body.values(call.arguments) else {
                continue;
            };
            let align = least_alignment(module, call.attributes, pointers);
            let align = module.int(32, align).into();
            let arguments = [to, from, length, align, volatile];
            body.calls[index].arguments = List::push(&mut body.values, &arguments);
            body.calls[index].attributes = without_alignments(module, call.attributes);
        }
        body.calls[index].function_type = ty;
    }
}

/// The largest alignment that all pointer arguments have.
fn least_alignment(module: &Module, list: AttributeListId, pointers: usize) -> u64 {
    let of = |number| {
        let set = module.attributes.parameter(list, number);
        let all = module.attributes.attributes(set).iter();
        let mut aligns = all.filter_map(|attribute| match *attribute {
            Attribute::Int(AttributeKind::Align, align) => Some(align),
            _ => None,
        });
        aligns.next().unwrap_or(1)
    };
    (0..pointers).map(of).min().unwrap_or(1)
}

/// The attributes of a call without alignments. Those of arguments after the length are moved by
/// one.
fn without_alignments(module: &mut Module, list: AttributeListId) -> AttributeListId {
    let sets = module.attributes.get(list);
    let count = module.attributes.parameter_count(list);
    let mut new: Vec<AttributeSetId> = Vec::with_capacity(count + 1);
    for number in 0..count {
        let set = module.attributes.parameter(list, number);
        let all = module.attributes.attributes(set).iter().copied();
        let is_kept = |attribute: &Attribute| attribute.kind() != Some(AttributeKind::Align);
        let kept: Vec<Attribute> = all.filter(is_kept).collect();
        if number == 3 {
            new.push(AttributeSetId::EMPTY);
        }
        new.push(module.attributes.set(&kept));
    }
    module.attributes.list(sets.function, sets.result, &new)
}
