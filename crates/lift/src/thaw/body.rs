//! The body of a function.

use super::globals::{ALIGNMENT_ARGUMENT, Globals, align, pointers_of, states_alignment};
use crate::function::operators::{self, Comparison};
use pinnacle_llvm::{
    Atomicity, BinaryFlags, BlockId as Block, CastFlags, CastOp, ConstantKind, FastMath,
    FunctionBuilder, Instruction, InstructionKind, LocalId, Module, TailKind, TypeId, Value,
};
use pinnacle_pexe::function::{ConstantValue, Function};
use pinnacle_pexe::inst::{self, BinaryOp, Inst, Predicate, Range};
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_pexe::{BlockId, FuncId, ValueId};
use std::collections::HashMap;

/// Makes the body of a function.
pub(super) fn thaw(globals: &Globals<'_>, module: &mut Module, function: &Function) {
    let global = globals.functions[function.id().index()];
    let mut thawing = Thawing {
        globals,
        function,
        builder: FunctionBuilder::new(module, global),
        values: Vec::with_capacity(function.local_types().len()),
        pointers: vec![false; function.local_types().len()],
        blocks: Vec::with_capacity(function.blocks().len()),
        conversions: HashMap::new(),
        incoming: HashMap::new(),
    };
    thawing.declare();
    thawing.convert_incoming_pointers();
    for block in function.block_ids() {
        thawing.block(block);
    }
    thawing.builder.finish();
}

/// A body that is made.
struct Thawing<'a, 'p> {
    globals: &'a Globals<'p>,
    function: &'a Function,
    builder: FunctionBuilder<'a>,
    /// The value of each local.
    values: Vec<Value>,
    /// True for each local that is a pointer in LLVM.
    pointers: Vec<bool>,
    blocks: Vec<Block>,
    /// The conversions in the block so far, to pointers (true) or numbers.
    conversions: HashMap<(ValueId, bool), Value>,
    /// The pointers that phis need as numbers at the end of a block, in the order of the phis.
    incoming: HashMap<BlockId, Vec<(ValueId, LocalId)>>,
}

impl Thawing<'_, '_> {
    /// Declares the blocks and all values.
    fn declare(&mut self) {
        for _ in self.function.blocks() {
            let block = self.builder.block(b"");
            self.blocks.push(block);
        }
        for index in 0..self.function.param_count() as usize {
            self.values.push(self.builder.parameter(index));
        }
        for constant in self.function.constants() {
            let ty = self.globals.types.of(constant.ty);
            let constants = &mut self.builder.module.constants;
            let value = match constant.value {
                ConstantValue::Undef => constants.plain(ty, ConstantKind::Undef),
                ConstantValue::Bits(bits) => constants.bits(ty, bits),
            };
            self.values.push(value.into());
        }
        let insts = self.function.insts().iter();
        for inst in insts.filter(|inst| inst.has_result()) {
            let is_pointer = match *inst {
                Inst::Alloca { .. } => true,
                Inst::Call { callee, .. } => {
                    let intrinsic = self.globals.program.functions[callee.index()].intrinsic;
                    intrinsic.is_some_and(|intrinsic| pointers_of(intrinsic).result)
                }
                _ => false,
            };
            let index = self.values.len();
            let ty = match is_pointer {
                true => self.globals.types.pointer,
                false => self.globals.types.of(self.function.local_types()[index]),
            };
            self.pointers[index] = is_pointer;
            self.values.push(Value::Local(self.builder.reserve(ty)));
        }
    }

