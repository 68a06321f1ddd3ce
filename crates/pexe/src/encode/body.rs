//! Encodes a [`Function`] as a function block.
//!
//! A [`BodyEncoder`] encodes many bodies and reuses its memory, so no memory is allocated for a
//! record.

use super::module::TypeIds;
use super::packing::{Packing, Selector};
use crate::construct::{
    ConstantConstruct, Instruction, PhiOperands, RelativeValues, SwitchCases, ValueBase, block_id,
};
use crate::error::Error;
use crate::function::{Constant, ConstantValue, Function};
use crate::ids::ValueId;
use crate::inst::Inst;
use crate::types::Type;
use pinnacle_bitstream::Writer;
use std::mem;

/// Encodes function bodies of one module.
#[derive(Debug)]
pub(super) struct BodyEncoder<'m> {
    types: &'m TypeIds,
    packing: &'m Packing,
    /// The operands of a record.
    operands: Vec<u64>,
    /// The list at the end of some records.
    list: Vec<u64>,
    /// True for each instruction's result that was declared before its definition.
    declared: Vec<bool>,
    /// Absolute index of the next value.
    next: u32,
}

/// The writer for a body's records, and the body.
struct Target<'w, 'f> {
    writer: &'w mut Writer,
    selector: &'w Selector,
    function: &'f Function,
}

