//! Emits the replacement of each instruction.

use pinnacle_llvm as ir;
use pinnacle_llvm::{Align, Value};

use super::body::Body;
use super::cannot;
use super::constants::plain_bits;
use crate::error::Error;
use crate::model::{self, BlockId, Case, Inst, InstId, List, TypeId};

/// An alignment in bytes, 0 for that of the type.
fn align(bytes: u32) -> Align {
    Align::new(bytes.into()).unwrap_or(Align::NATURAL)
}

impl Body<'_, '_, '_> {
    /// Emits the replacement of an instruction. Returns its result, if it has one.
    pub(super) fn upgrade_instruction(
        &mut self,
        block: BlockId,
        id: InstId,
    ) -> Result<Option<Value>, Error> {
        let old = self.old;
        let result = old.result_type(id);
        match *old.inst(id) {
            Inst::Ret { value } => self.ret(value)?,
            Inst::Br { target } => {
                let target = self.blocks[target.index()];
                self.code.builder.branch(target);
            }
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let condition = self.of_type(condition, TypeId::BOOL, "the condition")?;
                let (if_true, if_false) =
                    (self.blocks[if_true.index()], self.blocks[if_false.index()]);
                self.code.builder.branch_if(condition, if_true, if_false);
            }
            Inst::Switch {
                value,
                default,
                cases,
            } => self.switch(value, default, cases)?,
            Inst::Invoke {
                callee,
                arguments,
                normal,
                unwind,
                convention,
            } => {
                let blocks = (normal, unwind);
                return self.invoke(block, id, callee, arguments, convention, blocks);
            }
            Inst::Unwind => self.unwind(),
            Inst::Unreachable => self.code.builder.unreachable(),
            Inst::Binary { .. }
            | Inst::Shift { .. }
            | Inst::Cast { .. }
            | Inst::Select { .. }
            | Inst::Vector { .. } => return self.operator(id).map(Some),
            Inst::Malloc { count, .. } => return self.malloc(result, count).map(Some),
            Inst::Alloca { count, alignment } => {
                let ty = self
                    .code
                    .upgrade
                    .memory_type(self.code.upgrade.pointee(result)?)?;
                let count = self.of_type(count, TypeId::UINT, "the number of elements")?;
                let count = Some(count).filter(|&count| !self.is_one(count));
                return Ok(Some(self.code.builder.alloca(ty, count, align(alignment))));
            }
            Inst::Free { pointer } => {
                let pointer = self.typed(pointer)?;
                self.code.upgrade.pointee(pointer.ty)?;
                let void = self.code.builder.module.types.void();
                self.code.call_runtime("free", void, &[pointer.value]);
            }
            Inst::Load { pointer, volatile } => {
                let pointer = self.typed(pointer)?;
                let pointee = self.code.upgrade.pointee(pointer.ty)?;
                let ty = self.code.upgrade.value_type(pointee)?;
                return Ok(Some(self.code.builder.load(ty, pointer.value, volatile)));
            }
            Inst::Store {
                value,
                pointer,
                volatile,
            } => {
                let (value, pointer) = (self.typed(value)?, self.typed(pointer)?);
                let pointee = self.code.upgrade.pointee(pointer.ty)?;
                self.code
                    .upgrade
                    .same(value.ty, pointee, "the stored value")?;
                self.code.upgrade.value_type(value.ty)?;
                self.code
                    .builder
                    .store(value.value, pointer.value, volatile);
            }
            Inst::GetElementPtr { pointer, indices } => {
                let pointer = self.typed(pointer)?;
                let indices = self.indices(indices)?;
                return self.code.address(pointer, &indices).map(Some);
            }
            Inst::Phi { incoming } => return self.phi(block, id, incoming),
            Inst::Call {
                callee,
                arguments,
                convention,
                tail,
            } => return self.call(id, callee, arguments, (convention, tail)),
            Inst::VaFetch { list } => {
                let list = self.typed(list)?;
                self.code.upgrade.pointee(list.ty)?;
                let ty = self.code.upgrade.value_type(result)?;
                let kind = ir::InstructionKind::VaArg(list.value);
                return Ok(Some(self.code.builder.emit(kind, ty)));
            }
            Inst::VaNext { list, argument } => {
                let list = self.list(list)?;
                return self.next_argument(id, list, argument).map(Some);
            }
            Inst::VaArg { list } => {
                let list = self.list(list)?;
                return self.read_argument(list, result).map(Some);
            }
        }
        Ok(None)
    }

    fn switch(
        &mut self,
        value: model::Value,
        default: BlockId,
        cases: List<Case>,
    ) -> Result<(), Error> {
        let value = self.typed(value)?;
        if !value.ty.is_integer() && value.ty != TypeId::BOOL {
            return Err(cannot("a switch on something that is not an integer"));
        }
        let cases = self.cases(cases, value.ty)?;
        let cases: Vec<_> = cases
            .into_iter()
            .map(|(case, to)| (case, self.blocks[to.index()]))
            .collect();
        let default = self.blocks[default.index()];
        self.code.builder.switch(value.value, default, &cases);
        Ok(())
    }

    /// Upgrades an operation that also exists for constants.
    fn operator(&mut self, id: InstId) -> Result<Value, Error> {
        let old = self.old;
        let inst = old.inst(id);
        let (operation, result) = (inst.operation(), old.result_type(id));
        // None of these operations has more than three operands.
        let mut values = [None; 3];
        let mut places = values.iter_mut();
        old.for_each_operand(inst, |operand| {
            if let Some(place) = places.next() {
                *place = Some(operand);
            }
        });
        match values {
            [Some(first), Some(second), Some(third)] => {
                let operands = [self.typed(first)?, self.typed(second)?, self.typed(third)?];
                self.code.operator(operation, &operands, result)
            }
            [Some(first), Some(second), None] => {
                let operands = [self.typed(first)?, self.typed(second)?];
                self.code.operator(operation, &operands, result)
            }
            [Some(only), ..] => {
                let operands = [self.typed(only)?];
                self.code.operator(operation, &operands, result)
            }
            [None, ..] => Err(cannot("an operation without operands")),
        }
    }

    fn ret(&mut self, value: Option<model::Value>) -> Result<(), Error> {
        let value = match value {
            Some(value) => Some(self.of_type(value, self.result, "the returned value")?),
            None if self.result == TypeId::VOID => None,
            None => {
                return Err(cannot(
                    "a return without a value from a function that returns one",
                ));
            }
        };
        self.code.builder.ret(value);
        Ok(())
    }

    fn is_one(&self, value: Value) -> bool {
        let module = &self.code.builder.module;
        matches!(value, Value::Constant(constant) if plain_bits(module, constant) == Some(1))
    }

    /// `malloc`: a call with the size of the type, times the count.
    fn malloc(&mut self, result: TypeId, count: model::Value) -> Result<Value, Error> {
        let ty = self
            .code
            .upgrade
            .memory_type(self.code.upgrade.pointee(result)?)?;
        let count = self.of_type(count, TypeId::UINT, "the number of elements")?;
        let word = self.code.word();
        let bits = self.code.upgrade.pointer_bits;
        let module = &mut *self.code.builder.module;
        let pointer = module.types.pointer();
        let (null, one) = (module.null(), module.int(64, 1));
        let flags = ir::GepFlags::NONE;
        let end = module
            .constants
            .get_element_ptr(pointer, ty, flags, &[null, one]);
        let size = ir::ConstantKind::Cast(ir::CastOp::PtrToInt, end);
        let mut size: Value = module.constants.plain(word, size).into();
        if !self.is_one(count) {
            let count = if bits > 32 {
                self.code.extend(count, bits)
            } else {
                count
            };
            size = self.code.builder.binary(ir::BinaryOp::Mul, size, count);
        }
        let called = self.code.call_runtime("malloc", pointer, &[size]);
        called.ok_or_else(|| cannot("an allocation without a result"))
    }
}
