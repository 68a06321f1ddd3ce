//! Parses instructions: the operands of each opcode, and the type of the result.

use super::describe::{describe, show};
use super::module::convention_of;
use super::types::Role;
use super::{Parser, TypeId};
use crate::model::{BinaryOp, Case, Convention, Incoming, Inst, List, Type, Value};
use crate::opcode::{self, Class, Form, Gives, Operand, Then, forms, with_form};
use crate::text::error::{Result, SyntaxErrorKind, fault};

/// Returns true if an instruction ends a block. `word` is its first word.
pub(super) fn is_terminator(operation: u32, word: &[u8]) -> bool {
    opcode::is_terminator(operation)
        || slipped(word).is_some_and(|(operation, _)| operation == opcode::INVOKE)
}

/// Splits a word of LLVM 1.9 into opcode and convention. That release omitted the space before the
/// x86 conventions.
fn slipped(word: &[u8]) -> Option<(u32, Convention)> {
    let (operation, rest) = match word.strip_prefix(b"call") {
        Some(rest) => (opcode::CALL, rest),
        None => (opcode::INVOKE, word.strip_prefix(b"invoke")?),
    };
    let convention = convention_of(rest.strip_prefix(b"x86_").map(|_| rest)?)?;
    Some((operation, convention))
}

/// Returns true if an instruction has this opcode.
pub(super) fn is_opcode(word: &[u8]) -> bool {
    opcode::find(word) != opcode::NONE
        || slipped(word).is_some()
        || matches!(word, b"not" | b"volatile" | b"tail")
}

