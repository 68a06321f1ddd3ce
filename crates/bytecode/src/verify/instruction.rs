//! Operand and result types of each instruction.

use super::{Context, Size};
use crate::error::{Error, ErrorKind};
use crate::model::{BlockId, Body, FunctionId, Inst, InstId, TypeId, Value, with_operands};
use crate::opcode::{self, Form};
use pinnacle_base::count::counted;

/// The function that contains the instructions.
pub(super) struct Frame<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) function: FunctionId,
    pub(super) body: &'a Body,
    /// Type of the function's result.
    pub(super) result: TypeId,
    pub(super) parameters: &'a [TypeId],
}

impl Frame<'_> {
    /// Checks the operands of an instruction and the type of its result.
    pub(super) fn instruction(&self, id: InstId) -> Result<(), Error> {
        let (context, body) = (self.context, self.body);
        let found = body.result_type(id);
        let inst = body.inst(id);
        match *inst {
            Inst::Ret { value } => {
                self.ret(value)?;
                self.no_result("ret", found)
            }
            Inst::Br { target } => {
                self.target(target)?;
                self.no_result("br", found)
            }
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let ty = self.operand(condition)?;
                if ty != TypeId::BOOL {
                    return Err(context.takes("br", "a bool as condition", ty));
                }
                self.target(if_true)?;
                self.target(if_false)?;
                self.no_result("br", found)
            }
            Inst::Switch {
                value,
                default,
                cases,
            } => {
                let ty = self.operand(value)?;
                if !ty.is_integer() {
                    return Err(context.takes("switch", "an integer", ty));
                }
                self.target(default)?;
                for case in body.cases(cases) {
                    self.case(ty, case.value)?;
                    self.target(case.target)?;
                }
                self.no_result("switch", found)
            }
            Inst::Invoke {
                callee,
                arguments,
                normal,
                unwind,
                ..
            } => {
                self.target(normal)?;
                self.target(unwind)?;
                if let Some((intrinsic, _)) = context.intrinsic(callee) {
                    return Err(context.bad_intrinsic(intrinsic, "can only be called"));
                }
                self.call("invoke", callee, body.values(arguments), found)
            }
            Inst::Unwind => self.no_result("unwind", found),
            Inst::Unreachable => self.no_result("unreachable", found),
            Inst::Malloc { count, .. } => self.allocation("malloc", count, found),
            Inst::Alloca { count, .. } => self.allocation("alloca", count, found),
            Inst::GetElementPtr { pointer, indices } => {
                let pointer = self.operand(pointer)?;
                let indices = body.values(indices);
                for &index in indices {
                    self.operand(index)?;
                }
                let indices = indices.iter().map(|&index| match index {
                    Value::Constant(id) => (context.module.constants.type_of(id), Some(id)),
                    other => (self.operand(other).unwrap_or(TypeId::VOID), None),
                });
                let part = context.walk(pointer, indices)?;
                context.part_address(part, found)
            }
            Inst::Phi { incoming } => {
                for entry in body.incoming(incoming) {
                    self.target(entry.block)?;
                    let ty = self.operand(entry.value)?;
                    if ty != found {
                        return Err(self.bad_entry(found, ty));
                    }
                }
                self.single_result("phi", found)
            }
            Inst::Call {
                callee, arguments, ..
            } => self.call("call", callee, body.values(arguments), found),
            Inst::VaNext { argument, .. } => {
                if context.sizes[argument.index()] != Size::Known {
                    return Err(context.takes("vanext", "a type with a size", argument));
                }
                with_operands!(body, inst, |form, operands| {
                    self.operator(form, inst, operands, found)
                })
            }
            _ => with_operands!(body, inst, |form, operands| {
                self.operator(form, inst, operands, found)
            }),
        }
    }

    /// Checks an instruction whose operands a form describes.
    #[inline(always)]
    fn operator(
        &self,
        form: &Form,
        inst: &Inst,
        operands: &[Value],
        found: TypeId,
    ) -> Result<(), Error> {
        let mut types = [TypeId::VOID; 3];
        for (place, ty) in types.iter_mut().enumerate().take(operands.len()) {
            *ty = self.operand(operands[place])?;
        }
        let types = &types[..operands.len().min(3)];
        let operation = inst.operation();
        let expected = self.context.operator(form, operation, types, found)?;
        if expected == found {
            return Ok(());
        }
        Err((self.context).gives(opcode::row(operation).name, expected, found))
    }

    /// Returns the type of an operand. The operand must exist and be a single value, and must not
    /// be the address of an intrinsic.
    #[inline]
    fn operand(&self, value: Value) -> Result<TypeId, Error> {
        if self.context.intrinsic(value).is_some() {
            return Err(self.intrinsic_address(value));
        }
        self.callee(value)
    }

    /// As [`Frame::operand`], but the address of an intrinsic is allowed.
    #[inline]
    fn callee(&self, value: Value) -> Result<TypeId, Error> {
        let module = self.context.module;
        let ty = match value {
            Value::Constant(id) if id.index() < module.constants.len() => {
                module.constants.type_of(id)
            }
            Value::Argument(place) if (place as usize) < self.parameters.len() => {
                self.parameters[place as usize]
            }
            Value::Inst(id) if id.index() < self.body.inst_count() => self.body.result_type(id),
            missing => return Err(self.missing(missing)),
        };
        if !module.types.is_first_class(ty) {
            return Err(self.no_single_value(ty));
        }
        Ok(ty)
    }

    fn target(&self, block: BlockId) -> Result<(), Error> {
        if block.index() < self.body.block_count() {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::BadBranch,
            format!(
                "{block} does not exist; the function has {}",
                counted(self.body.block_count(), "block")
            ),
        ))
    }

    fn ret(&self, value: Option<Value>) -> Result<(), Error> {
        let found = match value {
            Some(value) => self.operand(value)?,
            None => TypeId::VOID,
        };
        if found == self.result {
            return Ok(());
        }
        let (expected, found) = (self.context.text(self.result), self.context.text(found));
        Err(Error::new(
            ErrorKind::BadReturn,
            format!("the function returns {expected}, found {found}"),
        ))
    }

    fn case(&self, expected: TypeId, value: Value) -> Result<(), Error> {
        let found = self.operand(value)?;
        if found == expected && matches!(value, Value::Constant(_)) {
            return Ok(());
        }
        let (expected, found) = (self.context.text(expected), self.context.text(found));
        let what = match value {
            Value::Constant(_) => "a constant",
            _ => "a variable value",
        };
        Err(Error::new(
            ErrorKind::BadCase,
            format!("a case must be a constant of type {expected}, found {what} of type {found}"),
        ))
    }

    fn call(
        &self,
        name: &str,
        callee: Value,
        arguments: &[Value],
        found: TypeId,
    ) -> Result<(), Error> {
        let context = self.context;
        let ty = self.callee(callee)?;
        let Some((result, parameters, varargs)) = context.module.signature_of(ty) else {
            return Err(context.takes(name, "a pointer to a function", ty));
        };
        let (expected, given) = (parameters.len(), arguments.len());
        if given < expected || (given > expected && !varargs) {
            let least = if varargs { " at least" } else { "" };
            return Err(Error::new(
                ErrorKind::BadCall,
                format!(
                    "the callee takes{least} {}, found {given}",
                    counted(expected, "argument")
                ),
            ));
        }
        for (place, &argument) in arguments.iter().enumerate() {
            let found = self.operand(argument)?;
            if let Some(&expected) = parameters.get(place)
                && expected != found
            {
                let (expected, found) = (context.text(expected), context.text(found));
                return Err(Error::new(
                    ErrorKind::BadCall,
                    format!("argument {} must be {expected}, found {found}", place + 1),
                ));
            }
        }
        context.result(name, result, found)?;
        if found != TypeId::VOID {
            self.single_result(name, found)?;
        }
        match context.intrinsic(callee) {
            Some(intrinsic) => context.intrinsic_call(self.function, intrinsic, arguments),
            None => Ok(()),
        }
    }

    fn allocation(&self, name: &str, count: Value, found: TypeId) -> Result<(), Error> {
        let context = self.context;
        let count = self.operand(count)?;
        if count != TypeId::UINT {
            return Err(context.takes(name, "a uint as number of elements", count));
        }
        let Some(allocated) = context.module.types.pointee(found) else {
            return Err(Error::new(
                ErrorKind::BadResult,
                format!("{name} returns a pointer, found {}", context.text(found)),
            ));
        };
        if context.sizes[allocated.index()] != Size::Known {
            let allocated = context.text(allocated);
            return Err(Error::new(
                ErrorKind::IllegalType,
                format!("{name} allocates {allocated}, which has no size"),
            ));
        }
        Ok(())
    }

    fn no_result(&self, name: &str, found: TypeId) -> Result<(), Error> {
        self.context.result(name, TypeId::VOID, found)
    }

    fn single_result(&self, name: &str, found: TypeId) -> Result<(), Error> {
        if self.context.module.types.is_first_class(found) {
            return Ok(());
        }
        Err(self.context.no_single_result(name, found))
    }

    #[cold]
    fn missing(&self, value: Value) -> Error {
        let what = match value {
            Value::Constant(id) => id.to_string(),
            Value::Argument(place) => format!("parameter {place}"),
            Value::Inst(id) => id.to_string(),
        };
        Error::new(
            ErrorKind::UndefinedValue,
            format!("an operand is {what}, which does not exist"),
        )
    }

    #[cold]
    fn no_single_value(&self, ty: TypeId) -> Error {
        Error::new(
            ErrorKind::TypeMismatch,
            format!(
                "operands must be booleans, numbers or pointers, found {}",
                self.context.text(ty)
            ),
        )
    }

    #[cold]
    fn intrinsic_address(&self, value: Value) -> Error {
        match self.context.intrinsic(value) {
            Some((id, _)) => self
                .context
                .bad_intrinsic(id, "has no address, it can only be called"),
            None => self.missing(value),
        }
    }

    #[cold]
    fn bad_entry(&self, expected: TypeId, found: TypeId) -> Error {
        let (expected, found) = (self.context.text(expected), self.context.text(found));
        Error::new(
            ErrorKind::TypeMismatch,
            format!("an entry of a phi of type {expected} has type {found}"),
        )
    }
}
