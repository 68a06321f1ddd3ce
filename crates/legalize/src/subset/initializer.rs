//! The initial values that variables of the stable subset can have: bytes, addresses, or several of
//! these in a packed struct.

use pinnacle_llvm::{BinaryOp, CastOp, ConstantId, ConstantKind, Module, Type, TypeId};

/// Returns true for an initial value that programs can have.
pub(super) fn is_flat(module: &Module, value: ConstantId) -> bool {
    let constant = module.constants.get(value);
    match constant.kind {
        ConstantKind::Aggregate(parts) if is_packed(module, constant.ty) => {
            let parts = module.constants.list(parts);
            parts.iter().all(|&part| is_part(module, part))
        }
        _ => is_part(module, value),
    }
}

fn is_packed(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Struct { packed: true, .. })
}

fn is_part(module: &Module, value: ConstantId) -> bool {
    let constant = module.constants.get(value);
    match (module.types.get(constant.ty), constant.kind) {
        (Type::Array { element, .. }, ConstantKind::Data(_) | ConstantKind::Zero) => {
            module.types.get(element) == Type::Integer(8)
        }
        (Type::Integer(32), ConstantKind::Binary(BinaryOp::Add, _, address, addend)) => {
            let addend = module.constants.get(addend).kind;
            is_address(module, address) && matches!(addend, ConstantKind::Bits(_))
        }
        (Type::Integer(32), _) => is_address(module, value),
        _ => false,
    }
}

fn is_address(module: &Module, value: ConstantId) -> bool {
    let constant = module.constants.get(value);
    let ConstantKind::Cast(CastOp::PtrToInt, address) = constant.kind else {
        return false;
    };
    let address = module.constants.get(address).kind;
    module.types.get(constant.ty) == Type::Integer(32) && matches!(address, ConstantKind::Global(_))
}
