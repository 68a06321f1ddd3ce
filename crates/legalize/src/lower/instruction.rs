//! Lowers each LLVM instruction.

use super::body::Lowerer;
use super::plan::{self, Callee, Size, left_over};
use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{
    self as llvm, Align, BlockId, Body, CallId, ConstantId, ConstantKind, Instruction,
    InstructionKind, LocalId, TailKind, TypeId, Value,
};
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Inst, Predicate};
use pinnacle_pexe::types::Type;

impl Lowerer<'_> {
    /// Appends the instructions that replace an instruction.
    pub(super) fn instruction(
        &mut self,
        body: &Body,
        instruction: &Instruction,
    ) -> Result<(), Fault> {
        use InstructionKind as K;
        let inst = match instruction.kind {
            K::Return(None) => Inst::RetVoid,
            K::Return(Some(value)) => Inst::Ret {
                value: self.operand(value)?,
            },
            K::Branch(target) => Inst::Br {
                target: self.blocks.target(target)?,
            },
            K::ConditionalBranch {
                condition,
                if_true,
                if_false,
            } => Inst::CondBr {
                condition: self.operand(condition)?,
                if_true: self.blocks.target(if_true)?,
                if_false: self.blocks.target(if_false)?,
            },
            K::Switch {
                value,
                default,
                cases,
            } => self.switch(value, default, body.cases(cases))?,
            K::Unreachable => Inst::Unreachable,
            K::Negate { value, .. } => {
                let ty = self.type_of(body, value)?;
                let bits = plan::negative_zero(ty);
                let bits = bits.ok_or_else(|| left_over("a negation of a vector"))?;
                Inst::Binary {
                    op: BinaryOp::FSub,
                    lhs: self.numbers.constant(ty, bits),
                    rhs: self.operand(value)?,
                }
            }
            K::Binary { op, lhs, rhs, .. } | K::FloatBinary { op, lhs, rhs, .. } => Inst::Binary {
                op: plan::binary(op),
                lhs: self.operand(lhs)?,
                rhs: self.operand(rhs)?,
            },
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => self.compare(plan::int_predicate(predicate), lhs, rhs)?,
            K::FloatCompare {
                predicate,
                lhs,
                rhs,
                ..
            } => self.compare(plan::float_predicate(predicate), lhs, rhs)?,
            K::Cast { op, value, .. } => {
                let from = self.type_of(body, value)?;
                let to = self.result_type(body, instruction)?;
                let value = self.operand(value)?;
                let Some(op) = self.context.cast(op, from, to) else {
                    self.numbers.define_as(result_of(instruction)?, value);
                    return Ok(());
                };
                Inst::Cast { op, ty: to, value }
            }
            K::Select { operands, .. } => {
                let &[condition, if_true, if_false] = body.values(operands) else {
                    return Err(Fault::internal("a select does not have three operands"));
                };
                Inst::Select {
                    condition: self.operand(condition)?,
                    if_true: self.operand(if_true)?,
                    if_false: self.operand(if_false)?,
                }
            }
            K::Phi { incoming, .. } => {
                let ty = self.result_type(body, instruction)?;
                self.phi(ty, body.incoming(incoming))?
            }
            K::Alloca {
                allocated,
                count,
                align,
                ..
            } => self.alloca(body, allocated, count, align)?,
            K::Load {
                pointer,
                align,
                volatile: false,
                atomicity,
                ..
            } if !is_atomic(atomicity) => {
                let ty = self.result_type(body, instruction)?;
                Inst::Load {
                    ty,
                    align: plan::access_alignment(ty, align),
                    address: self.operand(pointer)?,
                }
            }
            K::Store {
                value,
                pointer,
                align,
                volatile: false,
                atomicity,
                ..
            } if !is_atomic(atomicity) => Inst::Store {
                align: plan::access_alignment(self.type_of(body, value)?, align),
                address: self.operand(pointer)?,
                value: self.operand(value)?,
            },
            K::ExtractElement { vector, index } => Inst::ExtractElement {
                vector: self.operand(vector)?,
                index: self.element_index(index)?,
            },
            K::InsertElement { operands } => {
                let &[vector, element, index] = body.values(operands) else {
                    return Err(Fault::internal(
                        "an insertelement does not have three operands",
                    ));
                };
                Inst::InsertElement {
                    vector: self.operand(vector)?,
                    element: self.operand(element)?,
                    index: self.element_index(index)?,
                }
            }
            K::Call(call) => self.call(body, call, instruction)?,
            _ => return Err(left_over("an instruction")),
        };
        if inst.has_result() {
            let ty = self.result_type(body, instruction)?;
            self.numbers.define(result_of(instruction)?, ty);
        }
        self.push(inst);
        Ok(())
    }

    fn result_type(&self, body: &Body, instruction: &Instruction) -> Result<Type, Fault> {
        self.type_of(body, Value::Local(result_of(instruction)?))
    }

    fn compare(&mut self, predicate: Predicate, lhs: Value, rhs: Value) -> Result<Inst, Fault> {
        Ok(Inst::Compare {
            predicate,
            lhs: self.operand(lhs)?,
            rhs: self.operand(rhs)?,
        })
    }

    fn switch(
        &mut self,
        value: Value,
        default: BlockId,
        cases: &[(ConstantId, BlockId)],
    ) -> Result<Inst, Fault> {
        let value = self.operand(value)?;
        let default = self.blocks.target(default)?;
        let mut list = self.list([default.0]);
        for &(case, target) in cases {
            let ConstantKind::Bits(bits) = self.context.module.constants.get(case).kind else {
                return Err(left_over("a switch case that is not a constant number"));
            };
            let target = self.blocks.target(target)?;
            list.len += self.list([bits as u32, (bits >> 32) as u32, target.0]).len;
        }
        Ok(Inst::Switch { value, cases: list })
    }

    /// Lowers a phi. Edges from unreachable blocks are dropped.
    fn phi(&mut self, ty: Type, incoming: &[(Value, BlockId)]) -> Result<Inst, Fault> {
        let mut list = self.list([]);
        for &(value, block) in incoming {
            if let Some(block) = self.blocks.number(block) {
                let value = self.operand(value)?;
                list.len += self.list([value.0, block.0]).len;
            }
        }
        Ok(Inst::Phi { ty, incoming: list })
    }

    fn alloca(
        &mut self,
        body: &Body,
        allocated: TypeId,
        count: Option<Value>,
        align: Align,
    ) -> Result<Inst, Fault> {
        let context = self.context;
        let alloca = context.alloca(&mut self.layout, body, allocated, count, align)?;
        let size = match alloca.size {
            Size::Constant(size) => self.numbers.i32(size),
            Size::Dynamic {
                count,
                cast,
                element,
            } => {
                let mut size = self.operand(count)?;
                if let Some(op) = cast {
                    let (ty, value) = (Type::I32, size);
                    self.push(Inst::Cast { op, ty, value });
                    size = self.numbers.define_new(ty);
                }
                if element != 1 {
                    let (op, lhs) = (BinaryOp::Mul, size);
                    let rhs = self.numbers.i32(element);
                    self.push(Inst::Binary { op, lhs, rhs });
                    size = self.numbers.define_new(Type::I32);
                }
                size
            }
        };
        let align = alloca.align;
        Ok(Inst::Alloca { align, size })
    }

    /// Returns the index of a vector's element, which must be constant.
    fn element_index(&mut self, index: Value) -> Result<ValueId, Fault> {
        let kind = match index {
            Value::Constant(constant) => Some(self.context.module.constants.get(constant).kind),
            _ => None,
        };
        let number = match kind {
            Some(ConstantKind::Bits(bits)) => u32::try_from(bits).ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| left_over("a variable index of a vector"))?;
        Ok(self.numbers.i32(number))
    }

    fn call(
        &mut self,
        body: &Body,
        call: CallId,
        instruction: &Instruction,
    ) -> Result<Inst, Fault> {
        let call = body.call(call);
        let callee = self.context.callee(&call)?;
        let result = match callee {
            Callee::Function(_) => {
                let result = self.context.module.types.result(call.function_type);
                result.and_then(|ty| self.context.types.get(ty))
            }
            Callee::Intrinsic(_, row) => Some(row.result),
            Callee::Address(result) => Some(result),
        };
        let has_result = result.is_some_and(|ty| ty != Type::Void);
        if has_result != instruction.result.is_some() {
            return Err(
                ErrorKind::BadCall.fault("the result of the call differs from that of its callee")
            );
        }
        let mut list = self.list([]);
        if let Callee::Address(_) = callee {
            let address = self.operand(call.callee)?;
            list.len += self.list([address.0]).len;
        }
        let arguments = body.values(call.arguments);
        let lacking = match callee {
            Callee::Intrinsic(_, row) if plan::lacks_alignment(row, arguments.len()) => {
                arguments.len().checked_sub(1)
            }
            _ => None,
        };
        for (number, &argument) in arguments.iter().enumerate() {
            if lacking == Some(number) {
                let one = self.numbers.i32(1);
                list.len += self.list([one.0]).len;
            }
            let argument = self.operand(argument)?;
            list.len += self.list([argument.0]).len;
        }
        let tail = matches!(call.tail, TailKind::Tail | TailKind::MustTail);
        Ok(match callee {
            Callee::Function(callee) | Callee::Intrinsic(callee, _) => Inst::Call {
                tail,
                has_result,
                callee,
                args: list,
            },
            Callee::Address(ty) => Inst::CallIndirect {
                tail,
                ty,
                operands: list,
            },
        })
    }
}

/// Returns the result of an instruction, which must have one.
fn result_of(instruction: &Instruction) -> Result<LocalId, Fault> {
    instruction
        .result
        .ok_or_else(|| Fault::internal("an instruction lacks its result"))
}

fn is_atomic(atomicity: llvm::Atomicity) -> bool {
    atomicity.ordering != llvm::Ordering::NotAtomic
}