impl Parser<'_> {
    /// Reads an instruction after its opcode. Returns it and the type of its result, which is void
    /// if it has none.
    pub(super) fn instruction(
        &mut self,
        operation: u32,
        word: &[u8],
        at: u32,
    ) -> Result<(Inst, TypeId)> {
        match operation {
            opcode::STORE => self.store(operation),
            opcode::BR => self.br().map(|inst| (inst, TypeId::VOID)),
            opcode::CALL => self.call(false, None),
            opcode::GET_ELEMENT_PTR => self.get_element_ptr(),
            opcode::PHI => self.phi(),
            opcode::RET => self.ret().map(|inst| (inst, TypeId::VOID)),
            opcode::ALLOCA => {
                let (count, alignment, ty) = self.memory()?;
                Ok((Inst::Alloca { count, alignment }, ty))
            }
            opcode::MALLOC => {
                let (count, alignment, ty) = self.memory()?;
                Ok((Inst::Malloc { count, alignment }, ty))
            }
            opcode::SWITCH => self.switch().map(|inst| (inst, TypeId::VOID)),
            opcode::INVOKE => self.invoke(None),
            opcode::UNWIND => Ok((Inst::Unwind, TypeId::VOID)),
            opcode::UNREACHABLE => Ok((Inst::Unreachable, TypeId::VOID)),
            opcode::NONE => self.other_word(word, at),
            operation => with_form!(operation, |form| self.operator(operation, form)),
        }
    }

    /// Reads an instruction whose first word is not just the name of its operation.
    fn other_word(&mut self, word: &[u8], at: u32) -> Result<(Inst, TypeId)> {
        match (word, slipped(word)) {
            (b"volatile", _) => {
                let at = self.scanner.here();
                match self.scanner.word() {
                    b"load" => self.operator(opcode::VOLATILE_LOAD, &forms::LOAD),
                    b"store" => self.store(opcode::VOLATILE_STORE),
                    _ => self.scanner.unexpected_at(at, "`load` or `store`"),
                }
            }
            (b"tail", _) => {
                self.scanner.expect_word("call")?;
                self.call(true, None)
            }
            (b"not", _) => self.not(),
            (_, Some((opcode::CALL, convention))) => self.call(false, Some(convention)),
            (_, Some((_, convention))) => self.invoke(Some(convention)),
            (_, None) => self.unknown(word, at),
        }
    }

    /// Reads an instruction whose operands a form describes.
    #[inline(always)]
    fn operator(&mut self, operation: u32, form: &Form) -> Result<(Inst, TypeId)> {
        let at = self.scanner.here();
        let mut key = TypeId::VOID;
        let mut operands = [Value::Argument(0); 3];
        for (place, &operand) in form.operands.iter().enumerate() {
            if place > 0 {
                self.scanner.expect(b',')?;
            }
            let at = self.scanner.here();
            let ty = match place > 0 && !form.all_typed {
                true => key,
                false => self.ty()?,
            };
            if matches!(operand, Operand::Key(_)) {
                key = ty;
            }
            if place == 0 || form.all_typed {
                self.check_operand(operation, operand, key, ty, at)?;
            }
            operands[place] = self.value(ty)?;
        }
        let written = self.type_after(form, operation)?;
        let operands = &operands[..form.operands.len()];
        let inst = self.locals.body.operator(operation, operands, written);
        match (inst, form.result(&self.module.types, key, written)) {
            (Some(inst), Some(result)) => Ok((inst, result)),
            _ => self.no_operation(at, opcode::row(operation).name, key),
        }
    }

    /// Checks the type of an operand that the table describes. `key` is the type of the key
    /// operand.
    #[inline(always)]
    pub(super) fn check_operand(
        &self,
        operation: u32,
        operand: Operand,
        key: TypeId,
        found: TypeId,
        at: u32,
    ) -> Result<()> {
        let types = &self.module.types;
        let fits = match operand {
            Operand::Key(class) => class.has(types, found),
            _ => operand.fits(types, key, found),
        };
        if fits {
            return Ok(());
        }
        self.bad_operand(operation, operand, key, (found, at))
    }

    #[cold]
    fn bad_operand(
        &self,
        operation: u32,
        operand: Operand,
        key: TypeId,
        (found, at): (TypeId, u32),
    ) -> Result<()> {
        let types = &self.module.types;
        let name = opcode::row(operation).name;
        match (operand, operand.ty(types, key), types.pointee(found)) {
            (Operand::Key(Class::Address), _, Some(pointee)) => {
                self.no_operation(at, name, pointee)
            }
            (Operand::Key(_), ..) | (_, None, _) => self.no_operation(at, name, found),
            (_, Some(expected), _) => self.wrong_type(at, expected, found),
        }
    }

    /// Reads the type written after the operands, if the form has one.
    #[inline(always)]
    pub(super) fn type_after(&mut self, form: &Form, operation: u32) -> Result<TypeId> {
        match form.then {
            Then::Nothing => return Ok(TypeId::VOID),
            Then::Type(", ") => self.scanner.expect(b',')?,
            Then::Type(text) => self.scanner.expect_word(text.trim())?,
        }
        let at = self.scanner.here();
        let ty = self.ty()?;
        if matches!(form.gives, Gives::Written) {
            self.expect_first_class(at, opcode::row(operation).name, ty)?;
        }
        Ok(ty)
    }

    #[cold]
    fn unknown<T>(&mut self, opcode: &[u8], at: u32) -> Result<T> {
        if opcode.is_empty() {
            return self
                .scanner
                .unexpected_at(at, "an instruction, a label or `}`");
        }
        let message = format!("unknown instruction `{}`", show(opcode));
        fault(SyntaxErrorKind::UnknownInstruction, at, message)
    }

    /// Reads a type and a value of it.
    #[inline]
    fn typed_value(&mut self) -> Result<(TypeId, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }

    fn expect_pointer(&self, at: u32, operation: &str, ty: TypeId) -> Result<TypeId> {
        match self.module.types.pointee(ty) {
            Some(pointee) => Ok(pointee),
            None => self.no_operation(at, operation, ty),
        }
    }

    /// Reads `not`, which stands for an exclusive or with all ones.
    fn not(&mut self) -> Result<(Inst, TypeId)> {
        let at = self.scanner.here();
        let (ty, lhs) = self.typed_value()?;
        let ones = match ty {
            TypeId::BOOL => self.module.constants.bool(true),
            _ if ty.is_integer() => self.module.constants.int(ty, u64::MAX),
            _ => return self.no_operation(at, "not", ty),
        };
        let inst = Inst::Binary {
            op: BinaryOp::Xor,
            lhs,
            rhs: Value::Constant(ones),
        };
        Ok((inst, ty))
    }

    fn ret(&mut self) -> Result<Inst> {
        let ty = self.type_or_void(Role::Result)?;
        let value = match ty {
            TypeId::VOID => None,
            ty => Some(self.value(ty)?),
        };
        Ok(Inst::Ret { value })
    }

    fn br(&mut self) -> Result<Inst> {
        let at = self.scanner.here();
        match self.scanner.word() {
            b"label" => Ok(Inst::Br {
                target: self.block_name()?,
            }),
            b"bool" => {
                let condition = self.value(TypeId::BOOL)?;
                self.scanner.expect(b',')?;
                let if_true = self.block()?;
                self.scanner.expect(b',')?;
                let if_false = self.block()?;
                Ok(Inst::CondBr {
                    condition,
                    if_true,
                    if_false,
                })
            }
            _ => self.scanner.unexpected_at(at, "`label` or `bool`"),
        }
    }

    fn switch(&mut self) -> Result<Inst> {
        let at = self.scanner.here();
        let ty = self.ty()?;
        if !ty.is_integer() {
            return self.no_operation(at, "switch", ty);
        }
        let value = self.value(ty)?;
        self.scanner.expect(b',')?;
        let default = self.block()?;
        self.scanner.expect(b'[')?;
        self.locals.cases.clear();
        while !self.scanner.eat(b']') {
            let at = self.scanner.here();
            if at_reference(self.scanner.peek()) {
                return self.scanner.unexpected("a type or `]`");
            }
            let case_type = self.ty()?;
            self.expect_type(at, ty, case_type)?;
            let at = self.scanner.here();
            if at_reference(self.scanner.peek()) {
                return self.scanner.unexpected_at(at, "a constant");
            }
            let value = self.value(ty)?;
            self.scanner.expect(b',')?;
            let target = self.block()?;
            self.locals.cases.push(Case { value, target });
        }
        let locals = &mut self.locals;
        let cases = locals.body.add_cases(&locals.cases);
        Ok(Inst::Switch {
            value,
            default,
            cases,
        })
    }

    fn phi(&mut self) -> Result<(Inst, TypeId)> {
        let at = self.scanner.here();
        let ty = self.ty()?;
        self.expect_first_class(at, "phi", ty)?;
        self.locals.incoming.clear();
        loop {
            self.scanner.expect(b'[')?;
            let value = self.value(ty)?;
            self.scanner.expect(b',')?;
            let block = self.block_name()?;
            self.scanner.expect(b']')?;
            self.locals.incoming.push(Incoming { value, block });
            if !self.scanner.eat(b',') {
                break;
            }
        }
        let locals = &mut self.locals;
        let incoming = locals.body.add_incoming(&locals.incoming);
        Ok((Inst::Phi { incoming }, ty))
    }

    /// Reads the operands of `malloc` and `alloca`. Returns the number of elements, the alignment,
    /// and the type of the address.
    fn memory(&mut self) -> Result<(Value, u32, TypeId)> {
        let ty = self.ty()?;
        let mut count = Value::Constant(self.module.constants.int(TypeId::UINT, 1));
        let mut alignment = 0;
        if self.scanner.eat(b',') {
            let at = self.scanner.here();
            alignment = self.alignment()?;
            if self.scanner.here() == at {
                let count_type = self.ty()?;
                self.expect_type(at, TypeId::UINT, count_type)?;
                count = self.value(TypeId::UINT)?;
                if self.scanner.eat(b',') {
                    let at = self.scanner.here();
                    alignment = self.alignment()?;
                    if self.scanner.here() == at {
                        return self.scanner.unexpected("`align`");
                    }
                }
            }
        }
        Ok((count, alignment, self.module.types.pointer_to(ty)))
    }

    fn store(&mut self, operation: u32) -> Result<(Inst, TypeId)> {
        let value_at = self.scanner.here();
        let (value_type, value) = self.typed_value()?;
        self.scanner.expect(b',')?;
        let at = self.scanner.here();
        let ty = self.pointer_type_of_store(value_type)?;
        let pointer = self.value(ty)?;
        let pointee = self.expect_pointer(at, "store", ty)?;
        self.expect_type(value_at, pointee, value_type)?;
        let inst = Inst::Store {
            value,
            pointer,
            volatile: operation == opcode::VOLATILE_STORE,
        };
        Ok((inst, TypeId::VOID))
    }

    /// Reads the type of a store's pointer. The disassemblers write a single type if all operands
    /// have the same one. In that case the pointer points to its own type, and has the type of the
    /// value.
    fn pointer_type_of_store(&mut self, value_type: TypeId) -> Result<TypeId> {
        let start = self.scanner.here();
        let read = self.ty();
        if read.is_err() && self.module.types.pointee(value_type) == Some(value_type) {
            self.scanner.cursor.go_to(start);
            return Ok(value_type);
        }
        read
    }

    fn get_element_ptr(&mut self) -> Result<(Inst, TypeId)> {
        let at = self.scanner.here();
        let (ty, pointer) = self.typed_value()?;
        self.expect_pointer(at, "getelementptr", ty)?;
        self.locals.values.clear();
        let mut reached = ty;
        while self.scanner.eat(b',') {
            let at = self.scanner.here();
            let (index_type, index) = self.typed_value()?;
            let constant = match index {
                Value::Constant(id) => Some(id),
                _ => None,
            };
            let is_first = self.locals.values.is_empty();
            let (to, constant_index) = self.step(reached, is_first, index_type, constant, at)?;
            reached = to;
            self.locals.values.push(match constant {
                Some(_) => Value::Constant(constant_index),
                None => index,
            });
        }
        let result = if self.locals.values.is_empty() {
            ty
        } else {
            self.module.types.pointer_to(reached)
        };
        let indices = self.add_values();
        Ok((Inst::GetElementPtr { pointer, indices }, result))
    }

    fn add_values(&mut self) -> List<Value> {
        let locals = &mut self.locals;
        locals.body.add_values(&locals.values)
    }

    fn call(&mut self, tail: bool, convention: Option<Convention>) -> Result<(Inst, TypeId)> {
        let convention = convention.unwrap_or_else(|| self.convention());
        let (callee, result) = self.callee_and_arguments()?;
        let arguments = self.add_values();
        let inst = Inst::Call {
            callee,
            arguments,
            convention,
            tail,
        };
        Ok((inst, result))
    }

    fn invoke(&mut self, convention: Option<Convention>) -> Result<(Inst, TypeId)> {
        let convention = convention.unwrap_or_else(|| self.convention());
        let (callee, result) = self.callee_and_arguments()?;
        self.scanner.expect_word("to")?;
        let normal = self.block()?;
        if !self.scanner.eat_word(b"unwind") && !self.scanner.eat_word(b"except") {
            return self.scanner.unexpected("`unwind` or `except`");
        }
        let unwind = self.block()?;
        let arguments = self.add_values();
        let inst = Inst::Invoke {
            callee,
            arguments,
            normal,
            unwind,
            convention,
        };
        Ok((inst, result))
    }

    /// Reads a type, the callee and the arguments, which are left in `values`. Returns the callee
    /// and its result type.
    ///
    /// The type is the callee's, a pointer to a function, or only the return type. In the latter
    /// case the arguments give the parameter types, so the callee is looked up after them.
    fn callee_and_arguments(&mut self) -> Result<(Value, TypeId)> {
        let type_at = self.scanner.here();
        let written = self.type_or_void(Role::Result)?;
        let function = self
            .module
            .types
            .pointee(written)
            .filter(|&pointee| matches!(self.module.types.get(pointee), Type::Function { .. }));
        if function.is_none() && !super::types::may_be_returned(&self.module.types, written) {
            return super::types::bad_result(type_at);
        }
        let callee_at = self.scanner.here();
        match function {
            Some(function) => {
                let callee = self.value(written)?;
                self.arguments()?;
                Ok((callee, self.check_arguments(function, callee_at)?))
            }
            None => {
                // A callee that is only a name has no type of its own; any other contains one.
                let name = self.scanner.reference()?;
                if name.is_none() {
                    self.skip_expression()?;
                }
                self.arguments()?;
                let end = self.scanner.cursor.position();
                let types = &self.locals.types;
                let function = self.module.types.function(written, types, false);
                let pointer = self.module.types.pointer_to(function);
                self.scanner.cursor.go_to(callee_at);
                let callee = self.value(pointer)?;
                self.scanner.cursor.go_to(end);
                Ok((callee, written))
            }
        }
    }

    /// Goes to the bracket that opens the arguments of a call whose callee is an
    /// expression.
    fn skip_expression(&mut self) -> Result<()> {
        let word = self.scanner.word();
        if word.is_empty() {
            return self.scanner.unexpected("the name of a function");
        }
        if word == b"asm" {
            return self.asm().map(|_| ());
        }
        if matches!(word, b"null" | b"undef") || self.scanner.peek() != b'(' {
            return Ok(());
        }
        let mut depth = 0_usize;
        loop {
            match self.scanner.peek() {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'"' => {
                    self.scanner.string()?;
                    continue;
                }
                _ if self.scanner.at_end() => return self.scanner.unexpected("`)`"),
                _ => {}
            }
            let byte = self.scanner.peek();
            self.scanner.eat(byte);
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads arguments into `values` and their types into `types`.
    fn arguments(&mut self) -> Result<()> {
        self.locals.values.clear();
        self.locals.types.clear();
        self.scanner.expect(b'(')?;
        if self.scanner.eat(b')') {
            return Ok(());
        }
        loop {
            let (ty, value) = self.typed_value()?;
            self.locals.types.push(ty);
            self.locals.values.push(value);
            if self.scanner.eat(b')') {
                return Ok(());
            }
            if !self.scanner.eat(b',') {
                return self.scanner.unexpected("`,` or `)`");
            }
        }
    }

    /// Checks that the arguments match a function's parameters. Returns its result type.
    fn check_arguments(&self, function: TypeId, at: u32) -> Result<TypeId> {
        let Type::Function {
            result,
            parameters,
            varargs,
        } = self.module.types.get(function)
        else {
            return self.not_of_type(at, "a function", function);
        };
        let parameters = self.module.types.list(parameters);
        let arguments = &self.locals.types;
        let count = parameters.len();
        if arguments.len() < count || arguments.len() > count && !varargs {
            return self.wrong_count(at, "arguments", count, arguments.len());
        }
        let wrong = parameters.iter().zip(arguments).position(|(a, b)| a != b);
        if let Some(place) = wrong {
            let message = format!(
                "argument {} must have type {}, found {}",
                place + 1,
                describe(&self.module, parameters[place]),
                describe(&self.module, arguments[place])
            );
            return fault(SyntaxErrorKind::WrongType, at, message);
        }
        Ok(result)
    }
}

/// Returns true if a name begins with a byte.
fn at_reference(byte: u8) -> bool {
    matches!(byte, b'%' | b'"')
}
