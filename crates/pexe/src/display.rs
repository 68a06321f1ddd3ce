//! Formats instructions as PNaClAsm text, for messages and traces.
//!
//! The text is that of the manual, on one line and without shortened forms.

use crate::function::Function;
use crate::ids::{InstId, ValueId};
use crate::inst::{Inst, Range};
use crate::types::Type;
use std::fmt;

/// Displays an instruction of a function; see [`Function::display_inst`].
#[derive(Clone, Copy, Debug)]
pub struct InstDisplay<'a> {
    function: &'a Function,
    inst: InstId,
}

impl Function {
    /// Returns an instruction as text, such as `%v3 = add i32 %p0, %c1;`.
    pub fn display_inst(&self, inst: InstId) -> InstDisplay<'_> {
        InstDisplay {
            function: self,
            inst,
        }
    }

    /// Returns the value that an instruction defines, or `None` if it defines none.
    pub fn result_of(&self, inst: InstId) -> Option<ValueId> {
        let (_, result, _) = self
            .block_insts(self.block_of(inst))
            .find(|(found, ..)| *found == inst)?;
        result
    }
}

impl InstDisplay<'_> {
    fn ty(&self, value: ValueId) -> Type {
        self.function.value_type(value)
    }

    /// Writes values with their types, separated by commas.
    fn typed(&self, f: &mut fmt::Formatter<'_>, values: &[u32]) -> fmt::Result {
        for (index, &word) in values.iter().enumerate() {
            let value = ValueId(word);
            let comma = if index > 0 { ", " } else { "" };
            write!(
                f,
                "{comma}{} {}",
                self.ty(value),
                self.function.value_name(value)
            )?;
        }
        Ok(())
    }

    fn switch(&self, f: &mut fmt::Formatter<'_>, value: ValueId, cases: Range) -> fmt::Result {
        let ty = self.ty(value);
        let (default, cases) = self.function.switch_cases(cases);
        write!(f, "switch {ty} {} {{ ", self.function.value_name(value))?;
        write!(f, "default: br label {default};")?;
        let unused = 64 - ty.bits().clamp(1, 64);
        for (selector, target) in cases {
            let selector = (selector << unused) as i64 >> unused;
            write!(f, " {ty} {selector}: br label {target};")?;
        }
        f.write_str(" }")
    }
}

impl fmt::Display for InstDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let name = |value| function.value_name(value);
        let result = function.result_of(self.inst);
        if let Some(result) = result {
            write!(f, "{} = ", name(result))?;
        }
        match function.insts()[self.inst.index()] {
            Inst::Binary { op, lhs, rhs } => {
                write!(
                    f,
                    "{} {} {}, {}",
                    op.name(),
                    self.ty(lhs),
                    name(lhs),
                    name(rhs)
                )?;
            }
            Inst::Cast { op, ty, value } => {
                write!(
                    f,
                    "{} {} {} to {ty}",
                    op.name(),
                    self.ty(value),
                    name(value)
                )?;
            }
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => {
                let kind = if predicate.is_integer() {
                    "icmp"
                } else {
                    "fcmp"
                };
                let ty = self.ty(lhs);
                write!(
                    f,
                    "{kind} {} {ty} {}, {}",
                    predicate.name(),
                    name(lhs),
                    name(rhs)
                )?;
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                f.write_str("select ")?;
                self.typed(f, &[condition.0, if_true.0, if_false.0])?;
            }
            Inst::ExtractElement { vector, index } => {
                f.write_str("extractelement ")?;
                self.typed(f, &[vector.0, index.0])?;
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                f.write_str("insertelement ")?;
                self.typed(f, &[vector.0, element.0, index.0])?;
            }
            Inst::Load { ty, align, address } => {
                write!(f, "load {ty}* {}, align {align}", name(address))?;
            }
            Inst::Store {
                align,
                address,
                value,
            } => {
                let ty = self.ty(value);
                write!(
                    f,
                    "store {ty} {}, {ty}* {}, align {align}",
                    name(value),
                    name(address)
                )?;
            }
            Inst::Alloca { align, size } => {
                write!(f, "alloca i8, i32 {}, align {align}", name(size))?;
            }
            Inst::Phi { ty, incoming } => {
                write!(f, "phi {ty} ")?;
                for (index, (value, block)) in function.phi_incoming(incoming).enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}[{}, {block}]", name(value))?;
                }
            }
            Inst::Call {
                tail, callee, args, ..
            } => {
                let ty = result.map_or(Type::Void, |value| self.ty(value));
                let tail = if tail { "tail " } else { "" };
                write!(f, "{tail}call {ty} {callee}(")?;
                self.typed(f, function.operands(args))?;
                f.write_str(")")?;
            }
            Inst::CallIndirect { tail, ty, operands } => {
                let words = function.operands(operands);
                let tail = if tail { "tail " } else { "" };
                write!(f, "{tail}call {ty} {}(", name(ValueId(words[0])))?;
                self.typed(f, &words[1..])?;
                f.write_str(")")?;
            }
            Inst::RetVoid => f.write_str("ret void")?,
            Inst::Ret { value } => write!(f, "ret {} {}", self.ty(value), name(value))?,
            Inst::Br { target } => write!(f, "br label {target}")?,
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let condition = name(condition);
                write!(f, "br i1 {condition}, label {if_true}, label {if_false}")?;
            }
            Inst::Switch { value, cases } => return self.switch(f, value, cases),
            Inst::Unreachable => f.write_str("unreachable")?,
        }
        f.write_str(";")
    }
}
