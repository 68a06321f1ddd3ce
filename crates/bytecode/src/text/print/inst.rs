//! Prints instructions.

use super::{Printer, convention_words};
use crate::error::Error;
use crate::model::{
    BlockId, Body, ConstantKind, Convention, FunctionId, Incoming, Inst, InstId, List, Name, Type,
    TypeId, Value,
};
use crate::opcode::{self, Row, Then};

/// The text for an operand that does not exist.
const MISSING: &[u8] = b"<badref>";

/// The function and body that contain an instruction.
#[derive(Clone, Copy)]
struct Place<'a> {
    body: &'a Body,
    parameters: &'a [TypeId],
}

impl Printer<'_> {
    /// Writes an instruction as a line.
    pub(super) fn inst(
        &mut self,
        function: FunctionId,
        body: &Body,
        id: InstId,
    ) -> Result<(), Error> {
        let parameters = self
            .context
            .module
            .signature(function)
            .map_or(&[][..], |(_, list, _)| list);
        let place = Place { body, parameters };
        self.out.byte(b'\t');
        if !body.inst_name(id).is_empty() {
            self.out.put(self.locals.inst(id.0));
            self.out.put(b" = ");
        }
        let result = body.result_type(id);
        let inst = body.inst(id);
        let row = opcode::row(inst.operation());
        match *inst {
            Inst::Ret { value: None } => self.out.put(b"ret void"),
            Inst::Ret { value: Some(value) } => {
                self.out.put(b"ret ");
                self.typed(place, value)?;
            }
            Inst::Br { target } => {
                self.out.put(b"br");
                self.label(target);
            }
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                self.out.put(b"br ");
                self.typed(place, condition)?;
                self.out.byte(b',');
                self.label(if_true);
                self.out.byte(b',');
                self.label(if_false);
            }
            Inst::Switch {
                value,
                default,
                cases,
            } => {
                self.out.put(b"switch ");
                self.typed(place, value)?;
                self.out.byte(b',');
                self.label(default);
                self.out.put(b" [");
                for case in body.cases(cases) {
                    self.out.put(b"\n\t\t ");
                    self.typed(place, case.value)?;
                    self.out.byte(b',');
                    self.label(case.target);
                    self.out.check(0)?;
                }
                self.out.put(b"\n\t]");
            }
            Inst::Invoke {
                callee,
                arguments,
                normal,
                unwind,
                convention,
            } => {
                self.called(row.name, convention);
                self.call(place, callee, arguments)?;
                self.out.put(b"\n\t\t\tto");
                self.label(normal);
                self.out.byte(b' ');
                self.out.put(self.context.style.unwind_to);
                self.label(unwind);
            }
            Inst::Unwind | Inst::Unreachable => self.out.put(row.name.as_bytes()),
            Inst::Malloc { count, alignment } | Inst::Alloca { count, alignment } => {
                self.allocation(place, row.name, result, (count, alignment))?;
            }
            Inst::GetElementPtr { pointer, indices } => self.address(place, pointer, indices)?,
            Inst::Phi { incoming } => self.phi(body.incoming(incoming), result)?,
            Inst::Call {
                callee,
                arguments,
                convention,
                ..
            } => {
                self.called(row.name, convention);
                self.call(place, callee, arguments)?;
            }
            Inst::VaNext { argument, .. } => self.operator(place, row, inst, argument)?,
            _ => self.operator(place, row, inst, result)?,
        }
        self.end_inst(body, id)
    }

    /// Writes an instruction whose operands the table describes. `written` is the type after them,
    /// if there is one.
    #[inline]
    fn operator(
        &mut self,
        place: Place<'_>,
        row: &Row,
        inst: &Inst,
        written: TypeId,
    ) -> Result<(), Error> {
        self.out.put(row.name.as_bytes());
        let operands = place.body.operands(inst);
        let operands = match *inst {
            Inst::Vector { operands, .. } => place.body.values(operands),
            _ => operands.get().unwrap_or_default(),
        };
        if row.form.all_typed {
            self.all_typed(place, operands)?;
        } else {
            self.operands(place, operands)?;
        }
        if let Then::Type(text) = row.form.then {
            self.out.put(text.as_bytes());
            self.types.write(&mut self.out, written)?;
        }
        Ok(())
    }

    /// Writes the keyword of a call and its convention. LLVM 1.9 put the space after the x86
    /// conventions instead of before them.
    fn called(&mut self, word: &str, convention: Convention) {
        self.out.put(word.as_bytes());
        let is_x86 = matches!(convention, Convention::X86_STD | Convention::X86_FAST);
        if !is_x86 || !self.context.style.data_layout {
            self.out.byte(b' ');
        }
        convention_words(&mut self.out, convention);
        if is_x86 && self.context.style.data_layout {
            self.out.byte(b' ');
        }
    }

    /// Writes a `getelementptr`.
    fn address(
        &mut self,
        place: Place<'_>,
        pointer: Value,
        indices: List<Value>,
    ) -> Result<(), Error> {
        self.out.put(b"getelementptr ");
        self.typed(place, pointer)?;
        let ty = self.type_of(place, pointer);
        let indices = place.body.values(indices);
        // The pointer and all indices can only have the same type if the pointer points to itself.
        let same = indices
            .iter()
            .all(|&index| self.type_of(place, index) == ty);
        for &index in indices {
            self.out.put(b", ");
            if same {
                self.value(index)?;
            } else {
                self.typed(place, index)?;
            }
            self.out.check(0)?;
        }
        Ok(())
    }

    /// Writes a phi and the blocks that its values come from.
    fn phi(&mut self, incoming: &[Incoming], ty: TypeId) -> Result<(), Error> {
        self.out.put(b"phi ");
        self.types.write(&mut self.out, ty)?;
        self.out.byte(b' ');
        for (number, incoming) in incoming.iter().enumerate() {
            self.out.put(if number == 0 { b"[ " } else { b", [ " });
            self.value(incoming.value)?;
            self.out.put(b", ");
            self.block_name(incoming.block);
            self.out.put(b" ]");
            self.out.check(0)?;
        }
        Ok(())
    }

    /// Writes operands with their types, or with a single type if all have the same.
    fn operands(&mut self, place: Place<'_>, values: &[Value]) -> Result<(), Error> {
        let [first, rest @ ..] = values else {
            return Ok(());
        };
        let ty = self.type_of(place, *first);
        if !rest.iter().all(|&value| self.type_of(place, value) == ty) {
            return self.all_typed(place, values);
        }
        self.out.byte(b' ');
        self.typed(place, *first)?;
        for &value in rest {
            self.out.put(b", ");
            self.value(value)?;
        }
        Ok(())
    }

    /// Writes operands with their types.
    fn all_typed(&mut self, place: Place<'_>, values: &[Value]) -> Result<(), Error> {
        for (number, &value) in values.iter().enumerate() {
            self.out.put(if number == 0 { b" " } else { b", " });
            self.typed(place, value)?;
        }
        Ok(())
    }

    /// Writes the allocated type, and the number of elements unless it is one.
    fn allocation(
        &mut self,
        place: Place<'_>,
        name: &str,
        result: TypeId,
        (count, alignment): (Value, u32),
    ) -> Result<(), Error> {
        let module = self.context.module;
        self.out.put(name.as_bytes());
        self.out.byte(b' ');
        let pointee = module.types.pointee(result).unwrap_or(result);
        self.types.write(&mut self.out, pointee)?;
        let is_one = matches!(count, Value::Constant(id)
            if module.constants.type_of(id) == TypeId::UINT
                && matches!(module.constants.get(id).kind, ConstantKind::Int(1)));
        if !is_one {
            self.out.put(b", ");
            self.typed(place, count)?;
        }
        self.placement(b", ", Name::EMPTY, alignment);
        Ok(())
    }

    /// Writes the callee and the arguments. Of the callee's type only the return type is written,
    /// unless the function is variadic or returns a pointer to a function.
    fn call(
        &mut self,
        place: Place<'_>,
        callee: Value,
        arguments: List<Value>,
    ) -> Result<(), Error> {
        let module = self.context.module;
        let ty = self.type_of(place, callee);
        let short = ty
            .and_then(|ty| module.signature_of(ty))
            .filter(|&(result, _, varargs)| {
                let pointee = module.types.pointee(result).map(|ty| module.types.get(ty));
                !varargs && !matches!(pointee, Some(Type::Function { .. }))
            });
        match short {
            Some((result, ..)) => {
                self.types.write(&mut self.out, result)?;
                self.out.byte(b' ');
                self.value(callee)?;
            }
            None => self.typed(place, callee)?,
        }
        self.out.byte(b'(');
        for (number, &argument) in place.body.values(arguments).iter().enumerate() {
            self.out.put(if number == 0 { b" " } else { b", " });
            self.typed(place, argument)?;
            self.out.check(0)?;
        }
        self.out.put(b" )");
        Ok(())
    }

    /// Writes a block as an operand, with `label` before it.
    fn label(&mut self, block: BlockId) {
        self.out.put(b" label ");
        self.block_name(block);
    }

    fn block_name(&mut self, block: BlockId) {
        let text = self.locals.block(block.0);
        self.out.put(if text.is_empty() { MISSING } else { text });
    }

    /// Writes an operand with its type before it.
    fn typed(&mut self, place: Place<'_>, value: Value) -> Result<(), Error> {
        match self.type_of(place, value) {
            Some(ty) => self.types.write(&mut self.out, ty)?,
            None => self.out.put(MISSING),
        }
        self.out.byte(b' ');
        self.value(value)
    }

    /// Writes an operand.
    #[inline]
    fn value(&mut self, value: Value) -> Result<(), Error> {
        let text = match value {
            Value::Constant(id) => return self.constant(id),
            Value::Argument(number) => self.locals.parameter(number),
            Value::Inst(id) => self.locals.inst(id.0),
        };
        self.out.put(if text.is_empty() { MISSING } else { text });
        Ok(())
    }

    /// The type of an operand; `None` if the operand does not exist.
    #[inline]
    fn type_of(&self, place: Place<'_>, value: Value) -> Option<TypeId> {
        match value {
            Value::Constant(id) => Some(self.context.module.constants.type_of(id)),
            Value::Argument(number) => place.parameters.get(number as usize).copied(),
            Value::Inst(id) => place.body.result_types().get(id.index()).copied(),
        }
    }
}
