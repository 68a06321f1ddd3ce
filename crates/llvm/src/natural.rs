//! Default alignments, for accesses that specify none.
//!
//! Text may omit them. Since LLVM 11 its parser fills them in from the module's data layout, so an
//! access keeps its meaning wherever it is moved and whatever layout the module gets.

use crate::body::Body;
use crate::ids::{GlobalId, TypeId};
use crate::instruction::{Align, InstructionKind};
use crate::layout::{DataLayout, Extents};
use crate::module::Module;

/// The rule that determines an access's default alignment.
#[derive(Clone, Copy)]
enum Rule {
    /// The minimum alignment under the ABI, for loads and stores.
    Abi,
    /// The preferred alignment, for stack variables.
    Preferred,
    /// The size of the value, for `cmpxchg` and `atomicrmw`.
    Size,
}

/// Gives each access without an alignment the default of the module's data layout for its type, as
/// LLVM's parser does. Loads and stores get the ABI alignment, stack variables the preferred one,
/// and atomic operations their size. Accesses to types without a size are not changed.
///
/// [`crate::parse()`] does this for every text. Modules from bitcode of before LLVM 11 may need it.
pub fn align_naturally(module: &mut Module) {
    align_some(module, true);
}

/// As [`align_naturally`], but leaves atomic updates without an alignment unless `updates` is set.
pub(crate) fn align_some(module: &mut Module, updates: bool) {
    let layout = DataLayout::of(&module.data_layout);
    let mut extents = Extents::new();
    for index in 0..module.globals().len() {
        let Some(function) = module.as_function(GlobalId::at(index)) else {
            continue;
        };
        let Some(mut body) = module.function_mut(function).body.take() else {
            continue;
        };
        for at in 0..body.instructions.len() {
            let Some((ty, rule)) = unaligned(module, &body, at, updates) else {
                continue;
            };
            let types = &module.types;
            let bytes = match rule {
                Rule::Abi => layout.abi_align(types, &mut extents, ty),
                Rule::Preferred => layout.preferred_align(types, &mut extents, ty),
                Rule::Size => layout.store_size(types, ty),
            };
            if let (Some(place), Some(natural)) = (
                align_of(&mut body.instructions[at].kind),
                bytes.and_then(Align::new),
            ) {
                *place = natural;
            }
        }
        module.function_mut(function).body = Some(body);
    }
}

/// Returns the type that an instruction accesses, if it does not state its alignment.
fn unaligned(module: &Module, body: &Body, at: usize, updates: bool) -> Option<(TypeId, Rule)> {
    use InstructionKind as K;
    let instruction = &body.instructions[at];
    let mut kind = instruction.kind;
    if *align_of(&mut kind)? != Align::NATURAL {
        return None;
    }
    match kind {
        K::Alloca { allocated, .. } => Some((allocated, Rule::Preferred)),
        K::Load { .. } => Some((body.local(instruction.result?).ty, Rule::Abi)),
        K::Store { value, .. } => Some((module.type_of(body, value)?, Rule::Abi)),
        K::CompareExchange { .. } | K::ReadModifyWrite { .. } if !updates => None,
        K::CompareExchange { operands, .. } => {
            let &expected = body.values(operands).get(1)?;
            Some((module.type_of(body, expected)?, Rule::Size))
        }
        K::ReadModifyWrite { value, .. } => Some((module.type_of(body, value)?, Rule::Size)),
        _ => None,
    }
}

/// Returns the alignment field of an instruction that has one.
fn align_of(kind: &mut InstructionKind) -> Option<&mut Align> {
    use InstructionKind as K;
    match kind {
        K::Alloca { align, .. }
        | K::Load { align, .. }
        | K::Store { align, .. }
        | K::CompareExchange { align, .. }
        | K::ReadModifyWrite { align, .. } => Some(align),
        _ => None,
    }
}