impl<'m> BodyEncoder<'m> {
    pub(super) fn new(types: &'m TypeIds, packing: &'m Packing) -> BodyEncoder<'m> {
        BodyEncoder {
            types,
            packing,
            operands: Vec::new(),
            list: Vec::new(),
            declared: Vec::new(),
            next: 0,
        }
    }

    /// Writes the body with this index as a function block.
    pub(super) fn encode(
        &mut self,
        writer: &mut Writer,
        index: usize,
        function: &Function,
    ) -> Result<(), Error> {
        self.body(writer, index, function)
            .map_err(|error| error.in_function(function.id(), None))
    }

    fn body(
        &mut self,
        writer: &mut Writer,
        index: usize,
        function: &Function,
    ) -> Result<(), Error> {
        let selector = self.packing.of_body(index);
        let before = function.first_inst_value() - function.first_local();
        let values = function.local_types().len() - before as usize;
        self.declared.clear();
        self.declared.resize(values, false);
        self.next = function.first_inst_value();

        selector.enter(writer, block_id::FUNCTION)?;
        self.operands.clear();
        let count = Instruction::Blocks {
            count: function.blocks().len() as u32,
        };
        let code = count.encode(ValueBase(self.next), &mut self.operands);
        selector.record(writer, code, &self.operands)?;
        if !function.constants().is_empty() {
            self.constants(writer, function.constants())?;
        }
        let mut target = Target {
            writer,
            selector: &selector,
            function,
        };
        let mut list = mem::take(&mut self.list);
        for inst in function.insts() {
            self.instruction(&mut target, inst, &mut list)?;
            self.next += u32::from(inst.has_result());
        }
        self.list = list;
        Ok(writer.exit_block()?)
    }

    fn constants(&mut self, writer: &mut Writer, constants: &[Constant]) -> Result<(), Error> {
        let selector = &self.packing.constants;
        selector.enter(writer, block_id::CONSTANTS)?;
        let mut current = None;
        for constant in constants {
            let ty = constant.ty;
            if current != Some(ty) {
                let set_type = ConstantConstruct::SetType(self.types.get(ty, writer)?);
                self.constant(writer, set_type)?;
                current = Some(ty);
            }
            let construct = match constant.value {
                ConstantValue::Undef => ConstantConstruct::Undef,
                ConstantValue::Bits(bits) if ty.is_integer() => {
                    ConstantConstruct::Integer(signed(ty, bits))
                }
                ConstantValue::Bits(bits) => {
                    debug_assert!(ty.is_float(), "there are no literals of vectors");
                    ConstantConstruct::Float(bits)
                }
            };
            self.constant(writer, construct)?;
        }
        Ok(writer.exit_block()?)
    }

    #[inline]
    fn constant(&mut self, writer: &mut Writer, construct: ConstantConstruct) -> Result<(), Error> {
        self.operands.clear();
        let code = construct.encode(&mut self.operands);
        Ok(self
            .packing
            .constants
            .record(writer, code, &self.operands)?)
    }

    /// Writes an instruction. Before it, writes the types of operands that are defined later.
    #[inline]
    fn instruction(
        &mut self,
        target: &mut Target<'_, '_>,
        inst: &Inst,
        list: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let base = ValueBase(self.next);
        let instruction = match *inst {
            Inst::Binary { op, lhs, rhs } => {
                self.declare(target, &[lhs, rhs])?;
                let op = op.code();
                Instruction::Binary { op, lhs, rhs }
            }
            Inst::Cast { op, ty, value } => {
                self.declare(target, &[value])?;
                let ty = self.types.get(ty, target.writer)?;
                Instruction::Cast { op, value, ty }
            }
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                self.declare(target, &[lhs, rhs])?;
                Instruction::Compare {
                    predicate,
                    lhs,
                    rhs,
                }
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                self.declare(target, &[if_true, if_false, condition])?;
                Instruction::Select {
                    if_true,
                    if_false,
                    condition,
                }
            }
            Inst::ExtractElement { vector, index } => {
                self.declare(target, &[vector, index])?;
                Instruction::ExtractElement { vector, index }
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                self.declare(target, &[vector, element, index])?;
                Instruction::InsertElement {
                    vector,
                    element,
                    index,
                }
            }
            Inst::Load { ty, align, address } => {
                self.declare(target, &[address])?;
                let ty = self.types.get(ty, target.writer)?;
                Instruction::Load { address, align, ty }
            }
            Inst::Store {
                align,
                address,
                value,
            } => {
                self.declare(target, &[address, value])?;
                Instruction::Store {
                    address,
                    value,
                    align,
                }
            }
            Inst::Alloca { align, size } => {
                self.declare(target, &[size])?;
                Instruction::Alloca { size, align }
            }
            Inst::Phi { ty, incoming } => {
                self.phi_list(target, target.function.operands(incoming), list)?;
                Instruction::Phi {
                    ty: self.types.get(ty, target.writer)?,
                    incoming: PhiOperands::new(list, base),
                }
            }
            Inst::Call {
                tail, callee, args, ..
            } => {
                self.value_list(target, target.function.operands(args), list)?;
                Instruction::Call {
                    tail,
                    callee: ValueId(callee.0),
                    args: RelativeValues::new(list, base),
                }
            }
            Inst::CallIndirect { tail, ty, operands } => {
                let (callee, args) = target.function.callee_and_args(operands);
                self.declare(target, &[callee])?;
                let ty = self.types.get(ty, target.writer)?;
                self.value_list(target, args, list)?;
                Instruction::CallIndirect {
                    tail,
                    callee,
                    ty,
                    args: RelativeValues::new(list, base),
                }
            }
            Inst::RetVoid => Instruction::Ret { value: None },
            Inst::Ret { value } => {
                self.declare(target, &[value])?;
                Instruction::Ret { value: Some(value) }
            }
            Inst::Br { target } => Instruction::Br { target },
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                self.declare(target, &[condition])?;
                Instruction::CondBr {
                    condition,
                    if_true,
                    if_false,
                }
            }
            Inst::Switch { value, cases } => {
                self.declare(target, &[value])?;
                let ty = target.function.value_type(value);
                let (default, cases) = target.function.switch_cases(cases);
                list.clear();
                for (bits, block) in cases {
                    list.extend(SwitchCases::operands(signed(ty, bits), block));
                }
                Instruction::Switch {
                    ty: self.types.get(ty, target.writer)?,
                    value,
                    default,
                    cases: SwitchCases::new(list),
                }
            }
            Inst::Unreachable => Instruction::Unreachable,
        };
        self.operands.clear();
        let code = instruction.encode(base, &mut self.operands);
        target
            .selector
            .record(target.writer, code, &self.operands)?;
        Ok(())
    }

    /// Writes the types of those values that are defined later, unless they are already declared.
    #[inline(always)]
    fn declare(&mut self, target: &mut Target<'_, '_>, values: &[ValueId]) -> Result<(), Error> {
        for &value in values {
            if value.0 >= self.next {
                self.declare_forward(target, value)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn declare_forward(
        &mut self,
        target: &mut Target<'_, '_>,
        value: ValueId,
    ) -> Result<(), Error> {
        // A value that is defined later is the result of an instruction.
        let place = value.0 - target.function.first_inst_value();
        if mem::replace(&mut self.declared[place as usize], true) {
            return Ok(());
        }
        let ty = target.function.value_type(value);
        let ty = self.types.get(ty, target.writer)?;
        self.operands.clear();
        let declaration = Instruction::ForwardType { value, ty };
        let code = declaration.encode(ValueBase(self.next), &mut self.operands);
        Ok(target
            .selector
            .record(target.writer, code, &self.operands)?)
    }

    /// Encodes the operands of a call.
    fn value_list(
        &mut self,
        target: &mut Target<'_, '_>,
        values: &[u32],
        list: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let base = ValueBase(self.next);
        list.clear();
        for &value in values {
            let value = ValueId(value);
            self.declare(target, &[value])?;
            list.push(base.relative(value));
        }
        Ok(())
    }

    /// Encodes the operands of a phi, which are pairs of a value and a block.
    fn phi_list(
        &mut self,
        target: &mut Target<'_, '_>,
        pairs: &[u32],
        list: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let base = ValueBase(self.next);
        list.clear();
        for pair in pairs.chunks_exact(2) {
            let value = ValueId(pair[0]);
            self.declare(target, &[value])?;
            list.extend([base.relative_in_phi(value), pair[1].into()]);
        }
        Ok(())
    }
}

/// Returns an integer as encoded in records, where the highest bit of the type is the sign.
#[inline]
fn signed(ty: Type, bits: u64) -> i64 {
    let unused = u64::BITS.saturating_sub(ty.bits()) % u64::BITS;
    (bits << unused) as i64 >> unused
}
