//! Encodes constructs as records.
//!
//! Each `encode` appends the operands of a construct to a list and returns the code of the record.
//! A construct is always encoded as the same record, which is the shortest one.

use super::codes::{constants, function, globals, module, symbols, types};
use super::{
    ConstantConstruct, GlobalConstruct, Instruction, ModuleConstruct, PhiOperands, RelativeValues,
    SwitchCases, SymbolConstruct, TypeConstruct, ValueBase,
};
use crate::ids::{BlockId, ValueId};
use crate::module::Linkage;

/// Applies "SignRotate" of the manual, which makes the sign the lowest bit. The magnitude of the
/// smallest number does not fit, so this number becomes a negative zero.
#[inline]
pub const fn rotate_sign(value: i64) -> u64 {
    let negative = (value < 0) as u64;
    value.unsigned_abs() << 1 | negative
}

impl ValueBase {
    /// Returns the operand for a value: its relative index, in 32 bits.
    #[inline]
    pub const fn relative(self, value: ValueId) -> u64 {
        self.0.wrapping_sub(value.0) as u64
    }

    /// Returns the operand of a phi for a value: its relative index, with the sign rotated.
    #[inline]
    pub const fn relative_in_phi(self, value: ValueId) -> u64 {
        rotate_sign(self.0 as i64 - value.0 as i64)
    }
}

impl<'a> RelativeValues<'a> {
    /// Creates a list of operands, which [`ValueBase::relative`] must have returned.
    pub const fn new(operands: &'a [u64], base: ValueBase) -> RelativeValues<'a> {
        RelativeValues { operands, base }
    }
}

impl<'a> PhiOperands<'a> {
    /// Creates a list of operands: for each edge a value encoded by [`ValueBase::relative_in_phi`],
    /// and the number of a block.
    pub const fn new(operands: &'a [u64], base: ValueBase) -> PhiOperands<'a> {
        PhiOperands { operands, base }
    }
}

impl<'a> SwitchCases<'a> {
    /// Creates a list of operands: four for each case, encoded by [`SwitchCases::operands`].
    pub const fn new(operands: &'a [u64]) -> SwitchCases<'a> {
        SwitchCases { operands }
    }

    /// Returns the operands of a case.
    #[inline]
    pub const fn operands(selector: i64, target: BlockId) -> [u64; 4] {
        [1, 1, rotate_sign(selector), target.0 as u64]
    }
}

impl ModuleConstruct {
    /// Appends the operands of the record and returns its code.
    pub fn encode(&self, operands: &mut Vec<u64>) -> u64 {
        match *self {
            ModuleConstruct::Version(version) => {
                operands.push(version);
                module::VERSION.0
            }
            ModuleConstruct::Function {
                ty,
                convention,
                declared,
                linkage,
            } => {
                let linkage = match linkage {
                    Linkage::External => 0,
                    Linkage::Internal => 3,
                };
                operands.extend([ty.into(), convention, declared.into(), linkage]);
                module::FUNCTION.0
            }
        }
    }
}

impl TypeConstruct<'_> {
    /// Appends the operands of the record and returns its code.
    pub fn encode(&self, operands: &mut Vec<u64>) -> u64 {
        match *self {
            TypeConstruct::Count(count) => {
                operands.push(count.into());
                types::COUNT.0
            }
            TypeConstruct::Void => types::VOID.0,
            TypeConstruct::Float => types::FLOAT.0,
            TypeConstruct::Double => types::DOUBLE.0,
            TypeConstruct::Integer(bits) => {
                operands.push(bits);
                types::INTEGER.0
            }
            TypeConstruct::Vector(lanes, element) => {
                operands.extend([lanes, element.into()]);
                types::VECTOR.0
            }
            TypeConstruct::Function(varargs, result, params) => {
                operands.extend([varargs, result.into()]);
                operands.extend_from_slice(params);
                types::FUNCTION.0
            }
        }
    }
}

impl GlobalConstruct<'_> {
    /// Appends the operands of the record and returns its code.
    pub fn encode(&self, operands: &mut Vec<u64>) -> u64 {
        match *self {
            GlobalConstruct::Count(count) => {
                operands.push(count.into());
                globals::COUNT.0
            }
            GlobalConstruct::Global { align, constant } => {
                operands.extend([u64::from(align.code()), constant.into()]);
                globals::GLOBAL.0
            }
            GlobalConstruct::Compound(count) => {
                operands.push(count);
                globals::COMPOUND.0
            }
            GlobalConstruct::Zerofill(size) => {
                operands.push(size.into());
                globals::ZEROFILL.0
            }
            GlobalConstruct::Data(bytes) => {
                operands.extend_from_slice(bytes);
                globals::DATA.0
            }
            GlobalConstruct::Reloc(value, addend) => {
                operands.push(value.into());
                if addend != 0 {
                    operands.push(u64::from(addend as u32));
                }
                globals::RELOCATION.0
            }
        }
    }
}

impl SymbolConstruct<'_> {
    /// Appends the operands of the record and returns its code.
    pub fn encode(&self, operands: &mut Vec<u64>) -> u64 {
        operands.push(self.value.into());
        operands.extend_from_slice(self.name);
        symbols::ENTRY.0
    }
}

