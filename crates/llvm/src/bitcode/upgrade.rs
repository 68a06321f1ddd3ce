//! Intrinsics that earlier releases called with other names or arguments.
//!
//! The table [`RENAMED`] is for intrinsics that only got another name. The few whose calls changed
//! too are in [`of`]. The names of all others change only because pointers no longer have pointees:
//! `.p0i8` became `.p0`.

use crate::ids::TypeId;
use crate::module::Module;
use crate::types::Type;

/// The upgrade of an intrinsic's calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallUpgrade {
    /// Calls are unchanged.
    Keep,
    /// Calls are dropped, because they describe metadata that is not read.
    Drop,
    /// The fourth operand, an alignment, becomes an attribute of the first or
    /// of the first two.
    Align {
        /// Number of pointers in the intrinsic's name.
        pointers: u32,
    },
    /// False bits are appended until there are this many operands.
    PadFalse(usize),
    /// A null pointer is appended.
    PadNull,
    /// A bit counting function. In LLVM 2.0 the result had 32 bits, whatever the operand's width. A
    /// second operand was added later, and is false.
    Count {
        /// Number of operands after the upgrade.
        operands: usize,
    },
    /// A prefetch from before LLVM 3.0 always fetched data. A fourth operand now states that.
    PadData,
    /// The pointee type of an argument, which pointers no longer have, becomes an attribute.
    ElementType {
        /// The index of the pointer.
        argument: u32,
    },
    /// Like [`CallUpgrade::Align`], for calls from before LLVM 2.8: they lack the fifth operand,
    /// which is true if the access is volatile.
    OldAlign {
        /// Number of pointers in the intrinsic's name.
        pointers: u32,
    },
}

/// The upgrade of an intrinsic.
pub(crate) struct Upgrade {
    pub(crate) name: Vec<u8>,
    pub(crate) call: CallUpgrade,
}

/// Old and new names.
const RENAMED: &[(&str, &str)] = &[
    ("llvm.lifetime.start", "llvm.lifetime.start.p0"),
    ("llvm.lifetime.end", "llvm.lifetime.end.p0"),
    ("llvm.invariant.start", "llvm.invariant.start.p0"),
    ("llvm.invariant.end", "llvm.invariant.end.p0"),
    (
        "llvm.invariant.group.barrier",
        "llvm.launder.invariant.group.p0",
    ),
    (
        "llvm.invariant.group.barrier.p0",
        "llvm.launder.invariant.group.p0",
    ),
    ("llvm.prefetch", "llvm.prefetch.p0"),
    ("llvm.stacksave", "llvm.stacksave.p0"),
    ("llvm.stackrestore", "llvm.stackrestore.p0"),
    ("llvm.va_start", "llvm.va_start.p0"),
    ("llvm.va_end", "llvm.va_end.p0"),
    ("llvm.va_copy", "llvm.va_copy.p0"),
    ("llvm.frameaddress", "llvm.frameaddress.p0"),
    (
        "llvm.addressofreturnaddress",
        "llvm.addressofreturnaddress.p0",
    ),
    ("llvm.sponentry", "llvm.sponentry.p0"),
    ("llvm.threadlocal.address", "llvm.threadlocal.address.p0"),
    ("llvm.eh.typeid.for", "llvm.eh.typeid.for.p0"),
    ("llvm.eh.return", "llvm.eh.return.i32"),
    ("llvm.var.annotation", "llvm.var.annotation.p0.p0"),
    ("llvm.ptr.annotation.p0", "llvm.ptr.annotation.p0.p0"),
    ("llvm.objectsize.i32", "llvm.objectsize.i32.p0"),
    ("llvm.objectsize.i64", "llvm.objectsize.i64.p0"),
    ("llvm.convert.from.fp16", "llvm.convert.from.fp16.f32"),
    ("llvm.convert.to.fp16", "llvm.convert.to.fp16.f32"),
    ("llvm.flt.rounds", "llvm.get.rounding"),
    ("llvm.x86.sse42.crc32.8", "llvm.x86.sse42.crc32.32.8"),
    ("llvm.x86.sse42.crc32.16", "llvm.x86.sse42.crc32.32.16"),
    ("llvm.x86.sse42.crc32.32", "llvm.x86.sse42.crc32.32.32"),
    ("llvm.x86.sse42.crc64.8", "llvm.x86.sse42.crc32.64.8"),
    ("llvm.x86.sse42.crc64.64", "llvm.x86.sse42.crc32.64.64"),
    ("llvm.x86.ssse3.pshuf.w", "llvm.x86.sse.pshuf.w"),
];

/// Prefixes of intrinsic names that later got the type of a pointer as a suffix.
const LATER_POINTERS: &[&str] = &["annotation.", "masked.load.", "masked.store."];