    /// Reserves a local for each pointer that a phi needs as a number.
    fn convert_incoming_pointers(&mut self) {
        let word = self.globals.types.of(Type::I32);
        for inst in self.function.insts() {
            let Inst::Phi { incoming, .. } = *inst else {
                continue;
            };
            for (value, block) in self.function.phi_incoming(incoming) {
                if !self.is_pointer(value) {
                    continue;
                }
                let needed = self.incoming.entry(block).or_default();
                if needed.iter().all(|&(known, _)| known != value) {
                    needed.push((value, self.builder.reserve(word)));
                }
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        self.conversions.clear();
        self.builder.start(self.blocks[block.index()]);
        for (_, result, inst) in self.function.block_insts(block) {
            if inst.is_terminator() {
                self.convert_for_successors(block);
            }
            let kind = self.instruction(inst);
            let result = result.and_then(|result| match self.native(result) {
                Value::Local(local) => Some(local),
                _ => None,
            });
            self.builder.push(Instruction { kind, result });
        }
    }

    /// Makes numbers of the pointers that phis of later blocks need.
    fn convert_for_successors(&mut self, block: BlockId) {
        for (value, local) in self.incoming.get(&block).cloned().unwrap_or_default() {
            let kind = InstructionKind::Cast {
                op: CastOp::PtrToInt,
                flags: CastFlags::NONE,
                value: self.native(value),
            };
            self.builder.push(Instruction {
                kind,
                result: Some(local),
            });
        }
    }

    /// The place of a value among the locals; `None` for the address of a function or variable.
    fn local(&self, value: ValueId) -> Option<usize> {
        let index = value.0.checked_sub(self.function.first_local())?;
        Some(index as usize)
    }

    fn is_pointer(&self, value: ValueId) -> bool {
        self.local(value).is_none_or(|local| self.pointers[local])
    }

    /// A value as it is, whether it is a pointer or not.
    fn native(&self, value: ValueId) -> Value {
        match self.local(value) {
            Some(local) => self.values[local],
            None => self.globals.addresses[value.index()].into(),
        }
    }

    /// A value as a number.
    fn number(&mut self, value: ValueId) -> Value {
        match self.is_pointer(value) {
            true => self.converted(value, false),
            false => self.native(value),
        }
    }

    /// A value as a pointer.
    fn pointer(&mut self, value: ValueId) -> Value {
        match self.is_pointer(value) {
            true => self.native(value),
            false => self.converted(value, true),
        }
    }

    /// A value converted to a pointer or to a number, once for each block.
    fn converted(&mut self, value: ValueId, to_pointer: bool) -> Value {
        if let Some(&known) = self.conversions.get(&(value, to_pointer)) {
            return known;
        }
        let native = self.native(value);
        let converted = match to_pointer {
            true => {
                let pointer = self.globals.types.pointer;
                self.builder.cast(CastOp::IntToPtr, native, pointer)
            }
            false => {
                let word = self.globals.types.of(Type::I32);
                self.builder.cast(CastOp::PtrToInt, native, word)
            }
        };
        self.conversions.insert((value, to_pointer), converted);
        converted
    }

    fn target(&self, block: BlockId) -> Block {
        self.blocks[block.index()]
    }

    fn instruction(&mut self, inst: &Inst) -> InstructionKind {
        match *inst {
            Inst::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs),
            Inst::Cast { op, value, .. } => InstructionKind::Cast {
                op: match op {
                    inst::CastOp::FpToUi => CastOp::FPToUI,
                    inst::CastOp::FpToSi => CastOp::FPToSI,
                    // All others are in the table.
                    op => operators::cast(op).unwrap_or(CastOp::BitCast),
                },
                flags: CastFlags::NONE,
                value: self.number(value),
            },
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => self.compare(predicate, lhs, rhs),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                let values = [condition, if_true, if_false].map(|value| self.number(value));
                InstructionKind::Select {
                    flags: FastMath::NONE,
                    operands: self.builder.values(&values),
                }
            }
            Inst::ExtractElement { vector, index } => InstructionKind::ExtractElement {
                vector: self.number(vector),
                index: self.number(index),
            },
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                let values = [vector, element, index].map(|value| self.number(value));
                InstructionKind::InsertElement {
                    operands: self.builder.values(&values),
                }
            }
            Inst::Load {
                align: code,
                address,
                ..
            } => InstructionKind::Load {
                pointer: self.pointer(address),
                align: align(code),
                volatile: false,
                atomicity: Atomicity::NONE,
            },
            Inst::Store {
                align: code,
                address,
                value,
            } => InstructionKind::Store {
                value: self.number(value),
                pointer: self.pointer(address),
                align: align(code),
                volatile: false,
                atomicity: Atomicity::NONE,
            },
            Inst::Alloca { align: code, size } => InstructionKind::Alloca {
                allocated: self.globals.types.of(Type::I8),
                count: Some(self.number(size)),
                align: align(code),
                in_alloca: false,
                swift_error: false,
            },
            Inst::Phi { incoming, .. } => self.phi(incoming),
            Inst::Call {
                tail, callee, args, ..
            } => self.call(tail, callee, args),
            Inst::CallIndirect {
                tail, ty, operands, ..
            } => self.call_indirect(tail, ty, operands),
            _ => self.terminator(inst),
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> InstructionKind {
        let [lhs, rhs] = [lhs, rhs].map(|value| self.number(value));
        match op.is_float() {
            true => InstructionKind::FloatBinary {
                op: operators::binary(op),
                flags: FastMath::NONE,
                lhs,
                rhs,
            },
            false => InstructionKind::Binary {
                op: operators::binary(op),
                flags: BinaryFlags::NONE,
                lhs,
                rhs,
            },
        }
    }

    fn compare(&mut self, predicate: Predicate, lhs: ValueId, rhs: ValueId) -> InstructionKind {
        let [lhs, rhs] = [lhs, rhs].map(|value| self.number(value));
        match operators::comparison(predicate) {
            Comparison::Integer(predicate) => InstructionKind::IntCompare {
                predicate,
                lhs,
                rhs,
            },
            Comparison::Float(predicate) => InstructionKind::FloatCompare {
                predicate,
                flags: FastMath::NONE,
                lhs,
                rhs,
            },
        }
    }

    fn phi(&mut self, incoming: Range) -> InstructionKind {
        let mut edges = Vec::with_capacity(incoming.len as usize / 2);
        for (value, block) in self.function.phi_incoming(incoming) {
            let converted = self.incoming.get(&block);
            let converted =
                converted.and_then(|list| list.iter().find(|(known, _)| *known == value));
            let edge = match converted {
                Some(&(_, local)) => Value::Local(local),
                None => self.native(value),
            };
            edges.push((edge, self.target(block)));
        }
        InstructionKind::Phi {
            flags: FastMath::NONE,
            incoming: self.builder.incoming(&edges),
        }
    }

    fn call(&mut self, tail: bool, callee: FuncId, args: Range) -> InstructionKind {
        let intrinsic = self.globals.program.functions[callee.index()].intrinsic;
        let mut arguments = Vec::with_capacity(args.len as usize);
        for (index, value) in self.function.values(args).enumerate() {
            match intrinsic {
                Some(intrinsic) if pointers_of(intrinsic).parameters.contains(&index) => {
                    arguments.push(self.pointer(value));
                }
                Some(intrinsic) if states_alignment(intrinsic) && index == ALIGNMENT_ARGUMENT => {}
                _ => arguments.push(self.number(value)),
            }
        }
        let global = self.globals.functions[callee.index()];
        let ty = self.builder.module.global(global).ty;
        let callee = self.globals.addresses[callee.index()].into();
        self.call_of(tail, callee, ty, &arguments)
    }

    fn call_indirect(&mut self, tail: bool, result: Type, operands: Range) -> InstructionKind {
        let (callee, words) = self.function.callee_and_args(operands);
        let params = words
            .iter()
            .map(|&word| self.function.value_type(ValueId(word)));
        let signature = Signature {
            result,
            params: params.collect(),
        };
        let ty = self.globals.function_type(self.builder.module, &signature);
        let callee = self.pointer(callee);
        let arguments = words.iter().map(|&word| self.number(ValueId(word)));
        let arguments: Vec<Value> = arguments.collect();
        self.call_of(tail, callee, ty, &arguments)
    }

    fn call_of(
        &mut self,
        tail: bool,
        callee: Value,
        ty: TypeId,
        arguments: &[Value],
    ) -> InstructionKind {
        let mut call = self.builder.call_site(callee, ty, arguments);
        if tail {
            call.tail = TailKind::Tail;
        }
        InstructionKind::Call(self.builder.add_call(call))
    }

    fn terminator(&mut self, inst: &Inst) -> InstructionKind {
        match *inst {
            Inst::RetVoid => InstructionKind::Return(None),
            Inst::Ret { value } => InstructionKind::Return(Some(self.number(value))),
            Inst::Br { target } => InstructionKind::Branch(self.target(target)),
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => InstructionKind::ConditionalBranch {
                condition: self.number(condition),
                if_true: self.target(if_true),
                if_false: self.target(if_false),
            },
            Inst::Switch { value, cases } => {
                let bits = self.function.value_type(value).bits();
                let (default, cases) = self.function.switch_cases(cases);
                let mut list = Vec::with_capacity(cases.len());
                for (selector, target) in cases {
                    let selector = self.builder.module.int(bits, selector);
                    list.push((selector, self.target(target)));
                }
                InstructionKind::Switch {
                    value: self.number(value),
                    default: self.target(default),
                    cases: self.builder.cases(&list),
                }
            }
            _ => InstructionKind::Unreachable,
        }
    }
}