impl ConstantConstruct {
    /// Appends the operands of the record and returns its code.
    pub fn encode(&self, operands: &mut Vec<u64>) -> u64 {
        match *self {
            ConstantConstruct::SetType(ty) => {
                operands.push(ty.into());
                constants::SET_TYPE.0
            }
            ConstantConstruct::Undef => constants::UNDEF.0,
            ConstantConstruct::Integer(value) => {
                operands.push(rotate_sign(value));
                constants::INTEGER.0
            }
            ConstantConstruct::Float(bits) => {
                operands.push(bits);
                constants::FLOAT.0
            }
        }
    }
}

impl Instruction<'_> {
    /// Returns true if [`Instruction::encode`] would return the operands from which the instruction
    /// was decoded. They only differ if the record has the flags of old versions.
    #[inline]
    pub fn is_encoded_as(&self, operands: &[u64]) -> bool {
        !matches!(self, Instruction::Binary { .. }) || operands.len() == 3
    }

    /// Appends the operands of the record and returns its code. `base` must be that of the place of
    /// the record, and lists in the construct must have been created with it.
    #[inline]
    pub fn encode(&self, base: ValueBase, operands: &mut Vec<u64>) -> u64 {
        let relative = |value| base.relative(value);
        let block = |block: BlockId| u64::from(block.0);
        match *self {
            Instruction::Blocks { count } => {
                operands.push(count.into());
                function::BLOCKS.0
            }
            Instruction::Binary { op, lhs, rhs } => {
                operands.extend([relative(lhs), relative(rhs), op]);
                function::BINARY.0
            }
            Instruction::Cast { op, value, ty } => {
                operands.extend([relative(value), ty.into(), op.code()]);
                function::CAST.0
            }
            Instruction::ExtractElement { vector, index } => {
                operands.extend([relative(vector), relative(index)]);
                function::EXTRACT_ELEMENT.0
            }
            Instruction::InsertElement {
                vector,
                element,
                index,
            } => {
                operands.extend([relative(vector), relative(element), relative(index)]);
                function::INSERT_ELEMENT.0
            }
            Instruction::Ret { value } => {
                operands.extend(value.map(relative));
                function::RET.0
            }
            Instruction::Br { target } => {
                operands.push(block(target));
                function::BR.0
            }
            Instruction::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                operands.extend([block(if_true), block(if_false), relative(condition)]);
                function::BR.0
            }
            Instruction::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let count = cases.len() as u64;
                operands.extend([ty.into(), relative(value), block(default), count]);
                operands.extend_from_slice(cases.operands);
                function::SWITCH.0
            }
            Instruction::Unreachable => function::UNREACHABLE.0,
            Instruction::Phi { ty, incoming } => {
                operands.push(ty.into());
                operands.extend_from_slice(incoming.operands);
                function::PHI.0
            }
            Instruction::Alloca { size, align } => {
                operands.extend([relative(size), align.code().into()]);
                function::ALLOCA.0
            }
            Instruction::Load { address, align, ty } => {
                operands.extend([relative(address), align.code().into(), ty.into()]);
                function::LOAD.0
            }
            Instruction::Store {
                address,
                value,
                align,
            } => {
                operands.extend([relative(address), relative(value), align.code().into()]);
                function::STORE.0
            }
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                operands.extend([relative(lhs), relative(rhs), predicate.code()]);
                function::COMPARE.0
            }
            Instruction::Select {
                if_true,
                if_false,
                condition,
            } => {
                operands.extend([relative(if_true), relative(if_false), relative(condition)]);
                function::SELECT.0
            }
            Instruction::ForwardType { value, ty } => {
                operands.extend([u64::from(value.0), ty.into()]);
                function::FORWARD_TYPE.0
            }
            Instruction::Call { tail, callee, args } => {
                operands.extend([tail.into(), relative(callee)]);
                operands.extend_from_slice(args.operands);
                function::CALL.0
            }
            Instruction::CallIndirect {
                tail,
                callee,
                ty,
                args,
            } => {
                operands.extend([tail.into(), relative(callee), ty.into()]);
                operands.extend_from_slice(args.operands);
                function::CALL_INDIRECT.0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::unrotate_sign;
    use pinnacle_bitstream::Record;

    #[test]
    fn sign_rotation_is_undone() {
        for value in [0, 1, -1, 5, i64::MAX, -i64::MAX, i64::MIN] {
            assert_eq!(unrotate_sign(rotate_sign(value)), value);
        }
    }

    /// Records that are decoded and must then be encoded as the same records.
    const INSTRUCTIONS: &[(u64, &[u64])] = &[
        (1, &[7]),
        (2, &[1, 4_294_967_290, 3]),
        (3, &[2, 5, 11]),
        (6, &[1, 2]),
        (7, &[1, 2, 3]),
        (10, &[]),
        (10, &[1]),
        (11, &[3]),
        (11, &[3, 4, 1]),
        (12, &[2, 1, 5, 2, 1, 1, 14, 6, 1, 1, 3, 7]),
        (15, &[]),
        (16, &[1, 2, 0, 9, 4]),
        (19, &[1, 5]),
        (20, &[1, 1, 3]),
        (24, &[1, 2, 4]),
        (28, &[1, 2, 39]),
        (28, &[1, 2, 4]),
        (29, &[1, 2, 3]),
        (34, &[1, 40, 2, 4_294_967_295]),
        (43, &[77, 1]),
        (44, &[0, 1, 2, 3, 4]),
    ];

    #[test]
    fn instructions_encode_to_the_record_they_came_from() {
        let base = ValueBase(50);
        for &(code, operands) in INSTRUCTIONS {
            let record = Record {
                position: 0,
                code,
                operands,
                abbreviation: 3,
            };
            let instruction = Instruction::decode(&record, base).unwrap();
            let mut encoded = Vec::new();
            assert_eq!(instruction.encode(base, &mut encoded), code);
            assert_eq!(encoded, operands, "{instruction:?}");
            assert!(instruction.is_encoded_as(operands), "{instruction:?}");
        }
    }

    #[test]
    fn flags_of_operations_are_lost() {
        let base = ValueBase(50);
        let operands = &[1, 2, 3, 1];
        let record = Record {
            position: 0,
            code: 2,
            operands,
            abbreviation: 3,
        };
        let instruction = Instruction::decode(&record, base).unwrap();
        let mut encoded = Vec::new();
        instruction.encode(base, &mut encoded);
        assert_ne!(encoded, operands);
        assert!(!instruction.is_encoded_as(operands));
    }

    #[test]
    fn references_are_by_distance() {
        let base = ValueBase(50);
        assert_eq!(base.relative(ValueId(48)), 2);
        assert_eq!(base.relative(ValueId(52)), (1 << 32) - 2);
        assert_eq!(base.relative_in_phi(ValueId(48)), 4);
        assert_eq!(base.relative_in_phi(ValueId(52)), 5);
    }
}