/// The `experimental.vector` functions that are no longer experimental. Floating point reductions
/// had a second form, which no longer exists.
const STABLE: &[&str] = &[
    "reduce.",
    "extract.",
    "insert.",
    "reverse.",
    "splice.",
    "interleave2.",
    "deinterleave2.",
];

fn is_stable(name: &[u8]) -> bool {
    let rest = name.strip_prefix(b"experimental.vector.");
    rest.is_some_and(|rest| {
        STABLE
            .iter()
            .any(|stable| rest.starts_with(stable.as_bytes()))
            && !rest.starts_with(b"reduce.v2.")
    })
}

/// Returns the upgrade of an intrinsic with this result and these parameters, if it needs one.
pub(crate) fn of(
    name: &[u8],
    module: &Module,
    result: Option<TypeId>,
    parameters: &[TypeId],
) -> Option<Upgrade> {
    let rest = name.strip_prefix(b"llvm.")?;
    let starts = |prefix: &str| rest.starts_with(prefix.as_bytes());
    let mut new = without_pointees(name);
    if let Some(&(_, renamed)) = RENAMED.iter().find(|(old, _)| old.as_bytes() == new) {
        new = renamed.as_bytes().to_vec();
    } else if is_stable(rest) {
        new = [b"llvm.", &new["llvm.experimental.".len()..]].concat();
    } else if LATER_POINTERS.iter().any(|start| starts(start)) && !new.ends_with(b".p0") {
        new.extend_from_slice(b".p0");
    } else if starts("powi.")
        && rest.split(|&byte| byte == b'.').count() == 2
        && let Some(&exponent) = parameters.get(1)
        && let Type::Integer(width) = module.types.get(exponent)
    {
        // Before LLVM 13 the exponent always had 32 bits.
        new.extend_from_slice(format!(".i{width}").as_bytes());
    }
    let mut call = CallUpgrade::Keep;
    let count = parameters.len();
    if starts("dbg.") || starts("experimental.noalias.scope.decl") {
        call = CallUpgrade::Drop;
    } else if starts("memcpy.p") || starts("memmove.p") || starts("memset.p") {
        if count == 5 && is_integer(module, parameters[3]) {
            let pointers = if starts("memset") { 1 } else { 2 };
            call = CallUpgrade::Align { pointers };
        }
    } else if let Some(pointers) = old_memory(rest, count) {
        new = old_memory_name(rest, pointers);
        call = CallUpgrade::OldAlign { pointers };
    } else if rest == b"prefetch" && count == 3 {
        call = CallUpgrade::PadData;
    } else if let Some(operands) = old_count(rest, module, result, parameters) {
        call = CallUpgrade::Count { operands };
    } else if let Some(argument) = typed_pointer(rest) {
        call = CallUpgrade::ElementType { argument };
    } else if (starts("ctlz.") || starts("cttz.")) && count == 1 {
        call = CallUpgrade::PadFalse(2);
    } else if starts("objectsize.") && (2..4).contains(&count) {
        call = CallUpgrade::PadFalse(4);
    } else if (starts("var.annotation") || starts("ptr.annotation")) && count == 4 {
        call = CallUpgrade::PadNull;
    }
    let changed = new != name || call != CallUpgrade::Keep;
    changed.then_some(Upgrade { name: new, call })
}

/// Returns the index of an argument that needs its pointee type as an attribute. The intrinsics are
/// exclusive accesses, and accesses to members that preserve the structure of the source.
fn typed_pointer(name: &[u8]) -> Option<u32> {
    const NAMES: [(&str, u32); 10] = [
        ("preserve.array.access.index.", 0),
        ("preserve.struct.access.index.", 0),
        ("aarch64.ldxr.", 0),
        ("aarch64.ldaxr.", 0),
        ("aarch64.stxr.", 1),
        ("aarch64.stlxr.", 1),
        ("arm.ldrex.", 0),
        ("arm.ldaex.", 0),
        ("arm.strex.", 1),
        ("arm.stlex.", 1),
    ];
    let mut names = NAMES.iter();
    let found = names.find(|(start, _)| name.starts_with(start.as_bytes()));
    found.map(|&(_, argument)| argument)
}

/// Returns the number of pointer arguments of a memory intrinsic from before LLVM 2.8, whose name
/// had only the type of the length. Returns `None` for any other function.
fn old_memory(name: &[u8], count: usize) -> Option<u32> {
    let names: [(&[u8], u32); 3] = [(b"memcpy.i", 2), (b"memmove.i", 2), (b"memset.i", 1)];
    let (_, pointers) = *names.iter().find(|(start, _)| name.starts_with(start))?;
    (count == 4).then_some(pointers)
}

fn old_memory_name(name: &[u8], pointers: u32) -> Vec<u8> {
    let dot = name.iter().position(|&byte| byte == b'.').unwrap_or(0);
    let (start, width) = name.split_at(dot);
    let pointers: &[u8] = if pointers == 2 { b".p0.p0" } else { b".p0" };
    [b"llvm.", start, pointers, width].concat()
}

