//! Lists the operands of an instruction, each with its role.

use crate::numbers;
use pinnacle_pexe::function::{Constant, ConstantValue};
use pinnacle_pexe::inst::{Alignment, Predicate, Range};
use pinnacle_pexe::{BlockId, FuncId, Function, Inst, ValueId};

/// The parts of an instruction except its result.
#[derive(Debug)]
pub(super) struct Parts {
    /// The name of the instruction in PNaClAsm.
    pub(super) opcode: &'static str,
    /// The condition of a comparison.
    pub(super) predicate: Option<&'static str>,
    /// The alignment in bytes, zero if it is unspecified; `None` for instructions without an
    /// alignment.
    pub(super) align: Option<Alignment>,
    /// True for a call that is marked as a tail call.
    pub(super) tail: bool,
    /// The function of a direct call.
    pub(super) callee: Option<FuncId>,
    /// The values used, in the order of PNaClAsm.
    pub(super) operands: Vec<Operand>,
    /// The possible successor blocks. In a switch each except the default has a selector.
    pub(super) targets: Vec<(BlockId, Option<String>)>,
}

/// A value that an instruction uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) role: &'static str,
    pub(super) value: ValueId,
    /// For a phi, the predecessor block that the value belongs to.
    pub(super) from: Option<BlockId>,
}

impl Parts {
    pub(super) fn of(function: &Function, inst: &Inst) -> Parts {
        match *inst {
            Inst::Binary { op, lhs, rhs } => Parts::new(op.name())
                .operand("lhs", lhs)
                .operand("rhs", rhs),
            Inst::Cast { op, value, .. } => Parts::new(op.name()).operand("value", value),
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => Parts::comparison(predicate, lhs, rhs),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => Parts::new("select")
                .operand("condition", condition)
                .operand("if_true", if_true)
                .operand("if_false", if_false),
            Inst::ExtractElement { vector, index } => Parts::new("extractelement")
                .operand("vector", vector)
                .operand("index", index),
            Inst::InsertElement {
                vector,
                element,
                index,
            } => Parts::new("insertelement")
                .operand("vector", vector)
                .operand("element", element)
                .operand("index", index),
            Inst::Load { align, address, .. } => {
                Parts::new("load").align(align).operand("address", address)
            }
            Inst::Store {
                align,
                address,
                value,
            } => Parts::new("store")
                .align(align)
                .operand("value", value)
                .operand("address", address),
            Inst::Alloca { align, size } => Parts::new("alloca").align(align).operand("size", size),
            Inst::Phi { incoming, .. } => Parts::phi(function, incoming),
            Inst::Call {
                tail, callee, args, ..
            } => {
                let mut parts = Parts::new("call").arguments(function.values(args));
                (parts.tail, parts.callee) = (tail, Some(callee));
                parts
            }
            Inst::CallIndirect { tail, operands, .. } => {
                let mut values = function.values(operands);
                let mut parts = Parts::new("call");
                parts.tail = tail;
                if let Some(callee) = values.next() {
                    parts = parts.operand("callee", callee);
                }
                parts.arguments(values)
            }
            Inst::RetVoid => Parts::new("ret"),
            Inst::Ret { value } => Parts::new("ret").operand("value", value),
            Inst::Br { target } => Parts::new("br").target(target),
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => Parts::new("br")
                .operand("condition", condition)
                .target(if_true)
                .target(if_false),
            Inst::Switch { value, cases } => Parts::switch(function, value, cases),
            Inst::Unreachable => Parts::new("unreachable"),
        }
    }

    fn new(opcode: &'static str) -> Parts {
        Parts {
            opcode,
            predicate: None,
            align: None,
            tail: false,
            callee: None,
            operands: Vec::new(),
            targets: Vec::new(),
        }
    }

    fn operand(mut self, role: &'static str, value: ValueId) -> Parts {
        self.operands.push(Operand {
            role,
            value,
            from: None,
        });
        self
    }

    fn arguments(mut self, values: impl Iterator<Item = ValueId>) -> Parts {
        for value in values {
            self = self.operand("argument", value);
        }
        self
    }

    fn align(mut self, align: Alignment) -> Parts {
        self.align = Some(align);
        self
    }

    fn target(mut self, block: BlockId) -> Parts {
        self.targets.push((block, None));
        self
    }

    fn comparison(predicate: Predicate, lhs: ValueId, rhs: ValueId) -> Parts {
        let opcode = match predicate.is_integer() {
            true => "icmp",
            false => "fcmp",
        };
        let mut parts = Parts::new(opcode).operand("lhs", lhs).operand("rhs", rhs);
        parts.predicate = Some(predicate.name());
        parts
    }

    fn phi(function: &Function, incoming: Range) -> Parts {
        let mut parts = Parts::new("phi");
        let incoming = function.phi_incoming(incoming);
        parts
            .operands
            .extend(incoming.map(|(value, block)| Operand {
                role: "incoming",
                value,
                from: Some(block),
            }));
        parts
    }

    fn switch(function: &Function, value: ValueId, cases: Range) -> Parts {
        let ty = function.value_type(value);
        let (default, cases) = function.switch_cases(cases);
        let mut parts = Parts::new("switch").operand("value", value).target(default);
        parts.targets.extend(cases.map(|(selector, block)| {
            let value = ConstantValue::Bits(selector);
            (block, Some(numbers::constant(Constant { ty, value })))
        }));
        parts
    }
}
