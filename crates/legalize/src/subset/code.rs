//! Checks instructions.

use super::Checker;
use pinnacle_llvm::{
    Atomicity, AttributeListId, BinaryFlags, BinaryOp, Body, BodyNames, CallId, CallingConvention,
    CastOp, ConstantKind, Instruction, InstructionId, InstructionKind, LocalId, Type, TypeId,
    Value,
};
use pinnacle_pexe::intrinsics::PREFIX;
use pinnacle_pexe::types::Type as Pexe;

impl Checker<'_> {
    pub(super) fn body(&mut self, function: &str, body: &Body) {
        let names = BodyNames::new(body);
        for &block in body.order() {
            let start = body.block(block).start.index();
            for (offset, instruction) in body.block_instructions(block).iter().enumerate() {
                if let Some(reason) = self.reason(body, instruction) {
                    let text = self.text(&names, instruction);
                    self.say(format!("Function {function} disallowed: {reason}: {text}"));
                }
                self.attachments(function, body, InstructionId::at(start + offset));
            }
        }
    }

    /// Formats an instruction with the name of its result.
    fn text(&mut self, names: &BodyNames<'_>, instruction: &Instruction) -> String {
        let result = instruction.result.map(|local| {
            let name = self.printer.local_name(names, local);
            format!("{name} = ")
        });
        let text = self.printer.instruction(names, instruction);
        format!("{}{text}", result.unwrap_or_default())
    }

    fn attachments(&mut self, function: &str, body: &Body, id: InstructionId) {
        for (kind, _) in body.attachments(id) {
            let kind = String::from_utf8_lossy(self.module.names.get(kind)).into_owned();
            if !(self.allows_debug && kind == "dbg") {
                self.say(format!(
                    "Function {function} has disallowed instruction metadata: !{kind}"
                ));
            }
        }
    }

    /// Returns the first reason why a program cannot contain an instruction.
    fn reason(&self, body: &Body, instruction: &Instruction) -> Option<String> {
        use InstructionKind as K;
        let result = instruction.result.map(|local| body.local(local).ty);
        let own = match instruction.kind {
            K::Return(_) | K::Branch(_) | K::ConditionalBranch { .. } | K::Unreachable => None,
            K::Switch { value, cases, .. } => self.switch(body, value, body.cases(cases)),
            K::Binary { op, flags, lhs, .. } => self.binary(body, op, flags, lhs),
            K::FloatBinary { .. } | K::Select { .. } | K::Phi { .. } => None,
            K::IntCompare { .. } | K::FloatCompare { .. } => None,
            K::Cast { op, value, .. } => return self.cast(body, op, value, instruction.result),
            K::Alloca { allocated, .. } => {
                let is_byte = self.module.types.get(allocated) == Type::Integer(8);
                return (!is_byte).then(|| "non-i8 alloca".into());
            }
            K::Load {
                align,
                volatile,
                atomicity,
                ..
            } => return self.access("load", result, align.bytes(), volatile, atomicity),
            K::Store {
                value,
                align,
                volatile,
                atomicity,
                ..
            } => {
                let ty = self.module.type_of(body, value);
                let reason = self.access("store", ty, align.bytes(), volatile, atomicity);
                return reason.or_else(|| self.bad_operand(body, value));
            }
            K::ExtractElement { vector, index } => self.element(body, vector, index),
            K::InsertElement { operands } => match body.values(operands) {
                &[vector, _, index] => self.element(body, vector, index),
                _ => None,
            },
            K::Call(call) => return self.call(body, call),
            _ => return Some("bad instruction opcode".into()),
        };
        own.or_else(|| {
            let operands = operands(body, &instruction.kind);
            operands
                .into_iter()
                .find_map(|value| self.bad_operand(body, value))
        })
        .or_else(|| self.bad_result(result?))
    }

    fn bad_result(&self, ty: TypeId) -> Option<String> {
        let bad = self.value_type(ty).is_none() && self.module.types.get(ty) != Type::Void;
        bad.then(|| "bad result type".into())
    }

    /// Returns an operand's text if it is not allowed. It must be a local or a plain constant of a
    /// type that programs have.
    fn bad_operand(&self, body: &Body, value: Value) -> Option<String> {
        let ty = self.module.type_of(body, value)?;
        let is_plain = match value {
            Value::Local(_) => true,
            Value::Constant(constant) => matches!(
                self.module.constants.get(constant).kind,
                ConstantKind::Bits(_) | ConstantKind::Undef
            ),
            Value::InlineAsm(_) | Value::Metadata(_) => false,
        };
        let good = is_plain && self.value_type(ty).is_some();
        (!good).then(|| "bad operand".into())
    }

    fn binary(&self, body: &Body, op: BinaryOp, flags: BinaryFlags, lhs: Value) -> Option<String> {
        if let Some(flag) = flags.words().next() {
            return Some(format!("has \"{flag}\" attribute"));
        }
        let ty = self.value_type(self.module.type_of(body, lhs)?);
        let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let good = ty.is_some_and(|ty| bitwise || ty.element() != Pexe::I1);
        (!good).then(|| "Invalid integer arithmetic type".into())
    }

    fn cast(
        &self,
        body: &Body,
        op: CastOp,
        value: Value,
        result: Option<LocalId>,
    ) -> Option<String> {
        let result = body.local(result?).ty;
        let is_word = |ty: TypeId| self.module.types.get(ty) == Type::Integer(32);
        match op {
            CastOp::PtrToInt if !is_word(result) => Some("non-i32 ptrtoint".into()),
            CastOp::PtrToInt => {
                let good = match value {
                    Value::Local(_) => true,
                    Value::Constant(constant) => {
                        let kind = self.module.constants.get(constant).kind;
                        matches!(kind, ConstantKind::Global(_))
                    }
                    _ => false,
                };
                (!good).then(|| "operand not InherentPtr".into())
            }
            CastOp::IntToPtr => {
                let from = self.module.type_of(body, value)?;
                if !is_word(from) {
                    return Some("non-i32 inttoptr".into());
                }
                self.bad_operand(body, value)
            }
            CastOp::BitCast if matches!(self.module.types.get(result), Type::Pointer(_)) => None,
            CastOp::AddrSpaceCast => Some("bad instruction opcode".into()),
            _ => self
                .bad_operand(body, value)
                .or_else(|| self.bad_result(result)),
        }
    }

    /// Checks a load or store of a type.
    fn access(
        &self,
        what: &str,
        ty: Option<TypeId>,
        align: Option<u64>,
        volatile: bool,
        atomicity: Atomicity,
    ) -> Option<String> {
        let ty = self.value_type(ty?).filter(|ty| ty.element() != Pexe::I1);
        let Some(ty) = ty else {
            return Some("bad pointer".into());
        };
        if atomicity != Atomicity::NONE {
            return Some(format!("atomic {what}"));
        }
        if volatile {
            return Some(format!("volatile {what}"));
        }
        // Floating-point numbers may have their natural alignment, and vectors that of their
        // elements.
        let natural = u64::from(ty.element().element_bits() / 8);
        let allowed = match ty {
            Pexe::Float | Pexe::Double => align == Some(1) || align == Some(natural),
            ty if ty.is_vector() => align == Some(natural),
            _ => align == Some(1),
        };
        (!allowed).then(|| "bad alignment".into())
    }

    fn switch(
        &self,
        body: &Body,
        value: Value,
        cases: &[(pinnacle_llvm::ConstantId, pinnacle_llvm::BlockId)],
    ) -> Option<String> {
        if self.bad_operand(body, value).is_some() {
            return Some("bad switch condition".into());
        }
        let is_bad = |constant| {
            self.value_type(self.module.constants.get(constant).ty)
                .is_none()
        };
        let bad = cases.iter().any(|&(constant, _)| is_bad(constant));
        bad.then(|| "bad switch case".into())
    }

    fn element(&self, body: &Body, vector: Value, index: Value) -> Option<String> {
        let index = match index {
            Value::Constant(constant) => self.module.constants.get(constant).kind,
            _ => ConstantKind::Poison,
        };
        let ConstantKind::Bits(index) = index else {
            return Some("non-constant vector insert/extract index".into());
        };
        match self.module.types.get(self.module.type_of(body, vector)?) {
            Type::Vector { length, .. } if index >= length.into() => {
                Some("out of range vector insert/extract index".into())
            }
            _ => None,
        }
    }

    fn call(&self, body: &Body, call: CallId) -> Option<String> {
        let call = body.call(call);
        let name = match call.callee {
            Value::InlineAsm(_) => return Some("inline assembly".into()),
            Value::Local(_) => None,
            Value::Constant(constant) => match self.module.constants.get(constant).kind {
                ConstantKind::Global(id) => Some(self.name(id)),
                _ => return Some("bad function callee operand".into()),
            },
            Value::Metadata(_) => return Some("bad function callee operand".into()),
        };
        let is_intrinsic = name.is_some_and(|name| name.as_bytes().starts_with(PREFIX));
        if is_intrinsic {
            return None;
        }
        if call.attributes != AttributeListId::EMPTY {
            return Some("bad call attributes".into());
        }
        if call.convention != CallingConvention::C {
            return Some("bad calling convention".into());
        }
        if !self.is_signature(call.function_type) {
            return Some("bad function callee operand".into());
        }
        let arguments = body.values(call.arguments).iter();
        arguments
            .copied()
            .find_map(|value| self.bad_operand(body, value))
    }
}

/// The operands that are values.
fn operands(body: &Body, kind: &InstructionKind) -> Vec<Value> {
    use InstructionKind as K;
    match *kind {
        K::Return(value) => value.into_iter().collect(),
        K::ConditionalBranch { condition, .. } => vec![condition],
        K::Binary { lhs, rhs, .. }
        | K::FloatBinary { lhs, rhs, .. }
        | K::IntCompare { lhs, rhs, .. }
        | K::FloatCompare { lhs, rhs, .. } => vec![lhs, rhs],
        K::Select { operands, .. } | K::InsertElement { operands } => {
            body.values(operands).to_vec()
        }
        K::Phi { incoming, .. } => {
            let edges = body.incoming(incoming).iter();
            edges.map(|&(value, _)| value).collect()
        }
        K::ExtractElement { vector, .. } => vec![vector],
        _ => Vec::new(),
    }
}