/// Returns the number of operands that a bit counting function has now, if it is one of LLVM 2.0
/// with a result of 32 bits.
fn old_count(
    name: &[u8],
    module: &Module,
    result: Option<TypeId>,
    parameters: &[TypeId],
) -> Option<usize> {
    let names: [(&[u8], usize); 3] = [(b"ctpop.", 1), (b"ctlz.", 2), (b"cttz.", 2)];
    let (_, operands) = *names.iter().find(|(start, _)| name.starts_with(start))?;
    match (result, parameters) {
        (Some(result), &[counted]) if result != counted => {
            (is_integer(module, result) && is_integer(module, counted)).then_some(operands)
        }
        _ => None,
    }
}

/// The type of the result of an intrinsic after its upgrade.
pub(super) fn result_after(call: CallUpgrade, result: TypeId, parameters: &[TypeId]) -> TypeId {
    match (call, parameters.first()) {
        (CallUpgrade::Count { .. }, Some(&counted)) => counted,
        _ => result,
    }
}

fn is_integer(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Integer(_))
}

/// Returns the parameters of an intrinsic after its upgrade. `i1` and pointer types are given.
pub(super) fn parameters_after(
    call: CallUpgrade,
    parameters: &[TypeId],
    bit: TypeId,
    pointer: TypeId,
) -> Vec<TypeId> {
    let mut parameters = parameters.to_vec();
    match call {
        CallUpgrade::Keep | CallUpgrade::Drop | CallUpgrade::ElementType { .. } => {}
        CallUpgrade::Align { .. } => {
            if parameters.len() > 3 {
                parameters.remove(3);
            }
        }
        CallUpgrade::Count { operands } => parameters.resize(operands, bit),
        CallUpgrade::PadFalse(count) => parameters.resize(count.max(parameters.len()), bit),
        CallUpgrade::PadNull => parameters.push(pointer),
        // The operand before it has the new operand's type.
        CallUpgrade::PadData => parameters.extend(parameters.last().copied()),
        CallUpgrade::OldAlign { .. } => {
            parameters.truncate(3);
            parameters.push(bit);
        }
    }
    parameters
}

/// The type of an intrinsic after its upgrade.
pub(crate) fn function_type(module: &mut Module, ty: TypeId, call: CallUpgrade) -> TypeId {
    let Some(result) = module.types.result(ty) else {
        return ty;
    };
    if matches!(call, CallUpgrade::Keep | CallUpgrade::Drop) {
        return ty;
    }
    let (bit, pointer) = (module.types.integer(1), module.types.pointer());
    let parameters = module.types.parameters(ty).unwrap_or_default();
    let result = result_after(call, result, parameters);
    let parameters = parameters_after(call, parameters, bit, pointer);
    module.types.function(result, &parameters, false)
}

/// Removes the pointee types from a name.
fn without_pointees(name: &[u8]) -> Vec<u8> {
    let mut new = Vec::with_capacity(name.len());
    let mut parts = name.split(|&byte| byte == b'.');
    while let Some(part) = parts.next() {
        if !new.is_empty() {
            new.push(b'.');
        }
        let end = pointer_end(part);
        new.extend_from_slice(&part[..end]);
        // The name of a struct may have dots; it ends with an `s`.
        if part[end..].starts_with(b"s_") && !part.ends_with(b"s") {
            parts.by_ref().find(|part| part.ends_with(b"s"));
        }
    }
    new
}

/// Returns the end of a part of a name. For a pointer or a vector of pointers, that is the end
/// without the pointee type.
fn pointer_end(part: &[u8]) -> usize {
    let digits = |from: usize| {
        let rest = part.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut at = 0;
    if part.first() == Some(&b'v') && digits(1) > 0 {
        at = 1 + digits(1);
    }
    if part.get(at) == Some(&b'p') && digits(at + 1) > 0 {
        return at + 1 + digits(at + 1);
    }
    part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_in_names_lose_what_they_point_to() {
        let cases = [
            ("llvm.memcpy.p0i8.p1i8.i32", "llvm.memcpy.p0.p1.i32"),
            (
                "llvm.masked.gather.v4i32.v4p0i32",
                "llvm.masked.gather.v4i32.v4p0",
            ),
            (
                "llvm.ssa.copy.p0s_struct.foo.bars.i8",
                "llvm.ssa.copy.p0.i8",
            ),
            ("llvm.nacl.setjmp", "llvm.nacl.setjmp"),
            ("llvm.memset.p0.i64", "llvm.memset.p0.i64"),
        ];
        for (old, new) in cases {
            assert_eq!(without_pointees(old.as_bytes()), new.as_bytes());
        }
    }

    #[test]
    fn ordinary_functions_stay() {
        assert!(of(b"memcpy", &Module::new(), None, &[]).is_none());
        assert!(of(b"llvm.trap", &Module::new(), None, &[]).is_none());
    }
}
