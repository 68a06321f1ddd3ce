//! Writes the JSON line of a function: its parameters, blocks and instructions.

use super::{Lines, field};
use pinnacle_llvm::{
    BlockId, Body, BodyNames, ConstantKind, GlobalId, Instruction, InstructionKind, LocalId,
    TailKind, Value,
};
use std::io;

impl<'m> Lines<'m, '_> {
    /// Writes the line of a function that has a body.
    pub(super) fn function(&mut self, id: GlobalId) -> io::Result<()> {
        let Some((global, function)) = self.as_function(id) else {
            return Ok(());
        };
        let Some(body) = &function.body else {
            return Ok(());
        };
        let names = BodyNames::new(body);
        self.line.begin_line()?;
        self.line.object("function")?;
        self.head(id, global)?;
        self.line.array("parameters")?;
        for local in (0..body.parameter_count() as u32).map(LocalId) {
            self.line.begin_object()?;
            self.local(body, &names, "name", local)?;
            self.line.end_object()?;
        }
        self.line.end_array()?;
        self.line.array("blocks")?;
        for &block in body.order() {
            self.line.begin_object()?;
            field!(self, "name", block_name(&names, block))?;
            self.line.array("instructions")?;
            for instruction in body.block_instructions(block) {
                self.line.begin_object()?;
                self.instruction(body, &names, instruction)?;
                self.line.end_object()?;
            }
            self.line.end_array()?;
            self.line.end_object()?;
        }
        self.line.end_array()?;
        self.line.end_object()?;
        self.line.end_line()
    }

    /// Writes the name and the type of a parameter or result.
    fn local(
        &mut self,
        body: &Body,
        names: &BodyNames<'_>,
        key: &'static str,
        local: LocalId,
    ) -> io::Result<()> {
        field!(self, key, local_name(names, local))?;
        field!(self, "type", ty(body.local(local).ty))
    }

    fn instruction(
        &mut self,
        body: &Body,
        names: &BodyNames<'_>,
        instruction: &Instruction,
    ) -> io::Result<()> {
        let kind = &instruction.kind;
        self.line.name("opcode", kind.opcode())?;
        if let Some(result) = instruction.result {
            self.local(body, names, "result", result)?;
        }
        match *kind {
            InstructionKind::IntCompare { predicate, .. } => {
                self.line.name("predicate", predicate.text())?;
            }
            InstructionKind::FloatCompare { predicate, .. } => {
                self.line.name("predicate", predicate.text())?;
            }
            InstructionKind::Alloca { align, .. }
            | InstructionKind::Load { align, .. }
            | InstructionKind::Store { align, .. }
            | InstructionKind::CompareExchange { align, .. }
            | InstructionKind::ReadModifyWrite { align, .. } => {
                if let Some(bytes) = align.bytes() {
                    self.line.number("alignment", bytes)?;
                }
            }
            InstructionKind::Call(call) => {
                let is_tail = matches!(body.call(call).tail, TailKind::Tail | TailKind::MustTail);
                if is_tail {
                    self.line.number("tail", true)?;
                }
            }
            _ => {}
        }
        if let Some(callee) = self.direct_callee(body, kind) {
            field!(self, "callee", global_name(callee))?;
        }
        self.line.array("operands")?;
        self.operands(body, names, kind)?;
        self.line.end_array()?;
        if kind.is_terminator() {
            self.line.array("targets")?;
            self.targets(body, names, kind)?;
            self.line.end_array()?;
        }
        field!(self, "text", instruction(names, instruction))
    }

    /// Returns the function that a direct call names.
    fn direct_callee(&self, body: &Body, kind: &InstructionKind) -> Option<GlobalId> {
        let Value::Constant(callee) = body.call(kind.call()?).callee else {
            return None;
        };
        match self.module.constants.get(callee).kind {
            ConstantKind::Global(id) => Some(id),
            _ => None,
        }
    }

    fn operands(
        &mut self,
        body: &Body,
        names: &BodyNames<'_>,
        kind: &InstructionKind,
    ) -> io::Result<()> {
        let is_direct = self.direct_callee(body, kind).is_some();
        let arguments = kind.call().map(|call| body.call(call).arguments);
        let bundles_from = arguments.map(|list| body.values(list).len() + 1);
        let roles = kind.roles();
        let incoming: &[(Value, BlockId)] = match *kind {
            InstructionKind::Phi { incoming, .. } => body.incoming(incoming),
            _ => &[],
        };
        let mut number = 0;
        let mut written = Ok(());
        body.for_each_operand(kind, |value| {
            let role = match bundles_from {
                Some(from) if number >= from => "bundle",
                _ => roles
                    .get(number)
                    .or(roles.last())
                    .copied()
                    .unwrap_or("value"),
            };
            let from = incoming.get(number).map(|&(_, block)| block);
            let is_callee = number == 0 && is_direct;
            number += 1;
            if written.is_ok() && !is_callee {
                written = self.operand(body, names, role, value, from);
            }
        });
        written
    }

    fn operand(
        &mut self,
        body: &Body,
        names: &BodyNames<'_>,
        role: &str,
        value: Value,
        from: Option<BlockId>,
    ) -> io::Result<()> {
        self.line.begin_object()?;
        self.line.name("role", role)?;
        let key = match value {
            Value::Local(_) => "name",
            Value::Constant(constant) => match self.module.constants.get(constant).kind {
                ConstantKind::Global(_) => "name",
                _ => "constant",
            },
            Value::InlineAsm(_) => "assembly",
            Value::Metadata(_) => "metadata",
        };
        field!(self, key, value(names, value))?;
        if let Some(ty) = self.module.type_of(body, value) {
            field!(self, "type", ty(ty))?;
        }
        if let Some(block) = from {
            field!(self, "from", block_name(names, block))?;
        }
        self.line.end_object()
    }

    /// Writes the possible successor blocks. Those of a switch have their selectors.
    fn targets(
        &mut self,
        body: &Body,
        names: &BodyNames<'_>,
        kind: &InstructionKind,
    ) -> io::Result<()> {
        let cases = match *kind {
            InstructionKind::Switch { cases, .. } => body.cases(cases),
            _ => &[],
        };
        let mut targets = Vec::new();
        kind.for_each_successor(body, |block| targets.push(block));
        let first_case = targets.len() - cases.len();
        for (number, block) in targets.into_iter().enumerate() {
            self.line.begin_object()?;
            field!(self, "block", block_name(names, block))?;
            let case = number.checked_sub(first_case);
            if let Some(&(case, _)) = case.and_then(|case| cases.get(case)) {
                field!(self, "case", constant(case))?;
            }
            self.line.end_object()?;
        }
        Ok(())
    }
}
